//! Monitoring: a log of JSON lines, OpenTelemetry spans, and Prometheus metrics.
//!
//! The engine and the model client emit `tracing` events with their own targets (`tutti::run`, `tutti::step`,
//! `tutti::note`, `tutti::review`, `tutti::call`); everything here is derived from them. Events carry names, hashes,
//! counts and times, never the content of documents, prompts or answers.
//!
//! Guarantees: monitoring never blocks the work. Separate threads write the log and send the spans; what they cannot
//! write or send is counted and dropped. Known secrets are never written. Without [`install`] nothing is recorded and
//! events cost nothing.

mod export;
mod line;
mod log;
mod metrics;
mod record;
mod redact;
mod reference;
mod spans;
mod subscriber;

use std::{path::PathBuf, sync::OnceLock, time::Duration};

use tutti_core::{Code, Problem};

use self::{export::Exporter, log::Log, redact::Redactor, subscriber::Watcher};
pub use self::{
    export::is_here,
    metrics::{Metrics, OpenStream, metrics},
    reference::{metrics_table, reference},
};

/// Monitoring options, fully resolved: the binary reads settings and variables.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// File to append JSON lines to.
    pub log: Option<PathBuf>,
    /// Print warnings and errors to stderr.
    pub stderr: bool,
    /// Collector that receives spans, by OTLP over HTTP.
    pub otlp: Option<Collector>,
    /// Headers for the collector.
    pub headers: Vec<(String, String)>,
    /// Refuse a collector on another machine.
    pub offline: bool,
    /// Whether metrics are requested.
    pub metrics: bool,
    /// Secrets that must never be written.
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

/// How long the process may wait at its end for what is still to be written or sent.
const PATIENCE: Duration = Duration::from_secs(3);

/// Installs monitoring for this process. A second call changes nothing. Must be called inside a runtime if there is a
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
    let twice = |error| Problem::new(Code::Internal, format!("monitoring is already set up: {error}"));
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
