//! Prometheus metrics: what this process did since it started, and its current state.

use std::sync::{Arc, OnceLock};

use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::{Family, MetricConstructor},
        gauge::Gauge,
        histogram::Histogram,
        info::Info,
    },
    registry::Registry,
};

use crate::record::{Kind, Record};

/// The metrics of this process. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Inner>);

/// The one set of metrics of this process.
pub fn metrics() -> Metrics {
    static METRICS: OnceLock<Metrics> = OnceLock::new();
    METRICS.get_or_init(Metrics::new).clone()
}

type Durations<L> = Family<L, Histogram, Buckets>;

#[derive(Debug)]
struct Inner {
    registry: Registry,
    requests: Family<Request, Counter>,
    request_seconds: Durations<Route>,
    streams: Gauge,
    work_running: Family<Lane, Gauge>,
    work_waiting: Family<Lane, Gauge>,
    runs: Family<Run, Counter>,
    steps: Family<Step, Counter>,
    step_seconds: Durations<Step>,
    verdicts: Family<Verdict, Counter>,
    recoveries: Family<Recovery, Counter>,
    reviews: Counter,
    reviews_waiting: Gauge,
    calls: Family<Call, Counter>,
    call_seconds: Durations<Model>,
    tokens: Family<Tokens, Counter>,
    cost: Family<Model, Counter>,
}

macro_rules! labels {
    ($($(#[$doc:meta])* $name:ident { $($field:ident),* })*) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
        struct $name { $($field: String),* })*
    };
}

labels! {
    Request { route, method, status }
    Route { route, method }
    Lane { lane }
    Run { flow, status }
    Step { flow, step }
    Verdict { flow, verdict }
    Recovery { flow, kind }
    Call { provider, model, status }
    Model { provider, model }
    Tokens { provider, model, direction }
}

/// From a millisecond to a minute.
#[derive(Debug, Clone, Copy)]
struct Buckets;

impl MetricConstructor<Histogram> for Buckets {
    fn new_metric(&self) -> Histogram {
        let seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0];
        Histogram::new(seconds)
    }
}

/// Name and meaning of every metric, in the order in which they are shown. Counters get the suffix `_total`;
/// durations get `_bucket`, `_sum` and `_count`.
pub(crate) const FIGURES: [(&str, &str, &str, &str); 17] = [
    ("tutti_http_requests", "counter", "route, method, status", "Answered requests"),
    ("tutti_http_request_seconds", "histogram", "route, method", "Duration of requests"),
    ("tutti_event_streams_open", "gauge", "", "Open event streams"),
    ("tutti_work_running", "gauge", "lane", "Computations at work for requests: views, jobs"),
    ("tutti_work_waiting", "gauge", "lane", "Requests that wait for such a computation to begin"),
    ("tutti_runs", "counter", "flow, status", "Runs that began, resumed, parked or ended"),
    ("tutti_steps", "counter", "flow, step", "Finished steps"),
    ("tutti_step_seconds", "histogram", "flow, step", "Duration of steps"),
    ("tutti_verdicts", "counter", "flow, verdict", "Verdicts of gates: pass, flagged, blocked"),
    (
        "tutti_recoveries",
        "counter",
        "flow, kind",
        "Recoveries: retry, fallback, repair, regeneration, reroute",
    ),
    ("tutti_reviews", "counter", "", "Questions asked of people"),
    ("tutti_reviews_waiting", "gauge", "", "Questions that wait for review"),
    ("tutti_model_calls", "counter", "provider, model, status", "Model calls: billed, cached, failed, …"),
    ("tutti_model_call_seconds", "histogram", "provider, model", "Duration of model calls"),
    (
        "tutti_model_tokens",
        "counter",
        "provider, model, direction",
        "Input and output tokens, as counted by providers",
    ),
    (
        "tutti_model_cost_micro_usd",
        "counter",
        "provider, model",
        "Cost of model calls, in millionths of a US dollar",
    ),
    ("tutti_build", "info", "version", "Version of Tutti"),
];

