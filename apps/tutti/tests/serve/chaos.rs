//! The chaos room: the store fails while runs are at work. The server stays, says that it is not ready, and takes its
//! runs up again by itself when the store is back.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use sqlx::Connection;
use tutti_store::StoreUrl;
use tutti_tests::postgres::Postgres;

use super::{Part, Server, command};

/// The shortest allowed, so that the tests wait for little.
pub(crate) const LEASE: &str = "engine.lease_seconds=5";
const SAMPLES: [&str; 2] = ["volcanoes.md", "blood-pressure.md"];

const TASK: &str = include_str!("../../../../samples/tasks/water-cycle.md");

/// Starts so many runs of the three flows. The inputs repeat after the first [`KINDS`].
fn start(server: &Server, count: usize) -> Vec<String> {
    let begin = |i: usize| {
        let begun = match i % 3 {
            0 => server.form("/api/study", &[Part::text("sample", SAMPLES[i / 3 % SAMPLES.len()])]),
            1 => server.post("/api/forge", &json!({ "items": 4, "seed": i % KINDS })),
            _ => server.form("/api/author", &[Part::text("text", TASK)]),
        };
        begun.json()["run"].as_str().unwrap_or_else(|| panic!("{}", begun.text())).to_owned()
    };
    (0..count).map(begin).collect()
}

const KINDS: usize = 6;

fn start_runs(server: &Server) -> Vec<String> {
    start(server, 36)
}

/// What the runs of a server made. Runs with the same input make the same items, but cards of their own.
#[derive(Debug, PartialEq, Eq)]
struct Made {
    items: u64,
    cards: u64,
    questions: usize,
}

fn products(server: &Server) -> Made {
    Made {
        items: server.get("/api/items?limit=1").json()["total"].as_u64().unwrap(),
        cards: server.get("/api/cards?limit=1").json()["total"].as_u64().unwrap(),
        questions: server.get("/api/reviews").json()["items"].as_array().unwrap().len(),
    }
}

/// Checks that the runs made what they make undisturbed, once.
#[track_caller]
fn expect_nothing_doubled(server: &Server, runs: usize) {
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = Server::start(folder.path());
    expect_all_done(&undisturbed, &start(&undisturbed, KINDS));
    let Made { items, cards, questions } = products(&undisturbed);
    let (cards, questions) = (cards * (runs / KINDS) as u64, questions * runs / KINDS);
    assert_eq!(products(server), Made { items, cards, questions });
}

/// Waits until `/readyz` answers with `status`.
#[track_caller]
fn wait_for_readiness(server: &Server, status: u16) {
    let begun = Instant::now();
    loop {
        let answer = server.get("/readyz");
        if answer.status == status {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(40), "/readyz: {}", answer.text());
        assert_eq!(server.get("/healthz").status, 200);
        std::thread::yield_now();
    }
}

/// Waits until every run is done.
#[track_caller]
fn expect_all_done(server: &Server, runs: &[String]) {
    wait_for_readiness(server, 200);
    for run in runs {
        let view = wait_for_end(server, run);
        // The task file of the author waits for a person, who chooses its questions.
        let is_asked = view["flow"] == "author_batch" && view["status"] == "parked";
        assert!(view["status"] == "done" || is_asked, "{view}");
    }
}

/// Waits for a run to end, or to ask a person.
fn wait_for_end(server: &Server, run: &str) -> Value {
    let begun = Instant::now();
    loop {
        let view = server.wait_for_end(run);
        if view["status"] != "parked" || !view["reviews"].as_array().unwrap().is_empty() {
            return view;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "run {run} waits for nothing: {view}");
    }
}

#[test]
fn a_locked_database_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--set", LEASE]);
    let runs = start_runs(&server);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite://{}", folder.path().join("tutti-data/tutti.db").display());
        let mut other = sqlx::SqliteConnection::connect(&url).await.unwrap();
        sqlx::raw_sql("pragma busy_timeout = 60000; begin exclusive").execute(&mut other).await.unwrap();
        wait_for_readiness(&server, 503);
        // Longer than a write waits for the lock, so that writes fail.
        tokio::time::sleep(Duration::from_secs(12)).await;
        sqlx::raw_sql("rollback").execute(&mut other).await.unwrap();
    });
    expect_all_done(&server, &runs);
}

