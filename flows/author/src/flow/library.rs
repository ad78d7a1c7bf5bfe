//! Path A: a source from the user's own library or, where a search service is set, from the web, rated by the domain expert.

use std::pin::Pin;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use tutti_core::{Code, Problem};
use tutti_document::Reader;
use tutti_engine::{Failure, Recovery, Stop};
use tutti_fetch::{Fetcher, Searcher};
use tutti_language::{Index, search};
use tutti_store::{Owned, RecordFilter, Store};

use crate::agents::{DOMAIN_EXPERT, SOURCE_DISCOVERY};
use crate::flow::material::text_of;
use crate::flow::people::{self, Answer};
use crate::flow::task::{Ground, Leave, Task};
use crate::native::discovery::section_of;
use crate::request::Request;
use crate::routing::{self, Route, Ruling};
use crate::source::{Found, Source, ToDiscover, ToValidate};
use crate::status::{Flag, Stage};

/// Documents that discovery is shown.
const MOST: usize = 6;

/// Hits that are tried, and pages that discovery is shown.
const HITS: usize = 10;
const PAGES: usize = 4;

/// What is needed of a document in the library.
#[derive(Deserialize)]
struct Shelved {
    name: String,
    read: Read,
    index: Index,
}

#[derive(Deserialize)]
struct Read {
    extracted_blocks: Vec<Block>,
    doc_meta: Meta,
}

#[derive(Deserialize)]
struct Block {
    text: String,
    #[serde(default)]
    level: Option<u8>,
}

#[derive(Deserialize)]
struct Meta {
    title: String,
}

impl Shelved {
    /// Headings are marked, so that a section can be named.
    fn text(&self) -> String {
        let block = |block: &Block| match block.level {
            Some(level) => format!("{} {}", "#".repeat(usize::from(level)), block.text),
            None => block.text.clone(),
        };
        self.read.extracted_blocks.iter().map(block).collect::<Vec<_>>().join("\n\n")
    }
}

/// What questions are made from on Path A. A source with concerns is left for another one; after the third, or where
/// there is none, a person is asked.
pub(super) async fn ground(task: &mut Task<'_>) -> Result<Ground, Leave> {
    let request = task.input.request.clone();
    let mut refused: Vec<String> = Vec::new();
    let mut guidance = task.wishes.words.clone();
    let mut round = 0;
    let mut failures = 0;
    loop {
        let place = task.run.at(format!("source/{round}"));
        round += 1;
        let library = found(task, &format!("source/{}", round - 1), &request).await?;
        let input = ToDiscover {
            domain: request.domain.clone(),
            topic_title: request.task_title.clone(),
            description: request.task_description.clone(),
            library,
            guidance: guidance.clone(),
            refused: refused.clone(),
        };
        let given = task
            .call(&place, Stage::SourceDiscovery, &SOURCE_DISCOVERY, &input, |given| {
                given.escalate.as_deref()
            })
            .await?;
        let chosen = given.sources.iter().find_map(|source| {
            let found =
                input.library.iter().find(|found| found.id == source.id && !refused.contains(&found.id))?;
            Some((source.clone(), found.clone()))
        });
        task.stage(
            Stage::SourceDiscovery,
            json!({ "sources": given.sources, "looked_at": input.library.len() }),
        );
        let Some((source, found)) = chosen else {
            let Some(ruling) = routing::discovery(0, input.library.len()) else { continue };
            match none(task, &ruling, round).await? {
                Answer::Text(text) => return Ok(ground_of(task, &text, String::new())),
                Answer::Again | Answer::GoOn => continue,
            }
        };
        let text = used(&source, &found);
        match validated(task, &source, &found, &text, round).await? {
            None => return Ok(ground_of(task, &text, format!("{} ({})", found.title, found.origin))),
            Some(ruling) => {
                failures += 1;
                refused.push(source.id.clone());
                match routing::bounded(ruling, failures) {
                    Ruling { route: Route::Back { guidance: concerns, .. }, rule } => {
                        task.run.at(format!("source/{}", round - 1)).recovered(
                            Recovery::Reroute,
                            SOURCE_DISCOVERY.name,
                            rule.code(),
                        );
                        guidance.extend(concerns);
                    }
                    last => match none(task, &last, round).await? {
                        Answer::Text(text) => return Ok(ground_of(task, &text, String::new())),
                        Answer::Again | Answer::GoOn => failures = 0,
                    },
                }
            }
        }
    }
}

fn ground_of(task: &mut Task<'_>, text: &str, origin: String) -> Ground {
    let reference = task.cut(text);
    let mut ground = Ground::new(task, reference, task.wishes.options.unwrap_or(5));
    ground.origin = origin;
    ground
}

