//! The bank: items found, looked at, edited, imported, exported, checked and measured.

use std::collections::BTreeMap;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission::Bank as MayBank;
use tutti_bank::{Bank, Filter, Outcome};
use tutti_core::{Code, ContentHash, Problem, RunId, Severity};
use tutti_exchange::{Format, LeftOut, Skipped};
use tutti_item::{Item, ItemId};
use tutti_print::PageSize;
use tutti_service::{
    analysis,
    exporting::{Lost, Target, export},
    forge,
    items::{find, read_some},
    time,
};
use tutti_store::{NewRecord, Over};

use super::{begun, file, made};
use crate::{
    app::{App, Caller},
    body::{Body, Form, Named, Params},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    views::{
        Begun, Page,
        item::{FlawView, ItemSummary, ItemWhole, Preview, Version, View, flaws},
        limit,
    },
};

const MAY: Needs = Needs::May(MayBank);

pub(super) fn routes(routes: &mut Routes) {
    routes.get("/api/items", MAY, "Items of the bank", list).query::<Asked>().gives::<Listed>(200);
    routes
        .get("/api/items/{item}", MAY, "One item, with its flaws and versions", show)
        .gives::<ItemWhole>(200)
        .fails(&[404]);
    routes
        .put("/api/items/{item}", MAY, "Change an item; the version before is kept", change)
        .header("If-Match")
        .takes::<Item>()
        .gives::<ItemWhole>(200)
        .fails(&[404, 412, 428]);
    routes
        .delete("/api/items/{item}", MAY, "Take an item out of the bank", delete)
        .header("If-Match")
        .gives_nothing()
        .fails(&[404, 412, 428]);
    routes
        .get("/api/items/{item}/versions/{hash}", MAY, "An earlier version of an item", version)
        .gives::<Preview>(200)
        .fails(&[404]);
    routes
        .post(
            "/api/items/{item}/regenerate",
            MAY,
            "Another item of the same kind, from a new seed",
            regenerate,
        )
        .gives::<Begun>(202)
        .fails(&[404, 422]);
    routes
        .post("/api/items/preview", MAY, "How an item would look, and its flaws; nothing is kept", preview)
        .takes::<Item>()
        .gives::<Preview>(200);
    routes
        .post("/api/items/check", MAY, "Item-writing flaws of the items that fit", check)
        .takes::<Chosen>()
        .gives::<Checked>(200);
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
    routes
        .post(
            "/api/items/analyze",
            MAY,
            "What a table of answers says about items, test and persons",
            analyze,
        )
        .form::<AnalyzeForm>()
        .gives::<Analyzed>(200)
        .fails(&[409]);
}

fn bank(app: &App, caller: &Caller) -> Bank {
    Bank::new(caller.store(app))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Words that stand in it.
    #[serde(default)]
    q: Option<String>,
    /// Such as `multiple_choice`.
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    tag: Option<String>,
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
    #[serde(default)]
    after: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    #[serde(flatten)]
    page: Page<ItemSummary>,
    /// Items of the bank, fitting or not.
    total: u64,
    /// Of the items that fit words, kind and tag.
    tags: Vec<TagCount>,
    kinds: Vec<KindCount>,
}

#[derive(Serialize, JsonSchema)]
struct TagCount {
    tag: String,
    count: usize,
}

#[derive(Serialize, JsonSchema)]
struct KindCount {
    kind: String,
    count: usize,
}

