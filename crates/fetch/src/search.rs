//! A web search service of the user's choice: anything with the interface of SearXNG.

use serde::Deserialize;

use crate::{FetchError, Fetcher, web_address};

/// Asks a search service.
#[derive(Debug, Clone)]
pub struct Searcher {
    url: String,
    fetcher: Fetcher,
}

/// A search result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub address: String,
    pub title: String,
}

/// The relevant part of a reply.
#[derive(Deserialize)]
struct Reply {
    results: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    url: String,
    #[serde(default)]
    title: String,
}

impl Searcher {
    /// `url` is the base address of the service, without `/search`.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), fetcher: Fetcher { bytes: 2 << 20, ..Fetcher::default() } }
    }

    /// At most this many hits, the best first, each address once.
    ///
    /// The service may be on this machine, because the administrator named it; its results may not, and are fetched
    /// like any other address.
    pub async fn search(&self, query: &str, most: usize) -> Result<Vec<Hit>, FetchError> {
        let mut url = web_address(&format!("{}/search", self.url.trim_end_matches('/')))?;
        url.query_pairs_mut().append_pair("q", query).append_pair("format", "json");
        let host = url.host_str().unwrap_or_default().to_owned();
        let port = url.port_or_known_default().unwrap_or(80);
        let unknown = || FetchError::Unknown(host.clone());
        let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let address = tokio::net::lookup_host((bare, port)).await.map_err(|_| unknown())?.next();
        let address = address.ok_or_else(unknown)?;
        let fetched = self.fetcher.clone().trusting(host, address).fetch(url.as_str()).await?;
        let failed = |error: serde_json::Error| FetchError::Failed {
            address: self.url.clone(),
            why: format!("its reply is not a list of results ({error}); is its JSON format switched on?"),
        };
        let reply: Reply = serde_json::from_slice(&fetched.bytes).map_err(failed)?;
        let mut hits: Vec<Hit> = Vec::new();
        for result in reply.results {
            let Ok(address) = web_address(&result.url) else { continue };
            let hit = Hit { address: address.to_string(), title: result.title.trim().to_owned() };
            if hits.len() < most && hits.iter().all(|known| known.address != hit.address) {
                hits.push(hit);
            }
        }
        Ok(hits)
    }
}
