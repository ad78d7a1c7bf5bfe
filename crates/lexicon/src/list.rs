//! The word lists, and the files they are read from.

use std::ops::BitOr;

/// Declares every list with the folders that have a file of its name. A list without a folder is made from others.
macro_rules! lists {
    ($($(#[$doc:meta])* $list:ident = $file:literal in [$($folder:literal)*];)*) => {
        /// A list of words, or what a word is known to be.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum List {
            $($(#[$doc])* $list,)*
        }

        impl List {
            pub(crate) const COUNT: usize = [$(Self::$list),*].len();
        }

        /// Every file: the list it belongs to, its folder and what it holds.
        pub(crate) const FILES: &[(List, &str, &str, &str)] = &[
            $($((
                List::$list,
                $folder,
                $file,
                include_str!(concat!("../lists/", $folder, "/", $file, ".txt")),
            ),)*)*
        ];
    };
}

lists! {
    // Grammar.
    /// A full stop after one never ends a sentence.
    Abbreviations = "abbreviations" in ["any"];
    /// A full stop after one ends a sentence only before a word that begins one.
    AbbreviationsAtEnds = "abbreviations-at-ends" in ["any"];
    /// A full stop after one belongs to the number that follows.
    AbbreviationsBeforeNumbers = "abbreviations-before-numbers" in ["any"];
    Adjectives = "adjectives" in ["en" "no"];
    Adverbs = "adverbs" in ["en" "no"];
    /// Point back when a sentence begins with them.
    Anaphors = "anaphors" in ["en" "no"];
    Articles = "articles" in ["en" "no"];
    Auxiliaries = "auxiliaries" in ["en" "no"];
    /// Kinds of things, as definitions name them.
    Categories = "categories" in ["en" "no"];
    Conjunctions = "conjunctions" in ["en" "no"];
    /// Tie their sentence to the one before.
    Connectives = "connectives" in ["en" "no"];
    ConnectivePhrases = "connective-phrases" in ["en" "no"];
    /// Number words that can announce a list.
    Counts = "counts" in ["en" "no"];
    /// Point out of their sentence wherever they stand.
    Deictics = "deictics" in ["en" "no"];
    Determiners = "determiners" in ["en" "no"];
    Fractions = "fractions" in ["en"];
    FormsOfBe = "forms-of-be" in ["en" "no"];
    /// Too general to be a term.
    GeneralNouns = "general-nouns" in ["en" "no"];
    /// What only this language has among its neighbours.
    Markers = "markers" in ["da" "nb" "nn"];
    Modals = "modals" in ["en" "no"];
    Months = "months" in ["en" "no" "da" "sv" "de"];
    /// Only ever the name of a place or a person.
    Names = "names" in ["any"];
    Negations = "negations" in ["en" "no"];
    /// Verbs that are nouns as well, and their forms.
    Nouns = "nouns" in [];
    /// What one of the two Norwegian languages has and Danish has not.
    NotDanish = "not-danish" in ["no"];
    /// Endings of words that are hardly ever names.
    NounEndings = "noun-endings" in ["en" "no"];
    /// Parts of a document: the number after one is its name.
    NumberedParts = "numbered-parts" in ["any"];
    Numbers = "numbers" in ["en" "no"];
    Opinions = "opinions" in ["en" "no"];
    Ordinals = "ordinals" in ["en"];
    Participles = "participles" in ["en" "no"];
    /// Spans of time that something is counted in.
    Periods = "periods" in ["en" "no"];
    Persons = "persons" in ["en" "no"];
    /// Endings of names of places.
    PlaceEndings = "place-endings" in ["no"];
    Prepositions = "prepositions" in ["en" "no"];
    Pronouns = "pronouns" in ["en" "no"];
    QuestionWords = "question-words" in ["en" "no"];
    Relatives = "relatives" in ["en" "no"];
    /// The small words that bind a sentence together: all closed classes, and the adverbs.
    StopWords = "stop-words" in ["da" "sv" "de"];
    Units = "units" in ["any"];
    /// Verbs in any form.
    Verbs = "verbs" in ["en" "no"];
    VerbForms = "verb-forms" in ["en" "no"];
    VerbOrNounForms = "verb-or-noun-forms" in ["no"];
    VerbsAndNouns = "verbs-and-nouns" in ["en"];
    /// Say nothing when a thing is called it.
    WeakCategories = "weak-categories" in ["en" "no"];
    Weekdays = "weekdays" in ["en"];
    /// Before a year.
    YearLeads = "year-leads" in ["any"];

    // What a statement claims, and how firmly.
    Absolutes = "absolutes" in ["en" "no"];
    /// Before a number that is not exact.
    Approximators = "approximators" in ["en" "no"];
    Hedges = "hedges" in ["en" "no"];
    /// Before the lower end of a range.
    LowerBounds = "lower-bounds" in ["en" "no"];
    /// Those of the absolutes that are ordinary words of a rule or a story: `all visitors`, `must wait`.
    MildAbsolutes = "mild-absolutes" in ["en" "no"];
    Opposites = "opposites" in ["en" "nb" "nn"];
    Roles = "roles" in ["en" "nb" "nn"];
    /// Before the upper end of a range.
    UpperBounds = "upper-bounds" in ["en" "no"];
    /// Vague in an option; in a stem they are part of an ordinary question ("how many").
    VagueAmounts = "vague-amounts" in ["en" "no"];
    /// Vague wherever they stand.
    VagueWords = "vague-words" in ["en" "no"];

    // How a sentence leans on others.
    /// Where a reader is sent: web pages, phone numbers.
    Addresses = "addresses" in ["en" "no"];
    /// Point at what was said before, wherever they stand.
    BackReferences = "back-references" in ["en" "no"];
    /// Point at what was said before when a sentence begins with them.
    BackReferenceStarts = "back-reference-starts" in ["en" "no"];
    /// Do not stand in a plain subject.
    ClauseWords = "clause-words" in ["en" "no"];
    /// Lean on a figure, an example or what was said.
    DocumentReferences = "document-references" in ["en" "no"];
    /// Speak of one person: a story.
    GenderedPronouns = "gendered-pronouns" in ["en" "no"];
    /// Verbs that instructions begin with.
    Instructions = "instructions" in ["en" "no"];
    /// What is counted in money.
    MoneyWords = "money-words" in ["en" "no"];
    /// Say a value a second time, or in terms of another.
    Restatements = "restatements" in ["en" "no"];
    /// Verbs of rules.
    RuleVerbs = "rule-verbs" in ["en" "no"];
    /// Begin a sentence that leans on the one before, asks or advises.
    SentenceOpeners = "sentence-openers" in ["en" "no"];
    ThirdPersonPronouns = "third-person-pronouns" in ["en" "no"];
    /// Units that stand in a text without a figure.
    UnitWords = "unit-words" in ["en" "no"];

    // What texts and options are compared by.
    /// Nouns that a map of concepts leaves out, besides the general ones.
    ConceptNoise = "concept-noise" in ["en"];
    /// Nouns that mean nothing without another word.
    EmptyHeads = "empty-heads" in ["en"];
    /// Small words by which two options may differ and still say the same.
    EmptyWords = "empty-words" in ["en"];
    /// Parts of a page and not of its subject.
    PageFurniture = "page-furniture" in ["en"];
    /// Turns of phrase with a plainer one of the same meaning.
    SameMeaning = "same-meaning" in ["en" "no"];
    /// Small words that change what is said.
    TellingWords = "telling-words" in ["en"];

    // How test items are worded.
    AllOfTheAbove = "all-of-the-above" in ["en" "no"];
    /// Join the numbers of statements in an option: `I and III only`.
    CombinationWords = "combination-words" in ["any"];
    Chatter = "chatter" in ["en" "no"];
    CommandWords = "command-words" in ["en" "no"];
    DocumentParts = "document-parts" in ["en" "no"];
    /// Make a question ask for what does not fit.
    Exceptions = "exceptions" in ["en" "no"];
    Fillers = "fillers" in ["en" "no"];
    Jokes = "jokes" in ["en" "no"];
    /// Number words and conditions: a sentence with one says what the question needs.
    Measures = "measures" in ["en" "no"];
    NoneOfTheAbove = "none-of-the-above" in ["en" "no"];
    /// Too small to be seen repeated in a stem and an option.
    SilentWords = "silent-words" in ["en" "no"];
    SourcePhrases = "source-phrases" in ["en" "no"];
    /// Take up something said before in a stem.
    StemAnaphors = "stem-anaphors" in ["en" "no"];
    TruthSeries = "truth-series" in ["en" "no"];
    UnclearPhrases = "unclear-phrases" in ["en" "no"];
}

/// A set of lists: all that a word stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lists(u128);

impl Lists {
    pub fn has(self, list: List) -> bool {
        self.0 & (1 << list as u32) != 0
    }

    /// Whether the two sets share a list.
    pub fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub fn without(self, list: List) -> Self {
        Self(self.0 & !(1 << list as u32))
    }
}

impl From<List> for Lists {
    fn from(list: List) -> Self {
        Self(1 << list as u32)
    }
}

impl BitOr for List {
    type Output = Lists;

    fn bitor(self, other: Self) -> Lists {
        Lists::from(self) | Lists::from(other)
    }
}

impl BitOr<List> for Lists {
    type Output = Self;

    fn bitor(self, other: List) -> Self {
        self | Self::from(other)
    }
}

impl BitOr for Lists {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_set_has_room_for_every_list() {
        const { assert!(List::COUNT <= 128) };
    }

    #[test]
    fn every_file_is_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
        let mut there = BTreeSet::new();
        for language in fs::read_dir(folder).expect("the lists") {
            let language = language.expect("a folder").path();
            for file in fs::read_dir(&language).expect("a folder of lists") {
                let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
                there.insert((name(&language), name(&file.expect("a list").path())));
            }
        }
        let read: BTreeSet<_> =
            FILES.iter().map(|(_, folder, file, _)| ((*folder).to_owned(), (*file).to_owned())).collect();
        assert_eq!(there, read);
    }

    #[test]
    fn every_file_has_a_comment_and_sorted_lines_without_repeats() {
        for (_, folder, file, source) in FILES {
            let place = format!("{folder}/{file}");
            let comment: String = source.lines().take_while(|line| line.starts_with('#')).collect();
            assert!(comment.len() > 20, "{place}: a comment at the top says what may be in the list");
            let lines: Vec<&str> = source.lines().skip_while(|line| line.starts_with('#')).collect();
            assert!(!lines.is_empty(), "{place} is empty");
            for pair in lines.windows(2) {
                assert!(pair[0] < pair[1], "{place}: `{}` and `{}` are in the wrong order", pair[0], pair[1]);
            }
            let words: BTreeSet<&str> = lines.iter().filter_map(|line| line.split(" | ").next()).collect();
            assert_eq!(words.len(), lines.len(), "{place} has a word twice");
            for line in lines {
                assert_eq!(line.trim(), line, "{place}");
                assert!(*file == "units" || line == line.to_lowercase(), "{place}: `{line}`");
            }
        }
    }
}
