//! The words each language is known by: one class or more for each.
//!
//! The lists stand in `lists/`. Verbs are listed once and inflected here, so that a list can be read and mended by hand.

use std::collections::HashMap;
use std::ops::BitOr;
use std::sync::OnceLock;

use crate::Language;

/// What a word can be; one bit for each class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Class(u32);

impl Class {
    pub(crate) const DETERMINER: Self = Self(1);
    pub(crate) const ARTICLE: Self = Self(1 << 1);
    pub(crate) const PRONOUN: Self = Self(1 << 2);
    /// Points out of its sentence wherever it stands.
    pub(crate) const DEICTIC: Self = Self(1 << 3);
    /// Points back when a sentence begins with it.
    pub(crate) const ANAPHOR: Self = Self(1 << 4);
    pub(crate) const PREPOSITION: Self = Self(1 << 5);
    pub(crate) const CONJUNCTION: Self = Self(1 << 6);
    pub(crate) const RELATIVE: Self = Self(1 << 7);
    pub(crate) const BE: Self = Self(1 << 8);
    pub(crate) const AUXILIARY: Self = Self(1 << 9);
    pub(crate) const MODAL: Self = Self(1 << 10);
    pub(crate) const NEGATION: Self = Self(1 << 11);
    pub(crate) const ADVERB: Self = Self(1 << 12);
    /// Ties its sentence to the one before.
    pub(crate) const CONNECTIVE: Self = Self(1 << 13);
    pub(crate) const OPINION: Self = Self(1 << 14);
    /// A noun too general to be a term.
    pub(crate) const VAGUE: Self = Self(1 << 15);
    /// A noun that says nothing when a thing is called it.
    pub(crate) const WEAK: Self = Self(1 << 16);
    pub(crate) const PERSON: Self = Self(1 << 17);
    pub(crate) const NUMBER: Self = Self(1 << 18);
    /// A number word that can announce a list.
    pub(crate) const COUNT: Self = Self(1 << 19);
    pub(crate) const MONTH: Self = Self(1 << 20);
    pub(crate) const QUESTION: Self = Self(1 << 21);
    pub(crate) const CATEGORY: Self = Self(1 << 22);
    pub(crate) const ADJECTIVE: Self = Self(1 << 23);
    pub(crate) const VERB: Self = Self(1 << 24);
    /// Also a noun.
    pub(crate) const NOUN: Self = Self(1 << 25);
    pub(crate) const PARTICIPLE: Self = Self(1 << 26);
    pub(crate) const STOP: Self = Self(1 << 27);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Only ever the name of a place or a person.
    pub(crate) const NAME: Self = Self(1 << 28);

    fn closed() -> Self {
        Self::DETERMINER
            | Self::PRONOUN
            | Self::PREPOSITION
            | Self::CONJUNCTION
            | Self::AUXILIARY
            | Self::NEGATION
            | Self::ADVERB
    }
}

impl BitOr for Class {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

const NAMES: &[(&str, Class)] = &[
    ("determiner", Class::DETERMINER),
    ("article", Class::ARTICLE),
    ("pronoun", Class::PRONOUN),
    ("deictic", Class::DEICTIC),
    ("anaphor", Class::ANAPHOR),
    ("preposition", Class::PREPOSITION),
    ("conjunction", Class::CONJUNCTION),
    ("relative", Class::RELATIVE),
    ("be", Class::BE),
    ("auxiliary", Class::AUXILIARY),
    ("modal", Class::MODAL),
    ("negation", Class::NEGATION),
    ("adverb", Class::ADVERB),
    ("connective", Class::CONNECTIVE),
    ("opinion", Class::OPINION),
    ("vague", Class::VAGUE),
    ("weak-category", Class::WEAK),
    ("person", Class::PERSON),
    ("number", Class::NUMBER),
    ("count", Class::COUNT),
    ("month", Class::MONTH),
    ("question", Class::QUESTION),
    ("category", Class::CATEGORY),
    ("adjective", Class::ADJECTIVE),
    ("verb", Class::VERB),
    ("irregular", Class::VERB),
    ("verb-noun", Class(Class::VERB.0 | Class::NOUN.0)),
    ("either", Class(Class::VERB.0 | Class::NOUN.0)),
    ("participle", Class(Class::VERB.0 | Class::PARTICIPLE.0)),
    ("stop", Class::STOP),
    ("name", Class::NAME),
];

/// The lists of one language.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    classes: HashMap<String, Class>,
    /// Beginnings of sentences that depend on the one before, lowercase with single spaces.
    pub(crate) connectives: Vec<&'static str>,
}

