//! Tests of accounts over HTTP: login and logout, two people at once, data export and deletion.

use std::io::{BufRead, Read};

use serde_json::{Value, json};

use super::{
    Answer, Part, Server, command,
    people::{PASSWORD, Person},
};

fn me(person: &Person) -> Value {
    person.get("/api/me").json()
}

#[test]
fn a_machine_of_ones_own_has_no_accounts() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let everything = ["study", "bank", "forge", "author", "review", "analyse", "settings", "accounts"];
    let expected = json!({ "accounts": false, "setup": false, "name": "local", "permissions": everything });
    assert_eq!(me(&server.anybody()), expected);
    assert_eq!(server.said["setup_code"], Value::Null);
    let named = json!({ "name": "ann", "password": PASSWORD });
    let setup = json!({ "code": "x", "name": "ann", "password": PASSWORD });
    for (method, path, body) in [
        ("POST", "/api/setup", setup),
        ("POST", "/api/login", named),
        ("POST", "/api/logout", json!({})),
        ("PUT", "/api/me/password", json!({ "current": "x", "new": PASSWORD })),
        ("GET", "/api/me/tokens", json!({})),
        ("POST", "/api/me/tokens", json!({ "name": "x" })),
        ("DELETE", "/api/me/tokens/x", json!({})),
        ("DELETE", "/api/me", json!({ "password": "x" })),
        ("GET", "/api/accounts", json!({})),
        ("POST", "/api/accounts", json!({ "name": "ann", "password": PASSWORD, "role": "admin" })),
        ("PATCH", "/api/accounts/x", json!({ "role": "admin" })),
        ("DELETE", "/api/accounts/x", json!({})),
        ("POST", "/api/reset", json!({ "name": "ann", "code": "x", "password": PASSWORD })),
        ("GET", "/api/me/tokens/options", json!({})),
        ("POST", "/api/accounts/x/reset-code", json!({})),
        ("DELETE", "/api/accounts/x/tokens/x", json!({})),
        ("GET", "/api/tokens", json!({})),
        ("GET", "/api/audit", json!({})),
        ("GET", "/api/audit/export", json!({})),
    ] {
        let answer = server.anybody().json(method, path, &body);
        assert_eq!(answer.problem(), "409 conflict", "{method} {path}");
    }
    server.session();
    let names = archive(&server.get("/api/me/export")).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert!(names.contains(&"records/session.jsonl".to_owned()), "{names:?}");
    assert!(!names.contains(&"accounts.jsonl".to_owned()), "{names:?}");
}

#[test]
fn the_first_admin_comes_in_with_the_code() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    assert_eq!(me(&server.anybody()), json!({ "accounts": true, "setup": true, "permissions": [] }));
    let code = server.said["setup_code"].as_str().unwrap().to_owned();
    let set_up = |code: &str, name: &str, password: &str| {
        server.post("/api/setup", &json!({ "code": code, "name": name, "password": password }))
    };
    assert_eq!(set_up("aaaa-aaaa-aaaa-aaaa", "root", PASSWORD).problem(), "401 unauthorized at /code");
    assert_eq!(set_up(&code, "Root", PASSWORD).problem(), "400 bad_input at /name");
    assert_eq!(set_up(&code, "root", "root").problem(), "400 bad_input at /password");
    assert_eq!(server.post("/api/setup", &json!({ "code": code })).problem(), "400 bad_input at ");
    let made = set_up(&code, "root", PASSWORD);
    assert_eq!((made.status, made.json()["role"].as_str()), (200, Some("admin")));
    let cookie = made.header("set-cookie").unwrap();
    let (value, flags) = cookie.split_once("; ").unwrap();
    assert_eq!(value.len(), "tutti_session=".len() + 43);
    assert_eq!(flags, "path=/; httponly; samesite=strict; max-age=7776000");
    assert_eq!(set_up(&code, "second", PASSWORD).problem(), "409 conflict");
    drop(server);
    let server = Server::with_accounts(folder.path());
    assert_eq!(server.said["setup_code"], Value::Null, "there is an admin");
    assert_eq!(me(&server.log_in("root"))["name"], "root");
}

#[test]
fn a_lost_password_is_given_anew_from_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    server.root();
    let said = |args: &[&str]| {
        let output = command(folder.path()).args(["--json", "accounts"]).args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    assert_eq!(said(&["list"])["name"], "root");
    let password = said(&["reset", "root"])["password"].clone();
    let enter =
        |password: &Value| server.post("/api/login", &json!({ "name": "root", "password": password }));
    assert_eq!(enter(&json!(PASSWORD)).problem(), "401 unauthorized");
    assert_eq!(enter(&password).status, 200);
}

