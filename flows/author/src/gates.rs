//! The quality gates: what must hold before a task continues, whatever the agents report.

use std::collections::BTreeSet;

use tutti_core::{Finding, Severity, Verdict};
use tutti_language::{Language, similarity};

use crate::candidate::{Candidate, Level};
use crate::course::{Curriculum, Familiarity, Finished};
use crate::native::reviewer::overlapping;
use crate::order::{Asked, Blind, Wanted};
use crate::review::Scored;
use crate::rule_enum::rule_enum;
use crate::rules::{Probe, overlaps};
use crate::status::Flag;

rule_enum! {
    /// A quality gate by name.
    Gate;
    /// An agent's output matches its schema: every candidate has its fields, its options and its key.
    Complete = "candidate_incomplete", "complete", "a_candidate_has_all_its_parts";
    /// No quality flag is unresolved.
    Resolved = "flag_unresolved", "check_flags", "flags_must_be_resolved";
    /// The fields that a task file needs are populated.
    Populated = "field_empty", "check_fields", "fields_are_populated";
    /// Each level has as many questions as requested.
    Counts = "count_wrong", "check_counts", "every_level_has_its_number";
    /// Keys are spread evenly: every letter is used equally often, or once more.
    Positions = "keys_not_spread", "positions", "keys_are_spread";
    /// No two questions test the same, and none tests the same as CQ1 to CQ9.
    Distinct = "overlap", "distinct", "no_two_ask_the_same";
    /// Under-covered concepts come before fresh angles on covered ones.
    Preferred = "under_covered_left", "check_preference", "under_covered_comes_first";
    /// Solvers without the text do not find the key; solvers with the text do.
    Difficulty = "difficulty_off", "difficulty", "blind_solvers_decide";
    /// The score is at least 7.0, and every wrong option attracts some readers.
    Scored = "score_low", "check_score", "a_low_score_is_no_choice";
    /// The reviewer corrected wording and nothing else.
    Mended = "mended_too_much", "check_mending", "only_wording_is_mended";
    /// Every question maps to an objective, and every objective to a question.
    Objectives = "objective_unmapped", "objectives", "objectives_and_questions_map_to_each_other";
    /// Four familiarity questions on their scales; the last two name terms that are tested, and none gives an answer away.
    Familiarity = "familiarity_unfit", "familiarity", "familiarity_is_asked_and_gives_nothing_away";
    /// In an expansion the texts for participants are extended, never changed.
    Extended = "instruction_changed", "check_instructions", "instructions_are_only_extended";
}

impl Gate {
    fn finding(self, message: impl Into<String>) -> Finding {
        Finding::new(self.code(), Severity::High, message)
    }
}

/// Whether a candidate has what every later stage relies on.
pub fn complete(candidate: &Candidate, options: usize) -> Verdict {
    let mut findings = Vec::new();
    let mut fault = |message: String, at: &str| findings.push(Gate::Complete.finding(message).at(at));
    if candidate.question.trim().is_empty() {
        fault("it asks nothing".to_owned(), "/question");
    }
    if candidate.options.len() != options {
        fault(format!("{} options; {options} are asked for", candidate.options.len()), "/options");
    }
    if candidate.key >= candidate.options.len() {
        fault("the key is not an option".to_owned(), "/key");
    }
    if candidate.concept.trim().is_empty() {
        fault("it names no concept".to_owned(), "/concept");
    }
    for (i, option) in candidate.options.iter().enumerate() {
        if option.text.trim().is_empty() {
            fault(format!("option {} is empty", letter(i)), "/options");
        }
        if option.evidence.trim().is_empty() {
            fault(format!("option {} has no evidence", letter(i)), "/options");
        }
    }
    Verdict::from_findings(findings)
}

pub(crate) fn letter(place: usize) -> char {
    char::from(b'A' + u8::try_from(place.min(25)).unwrap_or(25))
}

pub fn check_flags(flags: &[Flag]) -> Verdict {
    let open = flags.iter().filter(|flag| flag.unresolved);
    let findings = open.map(|flag| Gate::Resolved.finding(format!("{}: {}", flag.flag, flag.detail)));
    Verdict::from_findings(findings.collect())
}

/// Whether every named field has a value.
pub fn check_fields(fields: &[(&str, &str)]) -> Verdict {
    let empty = fields.iter().filter(|(_, value)| value.trim().is_empty());
    let finding = |(name, _): &(&str, &str)| {
        Gate::Populated.finding(format!("{name} is empty")).at(format!("/{}", name.replace(' ', "_")))
    };
    Verdict::from_findings(empty.map(finding).collect())
}

pub fn check_counts(chosen: &[Candidate], needed: &[Wanted]) -> Verdict {
    let wrong = |level: Level| {
        let wanted: usize = needed.iter().filter(|w| w.level == level).map(|w| w.count).sum();
        let found = chosen.iter().filter(|candidate| candidate.level == level).count();
        let message = format!("{found} questions at {}; {wanted} are asked for", level.name());
        (found != wanted).then(|| Gate::Counts.finding(message))
    };
    Verdict::from_findings(Level::ALL.into_iter().filter_map(wrong).collect())
}

