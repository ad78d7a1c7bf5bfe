//! Documents that a user names or sends.

use tutti_core::{Code, Problem};
use tutti_fetch::Fetcher;

use crate::Setup;

/// The bytes and the name of a document.
#[derive(Debug, Clone)]
pub struct Source {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Source {
    /// Fetches a document from an address, unless calls to other machines are forbidden.
    pub async fn fetch(setup: &Setup, address: &str) -> Result<Self, Problem> {
        if setup.settings.models.offline {
            let problem = Problem::new(Code::CallsForbidden, format!("{address} is not on this machine"));
            return Err(problem.hint("set `models.offline` to false, or save the document as a file"));
        }
        let mut fetcher = Fetcher::default();
        fetcher.bytes = Self::limit(setup);
        let fetched = fetcher.fetch(address).await?;
        Ok(Self { name: fetched.address, bytes: fetched.bytes })
    }

    /// Bytes that were sent, unless they are too many.
    pub fn from_bytes(setup: &Setup, name: &str, bytes: Vec<u8>) -> Result<Self, Problem> {
        if bytes.len() > Self::limit(setup) {
            return Err(Self::too_large(setup, name));
        }
        Ok(Self { name: name.to_owned(), bytes })
    }

    /// A text that was sent, with its name if it has one.
    pub fn text(setup: &Setup, name: Option<&str>, text: String) -> Result<Self, Problem> {
        Self::from_bytes(setup, &text_name(name), text.into_bytes())
    }

    /// As [`Self::fetch`], after checking that the address is a web address.
    pub async fn at_address(setup: &Setup, address: &str) -> Result<Self, Problem> {
        let address = address.trim();
        if !is_address(address) {
            let problem = Problem::new(Code::BadInput, format!("`{address}` is not a web address"));
            return Err(problem.hint("it must begin with https:// or http://"));
        }
        Self::fetch(setup, address).await
    }

    /// The maximum size of a document, in bytes.
    pub fn limit(setup: &Setup) -> usize {
        setup.settings.documents.megabytes as usize * 1_000_000
    }

    pub fn too_large(setup: &Setup, name: &str) -> Problem {
        let megabytes = setup.settings.documents.megabytes;
        Problem::new(Code::TooLarge, format!("{name} is larger than {megabytes} MB"))
            .hint("split it, or raise the limit with `--set documents.megabytes=N`")
    }
}

/// A file name for a text; only the extension distinguishes Markdown from plain text.
fn text_name(name: Option<&str>) -> String {
    match name.map(str::trim).filter(|name| !name.is_empty()) {
        None => "text.md".to_owned(),
        Some(name) if name.contains('.') => name.to_owned(),
        Some(name) => format!("{name}.md"),
    }
}

pub fn is_address(named: &str) -> bool {
    named.starts_with("http://") || named.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_an_ending() {
        let named = [None, Some("tides"), Some("tides.txt")].map(text_name);
        assert_eq!(named, ["text.md", "tides.md", "tides.txt"]);
    }
}
