//! The routing rules, each a pure function over typed data that says where a task goes next.

use crate::candidate::Level;
use crate::coverage::CoverageMap;
use crate::order::{Extraction, Wanted};
use crate::request::TaskRequest;
use crate::rule_enum::rule_enum;
use crate::source::{Approval, Authority, Expertise};
use crate::status::{Flag, Stage};

/// How often a stage may fail before a person is asked.
pub const ROUNDS: usize = 3;

rule_enum! {
    /// A routing rule by name.
    Rule;
    /// Path C without the task file: error, the task is flagged and skipped.
    TaskMissing = "existing_task_missing", "expansion", "an_expansion_needs_both_texts";
    /// Path C without the reference text: error, the task is flagged and skipped.
    ReferenceMissing = "reference_missing", "expansion", "an_expansion_needs_both_texts";
    /// Path C with a file that lacks one of CQ1 to CQ9: error, the task is flagged and skipped.
    QuizIncomplete = "quiz_incomplete", "nine_questions", "the_file_has_nine_questions";
    /// Path C with the id of another task than the file's: flagged, a person is asked.
    TaskIdDiffers = "task_id_differs", "same_task", "the_id_is_that_of_the_file";
    /// A required field is missing: error, the task is flagged and skipped.
    FieldMissing = "field_missing", "check_required", "required_fields";
    /// A file or an address is named but its text cannot be read: halt, a person is asked, nothing is made.
    MaterialUnreadable = "material_unreadable", "material", "a_name_is_no_text";
    /// Sample questions without a reference text: halt, a person is asked.
    NothingToReadFrom = "reference_not_given", "material", "a_name_is_no_text";
    /// Source discovery has no valid source: halt, a person is asked.
    NoSource = "no_source", "discovery", "a_source_is_needed";
    /// The domain expert has concerns: back to source discovery.
    AccuracyConcern = "accuracy_concern", "expertise", "concerns_send_a_source_back";
    /// Fewer than half of the samples are within the reference: flagged.
    FewSamplesInScope = "few_samples_in_scope", "extraction", "samples_must_fit";
    /// No sample is within the reference: halt, a person gives others or continues without.
    NoSampleInScope = "no_sample_in_scope", "extraction", "samples_must_fit";
    /// Many samples fit partly: the writer gets the suggestions for adapting them.
    ManyPartialSamples = "many_partial_samples", "extraction", "samples_must_fit";
    /// No concept is under-covered: flagged, the writer is asked for other depths of covered concepts.
    NothingUnderCovered = "nothing_under_covered", "coverage", "coverage_guides_the_writer";
    /// Fewer than six concepts are under-covered: the writer may combine them with fresh angles.
    FewUnderCovered = "few_under_covered", "coverage", "coverage_guides_the_writer";
    /// Too few candidates: the writer is asked for more before the review.
    TooFewCandidates = "too_few_candidates", "candidates", "enough_candidates_before_the_review";
    /// More than half of the candidates are rejected: back to the writer with the reasons.
    HalfRejected = "half_rejected", "after_review", "half_rejected_goes_back";
    /// Fewer acceptable questions than needed at a level: back to the writer for that level.
    LevelShort = "level_short", "after_review", "a_short_level_goes_back_alone";
    /// A candidate asks the same as CQ1 to CQ9: it is rejected and a replacement is requested.
    Overlap = "overlaps_existing", "after_review", "overlap_is_replaced";
    /// The mean score of the chosen is below 7.0: back to the writer.
    MeanLow = "mean_below_seven", "after_review", "the_mean_decides";
    /// The mean score of the chosen is below 8.0: noted.
    MeanModest = "mean_below_eight", "after_review", "the_mean_decides";
    /// The curriculum does not fit the questions: back to its designer.
    CurriculumUnfit = "curriculum_unfit", "after_gates", "a_blocked_gate_goes_back";
    /// A frozen part of the file would change, or the file breaks its form: halt, error, the stage runs again.
    FileUnsound = "file_unsound", "after_gates", "a_blocked_gate_goes_back";
    /// The same stage failed three times: a person is asked.
    RoundsSpent = "rounds_spent", "limit_rounds", "the_third_failure_goes_to_a_person";
    /// An agent says ESCALATE: a person is asked.
    Escalated = "escalated", "escalation", "anyone_can_escalate";
}

