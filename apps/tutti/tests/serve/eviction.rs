//! A stolen account can be taken back: passwords, tokens, disabled accounts, reset codes, the audit log.

use std::{io::BufRead, path::Path};

use serde_json::{Value, json};
use tutti_store::StoreUrl;
use tutti_tests::postgres::Postgres;

use super::{
    Part, Server, command,
    people::{PASSWORD, Person},
};

const NEW: &str = "another afternoon";

fn is_in(person: &Person) -> bool {
    person.get("/api/runs").status == 200
}

#[test]
fn a_token_is_limited_and_ends_with_the_password() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let id = root.add("ann", "author");
    let ann = server.log_in("ann");
    let refused = |asked: Value, problem: &str| {
        assert_eq!(ann.post("/api/me/tokens", &asked).problem(), problem, "{asked}");
    };
    refused(json!({ "name": "t", "role": "admin" }), "400 bad_input at /role");
    refused(json!({ "name": "t", "flows": ["nothing"] }), "400 bad_input at /flows");
    refused(json!({ "name": "t", "days": 366 }), "400 bad_input at /days");
    let options = ann.get("/api/me/tokens/options").json();
    assert_eq!(options["roles"], json!(["learner", "author"]));
    assert!(options["flows"].as_array().unwrap().contains(&json!("study")));

    let usual = ann.post("/api/me/tokens", &json!({ "name": "usual" })).json();
    assert_eq!((&usual["role"], &usual["flows"]), (&json!("author"), &Value::Null));
    assert!(usual["expires_at"].is_string(), "a token always expires: {usual}");
    let usual = server.with_token(usual["secret"].as_str().unwrap());
    let asked = json!({ "name": "limited", "role": "learner", "flows": ["study"], "days": 7 });
    let (_, limited) = ann.token_with(&asked);
    assert_eq!((usual.get("/api/items").status, limited.get("/api/items").status), (200, 403));
    let text = [Part::text("sample", "volcanoes.md")];
    let begun = limited.form("/api/study", &text);
    let session = limited.wait_for_end(&begun);
    let quiz = format!("/api/sessions/{session}/quizzes");
    assert_eq!(limited.post(&quiz, &json!({ "questions": 2 })).problem(), "403 forbidden", "another flow");
    let (_, nothing) = ann.token_with(&json!({ "name": "reads only", "flows": [] }));
    assert_eq!(nothing.form("/api/study", &text).problem(), "403 forbidden");
    assert_eq!(nothing.post("/api/forge", &json!({ "items": 1 })).problem(), "403 forbidden");
    let fork = json!({ "from": "keep#1" });
    assert_eq!(nothing.post(&format!("/api/runs/{session}/fork"), &fork).problem(), "403 forbidden");
    let used = ann.get("/api/me/tokens").json();
    let limited_view =
        used["items"].as_array().unwrap().iter().find(|token| token["name"] == "limited").unwrap();
    assert!(limited_view["used_at"].is_string(), "{used}");

    // Whoever has a token cannot keep the account with it.
    let as_token = |method: &str, path: &str, body: Value| usual.json(method, path, &body).problem();
    assert_eq!(as_token("POST", "/api/me/tokens", json!({ "name": "more" })), "403 forbidden");
    let change = json!({ "current": PASSWORD, "new": NEW });
    assert_eq!(as_token("PUT", "/api/me/password", change), "403 forbidden");
    assert_eq!(as_token("DELETE", "/api/me", json!({ "password": PASSWORD })), "403 forbidden");
    let (_, roots) = root.token("admin");
    let password = json!({ "password": NEW });
    assert_eq!(roots.json("PATCH", &format!("/api/accounts/{id}"), &password).problem(), "403 forbidden");
    let code = format!("/api/accounts/{id}/reset-code");
    assert_eq!(roots.post(&code, &json!({})).problem(), "403 forbidden");

    // An admin sees whose tokens there are, and revokes one.
    let all = roots.get("/api/tokens?limit=2").json();
    let next = roots.get(&format!("/api/tokens?after={}", all["next"].as_str().unwrap())).json();
    let listed: Vec<&Value> =
        [&all, &next].iter().flat_map(|page| page["items"].as_array().unwrap()).collect();
    assert_eq!(listed.len(), 4);
    let found = listed.iter().find(|token| token["name"] == "limited").unwrap();
    assert_eq!(
        (&found["owner"], &found["account"], &found["role"], &found["flows"]),
        (&json!("ann"), &json!(id), &json!("learner"), &json!(["study"]))
    );
    assert!(found["made_at"].is_string() && found["used_at"].is_string() && found["expires_at"].is_string());
    assert_eq!(root.get("/api/tokens?after=x").problem(), "400 bad_input at /after");
    let path = format!("/api/accounts/{id}/tokens/{}", found["id"].as_str().unwrap());
    assert_eq!(root.send("DELETE", &path, &[], b"").status, 204);
    assert_eq!(root.send("DELETE", &path, &[], b"").problem(), "404 not_found");
    assert!(!is_in(&limited) && is_in(&usual));

    let change = |keep_tokens: bool, current: &str, new: &str| {
        let body = json!({ "current": current, "new": new, "keep_tokens": keep_tokens });
        ann.json("PUT", "/api/me/password", &body).status
    };
    assert_eq!(change(true, PASSWORD, NEW), 204);
    assert!(is_in(&usual) && is_in(&ann));
    assert_eq!(change(false, NEW, PASSWORD), 204);
    assert!(!is_in(&usual) && is_in(&ann));
    let (_, again) = ann.token("again");
    let patch = |body: Value| root.json("PATCH", &format!("/api/accounts/{id}"), &body).status;
    assert_eq!(patch(json!({ "password": NEW, "keep_tokens": true })), 200);
    assert!(is_in(&again) && !is_in(&ann));
    assert_eq!(patch(json!({ "password": PASSWORD })), 200);
    assert!(!is_in(&again));
    let (_, third) = server.log_in("ann").token("third");
    let reset = |args: &[&str]| {
        let reset = command(folder.path()).args(["accounts", "reset", "ann"]).args(args).output().unwrap();
        assert!(reset.status.success(), "{}", String::from_utf8_lossy(&reset.stderr));
    };
    reset(&["--keep-tokens"]);
    assert!(is_in(&third));
    reset(&[]);
    assert!(!is_in(&third));
}

