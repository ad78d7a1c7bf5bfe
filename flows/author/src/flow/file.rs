//! The task file: curriculum and words from their agents, the text itself from code, the frozen parts compared.

use serde_json::json;
use tutti_core::{Severity, Verdict};
use tutti_engine::{Recovery, Run};
use tutti_item::Bloom;
use tutti_taskfile::{
    Additions, Category, FamiliarityQuestion, Field, Quiz, QuizQuestion, Rule, SYSTEM_PROMPT, TaskDocument,
    TaskFile, check, expand, frozen,
};

use crate::agents::{CONSISTENCY, CURRICULUM_DESIGNER};
use crate::candidate::{Candidate, Level};
use crate::course::{Curriculum, Finished, ToDesign, ToFinish};
use crate::flow::people;
use crate::flow::task::{Ground, Leave, Task};
use crate::gates;
use crate::order::Asked;
use crate::request::Request;
use crate::routing::{self, Route};
use crate::status::{Flag, Stage};

/// A task file that is to be extended, as far as it can be read.
pub(super) struct Existing {
    file: TaskFile,
    pub(super) asked: Vec<Asked>,
}

impl Existing {
    pub(super) fn read(text: &str) -> Self {
        let file = TaskFile::read(text).file;
        let asked = file.comprehension.iter().enumerate().map(|(place, question)| Asked {
            question_id: question.id.clone(),
            level: level_of(question.level).unwrap_or(Level::ALL[(place / 3).min(2)]),
            question: question.text.clone(),
            options: question.options.clone(),
            key: question.key_place(),
        });
        Self { asked: asked.collect(), file }
    }

    pub(super) fn task_id(&self) -> Option<&str> {
        self.file.row(Field::TaskId).map(|row| row.value.as_str())
    }

    pub(super) fn title(&self) -> Option<&str> {
        self.file.title.as_ref().map(|title| title.task.as_str())
    }

    pub(super) fn ids(&self) -> Vec<&str> {
        self.asked.iter().map(|asked| asked.question_id.as_str()).collect()
    }

    pub(super) fn options(&self) -> usize {
        self.file.option_count()
    }

    /// What the file says of the task, for agents that are told.
    pub(super) fn fill(&self, request: &mut Request) {
        self.file.value(Field::Domain).clone_into(&mut request.domain);
        self.file.value(Field::TaskTitle).clone_into(&mut request.task_title);
    }

    /// What a person looks at who wonders whether it is the right file.
    pub(super) fn evidence(&self) -> Vec<String> {
        let title = self.title().map(|title| format!("title: {title}"));
        let id = self.task_id().map(|id| format!("Task ID: {id}"));
        let first = self.asked.first().map(|asked| format!("CQ1: {}", asked.question));
        title.into_iter().chain(id).chain(first).collect()
    }

    fn words(&self) -> Finished {
        let value = |field: Field| self.file.value(field).to_owned();
        Finished {
            task_topic: value(Field::TaskTopic),
            task_description: value(Field::Description),
            explainer: value(Field::Explainer),
            learner: value(Field::Learner),
            ..Finished::default()
        }
    }
}

fn level_of(bloom: Option<Bloom>) -> Option<Level> {
    match bloom? {
        Bloom::Remember => Some(Level::Remembering),
        Bloom::Understand => Some(Level::Understanding),
        Bloom::Apply | Bloom::Analyse | Bloom::Evaluate | Bloom::Create => Some(Level::Applying),
    }
}

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

/// What a stage that failed does next: an attempt with these words, or nothing more, because a person took over.
async fn again(
    task: &mut Task<'_>,
    place: &Run<'_>,
    stage: Stage,
    objections: &[String],
    failures: &mut usize,
) -> Result<Vec<String>, Leave> {
    let Some(ruling) = routing::gated(stage, objections) else { return Ok(Vec::new()) };
    *failures += 1;
    let ruling = routing::bounded(ruling, *failures);
    if let Route::Back { guidance, .. } = ruling.route {
        place.recovered(Recovery::Regeneration, stage.name(), ruling.rule.code());
        return Ok(guidance);
    }
    let ask = format!("Call {} again, or skip the task?", stage.name());
    people::decide(task, place, &ruling, &ask, objections.to_vec(), &["again", "skip"]).await?;
    *failures = 0;
    Ok(objections.to_vec())
}

