//! Documents into cards and questions.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use tutti_accounts::Permission;
use tutti_core::{Code, Problem, RunId};
use tutti_service::{
    runs::read_output,
    study::{Wish, submission},
    time,
};
use tutti_study::{Concept, Difficulty, Flag, Flashcard, QuizItem, ReaderOutput, StudyReport};

use super::{Review, told_reviews, yes};
use crate::{
    answer::{Told, counted},
    call::Call,
    driving::{Came, Measure},
    source::with_document,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "study_document",
                title: "Study a document",
                about: "Make a summary, flashcards and a multiple-choice quiz from a document. Every card and question \
                        quotes the passage it stands on. Give the document as text, url or base64. The result is kept \
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

with_document! {
    struct Study {
        /// How many flashcards, at most 200.
        #[serde(default)]
        flashcards: Option<u32>,
        /// How many questions, at most 200.
        #[serde(default)]
        questions: Option<u32>,
        #[serde(default)]
        difficulty: Option<Difficulty>,
        /// Who they are for.
        #[serde(default)]
        audience: Option<String>,
        /// Terms that come first.
        #[serde(default)]
        focus: Vec<String>,
        /// Wait for the result. Without waiting, the run is given at once; run_status tells how it goes on.
        #[serde(default = "yes")]
        wait: bool,
    }
}

/// A session, or the run that will make it.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Session {
    /// The run, and the session it makes.
    run: String,
    /// done, waits (for a person) or begun.
    status: String,
    title: String,
    language: String,
    summary: String,
    concepts: Vec<Concept>,
    flashcards: Vec<Flashcard>,
    quiz: Vec<QuizItem>,
    /// What should be known about what was made.
    flags: Vec<Flag>,
    /// What a person is asked, if it waits.
    reviews: Vec<Review>,
}

async fn study(call: Call, mut asked: Study) -> Result<Told<Session>, Problem> {
    let document = asked.document();
    let setup = call.setup();
    let wish = Wish {
        flashcards: asked.flashcards,
        questions: asked.questions,
        difficulty: asked.difficulty.unwrap_or_default(),
        audience: super::said(asked.audience),
        focus: asked.focus,
    };
    wish.counts(&setup)?;
    let source = document.source(&call).await?;
    let id = RunId::fresh();
    let submission = submission(&setup, &call.store(), &id, source, wish, time::now()).await?;
    let came = call.drive(submission, &id, asked.wait, Measure::Steps).await?;
    let mut session = Session { run: id.to_string(), status: came.status().to_owned(), ..Session::default() };
    Ok(match came {
        Came::Begun => {
            let text = format!("Run {id} makes it; run_status tells how far it is.");
            Told::new(session, text)
        }
        Came::Waits(asked) => {
            session.reviews = asked.iter().map(Review::of).collect();
            let text = format!("Session {id} waits for a person.\n{}", told_reviews(&session.reviews));
            Told::new(session, text)
        }
        Came::Done(output) => {
            let report: StudyReport = read_output(&id, output)?;
            let context = report.handover.context;
            session.title = report.session.doc_meta.title;
            session.language = report.session.doc_meta.language;
            session.summary = context.full_summary;
            session.concepts = context.key_concepts;
            session.flashcards = report.flashcards;
            session.quiz = report.quiz;
            session.flags = report.flags;
            let text = told(&session);
            Told::new(session, text)
        }
    })
}

fn told(session: &Session) -> String {
    let mut lines = vec![
        format!("# {}", session.title),
        String::new(),
        session.summary.clone(),
        String::new(),
        format!(
            "Session {}: {}, {}.",
            session.run,
            counted(session.flashcards.len(), "card"),
            counted(session.quiz.len(), "question")
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

with_document! {
    struct Read {
        /// Only from this page on.
        #[serde(default)]
        from_page: Option<u32>,
        /// Only up to this page.
        #[serde(default)]
        to_page: Option<u32>,
    }
}

async fn read(call: Call, mut asked: Read) -> Result<Told<ReaderOutput>, Problem> {
    let source = asked.document().source(&call).await?;
    let document = call.setup().documents()?.read(&source.bytes, Some(&source.name)).await;
    let mut read = ReaderOutput::of(document.map_err(Problem::from)?, &source.name);
    let (from, to) = (asked.from_page.unwrap_or(1), asked.to_page.unwrap_or(u32::MAX));
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
