//! The native source discovery: which of the documents found contains facts that can be asked about.

use tutti_core::Problem;
use tutti_language::{Language, Text, causes, detect, enumerations, quantities};

use crate::coverage::Grade;
use crate::source::{Found, Length, Source, Sources, ToDiscover};

/// Words of a text for about five minutes, and what is too little or too much.
const WORDS: (usize, usize) = (250, 4_000);

/// Facts that make a source strong, and that make it valid at all.
const FACTS: (usize, usize) = (10, 5);

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn discover(input: &ToDiscover) -> Result<Sources, Problem> {
    let found = input.library.iter().filter(|found| !input.refused.contains(&found.id));
    let mut sources: Vec<(usize, Source)> =
        found.filter(|found| speaks_of(found, input)).filter_map(rate).collect();
    // The search has put the nearest first; only a much richer document goes before it.
    sources.sort_by_key(|(facts, source)| (source.question_support != Grade::High, facts.lt(&FACTS.0)));
    Ok(Sources { sources: sources.into_iter().map(|(_, source)| source).collect(), escalate: None })
}

/// Whether a document has most words of the topic: a search also finds documents that share only one.
fn speaks_of(found: &Found, input: &ToDiscover) -> bool {
    let text = format!("{} {}", found.title, found.text).to_lowercase();
    let words: Vec<String> = content_words(&input.topic_title);
    let there = words.iter().filter(|word| text.contains(word.as_str())).count();
    there > 0 && there * 2 >= words.len()
}

/// The longer words, without an ending that may differ.
fn content_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3);
    words.map(|word| word.to_lowercase().trim_end_matches(['s', 'e']).to_owned()).collect()
}

/// The source with the number of its facts, if it is valid.
fn rate(found: &Found) -> Option<(usize, Source)> {
    let words = found.text.split_whitespace().count();
    let (length, section) = match words {
        n if n < WORDS.0 => (Length::TooShort, None),
        n if n > WORDS.1 => (Length::TooLong, richest_section(&found.text)),
        _ => (Length::Appropriate, None),
    };
    let used = section.as_deref().and_then(|heading| section_of(&found.text, heading)).unwrap_or(&found.text);
    let facts = testable(used);
    if facts.len() < FACTS.1 {
        return None;
    }
    let question_support = if facts.len() >= FACTS.0 { Grade::High } else { Grade::Medium };
    let source = Source {
        id: found.id.clone(),
        title: found.title.clone(),
        organization: organization(&found.origin),
        testable_content: facts.iter().take(12).cloned().collect(),
        words,
        length,
        recommended_section: section,
        question_support,
    };
    Some((facts.len(), source))
}

/// The host of an address; nothing is known of a file.
fn organization(origin: &str) -> String {
    let host = origin.split_once("://").map_or("", |(_, rest)| rest.split('/').next().unwrap_or_default());
    host.trim_start_matches("www.").to_owned()
}