/// Paths A and B: the whole file.
pub(super) async fn written(
    task: &mut Task<'_>,
    ground: &Ground,
    questions: &[Candidate],
) -> Result<String, Leave> {
    let curriculum = curriculum(task, ground, questions).await?;
    let mut to_finish = ToFinish {
        expansion: false,
        task_title: task.input.request.task_title.trim().to_owned(),
        language: ground.language.clone(),
        task_topic: curriculum.task_topic.clone(),
        task_description: curriculum.task_description.clone(),
        explainer: curriculum.explainer.clone(),
        learner: curriculum.learner.clone(),
        questions: questions.to_vec(),
        guidance: Vec::new(),
    };
    let (mut attempt, mut failures) = (0, 0);
    loop {
        let place = task.run.at(format!("finish/{attempt}"));
        let words = finish(task, &place, &to_finish).await?;
        let document = document(task, ground, &curriculum, &words, questions);
        let mut objections = Task::gate(&place, "populated", populated(&document));
        let text = document.to_markdown();
        objections.extend(Task::gate(&place, "file", sound(&text)));
        task.stage(Stage::ConsistencyAgent, json!({ "objections": objections, "issues": words.issues }));
        if objections.is_empty() {
            flag_spelling(task, "", &text);
            return Ok(text);
        }
        let stage = Stage::ConsistencyAgent;
        to_finish.guidance = again(task, &place, stage, &objections, &mut failures).await?;
        attempt += 1;
    }
}

async fn finish<'r>(task: &mut Task<'r>, place: &Run<'r>, input: &ToFinish) -> Result<Finished, Leave> {
    let words = task
        .call(place, Stage::ConsistencyAgent, &CONSISTENCY, input, |words| words.escalate.as_deref())
        .await?;
    for issue in &words.issues {
        task.flag(Flag::new("inconsistent", issue));
    }
    Ok(words)
}

/// Objectives and familiarity quiz that fit the questions.
async fn curriculum(
    task: &mut Task<'_>,
    ground: &Ground,
    questions: &[Candidate],
) -> Result<Curriculum, Leave> {
    let request = &task.input.request;
    let mut input = ToDesign {
        domain: request.domain.clone(),
        use_case: request.use_case.clone(),
        use_case_description: request.use_case_description.clone(),
        task_title: request.task_title.clone(),
        task_description: request.task_description.clone(),
        language: ground.language.clone(),
        questions: questions.to_vec(),
        guidance: Vec::new(),
    };
    let (mut attempt, mut failures) = (0, 0);
    loop {
        let place = task.run.at(format!("curriculum/{attempt}"));
        let stage = Stage::CurriculumDesigner;
        let given =
            task.call(&place, stage, &CURRICULUM_DESIGNER, &input, |given| given.escalate.as_deref()).await?;
        let fields = [
            ("task topic", given.task_topic.as_str()),
            ("task description", &given.task_description),
            ("instruction for the Explainer", &given.explainer),
            ("instruction for the Learner", &given.learner),
        ];
        let mut objections = Task::gate(&place, "populated", gates::populated(&fields));
        objections.extend(Task::gate(&place, "objectives", gates::objectives(&given, questions)));
        let asked = gates::familiarity(&given.familiarity_questions, questions);
        objections.extend(Task::gate(&place, "familiarity", asked));
        task.stage(
            stage,
            json!({ "learning_objectives": given.learning_objectives, "objections": objections }),
        );
        if objections.is_empty() {
            return Ok(given);
        }
        input.guidance = again(task, &place, stage, &objections, &mut failures).await?;
        attempt += 1;
    }
}

