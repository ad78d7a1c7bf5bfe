//! Runs without their contents, for lists: a report may be large, and lists are requested often.

use serde_json::Value;
use sqlx::{AssertSqlSafe, any::AnyRow};
use tutti_core::RunId;

use crate::{
    Millis, Owned, RunFilter, RunStatus, StoreError, Waits,
    payload::{self, Column},
    read::{int, optional_json, optional_text, parse_column, run_id, text},
};

/// A run in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct RunHead {
    pub id: RunId,
    pub parent: Option<RunId>,
    pub flow: String,
    pub version: u32,
    pub status: RunStatus,
    pub waits: Option<Waits>,
    /// None if it is too large to be stored in the row.
    pub input: Option<Value>,
    pub created_at: Millis,
    pub updated_at: Millis,
}

const COLUMNS: &str = "id, parent, flow, version, status, waits, input, created_at, updated_at";

impl Owned {
    /// As [`Self::runs`], without contents; `after` is the last one of the page before.
    pub async fn run_heads(
        &self,
        filter: &RunFilter,
        after: Option<&RunId>,
    ) -> Result<Vec<RunHead>, StoreError> {
        let limit = if filter.limit == 0 { i64::MAX } else { filter.limit.into() };
        let sql = format!(
            "select {COLUMNS} from runs where owner = $1 and ($2 = '' or flow = $2)
             and ($3 = '' or status = $3) and ($4 = 1 or parent is null)
             and ($5 = '' or (created_at, id) < (select created_at, id from runs where owner = $1 and id = $5))
             order by created_at desc, id desc limit $6"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(self.owner().as_str().to_owned())
            .bind(filter.flow.clone().unwrap_or_default())
            .bind(filter.status.map_or("", RunStatus::as_str))
            .bind(i64::from(filter.children))
            .bind(after.map_or("", RunId::as_str).to_owned())
            .bind(limit)
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())?;
        rows.iter().map(head).collect()
    }

    /// The children of a run, in the order they were made.
    pub async fn child_heads(&self, parent: &RunId) -> Result<Vec<RunHead>, StoreError> {
        let sql =
            format!("select {COLUMNS} from runs where owner = $1 and parent = $2 order by created_at, id");
        self.rows(sql, parent.as_str()).await?.iter().map(head).collect()
    }
}

fn head(row: &AnyRow) -> Result<RunHead, StoreError> {
    let input = match payload::column(&text(row, "input")?) {
        Column::Json(json) => Some(payload::parse(json)?),
        Column::Blob(_) => None,
    };
    Ok(RunHead {
        id: run_id(text(row, "id")?)?,
        parent: optional_text(row, "parent")?.map(run_id).transpose()?,
        flow: text(row, "flow")?,
        version: int(row, "version")? as u32,
        status: parse_column(row, "status", RunStatus::parse)?,
        waits: optional_json(row, "waits")?,
        input,
        created_at: int(row, "created_at")?,
        updated_at: int(row, "updated_at")?,
    })
}
