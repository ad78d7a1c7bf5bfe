//! Tests that today's code can still replay the journals of earlier versions, in `tests/journals`.
//!
//! When the flow of the crash matrix gets a new version, `UPDATE=1` adds a journal of it; the old ones stay as long as
//! users may have runs of that version.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{fs, path::Path, process::Command};

use serde::{Deserialize, Serialize};
use tutti_agent::Desk;
use tutti_core::{Owner, RunId};
use tutti_engine::{ReplayEnding, Services, replay};
use tutti_model::{
    Kind, ProviderName,
    scripted::{Behaviour, ScriptedServer},
};
use tutti_store::{Entry, RunRow, Store, StoreUrl};
use tutti_tests::matrix::{WRITER, flows};

#[derive(Serialize, Deserialize)]
struct Stored {
    run: RunRow,
    journal: Vec<Entry>,
}

#[tokio::test(flavor = "multi_thread")]
async fn old_journals_still_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("journals");
    if std::env::var_os("UPDATE").is_some() {
        let file = folder.join("matrix-1.json");
        if !file.exists() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(file, serde_json::to_string_pretty(&record_journal().await).unwrap() + "\n").unwrap();
        }
    }
    let services = Services::default().with(Desk::native().with_agents(&[WRITER.entry()]).unwrap());
    let mut replayed = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let stored: Stored = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let found = replay(&flows(), &services, &stored.run, &stored.journal).await.unwrap();
        assert_eq!(found.ending, ReplayEnding::Same, "{}", path.display());
        assert!(found.served.len() > 5);
        replayed += 1;
    }
    assert!(replayed > 0);
}

async fn record_journal() -> Stored {
    let reply = r#"{"words": "all together", "score": 7}"#;
    let server = ScriptedServer::always(Behaviour::Say(reply.into())).await.unwrap();
    let url = server.settings(ProviderName::parse("counting").unwrap(), Kind::OpenAi).base_url.unwrap();
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("matrix.db");
    let mut matrix = Command::new(env!("CARGO_BIN_EXE_matrix"));
    let done = matrix.arg(data.path()).arg(format!("sqlite:{}", file.display())).arg(url).output().unwrap();
    assert!(done.status.success());
    let store = Store::open(&StoreUrl::Sqlite(file)).await.unwrap();
    let (mine, id) = (store.of(&Owner::local()), RunId::parse("matrix").unwrap());
    Stored { run: mine.run(&id).await.unwrap().unwrap(), journal: mine.journal(&id).await.unwrap() }
}
