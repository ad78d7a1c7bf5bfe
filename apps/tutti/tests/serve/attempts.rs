//! Tests that an attempt begun in the terminal can be continued over HTTP, and vice versa.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

use super::{Server, command};

/// Runs `tutti quiz take` with this input.
fn take(folder: &Path, session: &str, typed: &str) -> Output {
    let mut command = quiz(folder, session);
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn quiz(folder: &Path, session: &str) -> Command {
    let mut command = command(folder);
    command.args(["quiz", "take", session]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// The open attempt at the session's quiz, as the page sees it.
fn open(server: &Server, session: &str) -> Option<String> {
    let view = server.get(&format!("/api/sessions/{session}")).json();
    Some(format!("/api/attempts/{}", view["quizzes"][0]["open_attempt"].as_str()?))
}

fn answer(server: &Server, path: &str, question: &Value, option: usize) -> Value {
    let body = json!({ "item_id": question["item_id"], "option": option, "latency_sec": 1.5 });
    server.post(&format!("{path}/answers"), &body).json()
}

#[test]
fn an_attempt_begun_in_the_terminal_goes_on_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let session = server.session();
    let first = take(folder.path(), &session, "A\nB\n");
    assert_eq!(first.status.code(), Some(130), "{}", text(&first));
    assert!(text(&first).contains("continues at question 3"), "{}", text(&first));

    let path = open(&server, &session).unwrap();
    let attempt = server.get(&path).json();
    let options: Vec<&Value> = attempt["answers"].as_array().unwrap().iter().map(|a| &a["option"]).collect();
    assert_eq!(options, [&json!(0), &json!(1)]);
    assert_eq!(server.post(&format!("{path}/finish"), &json!({})).problem(), "409 conflict");
    let questions = attempt["questions"].as_array().unwrap();
    for question in &questions[2..] {
        answer(&server, &path, question, 0);
    }
    let finished = server.post(&format!("{path}/finish"), &json!({})).json();
    assert_eq!(finished["of"], questions.len());
    assert_eq!(open(&server, &session), None);
    let view = server.get(&format!("/api/sessions/{session}")).json();
    assert_eq!(view["quizzes"][0]["answered"], questions.len(), "each answer counts once");
}

#[test]
fn an_attempt_begun_over_http_goes_on_in_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let session = server.session();
    let attempt = server.post(&format!("/api/sessions/{session}/attempts"), &json!({})).json();
    let path = format!("/api/attempts/{}", attempt["attempt_id"].as_str().unwrap());
    let questions = attempt["questions"].as_array().unwrap();
    // Out of order, as on the page.
    answer(&server, &path, &questions[0], 0);
    answer(&server, &path, &questions[2], 1);

    let rest = take(folder.path(), &session, &"A\n".repeat(questions.len() - 2));
    let said = text(&rest);
    assert!(rest.status.success(), "{said}");
    assert!(said.contains(&format!("continuing at question 2 of {}", questions.len())), "{said}");
    assert!(!said.contains(&format!("1/{}  ", questions.len())), "{said}");
    assert!(!said.contains(&format!("3/{}  ", questions.len())), "{said}");

    let finished = server.get(&path).json()["finished"].clone();
    assert_eq!(finished["of"], questions.len());
    assert!(said.contains(&format!("{} of {} questions", finished["right"], questions.len())), "{said}");
    assert_eq!(open(&server, &session), None);
    // A second request to finish changes nothing.
    assert_eq!(server.post(&format!("{path}/finish"), &json!({})).json(), finished);
    let view = server.get(&format!("/api/sessions/{session}")).json();
    assert_eq!(view["quizzes"][0]["answered"], questions.len());
    let other = answer(&server, &path, &questions[0], 1);
    assert_eq!(other["code"], "conflict");
}

#[test]
fn an_interrupt_keeps_the_answers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let session = server.session();
    let mut child = quiz(folder.path(), &session).spawn().unwrap();
    let mut typed = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    typed.write_all(b"A\n").unwrap();
    // The second question is asked after the first answer is stored.
    assert!(lines.any(|line| line.unwrap().starts_with("2/")));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert!(!child.wait().unwrap().success());
    drop(typed);

    let attempt = server.get(&open(&server, &session).unwrap()).json();
    assert_eq!(attempt["answers"].as_array().unwrap().len(), 1);
    let again = take(folder.path(), &session, "");
    assert!(text(&again).contains("continuing at question 2 of "), "{}", text(&again));
}
