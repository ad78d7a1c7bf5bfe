//! Note types and notes from the SQLite file of a deck.
//!
//! The file may be hostile: it is opened read-only from memory with triggers, views and schema functions off, only
//! ordinary tables without computed columns are read, and rows and bytes are counted.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use serde::Deserialize;

use super::protobuf::{self, Value};
use crate::ReadError;

const MOST_NOTES: usize = 200_000;
const MOST_NOTETYPES: usize = 10_000;
/// Of all fields of all notes: a damaged file can repeat its pages without end.
const MOST_BYTES: usize = 256 << 20;
const MOST_BYTES_IN_A_VALUE: i32 = 64 << 20;

/// SQLite stops after this many times this many steps, about a second: pages of a hostile file can point to each other
/// so that there are more rows, or tables, than anyone can count.
const STEPS: i32 = 100_000;
const MOST_STEPS: u32 = 200;

const CHECK: &str = "in Anki choose Tools > Check Database, then export the deck again";

/// What a deck holds, as far as items are concerned.
#[derive(Debug)]
pub(super) struct Collection {
    pub(super) notetypes: BTreeMap<i64, NoteType>,
    /// In the order they were made.
    pub(super) notes: Vec<Note>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct NoteType {
    pub(super) name: String,
    pub(super) cloze: bool,
    pub(super) fields: Vec<String>,
    /// The front of its first card.
    pub(super) front: String,
    /// The fields that cards show, and those that decide what is shown.
    shown: BTreeSet<String>,
    asked: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    /// From 1, in the order of the file.
    pub(super) number: usize,
    pub(super) guid: String,
    pub(super) notetype: i64,
    pub(super) tags: Vec<String>,
    pub(super) fields: Vec<String>,
}

impl NoteType {
    /// Whether a field is only there to be empty or not, such as one that asks for a second card.
    pub(super) fn is_switch(&self, field: &str) -> bool {
        self.asked.contains(field) && !self.shown.contains(field)
    }

    /// Notes the fields in one side of a card: `{{#Extra}}{{hint:Extra}}{{/Extra}}`.
    fn see(&mut self, template: &str) {
        for tag in template.split("{{").skip(1).filter_map(|rest| rest.split_once("}}")) {
            let tag = tag.0.trim();
            match tag.strip_prefix(['#', '^', '/']) {
                Some(field) => self.asked.insert(field.trim().to_owned()),
                None => self.shown.insert(tag.rsplit(':').next().unwrap_or(tag).to_owned()),
            };
        }
    }
}

impl Note {
    pub(super) fn place(&self) -> String {
        let guid: String = self.guid.chars().take(40).collect();
        if guid.is_empty() {
            format!("note {}", self.number)
        } else {
            format!("note {} ({guid})", self.number)
        }
    }
}

pub(super) fn read(file: &str, mut bytes: Vec<u8>) -> Result<Collection, ReadError> {
    if bytes.len() < 100 || !bytes.starts_with(b"SQLite format 3\0") {
        return Err(ReadError::new(file, "it is not an SQLite database").hint(CHECK));
    }
    // A log beside the file is not in the deck; without this SQLite would look for it.
    if let Some(modes) = bytes.get_mut(18..20) {
        modes.fill(1);
    }
    let database = Database { file, connection: connect(&bytes).map_err(|error| fault(file, &error))? };
    drop(bytes);
    let notetypes = if database.has("notetypes")? {
        database.notetypes_of_tables()?
    } else {
        database.notetypes_of_json()?
    };
    Ok(Collection { notetypes, notes: database.notes()? })
}

fn connect(bytes: &[u8]) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MOST_BYTES_IN_A_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.deserialize_read_exact("main", bytes, bytes.len(), true)?;
    let mut left = MOST_STEPS;
    connection.progress_handler(
        STEPS,
        Some(move || {
            left = left.saturating_sub(1);
            left == 0
        }),
    )?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection)
}

fn fault(file: &str, error: &rusqlite::Error) -> ReadError {
    ReadError::new(file, format!("the database is damaged: {error}")).hint(CHECK)
}

