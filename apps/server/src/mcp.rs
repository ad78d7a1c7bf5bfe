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
use tutti_accounts::deeds;
use tutti_mcp::{Http, Tutti, Who};
use tutti_service::time;

use crate::{
    app::{App, Caller},
    door::{self, Entrance},
    routes::{Burden, Needs},
};

/// Maximum size of a request: room for a document as base64 and the text around it.
const MOST: usize = 32_000_000;

pub(crate) fn route(app: &App) -> MethodRouter<App> {
    let shared = app.clone();
    let offload = app.offload.clone();
    let tutti = Tutti::for_server(move || shared.setup(), app.executor.clone(), offload, app.ending.clone());
    let entrance = Entrance {
        needs: Needs::Account,
        keyed: false,
        beside: None,
        burden: Burden::Nothing,
        repeatable: false,
    };
    any(answer)
        .layer(Extension(Arc::new(Http::new(tutti, MOST))))
        .layer(middleware::from_fn_with_state((app.clone(), entrance), door::enter))
}

async fn answer(
    State(app): State<App>,
    caller: Caller,
    Extension(http): Extension<Arc<Http>>,
    mut request: Request,
) -> Response {
    let (signed, allowed, admitted, shared) = (caller.clone(), caller.clone(), caller.clone(), app.clone());
    let flows = caller.flows().map(<[String]>::to_vec);
    let who = Who::new(caller.owner, caller.name, move |permission| allowed.may(permission))
        .limited_to(flows)
        .with_log(move |what, subject| {
            let (app, caller) = (app.clone(), signed.clone());
            Box::pin(async move {
                let is_too_often =
                    what == deeds::REFUSED && app.refusals.take(caller.owner.as_str(), time::now()).is_err();
                if is_too_often { Ok(()) } else { caller.note(&app, what, Some(&subject)).await }
            })
        })
        .with_quotas(move || {
            let (app, caller) = (shared.clone(), admitted.clone());
            Box::pin(async move { app.quotas.check(&app, &caller, Burden::Starts).await })
        });
    request.extensions_mut().insert(who);
    http.answer(request).await
}
