//! The task file: curriculum and texts from their agents, the file itself from code, the frozen parts compared.

use serde_json::json;
use tutti_core::{Severity, Verdict};
use tutti_engine::{Recovery, Run};
use tutti_item::Bloom;
use tutti_taskfile::{
    Additions, Category, FamiliarityQuestion, QuizQuestion, Rule, SYSTEM_PROMPT, TaskDocument, check, expand,
    frozen_parts,
};

use crate::agents::{CONSISTENCY, CURRICULUM_DESIGNER};
use crate::assignment::{Brief, Extension};
use crate::candidate::{Candidate, Level};
use crate::course::{Curriculum, Familiarity, Finished, ToDesign, ToFinish};
use crate::existing_task::Existing;
use crate::flow::people;
use crate::flow::rounds::{self, RoundResult, Rounds};
use crate::flow::task::{Ground, Leave, Task};
use crate::gates;
use crate::order::Wanted;
use crate::routing::{self, Ruling};
use crate::status::{Flag, Stage};

const fn bloom(level: Level) -> Bloom {
    match level {
        Level::Remembering => Bloom::Remember,
        Level::Understanding => Bloom::Understand,
        Level::Applying => Bloom::Apply,
    }
}

fn quiz_question(candidate: &Candidate) -> QuizQuestion {
    QuizQuestion {
        question: candidate.question.clone(),
        options: candidate.options.iter().map(|option| option.text.clone()).collect(),
        key: candidate.key,
        level: bloom(candidate.level),
    }
}

/// Paths A and B: the whole file.
pub(super) async fn write_file(
    task: &mut Task<'_>,
    brief: &Brief,
    ground: &Ground,
    questions: &[Candidate],
) -> Result<String, Leave> {
    let curriculum = rounds::repeat(task, &mut CurriculumRounds::new(brief, ground, questions)).await?;
    let input = ToFinish {
        expansion: false,
        task_title: brief.task_title.trim().to_owned(),
        language: ground.language.clone(),
        task_topic: curriculum.task_topic.clone(),
        task_description: curriculum.task_description.clone(),
        explainer: curriculum.explainer.clone(),
        learner: curriculum.learner.clone(),
        questions: questions.to_vec(),
        guidance: Vec::new(),
    };
    let frame = Frame::New { brief, ground, curriculum };
    rounds::repeat(task, &mut FileRounds { input, questions, frame }).await
}

/// Path C: the original with questions after its last one. Its frozen parts are compared byte for byte.
pub(super) async fn extend_file(
    task: &mut Task<'_>,
    extension: &Extension,
    questions: &[Candidate],
) -> Result<String, Leave> {
    let before = extension.existing.wording();
    let input = ToFinish {
        expansion: true,
        task_title: extension.existing.task_title().to_owned(),
        language: "en".to_owned(),
        task_topic: before.task_topic,
        task_description: before.task_description,
        explainer: before.explainer,
        learner: before.learner,
        questions: questions.to_vec(),
        guidance: Vec::new(),
    };
    rounds::repeat(task, &mut FileRounds { input, questions, frame: Frame::Existing(extension) }).await
}

/// What a stage's objections lead to: its output where there are none.
fn settle<T>(stage: Stage, objections: &[String], output: T) -> RoundResult<T> {
    routing::after_gates(stage, objections).map_or(RoundResult::Done(output), RoundResult::Failed)
}

/// Objectives and familiarity quiz, until they fit the questions.
struct CurriculumRounds<'a> {
    input: ToDesign,
    questions: &'a [Candidate],
}

impl<'a> CurriculumRounds<'a> {
    fn new(brief: &Brief, ground: &Ground, questions: &'a [Candidate]) -> Self {
        let input = ToDesign {
            domain: brief.domain.clone(),
            use_case: brief.use_case.clone(),
            use_case_description: brief.use_case_description.clone(),
            task_title: brief.task_title.clone(),
            task_description: brief.task_description.clone(),
            language: ground.language.clone(),
            questions: questions.to_vec(),
            guidance: Vec::new(),
        };
        Self { input, questions }
    }
}