pub fn positions(chosen: &[Candidate], options: usize) -> Verdict {
    let count = |place: usize| chosen.iter().filter(|candidate| candidate.key == place).count();
    let (least, most) = (chosen.len() / options.max(1), chosen.len().div_ceil(options.max(1)));
    let wrong = |place: usize| {
        let message = format!("the key is {} {} times of {}", letter(place), count(place), chosen.len());
        (!(least..=most).contains(&count(place))).then(|| Gate::Positions.finding(message))
    };
    Verdict::from_findings((0..options).filter_map(wrong).collect())
}

/// The question among these that asks the same as another one.
pub fn repeats(candidate: &Candidate, others: &[Candidate], language: Language) -> Option<String> {
    let probe = Probe::of(candidate, language);
    let same = |other: &&Candidate| overlaps(&probe, &Probe::of(other, language));
    others.iter().find(same).map(|other| other.question_id.clone())
}

/// As [`repeats`], among the questions that a task has.
pub fn repeats_existing(candidate: &Candidate, existing: &[Asked], language: Language) -> Option<String> {
    overlapping(candidate, existing, language).map(|asked| asked.question_id.clone())
}

pub fn distinct(chosen: &[Candidate], existing: &[Asked], language: Language) -> Verdict {
    let mut findings = Vec::new();
    for (i, candidate) in chosen.iter().enumerate() {
        let like = repeats(candidate, &chosen[..i], language)
            .or_else(|| repeats_existing(candidate, existing, language));
        if let Some(like) = like {
            findings
                .push(Gate::Distinct.finding(format!("{} asks the same as {like}", candidate.question_id)));
        }
    }
    Verdict::from_findings(findings)
}

/// Whether a fresh angle was chosen although an acceptable question on an under-covered concept was left.
pub fn check_preference(chosen: &[Candidate], left: &[Candidate]) -> Verdict {
    let under = |candidate: &&Candidate| candidate.target.as_ref().is_some_and(|target| target.under_covered);
    let fresh = chosen.iter().filter(|candidate| !under(candidate) && candidate.target.is_some());
    let better = |candidate: &Candidate| {
        let left = left.iter().filter(under).find(|other| other.level == candidate.level)?;
        let message = format!("{} was chosen before {}", candidate.question_id, left.question_id);
        Some(Gate::Preferred.finding(message))
    };
    Verdict::from_findings(fresh.filter_map(better).collect())
}

/// If more readers than this find the key without the text, a question is too easy.
pub const UNINFORMED: f64 = 0.40;

/// If fewer readers than this find the key with the text, the key is in doubt.
pub const INFORMED: f64 = 0.50;

/// Evaluates the votes of blind solvers. A model that has read the text is not a typical reader: being right often is
/// not a fault, being wrong is.
pub fn difficulty(blind: &Blind) -> Verdict {
    let mut findings = Vec::new();
    if let Some(share) = blind.uninformed.filter(|share| *share > UNINFORMED) {
        let message = format!("{:.0} % of solvers without the text find the key", share * 100.0);
        findings.push(Gate::Difficulty.finding(message));
    }
    if let Some(share) = blind.informed.filter(|share| *share < INFORMED) {
        let message = format!("{:.0} % of solvers with the text find the key", share * 100.0);
        findings.push(Gate::Difficulty.finding(message));
    }
    Verdict::from_findings(findings)
}

/// The minimum score of a chosen question, and the minimum share that a wrong option draws.
const LEAST: (f64, f64) = (7.0, 0.05);

pub fn check_score(scored: &Scored, key: usize) -> Verdict {
    let mut findings = Vec::new();
    let score = scored.parts.score();
    if score < LEAST.0 {
        let fate = if score < 6.0 { "it must be replaced, not corrected" } else { "7.0 is needed" };
        findings.push(Gate::Scored.finding(format!("the score is {score:.1}: {fate}")));
    }
    for (i, draw) in scored.draws.iter().enumerate().filter(|(i, _)| *i != key) {
        let message = format!("option {} draws {:.0} %", letter(i), draw * 100.0);
        if *draw < LEAST.1 {
            findings.push(Gate::Scored.finding(message));
        } else if *draw < 0.12 {
            findings.push(Finding { severity: Severity::Medium, ..Gate::Scored.finding(message) });
        }
    }
    Verdict::from_findings(findings)
}

