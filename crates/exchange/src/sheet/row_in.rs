//! Named cells to an item.

use serde::de::DeserializeOwned;
use serde_json::Value;
use tutti_core::Severity;
use tutti_item::{
    Bloom, Body, Choice, Difficulty, Gap, Item, Label, RichText, Tolerance, normal_form, parse_number,
};

use super::columns::{Column, squeeze};
use super::header::Header;
use super::{Row, difficulty, key, row_out};
use crate::format::Skipped;
use crate::{Inline, Prose, ReadError, solution};

/// What a row is: an item, or a question of a kind that Tutti does not have.
pub(super) fn item(header: &Header, row: &Row) -> Result<Result<Item, Skipped>, ReadError> {
    let cells = Cells { header, row };
    if let Some(over) = row.cells.iter().skip(header.width()).find(|cell| !cell.trim().is_empty()) {
        let what = format!(
            "{} cells, but the header has {} columns; the first extra cell is `{over}`",
            row.cells.len(),
            header.width()
        );
        return Err(ReadError::new(row.place.clone(), what)
            .hint("put text that contains a delimiter in double quotes"));
    }
    let item = match cells.text(Column::Exact) {
        Some(exact) => overlay(&cells, &exact)?,
        None => match cells.foreign_kind() {
            Some(kind) => {
                let why = format!("Tutti does not support questions of the kind `{kind}`");
                return Ok(Err(Skipped { place: row.place.clone(), why }));
            }
            None => plain(header, row)?,
        },
    };
    // Before it is made normal: then an open delimiter would be plain words.
    let item = item.with_content_id();
    match item.validate().into_iter().find(|fault| fault.severity == Severity::High) {
        Some(fault) => {
            let column = column_of(&fault.pointer, &item);
            Err(cells.fault(column, fault.message).hint("correct the cell; nothing was imported"))
        }
        None => Ok(Ok(normal_form(item))),
    }
}

/// The plain cells with the fields of `exact` over them.
fn overlay(cells: &Cells<'_>, exact: &str) -> Result<Item, ReadError> {
    let Value::Object(exact) = cells.parse_json::<Value>(Column::Exact, exact)? else {
        return Err(cells.fault(Column::Exact, "it is not a JSON object"));
    };
    let plain = plain(cells.header, cells.row);
    let whole = exact.contains_key("stem") && exact.contains_key("body");
    let mut fields = match plain {
        Ok(item) => row_out::fields(Some(&normal_form(item))),
        Err(_) if whole => serde_json::Map::new(),
        Err(error) => return Err(error),
    };
    for (name, value) in exact {
        if value.is_null() {
            fields.remove(&name);
        } else {
            fields.insert(name, value);
        }
    }
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| cells.fault(Column::Exact, format!("it does not fit the item: {error}")))
}

/// The item that the cells other than `exact` give.
pub(super) fn plain(header: &Header, row: &Row) -> Result<Item, ReadError> {
    let cells = Cells { header, row };
    let stem = cells.text(Column::Stem).ok_or_else(|| cells.fault(Column::Stem, "the text is empty"))?;
    let stem = cells.rich(stem);
    let body = cells.body(&stem)?;
    let mut item = Item::new(stem, body);
    if let Some(text) = cells.text(Column::Solution) {
        item.solution = solution::from_prose(&Prose::read(&cells.rich(text)));
    }
    if let Some(methods) = cells.json::<Vec<Vec<String>>>(Column::Methods)? {
        for (step, methods) in item.solution.steps.iter_mut().zip(methods) {
            step.methods = methods;
        }
    }
    item.tags.extend(list(cells.text(Column::Tags)));
    item.language = cells.text(Column::Language);
    if let Some(text) = cells.text(Column::Bloom) {
        match text.parse::<Bloom>() {
            Ok(bloom) => item.bloom = Some(bloom),
            Err(error) => return Err(cells.fault(Column::Bloom, error.to_string())),
        }
    }
    match cells.difficulty()? {
        Some(Ok(difficulty)) => item.difficulty = Some(difficulty),
        Some(Err(word)) => {
            item.tags.insert(format!("difficulty: {word}"));
        }
        None => {}
    }
    item.seed = cells.number(Column::Seed)?;
    item.aliases = list(cells.text(Column::Aliases));
    if let Some(id) = cells.text(Column::Id)
        && !is_ours(&id)
        && !item.aliases.contains(&id)
    {
        item.aliases.push(id);
    }
    item.figure = cells.text(Column::Figure);
    item.evidence = cells.json(Column::Evidence)?.unwrap_or_default();
    item.claim = cells.json(Column::Claim)?;
    item.images = cells.json(Column::Images)?.unwrap_or_default();
    item.provenance = cells.json(Column::Provenance)?.unwrap_or_default();
    item.version = cells.number(Column::Version)?.unwrap_or(1);
    item.previous = cells.json(Column::Previous)?;
    Ok(item)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    MultipleChoice,
    MultipleResponse,
    TrueFalse,
    Numeric,
    ShortAnswer,
    Cloze,
    Flashcard,
}

