//! How a term is used in its text: whether it is a name by itself, whether it is part of a longer term, and whether it
//! is a noun at all.
//!
//! Terms are counted as adjacent words. A page also has truncated names, words that lost the space between them, verbs
//! with their objects and chart labels; the words around every use of a term distinguish these from concepts.

use std::collections::HashMap;

use tutti_language::{Kind, Text};
use tutti_lexicon::{Lexicon, List};

/// A word as it stands, without the signs around it.
#[derive(Debug, Clone)]
struct Token {
    raw: String,
    lower: String,
    stop: bool,
    /// Nothing but a space is between it and the word before.
    joined: bool,
}

impl Token {
    fn is_capital(&self) -> bool {
        self.raw.starts_with(char::is_uppercase)
    }

    /// Part of a name: a capital, and no small word that has one because a sentence begins.
    fn is_named(&self) -> bool {
        self.is_capital() && !self.stop && self.raw.chars().any(char::is_alphabetic)
    }
}

/// The words around one use, in the order of the text, if only spaces are between.
#[derive(Debug, Default)]
struct Around<'a> {
    before: Option<&'a Token>,
    /// The word before that.
    earlier: Option<&'a Token>,
    after: Option<&'a Token>,
    later: Option<&'a Token>,
}

/// Every sentence of a text in words.
#[derive(Debug)]
pub(super) struct Uses {
    sentences: Vec<Sentence>,
    /// How often each word stands by itself.
    counts: HashMap<String, usize>,
}

#[derive(Debug)]
struct Sentence {
    tokens: Vec<Token>,
    /// It ends as a sentence does, or is a member of a list.
    whole: bool,
    /// It refers the reader elsewhere, or mentions an exam.
    points: bool,
}

impl Uses {
    pub(super) fn new(text: &Text<'_>) -> Self {
        let lexicon = Lexicon::of(text.language());
        let mut counts: HashMap<String, usize> = HashMap::new();
        let sentences: Vec<Sentence> = (0..text.sentences().len())
            .map(|place| {
                let sentence = &text.sentences()[place];
                let tokens = tokens(text, place);
                for token in &tokens {
                    *counts.entry(token.lower.clone()).or_default() += 1;
                }
                let end =
                    sentence.text.trim_end_matches(|c: char| c.is_ascii_digit() || "”\"’')] ".contains(c));
                let exam = tokens.windows(2).any(|pair| pair[0].is_named() && is_exam(&pair[1].raw));
                Sentence {
                    tokens,
                    whole: end.ends_with(['.', '?', '!', ':', ';', ','])
                        || matches!(sentence.kind, Kind::Item | Kind::Step),
                    points: exam || lexicon.holds(sentence.text, List::Addresses),
                }
            })
            .collect();
        Self { sentences, counts }
    }

