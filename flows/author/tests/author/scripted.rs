//! Models behind the agents: their output is input, and the gates decide.

use serde_json::{Value, json};
use tutti_author::{Path, Stage};
use tutti_core::Severity;
use tutti_engine::End;
use tutti_store::Waits;
use tutti_taskfile::{TaskFile, check, frozen_parts};

use crate::text::{FACTS, candidate, candidates, expansion, numbers, request, task_file};
use crate::world::{World, curriculum, outcome, passes_all, score_json, shown_ids};

/// The places of the keys of a file.
fn keys(text: &str) -> Vec<usize> {
    TaskFile::read(text).file.comprehension.iter().map(|question| question.key_place().unwrap()).collect()
}

#[track_caller]
fn check_spread(keys: &[usize], options: usize) {
    let most = keys.len().div_ceil(options);
    let least = keys.len() / options;
    for place in 0..options {
        let count = keys.iter().filter(|key| **key == place).count();
        assert!((least..=most).contains(&count), "{keys:?}");
    }
}

#[tokio::test]
async fn agents_are_separate_calls() {
    let world = World::new(|_| None).await;
    let done = world.one(request("harbor-rules")).await;
    let text = done.markdown().unwrap_or_else(|| panic!("{done:#?}"));
    for agent in ["question_writer", "reviewer", "curriculum_designer", "consistency"] {
        assert_eq!(world.prompts_to(agent).len(), 1, "{agent}");
    }
    assert_eq!(world.server.requests().len(), 4, "nobody else is asked");
    let file = TaskFile::read(text).file;
    assert_eq!(file.comprehension.len(), 9);
    assert!(check(text).iter().all(|defect| defect.severity != Severity::High), "{:?}", check(text));
    check_spread(&keys(text), 5);
    // The reference goes in as data, and the designer sees the questions only after they are final.
    assert!(world.prompts_to("curriculum_designer")[0].contains("CQ9"));
    let stages: Vec<Stage> = world.statuses().await.iter().map(|status| status.current_stage).collect();
    use Stage::{
        ConsistencyAgent, CurriculumDesigner, Done, InputValidation, PsychometricReviewer, QuestionWriter,
    };
    assert_eq!(
        stages,
        [InputValidation, QuestionWriter, PsychometricReviewer, CurriculumDesigner, ConsistencyAgent, Done]
    );
    assert_eq!((done.status.path, done.status.next_agent), (Path::B, None));
    assert!(!done.status.human_review_required);
}

#[tokio::test]
async fn british_spelling_is_flagged() {
    let flagged = async |description: &'static str| {
        let world = World::new(move |asked| {
            asked.is("consistency").then(|| {
                json!({
                    "task_topic": "Rules of a small harbor",
                    "task_description": description,
                    "explainer": "You will explain the rules of the harbor.",
                    "learner": "You will learn the rules. 1. How ships pass.",
                    "themes": [],
                    "learner_items": [],
                })
                .to_string()
            })
        });
        let done = world.await.one(request("harbor-rules")).await;
        assert!(done.markdown().is_some(), "{done:#?}");
        let flags = done.status.quality_flags.into_iter().filter(|flag| flag.flag == "british_spelling");
        // Questions of the script have some as well.
        flags.map(|flag| flag.detail).filter(|detail| detail.starts_with("Task")).collect::<Vec<_>>()
    };
    let found = flagged("In this task, you learn which colours the lamps of a harbor have.").await;
    assert_eq!(found, ["Task description: “colours” is “colors” in America"]);
    let found = flagged("In this task, you learn what “colours of the port” means in a harbor.").await;
    assert_eq!(found, [""; 0]);
}

#[tokio::test]
async fn an_expansion_keeps_every_frozen_byte() {
    let world = World::new(|_| None).await;
    let done = world.one(expansion("harbor-rules")).await;
    let text = done.markdown().unwrap_or_else(|| panic!("{done:#?}"));
    frozen_parts(&task_file("harbor-rules")).compare(text).unwrap();
    let file = TaskFile::read(text).file;
    let ids: Vec<&str> = file.comprehension[9..].iter().map(|question| question.id.as_str()).collect();
    assert_eq!(ids, ["CQ10", "CQ11", "CQ12", "CQ13", "CQ14", "CQ15"]);
    check_spread(&keys(text)[9..], 5);
    assert!(text.contains("how ballast water is tested"));
    for agent in ["source_discovery", "domain_expert", "curriculum_designer"] {
        assert!(world.prompts_to(agent).is_empty(), "{agent}");
    }
    // The writer knows what is asked already and what is not covered.
    let order = &world.prompts_to("question_writer")[0];
    assert!(order.contains(FACTS[0].question) && order.contains("nobody asks about it"));
}

