//! A document split once into blocks, sentences and words.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use tutti_lexicon::{Lexicon, List, Lists, Stems, fold, lemma, tokens};

use crate::Language;
use crate::clause::Clause;
use crate::sentences::{marker, sentences};

/// What a sentence is in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A heading, a caption, a title: words without a full stop on a line of their own.
    Heading,
    Prose,
    /// Begins an item of a list.
    Item,
    /// Begins a numbered item of a list.
    Step,
}

/// One sentence, with its place.
#[derive(Debug, Clone)]
pub struct Sentence<'a> {
    /// Without the mark of a list.
    pub text: &'a str,
    /// Its bytes in the text of its block.
    pub range: Range<usize>,
    /// The place of its block among the blocks.
    pub block: usize,
    pub kind: Kind,
    words: Range<usize>,
}

/// One word of a sentence.
#[derive(Debug, Clone)]
pub struct Word<'a> {
    pub text: &'a str,
    /// Its bytes in the text of its sentence.
    pub range: Range<usize>,
    pub(crate) lower: Cow<'a, str>,
    pub(crate) stem: u32,
    /// What it shares with its other forms, more sparingly than the stem.
    pub(crate) lemma: u32,
    pub(crate) lists: Lists,
    /// What stands between the word before and this one.
    pub(crate) gap: Gap,
}

impl Word<'_> {
    pub fn lower(&self) -> &str {
        &self.lower
    }

    /// One of the small words that bind a sentence together and say nothing by themselves.
    pub fn is_stop(&self) -> bool {
        self.lists.has(List::StopWords)
    }

    pub(crate) fn is(&self, list: List) -> bool {
        self.lists.has(list)
    }

    pub(crate) fn is_numeric(&self) -> bool {
        self.text.starts_with(|c: char| c.is_numeric())
    }

    pub(crate) fn is_capital(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// Neither a small word, nor a number, nor a letter on its own.
    pub(crate) fn is_content(&self) -> bool {
        !self.is_stop() && !self.is_numeric() && self.lower.chars().nth(1).is_some()
    }
}

/// The punctuation between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Nothing but white space, and a hyphen or an emphasis at most.
    None,
    Quote,
    Comma,
    Colon,
    Open,
    Close,
    /// A dash with space around it, a semicolon, anything else.
    Strong,
}

impl Gap {
    fn of(between: &str) -> Self {
        let mut found = Self::None;
        for c in between.chars() {
            let this = match c {
                ',' => Self::Comma,
                ':' => Self::Colon,
                '(' | '[' => Self::Open,
                ')' | ']' => return Self::Close,
                '"' | '“' | '”' | '«' | '»' | '\'' | '‘' | '’' | '„' => Self::Quote,
                '-' if !between.contains(" - ") => Self::None,
                '*' | '_' | '`' | '.' => Self::None,
                c if c.is_whitespace() => Self::None,
                _ => Self::Strong,
            };
            if this != Self::None && (found == Self::None || found == Self::Quote) {
                found = this;
            }
        }
        found
    }
}

/// A document in blocks, sentences and words, computed once for every function that reads it.
#[derive(Debug)]
pub struct Text<'a> {
    language: Language,
    blocks: Vec<(&'a str, &'a str)>,
    sentences: Vec<Sentence<'a>>,
    words: Vec<Word<'a>>,
    stems: Vec<String>,
    lemmas: HashMap<String, u32>,
    /// For each lemma, whether one of its words was seen with a small letter.
    small: Vec<bool>,
    /// For each lemma, whether one of its words was seen with a capital inside a sentence.
    capital: Vec<bool>,
}

impl<'a> Text<'a> {
    /// From blocks, each with its id. A block may hold one item of a list or many lines.
    pub fn new(blocks: &[(&'a str, &'a str)], language: Language) -> Self {
        let mut text = Self {
            language,
            blocks: blocks.to_vec(),
            sentences: Vec::new(),
            words: Vec::new(),
            stems: Vec::new(),
            lemmas: HashMap::new(),
            small: Vec::new(),
            capital: Vec::new(),
        };
        let mut reader = Reader {
            stems: Stems::of(language),
            lexicon: Lexicon::of(language),
            known: HashMap::new(),
            stems_known: HashMap::new(),
        };
        for (block, (_, source)) in blocks.iter().enumerate() {
            for range in sentences(source, language) {
                text.push(block, source, range, &mut reader);
            }
        }
        text
    }

    fn push(&mut self, block: usize, source: &'a str, range: Range<usize>, reader: &mut Reader<'a>) {
        let whole = &source[range.clone()];
        let mark = marker(whole).filter(|length| *length < whole.len()).unwrap_or(0);
        let hashes = whole.len() - whole.trim_start_matches('#').len();
        let lead = mark.max(hashes);
        let start = range.start + lead + (whole[lead..].len() - whole[lead..].trim_start().len());
        let body = &source[start..range.end];
        let first = self.words.len();
        let mut end = 0;
        for token in tokens(body) {
            let at = token.range;
            let gap = if end == 0 { Gap::None } else { Gap::of(&body[end..at.start]) };
            end = at.end;
            self.word(body, at, gap, first, reader);
        }
        let kind = if hashes > 0 {
            Kind::Heading
        } else if mark > 0 {
            if whole.starts_with(|c: char| c.is_ascii_digit()) { Kind::Step } else { Kind::Item }
        } else if is_heading(source, &(start..range.end), self.words.len() - first) {
            Kind::Heading
        } else {
            Kind::Prose
        };
        self.sentences.push(Sentence {
            text: body,
            range: start..range.end,
            block,
            kind,
            words: first..self.words.len(),
        });
    }

