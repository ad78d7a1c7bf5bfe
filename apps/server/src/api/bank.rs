//! The item bank: list, show, edit, regenerate and check items.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;
use tutti_accounts::{Permission::Bank as MayBank, deeds};
use tutti_bank::Bank;
use tutti_core::{Code, Problem, Severity, Work};
use tutti_item::{Item, ItemId};
use tutti_service::{
    forge::{self, ForgeRequest, Overrides},
    items::{ListRequest, Selection},
    time,
};

use super::accepted_response;
use crate::{
    app::{App, Caller},
    body::{Body, Named, Params},
    failure::{Answer, Failure},
    form::Api,
    idempotency::NewId,
    routes::{Needs, Routes},
    views::{
        Begun, Page,
        item::{FlawView, ItemSummary, ItemWhole, Preview, Version, View, flaws},
    },
};

const MAY: Needs = Needs::May(MayBank);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/items", MAY, "List items of the bank", list)
        .query::<Api<ListRequest>>()
        .gives::<Listed>(200)
        .view();
    routes
        .get("/api/items/{item}", MAY, "Get an item with its flaws and versions", show)
        .gives::<ItemWhole>(200)
        .fails(&[404])
        .view();
    routes
        .put("/api/items/{item}", MAY, "Change an item; the previous version is kept", change)
        .header("If-Match")
        .takes::<Item>()
        .gives::<ItemWhole>(200)
        .fails(&[404, 412, 428])
        .view()
        .adds();
    routes
        .delete("/api/items/{item}", MAY, "Remove an item from the bank", delete)
        .header("If-Match")
        .gives_nothing()
        .fails(&[404, 412, 428]);
    routes
        .get("/api/items/{item}/versions/{hash}", MAY, "Get an earlier version of an item", version)
        .gives::<Preview>(200)
        .fails(&[404])
        .view();
    routes
        .post(
            "/api/items/{item}/regenerate",
            MAY,
            "Make another item of the same kind, from a new seed",
            regenerate,
        )
        .gives::<Begun>(202)
        .fails(&[404, 422])
        .starts();
    routes
        .post("/api/items/preview", MAY, "Preview an item and its flaws, without saving it", preview)
        .takes::<Item>()
        .gives::<Preview>(200)
        .view()
        .repeatable();
    routes
        .post("/api/items/check", MAY, "Check the matching items for item-writing flaws", check)
        .takes::<Api<Selection>>()
        .gives::<Checked>(200)
        .job()
        .repeatable();
}

pub(super) fn bank(app: &App, caller: &Caller) -> Bank {
    Bank::new(caller.store(app))
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    #[serde(flatten)]
    page: Page<ItemSummary>,
    /// Total number of items in the bank.
    total: u64,
    /// Tags of the items that match words, kind and tag, with counts.
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

async fn list(
    State(app): State<App>,
    caller: Caller,
    Params(Api(request)): Params<Api<ListRequest>>,
) -> Answer<Json<Listed>> {
    let (most, mut filter) = request.filter()?;
    let bank = bank(&app, &caller);
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
    let item = bank.find(&ItemId::from_stored(id)).await?;
    item.ok_or_else(|| Failure::not_found(&format!("item `{id}`")))
}

/// The ETag of a version, which If-Match must name.
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

/// Checks that the caller has seen the current version.
fn check_seen(headers: &HeaderMap, item: &Item) -> Result<(), Problem> {
    let Some(given) = headers.get(header::IF_MATCH) else {
        let problem = Problem::new(Code::PreconditionRequired, "the version of the item is missing");
        return Err(problem.at("/If-Match").hint("send the ETag of the item as `If-Match`"));
    };
    if given.as_bytes() == tag(item).as_bytes() {
        return Ok(());
    }
    Err(changed_meanwhile())
}

fn changed_meanwhile() -> Problem {
    Problem::new(Code::PreconditionFailed, "someone changed the item in the meantime")
        .at("/If-Match")
        .hint("load it again")
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
    check_seen(&headers, &stored)?;
    let next = stored.next_version(|item| {
        let kept = item.clone();
        *item = given;
        // The origin of an item cannot be edited.
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

/// Refuses a malformed item. Item-writing flaws are allowed: the author decides about them.
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
    check_seen(&headers, &stored)?;
    if !bank.delete(&stored).await? {
        return Err(changed_meanwhile().into());
    }
    caller.note(&app, deeds::ITEM_DELETED, Some(stored.id.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
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

async fn regenerate(
    State(app): State<App>,
    caller: Caller,
    Named(id): Named<String>,
    new: NewId,
) -> Answer<Response> {
    let item = one(&bank(&app, &caller), &id).await?;
    let schemas: Vec<String> = forge::schemas()?.into_iter().map(|schema| schema.id).collect();
    let schema = schemas.iter().find(|schema| item.tags.contains(*schema));
    let difficulty = ["easy", "medium", "hard"].into_iter().find(|name| item.tags.contains(*name));
    let (Some(schema), Some(difficulty)) = (schema, difficulty) else {
        let problem = Problem::new(Code::Refused, "only items of the forge can be regenerated");
        return Err(problem.hint("edit it, or make another quiz from its document").into());
    };
    let setup = app.setup();
    let now = time::now();
    let request = ForgeRequest {
        items: 1,
        schemas: vec![schema.clone()],
        difficulty: vec![difficulty.to_owned()],
        weights: None,
        seed: Some(now as u64),
    };
    let input = forge::input(&setup, &request, &Overrides::default(), now)?;
    let run = new.id.clone();
    let submission = forge::submission(&setup, &run, &input)?;
    caller.start(&app, &new, submission).await?;
    Ok(accepted_response(&run, &Begun { run: run.to_string() }))
}

async fn preview(work: Work, Body(item): Body<Item>) -> Answer<Json<Preview>> {
    let view = View::of(&item);
    work.check().map_err(Problem::from)?;
    Ok(Json(Preview { view, flaws: flaws(&item), item }))
}

#[derive(Serialize, JsonSchema)]
struct Checked {
    checked: usize,
    flaws: Vec<FlawView>,
}

async fn check(
    State(app): State<App>,
    caller: Caller,
    work: Work,
    Body(Api(selection)): Body<Api<Selection>>,
) -> Answer<Json<Checked>> {
    let items = bank(&app, &caller).list(&selection.filter()).await?;
    let mut found = Vec::new();
    for item in &items {
        work.step().map_err(Problem::from)?;
        found.extend(flaws(item));
    }
    Ok(Json(Checked { checked: items.len(), flaws: found }))
}
