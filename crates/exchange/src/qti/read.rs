//! A QTI item to one of ours. Names are those of QTI 2.2, whichever version the file has.

use tutti_item::{Body, Choice, Gap, Item, Label};

use crate::files::Files;
use crate::markup::{Element, Node};
use crate::{Block, Inline, Prose, ReadError, identifier, number, reserved_tags, solution};

use super::body::{Interaction, Parts, apart};
use super::feedback::{Feedback, text};
use super::responses::{self, Response, comparison};
use super::write::TOOL;

/// An item, or why it is none of our kinds.
type Found = Result<Item, String>;

/// One document that is being read.
struct Reader<'a, 'b, 'c> {
    root: &'a Element,
    place: &'a str,
    files: &'a mut Files<'b, 'c>,
    responses: Vec<Response>,
    feedback: Feedback,
    is_ours: bool,
}

pub(super) fn item(root: &Element, place: &str, files: &mut Files<'_, '_>) -> Result<Found, ReadError> {
    let name = root.attribute("identifier").unwrap_or_default().trim();
    let place = if name.is_empty() { place.to_owned() } else { format!("{place} ({name})") };
    if root.children_named("templateDeclaration").next().is_some() {
        return Ok(Err("it is generated from a template each time".to_owned()));
    }
    if root.children_named("assessmentStimulusRef").next().is_some() {
        return Ok(Err("its text is in another file, shared with other questions".to_owned()));
    }
    let Some(body) = root.children_named("itemBody").next() else {
        return Err(
            ReadError::new(place, "it has no body").hint("remove the question from the file, or give it one")
        );
    };
    let mut parts = apart(body);
    if let Some(why) = parts.strange.take() {
        return Ok(Err(why));
    }
    let feedback = Feedback::of(root, &parts, files);
    let mut reader = Reader {
        root,
        place: &place,
        files,
        responses: responses::of(root),
        feedback,
        is_ours: root.attribute("toolName") == Some(TOOL),
    };
    let mut item = match reader.question(&mut parts)? {
        Ok(item) => item,
        Err(why) => return Ok(Err(why)),
    };
    if item.solution.is_empty() {
        item.solution = solution::from_prose(&std::mem::take(&mut reader.feedback).rest());
    }
    item.language = root.attribute("xml:lang").filter(|language| !language.is_empty()).map(str::to_owned);
    if !name.is_empty() && !reserved_tags::is_our_id(name) {
        item.aliases.push(name.to_owned());
    }
    Ok(Ok(item))
}

