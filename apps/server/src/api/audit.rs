//! The audit log: in pages, or whole.

use axum::{Json, body::Body as Stream, extract::State, response::Response};
use schemars::JsonSchema;
use serde::Serialize;
use tutti_accounts::{Accounts, Permission, deeds};
use tutti_core::{Code, Problem};
use tutti_service::time;
use tutti_store::AuditLine;

use super::accounts::accounts;
use crate::{
    app::{App, Caller},
    body::Params,
    failure::Answer,
    routes::{Needs, Routes},
    views::{Page, Paging, limit},
};

const MAY: Needs = Needs::May(Permission::Accounts);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/audit", MAY, "List the audit log, newest first", audit)
        .query::<Paging>()
        .gives::<Page<AuditView>>(200)
        .fails(&[409]);
    routes
        .get("/api/audit/export", MAY, "Export the whole audit log, oldest first, as JSON Lines", export)
        .gives_file("application/jsonl")
        .fails(&[409]);
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

/// Lines read at a time: the log may be larger than memory.
const CHUNK: u32 = 500;

async fn export(State(app): State<App>, caller: Caller) -> Answer<Response> {
    let accounts = accounts(&app)?.clone();
    caller.note(&app, deeds::AUDIT_EXPORTED, None).await?;
    let chunks = futures::stream::try_unfold((accounts, 0), |(accounts, after)| async move {
        let chunk = chunk(&accounts, after).await.map_err(std::io::Error::other)?;
        Ok::<_, std::io::Error>(chunk.map(|(last, text)| (text, (accounts, last))))
    });
    let mut response = super::file("tutti-audit.jsonl", "application/jsonl", Vec::new());
    *response.body_mut() = Stream::from_stream(chunks);
    Ok(response)
}

/// The next lines and the number of the last of them; none at the end.
async fn chunk(accounts: &Accounts, after: i64) -> Result<Option<(i64, String)>, Problem> {
    let lines = accounts.audit_from(after, CHUNK).await?;
    let Some(last) = lines.last().map(|line| line.n) else { return Ok(None) };
    let mut text = String::new();
    for line in lines {
        let line = serde_json::to_string(&AuditView::of(line));
        text += &line.map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
        text.push('\n');
    }
    Ok(Some((last, text)))
}
