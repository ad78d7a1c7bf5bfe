//! The flow with models behind its agents: a provider over real HTTP that plays all five roles, well or badly.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{collections::BTreeSet, fmt::Write, sync::Arc};

use serde_json::{Value, json};
use tutti_agent::{Choice, Desk, StoreLedger, Way};
use tutti_core::{Budget, Owner, RunId};
use tutti_engine::{Clock, End, Executor, JumpingClock, Mended, Options, Services, Submission};
use tutti_forge::native::{design, implement};
use tutti_forge::rules::Rule;
use tutti_forge::{
    AGENTS, BUILT_IN, Brief, Ending, FLOWS, FORGE, ForgeInput, ForgeReport, Order, Package, Rejected,
    SlotOutcome, briefs, read_library,
};
use tutti_model::{
    Kind, Models, ProviderName,
    scripted::{Behaviour, ScriptedServer, Seen},
};
use tutti_store::{Store, StoreUrl};

/// One call, as the provider sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    agent: String,
    slot: u64,
    /// Of the Implementer, from 0.
    attempt: u32,
}

impl Asked {
    /// From the idempotency key, which is the place of the step: `…/slot/3/attempt/1/forge_style#1`.
    fn of(seen: &Seen) -> Self {
        let key = &seen.headers["idempotency-key"];
        let after = |name: &str| {
            let (_, rest) = key.split_once(&format!("{name}/"))?;
            rest.split('/').next()?.parse::<u64>().ok()
        };
        let agent = key.rsplit('/').next().unwrap().split('#').next().unwrap();
        Self {
            agent: agent.trim_start_matches("forge_").to_owned(),
            slot: after("slot").unwrap(),
            attempt: after("attempt").unwrap_or(0) as u32,
        }
    }
}

fn input(items: u64) -> ForgeInput {
    ForgeInput {
        items,
        seed: 5,
        schemas: read_library(BUILT_IN).unwrap(),
        weights: [0.3, 0.5, 0.2],
        implementer_retries: 2,
        designer_retries: 2,
        batch: 1,
        parallel: 2,
        models: [].into(),
        at_ms: 0,
    }
}

fn brief(slot: u64) -> Brief {
    let input = input(slot + 1);
    briefs(input.items, input.seed, &input.schemas, input.weights).remove(slot as usize)
}

/// The item that a good Implementer writes at this attempt.
fn good(slot: u64, attempt: u32) -> Package {
    let idea = design(&brief(slot)).unwrap();
    implement(&Order { brief: brief(slot), idea, attempt, failed: Vec::new() }).unwrap()
}

const SCORES: &str = r#"{"authenticity": 9, "one_idea": 9, "no_calculator": 9, "elegance": 8,
    "distractor_realism": 8, "plausibility": 9}"#;

