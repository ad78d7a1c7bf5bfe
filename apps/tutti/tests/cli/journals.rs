//! Replays stored journals of every flow and version, in `apps/tutti/tests/journals`, with today's code.
//!
//! A run belongs to the version that started it. A journal of today's version must end as it did then; a journal of an
//! earlier version is refused by name, but can still be read. When a version is raised, `make update` adds a journal of
//! it, made from our own samples by the real binary; the old ones stay as long as users may have such runs.

use std::{collections::BTreeMap, fs, io::Write, path::PathBuf, process::Stdio};

use serde::{Deserialize, Serialize};
use tutti_core::{Owner, RunId};
use tutti_engine::{ReplayEnding, project, replay};
use tutti_service::{Place, Setup, flows::flows};
use tutti_store::{Entry, RunRow, Store, StoreUrl};

use crate::World;

#[derive(Serialize, Deserialize)]
struct Stored {
    run: RunRow,
    journal: Vec<Entry>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/journals")
}

/// Every current flow, with the file of its journal.
fn today() -> BTreeMap<String, PathBuf> {
    let flows = flows();
    let file = |name: &str| folder().join(format!("{name}-{}.json", flows.get(name).unwrap().version));
    flows.names().map(|name| (name.to_owned(), file(name))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journals_of_every_version_are_fresh() {
    let mut missing = today();
    missing.retain(|_, file| !file.exists());
    if std::env::var_os("UPDATE").is_some() && !missing.is_empty() {
        write(&mut missing).await;
    }
    let names: Vec<&String> = missing.keys().collect();
    assert!(names.is_empty(), "no journal of today's version of {names:?}: `make update` writes it");
}

#[tokio::test(flavor = "multi_thread")]
async fn old_journals_of_real_flows_still_replay() {
    let world = World::new();
    let place = Place { data: world.path("data"), config: None, settings: Vec::new() };
    let setup = Setup::resolve(&place, false).unwrap();
    fs::create_dir_all(&place.data).unwrap();
    let store = Store::open(&setup.url).await.unwrap();
    let services = setup.services(&store).unwrap();
    let mut replayed = 0;
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let stored: Stored = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(name, format!("{}-{}.json", stored.run.flow, stored.run.version));
        assert_eq!(project(&stored.journal).status, stored.run.status, "{name}");
        let version = flows().get(&stored.run.flow).unwrap().version;
        assert!(stored.run.version <= version, "{name} is of a version that was never there");
        if stored.run.version == version {
            let found = replay(&flows(), &services, &stored.run, &stored.journal).await.unwrap();
            assert_eq!(found.ending, ReplayEnding::Same, "{name}");
            replayed += 1;
        }
    }
    assert_eq!(replayed, today().len());
}

/// Runs every flow on our samples and writes the missing journals.
async fn write(missing: &mut BTreeMap<String, PathBuf>) {
    let world = World::new();
    let sample = |path: &str| format!("{}/../../samples/{path}", env!("CARGO_MANIFEST_DIR"));
    let run = |words: &[&str]| {
        let output = world.run(words);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    run(&["tour"]);
    run(&["review", "answer", &newest(&world, "tour"), "keep"]);
    run(&["forge", "-n", "2", "--schemas", "M1,P4", "--seed", "7", "--out", "made", "--json"]);
    let made = world.document(&format!("runs show {}", newest(&world, "forge")));
    let packages: Vec<_> = made["output"]["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|outcome| outcome["question_package"].clone())
        .collect();
    fs::write(world.path("packages.json"), serde_json::to_string(&packages).unwrap()).unwrap();
    run(&["runs", "start", "forge_verify", "--input", "@packages.json"]);
    run(&["study", &sample("documents/volcanoes.md"), "--questions", "2", "--flashcards", "2"]);
    let session = newest(&world, "study");
    let mut quiz = world.command(&["quiz", "take", &session]);
    let mut quiz = quiz.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    quiz.stdin.take().unwrap().write_all(b"A\nB\n").unwrap();
    assert!(quiz.wait().unwrap().success());
    run(&["quiz", "new", &session, "--questions", "2"]);
    let text = sample("documents/water-cycle.md");
    run(&["author", &sample("tasks/water-cycle.md"), "--attach", &text]);
    let answer = format!("@{}", sample("tasks/water-cycle.questions.txt"));
    run(&["review", "answer", &newest(&world, "author_batch"), &answer]);
    let vote = serde_json::json!({
        "question_id": "CQ1",
        "question": "What drives the water cycle?",
        "options": ["The Sun", "The Moon", "The wind", "The tides"],
        "key": 0,
        "reference": "The Sun drives the water cycle.",
        "votes": 2,
    });
    run(&["runs", "start", "author_solve", "--input", &vote.to_string()]);

    let store = Store::open(&StoreUrl::Sqlite(world.path("tutti-data/tutti.db"))).await.unwrap();
    let mine = store.of(&Owner::local());
    for line in run(&["runs", "list", "--children", "--limit", "0", "--json"]).lines() {
        let run: serde_json::Value = serde_json::from_str(line).unwrap();
        let (id, flow) = (run["id"].as_str().unwrap(), run["flow"].as_str().unwrap());
        if let Some(file) = missing.remove(flow) {
            let id = RunId::parse(id).unwrap();
            let stored = Stored {
                run: mine.run(&id).await.unwrap().unwrap(),
                journal: mine.journal(&id).await.unwrap(),
            };
            assert!(stored.run.status.is_final(), "{flow} did not end: {:?}", stored.run.waits);
            fs::create_dir_all(folder()).unwrap();
            fs::write(file, serde_json::to_string_pretty(&stored).unwrap() + "\n").unwrap();
        }
    }
}

/// The id of the newest run of a flow.
fn newest(world: &World, flow: &str) -> String {
    let output = world.run(&["runs", "list", "--flow", flow, "--limit", "1", "--json"]);
    let run: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    run["id"].as_str().unwrap().to_owned()
}
