//! Quotas of accounts, and the reserve of the disk: what would exceed them is refused before its work starts.
//!
//! The size of what an account stores is measured now and then; between two measurements, what its requests bring is
//! added. Nobody is refused without a fresh measurement. What runs write meanwhile is seen at the next one.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::http::{HeaderMap, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Role;
use tutti_core::{Budget, Code, Money, Owner, Problem};
use tutti_service::{disk, time};
use tutti_settings::{QuotaSettings, Settings};
use tutti_store::{Collection, Millis, Over, Owned};

use crate::{
    app::{App, Caller},
    failure::{Answer, Failure},
    routes::Burden,
    streams::{OpenStream, TooMany},
};

/// How long a measurement is used.
const FRESH: Duration = Duration::from_mins(1);
const MEGABYTE: u64 = 1_000_000;

/// Limits that an admin set for one account; those left out are the ones of its role.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuotaOverride {
    /// Stored data, in megabytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) megabytes: Option<u64>,
    /// Runs that are queued or running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) runs: Option<u64>,
    /// Open event streams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) streams: Option<u64>,
    /// Cost of model calls in a calendar month, in US dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1_000_000.0))]
    pub(crate) usd: Option<f64>,
}

const OVERRIDES: Collection<QuotaOverride> = Collection::new("quota");
const ONLY: &str = "account";

/// What an account uses and may use.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct UsageView {
    /// Stored data, in bytes.
    pub(crate) bytes: Used,
    /// Runs that are queued or running.
    pub(crate) runs: Used,
    /// Open event streams.
    pub(crate) streams: Used,
    /// Cost of model calls in this month, in millionths of a US dollar.
    pub(crate) micro_usd: Used,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Used {
    used: u64,
    /// None means no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u64>,
}

#[derive(Debug, Default)]
pub(crate) struct Quotas {
    measured: Mutex<HashMap<Owner, Measured>>,
    /// Runs that are being started and may not be in the store yet.
    starting: Arc<Mutex<HashMap<Owner, u64>>>,
}

#[derive(Debug, Clone, Copy)]
struct Measured {
    at: Instant,
    bytes: u64,
}

/// A request that was let in; counts as a starting run until it is answered.
#[derive(Debug)]
pub(crate) struct Admission {
    starting: Option<(Arc<Mutex<HashMap<Owner, u64>>>, Owner)>,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let Some((starting, owner)) = &self.starting else { return };
        let mut starting = starting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = starting.get_mut(owner) {
            *count -= 1;
            if *count == 0 {
                starting.remove(owner);
            }
        }
    }
}

impl Quotas {
    /// Lets a request in, or names the quota that it would exceed.
    pub(crate) async fn admit(
        &self,
        app: &App,
        caller: &Caller,
        burden: Burden,
        headers: &HeaderMap,
    ) -> Answer<Admission> {
        let length =
            headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        Ok(self.enter(app, caller, burden, length.unwrap_or_default()).await?)
    }

    /// As [`Self::admit`], for a call of another protocol.
    pub(crate) async fn check(&self, app: &App, caller: &Caller, burden: Burden) -> Result<(), Problem> {
        self.enter(app, caller, burden, 0).await.map(|_| ())
    }

    async fn enter(
        &self,
        app: &App,
        caller: &Caller,
        burden: Burden,
        coming: u64,
    ) -> Result<Admission, Problem> {
        let mut admission = Admission { starting: None };
        if burden == Burden::Nothing {
            return Ok(admission);
        }
        let setup = app.setup();
        disk::check_reserve(&setup)?;
        let Some(role) = caller.role() else { return Ok(admission) };
        let store = caller.store(app);
        let limits = limits(&store, &setup.settings, role).await?;
        self.check_bytes(&store, limits.megabytes.saturating_mul(MEGABYTE), coming).await?;
        if burden == Burden::Starts {
            admission.starting = Some((Arc::clone(&self.starting), caller.owner.clone()));
            let starting = {
                let mut starting = self.starting.lock().unwrap_or_else(PoisonError::into_inner);
                let count = starting.entry(caller.owner.clone()).or_default();
                *count += 1;
                *count
            };
            let active = store.active_runs().await?;
            if active + starting > limits.runs {
                let used = format!("{active} of {} runs are queued or running", limits.runs);
                return Err(refusal("runs at once", &used, "wait until one of them ends, or cancel one"));
            }
            if let Some(most) = limits.money {
                let spent = store.spent_since(month_start(time::now())).await?;
                if spent >= most {
                    let used = format!("{spent} of {most} are spent in this month");
                    return Err(refusal("money for models", &used, "wait for the next month"));
                }
            }
        }
        Ok(admission)
    }

    async fn check_bytes(&self, store: &Owned, limit: u64, coming: u64) -> Result<(), Problem> {
        let known = {
            let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
            measured.retain(|_, measured| measured.at.elapsed() < FRESH);
            measured.get_mut(store.owner()).map(|measured| {
                measured.bytes = measured.bytes.saturating_add(coming);
                measured.bytes
            })
        };
        if known.is_some_and(|bytes| bytes <= limit) {
            return Ok(());
        }
        let stored = store.bytes_stored().await?;
        let bytes = stored.saturating_add(coming);
        let fresh = Measured { at: Instant::now(), bytes };
        self.measured.lock().unwrap_or_else(PoisonError::into_inner).insert(store.owner().clone(), fresh);
        if bytes <= limit {
            return Ok(());
        }
        let used = format!(
            "{} of {} MB are used, and the request has {} kB",
            stored.div_ceil(MEGABYTE),
            limit / MEGABYTE,
            coming.div_ceil(1000)
        );
        Err(refusal("stored data", &used, "delete what you no longer need"))
    }

