//! The crash matrix: a process is killed before and after every commit, and at random moments. Each time the run must
//! resume and end with the same bytes, without repeating a finished call. A provider outside the process counts the
//! calls.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and prints its table")]

use std::{
    collections::{HashMap, HashSet},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use rand::{Rng, SeedableRng, rngs::StdRng};
use tempfile::TempDir;
use tutti_core::{ContentHash, Owner};
use tutti_model::{
    Kind, ProviderName,
    scripted::{Behaviour, ScriptedServer, Seen},
};
use tutti_store::{EntryKind, RunFilter, Store, StoreUrl};
use tutti_tests::postgres::Postgres;

/// The answer depends only on the question; the first attempt of some steps fails, so that they are retried.
fn answer(seen: &Seen) -> Behaviour {
    let asked = seen.body["messages"].to_string();
    let key = seen.headers.get("idempotency-key").cloned().unwrap_or_default();
    let number = ContentHash::of_bytes(asked.as_bytes());
    let score = u32::from_str_radix(&number.as_str()[..4], 16).unwrap();
    if score.is_multiple_of(3) && key.ends_with("#1") {
        return Behaviour::Status { code: 503, headers: vec![], body: "{}".into() };
    }
    Behaviour::Say(format!(r#"{{"words": "{}", "score": {score}}}"#, number.short()))
}

/// One data folder and store, and the provider that its processes call.
struct Matrix {
    server: ScriptedServer,
    provider: String,
    folder: TempDir,
    store: StoreUrl,
    /// How often each call had been made when it was first seen as finished.
    finished: HashMap<String, usize>,
}

impl Matrix {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = StoreUrl::Sqlite(folder.path().join("matrix.db"));
        Self::on(store, folder).await
    }

    async fn on(store: StoreUrl, folder: TempDir) -> Self {
        let server = ScriptedServer::answering(answer).await.unwrap();
        let name = ProviderName::parse("counting").unwrap();
        let provider = server.settings(name, Kind::OpenAi).base_url.unwrap();
        Self { server, provider, folder, store, finished: HashMap::new() }
    }

    fn command(&self, crash_at: Option<usize>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_matrix"));
        let store = match &self.store {
            StoreUrl::Sqlite(path) => format!("sqlite:{}", path.display()),
            StoreUrl::Postgres(url) => url.clone(),
        };
        command.arg(self.folder.path()).arg(store).arg(&self.provider).stdin(Stdio::null());
        command.args(crash_at.map(|n| n.to_string()));
        command
    }

    fn run(&self, crash_at: Option<usize>) -> Output {
        self.command(crash_at).output().unwrap()
    }

    /// Crashes before or after a commit and resumes. False if the run has fewer commits.
    async fn survives(&mut self, crash_at: usize, undisturbed: &[u8]) -> bool {
        let crashed = self.run(Some(crash_at));
        if crashed.status.success() {
            assert_eq!(crashed.stdout, undisturbed);
            return false;
        }
        self.look().await;
        let resumed = self.run(None);
        assert!(resumed.status.success(), "{crash_at}: {}", String::from_utf8_lossy(&resumed.stderr));
        assert_eq!(resumed.stdout, undisturbed, "a different result after a crash at {crash_at}");
        self.check_nothing_twice();
        true
    }

    /// Records which calls are finished: those whose step is in the journal.
    async fn look(&mut self) {
        let store = Store::open(&self.store).await.unwrap();
        let mine = store.of(&Owner::local());
        let counts = self.server.count_by_idempotency_key();
        for run in mine.runs(&RunFilter { children: true, ..RunFilter::default() }).await.unwrap() {
            for entry in mine.journal(&run.id).await.unwrap() {
                if entry.kind == EntryKind::Step {
                    let call = format!("{}/{}", run.id, entry.key);
                    let made = counts.get(&call).copied().unwrap_or(0);
                    self.finished.entry(call).or_insert(made);
                }
            }
        }
    }

    /// Checks that no call that was finished at a kill has been made again since.
    fn check_nothing_twice(&self) {
        let counts = self.server.count_by_idempotency_key();
        for (call, then) in &self.finished {
            assert_eq!(counts.get(call), Some(then), "the finished call {call} was made again");
        }
    }
}

async fn run_undisturbed() -> Vec<u8> {
    let matrix = Matrix::new().await;
    let output = matrix.run(None);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let counts = matrix.server.count_by_idempotency_key();
    assert!(counts.values().all(|made| *made == 1), "{counts:?}");
    output.stdout
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_every_commit() {
    let undisturbed = run_undisturbed().await;
    let mut crashes = 0;
    while Matrix::new().await.survives(crashes, &undisturbed).await {
        crashes += 1;
    }
    eprintln!("killed at {crashes} sides of commits; results identical, no finished call made twice");
    assert!(crashes > 100, "only {crashes} crashes");
}

/// The engine is the same; a sample of the commits shows that the store makes no difference.
#[tokio::test(flavor = "multi_thread")]
async fn killed_at_every_tenth_commit_on_postgres() {
    let undisturbed = run_undisturbed().await;
    let postgres = Postgres::start().unwrap();
    let mut crashes = 0;
    loop {
        let store = postgres.database(&format!("matrix_{crashes}")).unwrap();
        let mut matrix = Matrix::on(store, tempfile::tempdir().unwrap()).await;
        if !matrix.survives(crashes * 10 + 3, &undisturbed).await {
            break;
        }
        crashes += 1;
    }
    eprintln!("killed at {crashes} sides of commits on Postgres");
    assert!(crashes > 10, "only {crashes} crashes");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_random_moments() {
    const KILLS: usize = 220;
    let mut random = StdRng::seed_from_u64(7);
    let (mut kills, mut runs, mut in_flight) = (0, 0, 0);
    let mut results = HashSet::new();
    // Moments over the whole length of a run, however fast this machine is.
    let begun = Instant::now();
    assert!(Matrix::new().await.command(None).output().unwrap().status.success());
    let longest = begun.elapsed().as_micros() as u64 * 3 / 2;
    while kills < KILLS {
        let mut matrix = Matrix::new().await;
        let result = loop {
            let mut command = matrix.command(None);
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let moment = Duration::from_micros(random.random_range(longest / 15..longest));
            let ended = tokio::time::timeout(moment, wait(&mut child)).await;
            if ended.is_ok() {
                let output = child.wait_with_output().unwrap();
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                break output.stdout;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            matrix.look().await;
        };
        runs += 1;
        results.insert(result);
        matrix.check_nothing_twice();
        in_flight += matrix.server.count_by_idempotency_key().values().filter(|made| **made > 1).count();
    }
    eprintln!("{kills} kills over {runs} runs; {in_flight} calls in flight at a kill were made again");
    assert_eq!(results.len(), 1, "every run ends with the same bytes");
}

/// Until the child ends by itself.
async fn wait(child: &mut std::process::Child) {
    while child.try_wait().unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}
