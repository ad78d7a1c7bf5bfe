//! The chaos room: the store fails while runs are at work. The server stays, says that it is not ready, and takes its
//! runs up again by itself when the store is back.

use std::{
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use serde_json::json;
use sqlx::Connection;
use tutti_store::StoreUrl;
use tutti_tests::postgres::Postgres;

use super::{Part, Server, command};

/// The shortest allowed, so that the tests wait for little.
const LEASE: &str = "engine.lease_seconds=5";
const SAMPLES: [&str; 2] = ["volcanoes.md", "blood-pressure.md"];

/// Starts forty runs of two flows.
fn start_runs(server: &Server) -> Vec<String> {
    let begin = |i: u32| {
        let begun = match i % 2 {
            0 => server.form("/api/study", &[Part::text("sample", SAMPLES[i as usize / 2 % SAMPLES.len()])]),
            _ => server.post("/api/forge", &json!({ "items": 4, "seed": i })),
        };
        begun.json()["run"].as_str().unwrap_or_else(|| panic!("{}", begun.text())).to_owned()
    };
    (0..40).map(begin).collect()
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
        let view = server.wait_for_end(run);
        assert_eq!(view["status"], "done", "{view}");
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
    fs::rename(data.join("moved"), data.join("tutti.db")).unwrap();
    expect_all_done(&server, &runs);
}

/// A command that runs the binary with its data on a small disk of its own.
fn on_own_disk(folder: &Path) -> Command {
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

#[test]
fn a_full_disk_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::launch(on_own_disk(folder.path()), &["--set", LEASE]);
    let disk = Path::new("/proc").join(server.child.id().to_string()).join("root");
    let filler = disk.join(folder.path().strip_prefix("/").unwrap()).join("tutti-data/filler");
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

#[test]
fn a_frozen_server_is_replaced_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start_with(folder.path(), &["--set", LEASE]);
    let runs = start_runs(&first);
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &first.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    };
    signal("-STOP");
    let second = Server::start_with(folder.path(), &["--set", LEASE]);
    expect_all_done(&second, &runs);
    signal("-CONT");
    // It was deposed meanwhile; it takes new work under another name.
    let more = start_runs(&first);
    expect_all_done(&first, &more);
}
