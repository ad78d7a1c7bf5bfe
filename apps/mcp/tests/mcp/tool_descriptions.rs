//! The descriptions of the tools, for clients and in `docs/mcp.md`.

use std::{fs, path::Path};

use serde_json::Value;

use crate::world::World;

#[tokio::test]
async fn every_tool_says_what_it_takes_and_does() {
    let world = World::new().await;
    assert!(world.tools.len() > 14);
    for (name, tool) in &world.tools {
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
        let annotations = tool.annotations.as_ref().unwrap();
        assert!(annotations.read_only_hint.is_some() && annotations.open_world_hint.is_some(), "{name}");
        assert!(tool.description.as_ref().is_some_and(|about| about.len() > 30), "{name}");
        assert_eq!(tool.input_schema["additionalProperties"], false, "{name}");
        let fields = tool.input_schema.get("properties").and_then(Value::as_object);
        for (field, schema) in fields.into_iter().flatten() {
            let is_clear = ["kind", "tag", "words", "difficulty"].contains(&field.as_str());
            assert!(is_clear || schema.get("description").is_some(), "{name}: {field} is not described");
        }
    }
    let looks = |name: &str| world.tools[name].annotations.as_ref().unwrap().read_only_hint.unwrap();
    assert!(looks("list_items") && looks("run_status") && !looks("study_document") && !looks("cancel_run"));
}

#[test]
fn the_table_in_the_documents_is_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/mcp.md");
    let text = fs::read_to_string(&file).unwrap();
    let (begin, end) = ("<!-- tools -->\n", "<!-- end of tools -->");
    let (head, rest) = text.split_once(begin).unwrap();
    let (_, tail) = rest.split_once(end).unwrap();
    let expected = format!("{head}{begin}\n{}\n{end}{tail}", tutti_mcp::reference());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &expected).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap();
    assert!(written == expected, "docs/mcp.md is stale: UPDATE=1 cargo nextest run -p tutti-mcp fresh");
}
