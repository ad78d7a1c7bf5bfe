//! The flow with models behind its agents, good ones and bad ones.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tutti_core::{Budget, Code, Owner, RunId};
use tutti_engine::{Clock, End, Mended};
use tutti_model::scripted::Behaviour;
use tutti_study::{QuizItem, ReaderOutput};

use crate::text::{all, sample};
use crate::world::{Asked, Good, START, World, expect_failure, report};

fn document() -> ReaderOutput {
    sample("documents", "water-cycle.md")
}

/// A world where everybody answers well, but for what the script says.
async fn world(script: impl Fn(&Asked) -> Option<Behaviour> + Send + Sync + 'static) -> World {
    World::new(Good::of(&document(), 12, 8), script).await
}

fn is(asked: &Asked, agent: &str, attempt: u32) -> bool {
    asked.agent == agent && asked.attempt == attempt
}

#[tokio::test]
async fn models_play_reader_and_coach() {
    // The Reader thinks aloud; its thoughts are no part of what is handed over.
    let aloud =
        format!("Let me think aloud first.\n{}\nThat was it.", json!(Good::of(&document(), 12, 8).context));
    let world = world(move |asked| (asked.agent == "reader").then(|| Behaviour::say(aloud.clone()))).await;
    let mut submission = world.submission(&document(), "session4711", (12, 8)).await;
    submission.input["audience"] = json!("zoologists");
    submission.input["focus"] = json!(["aquifers"]);
    let made = report(world.run(submission).await);
    let good = Good::of(&document(), 12, 8);
    assert_eq!((made.flashcards.len(), made.quiz.len(), made.flags.as_slice()), (12, 8, &[][..]));
    assert_eq!(made.handover.context, good.context);
    assert_eq!(made.session.quizzes[0].item_ids, ["q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8"]);
    assert_eq!(made.session.flashcards[11].card_id, "c12");

    let (reader, coach) = (world.prompts_to("reader"), world.prompts_to("coach"));
    assert_eq!((reader.len(), coach.len()), (1, 1));
    for words in ["Let me think", "That was it", "You are the Reader"] {
        assert!(!coach[0].contains(words), "the Coach sees the Reader: {words}");
    }
    assert!(coach[0].contains("zoologists") && coach[0].contains("aquifers"));
    for words in ["zoologists", "aquifers\"", "flashcards", "Coach", "difficulty"] {
        assert!(!reader[0].contains(words), "the Reader sees the instructions: {words}");
    }
    let hash = &made.session.doc_meta.source_hash;
    for words in ["session4711", "2026-01-01", hash.as_str()] {
        assert!(
            !reader[0].contains(words) && !coach[0].contains(words),
            "no reply could be found again: {words}"
        );
    }
}

#[tokio::test]
async fn the_same_file_is_not_paid_for_twice() {
    let mut world = world(|_| None).await;
    world.cached = true;
    let first = report(world.study(&document(), "first", (12, 8)).await);
    assert_eq!(world.server.requests().len(), 2);
    let second = report(world.study(&document(), "second", (12, 8)).await);
    assert_eq!(world.server.requests().len(), 2, "everything was answered from what was kept");
    assert_eq!((first.flashcards, first.quiz), (second.flashcards, second.quiz));
    assert_eq!(second.session.session_id, "second");
    // Another order is another request to the Coach, and none to the Reader.
    world.study(&document(), "third", (10, 8)).await;
    assert_eq!(world.server.requests().len(), 3);
    // Without what was kept, everything is asked again.
    world.cached = false;
    world.study(&document(), "fourth", (12, 8)).await;
    assert_eq!(world.server.requests().len(), 5);
}

/// What came of a session whose calls end so: the code, its status, calls, seconds, recoveries.
async fn ending(world: World) -> String {
    let end = world.study(&document(), "s", (12, 8)).await;
    let ended = match end {
        End::Done(_) => "done".to_owned(),
        other => {
            let problem = expect_failure(other);
            assert_eq!(problem.trace_id.as_deref(), Some("s"), "the body names the session");
            let stage = problem.stage.unwrap_or_default();
            format!("{} {} in {stage}", problem.code, problem.code.status())
        }
    };
    let seconds = (world.clock.now() - START) / 1000;
    let recoveries = world.recoveries("s").await.join(" ");
    format!("{ended}, {} calls, {seconds} s [{recoveries}]", world.server.requests().len())
}