#[test]
fn a_disabled_account_and_a_reset_code() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let id = root.add("ann", "learner");
    let path = format!("/api/accounts/{id}");
    let ann = server.log_in("ann");
    let (_, token) = ann.token("script");
    let patch = |path: &str, body: Value| root.json("PATCH", path, &body);
    assert_eq!(patch(&path, json!({ "disabled": true })).json()["disabled"], true);
    assert!(!is_in(&ann) && !is_in(&token));
    let login = |password: &str| {
        server.post("/api/login", &json!({ "name": "ann", "password": password })).json()["detail"].clone()
    };
    assert_eq!(login(PASSWORD), login("wrong"));
    assert_eq!(root.post(&format!("{path}/reset-code"), &json!({})).problem(), "409 conflict");
    let own = root.get("/api/accounts").json()["items"][1]["id"].as_str().unwrap().to_owned();
    assert_eq!(patch(&format!("/api/accounts/{own}"), json!({ "disabled": true })).problem(), "409 conflict");
    let log = root.get("/api/audit?limit=500").text();
    assert!(log.contains("ann: disabled") && log.contains("account_disabled"), "{log}");
    assert_eq!(patch(&path, json!({ "disabled": false })).status, 200);
    assert!(!is_in(&ann) && is_in(&token));

    let made = root.post(&format!("{path}/reset-code"), &json!({}));
    assert_eq!(made.status, 201, "{}", made.text());
    let code = made.json()["code"].clone();
    let reset =
        |code: &Value| server.post("/api/reset", &json!({ "name": "ann", "code": code, "password": NEW }));
    assert_eq!(reset(&json!("wrong")).problem(), "401 unauthorized at /code");
    assert_eq!(reset(&code).json()["name"], "ann");
    assert_eq!(reset(&code).problem(), "401 unauthorized at /code", "it works once");
    assert!(!is_in(&token));
    let said = command(folder.path()).args(["--json", "accounts", "reset-code", "root"]).output().unwrap();
    let said: Value = serde_json::from_slice(&said.stdout).unwrap();
    let reset = json!({ "name": "root", "code": said["code"], "password": NEW });
    assert_eq!(server.post("/api/reset", &reset).status, 200);
    let disable = command(folder.path()).args(["accounts", "disable", "ann"]).output().unwrap();
    assert!(disable.status.success());
    let again = json!({ "name": "ann", "password": NEW });
    assert_eq!(server.post("/api/login", &again).problem(), "401 unauthorized");
    assert!(command(folder.path()).args(["accounts", "enable", "ann"]).output().unwrap().status.success());
    assert_eq!(server.post("/api/login", &again).status, 200);
}

