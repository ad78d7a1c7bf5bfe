//! The API: one room for each part, each adding its routes to the table.

mod accounts;
mod analysis;
mod author;
mod bank;
mod exchange;
mod forge;
mod library;
mod reviews;
mod runs;
mod settings;
mod study;
mod system;

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tutti_core::{Code, Problem, RunId};
use tutti_engine::Submission;
use tutti_service::{Source, is_address, library::original, runs::read_output};
use tutti_store::RunStatus;

use crate::{
    app::{App, Caller},
    body::Form,
    failure::{Answer, Failure},
    routes::Routes,
    samples,
};

/// Every route.
pub(crate) fn routes() -> Routes {
    let mut routes = Routes::default();
    accounts::routes(&mut routes);
    study::routes(&mut routes);
    library::routes(&mut routes);
    bank::routes(&mut routes);
    exchange::routes(&mut routes);
    analysis::routes(&mut routes);
    forge::routes(&mut routes);
    author::routes(&mut routes);
    reviews::routes(&mut routes);
    runs::routes(&mut routes);
    settings::routes(&mut routes);
    system::routes(&mut routes);
    routes
}

/// 201 with where to find it.
pub(crate) fn made(location: &str, value: &impl Serialize) -> Response {
    begun_as(StatusCode::CREATED, location, value)
}

/// 202: the run goes on by itself.
pub(crate) fn begun(run: &RunId, value: &impl Serialize) -> Response {
    begun_as(StatusCode::ACCEPTED, &format!("/api/runs/{run}"), value)
}

fn begun_as(status: StatusCode, location: &str, value: &impl Serialize) -> Response {
    let mut response = (status, axum::Json(value)).into_response();
    if let Ok(location) = HeaderValue::from_str(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// A file to be saved.
pub(crate) fn file(name: &str, media_type: &'static str, bytes: Vec<u8>) -> Response {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{plain}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// A document and the field of the form that it came in.
pub(crate) struct Sent {
    pub(crate) source: Source,
    field: &'static str,
}

impl Sent {
    /// What is wrong with the document is wrong with its field; what is wrong here is not.
    fn blamed(field: &'static str) -> impl Fn(Problem) -> Failure {
        move |problem| {
            let is_theirs = problem.code.status() < 500 && problem.pointer.is_none();
            if is_theirs { problem.at(field).into() } else { problem.into() }
        }
    }

    pub(crate) fn blame(&self) -> impl Fn(Problem) -> Failure + use<> {
        Self::blamed(self.field)
    }
}

/// The document of a form: a file, an address, a text, or one of our samples.
pub(crate) async fn source(app: &App, caller: &Caller, form: &mut Form) -> Answer<Sent> {
    let setup = app.setup();
    if let Some(id) = form.text("document") {
        let field = "/document";
        let missing =
            || Problem::new(Code::NotFound, format!("the library has no document `{id}`")).at(field);
        let source = original(&caller.store(app), id).await?.ok_or_else(missing)?;
        return Ok(Sent { source, field });
    }
    if let Some(upload) = form.file("file") {
        let field = "/file";
        if upload.bytes.is_empty() {
            return Err(Problem::new(Code::BadInput, format!("{} is empty", upload.name)).at(field).into());
        }
        let source = Source::sent(&setup, &upload.name, upload.bytes).map_err(Sent::blamed(field))?;
        return Ok(Sent { source, field });
    }
    if let Some(address) = form.text("url") {
        let (address, field) = (address.trim(), "/url");
        if !is_address(address) {
            let problem = Problem::new(Code::BadInput, format!("`{address}` is no web address"));
            return Err(problem.at(field).hint("it begins with https:// or http://").into());
        }
        let source = Source::fetch(&setup, address).await.map_err(|problem| problem.at(field))?;
        return Ok(Sent { source, field });
    }
    if let Some(name) = form.text("sample") {
        let field = "/sample";
        let sample = samples::find(name)
            .ok_or_else(|| Problem::new(Code::NotFound, format!("there is no sample `{name}`")).at(field))?;
        let source = Source { name: sample.name.to_owned(), bytes: sample.text.as_bytes().to_vec() };
        return Ok(Sent { source, field });
    }
    if let Some(text) = form.text("text") {
        let field = "/text";
        let name = form.text("name").unwrap_or("text.md").trim();
        // Only its ending tells Markdown from plain text.
        let name = if name.contains('.') { name.to_owned() } else { format!("{name}.md") };
        let source = Source::sent(&setup, &name, text.as_bytes().to_vec()).map_err(Sent::blamed(field))?;
        return Ok(Sent { source, field });
    }
    let problem = Problem::new(Code::BadInput, "no document was sent");
    Err(problem.at("/file").hint("send a file, a web address, or a text").into())
}

/// How long a request waits for a short run before it is told to look again.
const PATIENCE: Duration = Duration::from_mins(1);

/// Drives a short run to its end and gives what came of it.
pub(crate) async fn result<T: serde::de::DeserializeOwned>(
    app: &App,
    caller: &Caller,
    flow: &str,
    input: serde_json::Value,
) -> Answer<T> {
    let id = RunId::fresh();
    let budget = app.setup().settings.budget;
    let submission = Submission { id: Some(id.clone()), budget, ..Submission::new(flow, input) };
    ended(app, caller, submission, &id).await
}

/// As [`result`], for a run that was made elsewhere.
pub(crate) async fn ended<T: serde::de::DeserializeOwned>(
    app: &App,
    caller: &Caller,
    submission: Submission,
    id: &RunId,
) -> Answer<T> {
    let mut events = app.executor.subscribe();
    app.executor.submit(&caller.owner, submission).await?;
    let store = caller.store(app);
    let wait = async {
        loop {
            let row = store.run(id).await?.ok_or_else(|| Failure::not_found(&format!("run {id}")))?;
            match row.status {
                RunStatus::Done => return Ok(read_output(id, row.output.unwrap_or_default())?),
                RunStatus::Failed | RunStatus::Stopped | RunStatus::Cancelled => {
                    let none =
                        || Problem::new(Code::Internal, format!("run {id} ended and does not say why"));
                    return Err(Failure::from(row.stop.unwrap_or_else(none)));
                }
                RunStatus::Queued | RunStatus::Running | RunStatus::Parked => {}
            }
            // Until something happens in it; what was missed is seen at the next look.
            let heard = async {
                while let Ok(event) = events.recv().await {
                    if event.run == *id && crate::views::run::is_end(&event) {
                        break;
                    }
                }
            };
            let _ = tokio::time::timeout(Duration::from_millis(500), heard).await;
        }
    };
    match tokio::time::timeout(PATIENCE, wait).await {
        Ok(ended) => ended,
        Err(_) => {
            let problem = Problem::new(Code::UpstreamTimeout, format!("run {id} takes longer than a minute"));
            Err(problem.hint(format!("it goes on: look at /api/runs/{id}")).into())
        }
    }
}
