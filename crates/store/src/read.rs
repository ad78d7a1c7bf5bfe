//! Reading. Every user query goes through [`Owned`], which knows whose rows it may see.

use std::collections::HashMap;

use serde_json::Value;
use sqlx::{AnyPool, AssertSqlSafe, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner, RunId, Spend, Tokens};

use crate::{
    Entry, EntryKind, LedgerRow, LedgerState, ReviewRow, RunRow, RunStatus, Store, StoreError,
    journal::seal_fields,
    payload::{self, Column},
    rows::Millis,
    seal,
};

/// The store as one owner sees it.
#[derive(Debug, Clone)]
pub struct Owned {
    pub(crate) store: Store,
    pub(crate) owner: Owner,
}

/// Which runs to list.
#[derive(Debug, Clone, Default)]
pub struct RunFilter {
    pub flow: Option<String>,
    pub status: Option<RunStatus>,
    /// Also the children.
    pub children: bool,
    /// At most this many, newest first; 0 means no limit.
    pub limit: u32,
}

const RUN_COLUMNS: &str = "id, owner, parent, flow, version, input, status, waits, stop, output, worker, \
                           wake_at, cancel, deadline, budget, forked_from, created_at, updated_at";

impl Owned {
    pub fn store(&self) -> &Store {
        &self.store
    }

    pub fn owner(&self) -> &Owner {
        &self.owner
    }

    pub(crate) fn pool(&self) -> &AnyPool {
        self.store.readers()
    }