    /// Lowers a budget to what the account may still spend in this month.
    pub(crate) async fn cap(&self, app: &App, caller: &Caller, budget: &mut Budget) -> Answer<()> {
        let Some(role) = caller.role() else { return Ok(()) };
        let store = caller.store(app);
        let Some(most) = limits(&store, &app.setup().settings, role).await?.money else { return Ok(()) };
        let spent = store.spent_since(month_start(time::now())).await?;
        let left = Money::from_micro_usd(most.micro_usd().saturating_sub(spent.micro_usd()));
        budget.money = Some(budget.money.map_or(left, |money| money.min(left)));
        Ok(())
    }

    /// Counts an event stream. None without accounts, where there are no limits.
    pub(crate) async fn open_stream(&self, app: &App, caller: &Caller) -> Answer<Option<OpenStream>> {
        let Some(role) = caller.role() else { return Ok(None) };
        let limits = limits(&caller.store(app), &app.setup().settings, role).await?;
        let per_address = app.options.connections as u64;
        match app.streams.open(&caller.owner, &caller.address, limits.streams, per_address) {
            Ok(open) => Ok(Some(open)),
            Err(TooMany::OfAccount(open)) => {
                let used = format!("{open} of {} event streams are open", limits.streams);
                Err(refusal("event streams at once", &used, "close a page or a program that follows runs")
                    .into())
            }
            Err(TooMany::OfAddress(open)) => {
                let detail = format!("{open} event streams are open from this address");
                let problem = Problem::new(Code::TooManyRequests, detail).hint("close one of them");
                Err(Failure::from(problem).retry_after(30))
            }
        }
    }
}

/// The limits of an account.
async fn limits(store: &Owned, settings: &Settings, role: Role) -> Result<QuotaSettings, Problem> {
    let missing = || Problem::new(Code::Internal, format!("there are no quotas of the role {}", role.name()));
    let of_role = settings.quotas.get(role.name()).copied().ok_or_else(missing)?;
    let own = OVERRIDES.get(store, ONLY).await?.map(|record| record.value).unwrap_or_default();
    Ok(QuotaSettings {
        megabytes: own.megabytes.unwrap_or(of_role.megabytes),
        runs: own.runs.unwrap_or(of_role.runs),
        streams: own.streams.unwrap_or(of_role.streams),
        money: own.usd.and_then(Money::from_usd).or(of_role.money),
    })
}

/// Sets the limits of one account.
pub(crate) async fn set(store: &Owned, quota: &QuotaOverride, now: Millis) -> Answer<()> {
    OVERRIDES.put(store, ONLY, now, quota, Over::Anything, now).await?;
    Ok(())
}

/// What an account uses and may use. None for the role means no limits.
pub(crate) async fn usage(app: &App, store: &Owned, role: Option<Role>) -> Answer<UsageView> {
    let limits = match role {
        Some(role) => Some(limits(store, &app.setup().settings, role).await?),
        None => None,
    };
    let used = |used: u64, limit: fn(&QuotaSettings) -> Option<u64>| Used {
        used,
        limit: limits.as_ref().and_then(limit),
    };
    Ok(UsageView {
        bytes: used(store.bytes_stored().await?, |limits| Some(limits.megabytes.saturating_mul(MEGABYTE))),
        runs: used(store.active_runs().await?, |limits| Some(limits.runs)),
        streams: used(app.streams.of_account(store.owner()), |limits| Some(limits.streams)),
        micro_usd: used(store.spent_since(month_start(time::now())).await?.micro_usd(), |limits| {
            limits.money.map(Money::micro_usd)
        }),
    })
}

fn refusal(quota: &str, used: &str, instead: &str) -> Problem {
    Problem::new(Code::QuotaReached, format!("the quota of {quota} is used up: {used}"))
        .hint(instead)
        .hint("or ask an admin for a higher quota; GET /api/me/usage lists them")
}

/// The first millisecond of the month, UTC.
fn month_start(now: Millis) -> Millis {
    const DAY: Millis = 24 * 60 * 60 * 1000;
    // The date is the first part of the time: 2024-02-29T…
    let day: Millis = time::rfc3339(now).get(8..10).and_then(|day| day.parse().ok()).unwrap_or(1);
    (now.div_euclid(DAY) - (day - 1)) * DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_at_its_first_midnight() {
        let check = |now: Millis, start: &str| {
            assert_eq!(time::rfc3339(month_start(now)), start, "{}", time::rfc3339(now));
        };
        check(0, "1970-01-01T00:00:00.000Z");
        check(1_709_210_096_789, "2024-02-01T00:00:00.000Z");
        check(1_709_251_200_000, "2024-03-01T00:00:00.000Z");
        check(1_709_251_199_999, "2024-02-01T00:00:00.000Z");
    }

    #[test]
    fn every_role_has_quotas() {
        let settings = Settings::default();
        for role in Role::ALL {
            assert!(settings.quotas.contains_key(role.name()), "{role:?}");
        }
        assert_eq!(settings.quotas.len(), Role::ALL.len());
    }
}
