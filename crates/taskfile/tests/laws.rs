//! Properties: reading never fails, written files read back, and frozen parts stay.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use proptest::collection::vec;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use tutti_item::Bloom;
use tutti_taskfile::{
    Additions, Category, FamiliarityQuestion, Formula, QuizQuestion, TaskDocument, TaskFile, check, expand,
    frozen_parts,
};

const SAMPLE: &str = include_str!("../../../samples/railway-signal-lamps.md");

/// Text with everything that tables, JSON and LaTeX give a meaning.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[a-zA-Z ]{1,8}",
        1 => prop::sample::select(vec![
            "|", "\\", "\\|", "\\\\|", "\"", "\n", "\r\n", "<br>", "&lt;br>", "&amp;", "&#92;", "$\\frac{1}{2}$",
            "\\times", "\\n", "**", "`", "[", "]", ", ", "\", \"", "A. ", "1. ", "#", "é", "😀", "\t", "'", ":", "---",
        ]).prop_map(str::to_owned),
        1 => "\\PC{1,4}",
    ];
    vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn level() -> impl Strategy<Value = Bloom> {
    prop::sample::select(vec![Bloom::Remember, Bloom::Understand, Bloom::Apply])
}

fn question(options: usize) -> impl Strategy<Value = QuizQuestion> {
    (text(), vec(text(), options), 0..options, level())
        .prop_map(|(question, options, key, level)| QuizQuestion { question, options, key, level })
}

fn document() -> impl Strategy<Value = TaskDocument> {
    let formula = (text(), text()).prop_map(|(name, latex)| Formula { name, latex });
    let familiarity =
        (text(), any::<bool>(), level()).prop_map(|(question, domain, level)| FamiliarityQuestion {
            question,
            category: if domain { Category::DomainSpecific } else { Category::TaskSpecific },
            level,
        });
    let questions = (4..6usize).prop_flat_map(|options| vec(question(options), 9));
    (vec(text(), 15), vec(formula, 0..3), vec(familiarity, 4), questions).prop_map(
        |(texts, formulas, familiarity, comprehension)| {
            let mut texts = texts.into_iter();
            let mut next = || texts.next().unwrap();
            TaskDocument {
                use_case: format!("Use {}", next()),
                title: format!("Title {}", next()),
                domain: next(),
                use_case_description: next(),
                knowledge_dimensions: next(),
                reference_filename: next(),
                reference_source: next(),
                quiz_source: next(),
                inspiration: next(),
                system_prompt: next(),
                task_id: next(),
                topic: next(),
                description: next(),
                explainer: next(),
                learner: next(),
                formulas,
                familiarity,
                comprehension,
            }
        },
    )
}

/// Another layout of the same file: line endings, space in cells, blank lines, an end without a line ending.
fn odd(text: &str, (crlf, tight, spread, cut, mark): (bool, bool, bool, bool, bool)) -> String {
    let mut text = text.to_owned();
    if tight {
        text = text.replace("|---|---|---|", "| :-- | --- | --: |").replace("| **", "|   **");
    }
    if spread {
        text = text.replace("\n\n", "\n\n\n");
    }
    if cut {
        text.truncate(text.trim_end().len());
    }
    if crlf {
        text = text.replace('\n', "\r\n");
    }
    if mark { format!("\u{feff}{text}") } else { text }
}

/// The source of the last cell of every row that a Markdown renderer sees.
fn rendered_rows(text: &str) -> (usize, Vec<&str>) {
    let (mut tables, mut rows, mut cell) = (0, Vec::new(), 0..0);
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Table(_)) => tables += 1,
            Event::End(TagEnd::TableCell) => cell = range,
            Event::End(TagEnd::TableRow) => rows.push(text[cell.clone()].trim()),
            _ => {}
        }
    }
    (tables, rows)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_read(text in "(\\PC|[|\\\\\"\\[\\]#\n\r*-]){0,200}") {
        let _ = check(&text);
        let _ = frozen_parts(&text);
    }

    #[test]
    fn any_cut_of_a_file_is_read(from in 0..SAMPLE.len(), length in 0..SAMPLE.len(), lost in 0..SAMPLE.len()) {
        let end = (from + length).min(SAMPLE.len());
        let _ = check(&SAMPLE[from..end]);
        let _ = check(&SAMPLE[..from]);
        let without = format!("{}{}", &SAMPLE[..lost], SAMPLE.get(lost + 1..).unwrap_or_default());
        let _ = check(&without);
        prop_assert_eq!(frozen_parts(SAMPLE).compare(SAMPLE), Ok(()));
    }

    #[test]
    fn what_is_written_reads_back(document in document()) {
        let text = document.to_markdown();
        let read = TaskFile::read(&text);
        prop_assert_eq!(&read.defects, &[], "{}", text);
        prop_assert_eq!(read.file.document().unwrap(), document.tidy(), "{}", text);
    }

    #[test]
    fn a_renderer_sees_the_same_tables(document in document()) {
        let text = document.to_markdown();
        let file = TaskFile::read(&text).file;
        let (tables, rows) = rendered_rows(&text);
        prop_assert_eq!(tables, 2 + 4 + 9);
        let questions = file.familiarity.iter().chain(&file.comprehension).flat_map(|question| &question.rows);
        let cells = file.metadata.iter().chain(&file.task_data).chain(questions);
        let cells: Vec<&str> = cells.map(|row| &text[row.value_bytes.clone()]).collect();
        prop_assert_eq!(rows, cells);
    }

    #[test]
    fn frozen_bytes_stay(
        (document, questions) in document().prop_flat_map(|document| {
            let options = document.comprehension[0].options.len();
            (Just(document), vec(question(options), 0..7))
        }),
        layout in any::<(bool, bool, bool, bool, bool)>(),
        description in vec(text(), 0..3),
        explainer in vec(text(), 0..3),
        learner in vec(text(), 0..3),
    ) {
        let original = odd(&document.to_markdown(), layout);
        let before = frozen_parts(&original);
        let additions = Additions { questions, description, explainer, learner };
        let after = expand(&original, &additions).unwrap();
        prop_assert_eq!(before.compare(&after), Ok(()));
        for part in &before.parts {
            prop_assert!(after.contains(&part.text));
        }
        let read = TaskFile::read(&after).file;
        prop_assert_eq!(read.comprehension.len(), 9 + additions.questions.len());
        let same = |c: &char| original.contains(*c);
        prop_assert!(after.chars().filter(|c| *c == '\r').all(|c| same(&c)), "line endings stay");
        let mut kept = original.chars();
        let mut next = kept.next();
        for c in after.chars() {
            if next == Some(c) {
                next = kept.next();
            }
        }
        prop_assert_eq!(next, None, "the original is all there, in order");
    }

    #[test]
    fn a_changed_frozen_byte_is_named(place in 0..30usize, at in 0.0..1.0f64) {
        let before = frozen_parts(SAMPLE);
        let part = &before.parts[place % before.parts.len()];
        let at = part.bytes.start + ((part.text.len() - 1) as f64 * at) as usize;
        let mut bytes = SAMPLE.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'x' { b'y' } else { b'x' };
        let after = String::from_utf8(bytes).unwrap();
        prop_assert!(before.compare(&after).is_err());
    }
}
