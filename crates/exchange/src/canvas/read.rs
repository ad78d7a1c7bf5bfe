//! A Canvas question to an item.

use tutti_item::{Body, Choice, Gap, Item, Label};

use crate::files::Files;
use crate::markup::{Element, Node, Reading, parse_html};
use crate::{Prose, ReadError, identifier, number, reserved_tags, solution};

use super::conditions::{Condition, scoring};
use super::fields::{ANSWER, Fields, HINT, KIND, TAG};
use super::write::{CHOICE, UNIT};

/// An item, or why it is none of our kinds.
type Found = Result<Item, String>;

struct Reader<'a, 'b, 'c> {
    item: &'a Element,
    place: &'a str,
    files: &'a mut Files<'b, 'c>,
    fields: Fields,
    conditions: Vec<Condition>,
    /// By what it is shown for.
    feedback: Vec<(String, Prose)>,
    is_ours: bool,
    unit: Option<String>,
}

pub(super) fn question(item: &Element, place: &str, files: &mut Files<'_, '_>) -> Result<Found, ReadError> {
    let ident = item.attribute("ident").unwrap_or_default().trim();
    let mut reader = Reader {
        item,
        place,
        files,
        fields: Fields::of(item),
        conditions: scoring(item),
        feedback: Vec::new(),
        is_ours: reserved_tags::is_our_id(ident),
        unit: None,
    };
    let Some(presentation) = item.children_named("presentation").next() else {
        return Err(ReadError::new(place, "it has no presentation").hint("remove the question from the file"));
    };
    reader.read_feedback();
    let mut item = match reader.kind(presentation)? {
        Ok(item) => item,
        Err(why) => return Ok(Err(why)),
    };
    if item.solution.is_empty() {
        item.solution = solution::from_prose(&reader.rest_of_feedback());
    }
    if !ident.is_empty() && !reader.is_ours {
        item.aliases.push(ident.to_owned());
    }
    let tags: Vec<String> = reader.fields.all(TAG).map(str::to_owned).collect();
    reserved_tags::apply(&mut item, tags);
    Ok(Ok(item))
}

/// The kind in words of Canvas, whether it was given by Canvas, by Common Cartridge or not at all.
fn kind_of(fields: &Fields, presentation: &Element) -> String {
    if let Some(kind) = fields.first(KIND).filter(|kind| !kind.is_empty()) {
        return kind.to_owned();
    }
    let profile = fields.first("cc_profile").unwrap_or_default();
    let by_profile = [
        ("cc.multiple_choice", "multiple_choice_question"),
        ("cc.true_false", "true_false_question"),
        ("cc.multiple_response", "multiple_answers_question"),
        ("cc.fib", "short_answer_question"),
        ("cc.essay", "essay_question"),
    ];
    if let Some((_, kind)) = by_profile.iter().find(|(start, _)| profile.starts_with(start)) {
        return (*kind).to_owned();
    }
    let choice = presentation.find("response_lid");
    let decimal =
        presentation.find("render_fib").is_some_and(|fib| fib.attribute("fibtype") == Some("Decimal"));
    match choice.map(|choice| choice.attribute("rcardinality").unwrap_or("Single")) {
        Some("Multiple") => "multiple_answers_question",
        Some(_) => "multiple_choice_question",
        None if decimal => "numerical_question",
        None if presentation.find("response_str").is_some() => "short_answer_question",
        None => "text_only_question",
    }
    .to_owned()
}

