//! Tests of `--json`: every command prints only machine-readable output.

use serde_json::{Value, json};

use crate::{World, show_output};

#[test]
fn lists_are_lines() {
    let world = World::with_runs();
    let runs = world.documents("runs list");
    assert_eq!(runs.iter().map(|run| &run["id"]).collect::<Vec<_>>(), ["hard", "easy"]);
    let created = runs[0]["created_at"].as_str().unwrap();
    assert!(created.ends_with('Z') && created.contains('T'), "{created}");
    let reviews = world.documents("review list");
    assert_eq!(reviews[0]["question"]["allowed"], json!(["keep", "drop"]));
    assert_eq!(world.documents("schema").len(), 42);
    assert!(world.documents("config").iter().all(|line| line["source"].is_string()));
    assert!(world.documents("doctor").iter().all(|line| line["state"].is_string()));
    assert_eq!(World::new().documents("runs list"), Vec::<Value>::new());
}

#[test]
fn the_rest_are_documents() {
    let world = World::with_runs();
    let hard = world.document("runs show hard");
    assert_eq!((&hard["status"], &hard["reviews"][0]["name"]), (&json!("parked"), &json!("keep_or_drop")));
    assert_eq!(hard["journal"][1]["key"], "readability#1");
    assert!(hard["journal"][1].get("output").is_none());
    let whole = world.document("runs show hard --journal");
    assert_eq!(whole["journal"][1]["output"]["ok"]["way"], "native");
    assert_eq!(world.document("runs replay easy")["ending"]["ending"], "same");
    assert_eq!(world.document("runs diff easy easy")["steps"], json!([]));
    assert_eq!(world.document("runs project easy")["disagreements"], json!([]));
    assert_eq!(world.document("runs resume --all"), json!({ "freed": 0, "driven": 0 }));
    assert_eq!(world.document("review show hard")["run"], "hard");
    assert_eq!(world.document("schema text")["title"], "text");
    assert_eq!(world.document("runs fork easy --from readability")["status"], "queued");
    let fork = world.document("runs fork easy --from readability --resume");
    assert_eq!((&fork["status"], &fork["output"]["kept"]), (&json!("done"), &json!(true)));
    assert_eq!(world.document("backup saved.db")["rows"]["reviews"], 1);
    assert_eq!(world.document("--data other restore saved.db")["rows"]["reviews"], 1);
    assert_eq!(world.document("review answer hard keep")["output"]["kept"], true);
    let tour = world.document("tour");
    assert_eq!(tour["reviews"][0]["name"], "keep_or_drop");
    let cancelled = world.document(&format!("runs cancel {}", tour["run"].as_str().unwrap()));
    assert_eq!((&cancelled["status"], &cancelled["affected"]), (&json!("cancelled"), &json!(2)));
}

/// The problems that a command prints with `--json`.
fn problems(world: &World, words: &str) -> Vec<Value> {
    let mut args: Vec<_> = words.split_whitespace().collect();
    args.push("--json");
    let output = world.run(&args);
    assert!(output.stdout.is_empty(), "{}", show_output(&output));
    let text = String::from_utf8(output.stderr).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn problems_are_documents_on_stderr() {
    let world = World::with_runs();
    assert_eq!(
        problems(&world, "runs show nobody"),
        [json!({
            "type": "urn:tutti:problem:not_found", "title": "Not found", "status": 404, "code": "not_found",
            "detail": "there is no run `nobody`", "hints": ["`tutti runs list` lists the runs"],
        })]
    );
    let several = problems(&world, "config --set engine.parallel=many --set engin.lease=1");
    assert_eq!(several.iter().map(|p| &p["code"]).collect::<Vec<_>>(), ["bad_settings", "bad_settings"]);
    let usage = problems(&world, "runs lsit");
    assert_eq!(usage[0]["detail"], "unrecognized subcommand 'lsit'");
    assert_eq!(usage[0]["hints"][0], "tip: a similar subcommand exists: 'list'");
}