/// Our name first, then what others write, squeezed.
const KINDS: &[(Kind, &[&str])] = &[
    (
        Kind::MultipleChoice,
        &["multiplechoice", "mc", "mcq", "choice", "singlechoice", "single", "quiz", "flervalg"],
    ),
    (
        Kind::MultipleResponse,
        &[
            "multipleresponse",
            "mr",
            "multipleanswer",
            "multipleanswers",
            "multipleselect",
            "checkbox",
            "checkboxes",
            "multiselect",
        ],
    ),
    (Kind::TrueFalse, &["truefalse", "tf", "trueorfalse", "boolean", "santusant"]),
    (Kind::Numeric, &["numeric", "numerical", "num", "number", "calculation", "tall"]),
    (Kind::ShortAnswer, &["shortanswer", "sa", "short", "text", "open", "typeanswer", "kortsvar"]),
    (Kind::Cloze, &["cloze", "gap", "gaps", "gaptext", "fillintheblank", "fillintheblanks", "fillin", "fib"]),
    (Kind::Flashcard, &["flashcard", "card", "basic", "kort", "glose"]),
];

/// Kinds of other systems that have no counterpart here.
const FOREIGN: &[&str] = &[
    "essay",
    "matching",
    "match",
    "ordering",
    "order",
    "sequence",
    "hotspot",
    "poll",
    "survey",
    "wordcloud",
    "dragdrop",
];

struct Cells<'a> {
    header: &'a Header,
    row: &'a Row,
}

