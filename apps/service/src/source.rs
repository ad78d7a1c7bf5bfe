//! A document that somebody names or sends.

use tutti_core::{Code, Problem};
use tutti_fetch::Fetcher;

use crate::Setup;

/// The bytes of a document and what it is called.
#[derive(Debug, Clone)]
pub struct Source {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Source {
    /// What is at an address, if addresses may be gone to.
    pub async fn fetch(setup: &Setup, address: &str) -> Result<Self, Problem> {
        if setup.settings.models.offline {
            let problem = Problem::new(Code::CallsForbidden, format!("{address} is not on this machine"));
            return Err(problem.hint("switch `models.offline` off, or save the document as a file"));
        }
        let mut fetcher = Fetcher::default();
        fetcher.bytes = Self::limit(setup);
        let fetched = fetcher.fetch(address).await?;
        Ok(Self { name: fetched.address, bytes: fetched.bytes })
    }

    /// Bytes that were sent, unless they are too many.
    pub fn sent(setup: &Setup, name: &str, bytes: Vec<u8>) -> Result<Self, Problem> {
        if bytes.len() > Self::limit(setup) {
            return Err(Self::too_large(setup, name));
        }
        Ok(Self { name: name.to_owned(), bytes })
    }

    /// The most bytes that are read of a document.
    pub fn limit(setup: &Setup) -> usize {
        setup.settings.documents.megabytes as usize * 1_000_000
    }

    pub fn too_large(setup: &Setup, name: &str) -> Problem {
        let megabytes = setup.settings.documents.megabytes;
        Problem::new(Code::TooLarge, format!("{name} is larger than {megabytes} MB"))
            .hint("split it, or raise the limit with `--set documents.megabytes=N`")
    }
}

pub fn is_address(named: &str) -> bool {
    named.starts_with("http://") || named.starts_with("https://")
}
