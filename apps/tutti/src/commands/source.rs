//! A document that somebody names: a file on this machine, or an address.

use std::{fs, io::Read, path::Path};

use tutti_core::{Code, Problem};
use tutti_fetch::Fetcher;

use crate::{files, setup::Setup};

/// The bytes of a document and what it is called.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) async fn source(setup: &Setup, named: &str) -> Result<Source, Problem> {
    let limit = setup.settings.documents.megabytes as usize * 1_000_000;
    if named.starts_with("http://") || named.starts_with("https://") {
        if setup.settings.models.offline {
            let problem = Problem::new(Code::CallsForbidden, format!("{named} is not on this machine"));
            return Err(problem.hint("switch `models.offline` off, or save the document as a file"));
        }
        let mut fetcher = Fetcher::default();
        fetcher.bytes = limit;
        let fetched = fetcher.fetch(named).await?;
        return Ok(Source { name: fetched.address, bytes: fetched.bytes });
    }
    let path = Path::new(named);
    let unreadable = |error: std::io::Error| files::unreadable(path, &error);
    let file = fs::File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(Problem::new(Code::BadInput, format!("{named} is a folder")).hint("name one file of it"));
    }
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to know that it is too large.
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > limit {
        let megabytes = limit / 1_000_000;
        return Err(Problem::new(Code::TooLarge, format!("{named} is larger than {megabytes} MB"))
            .hint("split it, or raise the limit with `--set documents.megabytes=N`"));
    }
    let name = path.file_name().map_or_else(|| named.to_owned(), |name| name.to_string_lossy().into_owned());
    Ok(Source { name, bytes })
}
