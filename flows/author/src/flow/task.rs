//! The state of a running task: its status, its flags, and how it ends.

use serde_json::{Value, json};
use tutti_agent::{Agent, Call, Contract};
use tutti_core::Verdict;
use tutti_engine::{Recovery, Run, Stop};
use tutti_language::{Language, detect};

use crate::assignment::{Brief, Extension};
use crate::candidate::Level;
use crate::coverage::CoverageMap;
use crate::flow::people::{self, Decision};
use crate::order::{Asked, Sample, Wanted};
use crate::outcome::{Attached, AuthorTask, Ending, TaskOutcome};
use crate::request::{TaskRequest, Wishes};
use crate::routing::{self, Route, Rule, Ruling};
use crate::status::{Flag, Path, Stage, Status, StatusNote};

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
    pub(super) domain: String,
    pub(super) topic_title: String,
    pub(super) reference: String,
    pub(super) language: String,
    pub(super) options: usize,
    pub(super) needed: Vec<Wanted>,
    pub(super) existing: Vec<Asked>,
    pub(super) coverage: Option<CoverageMap>,
    pub(super) samples: Vec<Sample>,
    pub(super) guidance: Vec<String>,
    /// The origin of the reference for the metadata, if the request does not give it.
    pub(super) origin: String,
}

impl Ground {
    /// For a task that is written from a reference.
    pub(super) fn of_text(task: &mut Task<'_>, brief: &Brief, reference: &str) -> Self {
        let wishes = &task.wishes;
        let (options, per_level) = (wishes.options.unwrap_or(5), wishes.per_level.unwrap_or(3));
        Self::new(task, (&brief.domain, &brief.task_title), reference, options, per_level)
    }

    /// For questions that are added to a file: it says how many options they have.
    pub(super) fn of_file(task: &mut Task<'_>, extension: &Extension) -> Self {
        let existing = &extension.existing;
        let subject = (existing.domain(), existing.task_title());
        let per_level = task.wishes.per_level.unwrap_or(2);
        let ground = Self::new(task, subject, &extension.reference, existing.option_count(), per_level);
        Self { existing: existing.asked.clone(), ..ground }
    }

    fn new(
        task: &mut Task<'_>,
        (domain, title): (&str, &str),
        reference: &str,
        options: usize,
        per_level: usize,
    ) -> Self {
        let reference = task.cut(reference);
        let sample: String = reference.chars().take(20_000).collect();
        Self {
            domain: domain.to_owned(),
            topic_title: title.to_owned(),
            language: detect(&sample).code().to_owned(),
            reference,
            options,
            needed: Level::ALL.map(|level| Wanted { level, count: per_level }).to_vec(),
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
    pub(super) wishes: Wishes,
    /// Files that came with the request.
    pub(super) attached: Vec<Attached>,
    /// Answers of blind solvers to each candidate.
    pub(super) votes: usize,
    /// Solvers at work at once.
    pub(super) parallel: usize,
    /// In which the run was started.
    pub(super) year: i32,
    id: String,
    path: Path,
    flags: Vec<Flag>,
    stage: Stage,
    payload: Value,
    /// Status objects given out.
    statuses: usize,
    /// The rule for which a person is waited for.
    waits_for: Option<Rule>,
}

impl<'r> Task<'r> {
    /// The task, and its request, which is still to be parsed.
    pub(super) fn new(run: Run<'r>, input: AuthorTask) -> (Self, TaskRequest) {
        let AuthorTask { request, attached, votes, parallel, year } = input;
        let (wishes, flags) = Wishes::of(&request);
        let task = Self {
            run,
            wishes,
            attached,
            votes,
            parallel,
            year,
            id: request.label(),
            path: Path::of(&request),
            flags,
            stage: Stage::InputValidation,
            payload: json!({}),
            statuses: 0,
            waits_for: None,
        };
        (task, request)
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Takes the id of a brief, and flags what it was given without.
    pub(super) fn take_brief(&mut self, brief: &Brief) {
        let id = brief.task_id.trim();
        if !id.is_empty() {
            id.clone_into(&mut self.id);
        }
        if !brief.filled_in.is_empty() {
            let detail = format!("{} were not given and were filled in", brief.filled_in.join(", "));
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
    pub(super) fn flag_ruling(&mut self, ruling: &Ruling) {
        match &ruling.route {
            Route::Next { flags, .. } => flags.iter().cloned().for_each(|flag| self.flag(flag)),
            Route::Halt { why } | Route::Escalate { why } => self.flag(Flag::new(ruling.rule.code(), why)),
            Route::Error { text } => self.flag(Flag::new(ruling.rule.code(), text)),
            Route::Back { .. } => {}
        }
    }

    /// Flags a ruling that stops nothing, and gives its words for the next agent.
    pub(super) fn note_ruling(&mut self, ruling: Ruling) -> Vec<String> {
        self.flag_ruling(&ruling);
        match ruling.route {
            Route::Next { guidance, .. } => guidance,
            _ => Vec::new(),
        }
    }

    /// The end of a task that cannot be done.
    pub(super) fn end_with(&mut self, ruling: &Ruling) -> Leave {
        self.flag_ruling(ruling);
        Leave::End(Ending::Error { rule: ruling.rule.code().to_owned(), text: ruling.reason().to_owned() })
    }

    /// The reference as far as it is used.
    fn cut(&mut self, text: &str) -> String {
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
        self.note_status();
    }

    /// Gives a status object out before a person is asked, and after they answered.
    pub(super) fn wait_for_person(&mut self, rule: Option<Rule>) {
        self.waits_for = rule;
        self.note_status();
    }

    fn note_status(&mut self) {
        self.statuses += 1;
        self.run.note(&format!("status/{}", self.statuses), &StatusNote { status: self.status() });
    }

    fn status(&self) -> Status {
        let stages = Stage::of(self.path, self.wishes.extract);
        let next = stages.iter().find(|stage| **stage > self.stage && **stage != Stage::Done).copied();
        let mut quality_flags = self.flags.clone();
        // A rule may have stopped the task before: what is open is its last word.
        let open = self.waits_for.map(Rule::code);
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
            human_review_required: self.waits_for.is_some(),
        }
    }

    pub(super) fn outcome(&self, ending: Ending) -> TaskOutcome {
        let mut status = self.status();
        if !matches!(ending, Ending::Finished { .. }) {
            status.next_agent = None;
        }
        TaskOutcome { task_id: self.id.clone(), ending, status }
    }

    /// A failure says in which stage it happened.
    pub(super) fn in_stage(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Failed(problem) => {
                Stop::Failed(problem.in_stage(self.stage.name()).with_trace(self.id.as_str()))
            }
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
            let Some(ruling) = routing::escalation(stage, escalate(&given)) else { return Ok(given) };
            self.flag_ruling(&ruling);
            let evidence = serde_json::to_string_pretty(&given).unwrap_or_default();
            let allowed = ["go_on", "again", "skip"];
            let ask = format!("Go on with what {} gave, call it again, or skip the task?", stage.name());
            match people::decide(self, &place, &ruling, &ask, vec![evidence], &allowed).await? {
                Decision::Again => {
                    place.record_recovery(Recovery::Regeneration, agent.name, ruling.rule.code());
                    place = place.at("again");
                }
                Decision::GoOn => return Ok(given),
            }
        }
    }
}
