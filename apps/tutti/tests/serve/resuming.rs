//! Tests that nothing is lost when a tab is closed or a server is killed, and that runs resume.

use std::io::{BufRead, BufReader, Write};

use serde_json::{Value, json};

use super::Server;

/// The events of a stream, one by one.
struct Stream(BufReader<std::net::TcpStream>);

impl Stream {
    fn open(server: &Server, run: &str) -> Self {
        let mut stream = server.connect();
        let request = format!("GET /api/runs/{run}/events HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).unwrap();
        Self(BufReader::new(stream))
    }

    /// The next event, or none at the end of the stream.
    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = String::new();
        let mut line = String::new();
        loop {
            line.clear();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                event.trim().clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).unwrap()));
            }
        }
    }
}

#[test]
fn a_stream_begins_with_a_snapshot_and_says_when_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let begun = server.post("/api/forge", &json!({ "items": 40, "seed": 7 })).json();
    let mut stream = Stream::open(&server, begun["run"].as_str().unwrap());
    let (first, snapshot) = stream.next().unwrap();
    assert_eq!((first.as_str(), &snapshot["id"]), ("snapshot", &begun["run"]));
    let mut last = snapshot;
    loop {
        let (name, value) = stream.next().unwrap();
        match name.as_str() {
            "end" => break,
            "snapshot" => last = value,
            _ => {}
        }
    }
    assert_eq!(last["status"], "done");
}

#[test]
fn a_server_killed_in_the_middle_goes_on_with_its_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let begun = server.post("/api/forge", &json!({ "items": 400, "seed": 7 })).json();
    let run = begun["run"].as_str().unwrap().to_owned();
    // Watch until part of it is done; then close the tab and kill the server.
    let mut stream = Stream::open(&server, &run);
    let mut happened = 0;
    while happened < 3 {
        let (name, _) = stream.next().unwrap();
        happened += usize::from(name == "event");
    }
    drop(stream);
    let half = server.get(&format!("/api/runs/{run}")).json();
    assert_eq!(half["status"], "running", "{half}");
    server.kill();
    let server = Server::start(folder.path());
    let listed = server.get("/api/runs").json();
    assert_eq!(listed["items"][0]["id"].as_str(), Some(run.as_str()));
    assert_eq!(server.wait_for_end(&run)["status"], "done");
    let made = server.get(&format!("/api/forge/{run}")).json();
    assert_eq!(made["asked"], 400);
    assert_eq!(made["outcomes"].as_array().unwrap().len(), 400);
}

#[test]
fn an_attempt_is_there_again_with_its_answers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let session = server.session();
    let attempt = server.post(&format!("/api/sessions/{session}/attempts"), &json!({})).json();
    let path = format!("/api/attempts/{}", attempt["attempt_id"].as_str().unwrap());
    let first = attempt["questions"][0]["item_id"].clone();
    let answered = server.post(&format!("{path}/answers"), &json!({ "item_id": first, "option": 0 })).json();
    server.kill();
    let server = Server::start(folder.path());
    let again = server.get(&path).json();
    assert_eq!(again["questions"], attempt["questions"]);
    assert_eq!(again["answers"], json!([answered]));
    // The same answer is not counted twice, and a different answer changes nothing.
    let other = server.post(&format!("{path}/answers"), &json!({ "item_id": first, "option": 1 }));
    assert_eq!(other.problem(), "409 conflict at /option");
}
