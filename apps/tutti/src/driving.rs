//! Drives runs from the terminal: shows progress, and handles Ctrl-C without losing finished steps.

use tokio::sync::broadcast::error::RecvError;
use tutti_engine::{Event, Executor, NoteRecord, What};

use tutti_service::Problems;

use crate::{output::Output, time};

/// Drives until `work` is done. Returns None if it was interrupted; the runs are then back in the queue, and the
/// command that continues them has been printed.
pub(crate) async fn drive<T, E: Into<Problems>>(
    executor: &Executor,
    output: &Output,
    go_on: &str,
    work: impl Future<Output = Result<T, E>>,
) -> Result<Option<T>, Problems> {
    drive_seen(executor, output, go_on, work, |event| output.progress(&line(event))).await
}

/// As [`drive`], for a command that displays events in its own way.
pub(crate) async fn drive_seen<T, E: Into<Problems>>(
    executor: &Executor,
    output: &Output,
    go_on: &str,
    work: impl Future<Output = Result<T, E>>,
    mut see: impl FnMut(&Event),
) -> Result<Option<T>, Problems> {
    let mut events = executor.subscribe();
    let mut work = Box::pin(work);
    let interrupt = tokio::signal::ctrl_c();
    tokio::pin!(interrupt);
    loop {
        tokio::select! {
            biased;
            event = events.recv(), if output.is_watched() => match event {
                Ok(event) => see(&event),
                Err(RecvError::Lagged(_) | RecvError::Closed) => {}
            },
            done = &mut work => {
                while let Ok(event) = events.try_recv() {
                    see(&event);
                }
                executor.close().await?;
                return done.map(Some).map_err(Into::into);
            }
            _ = &mut interrupt => {
                drop(work);
                executor.close().await?;
                output.say("interrupted: finished steps are kept");
                output.say(&format!("hint: continue with `{go_on}`"));
                return Ok(None);
            }
        }
    }
}

/// An event as one line of progress.
fn line(event: &Event) -> String {
    let what = match &event.what {
        What::Started { flow } => format!("starts {flow}"),
        What::Resumed { finished_steps } => format!("resumes after {finished_steps} finished steps"),
        What::StepStarted { key } => format!("{key} …"),
        What::StepFinished { key, milliseconds } => format!("{key} took {}", time::length(*milliseconds)),
        What::Noted { key, note } => {
            let word = match note {
                NoteRecord::Gate { gate } => gate.name(),
                NoteRecord::Recovery { recovery, .. } => recovery.name(),
                NoteRecord::Flow(_) => "noted",
            };
            format!("{} {word}", key.trim_end_matches('!'))
        }
        What::Asked { name } => format!("asks a person: {name}"),
        What::Parked { wake_at: None } => "is parked".to_owned(),
        What::Parked { wake_at: Some(at) } => {
            format!("is parked, resumes {}", time::relative(*at, event.at))
        }
        What::Ended { status } => format!("is {status}"),
    };
    format!("  {}  {what}", event.run)
}
