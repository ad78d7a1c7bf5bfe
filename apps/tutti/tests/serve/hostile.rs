//! Tests of malicious requests: each is refused, and the server keeps working.

use std::io::{Read, Write};

use serde_json::json;

use super::{Part, Server, command};

/// Text that a server must never reveal.
const SECRET: &str = "root:";

#[test]
fn no_path_leads_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let session = server.session();
    for path in [
        "/../../../../etc/passwd",
        "/assets/../../../../etc/passwd",
        "/assets/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/....//....//etc/passwd",
        "/api/exports/..%2f..%2f..%2fetc/passwd",
        "/api/exports/x/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/api/schemas/..%2f..%2fetc%2fpasswd",
        &format!("/api/sessions/{session}/pages/..%2f1"),
        &format!("/api/forge/{session}/files/..%2f..%2fetc%2fpasswd"),
        &format!("/api/author/{session}/files/..%2f..%2fetc%2fpasswd"),
    ] {
        let answer = server.get(path);
        assert!(!answer.text().contains(SECRET), "{path}");
        assert!([400, 404].contains(&answer.status), "{path}: {} {}", answer.status, answer.text());
    }
    // The file name in a form must not refer to a file on this disk.
    let text = "Notes on rivers. A river is a stream of fresh water. ".repeat(12);
    let sent = server.form("/api/library", &[Part::file("file", "../../../../escaped.md", text.as_bytes())]);
    assert_eq!(sent.status, 201, "{}", sent.text());
    assert!(!sent.text().contains(".."), "{}", sent.text());
    assert!(!folder.path().parent().unwrap().join("escaped.md").exists());
}

#[test]
fn addresses_of_ones_own_network_are_not_fetched() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let own = format!("http://{}/healthz", server.address);
    for url in [
        own.as_str(),
        "http://127.0.0.1/",
        "http://localhost/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://0.0.0.0/",
        "http://2130706433/",
        "http://[::ffff:127.0.0.1]/",
    ] {
        for path in ["/api/study", "/api/read", "/api/library"] {
            let answer = server.form(path, &[Part::text("url", url)]);
            assert!((400..500).contains(&answer.status), "{path} {url}: {} {}", answer.status, answer.text());
            assert_eq!(answer.json()["pointer"], "/url", "{path} {url}: {}", answer.text());
        }
    }
    for url in ["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/x"] {
        let answer = server.form("/api/study", &[Part::text("url", url)]);
        assert_eq!(answer.problem(), "400 bad_input at /url", "{url}");
    }
}

/// A DOCX with this document in it.
fn docx(document: &[u8]) -> Vec<u8> {
    let mut file = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    let types = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
    let links = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
    for (name, bytes) in [
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", links.as_bytes()),
        ("word/document.xml", document),
    ] {
        file.start_file(name, options).unwrap();
        file.write_all(bytes).unwrap();
    }
    file.finish().unwrap().into_inner()
}

