//! Parses questions that a person wrote on a plain sheet because the writer had too few.
//!
//! ```text
//! Understanding: Why must the lid of the kettle stay on?
//! * The steam has to reach the switch
//! - The water would boil too soon | takes the lid for a brake
//! - …
//! quote: a switch bends when the steam reaches it
//! ```
//!
//! A level and the question, the key with a star, the wrong options with a dash and, optionally, the misconception behind
//! each. A missing quote is searched for; the gates decide whether it settles the option.

use tutti_composer::{Draw, Facet};
use tutti_language::{Language, Text, holds_words, plain, similarity, terms};
use tutti_lexicon::Lexicon;

use crate::candidate::{Candidate, Level, Offered, Target};
use crate::coverage::CoverageMap;
use crate::native::writer::belief;
use crate::reference::Reference;

/// How a sheet is written, for the person who is asked for one.
pub(crate) const FORM: &str = "Understanding: the question?\n\
    * the key\n\
    - a wrong option | what somebody believes who takes it\n\
    - …\n\
    quote: words of the reference that decide it\n\
    (a blank line, then the next; levels are Remembering, Understanding and Applying)";

/// The questions of a sheet, or what is wrong with it and where.
pub(crate) fn read(
    sheet: &str,
    reference: &Reference,
    options: usize,
    coverage: Option<&CoverageMap>,
) -> Result<Vec<Candidate>, String> {
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for (number, line) in (1..).zip(sheet.lines()).map(|(number, line)| (number, line.trim())) {
        if line.is_empty() {
            continue;
        }
        if let Some((level, question)) = heading(line) {
            drafts.push(Draft { line: number, level, question, options: Vec::new(), quote: "" });
            continue;
        }
        let Some(draft) = drafts.last_mut() else {
            return Err(format!(
                "line {number} comes before any question; a question begins with its level: “Applying: …”"
            ));
        };
        match line.split_at_checked(1) {
            Some(("*", rest)) => draft.options.push((true, rest.trim())),
            Some(("-" | "–" | "•", rest)) => draft.options.push((false, rest.trim())),
            _ => match line.split_once(':') {
                Some((word, quote)) if word.eq_ignore_ascii_case("quote") => draft.quote = quote.trim(),
                _ => {
                    return Err(format!(
                        "line {number} is neither a question, an option nor a quote: “{line}”"
                    ));
                }
            },
        }
    }
    if drafts.is_empty() {
        return Err(
            "there is no question on the sheet; a question begins with its level: “Applying: …”".to_owned()
        );
    }
    let text = reference.text();
    drafts.iter().map(|draft| draft.candidate(reference, &text, options, coverage)).collect()
}

/// `Applying: What …?`
fn heading(line: &str) -> Option<(Level, &str)> {
    let (word, question) = line.split_once(':')?;
    let level = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(word.trim()))?;
    Some((level, question.trim()))
}

/// A question as it stands on the sheet.
struct Draft<'s> {
    line: usize,
    level: Level,
    question: &'s str,
    /// Whether it is the key, and the rest of the line.
    options: Vec<(bool, &'s str)>,
    quote: &'s str,
}

impl Draft<'_> {
    fn candidate(
        &self,
        reference: &Reference,
        text: &Text<'_>,
        wanted: usize,
        coverage: Option<&CoverageMap>,
    ) -> Result<Candidate, String> {
        let line = self.line;
        let mut keys = self.options.iter().enumerate().filter(|(_, (key, _))| *key).map(|(at, _)| at);
        let (Some(key), None) = (keys.next(), keys.next()) else {
            return Err(format!(
                "the question in line {line} does not have exactly one key; mark one option with a star"
            ));
        };
        if self.options.len() != wanted {
            let have = self.options.len();
            return Err(format!("the question in line {line} has {have} options; {wanted} are required"));
        }
        let language = reference.language();
        let key_text = words_of(self.options[key].1);
        let options = self.options.iter().map(|(is_key, line)| {
            let mut fields = line.split('|').map(str::trim);
            let option = fields.next().unwrap_or_default();
            let (believed, quote) = (fields.next().unwrap_or_default(), fields.next().unwrap_or(self.quote));
            let evidence = if quote.is_empty() {
                nearest(text, &format!("{} {option}", self.question), language)
            } else {
                quote.to_owned()
            };
            let of_words = || draw(option, key_text, reference, language);
            let draw = (!is_key).then(|| draw_of_belief(believed).unwrap_or_else(of_words));
            let misconception = match draw {
                Some(draw) if believed.is_empty() => belief(Facet::Statement, draw).to_owned(),
                Some(_) => believed.to_owned(),
                None => String::new(),
            };
            Offered { text: option.to_owned(), draw, misconception, evidence }
        });
        let options: Vec<Offered> = options.collect();
        let said = plain(&format!("{} {key_text} {}", self.question, options[key].evidence));
        Ok(Candidate {
            question_id: String::new(),
            level: self.level,
            question: self.question.to_owned(),
            key,
            concept: concept(text, &said).unwrap_or_else(|| key_text.to_owned()),
            target: coverage.and_then(|map| target(map, &said)),
            options,
        })
    }
}

fn words_of(line: &str) -> &str {
    line.split('|').next().unwrap_or_default().trim()
}

