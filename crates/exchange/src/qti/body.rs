//! Splits the body of an item into its text, with marks where something is to be written, and its interactions.

use crate::markup::{Element, Node};

use super::write::UNIT;

/// What is asked, by the response it gives.
#[derive(Debug)]
pub(super) enum Interaction {
    Choice {
        response: String,
        choices: Vec<Element>,
    },
    /// Stands in the text as `{{0}}`, by its place in the list.
    Text {
        response: String,
        hint: Option<String>,
    },
    /// As above.
    InlineChoice {
        response: String,
        choices: Vec<Element>,
    },
    Extended {
        response: String,
    },
}

#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) text: Vec<Node>,
    pub(super) interactions: Vec<Interaction>,
    pub(super) unit: Option<String>,
    /// Content for scorers only.
    pub(super) for_scorers: Vec<Node>,
    /// Feedback that stands in the text.
    pub(super) feedback: Vec<Element>,
    /// Why the item is none of our kinds.
    pub(super) strange: Option<String>,
}

pub(super) fn apart(body: &Element) -> Parts {
    let mut parts = Parts::default();
    parts.text = parts.nodes(&body.children);
    parts
}

impl Parts {
    fn nodes(&mut self, nodes: &[Node]) -> Vec<Node> {
        let mut kept = Vec::new();
        for node in nodes {
            match node {
                // Two braces of the file are words; ours are the marks made below.
                Node::Text(text) => kept.push(Node::Text(text.replace("{{", "{\u{200b}{"))),
                Node::Element(element) => kept.extend(self.element(element)),
            }
        }
        kept
    }

    fn element(&mut self, element: &Element) -> Vec<Node> {
        let response = element.attribute("responseIdentifier").unwrap_or_default().to_owned();
        match element.name.as_str() {
            "choiceInteraction" => {
                let choices = element.children_named("simpleChoice").cloned().collect();
                self.interactions.push(Interaction::Choice { response, choices });
                self.prompt(element)
            }
            "extendedTextInteraction" => {
                self.interactions.push(Interaction::Extended { response });
                self.prompt(element)
            }
            "textEntryInteraction" => {
                let hint = element.attribute("placeholderText").map(str::to_owned);
                self.mark(Interaction::Text { response, hint })
            }
            "inlineChoiceInteraction" => {
                let choices = element.children_named("inlineChoice").cloned().collect();
                self.mark(Interaction::InlineChoice { response, choices })
            }
            "rubricBlock" => {
                let view = element.attribute("view").unwrap_or_default();
                let inside = self.nodes(&element.children);
                if view.split_whitespace().any(|who| who == "candidate") {
                    return inside;
                }
                self.for_scorers.extend(inside);
                Vec::new()
            }
            "feedbackInline" | "feedbackBlock" => {
                self.feedback.push(element.clone());
                Vec::new()
            }
            "span" if element.attribute("class") == Some(UNIT) => {
                self.unit = Some(element.text().trim().to_owned());
                Vec::new()
            }
            "object" => self.object(element),
            "audio" | "video" | "iframe" | "embed" => {
                self.strange("it has sound, video or another page in it")
            }
            "templateInline" | "templateBlock" | "printedVariable" => {
                self.strange("it is generated from a template each time")
            }
            "include" => self.strange("a part of it is in another file"),
            name if name.ends_with("Interaction") => {
                let what = format!("its kind is {name}, which Tutti does not support");
                self.strange(&what)
            }
            _ => {
                let children = self.nodes(&element.children);
                let (name, attributes) = (element.name.clone(), element.attributes.clone());
                vec![Node::Element(Element { name, attributes, children })]
            }
        }
    }

    fn strange(&mut self, why: &str) -> Vec<Node> {
        self.strange.get_or_insert_with(|| why.to_owned());
        Vec::new()
    }

    fn mark(&mut self, interaction: Interaction) -> Vec<Node> {
        self.interactions.push(interaction);
        vec![Node::Text(format!("{{{{{}}}}}", self.interactions.len() - 1))]
    }

    /// The prompt of an interaction as a paragraph of the text.
    fn prompt(&mut self, interaction: &Element) -> Vec<Node> {
        let mut prompts = Vec::new();
        for prompt in interaction.children_named("prompt") {
            let children = self.nodes(&prompt.children);
            prompts.push(Node::Element(Element { name: "div".to_owned(), attributes: Vec::new(), children }));
        }
        prompts
    }

    /// An image in the older way; anything else in an `object` cannot be shown.
    fn object(&mut self, object: &Element) -> Vec<Node> {
        if !object.attribute("type").is_some_and(|kind| kind.starts_with("image/")) {
            return self.strange("it has sound, video or another page in it");
        }
        let source = object.attribute("data").unwrap_or_default().to_owned();
        let attributes =
            vec![("src".to_owned(), source), ("alt".to_owned(), object.text().trim().to_owned())];
        vec![Node::Element(Element { name: "img".to_owned(), attributes, children: Vec::new() })]
    }
}
