//! The log: a separate thread writes the lines to a file and to stderr.
//!
//! Logging never waits for a disk. A line that cannot be written is counted, and the count is logged once writing works
//! again.

use std::{
    fs::{File, OpenOptions},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    thread,
    time::Duration,
};

use tutti_core::{Code, Problem};

pub(crate) enum Job {
    /// For the file.
    Line(String),
    /// For stderr.
    Words(String),
    /// Signal when everything before is written.
    Flush(SyncSender<()>),
}

/// The queue for lines.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    jobs: Sender<Job>,
    pub(crate) has_file: bool,
    pub(crate) has_stderr: bool,
}

impl Writer {
    pub(crate) fn write(&self, job: Job) {
        let _ = self.jobs.send(job);
    }
}

#[derive(Debug)]
pub(crate) struct Log(Writer);

impl Log {
    pub(crate) fn open(path: Option<&Path>, stderr: bool) -> Result<Self, Problem> {
        let file = match path {
            Some(path) => Some(OpenOptions::new().create(true).append(true).mode(0o600).open(path).map_err(
                |error| {
                    Problem::new(
                        Code::BadSettings,
                        format!("the log {} cannot be opened: {error}", path.display()),
                    )
                    .hint("name a file in an existing folder with `--log FILE` or `watch.log`")
                },
            )?),
            None => None,
        };
        let (jobs, todo) = channel();
        let writer = Writer { jobs, has_file: file.is_some(), has_stderr: stderr };
        thread::Builder::new().name("log".to_owned()).spawn(move || write(&todo, file)).map_err(|error| {
            Problem::new(Code::Internal, format!("the thread that writes the log cannot be started: {error}"))
        })?;
        Ok(Self(writer))
    }

    pub(crate) fn writer(&self) -> Writer {
        self.0.clone()
    }

    /// Waits until everything that was queued is written, or gives up.
    pub(crate) fn flush(&self, patience: Duration) {
        let (done, written) = sync_channel(1);
        self.0.write(Job::Flush(done));
        if written.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            self.0.write(Job::Words("warn: the end of the log could not be written".to_owned()));
        }
    }
}

fn write(todo: &Receiver<Job>, mut file: Option<File>) {
    let mut lost = 0u64;
    while let Ok(job) = todo.recv() {
        match job {
            Job::Line(line) => {
                let Some(file) = &mut file else { continue };
                let mut text = String::new();
                if lost > 0 {
                    text =
                        format!("{{\"level\":\"warn\",\"message\":\"lines were lost\",\"lines\":{lost}}}\n");
                }
                text.push_str(&line);
                text.push('\n');
                // One write, so that lines of two processes in one file do not mix.
                lost = if file.write_all(text.as_bytes()).is_ok() { 0 } else { lost + 1 };
            }
            Job::Words(words) => {
                let _ = writeln!(std::io::stderr(), "{words}");
            }
            Job::Flush(done) => {
                let _ = file.as_mut().map(File::flush);
                let _ = done.send(());
            }
        }
    }
}