#[tokio::test]
async fn a_reviewer_that_passes_everything_is_overruled() {
    let world = World::new(|asked| {
        asked.is("question_writer").then(|| {
            let mut made: Value = serde_json::from_str(&candidates(&numbers(0, 5))).unwrap();
            // Three of them give themselves away: the key is much the longest.
            for number in [0, 5, 10] {
                let key = made["candidates"][number]["key"].as_u64().unwrap() as usize;
                let text = made["candidates"][number]["options"][key]["text"].as_str().unwrap().to_owned();
                let long =
                    format!("{text}, as the rules of the harbor have it since the board met in the spring");
                made["candidates"][number]["options"][key]["text"] = json!(long);
            }
            made.to_string()
        })
    })
    .await;
    let done = world.one(request("harbor-rules")).await;
    assert!(done.status.has("reviewer_overruled"), "{done:#?}");
    let text = done.markdown().unwrap();
    for number in [0, 8, 16] {
        assert!(!text.contains(FACTS[number].question), "{text}");
    }
}

#[tokio::test]
async fn blind_solvers_decide() {
    let right = |text: &str, number: usize| {
        let key = candidate(number)["key"].as_u64().unwrap() as u8;
        text.contains(FACTS[number].question).then(|| char::from(b'A' + key).to_string())
    };
    let mut world = World::new(move |asked| {
        if !asked.is("blind_solver") {
            return None;
        }
        let informed = asked.text.contains("You have read the text below.");
        // The first is known to everybody, the ninth to nobody; the others to those who have read.
        let answer =
            (0..FACTS.len()).find_map(|number| right(&asked.text, number).map(|letter| (number, letter)));
        let (number, letter) = answer.unwrap();
        let knows = if number == 8 { false } else { informed || number == 0 };
        let wrong = if letter == "A" { "B" } else { "A" };
        Some(json!({ "answer": if knows { letter.as_str() } else { wrong }, "reasoning": "so" }).to_string())
    })
    .await;
    world.votes = 3;
    let done = world.one(request("harbor-rules")).await;
    let text = done.markdown().unwrap_or_else(|| panic!("{done:#?}"));
    assert!(!text.contains(FACTS[0].question) && !text.contains(FACTS[8].question));
    assert_eq!(world.prompts_to("blind_solver").len(), 15 * 6);
    // Who has not read the text is not shown it, and nobody is shown the key.
    let uninformed =
        world.prompts_to("blind_solver").into_iter().find(|text| text.contains("You have not read")).unwrap();
    assert!(!uninformed.contains("quarantine flag is lowered") && !uninformed.contains("\"key\""));
    assert!(world.prompts_to("reviewer")[0].contains("\"uninformed\""));
}

/// A review that rejects the first so many and passes the others.
fn rejects(text: &str, count: usize) -> String {
    let ids = shown_ids(text);
    let (no, yes) = ids.split_at(count.min(ids.len()));
    json!({
        "accepted": yes.iter().map(|id| score_json(id, 8.5)).collect::<Vec<_>>(),
        "rejected": no.iter().map(|id| json!({ "question_id": id, "reasons": ["too_easy: everybody knows it"] }))
            .collect::<Vec<_>>(),
    })
    .to_string()
}

#[tokio::test]
async fn half_rejected_goes_back_with_the_reasons() {
    let world =
        World::new(|asked| (asked.is("reviewer") && asked.round == 0).then(|| rejects(&asked.text, 8))).await;
    let done = world.one(request("harbor-rules")).await;
    assert!(done.markdown().is_some(), "{done:#?}");
    let orders = world.prompts_to("question_writer");
    assert_eq!(orders.len(), 2);
    assert!(!orders[0].contains("everybody knows it"));
    assert!(orders[1].contains("too_easy: everybody knows it") && orders[1].contains(FACTS[0].question));
}