/// Whatever one process ends is over for the next request to the other, which has just seen it valid.
fn check_two_servers(folder: &Path, other: &Path, store: &[&str]) {
    let args = [&["--accounts", "--set", "server.rate=100000"], store].concat();
    let first = Server::start_with(folder, &args);
    let root = first.root();
    let second = Server::start_with(other, &args);
    let there = |person: &Person| second.with_cookie(person.cookie());
    let ids: Vec<String> =
        ["ann", "bob", "carol", "dave"].iter().map(|name| root.add(name, "author")).collect();
    let account = |n: usize| format!("/api/accounts/{}", ids[n]);
    let check = |name: &str, end: &dyn Fn(&Person, &str), expected: (u16, u16)| {
        let session = first.log_in(name);
        let made = session.post("/api/me/tokens", &json!({ "name": "script" })).json();
        let token = second.with_token(made["secret"].as_str().unwrap());
        let session_there = there(&session);
        assert_eq!((session_there.get("/api/items").status, token.get("/api/items").status), (200, 200));
        let (head, mut stream) = session_there.open("/api/events");
        assert_eq!(head.status, 200);
        end(&session, made["id"].as_str().unwrap());
        let seen = (session_there.get("/api/items").status, token.get("/api/items").status);
        assert_eq!(seen, expected, "{name}");
        if expected.0 == 401 {
            // The stream ends as well: the last chunk is empty.
            let mut rest = String::new();
            while !rest.ends_with("0\r\n") {
                assert!(stream.read_line(&mut rest).unwrap() > 0, "{rest}");
            }
        }
    };
    let revoke = |session: &Person, id: &str| {
        assert_eq!(session.send("DELETE", &format!("/api/me/tokens/{id}"), &[], b"").status, 204);
    };
    check("ann", &revoke, (200, 401));
    check("ann", &|session, _| assert_eq!(session.post("/api/logout", &json!({})).status, 204), (401, 200));
    let root = &root;
    let patch = |n: usize, body: Value| {
        let path = account(n);
        move |_: &Person, _: &str| assert_eq!(root.json("PATCH", &path, &body).status, 200)
    };
    check("bob", &patch(1, json!({ "role": "learner" })), (403, 403));
    check("carol", &patch(2, json!({ "disabled": true })), (401, 401));
    check("dave", &patch(3, json!({ "password": NEW })), (401, 401));
}

#[test]
fn what_ends_on_one_server_ends_on_another_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check_two_servers(folder.path(), folder.path(), &[]);
}

#[test]
fn what_ends_on_one_server_ends_on_another_on_postgres() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let postgres = Postgres::start().unwrap();
    let StoreUrl::Postgres(url) = postgres.database("tutti").unwrap() else { panic!("another store") };
    check_two_servers(folder.path(), other.path(), &["--set", &format!("store.url={url}")]);
}

#[test]
fn an_attacker_elsewhere_does_not_lock_the_owner_out() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--accounts", "--set", "server.rate=100000", "--set", "server.behind_proxy=true"];
    let server = Server::start_with(folder.path(), &args);
    let root = server.root();
    root.add("ann", "learner");
    let login = |name: &str, password: &str, address: &str, cookie: Option<&str>| {
        let body = json!({ "name": name, "password": password }).to_string();
        let origin = format!("http://{}", server.address);
        let mut headers = vec![("content-type", "application/json"), ("x-forwarded-for", address)];
        headers
            .extend(cookie.into_iter().flat_map(|cookie| [("cookie", cookie), ("origin", origin.as_str())]));
        server.send("POST", "/api/login", &headers, body.as_bytes()).status
    };
    let (attacker, owner, campus) = ("192.0.2.66", "198.51.100.1", "203.0.113.5");
    for _ in 0..5 {
        assert_eq!(login("ann", "wrong", attacker, None), 401);
    }
    assert_eq!(login("ann", PASSWORD, attacker, None), 429);
    assert_eq!(login("ann", PASSWORD, owner, None), 200);
    // One person mistypes; the rest of the campus does not notice.
    for _ in 0..6 {
        login("bob", "wrong", campus, None);
    }
    assert_eq!(login("bob", "wrong", campus, None), 429);
    assert_eq!(login("ann", PASSWORD, campus, None), 200);
    // Attackers everywhere slow a stranger down, not a browser that was logged in.
    let known = server.log_in("ann");
    for n in 0..30 {
        login("ann", "wrong", &format!("192.0.2.{}", 100 + n), None);
    }
    assert_eq!(login("ann", PASSWORD, "198.51.100.2", None), 429);
    assert_eq!(login("ann", PASSWORD, "198.51.100.2", Some(known.cookie())), 200);
}

