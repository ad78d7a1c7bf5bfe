//! The Model Context Protocol at `/mcp`, with the same access control, owners and permissions as the API.
//!
//! It is not part of the OpenAPI document, because it speaks another protocol; `docs/mcp.md` lists its tools.

use std::sync::Arc;

use axum::{
    Extension,
    extract::{Request, State},
    middleware,
    response::Response,
    routing::{MethodRouter, any},
};
use tutti_mcp::{Http, Tutti, Who};

use crate::{
    app::{App, Caller},
    door,
    routes::Needs,
};

/// Maximum size of a request: room for a document as base64 and the text around it.
const MOST: usize = 32_000_000;

pub(crate) fn route(app: &App) -> MethodRouter<App> {
    let shared = app.clone();
    let tutti = Tutti::for_server(move || shared.setup(), app.executor.clone(), app.ending.clone());
    any(answer)
        .layer(Extension(Arc::new(Http::new(tutti, MOST))))
        .layer(middleware::from_fn_with_state((app.clone(), Needs::Account, false), door::enter))
}

async fn answer(
    State(app): State<App>,
    caller: Caller,
    Extension(http): Extension<Arc<Http>>,
    mut request: Request,
) -> Response {
    let (signed, allowed) = (caller.clone(), caller.clone());
    let who = Who::new(caller.owner, caller.name, move |permission| allowed.may(permission)).with_log(
        move |what, subject| {
            let (app, caller) = (app.clone(), signed.clone());
            Box::pin(async move { caller.note(&app, what, Some(&subject)).await })
        },
    );
    request.extensions_mut().insert(who);
    http.answer(request).await
}
