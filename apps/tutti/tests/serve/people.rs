//! Test helpers: people with accounts, and the data of one of them.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

#[path = "../../../../crates/document/tests/read/pdf_builder.rs"]
#[allow(dead_code, reason = "shared with the tests of documents, which use all of it")]
mod pdf_builder;

use super::{Answer, Part, Server, form};

pub(crate) const PASSWORD: &str = "a quiet afternoon";
pub(crate) const ROLES: [&str; 5] = ["learner", "author", "reviewer", "analyst", "admin"];

/// A client that sends requests with a cookie, with a token, or with neither.
pub(crate) struct Person<'a> {
    pub(crate) server: &'a Server,
    headers: Vec<(&'static str, String)>,
}

impl Server {
    /// A server with accounts and a very high rate limit.
    pub(crate) fn with_accounts(folder: &std::path::Path) -> Self {
        Self::start_with(folder, &["--accounts", "--set", "server.rate=100000"])
    }

    pub(crate) fn anybody(&self) -> Person<'_> {
        Person { server: self, headers: Vec::new() }
    }

    /// The first admin, called `root`.
    pub(crate) fn root(&self) -> Person<'_> {
        let code = self.said["setup_code"].as_str().unwrap();
        let given = json!({ "code": code, "name": "root", "password": PASSWORD });
        self.enter("/api/setup", &given).unwrap()
    }

    pub(crate) fn log_in(&self, name: &str) -> Person<'_> {
        self.enter("/api/login", &json!({ "name": name, "password": PASSWORD })).unwrap()
    }

    /// A person with the cookie of the response; otherwise the response.
    pub(crate) fn enter(&self, path: &str, given: &Value) -> Result<Person<'_>, String> {
        let body = given.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
        Ok(self.with_cookie(cookie.ok_or(answer.as_str())?))
    }

    pub(crate) fn with_cookie(&self, cookie: &str) -> Person<'_> {
        // A browser sends the origin of the page.
        let origin = format!("http://{}", self.address);
        Person { server: self, headers: vec![("cookie", cookie.to_owned()), ("origin", origin)] }
    }

    pub(crate) fn with_token(&self, token: &str) -> Person<'_> {
        Person { server: self, headers: vec![("authorization", format!("Bearer {token}"))] }
    }
}

impl<'a> Person<'a> {
    pub(crate) fn cookie(&self) -> &str {
        let cookie = self.headers.iter().find(|(name, _)| *name == "cookie");
        &cookie.unwrap().1
    }

    fn with<'b>(&'b self, more: &[(&'b str, &'b str)]) -> Vec<(&'b str, &'b str)> {
        let own = self.headers.iter().map(|(name, value)| (*name, value.as_str()));
        own.chain(more.iter().copied()).collect()
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.server.send(&method.to_uppercase(), path, &self.with(headers), body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.json("POST", path, body)
    }

    pub(crate) fn form(&self, path: &str, parts: &[Part]) -> Answer {
        self.send("POST", path, &[("content-type", "multipart/form-data; boundary=end")], &form(parts))
    }

    /// The head of a response whose body may never end, and the stream of the body.
    pub(crate) fn open(&self, path: &str) -> (Answer, BufReader<std::net::TcpStream>) {
        let own = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        let own = own.collect::<Vec<_>>().concat();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{own}\r\n", self.server.address);
        let mut stream = self.server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
        (Answer::read(head.as_bytes()), reader)
    }

    /// An admin creates an account; returns its id.
    pub(crate) fn add(&self, name: &str, role: &str) -> String {
        let made = self.post("/api/accounts", &json!({ "name": name, "password": PASSWORD, "role": role }));
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn token(&self, name: &str) -> (String, Person<'a>) {
        self.token_with(&json!({ "name": name }))
    }

    /// Creates a token as wished.
    pub(crate) fn token_with(&self, asked: &Value) -> (String, Person<'a>) {
        let made = self.post("/api/me/tokens", asked).json();
        let id = made["id"].as_str().unwrap().to_owned();
        (id, self.server.with_token(made["secret"].as_str().unwrap()))
    }

    /// Waits until a run has ended or is parked.
    pub(crate) fn wait_for_end(&self, begun: &Answer) -> String {
        assert_eq!(begun.status, 202, "{}", begun.text());
        let run = begun.json()["run"].as_str().unwrap().to_owned();
        loop {
            let view = self.get(&format!("/api/runs/{run}")).json();
            if !["queued", "running"].contains(&view["status"].as_str().unwrap()) {
                return run;
            }
            std::thread::yield_now();
        }
    }
}

impl Person<'_> {
    /// The only task of a batch, once it is done or waits for a person.
    pub(crate) fn task(&self, batch: &str) -> Value {
        loop {
            let task = self.get(&format!("/api/author/{batch}")).json()["tasks"][0].clone();
            if task.is_object() && task["result"] != "working" {
                return task;
            }
            std::thread::yield_now();
        }
    }
}

