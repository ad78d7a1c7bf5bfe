//! A provider on loopback that does what a test tells it to, and records the requests.
//!
//! It speaks the three wires, distinguished by path, and uses bare sockets because most of what it has to do well is
//! misbehave. Each connection serves one request.

mod wires;

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::name::ProviderName;
use crate::request::Usage;
use crate::settings::{Kind, ProviderSettings, Secret};
use wires::{Wire, plain_body, stream_frames};

/// The usage that the server reports for every reply.
pub const USAGE: Usage = Usage {
    input: tutti_core::Tokens(21),
    output: tutti_core::Tokens(7),
    cached_input: tutti_core::Tokens(5),
};

/// The name of the server's model.
pub const MODEL: &str = "scripted-1";

/// What to do with one request.
#[derive(Debug, Clone)]
pub enum Behaviour {
    /// Answer with this text, in the form that was asked for: whole, or streamed word by word.
    Say(String),
    /// Answer a streaming request with exactly these pieces, any other with them joined.
    SayStreaming(Vec<String>),
    /// Answer with this text, cut off at the token limit.
    SayCutOff(String),
    Status {
        code: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    /// Read the request and never answer.
    Hang,
    /// Stream one piece and then nothing more.
    HangMidStream(String),
    /// Begin a successful answer, then reset the connection.
    ResetMidBody,
    /// Close the connection without an answer.
    Close,
    /// Answer 200 with this body as it is.
    Raw {
        content_type: String,
        body: String,
    },
    /// Answer well, with a text of this many bytes.
    Huge(usize),
}

impl Behaviour {
    pub fn say(text: impl Into<String>) -> Self {
        Self::Say(text.into())
    }

    pub fn status(code: u16, body: impl Into<String>) -> Self {
        Self::Status { code, headers: Vec::new(), body: body.into() }
    }

    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let Self::Status { headers, .. } = &mut self {
            headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Path and query.
    pub path: String,
    /// Names in lowercase.
    pub headers: BTreeMap<String, String>,
    pub body: Value,
}

impl Seen {
    /// All text of the prompt, whatever the wire, for scripts that answer by what is asked.
    pub fn text(&self) -> String {
        self.body.to_string()
    }
}

type Script = dyn Fn(&Seen) -> Behaviour + Send + Sync;

/// The server. It stops when dropped.
pub struct ScriptedServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: tokio::task::JoinHandle<()>,
}

struct Shared {
    script: Box<Script>,
    seen: Mutex<Vec<Seen>>,
    /// How many requests arrived, and how many clients hung up before their answer was complete.
    arrived: watch::Sender<usize>,
    hung_up: watch::Sender<usize>,
}

impl fmt::Debug for ScriptedServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedServer").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl ScriptedServer {
    /// Does the same with every request.
    pub async fn always(behaviour: Behaviour) -> std::io::Result<Self> {
        Self::answering(move |_| behaviour.clone()).await
    }

    /// Works through the list, and stays with the last.
    pub async fn in_turn(behaviours: Vec<Behaviour>) -> std::io::Result<Self> {
        let next = Mutex::new(0);
        Self::answering(move |_| {
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            let behaviour = behaviours.get(*next).or(behaviours.last());
            *next += 1;
            behaviour.cloned().unwrap_or(Behaviour::Close)
        })
        .await
    }

    /// Decides by the request.
    pub async fn answering(
        script: impl Fn(&Seen) -> Behaviour + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            script: Box::new(script),
            seen: Mutex::default(),
            arrived: watch::Sender::default(),
            hung_up: watch::Sender::default(),
        });
        let accepting = tokio::spawn({
            let shared = Arc::clone(&shared);
            async move {
                while let Ok((stream, _)) = listener.accept().await {
                    let shared = Arc::clone(&shared);
                    tokio::spawn(async move {
                        // A client that disconnects is part of the script.
                        let _ = shared.serve(stream).await;
                    });
                }
            }
        });
        Ok(Self { address, shared, accepting })
    }

    /// The address to give as a provider's base URL, without a slash at the end.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Settings for a provider of this kind that is this server.
    pub fn settings(&self, name: ProviderName, kind: Kind) -> ProviderSettings {
        ProviderSettings {
            base_url: Some(self.base_url()),
            api_key: Some(Secret::new("scripted-key")),
            ..ProviderSettings::new(name, kind)
        }
    }

    /// All requests so far.
    pub fn requests(&self) -> Vec<Seen> {
        self.shared.lock_seen().clone()
    }

    /// How often each `Idempotency-Key` was seen.
    pub fn count_by_idempotency_key(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for seen in self.shared.lock_seen().iter() {
            if let Some(key) = seen.headers.get("idempotency-key") {
                *counts.entry(key.clone()).or_default() += 1;
            }
        }
        counts
    }

    /// Waits until this many requests have arrived.
    pub async fn wait_for_requests(&self, count: usize) {
        let _ = self.shared.arrived.subscribe().wait_for(|arrived| *arrived >= count).await;
    }

    /// Waits until this many clients have hung up on a request the server was still busy with.
    pub async fn wait_for_hang_ups(&self, count: usize) {
        let _ = self.shared.hung_up.subscribe().wait_for(|hung_up| *hung_up >= count).await;
    }
}

