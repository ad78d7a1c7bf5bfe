//! Starts the two servers, each on a free port with an empty folder; dropping one ends it.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::{client::Client, load::Post};

pub(crate) struct Running {
    pub(crate) address: String,
    child: Child,
    _folder: TempDir,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Resident memory of the server, in megabytes.
    pub(crate) fn memory(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse::<f64>()? / 1024.0)
    }
}

pub(crate) fn ours(program: &Path) -> Result<Running> {
    let folder = tempfile::tempdir()?;
    let mut child = Command::new(program)
        .args(["--json", "serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("starting {}", program.display()))?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
    let said: serde_json::Value = serde_json::from_str(&line)?;
    let url = said["url"].as_str().context("it does not say where it is")?;
    let address = url.trim_start_matches("http://").to_owned();
    Ok(Running { address, child, _folder: folder })
}

pub(crate) async fn peer(python: &Path, app: &Path) -> Result<Running> {
    let folder = tempfile::tempdir()?;
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let child = Command::new(python)
        .args([
            "-m",
            "uvicorn",
            "--no-access-log",
            "--workers",
            "2",
            "--port",
            &port.to_string(),
            "--app-dir",
        ])
        .arg(app)
        .arg("app:app")
        .env("ANSWERS_DB", folder.path().join("answers.db"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("starting the peer")?;
    let running = Running { address: format!("127.0.0.1:{port}"), child, _folder: folder };
    let begun = Instant::now();
    loop {
        if let Ok(mut client) = Client::connect(&running.address).await
            && client.get("/health").await.is_ok()
        {
            return Ok(running);
        }
        if begun.elapsed() > Duration::from_secs(20) {
            bail!("the peer did not start");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A study session from a sample, and as many attempts at its quiz as give this many answers.
pub(crate) async fn attempts(address: &str, answers: usize) -> Result<Vec<Post>> {
    let mut client = Client::connect(address).await?;
    let form = "--b\r\ncontent-disposition: form-data; name=\"sample\"\r\n\r\nvolcanoes.md\r\n--b--\r\n";
    let begun = client.post_as("/api/study", "multipart/form-data; boundary=b", form).await?;
    let session = begun["session"].as_str().context("no session")?.to_owned();
    loop {
        let run = client.get(&format!("/api/runs/{session}")).await?;
        match run["status"].as_str() {
            Some("done") => break,
            Some("queued" | "running") => tokio::time::sleep(Duration::from_millis(50)).await,
            other => bail!("the study run is {other:?}"),
        }
    }
    let mut posts = Vec::new();
    while posts.len() < answers {
        let attempt = client.post(&format!("/api/sessions/{session}/attempts"), "{}").await?;
        let id = attempt["attempt_id"].as_str().context("no attempt")?;
        for question in attempt["questions"].as_array().context("no questions")? {
            posts.push(Post {
                path: format!("/api/attempts/{id}/answers"),
                body: format!(r#"{{"item_id":{},"option":1,"latency_sec":4.2}}"#, question["item_id"]),
            });
        }
    }
    posts.truncate(answers);
    Ok(posts)
}

/// The same answers for the peer.
pub(crate) fn peer_posts(answers: usize) -> Vec<Post> {
    let post = |n: usize| Post {
        path: format!("/attempts/a{}/answers", n / 12),
        body: format!(r#"{{"item_id":"q{}","option":1,"latency_sec":4.2}}"#, n % 12),
    };
    (0..answers).map(post).collect()
}

/// A run that waits for a person, whose stream stays open.
pub(crate) async fn park_run(address: &str) -> Result<String> {
    let mut client = Client::connect(address).await?;
    let task = include_str!("../../../samples/tasks/water-cycle.md");
    let form = format!("--b\r\ncontent-disposition: form-data; name=\"text\"\r\n\r\n{task}\r\n--b--\r\n");
    let begun = client.post_as("/api/author", "multipart/form-data; boundary=b", &form).await?;
    let run = begun["run"].as_str().context("no run")?.to_owned();
    for _ in 0..200 {
        let reviews = client.get("/api/reviews").await?;
        if reviews["items"].as_array().is_some_and(|items| !items.is_empty()) {
            return Ok(run);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    bail!("the run does not wait for a person")
}
