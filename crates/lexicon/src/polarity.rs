//! Words that negate, reverse or weaken a statement, the same for every crate.

use crate::lexicon::Lexicon;
use crate::list::List;
use crate::tokens::{fold, tokens};

/// What a negation denies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Negation {
    /// The verb of its clause: `not`, `isn't`.
    Clause,
    /// That it happens at any time: `never`.
    Ever,
    /// That there is any: `no`, `nobody`.
    None,
    /// Both of two: `neither`, `nor`.
    Pair,
    /// That something is there: `without`.
    Lack,
    /// Almost all: `hardly`, `rarely`.
    Near,
}

impl Negation {
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "clause" => Self::Clause,
            "ever" => Self::Ever,
            "none" => Self::None,
            "pair" => Self::Pair,
            "lack" => Self::Lack,
            "near" => Self::Near,
            _ => return None,
        })
    }
}

/// The sort of a pair of opposites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opposite {
    /// Degrees, directions, changes: `higher` and `lower`.
    Quality,
    /// Bounds: `at least` and `at most`.
    Limit,
    /// What something is by rule or nature: `mandatory` and `optional`.
    Status,
    /// A statement and its denial: `can` and `cannot`.
    Denial,
    /// Opposites that are compared and never put in each other's place, since one has other meanings: `left` and `right`.
    Compared,
}

impl Opposite {
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "quality" => Self::Quality,
            "limit" => Self::Limit,
            "status" => Self::Status,
            "denial" => Self::Denial,
            "compared" => Self::Compared,
            _ => return None,
        })
    }
}

/// A word or phrase, and what turns the sentence it stands in into its opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    pub from: &'static str,
    pub to: &'static str,
    pub opposite: Opposite,
}

impl Lexicon {
    /// What a word denies, if it is a negation. The word is as [`fold`] gives it.
    pub fn negation(&self, lower: &str) -> Option<Negation> {
        self.negations.get(lower).copied()
    }

    /// The negations of a text, in order.
    pub fn negations(&self, text: &str) -> impl Iterator<Item = Negation> {
        tokens(text).filter_map(|token| self.negation(&token.lower()))
    }

    /// Whether a text contains a negation.
    pub fn is_negated(&self, text: &str) -> bool {
        self.negations(text).next().is_some()
    }

    /// Whether one word or phrase is the opposite of the other.
    pub fn are_opposites(&self, one: &str, other: &str) -> bool {
        let (one, other) = (fold(one), fold(other));
        let turns = |from: &str, to: &str| self.turns.iter().any(|turn| turn.from == from && turn.to == to);
        turns(&one, &other) || turns(&other, &one)
    }

    /// Every word with an opposite, longer phrases before the words in them.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Pairs of single words that are opposites, each pair once.
    pub fn opposites(&self) -> &[(&'static str, &'static str)] {
        &self.opposites
    }

    /// Pairs of roles that can change places: `landlord` and `tenant`.
    pub fn roles(&self) -> &[(&'static str, &'static str)] {
        &self.roles
    }

    /// Whether a text makes its statement careful or leaves open how often or how much it holds.
    pub fn is_hedged(&self, text: &str) -> bool {
        [List::Hedges, List::Approximators, List::VagueWords].iter().any(|list| self.holds(text, *list))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn negations_are_known_in_every_language() {
        for (language, text, expected) in [
            (Language::English, "It does not stop.", Some(Negation::Clause)),
            (Language::English, "It doesn’t stop.", Some(Negation::Clause)),
            (Language::English, "Nobody stops.", Some(Negation::None)),
            (Language::English, "It runs without stopping.", Some(Negation::Lack)),
            (Language::English, "It hardly stops.", Some(Negation::Near)),
            (Language::English, "It stops now.", None),
            (Language::English, "A knot in the note.", None),
            (Language::Bokmal, "Den stopper ikke.", Some(Negation::Clause)),
            (Language::Nynorsk, "Han stoppar ikkje no.", Some(Negation::Clause)),
            (Language::Nynorsk, "Han stoppar no.", None),
            (Language::Other, "not", None),
        ] {
            let lexicon = Lexicon::of(language);
            assert_eq!(lexicon.negations(text).next(), expected, "{text}");
            assert_eq!(lexicon.is_negated(text), expected.is_some(), "{text}");
        }
    }

    #[test]
    fn opposites_go_both_ways() {
        let english = Lexicon::of(Language::English);
        for (one, other) in
            [("rises", "Falls"), ("at most", "at least"), ("right", "left"), ("cannot", "can")]
        {
            assert!(english.are_opposites(one, other) && english.are_opposites(other, one), "{one} {other}");
        }
        assert!(!english.are_opposites("rises", "shrinks") && !english.are_opposites("rises", "rises"));
        assert!(Lexicon::of(Language::Nynorsk).are_opposites("aukar", "minkar"));
    }

    #[test]
    fn phrases_stand_before_the_words_in_them() {
        let words = |turn: &Turn| turn.from.split(' ').count();
        for language in Language::ALL {
            assert!(Lexicon::of(language).turns().windows(2).all(|pair| words(&pair[0]) >= words(&pair[1])));
        }
    }

    #[test]
    fn hedges_are_words_and_phrases() {
        let english = Lexicon::of(Language::English);
        for (text, expected) in [
            ("It often rains.", true),
            ("It rains to some extent.", true),
            ("It might rain.", true),
            ("It rains in Bergen.", false),
        ] {
            assert_eq!(english.is_hedged(text), expected, "{text}");
        }
    }
}
