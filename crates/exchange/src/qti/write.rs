//! An item to a QTI document.

use std::collections::BTreeMap;

use tutti_item::{Body, Choice, Item, Label, Tolerance};

use crate::Prose;
use crate::markup::{Writing, delimited_maths};
use crate::xml::tree::Tree;
use crate::{identifier, mathml, number, solution, xml};

use super::dialect::Dialect;

const RESPONSE: &str = "RESPONSE";
const FEEDBACK: &str = "FEEDBACK";
pub(super) const SOLUTION: &str = "SOLUTION";
/// The model answer of an open question, which is the back of a card.
pub(super) const ANSWER: &str = "ANSWER";
pub(super) const TOOL: &str = "Tutti";
pub(super) const UNIT: &str = "unit";

/// How the texts of one item are written: where its images are, by their name in the item.
pub(super) struct Pen<'a> {
    pub(super) dialect: Dialect,
    pub(super) images: &'a BTreeMap<String, String>,
}

/// The document of `item`, which is called `name` in the package and has only images (no figure).
pub(super) fn item(item: &Item, name: &str, pen: &Pen<'_>) -> Vec<u8> {
    let mut root = Tree::new("assessmentItem")
        .with("xmlns", pen.dialect.namespace())
        .with("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .with("xsi:schemaLocation", format!("{} {}", pen.dialect.namespace(), pen.dialect.schema()))
        .with("identifier", name)
        .with("title", title(item));
    if let Some(language) = item.language.as_deref().filter(|language| is_language(language)) {
        root = root.with("xml:lang", language);
    }
    root = root
        .with("adaptive", "false")
        .with("timeDependent", "false")
        .with("toolName", TOOL)
        .with("toolVersion", env!("CARGO_PKG_VERSION"));
    let solution = solution::to_prose(&item.solution);
    let back = match &item.body {
        Body::Flashcard { back } => Some(Prose::read(back)),
        _ => None,
    };
    let score = Tree::new("outcomeDeclaration")
        .with("identifier", "SCORE")
        .with("cardinality", "single")
        .with("baseType", "float")
        .child(Tree::new("defaultValue").child(Tree::new("value").text("0")));
    let question = question(item, pen);
    let mut outcomes = vec![score];
    let mut rules = question.rules;
    if let Some(cardinality) = question.feedback {
        outcomes.push(outcome(FEEDBACK, cardinality));
        rules.push(set(FEEDBACK, variable(RESPONSE)));
    }
    let mut modal = Vec::new();
    for (outcome_name, title, prose) in
        [(ANSWER, "Model answer", back.as_ref()), (SOLUTION, "Solution", solution.as_ref())]
    {
        if let Some(prose) = prose {
            outcomes.push(outcome(outcome_name, "single"));
            rules.push(set(outcome_name, base_value("identifier", outcome_name)));
            modal.push(
                Tree::new("modalFeedback")
                    .with("outcomeIdentifier", outcome_name)
                    .with("showHide", "show")
                    .with("identifier", outcome_name)
                    .with("title", title)
                    .child(pen.content(pen.blocks(prose))),
            );
        }
    }
    let root = root
        .children(question.responses)
        .children(outcomes)
        .child(Tree::new("itemBody").children(question.body));
    let root =
        if rules.is_empty() { root } else { root.child(Tree::new("responseProcessing").children(rules)) };
    pen.dialect.print(&root.children(modal))
}

/// What each kind of item brings.
struct Question {
    responses: Vec<Tree>,
    body: Vec<Tree>,
    /// How the score comes about.
    rules: Vec<Tree>,
    /// The cardinality of the outcome that shows rationales, if there are any.
    feedback: Option<&'static str>,
}

fn question(item: &Item, pen: &Pen<'_>) -> Question {
    let stem = Tree::Markup(pen.blocks(&Prose::read(&item.stem)));
    let entry = |after: &str| {
        let entry = Tree::new("textEntryInteraction").with("responseIdentifier", RESPONSE);
        Tree::Markup(format!("<p>{}{after}</p>", pen.dialect.inline(&entry)))
    };
    match &item.body {
        Body::MultipleChoice { options, key } => choices(stem, options, &[key], "single", pen),
        Body::MultipleResponse { options, keys } => {
            choices(stem, options, &keys.iter().collect::<Vec<_>>(), "multiple", pen)
        }
        Body::TrueFalse { answer } => {
            let norwegian =
                item.language.as_deref().is_some_and(|l| ["nb", "nn", "no"].iter().any(|n| l.starts_with(n)));
            let words = if norwegian { ["Sant", "Usant"] } else { ["True", "False"] };
            let choices = ["true", "false"].into_iter().zip(words);
            let choices =
                choices.map(|(name, words)| Tree::new("simpleChoice").with("identifier", name).text(words));
            Question {
                responses: vec![
                    response(RESPONSE, "single", "identifier").child(correct([answer.to_string()])),
                ],
                body: vec![stem, choice_interaction("1").children(choices)],
                rules: vec![match_correct()],
                feedback: None,
            }
        }
        Body::Numeric { value, tolerance, unit } => {
            let unit = unit
                .as_ref()
                .map(|unit| format!(" <span class=\"{UNIT}\">{}</span>", crate::markup::escape(unit)));
            Question {
                responses: vec![numeric_response(value, tolerance)],
                body: vec![stem, entry(&unit.unwrap_or_default())],
                rules: vec![equal(tolerance)],
                feedback: None,
            }
        }
        Body::ShortAnswer { accepts, case_sensitive } => Question {
            responses: vec![mapping(RESPONSE, accepts, *case_sensitive)],
            body: vec![stem, entry("")],
            rules: vec![set("SCORE", Tree::new("mapResponse").with("identifier", RESPONSE))],
            feedback: None,
        },
        Body::Cloze { gaps } => {
            let names: Vec<String> = gaps.iter().map(|gap| identifier::of_gap(&gap.name)).collect();
            let answers = names.iter().map(|name| Tree::new("mapResponse").with("identifier", name.as_str()));
            Question {
                responses: gaps
                    .iter()
                    .zip(&names)
                    .map(|(gap, name)| mapping(name, &gap.accepts, false))
                    .collect(),
                body: vec![Tree::Markup(pen.with_gaps(item))],
                rules: vec![set("SCORE", Tree::new("sum").children(answers))],
                feedback: None,
            }
        }
        Body::Flashcard { .. } => Question {
            responses: vec![response(RESPONSE, "single", "string")],
            body: vec![stem, Tree::new("extendedTextInteraction").with("responseIdentifier", RESPONSE)],
            rules: Vec::new(),
            feedback: None,
        },
    }
}

fn choices(
    stem: Tree,
    options: &[Choice],
    keys: &[&Label],
    cardinality: &'static str,
    pen: &Pen<'_>,
) -> Question {
    let keys = keys.iter().map(|key| identifier::of_label(key.as_str()));
    let has_rationales = options.iter().any(|option| option.rationale.is_some());
    let max = if cardinality == "single" { "1" } else { "0" };
    let interaction = choice_interaction(max).children(options.iter().map(|option| pen.option(option)));
    Question {
        responses: vec![response(RESPONSE, cardinality, "identifier").child(correct(keys))],
        body: vec![stem, interaction],
        rules: vec![match_correct()],
        feedback: has_rationales.then_some(cardinality),
    }
}

impl Pen<'_> {
    fn option(&self, option: &Choice) -> Tree {
        let name = identifier::of_label(option.label.as_str());
        let choice = Tree::new("simpleChoice")
            .with("identifier", name.as_str())
            .markup(self.compact(&Prose::read(&option.text)));
        let Some(rationale) = option.rationale.as_ref().map(Prose::read) else { return choice };
        let markup = self.compact(&rationale);
        let (kind, inside) = match rationale.single_paragraph() {
            Some(_) => ("feedbackInline", Tree::Markup(markup)),
            None => ("feedbackBlock", self.content(markup)),
        };
        let feedback = Tree::new(kind)
            .with("outcomeIdentifier", FEEDBACK)
            .with("identifier", name)
            .with("showHide", "show");
        choice.child(feedback.child(inside))
    }

    /// Blocks inside feedback, which the newer version has in an element of their own.
    fn content(&self, markup: String) -> Tree {
        match self.dialect {
            Dialect::V22 => Tree::Markup(markup),
            Dialect::V3 => Tree::new("contentBody").markup(markup),
        }
    }

    fn blocks(&self, prose: &Prose) -> String {
        self.write(&|writing| writing.blocks(prose), &|_| "____".to_owned())
    }

    fn compact(&self, prose: &Prose) -> String {
        self.write(&|writing| writing.compact(prose), &|_| "____".to_owned())
    }

    /// The stem of a gap text, with a field to write in for each gap.
    fn with_gaps(&self, item: &Item) -> String {
        let gaps = match &item.body {
            Body::Cloze { gaps } => gaps.as_slice(),
            _ => &[],
        };
        let field = |name: &str| {
            let mut entry =
                Tree::new("textEntryInteraction").with("responseIdentifier", identifier::of_gap(name));
            if let Some(hint) = gaps.iter().find(|gap| gap.name == name).and_then(|gap| gap.hint.as_deref())
                && !hint.contains(char::is_control)
            {
                entry = entry.with("placeholderText", hint);
            }
            self.dialect.inline(&entry)
        };
        let stem = Prose::read(&item.stem);
        self.write(&|writing| writing.blocks(&stem), &field)
    }

    fn write(&self, how: &dyn Fn(&Writing<'_>) -> String, gap: &dyn Fn(&str) -> String) -> String {
        let maths = |tex: &str, display: bool| {
            mathml::from_latex(tex, display).unwrap_or_else(|| delimited_maths(tex, display))
        };
        let image = |alt: &str, name: &str| match self.images.get(name) {
            Some(file) => format!("<img src=\"{}\" alt=\"{}\"/>", xml::attribute(file), xml::attribute(alt)),
            None => crate::markup::escape(alt),
        };
        how(&Writing { maths: &maths, image: &image, gap })
    }
}

/// Never empty: players show it.
pub(super) fn title(item: &Item) -> String {
    let title = Prose::read(&item.stem).title();
    if title.is_empty() { item.id.to_string() } else { title }
}

/// As XML has languages.
pub(super) fn is_language(language: &str) -> bool {
    let mut parts = language.split('-');
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    parts.next().is_some_and(|first| is_part(first) && first.bytes().all(|b| b.is_ascii_alphabetic()))
        && parts.all(is_part)
}

fn response(name: &str, cardinality: &str, base_type: &str) -> Tree {
    Tree::new("responseDeclaration")
        .with("identifier", name)
        .with("cardinality", cardinality)
        .with("baseType", base_type)
}

fn correct(values: impl IntoIterator<Item = String>) -> Tree {
    Tree::new("correctResponse").children(values.into_iter().map(|value| Tree::new("value").text(value)))
}

fn mapping(name: &str, accepts: &[String], case_sensitive: bool) -> Tree {
    let entries = accepts.iter().map(|answer| {
        Tree::new("mapEntry")
            .with("mapKey", answer.as_str())
            .with("mappedValue", "1")
            .with("caseSensitive", case_sensitive.to_string())
    });
    response(name, "single", "string")
        .child(correct(accepts.first().cloned()))
        .child(Tree::new("mapping").with("defaultValue", "0").children(entries))
}

fn numeric_response(value: &str, tolerance: &Tolerance) -> Tree {
    let decimal = number::decimal(value).unwrap_or_else(|| value.to_owned());
    let correct = Tree::new("correctResponse")
        .with("interpretation", number::in_words(value, tolerance))
        .child(Tree::new("value").text(decimal));
    response(RESPONSE, "single", "float").child(correct)
}

fn choice_interaction(max: &str) -> Tree {
    Tree::new("choiceInteraction")
        .with("responseIdentifier", RESPONSE)
        .with("shuffle", "false")
        .with("maxChoices", max)
}

fn outcome(name: &str, cardinality: &str) -> Tree {
    Tree::new("outcomeDeclaration")
        .with("identifier", name)
        .with("cardinality", cardinality)
        .with("baseType", "identifier")
}

fn variable(name: &str) -> Tree {
    Tree::new("variable").with("identifier", name)
}

fn base_value(base_type: &str, value: &str) -> Tree {
    Tree::new("baseValue").with("baseType", base_type).text(value)
}

fn set(outcome: &str, value: Tree) -> Tree {
    Tree::new("setOutcomeValue").with("identifier", outcome).child(value)
}

fn if_right(condition: Tree) -> Tree {
    let one = set("SCORE", base_value("float", "1"));
    Tree::new("responseCondition").child(Tree::new("responseIf").child(condition).child(one))
}

fn correct_variable() -> Tree {
    Tree::new("correct").with("identifier", RESPONSE)
}

fn match_correct() -> Tree {
    if_right(Tree::new("match").child(variable(RESPONSE)).child(correct_variable()))
}

/// The tolerance is around the first of the two, so the key comes first.
fn equal(tolerance: &Tolerance) -> Tree {
    let (mode, size) = number::tolerance(tolerance).unwrap_or(("exact", None));
    let mut equal = Tree::new("equal").with("toleranceMode", mode);
    if let Some(size) = size {
        equal = equal.with("tolerance", format!("{size} {size}"));
    }
    if_right(equal.child(correct_variable()).child(variable(RESPONSE)))
}
