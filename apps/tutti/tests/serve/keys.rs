//! Tests of idempotency keys: nothing is started twice, even if the server is killed before it answers.

use std::{io::Write, time::Duration};

use serde_json::{Value, json};

use super::{Part, Server, form};

fn runs(server: &Server) -> Vec<Value> {
    server.get("/api/runs").json()["items"].as_array().unwrap().clone()
}

#[test]
fn a_kill_before_the_answer_starts_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let mut found_again = 0;
    for n in 0_u64..16 {
        let key = format!("key{n}");
        let body = json!({ "items": 1, "seed": n }).to_string();
        let head = format!(
            "POST /api/forge HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nidempotency-key: {key}\r\n\
             content-length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        // The moment of the kill, not a wait for something: from before the claim to after the answer.
        std::thread::sleep(Duration::from_micros(n * 1500));
        server.kill();
        server = Server::start(folder.path());
        let before = runs(&server).len();
        let headers = [("content-type", "application/json"), ("idempotency-key", key.as_str())];
        let again = server.send("POST", "/api/forge", &headers, body.as_bytes());
        assert_eq!(again.status, 202, "{}", again.text());
        let all = runs(&server);
        assert_eq!(all.len() as u64, n + 1, "run {n} exists once: {all:?}");
        found_again += u64::from(before as u64 == n + 1);
        let run = again.json()["run"].as_str().unwrap().to_owned();
        assert!(all.iter().any(|row| row["id"] == run.as_str()), "{run} is not one of {all:?}");
        assert_eq!(server.send("POST", "/api/forge", &headers, body.as_bytes()).json()["run"], run.as_str());
    }
    println!("{found_again} of 16 runs were started before the kill");
}

#[test]
fn a_form_is_known_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let send = |boundary: &str, parts: &[Part]| {
        let body = String::from_utf8(form(parts)).unwrap().replace("--end", &format!("--{boundary}"));
        let kind = format!("multipart/form-data; boundary={boundary}");
        let headers = [("content-type", kind.as_str()), ("idempotency-key", "a form")];
        server.send("POST", "/api/study", &headers, body.as_bytes())
    };
    let text = "# Tides\n\nA tide is the regular rise and fall of the sea. ".to_owned()
        + &"The moon pulls the water. ".repeat(30);
    let parts =
        |name: &'static str| [Part::file("file", name, text.as_bytes()), Part::text("questions", "2")];
    let first = send("one", &parts("tides.md"));
    assert_eq!(first.status, 202, "{}", first.text());
    // Every client chooses another boundary each time.
    let again = send("two", &parts("tides.md"));
    assert_eq!((again.status, again.header("idempotency-replayed")), (202, Some("true")), "{}", again.text());
    assert_eq!(again.json(), first.json());
    assert_eq!(send("one", &parts("other.md")).problem(), "422 refused at /Idempotency-Key");
    let [file, questions] = parts("tides.md");
    assert_eq!(send("one", &[questions, file]).problem(), "422 refused at /Idempotency-Key");
    assert_eq!(runs(&server).len(), 1);
}

#[test]
fn a_long_answer_is_given_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let text = "# Tides\n\n".to_owned()
        + &(0..9000)
            .map(|n| format!("Tide {n} is a rise and fall of the sea on day {n}."))
            .collect::<Vec<_>>()
            .join("\n\n");
    let read = || {
        let headers = [("content-type", "multipart/form-data; boundary=end"), ("idempotency-key", "long")];
        server.send("POST", "/api/read", &headers, &form(&[Part::file("file", "tides.md", text.as_bytes())]))
    };
    let first = read();
    assert_eq!(first.status, 200, "{}", first.text());
    assert!(first.body.len() > 1_000_000, "{}", first.body.len());
    let again = read();
    assert_eq!((again.status, again.header("idempotency-replayed")), (200, Some("true")));
    assert!(again.body == first.body);
}
