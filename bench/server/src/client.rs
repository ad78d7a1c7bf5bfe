//! A lightweight client, so that the server is what is measured: one connection, one request at a time.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    address: String,
}

impl Client {
    pub(crate) async fn connect(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await.with_context(|| format!("connecting to {address}"))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), address: address.to_owned() })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Value> {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address)).await?;
        self.json(path).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &str) -> Result<Value> {
        self.post_as(path, "application/json", body).await
    }

    pub(crate) async fn post_as(&mut self, path: &str, media_type: &str, body: &str) -> Result<Value> {
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: {media_type}\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ))
        .await?;
        self.json(path).await
    }

    /// Opens a stream of events and waits for the first of them.
    pub(crate) async fn listen(&mut self, path: &str) -> Result<()> {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\naccept: text/event-stream\r\n\r\n",
            self.address
        ))
        .await?;
        let mut line = String::new();
        while !line.starts_with("event:") {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                bail!("{path} ended before its first event");
            }
        }
        Ok(())
    }

    async fn send(&mut self, request: &str) -> Result<()> {
        Ok(self.stream.get_mut().write_all(request.as_bytes()).await?)
    }

    async fn json(&mut self, path: &str) -> Result<Value> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).unwrap_or_default().to_owned();
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = Some(value.trim().parse()?);
            }
        }
        let mut body = vec![0; length.with_context(|| format!("{path}: {status} without a length"))?];
        self.stream.read_exact(&mut body).await?;
        if !status.starts_with('2') {
            bail!("{path}: {status} {}", String::from_utf8_lossy(&body));
        }
        Ok(serde_json::from_slice(&body)?)
    }
}