/// Whether a corrected question is still the same question: its level, concept, evidence and the meaning of its key.
pub fn check_mending(original: &Candidate, mended: &Candidate) -> Verdict {
    let evidence = |candidate: &Candidate| -> BTreeSet<String> {
        candidate.options.iter().map(|option| option.evidence.clone()).collect()
    };
    let key = |candidate: &Candidate| candidate.options.get(candidate.key).map(|key| key.evidence.clone());
    let mut findings = Vec::new();
    let mut fault = |wrong: bool, message: &str| {
        if wrong {
            findings.push(Gate::Mended.finding(message));
        }
    };
    fault(original.question_id != mended.question_id, "it has another id");
    fault(original.level != mended.level, "its level was changed");
    fault(original.concept != mended.concept, "its concept was changed");
    fault(original.options.len() != mended.options.len(), "it has a different number of options");
    fault(evidence(original) != evidence(mended), "facts were added or taken away");
    fault(key(original) != key(mended), "another option is the key");
    let same = similarity(original.key_text(), mended.key_text(), Language::English);
    fault(same < 0.4, "the key says something else");
    Verdict::from_findings(findings)
}

pub fn objectives(curriculum: &Curriculum, questions: &[Candidate]) -> Verdict {
    let mut findings = Vec::new();
    let mapped: BTreeSet<&str> = curriculum
        .learning_objectives
        .iter()
        .flat_map(|objective| objective.maps_to_questions.iter().map(String::as_str))
        .collect();
    for question in questions.iter().filter(|question| !mapped.contains(question.question_id.as_str())) {
        findings.push(Gate::Objectives.finding(format!("{} maps to no objective", question.question_id)));
    }
    let ids: BTreeSet<&str> = questions.iter().map(|question| question.question_id.as_str()).collect();
    for objective in &curriculum.learning_objectives {
        let unknown = objective.maps_to_questions.iter().find(|id| !ids.contains(id.as_str()));
        match (objective.maps_to_questions.is_empty(), unknown) {
            (true, _) => {
                findings.push(Gate::Objectives.finding(format!("{} maps to no question", objective.id)));
            }
            (_, Some(id)) => {
                findings.push(
                    Gate::Objectives.finding(format!("{} maps to {id}, which does not exist", objective.id)),
                );
            }
            _ => {}
        }
    }
    Verdict::from_findings(findings)
}

pub fn familiarity(asked: &[Familiarity], questions: &[Candidate]) -> Verdict {
    let mut findings = Vec::new();
    let mut fault = |message: String| findings.push(Gate::Familiarity.finding(message));
    if asked.len() != 4 {
        fault(format!("{} familiarity questions; there are four", asked.len()));
    }
    let tested: String = questions.iter().map(wording).collect::<Vec<_>>().join("\n").to_lowercase();
    for (i, question) in asked.iter().enumerate() {
        let (id, level) = (format!("FQ{}", i + 1), [Level::Remembering, Level::Understanding][i % 2]);
        let stem = ["How familiar are you with", "How well do you understand"][i % 2];
        if question.question_id != id {
            fault(format!("{} is in the place of {id}", question.question_id));
        }
        if question.bloom_level != level || !question.question.trim_start().starts_with(stem) {
            fault(format!("{id} asks “{stem} …” at {}", level.name()));
        }
        if i >= 2 && question.terms.is_empty() {
            fault(format!("{id} names no term that is tested"));
        }
        let untested = |term: &&String| !tested.contains(&term.to_lowercase());
        if let Some(term) = question.terms.iter().filter(|_| i >= 2).find(untested) {
            fault(format!("{id} names {term}, which no question tests"));
        }
        if let Some(key) = questions.iter().find(|other| gives_away(&question.question, other.key_text())) {
            fault(format!("{id} gives the answer of {} away", key.question_id));
        }
    }
    Verdict::from_findings(findings)
}

fn wording(candidate: &Candidate) -> String {
    let options = candidate.options.iter().map(|option| option.text.as_str()).collect::<Vec<_>>().join("\n");
    format!("{}\n{options}\n{}", candidate.question, candidate.concept)
}

/// A key of one or two words without a figure is a term, and naming a term gives nothing away.
fn gives_away(text: &str, key: &str) -> bool {
    let (text, key) = (text.to_lowercase(), key.trim().trim_end_matches('.').to_lowercase());
    let telling = key.split_whitespace().count() > 2 || key.contains(|c: char| c.is_ascii_digit());
    telling && text.contains(&key)
}

/// Whether each text contains the earlier text, word for word and in order, and only adds to it.
pub fn check_instructions(before: &Finished, after: &Finished) -> Verdict {
    let mut findings = Vec::new();
    if before.task_topic != after.task_topic {
        findings.push(Gate::Extended.finding("the task topic is frozen").at("/task_topic"));
    }
    let pairs = [
        ("task_description", &before.task_description, &after.task_description),
        ("explainer", &before.explainer, &after.explainer),
        ("learner", &before.learner, &after.learner),
    ];
    for (name, old, new) in pairs {
        let mut words = new.split_whitespace();
        let bare = |word: &str| word.trim_end_matches(['.', ',', ';']).to_owned();
        if let Some(lost) = old.split_whitespace().find(|old| !words.any(|new| bare(new) == bare(old))) {
            let message = format!("“{lost}” is missing from the {name}");
            findings.push(Gate::Extended.finding(message).at(format!("/{name}")));
        }
    }
    Verdict::from_findings(findings)
}

#[cfg(test)]
mod tests;
