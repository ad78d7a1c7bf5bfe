//! Path A: a source from the user's own library or, if a search service is set, from the web, rated by the domain
//! expert.

use std::pin::Pin;
use std::sync::Arc;

use serde_json::json;
use tutti_core::Problem;
use tutti_document::Reader;
use tutti_engine::{Failure, Recovery, Run, Stop};
use tutti_fetch::{Fetcher, Searcher};
use tutti_library::{Document, find_documents};
use tutti_store::Store;

use crate::agents::{DOMAIN_EXPERT, SOURCE_DISCOVERY};
use crate::assignment::Brief;
use crate::flow::material::text_of;
use crate::flow::people::{self, Reply};
use crate::flow::rounds::{self, RoundResult, Rounds};
use crate::flow::task::{Ground, Leave, Task};
use crate::native::discovery::section_of;
use crate::order::Wanted;
use crate::routing::{self, Ruling};
use crate::source::{Found, Source, ToDiscover, ToValidate};
use crate::status::{Flag, Stage};

/// Documents that discovery is shown.
const MOST: usize = 6;

/// Hits that are tried, and pages that discovery is shown.
const HITS: usize = 10;
const PAGES: usize = 4;

/// What questions are made from on Path A. A source with concerns is left for another one; after the third, or where
/// there is none, a person is asked.
pub(super) async fn find_source(task: &mut Task<'_>, brief: &Brief) -> Result<Ground, Leave> {
    let guidance = task.wishes.words.clone();
    let mut search = SourceRounds { brief, guidance, concerns: Vec::new(), refused: Vec::new(), rounds: 0 };
    rounds::repeat(task, &mut search).await
}

struct SourceRounds<'b> {
    brief: &'b Brief,
    guidance: Vec<String>,
    /// What the domain expert had against the last source.
    concerns: Vec<String>,
    /// The sources that were left for another one.
    refused: Vec<String>,
    rounds: usize,
}

impl Rounds for SourceRounds<'_> {
    type Output = Ground;

    const PLACE: &'static str = "source";

    fn recovery(&self) -> (Recovery, &'static str) {
        (Recovery::Reroute, SOURCE_DISCOVERY.name)
    }

    async fn attempt<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
    ) -> Result<RoundResult<Ground>, Leave> {
        self.rounds += 1;
        self.guidance.append(&mut self.concerns);
        let input = ToDiscover {
            domain: self.brief.domain.clone(),
            topic_title: self.brief.task_title.clone(),
            description: self.brief.task_description.clone(),
            library: search_everywhere(task, place, self.brief).await?,
            guidance: self.guidance.clone(),
            refused: self.refused.clone(),
        };
        let stage = Stage::SourceDiscovery;
        let given =
            task.call(place, stage, &SOURCE_DISCOVERY, &input, |given| given.escalate.as_deref()).await?;
        let is_fit =
            |found: &&Found, source: &Source| found.id == source.id && !self.refused.contains(&found.id);
        let found = |source: &Source| input.library.iter().find(|found| is_fit(found, source));
        let mut sources: Vec<(&Source, &Found)> =
            given.sources.iter().filter_map(|source| Some((source, found(source)?))).collect();
        task.stage(stage, json!({ "sources": given.sources, "looked_at": input.library.len() }));
        if let Some(ruling) = routing::discovery(sources.len(), input.library.len()) {
            return Ok(RoundResult::Failed(ruling));
        }
        let (source, found) = sources.remove(0);
        let text = used_text(source, found);
        if let Some(ruling) = validate(task, place, self.brief, source, found, &text).await? {
            self.refused.push(source.id.clone());
            return Ok(RoundResult::Failed(ruling));
        }
        let origin = format!("{} ({})", found.title, found.origin);
        Ok(RoundResult::Done(Ground { origin, ..Ground::of_text(task, self.brief, &text) }))
    }

    fn go_back(&mut self, guidance: &[String], _: &[Wanted]) {
        self.concerns = guidance.to_vec();
    }

    async fn ask_person<'r>(
        &mut self,
        task: &mut Task<'r>,
        _: &Run<'r>,
        ruling: &Ruling,
    ) -> Result<Option<Ground>, Leave> {
        // The person is told of the last concerns; discovery is not.
        self.concerns.clear();
        let ask = "Add a document with `tutti library add` and answer `again`, send the text of a source, or `skip`.";
        let place = task.run.at(format!("no_source/{}", self.rounds));
        match people::ask_for_text(task, &place, ruling, ask, &["again"]).await? {
            Reply::Given(text) => Ok(Some(Ground::of_text(task, self.brief, &text))),
            Reply::Again | Reply::GoOn => Ok(None),
        }
    }
}

/// The part of a document that is used, without the marks of its headings.
fn used_text(source: &Source, found: &Found) -> String {
    let section = source.recommended_section.as_deref().and_then(|heading| section_of(&found.text, heading));
    let lines = section.unwrap_or(&found.text).lines();
    lines.map(|line| line.trim_start_matches('#').trim_start()).collect::<Vec<_>>().join("\n")
}

/// What the domain expert has against a source.
async fn validate<'r>(
    task: &mut Task<'r>,
    place: &Run<'r>,
    brief: &Brief,
    source: &Source,
    found: &Found,
    text: &str,
) -> Result<Option<Ruling>, Leave> {
    let input = ToValidate {
        domain: brief.domain.clone(),
        topic_title: brief.task_title.clone(),
        source: source.clone(),
        origin: found.origin.clone(),
        text: text.to_owned(),
        year: task.year,
    };
    let stage = Stage::DomainExpert;
    let expertise =
        task.call(place, stage, &DOMAIN_EXPERT, &input, |given| given.escalate.as_deref()).await?;
    task.stage(stage, json!({ "source": source.id, "title": source.title, "expertise": expertise }));
    for note in &expertise.notes {
        task.flag(Flag::new("source_note", note));
    }
    Ok(routing::expertise(&expertise))
}

/// The documents of the library on the topic, best first, then results from the web.
async fn search_everywhere(task: &Task<'_>, place: &Run<'_>, brief: &Brief) -> Result<Vec<Found>, Stop> {
    let store = task.run.service::<Store>()?.of(&task.run.account().owner);
    let query = format!("{} {}", brief.task_title, brief.task_description);
    let (asked, title) = (query.clone(), brief.task_title.clone());
    let web = Web {
        searcher: task.run.service::<Searcher>().ok(),
        fetcher: task.run.service::<Fetcher>().ok(),
        reader: task.run.service::<Reader>()?,
    };
    let body: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(async move {
        let documents = find_documents(&store, &asked, MOST).await.map_err(Failure::Final)?;
        let mut found: Vec<Found> = documents.into_iter().map(found_document).collect();
        match web.pages(&title).await {
            Ok(pages) => found.extend(pages),
            // A library is enough; without one the person should know why there is nothing.
            Err(problem) if found.is_empty() => return Err(Failure::Final(problem)),
            Err(_) => {}
        }
        Ok(found)
    });
    place.step("search", &query, || body).await
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

fn found_document(document: Document) -> Found {
    Found {
        text: document.reading.text_with_headings(),
        id: document.id,
        title: document.reading.doc_meta.title,
        origin: document.name,
    }
}