impl Lists {
    pub(crate) fn of(language: Language) -> &'static Self {
        static ENGLISH: OnceLock<Lists> = OnceLock::new();
        static NORWEGIAN: OnceLock<Lists> = OnceLock::new();
        static DANISH: OnceLock<Lists> = OnceLock::new();
        static SWEDISH: OnceLock<Lists> = OnceLock::new();
        static GERMAN: OnceLock<Lists> = OnceLock::new();
        static NONE: OnceLock<Lists> = OnceLock::new();
        match language {
            Language::English => ENGLISH.get_or_init(|| {
                Self::read(
                    concat!(include_str!("lists/english.txt"), include_str!("lists/names.txt")),
                    english,
                )
            }),
            Language::Bokmal | Language::Nynorsk => NORWEGIAN.get_or_init(|| {
                Self::read(
                    concat!(include_str!("lists/norwegian.txt"), include_str!("lists/names.txt")),
                    norwegian,
                )
            }),
            Language::Danish => {
                DANISH.get_or_init(|| Self::read(include_str!("lists/danish.txt"), |_, _| ()))
            }
            Language::Swedish => {
                SWEDISH.get_or_init(|| Self::read(include_str!("lists/swedish.txt"), |_, _| ()))
            }
            Language::German => {
                GERMAN.get_or_init(|| Self::read(include_str!("lists/german.txt"), |_, _| ()))
            }
            Language::Other => NONE.get_or_init(Self::default),
        }
    }

    pub(crate) fn class(&self, lower: &str) -> Class {
        self.classes.get(lower).copied().unwrap_or_default()
    }

    fn read(source: &'static str, inflect: fn(&str, &mut dyn FnMut(String, Class))) -> Self {
        let mut lists = Self::default();
        for line in source.lines() {
            let Some((name, words)) = line.split_once(": ") else { continue };
            if name == "connective-phrase" {
                lists.connectives.extend(words.split(" | "));
                continue;
            }
            let Some((_, class)) = NAMES.iter().find(|(known, _)| *known == name) else { continue };
            for word in words.split_whitespace() {
                lists.add(word.to_owned(), *class);
                if matches!(name, "verb" | "verb-noun") {
                    inflect(word, &mut |form, class| lists.add(form, class));
                }
                if name == "verb-noun" {
                    lists.add(format!("{word}s"), *class);
                }
            }
        }
        for class in lists.classes.values_mut() {
            if class.has(Class::closed()) {
                *class = *class | Class::STOP;
            }
        }
        lists
    }

    fn add(&mut self, word: String, class: Class) {
        let entry = self.classes.entry(word).or_default();
        *entry = *entry | class;
    }
}

/// The regular forms of an English verb; a doubled consonant is made too, since a form nobody writes does no harm.
fn english(verb: &str, add: &mut dyn FnMut(String, Class)) {
    let participle = Class::VERB | Class::PARTICIPLE;
    let last = verb.chars().next_back().unwrap_or_default();
    if let Some(rest) = verb.strip_suffix('e') {
        add(format!("{verb}s"), Class::VERB);
        add(format!("{verb}d"), participle);
        add(format!("{rest}ing"), participle);
        return;
    }
    if let Some(rest) = verb.strip_suffix('y')
        && !rest.ends_with(['a', 'e', 'o', 'u'])
    {
        add(format!("{rest}ies"), Class::VERB);
        add(format!("{rest}ied"), participle);
        add(format!("{verb}ing"), participle);
        return;
    }
    let hisses = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end));
    add(format!("{verb}{}", if hisses { "es" } else { "s" }), Class::VERB);
    add(format!("{verb}ed"), participle);
    add(format!("{verb}ing"), participle);
    if !"aeiouwxy".contains(last) {
        add(format!("{verb}{last}ed"), participle);
        add(format!("{verb}{last}ing"), participle);
    }
}

/// The regular forms of a Norwegian verb, of every class of verbs: a form nobody writes does no harm.
fn norwegian(verb: &str, add: &mut dyn FnMut(String, Class)) {
    let participle = Class::VERB | Class::PARTICIPLE;
    let Some(root) = verb.strip_suffix('e') else {
        add(format!("{verb}r"), Class::VERB);
        add(format!("{verb}s"), Class::VERB);
        return;
    };
    // A plain root is left out: `lukk`, `bruk` and `håp` are nouns more often than commands.
    for end in ["er", "es", "ar", "ast", "te", "de", "ede"] {
        add(format!("{root}{end}"), Class::VERB);
    }
    for end in ["et", "t", "d", "a", "ende", "ande"] {
        add(format!("{root}{end}"), participle);
    }
    if root.ends_with("mm") || root.ends_with("nn") {
        let single = &root[..root.len() - 1];
        add(format!("{single}te"), Class::VERB);
        add(format!("{single}t"), participle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_names_a_class() {
        for source in [
            include_str!("lists/english.txt"),
            include_str!("lists/norwegian.txt"),
            include_str!("lists/danish.txt"),
            include_str!("lists/swedish.txt"),
            include_str!("lists/german.txt"),
            include_str!("lists/names.txt"),
        ] {
            for line in source.lines().filter(|line| !line.starts_with('#')) {
                let name = line.split_once(": ").map_or(line, |(name, _)| name);
                assert!(
                    name == "connective-phrase" || NAMES.iter().any(|(known, _)| *known == name),
                    "{name}"
                );
                assert_eq!(line, line.to_lowercase());
            }
        }
    }

    #[test]
    fn verbs_are_inflected() {
        let english = Lists::of(Language::English);
        for form in ["uses", "used", "using", "carries", "carried", "stopped", "passes", "wrote"] {
            assert!(english.class(form).has(Class::VERB), "{form}");
        }
        let norwegian = Lists::of(Language::Nynorsk);
        for form in ["bruker", "brukes", "kalles", "dannet", "endrar", "smeltes", "glemte", "består"] {
            assert!(norwegian.class(form).has(Class::VERB), "{form}");
        }
        assert!(!norwegian.class("fotosyntese").has(Class::VERB));
        assert!(english.class("therefore").has(Class::STOP));
    }
}
