//! One row of a table, and the rows a table must have.

use tutti_core::Severity;

use super::{is_bold, unbold};
use crate::array::{self, Fault};
use crate::cells::{self, Line, cells};
use crate::field::{Field, Kind, PARTICIPANTS, RESEARCHER};
use crate::file::Row;
use crate::{Defect, Rule};

pub(super) fn read(line: Line<'_>, kind: Kind, defects: &mut Vec<Defect>) -> Row {
    let (found, closed) = cells(line.text);
    let cell = |place: usize| found.get(place).map_or("", |range| &line.text[range.clone()]);
    let known = Field::of(cell(0)).filter(|(field, _)| field.kind() == kind);
    let (name, field) = (unbold(cell(0)), known.map(|(field, _)| field));
    let mut say = |rule: Rule, message: String| defects.push(Defect::new(rule, line.number, &name, message));
    match known {
        None => say(Rule::UnknownRow, format!("the {} table has no row `{name}`", kind.name())),
        Some((field, true)) => say(Rule::OldRowName, format!("`{name}` is now called `{}`", field.name())),
        Some(_) => {}
    }
    if !is_bold(cell(0)) {
        say(Rule::FieldNotBold, format!("write `**{name}**`"));
    }
    if !closed {
        say(Rule::UnclosedRow, "the row does not end with a pipe".to_owned());
    }
    let visible = kind == Kind::Question && has_visibility(found.len(), cell(1));
    if kind == Kind::Question && !visible {
        say(Rule::MissingVisibility, "the row has no Visibility cell".to_owned());
    }
    let at = if visible { 2 } else { 1 };
    if found.len() > at + 1 {
        let message = format!("{} bare in a cell; write `\\|`", plural(found.len() - at - 1, "pipe"));
        say(Rule::PipeInCell, message);
    }
    let start = found.get(at).map_or(line.text.trim_end().len(), |range| range.start);
    let end = found.last().filter(|_| found.len() > at).map_or(start, |range| range.end).max(start);
    let raw = &line.text[start..end];
    let value =
        if field.is_some_and(Field::is_encoded) { cells::decode_pipes(raw) } else { cells::decode(raw) };
    let visibility = visible.then(|| cell(1).to_owned());
    if let (Some(shown), Some(field)) = (&visibility, field)
        && !shown.eq_ignore_ascii_case(field.visibility())
    {
        let defect = Defect::new(
            Rule::WrongVisibility,
            line.number,
            &name,
            format!("`{}` instead of `{}`", shown, field.visibility()),
        );
        let leaks = field == Field::CorrectAnswers && shown.eq_ignore_ascii_case(PARTICIPANTS);
        defects.push(if leaks { defect.of(Severity::High) } else { defect });
    }
    Row {
        field,
        name,
        visibility,
        value,
        line: line.number,
        bytes: line.start..line.end(),
        value_bytes: line.start + start..line.start + end,
    }
}

/// Three cells have one, unless the second holds what can only be a value.
fn has_visibility(cells: usize, second: &str) -> bool {
    let known = [PARTICIPANTS, RESEARCHER].iter().any(|name| second.eq_ignore_ascii_case(name));
    known || cells >= 3 && !second.starts_with('[') && second.split_whitespace().count() <= 3
}

pub(super) fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// Rows that are missing or there twice.
pub(super) fn check(
    rows: &[Row],
    expected: impl Iterator<Item = Field>,
    line: usize,
    place: &str,
    defects: &mut Vec<Defect>,
) {
    for field in expected {
        let mut found = rows.iter().filter(|row| row.field == Some(field));
        if found.next().is_none() {
            let defect =
                Defect::new(Rule::MissingRow, line, place, format!("there is no row `{}`", field.name()));
            defects.push(if matters(field) { defect } else { defect.of(Severity::Medium) });
        }
        for row in found {
            let message = format!("`{}` is repeated here; the first one counts", field.name());
            defects.push(Defect::new(Rule::RepeatedRow, row.line, place, message));
        }
    }
}

/// Without these a question cannot be asked or marked, a task not be found.
fn matters(field: Field) -> bool {
    use Field::{CorrectAnswers, Options, Question, QuestionId, TaskId};
    matches!(field, QuestionId | Question | Options | CorrectAnswers | TaskId)
}

/// The JSON defects in the cell of a row, one defect per kind, each naming its faults.
pub(super) fn faults(row: &Row, place: &str, faults: &[Fault], defects: &mut Vec<Defect>) {
    let mut say = |rule: Rule, what: Vec<&String>, tail: &str| {
        if !what.is_empty() {
            defects.push(Defect::new(
                rule,
                row.line,
                place,
                format!("{} in {}{tail}", count_each(&what), row.name),
            ));
        }
    };
    let of = |pick: fn(&Fault) -> Option<&String>| faults.iter().filter_map(pick).collect::<Vec<_>>();
    let escapes = of(|fault| if let Fault::Escape(text) = fault { Some(text) } else { None });
    say(Rule::InvalidEscape, escapes, ": JSON requires two backslashes");
    let misread = of(|fault| if let Fault::Misread(text) = fault { Some(text) } else { None });
    say(Rule::MisreadEscape, misread, ": JSON reads a control character; write two backslashes");
    let quotes = of(|fault| if let Fault::Quote(text) = fault { Some(text) } else { None });
    say(Rule::UnescapedQuote, quotes, ": a quotation mark follows these words; write `\\\"`");
    let forms = of(|fault| if let Fault::Form(text) = fault { Some(text) } else { None });
    let rule = if row.field == Some(Field::Formulas) { Rule::FormulasForm } else { Rule::ArrayForm };
    say(rule, forms, "");
}

/// Each once, with how often.
fn count_each(what: &[&String]) -> String {
    let mut seen: Vec<(&String, usize)> = Vec::new();
    for text in what {
        match seen.iter_mut().find(|(other, _)| other == text) {
            Some((_, count)) => *count += 1,
            None => seen.push((text, 1)),
        }
    }
    let shown = seen.into_iter().map(|(text, count)| match count {
        1 => text.clone(),
        _ => format!("{text} ({count} times)"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

pub(super) fn formulas(rows: &[Row], defects: &mut Vec<Defect>) {
    let Some(row) = rows.iter().find(|row| row.field == Some(Field::Formulas)) else { return };
    if row.value.is_empty() || row.value.eq_ignore_ascii_case("NA") {
        return;
    }
    let (entries, found) = array::dictionary(&row.value);
    faults(row, "Formulas", &found, defects);
    if entries.is_none() {
        let message = "write NA, or a JSON object of names and LaTeX";
        defects.push(Defect::new(Rule::FormulasForm, row.line, "Formulas", message));
    }
}
