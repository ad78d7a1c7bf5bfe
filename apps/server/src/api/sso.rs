//! Single sign-on: to the provider and back. Both are visited by browsers, so a failure leads to the login page, which
//! says what happened.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Deserialize;
use tutti_accounts::{NewLogin, SignOn, deeds};
use tutti_core::{Code, Problem};
use tutti_service::time;
use tutti_sso::{Returned, SsoError};

use super::{accounts::accounts, own_account::session_cookie};
use crate::{
    app::App,
    body::Params,
    door::{Visitor, cookie_of, is_https},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    sign_on::{ATTEMPT_LASTS, Begun, CALLBACK, SingleSignOn, local_path},
};

/// The cookie that ties a login at the provider to this browser.
const ATTEMPT_COOKIE: &str = "tutti_sso";

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get(
            "/api/sso/start",
            Needs::Nothing,
            "Begin a login at the sign-on provider; redirects to it",
            start,
        )
        .query::<StartQuery>()
        .redirects()
        .fails(&[409]);
    routes
        .get(
            CALLBACK,
            Needs::Nothing,
            "Finish a login at the sign-on provider; sets a cookie and redirects to the page",
            callback,
        )
        .query::<CallbackQuery>()
        .redirects()
        .fails(&[409]);
}

fn single_sign_on(app: &App) -> Result<&SingleSignOn, Problem> {
    app.sign_on.as_ref().ok_or_else(|| {
        Problem::new(Code::Conflict, "this server has no single sign-on")
            .hint("log in with a name and a password")
    })
}

/// Why somebody is sent back to the login page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The provider is down or misconfigured.
    Unreachable,
    /// The login did not begin in this browser, took too long, or was used.
    Stale,
    /// The person or the provider refused.
    Denied,
    /// What the provider sent proves nothing.
    Invalid,
    /// The groups give no role.
    NoRole,
    Disabled,
    /// There is no admin yet.
    NotSetUp,
}

impl Reason {
    fn of(error: &SsoError) -> Self {
        match error {
            SsoError::NotSecure(_)
            | SsoError::WrongIssuer(_)
            | SsoError::Unreachable(_)
            | SsoError::TooSlow(_)
            | SsoError::Status { .. }
            | SsoError::TooLarge(_)
            | SsoError::Malformed { .. } => Self::Unreachable,
            SsoError::WrongState | SsoError::OtherIssuer(_) | SsoError::NoCode => Self::Stale,
            SsoError::Denied(_) => Self::Denied,
            SsoError::CodeRefused(_) | SsoError::NoIdToken | SsoError::BadToken(_) | SsoError::UnknownKey => {
                Self::Invalid
            }
        }
    }

    /// As the login page knows it.
    const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Stale => "stale",
            Self::Denied => "denied",
            Self::Invalid => "invalid",
            Self::NoRole => "no-role",
            Self::Disabled => "disabled",
            Self::NotSetUp => "not-set-up",
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StartQuery {
    /// The page to return to, a path of this server.
    #[serde(default)]
    back: Option<String>,
}

async fn start(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Params(query): Params<StartQuery>,
) -> Answer<Response> {
    let sign_on = single_sign_on(&app)?;
    let now = time::now();
    match sign_on.sso.begin(now).await {
        Ok(begun) => {
            let back = local_path(query.back.as_deref());
            let id = sign_on.attempts.keep(Begun { attempt: begun.attempt, back }, now);
            Ok(redirect(&begun.address, &[attempt_cookie(&app, &headers, &id, ATTEMPT_LASTS / 1000)]))
        }
        Err(error) => send_back(&app, &headers, &visitor, Reason::of(&error), Some(&error.to_string())).await,
    }
}

/// What the provider adds to the address. It may add more, which is ignored.
#[derive(Deserialize, JsonSchema)]
struct CallbackQuery {
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    state: Option<String>,
    /// The issuer.
    #[serde(default)]
    iss: Option<String>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    error_description: Option<String>,
}

async fn callback(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Params(query): Params<CallbackQuery>,
) -> Answer<Response> {
    let sign_on = single_sign_on(&app)?;
    let now = time::now();
    let begun = cookie_of(&headers, ATTEMPT_COOKIE).and_then(|id| sign_on.attempts.take(id, now));
    // Anybody can come without a login that has begun, so that is not worth a line in the log.
    let Some(Begun { attempt, back }) = begun else {
        return send_back(&app, &headers, &visitor, Reason::Stale, None).await;
    };
    let CallbackQuery { code, state, iss, error, error_description } = query;
    let returned = Returned { code, state, iss, error, error_description };
    let identity = match sign_on.sso.finish(attempt, &returned, now).await {
        Ok(identity) => identity,
        Err(error) => {
            return send_back(&app, &headers, &visitor, Reason::of(&error), Some(&error.to_string())).await;
        }
    };
    let Some(role) = sign_on.roles.role(&identity.groups) else {
        let about = format!("{} is in no group with a role", identity.subject);
        return send_back(&app, &headers, &visitor, Reason::NoRole, Some(&about)).await;
    };
    let person =
        SignOn { issuer: &identity.issuer, subject: &identity.subject, name: identity.name.as_deref(), role };
    match accounts(&app)?.sign_on(person, &visitor.address, time::now()).await {
        Ok(NewLogin { session, .. }) => Ok(redirect(
            &back,
            &[session_cookie(&app, &headers, &session), attempt_cookie(&app, &headers, "", 0)],
        )),
        // The account crate has already written these down.
        Err(denied) if denied.problem.code == Code::Forbidden => {
            send_back(&app, &headers, &visitor, Reason::Disabled, None).await
        }
        Err(denied) if denied.problem.code == Code::Conflict => {
            send_back(&app, &headers, &visitor, Reason::NotSetUp, None).await
        }
        Err(denied) => Err(Failure::from(denied)),
    }
}

/// Sends a browser to the login page, which knows the reasons; the details are for the log.
async fn send_back(
    app: &App,
    headers: &HeaderMap,
    visitor: &Visitor,
    reason: Reason,
    details: Option<&str>,
) -> Answer<Response> {
    if let Some(details) = details {
        let subject = format!("single sign-on: {details}");
        let (what, address) = (deeds::LOGIN_FAILED, Some(visitor.address.as_str()));
        accounts(app)?.note(time::now(), None, what, Some(&subject), address).await?;
    }
    let page = format!("/login?sso={}", reason.name());
    Ok(redirect(&page, &[attempt_cookie(app, headers, "", 0)]))
}

/// The browser must send it when the provider redirects here, so it is not as strict as that of a login.
fn attempt_cookie(app: &App, headers: &HeaderMap, value: &str, seconds: i64) -> String {
    let secure = if is_https(app, headers) { "; Secure" } else { "" };
    format!("{ATTEMPT_COOKIE}={value}; Path=/api/sso; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

fn redirect(address: &str, cookies: &[String]) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(cookie) {
            headers.append(header::SET_COOKIE, value);
        }
    }
    if let Ok(value) = HeaderValue::from_str(address) {
        headers.insert(header::LOCATION, value);
    }
    response
}
