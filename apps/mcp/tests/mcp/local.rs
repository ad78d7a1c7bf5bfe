//! Tools over stdio, as the program that started the process uses them.

use rmcp::{
    ServiceError,
    model::{CallToolRequestParams, ErrorCode},
};
use serde_json::{Value, json};
use tutti_store::RunStatus;

use crate::world::{World, text, tool_result};

const HARD: &str = "Notwithstanding antecedent negotiations, obligations concerning periodic examination of \
                    enumerated installations are indivisible.";

#[tokio::test]
async fn items_are_made_told_of_and_exported() {
    let world = World::new().await;
    let asked = world.send("make_exam_items", json!({ "items": 3, "seed": 7, "schemas": ["M"] })).await;
    let token = asked.progress_token.clone();
    let made = tool_result(asked.await_response().await.unwrap());
    let value = made.structured_content.clone().unwrap();
    assert_eq!((&value["status"], &value["stats"]["accepted"]), (&json!("done"), &json!(3)), "{value:#}");
    assert!(text(&made).contains("seed 7: 3 accepted, 0 rejected"), "{}", text(&made));

    let told = world.client.service().0.lock().unwrap().clone();
    assert!(told[0].message.as_ref().unwrap().contains(value["run"].as_str().unwrap()), "{told:?}");
    assert!(told.windows(2).all(|pair| pair[0].progress < pair[1].progress), "{told:?}");
    assert!(told.iter().all(|told| told.progress_token == token && told.total == Some(3.0)), "{told:?}");

    let listed = world.value("list_items", json!({ "tag": "esat", "limit": 2 })).await;
    assert_eq!((listed["items"].as_array().unwrap().len(), &listed["total"]), (2, &json!(3)));
    let after = world.value("list_items", json!({ "after": listed["next"] })).await;
    assert_eq!(after["items"].as_array().unwrap().len(), 1);
    let id = after["items"][0]["id"].clone();
    let shown = world.value("show_item", json!({ "id": id })).await;
    assert_eq!(shown["item"]["id"], id);

    let exported = world.call("export_items", json!({ "to": "gift", "ids": [id] })).await;
    let shown = serde_json::to_value(&exported).unwrap();
    assert!(shown["content"][1]["resource"]["text"].as_str().unwrap().contains("::"), "{shown:#}");
    let folder = world.folder.path().to_str().unwrap();
    let papers = json!({ "to": "pdf", "save_to": folder });
    let saved = world.value("export_items", papers.clone()).await;
    assert_eq!(saved["files"].as_array().unwrap().len(), 2);
    assert!(std::fs::read(world.folder.path().join("items-key.pdf")).unwrap().starts_with(b"%PDF"));
    let again = world.call("export_items", papers).await;
    assert_eq!(again.structured_content.unwrap()["code"], "conflict", "a file is not written over");
}

#[tokio::test]
async fn a_run_that_nobody_waits_for_goes_on() {
    let world = World::new().await;
    let begun = world.value("make_exam_items", json!({ "items": 2, "seed": 1, "wait": false })).await;
    assert_eq!(begun["status"], "begun");
    world.until(RunStatus::Done).await;
    let status = world.value("run_status", json!({ "run": begun["run"], "output": true })).await;
    assert_eq!((&status["status"], &status["output"]["stats"]["total"]), (&json!("done"), &json!(2)));
    let runs = world.value("list_runs", json!({ "flow": "forge", "status": "done" })).await;
    assert_eq!(runs["runs"][0]["run"], begun["run"]);
}

#[tokio::test]
async fn items_of_others_are_verified() {
    let world = World::new().await;
    let run = world.value("make_exam_items", json!({ "items": 1, "seed": 3 })).await["run"].clone();
    let status = world.value("run_status", json!({ "run": run, "output": true })).await;
    let package = &status["output"]["outcomes"][0]["question_package"];
    let verified = world.value("verify_items", json!({ "items": [package, { "question": 1 }] })).await;
    assert_eq!(verified["passed"], 1, "{verified:#}");
    assert_eq!(verified["items"][1]["failure_type"], "unreadable");
}

#[tokio::test]
async fn reviews_are_answered_and_the_run_goes_on() {
    let world = World::new().await;
    world.start("hard", HARD).await;
    world.until(RunStatus::Parked).await;
    let listed = world.value("list_reviews", json!({})).await;
    assert_eq!(listed["reviews"][0]["run"], "hard");
    let wrong = world.call("answer_review", json!({ "run": "hard", "answer": "perhaps" })).await;
    assert_eq!(wrong.structured_content.as_ref().unwrap()["pointer"], "/answer", "{}", text(&wrong));
    let allowed = listed["reviews"][0]["allowed"][0].clone();
    let answered = world.value("answer_review", json!({ "run": "ha", "answer": allowed })).await;
    assert_eq!(answered["name"], listed["reviews"][0]["name"]);
    world.until(RunStatus::Done).await;
    assert_eq!(world.value("list_reviews", json!({})).await["reviews"], json!([]));
    let again = world.call("answer_review", json!({ "run": "hard", "answer": allowed })).await;
    assert_eq!(again.structured_content.unwrap()["code"], "conflict");
}

