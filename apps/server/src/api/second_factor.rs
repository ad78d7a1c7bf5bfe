//! Second factors: of the caller, and of other people for those who manage accounts.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::{Enrolment, Permission};
use tutti_core::Owner;

use super::accounts::{accounts, by};
use crate::{
    app::{App, Caller},
    body::{Body, Named},
    failure::Answer,
    routes::{Needs, Routes},
};

/// Not for tokens: whoever steals one must not keep the account.
const LOGIN: Needs = Needs::Login;

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/me/second-factor", Needs::Account, "Get whether the caller's second factor is on", show)
        .gives::<SecondFactorView>(200)
        .fails(&[409]);
    routes
        .post(
            "/api/me/second-factor",
            LOGIN,
            "Begin to switch on the caller's second factor; the secret is shown only once",
            begin,
        )
        .takes::<Confirmation>()
        .gives::<EnrolmentView>(201)
        .fails(&[409])
        .secret();
    routes
        .post(
            "/api/me/second-factor/confirm",
            LOGIN,
            "Switch on the caller's second factor with a code; the recovery codes are shown only once",
            confirm,
        )
        .takes::<CodeTyped>()
        .gives::<RecoveryCodes>(200)
        .fails(&[409])
        .secret();
    routes
        .delete("/api/me/second-factor", LOGIN, "Switch off the caller's second factor", end)
        .takes::<Confirmation>()
        .gives_nothing()
        .fails(&[409]);
    routes
        .delete(
            "/api/accounts/{account}/second-factor",
            Needs::LoginMay(Permission::Accounts),
            "Remove the second factor of somebody who lost theirs",
            remove,
        )
        .gives_nothing()
        .fails(&[404, 409, 422]);
}

#[derive(Serialize, JsonSchema)]
struct SecondFactorView {
    /// False for an account of single sign-on: its provider asks for second factors, and it has no password here.
    has_password: bool,
    is_on: bool,
    /// How many recovery codes are left.
    recovery_codes: u32,
}

async fn show(State(app): State<App>, caller: Caller) -> Answer<Json<SecondFactorView>> {
    let accounts = accounts(&app)?;
    let factor = accounts.second_factor(&caller.owner).await?;
    Ok(Json(SecondFactorView {
        has_password: accounts.has_password(&caller.owner).await?,
        is_on: factor.is_on,
        recovery_codes: factor.recovery_codes,
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Confirmation {
    /// The caller's password.
    password: String,
}

#[derive(Serialize, JsonSchema)]
struct EnrolmentView {
    /// To type into an authenticator app.
    secret: String,
    /// To open with an authenticator app.
    uri: String,
    /// The same as a QR code, as SVG.
    qr: String,
}

async fn begin(State(app): State<App>, caller: Caller, Body(given): Body<Confirmation>) -> Answer<Response> {
    let enrolment = accounts(&app)?.begin_second_factor(by(&caller), &given.password).await?;
    let Enrolment { secret, uri, qr } = enrolment;
    Ok((StatusCode::CREATED, Json(EnrolmentView { secret, uri, qr })).into_response())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CodeTyped {
    /// The six digits that the app shows.
    code: String,
}

#[derive(Serialize, JsonSchema)]
struct RecoveryCodes {
    /// Each works once, instead of a code from the app.
    recovery_codes: Vec<String>,
}

async fn confirm(
    State(app): State<App>,
    caller: Caller,
    Body(given): Body<CodeTyped>,
) -> Answer<Json<RecoveryCodes>> {
    let recovery_codes = accounts(&app)?.confirm_second_factor(by(&caller), &given.code).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

async fn end(State(app): State<App>, caller: Caller, Body(given): Body<Confirmation>) -> Answer<StatusCode> {
    accounts(&app)?.end_second_factor(by(&caller), &given.password).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove(State(app): State<App>, caller: Caller, Named(account): Named<String>) -> Answer<StatusCode> {
    accounts(&app)?.remove_second_factor(by(&caller), &Owner::parse(account)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
