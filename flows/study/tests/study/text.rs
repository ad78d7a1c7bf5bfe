//! Sample documents as blocks, by a splitter that knows as much Markdown as they use.

use std::path::PathBuf;

use tutti_study::{
    Block, CoachOutput, Constraints, DocMeta, Goal, HandoverV1, Instructions, MOST, Metadata, ReaderOutput,
    Role, ToRead, native,
};

/// The Markdown files of a folder of samples by their names, in order.
pub(crate) fn samples(folder: &str) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(folder);
    let mut found: Vec<(String, String)> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .filter(|(name, _)| name != "README.md")
        .collect();
    found.sort();
    found
}

pub(crate) fn sample(folder: &str, name: &str) -> ReaderOutput {
    let found = samples(folder).into_iter().find(|(known, _)| known == name);
    read(&found.unwrap().1)
}

pub(crate) fn read(markdown: &str) -> ReaderOutput {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for line in markdown.lines() {
        let line = line.trim_end();
        let role = role_of(line);
        let goes_on =
            open && role == blocks.last().map(|block| block.role).filter(|role| *role == Role::Table);
        match role {
            None if line.is_empty() => open = false,
            None if open => push_line(&mut blocks, ' ', line),
            Some(Role::Table) if goes_on => push_line(&mut blocks, '\n', line),
            role => {
                let text = line.trim_start_matches(['#', '-']).trim_start().to_owned();
                let level = line.bytes().take_while(|byte| *byte == b'#').count() as u8;
                let block_id = format!("p1.{}", blocks.len() + 1);
                let role = role.unwrap_or_default();
                let level = (level > 0).then_some(level);
                blocks.push(Block { block_id, text, source_page: 1, role, level });
                open = role != Role::Heading;
            }
        }
    }
    for block in &mut blocks {
        block.text = block.text.replace('*', "");
    }
    of_blocks(blocks)
}

/// A document of these blocks.
pub(crate) fn of_blocks(blocks: Vec<Block>) -> ReaderOutput {
    let text: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    let language = tutti_language::detect(&text.join("\n")).code().to_owned();
    let doc_meta = DocMeta { title: blocks[0].text.clone(), language };
    ReaderOutput { extracted_blocks: blocks, doc_meta, quality: None }
}

fn role_of(line: &str) -> Option<Role> {
    let numbered = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
    match line {
        _ if line.starts_with('#') => Some(Role::Heading),
        _ if line.starts_with("- ") || numbered => Some(Role::ListItem),
        _ if line.starts_with('|') => Some(Role::Table),
        _ => None,
    }
}

fn push_line(blocks: &mut [Block], between: char, line: &str) {
    let last = blocks.last_mut().unwrap();
    last.text.push(between);
    last.text.push_str(line.trim_start());
}

/// What the native Reader hands over, with an order for so many cards and questions.
pub(crate) fn handover(document: &ReaderOutput, flashcards: u32, questions: u32) -> HandoverV1 {
    let (doc_meta, blocks) = (document.doc_meta.clone(), document.extracted_blocks.clone());
    HandoverV1 {
        metadata: Metadata {
            session_id: "s".to_owned(),
            source_title: doc_meta.title.clone(),
            source_hash: "0".repeat(64),
            language: doc_meta.language.clone(),
            generated_at: "2026-01-01T00:00:00Z".to_owned(),
        },
        context: native::read(&ToRead { doc_meta, blocks: blocks.clone() }).unwrap(),
        instructions_for_coach: Instructions {
            target_audience: "beginner".to_owned(),
            generation_goals: vec![Goal::Flashcards, Goal::MultipleChoiceQuiz],
            focus_areas: Vec::new(),
            constraints: Constraints {
                num_flashcards: flashcards,
                num_quiz_questions: questions,
                quiz_difficulty: tutti_study::Difficulty::Medium,
            },
            avoid: Vec::new(),
        },
        blocks,
    }
}

/// All that the native Coach can make of a document.
pub(crate) fn all(document: &ReaderOutput) -> CoachOutput {
    native::make(&handover(document, MOST, MOST)).unwrap()
}