impl Cells<'_> {
    fn text(&self, column: Column) -> Option<String> {
        self.header.text(self.row, column)
    }

    /// Others write maths as `$x$`; in a row that we wrote a dollar is a dollar.
    fn rich(&self, text: String) -> RichText {
        match self.text(Column::Id) {
            Some(id) if is_ours(&id) => RichText::new(text),
            _ => RichText::from_dollars(&text),
        }
    }

    /// The first of these columns that has something.
    fn first(&self, columns: &[Column]) -> Option<(Column, String)> {
        columns.iter().find_map(|column| self.text(*column).map(|text| (*column, text)))
    }

    fn fault(&self, column: Column, what: impl Into<String>) -> ReadError {
        ReadError::new(format!("{}, column {}", self.row.place, self.header.name(column)), what)
    }

    fn parse_json<T: DeserializeOwned>(&self, column: Column, text: &str) -> Result<T, ReadError> {
        serde_json::from_str(text).map_err(|error| {
            self.fault(column, format!("it is not the expected JSON: {error}"))
                .hint("leave cells with JSON as they were exported, or empty them")
        })
    }

    fn json<T: DeserializeOwned>(&self, column: Column) -> Result<Option<T>, ReadError> {
        self.text(column).map(|text| self.parse_json(column, &text)).transpose()
    }

    fn number<T: std::str::FromStr>(&self, column: Column) -> Result<Option<T>, ReadError> {
        self.text(column)
            .map(|text| {
                text.parse().map_err(|_| self.fault(column, format!("`{text}` is not a whole number")))
            })
            .transpose()
    }

    fn foreign_kind(&self) -> Option<String> {
        self.text(Column::Kind).filter(|kind| FOREIGN.contains(&squeeze(kind).as_str()))
    }

    fn body(&self, stem: &RichText) -> Result<Body, ReadError> {
        match self.kind(stem)? {
            Kind::MultipleChoice => {
                let (options, keys) = self.choices()?;
                match keys.as_slice() {
                    [key] => Ok(Body::MultipleChoice { options, key: key.clone() }),
                    _ => Err(self
                        .fault(Column::Key, format!("{} keys; a multiple_choice has one", keys.len()))
                        .hint("use multiple_response for several keys")),
                }
            }
            Kind::MultipleResponse => {
                let (options, keys) = self.choices()?;
                Ok(Body::MultipleResponse { options, keys: keys.into_iter().collect() })
            }
            Kind::TrueFalse => {
                let (column, text) = self.answer(&[Column::Key, Column::Answer, Column::Answers])?;
                let options = self.options()?;
                let shown = key::labels(&text, &options)
                    .and_then(|labels| options.into_iter().find(|option| labels.contains(&option.label)));
                let answer = key::truth(&text).or_else(|| key::truth(shown?.text.as_str()));
                match answer {
                    Some(answer) => Ok(Body::TrueFalse { answer }),
                    None => Err(self.fault(column, format!("`{text}` is neither true nor false"))),
                }
            }
            Kind::Numeric => self.numeric(),
            Kind::ShortAnswer => {
                let (column, text) = self.answer(&[Column::Answers, Column::Key, Column::Answer])?;
                let accepts = self.answers(column, &text)?;
                let case_sensitive = match self.text(Column::CaseSensitive) {
                    None => false,
                    Some(text) => key::truth(&text).ok_or_else(|| {
                        self.fault(Column::CaseSensitive, format!("`{text}` is neither yes nor no"))
                    })?,
                };
                Ok(Body::ShortAnswer { accepts, case_sensitive })
            }
            Kind::Cloze => self.cloze(stem),
            Kind::Flashcard => {
                let (_, back) = self.answer(&[Column::Back, Column::Answer, Column::Key, Column::Answers])?;
                Ok(Body::Flashcard { back: self.rich(back) })
            }
        }
    }

    fn kind(&self, stem: &RichText) -> Result<Kind, ReadError> {
        if let Some(text) = self.text(Column::Kind) {
            let squeezed = squeeze(&text);
            let known = KINDS.iter().find(|(_, names)| names.contains(&squeezed.as_str()));
            return known.map(|(kind, _)| *kind).ok_or_else(|| {
                self.fault(Column::Kind, format!("`{text}` is not a kind of question")).hint(
                    "the kinds are multiple_choice, multiple_response, true_false, numeric, short_answer, cloze and \
                     flashcard; an empty cell lets the other columns decide",
                )
            });
        }
        let options = self.options()?;
        let key = self.first(&[Column::Key, Column::Answer]).map(|(_, text)| text).unwrap_or_default();
        let is_word = |words: &[&str]| words.contains(&key.to_lowercase().as_str());
        Ok(if !options.is_empty() {
            match key::labels(&key, &options) {
                Some(keys) if keys.len() > 1 => Kind::MultipleResponse,
                _ => Kind::MultipleChoice,
            }
        } else if self.text(Column::Gaps).is_some() || !gap_names(stem).is_empty() {
            Kind::Cloze
        } else if self.text(Column::Back).is_some() {
            Kind::Flashcard
        } else if is_word(&["true", "false", "sant", "usant", "t", "f"]) {
            Kind::TrueFalse
        } else if self.text(Column::Tolerance).is_some() || parse_number(&key).is_some() {
            Kind::Numeric
        } else {
            Kind::ShortAnswer
        })
    }

    /// The first of `columns` that has something; a fault if none has.
    fn answer(&self, columns: &[Column]) -> Result<(Column, String), ReadError> {
        self.first(columns).ok_or_else(|| {
            let wanted = columns.first().copied().unwrap_or(Column::Key);
            self.fault(wanted, "there is no answer")
                .hint("every question needs a key; remove the row if it has none")
        })
    }

    fn options(&self) -> Result<Vec<Choice>, ReadError> {
        let mut options: Vec<Choice> = (0..26)
            .filter_map(|place| {
                let text = self.rich(self.text(Column::Option(place))?);
                let rationale = self.text(Column::Rationale(place)).map(|text| self.rich(text));
                Some(Choice { label: Label::at(place), text, rationale })
            })
            .collect();
        if let Some(labels) = self.json::<Vec<String>>(Column::Labels)? {
            if labels.len() != options.len() {
                let what = format!("{} labels for {} options", labels.len(), options.len());
                return Err(self.fault(Column::Labels, what).hint("empty the cell to call them A, B, …"));
            }
            for (option, label) in options.iter_mut().zip(labels) {
                option.label = Label(label);
            }
        }
        Ok(options)
    }

    fn choices(&self) -> Result<(Vec<Choice>, Vec<Label>), ReadError> {
        let options = self.options()?;
        if options.len() < 2 {
            let column = Column::Option(options.len());
            return Err(self.fault(column, format!("{} options; at least two are required", options.len())));
        }
        let (column, text) = self.answer(&[Column::Key, Column::Answer, Column::Answers])?;
        let keys = key::labels(&text, &options).ok_or_else(|| {
            self.fault(column, format!("`{text}` is not one of the options"))
                .hint("the key is a label (B), the text of an option, or its number from 1; separate several by `;`")
        })?;
        Ok((options, keys))
    }

    fn numeric(&self) -> Result<Body, ReadError> {
        let (column, value) = self.answer(&[Column::Key, Column::Answer, Column::Answers])?;
        if parse_number(&value).is_none() {
            return Err(self
                .fault(column, format!("`{value}` is not a number"))
                .hint("the unit belongs in the column `unit`"));
        }
        let tolerance = match self.text(Column::Tolerance) {
            None => Tolerance::Exact,
            Some(text) => {
                let fault = || self.fault(Column::Tolerance, format!("`{text}` is not a tolerance"));
                let bare = text.trim_start_matches("+/-").trim_start_matches('±').trim();
                match (bare.strip_prefix("relative "), bare.strip_suffix('%')) {
                    (Some(share), _) => Tolerance::Relative(share.trim().to_owned()),
                    (None, Some(percent)) => {
                        let percent = percent.trim().replace(',', ".").parse::<f64>().map_err(|_| fault())?;
                        Tolerance::Relative((percent / 100.0).to_string())
                    }
                    (None, None) if parse_number(bare).is_some() => Tolerance::Absolute(bare.to_owned()),
                    _ => return Err(fault().hint("write 0.05, 1%, or relative 0.01")),
                }
            }
        };
        Ok(Body::Numeric { value, tolerance, unit: self.text(Column::Unit) })
    }

    fn answers(&self, column: Column, text: &str) -> Result<Vec<String>, ReadError> {
        if text.starts_with("[\"") {
            return self.parse_json(column, text);
        }
        Ok(text
            .split(['|', '\n'])
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect())
    }

    fn cloze(&self, stem: &RichText) -> Result<Body, ReadError> {
        if let Some(gaps) = self.json::<Vec<Gap>>(Column::Gaps)? {
            return Ok(Body::Cloze { gaps });
        }
        let names = gap_names(stem);
        let (column, text) = self.answer(&[Column::Answers, Column::Key, Column::Answer])?;
        let answers = self.answers(column, &text)?;
        if names.len() != answers.len() {
            let what = format!("{} answers for {} gaps in the text", answers.len(), names.len());
            return Err(self
                .fault(column, what)
                .hint("gaps are marked {{1}}, {{2}}, …; answers are in order, separated by `|`"));
        }
        let gap = |(name, answer)| Gap { name, accepts: vec![answer], hint: None };
        Ok(Body::Cloze { gaps: names.into_iter().zip(answers).map(gap).collect() })
    }

    /// A word such as `hard` says too little for a number and is given back.
    fn difficulty(&self) -> Result<Option<Result<Difficulty, String>>, ReadError> {
        let Some(text) = self.text(Column::Difficulty) else { return Ok(None) };
        match difficulty::read(&text) {
            Some(difficulty) => Ok(Some(Ok(difficulty))),
            None if text.chars().all(|c| c.is_alphabetic() || c == ' ') => Ok(Some(Err(text))),
            None => Err(self.fault(Column::Difficulty, format!("`{text}` is not a difficulty")).hint(
                "it is the share of people who get it right, from 0 to 1, such as 0.6 or 0.6 (0.4 to 0.8)",
            )),
        }
    }
}

