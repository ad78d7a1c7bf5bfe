//! Reviews of flashcards that are due.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Permission::Study;
use tutti_core::{Code, Problem};
use tutti_learner::Rating;
use tutti_service::time;
use tutti_study::session_store;

use crate::{
    app::{App, Caller},
    body::{Body, Params},
    failure::Answer,
    routes::{Needs, Routes},
    views::{
        limit,
        study::{CardsView, DueCard},
    },
};

const MAY: Needs = Needs::May(Study);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/cards", MAY, "List the cards that are due", cards)
        .query::<CardsAsked>()
        .gives::<CardsView>(200)
        .view();
    routes
        .post("/api/cards/review", MAY, "Rate a card", review_card)
        .takes::<CardReview>()
        .gives::<CardReviewed>(200)
        .fails(&[404]);
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CardsAsked {
    /// Maximum number of entries; 50 by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
}

async fn cards(
    State(app): State<App>,
    caller: Caller,
    Params(asked): Params<CardsAsked>,
) -> Answer<Json<CardsView>> {
    let most = limit(asked.limit)? as usize;
    let now = time::now();
    let all = session_store::due_cards(&caller.store(&app), i64::MAX, 0).await?;
    let due: Vec<_> = all.iter().filter(|card| card.schedule.due_at <= now).collect();
    let next = all.iter().map(|card| card.schedule.due_at).find(|due| *due > now);
    Ok(Json(CardsView {
        total: all.len(),
        due: due.len(),
        next_due_at: next.filter(|_| due.is_empty()).map(time::rfc3339),
        cards: due.into_iter().take(most).map(|card| DueCard::of(card, now)).collect(),
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CardReview {
    id: String,
    rating: Rating,
}

#[derive(Serialize, JsonSchema)]
struct CardReviewed {
    id: String,
    due_at: String,
}

async fn review_card(
    State(app): State<App>,
    caller: Caller,
    Body(review): Body<CardReview>,
) -> Answer<Json<CardReviewed>> {
    let store = caller.store(&app);
    let card = session_store::card(&store, &review.id).await?;
    let card = card
        .ok_or_else(|| Problem::new(Code::NotFound, format!("there is no card `{}`", review.id)).at("/id"))?;
    let next = session_store::review_card(&store, &card, review.rating, time::now()).await?;
    Ok(Json(CardReviewed { id: next.id, due_at: time::rfc3339(next.schedule.due_at) }))
}
