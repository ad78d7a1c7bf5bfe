//! The caller's own account: login and logout, password, data export and deletion.

use std::io::{Seek, SeekFrom};

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
use tutti_accounts::{NewLogin, Permission, Proof, Role, deeds, export};
use tutti_core::{Code, Problem};
use tutti_service::time;
use tutti_store::private_files;

use super::accounts::{accounts, by, forget};
use crate::{
    app::{App, Caller},
    body::Body,
    door::{COOKIE, Visitor, is_https, session_of},
    failure::Answer,
    routes::{Needs, Routes},
};

const OWN: Needs = Needs::Account;
/// Not for tokens: whoever steals one must not keep the account.
const LOGIN: Needs = Needs::Login;

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
    routes
        .post("/api/reset", Needs::Nothing, "Set a new password with a reset code, and log in", reset)
        .takes::<Reset>()
        .gives::<Me>(200)
        .fails(&[401, 409]);
    routes.post("/api/logout", OWN, "Log out", log_out).gives_nothing().fails(&[409]);
    routes
        .put(
            "/api/me/password",
            LOGIN,
            "Change the caller's password; ends all other logins, and all tokens unless they are kept",
            set_password,
        )
        .takes::<NewPassword>()
        .gives_nothing()
        .fails(&[409]);
    routes
        .get("/api/me/export", OWN, "Export all data of the caller as an archive", export_all)
        .gives_file("application/zip");
    routes
        .delete("/api/me", LOGIN, "Delete the caller's account and all its data", leave)
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
    /// The name of the provider with which people can log in, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    single_sign_on: Option<String>,
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
        single_sign_on: sign_on_label(&app),
        permissions: caller.as_ref().map(allowed).unwrap_or_default(),
        role: caller.as_ref().and_then(Caller::role),
        name: caller.map(|caller| caller.name),
    }))
}

fn sign_on_label(app: &App) -> Option<String> {
    app.sign_on.as_ref().map(|sign_on| sign_on.label.clone())
}

/// A cookie that scripts cannot read and other sites cannot send.
fn cookie(app: &App, headers: &HeaderMap, value: &str, seconds: i64) -> String {
    let secure = if is_https(app, headers) { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}

/// The cookie of a login. The server enforces the expiry; the browser keeps the cookie for the maximum lifetime.
pub(super) fn session_cookie(app: &App, headers: &HeaderMap, session: &str) -> String {
    cookie(app, headers, session, app.options.sessions.longest() / 1000)
}

fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

fn welcome(app: &App, headers: &HeaderMap, login: NewLogin) -> Response {
    let NewLogin { who, session } = login;
    let me = Me {
        accounts: true,
        setup: false,
        single_sign_on: sign_on_label(app),
        permissions: who.role.permissions().to_vec(),
        role: Some(who.role),
        name: Some(who.name),
    };
    with_cookie(Json(me).into_response(), &session_cookie(app, headers, &session))
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

async fn set_up(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(given): Body<SetUp>,
) -> Answer<Response> {
    let SetUp { code, name, password } = given;
    let set_up = accounts(&app)?.set_up(&code, &name, &password, &visitor.address, time::now());
    Ok(welcome(&app, &headers, set_up.await?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LogIn {
    name: String,
    password: String,
    /// A reset code from an admin, for when the failed attempts of others are in the way.
    #[serde(default)]
    code: Option<String>,
    /// A code from an authenticator app or a recovery code, if the account has a second factor.
    #[serde(default)]
    one_time_code: Option<String>,
}

async fn log_in(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(given): Body<LogIn>,
) -> Answer<Response> {
    let LogIn { name, password, code, one_time_code } = given;
    let proof = Proof {
        session: session_of(&headers),
        code: code.as_deref(),
        one_time_code: one_time_code.as_deref(),
    };
    let log_in = accounts(&app)?.log_in(&name, &password, proof, &visitor.address, time::now());
    Ok(welcome(&app, &headers, log_in.await?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reset {
    name: String,
    /// From an admin. Works once.
    code: String,
    #[schemars(length(min = 10, max = 256))]
    password: String,
    /// A code from an authenticator app or a recovery code, if the account has a second factor.
    #[serde(default)]
    one_time_code: Option<String>,
}

async fn reset(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(given): Body<Reset>,
) -> Answer<Response> {
    let Reset { name, code, password, one_time_code } = given;
    let (accounts, one_time_code) = (accounts(&app)?, one_time_code.as_deref());
    let reset =
        accounts.reset_with_code(&name, &code, &password, one_time_code, &visitor.address, time::now());
    Ok(welcome(&app, &headers, reset.await?))
}

/// An empty response that deletes the cookie.
fn say_goodbye(app: &App, headers: &HeaderMap) -> Response {
    with_cookie(StatusCode::NO_CONTENT.into_response(), &cookie(app, headers, "", 0))
}

async fn log_out(State(app): State<App>, caller: Caller, headers: HeaderMap) -> Answer<Response> {
    let accounts = accounts(&app)?;
    if let Some(session) = session_of(&headers) {
        accounts.log_out(session, by(&caller)).await?;
    }
    Ok(say_goodbye(&app, &headers))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    /// The current password.
    current: String,
    #[schemars(length(min = 10, max = 256))]
    new: String,
    /// Whether the caller's tokens stay valid.
    #[serde(default)]
    keep_tokens: bool,
}

async fn set_password(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(given): Body<NewPassword>,
) -> Answer<StatusCode> {
    let accounts = accounts(&app)?;
    let NewPassword { current, new, keep_tokens } = given;
    accounts.set_password(by(&caller), &current, &new, session_of(&headers), keep_tokens).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Number of bytes sent at a time.
const CHUNK: usize = 64 * 1024;
/// Maximum number of archives packed at the same time.
static PACKING: Semaphore = Semaphore::const_new(2);

async fn export_all(State(app): State<App>, caller: Caller) -> Answer<Response> {
    let folder = app.place.data.join("copies");
    let failed = |error: std::io::Error| Problem::new(Code::StoreFailed, format!("the archive: {error}"));
    private_files::create_folder(&folder).map_err(failed)?;
    let path = folder.join(format!("{:032x}.zip", rand::random::<u128>()));
    let mut archive = private_files::create_new(&path).map_err(failed)?;
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

async fn leave(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(given): Body<Confirmed>,
) -> Answer<Response> {
    let accounts = accounts(&app)?;
    accounts.confirm(by(&caller), &given.password, "/password").await?;
    forget(&app, accounts, by(&caller), &caller.owner).await?;
    Ok(say_goodbye(&app, &headers))
}