#[test]
fn behind_https_the_cookie_is_for_https_only() {
    let check = |settings: &[&str], proto: Option<&str>, flags: &str| {
        let folder = tempfile::tempdir().unwrap();
        let args = settings.iter().flat_map(|setting| ["--set", setting]);
        let server =
            Server::start_with(folder.path(), &["--accounts"].into_iter().chain(args).collect::<Vec<_>>());
        let code = server.said["setup_code"].as_str().unwrap();
        let given = json!({ "code": code, "name": "root", "password": PASSWORD }).to_string();
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(proto.map(|proto| ("x-forwarded-proto", proto)));
        let made = server.send("POST", "/api/setup", &headers, given.as_bytes());
        let cookie = made.header("set-cookie").unwrap();
        assert_eq!(cookie.split_once("; ").unwrap().1, flags, "{settings:?} {proto:?}");
    };
    let usual = "path=/; httponly; samesite=strict; max-age=7776000";
    let secure = &format!("{usual}; secure");
    check(&["server.public_url=https://tutti.example"], None, secure);
    check(&["server.public_url=http://tutti.example"], None, usual);
    check(&["server.behind_proxy=true"], Some("https"), secure);
    check(&["server.behind_proxy=true"], Some("https, http"), usual);
    check(&["server.behind_proxy=true"], None, usual);
    check(&[], Some("https"), usual);
    let short = "path=/; httponly; samesite=strict; max-age=172800";
    check(&["server.session_days=2", "server.session_idle_days=1"], None, short);
}

#[test]
fn logins_are_throttled_and_say_how_long() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    root.add("ann", "learner");
    let login = |name: &str, password: &str| {
        server.post("/api/login", &json!({ "name": name, "password": password }))
    };
    let (wrong, unknown) = (login("ann", "wrong"), login("nobody", "wrong"));
    assert_eq!(wrong.problem(), "401 unauthorized");
    assert_eq!(unknown.problem(), "401 unauthorized");
    let told = |answer: &Answer| (answer.json()["detail"].clone(), answer.json()["hints"].clone());
    assert_eq!(told(&wrong), told(&unknown), "the response must not reveal who has an account");
    for _ in 0..4 {
        assert_eq!(login("ann", "wrong").status, 401);
    }
    let denied = login("ann", PASSWORD);
    assert_eq!(denied.problem(), "429 too_many_requests");
    let seconds: u64 = denied.header("retry-after").unwrap().parse().unwrap();
    assert!((50..=60).contains(&seconds), "{seconds}");
    assert_eq!(login("root", PASSWORD).status, 200, "others come in");
    assert_eq!(root.get("/api/me").status, 200, "existing logins stay valid");
    let log = root.get("/api/audit?limit=500").json();
    let failed =
        log["items"].as_array().unwrap().iter().filter(|line| line["what"] == "login_failed").count();
    assert_eq!(failed, 6);
}

#[test]
fn another_site_cannot_use_the_cookie() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let cookie = root.cookie();
    let here = format!("http://{}", server.address);
    let check = |headers: &[(&str, &str)], expected: u16| {
        let headers = [headers, &[("content-type", "application/json")]].concat();
        let answer = server.send("POST", "/api/me/tokens", &headers, br#"{"name":"t"}"#);
        assert_eq!(answer.status, expected, "{headers:?}: {}", answer.text());
    };
    check(&[("cookie", cookie), ("origin", "https://evil.example")], 403);
    check(&[("cookie", cookie), ("origin", "null")], 403);
    check(&[("cookie", cookie), ("sec-fetch-site", "cross-site")], 403);
    check(&[("cookie", cookie), ("sec-fetch-site", "same-site"), ("origin", &here)], 403);
    check(&[("cookie", cookie)], 403);
    check(&[("cookie", cookie), ("origin", &here)], 201);
    check(&[("cookie", cookie), ("sec-fetch-site", "same-origin"), ("origin", &here)], 201);
    // A login sent from another site would put the user into someone else's account.
    let given = json!({ "name": "root", "password": PASSWORD }).to_string();
    let headers = [("content-type", "application/json"), ("sec-fetch-site", "cross-site")];
    assert_eq!(server.send("POST", "/api/login", &headers, given.as_bytes()).status, 403);
    let (_, token) = root.token("t");
    assert_eq!(token.post("/api/items/check", &json!({})).status, 200, "a program has no origin");
}