#[tokio::test]
async fn a_short_level_is_asked_for_alone() {
    let world = World::new(|asked| match (asked.agent.as_str(), asked.round) {
        ("reviewer", 0) => Some(rejects(&asked.text, 3)),
        ("question_writer", 1) => Some(candidates(&[5, 6])),
        _ => None,
    })
    .await;
    let done = world.one(request("harbor-rules")).await;
    assert!(done.markdown().is_some(), "{done:#?}");
    let orders = world.prompts_to("question_writer");
    assert_eq!(orders.len(), 2);
    let wanted =
        orders[1].split("so many questions:").nth(1).unwrap().split("Remembering asks").next().unwrap();
    assert!(wanted.contains("Remembering") && !wanted.contains("Understanding"), "{wanted}");
}

#[tokio::test]
async fn too_few_candidates_are_asked_for_before_the_review() {
    let world = World::new(|asked| match (asked.agent.as_str(), asked.round) {
        ("question_writer", 0) => Some(candidates(&[0, 1, 2, 3, 8, 9, 10, 11, 16])),
        ("question_writer", 1) => Some(candidates(&[17, 18, 19, 20])),
        _ => None,
    })
    .await;
    let done = world.one(request("harbor-rules")).await;
    assert!(done.markdown().is_some(), "{done:#?}");
    assert_eq!((world.prompts_to("question_writer").len(), world.prompts_to("reviewer").len()), (2, 1));
    assert!(world.prompts_to("question_writer")[1].contains("3 more at Applying"));
}

#[tokio::test]
async fn the_third_failure_goes_to_a_person() {
    let world = World::new(|asked| match asked.agent.as_str() {
        "reviewer" => Some(rejects(&asked.text, 99)),
        "question_writer" => Some(candidates(&numbers(asked.round, 5))),
        _ => None,
    })
    .await;
    let end = world.run(request("harbor-rules")).await;
    let End::Parked { waits: Waits::Review { name }, .. } = end else { panic!("{end:?}") };
    assert!(name.ends_with("rounds_spent"), "{name}");
    assert_eq!(world.prompts_to("question_writer").len(), 3);
    let review = world.review().await;
    assert!(review.question.why.contains("QUESTION_WRITER failed 3 times"), "{}", review.question.why);
    assert!(review.question.why.contains("everybody knows it"));
    assert_eq!(review.question.allowed, ["again", "skip", "@QUESTIONS"]);
    let statuses = world.statuses().await;
    assert!(statuses.last().unwrap().human_review_required);
    let skipped = outcome(world.answer("skip").await);
    assert!(skipped.markdown().is_none());
}

#[tokio::test]
async fn anyone_can_escalate() {
    let cases = [
        ("question_writer", candidates(&numbers(0, 5))),
        ("reviewer", String::new()),
        ("curriculum_designer", String::new()),
        (
            "consistency",
            json!({ "task_topic": "T", "task_description": "D", "explainer": "E", "learner": "L" })
                .to_string(),
        ),
    ];
    for (agent, says) in cases {
        let world = World::new(move |asked| {
            asked.is(agent).then(|| {
                let said = match agent {
                    "reviewer" => passes_all(&asked.text),
                    "curriculum_designer" => curriculum(&asked.text).to_string(),
                    _ => says.clone(),
                };
                let mut said: Value = serde_json::from_str(&said).unwrap();
                said["escalate"] = json!("the law changed last week");
                said.to_string()
            })
        })
        .await;
        let end = world.run(request("harbor-rules")).await;
        assert!(matches!(end, End::Parked { .. }), "{agent}: {end:?}");
        let review = world.review().await;
        assert!(
            review.question.why.contains("ESCALATE: the law changed last week"),
            "{}",
            review.question.why
        );
        assert_eq!(review.question.allowed, ["go_on", "again", "skip"]);
        let done = outcome(world.answer("go_on").await);
        assert!(done.markdown().is_some(), "{agent}: {done:#?}");
        assert!(done.status.has("escalated"), "{agent}");
    }
}

#[tokio::test]
async fn a_curriculum_that_does_not_fit_goes_back() {
    let turn = std::sync::atomic::AtomicUsize::new(0);
    let world = World::new(move |asked| {
        let first = || turn.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        (asked.is("curriculum_designer") && first()).then(|| {
            let mut given = curriculum(&asked.text);
            given["learning_objectives"][0]["maps_to_questions"].as_array_mut().unwrap().pop();
            given.to_string()
        })
    })
    .await;
    assert!(world.one(request("harbor-rules")).await.markdown().is_some());
    let asked = world.prompts_to("curriculum_designer");
    assert!(asked.len() == 2 && asked[1].contains("CQ9 maps to no objective"));
}