fn document(
    task: &Task<'_>,
    ground: &Ground,
    curriculum: &Curriculum,
    words: &Finished,
    questions: &[Candidate],
) -> TaskDocument {
    let request = &task.input.request;
    let or = |given: &str, default: &str| {
        let given = given.trim();
        if given.is_empty() { default.to_owned() } else { given.to_owned() }
    };
    let origin = if ground.origin.is_empty() { "Provided with the request" } else { &ground.origin };
    let familiarity = |(number, asked): (usize, &crate::course::Familiarity)| FamiliarityQuestion {
        question: asked.question.clone(),
        category: Category::of_number(number),
        level: bloom(asked.bloom_level),
    };
    TaskDocument {
        use_case: request.use_case.trim().to_owned(),
        title: request.task_title.trim().to_owned(),
        domain: request.domain.trim().to_owned(),
        use_case_description: request.use_case_description.trim().to_owned(),
        knowledge_dimensions: request.knowledge_dimensions.trim().to_owned(),
        reference_filename: format!("{}.pdf", request.task_id.trim()),
        reference_source: or(&request.reference_material_source, origin),
        quiz_source: or(&request.comprehension_quiz_source, "Automatic question generation"),
        inspiration: or(&request.task_inspiration, "NA"),
        system_prompt: SYSTEM_PROMPT.to_owned(),
        task_id: request.task_id.trim().to_owned(),
        topic: words.task_topic.clone(),
        description: words.task_description.clone(),
        explainer: words.explainer.clone(),
        learner: words.learner.clone(),
        formulas: Vec::new(),
        familiarity: (1..).zip(&curriculum.familiarity_questions).map(familiarity).collect(),
        comprehension: questions.iter().map(quiz_question).collect(),
    }
}

fn populated(document: &TaskDocument) -> Verdict {
    gates::populated(&[
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

/// Path C: the original with questions after its last one. Its frozen parts are compared byte for byte.
pub(super) async fn extended(
    task: &mut Task<'_>,
    existing: &Existing,
    questions: &[Candidate],
    original: &str,
) -> Result<String, Leave> {
    let before = existing.words();
    let mut input = ToFinish {
        expansion: true,
        task_title: existing.file.value(Field::TaskTitle).to_owned(),
        language: "en".to_owned(),
        task_topic: before.task_topic.clone(),
        task_description: before.task_description.clone(),
        explainer: before.explainer.clone(),
        learner: before.learner.clone(),
        questions: questions.to_vec(),
        guidance: Vec::new(),
    };
    let (mut attempt, mut failures) = (0, 0);
    loop {
        let place = task.run.at(format!("finish/{attempt}"));
        let words = finish(task, &place, &input).await?;
        let (text, objections) = appended(&place, existing, &words, questions, original);
        task.stage(Stage::ConsistencyAgent, json!({ "objections": objections, "themes": words.themes }));
        if objections.is_empty() {
            flag_spelling(task, original, &text);
            return Ok(text);
        }
        let stage = Stage::ConsistencyAgent;
        input.guidance = again(task, &place, stage, &objections, &mut failures).await?;
        attempt += 1;
    }
}

/// The extended text, and what the gates have against it.
fn appended(
    place: &Run<'_>,
    existing: &Existing,
    words: &Finished,
    questions: &[Candidate],
    original: &str,
) -> (String, Vec<String>) {
    let additions = Additions {
        questions: questions.iter().map(quiz_question).collect(),
        description: words.themes.clone(),
        explainer: words.themes.clone(),
        learner: words.learner_items.clone(),
    };
    let text = match expand(original, &additions) {
        Ok(text) => text,
        Err(error) => return (String::new(), vec![error.to_string()]),
    };
    let kept = match frozen(original).compare(&text) {
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
    objections.extend(Task::gate(place, "extended", gates::extended(&existing.words(), &after.words())));
    let there =
        |number: &usize| after.file.question(&format!("{}{number}", Quiz::Comprehension.prefix())).is_some();
    if !(1..=9).all(|number| there(&number)) || after.asked.len() != existing.asked.len() + questions.len() {
        objections.push("the questions of the file are not those it had and the new ones".to_owned());
    }
    (text, objections)
}
