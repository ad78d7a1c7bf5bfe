//! Documents that a call names or sends.

use std::path::Path;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::io::AsyncReadExt;
use tutti_core::{Code, Problem};
use tutti_service::{Setup, Source, requests::non_blank};

use crate::call::Call;

/// The ways to give a document; exactly one must be used.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    /// The document as text, Markdown or plain. Give the document in exactly one way.
    text: Option<String>,
    /// The web address of the document, beginning with https:// or http://.
    url: Option<String>,
    /// The bytes of the document in base64: PDF, DOCX, PPTX, HTML, EPUB, PNG or JPEG.
    base64: Option<String>,
    /// The path of a file on this machine.
    path: Option<String>,
    /// Name of the document, such as `chapter-2.md`.
    name: Option<String>,
}

impl Document {
    pub(crate) async fn source(self, call: &Call) -> Result<Source, Problem> {
        let setup = call.setup();
        let refuse = |why: &str, at: &str| Problem::new(Code::BadInput, why.to_owned()).at(at.to_owned());
        let ways = [&self.text, &self.url, &self.base64, &self.path];
        match ways.iter().filter(|way| way.is_some()).count() {
            1 => {}
            0 => return Err(refuse("no document given", "/text").hint("give text, url or base64")),
            _ => return Err(refuse("the document is given in more than one way", "/text").hint("give one")),
        }
        if let Some(text) = self.text {
            if text.trim().is_empty() {
                return Err(refuse("the text is empty", "/text"));
            }
            return Source::text(&setup, self.name.as_deref(), text).map_err(|problem| problem.at("/text"));
        }
        if let Some(url) = &self.url {
            return Source::at_address(&setup, url).await.map_err(|problem| problem.at("/url"));
        }
        let name = non_blank(self.name);
        if let Some(text) = &self.base64 {
            let text: String = text.split_whitespace().collect();
            let bytes = STANDARD
                .decode(text)
                .map_err(|error| refuse(&format!("this is not valid base64: {error}"), "/base64"))?;
            return Source::from_bytes(&setup, name.as_deref().map_or("document", str::trim), bytes)
                .map_err(|problem| problem.at("/base64"));
        }
        let path = self.path.unwrap_or_default();
        must_have_paths(call, "/path")?;
        file(&setup, Path::new(&path)).await.map_err(|problem| problem.at("/path"))
    }
}

/// Only the program that started this process may name files of this machine.
pub(crate) fn must_have_paths(call: &Call, at: &str) -> Result<(), Problem> {
    if call.tutti.has_paths() {
        return Ok(());
    }
    let problem = Problem::new(Code::Forbidden, "files of the server cannot be named from here");
    Err(problem.at(at.to_owned()).hint("send the document as text or base64, or give its web address"))
}

async fn file(setup: &Setup, path: &Path) -> Result<Source, Problem> {
    let unreadable = |error: std::io::Error| {
        let code = if error.kind() == std::io::ErrorKind::NotFound { Code::NotFound } else { Code::BadInput };
        Problem::new(code, format!("{} cannot be read: {error}", path.display()))
            .hint("give the full path of a file on this machine")
    };
    let mut bytes = Vec::new();
    let file = tokio::fs::File::open(path).await.map_err(unreadable)?;
    // Reading one byte more than allowed shows that the file is too large.
    let most = Source::limit(setup) as u64 + 1;
    file.take(most).read_to_end(&mut bytes).await.map_err(unreadable)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Source::from_bytes(setup, &name, bytes)
}