/// Where a task goes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// Continues, with a flag for people and guidance for the next agent.
    Next { flags: Vec<Flag>, guidance: Vec<String> },
    /// Back to an agent, with what was wrong.
    Back { to: Stage, guidance: Vec<String>, wanted: Vec<Wanted> },
    /// A person must supply something.
    Halt { why: String },
    /// This task cannot be done; the others of its batch continue.
    Error { text: String },
    /// A person must decide.
    Escalate { why: String },
}

/// A rule that applied, and where it sends the task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    pub rule: Rule,
    pub route: Route,
}

impl Ruling {
    /// Why the task does not simply continue.
    pub fn reason(&self) -> &str {
        match &self.route {
            Route::Halt { why } | Route::Escalate { why } => why,
            Route::Error { text } => text,
            Route::Next { .. } | Route::Back { .. } => self.rule.says(),
        }
    }
}

impl Rule {
    fn error(self, text: String) -> Ruling {
        Ruling { rule: self, route: Route::Error { text } }
    }

    fn halt(self, why: impl Into<String>) -> Ruling {
        Ruling { rule: self, route: Route::Halt { why: why.into() } }
    }

    fn note(self, detail: impl Into<String>, guidance: Vec<String>) -> Ruling {
        let flags = vec![Flag::new(self.code(), detail)];
        Ruling { rule: self, route: Route::Next { flags, guidance } }
    }

    fn back(self, to: Stage, guidance: Vec<String>, wanted: Vec<Wanted>) -> Ruling {
        Ruling { rule: self, route: Route::Back { to, guidance, wanted } }
    }
}

/// The inputs that Path C requires. The texts are those of the workflow document.
pub fn expansion(request: &TaskRequest) -> Option<Ruling> {
    let id = request.task_id.trim();
    if id.is_empty() {
        return Some(Rule::FieldMissing.error(format!("{} is missing", request.place.of("task_id"))));
    }
    if request.existing_task_content.trim().is_empty() {
        let text = format!("Path C requires existing_task_content for task_id: {id}");
        return Some(Rule::TaskMissing.error(text));
    }
    if request.reference_material_content.trim().is_empty() {
        let text = format!("Path C requires reference_material_content for task_id: {id}");
        return Some(Rule::ReferenceMissing.error(text));
    }
    None
}

/// Whether the file has CQ1 to CQ9, given the ids of its questions.
pub fn nine_questions(task_id: &str, ids: &[&str]) -> Option<Ruling> {
    let all = (1..=9).all(|number| ids.contains(&format!("CQ{number}").as_str()));
    let text = || format!("existing_task_content for task_id: {} does not contain CQ1-CQ9", task_id.trim());
    (!all).then(|| Rule::QuizIncomplete.error(text()))
}

/// Whether a file belongs to the task it is sent for: by its Task ID, or by its title if it has none.
pub fn same_task(task_id: &str, in_file: Option<&str>, title: Option<&str>) -> Option<Ruling> {
    let differs = |why: String| Some(Rule::TaskIdDiffers.halt(why));
    match (in_file.map(str::trim).filter(|id| !id.is_empty()), title) {
        (Some(id), _) if id == task_id.trim() => None,
        (Some(id), _) => differs(format!("the task_id is {}, the Task ID in the file {id}", task_id.trim())),
        (None, Some(title)) if !shares_a_word(task_id, title) => differs(format!(
            "the task_id is {}, the file has no Task ID and is titled “{title}”",
            task_id.trim()
        )),
        (None, _) => None,
    }
}

fn shares_a_word(task_id: &str, title: &str) -> bool {
    let title = title.to_lowercase();
    task_id.to_lowercase().split(['-', '_', ' ']).any(|word| word.len() > 2 && title.contains(word))
}

/// The fields that Paths A and B need. Only a domain and a title is a basic input, and enough for Path A.
pub fn check_required(request: &TaskRequest) -> Option<Ruling> {
    let said = |text: &str| !text.trim().is_empty();
    let rest = [
        ("use_case", &request.use_case),
        ("use_case_description", &request.use_case_description),
        ("knowledge_dimensions", &request.knowledge_dimensions),
        ("task_id", &request.task_id),
    ];
    let sources = [
        &request.reference_material,
        &request.reference_material_content,
        &request.sample_questions,
        &request.sample_questions_content,
    ];
    let basic = rest.iter().all(|(_, value)| !said(value)) && sources.iter().all(|value| !said(value));
    let mut missing: Vec<String> = [("domain", &request.domain), ("task_title", &request.task_title)]
        .into_iter()
        .chain(if basic { Vec::new() } else { rest.to_vec() })
        .filter(|(_, value)| !said(value))
        .map(|(name, _)| request.place.of(name))
        .collect();
    missing.dedup();
    let text = || format!("{} {} missing", missing.join(", "), if missing.len() == 1 { "is" } else { "are" });
    (!missing.is_empty()).then(|| Rule::FieldMissing.error(text()))
}

