//! Driving runs with somebody at the terminal: progress while it goes, and Ctrl-C that loses nothing.

use tokio::sync::broadcast::error::RecvError;
use tutti_engine::{Event, Executor, NoteRecord, What};

use tutti_service::Problems;

use crate::{output::Output, time};

/// Drives until `work` is done. None if it was interrupted: then the runs are back in the queue, and what to
/// type to go on has been said.
pub(crate) async fn drive<T, E: Into<Problems>>(
    executor: &Executor,
    output: &Output,
    go_on: &str,
    work: impl Future<Output = Result<T, E>>,
) -> Result<Option<T>, Problems> {
    drive_seen(executor, output, go_on, work, |event| output.progress(&line(event))).await
}

/// As [`drive`], for a command that shows in its own way what happens.
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
                output.say("interrupted: nothing that was finished is lost");
                output.say(&format!("hint: go on with `{go_on}`"));
                return Ok(None);
            }
        }
    }
}

/// One line of what happens: where, and what.
fn line(event: &Event) -> String {
    let what = match &event.what {
        What::Started { flow } => format!("starts {flow}"),
        What::Resumed { finished_steps } => format!("goes on after {finished_steps} finished steps"),
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
        What::Parked { wake_at: None } => "is put aside".to_owned(),
        What::Parked { wake_at: Some(at) } => {
            format!("is put aside, comes back {}", time::relative(*at, event.at))
        }
        What::Ended { status } => format!("is {status}"),
    };
    format!("  {}  {what}", event.run)
}