impl Metrics {
    fn new() -> Self {
        let mut inner = Inner {
            registry: Registry::default(),
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(Buckets),
            streams: Gauge::default(),
            work_running: Family::default(),
            work_waiting: Family::default(),
            runs: Family::default(),
            steps: Family::default(),
            step_seconds: Family::new_with_constructor(Buckets),
            verdicts: Family::default(),
            recoveries: Family::default(),
            reviews: Counter::default(),
            reviews_waiting: Gauge::default(),
            calls: Family::default(),
            call_seconds: Family::new_with_constructor(Buckets),
            tokens: Family::default(),
            cost: Family::default(),
        };
        let registry = &mut inner.registry;
        let mut figures = FIGURES.iter();
        let mut next = || figures.next().map_or(("", ""), |(name, _, _, help)| (*name, *help));
        macro_rules! register {
            ($($metric:expr),* $(,)?) => {
                $(let (name, help) = next(); registry.register(name, help, $metric);)*
            };
        }
        register!(
            inner.requests.clone(),
            inner.request_seconds.clone(),
            inner.streams.clone(),
            inner.work_running.clone(),
            inner.work_waiting.clone(),
            inner.runs.clone(),
            inner.steps.clone(),
            inner.step_seconds.clone(),
            inner.verdicts.clone(),
            inner.recoveries.clone(),
            inner.reviews.clone(),
            inner.reviews_waiting.clone(),
            inner.calls.clone(),
            inner.call_seconds.clone(),
            inner.tokens.clone(),
            inner.cost.clone(),
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        Self(Arc::new(inner))
    }

    /// A request was answered. The route is its pattern, such as `/api/runs/{run}`: a figure for each run would be one
    /// too many.
    pub fn http(&self, route: &str, method: &str, status: u16, seconds: f64) {
        let (route, method) = (route.to_owned(), method.to_owned());
        let request = Request { route: route.clone(), method: method.clone(), status: status.to_string() };
        self.0.requests.get_or_create(&request).inc();
        self.0.request_seconds.get_or_create(&Route { route, method }).observe(seconds);
    }

    /// An event stream that is open for as long as what is given lives.
    #[must_use]
    pub fn open_stream(&self) -> OpenStream {
        self.0.streams.inc();
        OpenStream(self.0.streams.clone())
    }

    /// How many computations of a lane are at work, and how many requests wait for theirs to begin.
    pub fn work(&self, lane: &str, running: usize, waiting: usize) {
        let lane = Lane { lane: lane.to_owned() };
        self.0.work_running.get_or_create(&lane).set(running as i64);
        self.0.work_waiting.get_or_create(&lane).set(waiting as i64);
    }

    /// How many questions wait for a person: only the store knows.
    pub fn reviews_waiting(&self, count: usize) {
        self.0.reviews_waiting.set(count as i64);
    }

    /// Everything in the format that Prometheus reads: `application/openmetrics-text; version=1.0.0; charset=utf-8`.
    pub fn render(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = encode(&mut text, &self.0.registry);
        text
    }

    pub(crate) fn see(&self, record: &Record) {
        let flow = || record.word("flow").to_owned();
        let seconds = || record.milliseconds().max(0) as f64 / 1000.0;
        match record.kind {
            Kind::Run => {
                let run = Run { flow: flow(), status: record.word("status").to_owned() };
                self.0.runs.get_or_create(&run).inc();
            }
            Kind::Step => {
                let step = Step { flow: flow(), step: record.step().to_owned() };
                self.0.steps.get_or_create(&step).inc();
                self.0.step_seconds.get_or_create(&step).observe(seconds());
            }
            Kind::Note => {
                if let Some(verdict) = record.text("verdict") {
                    let verdict = Verdict { flow: flow(), verdict: verdict.to_owned() };
                    self.0.verdicts.get_or_create(&verdict).inc();
                }
                if let Some(kind) = record.text("recovery") {
                    let recovery = Recovery { flow: flow(), kind: kind.to_owned() };
                    self.0.recoveries.get_or_create(&recovery).inc();
                }
            }
            Kind::Review => drop(self.0.reviews.inc()),
            Kind::Call => self.see_call(record, seconds()),
            Kind::Message => {}
        }
    }

    fn see_call(&self, record: &Record, seconds: f64) {
        let (provider, model) = (record.word("provider").to_owned(), record.word("model").to_owned());
        let status = record.word("status").to_owned();
        let call = Call { provider: provider.clone(), model: model.clone(), status };
        self.0.calls.get_or_create(&call).inc();
        for direction in ["input", "output"] {
            let count = record.count(&format!("{direction}_tokens"));
            let direction = direction.to_owned();
            let tokens = Tokens { provider: provider.clone(), model: model.clone(), direction };
            self.0.tokens.get_or_create(&tokens).inc_by(count);
        }
        let model = Model { provider, model };
        self.0.cost.get_or_create(&model).inc_by(record.count("micro_usd"));
        self.0.call_seconds.get_or_create(&model).observe(seconds);
    }
}

/// An open event stream.
#[derive(Debug)]
pub struct OpenStream(Gauge);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}
