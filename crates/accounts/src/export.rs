//! Export of all data of an owner as an archive: one JSON Lines file per table, one per kind of record, and every
//! stored file.

use std::{fs::File, io::Write};

use serde_json::Value;
use tokio::sync::mpsc;
use tutti_core::{Code, Problem};
use tutti_store::{Owned, Piece};
use zip::{ZipWriter, write::SimpleFileOptions};

/// The README of the archive.
const ABOUT: &str = "All the data that Tutti has about you.

records/session.jsonl, records/card.jsonl, records/library.jsonl and others: your sessions, cards and documents
items.jsonl      your item bank; earlier versions are in files
runs.jsonl       your runs; journal.jsonl has each step, ledger.jsonl the cost of model calls, replies.jsonl the
                 replies of models
reviews.jsonl    the questions you were asked
accounts.jsonl   your account; keys.jsonl your logins and tokens; audit.jsonl what was done with them
files            documents and exports, unchanged, each named by its SHA-256

Each line of a .jsonl file is one JSON object. Times are milliseconds since 1970, UTC. Passwords and tokens are not
included: Tutti stores only their hashes.
";

/// Maximum number of pieces waiting to be packed.
const WAITING: usize = 4;

enum Part {
    Begin(String),
    Bytes(Vec<u8>),
}

/// Writes all data of an owner to a file, as a zip archive.
pub async fn export(store: &Owned, file: File) -> Result<(), Problem> {
    let (parts, packing) = mpsc::channel(WAITING);
    // Packing takes time; it must not block the threads that serve requests.
    let packed = tokio::task::spawn_blocking(move || pack(file, packing));
    let read = read(store, &parts).await;
    drop(parts);
    let packed = packed.await.map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
    packed.and(read)
}

async fn read(store: &Owned, parts: &mpsc::Sender<Part>) -> Result<(), Problem> {
    // Nobody listens once packing has failed; that error is reported instead.
    let send = async |part: Part| parts.send(part).await.is_ok();
    let mut pieces = store.export().await?;
    let mut current = String::new();
    let mut is_heard = send(Part::Begin("about.txt".into())).await && send(Part::Bytes(ABOUT.into())).await;
    while is_heard && let Some(piece) = pieces.next().await? {
        match piece {
            Piece::Rows { table, rows } => {
                for row in rows {
                    let name = file_of(table, &row);
                    if name != current {
                        is_heard = send(Part::Begin(name.clone())).await;
                        current = name;
                    }
                    is_heard = is_heard && send(Part::Bytes(format!("{row}\n").into_bytes())).await;
                }
            }
            Piece::File { hash, bytes } => {
                is_heard = send(Part::Begin(format!("files/{hash}"))).await && send(Part::Bytes(bytes)).await;
            }
        }
    }
    Ok(())
}

fn file_of(table: &str, row: &Value) -> String {
    match row["kind"].as_str() {
        Some(kind) if table == "records" => format!("records/{kind}.jsonl"),
        _ => format!("{table}.jsonl"),
    }
}

fn pack(file: File, mut parts: mpsc::Receiver<Part>) -> Result<(), Problem> {
    let failed =
        |error: &dyn std::fmt::Display| Problem::new(Code::StoreFailed, format!("the archive: {error}"));
    let mut zip = ZipWriter::new(file);
    // A table may exceed the limits of the older zip format.
    let options = SimpleFileOptions::default().large_file(true);
    while let Some(part) = parts.blocking_recv() {
        match part {
            Part::Begin(name) => zip.start_file(name, options).map_err(|error| failed(&error))?,
            Part::Bytes(bytes) => zip.write_all(&bytes).map_err(|error| failed(&error))?,
        }
    }
    zip.finish().map(|_| ()).map_err(|error| failed(&error))
}
