//! Status, list and cancellation of runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::deeds;
use tutti_core::{Code, Problem, RunId};
use tutti_service::{
    requests::{non_blank, page_size},
    runs::{find, for_what, reviews_of_family},
    time,
    timeline::remark,
};
use tutti_store::{EntryKind, Owned, RunFilter, RunHead, RunRow, RunStatus};

use super::{Review, review_lines};
use crate::{
    answer::{Told, count_text},
    call::Call,
    resources::run_uri,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "run_status",
                title: "Status of a run",
                about: "Show a run: its status, its last steps, what it waits for, what it cost and, on request, its \
                        output.",
                needs: None,
                does: Does::Looks,
            },
            status,
        ),
        Entry::new(
            Named {
                name: "list_runs",
                title: "List runs",
                about: "List runs, newest first; a page at a time.",
                needs: None,
                does: Does::Looks,
            },
            list,
        ),
        Entry::new(
            Named {
                name: "cancel_run",
                title: "Cancel a run",
                about: "Cancel a run and its children. Finished steps stay in its journal.",
                needs: None,
                does: Does::Changes,
            },
            cancel,
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Status {
    /// Id of the run, or a unique prefix of it.
    run: String,
    /// Also return the output of the run, if it is done. It may be long.
    #[serde(default)]
    output: bool,
}

/// The current state of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Whole {
    pub(crate) run: String,
    /// URI of the whole resource.
    pub(crate) uri: String,
    pub(crate) flow: String,
    /// queued, running, parked, stopped, done, failed or cancelled.
    pub(crate) status: String,
    /// What a parked run waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waits: Option<String>,
    pub(crate) created_at: String,
    pub(crate) updated_at: String,
    /// Number of finished steps.
    pub(crate) finished: usize,
    /// Journal entries: the last ones, or all.
    pub(crate) journal: Vec<Line>,
    pub(crate) children: Vec<Child>,
    pub(crate) reviews: Vec<Review>,
    pub(crate) spent: Spent,
    /// Why it stopped, failed or was cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stop: Option<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Line {
    pub(crate) key: String,
    pub(crate) kind: String,
    /// A short description.
    pub(crate) remark: String,
    pub(crate) milliseconds: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Child {
    pub(crate) run: String,
    pub(crate) flow: String,
    pub(crate) status: String,
}

/// What a run and its children spent on models.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Spent {
    pub(crate) calls: u64,
    pub(crate) tokens: u64,
    pub(crate) micro_usd: u64,
}

/// Number of journal entries to return.
const LAST: usize = 10;

/// Everything about a run except its input and output.
pub(crate) async fn whole(store: &Owned, row: &RunRow) -> Result<Whole, Problem> {
    let journal = store.journal(&row.id).await?;
    let spent = store.spend_of(&row.id.root()).await?;
    let children = store.child_heads(&row.id).await?;
    let reviews = reviews_of_family(store, &row.id).await?;
    let line = |entry: &tutti_store::Entry| Line {
        key: entry.key.clone(),
        kind: entry.kind.to_string(),
        remark: remark(entry),
        milliseconds: entry.ended_at - entry.started_at,
    };
    let child = |head: &RunHead| Child {
        run: head.id.to_string(),
        flow: head.flow.clone(),
        status: head.status.to_string(),
    };
    Ok(Whole {
        run: row.id.to_string(),
        uri: run_uri(&row.id),
        flow: row.flow.clone(),
        status: row.status.to_string(),
        waits: row.waits.as_ref().map(|waits| for_what(waits, row.wake_at, time::now())),
        created_at: time::rfc3339(row.created_at),
        updated_at: time::rfc3339(row.updated_at),
        finished: journal.iter().filter(|entry| entry.kind == EntryKind::Step).count(),
        journal: journal.iter().map(line).collect(),
        children: children.iter().map(child).collect(),
        reviews: reviews.iter().filter(|review| review.answer.is_none()).map(Review::of).collect(),
        spent: Spent { calls: spent.calls, tokens: spent.tokens.0, micro_usd: spent.money.micro_usd() },
        stop: row.stop.clone(),
        input: None,
        output: None,
    })
}

/// Finds the run.
async fn row(store: &Owned, run: &str) -> Result<RunRow, Problem> {
    find(store, run.trim()).await.map_err(|problems| {
        let problem = problems.first().at("/run");
        // Hints that name terminal commands do not help here.
        Problem { hints: vec!["list_runs lists the runs".to_owned()], ..problem }
    })
}