struct Database<'a> {
    file: &'a str,
    connection: Connection,
}

impl Database<'_> {
    fn has(&self, table: &str) -> Result<bool, ReadError> {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name = ?1 AND type = 'table' AND rootpage > 0";
        let count: i64 =
            self.connection.query_row(sql, [table], |row| row.get(0)).map_err(|e| fault(self.file, &e))?;
        if count == 0 {
            return Ok(false);
        }
        let mut computed = 0;
        self.rows(&format!("PRAGMA table_xinfo({table})"), 2000, |row| {
            computed += i64::from(integer(row, 6)? != 0);
            Ok(())
        })?;
        if computed > 0 {
            return Err(ReadError::new(self.file, format!("the table `{table}` has computed columns"))
                .hint("the file was not made by Anki; do not open it elsewhere either"));
        }
        Ok(true)
    }

    /// Hands each row to `see`, whose error is what is wrong with the row.
    fn rows(
        &self,
        sql: &str,
        most: usize,
        mut see: impl FnMut(&Row<'_>) -> Result<(), String>,
    ) -> Result<(), ReadError> {
        let failed = |error: rusqlite::Error| fault(self.file, &error);
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        let mut count = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            count += 1;
            if count > most {
                return Err(ReadError::new(self.file, format!("it has more than {most} rows"))
                    .hint("split the deck in Anki and import its parts"));
            }
            see(row)
                .map_err(|what| ReadError::new(format!("{}, row {count}", self.file), what).hint(CHECK))?;
        }
        Ok(())
    }

    fn require_table(&self, table: &str) -> Result<(), ReadError> {
        if self.has(table)? {
            return Ok(());
        }
        Err(ReadError::new(
            self.file,
            format!("there is no table `{table}`, so it is not an Anki collection"),
        )
        .hint(CHECK))
    }

    /// Up to schema 14 all note types are one JSON object.
    fn notetypes_of_json(&self) -> Result<BTreeMap<i64, NoteType>, ReadError> {
        self.require_table("col")?;
        let mut json = String::new();
        self.rows("SELECT models FROM col LIMIT 1", 1, |row| {
            json = text(row, 0)?;
            Ok(())
        })?;
        let place = format!("{}, col.models", self.file);
        let models: BTreeMap<String, Model> = serde_json::from_str(&json).map_err(|error| {
            ReadError::new(&place, format!("the note types cannot be read: {error}")).hint(CHECK)
        })?;
        let mut notetypes = BTreeMap::new();
        for (id, model) in models {
            let id = id.parse().map_err(|_| {
                let id: String = id.chars().take(40).collect();
                ReadError::new(&place, format!("`{id}` is not the id of a note type")).hint(CHECK)
            })?;
            let mut fields = model.flds;
            fields.sort_by_key(|field| field.ord);
            let mut notetype = NoteType {
                name: model.name,
                cloze: model.kind == 1,
                fields: fields.into_iter().map(|field| field.name).collect(),
                front: model.tmpls.first().map(|template| template.qfmt.clone()).unwrap_or_default(),
                ..NoteType::default()
            };
            for template in &model.tmpls {
                notetype.see(&template.qfmt);
                notetype.see(&template.afmt);
            }
            notetypes.insert(id, notetype);
        }
        Ok(notetypes)
    }

    /// From schema 15 on they have tables. Their names are sorted by an order only Anki has, so no index is used.
    fn notetypes_of_tables(&self) -> Result<BTreeMap<i64, NoteType>, ReadError> {
        self.require_table("fields")?;
        self.require_table("templates")?;
        let mut notetypes: BTreeMap<i64, NoteType> = BTreeMap::new();
        self.rows("SELECT id, name, config FROM notetypes NOT INDEXED", MOST_NOTETYPES, |row| {
            let config = message(row, 2)?;
            let cloze = config.contains(&(1, Value::Number(1)));
            let notetype = NoteType { name: text(row, 1)?, cloze, ..NoteType::default() };
            notetypes.insert(integer(row, 0)?, notetype);
            Ok(())
        })?;
        let mut fields: BTreeMap<(i64, i64), String> = BTreeMap::new();
        self.rows("SELECT ntid, ord, name FROM fields NOT INDEXED", MOST_NOTETYPES * 20, |row| {
            fields.insert((integer(row, 0)?, integer(row, 1)?), text(row, 2)?);
            Ok(())
        })?;
        for ((id, _), name) in fields {
            if let Some(notetype) = notetypes.get_mut(&id) {
                notetype.fields.push(name);
            }
        }
        let sql = "SELECT ntid, config, ord FROM templates NOT INDEXED";
        self.rows(sql, MOST_NOTETYPES * 20, |row| {
            let Some(notetype) = notetypes.get_mut(&integer(row, 0)?) else { return Ok(()) };
            let first = integer(row, 2)? == 0;
            for field in message(row, 1)? {
                if let (number @ (1 | 2), Value::Bytes(text)) = field {
                    let text = String::from_utf8_lossy(text);
                    notetype.see(&text);
                    if first && number == 1 {
                        notetype.front = text.into_owned();
                    }
                }
            }
            Ok(())
        })?;
        Ok(notetypes)
    }

    fn notes(&self) -> Result<Vec<Note>, ReadError> {
        self.require_table("notes")?;
        let mut notes = Vec::new();
        let mut left = MOST_BYTES;
        let sql = "SELECT guid, mid, tags, flds, id FROM notes NOT INDEXED";
        self.rows(sql, MOST_NOTES, |row| {
            let fields = text(row, 3)?;
            left = left.checked_sub(fields.len()).ok_or("the notes are too large to read")?;
            let tags = text(row, 2)?;
            let tags = tags.split([' ', '\u{3000}']).filter(|tag| !tag.is_empty());
            let note = Note {
                number: 0,
                guid: text(row, 0)?,
                notetype: integer(row, 1)?,
                tags: tags.map(str::to_owned).collect(),
                fields: fields.split('\u{1f}').map(str::to_owned).collect(),
            };
            notes.push((integer(row, 4)?, note));
            Ok(())
        })?;
        notes.sort_by_key(|(id, _)| *id);
        let number = |(place, (_, note)): (usize, (i64, Note))| Note { number: place + 1, ..note };
        Ok(notes.into_iter().enumerate().map(number).collect())
    }
}

