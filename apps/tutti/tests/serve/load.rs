//! Tests of load: heavy requests keep nobody else waiting, and end with their clients.

use std::{
    io::Write,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Answer, Part, Server, form, people::Person};

/// An item whose text takes seconds to render.
fn heavy_item(server: &Person) -> Value {
    server.wait_for_end(&server.post("/api/forge", &json!({ "items": 1, "seed": 7 })));
    let id = server.get("/api/items").json()["items"][0]["id"].as_str().unwrap().to_owned();
    let mut item = server.get(&format!("/api/items/{id}")).json()["item"].clone();
    item["stem"] = json!("The value $\\frac{x^2+1}{\\sqrt{y}}$ is **bold** and *set apart*. ".repeat(4000));
    item
}

/// Answers of many persons to many items.
fn heavy_table() -> String {
    let head: Vec<String> = (0..60).map(|n| format!("q{n}")).collect();
    let row = |person: u32| {
        let is_right = |item: u32| (person * 7919 + item * 104_729) % 97 > item;
        let cells: Vec<&str> = (0..60).map(|item| if is_right(item) { "1" } else { "0" }).collect();
        format!("{person},{}", cells.join(","))
    };
    let rows: Vec<String> = (0..3000).map(row).collect();
    format!("person,{}\n{}\n", head.join(","), rows.join("\n"))
}

/// A task file, several times over.
fn task_files(count: usize) -> Vec<u8> {
    let task = include_str!("../../../../samples/tasks/water-cycle.md").repeat(20);
    let files: Vec<Part> = (0..count).map(|_| Part::file("file", "task.md", task.as_bytes())).collect();
    form(&files)
}

const FORM: (&str, &str) = ("content-type", "multipart/form-data; boundary=end");

#[test]
fn heavy_requests_keep_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let item = heavy_item(&root).to_string();
    let (table, tasks) = (heavy_table(), task_files(100));
    let packages = "question: {stem: a, options: [1, 2]}\n---\n".repeat(20_000);
    let people: Vec<Person> = (0..8)
        .map(|n| {
            let name = format!("person{n}");
            root.add(&name, "admin");
            server.log_in(&name)
        })
        .collect();
    let (over, answered, refused) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let mut waited: Vec<Duration> = Vec::new();
    thread::scope(|scope| {
        for (n, person) in people.iter().enumerate() {
            let (over, answered, refused) = (&over, &answered, &refused);
            let (item, table, tasks, packages) = (&item, &table, &tasks, &packages);
            scope.spawn(move || {
                let json = [("content-type", "application/json")];
                while !over.load(Ordering::Relaxed) {
                    let answer: Answer = match n % 4 {
                        0 => person.send("POST", "/api/items/preview", &json, item.as_bytes()),
                        1 => person.send("POST", "/api/author/check", &[FORM], tasks),
                        2 => person
                            .form("/api/items/analyze", &[Part::file("file", "a.csv", table.as_bytes())]),
                        _ => person.form("/api/forge/verify", &[Part::text("text", packages)]),
                    };
                    // Nothing is read from a connection that the end of the test cuts off.
                    match answer.status {
                        0 => {}
                        200 => drop(answered.fetch_add(1, Ordering::Relaxed)),
                        422 | 429 | 503 => drop(refused.fetch_add(1, Ordering::Relaxed)),
                        status => panic!("{status}: {}", answer.text()),
                    }
                }
            });
        }
        // The load is on when both lanes are at work.
        let begun = Instant::now();
        loop {
            let metrics = root.get("/metrics").text();
            let is_on = |lane: &str| !metrics.contains(&format!("tutti_work_running{{lane=\"{lane}\"}} 0"));
            if is_on("views") && is_on("jobs") {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "there is no load: {metrics}");
        }
        while waited.len() < 300 && begun.elapsed() < Duration::from_secs(30) {
            let asked = Instant::now();
            assert_eq!(server.get("/healthz").status, 200);
            waited.push(asked.elapsed());
        }
        over.store(true, Ordering::Relaxed);
    });
    waited.sort();
    let at = |share: usize| waited[(waited.len() * share / 100).min(waited.len() - 1)];
    let figures = format!(
        "{} checks: median {:?}, p95 {:?}, p99 {:?}, longest {:?}; {} heavy answers, {} refused",
        waited.len(),
        at(50),
        at(95),
        at(99),
        waited[waited.len() - 1],
        answered.load(Ordering::Relaxed),
        refused.load(Ordering::Relaxed)
    );
    assert!(waited.len() >= 100 && at(95) < Duration::from_millis(100), "{figures}");
    // Shown with `--no-capture`.
    println!("{figures}");
}

/// How many computations of a lane are at work.
fn running(server: &Server, lane: &str) -> usize {
    let metrics = server.get("/metrics").text();
    let name = format!("tutti_work_running{{lane=\"{lane}\"}} ");
    metrics.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok()).unwrap()
}

#[test]
fn a_client_that_leaves_frees_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let body = task_files(400);
    let begun = Instant::now();
    let answer = server.send("POST", "/api/author/check", &[FORM], &body);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let whole = begun.elapsed();
    // As many as there are places, and more that wait.
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut stream = server.connect();
        let head = format!(
            "POST /api/author/check HTTP/1.1\r\nhost: {}\r\n{}: {}\r\ncontent-length: {}\r\n\r\n",
            server.address,
            FORM.0,
            FORM.1,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&body).unwrap();
        streams.push(stream);
    }
    let begun = Instant::now();
    while running(&server, "jobs") < 2 {
        assert!(begun.elapsed() < Duration::from_secs(20), "nothing is at work");
    }
    drop(streams);
    let left = Instant::now();
    while running(&server, "jobs") > 0 {
        assert!(
            left.elapsed() < whole,
            "it is computed to the end for nobody: {:?} of {whole:?}",
            left.elapsed()
        );
    }
    let freed = left.elapsed();
    assert!(freed < whole / 2, "freed after {freed:?}; the whole takes {whole:?}");
    println!("freed after {freed:?}; the whole takes {whole:?}");
}
