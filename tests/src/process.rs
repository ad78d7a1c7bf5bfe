//! Runs the process `durable` and reads its effects, for tests that need more than one process.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use tempfile::TempDir;
use tutti_core::Problem;
use tutti_store::StoreUrl;

/// A scratch folder, and processes that work in it.
#[derive(Debug)]
pub struct Scene {
    /// The binary `durable`; only a test knows where it was built.
    pub program: PathBuf,
    pub folder: TempDir,
    pub store: StoreUrl,
}

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub report: Report,
}

/// The line it printed.
#[derive(Debug, Deserialize)]
pub struct Report {
    pub outcome: String,
    pub problem: Option<Problem>,
}

impl Ended {
    pub fn of(output: &Output) -> Result<Self> {
        let report = serde_json::from_slice(&output.stdout).with_context(|| {
            format!("no report ({}): {}", output.status, String::from_utf8_lossy(&output.stderr))
        })?;
        Ok(Self { code: output.status.code(), report })
    }

    /// The problem that it reports.
    pub fn problem(&self) -> Result<&Problem> {
        self.report.problem.as_ref().with_context(|| format!("no problem in {self:?}"))
    }
}

impl Scene {
    /// With an SQLite store in its folder.
    pub fn new(program: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let store = StoreUrl::Sqlite(folder.path().join("tutti.db"));
        Ok(Self { program: program.into(), folder, store })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, command: &str, run: &str, more: &[&str]) -> Command {
        let store = match &self.store {
            StoreUrl::Sqlite(path) => format!("sqlite:{}", path.display()),
            StoreUrl::Postgres(url) => url.clone(),
        };
        let mut process = Command::new(&self.program);
        process
            .arg(command)
            .arg(format!("store={store}"))
            .arg(format!("locks={}", self.path("locks").display()))
            .arg(format!("effects={}", self.path("effects").display()))
            .arg(format!("run={run}"))
            .args(more)
            .stdin(Stdio::null());
        process
    }

    /// Starts a process and waits for its end.
    pub fn finish(&self, command: &str, run: &str, more: &[&str]) -> Result<Ended> {
        Ended::of(&self.command(command, run, more).output()?)
    }

    /// Starts a process without waiting for it.
    pub fn start(&self, command: &str, run: &str, more: &[&str]) -> Result<Child> {
        let mut process = self.command(command, run, more);
        Ok(process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?)
    }

    pub fn effects(&self, run: &str) -> Result<Effects> {
        Effects::read(&self.path("effects"), run)
    }

    /// Waits until `run` has begun this many steps.
    pub fn wait_for_effects(&self, run: &str, count: usize) -> Result<()> {
        let start = Instant::now();
        while self.effects(run)?.0.values().sum::<usize>() < count {
            if start.elapsed() > Duration::from_secs(30) {
                bail!("{run} did not begin {count} steps in 30 s");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

/// How often each step of a run was executed.
#[derive(Debug, PartialEq, Eq)]
pub struct Effects(pub BTreeMap<u64, usize>);

impl Effects {
    pub fn read(file: &Path, run: &str) -> Result<Self> {
        let text = match std::fs::read_to_string(file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let mut counts = BTreeMap::new();
        for line in text.lines() {
            let mut words = line.split(' ');
            if words.next() == Some(run) {
                let step = words.next().context("a line without a step")?.parse()?;
                *counts.entry(step).or_default() += 1;
            }
        }
        Ok(Self(counts))
    }

    /// Each of `steps` steps was executed, and exactly once.
    pub fn are_once_each(&self, steps: u64) -> bool {
        *self == Self((0..steps).map(|step| (step, 1)).collect())
    }

    /// As [`Effects::are_once_each`], but the step in flight at an interruption may have happened twice.
    pub fn are_once_each_but(&self, in_flight: u64, steps: u64) -> bool {
        let once = |step| self.0.get(&step).is_some_and(|n| *n == 1 || step == in_flight && *n == 2);
        self.0.len() as u64 == steps && (0..steps).all(once)
    }
}
