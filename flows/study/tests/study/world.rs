//! A store, a controlled clock, an executor, and a provider over real HTTP that plays Reader, Coach and note-taker.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tutti_agent::{Choice, Desk, StoreCache, StoreLedger, Way};
use tutti_core::{ContentHash, Owner, Problem, RunId};
use tutti_document::Reader;
use tutti_engine::{Clock, End, Executor, JumpingClock, Options, Services, Submission};
use tutti_library::cache_reading;
use tutti_model::scripted::{Behaviour, ScriptedServer, Seen};
use tutti_model::{Kind, Models, ProviderName};
use tutti_store::{EntryKind, Owned, Store, StoreUrl};
use tutti_study::gates::Thresholds;
use tutti_study::{
    AGENTS, CoachOutput, Context, Difficulty, FLOWS, ReaderOutput, STUDY, StudyInput, StudyReport, native,
};

use crate::text;

/// When everything begins.
pub(crate) const START: i64 = 5_000_000;

/// One call, as the provider sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Without `study_`.
    pub(crate) agent: String,
    /// Of the Coach, from 0.
    pub(crate) round: u32,
    /// Of this agent at this place, from 1.
    pub(crate) attempt: u32,
}

impl Asked {
    /// From the idempotency key, which is the place of the step: `r/coach/0/study_coach#1`.
    fn of(seen: &Seen) -> Self {
        let key = &seen.headers["idempotency-key"];
        let round = key.split_once("coach/").and_then(|(_, rest)| rest.split('/').next()?.parse().ok());
        let (agent, attempt) = key.rsplit('/').next().unwrap().split_once('#').unwrap();
        Self {
            agent: agent.trim_start_matches("study_").to_owned(),
            round: round.unwrap_or(0),
            attempt: attempt.parse().unwrap(),
        }
    }
}

/// What those say who know their trade.
#[derive(Debug, Clone)]
pub(crate) struct Good {
    pub(crate) context: Context,
    pub(crate) made: CoachOutput,
}

impl Good {
    pub(crate) fn of(document: &ReaderOutput, flashcards: u32, questions: u32) -> Self {
        let handover = text::handover(document, flashcards, questions);
        Self { made: native::make(&handover).unwrap(), context: handover.context }
    }

    fn says(&self, agent: &str) -> String {
        match agent {
            "reader" => json!(self.context).to_string(),
            "coach" => json!(self.made).to_string(),
            "notes" => r#"{"notes": ["Look at the tides again."]}"#.to_owned(),
            other => panic!("nobody is called {other}"),
        }
    }
}

pub(crate) struct World {
    folder: tempfile::TempDir,
    pub(crate) store: Store,
    pub(crate) clock: JumpingClock,
    pub(crate) server: ScriptedServer,
    /// Whether replies are kept and found again.
    pub(crate) cached: bool,
    /// Whether models are asked at all.
    pub(crate) models: bool,
    pub(crate) timeout: Option<Duration>,
}

impl World {
    /// Where the script says nothing, the call is answered well.
    pub(crate) async fn new(
        good: Good,
        script: impl Fn(&Asked) -> Option<Behaviour> + Send + Sync + 'static,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreUrl::Sqlite(folder.path().join("t.db"))).await.unwrap();
        let answer = move |seen: &Seen| {
            let asked = Asked::of(seen);
            script(&asked).unwrap_or_else(|| Behaviour::say(good.says(&asked.agent)))
        };
        let server = ScriptedServer::answering(answer).await.unwrap();
        let clock = JumpingClock::at(START);
        Self { folder, store, clock, server, cached: false, models: true, timeout: None }
    }

    /// A world whose agents all work natively.
    pub(crate) async fn native() -> Self {
        let nobody = Good { context: Context::default(), made: CoachOutput::default() };
        Self { models: false, ..Self::new(nobody, |_| Some(Behaviour::Close)).await }
    }

    pub(crate) fn mine(&self) -> Owned {
        self.store.of(&Owner::local())
    }

