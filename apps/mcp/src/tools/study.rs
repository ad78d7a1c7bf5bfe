//! Studying and reading documents.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Permission;
use tutti_core::{Code, Problem, RunId};
use tutti_service::{
    requests::Flat,
    study::{StudyRequest, submission},
    time,
};
use tutti_study::{Concept, Flag, Flashcard, QuizItem, ReaderOutput, STUDY};

use super::{Review, Waiting, review_lines};
use crate::{
    answer::{Told, count_text},
    call::Call,
    driving::{Measure, RunOutcome},
    source::Document,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "study_document",
                title: "Study a document",
                about: "Make a summary, flashcards and a multiple-choice quiz from a document. Every card and question \
                        quotes the passage it is based on. Give the document as text, url or base64. The result is kept \
                        as a session and its items go into the bank.",
                needs: Some(Permission::Study),
                does: Does::AddsFromOutside,
            },
            study,
        ),
        Entry::new(
            Named {
                name: "read_document",
                title: "Read a document",
                about: "Read a document into blocks of text with their pages and roles; scans are recognised. Nothing is \
                        kept.",
                needs: Some(Permission::Study),
                does: Does::LooksOutside,
            },
            read,
        ),
    ]
}

type Study = Flat<(Document, StudyRequest, Waiting)>;

/// A session, or the run that will make it.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Session {
    /// Id of the run and of the session it makes.
    run: String,
    /// done, waits (for a person) or begun.
    status: String,
    title: String,
    language: String,
    summary: String,
    concepts: Vec<Concept>,
    flashcards: Vec<Flashcard>,
    quiz: Vec<QuizItem>,
    /// Warnings about the results.
    flags: Vec<Flag>,
    /// Questions for a person, if it waits.
    reviews: Vec<Review>,
}

async fn study(call: Call, asked: Study) -> Result<Told<Session>, Problem> {
    let Flat((document, request, Waiting { wait })) = asked;
    let setup = call.setup();
    request.counts(&setup)?;
    let source = document.source(&call).await?;
    let id = RunId::fresh();
    let submission = submission(&setup, &call.store(), &id, source, request, time::now()).await?;
    let outcome = call.drive(submission, wait, Measure::Steps).await?;
    let mut session =
        Session { run: id.to_string(), status: outcome.status().to_owned(), ..Session::default() };
    Ok(match outcome {
        RunOutcome::Begun => {
            let text = format!("Run {id} makes it; run_status reports its progress.");
            Told::new(session, text)
        }
        RunOutcome::Waits(asked) => {
            session.reviews = asked.iter().map(Review::of).collect();
            let text = format!("Session {id} waits for a person.\n{}", review_lines(&session.reviews));
            Told::new(session, text)
        }
        RunOutcome::Done(output) => {
            let report = STUDY.output(&id, output)?;
            let context = report.handover.context;
            session.title = report.session.doc_meta.title;
            session.language = report.session.doc_meta.language;
            session.summary = context.full_summary;
            session.concepts = context.key_concepts;
            session.flashcards = report.flashcards;
            session.quiz = report.quiz;
            session.flags = report.flags;
            let text = summary(&session);
            Told::new(session, text)
        }
    })
}

fn summary(session: &Session) -> String {
    let mut lines = vec![
        format!("# {}", session.title),
        String::new(),
        session.summary.clone(),
        String::new(),
        format!(
            "Session {}: {}, {}.",
            session.run,
            count_text(session.flashcards.len(), "card"),
            count_text(session.quiz.len(), "question")
        ),
    ];
    lines.extend(session.flags.iter().map(|flag| format!("Note: {}", flag.detail)));
    if !session.flashcards.is_empty() {
        lines.push("\n## Flashcards\n".to_owned());
    }
    for card in &session.flashcards {
        lines.push(format!("- {} {} ({})", card.question, card.answer, card.source_span.join(", ")));
    }
    if !session.quiz.is_empty() {
        lines.push("\n## Quiz".to_owned());
    }
    for (n, item) in session.quiz.iter().enumerate() {
        lines.push(format!("\n{}. {}", n + 1, item.question));
        for (i, option) in item.options.iter().enumerate() {
            let mark = if i == item.correct { " (right)" } else { "" };
            lines.push(format!("   {}. {option}{mark}", char::from(b'A' + (i % 26) as u8)));
        }
        lines.push(format!("   Source: “{}” ({})", item.quote, item.source_span.join(", ")));
    }
    lines.join("\n")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pages {
    /// First page to return.
    from_page: Option<u32>,
    /// Last page to return.
    to_page: Option<u32>,
}

async fn read(call: Call, asked: Flat<(Document, Pages)>) -> Result<Told<ReaderOutput>, Problem> {
    let Flat((document, pages)) = asked;
    let source = document.source(&call).await?;
    let document = call.setup().documents()?.read(&source.bytes, Some(&source.name)).await;
    let mut read = ReaderOutput::of(document.map_err(Problem::from)?, &source.name);
    let (from, to) = (pages.from_page.unwrap_or(1), pages.to_page.unwrap_or(u32::MAX));
    if from > to {
        let why = format!("page {from} comes after page {to}");
        return Err(Problem::new(Code::BadInput, why).at("/from_page"));
    }
    read.extracted_blocks.retain(|block| (from..=to).contains(&block.source_page));
    let mut text = format!("# {}\n", read.doc_meta.title);
    for block in &read.extracted_blocks {
        let _ = write!(text, "\n[{}] {}", block.block_id, block.text);
    }
    Ok(Told::new(read, text))
}
