//! Commands that make runs go, and what they leave behind.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::Stdio,
    time::{Duration, Instant},
};

use crate::{EASY, HARD, World, check, shown, task};

#[test]
fn start() {
    let world = World::new();
    check!(world, "runs start tuor", @"");
    check!(world, "runs start tour_text --input {", @"");
    check!(world, "runs start tour_text --input @missing.json", @"");
    check!(world, "runs start tour_text --id a/b", @"");
    assert!(!world.path("tutti-data").exists(), "a slip leaves no trace");
    check!(world, "runs start tour_text --id bad", @"");
    fs::write(world.path("task.json"), task("t", EASY, 0).to_string()).unwrap();
    check!(world, "runs start tour_text --id good --input @task.json", @"");
    check!(world, "runs start tour_text --id good --input @task.json", @"");
    fs::write(world.path("empty.json"), task("t", " ", 0).to_string()).unwrap();
    check!(world, "runs start tour_text --id wordless --input @empty.json", @"");
}

#[test]
fn resume_after_a_deadline() {
    let world = World::new();
    fs::write(world.path("slow.json"), task("slow", EASY, 2).to_string()).unwrap();
    check!(world, "runs start tour_text --id slow --within 1 --input @slow.json", @"");
    check!(world, "runs show slow", @"");
    check!(world, "runs resume slow --within 60", @"");
    check!(world, "runs resume slow", @"");
    check!(world, "runs resume --all", @"");
    check!(world, "runs resume", @"");
    check!(world, "runs resume --all --calls 3", @"");
}

#[test]
fn cancel() {
    let world = World::with_runs();
    check!(world, "runs cancel hard", @"");
    check!(world, "runs cancel hard", @"");
    check!(world, "runs resume hard", @"");
    check!(world, "runs cancel nobody", @"");
}

#[test]
fn replay() {
    let world = World::with_runs();
    check!(world, "runs replay easy", @"");
    check!(world, "runs replay hard", @"");
    check!(world, "runs replay nobody", @"");
}

#[test]
fn fork_and_diff() {
    let world = World::with_runs();
    check!(world, "runs fork easy --from readabilty", @"");
    check!(world, "runs fork easy --from readability", @"");
    check!(world, "runs fork easy --from readability --resume", @"");
    check!(world, "runs fork hard --from keep_or_drop? --resume", @"");
    check!(world, "runs diff easy easy", @"");
    check!(world, "runs diff easy hard", @"");
}

#[test]
fn a_projection_is_the_same_to_the_byte() {
    let world = World::with_runs();
    check!(world, "runs project hard", @"");
    let read = |file: &str| fs::read_to_string(world.path("tutti-data/runs/hard").join(file)).unwrap();
    let files = ["run.json", "journal.jsonl", "ledger.jsonl"];
    let before = files.map(read);
    assert_eq!(before[1].lines().count(), 5);
    fs::remove_dir_all(world.path("tutti-data/runs")).unwrap();
    world.shown("runs project hard");
    assert_eq!(files.map(read), before);
    let left: Vec<_> = fs::read_dir(world.path("tutti-data/runs/hard")).unwrap().collect();
    assert_eq!(left.len(), 3, "nothing half-written is left");
    check!(world, "runs project easy --out elsewhere", @"");
    assert!(world.path("elsewhere/easy/run.json").exists());
    world.shown("review answer hard keep");
    assert_eq!(world.run(&["runs", "project", "hard"]).status.code(), Some(0));
    assert_ne!(files.map(read), before);
}

#[test]
fn ctrl_c_loses_nothing() {
    let world = World::new();
    let input = task("slow", HARD, 5).to_string();
    let child = world
        .command(&["runs", "start", "tour_text", "--id", "slow", "--input", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_step(&world, "slow", "pause~");
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    insta::assert_snapshot!(shown(&output), @"");
    check!(world, "runs list", @"");
    assert_eq!(world.run(&["runs", "resume", "slow"]).status.code(), Some(3), "it waits for a person");
    let journal = world.document("runs show slow")["journal"].as_array().unwrap().len();
    assert_eq!(journal, 6, "start, readability, pause, gate, question, park: each once");
}

#[test]
fn a_killed_process_is_taken_over() {
    let world = World::new();
    let input = task("slow", EASY, 2).to_string();
    let mut child = world
        .command(&["runs", "start", "tour_text", "--id", "slow", "--input", &input])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_step(&world, "slow", "pause~");
    check!(world, "runs list", @"");
    check!(world, "runs resume slow", @"");
    child.kill().unwrap();
    child.wait().unwrap();
    check!(world, "runs resume --all", @"");
    check!(world, "runs list", @"");
}

/// Until the journal of `run` holds `key`.
fn wait_for_step(world: &World, run: &str, key: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        let output = world.run(&["runs", "show", run, "--json"]);
        if String::from_utf8_lossy(&output.stdout).contains(&format!("\"key\": \"{key}\"")) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("run {run} never came to {key}");
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let world = World::with_runs();
    let mut child = world
        .command(&["schema", "tour_report"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    let said: Vec<String> =
        BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
    assert_eq!((status.code(), said), (Some(0), vec![]));
}
