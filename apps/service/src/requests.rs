//! Reads a request from one flat object: a form, or the arguments of a tool.
//!
//! Each request has one type, used by all interfaces. An interface may add its own fields, such as the file of a form
//! or the `wait` of a tool. The accepted names, the published schema and the parsing all come from the same types.

use std::{borrow::Cow, fmt::Display, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;
use tutti_core::{Code, Problem};

/// Named values from which types take their fields.
pub trait Entries {
    /// Takes the values with these names and reads them as a `T`.
    fn take<T: DeserializeOwned>(&mut self, names: &[String]) -> Result<T, Problem>;
}

/// A type that can be read from named values.
pub trait Fields: Sized {
    /// In the order of the schema.
    fn names() -> Vec<String>;

    fn take(entries: &mut impl Entries) -> Result<Self, Problem>;
}

impl<T: DeserializeOwned + JsonSchema> Fields for T {
    fn names() -> Vec<String> {
        let schema = schemars::schema_for!(T);
        let fields = schema.get("properties").and_then(Value::as_object);
        fields.into_iter().flat_map(|fields| fields.keys().cloned()).collect()
    }

    fn take(entries: &mut impl Entries) -> Result<Self, Problem> {
        entries.take(&Self::names())
    }
}

/// Several types whose fields share one object. Its schema is named after the first.
#[derive(Debug)]
pub struct Flat<T>(pub T);

macro_rules! flat {
    ($first:ident, $($other:ident),+) => {
        impl<$first: Fields, $($other: Fields),+> Fields for Flat<($first, $($other),+)> {
            fn names() -> Vec<String> {
                [$first::names(), $($other::names()),+].concat()
            }

            fn take(entries: &mut impl Entries) -> Result<Self, Problem> {
                Ok(Self(($first::take(entries)?, $($other::take(entries)?),+)))
            }
        }

        impl<$first: JsonSchema, $($other: JsonSchema),+> JsonSchema for Flat<($first, $($other),+)> {
            fn schema_name() -> Cow<'static, str> {
                $first::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                [$first::schema_id(), $($other::schema_id()),+].join("+").into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let mut schema = $first::json_schema(generator);
                $(add(&mut schema, &$other::json_schema(generator));)+
                schema
            }
        }
    };
}

flat!(A, B);
flat!(A, B, C);

/// Adds the fields of one object to another.
fn add(to: &mut Schema, other: &Schema) {
    for list in ["properties", "required"] {
        let Some(more) = other.get(list) else { continue };
        match (to.get_mut(list), more) {
            (Some(Value::Object(there)), Value::Object(more)) => there.extend(more.clone()),
            (Some(Value::Array(there)), Value::Array(more)) => there.extend(more.iter().cloned()),
            _ => drop(to.insert(list.to_owned(), more.clone())),
        }
    }
}

/// A value that is written as a text, such as the name of a format.
pub fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = String::deserialize(deserializer)?;
    text.trim().parse().map_err(serde::de::Error::custom)
}

/// As [`from_text`], for a value that may be left out. A blank one is.
pub fn from_text_if_any<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = non_blank(Option::deserialize(deserializer)?);
    text.map(|text| text.trim().parse().map_err(serde::de::Error::custom)).transpose()
}

/// The page size of a list: the requested one, or `most`.
pub fn page_size(asked: Option<u32>, most: u32) -> Result<u32, Problem> {
    match asked {
        None => Ok(most),
        Some(limit @ 1..=500) => Ok(limit),
        Some(other) => {
            Err(Problem::new(Code::BadInput, format!("the limit must be from 1 to 500; got {other}"))
                .at("/limit"))
        }
    }
}

/// A text that is not blank.
pub fn non_blank(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, dead_code, reason = "a test may panic, and only schemas are used")]

    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Wish {
        items: u32,
        #[serde(default)]
        words: Option<String>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Wait {
        wait: bool,
    }

    #[test]
    fn fields_stand_side_by_side() {
        assert_eq!(Flat::<(Wish, Wait)>::names(), ["items", "words", "wait"]);
        let schema = schemars::schema_for!(Flat<(Wish, Wait)>);
        assert_eq!(schema.get("title"), Some(&json!("Wish")));
        assert_eq!(schema.get("required"), Some(&json!(["items", "wait"])));
        assert_eq!(schema.get("additionalProperties"), Some(&json!(false)));
        let names: Vec<&String> = schema.get("properties").unwrap().as_object().unwrap().keys().collect();
        assert_eq!(names, ["items", "words", "wait"]);
    }
}
