//! Accounts and tokens of other people.

use std::time::Duration;

use axum::{Json, extract::State, http::StatusCode, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::{Account, Accounts, By, Change, Denied, Permission, Role, Token};
use tutti_core::{Code, Owner, Problem};
use tutti_service::time;
use tutti_store::{KeyPlace, RunFilter, RunStatus};

use super::{created_response, tokens::TokenView};
use crate::{
    app::{App, Caller},
    body::{Body, Named, Params},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    views::{Page, Paging, limit},
};

const MAY: Needs = Needs::May(Permission::Accounts);
/// A token must not make the accounts and passwords that would outlive it.
const LOGIN: Needs = Needs::LoginMay(Permission::Accounts);

pub(super) fn routes(routes: &mut Routes) {
    routes.get("/api/accounts", MAY, "List accounts", list).gives::<Page<AccountView>>(200).fails(&[409]);
    routes
        .post("/api/accounts", LOGIN, "Create an account", add)
        .takes::<NewAccount>()
        .gives::<AccountView>(201)
        .fails(&[409]);
    routes
        .patch(
            "/api/accounts/{account}",
            LOGIN,
            "Change the role or the password of an account, disable or enable it, at once",
            change,
        )
        .takes::<Changes>()
        .gives::<AccountView>(200)
        .fails(&[404, 409, 422]);
    routes
        .delete("/api/accounts/{account}", LOGIN, "Delete an account and all its data", delete)
        .gives_nothing()
        .fails(&[404, 409, 422]);
    routes
        .post(
            "/api/accounts/{account}/reset-code",
            LOGIN,
            "Make a code with which somebody sets a new password; it is shown only once",
            make_reset_code,
        )
        .gives::<CodeView>(201)
        .fails(&[404, 409, 422])
        .secret();
    routes
        .get("/api/tokens", MAY, "List the tokens of all accounts, newest first", tokens)
        .query::<Paging>()
        .gives::<Page<OwnedTokenView>>(200)
        .fails(&[409]);
    routes
        .delete("/api/accounts/{account}/tokens/{token}", MAY, "Revoke a token of an account at once", revoke)
        .gives_nothing()
        .fails(&[404, 409]);
}

impl From<Denied> for Failure {
    fn from(denied: Denied) -> Self {
        let failure = Self::from(denied.problem);
        match denied.retry_after {
            Some(seconds) => failure.retry_after(seconds),
            None => failure,
        }
    }
}

/// The accounts, or a problem if this server has none.
pub(super) fn accounts(app: &App) -> Result<&Accounts, Problem> {
    app.accounts.as_ref().ok_or_else(|| {
        Problem::new(Code::Conflict, "this server has no accounts: anyone who can reach it may do everything")
            .hint("start it with `tutti serve --accounts`")
    })
}

pub(super) fn by(caller: &Caller) -> By<'_> {
    By { owner: &caller.owner, name: &caller.name, address: &caller.address, at: time::now() }
}

#[derive(Serialize, JsonSchema)]
struct AccountView {
    id: String,
    name: String,
    role: Role,
    /// Whether nobody can log in and no token of it works.
    disabled: bool,
    made_at: String,
    /// Whether it is the caller's own account.
    own: bool,
}

impl AccountView {
    fn of(account: Account, caller: &Caller) -> Self {
        Self {
            own: account.owner == caller.owner,
            id: account.owner.to_string(),
            name: account.name,
            role: account.role,
            disabled: account.is_disabled,
            made_at: time::rfc3339(account.created_at),
        }
    }
}

