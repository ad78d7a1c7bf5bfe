//! Which runs end with their call, and which continue without it.

use serde_json::json;
use tutti_store::{RunFilter, RunStatus};

use crate::world::World;

/// More items than any machine can make during the test.
fn many() -> serde_json::Value {
    json!({ "items": 10_000, "seed": 1 })
}

#[tokio::test]
async fn a_cancelled_call_cancels_its_run() {
    let world = World::new().await;
    let asked = world.send("make_exam_items", many()).await;
    world.until(RunStatus::Running).await;
    asked.cancel(Some("no longer wanted".to_owned())).await.unwrap();
    let run = world.until(RunStatus::Cancelled).await;
    let status = world.value("run_status", json!({ "run": run.as_str() })).await;
    assert_eq!(status["status"], "cancelled");
}

#[tokio::test]
async fn cancel_run_ends_a_run() {
    let world = World::new().await;
    let begun = world.value("make_exam_items", json!({ "items": 10_000, "wait": false })).await;
    world.until(RunStatus::Running).await;
    world.value("cancel_run", json!({ "run": begun["run"] })).await;
    world.until(RunStatus::Cancelled).await;
    let again = world.call("cancel_run", json!({ "run": begun["run"] })).await;
    assert_eq!(again.structured_content.unwrap()["code"], "conflict");
}

#[tokio::test]
async fn a_client_that_leaves_loses_nothing() {
    let world = World::new().await;
    let store = world.store().await;
    let begun = world.value("make_exam_items", json!({ "items": 10_000, "wait": false })).await;
    world.until(RunStatus::Running).await;
    world.client.cancel().await.unwrap();
    world.serving.await.unwrap().unwrap();
    let rows = store.runs(&RunFilter::default()).await.unwrap();
    assert_eq!((rows[0].id.as_str(), rows[0].status), (begun["run"].as_str().unwrap(), RunStatus::Queued));
    assert!(!rows[0].cancel_requested);

    // The next process resumes it.
    let world = World::at(world.folder).await;
    world.until(RunStatus::Running).await;
    world.value("cancel_run", json!({ "run": begun["run"] })).await;
}

#[tokio::test]
async fn a_client_that_leaves_while_it_waits_cancels_nothing() {
    let world = World::new().await;
    let store = world.store().await;
    let asked = world.send("make_exam_items", many()).await;
    world.until(RunStatus::Running).await;
    drop(asked);
    world.client.cancel().await.unwrap();
    world.serving.await.unwrap().unwrap();
    let rows = store.runs(&RunFilter::default()).await.unwrap();
    assert_eq!(rows[0].status, RunStatus::Queued);
    assert!(!rows[0].cancel_requested);
}
