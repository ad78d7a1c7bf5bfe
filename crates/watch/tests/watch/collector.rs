//! A collector that accepts spans, refuses them, or never answers.

use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value as AnyValue,
    trace::v1::Span,
};
use prost::Message;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    Takes,
    Refuses,
    Hangs,
}

#[derive(Debug, Default)]
pub(crate) struct Got {
    pub(crate) heads: Vec<String>,
    pub(crate) spans: Vec<Span>,
    pub(crate) services: Vec<String>,
}

pub(crate) struct Collector {
    pub(crate) address: String,
    pub(crate) got: Arc<Mutex<Got>>,
}

impl Collector {
    pub(crate) async fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let got = Arc::new(Mutex::new(Got::default()));
        let keeps = Arc::clone(&got);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, manner, Arc::clone(&keeps)));
            }
        });
        Self { address, got }
    }
}

async fn talk(mut stream: TcpStream, manner: Manner, got: Arc<Mutex<Got>>) {
    let mut bytes = Vec::new();
    loop {
        let head_end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let Some(end) = head_end else {
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
            continue;
        };
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.unwrap().trim().parse().unwrap();
        while bytes.len() < end + 4 + length {
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
        }
        let body = &bytes[end + 4..end + 4 + length];
        let request = ExportTraceServiceRequest::decode(body).unwrap();
        {
            let mut got = got.lock().unwrap();
            got.heads.push(head);
            for spans in request.resource_spans {
                let resource = spans.resource.unwrap_or_default();
                let name = resource.attributes.iter().find(|pair| pair.key == "service.name");
                let name = name.and_then(|pair| Some(text(pair.value.as_ref()?.value.as_ref()?)));
                got.services.extend(name);
                got.spans.extend(spans.scope_spans.into_iter().flat_map(|scope| scope.spans));
            }
        }
        bytes.drain(..end + 4 + length);
        let answer: &[u8] = match manner {
            Manner::Takes => b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            Manner::Refuses => b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n",
            Manner::Hangs => return std::future::pending().await,
        };
        if stream.write_all(answer).await.is_err() {
            return;
        }
    }
}

pub(crate) fn text(value: &AnyValue) -> String {
    match value {
        AnyValue::StringValue(text) => text.clone(),
        AnyValue::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// An attribute of a span, in words.
pub(crate) fn attribute(span: &Span, name: &str) -> Option<String> {
    let pair = span.attributes.iter().find(|pair| pair.key == name)?;
    Some(text(pair.value.as_ref()?.value.as_ref()?))
}