#[test]
fn a_revoked_token_stops_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    root.add("ann", "learner");
    let ann = server.log_in("ann");
    let (id, token) = ann.token("script");
    assert_eq!(token.get("/api/runs").status, 200);
    let (head, mut stream) = token.open("/api/events");
    assert_eq!(head.status, 200);
    let listed = ann.get("/api/me/tokens").json();
    assert_eq!(
        (listed["items"][0]["name"].as_str(), listed["items"][0]["secret"].as_str()),
        (Some("script"), None)
    );
    assert_eq!(ann.send("DELETE", &format!("/api/me/tokens/{id}"), &[], b"").status, 204);
    assert_eq!(token.get("/api/runs").problem(), "401 unauthorized");
    // The stream ends as well: the last chunk is empty.
    let mut rest = String::new();
    while !rest.ends_with("0\r\n") {
        assert!(stream.read_line(&mut rest).unwrap() > 0, "{rest}");
    }
    assert!(!rest.contains("event:"), "{rest}");
    assert_eq!(ann.get("/api/runs").status, 200);
    assert_eq!(
        ann.post("/api/me/tokens", &json!({ "name": "", "days": 1 })).problem(),
        "400 bad_input at /name"
    );
    assert_eq!(
        ann.post("/api/me/tokens", &json!({ "name": "x", "days": 0 })).problem(),
        "400 bad_input at /days"
    );
    let short = ann.post("/api/me/tokens", &json!({ "name": "x", "days": 1 })).json();
    assert!(short["expires_at"].as_str().unwrap() > short["made_at"].as_str().unwrap());
}

/// An idempotency key does not keep a response that contains a secret.
#[test]
fn a_token_is_not_remembered_under_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let headers = [("content-type", "application/json"), ("idempotency-key", "once")];
    let make = || root.send("POST", "/api/me/tokens", &headers, br#"{"name":"t"}"#).json()["secret"].clone();
    let (first, second) = (make(), make());
    assert_ne!(first, second);
    let whole: Vec<String> = archive(&root.get("/api/me/export")).into_iter().map(|(_, text)| text).collect();
    assert!(!whole.concat().contains(first.as_str().unwrap()));
}

#[test]
fn a_login_ends_where_it_should() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    root.add("ann", "learner");
    let (here, there, third) = (server.log_in("ann"), server.log_in("ann"), server.log_in("ann"));
    let out = third.post("/api/logout", &json!({}));
    assert_eq!(out.status, 204);
    assert_eq!(
        out.header("set-cookie").unwrap(),
        "tutti_session=; path=/; httponly; samesite=strict; max-age=0"
    );
    let inside = |person: &Person| person.get("/api/runs").status == 200;
    assert!(!inside(&third) && inside(&here) && inside(&there));
    let change = |current: &str, new: &str| {
        here.json("PUT", "/api/me/password", &json!({ "current": current, "new": new }))
    };
    assert_eq!(change("wrong", "another afternoon").problem(), "403 forbidden at /current");
    assert_eq!(change(PASSWORD, "short").problem(), "400 bad_input at /new");
    assert_eq!(change(PASSWORD, "another afternoon").status, 204);
    assert!(inside(&here) && !inside(&there));
    assert!(server.enter("/api/login", &json!({ "name": "ann", "password": PASSWORD })).is_err());
}

