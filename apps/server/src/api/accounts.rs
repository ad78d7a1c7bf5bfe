//! Accounts of other people, and the audit log.

use std::time::Duration;

use axum::{Json, extract::State, http::StatusCode, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::{Account, Accounts, By, Change, Denied, Permission, Role};
use tutti_core::{Code, Owner, Problem};
use tutti_service::time;
use tutti_store::{AuditLine, RunFilter, RunStatus};

use super::created_response;
use crate::{
    app::{App, Caller},
    body::{Body, Named, Params},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    views::{Page, Paging, limit},
};

const MAY: Needs = Needs::May(Permission::Accounts);

pub(super) fn routes(routes: &mut Routes) {
    routes.get("/api/accounts", MAY, "List accounts", list).gives::<Page<AccountView>>(200).fails(&[409]);
    routes
        .post("/api/accounts", MAY, "Create an account", add)
        .takes::<NewAccount>()
        .gives::<AccountView>(201)
        .fails(&[409]);
    routes
        .patch(
            "/api/accounts/{account}",
            MAY,
            "Change the role or the password of an account, at once",
            change,
        )
        .takes::<Changes>()
        .gives::<AccountView>(200)
        .fails(&[404, 409, 422]);
    routes
        .delete("/api/accounts/{account}", MAY, "Delete an account and all its data", delete)
        .gives_nothing()
        .fails(&[404, 409, 422]);
    routes
        .get("/api/audit", MAY, "List the audit log, newest first", audit)
        .query::<Paging>()
        .gives::<Page<AuditView>>(200)
        .fails(&[409]);
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
    /// A new password, if the old one was forgotten; ends all logins of the account.
    #[serde(default)]
    #[schemars(length(min = 10, max = 256))]
    password: Option<String>,
}

async fn change(
    State(app): State<App>,
    caller: Caller,
    Named(account): Named<String>,
    Body(given): Body<Changes>,
) -> Answer<Json<AccountView>> {
    let accounts = accounts(&app)?;
    if given.role.is_none() && given.password.is_none() {
        let problem = Problem::new(Code::BadInput, "no change requested").at("");
        return Err(problem.hint("send a `role` or a `password`").into());
    }
    let change = Change { role: given.role, password: given.password.as_deref() };
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
struct AuditView {
    n: i64,
    at: String,
    /// Who did it, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    who: Option<String>,
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

impl AuditView {
    fn of(line: AuditLine) -> Self {
        let AuditLine { n, line } = line;
        Self {
            n,
            at: time::rfc3339(line.at),
            who: line.who,
            what: line.what,
            subject: line.subject,
            address: line.address,
        }
    }
}

async fn audit(State(app): State<App>, Params(paging): Params<Paging>) -> Answer<Json<Page<AuditView>>> {
    let accounts = accounts(&app)?;
    let most = limit(paging.limit)?;
    let before = paging.after.as_deref().map(|after| {
        after.parse::<i64>().map_err(|_| {
            Problem::new(Code::BadInput, format!("`{after}` is not the `next` of a previous page"))
                .at("/after")
        })
    });
    let lines = accounts.audit(before.transpose()?, most + 1).await?;
    let lines = lines.into_iter().map(AuditView::of).collect();
    Ok(Json(Page::cut(lines, most, |line: &AuditView| line.n.to_string())))
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
