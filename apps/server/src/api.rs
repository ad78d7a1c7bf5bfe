//! The API: each submodule adds the routes of one area to the table.

mod accounts;
mod analysis;
mod attempts;
mod audit;
mod author;
mod bank;
mod cards;
mod exchange;
mod forge;
mod library;
mod own_account;
mod quotas;
mod reviews;
mod runs;
mod second_factor;
mod settings;
mod sso;
mod study;
mod system;
mod tokens;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::{Code, Problem, RunId};
use tutti_service::Source;

use crate::{
    app::App,
    failure::{Answer, Failure},
    form::Upload,
    routes::Routes,
    samples,
};

/// Every route.
pub(crate) fn routes() -> Routes {
    let mut routes = Routes::default();
    own_account::routes(&mut routes);
    sso::routes(&mut routes);
    second_factor::routes(&mut routes);
    tokens::routes(&mut routes);
    accounts::routes(&mut routes);
    quotas::routes(&mut routes);
    audit::routes(&mut routes);
    study::routes(&mut routes);
    attempts::routes(&mut routes);
    cards::routes(&mut routes);
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
pub(crate) fn created_response(location: &str, value: &impl Serialize) -> Response {
    located_response(StatusCode::CREATED, location, value)
}

/// 202: the run continues in the background.
pub(crate) fn accepted_response(run: &RunId, value: &impl Serialize) -> Response {
    located_response(StatusCode::ACCEPTED, &format!("/api/runs/{run}"), value)
}

fn located_response(status: StatusCode, location: &str, value: &impl Serialize) -> Response {
    let mut response = (status, axum::Json(value)).into_response();
    if let Ok(location) = HeaderValue::from_str(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// A response that the browser saves as a file.
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
    fn blame_field(field: &'static str) -> impl Fn(Problem) -> Failure {
        move |problem| {
            let is_theirs = problem.code.status() < 500 && problem.pointer.is_none();
            if is_theirs { problem.at(field).into() } else { problem.into() }
        }
    }

    pub(crate) fn blame(&self) -> impl Fn(Problem) -> Failure + use<> {
        Self::blame_field(self.field)
    }
}

/// One of `file`, `url`, `text` and `sample`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct DocumentForm {
    /// PDF, DOCX, PPTX, HTML, Markdown, text, EPUB, PNG or JPEG.
    #[schemars(extend("format" = "binary"))]
    file: Option<Upload>,
    url: Option<String>,
    text: Option<String>,
    /// The name of the text.
    name: Option<String>,
    sample: Option<String>,
}

impl DocumentForm {
    pub(crate) async fn source(self, app: &App) -> Answer<Sent> {
        let setup = app.setup();
        if let Some(upload) = self.file {
            let field = "/file";
            if upload.bytes.is_empty() {
                let problem = Problem::new(Code::BadInput, format!("{} is empty", upload.name));
                return Err(problem.at(field).into());
            }
            let source =
                Source::from_bytes(&setup, &upload.name, upload.bytes).map_err(Sent::blame_field(field))?;
            return Ok(Sent { source, field });
        }
        if let Some(address) = self.url {
            let field = "/url";
            let source = Source::at_address(&setup, &address).await.map_err(|problem| problem.at(field))?;
            return Ok(Sent { source, field });
        }
        if let Some(name) = self.sample {
            let field = "/sample";
            let missing = || Problem::new(Code::NotFound, format!("there is no sample `{name}`")).at(field);
            let sample = samples::find(&name).ok_or_else(missing)?;
            let source = Source { name: sample.name.to_owned(), bytes: sample.text.as_bytes().to_vec() };
            return Ok(Sent { source, field });
        }
        if let Some(text) = self.text {
            let field = "/text";
            let source =
                Source::text(&setup, self.name.as_deref(), text).map_err(Sent::blame_field(field))?;
            return Ok(Sent { source, field });
        }
        let problem = Problem::new(Code::BadInput, "no document was sent");
        Err(problem.at("/file").hint("send a file, a web address or a text").into())
    }
}