impl Rounds for CurriculumRounds<'_> {
    type Output = Curriculum;

    const PLACE: &'static str = "curriculum";

    fn recovery(&self) -> (Recovery, &'static str) {
        (Recovery::Regeneration, Stage::CurriculumDesigner.name())
    }

    async fn attempt<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
    ) -> Result<RoundResult<Curriculum>, Leave> {
        let (stage, agent) = (Stage::CurriculumDesigner, &CURRICULUM_DESIGNER);
        let given = task.call(place, stage, agent, &self.input, |given| given.escalate.as_deref()).await?;
        let fields = [
            ("task topic", given.task_topic.as_str()),
            ("task description", &given.task_description),
            ("instruction for the Explainer", &given.explainer),
            ("instruction for the Learner", &given.learner),
        ];
        let mut objections = Task::gate(place, "populated", gates::check_fields(&fields));
        objections.extend(Task::gate(place, "objectives", gates::objectives(&given, self.questions)));
        let familiarity = gates::familiarity(&given.familiarity_questions, self.questions);
        objections.extend(Task::gate(place, "familiarity", familiarity));
        task.stage(
            stage,
            json!({ "learning_objectives": given.learning_objectives, "objections": objections }),
        );
        Ok(settle(stage, &objections, given))
    }

    fn go_back(&mut self, guidance: &[String], _: &[Wanted]) {
        self.input.guidance = guidance.to_vec();
    }

    async fn ask_person<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
        ruling: &Ruling,
    ) -> Result<Option<Curriculum>, Leave> {
        let objections = self.input.guidance.clone();
        people::call_again(task, place, ruling, Stage::CurriculumDesigner, objections).await?;
        Ok(None)
    }
}

/// What the questions stand in.
enum Frame<'a> {
    New { brief: &'a Brief, ground: &'a Ground, curriculum: Curriculum },
    Existing(&'a Extension),
}

/// The last words of a file, until the gates have nothing against it.
struct FileRounds<'a> {
    input: ToFinish,
    questions: &'a [Candidate],
    frame: Frame<'a>,
}

impl Rounds for FileRounds<'_> {
    type Output = String;

    const PLACE: &'static str = "finish";

    fn recovery(&self) -> (Recovery, &'static str) {
        (Recovery::Regeneration, Stage::ConsistencyAgent.name())
    }

    async fn attempt<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
    ) -> Result<RoundResult<String>, Leave> {
        let stage = Stage::ConsistencyAgent;
        let wording =
            task.call(place, stage, &CONSISTENCY, &self.input, |wording| wording.escalate.as_deref()).await?;
        for issue in &wording.issues {
            task.flag(Flag::new("inconsistent", issue));
        }
        let (text, objections) = match &self.frame {
            Frame::New { brief, ground, curriculum } => {
                let document = document(brief, ground, curriculum, &wording, self.questions);
                let text = document.to_markdown();
                let mut objections = Task::gate(place, "populated", check_document(&document));
                objections.extend(Task::gate(place, "file", sound(&text)));
                task.stage(stage, json!({ "objections": objections, "issues": wording.issues }));
                (text, objections)
            }
            Frame::Existing(extension) => {
                let (text, objections) = append(place, extension, &wording, self.questions);
                task.stage(stage, json!({ "objections": objections, "themes": wording.themes }));
                (text, objections)
            }
        };
        if objections.is_empty() {
            let before = match &self.frame {
                Frame::New { .. } => "",
                Frame::Existing(extension) => &extension.original,
            };
            flag_spelling(task, before, &text);
        }
        Ok(settle(stage, &objections, text))
    }

    fn go_back(&mut self, guidance: &[String], _: &[Wanted]) {
        self.input.guidance = guidance.to_vec();
    }

    async fn ask_person<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
        ruling: &Ruling,
    ) -> Result<Option<String>, Leave> {
        let objections = self.input.guidance.clone();
        people::call_again(task, place, ruling, Stage::ConsistencyAgent, objections).await?;
        Ok(None)
    }
}