impl Reader<'_, '_, '_> {
    fn question(&mut self, parts: &mut Parts) -> Result<Found, ReadError> {
        let stem = text(&parts.text, true, self.files);
        let interactions = std::mem::take(&mut parts.interactions);
        match interactions.as_slice() {
            [] => Ok(Err("it asks nothing".to_owned())),
            [Interaction::Choice { response, choices }] => self.choice(&stem, response, choices),
            [Interaction::InlineChoice { response, choices }] => {
                self.choice(&with_blank(stem), response, choices)
            }
            [Interaction::Text { response, hint }] => {
                self.entry(stem, response, hint.as_deref(), parts.unit.take())
            }
            [Interaction::Extended { response }] => Ok(self.open(&stem, response, &parts.for_scorers)),
            many if many
                .iter()
                .all(|one| matches!(one, Interaction::Text { .. } | Interaction::InlineChoice { .. })) =>
            {
                self.cloze(stem, many)
            }
            _ => Ok(Err("it asks several things at once".to_owned())),
        }
    }

    fn response(&self, identifier: &str) -> Result<&Response, ReadError> {
        self.responses.iter().find(|response| response.identifier == identifier).ok_or_else(|| {
            ReadError::new(self.place, format!("the response `{identifier}` is not declared"))
                .hint("add a responseDeclaration with its correct response")
        })
    }

    fn no_key(&self) -> ReadError {
        ReadError::new(self.place, "it does not say which answer is right")
            .hint("add a correctResponse to its responseDeclaration, or remove the question")
    }

    fn choice(&mut self, stem: &Prose, response: &str, choices: &[Element]) -> Result<Found, ReadError> {
        let response = self.response(response)?;
        let (cardinality, keys) = (response.cardinality.clone(), response.keys());
        if cardinality == "ordered" {
            return Ok(Err("it asks to put the options in order".to_owned()));
        }
        if keys.is_empty() {
            return Err(self.no_key());
        }
        let mut options = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for choice in choices {
            let name = choice.attribute("identifier").unwrap_or_default().trim().to_owned();
            let is_feedback = |node: &Node| matches!(node, Node::Element(e) if e.name == "feedbackInline" || e.name == "feedbackBlock");
            let (said, shown): (Vec<Node>, Vec<Node>) =
                choice.children.iter().cloned().partition(is_feedback);
            let shown = text(&shown, false, self.files);
            let said: Vec<Node> = said
                .into_iter()
                .filter_map(|node| match node {
                    Node::Element(feedback) => Some(feedback.children),
                    Node::Text(_) => None,
                })
                .flatten()
                .collect();
            let said = text(&said, false, self.files);
            let rationale = if said.is_empty() { self.feedback.take(&name) } else { Some(said) };
            options.push(Choice {
                label: Label::at(options.len()),
                text: shown.print(),
                rationale: rationale.map(|rationale| rationale.print()),
            });
            names.push(name);
        }
        if let Some(answer) = self.as_true_false(&names, &options, &keys) {
            let rationale = options.into_iter().zip(&names).find(|(_, name)| keys.contains(name));
            let mut item = Item::new(stem.print(), Body::TrueFalse { answer });
            if let Some(said) = rationale.and_then(|(option, _)| option.rationale) {
                item.solution = solution::from_prose(&Prose::read(&said));
            }
            return Ok(Ok(item));
        }
        self.relabel(&names, &mut options);
        let mut right = Vec::new();
        for key in &keys {
            match names.iter().position(|name| name == key).and_then(|at| options.get(at)) {
                Some(option) => right.push(option.label.clone()),
                None => {
                    return Err(ReadError::new(
                        self.place,
                        format!("the right answer `{key}` is not one of its options"),
                    )
                    .hint("name one of the options in its correctResponse"));
                }
            }
        }
        let body = match (cardinality.as_str(), right.as_slice()) {
            ("multiple", _) => Body::MultipleResponse { options, keys: right.into_iter().collect() },
            (_, [key, ..]) => Body::MultipleChoice { options, key: key.clone() },
            (_, []) => return Err(self.no_key()),
        };
        Ok(Ok(Item::new(stem.print(), body)))
    }

    /// Our own labels come back; the names others give their options say nothing to a person.
    fn relabel(&self, names: &[String], options: &mut [Choice]) {
        let is_label =
            |name: &String| name.len() == 1 && name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if self.is_ours || names.iter().all(is_label) {
            for (option, name) in options.iter_mut().zip(names) {
                option.label = Label(identifier::to_label(name));
            }
        }
    }

    fn as_true_false(&self, names: &[String], options: &[Choice], keys: &[String]) -> Option<bool> {
        let lower = |text: &str| text.trim().to_ascii_lowercase();
        let named: Vec<String> = names.iter().map(|name| lower(name)).collect();
        let shown: Vec<String> = options.iter().map(|option| lower(option.text.as_str())).collect();
        let is_pair = |words: &[String]| matches!(words, [a, b] if (a == "true" && b == "false") || (a == "false" && b == "true"));
        let words = if is_pair(&named) {
            named
        } else if is_pair(&shown) && !self.is_ours {
            shown
        } else {
            return None;
        };
        let [key] = keys else { return None };
        let at = names.iter().position(|name| name == key)?;
        Some(words.get(at)? == "true")
    }

    /// One field to write in: a number, a short answer, or a gap in the middle of a sentence.
    fn entry(
        &mut self,
        stem: Prose,
        name: &str,
        hint: Option<&str>,
        unit: Option<String>,
    ) -> Result<Found, ReadError> {
        let response = self.response(name)?;
        if matches!(response.base_type.as_str(), "float" | "integer") {
            let rule = comparison(self.root, name).unwrap_or_default();
            let Some(value) = response.keys().into_iter().next().or_else(|| rule.value.clone()) else {
                return Err(self.no_key());
            };
            let (value, tolerance) =
                number::read(&value, &rule.mode, rule.size.as_deref(), response.words.as_deref());
            let stem = without_last_gap(&stem).unwrap_or_else(|| with_blank(stem));
            return Ok(Ok(Item::new(stem.print(), Body::Numeric { value, tolerance, unit })));
        }
        let accepts = response.accepts();
        if accepts.is_empty() {
            return Err(self.no_key());
        }
        let case_sensitive = response.case_sensitive();
        match without_last_gap(&stem).filter(|_| identifier::to_gap(name).is_none()) {
            Some(stem) => Ok(Ok(Item::new(stem.print(), Body::ShortAnswer { accepts, case_sensitive }))),
            None => {
                let interaction =
                    Interaction::Text { response: name.to_owned(), hint: hint.map(str::to_owned) };
                self.cloze(stem, &[interaction])
            }
        }
    }

    fn cloze(&mut self, stem: Prose, interactions: &[Interaction]) -> Result<Found, ReadError> {
        let mut gaps: Vec<(usize, Gap)> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for (place, interaction) in interactions.iter().enumerate() {
            let (response, hint) = match interaction {
                Interaction::Text { response, hint } => (response, hint.clone()),
                Interaction::InlineChoice { response, .. }
                | Interaction::Choice { response, .. }
                | Interaction::Extended { response } => (response, None),
            };
            let name = identifier::to_gap(response).or_else(|| human_name(response));
            let name = name.unwrap_or_else(|| (place + 1).to_string());
            let declared = self.response(response)?;
            let keys = declared.keys();
            let accepts = match interaction {
                Interaction::InlineChoice { choices, .. } => match words_of(choices, &keys) {
                    Some(words) => vec![words],
                    None if keys.is_empty() => return Err(self.no_key()),
                    None => return Ok(Err("its gaps are filled with formulas or images".to_owned())),
                },
                _ => declared.accepts(),
            };
            if accepts.is_empty() {
                return Err(self.no_key());
            }
            let rule = comparison(self.root, response).unwrap_or_default();
            if rule.size.is_some() && rule.mode != "exact" {
                return Ok(Err("it has several numbers with tolerances".to_owned()));
            }
            let order =
                self.responses.iter().position(|known| known.identifier == *response).unwrap_or(place);
            gaps.push((order, Gap { name: name.clone(), accepts, hint }));
            names.push(name);
        }
        gaps.sort_by_key(|(order, _)| *order);
        let stem = stem.renamed_gaps(&|mark| names.get(mark.parse::<usize>().ok()?).cloned());
        Ok(Ok(Item::new(stem.print(), Body::Cloze { gaps: gaps.into_iter().map(|(_, gap)| gap).collect() })))
    }

    /// An open question is a card if it says what a good answer is.
    fn open(&mut self, stem: &Prose, response: &str, for_scorers: &[Node]) -> Found {
        let rubric = text(for_scorers, false, self.files);
        let correct = self.responses.iter().find(|known| known.identifier == response);
        let correct = correct.and_then(|response| response.keys().into_iter().next());
        let back = self
            .feedback
            .answer
            .take()
            .or_else(|| (!rubric.is_empty()).then_some(rubric))
            .or_else(|| correct.map(|words| Prose::plain(&words)))
            .or_else(|| Some(std::mem::take(&mut self.feedback).rest()).filter(|rest| !rest.is_empty()));
        match back {
            Some(back) => Ok(Item::new(stem.print(), Body::Flashcard { back: back.print() })),
            None => Err("it is an open question without a model answer".to_owned()),
        }
    }
}

