//! The names of columns: ours, and common alternatives.
//!
//! Names are compared without regard to case, spaces and punctuation, so `Correct answer`, `correct_answer` and
//! `CorrectAnswer` are the same.

/// What a column is for. Options and rationales count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Id,
    Kind,
    Stem,
    Option(usize),
    Labels,
    Key,
    Answers,
    /// What others call just "answer": the key, the answers or the back, whichever the row needs.
    Answer,
    Back,
    Tolerance,
    Unit,
    CaseSensitive,
    Gaps,
    Rationale(usize),
    Solution,
    Methods,
    Tags,
    Language,
    Bloom,
    Difficulty,
    Seed,
    Aliases,
    Evidence,
    Claim,
    Figure,
    Images,
    Provenance,
    Version,
    Previous,
    Exact,
}

/// Our name first, then what others write, squeezed.
const NAMES: &[(Column, &[&str])] = &[
    (Column::Id, &["id", "identifier", "questionid", "itemid", "guid", "nr", "number", "no"]),
    (Column::Kind, &["kind", "type", "questiontype", "itemtype", "spørsmålstype"]),
    (
        Column::Stem,
        &[
            "stem",
            "question",
            "questiontext",
            "questions",
            "prompt",
            "text",
            "front",
            "term",
            "spørsmål",
            "oppgave",
        ],
    ),
    (Column::Labels, &["labels"]),
    (
        Column::Key,
        &[
            "key",
            "correct",
            "correctanswer",
            "correctanswers",
            "correctoption",
            "correctchoice",
            "rightanswer",
            "answerkey",
            "fasit",
            "riktigsvar",
            "riktig",
        ],
    ),
    (Column::Answers, &["answers", "accepts", "acceptedanswers", "acceptableanswers", "godtattesvar"]),
    (Column::Answer, &["answer", "svar", "value"]),
    (Column::Back, &["back", "definition", "bakside"]),
    (Column::Tolerance, &["tolerance", "margin", "error", "toleranse"]),
    (Column::Unit, &["unit", "units", "enhet"]),
    (Column::CaseSensitive, &["casesensitive", "matchcase"]),
    (Column::Gaps, &["gaps", "blanks"]),
    (
        Column::Solution,
        &[
            "solution",
            "explanation",
            "feedback",
            "generalfeedback",
            "workedsolution",
            "forklaring",
            "løsning",
        ],
    ),
    (Column::Methods, &["methods"]),
    (
        Column::Tags,
        &["tags", "tag", "topic", "topics", "category", "categories", "subject", "keywords", "emne", "tema"],
    ),
    (Column::Language, &["language", "lang", "språk"]),
    (Column::Bloom, &["bloom", "bloomlevel", "cognitivelevel"]),
    (Column::Difficulty, &["difficulty", "level", "vanskegrad"]),
    (Column::Seed, &["seed"]),
    (Column::Aliases, &["aliases", "alias"]),
    (Column::Evidence, &["evidence"]),
    (Column::Claim, &["claim"]),
    (Column::Figure, &["figure", "svg"]),
    (Column::Images, &["images"]),
    (Column::Provenance, &["provenance"]),
    (Column::Version, &["version"]),
    (Column::Previous, &["previous"]),
    (Column::Exact, &["exact"]),
];

const OPTION_WORDS: &[&str] =
    &["option", "choice", "answer", "alternative", "alternativ", "svaralternativ", "svar", ""];
const RATIONALE_WORDS: &[&str] =
    &["rationale", "feedback", "feedbackoption", "optionfeedback", "explanation", "begrunnelse"];

/// More options than an item may have are still columns, so that the fault is named and not the header.
const MOST_OPTIONS: usize = 26;

impl Column {
    /// The column of a header cell, and which part of it if a text goes on over several.
    pub(super) fn read(name: &str) -> Option<(Self, usize)> {
        let name = name.trim();
        let part = name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        if let Some((name, number)) = part
            && let Some(number) =
                number.parse::<usize>().ok().filter(|number| (2..=super::MOST_PARTS).contains(number))
            && let Some((column, 0)) = Self::read(name)
        {
            return Some((column, number - 1));
        }
        let squeezed = squeeze(name);
        if let Some((column, _)) = NAMES.iter().find(|(_, names)| names.contains(&squeezed.as_str())) {
            return Some((*column, 0));
        }
        let numbered = |words: &[&str]| words.iter().find_map(|word| place(squeezed.strip_prefix(word)?));
        numbered(OPTION_WORDS)
            .map(Self::Option)
            .or_else(|| numbered(RATIONALE_WORDS).map(Self::Rationale))
            .map(|column| (column, 0))
    }

    /// As it stands in a header of ours.
    pub(super) fn name(self) -> String {
        match self {
            Self::Option(place) => format!("option_{}", letter(place)),
            Self::Rationale(place) => format!("rationale_{}", letter(place)),
            Self::CaseSensitive => "case_sensitive".to_owned(),
            _ => NAMES
                .iter()
                .find(|(column, _)| *column == self)
                .and_then(|(_, names)| names.first())
                .map_or_else(String::new, |name| (*name).to_owned()),
        }
    }
}

/// Every name we know, for "did you mean".
pub(super) fn known_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().flat_map(|(_, names)| names.iter().copied())
}

/// The name of the piece `i` of a text that goes on.
pub(super) fn part_name(column: &str, i: usize) -> String {
    if i == 0 { column.to_owned() } else { format!("{column} ({})", i + 1) }
}

/// Where a column of ours stands in a sheet of ours.
pub(super) fn order(name: &str) -> (Option<Column>, usize) {
    Column::read(name).map_or((None, 0), |(column, part)| (Some(column), part))
}

pub(super) fn squeeze(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn letter(place: usize) -> char {
    u8::try_from(place).ok().filter(|place| *place < 26).map_or('?', |place| char::from(b'a' + place))
}

/// The place that `a` or `1` stands for.
fn place(text: &str) -> Option<usize> {
    let place = match text.as_bytes() {
        [letter @ b'a'..=b'z'] => usize::from(letter - b'a'),
        _ => text.parse::<usize>().ok().filter(|_| text.len() <= 2)?.checked_sub(1)?,
    };
    (place < MOST_OPTIONS).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, column: Option<Column>) {
        assert_eq!(Column::read(name).map(|(column, _)| column), column, "{name}");
    }

    #[test]
    fn what_others_call_it() {
        check(" Question ", Some(Column::Stem));
        check("Correct Answer(s)", Some(Column::Key));
        check("A", Some(Column::Option(0)));
        check("Option 4", Some(Column::Option(3)));
        check("answer_b", Some(Column::Option(1)));
        check("Answer", Some(Column::Answer));
        check("Spørsmål", Some(Column::Stem));
        check("feedback a", Some(Column::Rationale(0)));
        check("Feedback", Some(Column::Solution));
        check("Time limit", None);
        assert_eq!(Column::read("images (3)"), Some((Column::Images, 2)));
        assert_eq!(Column::read("images (1)"), None);
    }

    #[test]
    fn our_names_are_read_as_what_they_are() {
        let all = NAMES.iter().map(|(column, _)| *column).chain([Column::Option(7), Column::Rationale(2)]);
        for column in all {
            check(&column.name(), Some(column));
        }
    }
}