async fn list(State(app): State<App>, caller: Caller) -> Answer<Json<Page<AccountView>>> {
    let all = accounts(&app)?.list().await?;
    Ok(Json(Page::all(all.into_iter().map(|account| AccountView::of(account, &caller)).collect())))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewAccount {
    #[schemars(length(min = 2, max = 40), regex(pattern = "^[a-z0-9._-]+$"))]
    name: String,
    #[schemars(length(min = 10, max = 256))]
    password: String,
    role: Role,
}

async fn add(State(app): State<App>, caller: Caller, Body(new): Body<NewAccount>) -> Answer<Response> {
    let account = accounts(&app)?.add(by(&caller), &new.name, &new.password, new.role).await?;
    let location = format!("/api/accounts/{}", account.owner);
    Ok(created_response(&location, &AccountView::of(account, &caller)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Changes {
    #[serde(default)]
    role: Option<Role>,
    /// A new password, if the old one was forgotten; ends all logins and tokens of the account.
    #[serde(default)]
    #[schemars(length(min = 10, max = 256))]
    password: Option<String>,
    /// Whether the tokens of the account stay valid after a new password.
    #[serde(default)]
    keep_tokens: bool,
    /// Whether nobody can log in and no token of it works; ends all logins.
    #[serde(default)]
    disabled: Option<bool>,
}

async fn change(
    State(app): State<App>,
    caller: Caller,
    Named(account): Named<String>,
    Body(given): Body<Changes>,
) -> Answer<Json<AccountView>> {
    let accounts = accounts(&app)?;
    if given.role.is_none() && given.password.is_none() && given.disabled.is_none() {
        let problem = Problem::new(Code::BadInput, "no change requested").at("");
        return Err(problem.hint("send a `role`, a `password` or `disabled`").into());
    }
    let change = Change {
        role: given.role,
        password: given.password.as_deref(),
        keep_tokens: given.keep_tokens,
        is_disabled: given.disabled,
    };
    let changed = accounts.change(by(&caller), &Owner::parse(account)?, change).await?;
    Ok(Json(AccountView::of(changed, &caller)))
}

async fn delete(State(app): State<App>, caller: Caller, Named(account): Named<String>) -> Answer<StatusCode> {
    let accounts = accounts(&app)?;
    let owner = Owner::parse(account)?;
    if owner == caller.owner {
        let problem = Problem::new(Code::Refused, "deleting your own account requires your password");
        return Err(problem.hint("send DELETE /api/me").into());
    }
    forget(&app, accounts, by(&caller), &owner).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize, JsonSchema)]
struct CodeView {
    /// For `POST /api/reset`, or as `code` of a login. Works once.
    code: String,
    expires_at: String,
}

async fn make_reset_code(
    State(app): State<App>,
    caller: Caller,
    Named(account): Named<String>,
) -> Answer<(StatusCode, Json<CodeView>)> {
    let made = accounts(&app)?.make_reset_code(by(&caller), &Owner::parse(account)?).await?;
    let view = CodeView { code: made.code, expires_at: time::rfc3339(made.expires_at) };
    Ok((StatusCode::CREATED, Json(view)))
}

#[derive(Serialize, JsonSchema)]
struct OwnedTokenView {
    /// The id of the account.
    account: String,
    /// The name of the account.
    owner: String,
    #[serde(flatten)]
    token: TokenView,
}

async fn tokens(
    State(app): State<App>,
    Params(paging): Params<Paging>,
) -> Answer<Json<Page<OwnedTokenView>>> {
    let accounts = accounts(&app)?;
    let most = limit(paging.limit)?;
    let after = paging.after.as_deref().map(place_of).transpose()?;
    let found = accounts.all_tokens(after.as_ref(), most + 1).await?;
    let page = Page::cut(found, most, |(_, token): &(String, Token)| {
        let place = token.place();
        format!("{}.{}", place.made_at, place.id)
    });
    let view = |(owner, token): (String, Token)| OwnedTokenView {
        account: token.owner.to_string(),
        owner,
        token: TokenView::of(token),
    };
    Ok(Json(Page { items: page.items.into_iter().map(view).collect(), next: page.next }))
}

fn place_of(after: &str) -> Result<KeyPlace, Problem> {
    let place = after
        .split_once('.')
        .and_then(|(made_at, id)| Some(KeyPlace { made_at: made_at.parse().ok()?, id: id.to_owned() }));
    place.ok_or_else(|| {
        Problem::new(Code::BadInput, format!("`{after}` is not the `next` of a previous page")).at("/after")
    })
}

async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Named((account, token)): Named<(String, String)>,
) -> Answer<StatusCode> {
    accounts(&app)?.revoke_token(by(&caller), &Owner::parse(account)?, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How long to wait for an owner's runs to end before the data are deleted, and how often to check.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(50);

/// Cancels the runs of an owner, then deletes the account and all its data.
pub(super) async fn forget(app: &App, accounts: &Accounts, by: By<'_>, owner: &Owner) -> Answer<()> {
    let account = accounts.may_delete(owner).await?;
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        end_runs(app, owner).await?;
        if accounts.delete(by, owner).await? {
            break;
        }
        if tokio::time::Instant::now() > until {
            let problem = Problem::new(
                Code::Conflict,
                format!("the runs of {} are still being cancelled", account.name),
            );
            return Err(problem.hint("try again in a moment; nothing was deleted").into());
        }
        tokio::time::sleep(LOOK).await;
    }
    app.attempts.forget_owner(owner);
    Ok(())
}

async fn end_runs(app: &App, owner: &Owner) -> Answer<()> {
    for status in RunStatus::ALL.iter().filter(|status| !status.is_final()) {
        let filter = RunFilter { status: Some(*status), ..RunFilter::default() };
        for run in app.store().of(owner).run_heads(&filter, None).await? {
            // The run may have ended in the meantime.
            let _ = app.executor.cancel(owner, &run.id).await;
        }
    }
    Ok(())
}