fn gap_names(stem: &RichText) -> Vec<String> {
    let mut names = Vec::new();
    Prose::read(stem).visit(&mut |inline| {
        if let Inline::Gap(name) = inline
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    });
    names
}

/// Parted by `;` if there is one, else by `,`.
fn list(text: Option<String>) -> Vec<String> {
    let text = text.unwrap_or_default();
    let separator = if text.contains(';') { ';' } else { ',' };
    let mut entries: Vec<String> = Vec::new();
    for entry in text.split(separator).map(str::trim).filter(|entry| !entry.is_empty()) {
        if !entries.iter().any(|known| known == entry) {
            entries.push(entry.to_owned());
        }
    }
    entries
}

/// Whether an id has the shape of ours, such as `mc-5d0c8a0e6b1f4c3d9a72`: then it follows from the content.
fn is_ours(id: &str) -> bool {
    id.split_once('-').is_some_and(|(kind, hash)| {
        kind.bytes().all(|b| b.is_ascii_lowercase())
            && hash.len() == 20
            && hash.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

/// The column in which a fault is mended.
fn column_of(pointer: &str, item: &Item) -> Column {
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let place = |text: &str| text.parse().unwrap_or(0);
    match parts.as_slice() {
        ["body", "options", i, "rationale"] => Column::Rationale(place(i)),
        ["body", "options", i, "label"] => match item.options().get(place(i)) {
            Some(_) => Column::Labels,
            None => Column::Option(place(i)),
        },
        ["body", "options", i, ..] => Column::Option(place(i)),
        ["body", "options"] => Column::Option(0),
        ["body", "accepts", ..] => Column::Answers,
        ["body", "tolerance", ..] => Column::Tolerance,
        ["body", "gaps", ..] => Column::Gaps,
        ["body", "back"] => Column::Back,
        ["body", ..] => Column::Key,
        ["solution", ..] => Column::Solution,
        ["images", ..] => Column::Images,
        ["figure"] => Column::Figure,
        ["difficulty", ..] => Column::Difficulty,
        _ => Column::Stem,
    }
}
