//! `tutti study` turns a document into cards and questions; `tutti read` prints its text blocks.

mod files;

use serde_json::json;
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::End;
use tutti_service::{
    Setup,
    study::{StudyRequest, submission},
};
use tutti_study::{ReaderOutput, STUDY, StudyReport};

use crate::{
    args::Study,
    commands::{run_end::report_end, source::source},
    driving::drive,
    exit::{Ended, Exit},
    output::{Output, count_text, visible},
    time,
};

/// Prints the text blocks. Nothing is stored.
pub(crate) async fn read(setup: &Setup, named: &str, output: &Output) -> Ended {
    let source = source(setup, named).await?;
    let document = setup.documents()?.read(&source.bytes, Some(&source.name)).await.map_err(Problem::from)?;
    let read = ReaderOutput::of(document, &source.name);
    if output.is_json() {
        output.document(&read);
        return Ok(Exit::Done);
    }
    for block in &read.extracted_blocks {
        output.lines(&visible(&format!("{}  {}", block.block_id, block.text)));
    }
    if let Some(quality) = &read.quality {
        let pages = count_text(quality.pages as usize, "page");
        let recognised = match (quality.pages_ocr.len(), quality.ocr_confidence) {
            (0, _) => String::new(),
            (n, confidence) => {
                format!(", {} recognised with a confidence of {:.2}", n, confidence.unwrap_or_default())
            }
        };
        let blocks = count_text(read.extracted_blocks.len(), "block");
        output.say(&format!("{pages}, {blocks}, {}{recognised}", read.doc_meta.language));
    }
    Ok(Exit::Done)
}

pub(crate) async fn study(setup: &Setup, typed: Study, output: &Output) -> Ended {
    let request = StudyRequest {
        flashcards: typed.flashcards,
        questions: typed.questions,
        difficulty: Some(typed.difficulty),
        audience: Some(typed.audience),
        focus: typed.focus,
    };
    request.counts(setup).map_err(crate::exit::without_pointer)?;
    if let Some(out) = &typed.out {
        crate::files::check_folder(out)?;
    }
    let source = source(setup, &typed.source).await?;
    let name = source.name.clone();
    let (id, owner) = (RunId::fresh(), Owner::local());
    let executor = setup.executor().await?;
    let store = executor.store().of(&owner);
    let submission = submission(setup, &store, &id, source, request, time::now()).await?;
    output.say(&format!("{name}: session {id}"));
    let work = executor.run(&owner, submission);
    let Some((_, end)) = drive(&executor, output, &format!("tutti runs resume {id}"), work).await? else {
        return Ok(Exit::Interrupted);
    };
    if let Some(out) = &typed.out {
        files::write(out, &store, &id, &end).await?;
    }
    match &end {
        End::Done(value) => {
            print_report(&STUDY.output(&id, value.clone())?, output);
            Ok(Exit::Done)
        }
        // The user can fix the document, so its problem has its own exit code.
        End::Failed(problem) => Err(problem.clone().into()),
        End::Parked { .. } => {
            let problem = Problem::new(
                Code::AwaitsReview,
                "the recognised text is too uncertain to make questions from; it waits for a person",
            );
            Err(problem
                .hint(format!("`tutti review show {id}` shows the text"))
                .hint(format!("`tutti review answer {id} @corrected.txt` continues with a corrected text"))
                .into())
        }
        _ => report_end(&store, &id, &end, output).await,
    }
}

fn print_report(report: &StudyReport, output: &Output) {
    if output.is_json() {
        output.document(&json!({
            "handover": report.handover,
            "flashcards": report.flashcards,
            "quiz": report.quiz,
            "flags": report.flags,
        }));
        return;
    }
    let paint = output.paint;
    let context = &report.handover.context;
    output
        .lines(&visible(&format!("{}\n\n{}\n", report.handover.metadata.source_title, context.full_summary)));
    if !context.key_concepts.is_empty() {
        let terms: Vec<&str> = context.key_concepts.iter().map(|concept| concept.term.as_str()).collect();
        output.lines(&visible(&format!("{}  {}\n", paint.bold("concepts"), terms.join(", "))));
    }
    for card in &report.flashcards {
        let span = card.source_span.join(", ");
        output.lines(&visible(&format!("{}  {}", paint.bold(&card.card_id), card.question)));
        output.lines(&visible(&format!("    {}  ({span})", card.answer)));
    }
    for item in &report.quiz {
        output.lines(&visible(&format!("\n{}  {}", paint.bold(&item.item_id), item.question)));
        for (i, option) in item.options.iter().enumerate() {
            let mark = if i == item.correct { "*" } else { " " };
            let letter = char::from(b'A' + i as u8);
            output.lines(&visible(&format!("  {mark} {letter}  {option}")));
        }
    }
    for flag in &report.flags {
        output.say(&format!("{}: {}", flag.flag, flag.detail));
    }
    let session = &report.session.session_id;
    output.say(&format!(
        "{}, {}; `tutti quiz take {session}` asks them, `tutti cards review` shows the cards",
        count_text(report.flashcards.len(), "card"),
        count_text(report.quiz.len(), "question")
    ));
}
