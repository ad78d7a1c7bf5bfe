//! Tests that a server does not show damaged data, names it, and keeps its files to itself.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command};

use serde_json::json;
use sqlx::Connection;

use super::{Server, command};

#[test]
fn damaged_data_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--samples"]);
    assert_eq!(server.get("/api/library").status, 200);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite://{}", folder.path().join("tutti-data/tutti.db").display());
        let mut other = sqlx::SqliteConnection::connect(&url).await.unwrap();
        let sql = "update records set value = replace(value, 'a', 'b') where kind = 'library'";
        sqlx::raw_sql(sql).execute(&mut other).await.unwrap();
        other.close().await.unwrap();
    });
    assert_eq!(server.get("/api/library").problem(), "500 damaged");
    assert_eq!(server.get("/api/backup").problem(), "500 damaged");
    let doctor = server.get("/api/doctor").json();
    let checks = doctor["checks"].as_array().unwrap();
    let store = checks.iter().find(|check| check["what"] == "store").unwrap();
    assert_eq!(store["state"], "broken");
    assert!(store["detail"].as_str().unwrap().contains("records `library "), "{store}");
    assert_eq!(server.get("/readyz").status, 200, "the rest still works");
}

/// The modes of everything in a folder that others have rights to.
fn open_to_others(folder: &Path) -> Vec<String> {
    let mode = fs::metadata(folder).unwrap().permissions().mode() & 0o777;
    let mut found = Vec::new();
    if mode & 0o077 != 0 {
        found.push(format!("{} {mode:o}", folder.display()));
    }
    if folder.is_dir() {
        let entries = fs::read_dir(folder).unwrap();
        found.extend(entries.flat_map(|entry| open_to_others(&entry.unwrap().path())));
    }
    found
}

/// A command that runs the binary with the umask that takes nothing away.
fn with_open_umask(folder: &Path) -> Command {
    let plain = command(folder);
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask 0; exec \"$0\" \"$@\""]).arg(plain.get_program()).current_dir(folder);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

#[test]
fn what_is_written_is_for_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("tutti-data");
    // The folder of the log must exist.
    drop(Server::launch(with_open_umask(folder.path()), &[]));
    let log = ["--samples", "--log", "tutti-data/log.jsonl"];
    let server = Server::launch(with_open_umask(folder.path()), &log);
    let set = json!({ "set": { "engine.parallel": 3 } }).to_string();
    let kind = [("content-type", "application/json")];
    assert_eq!(server.send("PATCH", "/api/settings", &kind, set.as_bytes()).status, 200);
    assert_eq!(server.get("/api/backup").status, 200);
    let run = server.post("/api/forge", &json!({ "items": 1, "seed": 1 })).json();
    server.wait_for_end(run["run"].as_str().unwrap());
    let names: Vec<String> =
        fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    for name in ["tutti.db", "tutti.db-wal", "tutti.db-shm", "locks", "copies", "tutti.toml", "log.jsonl"] {
        assert!(names.iter().any(|found| found == name), "{name} is not among {names:?}");
    }
    assert_eq!(open_to_others(&data), [""; 0]);
    let checks = server.get("/api/doctor").json();
    assert!(!checks.to_string().contains("file permissions"), "{checks}");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let checks = server.get("/api/doctor").json();
    let named = checks["checks"].as_array().unwrap().iter().find(|check| check["what"] == "file permissions");
    assert_eq!(named.unwrap()["mend"], json!(["chmod -R go= tutti-data"]));
}