#[test]
fn a_deleted_database_takes_no_writes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--set", LEASE]);
    let runs = start_runs(&server);
    let data = folder.path().join("tutti-data");
    fs::rename(data.join("tutti.db"), data.join("moved")).unwrap();
    wait_for_readiness(&server, 503);
    let refused = server.post("/api/forge", &json!({ "items": 1 }));
    assert_eq!(refused.problem(), "500 store_failed");
    assert!(!refused.text().contains("tutti.db"), "{}", refused.text());
    assert!(!data.join("tutti.db").exists(), "nothing is put in its place");
    // Another database in its place is not ours.
    fs::copy(data.join("moved"), data.join("tutti.db")).unwrap();
    assert_eq!(server.post("/api/forge", &json!({ "items": 1 })).problem(), "500 store_failed");
    // Longer than an answer is remembered.
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(1500) {
        assert_eq!(server.get("/readyz").status, 503);
    }
    fs::rename(data.join("moved"), data.join("tutti.db")).unwrap();
    expect_all_done(&server, &runs);
}

/// A command that runs the binary with its data on a small disk of its own.
pub(crate) fn on_own_disk(folder: &Path) -> Command {
    let plain = command(folder);
    let own = ["-m", "-rm"].into_iter().find(|own| {
        let probe = ["sh", "-c", "mount -t tmpfs -o size=64k none /mnt"];
        Command::new("unshare").arg(own).args(probe).output().is_ok_and(|output| output.status.success())
    });
    let own = own.expect("this test mounts a disk: let it use user namespaces, or run it as root");
    let mut shell = Command::new("unshare");
    shell.args([
        own,
        "sh",
        "-euc",
        "mkdir -p tutti-data; mount -t tmpfs -o size=24m none tutti-data; exec \"$0\" \"$@\"",
    ]);
    shell.arg(plain.get_program()).current_dir(folder);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

/// The folder with the data of a server on its own disk.
pub(crate) fn disk_of(server: &Server, folder: &Path) -> PathBuf {
    let disk = Path::new("/proc").join(server.child.id().to_string()).join("root");
    disk.join(folder.strip_prefix("/").unwrap()).join("tutti-data")
}

#[test]
fn a_full_disk_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // The reserve is for requests; here the disk is full whatever they ask.
    let args = ["--set", LEASE, "--set", "store.reserve_megabytes=0"];
    let server = Server::launch(on_own_disk(folder.path()), &args);
    let filler = disk_of(&server, folder.path()).join("filler");
    let runs = start_runs(&server);
    let mut zeros = std::io::repeat(0);
    let full = std::io::copy(&mut zeros, &mut fs::File::create(&filler).unwrap()).unwrap_err();
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull, "{full}");
    wait_for_readiness(&server, 503);
    fs::remove_file(&filler).unwrap();
    expect_all_done(&server, &runs);
}

/// A server on Postgres while `harm` is done to the database server.
fn check_postgres(harm: impl Fn(&mut Postgres, &Server)) {
    let folder = tempfile::tempdir().unwrap();
    let mut postgres = Postgres::start().unwrap();
    let StoreUrl::Postgres(url) = postgres.database("tutti").unwrap() else { panic!("another store") };
    let server = Server::start_with(folder.path(), &["--set", LEASE, "--set", &format!("store.url={url}")]);
    let runs = start_runs(&server);
    harm(&mut postgres, &server);
    expect_all_done(&server, &runs);
}

#[test]
fn closed_connections_end_nothing() {
    check_postgres(|postgres, _| {
        for _ in 0..3 {
            postgres.terminate_connections("tutti").unwrap();
        }
    });
}

#[test]
fn a_restart_of_postgres_ends_nothing() {
    for mode in ["fast", "immediate"] {
        check_postgres(|postgres, server| {
            postgres.stop(mode).unwrap();
            wait_for_readiness(server, 503);
            postgres.start_again().unwrap();
        });
    }
}

