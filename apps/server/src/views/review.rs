//! Views of questions that wait for a person.

use schemars::JsonSchema;
use serde::Serialize;
use tutti_service::time;
use tutti_store::{Owned, ReviewRow};
use tutti_study::{STUDY, SessionState, session_store};

use crate::failure::Answer;

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ReviewView {
    pub(crate) run: String,
    pub(crate) name: String,
    pub(crate) flow: String,
    /// The owner of the run, if it is not the caller's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<String>,
    pub(crate) ask: String,
    pub(crate) why: String,
    pub(crate) evidence: Vec<String>,
    /// The allowed answers; one that begins with `@` stands for free text.
    pub(crate) allowed: Vec<String>,
    pub(crate) accepts_text: bool,
    pub(crate) asked_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answered_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answered_at: Option<String>,
    /// The document it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) document: Option<Questioned>,
}

/// A document whose text is in question.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Questioned {
    pub(crate) session: String,
    pub(crate) title: String,
    /// The text as it was read, every page from the first. A corrected text is sent back whole, with a form feed between
    /// pages.
    pub(crate) pages: Vec<PageText>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct PageText {
    pub(crate) page: u32,
    pub(crate) text: String,
}

impl ReviewView {
    pub(crate) fn of(row: &ReviewRow) -> Self {
        let question = &row.question;
        Self {
            run: row.run.to_string(),
            name: row.name.clone(),
            flow: row.flow.clone(),
            owner: None,
            ask: question.ask.clone(),
            why: question.why.clone(),
            evidence: question.evidence.clone(),
            allowed: question.allowed.clone(),
            accepts_text: question.accepts_text(),
            asked_at: time::rfc3339(row.asked_at),
            answer: row.answer.clone(),
            answered_by: row.answered_by.clone(),
            answered_at: row.answered_at.map(time::rfc3339),
            document: None,
        }
    }

    /// Adds the document, if the question is about one.
    pub(crate) async fn with_document(mut self, store: &Owned, row: &ReviewRow) -> Answer<Self> {
        if let Some(run) = store.run(&row.run).await?.filter(|run| STUDY.is_flow_of(run))
            && let Ok(input) = STUDY.input(&run)
            && let [stored] = session_store::sessions(store, &input.session_id).await?.as_slice()
        {
            self.document = Some(Questioned::of(&stored.state));
        }
        Ok(self)
    }
}

impl Questioned {
    fn of(session: &SessionState) -> Self {
        let last = session.extracted_blocks.iter().map(|block| block.source_page).max().unwrap_or(1);
        let text_of = |page: u32| {
            let blocks = session.extracted_blocks.iter().filter(|block| block.source_page == page);
            blocks.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n\n")
        };
        let pages = (1..=last).map(|page| PageText { page, text: text_of(page) }).collect();
        Self { session: session.session_id.clone(), title: session.doc_meta.title.clone(), pages }
    }
}