#[tokio::test]
async fn failures_upstream_are_retried_at_one_three_and_five_seconds() {
    let busy = |_: &Asked| Some(Behaviour::status(503, "{}"));
    assert_eq!(
        ending(world(busy).await).await,
        "upstream_failed 502 in reader, 4 calls, 9 s [retry retry retry]"
    );
    let coach = |asked: &Asked| (asked.agent == "coach").then(|| Behaviour::status(503, "{}"));
    assert_eq!(
        ending(world(coach).await).await,
        "upstream_failed 502 in coach, 5 calls, 9 s [retry retry retry]"
    );
    let twice =
        |asked: &Asked| (asked.attempt <= 2 && asked.agent == "reader").then(|| Behaviour::status(500, "{}"));
    assert_eq!(ending(world(twice).await).await, "done, 4 calls, 4 s [retry retry]");
    let mut hangs = world(|_| Some(Behaviour::Hang)).await;
    hangs.timeout = Some(Duration::from_millis(50));
    assert_eq!(ending(hangs).await, "upstream_timeout 504 in reader, 4 calls, 9 s [retry retry retry]");
    let asks = |asked: &Asked| {
        is(asked, "coach", 1).then(|| Behaviour::status(429, "{}").header("retry-after", "7"))
    };
    assert_eq!(ending(world(asks).await).await, "done, 3 calls, 7 s [retry]");
    let asks_less = |asked: &Asked| {
        is(asked, "reader", 1).then(|| Behaviour::status(429, "{}").header("retry-after", "0"))
    };
    assert_eq!(ending(world(asks_less).await).await, "done, 3 calls, 1 s [retry]");
    // What is our own fault is not tried again.
    let refused = |_: &Asked| Some(Behaviour::status(400, "{}"));
    assert_eq!(ending(world(refused).await).await, "upstream_failed 502 in reader, 1 calls, 0 s []");
}

#[tokio::test]
async fn odd_shapes_are_read_right_and_wrong_ones_named() {
    let context = json!(Good::of(&document(), 12, 8).context);
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut value = context.clone();
        edit(&mut value);
        value.to_string()
    };
    let prose = format!("Sure! {{I hope}} this helps:\n```json\n{context:#}\n```\nAnything else?");
    let yaml = format!(
        "```yaml\nfullSummary: {}\nkeyConcepts: {}\nmainSections: {}\n```",
        context["fullSummary"], context["keyConcepts"], context["mainSections"]
    );
    let lists = edited(&|value| {
        value["fullSummary"] = json!([value["fullSummary"].clone()]);
        value["keyConcepts"][0]["term"] = json!([value["keyConcepts"][0]["term"].clone()]);
    });
    for (name, text) in [("prose", prose), ("YAML", yaml), ("lists for scalars", lists)] {
        let world = world(move |asked| (asked.agent == "reader").then(|| Behaviour::say(text.clone()))).await;
        let made = report(world.study(&document(), "s", (12, 8)).await);
        assert_eq!(json!(made.handover.context), context, "{name}");
        assert_eq!(world.server.requests().len(), 2, "{name}");
    }
    let cases: [(&str, String); 5] = [
        ("/keyConcepts", edited(&|value| drop(value.as_object_mut().unwrap().remove("keyConcepts")))),
        ("/fullSummary", edited(&|value| value["fullSummary"] = json!(" "))),
        (
            "/keyConcepts/1/definition",
            edited(&|value| drop(value["keyConcepts"][1].as_object_mut().unwrap().remove("definition"))),
        ),
        (
            "/keyConcepts/0/relevance",
            edited(&|value| value["keyConcepts"][0]["relevance"] = json!("Enormous")),
        ),
        ("/mainSections", edited(&|value| value["mainSections"] = json!("three parts"))),
    ];
    for (pointer, text) in cases {
        let bad = text.clone();
        let once = world(move |asked| is(asked, "reader", 1).then(|| Behaviour::say(bad.clone()))).await;
        report(once.study(&document(), "s", (12, 8)).await);
        assert_eq!(once.recoveries("s").await, ["repair"], "{pointer}");
        assert!(
            once.prompts_to("reader")[1].contains(pointer),
            "{pointer} is not told: {}",
            once.prompts_to("reader")[1]
        );
        let always =
            world(move |asked| (asked.agent == "reader").then(|| Behaviour::say(text.clone()))).await;
        let problem = expect_failure(always.study(&document(), "s", (12, 8)).await);
        assert_eq!(problem.code, Code::ContractBroken, "{pointer}");
        assert!(problem.detail.contains(pointer), "{pointer} is not told: {}", problem.detail);
        assert_eq!(
            (always.prompts_to("reader").len(), always.prompts_to("coach").len()),
            (3, 0),
            "{pointer}"
        );
    }
}

/// Ten questions: four good ones and six that no reader should see, with what is said of each.
fn with_lies() -> (Vec<QuizItem>, Vec<&'static str>, Vec<QuizItem>) {
    let mut items = all(&document()).quiz;
    let more = items.split_off(10).into_iter().take(6).collect();
    for item in &mut items[..3] {
        item.quote = format!("{} on Tuesdays", item.quote);
    }
    items[3].source_span = vec!["p9.9".to_owned()];
    items[4].options[1] = items[4].options[2].to_uppercase();
    items[5].options = ["a river", "a lake", "a spring", "all of the above, and the sea as well"]
        .map(str::to_owned)
        .to_vec();
    items[5].correct = 3;
    let reasons = vec![
        "the quote does not stand in its blocks",
        "there is no block p9.9",
        "two options are the same",
        "”: all of the above: “all of the above”",
    ];
    (items, reasons, more)
}

