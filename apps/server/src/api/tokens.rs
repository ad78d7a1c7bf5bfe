//! The caller's own API tokens.

use axum::{Json, extract::State, http::StatusCode, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::{Role, Token, TokenRequest};
use tutti_core::{Code, Problem};
use tutti_service::{flows::flows, time};

use super::{
    accounts::{accounts, by},
    created_response,
};
use crate::{
    app::{App, Caller},
    body::{Body, Named},
    failure::Answer,
    routes::{Needs, Routes},
    views::Page,
};

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/me/tokens", Needs::Account, "List the caller's tokens", tokens)
        .gives::<Page<TokenView>>(200)
        .fails(&[409]);
    routes
        .get(
            "/api/me/tokens/options",
            Needs::Account,
            "List the roles and flows that a token can have",
            options,
        )
        .gives::<TokenOptions>(200)
        .fails(&[409]);
    routes
        .post("/api/me/tokens", Needs::Login, "Create a token; it is shown only once", make)
        .takes::<TokenAsked>()
        .gives::<TokenMade>(201)
        .fails(&[409])
        .secret();
    routes
        .delete("/api/me/tokens/{token}", Needs::Login, "Revoke a token at once", revoke)
        .gives_nothing()
        .fails(&[404, 409]);
}

#[derive(Serialize, JsonSchema)]
pub(super) struct TokenView {
    id: String,
    name: String,
    /// Its first characters, to recognise it by.
    start: String,
    /// The role that it is limited to; none for an old token, which has the role of its account.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    /// The only flows that it may start; none for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    flows: Option<Vec<String>>,
    made_at: String,
    /// When it was last used, to the minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<String>,
    /// None for an old token, which does not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
}

impl TokenView {
    pub(super) fn of(token: Token) -> Self {
        Self {
            id: token.id,
            name: token.name,
            start: token.start,
            role: token.role,
            flows: token.flows,
            made_at: time::rfc3339(token.made_at),
            used_at: token.used_at.map(time::rfc3339),
            expires_at: token.expires_at.map(time::rfc3339),
        }
    }
}

async fn tokens(State(app): State<App>, caller: Caller) -> Answer<Json<Page<TokenView>>> {
    let tokens = accounts(&app)?.tokens(&caller.owner).await?;
    Ok(Json(Page::all(tokens.into_iter().map(TokenView::of).collect())))
}

#[derive(Serialize, JsonSchema)]
struct TokenOptions {
    /// The roles that may do no more than the caller's.
    roles: Vec<Role>,
    flows: Vec<String>,
}

async fn options(State(app): State<App>, caller: Caller) -> Answer<Json<TokenOptions>> {
    accounts(&app)?;
    let fits = |role: &Role| caller.role().is_none_or(|own| role.is_within(own));
    let roles = Role::ALL.iter().copied().filter(fits).collect();
    Ok(Json(TokenOptions { roles, flows: flows().names().map(str::to_owned).collect() }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TokenAsked {
    /// Its purpose.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// Days until it expires; 90 by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = 365))]
    days: Option<u32>,
    /// A role that may do no more than the caller's, which is the default.
    #[serde(default)]
    role: Option<Role>,
    /// The only flows that it may start; all by default.
    #[serde(default)]
    flows: Option<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
struct TokenMade {
    #[serde(flatten)]
    token: TokenView,
    /// Send it as `Authorization: Bearer …`. It is shown only once.
    secret: String,
}

async fn make(State(app): State<App>, caller: Caller, Body(asked): Body<TokenAsked>) -> Answer<Response> {
    let accounts = accounts(&app)?;
    let TokenAsked { name, days, role, flows: limited } = asked;
    let known = flows();
    if let Some(strange) = limited.iter().flatten().find(|flow| !known.names().any(|name| name == **flow)) {
        let names: Vec<&str> = known.names().collect();
        let problem = Problem::new(Code::BadInput, format!("there is no flow `{strange}`")).at("/flows");
        return Err(problem.hint(format!("the flows are {}", names.join(", "))).into());
    }
    let new =
        accounts.make_token(by(&caller), TokenRequest { name: &name, days, role, flows: limited }).await?;
    let location = format!("/api/me/tokens/{}", new.token.id);
    Ok(created_response(&location, &TokenMade { token: TokenView::of(new.token), secret: new.secret }))
}

async fn revoke(State(app): State<App>, caller: Caller, Named(token): Named<String>) -> Answer<StatusCode> {
    accounts(&app)?.revoke_token(by(&caller), &caller.owner, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}
