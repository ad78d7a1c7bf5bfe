//! Resources: items, documents of the library, and runs.
//!
//! Their URIs are `tutti://items/{id}`, `tutti://library/{id}` and `tutti://runs/{id}`, with the id escaped as in a URL.
//! Lists are paged: first the library, then the items, then the runs; a cursor tells where a page begins.

use std::fmt::Write;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rmcp::{
    ErrorData,
    model::{
        CacheScope, ErrorCode, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
        ResourceTemplate,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission;
use tutti_bank::Filter;
use tutti_core::{Code, Problem, RunId};
use tutti_item::ItemId;
use tutti_service::library;
use tutti_store::RunFilter;

use crate::{
    Who,
    call::Call,
    item::{markdown, stem},
    tools::{Whole, whole},
};

const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";
/// Number of resources per page.
const PAGE: usize = 100;

/// The kinds of resources, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Library,
    Items,
    Runs,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Library, Self::Items, Self::Runs];

    const fn name(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Items => "items",
            Self::Runs => "runs",
        }
    }

    /// The required permission; None if everybody may read their own.
    const fn needs(self) -> Option<Permission> {
        match self {
            Self::Library => Some(Permission::Study),
            Self::Items => Some(Permission::Bank),
            Self::Runs => None,
        }
    }

    fn uri(self, id: &str) -> String {
        let id: String = form_urlencoded::byte_serialize(id.as_bytes()).collect();
        format!("tutti://{}/{id}", self.name())
    }
}

pub(crate) fn item_uri(id: &str) -> String {
    Kind::Items.uri(id)
}

pub(crate) fn library_uri(id: &str) -> String {
    Kind::Library.uri(id)
}

pub(crate) fn run_uri(id: &RunId) -> String {
    Kind::Runs.uri(id.as_str())
}

/// The templates that a caller may use.
pub(crate) fn templates(who: &Who) -> Vec<ResourceTemplate> {
    let template = |kind: Kind| match kind {
        Kind::Library => ResourceTemplate::new("tutti://library/{id}", "document")
            .with_title("A document of the library")
            .with_description("The text of a document, block by block.")
            .with_mime_type(MARKDOWN),
        Kind::Items => ResourceTemplate::new("tutti://items/{id}{?as}", "item")
            .with_title("An item of the bank")
            .with_description("Question, key, solution and sources, as Markdown; `?as=json` gives JSON.")
            .with_mime_type(MARKDOWN),
        Kind::Runs => ResourceTemplate::new("tutti://runs/{id}", "run")
            .with_title("A run")
            .with_description("A run with its journal, its children, its input and its output.")
            .with_mime_type(JSON),
    };
    let theirs = Kind::ALL.into_iter().filter(|kind| kind.needs().is_none_or(|needs| who.may(needs)));
    theirs.map(template).collect()
}

/// Where a page begins: the kind, and the id after which it starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Cursor(Kind, Option<String>);

impl Cursor {
    fn read(text: &str) -> Option<Self> {
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
    }

    fn encode(&self) -> Option<String> {
        Some(URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).ok()?))
    }
}

pub(crate) async fn list(call: &Call, cursor: Option<&str>) -> Result<ListResourcesResult, ErrorData> {
    let unknown = || ErrorData::invalid_params("the cursor is not valid", None);
    let begin = match cursor {
        Some(text) => Cursor::read(text).ok_or_else(unknown)?,
        None => Cursor(Kind::Library, None),
    };
    let mut page: Vec<Resource> = Vec::new();
    let mut next = None;
    let mut after = begin.1;
    for kind in Kind::ALL.into_iter().skip_while(|kind| *kind != begin.0) {
        if kind.needs().is_some_and(|needs| !call.who.may(needs)) {
            continue;
        }
        let room = PAGE - page.len();
        if room == 0 {
            next = Cursor(kind, None).encode();
            break;
        }
        let (found, last) =
            some(call, kind, after.take(), room).await.map_err(|problem| error_data(&problem))?;
        page.extend(found);
        if let Some(last) = last {
            next = Cursor(kind, Some(last)).encode();
            break;
        }
    }
    let mut result = ListResourcesResult::with_all_items(page).with_cache_scope(CacheScope::Private);
    result.next_cursor = next;
    Ok(result)
}

/// At most `room` resources of a kind, and the last one's id if there are more.
async fn some(
    call: &Call,
    kind: Kind,
    after: Option<String>,
    room: usize,
) -> Result<(Vec<Resource>, Option<String>), Problem> {
    let mut found: Vec<(String, Resource)> = match kind {
        Kind::Library => {
            let all = library::list(&call.store()).await?;
            let begin = after.and_then(|after| all.iter().position(|document| document.id == after));
            let rest = all.iter().skip(begin.map_or(0, |at| at + 1)).take(room + 1);
            rest.map(|document| {
                let resource = Resource::new(library_uri(&document.id), document.name.clone())
                    .with_title(document.reading.doc_meta.title.clone())
                    .with_mime_type(MARKDOWN);
                (document.id.clone(), resource)
            })
            .collect()
        }
        Kind::Items => {
            let filter = Filter { limit: room as u32 + 1, after, ..Filter::default() };
            let items = call.bank().list(&filter).await?;
            let shown = items.iter().map(|item| {
                let resource = Resource::new(item_uri(item.id.as_str()), item.id.to_string())
                    .with_title(stem(item))
                    .with_description(kind_of(item))
                    .with_mime_type(MARKDOWN);
                (item.id.to_string(), resource)
            });
            shown.collect()
        }
        Kind::Runs => {
            let filter = RunFilter { limit: room as u32 + 1, ..RunFilter::default() };
            let after = after.and_then(|id| RunId::parse(id).ok());
            let heads = call.store().run_heads(&filter, after.as_ref()).await?;
            let shown = heads.iter().map(|head| {
                let resource = Resource::new(run_uri(&head.id), head.id.to_string())
                    .with_title(format!("{} is {}", head.flow, head.status))
                    .with_mime_type(JSON);
                (head.id.to_string(), resource)
            });
            shown.collect()
        }
    };
    let more = found.len() > room;
    found.truncate(room);
    let last = found.last().filter(|_| more).map(|(id, _)| id.clone());
    Ok((found.into_iter().map(|(_, resource)| resource).collect(), last))
}

