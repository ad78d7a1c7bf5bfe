//! A process that stores or drives one run, for tests that stop, kill and race processes.
//!
//! `durable COMMAND key=value …`, where COMMAND is `submit` (store a queued run), `run` (store and drive it)
//! or `resume`. It prints the outcome as one line of JSON, and its exit code says the same: see [`Report`]. Every
//! executed step appends a line to the file `effects`, outside the store.
#![allow(clippy::print_stdout, reason = "the tests read its line of output")]

use std::{collections::HashMap, io::Write, path::PathBuf, process::ExitCode, time::Duration};

use anyhow::Context;
use serde::Serialize;
use tutti_core::{Owner, Problem, RunId};
use tutti_engine::{
    End, EngineError, Executor, Failure, Flow, Flows, Mended, Options, Run, Services, Stop, Submission, flow,
};
use tutti_store::Store;

/// The outcome of the command, with its exit code.
#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Report {
    /// 0: the run was driven to its end, or had already ended.
    Done { steps: u64 },
    /// 0: the run is queued.
    Submitted,
    /// 3: another process drives the run, or has driven it to its end.
    NotMine { problem: Problem },
    /// 4: driving began but failed.
    Abandoned { problem: Problem },
    /// 5: driving did not begin.
    Refused { problem: Problem },
}

impl Report {
    fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Done { .. } | Self::Submitted => 0,
            Self::NotMine { .. } => 3,
            Self::Abandoned { .. } => 4,
            Self::Refused { .. } => 5,
        })
    }
}

/// The effects of steps outside the store.
struct World {
    effects: PathBuf,
    /// How long a step takes.
    pause: Duration,
    /// From this step on, a step ends only once the file exists.
    hold: Option<(u64, PathBuf)>,
}

impl World {
    async fn happen(&self, run: &RunId, step: u64) -> std::io::Result<()> {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&self.effects)?;
        file.write_all(format!("{run} {step} {}\n", std::process::id()).as_bytes())?;
        tokio::time::sleep(self.pause).await;
        if let Some((from, file)) = &self.hold {
            while step >= *from && !file.exists() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        Ok(())
    }
}

/// Half the size of a short model answer.
const VALUE: usize = 2048;

const STEPS: Flow<u64, u64> = flow!("steps", version 1, steps);

async fn steps(run: Run<'_>, count: u64) -> Result<u64, Stop> {
    for step in 0..count {
        let (world, id) = (run.service::<World>()?, run.id().clone());
        let value: String = run
            .step(&format!("step/{step}"), &step, || async move {
                world.happen(&id, step).await.map_err(|error| {
                    Failure::Final(Problem::new(tutti_core::Code::Internal, error.to_string()))
                })?;
                Ok(format!("{step:04}").repeat(VALUE / 4))
            })
            .await?;
        assert_eq!(value.len(), VALUE, "a step gives back what it stored");
    }
    Ok(count)
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<ExitCode> {
    let mut words = std::env::args().skip(1);
    let command = words.next().context("usage: durable submit|run|resume key=value …")?;
    let options: HashMap<String, String> = words
        .map(|word| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())))
        .collect::<Option<_>>()
        .context("after the command, every word is key=value")?;
    let report = match act(&command, &options).await? {
        Ok(report) => report,
        Err(error @ (EngineError::Busy { .. } | EngineError::Ended { .. })) => {
            Report::NotMine { problem: error.into() }
        }
        Err(error) => Report::Refused { problem: error.into() },
    };
    println!("{}", serde_json::to_string(&report)?);
    Ok(report.exit_code())
}

/// The outer error is a wrong command line, the inner one the engine's.
async fn act(
    command: &str,
    options: &HashMap<String, String>,
) -> anyhow::Result<Result<Report, EngineError>> {
    let text = |key: &str| options.get(key).with_context(|| format!("`{key}=` is missing"));
    let number = |key: &str, usual: u64| options.get(key).map_or(Ok(usual), |value| value.parse());
    let store = text("store")?.parse().map_err(anyhow::Error::msg)?;
    let run = RunId::parse(text("run")?.as_str())?;
    let world = World {
        effects: text("effects")?.into(),
        pause: Duration::from_millis(number("pause_ms", 0)?),
        hold: options
            .get("hold")
            .map(|file| Ok::<_, anyhow::Error>((number("hold_from", 0)?, file.into())))
            .transpose()?,
    };
    let executor =
        Options { lease: Duration::from_millis(number("lease_ms", 30_000)?), ..Options::new(text("locks")?) };
    let submission = Submission { id: Some(run.clone()), ..STEPS.submission(&number("steps", 8)?)? };

    let store = match Store::open(&store).await {
        Ok(store) => store,
        Err(error) => return Ok(Err(error.into())),
    };
    let flows = Flows::default().with(STEPS.entry());
    let executor = match Executor::start(store, flows, Services::default().with(world), executor).await {
        Ok(executor) => executor,
        Err(error) => return Ok(Err(error)),
    };
    let owner = Owner::local();
    let end = match command {
        "submit" => executor.submit(&owner, submission).await.map(|_| None),
        "run" => executor.run(&owner, submission).await.map(|(_, end)| Some(end)),
        "resume" => executor.resume(&owner, &run, Mended::default()).await.map(Some),
        other => anyhow::bail!("there is no command `{other}`"),
    };
    // A process that was deposed or has no disk cannot retire; others detect it by its lock.
    let _ = executor.close().await;
    Ok(end.map(|end| match end {
        None => Report::Submitted,
        Some(End::Done(steps)) => Report::Done { steps: steps.as_u64().unwrap_or_default() },
        Some(End::Abandoned(stop) | End::Stopped(stop)) => Report::Abandoned { problem: stop.problem() },
        Some(End::Failed(problem)) => Report::Abandoned { problem },
        Some(other) => Report::Abandoned {
            problem: Problem::new(tutti_core::Code::Internal, format!("the run is {}", other.status())),
        },
    }))
}