    pub(crate) fn store_error(&self) -> impl Fn(sqlx::Error) -> StoreError + '_ {
        |error| self.store.db().error(&error)
    }

    pub async fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRow>, StoreError> {
        let limit = if filter.limit == 0 { i64::MAX } else { filter.limit.into() };
        let sql = format!(
            "select {RUN_COLUMNS} from runs where owner = $1 and ($2 = '' or flow = $2)
             and ($3 = '' or status = $3) and ($4 = 1 or parent is null)
             order by created_at desc, id desc limit $5"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(self.owner.as_str().to_owned())
            .bind(filter.flow.clone().unwrap_or_default())
            .bind(filter.status.map_or("", RunStatus::as_str))
            .bind(i64::from(filter.children))
            .bind(limit)
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())?;
        self.run_rows(rows).await
    }

    pub async fn run(&self, id: &RunId) -> Result<Option<RunRow>, StoreError> {
        let sql = format!("select {RUN_COLUMNS} from runs where owner = $1 and id = $2");
        let rows = self.rows(sql, id.as_str()).await?;
        Ok(self.run_rows(rows).await?.pop())
    }

    /// The runs whose id begins with `prefix`: people type the first few characters.
    pub async fn runs_by_prefix(&self, prefix: &str) -> Result<Vec<RunId>, StoreError> {
        let sql =
            "select id from runs where owner = $1 and substr(id, 1, length($2)) = $2 order by id limit 20";
        let rows = self.rows(sql.to_owned(), prefix).await?;
        rows.iter().map(|row| run_id(text(row, "id")?)).collect()
    }

    pub async fn children(&self, parent: &RunId) -> Result<Vec<RunRow>, StoreError> {
        let sql = format!(
            "select {RUN_COLUMNS} from runs where owner = $1 and parent = $2 order by created_at, id"
        );
        let rows = self.rows(sql, parent.as_str()).await?;
        self.run_rows(rows).await
    }

    /// Members of a family that could be driven now: `id` itself and everything below it.
    pub async fn ready_in_family(&self, id: &RunId, now: Millis) -> Result<Vec<RunId>, StoreError> {
        let sql = "select id from runs where owner = $1 and (id = $2 or substr(id, 1, length($3)) = $3)
                   and worker is null and (status = 'queued' or (status = 'parked' and wake_at <= $4)) order by id";
        let rows = sqlx::query(sql)
            .bind(self.owner.as_str().to_owned())
            .bind(id.as_str().to_owned())
            .bind(format!("{id}/"))
            .bind(now)
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())?;
        rows.iter().map(|row| run_id(text(row, "id")?)).collect()
    }

    /// A run's journal in the order it was written.
    pub async fn journal(&self, run: &RunId) -> Result<Vec<Entry>, StoreError> {
        let sql = "select key, n, kind, input, output, started_at, ended_at, seal from journal
                   where owner = $1 and run = $2 order by n";
        let rows = self.rows(sql.to_owned(), run.as_str()).await?;
        let mut entries = Vec::with_capacity(rows.len());
        for row in rows {
            let mut entry = Entry {
                n: int(&row, "n")?,
                key: text(&row, "key")?,
                kind: parse_column(&row, "kind", EntryKind::parse)?,
                input: optional_text(&row, "input")?.map(ContentHash::from_stored),
                output: Value::Null,
                started_at: int(&row, "started_at")?,
                ended_at: int(&row, "ended_at")?,
            };
            let output = text(&row, "output")?;
            let fields = seal_fields(&self.owner, run.as_str(), &entry, &output);
            seal::check("journal", &fields, optional_int(&row, "seal")?, || format!("{run} {}", entry.key))?;
            entry.output = self.payload(output).await?;
            entries.push(entry);
        }
        Ok(entries)
    }

    /// The open questions, oldest first; questions of a run that has ended are not open. With `answered_too`, all
    /// questions ever asked, those without an answer first.
    pub async fn reviews(&self, answered_too: bool) -> Result<Vec<ReviewRow>, StoreError> {
        let sql = "select run, name, flow, question, asked_at, answer, answered_by, answered_at from reviews
                   where owner = $1 and ($2 = '1' or (answer is null and exists (
                       select 1 from runs where runs.id = reviews.run
                       and runs.status not in ('done', 'failed', 'cancelled'))))
                   order by case when answer is null then 0 else 1 end, asked_at, run, name";
        let rows = self.rows(sql.to_owned(), if answered_too { "1" } else { "0" }).await?;
        rows.iter().map(review_row).collect()
    }

    pub async fn reviews_of(&self, run: &RunId) -> Result<Vec<ReviewRow>, StoreError> {
        let sql = "select run, name, flow, question, asked_at, answer, answered_by, answered_at from reviews
                   where owner = $1 and run = $2 order by asked_at, name";
        let rows = self.rows(sql.to_owned(), run.as_str()).await?;
        rows.iter().map(review_row).collect()
    }

    /// Every attempt at a model call by a run and its children, in order.
    pub async fn ledger(&self, root: &RunId) -> Result<Vec<LedgerRow>, StoreError> {
        let sql = "select id, run, step, agent, provider, model, request, state, input_tokens, output_tokens,
                   cached_tokens, micro_usd, reserved_tokens, reserved_micro_usd, started_at, ended_at
                   from ledger where owner = $1 and root = $2 order by started_at, id";
        let rows = self.rows(sql.to_owned(), root.as_str()).await?;
        rows.iter().map(ledger_row).collect()
    }

    /// What a family of runs has spent, including reservations for open calls.
    pub async fn spend_of(&self, root: &RunId) -> Result<Spend, StoreError> {
        Ok(self.ledger(root).await?.iter().fold(Spend::default(), |sum, row| {
            sum + Spend {
                tokens: Tokens(row.input_tokens + row.output_tokens + row.reserved_tokens),
                money: tutti_core::Money::from_micro_usd(row.micro_usd + row.reserved_micro_usd),
                calls: u64::from(row.state != LedgerState::Cached),
            }
        }))
    }

    /// A cached reply to the same request.
    pub async fn reply(&self, request: &ContentHash) -> Result<Option<Value>, StoreError> {
        let sql = "select reply from replies where owner = $1 and hash = $2";
        let rows = self.rows(sql.to_owned(), request.as_str()).await?;
        rows.first().map(|row| payload::parse(&text(row, "reply")?)).transpose()
    }

    /// How many runs there are in each status.
    pub async fn counts(&self) -> Result<HashMap<RunStatus, i64>, StoreError> {
        let sql = "select status, count(*) as n from runs where owner = $1 and parent is null and $2 = '' group by status";
        let rows = self.rows(sql.to_owned(), "").await?;
        rows.iter().map(|row| Ok((parse_column(row, "status", RunStatus::parse)?, int(row, "n")?))).collect()
    }

    pub(crate) async fn rows(&self, sql: String, second: &str) -> Result<Vec<AnyRow>, StoreError> {
        sqlx::query(AssertSqlSafe(sql))
            .bind(self.owner.as_str().to_owned())
            .bind(second.to_owned())
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())
    }

    async fn run_rows(&self, rows: Vec<AnyRow>) -> Result<Vec<RunRow>, StoreError> {
        let mut runs = Vec::with_capacity(rows.len());
        for row in &rows {
            let output = match optional_text(row, "output")? {
                Some(column) => Some(self.payload(column).await?),
                None => None,
            };
            runs.push(RunRow {
                id: run_id(text(row, "id")?)?,
                owner: self.owner.clone(),
                parent: optional_text(row, "parent")?.map(run_id).transpose()?,
                flow: text(row, "flow")?,
                version: int(row, "version")? as u32,
                input: self.payload(text(row, "input")?).await?,
                status: parse_column(row, "status", RunStatus::parse)?,
                waits: optional_json(row, "waits")?,
                stop: optional_json(row, "stop")?,
                output,
                worker: optional_text(row, "worker")?,
                wake_at: optional_int(row, "wake_at")?,
                cancel_requested: int(row, "cancel")? == 1,
                deadline: optional_int(row, "deadline")?,
                budget: optional_json(row, "budget")?.unwrap_or_default(),
                forked_from: optional_text(row, "forked_from")?,
                created_at: int(row, "created_at")?,
                updated_at: int(row, "updated_at")?,
            });
        }
        Ok(runs)
    }

    pub(crate) async fn payload(&self, column: String) -> Result<Value, StoreError> {
        match payload::column(&column) {
            Column::Json(json) => payload::parse(json),
            Column::Blob(hash) => {
                let sql = "select bytes from blobs where owner = $1 and hash = $2";
                let rows = self.rows(sql.to_owned(), hash).await?;
                let row =
                    rows.first().ok_or_else(|| StoreError::Damaged(format!("blob {hash} is missing")))?;
                let bytes: Vec<u8> = row.try_get("bytes").map_err(self.store_error())?;
                payload::parse_blob(hash, &bytes)
            }
        }
    }
}

