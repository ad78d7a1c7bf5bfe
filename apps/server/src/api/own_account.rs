//! The caller's own account: login and logout, password, tokens, data export and deletion.

use std::{
    fs::OpenOptions,
    io::{Seek, SeekFrom},
};

use axum::{
    Json,
    body::Body as Stream,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::{io::AsyncReadExt, sync::Semaphore};
use tutti_accounts::{ENDS_AFTER, NewLogin, Permission, Role, Token, deeds, export};
use tutti_core::{Code, Problem};
use tutti_service::time;

use super::{
    accounts::{accounts, by, forget},
    created_response,
};
use crate::{
    app::{App, Caller},
    body::{Body, Named},
    door::{COOKIE, Visitor, session_of},
    failure::Answer,
    routes::{Needs, Routes},
    views::Page,
};

const OWN: Needs = Needs::Account;

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/me", Needs::Nothing, "Get the caller's account and permissions", me)
        .gives::<Me>(200)
        .fails(&[401]);
    routes
        .post(
            "/api/setup",
            Needs::Nothing,
            "Create the first admin, with the code that the server printed",
            set_up,
        )
        .takes::<SetUp>()
        .gives::<Me>(200)
        .fails(&[401, 409]);
    routes
        .post("/api/login", Needs::Nothing, "Log in; the response sets a cookie", log_in)
        .takes::<LogIn>()
        .gives::<Me>(200)
        .fails(&[401, 409]);
    routes.post("/api/logout", OWN, "Log out", log_out).gives_nothing().fails(&[409]);
    routes
        .put("/api/me/password", OWN, "Change the caller's password; ends all other logins", set_password)
        .takes::<NewPassword>()
        .gives_nothing()
        .fails(&[409]);
    routes
        .get("/api/me/tokens", OWN, "List the caller's tokens", tokens)
        .gives::<Page<TokenView>>(200)
        .fails(&[409]);
    routes
        .post("/api/me/tokens", OWN, "Create a token; it is shown only once", make_token)
        .takes::<TokenAsked>()
        .gives::<TokenMade>(201)
        .fails(&[409])
        .secret();
    routes
        .delete("/api/me/tokens/{token}", OWN, "Revoke a token at once", revoke_token)
        .gives_nothing()
        .fails(&[404, 409]);
    routes
        .get("/api/me/export", OWN, "Export all data of the caller as an archive", export_all)
        .gives_file("application/zip");
    routes
        .delete("/api/me", OWN, "Delete the caller's account and all its data", leave)
        .takes::<Confirmed>()
        .gives_nothing()
        .fails(&[409]);
}

#[derive(Serialize, JsonSchema)]
struct Me {
    /// Whether this server has accounts.
    accounts: bool,
    /// Whether the first admin is still to be created.
    setup: bool,
    /// None if nobody is logged in.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// None on a server without accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    permissions: Vec<Permission>,
}

async fn me(State(app): State<App>, visitor: Visitor) -> Answer<Json<Me>> {
    let setup = match &app.accounts {
        Some(accounts) => accounts.needs_setup().await?,
        None => false,
    };
    let allowed = |caller: &Caller| Permission::ALL.iter().copied().filter(|may| caller.may(*may)).collect();
    let caller = visitor.caller;
    Ok(Json(Me {
        accounts: app.accounts.is_some(),
        setup,
        permissions: caller.as_ref().map(allowed).unwrap_or_default(),
        role: caller.as_ref().and_then(|caller| caller.role),
        name: caller.map(|caller| caller.name),
    }))
}