    /// Every use in the text, also inside longer terms.
    fn around(&self, name: &str) -> Vec<Around<'_>> {
        // A name has its capitals in every use: `States` is not `states`.
        let words: Vec<(String, bool)> = name
            .split_whitespace()
            .map(|word| (word.to_lowercase(), word.starts_with(char::is_uppercase)))
            .collect();
        let fits = |token: &Token, (word, capital): &(String, bool)| {
            same(&token.lower, word) && (!capital || token.is_capital())
        };
        let mut found = Vec::new();
        for tokens in self.sentences.iter().map(|sentence| &sentence.tokens) {
            for at in 0..(tokens.len() + 1).saturating_sub(words.len()) {
                let own = &tokens[at..at + words.len()];
                if !own.iter().zip(&words).all(|(token, word)| fits(token, word)) {
                    continue;
                }
                let joined = |at: usize| tokens.get(at).filter(|token| token.joined);
                let before = (at > 0 && tokens[at].joined).then(|| &tokens[at - 1]);
                let earlier = before.filter(|before| before.joined && at > 1).map(|_| &tokens[at - 2]);
                let after = joined(at + words.len());
                let later = after.and_then(|_| joined(at + words.len() + 1));
                found.push(Around { before, earlier, after, later });
            }
        }
        found
    }

    /// The name as it is mostly written where what was found is only a part of it: `Calvin` of `Calvin cycle`.
    pub(super) fn whole(&self, name: &str) -> String {
        let mut name = name.to_owned();
        for _ in 0..3 {
            let Some(longer) = self.longer(&name) else { break };
            name = longer;
        }
        name
    }

    fn longer(&self, name: &str) -> Option<String> {
        let around = self.around(name);
        let named = name.split(' ').all(|word| word.starts_with(char::is_uppercase));
        let shouted = !name.chars().any(char::is_lowercase);
        let all = around.len();
        if all < 2 || name.split(' ').count() > 4 {
            return None;
        }
        // `shortness of` breath.
        let of = |around: &Around<'_>| {
            let of = around.before.filter(|before| before.lower == "of")?;
            let earlier = around.earlier.filter(|earlier| !earlier.stop)?;
            (!name.starts_with(char::is_uppercase)).then(|| format!("{} {}", earlier.lower, of.lower))
        };
        if let Some((head, count)) = most(around.iter().filter_map(of))
            && count == all
        {
            return Some(format!("{head} {name}"));
        }
        if !named || shouted {
            return None;
        }
        let left =
            most(around.iter().filter_map(|around| around.before.filter(|word| word.is_named())).map(raw));
        if let Some((word, count)) = left
            && count * 5 >= all * 3
        {
            return Some(format!("{word} {name}"));
        }
        let right =
            most(around.iter().filter_map(|around| around.after.filter(|word| word.is_named())).map(raw));
        if let Some((word, count)) = right
            && count * 5 >= all * 3
        {
            return Some(format!("{name} {word}"));
        }
        // `Calvin cycle`, but not `Darwin wrote` nor `Rome fell`.
        let noun = |word: &&Token| !word.stop && !["ed", "s"].iter().any(|end| word.lower.ends_with(end));
        let next =
            most(around.iter().filter_map(|around| around.after.filter(noun)).map(|word| word.lower.clone()));
        if let Some((word, count)) = next
            && all >= 3
            && count * 5 >= all * 3
        {
            return Some(format!("{name} {word}"));
        }
        // A person is named in full at first.
        let first = around[0].after.filter(|word| word.is_named() && !name.contains(' '))?;
        let others = around.iter().skip(1).any(|around| {
            around.before.is_some_and(Token::is_named) || around.after.is_some_and(Token::is_named)
        });
        (!others).then(|| format!("{name} {}", first.raw))
    }

    /// Whether every use is a part of some longer name: `Labor` of `Department of Labor` and `Fair Labor Standards Act`.
    pub(super) fn is_cut(&self, name: &str) -> bool {
        let capital = name.split(' ').all(|word| word.starts_with(char::is_uppercase));
        let around = self.around(name);
        let part = |around: &Around<'_>| {
            let link = |word: Option<&Token>, beyond: Option<&Token>| {
                word.is_some_and(|word| word.lower == "of" && beyond.is_some_and(Token::is_named))
            };
            around.before.is_some_and(Token::is_named)
                || around.after.is_some_and(Token::is_named)
                || link(around.before, around.earlier)
                || link(around.after, around.later)
        };
        capital && !around.is_empty() && around.iter().all(part)
    }

    /// Whether no sentence says anything of it: headings, labels of charts and pointers to other places.
    pub(super) fn is_furniture(&self, places: &[usize]) -> bool {
        let says = |sentence: &Sentence| sentence.whole && !sentence.points;
        !places.iter().filter_map(|place| self.sentences.get(*place)).any(says)
    }

    /// Whether it is an adjective or a verb wherever it stands alone.
    pub(super) fn is_no_noun(&self, name: &str) -> bool {
        let around = self.around(name);
        let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        let mostly = |count: usize| !around.is_empty() && count * 2 >= around.len();
        if name.contains(' ') {
            // `pay your landlord money`, `let your money work`.
            let own = |word: &Token| DETERMINERS.contains(&word.lower.as_str());
            let frame = |around: &&Around<'_>| {
                around.before.is_some_and(own) && around.earlier.is_some_and(|verb| is_giving(&verb.lower))
            };
            return name.split(' ').count() == 2
                && around.iter().filter(frame).count() * 3 >= around.len() * 2
                && !around.is_empty();
        }
        let degree = |around: &&Around<'_>| {
            around.before.is_some_and(|word| {
                ["most", "more", "very", "so", "too", "quite"].contains(&word.lower.as_str())
                    || word.lower.ends_with("ly")
            })
        };
        let object = |around: &&Around<'_>| {
            around
                .after
                .is_some_and(|word| ["them", "it", "him", "us", "themselves"].contains(&word.lower.as_str()))
        };
        let adjective = ends(&["al", "ic", "ent", "ant", "ive", "ous", "ful", "ble"])
            && mostly(around.iter().filter(degree).count());
        adjective || mostly(around.iter().filter(object).count())
    }

    /// Whether a word lost the space before or after a small word: `chanceof`, `athigh`.
    pub(super) fn is_glued(&self, name: &str) -> bool {
        name.split(' ').map(str::to_lowercase).any(|word| {
            let own = self.counts.get(&word).copied().unwrap_or(0);
            let stands =
                |part: &str| part.chars().count() >= 4 && self.counts.get(part).copied().unwrap_or(0) >= 1;
            let ends = ["of", "for", "the", "and", "to", "with", "that", "from"];
            let begins = ["of", "for", "the", "and", "at", "that", "from"];
            own <= 3
                && (ends.iter().any(|end| word.strip_suffix(end).is_some_and(stands))
                    || begins.iter().any(|begin| word.strip_prefix(begin).is_some_and(stands)))
        })
    }
}

const DETERMINERS: [&str; 8] = ["your", "the", "their", "his", "her", "my", "our", "a"];