fn value<'a>(row: &'a Row<'_>, column: usize) -> Result<ValueRef<'a>, String> {
    row.get_ref(column).map_err(|error| error.to_string())
}

fn integer(row: &Row<'_>, column: usize) -> Result<i64, String> {
    match value(row, column)? {
        ValueRef::Integer(number) => Ok(number),
        other => Err(format!("column {} is {}, not a whole number", column + 1, other.data_type())),
    }
}

/// Numbers stand for their digits: some tools write a guid as one.
fn text(row: &Row<'_>, column: usize) -> Result<String, String> {
    match value(row, column)? {
        ValueRef::Text(bytes) => std::str::from_utf8(bytes)
            .map(str::to_owned)
            .map_err(|_| format!("the text in column {} is not UTF-8", column + 1)),
        ValueRef::Integer(number) => Ok(number.to_string()),
        other => Err(format!("column {} is {}, not text", column + 1, other.data_type())),
    }
}

fn message<'a>(row: &'a Row<'_>, column: usize) -> Result<Vec<(u64, Value<'a>)>, String> {
    match value(row, column)? {
        ValueRef::Blob(bytes) => protobuf::fields(bytes)
            .ok_or_else(|| format!("the settings in column {} cannot be read", column + 1)),
        other => Err(format!("column {} is {}, not bytes", column + 1, other.data_type())),
    }
}

#[derive(Deserialize)]
struct Model {
    name: String,
    #[serde(rename = "type", default)]
    kind: i64,
    flds: Vec<Field>,
    #[serde(default)]
    tmpls: Vec<Template>,
}

#[derive(Deserialize)]
struct Field {
    name: String,
    #[serde(default)]
    ord: i64,
}

#[derive(Deserialize)]
struct Template {
    #[serde(default)]
    qfmt: String,
    #[serde(default)]
    afmt: String,
}