/// One value of the database of a server in this folder.
fn look_up(folder: &Path, sql: &'static str, worker: &str) -> Option<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite://{}?mode=ro", folder.join("tutti-data/tutti.db").display());
        let mut connection = sqlx::SqliteConnection::connect(&url).await.unwrap();
        sqlx::query_scalar(sql).bind(worker).fetch_optional(&mut connection).await.unwrap()
    })
}

/// A run that is still with a worker.
fn run_of(folder: &Path, worker: &str) -> Option<String> {
    look_up(folder, "select id from runs where worker = $1", worker)
}

/// Waits until the worker has a run.
fn wait_for_work(folder: &Path, worker: &str) {
    let begun = Instant::now();
    while run_of(folder, worker).is_none() {
        assert!(begun.elapsed() < Duration::from_secs(20), "nothing is at work");
    }
}

/// Waits until no run is left with a worker that is gone; at most a lease and five seconds.
#[track_caller]
fn expect_fail_over(folder: &Path, worker: &str, since: Instant) {
    while let Some(run) = run_of(folder, worker) {
        let waited = since.elapsed();
        assert!(waited < Duration::from_secs(5 + 5), "nobody took over {run} for {waited:?}");
    }
}

/// Two servers on one store, the name of the first, and runs that both drive.
fn two_servers(folder: &Path) -> (Server, Server, String, Vec<String>) {
    let first = Server::start_with(folder, &["--set", LEASE]);
    let worker = look_up(folder, "select id from workers where id != $1", "").unwrap();
    let second = Server::start_with(folder, &["--set", LEASE]);
    let runs = start_runs(&first);
    wait_for_work(folder, &worker);
    (first, second, worker, runs)
}

fn signal(server: &Server, name: &str) {
    let sent = Command::new("kill").args([name, &server.child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Stops every thread of a server, none of them in the middle of a write: a stopped writer is woken to finish, and
/// then goes on with its runs.
fn freeze(folder: &Path, server: &Server) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite://{}", folder.join("tutti-data/tutti.db").display());
        let mut writer = sqlx::SqliteConnection::connect(&url).await.unwrap();
        sqlx::raw_sql("pragma busy_timeout = 60000; begin immediate").execute(&mut writer).await.unwrap();
        signal(server, "-STOP");
        while !is_stopped(server.child.id()) {
            std::thread::yield_now();
        }
        sqlx::raw_sql("rollback").execute(&mut writer).await.unwrap();
    });
}

/// Whether every thread of a process is stopped.
fn is_stopped(process: u32) -> bool {
    let tasks = Path::new("/proc").join(process.to_string()).join("task");
    fs::read_dir(tasks).unwrap().flatten().all(|task| {
        let status = fs::read_to_string(task.path().join("status")).unwrap_or_default();
        status.lines().any(|line| line.starts_with("State:\tT"))
    })
}

#[test]
fn a_frozen_server_is_replaced_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second, worker, runs) = two_servers(folder.path());
    freeze(folder.path(), &first);
    expect_fail_over(folder.path(), &worker, Instant::now());
    expect_all_done(&second, &runs);
    expect_nothing_doubled(&second, runs.len());
    signal(&first, "-CONT");
    // It was deposed meanwhile; it takes new work under another name.
    let more = start(&first, KINDS);
    expect_all_done(&first, &more);
}

/// Begins a write, stops in the middle of it, and finishes it when woken.
const STOPPED_WRITER: &str = "
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute('begin immediate')
os.kill(os.getpid(), signal.SIGSTOP)
database.execute('rollback')
";

#[test]
fn a_stopped_writer_is_woken_to_finish() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--set", LEASE]);
    let database = folder.path().join("tutti-data/tutti.db");
    let mut writer = Command::new("python3").args(["-c", STOPPED_WRITER]).arg(database).spawn().unwrap();
    while !is_stopped(writer.id()) {
        assert_eq!(writer.try_wait().unwrap(), None);
    }
    expect_all_done(&server, &start(&server, 2));
    assert!(writer.wait().unwrap().success());
}

#[test]
fn a_killed_server_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second, worker, runs) = two_servers(folder.path());
    first.kill();
    expect_fail_over(folder.path(), &worker, Instant::now());
    expect_all_done(&second, &runs);
    expect_nothing_doubled(&second, runs.len());
}
