//! The test-wise solver: guesses the key from how an item is written, without any knowledge of the subject.
//!
//! It never sees the key, the rationales or the subject. On a well-written item it can do no better than chance; an
//! item it solves is rejected with the cue that gave the key away.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_lexicon::List;

use crate::Item;
use crate::flaws::{
    fits_article, form_of, is_combination, is_plural, is_varied_by_all, number_of_verb, shared_parts,
};
use crate::words::{Sort, Text, View, Word};

/// A trick of test-wise candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The longest option is often the key.
    Longest,
    /// So is the one with a number, a hedge or a bracket.
    MostSpecific,
    /// So is the one that repeats a word of the stem.
    StemEcho,
    /// An option that does not fit the stem's grammar is not the key.
    Grammar,
    /// An option of another form than the rest attracts.
    OddOneOut,
    /// Distractors are variations of the key, so it shares the most with them.
    Convergence,
    /// Extreme values are avoided by writers.
    MiddleValue,
    /// Absolutes are seldom true.
    AvoidAbsolutes,
    /// `All of the above` is added when it is the key.
    AllOfTheAbove,
    /// `None of the above`, jokes and fillers are padding.
    AvoidPadding,
    /// Of two opposites one is the key.
    Opposites,
}

/// The solver's guess at an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Guess {
    /// The probability of each option, in their order; they sum to 1.
    pub shares: Vec<f64>,
    /// From 0, no cue at all, to 1, certain.
    pub confidence: f64,
    /// For each option the cues that spoke for it or, with a negative weight, against it.
    pub cues: Vec<Vec<(Cue, f64)>>,
}

impl Guess {
    /// The option with the greatest share, the first of equals.
    pub fn best(&self) -> usize {
        let top = self.shares.iter().copied().fold(0.0, f64::max);
        self.shares.iter().position(|share| *share >= top).unwrap_or(0)
    }

    /// The strongest cue for `key` if the solver would choose it, alone and at twice the chance or more.
    pub fn decisive_cue(&self, key: usize) -> Option<Cue> {
        let share = *self.shares.get(key)?;
        let rivals = self.shares.iter().enumerate().filter(|(place, _)| *place != key);
        let alone = rivals.into_iter().all(|(_, other)| *other < share - 1e-9);
        let twice = share * self.shares.len() as f64 >= 2.0;
        let strongest = self.cues[key].iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(cue, _)| *cue);
        // If the others were excluded, there may be no cue for the key itself.
        let against = self.cues.iter().flatten().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(cue, _)| *cue);
        if alone && twice { strongest.or(against) } else { None }
    }
}

/// The solver's view of an item with options; none for other kinds.
pub fn guess(item: &Item) -> Option<Guess> {
    let view = View::new(item);
    if view.options.len() < 2 {
        return None;
    }
    let mut solver = Solver { cues: vec![Vec::new(); view.options.len()] };
    solver.padding(&view);
    if view.quantities.is_empty() {
        solver.length(&view);
        solver.specific(&view);
        solver.echo(&view);
        solver.grammar(&view);
        solver.form(&view);
        solver.convergence(&view);
        solver.opposites(&view);
    } else {
        solver.middle(&view);
    }
    let weights: Vec<f64> =
        solver.cues.iter().map(|cues| cues.iter().map(|(_, weight)| weight).sum()).collect();
    let powers: Vec<f64> = weights.iter().map(|weight: &f64| weight.exp()).collect();
    let total: f64 = powers.iter().sum();
    let shares: Vec<f64> = powers.iter().map(|power| power / total).collect();
    let chance = 1.0 / shares.len() as f64;
    let top = shares.iter().copied().fold(0.0, f64::max);
    Some(Guess { shares, confidence: ((top - chance) / (1.0 - chance)).clamp(0.0, 1.0), cues: solver.cues })
}

/// The solver's result on a set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// How many items had one key among options.
    pub items: usize,
    /// The mean share the solver gave the key.
    pub expected: f64,
    /// The share of items where its first choice is the key; equals share the point.
    pub hits: f64,
    /// The mean of one over the number of options.
    pub chance: f64,
    /// Of `hits`, if the solver were guessing.
    pub standard_error: f64,
}

/// What the solver would score on a set.
pub fn expected_score(items: &[Item]) -> Score {
    let mut score = Score::default();
    let mut variance = 0.0;
    for item in items {
        let (Some(key), Some(guess)) = (item.key_place(), guess(item)) else { continue };
        let top = guess.shares.iter().copied().fold(0.0, f64::max);
        let best = guess.shares.iter().filter(|share| **share >= top - 1e-9).count();
        let chance = 1.0 / guess.shares.len() as f64;
        score.items += 1;
        score.expected += guess.shares[key];
        score.hits += if guess.shares[key] >= top - 1e-9 { 1.0 / best as f64 } else { 0.0 };
        score.chance += chance;
        variance += chance * (1.0 - chance);
    }
    if score.items > 0 {
        let n = score.items as f64;
        score.expected /= n;
        score.hits /= n;
        score.chance /= n;
        score.standard_error = f64::sqrt(variance) / n;
    }
    score
}

struct Solver {
    cues: Vec<Vec<(Cue, f64)>>,
}

impl Solver {
    fn say(&mut self, place: usize, cue: Cue, weight: f64) {
        self.cues[place].push((cue, weight));
    }

