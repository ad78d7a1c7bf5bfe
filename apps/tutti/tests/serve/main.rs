//! Tests of `tutti serve`: the real binary on a free port with real requests, including malicious ones.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod accounts;
mod attempts;
mod browser;
mod calls;
mod chaos;
mod contract;
mod damage;
mod eviction;
mod hostile;
mod http_conventions;
mod keys;
mod load;
mod matrix;
mod people;
mod quotas;
mod resuming;
mod second_factor;
mod sso;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// A server in its own folder; it ends with the test.
struct Server {
    child: Child,
    address: String,
    /// The first line it printed.
    said: Value,
}

/// The binary, without the settings of the user who runs the tests.
fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tutti"));
    command.current_dir(folder);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("TUTTI_") || tutti_settings::is_variable(&text) {
            command.env_remove(name);
        }
    }
    command
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    fn start_with(folder: &Path, args: &[&str]) -> Self {
        Self::launch(command(folder), args)
    }

    /// Starts the server with a command that runs the binary.
    fn launch(mut command: Command, args: &[&str]) -> Self {
        command.args(["--json", "serve", "--listen", "127.0.0.1:0"]).args(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let address = said["url"].as_str().unwrap().trim_start_matches("http://").to_owned();
        Self { child, address, said }
    }

    /// Kills the server with SIGKILL.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// Sends these raw bytes and returns everything the server sends until it closes the connection.
    fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may close the connection before everything is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::read(&bytes)
    }

    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "host") {
            request.extend(["host: ", &self.address, "\r\n"]);
        }
        for (name, value) in headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        let mut bytes = (request + "\r\n").into_bytes();
        bytes.extend_from_slice(body);
        self.raw(&bytes)
    }

    fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    fn form(&self, path: &str, parts: &[Part]) -> Answer {
        self.send("POST", path, &[("content-type", "multipart/form-data; boundary=end")], &form(parts))
    }

    /// Waits for a run to end.
    fn wait_for_end(&self, run: &str) -> Value {
        let begun = Instant::now();
        loop {
            let view = self.get(&format!("/api/runs/{run}")).json();
            if !["queued", "running"].contains(&view["status"].as_str().unwrap()) {
                return view;
            }
            assert!(begun.elapsed() < Duration::from_mins(2), "run {run} does not end: {view}");
            std::thread::yield_now();
        }
    }

    /// Makes a study session from a built-in sample.
    fn session(&self) -> String {
        let begun = self.form("/api/study", &[Part::text("sample", "volcanoes.md")]);
        let run = begun.json()["run"].as_str().unwrap().to_owned();
        assert_eq!(self.wait_for_end(&run)["status"], "done");
        run
    }

    /// Makes exam items in the bank and returns their run.
    fn forge(&self, items: u32) -> String {
        let begun = self.post("/api/forge", &json!({ "items": items, "seed": 7 }));
        let run = begun.json()["run"].as_str().unwrap().to_owned();
        assert_eq!(self.wait_for_end(&run)["status"], "done");
        run
    }
}

/// A field of a form.
struct Part<'a> {
    name: &'a str,
    file: Option<&'a str>,
    bytes: &'a [u8],
}

impl<'a> Part<'a> {
    fn text(name: &'a str, text: &'a str) -> Self {
        Self { name, file: None, bytes: text.as_bytes() }
    }

    fn file(name: &'a str, file: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, file: Some(file), bytes }
    }
}

fn form(parts: &[Part]) -> Vec<u8> {
    let mut body = Vec::new();
    for part in parts {
        let file = part.file.map_or(String::new(), |file| format!("; filename=\"{file}\""));
        body.extend(
            format!("--end\r\ncontent-disposition: form-data; name=\"{}\"{file}\r\n\r\n", part.name).bytes(),
        );
        body.extend(part.bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--end--\r\n");
    body
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let body = bytes.get(end + 4..).unwrap_or_default().to_vec();
        Self { status, head, body }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// Status, code and pointer of a problem in one line.
    #[track_caller]
    fn problem(&self) -> String {
        let problem = self.json();
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{problem}");
        assert_eq!(problem["status"], self.status, "{problem}");
        assert_eq!(problem["trace_id"].as_str().unwrap().len(), 32, "{problem}");
        let at = problem["pointer"].as_str().map_or(String::new(), |pointer| format!(" at {pointer}"));
        format!("{} {}{at}", self.status, problem["code"].as_str().unwrap())
    }
}
