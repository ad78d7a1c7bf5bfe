//! Field names that differ between the API and the command line or the tools for models.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value};
use tutti_core::Problem;

/// Pairs of an internal name and its API name. Requests accept both; the OpenAPI document shows the API name.
const NAMES: [(&str, &str); 2] = [("words", "q"), ("keys", "key")];

/// A request with the API's field names.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Api<T>(pub(crate) T);

impl<T: JsonSchema> JsonSchema for Api<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("Api<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        if let Some(Value::Object(fields)) = schema.get_mut("properties") {
            let renamed: Map<String, Value> =
                std::mem::take(fields).into_iter().map(|(name, field)| (api_name(name), field)).collect();
            *fields = renamed;
        }
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            for name in required {
                *name = api_name(name.as_str().unwrap_or_default().to_owned()).into();
            }
        }
        schema
    }
}

fn api_name(name: String) -> String {
    NAMES.iter().find(|(ours, _)| *ours == name).map_or(name, |(_, theirs)| (*theirs).to_owned())
}

/// The same problem with the API's field name.
pub(crate) fn in_api(problem: Problem) -> Problem {
    match problem.pointer.as_deref().and_then(|pointer| pointer.strip_prefix('/')).map(str::to_owned) {
        Some(field) => problem.at(format!("/{}", api_name(field))),
        None => problem,
    }
}