fn said(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

async fn list(State(app): State<App>, caller: Caller, Params(asked): Params<Asked>) -> Answer<Json<Listed>> {
    let most = limit(asked.limit)?;
    let bank = bank(&app, &caller);
    let mut filter = Filter {
        kind: said(asked.kind),
        tag: said(asked.tag),
        words: said(asked.q),
        limit: most + 1,
        after: asked.after,
    };
    let items = bank.list(&filter).await?;
    filter.limit = 0;
    filter.after = None;
    let counts = caller.store(&app).item_counts(&filter).await?;
    let summaries = items.iter().map(ItemSummary::of).collect();
    Ok(Json(Listed {
        page: Page::cut(summaries, most, |item: &ItemSummary| item.id.clone()),
        total: bank.count().await?,
        tags: counts.tags.into_iter().map(|(tag, count)| TagCount { tag, count }).collect(),
        kinds: counts.kinds.into_iter().map(|(kind, count)| KindCount { kind, count }).collect(),
    }))
}

async fn one(bank: &Bank, id: &str) -> Answer<Item> {
    let item = bank.get(&ItemId::from_stored(id)).await?;
    item.ok_or_else(|| Failure::not_found(&format!("item `{id}`")))
}

/// What a version is known by: If-Match must name it.
fn tag(item: &Item) -> String {
    format!("\"{}\"", item.content_hash().as_str())
}

async fn whole(bank: &Bank, item: Item) -> Answer<Response> {
    let mut previous = item.previous.clone();
    let mut versions = Vec::new();
    for earlier in bank.history(&item).await? {
        if let Some(link) = previous.take() {
            versions.push(Version { version: earlier.version, hash: link.hash.as_str().to_owned() });
        }
        previous = earlier.previous;
    }
    let etag = tag(&item);
    let whole = ItemWhole { view: View::of(&item), flaws: flaws(&item), versions, item };
    let mut response = Json(whole).into_response();
    if let Ok(value) = HeaderValue::from_str(&etag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    Ok(response)
}

async fn show(
    State(app): State<App>,
    caller: Caller,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Answer<Response> {
    let bank = bank(&app, &caller);
    let item = one(&bank, &id).await?;
    if headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag(&item).as_bytes()) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    whole(&bank, item).await
}

/// Whether the caller saw what is there now.
fn seen(headers: &HeaderMap, item: &Item) -> Result<(), Problem> {
    let Some(given) = headers.get(header::IF_MATCH) else {
        let problem = Problem::new(Code::PreconditionRequired, "which version was seen is not said");
        return Err(problem.at("/If-Match").hint("send the ETag of the item as `If-Match`"));
    };
    if given.as_bytes() == tag(item).as_bytes() {
        return Ok(());
    }
    Err(changed_meanwhile())
}

fn changed_meanwhile() -> Problem {
    Problem::new(Code::PreconditionFailed, "somebody changed the item meanwhile")
        .at("/If-Match")
        .hint("look at it again")
}

async fn change(
    State(app): State<App>,
    caller: Caller,
    Named(id): Named<String>,
    headers: HeaderMap,
    Body(given): Body<Item>,
) -> Answer<Response> {
    let bank = bank(&app, &caller);
    let stored = one(&bank, &id).await?;
    seen(&headers, &stored)?;
    let next = stored.revised(|item| {
        let kept = item.clone();
        *item = given;
        // Where an item comes from is not edited.
        item.id = kept.id;
        item.aliases = kept.aliases;
        item.provenance = kept.provenance;
        item.version = kept.version;
        item.previous = kept.previous;
    });
    refuse_malformed(&next)?;
    if !bank.replace(&stored, &next, time::now()).await? {
        return Err(changed_meanwhile().into());
    }
    let next = one(&bank, next.id.as_str()).await?;
    whole(&bank, next).await
}

/// What makes an item no item is refused; how well it is written is the author's to judge.
fn refuse_malformed(item: &Item) -> Result<(), Failure> {
    let faults = item.validate().into_iter().filter(|fault| fault.severity == Severity::High);
    let mut problems: Vec<Problem> =
        faults.map(|fault| Problem::new(Code::BadInput, fault.message).at(fault.pointer)).collect();
    problems.extend(
        tutti_exchange::broken_maths(item)
            .map(|(tex, why)| Problem::new(Code::BadInput, format!("the formula `{tex}`: {why}"))),
    );
    if problems.is_empty() { Ok(()) } else { Err(tutti_service::Problems(problems).into()) }
}

async fn delete(
    State(app): State<App>,
    caller: Caller,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Answer<StatusCode> {
    let bank = bank(&app, &caller);
    let stored = one(&bank, &id).await?;
    seen(&headers, &stored)?;
    if bank.delete(&stored).await? { Ok(StatusCode::NO_CONTENT) } else { Err(changed_meanwhile().into()) }
}

async fn version(
    State(app): State<App>,
    caller: Caller,
    Named((id, hash)): Named<(String, String)>,
) -> Answer<Json<Preview>> {
    let bank = bank(&app, &caller);
    let item = one(&bank, &id).await?;
    let history = bank.history(&item).await?;
    let earlier = history.into_iter().find(|earlier| earlier.content_hash().as_str() == hash);
    Ok(Json(Preview::of(earlier.ok_or_else(|| Failure::not_found("such version"))?)))
}

async fn regenerate(State(app): State<App>, caller: Caller, Named(id): Named<String>) -> Answer<Response> {
    let item = one(&bank(&app, &caller), &id).await?;
    let schemas: Vec<String> = forge::schemas()?.into_iter().map(|schema| schema.id).collect();
    let schema = schemas.iter().find(|schema| item.tags.contains(*schema));
    let difficulty = ["easy", "medium", "hard"].into_iter().find(|name| item.tags.contains(*name));
    let (Some(schema), Some(difficulty)) = (schema, difficulty) else {
        let problem = Problem::new(Code::Refused, "only items of the forge can be made anew");
        return Err(problem.hint("edit it, or make another quiz from its document").into());
    };
    let setup = app.setup();
    let now = time::now();
    let wish = forge::Wish {
        items: Some(1),
        schemas: Some(schema.clone()),
        difficulty: Some(difficulty.to_owned()),
        seed: Some(now as u64),
        ..forge::Wish::default()
    };
    let input = forge::input(&setup, &wish, now)?;
    let run = RunId::fresh();
    let submission = forge::submission(&setup, &run, &input);
    app.executor.submit(&caller.owner, submission).await?;
    Ok(begun(&run, &Begun { run: run.to_string() }))
}

async fn preview(Body(item): Body<Item>) -> Json<Preview> {
    Json(Preview::of(item))
}

/// Which items; without anything, all.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Chosen {
    #[serde(default)]
    q: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    tag: Option<String>,
}

impl Chosen {
    fn filter(self) -> Filter {
        Filter { kind: said(self.kind), tag: said(self.tag), words: said(self.q), limit: 0, after: None }
    }
}

#[derive(Serialize, JsonSchema)]
struct Checked {
    checked: usize,
    flaws: Vec<FlawView>,
}

async fn check(State(app): State<App>, caller: Caller, Body(chosen): Body<Chosen>) -> Answer<Json<Checked>> {
    let items = bank(&app, &caller).list(&chosen.filter()).await?;
    let checked = items.len();
    let found = tokio::task::spawn_blocking(move || items.iter().flat_map(flaws).collect());
    let flaws = found.await.map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
    Ok(Json(Checked { checked, flaws }))
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
    let mut files = BTreeMap::new();
    files.insert(format!("items.{}", to.extension()), store.keep_file(written.bytes).await?);
    if let Some(key) = written.key {
        files.insert("items-key.pdf".to_owned(), store.keep_file(key).await?);
    }
    let id = RunId::fresh().to_string();
    let links =
        files.keys().map(|name| Link { name: name.clone(), url: format!("/api/exports/{id}/{name}") });
    let links = links.collect();
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

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct AnalyzeForm {
    /// CSV: one row a person, one column an item; cells are options, or 1 and 0.
    #[schemars(with = "String", extend("format" = "binary"))]
    file: Vec<u8>,
    /// ITEM=OPTION, for items that are not in the bank.
    key: Option<Vec<String>>,
    /// The column that names the person.
    person: Option<String>,
    /// Keep the measured difficulty of items that are in the bank.
    save: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct Analyzed {
    analysis: Value,
    charts: Vec<ChartView>,
    /// Items whose difficulty was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<usize>,
}

/// A chart as Vega-Lite.
#[derive(Serialize, JsonSchema)]
struct ChartView {
    name: String,
    title: String,
    spec: Value,
}

async fn analyze(State(app): State<App>, caller: Caller, form: Form) -> Answer<Json<Analyzed>> {
    let mut form = form.only(&["file", "key", "person", "save"])?;
    let save = form.switch("save")?;
    let wish = analysis::Wish {
        keys: form.texts("key"),
        person: form.text("person").map(|name| name.trim().to_owned()),
        ..analysis::Wish::default()
    };
    let Some(table) = form.file("file") else {
        return Err(Problem::new(Code::BadInput, "no table was sent").at("/file").into());
    };
    let bank = bank(&app, &caller);
    let known = analysis::known(&bank).await?;
    let work = tokio::task::spawn_blocking(move || {
        analysis::analyze(&table.name, table.bytes, &known, &wish).map(|found| (found, known))
    });
    let (found, known) = work
        .await
        .map_err(|error| Problem::new(Code::Internal, error.to_string()))?
        .map_err(|problem| if problem.pointer.is_some() { problem } else { problem.at("/file") })?;
    let saved = if save { Some(analysis::save(&bank, &found, &known, time::now()).await?) } else { None };
    let charts = analysis::charts(&found)
        .into_iter()
        .map(|chart| ChartView { name: chart.name, title: chart.title, spec: chart.spec })
        .collect();
    let analysis = serde_json::to_value(&found)
        .map_err(|error| Problem::new(Code::Internal, format!("an analysis that is no JSON: {error}")))?;
    Ok(Json(Analyzed { analysis, charts, saved }))
}