/// A cookie that scripts cannot read and other sites cannot send.
fn cookie(app: &App, value: &str, seconds: i64) -> String {
    let is_https = app.options.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    let secure = if is_https { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}

fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

fn welcome(app: &App, login: NewLogin) -> Response {
    let NewLogin { who, session } = login;
    let me = Me {
        accounts: true,
        setup: false,
        permissions: who.role.permissions().to_vec(),
        role: Some(who.role),
        name: Some(who.name),
    };
    // The server enforces the expiry; the browser keeps the cookie for the maximum lifetime.
    with_cookie(Json(me).into_response(), &cookie(app, &session, ENDS_AFTER / 1000))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SetUp {
    /// Printed when the server started.
    code: String,
    #[schemars(length(min = 2, max = 40), regex(pattern = "^[a-z0-9._-]+$"))]
    name: String,
    #[schemars(length(min = 10, max = 256))]
    password: String,
}

async fn set_up(State(app): State<App>, visitor: Visitor, Body(given): Body<SetUp>) -> Answer<Response> {
    let SetUp { code, name, password } = given;
    let set_up = accounts(&app)?.set_up(&code, &name, &password, &visitor.address, time::now());
    Ok(welcome(&app, set_up.await?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LogIn {
    name: String,
    password: String,
}

async fn log_in(State(app): State<App>, visitor: Visitor, Body(given): Body<LogIn>) -> Answer<Response> {
    let log_in = accounts(&app)?.log_in(&given.name, &given.password, &visitor.address, time::now());
    Ok(welcome(&app, log_in.await?))
}

/// An empty response that deletes the cookie.
fn say_goodbye(app: &App) -> Response {
    with_cookie(StatusCode::NO_CONTENT.into_response(), &cookie(app, "", 0))
}

async fn log_out(State(app): State<App>, caller: Caller, headers: HeaderMap) -> Answer<Response> {
    let accounts = accounts(&app)?;
    if let Some(session) = session_of(&headers) {
        accounts.log_out(session, by(&caller)).await?;
    }
    Ok(say_goodbye(&app))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    /// The current password.
    current: String,
    #[schemars(length(min = 10, max = 256))]
    new: String,
}

async fn set_password(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(given): Body<NewPassword>,
) -> Answer<StatusCode> {
    let accounts = accounts(&app)?;
    accounts.set_password(by(&caller), &given.current, &given.new, session_of(&headers)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize, JsonSchema)]
struct TokenView {
    id: String,
    name: String,
    /// Its first characters, to recognise it by.
    start: String,
    made_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
}

impl TokenView {
    fn of(token: Token) -> Self {
        Self {
            id: token.id,
            name: token.name,
            start: token.start,
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TokenAsked {
    /// Its purpose.
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// Days until it expires; never by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3650))]
    days: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct TokenMade {
    #[serde(flatten)]
    token: TokenView,
    /// Send it as `Authorization: Bearer …`. It is shown only once.
    secret: String,
}

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn make_token(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<TokenAsked>,
) -> Answer<Response> {
    let accounts = accounts(&app)?;
    let by = by(&caller);
    let expires_at = match asked.days {
        None => None,
        Some(days @ 1..=3650) => Some(by.at + i64::from(days) * DAY),
        Some(other) => {
            return Err(Problem::new(
                Code::BadInput,
                format!("the number of days must be from 1 to 3650; got {other}"),
            )
            .at("/days")
            .into());
        }
    };
    let new = accounts.make_token(by, &asked.name, expires_at).await?;
    let location = format!("/api/me/tokens/{}", new.token.id);
    Ok(created_response(&location, &TokenMade { token: TokenView::of(new.token), secret: new.secret }))
}

async fn revoke_token(
    State(app): State<App>,
    caller: Caller,
    Named(token): Named<String>,
) -> Answer<StatusCode> {
    accounts(&app)?.revoke_token(by(&caller), &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Number of bytes sent at a time.
const CHUNK: usize = 64 * 1024;
/// Maximum number of archives packed at the same time.
static PACKING: Semaphore = Semaphore::const_new(2);

async fn export_all(State(app): State<App>, caller: Caller) -> Answer<Response> {
    let folder = app.place.data.join("copies");
    let failed = |error: std::io::Error| Problem::new(Code::StoreFailed, format!("the archive: {error}"));
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let path = folder.join(format!("{:032x}.zip", rand::random::<u128>()));
    let mut archive =
        OpenOptions::new().read(true).write(true).create_new(true).open(&path).map_err(failed)?;
    // The file is unlinked at once, so it disappears even if the process dies.
    std::fs::remove_file(&path).map_err(failed)?;
    let _place = PACKING.acquire().await.map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
    caller.note(&app, deeds::DATA_EXPORTED, None).await?;
    export(&caller.store(&app), archive.try_clone().map_err(failed)?).await?;
    let length = archive.seek(SeekFrom::End(0)).map_err(failed)?;
    archive.seek(SeekFrom::Start(0)).map_err(failed)?;
    let chunks = futures::stream::try_unfold(tokio::fs::File::from_std(archive), |mut archive| async {
        let mut chunk = vec![0; CHUNK];
        let read = archive.read(&mut chunk).await?;
        chunk.truncate(read);
        Ok::<_, std::io::Error>((read > 0).then_some((chunk, archive)))
    });
    let mut response = super::file("tutti-export.zip", "application/zip", Vec::new());
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    *response.body_mut() = Stream::from_stream(chunks);
    Ok(response)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Confirmed {
    /// The password of the account to delete.
    password: String,
}

async fn leave(State(app): State<App>, caller: Caller, Body(given): Body<Confirmed>) -> Answer<Response> {
    let accounts = accounts(&app)?;
    accounts.confirm(by(&caller), &given.password, "/password").await?;
    forget(&app, accounts, by(&caller), &caller.owner).await?;
    Ok(say_goodbye(&app))
}