impl Reader<'_, '_, '_> {
    fn kind(&mut self, presentation: &Element) -> Result<Found, ReadError> {
        let kind = kind_of(&self.fields, presentation);
        let gaps: Vec<String> = match kind.as_str() {
            "fill_in_multiple_blanks_question" | "multiple_dropdowns_question" => {
                presentation.children_named("response_lid").map(gap_name).collect()
            }
            _ => Vec::new(),
        };
        let stem = self.material(presentation, gaps);
        match kind.as_str() {
            "multiple_choice_question" | "true_false_question" | "multiple_answers_question" => {
                self.choices(&kind, &stem, presentation)
            }
            "short_answer_question" => {
                let accepts: Vec<String> = self
                    .conditions
                    .iter()
                    .flat_map(|c| c.equal.iter().map(|(_, answer)| answer.clone()))
                    .collect();
                if accepts.iter().all(String::is_empty) {
                    return Err(self.no_key());
                }
                Ok(Ok(Item::new(stem.print(), Body::ShortAnswer { accepts, case_sensitive: false })))
            }
            "numerical_question" => self.numeric(&stem),
            "fill_in_multiple_blanks_question" => self.cloze(&stem, presentation, true),
            "multiple_dropdowns_question" => self.cloze(&stem, presentation, false),
            "essay_question" => Ok(self.open(&stem)),
            "text_only_question" => Ok(Err("it is a text without a question".to_owned())),
            other => Ok(Err(format!("its kind is {other}, which Tutti does not support"))),
        }
    }

    fn no_key(&self) -> ReadError {
        ReadError::new(self.place, "it does not say which answer is right")
            .hint("mark the right answer in Canvas and export again, or remove the question")
    }

    fn first_material(&mut self, element: &Element) -> Prose {
        self.material(element, Vec::new())
    }

    /// The text of the material right inside, whatever it is wrapped in, with these gaps.
    fn material(&mut self, element: &Element, mut gaps: Vec<String>) -> Prose {
        fn find<'a>(element: &'a Element, found: &mut Vec<&'a Element>) {
            for node in &element.children {
                if let Node::Element(inner) = node {
                    match inner.name.as_str() {
                        "mattext" => found.push(inner),
                        "response_lid" | "response_str" | "response_num" | "response_grp" => {}
                        _ => find(inner, found),
                    }
                }
            }
        }
        let mut found = Vec::new();
        find(element, &mut found);
        let prose = found.into_iter().flat_map(|text| self.text(text, &mut gaps).0).collect();
        Prose(prose).tidy()
    }

    fn text(&mut self, mattext: &Element, gaps: &mut Vec<String>) -> Prose {
        let text = mattext.text();
        let is_html = match mattext.attribute("texttype") {
            Some(kind) => kind.eq_ignore_ascii_case("text/html"),
            None => text.contains("</"),
        };
        let nodes = if is_html { parse_html(&text) } else { vec![Node::Text(text)] };
        let nodes = mark_gaps(nodes, gaps, &mut self.unit);
        let files = &mut *self.files;
        let mut image = |source: &str| {
            let source = tutti_untrusted::path::percent_decode_text(source);
            let source = source.replace("$IMS_CC_FILEBASE$", "$IMS-CC-FILEBASE$");
            files.image(source.trim_start_matches("$IMS-CC-FILEBASE$").trim_start_matches('/'))
        };
        Reading { image: &mut image, dollars: false, gaps: true }.nodes(&nodes)
    }

    fn read_feedback(&mut self) {
        let feedback: Vec<&Element> = self.item.children_named("itemfeedback").collect();
        for element in feedback {
            let prose = self.first_material(element);
            let ident = element.attribute("ident").unwrap_or_default().to_owned();
            if !prose.is_empty() {
                self.feedback.push((ident, prose));
            }
        }
    }

    fn take_feedback(&mut self, ident: &str) -> Option<Prose> {
        let at = self.feedback.iter().position(|(known, _)| known == ident)?;
        Some(self.feedback.remove(at).1)
    }

    /// What is left, as one text; the same words count once.
    fn rest_of_feedback(&mut self) -> Prose {
        let mut texts: Vec<Prose> = Vec::new();
        for (_, prose) in std::mem::take(&mut self.feedback) {
            if !texts.contains(&prose) {
                texts.push(prose);
            }
        }
        Prose(texts.into_iter().flat_map(|prose| prose.0).collect()).tidy()
    }

    fn choices(&mut self, kind: &str, stem: &Prose, presentation: &Element) -> Result<Found, ReadError> {
        let labels: Vec<&Element> = match presentation.find("render_choice") {
            Some(choices) => labels(choices),
            None => Vec::new(),
        };
        let mut names: Vec<String> = Vec::new();
        let mut options: Vec<Choice> = Vec::new();
        for label in labels {
            let name = label.attribute("ident").unwrap_or_default().trim().to_owned();
            let text = self.first_material(label);
            let rationale = self.take_feedback(&format!("{name}_fb"));
            let label = match name.strip_prefix(CHOICE).filter(|_| self.is_ours) {
                Some(coded) => Label(identifier::to_label(coded)),
                None => Label::at(options.len()),
            };
            options.push(Choice { label, text: text.print(), rationale: rationale.map(|said| said.print()) });
            names.push(name);
        }
        let Some(best) = self.conditions.first() else { return Err(self.no_key()) };
        let mut right = Vec::new();
        for (_, key) in &best.equal {
            match names.iter().position(|name| name == key).and_then(|at| options.get(at)) {
                Some(option) => right.push(option.clone()),
                None => {
                    return Err(ReadError::new(
                        self.place,
                        format!("the right answer `{key}` is not one of its options"),
                    )
                    .hint("mark the right answer in Canvas and export again"));
                }
            }
        }
        let Some(first) = right.first() else { return Err(self.no_key()) };
        let body = match kind {
            "multiple_answers_question" => Body::MultipleResponse {
                options,
                keys: right.iter().map(|option| option.label.clone()).collect(),
            },
            "true_false_question" => match first.text.as_str().trim().to_ascii_lowercase().as_str() {
                "true" => return Ok(Ok(true_false(stem, true, first))),
                "false" => return Ok(Ok(true_false(stem, false, first))),
                // In another language the first of the two is the true one.
                _ if options.len() == 2 => {
                    let answer = options.first().is_some_and(|option| option.label == first.label);
                    return Ok(Ok(true_false(stem, answer, first)));
                }
                _ => Body::MultipleChoice { options, key: first.label.clone() },
            },
            _ => Body::MultipleChoice { options, key: first.label.clone() },
        };
        Ok(Ok(Item::new(stem.print(), body)))
    }

    fn numeric(&mut self, stem: &Prose) -> Result<Found, ReadError> {
        let words = self.fields.first(ANSWER).map(str::to_owned);
        let mut answers = Vec::new();
        for condition in &self.conditions {
            let value = condition.equal.first().map(|(_, answer)| answer.as_str());
            let exact = value.and_then(|value| value.parse::<f64>().ok());
            let (low, high) = (condition.low.or(exact), condition.high.or(exact));
            let Some((low, high)) = low.zip(high) else { continue };
            let answer = number::from_range(value, low, high, words.as_deref());
            answers.extend(answer.filter(|answer| !answers.contains(answer)));
        }
        let mut answers = answers.into_iter();
        let Some((value, tolerance)) = answers.next() else { return Err(self.no_key()) };
        if answers.next().is_some() {
            return Ok(Err("it has several right numbers".to_owned()));
        }
        Ok(Ok(Item::new(stem.print(), Body::Numeric { value, tolerance, unit: self.unit.take() })))
    }

    fn cloze(
        &mut self,
        stem: &Prose,
        presentation: &Element,
        all_are_right: bool,
    ) -> Result<Found, ReadError> {
        let mut gaps: Vec<Gap> = Vec::new();
        for response in presentation.children_named("response_lid") {
            let ident = response.attribute("ident").unwrap_or_default();
            let name = gap_name(response);
            let is_right = |label: &Element| {
                let label = label.attribute("ident").unwrap_or_default();
                all_are_right
                    || self
                        .conditions
                        .iter()
                        .any(|c| c.equal.iter().any(|(r, answer)| r == ident && answer == label))
            };
            let right: Vec<&Element> = match response.find("render_choice") {
                Some(choices) => labels(choices).into_iter().filter(|label| is_right(label)).collect(),
                None => Vec::new(),
            };
            let accepts: Vec<String> =
                right.into_iter().map(|label| self.first_material(label).words()).collect();
            if accepts.iter().all(String::is_empty) {
                return Err(self.no_key());
            }
            let hint = self.fields.all(HINT).find_map(|hint| {
                hint.split_once('=').filter(|(known, _)| *known == name).map(|(_, hint)| hint.to_owned())
            });
            gaps.push(Gap { name, accepts, hint });
        }
        if gaps.is_empty() {
            return Err(self.no_key());
        }
        Ok(Ok(Item::new(stem.print(), Body::Cloze { gaps })))
    }

    /// An open question is a card if it says what a good answer is.
    fn open(&mut self, stem: &Prose) -> Found {
        let back = match self.take_feedback("general_fb") {
            Some(back) => back,
            None => self.rest_of_feedback(),
        };
        if back.is_empty() {
            return Err("it is an open question without a model answer".to_owned());
        }
        Ok(Item::new(stem.print(), Body::Flashcard { back: back.print() }))
    }
}