fn kind_of(item: &tutti_item::Item) -> String {
    item.body.kind().replace('_', " ")
}

/// What an address names.
fn parse_uri(uri: &str) -> Option<(Kind, String, bool)> {
    let rest = uri.strip_prefix("tutti://")?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (kind, id) = rest.split_once('/')?;
    let kind = Kind::ALL.into_iter().find(|known| known.name() == kind)?;
    let written = format!("id={}", id.replace('+', "%2B"));
    let (_, id) = form_urlencoded::parse(written.as_bytes()).next()?;
    let as_json = form_urlencoded::parse(query.as_bytes()).any(|(key, value)| key == "as" && value == "json");
    Some((kind, id.into_owned(), as_json)).filter(|(_, id, _)| !id.is_empty())
}

pub(crate) async fn read(call: &Call, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let missing = || ErrorData::resource_not_found(format!("there is no resource `{uri}`"), None);
    let (kind, id, as_json) = parse_uri(uri).ok_or_else(missing)?;
    if let Some(permission) = kind.needs() {
        call.who.must(permission).map_err(|problem| error_data(&problem))?;
    }
    let read = match kind {
        Kind::Library => document(call, &id).await,
        Kind::Items => item(call, &id, as_json).await,
        Kind::Runs => run(call, &id).await,
    };
    let (text, mime_type) = read.map_err(|problem| error_data(&problem))?.ok_or_else(missing)?;
    let contents = ResourceContents::text(text, uri).with_mime_type(mime_type);
    let mut result = ReadResourceResult::new(vec![contents]);
    result.cache_scope = Some(CacheScope::Private);
    Ok(result)
}

type Text = Option<(String, &'static str)>;

async fn document(call: &Call, id: &str) -> Result<Text, Problem> {
    let Some(document) = library::get(&call.store(), id).await? else { return Ok(None) };
    let reading = &document.reading;
    let mut text = format!("# {}\n", reading.doc_meta.title);
    for block in &reading.extracted_blocks {
        let _ = write!(text, "\n[{}] {}\n", block.block_id, block.text);
    }
    Ok(Some((text, MARKDOWN)))
}

async fn item(call: &Call, id: &str, as_json: bool) -> Result<Text, Problem> {
    let Some(item) = call.bank().get(&ItemId::from_stored(id)).await? else { return Ok(None) };
    if !as_json {
        return Ok(Some((markdown(&item), MARKDOWN)));
    }
    Ok(Some((pretty(&item)?, JSON)))
}

async fn run(call: &Call, id: &str) -> Result<Text, Problem> {
    let Ok(id) = RunId::parse(id) else { return Ok(None) };
    let store = call.store();
    let Some(row) = store.run(&id).await? else { return Ok(None) };
    let whole: Whole = whole(&store, &row).await?;
    Ok(Some((pretty(&Whole { input: Some(row.input), output: row.output, ..whole })?, JSON)))
}

fn pretty(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string_pretty(value).map_err(|error| {
        Problem::new(Code::Internal, format!("the resource cannot be written as JSON: {error}"))
    })
}

/// A problem where the protocol knows only errors.
pub(crate) fn error_data(problem: &Problem) -> ErrorData {
    let code = match problem.code {
        Code::NotFound => ErrorCode::RESOURCE_NOT_FOUND,
        code if code.status() < 500 => ErrorCode::INVALID_PARAMS,
        _ => ErrorCode::INTERNAL_ERROR,
    };
    let problem = crate::answer::public(problem);
    let document: Value = problem.document();
    ErrorData::new(code, problem.to_string(), Some(document))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, expected: Option<(Kind, &str, bool)>) {
        assert_eq!(parse_uri(uri), expected.map(|(kind, id, json)| (kind, id.to_owned(), json)));
    }

    #[test]
    fn addresses() {
        check("tutti://items/mc-1", Some((Kind::Items, "mc-1", false)));
        check("tutti://items/mc-1?as=json", Some((Kind::Items, "mc-1", true)));
        check("tutti://runs/r1%2Fslot%2F3%231", Some((Kind::Runs, "r1/slot/3#1", false)));
        check("tutti://runs/r1/slot/3", Some((Kind::Runs, "r1/slot/3", false)));
        check("tutti://library/a+b", Some((Kind::Library, "a+b", false)));
        check("tutti://items/", None);
        check("tutti://secrets/1", None);
        check("file:///etc/passwd", None);
    }

    #[test]
    fn an_id_comes_back_from_its_address() {
        for id in ["mc-5d0c", "r1/item/3#2", "a b+c%d&e=f?g"] {
            let (_, back, _) = parse_uri(&Kind::Runs.uri(id)).unwrap();
            // A space is written as a plus sign, which no id contains.
            assert_eq!(back.replace('+', " "), id.replace('+', " "));
        }
    }

    #[test]
    fn cursors() {
        let cursor = Cursor(Kind::Items, Some("mc-1".to_owned()));
        assert_eq!(Cursor::read(&cursor.encode().unwrap()), Some(cursor));
        assert_eq!(Cursor::read("nonsense"), None);
    }
}
