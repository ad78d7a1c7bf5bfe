//! A task at work: where it stands, what was flagged, and how it leaves.

use serde_json::{Value, json};
use tutti_agent::{Agent, Call, Contract};
use tutti_core::Verdict;
use tutti_engine::{Recovery, Run, Stop};
use tutti_language::{Language, detect};

use crate::candidate::Level;
use crate::coverage::CoverageMap;
use crate::flow::people;
use crate::order::{Asked, Sample, Wanted};
use crate::outcome::{AuthorTask, Ending, Outcome};
use crate::request::Wishes;
use crate::routing::{self, Route, Rule, Ruling};
use crate::status::{Flag, Path, Stage, Status};

/// Why the work on a task does not go on: the run stops, or the task has its ending.
pub(super) enum Leave {
    Stop(Box<Stop>),
    End(Ending),
}

impl From<Stop> for Leave {
    fn from(stop: Stop) -> Self {
        Self::Stop(Box::new(stop))
    }
}

/// What questions are made from.
pub(super) struct Ground {
    pub(super) reference: String,
    pub(super) language: String,
    pub(super) options: usize,
    pub(super) needed: Vec<Wanted>,
    pub(super) existing: Vec<Asked>,
    pub(super) coverage: Option<CoverageMap>,
    pub(super) samples: Vec<Sample>,
    pub(super) guidance: Vec<String>,
    /// What the metadata says of the reference where the request does not.
    pub(super) origin: String,
}

impl Ground {
    pub(super) fn new(task: &Task<'_>, reference: String, options: usize) -> Self {
        let count = task.wishes.per_level.unwrap_or(if task.path == Path::C { 2 } else { 3 });
        let sample: String = reference.chars().take(20_000).collect();
        Self {
            language: detect(&sample).code().to_owned(),
            reference,
            options,
            needed: Level::ALL.map(|level| Wanted { level, count }).to_vec(),
            existing: Vec::new(),
            coverage: None,
            samples: Vec::new(),
            guidance: task.wishes.words.clone(),
            origin: String::new(),
        }
    }

    pub(super) fn language(&self) -> Language {
        Language::from_code(&self.language)
    }
}

/// The most characters of a reference.
const CHARACTERS: usize = 50_000;

pub(super) struct Task<'r> {
    pub(super) run: Run<'r>,
    pub(super) input: AuthorTask,
    pub(super) path: Path,
    pub(super) wishes: Wishes,
    flags: Vec<Flag>,
    stage: Stage,
    payload: Value,
    /// Status objects given out.
    told: usize,
    /// The rule for which a person is waited for.
    waits: Option<Rule>,
}

impl<'r> Task<'r> {
    pub(super) fn new(run: Run<'r>, input: AuthorTask) -> Self {
        let request = &input.request;
        let sources = [
            &request.reference_material,
            &request.reference_material_content,
            &request.sample_questions,
            &request.sample_questions_content,
        ];
        let has_source = sources.iter().any(|source| !source.trim().is_empty());
        let path = match (request.is_expansion(), has_source) {
            (true, _) => Path::C,
            (false, true) => Path::B,
            (false, false) => Path::A,
        };
        let (wishes, flags) = Wishes::of(request);
        let (stage, payload) = (Stage::InputValidation, json!({}));
        Self { run, input, path, wishes, flags, stage, payload, told: 0, waits: None }
    }

    pub(super) fn id(&self) -> String {
        self.input.request.called()
    }

    /// What a basic input does not say, so that a file can be written. A person is told.
    pub(super) fn fill_in(&mut self) {
        let request = &mut self.input.request;
        let id: String = request.task_title.to_lowercase().split(|c: char| !c.is_alphanumeric()).fold(
            String::new(),
            |id, word| match (id.is_empty(), word.is_empty()) {
                (_, true) => id,
                (true, false) => word.to_owned(),
                (false, false) => format!("{id}-{word}"),
            },
        );
        let title = request.task_title.trim().to_owned();
        let learn = format!("Learn about {title}.");
        let defaults = [
            ("task_id", &mut request.task_id, id),
            ("use_case", &mut request.use_case, request.domain.trim().to_owned()),
            ("use_case_description", &mut request.use_case_description, learn),
            ("knowledge_dimensions", &mut request.knowledge_dimensions, "Factual, conceptual".to_owned()),
        ];
        let mut filled = Vec::new();
        for (name, slot, value) in defaults {
            if slot.trim().is_empty() {
                *slot = value;
                filled.push(name);
            }
        }
        if !filled.is_empty() {
            let detail = format!("{} were not given and were filled in", filled.join(", "));
            self.flag(Flag::new("fields_filled_in", detail));
        }
    }

    /// A flag is kept once.
    pub(super) fn flag(&mut self, flag: Flag) {
        if !self.flags.iter().any(|known| known.flag == flag.flag && known.detail == flag.detail) {
            self.flags.push(flag);
        }
    }

    pub(super) fn flags(&self) -> &[Flag] {
        &self.flags
    }

