//! A store, a controlled clock, an executor, and a provider over real HTTP that plays every agent.

use std::sync::Arc;

use serde_json::{Value, json};
use tutti_agent::{Choice, Desk, StoreLedger, Way};
use tutti_author::{
    AGENTS, AUTHOR, AUTHOR_BATCH, AuthorInput, AuthorReport, AuthorTask, FLOWS, Status, TaskOutcome,
    TaskRequest,
};
use tutti_core::{Budget, Owner, RunId};
use tutti_document::Reader;
use tutti_engine::{Clock, End, Executor, JumpingClock, Mended, Options, Services, Submission};
use tutti_fetch::{Fetcher, Searcher};
use tutti_model::scripted::{Behaviour, ScriptedServer, Seen};
use tutti_model::{Kind, Models, ProviderName};
use tutti_store::{EntryKind, Owned, ReviewRow, Store, StoreUrl};

use crate::text::{candidates, numbers};

/// When everything begins.
pub(crate) const START: i64 = 5_000_000;

/// One call, as the provider sees it.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Without `author_`.
    pub(crate) agent: String,
    /// Of the writer, from 0.
    pub(crate) round: usize,
    pub(crate) text: String,
}

impl Asked {
    /// From the idempotency key, which is the place of the step: `r/round/0/author_question_writer#1`.
    fn of(seen: &Seen) -> Self {
        let key = &seen.headers["idempotency-key"];
        let round = key.split_once("round/").and_then(|(_, rest)| rest.split('/').next()?.parse().ok());
        let agent = key.rsplit('/').next().unwrap().split('#').next().unwrap();
        let turns = seen.body["messages"].as_array().unwrap();
        let turns: Vec<&str> = turns.iter().map(|turn| turn["content"].as_str().unwrap()).collect();
        Self {
            agent: agent.trim_start_matches("author_").to_owned(),
            round: round.unwrap_or(0),
            text: turns.join("\n"),
        }
    }

    pub(crate) fn is(&self, agent: &str) -> bool {
        self.agent == agent
    }
}