async fn status(call: Call, asked: Status) -> Result<Told<Whole>, Problem> {
    let store = call.store();
    let row = row(&store, &asked.run).await?;
    let mut whole = whole(&store, &row).await?;
    whole.journal.drain(..whole.journal.len().saturating_sub(LAST));
    if asked.output {
        whole.output = row.output;
    }
    let text = summary(&whole);
    Ok(Told::new(whole, text))
}

fn summary(whole: &Whole) -> String {
    let waits = whole.waits.as_ref().map_or_else(String::new, |waits| format!(", waits {waits}"));
    let mut lines = vec![format!(
        "Run {} of {} is {}{waits}; {} finished.",
        whole.run,
        whole.flow,
        whole.status,
        count_text(whole.finished, "step")
    )];
    if !whole.children.is_empty() {
        let done = whole.children.iter().filter(|child| child.status == RunStatus::Done.as_str()).count();
        lines.push(format!("{done} of {} done.", count_text(whole.children.len(), "child run")));
    }
    lines.extend(whole.stop.as_ref().map(|stop| format!("Why: {stop}")));
    if !whole.reviews.is_empty() {
        lines.push(review_lines(&whole.reviews));
    }
    if whole.spent.calls > 0 {
        lines.push(format!(
            "{} to models, {} tokens.",
            count_text(whole.spent.calls as usize, "call"),
            whole.spent.tokens
        ));
    }
    lines.extend(whole.output.as_ref().map(ToString::to_string));
    lines.join("\n")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct List {
    /// queued, running, parked, stopped, done, failed or cancelled.
    #[serde(default)]
    status: Option<String>,
    /// study, forge, author_batch, …
    #[serde(default)]
    flow: Option<String>,
    /// Maximum number of entries; 50 by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
    /// The `next` of the previous page.
    #[serde(default)]
    after: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    runs: Vec<Head>,
    /// Pass it as `after` to get the next page; none on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Head {
    run: String,
    flow: String,
    status: String,
    created_at: String,
}

async fn list(call: Call, asked: List) -> Result<Told<Listed>, Problem> {
    let most = page_size(asked.limit, 50)?;
    let status = non_blank(asked.status)
        .map(|status| {
            let unknown =
                || Problem::new(Code::BadInput, format!("`{status}` is not a status")).at("/status");
            RunStatus::parse(status.trim()).ok_or_else(unknown)
        })
        .transpose()?;
    let filter = RunFilter { flow: non_blank(asked.flow), status, children: false, limit: most + 1 };
    let after = non_blank(asked.after)
        .map(|id| {
            RunId::parse(id).map_err(|error| Problem::new(Code::BadInput, error.to_string()).at("/after"))
        })
        .transpose()?;
    let mut heads = call.store().run_heads(&filter, after.as_ref()).await?;
    let more = heads.len() > most as usize;
    heads.truncate(most as usize);
    let runs: Vec<Head> = heads
        .iter()
        .map(|head| Head {
            run: head.id.to_string(),
            flow: head.flow.clone(),
            status: head.status.to_string(),
            created_at: time::rfc3339(head.created_at),
        })
        .collect();
    let lines: Vec<String> = runs
        .iter()
        .map(|run| format!("- {} {} is {}, since {}", run.run, run.flow, run.status, run.created_at))
        .collect();
    let text = if lines.is_empty() { "No run matches.".to_owned() } else { lines.join("\n") };
    let next = runs.last().filter(|_| more).map(|run| run.run.clone());
    Ok(Told::new(Listed { runs, next }, text))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Cancel {
    /// Id of the run, or a unique prefix of it.
    run: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Cancelled {
    run: String,
    status: String,
}

async fn cancel(call: Call, asked: Cancel) -> Result<Told<Cancelled>, Problem> {
    let store = call.store();
    let found = row(&store, &asked.run).await?;
    call.executor().cancel(&call.who.owner, &found.id).await?;
    call.who.note(deeds::RUN_CANCELLED, found.id.to_string()).await?;
    let status = row(&store, found.id.as_str()).await?.status.to_string();
    let text = format!("Run {} is being cancelled; its status is {status}.", found.id);
    Ok(Told::new(Cancelled { run: found.id.to_string(), status }, text))
}
