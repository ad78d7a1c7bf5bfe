//! Tests of quotas, and of the reserve of the disk.

use std::fs;

use serde_json::{Value, json};

use super::{
    Part, Server,
    chaos::{LEASE, disk_of, on_own_disk},
    people::Person,
};

/// An author with these limits.
fn with_quota<'a>(server: &'a Server, root: &Person, name: &str, quota: &Value) -> Person<'a> {
    let id = root.add(name, "author");
    let set = root.json("PUT", &format!("/api/accounts/{id}/quota"), quota);
    assert_eq!(set.status, 200, "{}", set.text());
    server.log_in(name)
}

#[test]
fn an_account_has_its_quotas() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(
        folder.path(),
        &["--accounts", "--set", "server.rate=100000", "--set", "quotas.author.streams=2"],
    );
    let root = server.root();
    let forge = json!({ "items": 1, "seed": 3 });
    let check = |answer: &super::Answer, quota: &str| {
        assert_eq!(answer.problem(), "403 quota_reached", "{}", answer.text());
        let problem = answer.json();
        assert!(problem["detail"].as_str().unwrap().contains(quota), "{problem}");
        assert!(problem["hints"].as_array().unwrap().len() == 2, "{problem}");
    };

    let ann = with_quota(&server, &root, "ann", &json!({ "runs": 0 }));
    check(&ann.post("/api/forge", &forge), "the quota of runs at once is used up: 0 of 0 runs");
    assert_eq!(ann.get("/api/runs").json()["items"], json!([]), "no work was started");

    let bob = with_quota(&server, &root, "bob", &json!({ "megabytes": 1 }));
    let small = [Part::text("text", "# Tides\n\nThe moon pulls the sea."), Part::text("name", "a.md")];
    assert_eq!(bob.form("/api/library", &small).status, 201);
    let large = "A tide is the regular rise and fall of the sea. ".repeat(25_000);
    check(&bob.form("/api/library", &[Part::text("text", &large)]), "the quota of stored data");
    assert_eq!(bob.form("/api/library", &small).status, 201, "what fits is still taken");
    let usage = bob.get("/api/me/usage").json();
    let used = usage["bytes"]["used"].as_u64().unwrap();
    assert!((1..1_000_000).contains(&used) && usage["bytes"]["limit"] == 1_000_000, "{usage}");

    let cat = with_quota(&server, &root, "cat", &json!({ "usd": 0.0 }));
    check(
        &cat.post("/api/forge", &forge),
        "the quota of money for models is used up: $0.000000 of $0.000000",
    );

    let dan = with_quota(&server, &root, "dan", &json!({}));
    let first = dan.open("/api/events");
    let _second = dan.open("/api/events");
    assert_eq!(first.0.status, 200);
    let third = dan.get("/api/events");
    check(&third, "the quota of event streams at once is used up: 2 of 2 event streams");
    assert_eq!(dan.get("/api/me/usage").json()["streams"], json!({ "used": 2, "limit": 2 }));
    drop(first);
    let begun = std::time::Instant::now();
    while dan.open("/api/events").0.status != 200 {
        assert!(begun.elapsed().as_secs() < 40, "a closed stream still counts");
    }

    // An admin can give more at any time; nobody else can.
    let accounts = root.get("/api/accounts").json();
    let ann_id =
        accounts["items"].as_array().unwrap().iter().find(|row| row["name"] == "ann").unwrap()["id"].clone();
    let path = format!("/api/accounts/{}/quota", ann_id.as_str().unwrap());
    assert_eq!(ann.json("PUT", &path, &json!({})).problem(), "403 forbidden");
    assert_eq!(root.json("PUT", &path, &json!({})).json()["runs"], json!({ "used": 0, "limit": 50 }));
    assert_eq!(ann.post("/api/forge", &forge).status, 202);
}

#[test]
fn a_nearly_full_disk_takes_no_more_data() {
    let folder = tempfile::tempdir().unwrap();
    let args =
        ["--set", LEASE, "--set", "store.reserve_megabytes=8", "--accounts", "--set", "server.rate=100000"];
    let server = Server::launch(on_own_disk(folder.path()), &args);
    let root = server.root();
    let run = root.wait_for_end(&root.post("/api/forge", &json!({ "items": 1, "seed": 3 })));
    let item = root.get("/api/items").json()["items"][0]["id"].as_str().unwrap().to_owned();
    let filler = disk_of(&server, folder.path()).join("filler");
    fs::write(&filler, vec![0; 18_000_000]).unwrap();
    let refused = root.post("/api/forge", &json!({ "items": 1, "seed": 4 }));
    assert_eq!(refused.problem(), "507 storage_full", "{}", refused.text());
    let document = [Part::text("text", "# Tides\n\nThe moon pulls the sea.")];
    assert_eq!(root.form("/api/library", &document).problem(), "507 storage_full");
    // Reading, logging in and deleting go on.
    assert_eq!(root.get(&format!("/api/runs/{run}")).status, 200);
    let again = server.log_in("root");
    let path = format!("/api/items/{item}");
    let tag = again.get(&path).header("etag").unwrap().to_owned();
    assert_eq!(again.send("DELETE", &path, &[("if-match", &tag)], b"").status, 204);
    assert_eq!(server.get("/readyz").status, 200);
    fs::remove_file(&filler).unwrap();
    assert_eq!(root.post("/api/forge", &json!({ "items": 1, "seed": 4 })).status, 202);
}
