//! Export of items to other systems, or to paper.

use std::path::{Path, PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use rmcp::model::{ContentBlock, ResourceContents};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt;
use tutti_accounts::{Permission, deeds};
use tutti_core::{Code, Problem};
use tutti_exchange::LeftOut;
use tutti_service::{
    exporting::{ExportRequest, Lost},
    requests::{Flat, non_blank},
    time,
};

use super::items::hint_at_tools;
use crate::{
    answer::{Told, count_text},
    call::Call,
    source::must_have_paths,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![Entry::new(
        Named {
            name: "export_items",
            title: "Export items",
            about: "Export items of the bank to apkg (Anki), gift, moodle, qti22, qti3, canvas, csv, xlsx, jsonl, or pdf \
                    (a paper and its key). Lists what the format cannot hold. The files come with the \
                    answer.",
            needs: Some(Permission::Bank),
            does: Does::AddsOnce,
        },
        export,
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Saving {
    /// Folder on this machine to write the files to; the response then does not include them.
    save_to: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Exported {
    files: Vec<File>,
    items: usize,
    /// What the format cannot hold.
    losses: Vec<Lost>,
    left_out: Vec<LeftOut>,
    /// Layout problems of the paper.
    problems: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct File {
    name: String,
    media_type: String,
    bytes: usize,
    /// Path of the written file, if it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

async fn export(call: Call, asked: Flat<(ExportRequest, Saving)>) -> Result<Told<Exported>, Problem> {
    let Flat((request, Saving { save_to })) = asked;
    let folder = non_blank(save_to).map(PathBuf::from);
    if folder.is_some() {
        must_have_paths(&call, "/save_to")?;
    }
    let items = request.items(&call.bank()).await.map_err(hint_at_tools)?;
    let (to, now) = (request.to, time::now());
    let written = call.compute(move |work| request.export_watched(&items, now, work)).await?;
    let losses = written.loss_counts();
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
    call.who.note(deeds::ITEMS_EXPORTED, format!("{} items as {}", exported.items, to.extension())).await?;
    let text = summary(&exported);
    Ok(Told { files: blocks, ..Told::new(exported, text) })
}

fn summary(exported: &Exported) -> String {
    let mut lines: Vec<String> = exported
        .files
        .iter()
        .map(|file| match &file.path {
            Some(path) => format!("{path} ({} bytes)", file.bytes),
            None => format!("{} ({} bytes)", file.name, file.bytes),
        })
        .collect();
    lines.push(format!("{} exported.", count_text(exported.items, "item")));
    let lost = exported.losses.iter();
    lines.extend(lost.map(|lost| format!("Lost from {}: {}", count_text(lost.items, "item"), lost.describe)));
    let left_out = exported.left_out.iter();
    lines.extend(left_out.map(|left| format!("Left out: {}: {}", left.item, left.why)));
    lines.extend(exported.problems.iter().cloned());
    lines.join("\n")
}

/// A file as part of a result, as text if it is UTF-8.
fn block(name: &str, media_type: &str, bytes: Vec<u8>) -> ContentBlock {
    let uri = format!("tutti://exports/{name}");
    let contents = match String::from_utf8(bytes) {
        Ok(text) => ResourceContents::text(text, uri),
        Err(error) => ResourceContents::blob(STANDARD.encode(error.into_bytes()), uri),
    };
    ContentBlock::resource(contents.with_mime_type(media_type))
}

/// Writes a new file; never overwrites an existing one.
async fn save(folder: &Path, name: &str, bytes: &[u8]) -> Result<String, Problem> {
    let path = folder.join(name);
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Problem::new(Code::Conflict, format!("{} already exists", path.display()))
                .at("/save_to")
                .hint("name another folder, or remove the file")
        }
        _ => Problem::new(Code::BadInput, format!("{} cannot be written: {error}", path.display()))
            .at("/save_to")
            .hint("name an existing folder"),
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