impl Shared {
    fn lock_seen(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn serve(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let Some(seen) = read_request(&mut stream).await? else { return Ok(()) };
        let behaviour = (self.script)(&seen);
        let wire = Wire::of(&seen);
        let streamed = wire.streams(&seen);
        self.lock_seen().push(seen);
        self.arrived.send_modify(|arrived| *arrived += 1);
        match behaviour {
            Behaviour::Say(text) => {
                let pieces: Vec<_> = text.split_inclusive(' ').map(str::to_owned).collect();
                answer(&mut stream, wire, streamed, &pieces, true).await
            }
            Behaviour::SayStreaming(pieces) => answer(&mut stream, wire, streamed, &pieces, true).await,
            Behaviour::SayCutOff(text) => answer(&mut stream, wire, streamed, &[text], false).await,
            Behaviour::Huge(bytes) => {
                // In pieces of 64 KiB, as a stream of any length would come.
                let piece = "x".repeat(bytes.min(64 * 1024));
                let count = if piece.is_empty() { 0 } else { bytes / piece.len() };
                answer(&mut stream, wire, streamed, &vec![piece; count], true).await
            }
            Behaviour::Status { code, headers, body } => {
                let lines: Vec<_> =
                    headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
                let head = format!("HTTP/1.1 {code} Scripted\r\n{}", lines.concat());
                write_body(&mut stream, &head, "application/json", body.as_bytes()).await
            }
            Behaviour::Raw { content_type, body } => {
                write_body(&mut stream, OK, &content_type, body.as_bytes()).await
            }
            Behaviour::Hang => self.wait_for_hang_up(&mut stream).await,
            Behaviour::HangMidStream(piece) => {
                let frames = stream_frames(wire, &[piece], true);
                // The frames up to the piece, not the ones that end the stream.
                let begun: String = frames.into_iter().take(wire.frames_before_text() + 1).collect();
                stream.write_all(format!("{OK}{EVENTS}{begun}").as_bytes()).await?;
                self.wait_for_hang_up(&mut stream).await
            }
            Behaviour::ResetMidBody => {
                let head =
                    format!("{OK}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{{\"cho");
                stream.write_all(head.as_bytes()).await?;
                // Closing with this set sends a reset instead of a farewell.
                stream.set_zero_linger()
            }
            Behaviour::Close => Ok(()),
        }
    }

    async fn wait_for_hang_up(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        let mut rest = [0; 64];
        while matches!(stream.read(&mut rest).await, Ok(read) if read > 0) {}
        self.hung_up.send_modify(|hung_up| *hung_up += 1);
        Ok(())
    }
}

const OK: &str = "HTTP/1.1 200 OK\r\n";
const EVENTS: &str = "content-type: text/event-stream\r\nconnection: close\r\n\r\n";

async fn read_request(stream: &mut TcpStream) -> std::io::Result<Option<Seen>> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.lines();
    let path = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
    let headers: BTreeMap<_, _> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.get("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut body = bytes.split_off(head_end + 4);
    while body.len() < length {
        if stream.read_buf(&mut body).await? == 0 {
            return Ok(None);
        }
    }
    Ok(Some(Seen { path, headers, body: serde_json::from_slice(&body).unwrap_or_default() }))
}

async fn answer(
    stream: &mut TcpStream,
    wire: Wire,
    streamed: bool,
    pieces: &[String],
    complete: bool,
) -> std::io::Result<()> {
    if !streamed {
        let body = plain_body(wire, &pieces.concat(), complete).to_string();
        return write_body(stream, OK, "application/json", body.as_bytes()).await;
    }
    stream.write_all(format!("{OK}{EVENTS}").as_bytes()).await?;
    for frame in stream_frames(wire, pieces, complete) {
        stream.write_all(frame.as_bytes()).await?;
        stream.flush().await?;
    }
    finish(stream).await
}

async fn write_body(
    stream: &mut TcpStream,
    head: &str,
    content_type: &str,
    body: &[u8],
) -> std::io::Result<()> {
    let head = format!(
        "{head}content-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await?;
    finish(stream).await
}

/// Closing while the client still sends would turn into a reset and could lose the answer.
async fn finish(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.shutdown().await?;
    let mut rest = [0; 64];
    let drained = async { while matches!(stream.read(&mut rest).await, Ok(read) if read > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(5), drained).await;
    Ok(())
}
