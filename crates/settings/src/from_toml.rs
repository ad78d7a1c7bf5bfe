//! Reads one settings file to its end, however many errors it contains.

use std::ops::Range;
use std::path::Path;

use toml_edit::{Document, Item, TableLike, TomlError};

use crate::raw_settings::{Place, Written};
use crate::read::SettingsFile;
use crate::settings::Source;
use crate::table::{Kind, SECTIONS, Section, section};
use crate::value::{Misfit, Value};

pub(crate) fn read_toml(written: &mut Written, file: &SettingsFile) {
    let Some(document) = parse(written, file) else { return };
    let lines = file.text.match_indices('\n').map(|(at, _)| at).collect();
    let reading = Reading { file, lines, folder: file.path.parent().unwrap_or(Path::new("")) };
    reading.sections(written, document.as_table());
}

/// A line that is wrong only because of the others, such as a repeated key, is reported and left out. After any other
/// error only the lines above it can be trusted.
fn parse(written: &mut Written, file: &SettingsFile) -> Option<Document<String>> {
    let mut text = file.text.clone();
    for errors in 1.. {
        let error = match Document::parse(text.clone()) {
            Ok(document) => return Some(document),
            Err(error) => error,
        };
        report(written, file, &text, &error);
        let line = line_around(&text, error.span().map_or(0, |span| span.start));
        let alone = text[line.clone()].trim();
        let only_repeated = !alone.is_empty() && !alone.starts_with('[') && Document::parse(alone).is_ok();
        if !only_repeated || errors == MOST_ERRORS {
            written.cut_short = true;
            return Document::parse(text[..line.start].to_owned()).ok();
        }
        text.replace_range(line.clone(), &" ".repeat(line.len()));
    }
    None
}

/// Each error costs another reading of the file, and nobody mends more at a time.
const MOST_ERRORS: usize = 20;

fn report(written: &mut Written, file: &SettingsFile, text: &str, error: &TomlError) {
    let span = error.span().unwrap_or(0..0);
    let source = Source::File { path: file.path.clone(), line: line_number(text, span.start) };
    let message = error.message();
    if message == "duplicate key" {
        let key = text.get(span).unwrap_or_default().trim();
        return written.flaw(&source, &format!("{key} is written twice"), Some("keep one of the two".into()));
    }
    let before = &text[line_around(text, span.start).start..span.start];
    let column = before.chars().count() + 1;
    written.flaw(&source, &format!("not TOML at column {column}: {message}"), None);
}

fn line_number(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    start..text[at..].find('\n').map_or(text.len(), |newline| at + newline)
}

struct Reading<'a> {
    file: &'a SettingsFile,
    /// Where its lines end.
    lines: Vec<usize>,
    /// Relative paths in the file start here.
    folder: &'a Path,
}

impl Reading<'_> {
    fn sections(&self, written: &mut Written, root: &dyn TableLike) {
        for (name, item) in root.iter() {
            let source = self.source(root, name);
            let Some(section) = section(name) else {
                if item.is_table_like() || item.is_array_of_tables() {
                    written.unknown_section(&source, name);
                } else {
                    outside_a_section(written, &source, name);
                }
                continue;
            };
            let Some(table) = item.as_table_like() else {
                let detail = format!("{name} must be a section, found {}", what(item));
                written.flaw(&source, &detail, Some(format!("write [{}]", heading(section))));
                continue;
            };
            if section.naming.is_some() {
                self.family(written, section, table);
            } else {
                let place = Place { section: section.name, part: String::new() };
                self.keys(written, section, &place, table);
            }
        }
    }

    fn family(&self, written: &mut Written, section: &Section, table: &dyn TableLike) {
        for (part, item) in table.iter() {
            let source = self.source(table, part);
            let Some(inner) = item.as_table_like() else {
                let detail = format!("{}.{part} must be a section, found {}", section.name, what(item));
                written.flaw(&source, &detail, Some(format!("keys go under [{}]", heading(section))));
                continue;
            };
            if let Some(place) = written.mention(&source, section, part) {
                self.keys(written, section, &place, inner);
            }
        }
    }

    fn keys(&self, written: &mut Written, section: &Section, place: &Place, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            let source = self.source(table, name);
            let Some(key) = written.key(&source, place, section, name) else { continue };
            let read = match (item, key.kind) {
                // `[sso.roles]` is another way to write a table.
                (Item::Table(table), Kind::Roles) => {
                    Value::read(key.kind, &table.clone().into_inline_table().into(), self.folder)
                }
                (Item::Value(value), _) => Value::read(key.kind, value, self.folder),
                _ => Err(Misfit { found: what(item).into(), hint: None }),
            };
            written.entry(source, place.clone(), key, read);
        }
    }

    fn source(&self, table: &dyn TableLike, key: &str) -> Source {
        let (key, item) = table.get_key_value(key).unzip();
        let span = key.and_then(toml_edit::Key::span).or_else(|| item.and_then(Item::span));
        let line = span.map_or(1, |span| self.lines.partition_point(|end| *end < span.start) + 1);
        Source::File { path: self.file.path.clone(), line }
    }
}

fn outside_a_section(written: &mut Written, source: &Source, name: &str) {
    let home = SECTIONS.iter().find(|section| section.key(name).is_some());
    let hint = home.map(|section| format!("move it under [{}]", heading(section)));
    written.flaw(source, &format!("{name:?} is outside any section"), hint);
}

fn heading(section: &Section) -> String {
    if section.naming.is_some() { format!("{}.NAME", section.name) } else { section.name.to_owned() }
}

fn what(item: &Item) -> &'static str {
    match item {
        Item::Table(_) => "a section",
        Item::ArrayOfTables(_) => "a list of sections",
        _ => "a value",
    }
}