#[tokio::test]
async fn task_files_and_tables_are_looked_at() {
    let world = World::new().await;
    let file = "## Comprehension Quiz\n\n| Field | Visibility | Value |\n|---|---|---|\n\
                | **Question ID** | Participants | CQ1 |\n";
    let checked = world.value("check_task_file", json!({ "text": file })).await;
    assert!(checked["findings"].as_array().unwrap().len() > 1, "{checked:#}");

    let table = "person,Q1,Q2\na,A,1\nb,B,0\nc,A,1\nd,A,0\n";
    let found = world.value("analyze_answers", json!({ "table": table, "keys": ["Q1=A"] })).await;
    assert_eq!(found["analysis"]["items"][0]["classical"]["p"], 0.75, "{found:#}");
}

#[tokio::test]
async fn a_task_without_a_text_waits_for_a_person() {
    let world = World::new().await;
    let request = "- **Task ID:** T1\n- **Task title:** Lamps\n- **Reference material:** lamps.pdf\n\
                   - **Reference material source:** given\n- **Domain:** railways\n- **Use case:** reading\n\
                   - **Use case description:** to read a rule\n- **Knowledge dimensions:** conceptual\n";
    let made = world.value("author_quiz", json!({ "request": request })).await;
    assert_eq!(made["status"], "waits", "{made:#}");
    assert_eq!(made["tasks"][0]["result"], "waits");
    assert!(!made["reviews"].as_array().unwrap().is_empty());
}

/// Checks the error for wrong arguments: its code, its pointer and words of the hint.
async fn check(world: &World, tool: &str, arguments: Value, expected: (&str, &str), words: &str) {
    let result = world.call(tool, arguments).await;
    assert_eq!(result.is_error, Some(true), "{tool}: {}", text(&result));
    let problem = result.structured_content.clone().unwrap();
    let pointer = problem["pointer"].as_str().unwrap_or_default();
    assert_eq!((problem["code"].as_str().unwrap(), pointer), expected, "{tool}: {problem:#}");
    assert!(text(&result).contains(words), "{tool}: {}", text(&result));
}

#[tokio::test]
async fn every_fault_is_said_with_its_place_and_what_to_try() {
    let world = World::new().await;
    let w = &world;
    check(w, "study_document", json!({}), ("bad_input", "/text"), "hint: give text, url or base64").await;
    check(
        w,
        "study_document",
        json!({ "text": "x", "questions": 500 }),
        ("bad_input", "/questions"),
        "at most 200",
    )
    .await;
    check(w, "study_document", json!({ "txt": "x" }), ("bad_input", "/txt"), "hint: the input schema").await;
    check(w, "study_document", json!({ "url": "ftp://x" }), ("bad_input", "/url"), "https://").await;
    check(w, "study_document", json!({ "url": "https://x.org" }), ("calls_forbidden", "/url"), "offline")
        .await;
    check(w, "read_document", json!({ "text": "x", "url": "y" }), ("bad_input", "/text"), "one").await;
    check(w, "read_document", json!({ "base64": "?" }), ("bad_input", "/base64"), "base64").await;
    check(w, "read_document", json!({ "path": "/nowhere/x.md" }), ("not_found", "/path"), "path").await;
    check(w, "search_library", json!({ "words": " " }), ("bad_input", "/words"), "words").await;
    check(w, "list_items", json!({ "limit": 0 }), ("bad_input", "/limit"), "1 to 500").await;
    check(w, "show_item", json!({ "id": "mc-none" }), ("not_found", "/id"), "mc-none").await;
    check(w, "export_items", json!({ "to": "word" }), ("bad_input", "/to"), "gift").await;
    check(w, "export_items", json!({ "to": "gift" }), ("not_found", ""), "nothing to export").await;
    check(w, "make_exam_items", json!({ "items": 0 }), ("bad_input", "/items"), "no items").await;
    check(w, "make_exam_items", json!({ "items": 1, "schemas": ["Z"] }), ("bad_input", "/schemas"), "Z")
        .await;
    check(w, "make_exam_items", json!({ "items": "ten" }), ("bad_input", "/items"), "invalid type").await;
    check(w, "verify_items", json!({}), ("bad_input", "/items"), "no items").await;
    check(w, "check_task_file", json!({ "text": "" }), ("bad_input", "/text"), "empty").await;
    check(w, "author_quiz", json!({ "request": "" }), ("bad_input", "/request"), "request").await;
    check(w, "analyze_answers", json!({ "table": "a,b\n1,2,3\n" }), ("bad_input", "/table"), "hint").await;
    check(w, "run_status", json!({ "run": "none" }), ("not_found", "/run"), "list_runs").await;
    check(w, "answer_review", json!({ "run": "none", "answer": "x" }), ("not_found", "/run"), "none").await;
    check(w, "list_runs", json!({ "status": "odd" }), ("bad_input", "/status"), "odd").await;
}

#[tokio::test]
async fn an_unknown_tool_is_a_fault_of_the_protocol() {
    let world = World::new().await;
    let failed = world.client.call_tool(CallToolRequestParams::new("list_item")).await.unwrap_err();
    let ServiceError::McpError(error) = failed else { panic!("{failed:?}") };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert!(error.message.contains("did you mean `list_items`"), "{error:?}");
}