    fn word(&mut self, body: &'a str, at: Range<usize>, gap: Gap, first: usize, reader: &mut Reader<'a>) {
        let raw = &body[at.clone()];
        let lower = fold(raw);
        let (stem, lemma, lists) = match reader.known.get(&lower) {
            Some(known) => *known,
            None => {
                let stem = reader.stems.stem(&lower);
                let lemma = self.lemma_id(lemma(&lower, &stem, self.language));
                let lists = reader.lexicon.lists(&lower) | by_ending(&lower, self.language);
                let known = (self.stem_id(stem, reader), lemma, lists);
                reader.known.insert(lower.clone(), known);
                known
            }
        };
        if let Some(seen) = self.small.get_mut(lemma as usize) {
            *seen |= raw.starts_with(char::is_lowercase);
        }
        if let Some(seen) = self.capital.get_mut(lemma as usize) {
            *seen |= self.words.len() > first && gap != Gap::Quote && raw.starts_with(char::is_uppercase);
        }
        self.words.push(Word { text: raw, range: at, lower, stem, lemma, lists, gap });
    }

    fn stem_id(&mut self, stem: String, reader: &mut Reader<'a>) -> u32 {
        let next = self.stems.len() as u32;
        let id = reader.stems_known.get(&stem).copied().unwrap_or(next);
        if id == next {
            reader.stems_known.insert(stem.clone(), id);
            self.stems.push(stem);
        }
        id
    }

    fn lemma_id(&mut self, lemma: String) -> u32 {
        let next = self.lemmas.len() as u32;
        let id = *self.lemmas.entry(lemma).or_insert(next);
        if id == next {
            self.small.push(false);
            self.capital.push(false);
        }
        id
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// The blocks as they were given: id and text.
    pub fn blocks(&self) -> &[(&'a str, &'a str)] {
        &self.blocks
    }

    pub fn sentences(&self) -> &[Sentence<'a>] {
        &self.sentences
    }

    /// The words of a sentence, by its place; none for a place there is not.
    pub fn words(&self, sentence: usize) -> &[Word<'a>] {
        self.sentences.get(sentence).map_or(&[], |sentence| &self.words[sentence.words.clone()])
    }

    pub fn stem(&self, word: &Word<'_>) -> &str {
        self.stems.get(word.stem as usize).map_or("", String::as_str)
    }

    /// The number of a lemma that a word of the text has.
    pub(crate) fn known_lemma(&self, lemma: &str) -> Option<u32> {
        self.lemmas.get(lemma).copied()
    }

    /// Whether a word that begins a sentence is a name: never seen with a small letter, but with a capital elsewhere. None
    /// if the text does not tell.
    pub(crate) fn is_name(&self, word: &Word<'_>) -> Option<bool> {
        let place = word.lemma as usize;
        if self.small.get(place).copied().unwrap_or_default() {
            return Some(false);
        }
        self.capital.get(place).copied().unwrap_or_default().then_some(true)
    }

    pub(crate) fn clause(&self, sentence: usize) -> Clause<'_, 'a> {
        let text = self.sentences.get(sentence).map_or("", |sentence| sentence.text);
        Clause::new(text, self.words(sentence), self)
    }
}

struct Reader<'a> {
    stems: Stems,
    lexicon: &'static Lexicon,
    known: HashMap<Cow<'a, str>, (u32, u32, Lists)>,
    stems_known: HashMap<String, u32>,
}

/// Verbs that no list holds, by endings that hardly any noun has.
fn by_ending(lower: &str, language: Language) -> Lists {
    let ends = |endings: &[&str]| lower.chars().count() > 6 && endings.iter().any(|end| lower.ends_with(end));
    match language {
        Language::English if is_contraction(lower) => List::StopWords | List::Auxiliaries,
        Language::English if ends(&["izes", "ifies", "ize", "ify"]) => List::Verbs.into(),
        Language::English if ends(&["ized", "ified"]) => List::Verbs | List::Participles,
        Language::Bokmal | Language::Nynorsk if ends(&["erer", "erte", "erast", "eres"]) => {
            List::Verbs.into()
        }
        Language::Bokmal | Language::Nynorsk if ends(&["står", "vedtar"]) => List::Verbs.into(),
        Language::Bokmal | Language::Nynorsk
            if ends(&[
                "tatt", "gitt", "satt", "lagt", "gjort", "trukket", "skrevet", "holdt", "brutt", "ført",
            ]) =>
        {
            List::Verbs | List::Participles
        }
        Language::Bokmal | Language::Nynorsk if ends(&["isert", "ifisert", "fisert"]) => {
            List::Verbs | List::Participles
        }
        _ => Lists::default(),
    }
}

/// `you'll`, `what's`, but not `cell's`.
fn is_contraction(lower: &str) -> bool {
    let Some((base, end)) = lower.split_once('\'') else { return false };
    matches!(end, "ll" | "re" | "ve" | "m" | "d" | "t")
        || (end == "s"
            && matches!(
                base,
                "it" | "that" | "there" | "here" | "what" | "who" | "he" | "she" | "let" | "where" | "how"
            ))
}

/// A few words on a line of their own without a full stop.
fn is_heading(source: &str, range: &Range<usize>, words: usize) -> bool {
    let text = &source[range.clone()];
    let alone = source[..range.start].trim_end_matches([' ', '\t']).ends_with('\n')
        || source[..range.start].trim_end().is_empty();
    let ends = source[range.end..].trim_start_matches([' ', '\t']).starts_with('\n')
        || source[range.end..].trim_start().is_empty();
    alone
        && ends
        && words <= 10
        && !text.ends_with(['.', '!', '?', ':', ';', '…', ',', '"', '»', '”', ')'])
        && !text.contains(": ")
}
