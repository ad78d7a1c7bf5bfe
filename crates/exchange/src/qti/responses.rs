//! The response declarations of an item.

use crate::markup::{Element, Node};

/// One response of an item.
#[derive(Debug, Default)]
pub(super) struct Response {
    pub(super) identifier: String,
    pub(super) cardinality: String,
    pub(super) base_type: String,
    correct: Vec<String>,
    /// The key in words.
    pub(super) words: Option<String>,
    mapping: Vec<Mapped>,
}

#[derive(Debug)]
struct Mapped {
    key: String,
    value: f64,
    case_sensitive: bool,
}

pub(super) fn of(item: &Element) -> Vec<Response> {
    item.children_named("responseDeclaration").map(declaration).collect()
}

fn declaration(element: &Element) -> Response {
    let text = |name: &str| element.attribute(name).unwrap_or_default().to_owned();
    let mut response = Response {
        identifier: text("identifier"),
        cardinality: text("cardinality"),
        base_type: text("baseType"),
        ..Response::default()
    };
    if let Some(correct) = element.children_named("correctResponse").next() {
        response.words = correct.attribute("interpretation").map(str::to_owned);
        response.correct =
            correct.children_named("value").map(|value| value.text().trim().to_owned()).collect();
    }
    if let Some(mapping) = element.children_named("mapping").next() {
        for entry in mapping.children_named("mapEntry") {
            response.mapping.push(Mapped {
                key: entry.attribute("mapKey").unwrap_or_default().trim().to_owned(),
                value: entry
                    .attribute("mappedValue")
                    .and_then(|value| value.trim().parse().ok())
                    .unwrap_or(0.0),
                case_sensitive: entry.attribute("caseSensitive").is_some_and(|case| case.trim() == "true"),
            });
        }
    }
    response
}

impl Response {
    /// The choices that are right: as declared, or those that are worth something.
    pub(super) fn keys(&self) -> Vec<String> {
        if !self.correct.is_empty() {
            return self.correct.clone();
        }
        let best = self.mapping.iter().map(|mapped| mapped.value).fold(0.0, f64::max);
        let is_key =
            |mapped: &&Mapped| mapped.value > 0.0 && (self.cardinality != "single" || mapped.value >= best);
        self.mapping.iter().filter(is_key).map(|mapped| mapped.key.clone()).collect()
    }

    /// The texts that are accepted, the one to show first.
    pub(super) fn accepts(&self) -> Vec<String> {
        let right = self.mapping.iter().filter(|mapped| mapped.value > 0.0);
        let mut accepts: Vec<String> = right.map(|mapped| mapped.key.clone()).collect();
        for correct in self.correct.iter().rev() {
            if !accepts.contains(correct) {
                accepts.insert(0, correct.clone());
            }
        }
        accepts.retain(|answer| !answer.is_empty());
        accepts
    }

    /// Comparing with the key minds case; a mapping says so itself.
    pub(super) fn case_sensitive(&self) -> bool {
        if self.mapping.is_empty() { true } else { self.mapping.iter().any(|mapped| mapped.case_sensitive) }
    }
}

/// Mode and size of the tolerance in the rule that compares this response with a number, and the number if the rule
/// has it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Comparison {
    pub(super) mode: String,
    pub(super) size: Option<String>,
    pub(super) value: Option<String>,
}

pub(super) fn comparison(item: &Element, response: &str) -> Option<Comparison> {
    let processing = item.children_named("responseProcessing").next()?;
    find(processing, response)
}

fn find(element: &Element, response: &str) -> Option<Comparison> {
    for node in &element.children {
        let Node::Element(inner) = node else { continue };
        let about = inner.children_named("variable").any(|v| v.attribute("identifier") == Some(response));
        let value = inner.children_named("baseValue").next().map(|value| value.text().trim().to_owned());
        match inner.name.as_str() {
            "equal" if about => {
                return Some(Comparison {
                    mode: inner.attribute("toleranceMode").unwrap_or("exact").to_owned(),
                    size: inner.attribute("tolerance").map(str::to_owned),
                    value,
                });
            }
            "equalRounded" if about && inner.attribute("roundingMode") == Some("decimalPlaces") => {
                let places: i32 = inner.attribute("figures")?.trim().parse().ok()?;
                let size = (places.unsigned_abs() < 16).then(|| (0.5 * 10f64.powi(-places)).to_string());
                return Some(Comparison { mode: "absolute".to_owned(), size, value });
            }
            "and" => {
                if let Some(range) = range(inner, response) {
                    return Some(range);
                }
            }
            _ => {}
        }
        if let Some(found) = find(inner, response) {
            return Some(found);
        }
    }
    None
}

/// `1.9 ≤ response ≤ 2.1` as a value in the middle and a tolerance.
fn range(and: &Element, response: &str) -> Option<Comparison> {
    let bound = |name: &str| -> Option<f64> {
        let rule = and.children_named(name).next()?;
        rule.children_named("variable").find(|v| v.attribute("identifier") == Some(response))?;
        rule.children_named("baseValue").next()?.text().trim().parse().ok()
    };
    let (low, high) = (bound("gte").or_else(|| bound("gt"))?, bound("lte").or_else(|| bound("lt"))?);
    let (value, size) = crate::number::middle(low, high)?;
    Some(Comparison { mode: "absolute".to_owned(), size: Some(size), value: Some(value) })
}
