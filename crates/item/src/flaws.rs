//! Item-writing flaws, found by rules alone.
//!
//! Every flaw names its rule and quotes the words that triggered it. Rules whose truth depends on the subject
//! ([`Rule::is_heuristic`]) use surface signs; they ask for a look and do not refuse an item.
//!
//! Their quality is measured in `tests/mutations`: nearly all flaws injected into clean items are found, but those
//! share their author's words with the lists; in whole items with wordings the lists were not written for, about three
//! flaws in four are found.

mod key;
mod options;
mod phrasing;
mod rule;
mod set;
mod stem;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::{Finding, Severity};

pub(crate) use key::{is_plural, is_varied_by_all, number_of_verb, shared_parts};
pub(crate) use options::{fits_article, form_of, is_combination};
pub use rule::Rule;
pub use set::{SetFlaw, SetRule, check_set};

use crate::Item;
use crate::words::View;

/// One flaw of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flaw {
    pub rule: Rule,
    pub severity: Severity,
    /// The offending words, verbatim.
    pub quote: String,
    /// Where, as a JSON pointer into the item.
    pub pointer: String,
}

impl From<Flaw> for Finding {
    fn from(flaw: Flaw) -> Self {
        let message = if flaw.quote.is_empty() {
            flaw.rule.title().to_owned()
        } else {
            format!("{}: “{}”", flaw.rule.title(), flaw.quote)
        };
        Finding::new(flaw.rule.name(), flaw.severity, message).at(flaw.pointer)
    }
}

/// The flaws of an item, in the order of the rules, at most one for each rule and place.
pub fn check(item: &Item) -> Vec<Flaw> {
    let view = View::new(item);
    let mut flaws = Flaws(Vec::new());
    phrasing::check(&view, &mut flaws);
    stem::check(&view, &mut flaws);
    if !view.options.is_empty() {
        options::check(&view, &mut flaws);
        key::check(&view, &mut flaws);
    }
    let mut flaws = flaws.0;
    flaws.sort_by(|a, b| (a.rule, &a.pointer).cmp(&(b.rule, &b.pointer)));
    flaws.dedup_by(|a, b| a.rule == b.rule && a.pointer == b.pointer);
    flaws
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Stem,
    Option(usize),
    Options,
}

struct Flaws(Vec<Flaw>);

impl Flaws {
    fn add(&mut self, rule: Rule, quote: impl Into<String>, place: Place) {
        self.add_as(rule, rule.severity(), quote, place);
    }

    fn add_as(&mut self, rule: Rule, severity: Severity, quote: impl Into<String>, place: Place) {
        let pointer = match place {
            Place::Stem => "/stem".to_owned(),
            Place::Option(i) => format!("/body/options/{i}/text"),
            Place::Options => "/body/options".to_owned(),
        };
        self.0.push(Flaw { rule, severity, quote: quote.into(), pointer });
    }
}

#[cfg(test)]
mod tests;