#[test]
fn bombs_and_entities_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let head = r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>"#;
    let tail = "</w:t></w:r></w:p></w:body></w:document>";
    let bomb = docx(&[head.as_bytes(), &vec![b'a'; 400 << 20], tail.as_bytes()].concat());
    assert!(bomb.len() < 1 << 20);
    let text = "A river is a stream of fresh water that flows to the sea. ".repeat(12);
    let entity = docx(
        format!("<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>{head}{text}&x;{tail}").as_bytes(),
    );
    let laughs: Vec<String> =
        (1..10).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    let laughs = laughs.concat();
    let laughs = docx(format!("<!DOCTYPE d [<!ENTITY l0 \"ha\">{laughs}]>{head}{text}&l9;{tail}").as_bytes());
    for (name, bytes) in [("bomb.docx", &bomb), ("entity.docx", &entity), ("laughs.docx", &laughs)] {
        for path in ["/api/read", "/api/library"] {
            let answer = server.form(path, &[Part::file("file", name, bytes)]);
            assert!(!answer.text().contains(SECRET), "{name}");
            assert!((400..500).contains(&answer.status), "{name}: {} {}", answer.status, answer.text());
            assert_eq!(answer.json()["pointer"], "/file", "{path} {name}: {}", answer.text());
        }
    }
    // The same through the other route that accepts untrusted files.
    let quiz = "<?xml version=\"1.0\"?><!DOCTYPE q [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><quiz><question \
        type=\"truefalse\"><name><text>a</text></name><questiontext><text>&x;</text></questiontext></question></quiz>";
    let answer = server.form("/api/items/import", &[Part::file("files", "a.xml", quiz.as_bytes())]);
    assert!(!answer.text().contains(SECRET));
    assert!((400..500).contains(&answer.status), "{} {}", answer.status, answer.text());
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn what_is_too_large_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let answer = server.send("GET", "/api/runs", &[("x-long", &"a".repeat(200_000))], b"");
    assert_eq!(answer.status, 431, "{}", answer.text());
    let many: Vec<(String, String)> = (0..500).map(|n| (format!("x-{n}"), "a".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(server.send("GET", "/api/runs", &many, b"").status, 431);
    let json = format!("{{\"items\":{}1}}", " ".repeat(9_000_000));
    let answer = server.send("POST", "/api/forge", &[("content-type", "application/json")], json.as_bytes());
    assert_eq!(answer.problem(), "413 too_large");
    let file = vec![b'a'; 21_000_001];
    let answer = server.form("/api/study", &[Part::file("file", "a.txt", &file)]);
    assert_eq!(answer.status, 413, "{}", answer.text());
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let answer = server.send("POST", "/api/forge", &[("content-type", "application/json")], deep.as_bytes());
    assert_eq!(answer.problem(), "400 bad_input at /0");
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn foreign_pages_and_names_are_sent_away() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let json = ("content-type", "application/json");
    let check = |headers: &[(&str, &str)], expected: u16| {
        let answer = server.send("POST", "/api/forge", headers, br#"{"items":1}"#);
        assert_eq!(answer.status, expected, "{headers:?} {}", answer.text());
    };
    check(&[json], 202);
    let own = format!("http://{}", server.address);
    check(&[json, ("origin", &own)], 202);
    check(&[json, ("sec-fetch-site", "same-origin")], 202);
    check(&[json, ("origin", "https://evil.example")], 403);
    check(&[json, ("origin", "null")], 403);
    check(&[json, ("sec-fetch-site", "cross-site")], 403);
    check(&[json, ("sec-fetch-site", "same-site")], 403);
    // A foreign host name that resolves to this server.
    check(&[json, ("host", "evil.example")], 403);
    assert_eq!(
        server.send("GET", "/api/runs", &[("host", "evil.example:8080")], b"").problem(),
        "403 forbidden"
    );
}

#[test]
fn nonsense_on_the_wire_ends_in_a_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for request in [
        "GARBAGE\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /api/forge HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        "GET /\0 HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let head = String::from_utf8_lossy(&bytes);
        assert!(!head.starts_with("HTTP/1.1 2") && !head.starts_with("HTTP/1.1 5"), "{request:?}: {head}");
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn requests_that_can_be_read_in_two_ways_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let check = |request: &str, expected: u16| {
        let answer = server.raw(request.as_bytes());
        assert_eq!(answer.status, expected, "{request:?}: {} {}", answer.head, answer.text());
    };
    let host = &server.address;
    let rest = "connection: close\r\n\r\n";
    check(&format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\n{rest}"), 200);
    check(&format!("GET http://{host}/healthz HTTP/1.1\r\nhost: {host}\r\n{rest}"), 200);
    check(&format!("CONNECT {host} HTTP/1.1\r\nhost: {host}\r\n{rest}"), 400);
    check(&format!("CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n{rest}"), 400);
    check(&format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nhost: evil.example\r\n{rest}"), 400);
    check(&format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nHost: {host}\r\n{rest}"), 400);
    check(&format!("GET http://evil.example/healthz HTTP/1.1\r\nhost: {host}\r\n{rest}"), 400);
    check(&format!("GET http://{host}/healthz HTTP/1.1\r\nhost: localhost\r\n{rest}"), 400);
    let post = format!("POST /api/forge HTTP/1.1\r\nhost: {host}\r\n");
    let lengths = "content-length: 5\r\ntransfer-encoding: chunked\r\n";
    check(&format!("{post}{lengths}{rest}0\r\n\r\n"), 400);
    let lengths = "transfer-encoding: chunked\r\ncontent-length: 5\r\n";
    check(&format!("{post}{lengths}{rest}0\r\n\r\n"), 400);
    check(&format!("{post}transfer-encoding: chunked\r\n{rest}0\r\n\r\n"), 415);
    check(&format!("{post}content-length: 5\r\ncontent-length: 6\r\n{rest}12345"), 400);
    check(&format!("{post}transfer-encoding: gzip\r\n{rest}12345"), 400);
}

#[test]
fn slow_and_idle_connections_are_closed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n", server.address);
    // One sends a header now and then, one half a head, one nothing at all, one nothing after its first request.
    let mut drips = server.connect();
    let mut others = [server.connect(), server.connect(), server.connect()];
    drips.write_all(request.as_bytes()).unwrap();
    others[0].write_all(request.as_bytes()).unwrap();
    others[2].write_all(format!("{request}\r\n").as_bytes()).unwrap();
    let begun = std::time::Instant::now();
    drips.set_read_timeout(Some(std::time::Duration::from_millis(200))).unwrap();
    let mut n = 0;
    let closed = loop {
        n += 1;
        let _ = drips.write_all(format!("x-{n}: 1\r\n").as_bytes());
        match drips.read(&mut [0; 1000]) {
            Ok(0) => break begun.elapsed(),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break begun.elapsed(),
        }
        assert!(begun.elapsed().as_secs() < 25, "a client that sends header by header keeps its connection");
    };
    for stream in &mut others {
        stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
        let mut bytes = Vec::new();
        assert!(stream.read_to_end(&mut bytes).is_ok(), "closed after {closed:?}, others are not");
    }
    assert!(begun.elapsed().as_secs() < 25);
}

#[test]
fn an_address_has_so_many_connections() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--accounts", "--set", "server.connections=4"]);
    let idle: Vec<_> = (0..4).map(|_| server.connect()).collect();
    let refused = server.get("/healthz");
    assert!([0, 429].contains(&refused.status), "{}", refused.head);
    drop(idle);
    let begun = std::time::Instant::now();
    while server.get("/healthz").status != 200 {
        assert!(begun.elapsed().as_secs() < 20, "its place is not free again");
    }
}

/// Starts a server that refuses to start; returns what it says.
fn refusal(folder: &std::path::Path, args: &[&str]) -> String {
    let output = command(folder).args(["serve", "--listen", "127.0.0.1:0"]).args(args).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_others_can_reach_needs_accounts() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(refusal(folder.path(), &["--set", "server.public_url=https://tutti.example"]), @r"
    error[bad_settings]: server.public_url says that others reach this server at https://tutti.example, but accounts are off
    hint: turn on accounts with `--accounts`, or remove server.public_url
    ");
    insta::assert_snapshot!(refusal(folder.path(), &["--set", "server.behind_proxy=true"]), @r"
    error[bad_settings]: server.behind_proxy says that a proxy passes the requests of others on, but accounts are off
    hint: turn on accounts with `--accounts`, or remove server.behind_proxy
    ");
}

#[test]
fn a_store_with_accounts_is_not_served_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with_accounts(folder.path());
    let root = server.root();
    let open = json!({ "set": { "server.accounts": false } });
    assert_eq!(root.json("PATCH", "/api/settings", &open).problem(), "403 forbidden at /set/server.accounts");
    drop(server);
    insta::assert_snapshot!(refusal(folder.path(), &[]), @r"
    error[bad_settings]: the store has accounts, but accounts are off
    hint: turn them on with `--accounts` or `server.accounts = true`
    hint: or choose another folder with `--data DIR`
    ");
}

#[test]
fn another_address_needs_accounts() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tutti"))
        .args(["serve", "--listen", "0.0.0.0:0"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(!output.status.success());
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @r"
    error[bad_settings]: 0.0.0.0:0 can be reached from other machines, but accounts are off
    hint: turn on accounts with `--accounts`, or listen on 127.0.0.1
    ");
    let server = Server::start_with(folder.path(), &["--accounts"]);
    assert!(server.said["setup_code"].as_str().is_some_and(|code| code.len() >= 8), "{}", server.said);
    assert_eq!(server.get("/api/runs").problem(), "401 unauthorized");
    assert_eq!(server.post("/api/forge", &json!({ "items": 1 })).problem(), "401 unauthorized");
}
