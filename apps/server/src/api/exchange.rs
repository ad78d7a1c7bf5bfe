//! Import and export of items: files of other systems, and paper.

use std::collections::BTreeMap;

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::{Permission::Bank as MayBank, deeds};
use tutti_bank::AddOutcome;
use tutti_core::{ContentHash, Work};
use tutti_exchange::{Format, LeftOut, Skipped};
use tutti_service::{
    Source,
    exporting::{ExportRequest, Lost},
    importing::{self, ImportRequest},
    items,
    requests::from_text_if_any,
    time,
};
use tutti_store::{Collection, Over};

use super::{bank::bank, created_response, file};
use crate::{
    app::{App, Caller},
    body::{Body, Named},
    failure::{Answer, Failure},
    form::{Api, Form, Upload},
    idempotency::NewId,
    routes::{Needs, Routes},
};

const MAY: Needs = Needs::May(MayBank);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/items/import", MAY, "Import files into the bank, all or none", import)
        .form::<ImportForm>()
        .gives::<Imported>(200)
        .fails(&[409])
        .job()
        .adds()
        .repeatable();
    routes
        .post("/api/items/export", MAY, "Export items to the format of another system, or to paper", export)
        .takes::<Api<ExportRequest>>()
        .gives::<ExportMade>(201)
        .fails(&[404])
        .job()
        .adds()
        .repeatable();
    routes
        .get("/api/exports/{export}/{name}", MAY, "Download an exported file", exported_file)
        .gives_file("application/octet-stream")
        .fails(&[404]);
}

#[derive(Deserialize, JsonSchema)]
struct ImportForm {
    /// One or more files.
    #[schemars(required, extend("format" = "binary"))]
    file: Option<Vec<Upload>>,
    /// Format of the files; detected if omitted.
    #[serde(default, deserialize_with = "from_text_if_any")]
    #[schemars(with = "Option<String>")]
    from: Option<Format>,
    /// Report what would change, without changing it.
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
    outcome: AddOutcome,
}

async fn import(State(app): State<App>, caller: Caller, work: Work, form: Form) -> Answer<Json<Imported>> {
    let ImportForm { file, from, dry_run } = form.read()?;
    let dry_run = dry_run.unwrap_or_default();
    let files = file.into_iter().flatten().map(|file| Source { name: file.name, bytes: file.bytes });
    let request = ImportRequest { files: files.collect(), from };
    let read = request.read_watched(&work)?;
    let items = importing::items(&read);
    let bank = bank(&app, &caller);
    let addition = if dry_run {
        items::plan_import(&bank, &items).await?
    } else {
        items::import(&bank, &items, time::now()).await?
    };
    if !dry_run {
        let names: Vec<&str> = read.iter().map(|file| file.name.as_str()).collect();
        let (new, changed) = (addition.count(AddOutcome::New), addition.count(AddOutcome::Changed));
        let subject = format!("{}: {new} new, {changed} changed", names.join(", "));
        caller.note(&app, deeds::ITEMS_IMPORTED, Some(&subject)).await?;
    }
    let files = read.into_iter().map(|file| FileRead {
        file: file.name,
        format: file.format.name().to_owned(),
        items: file.import.items.len(),
        skipped: file.import.skipped,
    });
    Ok(Json(Imported {
        dry_run,
        files: files.collect(),
        counts: Counts {
            new: addition.count(AddOutcome::New),
            changed: addition.count(AddOutcome::Changed),
            same: addition.count(AddOutcome::Same),
        },
        items: addition
            .items
            .iter()
            .map(|(id, outcome)| ItemOutcome { id: id.to_string(), outcome: *outcome })
            .collect(),
    }))
}

#[derive(Serialize, JsonSchema)]
struct ExportMade {
    id: String,
    files: Vec<Link>,
    items: usize,
    /// What the format cannot hold.
    losses: Vec<Lost>,
    left_out: Vec<LeftOut>,
    /// Layout problems of the paper.
    problems: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Link {
    name: String,
    url: String,
}

const EXPORTS: Collection<Kept> = Collection::new("export");

/// The files of an export, by name.
#[derive(Serialize, Deserialize)]
struct Kept {
    files: BTreeMap<String, ContentHash>,
}

async fn export(
    State(app): State<App>,
    caller: Caller,
    new: NewId,
    work: Work,
    Body(Api(request)): Body<Api<ExportRequest>>,
) -> Answer<Response> {
    let items = request.items(&bank(&app, &caller)).await?;
    let (to, now) = (request.to, time::now());
    let written = request.export_watched(&items, now, &work)?;
    let losses = written.loss_counts();
    let problems =
        written.problems.iter().map(|found| format!("question {}: {}", found.question, found.what)).collect();
    let store = caller.store(&app);
    // The requested file comes first, then its key.
    let mut files = vec![(format!("items.{}", to.extension()), store.keep_file(written.bytes).await?)];
    if let Some(key) = written.key {
        files.push(("items-key.pdf".to_owned(), store.keep_file(key).await?));
    }
    let id = new.id.to_string();
    let link = |name: &String| Link { name: name.clone(), url: format!("/api/exports/{id}/{name}") };
    let links = files.iter().map(|(name, _)| link(name)).collect();
    let files = files.into_iter().collect();
    EXPORTS.put(&store, &id, now, &Kept { files }, Over::Anything, now).await?;
    let subject = format!("{} items as {}", written.items, to.extension());
    caller.note(&app, deeds::ITEMS_EXPORTED, Some(&subject)).await?;
    let location = format!("/api/exports/{id}");
    let export =
        ExportMade { id, files: links, items: written.items, losses, left_out: written.left_out, problems };
    Ok(created_response(&location, &export))
}

async fn exported_file(
    State(app): State<App>,
    caller: Caller,
    Named((export, name)): Named<(String, String)>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let missing = || Failure::not_found(&format!("file `{name}` of this export"));
    let kept = EXPORTS.get(&store, &export).await?.ok_or_else(missing)?.value;
    let hash = kept.files.get(&name).cloned().ok_or_else(missing)?;
    let bytes = store.file(hash).await?.ok_or_else(missing)?;
    Ok(file(&name, "application/octet-stream", bytes))
}