/// Verbs with two objects or with a verb of their own after the object, and those that come first in a question.
fn is_giving(lower: &str) -> bool {
    const VERBS: [&str; 18] = [
        "pay", "give", "send", "lend", "show", "tell", "offer", "owe", "let", "make", "help", "have", "can",
        "may", "will", "do", "does", "did",
    ];
    let plain = ["ing", "s"].iter().find_map(|end| lower.strip_suffix(end)).unwrap_or(lower);
    VERBS.iter().any(|verb| [lower, plain].contains(verb) || verb.strip_suffix('e') == Some(plain))
}

/// The last word of the name of an exam.
pub(super) fn is_exam(word: &str) -> bool {
    ["Test", "Exam", "Examination", "Quiz"].contains(&word)
}

fn raw(token: &Token) -> String {
    token.raw.clone()
}

/// What comes most often, and how often; the first in the alphabet of equals.
fn most(words: impl Iterator<Item = String>) -> Option<(String, usize)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// The same word, in the plural or not.
pub(super) fn same(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short).is_some_and(|rest| ["", "s", "es"].contains(&rest))
}

fn tokens(text: &Text<'_>, sentence: usize) -> Vec<Token> {
    let whole = text.sentences()[sentence].text;
    let stops: Vec<&str> =
        text.words(sentence).iter().filter(|word| word.is_stop()).map(|word| word.text).collect();
    let mut joined = false;
    let mut found = Vec::new();
    for piece in whole.split_whitespace() {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        if word.is_empty() {
            joined = false;
            continue;
        }
        let opens = piece.starts_with(word);
        found.push(Token {
            raw: word.to_owned(),
            lower: word.to_lowercase(),
            stop: stops.contains(&word),
            joined: joined && opens,
        });
        joined = piece.ends_with(word);
    }
    found
}

#[cfg(test)]
mod tests {
    use tutti_language::Language;

    use super::*;

    const TEXT: &str = "The Krogh cycle moves salt through a kelp bed. In the Krogh cycle the Krogh pump is the slowest part. \
        The Krogh cycle was found in 1931. The Bay of Fundy and the Gulf of Fundy are names of one water. \
        Anna Lind measured the tide. Nobody believed Anna at the time. \
        Divers may have shortness of breath. Shortness of breath passes within an hour. \
        The kelp was most beneficial to fish, and particularly beneficial to crabs. \
        Nets catch the crabs and sort them, and two men sort them again. \
        The harbor must pay the diver money. It has to pay a diver money each week. \
        A high chance of storms ends the season. Ropes lower the chanceof loss at theharbor. \
        The Fair Kelp Trade Act protects buyers. Under the Fair Kelp Trade Act buyers return goods.";

    #[track_caller]
    fn check<T: PartialEq<U> + std::fmt::Debug, U: std::fmt::Debug + ?Sized>(
        see: impl Fn(&Uses) -> T,
        expected: &U,
    ) {
        let blocks = [("t", TEXT)];
        assert_eq!(see(&Uses::new(&Text::new(&blocks, Language::English))), *expected);
    }

    #[test]
    fn a_part_of_a_name_becomes_the_whole() {
        for (part, whole) in [
            ("Krogh", "Krogh cycle"),
            ("Kelp Trade", "Fair Kelp Trade Act"),
            ("breath", "shortness of breath"),
            ("Anna", "Anna Lind"),
            ("kelp", "kelp"),
            ("crabs", "crabs"),
        ] {
            check(|uses| uses.whole(part), whole);
        }
    }

    #[test]
    fn what_is_always_a_part_of_other_names_is_cut() {
        check(|uses| uses.is_cut("Fundy"), &true);
        check(|uses| uses.is_cut("Krogh"), &false);
        check(|uses| uses.is_cut("kelp"), &false);
    }

    #[test]
    fn adjectives_verbs_and_objects_are_no_nouns() {
        for (name, expected) in [
            ("beneficial", true),
            ("sort", true),
            ("diver money", true),
            ("kelp", false),
            ("crabs", false),
            ("kelp bed", false),
        ] {
            check(|uses| uses.is_no_noun(name), &expected);
        }
    }

    #[test]
    fn words_without_their_space_are_glued() {
        for (name, expected) in [
            ("chanceof", true),
            ("theharbor", true),
            ("chance", false),
            ("shortness", false),
            ("tutor", false),
        ] {
            check(|uses| uses.is_glued(name), &expected);
        }
    }

    #[test]
    fn labels_and_pointers_are_furniture() {
        let blocks =
            [("a", "Tide charts"), ("b", "Kelp grows fast."), ("c", "Visit the website of the Kelp Board.")];
        let text = Text::new(&blocks, Language::English);
        let uses = Uses::new(&text);
        assert!(uses.is_furniture(&[0]) && uses.is_furniture(&[0, 2]) && !uses.is_furniture(&[0, 1, 2]));
    }
}
