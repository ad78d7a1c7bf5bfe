//! Questions that wait for a person. Everybody may answer those of their own runs; reviewers may answer all.

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tutti_accounts::{Permission::Review as MayReview, deeds};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::Mended;
use tutti_store::{Owned, ReviewRow, RunStatus};
use tutti_study::session_store;

use super::study::page_image;
use crate::{
    app::{App, Caller},
    body::{Body, Named, Params},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    views::{Page, review::ReviewView},
};

const MAY: Needs = Needs::Account;

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/reviews", MAY, "List open questions, oldest first", list)
        .query::<Asked>()
        .gives::<Page<ReviewView>>(200)
        .view();
    routes
        .get("/api/reviews/{run}/{name}", MAY, "Get a question with its evidence", show)
        .gives::<ReviewView>(200)
        .fails(&[404])
        .view();
    routes
        .post("/api/reviews/{run}/{name}", MAY, "Answer a question and resume its run", answer)
        .takes::<Given>()
        .gives::<ReviewView>(200)
        .fails(&[404, 409]);
    routes
        .get(
            "/api/reviews/{run}/{name}/pages/{page}",
            MAY,
            "Get a page of the document in question, as an image",
            page,
        )
        .gives_file("image/png")
        .fails(&[404, 422]);
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Also list answered questions.
    #[serde(default)]
    answered: bool,
}

async fn list(
    State(app): State<App>,
    caller: Caller,
    Params(asked): Params<Asked>,
) -> Answer<Json<Page<ReviewView>>> {
    let store = caller.store(&app);
    let mut own = store.reviews(false).await?;
    if asked.answered {
        own.extend(store.reviews(true).await?.into_iter().filter(|row| row.answer.is_some()));
    }
    let mut rows: Vec<(Owner, ReviewRow)> = own.into_iter().map(|row| (caller.owner.clone(), row)).collect();
    if caller.may(MayReview) {
        let others = app.store().open_reviews().await?;
        rows.extend(others.into_iter().filter(|(owner, _)| *owner != caller.owner));
    }
    rows.sort_by_key(|(_, row)| (row.answer.is_some(), row.asked_at));
    let mut views = Vec::with_capacity(rows.len());
    for (owner, row) in &rows {
        // The list has the questions without their evidence.
        let owner = owner_name(&app, &caller, owner).await?;
        views.push(ReviewView { owner, evidence: Vec::new(), ..ReviewView::of(row) });
    }
    Ok(Json(Page::all(views)))
}

/// Whose question it is, if it is not the caller's.
async fn owner_name(app: &App, caller: &Caller, owner: &Owner) -> Answer<Option<String>> {
    match &app.accounts {
        _ if *owner == caller.owner => Ok(None),
        Some(accounts) => Ok(Some(accounts.name_of(owner).await?)),
        None => Ok(Some(owner.to_string())),
    }
}

/// A question that this caller may answer, and the store of whoever asked.
async fn find_review(app: &App, caller: &Caller, run: &str, name: &str) -> Answer<(Owned, ReviewRow)> {
    let missing = || Failure::not_found(&format!("question `{name}` of run `{run}`"));
    let id = RunId::parse(run)?;
    let mut store = caller.store(app);
    if store.run(&id).await?.is_none() {
        if !caller.may(MayReview) {
            return Err(missing());
        }
        let owner = app.store().owner_of(&id).await?.ok_or_else(missing)?;
        store = app.store().of(&owner);
    }
    let rows = store.reviews_of(&id).await?;
    let row = rows.into_iter().find(|row| row.name == name).ok_or_else(missing)?;
    Ok((store, row))
}

async fn view(app: &App, caller: &Caller, store: &Owned, row: &ReviewRow) -> Answer<ReviewView> {
    let mut view = ReviewView::of(row).with_document(store, row).await?;
    view.owner = owner_name(app, caller, store.owner()).await?;
    Ok(view)
}

async fn show(
    State(app): State<App>,
    caller: Caller,
    Named((run, name)): Named<(String, String)>,
) -> Answer<Json<ReviewView>> {
    let (store, row) = find_review(&app, &caller, &run, &name).await?;
    Ok(Json(view(&app, &caller, &store, &row).await?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    answer: String,
}

async fn answer(
    State(app): State<App>,
    caller: Caller,
    Named((run, name)): Named<(String, String)>,
    Body(given): Body<Given>,
) -> Answer<Json<ReviewView>> {
    let (store, row) = find_review(&app, &caller, &run, &name).await?;
    if given.answer.trim().is_empty() {
        return Err(Problem::new(Code::BadInput, "the answer is empty").at("/answer").into());
    }
    let owner = store.owner().clone();
    app.executor
        .answer(&owner, &row.run, &name, &given.answer, &caller.name)
        .await
        .map_err(|error| Problem::from(error).at("/answer"))?;
    caller.note(&app, deeds::REVIEW_ANSWERED, Some(&format!("{run} {name}"))).await?;
    go_on(&app, &owner, &row.run.root()).await?;
    let rows = store.reviews_of(&row.run).await?;
    let row =
        rows.into_iter().find(|row| row.name == name).ok_or_else(|| Failure::not_found("such question"))?;
    Ok(Json(view(&app, &caller, &store, &row).await?))
}

/// Also queues a parent that waits for its children: the resumed child wakes it when it ends.
async fn go_on(app: &App, owner: &Owner, root: &RunId) -> Answer<()> {
    let row = app.store().of(owner).run(root).await?;
    if row.is_some_and(|row| row.status == RunStatus::Stopped) {
        let (executor, owner, root) = (app.executor.clone(), owner.clone(), root.clone());
        tokio::spawn(async move { executor.resume(&owner, &root, Mended::default()).await });
    }
    Ok(())
}

async fn page(
    State(app): State<App>,
    caller: Caller,
    Named((run, name, page)): Named<(String, String, u32)>,
) -> Answer<Response> {
    let (store, row) = find_review(&app, &caller, &run, &name).await?;
    let view = view(&app, &caller, &store, &row).await?;
    let document = view.document.ok_or_else(|| Failure::not_found("document in question"))?;
    let stored = session_store::sessions(&store, &document.session).await?;
    let stored = stored.first().ok_or_else(|| Failure::not_found("document in question"))?;
    page_image(&app, &store, stored, page).await
}