    /// For the one option that `fits`, if it is the only one.
    fn only(&mut self, view: &View<'_>, cue: Cue, weight: f64, fits: impl Fn(&Text<'_>) -> bool) {
        let mut places = view.options.iter().enumerate().filter(|(_, option)| fits(option));
        if let (Some((place, _)), None) = (places.next(), places.next()) {
            self.say(place, cue, weight);
        }
    }

    fn padding(&mut self, view: &View<'_>) {
        for (place, option) in view.options.iter().enumerate() {
            let joke = option.words.iter().any(|word| word.is(List::Jokes));
            let filler = option.is_listed(List::Fillers);
            if option.first_listed(List::AllOfTheAbove).is_some() {
                self.say(place, Cue::AllOfTheAbove, 1.2);
            } else if option.first_listed(List::NoneOfTheAbove).is_some() || joke || filler {
                self.say(place, Cue::AvoidPadding, -1.5);
            } else if !is_combination(option) {
                let strong = |word: &Word<'_>| word.is(List::Absolutes) && !word.is(List::MildAbsolutes);
                if option.words.iter().any(strong) {
                    self.say(place, Cue::AvoidAbsolutes, -1.2);
                } else if option.words.iter().any(|word| word.is(List::MildAbsolutes)) {
                    self.say(place, Cue::AvoidAbsolutes, -0.4);
                }
            }
        }
    }

    fn length(&mut self, view: &View<'_>) {
        let lengths: Vec<_> = view.options.iter().map(Text::length).collect();
        let total: usize = lengths.iter().sum();
        for (place, length) in lengths.iter().enumerate() {
            let others = lengths.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, l)| *l);
            let longest = others.max().unwrap_or(0);
            let mean = (total - length) as f64 / (lengths.len() - 1) as f64;
            let ratio = *length as f64 / mean.max(1.0);
            if view.options[place].words.len() >= 4 && *length > longest && ratio > 1.25 {
                self.say(place, Cue::Longest, (2.0 * (ratio - 1.0)).min(2.0));
            }
        }
    }

    fn specific(&mut self, view: &View<'_>) {
        let number = |option: &Text<'_>| option.words.iter().any(|word| word.sort == Sort::Number);
        let hedge = |option: &Text<'_>| option.words.iter().any(Word::hedges);
        let bracket = |option: &Text<'_>| option.source.replace("\\(", "").contains('(');
        if view.options.len() >= 3 {
            self.only(view, Cue::MostSpecific, 1.0, number);
            self.only(view, Cue::MostSpecific, 1.0, hedge);
            self.only(view, Cue::MostSpecific, 1.0, bracket);
        }
    }

    fn echo(&mut self, view: &View<'_>) {
        let (mut roots, mut starts) = (HashSet::new(), HashSet::new());
        for word in view.stem.words.iter().filter(|word| word.content) {
            roots.insert(word.root());
            starts.extend(word.lower.get(..5));
        }
        let echoes = |option: &Text<'_>| {
            option.words.iter().any(|word| {
                word.content
                    && word.root().chars().count() >= 4
                    && (roots.contains(word.root())
                        || word.lower.get(..5).is_some_and(|start| starts.contains(start)))
            })
        };
        self.only(view, Cue::StemEcho, 1.3, echoes);
    }

    fn grammar(&mut self, view: &View<'_>) {
        let Some(last) = view.stem.words.last().filter(|_| view.is_english()) else { return };
        if view.stem.source.trim_end().ends_with('?') {
            return;
        }
        for (place, option) in view.options.iter().enumerate() {
            let article = ["a", "an"].contains(&&*last.lower);
            let misfit = article && fits_article(option, &last.lower) == Some(false)
                || number_of_verb(&last.lower).is_some_and(|plural| is_plural(option) != plural);
            if misfit {
                self.say(place, Cue::Grammar, if article { -2.5 } else { -0.8 });
            }
        }
    }

    fn form(&mut self, view: &View<'_>) {
        let forms: Vec<_> = view.options.iter().zip(&view.amounts).map(form_of).collect();
        if forms.len() < 4 {
            return;
        }
        for (place, form) in forms.iter().enumerate() {
            let mut others =
                forms.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, form)| form);
            if let Some(first) = others.next()
                && form != first
                && others.all(|other| other == first)
            {
                self.say(place, Cue::OddOneOut, 0.5);
            }
        }
    }

    /// Where every other option varies the same one, it gives itself away; where some do, it draws a little.
    fn convergence(&mut self, view: &View<'_>) {
        let shared = shared_parts(view);
        let top = shared.iter().copied().max().unwrap_or(0);
        let mut best = shared.iter().enumerate().filter(|(_, score)| **score == top);
        let spread = shared.iter().filter(|score| **score > 0).count();
        if let (Some((place, _)), None) = (best.next(), best.next())
            && top >= 2
            && spread * 2 > shared.len()
        {
            let whole = top >= 3 && is_varied_by_all(view, place);
            self.say(place, Cue::Convergence, if whole { 1.2 } else { 0.6 });
        }
    }

    fn opposites(&mut self, view: &View<'_>) {
        if view.options.len() < 4 {
            return;
        }
        let holders = |word: &str| {
            let mut places = view.options.iter().enumerate().filter(|(_, option)| option.has(word));
            match (places.next(), places.next()) {
                (Some((place, _)), None) => Some(place),
                _ => None,
            }
        };
        let pairs: Vec<_> = view
            .lexicon
            .opposites()
            .iter()
            .filter_map(|(one, other)| holders(one).zip(holders(other)))
            .filter(|(one, other)| one != other)
            .collect();
        if let [(one, other)] = pairs[..] {
            self.say(one, Cue::Opposites, 0.9);
            self.say(other, Cue::Opposites, 0.9);
        }
    }

    fn middle(&mut self, view: &View<'_>) {
        let values = &view.quantities;
        let (low, high) = values
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
        for (place, value) in values.iter().enumerate() {
            if low < *value && *value < high {
                self.say(place, Cue::MiddleValue, 0.3);
            }
        }
    }
}