/// The sentence of the reference that is most like what is asked.
fn nearest(text: &Text<'_>, asked: &str, language: Language) -> String {
    let like = |sentence: &str| similarity(sentence, asked, language);
    let best = text.sentences().iter().max_by(|a, b| like(a.text).total_cmp(&like(b.text)));
    best.map_or_else(String::new, |sentence| sentence.text.to_owned())
}

/// The kind of draw of an option, inferred from its stated misconception.
fn draw_of_belief(believed: &str) -> Option<Draw> {
    const SAID: &[(&str, Draw)] = &[
        ("mixes", Draw::RelatedConfusion),
        ("confuses", Draw::RelatedConfusion),
        ("overlooks", Draw::PartialTruth),
        ("forgets", Draw::PartialTruth),
        ("thinks", Draw::Misconception),
        ("believes", Draw::Misconception),
        ("turns", Draw::Misconception),
        ("reasons", Draw::PlausibleReasoning),
        ("guesses", Draw::PlausibleReasoning),
        ("assumes", Draw::PlausibleReasoning),
    ];
    let verb = believed.split_whitespace().next()?.to_lowercase();
    SAID.iter().find(|(said, _)| *said == verb).map(|(_, draw)| *draw)
}

/// The same, told from its words.
fn draw(option: &str, key: &str, reference: &Reference, language: Language) -> Draw {
    let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let negations = |text: &str| Lexicon::of(language).negations(text).count();
    let option_plain = plain(option);
    let mut long = option_plain.split(' ').filter(|word| word.chars().count() > 4).peekable();
    let in_text = |word: &str| holds_words(reference.plain(), word);
    if digits(option) && digits(key) {
        Draw::AdjacentValue
    } else if negations(option) != negations(key) {
        Draw::Misconception
    } else if similarity(option, key, language) >= 0.4 {
        Draw::PartialTruth
    } else if long.peek().is_some() && long.all(in_text) {
        Draw::RelatedConfusion
    } else {
        Draw::PlausibleReasoning
    }
}

/// The weightiest term of the reference that is asked about.
fn concept(text: &Text<'_>, said: &str) -> Option<String> {
    let mut known = terms(text, 60).into_iter().map(|term| term.text);
    known.find(|term| holds_words(said, &plain(term)))
}

/// The concept of the map that is asked about.
fn target(map: &CoverageMap, said: &str) -> Option<Target> {
    let under = map.under_covered_concepts.iter().map(|under| (&under.concept, true));
    let covered = map.covered_concepts.iter().map(|covered| (&covered.concept, false));
    let (concept, under_covered) =
        under.chain(covered).find(|(concept, _)| holds_words(said, &plain(concept)))?;
    Some(Target { concept: concept.clone(), under_covered })
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = "The lid of a kettle keeps the steam in. A switch of two metals bends when the steam \
        reaches it and breaks the current after 3 minutes. Without the lid the steam escapes and the kettle boils on.";

    const SHEET: &str = "Understanding: Why must the lid of the kettle stay on?\n\
        * The steam has to reach the switch\n\
        - The current has to reach the lid | overlooks what is carried\n\
        - The metals do not have to bend\n\
        quote: A switch of two metals bends when the steam reaches it\n\
        \n\
        Remembering: After how long does the switch break the current?\n\
        - 2 minutes\n\
        * 3 minutes\n\
        - 5 minutes\n";

    fn sheet(text: &str) -> Result<Vec<Candidate>, String> {
        read(text, &Reference::new(REFERENCE), 3, None)
    }

    #[test]
    fn a_sheet_is_read() {
        let read = sheet(SHEET).unwrap();
        let levels: Vec<Level> = read.iter().map(|candidate| candidate.level).collect();
        assert_eq!(levels, [Level::Understanding, Level::Remembering]);
        assert_eq!(read[0].key_text(), "The steam has to reach the switch");
        let draws: Vec<Option<Draw>> = read[0].options.iter().map(|option| option.draw).collect();
        assert_eq!(draws, [None, Some(Draw::PartialTruth), Some(Draw::Misconception)]);
        assert_eq!(read[0].options[1].misconception, "overlooks what is carried");
        assert_eq!(read[1].key, 1);
        assert_eq!(
            read[1].options[1].evidence,
            "A switch of two metals bends when the steam reaches it and breaks the current after 3 minutes."
        );
        assert_eq!(read[1].options[0].draw, Some(Draw::AdjacentValue));
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(sheet(text).unwrap_err(), expected);
    }

    #[test]
    fn what_is_wrong_with_a_sheet_is_named() {
        check_refused(
            "",
            "there is no question on the sheet; a question begins with its level: “Applying: …”",
        );
        check_refused(
            "* 3 minutes",
            "line 1 comes before any question; a question begins with its level: “Applying: …”",
        );
        check_refused(
            "Applying: How long?\n* 3\n* 4\n- 5",
            "the question in line 1 does not have exactly one key; mark one option with a star",
        );
        check_refused(
            "\nApplying: How long?\n* 3\n- 5",
            "the question in line 2 has 2 options; 3 are required",
        );
        check_refused(
            "Applying: How long?\nperhaps 3",
            "line 2 is neither a question, an option nor a quote: “perhaps 3”",
        );
    }
}