#[test]
fn an_admin_looks_after_accounts() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let ann = root.add("ann", "learner");
    let path = format!("/api/accounts/{ann}");
    let session = server.log_in("ann");
    assert_eq!(session.get("/api/items").problem(), "403 forbidden");
    let patch = |path: &str, body: Value| root.json("PATCH", path, &body);
    assert_eq!(patch(&path, json!({ "role": "author" })).json()["role"], "author");
    assert_eq!(session.get("/api/items").status, 200, "at once");
    assert_eq!(patch(&path, json!({ "role": "king" })).problem(), "400 bad_input at /role");
    assert_eq!(patch(&path, json!({})).problem(), "400 bad_input at ");
    assert_eq!(patch(&path, json!({ "password": "short" })).problem(), "400 bad_input at /password");
    assert_eq!(patch("/api/accounts/nobody", json!({ "role": "author" })).problem(), "404 not_found");
    assert_eq!(patch(&path, json!({ "password": "given by root" })).status, 200);
    assert_eq!(session.get("/api/items").status, 401);

    let new = |name: &str, role: &str| {
        root.post("/api/accounts", &json!({ "name": name, "password": PASSWORD, "role": role }))
    };
    assert_eq!(new("ann", "learner").problem(), "409 conflict at /name");
    assert_eq!(new("A", "learner").problem(), "400 bad_input at /name");
    assert_eq!(new("carol", "king").problem(), "400 bad_input at /role");
    let listed = root.get("/api/accounts").json();
    let names: Vec<_> = listed["items"].as_array().unwrap().iter().map(|a| (&a["name"], &a["own"])).collect();
    assert_eq!(names, [(&json!("ann"), &json!(false)), (&json!("root"), &json!(true))]);
    let own = listed["items"][1]["id"].as_str().unwrap();
    let own = format!("/api/accounts/{own}");
    assert_eq!(patch(&own, json!({ "role": "learner" })).problem(), "409 conflict");
    assert_eq!(patch(&own, json!({ "password": "without the old" })).problem(), "422 refused at /password");
    assert_eq!(root.send("DELETE", &own, &[], b"").problem(), "422 refused");
    let leave = root.json("DELETE", "/api/me", &json!({ "password": PASSWORD }));
    assert_eq!(leave.problem(), "409 conflict", "the last admin stays");
    assert_eq!(root.send("DELETE", &path, &[], b"").status, 204);
    assert_eq!(root.send("DELETE", &path, &[], b"").problem(), "404 not_found");

    let log = root.get("/api/audit?limit=3").json();
    let what = |line: &Value| {
        (line["what"].as_str().unwrap().to_owned(), line["subject"].as_str().map(str::to_owned))
    };
    assert_eq!(what(&log["items"][0]), ("account_deleted".into(), Some("ann".into())));
    assert_eq!(what(&log["items"][1]), ("account_changed".into(), Some("ann: password".into())));
    let next = root.get(&format!("/api/audit?limit=500&after={}", log["next"].as_str().unwrap())).json();
    assert_eq!(next["items"].as_array().unwrap().last().unwrap()["what"], "account_made");
    assert_eq!(root.get("/api/audit?after=x").problem(), "400 bad_input at /after");
}

/// The files of an archive.
fn archive(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/zip")));
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&answer.body)).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut entry = zip.by_index(at).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), String::from_utf8_lossy(&bytes).into_owned())
        })
        .collect()
}

#[test]
fn two_people_at_once_never_meet() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    root.add("ann", "author");
    root.add("bob", "author");
    let (ann, bob) = (server.log_in("ann"), server.log_in("bob"));
    // Both watch their own runs and work at the same time, with the same keys.
    let streams = [ann.open("/api/events").1, bob.open("/api/events").1];
    let work = |person: &Person, word: &str, seed: u64| {
        let headers = [("content-type", "application/json"), ("idempotency-key", "same")];
        let mut runs = Vec::new();
        for _ in 0..2 {
            let body = json!({ "items": 3, "seed": seed }).to_string();
            let begun = person.send("POST", "/api/forge", &headers, body.as_bytes());
            runs.push(person.wait_for_end(&begun));
        }
        assert_eq!(runs[0], runs[1], "the repeated request returns the first response");
        let things = person.make(word, "volcanoes.md", seed + 10);
        (runs.remove(0), things)
    };
    let ((ann_run, anns), (bob_run, bobs)) = std::thread::scope(|scope| {
        let first = scope.spawn(|| work(&ann, "Heatherfell", 1));
        let second = scope.spawn(|| work(&bob, "Juniperholm", 2));
        (first.join().unwrap(), second.join().unwrap())
    });
    assert_ne!(ann_run, bob_run);
    for (mut stream, own, others) in streams
        .into_iter()
        .zip([(&ann_run, &bob_run), (&bob_run, &ann_run)])
        .map(|(stream, (own, others))| (stream, own, others))
    {
        let mut heard = String::new();
        while !heard.contains(own.as_str()) {
            assert!(stream.read_line(&mut heard).unwrap() > 0);
        }
        // Everything sent so far can be read without waiting.
        heard += &String::from_utf8_lossy(stream.buffer());
        assert!(!heard.contains(others.as_str()));
    }
    // The document and the task are the same, but each person has their own.
    for (person, own, others) in [(&ann, &anns, &bobs), (&bob, &bobs, &anns)] {
        let lists = [
            "/api/sessions",
            "/api/items?limit=500",
            "/api/library",
            "/api/runs?children=true&limit=500",
            "/api/reviews",
            "/api/cards",
            "/api/overview",
        ];
        let seen: String = lists.iter().map(|path| person.get(path).text()).collect();
        let words: Vec<String> = [&others.word, &others.session, &others.scan, &others.batch]
            .map(|word| word.to_lowercase())
            .into();
        for word in words {
            assert!(!seen.to_lowercase().contains(&word), "{word}");
        }
        assert!(seen.contains(&own.session) && seen.contains(&own.word));
        let whole: String =
            archive(&person.get("/api/me/export")).into_iter().map(|(name, text)| name + &text).collect();
        for mark in [
            &own.word,
            &own.session,
            &own.attempt,
            &own.document,
            &own.export,
            &own.batch,
            &own.scan,
            &own.token,
        ] {
            assert!(whole.contains(mark.as_str()), "{mark} is missing");
        }
        for mark in [
            &others.word,
            &others.session,
            &others.attempt,
            &others.export,
            &others.batch,
            &others.scan,
            &others.token,
        ] {
            assert!(!whole.contains(mark.as_str()), "{mark} belongs to someone else");
        }
        assert!(!whole.contains("argon2"));
    }
}

