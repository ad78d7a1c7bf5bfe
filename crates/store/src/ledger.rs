//! The statements behind the ledger: reserve before a call, settle after it.

use sqlx::{AnyConnection, Row};
use tutti_core::{Budget, Money, Spend, Tokens};

use crate::{
    LedgerRow, LedgerState,
    db::{Cell, Dialect, insert_many},
    operation::OpOutcome,
    run_changes::lock_run,
};

/// Sets a call's estimate aside, unless that would break the budget of the run's family.
pub(crate) async fn reserve(
    connection: &mut AnyConnection,
    dialect: Dialect,
    owner: &str,
    root: &str,
    row: &LedgerRow,
    budget: &Budget,
) -> Result<OpOutcome, sqlx::Error> {
    lock_run(connection, dialect, root).await?;
    if !budget.is_unlimited() {
        let sums = sqlx::query(
            "select cast(coalesce(sum(input_tokens + output_tokens + reserved_tokens), 0) as bigint),
                    cast(coalesce(sum(micro_usd + reserved_micro_usd), 0) as bigint),
                    cast(coalesce(sum(case when state = 'cached' then 0 else 1 end), 0) as bigint)
             from ledger where owner = $1 and root = $2",
        )
        .bind(owner.to_owned())
        .bind(root.to_owned())
        .fetch_one(&mut *connection)
        .await?;
        let spent = Spend {
            tokens: Tokens(sums.try_get::<i64, _>(0)? as u64),
            money: Money::from_micro_usd(sums.try_get::<i64, _>(1)? as u64),
            calls: sums.try_get::<i64, _>(2)? as u64,
        };
        let next = Spend {
            tokens: Tokens(row.reserved_tokens),
            money: Money::from_micro_usd(row.reserved_micro_usd),
            calls: u64::from(row.state != LedgerState::Cached),
        };
        if let Err(limit) = budget.allows(spent, next) {
            return Ok(OpOutcome::Reserved(Err(limit)));
        }
    }
    let cells = vec![
        Cell::text(&row.id),
        Cell::text(owner),
        Cell::text(root),
        Cell::text(&row.run),
        Cell::text(&row.step),
        Cell::text(&row.agent),
        Cell::text(&row.provider),
        Cell::text(&row.model),
        Cell::text(row.request.as_str()),
        Cell::text(row.state.as_str()),
        Cell::Int(row.reserved_tokens as i64),
        Cell::Int(row.reserved_micro_usd as i64),
        Cell::Int(row.started_at),
    ];
    let into = "ledger (id, owner, root, run, step, agent, provider, model, request, state, reserved_tokens, \
                reserved_micro_usd, started_at)";
    insert_many(connection, dialect, into, "", vec![cells]).await?;
    Ok(OpOutcome::Reserved(Ok(())))
}

pub(crate) async fn settle(
    connection: &mut AnyConnection,
    owner: &str,
    row: &LedgerRow,
) -> Result<OpOutcome, sqlx::Error> {
    let done = sqlx::query(
        "update ledger set state = $3, input_tokens = $4, output_tokens = $5, cached_tokens = $6,
         micro_usd = $7, reserved_tokens = $8, reserved_micro_usd = $9, ended_at = $10
         where owner = $1 and id = $2 and state = 'started'",
    )
    .bind(owner.to_owned())
    .bind(row.id.clone())
    .bind(row.state.as_str())
    .bind(row.input_tokens as i64)
    .bind(row.output_tokens as i64)
    .bind(row.cached_tokens as i64)
    .bind(row.micro_usd as i64)
    .bind(row.reserved_tokens as i64)
    .bind(row.reserved_micro_usd as i64)
    .bind(row.ended_at)
    .execute(connection)
    .await?;
    Ok(OpOutcome::Count(done.rows_affected()))
}
