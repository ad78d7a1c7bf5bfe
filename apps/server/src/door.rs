//! The middleware around every request.
//!
//! It checks the host and the origin, authenticates and authorises the caller, limits the request rate, and does not
//! execute a request again under the same idempotency key. It writes problems with their trace id and adds security
//! headers to every response.

use std::{net::IpAddr, net::SocketAddr, panic::AssertUnwindSafe, time::Instant};

use axum::{
    body::Body as Stream,
    extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State},
    http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::FutureExt;
use serde_json::json;
use tutti_accounts::{Role, deeds};
use tutti_core::{Code, Owner, Problem};
use tutti_service::time;

use crate::{
    app::{App, Caller},
    connection::TwoLengths,
    failure::{Failed, Failure},
    idempotency,
    offload::{Beside, Onward},
    routes::{Burden, Needs},
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
    let route = route_of(request.extensions());
    let is_api = request.uri().path().starts_with("/api");
    let answered = match ours(&app, &request) {
        Err(problem) => {
            let visit = Visit::of(&request);
            let response = Failure::from(problem).into_response();
            visit.note_refusal(&app, None, refusal(&response)).await;
            Ok(response)
        }
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

/// The path of a route, without ids. Static files share one name.
fn route_of(extensions: &Extensions) -> String {
    extensions.get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned()
}

/// A new trace id, under which the logs record a request.
fn fresh_trace() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// A failure as a problem document.
fn problem_response(mut response: Response, trace: &str) -> Response {
    let Some(Failed(problems)) = response.extensions_mut().remove::<Failed>() else { return response };
    let Some(first) = problems.first() else { return response };
    let mut document = first.for_client().with_trace(trace).document();
    if problems.len() > 1 {
        document["errors"] = problems
            .iter()
            .map(Problem::for_client)
            .map(
                |problem| json!({ "pointer": problem.pointer.unwrap_or_default(), "detail": problem.detail }),
            )
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
    check_form(request)?;
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

/// Refuses requests that a proxy in front of this server may understand in another way.
fn check_form(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let refuse = |why: &str| Err(Problem::new(Code::BadInput, why));
    if request.method() == Method::CONNECT {
        return refuse("this server is not a proxy");
    }
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next();
    if hosts.next().is_some() {
        return refuse("the request has two `Host` headers");
    }
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    if request.uri().authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host)) {
        return refuse("the address of the request names another host than its `Host` header");
    }
    if request.extensions().get::<TwoLengths>().is_some() {
        return refuse("the request has both `Content-Length` and `Transfer-Encoding`");
    }
    Ok(())
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

/// What the layer of one route knows of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entrance {
    pub(crate) needs: Needs,
    /// Whether it accepts an idempotency key.
    pub(crate) keyed: bool,
    pub(crate) beside: Option<Beside>,
    pub(crate) burden: Burden,
    pub(crate) repeatable: bool,
}

/// The layer of one route: checks who may call it.
pub(crate) async fn enter(
    State((app, entrance)): State<(App, Entrance)>,
    mut request: Request,
    next: Next,
) -> Response {
    let visit = Visit::of(&request);
    let caller = match who(&app, request.headers(), &visit.address).await {
        Ok(caller) => caller,
        Err(failure) => return failure.into_response(),
    };
    if app.accounts.is_some() {
        let name = caller.as_ref().map_or(visit.address.as_str(), |caller| caller.owner.as_str());
        if let Err(failure) = take_turn(&app, name) {
            return failure.into_response();
        }
    }
    let response = match (check_allowed(entrance.needs, caller.as_ref()), &caller) {
        (Err(problem), _) => Failure::from(problem).into_response(),
        (Ok(()), None) => next.run(request).await,
        (Ok(()), Some(caller)) => {
            request.extensions_mut().insert(caller.clone());
            let Entrance { keyed, beside, burden, repeatable, .. } = entrance;
            let onward = Onward { next, beside, burden, repeatable };
            match request.headers().get("idempotency-key").cloned() {
                Some(key) if keyed => idempotency::once(&app, caller, &key, request, onward).await,
                _ => onward.run(&app, caller, request).await,
            }
        }
    };
    visit.note_refusal(&app, caller.as_ref(), refusal(&response)).await;
    response
}

/// Counts a request for an account or an address.
fn take_turn(app: &App, name: &str) -> Result<(), Failure> {
    app.limiter.take(name, time::now()).map_err(|seconds| {
        let problem =
            Problem::new(Code::TooManyRequests, "too many requests").hint(format!("wait {seconds} s"));
        Failure::from(problem).retry_after(seconds)
    })
}

/// Why a request was refused, if it was.
fn refusal(response: &Response) -> Option<String> {
    let failed = response.extensions().get::<Failed>().filter(|_| response.status() == StatusCode::FORBIDDEN);
    failed?.0.first().map(|problem| problem.detail.clone())
}

/// What the audit log says of a request.
struct Visit {
    address: String,
    method: Method,
    /// Without ids, which may be somebody else's.
    route: String,
}

impl Visit {
    fn of(request: &Request) -> Self {
        Self {
            address: address_of(request.extensions()),
            method: request.method().clone(),
            route: route_of(request.extensions()),
        }
    }

    /// Logs that a request was refused. The log must not grow as fast as somebody can send requests.
    async fn note_refusal(&self, app: &App, caller: Option<&Caller>, refusal: Option<String>) {
        let (Some(accounts), Some(why)) = (&app.accounts, refusal) else { return };
        let now = time::now();
        let name = caller.map_or(self.address.as_str(), |caller| caller.owner.as_str());
        if app.refusals.take(name, now).is_err() {
            return;
        }
        let subject = format!("{} {}: {why}", self.method, self.route);
        let who = caller.map(|caller| caller.name.as_str());
        let noted = accounts.note(now, who, deeds::REFUSED, Some(&subject), Some(&self.address)).await;
        if let Err(error) = noted {
            tracing::warn!(%error, "a refusal could not be logged");
        }
    }
}

fn check_allowed(needs: Needs, caller: Option<&Caller>) -> Result<(), Problem> {
    if needs == Needs::Nothing {
        return Ok(());
    }
    let caller = caller.ok_or_else(|| {
        Problem::new(Code::Unauthorized, "you are not logged in")
            .hint("log in, or send a token: `Authorization: Bearer tutti_…`")
    })?;
    if let Some(permission) = needs.permission().filter(|permission| !caller.may(*permission)) {
        let role = caller.role().map_or("nobody", Role::name);
        let (subject, hint) = if caller.role().is_some_and(|role| role.may(permission)) {
            ("this token".to_owned(), "create a token with another role")
        } else {
            (format!("the role {role}"), "an admin can give another role")
        };
        let detail =
            format!("{subject} does not allow this; the permission `{}` is required", permission.name());
        return Err(Problem::new(Code::Forbidden, detail).hint(hint));
    }
    if needs.is_login() && !caller.is_login() {
        let problem = Problem::new(Code::Forbidden, "a token cannot do this");
        return Err(problem.hint("log in on the page"));
    }
    Ok(())
}

/// Identifies the caller: by token, by cookie, or as the local user.
async fn who(app: &App, headers: &HeaderMap, address: &str) -> Result<Option<Caller>, Failure> {
    let Some(accounts) = &app.accounts else {
        let caller =
            Caller { owner: Owner::local(), name: "local".into(), who: None, address: address.to_owned() };
        return Ok(Some(caller));
    };
    let now = time::now();
    let found = match (token_of(headers), session_of(headers)) {
        (Some(token), _) => match accounts.by_token(token, now).await? {
            None => {
                // Whoever tries tokens is slowed down like anybody without an account.
                take_turn(app, address)?;
                let problem = Problem::new(Code::Unauthorized, "the token is not valid");
                return Err(problem.hint("it may be revoked or expired: create another one").into());
            }
            found => found,
        },
        (None, Some(session)) => accounts.by_session(session, now).await?,
        (None, None) => None,
    };
    Ok(found.map(|who| Caller {
        owner: who.owner.clone(),
        name: who.name.clone(),
        who: Some(who),
        address: address.to_owned(),
    }))
}

fn token_of(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

pub(crate) fn session_of(headers: &HeaderMap) -> Option<&str> {
    cookie_of(headers, COOKIE)
}

/// The value of a cookie.
pub(crate) fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Whether the browser reached us by https: our public address says so, or the proxy in front of us.
pub(crate) fn is_https(app: &App, headers: &HeaderMap) -> bool {
    let is_public = app.options.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    // The last entry is the one that the proxy added.
    let said =
        headers.get_all("x-forwarded-proto").into_iter().next_back().filter(|_| app.options.behind_proxy);
    let scheme = said.and_then(|value| value.to_str().ok()?.rsplit(',').next()).map(str::trim);
    is_public || scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
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