#[test]
fn a_reviewer_answers_for_somebody_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    for (name, role) in [("ann", "author"), ("bob", "author"), ("rita", "reviewer")] {
        root.add(name, role);
    }
    let (ann, bob, rita) = (server.log_in("ann"), server.log_in("bob"), server.log_in("rita"));
    let task = include_str!("../../../../samples/tasks/water-cycle.md");
    let batch = ann.wait_for_end(&ann.form("/api/author", &[Part::text("text", task)]));
    assert_eq!(ann.task(&batch)["result"], "waits");
    let waiting = |person: &Person| person.get("/api/reviews").json()["items"].as_array().unwrap().len();
    assert_eq!((waiting(&ann), waiting(&bob), waiting(&rita)), (1, 0, 1));
    let review = rita.get("/api/reviews").json()["items"][0].clone();
    assert_eq!(review["owner"], "ann");
    let place = |text: &Value| text.as_str().unwrap().replace('/', "%2F");
    let path = format!("/api/reviews/{}/{}", place(&review["run"]), place(&review["name"]));
    let answer = json!({ "answer": "skip" });
    assert_eq!(bob.post(&path, &answer).problem(), "404 not_found");
    assert_eq!(rita.post(&path, &answer).status, 200);
    assert_eq!(
        rita.get(&format!("/api/runs/{batch}")).problem(),
        "404 not_found",
        "only the question is hers to see"
    );
    assert_eq!(ann.get(&path).json()["answered_by"], "rita");
    assert_eq!((waiting(&ann), waiting(&rita)), (0, 0));
    let log = root.get("/api/audit?limit=1").json();
    assert_eq!(
        (&log["items"][0]["who"], &log["items"][0]["what"]),
        (&json!("rita"), &json!("review_answered"))
    );
}

#[test]
fn leaving_takes_everything_along() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    root.add("ann", "author");
    root.add("bob", "author");
    let (ann, bob) = (server.log_in("ann"), server.log_in("bob"));
    let bobs = bob.make("Juniperholm", "roman-roads.md", 8);
    ann.make("Heatherfell", "volcanoes.md", 7);
    // Unfinished runs end with their owner.
    let begun = ann.post("/api/forge", &json!({ "items": 3000, "seed": 5 }));
    assert_eq!(begun.status, 202);
    let (_, token) = ann.token("t");
    let leave = |password: &str| ann.json("DELETE", "/api/me", &json!({ "password": password }));
    assert_eq!(leave("wrong").problem(), "403 forbidden at /password");
    let left = leave(PASSWORD);
    assert_eq!(left.status, 204, "{}", left.text());
    assert!(left.header("set-cookie").unwrap().contains("max-age=0"));
    assert_eq!(ann.get("/api/runs").status, 401);
    assert_eq!(token.get("/api/runs").status, 401);
    assert!(server.enter("/api/login", &json!({ "name": "ann", "password": PASSWORD })).is_err());

    let copy = root.get("/api/backup").body;
    let holds =
        |word: &str| copy.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()));
    assert!(holds(&bobs.word), "what others have is there");
    assert!(!holds("Heatherfell"), "something of hers was left");
    assert_eq!(bob.get(&format!("/api/sessions/{}", bobs.session)).status, 200);
    // A new account with the same name gets none of the old data.
    root.add("ann", "author");
    let again = server.log_in("ann");
    let seen = again.get("/api/overview").json();
    assert_eq!((&seen["sessions"], &seen["items"], &seen["documents"]), (&json!(0), &json!(0), &json!(0)));
    assert_eq!(again.get("/api/runs").json()["items"], json!([]));
}