#[tokio::test]
async fn what_is_not_grounded_is_dropped_and_replaced() {
    let (items, reasons, more) = with_lies();
    let lies: Vec<String> = items[..6].iter().map(|item| item.question.clone()).collect();
    let good: Vec<String> = items[6..].iter().chain(&more).map(|item| item.question.clone()).collect();
    let rounds = [json!({ "flashcards": [], "quiz": items }), json!({ "flashcards": [], "quiz": more })];
    let world = world(move |asked| {
        (asked.agent == "coach").then(|| Behaviour::say(rounds[asked.round as usize].to_string()))
    })
    .await;
    let made = report(world.study(&document(), "s", (0, 10)).await);
    assert_eq!(made.quiz.iter().map(|item| item.question.clone()).collect::<Vec<_>>(), good);
    assert!(made.flags.is_empty(), "{:?}", made.flags);
    assert_eq!(world.recoveries("s").await, ["regeneration"]);
    let orders = world.prompts_to("coach");
    assert_eq!(orders.len(), 2);
    assert!(orders[0].contains("exactly 10 questions") && orders[1].contains("exactly 6 questions"));
    let told = |text: &str| orders[1].contains(json!(text).to_string().trim_matches('"'));
    for words in reasons.into_iter().map(str::to_owned).chain(lies).chain(good[..4].iter().cloned()) {
        assert!(told(&words), "{words} is missing in {}", orders[1]);
    }
    assert!(!orders[0].contains("Do not bring these"));
}

#[tokio::test]
async fn a_stubborn_liar_brings_fewer_questions() {
    let (items, _, _) = with_lies();
    let said = json!({ "flashcards": [], "quiz": items }).to_string();
    let world = world(move |asked| (asked.agent == "coach").then(|| Behaviour::say(said.clone()))).await;
    let made = report(world.study(&document(), "s", (0, 10)).await);
    assert_eq!((made.quiz.len(), world.prompts_to("coach").len()), (4, 3));
    let flags: Vec<&str> = made.flags.iter().map(|flag| flag.flag.as_str()).collect();
    assert_eq!(flags, ["fewer_questions"]);
    assert_eq!(made.session.flags, made.flags);
    let quoted: BTreeSet<&str> = made.quiz.iter().map(|item| item.quote.as_str()).collect();
    assert!(quoted.iter().all(|quote| !quote.contains("Tuesdays")));
}

#[tokio::test]
async fn more_than_anybody_makes_is_refused_before_a_call() {
    let world = world(|_| None).await;
    let problem = expect_failure(world.study(&document(), "s", (12, 10_000)).await);
    assert_eq!((problem.code, problem.pointer.as_deref()), (Code::BadInput, Some("/questions")));
    assert_eq!(world.server.requests().len(), 0);
}

#[tokio::test]
async fn a_budget_stops_in_the_middle_and_a_higher_one_goes_on() {
    let world = world(|_| None).await;
    let mut submission = world.submission(&document(), "s", (12, 8)).await;
    submission.budget = Budget { calls: Some(1), ..Budget::default() };
    let End::Stopped(stop) = world.run(submission).await else { panic!("it was not stopped") };
    assert_eq!(stop.problem().code, Code::BudgetReached);
    assert_eq!((world.prompts_to("reader").len(), world.prompts_to("coach").len()), (1, 0));
    let more = Mended { budget: Some(Budget { calls: Some(9), ..Budget::default() }), ..Mended::default() };
    let run = RunId::parse("s").unwrap();
    let made = report(world.executor().await.resume(&Owner::local(), &run, more).await.unwrap());
    assert_eq!((made.flashcards.len(), made.quiz.len()), (12, 8));
    assert_eq!((world.prompts_to("reader").len(), world.prompts_to("coach").len()), (1, 1));
}

#[tokio::test]
async fn a_run_that_was_killed_makes_no_finished_call_twice() {
    let alive = Arc::new(AtomicBool::new(false));
    let hangs = Arc::clone(&alive);
    let world = world(move |asked| {
        (asked.agent == "coach" && !hangs.load(Ordering::SeqCst)).then_some(Behaviour::Hang)
    })
    .await;
    let submission = world.submission(&document(), "s", (12, 8)).await;
    let (executor, owner) = (world.executor().await, Owner::local());
    tokio::select! {
        end = executor.run(&owner, submission) => panic!("{end:?}"),
        () = world.server.wait_for_requests(2) => {}
    }
    drop(executor);
    alive.store(true, Ordering::SeqCst);
    let run = RunId::parse("s").unwrap();
    let executor = world.executor().await;
    let made = report(executor.resume(&owner, &run, Mended::default()).await.unwrap());
    assert_eq!((made.flashcards.len(), made.quiz.len()), (12, 8));
    assert_eq!(
        (world.prompts_to("reader").len(), world.prompts_to("coach").len()),
        (1, 2),
        "only the unfinished call again"
    );
}
