//! The middleware around every request.
//!
//! It checks the host and the origin, authenticates and authorises the caller, limits the request rate, and does not
//! execute a request again under the same idempotency key. It writes problems with their trace id and adds security
//! headers to every response.

use std::{net::IpAddr, net::SocketAddr, panic::AssertUnwindSafe, time::Instant};

use axum::{
    body::Body as Stream,
    extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State},
    http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::FutureExt;
use serde_json::json;
use tutti_core::{Code, Owner, Problem};
use tutti_service::time;

use crate::{
    app::{App, Caller},
    failure::{Failed, Failure},
    idempotency,
    routes::Needs,
};

/// The cookie that holds a web session.
pub(crate) const COOKIE: &str = "tutti_session";

/// Only our own files, no inline scripts, no embedding in other pages.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

const SAFETY: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// The outermost layer.
pub(crate) async fn pass(State(app): State<App>, request: Request, next: Next) -> Response {
    let trace = fresh_trace();
    let began = Instant::now();
    let method = request.method().clone();
    // Static files share one metrics label.
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let is_api = request.uri().path().starts_with("/api");
    let answered = match ours(&app, &request) {
        Err(problem) => Ok(Failure::from(problem).into_response()),
        Ok(()) => AssertUnwindSafe(next.run(request)).catch_unwind().await,
    };
    let response = answered.unwrap_or_else(|_| {
        tracing::error!(%trace, "a request ended in a panic");
        Failure::from(Problem::new(Code::Internal, "this is a defect in Tutti itself")).into_response()
    });
    let mut response = problem_response(response, &trace);
    let seconds = began.elapsed().as_secs_f64();
    tutti_watch::metrics().http(&route, method.as_str(), response.status().as_u16(), seconds);
    let headers = response.headers_mut();
    for (name, value) in SAFETY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if app.options.public_url.as_deref().is_some_and(|url| url.starts_with("https://")) {
        let value = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// A new trace id, under which the logs record a request.
fn fresh_trace() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// A problem without what only the people who run the server may know: paths, hosts and addresses of databases stand
/// in the log, under the trace id.
fn for_client(problem: &Problem) -> Problem {
    let detail = match problem.code {
        Code::StoreFailed => "the store could not be used",
        Code::Damaged => "a stored value is damaged",
        Code::Internal => "this is a defect in Tutti itself",
        _ => return problem.clone(),
    };
    Problem { pointer: problem.pointer.clone(), ..Problem::new(problem.code, detail) }
        .hint("try again later; the server's log has the details under the trace id")
}

/// A failure as a problem document.
fn problem_response(mut response: Response, trace: &str) -> Response {
    let Some(Failed(problems)) = response.extensions_mut().remove::<Failed>() else { return response };
    let Some(first) = problems.first() else { return response };
    let mut document = for_client(first).with_trace(trace).document();
    if problems.len() > 1 {
        document["errors"] = problems
            .iter()
            .map(|problem| json!({ "pointer": problem.pointer.clone().unwrap_or_default(), "detail": problem.detail }))
            .collect();
    }
    if first.code.status() >= 500 {
        tracing::error!(%trace, code = %first.code, detail = %first.detail, "a request failed");
    }
    let value = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(header::CONTENT_TYPE, value);
    *response.body_mut() = Stream::from(document.to_string());
    response
}

/// Checks host and origin: neither another site nor a rebound host name may make a browser call this server.
fn ours(app: &App, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let refuse = |why: &str| Problem::new(Code::Forbidden, why.to_owned());
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !is_our_host(app, host) {
        return Err(refuse(&format!("`{host}` is not a name of this server"))
            .hint("start it with `--set server.public_url=https://NAME` to use another name"));
    }
    if [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method()) {
        return Ok(());
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_same = match (text("sec-fetch-site"), text("origin")) {
        (Some(site), _) => site == "same-origin" || site == "none",
        (None, Some(origin)) => origin.split_once("://").is_some_and(|(_, named)| named == host),
        // A program, not a browser. A request with a cookie must state its origin.
        (None, None) => session_of(headers).is_none(),
    };
    if is_same { Ok(()) } else { Err(refuse("the request comes from another site")) }
}

fn is_our_host(app: &App, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let is_public = app.options.public_url.as_deref().is_some_and(|url| {
        url.split_once("://").is_some_and(|(_, rest)| rest.trim_end_matches('/').eq_ignore_ascii_case(host))
    });
    let is_here = name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    // DNS rebinding affects names, not addresses.
    let is_address = app.options.accounts && name.parse::<IpAddr>().is_ok();
    is_public || is_here || is_address
}

/// The layer of one route: checks who may call it.
pub(crate) async fn enter(
    State((app, needs, keyed)): State<(App, Needs, bool)>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = address_of(request.extensions());
    let caller = match who(&app, request.headers(), &address).await {
        Ok(caller) => caller,
        Err(failure) => return failure.into_response(),
    };
    if app.accounts.is_some() {
        let name = caller.as_ref().map_or(address.as_str(), |caller| caller.owner.as_str());
        if let Err(seconds) = app.limiter.take(name, time::now()) {
            let problem =
                Problem::new(Code::TooManyRequests, "too many requests").hint(format!("wait {seconds} s"));
            return Failure::from(problem).retry_after(seconds).into_response();
        }
    }
    if let Err(problem) = check_allowed(needs, caller.as_ref()) {
        return Failure::from(problem).into_response();
    }
    let Some(caller) = caller else { return next.run(request).await };
    request.extensions_mut().insert(caller.clone());
    match request.headers().get("idempotency-key").cloned() {
        Some(key) if keyed => idempotency::once(&app, &caller, &key, request, next).await,
        _ => next.run(request).await,
    }
}

fn check_allowed(needs: Needs, caller: Option<&Caller>) -> Result<(), Problem> {
    match (needs, caller) {
        (Needs::Nothing, _) | (Needs::Account, Some(_)) => Ok(()),
        (_, None) => Err(Problem::new(Code::Unauthorized, "you are not logged in")
            .hint("log in, or send a token: `Authorization: Bearer tutti_…`")),
        (Needs::May(permission), Some(caller)) if caller.may(permission) => Ok(()),
        (Needs::May(permission), Some(caller)) => {
            let role = caller.role.map_or("nobody", |role| role.name());
            let detail = format!(
                "the role {role} does not allow this; the permission `{}` is required",
                permission.name()
            );
            Err(Problem::new(Code::Forbidden, detail).hint("an admin can give another role"))
        }
    }
}

/// Identifies the caller: by token, by cookie, or as the local user.
async fn who(app: &App, headers: &HeaderMap, address: &str) -> Result<Option<Caller>, Failure> {
    let Some(accounts) = &app.accounts else {
        let caller =
            Caller { owner: Owner::local(), name: "local".into(), role: None, address: address.to_owned() };
        return Ok(Some(caller));
    };
    let now = time::now();
    let found = match (token_of(headers), session_of(headers)) {
        (Some(token), _) => match accounts.by_token(token, now).await? {
            None => {
                let problem = Problem::new(Code::Unauthorized, "the token is not valid");
                return Err(problem.hint("it may be revoked or expired: create another one").into());
            }
            found => found,
        },
        (None, Some(session)) => accounts.by_session(session, now).await?,
        (None, None) => None,
    };
    Ok(found.map(|who| Caller {
        owner: who.owner,
        name: who.name,
        role: Some(who.role),
        address: address.to_owned(),
    }))
}

fn token_of(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

pub(crate) fn session_of(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// The caller of a route that needs no login.
pub(crate) struct Visitor {
    /// None if nobody is logged in.
    pub(crate) caller: Option<Caller>,
    pub(crate) address: String,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Failure> {
        Ok(Self { caller: parts.extensions.get::<Caller>().cloned(), address: address_of(&parts.extensions) })
    }
}

/// The address a request comes from.
fn address_of(extensions: &Extensions) -> String {
    let address = extensions.get::<ConnectInfo<SocketAddr>>();
    address.map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string())
}

impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Failure> {
        let nobody = || Problem::new(Code::Unauthorized, "you are not logged in");
        Ok(parts.extensions.get::<Self>().cloned().ok_or_else(nobody)?)
    }
}