/// Sentences with a number, a step, a criterion or an exception, in their order.
pub(crate) fn testable(text: &str) -> Vec<String> {
    let language = detect(text.get(..text.len().min(20_000)).unwrap_or(text));
    let blocks: Vec<(String, &str)> =
        text.split("\n\n").enumerate().map(|(i, block)| (format!("b{i}"), block.trim())).collect();
    let blocks: Vec<(&str, &str)> = blocks.iter().map(|(id, block)| (id.as_str(), *block)).collect();
    let cut = Text::new(&blocks, language);
    let mut chosen: Vec<usize> = quantities(&cut).iter().map(|quantity| quantity.sentence).collect();
    chosen.extend(causes(&cut).iter().map(|cause| cause.sentence));
    chosen.extend(enumerations(&cut).iter().map(|list| list.sentence));
    chosen.extend((0..cut.sentences().len()).filter(|at| is_rule(cut.sentences()[*at].text, language)));
    chosen.sort_unstable();
    chosen.dedup();
    chosen
        .into_iter()
        .map(|at| cut.sentences()[at].text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

fn is_rule(sentence: &str, language: Language) -> bool {
    let words: &[&str] = if language.is_norwegian() {
        &["må", "skal", "unntatt", "hvis", "innen", "minst", "høyst", "forbudt", "krever"]
    } else {
        &[
            "must", "unless", "except", "only if", "within", "at least", "required", "may not", "before",
            "exceed",
        ]
    };
    let sentence = format!(" {} ", sentence.to_lowercase());
    words.iter().any(|word| sentence.contains(&format!(" {word} ")))
}

/// The heading of the section with most facts among those of a fitting length.
fn richest_section(text: &str) -> Option<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let rated = headings.filter_map(|line| {
        let heading = line.trim_start_matches('#').trim();
        let section = section_of(text, heading)?;
        let words = section.split_whitespace().count();
        (WORDS.0..=WORDS.1).contains(&words).then(|| (testable(section).len(), heading.to_owned()))
    });
    rated.max_by_key(|(facts, _)| *facts).map(|(_, heading)| heading)
}

/// From a heading to the next one that is not below it.
pub(crate) fn section_of<'a>(text: &'a str, heading: &str) -> Option<&'a str> {
    let mut at = 0;
    let mut begin: Option<(usize, usize)> = None;
    for line in text.split_inclusive('\n') {
        let level = line.chars().take_while(|c| *c == '#').count();
        match begin {
            None if level > 0 && line.trim_start_matches('#').trim() == heading => begin = Some((at, level)),
            Some((start, of)) if level > 0 && level <= of => return Some(&text[start..at]),
            _ => {}
        }
        at += line.len();
    }
    begin.map(|(start, _)| &text[start..])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    const RULES: &str = "Every lamp must be checked within 30 days.\n\nA keeper may not leave unless the mate is there.\n\n\
        The horn sounds at least 3 times in fog.\n\nOil costs 12 crowns a barrel.\n\nThe log is kept for 5 years.\n\n\
        A signal is required before dusk.";

    fn library_document(id: &str, title: &str, text: &str) -> Found {
        Found { id: id.to_owned(), title: title.to_owned(), origin: String::new(), text: text.to_owned() }
    }

    fn discover_ids(topic: &str, library: &[Found], refused: &[&str]) -> Vec<String> {
        let input = ToDiscover {
            topic_title: topic.to_owned(),
            library: library.to_vec(),
            refused: refused.iter().map(|&id| id.to_owned()).collect(),
            ..ToDiscover::default()
        };
        discover(&input).unwrap().sources.into_iter().map(|source| source.id).collect()
    }

    #[test]
    fn a_source_has_facts_about_the_topic() {
        let good = library_document("1", "Keeping a lighthouse", RULES);
        let poor =
            library_document("2", "Lighthouses in poems", "The lighthouse is fair. Its light is warm.");
        let other = library_document("3", "Bread", &RULES.replace("lamp", "loaf"));
        assert_eq!(discover_ids("Lighthouse keeping", &[poor, good.clone(), other], &[]), ["1"]);
        assert!(discover_ids("Lighthouse keeping", &[good], &["1"]).is_empty());
    }

    #[test]
    fn a_long_source_names_its_best_section() {
        let filler = "The sea is wide and the sky is grey. ".repeat(600);
        let rules = format!("{RULES}\n\n").repeat(6);
        let text =
            format!("# Lighthouses\n\n{filler}\n\n## Duties of a keeper\n\n{rules}\n\n## End\n\nFine.");
        let input = ToDiscover {
            topic_title: "Lighthouses".to_owned(),
            library: vec![library_document("1", "Lighthouses", &text)],
            ..ToDiscover::default()
        };
        let source = discover(&input).unwrap().sources.remove(0);
        assert_eq!(source.length, Length::TooLong);
        assert_eq!(source.recommended_section.as_deref(), Some("Duties of a keeper"));
        assert!(!section_of(&text, "Duties of a keeper").unwrap().contains("Fine."));
    }
}