fn document(
    brief: &Brief,
    ground: &Ground,
    curriculum: &Curriculum,
    wording: &Finished,
    questions: &[Candidate],
) -> TaskDocument {
    let or = |stated: &Option<String>, default: &str| stated.as_deref().unwrap_or(default).to_owned();
    let origin = if ground.origin.is_empty() { "Provided with the request" } else { &ground.origin };
    let familiarity = |(number, asked): (usize, &Familiarity)| FamiliarityQuestion {
        question: asked.question.clone(),
        category: Category::of_number(number),
        level: bloom(asked.bloom_level),
    };
    TaskDocument {
        use_case: brief.use_case.trim().to_owned(),
        title: brief.task_title.trim().to_owned(),
        domain: brief.domain.trim().to_owned(),
        use_case_description: brief.use_case_description.trim().to_owned(),
        knowledge_dimensions: brief.knowledge_dimensions.trim().to_owned(),
        reference_filename: format!("{}.pdf", brief.task_id.trim()),
        reference_source: or(&brief.reference_source, origin),
        quiz_source: or(&brief.quiz_source, "Automatic question generation"),
        inspiration: or(&brief.inspiration, "NA"),
        system_prompt: SYSTEM_PROMPT.to_owned(),
        task_id: brief.task_id.trim().to_owned(),
        topic: wording.task_topic.clone(),
        description: wording.task_description.clone(),
        explainer: wording.explainer.clone(),
        learner: wording.learner.clone(),
        formulas: Vec::new(),
        familiarity: (1..).zip(&curriculum.familiarity_questions).map(familiarity).collect(),
        comprehension: questions.iter().map(quiz_question).collect(),
    }
}

fn check_document(document: &TaskDocument) -> Verdict {
    gates::check_fields(&[
        ("domain", &document.domain),
        ("use case", &document.use_case),
        ("use case description", &document.use_case_description),
        ("knowledge dimensions", &document.knowledge_dimensions),
        ("task id", &document.task_id),
        ("task title", &document.title),
        ("task topic", &document.topic),
        ("task description", &document.description),
        ("instruction for the Explainer", &document.explainer),
        ("instruction for the Learner", &document.learner),
    ])
}

/// Whether a file reads back without a grave defect.
fn sound(text: &str) -> Verdict {
    let grave = check(text).into_iter().filter(|defect| defect.severity == Severity::High);
    Verdict::from_findings(grave.map(tutti_core::Finding::from).collect())
}

/// Flags the British spellings that participants read and that did not stand there before.
fn flag_spelling(task: &mut Task<'_>, before: &str, after: &str) {
    let british = |text: &str| -> Vec<String> {
        let found = check(text).into_iter().filter(|defect| defect.rule == Rule::BritishSpelling);
        found.map(|defect| format!("{}: {}", defect.place, defect.message)).collect()
    };
    let there = british(before);
    for detail in british(after).into_iter().filter(|detail| !there.contains(detail)) {
        task.flag(Flag::new(Rule::BritishSpelling.code(), detail));
    }
}

/// The extended text, and what the gates have against it.
fn append(
    place: &Run<'_>,
    extension: &Extension,
    wording: &Finished,
    questions: &[Candidate],
) -> (String, Vec<String>) {
    let (original, existing) = (&extension.original, &extension.existing);
    let additions = Additions {
        questions: questions.iter().map(quiz_question).collect(),
        description: wording.themes.clone(),
        explainer: wording.themes.clone(),
        learner: wording.learner_items.clone(),
    };
    let text = match expand(original, &additions) {
        Ok(text) => text,
        Err(error) => return (String::new(), vec![error.to_string()]),
    };
    let kept = match frozen_parts(original).compare(&text) {
        Ok(()) => Verdict::Pass,
        Err(differences) => {
            let finding = |difference: &tutti_taskfile::Difference| {
                tutti_core::Finding::new("frozen_changed", Severity::High, difference.to_string())
            };
            Verdict::Blocked(differences.iter().map(finding).collect())
        }
    };
    let mut objections = Task::gate(place, "frozen", kept);
    let after = Existing::read(&text);
    let extended = gates::check_instructions(&existing.wording(), &after.wording());
    objections.extend(Task::gate(place, "extended", extended));
    if !after.has_nine_questions() || after.asked.len() != existing.asked.len() + questions.len() {
        objections.push("the questions of the file are not those it had and the new ones".to_owned());
    }
    (text, objections)
}
