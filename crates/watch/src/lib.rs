//! Watching: a log of JSON lines, OpenTelemetry spans, and metrics for Prometheus.
//!
//! Runs and model calls tell what happens as `tracing` events with targets of their own (`tutti::run`, `tutti::step`,
//! `tutti::note`, `tutti::review`, `tutti::call`); everything here is made of those. They carry names, hashes, counts and
//! times, and nothing of what was read, asked or answered.
//!
//! Guarantees: watching never holds up what is watched: a file is written and spans are sent by threads of their own, and
//! what cannot be written or sent is counted and dropped. A secret that was named is written nowhere. Without
//! [`install`], nothing is made and telling costs nothing.

mod export;
mod line;
mod log;
mod metrics;
mod redact;
mod reference;
mod spans;
mod subscriber;
mod told;

use std::{path::PathBuf, sync::OnceLock, time::Duration};

use tutti_core::{Code, Problem};

use self::{export::Exporter, log::Log, redact::Redactor, subscriber::Watcher};
pub use self::{
    export::is_here,
    metrics::{Metrics, OpenStream, metrics},
    reference::{metrics_table, reference},
};

/// What to watch with. Resolved values: reading files and variables is the binary's business.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// File that JSON lines are added to.
    pub log: Option<PathBuf>,
    /// Warnings and errors in words on stderr.
    pub stderr: bool,
    /// Where spans go, by OTLP over HTTP.
    pub otlp: Option<Collector>,
    /// Headers for the collector.
    pub headers: Vec<(String, String)>,
    /// Refuse a collector on another machine.
    pub offline: bool,
    /// Whether somebody asks for metrics.
    pub metrics: bool,
    /// What must not be written anywhere.
    pub secrets: Vec<String>,
}

/// A collector by its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Collector {
    /// Such as `http://127.0.0.1:4318`; spans have a path of their own there.
    At(String),
    /// The whole address.
    Exactly(String),
}

impl Collector {
    pub fn address(&self) -> &str {
        match self {
            Self::At(address) | Self::Exactly(address) => address,
        }
    }
}

struct Installed {
    log: Option<Log>,
    exporter: Option<Exporter>,
}

static INSTALLED: OnceLock<Installed> = OnceLock::new();

/// How long the end of the process may wait for what is still to be written or sent.
const PATIENCE: Duration = Duration::from_secs(3);

/// Watches this process from now on. Once; a second time changes nothing. Must be called inside a runtime if there is a
/// collector.
pub fn install(options: &Options) -> Result<(), Problem> {
    let wants_nothing = options.log.is_none() && options.otlp.is_none();
    if (wants_nothing && !options.stderr && !options.metrics) || INSTALLED.get().is_some() {
        return Ok(());
    }
    let log = match (&options.log, options.stderr) {
        (None, false) => None,
        (path, stderr) => Some(Log::open(path.as_deref(), stderr)?),
    };
    let exporter = match &options.otlp {
        Some(collector) => Some(Exporter::start(collector, &options.headers, options.offline)?),
        None => None,
    };
    let watcher = Watcher {
        log: log.as_ref().map(Log::writer),
        spans: exporter.as_ref().map(Exporter::sender),
        metrics: metrics(),
        redactor: Redactor::new(&options.secrets),
        tokens: std::sync::Mutex::default(),
    };
    let twice = |error| Problem::new(Code::Internal, format!("somebody watches already: {error}"));
    tracing::subscriber::set_global_default(watcher).map_err(twice)?;
    let _ = INSTALLED.set(Installed { log, exporter });
    Ok(())
}

/// Writes and sends what is left, as far as that goes in a few seconds. Called when the process is about to end.
pub async fn close() {
    let Some(installed) = INSTALLED.get() else { return };
    let work = tokio::task::spawn_blocking(move || {
        if let Some(log) = &installed.log {
            log.flush(PATIENCE);
        }
        if let Some(exporter) = &installed.exporter {
            exporter.close(PATIENCE);
        }
    });
    let _ = tokio::time::timeout(PATIENCE * 2, work).await;
}
