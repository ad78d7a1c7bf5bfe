//! Reads a document named on the command line: a local file or a web address.

use std::{fs, io::Read, path::Path};

use tutti_core::{Code, Problem};
use tutti_service::{Setup, Source, is_address};

use crate::files;

pub(crate) async fn source(setup: &Setup, named: &str) -> Result<Source, Problem> {
    if is_address(named) {
        return Source::fetch(setup, named).await;
    }
    let path = Path::new(named);
    let unreadable = |error: std::io::Error| files::unreadable(path, &error);
    let file = fs::File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(Problem::new(Code::BadInput, format!("{named} is a folder")).hint("name a file in it"));
    }
    let mut bytes = Vec::new();
    // Reading one byte more than allowed shows that the file is too large.
    file.take(Source::limit(setup) as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > Source::limit(setup) {
        return Err(Source::too_large(setup, named));
    }
    let name = path.file_name().map_or_else(|| named.to_owned(), |name| name.to_string_lossy().into_owned());
    Ok(Source { name, bytes })
}
