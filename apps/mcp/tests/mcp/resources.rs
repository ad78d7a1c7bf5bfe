//! Items, documents and runs as resources.

use rmcp::{
    ServiceError,
    model::{ErrorCode, PaginatedRequestParams, ReadResourceRequestParams, ResourceContents},
};
use serde_json::{Value, json};

use crate::world::World;

async fn read(world: &World, uri: &str) -> Result<(String, String), ErrorCode> {
    match world.client.read_resource(ReadResourceRequestParams::new(uri)).await {
        Ok(result) => match &result.contents[0] {
            ResourceContents::TextResourceContents { mime_type, text, .. } => {
                Ok((mime_type.clone().unwrap(), text.clone()))
            }
            other => panic!("{other:?}"),
        },
        Err(ServiceError::McpError(error)) => Err(error.code),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn items_and_runs_are_read_by_address() {
    let world = World::new().await;
    let made = world.value("make_exam_items", json!({ "items": 1, "seed": 5 })).await;
    let uri = made["items"][0]["uri"].as_str().unwrap();
    let (mime_type, text) = read(&world, uri).await.unwrap();
    assert_eq!(mime_type, "text/markdown");
    assert!(text.contains("(right)") && text.contains("## Solution"), "{text}");
    let (mime_type, text) = read(&world, &format!("{uri}?as=json")).await.unwrap();
    let item: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((mime_type.as_str(), &item["id"]), ("application/json", &made["items"][0]["id"]));

    let status = world.value("run_status", json!({ "run": made["run"] })).await;
    let (_, text) = read(&world, status["uri"].as_str().unwrap()).await.unwrap();
    let run: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&run["flow"], &run["output"]["stats"]["accepted"]), (&json!("forge"), &json!(1)));

    for missing in ["tutti://items/mc-none", "tutti://runs/none", "tutti://other/1", "file:///etc/hostname"] {
        let code = read(&world, missing).await.unwrap_err();
        assert!([ErrorCode::RESOURCE_NOT_FOUND, ErrorCode::INVALID_PARAMS].contains(&code), "{missing}");
    }
    let templates = world.client.list_all_resource_templates().await.unwrap();
    let templates: Vec<&str> = templates.iter().map(|template| template.uri_template.as_str()).collect();
    assert_eq!(templates, ["tutti://library/{id}", "tutti://items/{id}{?as}", "tutti://runs/{id}"]);
}

#[tokio::test]
async fn lists_come_a_page_at_a_time() {
    let world = World::new().await;
    let made = world.value("make_exam_items", json!({ "items": 120, "seed": 5 })).await;
    let first = world.client.list_resources(None).await.unwrap();
    assert_eq!(first.resources.len(), 100);
    let all = world.client.list_all_resources().await.unwrap();
    let accepted = made["stats"]["accepted"].as_u64().unwrap() as usize;
    assert_eq!(all.len(), accepted + 1, "the items and the run");
    let mut uris: Vec<&str> = all.iter().map(|resource| resource.uri.as_str()).collect();
    uris.sort_unstable();
    uris.dedup();
    assert_eq!(uris.len(), all.len(), "none comes twice");

    let strange = PaginatedRequestParams::default().with_cursor(Some("strange".to_owned()));
    let Err(ServiceError::McpError(error)) = world.client.list_resources(Some(strange)).await else {
        panic!()
    };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
}
