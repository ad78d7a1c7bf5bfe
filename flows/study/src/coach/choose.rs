//! Selects from the possible cards and questions: the important ones, from all parts of the document, no facet and no
//! concept too often.

use std::collections::BTreeMap;

use crate::gates::tells;
use tutti_composer::{Difficulty, Facet, Weighed};
use tutti_language::plain;

use crate::materials::{Flashcard, QuizItem};

/// The properties of a card or question that matter for the choice.
pub(super) trait Offer {
    fn facet(&self) -> Facet;
    fn concept(&self) -> &str;
    fn quote(&self) -> &str;
    fn difficulty(&self) -> Option<Difficulty>;

    fn is_about(&self, term: &str) -> bool {
        let term = plain(term);
        plain(self.concept()).contains(&term) || plain(self.quote()).contains(&term)
    }
}

impl Offer for Flashcard {
    fn facet(&self) -> Facet {
        self.facet
    }
    fn concept(&self) -> &str {
        &self.concept
    }
    fn quote(&self) -> &str {
        &self.quote
    }
    fn difficulty(&self) -> Option<Difficulty> {
        None
    }
}

impl Offer for QuizItem {
    fn facet(&self) -> Facet {
        self.facet
    }
    fn concept(&self) -> &str {
        &self.concept
    }
    fn quote(&self) -> &str {
        &self.quote
    }
    fn difficulty(&self) -> Option<Difficulty> {
        Some(self.difficulty)
    }
}

/// At most `most`, in the order of the document.
pub(super) fn choose<T: Offer>(
    mut offers: Vec<Weighed<T>>,
    most: usize,
    focus: &dyn Fn(&dyn Offer) -> bool,
    wanted: Option<Difficulty>,
) -> Vec<T> {
    let mut chosen: Vec<Weighed<T>> = Vec::new();
    let mut facets: BTreeMap<Facet, f64> = BTreeMap::new();
    let mut places: BTreeMap<usize, f64> = BTreeMap::new();
    let mut quotes: BTreeMap<String, usize> = BTreeMap::new();
    while chosen.len() < most {
        let value = |offer: &Weighed<T>| {
            let facet = facets.get(&offer.it.facet()).copied().unwrap_or_default();
            let place = places.get(&offer.place).copied().unwrap_or_default();
            let quote = quotes.get(offer.it.quote()).copied().unwrap_or_default() as f64;
            let level = match (wanted, offer.it.difficulty()) {
                (Some(wanted), Some(own)) => f64::from((wanted as i8 - own as i8).abs()),
                _ => 0.0,
            };
            let focus = if focus(&offer.it) { 3.0 } else { 0.0 };
            offer.weight + focus - 0.35 * facet - 0.5 * place - 3.0 * quote - 0.6 * level
        };
        let best = offers
            .iter()
            .enumerate()
            .filter(|(_, offer)| chosen.iter().all(|other| !repeats(&offer.it, &other.it)))
            .map(|(i, offer)| (i, value(offer)))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((best, _)) = best else { break };
        let offer = offers.swap_remove(best);
        *facets.entry(offer.it.facet()).or_default() += 1.0;
        *places.entry(offer.place).or_default() += 1.0;
        *quotes.entry(offer.it.quote().to_owned()).or_default() += 1;
        chosen.push(offer);
    }
    chosen.sort_by_key(|offer| offer.place);
    chosen.into_iter().map(|offer| offer.it).collect()
}

/// Two that show one side of one concept, or of which one tells what the other asks for.
fn repeats(a: &dyn Offer, b: &dyn Offer) -> bool {
    if a.quote() == b.quote() && (tells(a.facet()) || tells(b.facet())) {
        return true;
    }
    let one_side = a.facet() == b.facet()
        && !matches!(a.facet(), Facet::Number | Facet::Step | Facet::Cause | Facet::Fact);
    (one_side && plain(a.concept()) == plain(b.concept()))
        || (a.facet() == b.facet()
            && a.quote() == b.quote()
            && a.difficulty() == b.difficulty()
            && a.facet() != Facet::Step)
}