/// The ids of the candidates that a prompt shows.
pub(crate) fn shown_ids(text: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for part in text.split("\"question_id\"").skip(1) {
        let id = part.split('"').nth(1).unwrap_or_default().to_owned();
        // The schema names the field too.
        let numbered = id.starts_with(['R', 'U', 'A']) && id[1..].parse::<usize>().is_ok();
        if numbered && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

pub(crate) fn score_json(id: &str, score: f64) -> Value {
    let parts = json!({
        "source_dependency": score, "distractors": score, "item_writing": score, "discrimination": score,
    });
    json!({ "question_id": id, "parts": parts, "draws": [0.2, 0.2, 0.2, 0.2, 0.2] })
}

/// A review that passes every candidate it is shown.
pub(crate) fn passes_all(text: &str) -> String {
    let accepted: Vec<Value> = shown_ids(text).iter().map(|id| score_json(id, 8.5)).collect();
    json!({ "accepted": accepted, "rejected": [] }).to_string()
}

/// What everybody says who knows the trade.
fn well(asked: &Asked) -> String {
    let expands = asked.text.contains("The task has these questions already");
    match asked.agent.as_str() {
        // Path C has the first three of each level already.
        "question_writer" if expands => candidates(&numbers(3 + asked.round * 2, 4 - asked.round.min(2))),
        "question_writer" => candidates(&numbers(5 * asked.round.min(1), 5 - 2 * asked.round.min(1))),
        "reviewer" => passes_all(&asked.text),
        "coverage_analysis" => json!({
            "covered_concepts": [{ "concept": "fog signals", "tested_by": ["CQ1"], "bloom_levels_tested": ["Remembering"] }],
            "under_covered_concepts": under_covered(),
            "coverage_summary": {
                "total_reference_concepts": 24, "concepts_tested_by_cq1_cq9": 9, "concepts_not_tested": 15,
                "coverage_percentage": "38%",
            },
        })
        .to_string(),
        "curriculum_designer" => curriculum(&asked.text).to_string(),
        "consistency" => json!({
            "task_topic": "Rules of a small harbor",
            "task_description": "In this task, you will need to learn as much as you can about harbor rules.",
            "explainer": "You will explain the rules of the harbor.",
            "learner": "You will learn the rules. 1. How ships pass.",
            "themes": if asked.text.contains("that are added") { vec!["how ballast water is tested"] } else { Vec::new() },
            "learner_items": [],
        })
        .to_string(),
        "blind_solver" => json!({ "answer": "E", "reasoning": "a guess" }).to_string(),
        other => panic!("nobody is called {other}"),
    }
}

fn under_covered() -> Vec<Value> {
    let concepts =
        ["ballast water", "grain dues", "lamps", "night watches", "fever on board", "parted lines"];
    let concept = |concept: &str| {
        json!({
            "concept": concept, "importance": "high", "testability": "high",
            "suggested_bloom_levels": ["Remembering"], "rationale": "nobody asks about it",
        })
    };
    concepts.into_iter().map(concept).collect()
}

/// A curriculum for the questions that a prompt shows.
pub(crate) fn curriculum(text: &str) -> Value {
    let concept = text.split("\"concept\"").nth(1).and_then(|part| part.split('"').nth(1)).unwrap();
    let stems = ["How familiar are you with", "How well do you understand"];
    let levels = ["Remembering", "Understanding"];
    let familiarity = |number: usize| {
        json!({
            "question_id": format!("FQ{}", number + 1),
            "question": format!("{} harbors, such as {}?", stems[number % 2], ["work", "trade", "tugs", "lamps"][number]),
            "bloom_level": levels[number % 2],
            "terms": if number < 2 { Vec::new() } else { vec![concept] },
        })
    };
    let asked: Vec<Value> = (0..4).map(familiarity).collect();
    let ids: Vec<String> = (1..=9).map(|number| format!("CQ{number}")).collect();
    json!({
        "task_topic": "Rules of a small harbor",
        "task_description": "In this task, you will need to learn as much as you can about harbor rules.",
        "explainer": "You will explain the rules of the harbor.",
        "learner": "You will learn the rules. 1. How ships pass.",
        "learning_objectives": [
            { "id": "LO1", "text": "Know the rules.", "bloom_level": "Remembering", "maps_to_questions": ids },
        ],
        "familiarity_questions": asked,
    })
}

pub(crate) struct World {
    folder: tempfile::TempDir,
    pub(crate) store: Store,
    pub(crate) server: ScriptedServer,
    pub(crate) votes: usize,
    /// Whether sources are found and rated natively.
    pub(crate) finds_natively: bool,
    /// Where pages come from, and who finds them.
    pub(crate) web: Option<(Fetcher, Searcher)>,
}

impl World {
    /// Where the script says nothing, the call is answered well.
    pub(crate) async fn new(script: impl Fn(&Asked) -> Option<String> + Send + Sync + 'static) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreUrl::Sqlite(folder.path().join("t.db"))).await.unwrap();
        let answer = move |seen: &Seen| {
            let asked = Asked::of(seen);
            Behaviour::say(script(&asked).unwrap_or_else(|| well(&asked)))
        };
        let server = ScriptedServer::answering(answer).await.unwrap();
        Self { folder, store, server, votes: 0, finds_natively: false, web: None }
    }

    pub(crate) fn mine(&self) -> Owned {
        self.store.of(&Owner::local())
    }

    pub(crate) async fn executor(&self) -> Executor {
        let clock: Arc<dyn Clock> = Arc::new(JumpingClock::at(START));
        let provider = self.server.settings(ProviderName::parse("lab").unwrap(), Kind::OpenAi);
        let options = tutti_model::Options {
            ledger: Arc::new(StoreLedger::new(self.store.clone(), Arc::clone(&clock))),
            forbid_real_calls: true,
            ..tutti_model::Options::default()
        };
        let mut desk = Desk::native()
            .with_agents(&AGENTS)
            .unwrap()
            .with_models(Models::new(vec![provider], options).unwrap())
            .with_clock(Arc::clone(&clock));
        let natively =
            |name: &str| self.finds_natively && (name.ends_with("discovery") || name.ends_with("expert"));
        for agent in AGENTS.iter().filter(|agent| !natively(agent.name)) {
            let ways = vec![Way::Model { name: "lab:m".parse().unwrap(), checked: false }];
            desk = desk.with_choice(agent.name, Choice { ways, ..Choice::default() });
        }
        let flows = FLOWS.into_iter().collect();
        let reader = Reader {
            program: env!("CARGO_BIN_EXE_tutti-author-child").into(),
            limits: tutti_document::Limits::default(),
            languages: Vec::new(),
        };
        let services = Services::default().with(desk).with(self.store.clone()).with(reader);
        let services = match self.web.clone() {
            Some((fetcher, searcher)) => services.with(fetcher).with(searcher),
            None => services.with(Fetcher::default()),
        };
        let options = Options { clock, ..Options::new(self.folder.path().join("locks")) };
        Executor::start(self.store.clone(), flows, services, options).await.unwrap()
    }

    fn task(&self, request: TaskRequest) -> AuthorTask {
        AuthorTask { request, attached: Vec::new(), votes: self.votes, parallel: 4, year: 2026 }
    }

    /// One task called `r`, as far as it goes.
    pub(crate) async fn run(&self, request: TaskRequest) -> End {
        let submission = Submission {
            id: Some(RunId::parse("r").unwrap()),
            ..AUTHOR.submission(&self.task(request)).unwrap()
        };
        self.executor().await.run(&Owner::local(), submission).await.unwrap().1
    }

    /// One task to its end.
    pub(crate) async fn one(&self, request: TaskRequest) -> TaskOutcome {
        let end = self.run(request).await;
        if matches!(end, End::Parked { .. }) {
            panic!("{:#?}", self.review().await.question);
        }
        outcome(end)
    }

    /// A batch called `r`, as far as it goes.
    pub(crate) async fn batch(&self, requests: Vec<TaskRequest>, budget: Budget) -> End {
        let tasks = requests.into_iter().map(|request| self.task(request)).collect();
        let input = AuthorInput { tasks, flawed: Vec::new(), parallel: 4 };
        let submission = Submission {
            id: Some(RunId::parse("r").unwrap()),
            budget,
            ..AUTHOR_BATCH.submission(&input).unwrap()
        };
        self.executor().await.run(&Owner::local(), submission).await.unwrap().1
    }

    pub(crate) async fn resume(&self, mended: Mended) -> End {
        let run = RunId::parse("r").unwrap();
        self.executor().await.resume(&Owner::local(), &run, mended).await.unwrap()
    }

    /// The one open question.
    pub(crate) async fn review(&self) -> ReviewRow {
        let mut reviews = self.mine().reviews(false).await.unwrap();
        reviews.retain(|review| review.answer.is_none());
        assert_eq!(reviews.len(), 1, "{reviews:?}");
        reviews.remove(0)
    }

    /// Answers the open question of `r` and goes on.
    pub(crate) async fn answer(&self, answer: &str) -> End {
        let review = self.review().await;
        let executor = self.executor().await;
        executor.answer(&Owner::local(), &review.run, &review.name, answer, "u").await.unwrap();
        executor.resume(&Owner::local(), &RunId::parse("r").unwrap(), Mended::default()).await.unwrap()
    }

    /// What this agent was asked, in order.
    pub(crate) fn prompts_to(&self, agent: &str) -> Vec<String> {
        let seen = self.server.requests();
        seen.iter().map(Asked::of).filter(|asked| asked.is(agent)).map(|asked| asked.text).collect()
    }

    /// The status objects of `r`, in order.
    pub(crate) async fn statuses(&self) -> Vec<Status> {
        let journal = self.mine().journal(&RunId::parse("r").unwrap()).await.unwrap();
        let notes = journal.iter().filter(|entry| entry.kind == EntryKind::Note);
        notes.filter_map(|entry| serde_json::from_value(entry.output.get("status")?.clone()).ok()).collect()
    }
}

#[track_caller]
pub(crate) fn outcome(end: End) -> TaskOutcome {
    match end {
        End::Done(value) => serde_json::from_value(value).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub(crate) fn report(end: End) -> AuthorReport {
    match end {
        End::Done(value) => serde_json::from_value(value).unwrap(),
        other => panic!("{other:?}"),
    }
}