    /// Puts on record that a rule applied.
    pub(super) fn flag_ruling(&mut self, ruling: Option<&Ruling>) {
        let Some(ruling) = ruling else { return };
        match &ruling.route {
            Route::Next { flags, .. } => flags.iter().cloned().for_each(|flag| self.flag(flag)),
            Route::Halt { why } | Route::Escalate { why } => self.flag(Flag::new(ruling.rule.code(), why)),
            Route::Error { text } => self.flag(Flag::new(ruling.rule.code(), text)),
            Route::Back { .. } => {}
        }
    }

    /// Follows a ruling that needs nobody: an error ends the task, a note is kept and its guidance given back.
    pub(super) fn obey(&mut self, ruling: Option<Ruling>) -> Result<Vec<String>, Leave> {
        self.flag_ruling(ruling.as_ref());
        match ruling {
            Some(Ruling { rule, route: Route::Error { text } }) => {
                Err(Leave::End(Ending::Error { rule: rule.code().to_owned(), text }))
            }
            Some(Ruling { route: Route::Next { guidance, .. }, .. }) => Ok(guidance),
            _ => Ok(Vec::new()),
        }
    }

    /// The reference as far as it is used.
    pub(super) fn cut(&mut self, text: &str) -> String {
        let Some((end, _)) = text.char_indices().nth(CHARACTERS) else { return text.to_owned() };
        let kept = &text[..end];
        let sentence = kept.rfind(['.', '!', '?', '\n']).filter(|at| end - at < 4_000);
        let kept = &kept[..sentence.map_or(end, |at| at + 1)];
        let detail = format!("the reference has over {CHARACTERS} characters; what follows them is not used");
        self.flag(Flag::new("reference_cut", detail));
        kept.to_owned()
    }

    /// Gives a status object out: this stage is done.
    pub(super) fn stage(&mut self, stage: Stage, payload: Value) {
        self.stage = stage;
        self.payload = payload;
        self.tell();
    }

    /// Gives a status object out before a person is asked, and after they answered.
    pub(super) fn waits(&mut self, waits: Option<Rule>) {
        self.waits = waits;
        self.tell();
    }

    fn tell(&mut self) {
        self.told += 1;
        self.run.note(&format!("status/{}", self.told), &json!({ "status": self.status() }));
    }

    fn status(&self) -> Status {
        let stages = Stage::of(self.path, self.wishes.extract);
        let next = stages.iter().find(|stage| **stage > self.stage && **stage != Stage::Done).copied();
        let mut quality_flags = self.flags.clone();
        // A rule may have stopped the task before: what is open is its last word.
        let open = self.waits.map(Rule::code);
        if let Some(flag) = quality_flags.iter_mut().rev().find(|flag| open == Some(flag.flag.as_str())) {
            flag.unresolved = true;
        }
        Status {
            workflow_id: self.run.id().as_str().to_owned(),
            current_stage: self.stage,
            path: self.path,
            next_agent: if self.stage == Stage::Done { None } else { next },
            payload: self.payload.clone(),
            quality_flags,
            human_review_required: self.waits.is_some(),
        }
    }

    pub(super) fn outcome(&self, ending: Ending) -> Outcome {
        let mut status = self.status();
        if !matches!(ending, Ending::Finished { .. }) {
            status.next_agent = None;
        }
        Outcome { task_id: self.id(), ending, status }
    }

    /// A failure says in which stage it happened.
    pub(super) fn staged(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Failed(problem) => Stop::Failed(problem.in_stage(self.stage.name()).traced(self.id())),
            other => other,
        }
    }

    /// Puts a gate on record and gives its objections.
    pub(super) fn gate(place: &Run<'_>, name: &str, verdict: Verdict) -> Vec<String> {
        match place.gate(name, verdict) {
            Verdict::Blocked(findings) => findings.into_iter().map(|finding| finding.message).collect(),
            Verdict::Pass | Verdict::Flagged(_) => Vec::new(),
        }
    }

    /// Calls an agent. One that says ESCALATE is put before a person, who goes on, calls it again or skips the task.
    pub(super) async fn call<I: Contract, O: Contract>(
        &mut self,
        place: &Run<'r>,
        stage: Stage,
        agent: &Agent<I, O>,
        input: &I,
        escalate: fn(&O) -> Option<&str>,
    ) -> Result<O, Leave> {
        self.stage = stage;
        let mut place = place.clone();
        loop {
            let given = place.call(agent, input).await?;
            let Some(ruling) = routing::escalated(stage, escalate(&given)) else { return Ok(given) };
            self.flag_ruling(Some(&ruling));
            let shown = serde_json::to_string_pretty(&given).unwrap_or_default();
            let allowed = ["go_on", "again", "skip"];
            let ask = format!("Go on with what {} gave, call it again, or skip the task?", stage.name());
            match people::decide(self, &place, &ruling, &ask, vec![shown], &allowed).await? {
                people::Answer::Again => {
                    place.recovered(Recovery::Regeneration, agent.name, ruling.rule.code());
                    place = place.at("again");
                }
                people::Answer::GoOn | people::Answer::Text(_) => return Ok(given),
            }
        }
    }
}