/// The words of the right choice, if it is words alone.
fn words_of(choices: &[Element], keys: &[String]) -> Option<String> {
    let key = keys.first()?;
    let choice = choices.iter().find(|choice| choice.attribute("identifier").map(str::trim) == Some(key))?;
    let is_words = choice.find("math").is_none() && choice.find("img").is_none();
    let words = choice.text().split_whitespace().collect::<Vec<_>>().join(" ");
    (is_words && !words.is_empty()).then_some(words)
}

/// The name of a response if a person gave it: `first`, but not `RESPONSE_1`.
fn human_name(response: &str) -> Option<String> {
    let is_word = response.len() <= 20 && response.chars().all(|c| c.is_ascii_alphabetic());
    (is_word && !response.to_ascii_lowercase().starts_with("resp")).then(|| response.to_owned())
}

/// The text without the field at its end. None if words follow it, or nothing would be left.
fn without_last_gap(prose: &Prose) -> Option<Prose> {
    let mut prose = prose.clone();
    let Some(Block::Paragraph(line)) = prose.0.last_mut() else { return None };
    if let Some(Inline::Text(text)) = line.last()
        && text.trim_matches(|c: char| c.is_whitespace() || c == '.').is_empty()
    {
        line.pop();
    }
    match line.pop() {
        Some(Inline::Gap(_)) => {
            let left = prose.tidy();
            (!left.is_empty()).then_some(left)
        }
        _ => None,
    }
}

/// A line to write on where the field was.
fn with_blank(mut prose: Prose) -> Prose {
    fn walk(line: &mut [Inline]) {
        for inline in line {
            match inline {
                Inline::Gap(_) => *inline = Inline::Text("____".to_owned()),
                Inline::Strong(inner) | Inline::Emphasis(inner) => walk(inner),
                _ => {}
            }
        }
    }
    for block in &mut prose.0 {
        match block {
            Block::Paragraph(line) => walk(line),
            Block::List { entries, .. } => entries.iter_mut().for_each(|entry| walk(entry)),
            Block::Code(_) => {}
        }
    }
    prose.tidy()
}
