//! Exports spans to a collector, by OTLP over HTTP.
//!
//! A separate thread collects and sends them. While the collector is unavailable they wait in a bounded queue; what
//! does not fit is dropped. Runs never wait.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use opentelemetry::KeyValue;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{BatchConfigBuilder, BatchSpanProcessor, SpanData, SpanProcessor},
};
use tokio::runtime::Handle;
use tutti_core::{Code, Problem};

use crate::Collector;

/// How long a collector may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// How long spans gather.
const GATHER: Duration = Duration::from_secs(1);

/// The queue for spans.
#[derive(Debug, Clone)]
pub(crate) struct Spans(Arc<BatchSpanProcessor>);

impl Spans {
    /// Never waits.
    pub(crate) fn send(&self, span: SpanData) {
        self.0.on_end(span);
    }
}

#[derive(Debug)]
pub(crate) struct Exporter(Spans);

impl Exporter {
    pub(crate) fn start(
        collector: &Collector,
        headers: &[(String, String)],
        offline: bool,
    ) -> Result<Self, Problem> {
        let address = collector.address();
        let refuse = |why: String| {
            Problem::new(Code::BadSettings, format!("spans cannot be sent to `{address}`: {why}"))
                .hint("give the address of an OTLP/HTTP collector, such as http://127.0.0.1:4318")
        };
        let url = reqwest::Url::parse(address).map_err(|error| refuse(error.to_string()))?;
        if !["http", "https"].contains(&url.scheme()) {
            return Err(refuse("it is not an http address".to_owned()));
        }
        if offline && !is_on_this_machine(&url) {
            let problem =
                Problem::new(Code::CallsForbidden, format!("the collector {address} is not on this machine"));
            return Err(problem.hint("switch `models.offline` off, or leave `watch.otlp` empty"));
        }
        let runtime = Handle::try_current().map_err(|error| refuse(error.to_string()))?;
        // The store's cryptography serves here too; an error only says that it is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .no_proxy()
            .timeout(ANSWER)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| refuse(error.to_string()))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Client { client, runtime })
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(traces(collector))
            .with_headers(headers.iter().cloned().collect())
            .with_timeout(ANSWER)
            .build()
            .map_err(|error| refuse(error.to_string()))?;
        let config =
            BatchConfigBuilder::default().with_scheduled_delay(GATHER).with_max_queue_size(8192).build();
        let mut processor = BatchSpanProcessor::new(exporter, config);
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        // A service name from the environment takes precedence over ours.
        let resource = Resource::builder().with_attribute(version);
        let resource = match std::env::var_os("OTEL_SERVICE_NAME") {
            Some(_) => resource,
            None => resource.with_service_name("tutti"),
        };
        processor.set_resource(&resource.build());
        Ok(Self(Spans(Arc::new(processor))))
    }

    pub(crate) fn sender(&self) -> Spans {
        self.0.clone()
    }

    /// Sends what is left. Does not wait for a collector that does not answer.
    pub(crate) fn close(&self, patience: Duration) {
        let _ = self.0.0.shutdown_with_timeout(patience);
    }
}

fn traces(collector: &Collector) -> String {
    match collector {
        Collector::At(address) => format!("{}/v1/traces", address.trim_end_matches('/')),
        Collector::Exactly(address) => address.clone(),
    }
}

/// Whether an address is on this machine.
pub fn is_here(address: &str) -> bool {
    reqwest::Url::parse(address).is_ok_and(|url| is_on_this_machine(&url))
}

fn is_on_this_machine(url: &reqwest::Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

/// Our HTTP client, for a thread outside the runtime.
#[derive(Debug)]
struct Client {
    client: reqwest::Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let request = reqwest::Request::try_from(request)?;
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move {
            let response = client.execute(request).await?;
            let (status, headers) = (response.status(), response.headers().clone());
            Ok::<_, reqwest::Error>((status, headers, response.bytes().await?))
        });
        let (status, headers, bytes) = sent.await??;
        let mut response = Response::new(bytes);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_a_path_of_their_own() {
        for (given, path) in [
            (Collector::At("http://127.0.0.1:4318".into()), "http://127.0.0.1:4318/v1/traces"),
            (Collector::At("https://c.example/otlp/".into()), "https://c.example/otlp/v1/traces"),
            (Collector::Exactly("https://c.example/here".into()), "https://c.example/here"),
        ] {
            assert_eq!(traces(&given), path);
        }
    }

    #[tokio::test]
    async fn addresses_that_are_refused() {
        let check = |address: &str, offline, code| {
            let collector = Collector::At(address.to_owned());
            assert_eq!(Exporter::start(&collector, &[], offline).unwrap_err().code, code, "{address}");
        };
        check("nowhere", false, Code::BadSettings);
        check("ftp://127.0.0.1", false, Code::BadSettings);
        check("https://collector.example:4318", true, Code::CallsForbidden);
        assert!(Exporter::start(&Collector::At("http://[::1]:4318".to_owned()), &[], true).is_ok());
    }
}