/// The ruling on a reference or samples that were requested.
pub fn material(named: &str, read: Result<&str, &str>, has_reference: bool) -> Option<Ruling> {
    match read {
        Ok(text) if !text.trim().is_empty() => None,
        _ if named.is_empty() && has_reference => None,
        _ if named.is_empty() => {
            let why = "sample questions are given, but no reference text to base questions on";
            Some(Rule::NothingToReadFrom.halt(why))
        }
        Ok(_) => Some(Rule::MaterialUnreadable.halt(format!("{named} holds no readable text"))),
        Err(why) => Some(Rule::MaterialUnreadable.halt(format!("{named} could not be read: {why}"))),
    }
}

pub fn discovery(valid: usize, looked_at: usize) -> Option<Ruling> {
    let why = match looked_at {
        0 => "nothing in the library covers it".to_owned(),
        1 => "the one document that was found has too little that can be asked about".to_owned(),
        n => format!("none of the {n} documents that were found has enough that can be asked about"),
    };
    (valid == 0).then(|| Rule::NoSource.halt(why))
}

pub fn expertise(expertise: &Expertise) -> Option<Ruling> {
    let refused = matches!(expertise.status, Approval::RevisionRequired | Approval::Rejected);
    let questionable = expertise.authority == Authority::Questionable && !expertise.concerns.is_empty();
    (refused || questionable)
        .then(|| Rule::AccuracyConcern.back(Stage::SourceDiscovery, expertise.concerns.clone(), Vec::new()))
}

/// The ruling on sorted samples. `total` counts all that were given.
pub fn extraction(extraction: &Extraction, total: usize) -> Vec<Ruling> {
    let (fit, partly) = (extraction.in_scope.len(), extraction.partial.len());
    let mut rulings = Vec::new();
    if fit == 0 {
        let why = format!("none of the {total} sample questions can be answered from the reference");
        rulings.push(Rule::NoSampleInScope.halt(why));
    } else if fit * 2 < total {
        let detail =
            format!("{fit} of {total} sample questions fit the reference; they may belong to another text");
        rulings.push(Rule::FewSamplesInScope.note(detail, Vec::new()));
    }
    if partly > 0 && partly * 3 >= total {
        let adapt = |sorted: &crate::order::Sorted| {
            (!sorted.adaptation.is_empty())
                .then(|| format!("sample {}: {}", sorted.number, sorted.adaptation))
        };
        let guidance = extraction.partial.iter().filter_map(adapt).collect();
        let detail = format!("{partly} of {total} sample questions fit the reference only partly");
        rulings.push(Rule::ManyPartialSamples.note(detail, guidance));
    }
    rulings
}

/// Questions that an expansion adds, and concepts it would like to have for them.
const NEW_QUESTIONS: usize = 6;

pub fn coverage(map: &CoverageMap) -> Option<Ruling> {
    match map.under_covered_concepts.len() {
        0 => Some(Rule::NothingUnderCovered.note(
            "the questions that exist test every concept that was found",
            vec!["ask about other aspects or depths of the concepts that are covered".to_owned()],
        )),
        few if few < NEW_QUESTIONS => Some(Rule::FewUnderCovered.note(
            format!("{few} concepts are under-covered, and {NEW_QUESTIONS} questions are added"),
            vec!["join under-covered concepts with fresh angles on covered ones".to_owned()],
        )),
        _ => None,
    }
}

/// Whether there are enough candidates for a review; otherwise how many more are requested at which level.
pub fn candidates(found: &[Wanted], needed: &[Wanted]) -> Option<Ruling> {
    let short = shortage(found, needed);
    let guidance = short.iter().map(|wanted| format!("{} more at {}", wanted.count, wanted.level.name()));
    let guidance = guidance.collect();
    (!short.is_empty()).then(|| Rule::TooFewCandidates.back(Stage::QuestionWriter, guidance, short))
}

