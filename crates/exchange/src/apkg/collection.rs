//! The SQLite file of a deck, schema version 11, which every Anki still reads.
//!
//! It is built in memory, in a fixed order and with the given time: the same notes give the same bytes.

use rusqlite::{Connection, params};
use serde_json::json;
use tutti_core::ContentHash;

use super::notetype;
use crate::About;

/// One note with its cards.
#[derive(Debug)]
pub(super) struct NewNote {
    pub(super) guid: String,
    pub(super) notetype: i64,
    pub(super) fields: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) cards: usize,
}

const TABLES: &str = "
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
    ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
    models text not null, decks text not null, dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
    usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
    flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
    mod integer not null, usn integer not null, type integer not null, queue integer not null,
    due integer not null, ivl integer not null, factor integer not null, reps integer not null,
    lapses integer not null, left integer not null, odue integer not null, odid integer not null,
    flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
    ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
    type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
";

pub(super) fn write(notes: &[NewNote], about: &About) -> rusqlite::Result<Vec<u8>> {
    // Ids of notes and cards are milliseconds by custom, and must be above zero.
    let time = about.at.max(1);
    let first = time.saturating_mul(1000);
    let deck = deck_id(&about.title);
    let connection = Connection::open_in_memory()?;
    connection.execute_batch("PRAGMA page_size = 4096; PRAGMA secure_delete = ON; BEGIN;")?;
    connection.execute_batch(TABLES)?;
    write_settings(&connection, about, deck, time)?;
    let mut note_row =
        connection.prepare("INSERT INTO notes VALUES (?1, ?2, ?3, ?4, -1, ?5, ?6, ?7, 0, 0, '')")?;
    let mut card_row = connection
        .prepare("INSERT INTO cards VALUES (?1, ?2, ?3, ?4, ?5, -1, 0, 0, ?6, 0, 0, 0, 0, 0, 0, 0, 0, '')")?;
    let mut cards = 0_i64;
    for (place, note) in notes.iter().enumerate() {
        let id = first.saturating_add(place as i64);
        let tags = if note.tags.is_empty() { String::new() } else { format!(" {} ", note.tags.join(" ")) };
        let sort = note.fields.first().map(String::as_str).unwrap_or_default();
        note_row.execute(params![
            id,
            note.guid,
            note.notetype,
            time,
            tags,
            note.fields.join("\u{1f}"),
            sort
        ])?;
        for ord in 0..note.cards {
            card_row.execute(params![
                first.saturating_add(cards),
                id,
                deck,
                ord as i64,
                time,
                place as i64 + 1
            ])?;
            cards += 1;
        }
    }
    drop((note_row, card_row));
    connection.execute_batch("COMMIT;")?;
    Ok(connection.serialize("main")?.to_vec())
}

fn write_settings(connection: &Connection, about: &About, deck: i64, time: i64) -> rusqlite::Result<()> {
    let title = if about.title.trim().is_empty() { "Tutti" } else { about.title.trim() };
    let decks: serde_json::Map<_, _> = [(1, "Default"), (deck, title)]
        .into_iter()
        .map(|(id, name)| {
            let deck = json!({
                "id": id, "name": name, "mod": time, "usn": -1, "desc": "", "dyn": 0, "conf": 1,
                "collapsed": false, "extendNew": 0, "extendRev": 0,
                "newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0], "timeToday": [0, 0],
            });
            (id.to_string(), deck)
        })
        .collect();
    let models: serde_json::Map<_, _> =
        notetype::ALL.iter().map(|own| (own.id.to_string(), own.to_json(deck, time))).collect();
    let conf = json!({
        "activeDecks": [1], "curDeck": 1, "newSpread": 0, "collapseTime": 1200, "timeLim": 0,
        "estTimes": true, "dueCounts": true, "curModel": notetype::CARD.id, "nextPos": 1,
        "sortType": "noteFld", "sortBackwards": false, "addToCur": true, "dayLearnFirst": false,
    });
    let options = json!({"1": {
        "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": true, "timer": 0,
        "replayq": true, "dyn": false,
        "new": {"bury": false, "delays": [1, 10], "initialFactor": 2500, "ints": [1, 4, 7], "order": 1,
            "perDay": 20},
        "rev": {"bury": false, "ease4": 1.3, "ivlFct": 1, "maxIvl": 36500, "perDay": 200, "hardFactor": 1.2},
        "lapse": {"delays": [10], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0},
    }});
    let milliseconds = time.saturating_mul(1000);
    connection.execute(
        "INSERT INTO col VALUES (1, ?1, ?2, ?2, 11, 0, 0, 0, ?3, ?4, ?5, ?6, '{}')",
        params![
            time,
            milliseconds,
            conf.to_string(),
            serde_json::Value::from(models).to_string(),
            serde_json::Value::from(decks).to_string(),
            options.to_string()
        ],
    )?;
    Ok(())
}

/// The same for the same title, so that a second import goes into the same deck; never that of the default deck.
fn deck_id(title: &str) -> i64 {
    let hash = ContentHash::of_bytes(title.trim().as_bytes());
    let number =
        hash.as_str().get(..10).and_then(|hex| i64::from_str_radix(hex, 16).ok()).unwrap_or_default();
    (1 << 40) + number
}
