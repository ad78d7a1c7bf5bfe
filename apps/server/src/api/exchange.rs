//! Items in and out of the bank: files of other systems, and paper.

use std::collections::BTreeMap;

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Permission::Bank as MayBank;
use tutti_bank::Outcome;
use tutti_core::{Code, ContentHash, Problem, RunId};
use tutti_exchange::{Format, LeftOut, Skipped};
use tutti_item::Item;
use tutti_print::PageSize;
use tutti_service::{
    exporting::{Lost, Target, export},
    items::{find, read_some},
    time,
};
use tutti_store::{NewRecord, Over};

use super::{
    bank::{Chosen, bank},
    file, made,
};
use crate::{
    app::{App, Caller},
    body::{Body, Form, Named},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
};

const MAY: Needs = Needs::May(MayBank);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/items/import", MAY, "Files of others into the bank, all of them or none", import)
        .form::<ImportForm>()
        .gives::<Imported>(200)
        .fails(&[409]);
    routes
        .post("/api/items/export", MAY, "Items as a file of another system, or on paper", exported)
        .takes::<ExportAsked>()
        .gives::<ExportMade>(201)
        .fails(&[404]);
    routes
        .get("/api/exports/{export}/{name}", MAY, "A file that was made", exported_file)
        .gives_file("application/octet-stream")
        .fails(&[404]);
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ImportForm {
    /// One or more files.
    #[schemars(with = "Vec<String>", extend("format" = "binary"))]
    file: Vec<Vec<u8>>,
    /// The format, if the files do not say it.
    from: Option<String>,
    /// Only look what it would do.
    dry_run: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct Imported {
    dry_run: bool,
    files: Vec<FileRead>,
    counts: Counts,
    items: Vec<ItemOutcome>,
}

#[derive(Serialize, JsonSchema)]
struct FileRead {
    file: String,
    format: String,
    items: usize,
    skipped: Vec<Skipped>,
}

#[derive(Serialize, JsonSchema)]
struct Counts {
    new: usize,
    changed: usize,
    same: usize,
}

#[derive(Serialize, JsonSchema)]
struct ItemOutcome {
    id: String,
    outcome: Outcome,
}

async fn import(State(app): State<App>, caller: Caller, form: Form) -> Answer<Json<Imported>> {
    let mut form = form.only(&["file", "from", "dry_run"])?;
    let from: Option<Format> = form.value("from")?;
    let dry_run = form.switch("dry_run")?;
    let uploads = form.files("file");
    if uploads.is_empty() {
        return Err(Problem::new(Code::BadInput, "no file was sent").at("/file").into());
    }
    // Every file is read before anything is written, and off the threads that answer others.
    let read = tokio::task::spawn_blocking(move || {
        let read = uploads.into_iter().map(|upload| {
            read_some(&upload.name, &upload.bytes, from)
                .map(|(format, import)| (upload.name, format, import))
                .map_err(|problem| problem.at("/file"))
        });
        read.collect::<Result<Vec<_>, Problem>>()
    });
    let read = read.await.map_err(|error| Problem::new(Code::Internal, error.to_string()))??;
    let items: Vec<(Item, Format)> = read
        .iter()
        .flat_map(|(_, format, import)| import.items.iter().map(|item| (item.clone(), *format)))
        .collect();
    let bank = bank(&app, &caller);
    let addition = if dry_run { bank.plan(&items).await? } else { bank.add(&items, time::now()).await? };
    let files = read.into_iter().map(|(file, format, import)| FileRead {
        file,
        format: format.name().to_owned(),
        items: import.items.len(),
        skipped: import.skipped,
    });
    Ok(Json(Imported {
        dry_run,
        files: files.collect(),
        counts: Counts {
            new: addition.count(Outcome::New),
            changed: addition.count(Outcome::Changed),
            same: addition.count(Outcome::Same),
        },
        items: addition
            .items
            .iter()
            .map(|(id, outcome)| ItemOutcome { id: id.to_string(), outcome: *outcome })
            .collect(),
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExportAsked {
    /// apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx, jsonl or pdf.
    to: String,
    /// Of the deck, category, package or paper.
    #[serde(default)]
    title: Option<String>,
    /// These items; without them, those that fit.
    #[serde(default)]
    ids: Vec<String>,
    #[serde(default)]
    q: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    tag: Option<String>,
    /// a4 or letter, on paper.
    #[serde(default)]
    page: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ExportMade {
    id: String,
    files: Vec<Link>,
    items: usize,
    /// What the format cannot hold.
    losses: Vec<Lost>,
    left_out: Vec<LeftOut>,
    /// What is not on paper as it should be.
    problems: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Link {
    name: String,
    url: String,
}

const EXPORT: &str = "export";

/// The files of an export, by name.
#[derive(Serialize, Deserialize)]
struct Kept {
    files: BTreeMap<String, ContentHash>,
}

async fn exported(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<ExportAsked>,
) -> Answer<Response> {
    let to: Target = asked.to.parse().map_err(|error| Problem::new(Code::BadInput, error).at("/to"))?;
    let size = match asked.page.as_deref() {
        None | Some("a4") => PageSize::A4,
        Some("letter") => PageSize::Letter,
        Some(other) => {
            let why = format!("`{other}` is neither a4 nor letter");
            return Err(Problem::new(Code::BadInput, why).at("/page").into());
        }
    };
    let bank = bank(&app, &caller);
    let mut items = Vec::new();
    for (place, id) in asked.ids.iter().enumerate() {
        items.push(find(&bank, id).await.map_err(|problem| problem.at(format!("/ids/{place}")))?);
    }
    if asked.ids.is_empty() {
        items = bank.list(&Chosen { q: asked.q, kind: asked.kind, tag: asked.tag }.filter()).await?;
    }
    let (title, now) = (asked.title.unwrap_or_else(|| "Tutti".to_owned()), time::now());
    let made_of = tokio::task::spawn_blocking(move || export(&items, to, &title, size, now));
    let written = made_of.await.map_err(|error| Problem::new(Code::Internal, error.to_string()))??;
    let losses = written.lost();
    let problems =
        written.problems.iter().map(|found| format!("question {}: {}", found.question, found.what)).collect();
    let store = caller.store(&app);
    // What was asked for comes first, the key to it after.
    let mut files = vec![(format!("items.{}", to.extension()), store.keep_file(written.bytes).await?)];
    if let Some(key) = written.key {
        files.push(("items-key.pdf".to_owned(), store.keep_file(key).await?));
    }
    let id = RunId::fresh().to_string();
    let link = |name: &String| Link { name: name.clone(), url: format!("/api/exports/{id}/{name}") };
    let links = files.iter().map(|(name, _)| link(name)).collect();
    let files = files.into_iter().collect();
    let record = NewRecord {
        kind: EXPORT.to_owned(),
        id: id.clone(),
        rank: now,
        value: serde_json::to_value(Kept { files }).ok(),
        over: Over::Nothing,
    };
    store.put_records(vec![record], now).await?;
    let location = format!("/api/exports/{id}");
    let export =
        ExportMade { id, files: links, items: written.items, losses, left_out: written.left_out, problems };
    Ok(made(&location, &export))
}

async fn exported_file(
    State(app): State<App>,
    caller: Caller,
    Named((export, name)): Named<(String, String)>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let missing = || Failure::not_found(&format!("file `{name}` of this export"));
    let record = store.record(EXPORT, &export).await?.ok_or_else(missing)?;
    let kept: Kept = serde_json::from_value(record.value)
        .map_err(|error| Problem::new(Code::StoreFailed, error.to_string()))?;
    let hash = kept.files.get(&name).cloned().ok_or_else(missing)?;
    let bytes = store.file(hash).await?.ok_or_else(missing)?;
    Ok(file(&name, "application/octet-stream", bytes))
}
