//! Tests with several processes: exactly one drives a run, even if processes are stopped, killed or late.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    process::{Child, Command},
    time::{Duration, Instant},
};

use tutti_core::{Code, Owner, RunId};
use tutti_engine::project;
use tutti_store::{Entry, EntryKind, RunStatus, Store};
use tutti_tests::{
    postgres::Postgres,
    process::{Ended, Scene},
};

fn scene() -> Scene {
    Scene::new(env!("CARGO_BIN_EXE_durable")).unwrap()
}

fn signal(process: &Child, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(process.id().to_string()).status();
    assert!(status.unwrap().success(), "kill -{name}");
}

fn end(process: Child) -> Ended {
    Ended::of(&process.wait_with_output().unwrap()).unwrap()
}

async fn journal(store: &Store, run: &str) -> Vec<Entry> {
    store.of(&Owner::local()).journal(&RunId::parse(run).unwrap()).await.unwrap()
}

async fn finished_steps(store: &Store, run: &str) -> u64 {
    journal(store, run).await.iter().filter(|entry| entry.kind == EntryKind::Step).count() as u64
}

/// Starts `processes` at once on one queued run; one drives it, and the others notice.
fn race(scene: &Scene, run: &str, processes: usize) {
    let submitted = scene.finish("submit", run, &["steps=5"]).unwrap();
    assert_eq!(submitted.report.outcome, "submitted", "{submitted:?}");
    let racing: Vec<Child> =
        (0..processes).map(|_| scene.start("resume", run, &["pause_ms=2"]).unwrap()).collect();
    let ends: Vec<Ended> = racing.into_iter().map(end).collect();
    for end in &ends {
        match end.code {
            Some(0) => {}
            Some(3) => assert_eq!(end.problem().unwrap().code, Code::Conflict),
            _ => panic!("{run}: {end:?}"),
        }
    }
    assert!(ends.iter().any(|end| end.code == Some(0)), "{run}: no process drove it: {ends:?}");
    let effects = scene.effects(run).unwrap();
    assert!(effects.are_once_each(5), "{run}: {effects:?}, {ends:?}");
}

#[test]
fn two_processes_race_for_a_run_and_one_drives_it() {
    let scene = scene();
    for round in 0..20 {
        race(&scene, &format!("r{round}"), 2);
    }
    race(&scene, "crowd", 8);
}

#[test]
fn the_same_race_on_postgres() {
    let postgres = Postgres::start().unwrap();
    let scene = Scene { store: postgres.database("race").unwrap(), ..scene() };
    for round in 0..10 {
        race(&scene, &format!("r{round}"), 2);
    }
    race(&scene, "crowd", 8);
}

#[tokio::test]
async fn a_killed_process_leaves_its_run_to_the_next_at_once() {
    let scene = scene();
    let mut first = scene.start("run", "r", &["steps=12", "pause_ms=20"]).unwrap();
    scene.wait_for_effects("r", 4).unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let store = Store::open(&scene.store).await.unwrap();
    let finished = finished_steps(&store, "r").await;
    assert!((3..12).contains(&finished), "{finished} steps finished");

    let begin = Instant::now();
    let second = scene.finish("resume", "r", &["lease_ms=600000"]).unwrap();
    assert_eq!(second.report.outcome, "done", "{second:?}");
    // Much faster than the lease of ten minutes: the lock of a dead process is free.
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    let effects = scene.effects("r").unwrap();
    assert!(effects.are_once_each_but(finished, 12), "{finished} finished: {effects:?}");
}

/// Stops a process while it does not hold the lock of the database, which would block all others.
async fn freeze(process: &Child, store: &Store) {
    loop {
        signal(process, "STOP");
        let probe = store.heartbeat("nobody", 0);
        if tokio::time::timeout(Duration::from_secs(1), probe).await.is_ok() {
            return;
        }
        signal(process, "CONT");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_slept_past_its_lease_writes_nothing_more() {
    let scene = scene();
    let gate = scene.path("gate");
    let hold = format!("hold={}", gate.display());
    let options = ["steps=6", "lease_ms=1000", &hold, "hold_from=3"];
    let sleeper = scene.start("run", "r", &options).unwrap();
    scene.wait_for_effects("r", 4).unwrap();
    // As on another machine: there is no lock to check, only the heartbeat.
    std::fs::remove_dir_all(scene.path("locks")).unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let early = scene.finish("resume", "r", &["lease_ms=1000"]).unwrap();
    assert_eq!(early.report.outcome, "not_mine", "its heartbeat is recent: {early:?}");

    let store = Store::open(&scene.store).await.unwrap();
    freeze(&sleeper, &store).await;
    tokio::time::sleep(Duration::from_millis(1300)).await;
    let successor = scene.finish("resume", "r", &["lease_ms=1000"]).unwrap();
    assert_eq!(successor.report.outcome, "done", "{successor:?}");
    let written = journal(&store, "r").await;

    std::fs::write(&gate, "").unwrap();
    signal(&sleeper, "CONT");
    let woken = end(sleeper);
    assert_eq!(woken.report.outcome, "abandoned", "{woken:?}");
    assert_eq!(woken.problem().unwrap().code, Code::LeaseLost);
    assert_eq!(journal(&store, "r").await, written, "it wrote after it was deposed");
    let row = store.of(&Owner::local()).run(&RunId::parse("r").unwrap()).await.unwrap().unwrap();
    assert_eq!((row.status, project(&written).status), (RunStatus::Done, RunStatus::Done));
    // Step 3 was in flight when the sleeper was stopped; nothing else happened twice.
    let effects = scene.effects("r").unwrap();
    assert!(effects.are_once_each_but(3, 6), "{effects:?}");
}