async fn none(task: &mut Task<'_>, ruling: &Ruling, round: usize) -> Result<Answer, Leave> {
    let ask =
        "Add a document with `tutti library add` and answer `again`, send the text of a source, or `skip`.";
    let place = task.run.at(format!("no_source/{round}"));
    people::bring(task, &place, ruling, ask, &["again"]).await
}

/// The part of a document that is used, without the marks of its headings.
fn used(source: &Source, found: &Found) -> String {
    let section = source.recommended_section.as_deref().and_then(|heading| section_of(&found.text, heading));
    let lines = section.unwrap_or(&found.text).lines();
    lines.map(|line| line.trim_start_matches('#').trim_start()).collect::<Vec<_>>().join("\n")
}

/// What the domain expert has against a source.
async fn validated(
    task: &mut Task<'_>,
    source: &Source,
    found: &Found,
    text: &str,
    round: usize,
) -> Result<Option<Ruling>, Leave> {
    let request = &task.input.request;
    let input = ToValidate {
        domain: request.domain.clone(),
        topic_title: request.task_title.clone(),
        source: source.clone(),
        origin: found.origin.clone(),
        text: text.to_owned(),
        year: task.input.year,
    };
    let place = task.run.at(format!("source/{}", round - 1));
    let said = task
        .call(&place, Stage::DomainExpert, &DOMAIN_EXPERT, &input, |said| said.escalate.as_deref())
        .await?;
    task.stage(Stage::DomainExpert, json!({ "source": source.id, "title": source.title, "expertise": said }));
    for note in &said.notes {
        task.flag(Flag::new("source_note", note));
    }
    Ok(routing::expertise(&said))
}

/// The documents of the library that speak of the topic, best first, then what the web has.
async fn found(task: &Task<'_>, place: &str, request: &Request) -> Result<Vec<Found>, Stop> {
    let store = task.run.service::<Store>()?.of(&task.run.account().owner);
    let query = format!("{} {}", request.task_title, request.task_description);
    let (asked, title) = (query.clone(), request.task_title.clone());
    let web = Web {
        searcher: task.run.service::<Searcher>().ok(),
        fetcher: task.run.service::<Fetcher>().ok(),
        reader: task.run.service::<Reader>()?,
    };
    let body: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(async move {
        let mut found = searched(&store, &asked).await.map_err(Failure::Final)?;
        match web.pages(&title).await {
            Ok(pages) => found.extend(pages),
            // A library is enough; without one the person should know why there is nothing.
            Err(problem) if found.is_empty() => return Err(Failure::Final(problem)),
            Err(_) => {}
        }
        Ok(found)
    });
    task.run.at(place).step("search", &query, || body).await
}

/// What a search of the web needs. Without a service nothing is searched for.
struct Web {
    searcher: Option<Arc<Searcher>>,
    fetcher: Option<Arc<Fetcher>>,
    reader: Arc<Reader>,
}

impl Web {
    /// The first pages that can be read.
    async fn pages(&self, query: &str) -> Result<Vec<Found>, Problem> {
        let (Some(searcher), Some(fetcher)) = (&self.searcher, &self.fetcher) else { return Ok(Vec::new()) };
        let mut pages = Vec::new();
        for hit in searcher.search(query, HITS).await? {
            if pages.len() == PAGES {
                break;
            }
            let Ok(fetched) = fetcher.fetch(&hit.address).await else { continue };
            if let Ok(text) = text_of(&self.reader, &fetched.bytes, &fetched.address).await {
                pages.push(Found { id: hit.address, title: hit.title, origin: fetched.address, text });
            }
        }
        Ok(pages)
    }
}

async fn searched(store: &Owned, query: &str) -> Result<Vec<Found>, Problem> {
    let filter = RecordFilter { kind: "library".to_owned(), highest_first: true, ..RecordFilter::default() };
    let mut shelf: Vec<(String, Shelved)> = Vec::new();
    for record in store.records(&filter).await? {
        let damaged = |error| {
            Problem::new(Code::StoreFailed, format!("the document {} is damaged: {error}", record.id))
        };
        shelf.push((record.id.clone(), serde_json::from_value(record.value).map_err(damaged)?));
    }
    let indices: Vec<Index> = shelf.iter().map(|(_, document)| document.index.clone()).collect();
    let mut order: Vec<usize> = Vec::new();
    for hit in search(query, &indices, 60) {
        if !order.contains(&hit.document) {
            order.push(hit.document);
        }
    }
    let found = order.into_iter().take(MOST).map(|document| {
        let (id, shelved) = &shelf[document];
        Found {
            id: id.clone(),
            title: shelved.read.doc_meta.title.clone(),
            origin: shelved.name.clone(),
            text: shelved.text(),
        }
    });
    Ok(found.collect())
}
