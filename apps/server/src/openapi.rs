//! Generates the OpenAPI 3.1 document from the table of routes.

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::routes::{Media, Needs, Route, Routes};

pub(crate) fn document(routes: &Routes) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for route in &routes.0 {
        let operation = operation(route, &mut generator);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    let mut schemas = generator.take_definitions(true);
    schemas.insert("ProblemDocument".to_owned(), problem());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tutti",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Questions whose keys are proved, study aids that quote their source, and the runs that make \
                them. Errors are problem documents (RFC 9457) with a code, hints and, where a field is at fault, its \
                JSON pointer.",
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "session": { "type": "apiKey", "in": "cookie", "name": crate::door::COOKIE },
            },
        },
        "security": [{ "token": [] }, { "session": [] }, {}],
    })
}

/// `GET /api/runs/{run}` becomes `get_runs_run`.
fn operation_id(route: &Route) -> String {
    let words: Vec<&str> = route
        .path
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "api")
        .collect();
    format!("{}_{}", route.method, words.join("_"))
}

fn operation(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let mut parameters: Vec<Value> = names(route.path)
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": path_schema(name) }))
        .collect();
    if let Some(describe) = route.query {
        parameters.extend(query(&describe(generator).to_value(), generator));
    }
    parameters.extend(route.headers.iter().map(
        |name| json!({ "name": name, "in": "header", "required": true, "schema": { "type": "string" } }),
    ));
    if route.is_idempotent_by_key() {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "A repeated request with the same key is not executed again; the first response is returned.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$" },
        }));
    }
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": route.about,
        "tags": [tag(route.path)],
        "responses": responses(route, generator),
        "x-needs": route.needs,
    });
    if !parameters.is_empty() {
        operation["parameters"] = json!(parameters);
    }
    if let Some(body) = route.body {
        operation["requestBody"] = json!({ "required": true, "content": content(body, generator) });
    }
    if route.needs == Needs::Nothing {
        operation["security"] = json!([]);
    }
    operation
}

/// The parameter names in a path.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// Numbered parameters are integers; all others are strings.
fn path_schema(name: &str) -> Value {
    match name {
        "page" | "slot" | "n" => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
        _ => json!({ "type": "string", "minLength": 1 }),
    }
}

/// The fields of a type as query parameters.
fn query(schema: &Value, generator: &SchemaGenerator) -> Vec<Value> {
    let schema = match schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        Some(name) => generator.definitions().get(name).cloned().unwrap_or_default(),
        None => schema.clone(),
    };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let Some(fields) = schema["properties"].as_object() else { return Vec::new() };
    fields
        .iter()
        .map(|(name, field)| {
            let mut field = field.clone();
            let description = field["description"].take();
            strip_null(&mut field);
            if let Some(fields) = field.as_object_mut() {
                fields.remove("description");
                fields.remove("default");
            }
            json!({
                "name": name, "in": "query", "required": required.contains(&name.as_str()), "schema": field,
                "description": description.as_str().unwrap_or_default(),
            })
        })
        .collect()
}

/// Removes null from a schema: a query omits missing parameters.
fn strip_null(field: &mut Value) {
    if let Some(types) = field["type"].as_array() {
        let types: Vec<Value> = types.iter().filter(|kind| *kind != "null").cloned().collect();
        field["type"] = if types.len() == 1 { types[0].clone() } else { json!(types) };
    } else if let Some(choices) = field["anyOf"].as_array() {
        let choices: Vec<Value> = choices.iter().filter(|choice| choice["type"] != "null").cloned().collect();
        if choices.len() == 1 {
            *field = choices[0].clone();
        } else {
            field["anyOf"] = json!(choices);
        }
    } else if let Some(fields) = field.as_object_mut() {
        fields.remove("type");
    }
}

fn tag(path: &str) -> &str {
    path.strip_prefix("/api/").map_or("system", |rest| rest.split('/').next().unwrap_or(rest))
}

fn responses(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    for status in route.statuses() {
        let given = route.gives.iter().find(|(given, _)| *given == status);
        let response = match given {
            Some((_, Media::Nothing)) => json!({ "description": description(status) }),
            Some((_, media)) => {
                json!({ "description": description(status), "content": content(*media, generator) })
            }
            None => json!({
                "description": description(status),
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/ProblemDocument" } } },
            }),
        };
        responses.insert(status.to_string(), response);
    }
    Value::Object(responses)
}

fn content(media: Media, generator: &mut SchemaGenerator) -> Value {
    match media {
        Media::Json(describe) => json!({ "application/json": { "schema": describe(generator) } }),
        Media::Form(describe) => json!({ "multipart/form-data": { "schema": describe(generator) } }),
        Media::File(media_type) => json!({ media_type: {} }),
        Media::Events => json!({ "text/event-stream": { "schema": {
            "type": "object",
            "description": "One event",
            "properties": {
                "event": { "enum": ["snapshot", "event", "end"] },
                "data": { "type": "string", "contentMediaType": "application/json" },
            },
        } } }),
        Media::Nothing => json!({}),
    }
}

fn description(status: u16) -> &'static str {
    match status {
        200 => "Success",
        201 => "Created",
        202 => "Accepted: the run continues in the background",
        204 => "Done",
        303 => "Redirect",
        400 => "Invalid request; the pointer names the field",
        401 => "Not logged in",
        403 => "Permission denied",
        404 => "Not found",
        405 => "Method not allowed",
        408 => "The body came too slowly",
        409 => "Conflict: already done, or changed by someone else",
        412 => "It has changed since it was read",
        413 => "Too large",
        415 => "Unsupported media type",
        422 => "Refused by a gate, or waiting for review",
        428 => "If-Match is required",
        429 => "Too many requests",
        502 | 504 => "An external service failed or timed out",
        503 => "Temporarily unavailable",
        _ => "Internal error",
    }
}

fn problem() -> Value {
    json!({
        "type": "object",
        "description": "An error, as a problem document (RFC 9457).",
        "required": ["type", "title", "status", "detail", "code", "trace_id"],
        "properties": {
            "type": { "type": "string" },
            "title": { "type": "string" },
            "status": { "type": "integer" },
            "detail": { "type": "string" },
            "code": { "type": "string", "enum": tutti_core::Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>() },
            "pointer": { "type": "string", "description": "JSON pointer to the invalid field" },
            "hints": { "type": "array", "items": { "type": "string" }, "description": "What to do next" },
            "stage": { "type": "string" },
            "trace_id": { "type": "string", "description": "Trace id of the request in the logs" },
            "errors": {
                "type": "array",
                "description": "All errors, if there are several",
                "items": {
                    "type": "object",
                    "required": ["detail"],
                    "properties": { "pointer": { "type": "string" }, "detail": { "type": "string" } },
                },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's types are generated from the committed file, and programs can read it without starting a server.
    #[test]
    fn the_committed_document_is_fresh() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
        let now = format!("{:#}\n", document(&crate::api::routes()));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(file, &now).unwrap();
        }
        let there = std::fs::read_to_string(file).unwrap_or_default();
        assert!(there == now, "web/openapi.json is out of date: `make update` rewrites it");
    }

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let routes = crate::api::routes();
        let mut names: Vec<String> = routes.0.iter().map(operation_id).collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