/// What everybody says who knows the trade.
fn well(asked: &Asked) -> String {
    match asked.agent.as_str() {
        "designer" => json!(design(&brief(asked.slot)).unwrap()).to_string(),
        "implementer" => json!(good(asked.slot, asked.attempt)).to_string(),
        "solver" => {
            let answer = good(asked.slot, asked.attempt).question.correct_option;
            json!({ "answer": answer, "reasoning": "worked out" }).to_string()
        }
        "verifier" => r#"{"verdict": "PASS", "confidence": "high"}"#.to_owned(),
        "style" => format!(r#"{{"verdict": "PASS", "scores": {SCORES}}}"#),
        other => panic!("nobody is called {other}"),
    }
}

struct World {
    folder: tempfile::TempDir,
    store: Store,
    server: ScriptedServer,
    /// `native+model`.
    checked: bool,
}

impl World {
    /// Where the script says nothing, the call is answered well.
    async fn new(script: impl Fn(&Asked) -> Option<String> + Send + Sync + 'static) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreUrl::Sqlite(folder.path().join("t.db"))).await.unwrap();
        let answer = move |seen: &Seen| {
            let asked = Asked::of(seen);
            Behaviour::say(script(&asked).unwrap_or_else(|| well(&asked)))
        };
        Self { folder, store, server: ScriptedServer::answering(answer).await.unwrap(), checked: false }
    }

    async fn executor(&self) -> Executor {
        let clock: Arc<dyn Clock> = Arc::new(JumpingClock::at(5_000_000));
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
        for agent in AGENTS {
            let ways = vec![Way::Model { name: "lab:m".parse().unwrap(), checked: self.checked }];
            desk = desk.with_choice(agent.name, Choice { ways, ..Choice::default() });
        }
        let flows = FLOWS.into_iter().collect();
        let services = Services::default().with(desk).with(self.store.clone());
        let options = Options { clock, ..Options::new(self.folder.path().join("locks")) };
        Executor::start(self.store.clone(), flows, services, options).await.unwrap()
    }

    async fn run(&self, items: u64, budget: Budget) -> End {
        let submission = Submission {
            id: Some(RunId::parse("r").unwrap()),
            budget,
            ..FORGE.submission(&input(items)).unwrap()
        };
        self.executor().await.run(&Owner::local(), submission).await.unwrap().1
    }

    /// One item, made to its end.
    async fn one(&self) -> SlotOutcome {
        let End::Done(value) = self.run(1, Budget::default()).await else { panic!("the run is not done") };
        serde_json::from_value::<ForgeReport>(value).unwrap().outcomes.remove(0)
    }

    /// What this agent was asked, in order.
    fn prompts_to(&self, agent: &str) -> Vec<String> {
        let seen = self.server.requests();
        seen.iter().filter(|seen| Asked::of(seen).agent == agent).map(Seen::text).collect()
    }
}

fn rejection(outcome: &SlotOutcome) -> &Rejected {
    match &outcome.result {
        Ending::Rejected(rejected) => rejected,
        Ending::Accepted(_) => panic!("it was accepted"),
    }
}

fn at(asked: &Asked, agent: &str, attempt: u32) -> bool {
    asked.agent == agent && asked.attempt == attempt
}

#[tokio::test]
async fn models_play_all_five_roles() {
    let world = World::new(|_| None).await;
    let outcome = world.one().await;
    assert_eq!(outcome.as_accepted().unwrap().question_package, good(0, 0));
    assert_eq!(outcome.attempts, 1);
    for agent in ["designer", "implementer", "solver", "verifier", "style"] {
        assert_eq!(world.prompts_to(agent).len(), 1, "{agent}");
    }
    // The blind solver sees neither key nor solution.
    let package = good(0, 0);
    let solver = world.prompts_to("solver").remove(0);
    assert!(!solver.contains("correct_option") && !solver.contains(&package.solution.key_insight));
}

#[tokio::test]
async fn a_failure_that_can_be_mended_is_made_anew_with_the_report() {
    let fail = json!({
        "verdict": "Fail",
        "failure_type": ["Ambiguity"],
        "reasons": "it can be read in two ways",
        "severity": ["Fixable with regeneration"],
        "regen_instructions": ["say which way is up"],
    });
    let world = World::new(move |asked| at(asked, "verifier", 0).then(|| fail.to_string())).await;
    let outcome = world.one().await;
    assert_eq!((outcome.attempts, outcome.as_accepted().is_some()), (2, true));
    let orders = world.prompts_to("implementer");
    assert_eq!(orders.len(), 2);
    assert!(!orders[0].contains("did not pass"));
    for part in ["did not pass", "Do not use any number", "it can be read in two ways", "say which way is up"]
    {
        assert!(orders[1].contains(part), "{part} is missing in {}", orders[1]);
    }
    assert_eq!(world.prompts_to("style").len(), 1, "what does not pass the verifier is not judged");
}

#[tokio::test]
async fn scores_decide_though_the_judge_says_pass() {
    let low = SCORES.replace("\"elegance\": 8", "\"elegance\": 6");
    let judged =
        format!(r#"{{"verdict": "PASS", "scores": {low}, "regen_instructions": ["make it shorter"]}}"#);
    let world = World::new(move |asked| at(asked, "style", 0).then(|| judged.clone())).await;
    let outcome = world.one().await;
    assert_eq!((outcome.attempts, outcome.as_accepted().is_some()), (2, true));
    // Both reports go along: the verifier's, which passed it, and the judge's.
    let again = world.prompts_to("implementer").remove(1);
    for part in ["make it shorter", r#"\"elegance\": 6"#, r#"\"layers\""#] {
        assert!(again.contains(part), "{part} is missing in {again}");
    }
    // A mean under eight fails too.
    let sevens = SCORES.replace(['8', '9'], "7");
    let judged = format!(r#"{{"verdict": "PASS", "scores": {sevens}}}"#);
    let world = World::new(move |asked| (asked.agent == "style").then(|| judged.clone())).await;
    let outcome = world.one().await;
    assert_eq!((rejection(&outcome).stage.as_str(), outcome.attempts), ("style", 3));
}

#[tokio::test]
async fn the_numbers_of_a_failed_attempt_are_not_used_again() {
    let world = World::new(|asked| match (asked.agent.as_str(), asked.attempt) {
        ("implementer", 1) => Some(json!(good(asked.slot, 0)).to_string()),
        ("solver", 1) => Some(json!({ "answer": good(asked.slot, 0).question.correct_option }).to_string()),
        ("verifier", 0) => Some(r#"{"verdict": "FAIL", "severity": "fixable_with_regeneration"}"#.to_owned()),
        _ => None,
    })
    .await;
    let outcome = world.one().await;
    assert_eq!((outcome.attempts, outcome.as_accepted().is_some()), (3, true));
    let orders = world.prompts_to("implementer");
    assert!(orders[2].contains("were used again"), "{}", orders[2]);
    assert!(orders[2].contains(Rule::NumbersReused.fix()), "{}", orders[2]);
    assert_eq!(world.prompts_to("verifier").len(), 2, "code objects before a model is asked");
}

#[tokio::test]
async fn a_structural_flaw_ends_it_at_once() {
    let fail = r#"{"verdict": "FAIL", "failure_type": "multiple_correct_answers", "reasons": ["two are right"],
        "severity": ["Structural-Flaw"]}"#;
    let world = World::new(move |asked| (asked.agent == "verifier").then(|| fail.to_owned())).await;
    let outcome = world.one().await;
    let why = rejection(&outcome);
    assert_eq!((why.stage.as_str(), why.failure_type.as_str()), ("verifier", "multiple_correct_answers"));
    assert_eq!(
        (outcome.attempts, world.prompts_to("implementer").len(), world.prompts_to("style").len()),
        (1, 1, 0)
    );
}

#[tokio::test]
async fn a_model_does_not_overrule_code() {
    // The key is moved to a wrong option, and everybody says that it is right.
    let planted = |slot, attempt| {
        let mut package = good(slot, attempt);
        let key = package.question.correct_option.clone();
        let other = package.question.options.keys().find(|letter| **letter != key).unwrap().clone();
        package.question.correct_option = other.clone();
        let path = package.distractor_map.remove(&other).unwrap();
        package.distractor_map.insert(key, path);
        package
    };
    let world = World::new(move |asked| match asked.agent.as_str() {
        "implementer" => Some(json!(planted(asked.slot, asked.attempt)).to_string()),
        "solver" => {
            let answer = planted(asked.slot, asked.attempt).question.correct_option;
            Some(json!({ "answer": answer }).to_string())
        }
        _ => None,
    })
    .await;
    let outcome = world.one().await;
    assert_eq!(rejection(&outcome).failure_type, "mathematical_error");
    assert_eq!((outcome.attempts, world.prompts_to("verifier").len()), (3, 0));
}

#[tokio::test]
async fn under_native_checks_a_writer_is_told_at_once() {
    let turn = std::sync::atomic::AtomicUsize::new(0);
    let mut world = World::new(move |asked| {
        let first = || turn.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        (asked.agent == "implementer" && first()).then(|| {
            let mut package = good(asked.slot, asked.attempt);
            let letter = package.distractor_map.keys().next().unwrap().clone();
            package.distractor_map.remove(&letter);
            json!(package).to_string()
        })
    })
    .await;
    world.checked = true;
    let outcome = world.one().await;
    assert_eq!((outcome.attempts, outcome.as_accepted().is_some()), (1, true));
    let asked = world.prompts_to("implementer");
    assert!(asked.len() == 2 && asked[1].contains("no wrong path leads to option"), "{}", asked.len());
}

#[tokio::test]
async fn without_a_claim_somebody_must_find_the_key() {
    let unclaimed = |slot, attempt| Package { claim: None, ..good(slot, attempt) };
    let write = move |asked: &Asked| json!(unclaimed(asked.slot, asked.attempt)).to_string();
    let world = World::new(move |asked| (asked.agent == "implementer").then(|| write(asked))).await;
    assert!(world.one().await.as_accepted().is_some());
    for (says, failure) in [
        (r#"{"answer": null, "reasoning": "two readings"}"#, Rule::KeyUnproved.failure().name()),
        (r#"{"answer": "Z"}"#, "mathematical_error"),
    ] {
        let world = World::new(move |asked| match asked.agent.as_str() {
            "implementer" => Some(write(asked)),
            "solver" => Some(says.to_owned()),
            _ => None,
        })
        .await;
        let outcome = world.one().await;
        let why = rejection(&outcome);
        assert_eq!(why.stage, "verifier", "{says}");
        assert_eq!(why.failure_type, failure, "{says}");
    }
}

#[tokio::test]
async fn an_idea_that_is_no_use_is_asked_for_again_with_the_reason() {
    let idea = |change: fn(&mut Value)| {
        let mut idea = json!(design(&brief(0)).unwrap());
        change(&mut idea);
        idea.to_string()
    };
    let no =
        idea(|idea| idea["mcq_viability"] = json!({ "viable": "no", "reason": "every option is silly" }));
    let numbers = idea(|idea| idea["idea_summary"] = json!("Take a square of side 3."));
    let world = World::new(move |asked| (asked.agent == "designer").then(|| no.clone())).await;
    let outcome = world.one().await;
    assert_eq!((rejection(&outcome).stage.as_str(), outcome.attempts), ("designer", 0));
    let ideas = world.prompts_to("designer");
    assert_eq!(ideas.len(), 3);
    assert!(ideas[1].contains("every option is silly") && !ideas[0].contains("of no use"));
    // An idea with a number in it is refused by its contract, and repaired.
    let turn = std::sync::atomic::AtomicUsize::new(0);
    let world = World::new(move |asked| {
        let first = || turn.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        (asked.agent == "designer" && first()).then(|| numbers.clone())
    })
    .await;
    assert!(world.one().await.as_accepted().is_some());
    assert!(world.prompts_to("designer")[1].contains("an idea has no numbers"));
}

/// However the reply is written, the same package is read from it, and the first time.
#[tokio::test]
async fn odd_shapes_are_read_right() {
    let package = good(0, 0);
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut value = json!(package);
        edit(&mut value);
        value
    };
    let words = |value: &mut Value| {
        for path in value["distractor_map"].as_object_mut().unwrap().values_mut() {
            *path = path["why"].clone();
        }
    };
    // As models write it: the commands of LaTeX between double quotes, their backslashes not doubled.
    let yaml = |value: &Value| {
        let bare = |value: &Value| value.to_string().replace("\\\\", "\\");
        let stem = value["question"]["stem"].as_str().unwrap().replace('\n', "\n    ");
        let mut text = format!("```yaml\nquestion:\n  stem: |\n    {stem}\n  options:\n");
        for (letter, option) in value["question"]["options"].as_object().unwrap() {
            writeln!(text, "    {letter}: {}", bare(option)).unwrap();
        }
        writeln!(text, "  correct_option: {}", value["question"]["correct_option"].as_str().unwrap())
            .unwrap();
        for part in ["solution", "distractor_map", "claim"] {
            writeln!(text, "{part}: {}", bare(&value[part])).unwrap();
        }
        text + "```"
    };
    let cases: Vec<(&str, String)> = vec![
        ("as it is", json!(package).to_string()),
        ("fenced, with a word before", format!("Here:\n```json\n{}\n```", json!(package))),
        ("solution under question", {
            let value = edited(&|value| {
                let solution = value.as_object_mut().unwrap().remove("solution").unwrap();
                value["question"]["solution"] = solution;
            });
            value.to_string()
        }),
        ("YAML with bare LaTeX", yaml(&json!(package))),
        ("letters in lower case", {
            let value = edited(&|value| {
                let key = value["question"]["correct_option"].as_str().unwrap().to_lowercase();
                value["question"]["correct_option"] = json!([key]);
            });
            value.to_string()
        }),
        ("the key in the map", {
            let key = package.question.correct_option.clone();
            edited(&|value| value["distractor_map"][&key] = json!({ "why": "correct" })).to_string()
        }),
    ];
    for (case, text) in cases {
        let world = World::new(move |asked| at(asked, "implementer", 0).then(|| text.clone())).await;
        let outcome = world.one().await;
        let accepted = outcome.as_accepted().unwrap_or_else(|| panic!("{case}: {outcome:#?}"));
        assert_eq!(accepted.question_package, package, "{case}");
        assert_eq!(world.prompts_to("implementer").len(), 1, "{case}");
    }
    // Paths in words only, as the document has them.
    let text = edited(&words).to_string();
    let world = World::new(move |asked| at(asked, "implementer", 0).then(|| text.clone())).await;
    let read = world.one().await.as_accepted().unwrap().question_package.clone();
    assert!(read.distractor_map.values().all(|path| !path.why.is_empty() && path.gives.is_none()));
    // Options that are numbers.
    let text = edited(&|value| {
        value["question"]["options"] = json!({ "A": 1, "B": 2, "C": 3.5, "D": true });
        value["question"]["correct_option"] = json!("A");
        value["claim"] = Value::Null;
    })
    .to_string();
    let world = World::new(move |asked| at(asked, "implementer", 0).then(|| text.clone())).await;
    let outcome = world.one().await;
    let order = world.prompts_to("implementer").remove(1);
    assert!(order.contains("not closed") || outcome.attempts > 1);
    assert!(order.contains(r#"\"C\": \"3.5\""#) || order.contains(r#"\"C\":\"3.5\""#), "{order}");
    // `viable: yes` in YAML.
    let idea = json!(design(&brief(0)).unwrap());
    let text = format!(
        "schema_id: {}\nidea_summary: {}\nintended_wrong_paths: {}\nfamily: {}\nmcq_viability:\n  viable: yes\n  reason: clean\n",
        idea["schema_id"], idea["idea_summary"], idea["intended_wrong_paths"], idea["family"]
    );
    let world = World::new(move |asked| (asked.agent == "designer").then(|| text.clone())).await;
    assert!(world.one().await.as_accepted().is_some());
    assert_eq!(world.prompts_to("designer").len(), 1);
}

#[tokio::test]
async fn a_budget_stops_the_run_and_a_higher_one_lets_it_go_on() {
    let world = World::new(|_| None).await;
    let budget = Budget { calls: Some(12), ..Budget::default() };
    let End::Stopped(stop) = world.run(6, budget).await else { panic!("it was not stopped") };
    assert_eq!(stop.problem().code.to_string(), "budget_reached");
    assert_eq!(world.server.requests().len(), 12);
    let more = Mended { budget: Some(Budget { calls: Some(100), ..Budget::default() }), ..Mended::default() };
    let run = RunId::parse("r").unwrap();
    let End::Done(value) = world.executor().await.resume(&Owner::local(), &run, more).await.unwrap() else {
        panic!("it did not go on to its end")
    };
    let report: ForgeReport = serde_json::from_value(value).unwrap();
    assert_eq!((report.stats.accepted, report.stats.total), (6, 6));
    let counts = world.server.count_by_idempotency_key();
    assert_eq!((counts.len(), counts.values().max()), (30, Some(&1)), "no call is made twice");
    let stems: BTreeSet<&str> = report
        .outcomes
        .iter()
        .map(|o| o.as_accepted().unwrap().question_package.question.stem.as_str())
        .collect();
    assert_eq!(stems.len(), 6);
}