/// What is missing from `needed`, level by level.
pub fn shortage(found: &[Wanted], needed: &[Wanted]) -> Vec<Wanted> {
    let count = |level: Level| found.iter().filter(|w| w.level == level).map(|w| w.count).sum::<usize>();
    let short =
        |wanted: &Wanted| Wanted { count: wanted.count.saturating_sub(count(wanted.level)), ..*wanted };
    needed.iter().map(short).filter(|wanted| wanted.count > 0).collect()
}

/// The result of a review, after the gates.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    /// Of this round.
    pub candidates: usize,
    pub rejected: Vec<Wanted>,
    /// Each names the question and its rules.
    pub reasons: Vec<String>,
    /// Of the rejected, those that ask the same as an existing question.
    pub overlapping: Vec<Wanted>,
    /// Acceptable ones of all rounds that do not duplicate each other.
    pub acceptable: Vec<Wanted>,
    pub needed: Vec<Wanted>,
    /// Of those that would be chosen.
    pub mean: Option<f64>,
}

/// Every rule that a review triggers, the most important first.
pub fn after_review(tally: &Tally) -> Vec<Ruling> {
    let sum = |wanted: &[Wanted]| wanted.iter().map(|wanted| wanted.count).sum::<usize>();
    let short = shortage(&tally.acceptable, &tally.needed);
    let writer = |rule: Rule, guidance: Vec<String>, wanted: &[Wanted]| {
        rule.back(Stage::QuestionWriter, guidance, wanted.to_vec())
    };
    let mut rulings = Vec::new();
    if sum(&tally.rejected) * 2 > tally.candidates {
        let wanted = if short.is_empty() { &tally.rejected } else { &short };
        rulings.push(writer(Rule::HalfRejected, tally.reasons.clone(), wanted));
    }
    if !short.is_empty() {
        rulings.push(writer(Rule::LevelShort, tally.reasons.clone(), &short));
    }
    if !tally.overlapping.is_empty() {
        let guidance = vec!["ask nothing that the existing questions ask".to_owned()];
        // Replacements are requested only where they are needed; a level that has enough needs none.
        let wanted: Vec<Wanted> =
            short.iter().filter(|s| tally.overlapping.iter().any(|o| o.level == s.level)).copied().collect();
        rulings.push(if wanted.is_empty() {
            Rule::Overlap.note("candidates that ask what the task asks already were rejected", guidance)
        } else {
            writer(Rule::Overlap, guidance, &wanted)
        });
    }
    match tally.mean {
        Some(mean) if mean < 7.0 => {
            let guidance =
                vec![format!("the mean score is {mean:.1}; at least 7.0 is needed, 8.0 is wanted")];
            rulings.push(writer(Rule::MeanLow, guidance, &tally.needed));
        }
        Some(mean) if mean < 8.0 => {
            rulings.push(
                Rule::MeanModest.note(format!("the mean score of the chosen is {mean:.1}"), Vec::new()),
            );
        }
        _ => {}
    }
    rulings
}

/// The ruling on a gate's objections, after the stage that they concern.
pub fn after_gates(stage: Stage, objections: &[String]) -> Option<Ruling> {
    let rule = match stage {
        Stage::CurriculumDesigner => Rule::CurriculumUnfit,
        _ => Rule::FileUnsound,
    };
    (!objections.is_empty()).then(|| rule.back(stage, objections.to_vec(), Vec::new()))
}

/// The same ruling, or a person if this was the last attempt. `failures` counts this one.
#[must_use]
pub fn limit_rounds(ruling: Ruling, failures: usize) -> Ruling {
    match &ruling.route {
        Route::Back { to, guidance, .. } if failures >= ROUNDS => {
            let why = format!(
                "{} failed {failures} times, the last time for {}: {}",
                to.name(),
                ruling.rule.code(),
                guidance.join("; ")
            );
            Ruling { rule: Rule::RoundsSpent, route: Route::Escalate { why } }
        }
        _ => ruling,
    }
}

/// The ruling on an agent that cannot continue alone.
pub fn escalation(stage: Stage, escalate: Option<&str>) -> Option<Ruling> {
    let why = escalate.filter(|why| !why.trim().is_empty())?;
    let why = format!("{} says ESCALATE: {why}", stage.name());
    Some(Ruling { rule: Rule::Escalated, route: Route::Escalate { why } })
}

#[cfg(test)]
mod tests;