/// One object of each kind, each containing a word that nobody else uses.
pub(crate) struct Things {
    pub(crate) word: String,
    pub(crate) session: String,
    pub(crate) attempt: String,
    pub(crate) question: String,
    pub(crate) card: String,
    pub(crate) document: String,
    pub(crate) forged: String,
    pub(crate) forged_item: String,
    pub(crate) item: String,
    pub(crate) item_value: Value,
    pub(crate) tag: String,
    pub(crate) version: String,
    pub(crate) export: String,
    pub(crate) export_file: String,
    pub(crate) batch: String,
    pub(crate) batch_file: String,
    pub(crate) scan: String,
    pub(crate) review: String,
    pub(crate) token: String,
}

impl Things {
    /// Strings that no response to other people may contain.
    pub(crate) fn marks(&self) -> Vec<&str> {
        vec![
            &self.word,
            &self.session,
            &self.attempt,
            &self.document,
            &self.forged,
            &self.item,
            &self.forged_item,
            &self.version,
            &self.export,
            &self.batch,
            &self.scan,
            &self.token,
        ]
    }
}

/// A page that is hard to recognise.
fn bad_scan(word: &str) -> Vec<u8> {
    let text: Vec<String> = pdf_builder::PROSE.iter().map(|line| format!("{line} {word}")).collect();
    let text: Vec<&str> = text.iter().map(String::as_str).collect();
    let page = pdf_builder::Page {
        content: pdf_builder::lines(72.0, 700.0, "R 11", &text),
        ..pdf_builder::Page::default()
    };
    let mut poppler = Command::new("pdftoppm")
        .args(["-gray", "-singlefile", "-r", "40", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    poppler.stdin.take().unwrap().write_all(&pdf_builder::pdf(&[page])).unwrap();
    let pgm = poppler.wait_with_output().unwrap().stdout;
    let mut parts = pgm.splitn(4, u8::is_ascii_whitespace).skip(1);
    let mut number = || std::str::from_utf8(parts.next().unwrap()).unwrap().parse::<usize>().unwrap();
    let (width, height) = (number(), number());
    let image = Some((width, height, pgm[pgm.len() - width * height..].to_vec()));
    pdf_builder::pdf(&[pdf_builder::Page { image, ..pdf_builder::Page::default() }])
}

/// A sample with a unique word in its title.
fn document(name: &str, word: &str) -> String {
    let path = format!("{}/../../samples/documents/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let (title, rest) = text.split_once('\n').unwrap();
    format!("{title} in {word}\n{rest}")
}

impl Person<'_> {
    /// Makes one object of each kind.
    pub(crate) fn make(&self, word: &str, sample: &str, seed: u64) -> Things {
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned();
        let own = document(sample, word);
        let named = [Part::text("text", &own), Part::text("name", "own.md")];
        let session = self.wait_for_end(&self.form("/api/study", &named));
        let attempt = self.post(&format!("/api/sessions/{session}/attempts"), &json!({})).json();
        let document = text(&self.form("/api/library", &named).json()["id"]);
        let forged = self.wait_for_end(&self.post("/api/forge", &json!({ "items": 1, "seed": seed })));
        let forged_item = text(&self.get(&format!("/api/forge/{forged}")).json()["outcomes"][0]["item_id"]);
        let item = text(&self.get("/api/items?tag=study&limit=1").json()["items"][0]["id"]);
        let path = format!("/api/items/{item}");
        let shown = self.get(&path);
        let mut next = shown.json()["item"].clone();
        next["tags"] = json!(["changed", word.to_lowercase()]);
        let headers = [("content-type", "application/json"), ("if-match", shown.header("etag").unwrap())];
        let changed = self.send("PUT", &path, &headers, next.to_string().as_bytes());
        assert_eq!(changed.status, 200, "{}", changed.text());
        let export = self.post("/api/items/export", &json!({ "to": "gift", "title": word })).json();
        let task = include_str!("../../../../samples/tasks/water-cycle.md");
        let batch = self.wait_for_end(&self.form("/api/author", &[Part::text("text", task)]));
        let task = text(&self.task(&batch)["task"]);
        let scan =
            self.wait_for_end(&self.form("/api/study", &[Part::file("file", "scan.pdf", &bad_scan(word))]));
        let reviews = self.get("/api/reviews").json();
        let asked = reviews["items"].as_array().unwrap().iter().find(|review| review["run"] == scan.as_str());
        Things {
            word: word.to_owned(),
            attempt: text(&attempt["attempt_id"]),
            question: text(&attempt["questions"][0]["item_id"]),
            card: text(&self.get("/api/cards").json()["cards"][0]["id"]),
            document,
            forged,
            forged_item,
            item,
            tag: changed.header("etag").unwrap().to_owned(),
            version: text(&changed.json()["versions"][0]["hash"]),
            item_value: changed.json()["item"].clone(),
            export: text(&export["id"]),
            export_file: text(&export["files"][0]["name"]),
            batch,
            batch_file: format!("{task}.status.json"),
            review: text(&asked.unwrap_or_else(|| panic!("nothing is asked of {scan}: {reviews}"))["name"]),
            scan,
            session,
            token: self.token("script").0,
        }
    }
}
