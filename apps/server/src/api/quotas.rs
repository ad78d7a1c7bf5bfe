//! What accounts use, and the limits of one account.

use axum::{Json, extract::State};
use tutti_accounts::{Account, Permission};
use tutti_core::{Code, Money, Owner, Problem};
use tutti_service::time;

use super::accounts::accounts;
use crate::{
    app::{App, Caller},
    body::{Body, Named},
    failure::{Answer, Failure},
    quotas::{self, QuotaOverride, UsageView},
    routes::{Needs, Routes},
};

const MAY: Needs = Needs::May(Permission::Accounts);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/me/usage", Needs::Account, "Get what you use and may use", own)
        .gives::<UsageView>(200)
        .view();
    routes
        .get("/api/accounts/{account}/usage", MAY, "Get what an account uses and may use", of_account)
        .gives::<UsageView>(200)
        .fails(&[404, 409])
        .view();
    routes
        .put(
            "/api/accounts/{account}/quota",
            MAY,
            "Set the limits of one account; those left out are the ones of its role",
            set,
        )
        .takes::<QuotaOverride>()
        .gives::<UsageView>(200)
        .fails(&[404, 409]);
}

async fn own(State(app): State<App>, caller: Caller) -> Answer<Json<UsageView>> {
    Ok(Json(quotas::usage(&app, &caller.store(&app), caller.role()).await?))
}

async fn find(app: &App, account: &str) -> Answer<Account> {
    let missing = || Failure::not_found(&format!("account `{account}`"));
    let owner = Owner::parse(account.to_owned())?;
    accounts(app)?.get(&owner).await?.ok_or_else(missing)
}

async fn of_account(State(app): State<App>, Named(account): Named<String>) -> Answer<Json<UsageView>> {
    let account = find(&app, &account).await?;
    Ok(Json(quotas::usage(&app, &app.store().of(&account.owner), Some(account.role)).await?))
}

async fn set(
    State(app): State<App>,
    caller: Caller,
    Named(account): Named<String>,
    Body(quota): Body<QuotaOverride>,
) -> Answer<Json<UsageView>> {
    if quota.usd.is_some_and(|usd| Money::from_usd(usd).is_none()) {
        return Err(Problem::new(Code::BadInput, "this is not an amount of money").at("/usd").into());
    }
    let account = find(&app, &account).await?;
    let store = app.store().of(&account.owner);
    quotas::set(&store, &quota, time::now()).await?;
    caller.note(&app, "quota_changed", Some(&account.name)).await?;
    Ok(Json(quotas::usage(&app, &store, Some(account.role)).await?))
}