    pub(crate) async fn executor(&self) -> Executor {
        let clock: Arc<dyn Clock> = Arc::new(self.clock.clone());
        let provider = self.server.settings(ProviderName::parse("lab").unwrap(), Kind::OpenAi);
        let cache = StoreCache::new(self.store.clone(), Arc::clone(&clock));
        let options = tutti_model::Options {
            ledger: Arc::new(StoreLedger::new(self.store.clone(), Arc::clone(&clock))),
            cache: if self.cached { Some(Arc::new(cache)) } else { None },
            forbid_real_calls: true,
            ..tutti_model::Options::default()
        };
        let mut desk = Desk::native()
            .with_agents(&AGENTS)
            .unwrap()
            .with_models(Models::new(vec![provider], options).unwrap())
            .with_clock(Arc::clone(&clock));
        if self.models {
            for agent in AGENTS {
                let ways = vec![Way::Model { name: "lab:m".parse().unwrap(), checked: false }];
                desk =
                    desk.with_choice(agent.name, Choice { ways, timeout: self.timeout, ..Choice::default() });
            }
        }
        let flows = FLOWS.into_iter().collect();
        // Everything is read already; nobody is started.
        let reader = Reader {
            program: "nobody".into(),
            limits: tutti_document::Limits::default(),
            languages: Vec::new(),
        };
        let services = Services::default().with(desk).with(self.store.clone()).with(reader);
        let options = Options { clock, ..Options::new(self.folder.path().join("locks")) };
        Executor::start(self.store.clone(), flows, services, options).await.unwrap()
    }

    /// Puts a document into the store as if it had been read before.
    pub(crate) async fn shelve(&self, document: &ReaderOutput) -> ContentHash {
        let store = self.mine();
        let hash = store.keep_file(document.text().into_bytes()).await.unwrap();
        cache_reading(&store, &hash, document, START).await.unwrap();
        hash
    }

    pub(crate) async fn submission(
        &self,
        document: &ReaderOutput,
        session: &str,
        made: (u32, u32),
    ) -> Submission {
        let input = StudyInput {
            session_id: session.to_owned(),
            user_id: "u".to_owned(),
            name: "notes.md".to_owned(),
            source_hash: self.shelve(document).await,
            at: "2026-01-01T00:00:00Z".to_owned(),
            at_ms: START,
            flashcards: made.0,
            questions: made.1,
            difficulty: Difficulty::Medium,
            audience: "beginner".to_owned(),
            focus: Vec::new(),
            thresholds: Thresholds::default(),
        };
        Submission { id: Some(RunId::parse(session).unwrap()), ..STUDY.submission(&input).unwrap() }
    }

    /// A session with so many cards and questions, to its end.
    pub(crate) async fn study(&self, document: &ReaderOutput, session: &str, made: (u32, u32)) -> End {
        let submission = self.submission(document, session, made).await;
        self.run(submission).await
    }

    pub(crate) async fn run(&self, submission: Submission) -> End {
        self.executor().await.run(&Owner::local(), submission).await.unwrap().1
    }

    /// What this agent was asked, in order.
    pub(crate) fn prompts_to(&self, agent: &str) -> Vec<String> {
        let seen = self.server.requests();
        let turns = |seen: &Seen| {
            let turns = seen.body["messages"].as_array().unwrap().clone();
            turns.iter().map(|turn| turn["content"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
        };
        seen.iter().filter(|seen| Asked::of(seen).agent == agent).map(turns).collect()
    }

    /// The recoveries on record, in order.
    pub(crate) async fn recoveries(&self, run: &str) -> Vec<String> {
        let journal = self.mine().journal(&RunId::parse(run).unwrap()).await.unwrap();
        let notes = journal.iter().filter(|entry| entry.kind == EntryKind::Note);
        notes.filter_map(|entry| Some(entry.output["recovery"].as_str()?.to_owned())).collect()
    }
}

#[track_caller]
pub(crate) fn expect_done(end: End) -> Value {
    match end {
        End::Done(value) => value,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub(crate) fn report(end: End) -> StudyReport {
    serde_json::from_value(expect_done(end)).unwrap()
}

#[track_caller]
pub(crate) fn expect_failure(end: End) -> Problem {
    match end {
        End::Failed(problem) => problem,
        other => panic!("{other:?}"),
    }
}
