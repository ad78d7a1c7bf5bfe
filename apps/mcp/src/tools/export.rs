//! Items for other systems, or on paper.

use std::path::{Path, PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use rmcp::model::{ContentBlock, ResourceContents};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt;
use tutti_accounts::Permission;
use tutti_bank::Filter;
use tutti_core::{Code, Problem};
use tutti_exchange::LeftOut;
use tutti_print::PageSize;
use tutti_service::{
    exporting::{Lost, Target, export},
    time,
};

use super::{items::found, said};
use crate::{
    answer::{Told, counted},
    call::{Call, computed},
    source::must_have_paths,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![Entry::new(
        Named {
            name: "export_items",
            title: "Export items",
            about: "Items of the bank as a file of another system: apkg (Anki), gift, moodle, qti22, qti3, canvas, csv, \
                    xlsx, jsonl, or pdf (a paper and its key). Says what the format cannot hold. The files come with the \
                    answer.",
            needs: Some(Permission::Bank),
            does: Does::AddsOnce,
        },
        exported,
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Export {
    /// apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx, jsonl or pdf.
    to: String,
    /// Of the deck, category, package or paper.
    #[serde(default)]
    title: Option<String>,
    /// These items; without them, those that fit words, kind and tag.
    #[serde(default)]
    ids: Vec<String>,
    #[serde(default)]
    words: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    tag: Option<String>,
    /// a4 or letter, on paper.
    #[serde(default)]
    page: Option<String>,
    /// A folder of this machine to write the files into; then they do not come with the answer.
    #[serde(default)]
    save_to: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Exported {
    files: Vec<File>,
    items: usize,
    /// What the format cannot hold.
    losses: Vec<Lost>,
    left_out: Vec<LeftOut>,
    /// What is not on paper as it should be.
    problems: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct File {
    name: String,
    media_type: String,
    bytes: usize,
    /// Where it was written, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

async fn exported(call: Call, asked: Export) -> Result<Told<Exported>, Problem> {
    let to: Target =
        asked.to.trim().parse().map_err(|error: String| Problem::new(Code::BadInput, error).at("/to"))?;
    let size = match asked.page.as_deref() {
        None | Some("a4") => PageSize::A4,
        Some("letter") => PageSize::Letter,
        Some(other) => {
            let why = format!("`{other}` is neither a4 nor letter");
            return Err(Problem::new(Code::BadInput, why).at("/page"));
        }
    };
    let folder = said(asked.save_to).map(PathBuf::from);
    if folder.is_some() {
        must_have_paths(&call, "/save_to")?;
    }
    let bank = call.bank();
    let mut items = Vec::new();
    for (place, id) in asked.ids.iter().enumerate() {
        items.push(found(&bank, id, &format!("/ids/{place}")).await?);
    }
    if asked.ids.is_empty() {
        let (kind, tag, words) = (said(asked.kind), said(asked.tag), said(asked.words));
        items = bank.list(&Filter { kind, tag, words, limit: 0, after: None }).await?;
    }
    let title = said(asked.title).unwrap_or_else(|| "Tutti".to_owned());
    let now = time::now();
    let written = computed(move || export(&items, to, &title, size, now)).await?;
    let losses = written.lost();
    let problems =
        written.problems.iter().map(|found| format!("question {}: {}", found.question, found.what));
    let mut exported = Exported {
        files: Vec::new(),
        items: written.items,
        losses,
        problems: problems.collect(),
        left_out: written.left_out,
    };
    let key = written.key.map(|bytes| ("items-key.pdf".to_owned(), bytes));
    let files = [(format!("items.{}", to.extension()), written.bytes)].into_iter().chain(key);
    let mut blocks = Vec::new();
    for (name, bytes) in files {
        let media_type = media_type(&name).to_owned();
        let count = bytes.len();
        let path = match &folder {
            Some(folder) => Some(save(folder, &name, &bytes).await?),
            None => {
                blocks.push(block(&name, &media_type, bytes));
                None
            }
        };
        exported.files.push(File { name, media_type, bytes: count, path });
    }
    let text = told(&exported);
    Ok(Told { files: blocks, ..Told::new(exported, text) })
}

fn told(exported: &Exported) -> String {
    let mut lines: Vec<String> = exported
        .files
        .iter()
        .map(|file| match &file.path {
            Some(path) => format!("{path} ({} bytes)", file.bytes),
            None => format!("{} ({} bytes)", file.name, file.bytes),
        })
        .collect();
    lines.push(format!("{} exported.", counted(exported.items, "item")));
    let lost = exported.losses.iter();
    lines.extend(lost.map(|lost| format!("Lost of {}: {}", counted(lost.items, "item"), lost.describe)));
    let left_out = exported.left_out.iter();
    lines.extend(left_out.map(|left| format!("Left out: {}: {}", left.item, left.why)));
    lines.extend(exported.problems.iter().cloned());
    lines.join("\n")
}

/// A file as part of an answer: text where it is one.
fn block(name: &str, media_type: &str, bytes: Vec<u8>) -> ContentBlock {
    let uri = format!("tutti://exports/{name}");
    let contents = match String::from_utf8(bytes) {
        Ok(text) => ResourceContents::text(text, uri),
        Err(error) => ResourceContents::blob(STANDARD.encode(error.into_bytes()), uri),
    };
    ContentBlock::resource(contents.with_mime_type(media_type))
}

/// Writes a new file; one that is there is left as it is.
async fn save(folder: &Path, name: &str, bytes: &[u8]) -> Result<String, Problem> {
    let path = folder.join(name);
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Problem::new(Code::Conflict, format!("{} is there already", path.display()))
                .at("/save_to")
                .hint("name another folder, or take the file away")
        }
        _ => Problem::new(Code::BadInput, format!("{} cannot be written: {error}", path.display()))
            .at("/save_to")
            .hint("name a folder that is there"),
    };
    let mut file =
        tokio::fs::OpenOptions::new().write(true).create_new(true).open(&path).await.map_err(failed)?;
    file.write_all(bytes).await.map_err(failed)?;
    file.flush().await.map_err(failed)?;
    Ok(path.display().to_string())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "csv" => "text/csv",
        "gift" | "txt" => "text/plain",
        "jsonl" => "application/jsonl",
        "pdf" => "application/pdf",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xml" => "application/xml",
        "zip" | "apkg" => "application/zip",
        _ => "application/octet-stream",
    }
}