fn gap_name(response: &Element) -> String {
    let said = response.children_named("material").next().map(|material| material.text().trim().to_owned());
    let ident = response.attribute("ident").unwrap_or_default();
    said.filter(|name| !name.is_empty()).unwrap_or_else(|| ident.trim_start_matches("response_").to_owned())
}

fn true_false(stem: &Prose, answer: bool, right: &Choice) -> Item {
    let mut item = Item::new(stem.print(), Body::TrueFalse { answer });
    if let Some(said) = &right.rationale {
        item.solution = solution::from_prose(&Prose::read(said));
    }
    item
}

/// The choices, some of which may be wrapped in flows.
fn labels(choices: &Element) -> Vec<&Element> {
    let mut found = Vec::new();
    for node in &choices.children {
        if let Node::Element(inner) = node {
            if inner.name == "response_label" {
                found.push(inner);
            } else {
                found.extend(labels(inner));
            }
        }
    }
    found
}

/// The nodes with `[name]` as our mark of the gap of that name, the first time it stands in the words; two braces of
/// the file stay words. The unit is taken out.
fn mark_gaps(nodes: Vec<Node>, left: &mut Vec<String>, unit: &mut Option<String>) -> Vec<Node> {
    let mut kept = Vec::new();
    for node in nodes {
        match node {
            Node::Text(text) => {
                kept.push(Node::Text(mark_gaps_in_text(&text.replace("{{", "{\u{200b}{"), left)));
            }
            Node::Element(element) if element.attribute("class") == Some(UNIT) => {
                *unit = Some(element.text().trim().to_owned());
            }
            Node::Element(element) if matches!(element.name.as_str(), "pre" | "code") => {
                kept.push(Node::Element(element));
            }
            Node::Element(mut element) => {
                element.children = mark_gaps(std::mem::take(&mut element.children), left, unit);
                kept.push(Node::Element(element));
            }
        }
    }
    kept
}

fn mark_gaps_in_text(text: &str, left: &mut Vec<String>) -> String {
    let (mut rest, mut words) = (text, String::new());
    while let Some((before, after)) = rest.split_once('[') {
        words.push_str(before);
        let name = after.split_once(']').and_then(|(name, after)| {
            let at = left.iter().position(|known| known == name)?;
            Some((left.swap_remove(at), after))
        });
        match name {
            Some((name, after)) => {
                words.extend(["{{", name.as_str(), "}}"]);
                rest = after;
            }
            None => {
                words.push('[');
                rest = after;
            }
        }
    }
    words + rest
}