#[test]
fn bad_tokens_are_slowed_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--accounts", "--set", "server.rate=1"]);
    let root = server.root();
    let (_, good) = root.token("good");
    let guess = |n: u32| server.with_token(&format!("tutti_{n:043}")).get("/api/runs");
    let answers: Vec<u16> = (0..40).map(|n| guess(n).status).collect();
    assert_eq!(answers[0], 401);
    assert!(answers.contains(&429), "{answers:?}");
    let denied = (0..40).map(guess).find(|answer| answer.status == 429).unwrap();
    assert_eq!(denied.problem(), "429 too_many_requests");
    assert!(denied.header("retry-after").is_some());
    assert!(is_in(&good), "a valid token at the same address works");
}

#[test]
fn the_log_tells_what_was_done_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    root.add("ann", "author");
    let ann = server.log_in("ann");
    let things = ann.make("Heatherfell", "volcanoes.md", 7);
    assert_eq!(ann.get("/api/settings").problem(), "403 forbidden");
    let document = format!("/api/library/{}", things.document);
    assert_eq!(ann.send("DELETE", &document, &[], b"").status, 204);
    let item = format!("/api/items/{}", things.item);
    let deleted = ann.send("DELETE", &item, &[("if-match", &things.tag)], b"");
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    let gift = b"::Tide:: What pulls the sea? {=The moon ~The sun ~The wind}";
    assert_eq!(ann.form("/api/items/import", &[Part::file("file", "own.gift", gift)]).status, 200);
    let begun = ann.post("/api/forge", &json!({ "items": 3000, "seed": 5 })).json();
    let run = begun["run"].as_str().unwrap();
    assert_eq!(ann.post(&format!("/api/runs/{run}/cancel"), &json!({})).status, 200);
    let set = |body: Value| root.json("PATCH", "/api/settings", &json!({ "set": body })).status;
    assert_eq!(set(json!({ "study.questions": 7 })), 200);
    assert_eq!(
        set(
            json!({ "study.questions": 8, "providers.lab.kind": "openai", "providers.lab.base_url": "https://api.openai.com/v1" })
        ),
        200
    );
    let foreign = [("sec-fetch-site", "cross-site"), ("content-type", "application/json")];
    assert_eq!(server.send("POST", "/api/login", &foreign, b"{}").status, 403);
    for _ in 0..40 {
        ann.get("/api/settings");
    }

    let export = root.get("/api/audit/export");
    assert_eq!((export.status, export.header("content-type")), (200, Some("application/jsonl")));
    let lines: Vec<Value> =
        read_chunks(&export.body).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().enumerate().all(|(n, line)| line["n"] == n + 1), "the whole log, the oldest first");
    let find = |who: Option<&str>, what: &str| -> Vec<&str> {
        let found = lines.iter().filter(|line| line["what"] == what && line["who"].as_str() == who);
        found.map(|line| line["subject"].as_str().unwrap_or_default()).collect()
    };
    assert_eq!(find(Some("ann"), "document_deleted"), [things.document.as_str()]);
    assert_eq!(find(Some("ann"), "item_deleted"), [things.item.as_str()]);
    assert_eq!(find(Some("ann"), "items_imported"), ["own.gift: 1 new, 0 changed"]);
    assert_eq!(find(Some("ann"), "items_exported").len(), 1);
    assert_eq!(find(Some("ann"), "run_cancelled"), [run]);
    let settings = find(Some("root"), "settings_changed");
    assert_eq!(settings[0], "study.questions: 10 → 7");
    assert!(settings[1].contains("study.questions: 7 → 8"), "{settings:?}");
    assert!(settings[1].contains("providers.lab.base_url: not set → "), "{settings:?}");
    let refused = find(Some("ann"), "refused");
    assert!(refused[0].starts_with("GET /api/settings: the role author does not allow this"), "{refused:?}");
    assert!(refused.len() < 30, "the log does not grow as fast as requests come: {}", refused.len());
    assert_eq!(find(None, "refused"), ["POST /api/login: the request comes from another site"]);
    assert_eq!(find(Some("root"), "audit_exported").len(), 1);

    let said = command(folder.path()).args(["--json", "accounts", "audit"]).output().unwrap();
    let said: Vec<Value> = String::from_utf8(said.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(said.len(), lines.len());
    assert_eq!(said[0]["what"], "account_made");
    let plain = command(folder.path()).args(["accounts", "audit"]).output().unwrap();
    let plain = String::from_utf8(plain.stdout).unwrap();
    assert!(
        plain.lines().next().unwrap().ends_with(" root account_made root: role admin (from 127.0.0.1)"),
        "{plain}"
    );
}

/// The body of an answer that was sent in chunks.
fn read_chunks(body: &[u8]) -> String {
    let (mut rest, mut whole) = (body, Vec::new());
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            break;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 2 + length + 2..];
    }
    String::from_utf8(whole).unwrap()
}
