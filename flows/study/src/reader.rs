//! The native Reader: sections from headings, a summary of the most central sentences, concepts with the definitions that
//! the text itself gives.

use tutti_composer::is_note;
use tutti_core::{Code, Problem};
use tutti_language::{DefinitionKind, Kind, Language, Text, definitions, plain, summary, terms};

use crate::agents::ToRead;
use crate::handover::{Concept, Context, Relevance, Section};
use tutti_library::{Block, Role};

/// Concepts that are named.
const MOST: usize = 10;

pub(crate) fn read(input: &ToRead) -> Result<Context, Problem> {
    let language = Language::from_code(&input.doc_meta.language);
    let blocks: Vec<(&str, &str)> = prose(&input.blocks);
    let text = Text::new(&blocks, language);
    let length = (text.sentences().len() / 12).clamp(3, 8);
    let mut full_summary = sentences(&text, length);
    if full_summary.is_empty() {
        full_summary =
            text.sentences().iter().take(3).map(|sentence| sentence.text).collect::<Vec<_>>().join(" ");
    }
    if full_summary.trim().is_empty() {
        return Err(Problem::new(Code::Refused, "there are no sentences in the document"));
    }
    Ok(Context {
        full_summary,
        key_concepts: concepts(&text),
        main_sections: sections(&input.blocks, language, &input.doc_meta.title),
    })
}

fn prose(blocks: &[Block]) -> Vec<(&str, &str)> {
    let prose = blocks.iter().filter(|block| block.role != Role::Table && block.role != Role::Caption);
    prose.map(|block| (block.block_id.as_str(), block.body())).collect()
}

fn sentences(text: &Text<'_>, most: usize) -> String {
    let chosen = summary(text, most).into_iter().map(|i| &text.sentences()[i]);
    // An item of a list leans on the list.
    let whole = chosen.filter(|sentence| sentence.kind == Kind::Prose);
    whole.map(|sentence| sentence.text).collect::<Vec<_>>().join(" ")
}

/// The concepts that the text defines, the most important first.
fn concepts(text: &Text<'_>) -> Vec<Concept> {
    let ranked = terms(text, 200);
    let rank = |term: &str| {
        let term = plain(term);
        ranked.iter().position(|ranked| plain(&ranked.text) == term).unwrap_or(ranked.len())
    };
    let mut found: Vec<(usize, Concept)> = Vec::new();
    for definition in definitions(text) {
        let says = !matches!(definition.kind, DefinitionKind::Alias | DefinitionKind::Abbreviation)
            && !is_note(text, &definition);
        let known = found.iter().any(|(_, concept)| plain(&concept.term) == plain(&definition.term));
        if says && !known {
            let block = text.sentences()[definition.sentence].block;
            let concept = Concept {
                term: definition.term.clone(),
                definition: definition.definition,
                relevance: Relevance::Low,
                source_span: vec![text.blocks()[block].0.to_owned()],
            };
            found.push((rank(&definition.term), concept));
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(MOST);
    let third = found.len().div_ceil(3).max(1);
    for (place, (_, concept)) in found.iter_mut().enumerate() {
        concept.relevance = [Relevance::High, Relevance::Medium, Relevance::Low][(place / third).min(2)];
    }
    found.into_iter().map(|(_, concept)| concept).collect()
}

/// The parts of the document under its headings. A document without any is one section.
fn sections(blocks: &[Block], language: Language, title: &str) -> Vec<Section> {
    // A level that only the title has divides nothing.
    let of_level = |level: u8| {
        let heads = blocks.iter().filter(|block| block.role == Role::Heading);
        heads.filter(|block| block.level == Some(level)).count()
    };
    let level = (1..=6).find(|level| of_level(*level) >= 2).unwrap_or(1);
    let begins = |block: &Block| block.role == Role::Heading && block.level.unwrap_or(1) <= level;
    let mut parts: Vec<(String, Vec<Block>)> = Vec::new();
    for block in blocks {
        if begins(block) {
            parts.push((block.text.clone(), Vec::new()));
        } else if let Some((_, part)) = parts.last_mut() {
            part.push(block.clone());
        } else {
            parts.push((title.to_owned(), vec![block.clone()]));
        }
    }
    parts
        .into_iter()
        .filter(|(_, part)| !part.is_empty())
        .map(|(section_title, part)| {
            let prose = prose(&part);
            let text = Text::new(&prose, language);
            let pages = (part.first().map_or(1, |b| b.source_page), part.last().map_or(1, |b| b.source_page));
            let content_ref = match pages {
                (first, last) if first == last => format!("page {first}"),
                (first, last) => format!("pages {first}-{last}"),
            };
            let mut section_summary = sentences(&text, 2);
            if section_summary.is_empty() {
                section_summary = text.sentences().first().map_or_else(String::new, |s| s.text.to_owned());
            }
            Section { section_title, section_summary, content_ref }
        })
        .collect()
}

impl Context {
    /// Joins the results for the parts of one document.
    pub(crate) fn join(mut parts: Vec<Self>) -> Self {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let mut joined = Self::default();
        let mut concepts: Vec<Concept> = Vec::new();
        for part in parts {
            if !joined.full_summary.is_empty() {
                joined.full_summary.push(' ');
            }
            joined.full_summary.push_str(&part.full_summary);
            for section in part.main_sections {
                match joined.main_sections.last_mut() {
                    // A section that was cut between two parts.
                    Some(last) if last.section_title == section.section_title => {
                        last.section_summary =
                            format!("{} {}", last.section_summary, section.section_summary);
                    }
                    _ => joined.main_sections.push(section),
                }
            }
            for concept in part.key_concepts {
                if concepts.iter().all(|known| plain(&known.term) != plain(&concept.term)) {
                    concepts.push(concept);
                }
            }
        }
        concepts.sort_by_key(|concept| concept.relevance);
        concepts.truncate(2 * MOST);
        joined.key_concepts = concepts;
        joined
    }
}
