//! The native question writer: asks about what the reference states plainly, at three levels.
//!
//! Values, terms and lists are remembered; statements that one changed word makes false, and causes, are understood;
//! conditions, time limits and percentages are applied. What the rules would reject is not offered.

use tutti_composer::{Answer, Difficulty, Draw, Facet, Facts, Question, Wanted, Weighed, Wording, questions};
use tutti_core::Problem;
use tutti_language::{Language, holds_words, plain};

use crate::candidate::{Candidate, Candidates, Level, Offered, Target};
use crate::coverage::CoverageMap;
use crate::order::Order;
use crate::reference::Reference;
use crate::rules::{Judge, Probe, overlaps};

pub fn write(order: &Order) -> Result<Candidates, Problem> {
    let reference = Reference::new(&order.reference);
    let Some(wording) = Wording::of(reference.language()) else { return Ok(Candidates::default()) };
    let text = reference.text();
    let wanted = Wanted { wrong: order.options.saturating_sub(1), difficulty: Difficulty::Medium };
    let first = order.coverage.as_ref().map(concepts).unwrap_or_default();
    let facts = Facts::of(&text, &order.topic_title, first);
    let judge = Judge::new(&reference, order.options);
    let broken = |sentence: usize| {
        let block = text.sentences()[sentence].block;
        reference.blocks().get(block).is_some_and(crate::reference::Block::is_mended)
    };
    let mut offers: Vec<Offer> = questions(&facts, wording, wanted)
        .into_iter()
        .filter(|question| !question.it.options.iter().any(|option| broken(option.sentence)))
        .map(|question| offer(&facts, order, question))
        .filter(|offer| !order.avoid.iter().any(|known| plain(known).contains(&plain(&offer.it.question))))
        .collect();
    offers.retain(|offer| !judge.judge(&offer.it, None).is_rejected());
    Ok(Candidates { candidates: choose(offers, order, reference.language()), escalate: None })
}

/// A candidate and its merits.
struct Offer {
    it: Candidate,
    weight: f64,
    sentence: usize,
}

fn offer(facts: &Facts<'_>, order: &Order, question: Weighed<Question>) -> Offer {
    let Weighed { it, weight, .. } = question;
    let target = order.coverage.as_ref().map(|map| target(map, &it, facts));
    let under = order.coverage.as_ref().zip(target.as_ref()).map_or(0.0, |(map, target)| {
        let rank = map.under_covered_concepts.iter().position(|under| under.concept == target.concept);
        rank.map_or(0.0, |rank| 2.0 / (1.0 + 0.1 * rank as f64))
    });
    let candidate = Candidate {
        question_id: String::new(),
        level: level(&it),
        question: it.stem.clone(),
        options: it.options.iter().map(|answer| offer_option(facts, &it, answer)).collect(),
        key: it.key,
        concept: if it.concept.is_empty() { bare(&order.topic_title) } else { it.concept.clone() },
        target,
    };
    Offer { it: candidate, weight: weight + under, sentence: it.sentence }
}

/// A title as it stands inside a sentence: "The water cycle" is the water cycle.
fn bare(title: &str) -> String {
    match title.split_once(' ') {
        Some((article, rest)) if ["the", "a", "an"].contains(&article.to_lowercase().as_str()) => {
            rest.to_owned()
        }
        _ => title.to_owned(),
    }
}

/// What answering demands. To tell a statement from near values is to remember; to tell it from its opposite, to
/// understand.
fn level(question: &Question) -> Level {
    let values = question.options.iter().filter(|option| option.draw == Some(Draw::AdjacentValue)).count();
    match question.facet {
        Facet::Case => Level::Applying,
        Facet::Cause | Facet::Contrast => Level::Understanding,
        Facet::Statement if 2 * values < question.options.len() => Level::Understanding,
        _ => Level::Remembering,
    }
}

fn offer_option(facts: &Facts<'_>, question: &Question, answer: &Answer) -> Offered {
    let misconception = answer.draw.map_or("", |draw| belief(question.facet, draw));
    Offered {
        text: answer.text.clone(),
        draw: answer.draw,
        misconception: misconception.to_owned(),
        evidence: facts.sentence(answer.sentence).to_owned(),
    }
}

/// The misconception behind an option that draws readers this way.
pub(crate) const fn belief(facet: Facet, draw: Draw) -> &'static str {
    match (facet, draw) {
        (_, Draw::AdjacentValue) => "remembers that there is a figure, but a neighbouring one",
        (Facet::Case, Draw::RelatedConfusion) => "takes the consequence of another condition for this one's",
        (_, Draw::RelatedConfusion) => "mixes it up with something that stands beside it in the text",
        (_, Draw::Misconception) => "has the relation the wrong way round",
        (_, Draw::PartialTruth) => "remembers the limit, but not on which side of it the rule holds",
        (_, Draw::PlausibleReasoning) => "goes by what seems reasonable without the text",
    }
}

/// The concepts of a coverage map, those that should be asked about first.
fn concepts(map: &CoverageMap) -> Vec<String> {
    let under = map.under_covered_concepts.iter().map(|under| under.concept.clone());
    under.chain(map.covered_concepts.iter().map(|covered| covered.concept.clone())).collect()
}

/// The concept of the map that a question is on: the first that its sentences name.
fn target(map: &CoverageMap, question: &Question, facts: &Facts<'_>) -> Target {
    let said = plain(&format!("{} {}", question.stem, facts.sentence(question.sentence)));
    let names = |concept: &str| holds_words(&said, &plain(concept));
    let under = map.under_covered_concepts.iter().map(|under| (&under.concept, true));
    let covered = map.covered_concepts.iter().map(|covered| (&covered.concept, false));
    match under.chain(covered).find(|(concept, _)| names(concept)) {
        Some((concept, under_covered)) => Target { concept: concept.clone(), under_covered },
        None => Target { concept: question.concept.clone(), under_covered: false },
    }
}

/// The weightiest of each level in turn, none on what is asked already, no sentence asked about twice.
fn choose(mut offers: Vec<Offer>, order: &Order, language: Language) -> Vec<Candidate> {
    offers.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut taken: Vec<Probe> = order.existing.iter().map(|asked| Probe::of_asked(asked, language)).collect();
    let mut sentences: Vec<usize> = Vec::new();
    let mut chosen: Vec<Candidate> = Vec::new();
    loop {
        let before = chosen.len();
        // The upper levels first: what is asked there cannot be asked below.
        for level in Level::ALL.into_iter().rev() {
            if chosen.iter().filter(|candidate| candidate.level == level).count() >= order.count_at(level) {
                continue;
            }
            let fits = |offer: &Offer| {
                let probe = Probe::of(&offer.it, language);
                offer.it.level == level
                    && !sentences.contains(&offer.sentence)
                    && !taken.iter().any(|other| overlaps(&probe, other))
            };
            if let Some(place) = offers.iter().position(fits) {
                let offer = offers.remove(place);
                taken.push(Probe::of(&offer.it, language));
                sentences.push(offer.sentence);
                chosen.push(offer.it);
            }
        }
        if chosen.len() == before {
            break;
        }
    }
    chosen.sort_by_key(|candidate| candidate.level);
    chosen
}
