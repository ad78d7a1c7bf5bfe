//! Names that the API has for fields that the command line and the tools for models call otherwise.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value};
use tutti_core::Problem;

/// A name of ours, and what the API calls it. Requests read both; the document shows the API's.
const NAMES: [(&str, &str); 2] = [("words", "q"), ("keys", "key")];

/// A request under the API's names.
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

/// The same problem, its field under the API's name.
pub(crate) fn in_api(problem: Problem) -> Problem {
    match problem.pointer.as_deref().and_then(|pointer| pointer.strip_prefix('/')).map(str::to_owned) {
        Some(field) => problem.at(format!("/{}", api_name(field))),
        None => problem,
    }
}