pub(crate) fn review_row(row: &AnyRow) -> Result<ReviewRow, StoreError> {
    Ok(ReviewRow {
        run: run_id(text(row, "run")?)?,
        name: text(row, "name")?,
        flow: text(row, "flow")?,
        question: optional_json(row, "question")?
            .ok_or_else(|| StoreError::Damaged("empty question".into()))?,
        asked_at: int(row, "asked_at")?,
        answer: optional_text(row, "answer")?,
        answered_by: optional_text(row, "answered_by")?,
        answered_at: optional_int(row, "answered_at")?,
    })
}

fn ledger_row(row: &AnyRow) -> Result<LedgerRow, StoreError> {
    let count = |column| int(row, column).map(|n| n as u64);
    Ok(LedgerRow {
        id: text(row, "id")?,
        run: text(row, "run")?,
        step: text(row, "step")?,
        agent: text(row, "agent")?,
        provider: text(row, "provider")?,
        model: text(row, "model")?,
        request: ContentHash::from_stored(text(row, "request")?),
        state: parse_column(row, "state", LedgerState::parse)?,
        input_tokens: count("input_tokens")?,
        output_tokens: count("output_tokens")?,
        cached_tokens: count("cached_tokens")?,
        micro_usd: count("micro_usd")?,
        reserved_tokens: count("reserved_tokens")?,
        reserved_micro_usd: count("reserved_micro_usd")?,
        started_at: int(row, "started_at")?,
        ended_at: optional_int(row, "ended_at")?,
    })
}

fn column_error(column: &str, error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("column {column}: {error}"))
}

pub(crate) fn text(row: &AnyRow, column: &str) -> Result<String, StoreError> {
    row.try_get(column).map_err(|error| column_error(column, error))
}

pub(crate) fn optional_text(row: &AnyRow, column: &str) -> Result<Option<String>, StoreError> {
    row.try_get(column).map_err(|error| column_error(column, error))
}

pub(crate) fn int(row: &AnyRow, column: &str) -> Result<i64, StoreError> {
    row.try_get(column).map_err(|error| column_error(column, error))
}

pub(crate) fn optional_int(row: &AnyRow, column: &str) -> Result<Option<Millis>, StoreError> {
    row.try_get(column).map_err(|error| column_error(column, error))
}

pub(crate) fn optional_json<T: serde::de::DeserializeOwned>(
    row: &AnyRow,
    column: &str,
) -> Result<Option<T>, StoreError> {
    optional_text(row, column)?
        .map(|json| serde_json::from_str(&json).map_err(|error| column_error(column, error)))
        .transpose()
}

pub(crate) fn parse_column<T>(
    row: &AnyRow,
    column: &str,
    parse: fn(&str) -> Option<T>,
) -> Result<T, StoreError> {
    let found = text(row, column)?;
    parse(&found).ok_or_else(|| column_error(column, format!("`{found}` is not known")))
}

pub(crate) fn run_id(id: String) -> Result<RunId, StoreError> {
    RunId::parse(id).map_err(|error| StoreError::Damaged(error.to_string()))
}

pub(crate) fn owner_of(row: &AnyRow) -> Result<Owner, StoreError> {
    Owner::parse(text(row, "owner")?).map_err(|error| StoreError::Damaged(error.to_string()))
}
