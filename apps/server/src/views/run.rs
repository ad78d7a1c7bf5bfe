//! Views of runs.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use tutti_core::{Problem, RunId};
use tutti_engine::Event;
use tutti_service::{flows, runs::reviews_of_family, time, timeline};
use tutti_store::{Entry, EntryKind, LedgerRow, Millis, Owned, RunHead, RunRow, RunStatus, Waits};

use super::review::ReviewView;
use crate::failure::{Answer, Failure};

/// A run in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct RunSummary {
    pub(crate) id: String,
    pub(crate) flow: String,
    pub(crate) version: u32,
    #[schemars(with = "Status")]
    pub(crate) status: RunStatus,
    /// A short title.
    pub(crate) title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<String>,
    /// What a parked run waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waits: Option<String>,
    pub(crate) created_at: String,
    pub(crate) updated_at: String,
}

/// The statuses of a run.
#[derive(JsonSchema)]
#[schemars(rename = "RunStatus", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum Status {
    Queued,
    Running,
    Parked,
    Stopped,
    Done,
    Failed,
    Cancelled,
}

impl RunSummary {
    pub(crate) fn of(head: &RunHead) -> Self {
        Self {
            id: head.id.to_string(),
            flow: head.flow.clone(),
            version: head.version,
            status: head.status,
            title: flows::title(&head.flow, head.input.as_ref()),
            parent: head.parent.as_ref().map(ToString::to_string),
            waits: head.waits.as_ref().map(waits),
            created_at: time::rfc3339(head.created_at),
            updated_at: time::rfc3339(head.updated_at),
        }
    }

    pub(crate) fn of_row(row: &RunRow) -> Self {
        Self::of(&head(row))
    }
}

/// Runs in a list. The title comes from the input; an input too large for the list is read separately.
pub(crate) async fn summaries(store: &Owned, mut heads: Vec<RunHead>) -> Answer<Vec<RunSummary>> {
    for head in heads.iter_mut().filter(|head| head.input.is_none()) {
        head.input = store.run(&head.id).await?.map(|row| row.input);
    }
    Ok(heads.iter().map(RunSummary::of).collect())
}

fn waits(waits: &Waits) -> String {
    tutti_service::runs::for_what(waits, None, 0)
}

/// A run with its journal and children.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct RunView {
    #[serde(flatten)]
    pub(crate) summary: RunSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<Value>,
    /// Why it stopped, failed or was cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stop: Option<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) forked_from: Option<String>,
    pub(crate) steps: Vec<StepView>,
    pub(crate) children: Vec<RunSummary>,
    pub(crate) reviews: Vec<ReviewView>,
    pub(crate) spend: SpendView,
    pub(crate) calls: Vec<CallView>,
}

/// A journal entry.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct StepView {
    pub(crate) n: i64,
    pub(crate) key: String,
    #[schemars(with = "Kind")]
    pub(crate) kind: EntryKind,
    /// A short description.
    pub(crate) title: String,
    pub(crate) started_at: String,
    pub(crate) milliseconds: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<String>,
    /// Of a gate: pass, flagged or blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<String>,
    /// retry, fallback, repair, regeneration or reroute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) recovery: Option<String>,
}

/// The kinds of journal entries.
#[derive(JsonSchema)]
#[schemars(rename = "StepKind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum Kind {
    Start,
    Step,
    Sleep,
    Wait,
    Children,
    Note,
    Park,
    End,
}

impl StepView {
    pub(crate) fn of(entry: &Entry) -> Self {
        Self {
            n: entry.n,
            key: entry.key.clone(),
            kind: entry.kind,
            title: timeline::remark(entry),
            started_at: time::rfc3339(entry.started_at),
            milliseconds: entry.ended_at - entry.started_at,
            agent: timeline::agent(entry).map(str::to_owned),
            verdict: timeline::verdict(entry).map(str::to_owned),
            recovery: timeline::recovery(entry).map(str::to_owned),
        }
    }
}

/// What a run and its relatives spent on models.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct SpendView {
    pub(crate) calls: u64,
    pub(crate) tokens: u64,
    pub(crate) micro_usd: u64,
}

/// One attempt at a model call.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CallView {
    pub(crate) step: String,
    pub(crate) agent: String,
    pub(crate) model: String,
    pub(crate) state: String,
    pub(crate) input_tokens: u64,
    pub(crate) output_tokens: u64,
    pub(crate) micro_usd: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) milliseconds: Option<i64>,
}

impl CallView {
    fn of(row: &LedgerRow) -> Self {
        Self {
            step: row.step.clone(),
            agent: row.agent.clone(),
            model: format!("{}:{}", row.provider, row.model),
            state: row.state.to_string(),
            input_tokens: row.input_tokens,
            output_tokens: row.output_tokens,
            micro_usd: row.micro_usd,
            milliseconds: row.ended_at.map(|ended| ended - row.started_at),
        }
    }
}

/// The current state of a run, with the details that streams need.
pub(crate) struct Whole {
    pub(crate) view: RunView,
    pub(crate) updated_at_ms: Millis,
    pub(crate) is_final: bool,
}

pub(crate) async fn whole(store: &Owned, id: &RunId) -> Answer<Whole> {
    let row = store.run(id).await?.ok_or_else(|| Failure::not_found(&format!("run {id}")))?;
    let root = id.root();
    let ledger = store.ledger(&root).await?;
    let spent = store.spend_of(&root).await?;
    let children = store.child_heads(id).await?;
    let reviews = reviews_of_family(store, id).await?;
    let journal = store.journal(id).await?;
    let view = RunView {
        summary: RunSummary::of_row(&row),
        input: Some(row.input),
        output: row.output,
        stop: row.stop,
        forked_from: row.forked_from,
        steps: journal.iter().map(StepView::of).collect(),
        children: children.iter().map(RunSummary::of).collect(),
        reviews: reviews.iter().map(ReviewView::of).collect(),
        spend: SpendView { calls: spent.calls, tokens: spent.tokens.0, micro_usd: spent.money.micro_usd() },
        calls: ledger.iter().map(CallView::of).collect(),
    };
    Ok(Whole { view, updated_at_ms: row.updated_at, is_final: row.status.is_final() })
}

fn head(row: &RunRow) -> RunHead {
    RunHead {
        id: row.id.clone(),
        parent: row.parent.clone(),
        flow: row.flow.clone(),
        version: row.version,
        status: row.status,
        waits: row.waits.clone(),
        input: Some(row.input.clone()),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

impl RunView {
    /// For streams, which omit inputs and outputs: clients request them separately.
    pub(crate) fn without_contents(mut self) -> Self {
        self.input = None;
        self.output = None;
        self
    }
}

/// An event as streams send it, without its owner.
#[derive(Debug, Serialize)]
pub(crate) struct Happened {
    run: String,
    at: String,
    #[serde(flatten)]
    what: Map<String, Value>,
}

impl Happened {
    pub(crate) fn of(event: &Event) -> Self {
        let what = match serde_json::to_value(&event.what) {
            Ok(Value::Object(what)) => what,
            _ => Map::new(),
        };
        Self { run: event.run.to_string(), at: time::rfc3339(event.at), what }
    }
}
