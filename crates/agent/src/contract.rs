//! A contract is a type that defines what it accepts: a JSON Schema, and rules that no schema can express.
//!
//! A value is checked against the schema, then parsed into the type, then checked against the rules. Each stage reports
//! everything it finds, so that one reply to a person or a model lists all that must be fixed. Unknown fields are
//! tolerated: a model that explains itself in an extra field has not broken anything.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tutti_core::{Code, Finding, Problem, Severity};

/// The input or output of an agent.
pub trait Contract: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// Unique among contracts; `tutti schema NAME` prints it.
    const NAME: &'static str;

    /// Rules beyond the schema. Findings of high severity refuse the value; gates decide on the others.
    fn validate(&self) -> Vec<Finding> {
        Vec::new()
    }
}

impl Contract for tutti_item::Item {
    const NAME: &'static str = "item";

    fn validate(&self) -> Vec<Finding> {
        Self::validate(self)
    }
}

/// One contract in the list of a binary.
#[derive(Debug, Clone, Copy)]
pub struct ContractEntry {
    pub name: &'static str,
    pub schema: fn() -> Value,
}

impl ContractEntry {
    pub const fn of<C: Contract>() -> Self {
        Self { name: C::NAME, schema: schema_of::<C> }
    }
}

/// One thing wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// JSON pointer to the offending field, also when the field is missing; empty for the whole value.
    pub pointer: String,
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() { "the value" } else { &self.pointer };
        write!(f, "{pointer}: {}", self.message)
    }
}

/// A value that violates the contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a valid {contract}: {}", list_faults(.faults))]
pub struct ContractError {
    pub contract: &'static str,
    /// Never empty; sorted by pointer.
    pub faults: Vec<Fault>,
}

fn list_faults(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
}

/// The JSON Schema (draft 2020-12) of `C`, with sorted keys so that a checked-in copy can be compared.
pub fn schema_of<C: Contract>() -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<C>();
    schema.insert("$id".to_owned(), format!("urn:tutti:contract:{}", C::NAME).into());
    schema.insert("title".to_owned(), C::NAME.into());
    sort_keys(schema.into())
}

/// Whether `serde_json` keeps insertion order depends on what other crates switched on; inserting in sorted
/// order gives the same text either way.
fn sort_keys(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.into_iter().collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(
                entries.into_iter().map(|(key, inner)| (key, sort_keys(inner))).collect::<Map<_, _>>(),
            )
        }
        Value::Array(items) => items.into_iter().map(sort_keys).collect(),
        scalar => scalar,
    }
}

/// Reads `value` as a `C`, reporting every fault of the first stage that finds any.
pub fn read<C: Contract>(value: Value) -> Result<C, ContractError> {
    let refuse = |faults| Err(ContractError { contract: C::NAME, faults });
    let compiled = compiled_schema::<C>();
    let mut faults = match &compiled.validator {
        Ok(validator) => validator.iter_errors(&value).flat_map(|error| faults_of(&error)).collect(),
        // A schema that does not compile is a defect of the contract, and must not pass everything.
        Err(message) => vec![Fault { pointer: String::new(), message: message.clone() }],
    };
    if !faults.is_empty() {
        faults.sort_by(|a, b| (&a.pointer, &a.message).cmp(&(&b.pointer, &b.message)));
        faults.dedup();
        return refuse(faults);
    }
    let typed: C = match serde_json::from_value(value) {
        Ok(typed) => typed,
        Err(error) => return refuse(vec![Fault { pointer: String::new(), message: error.to_string() }]),
    };
    let mut broken: Vec<Fault> = typed
        .validate()
        .into_iter()
        .filter(|finding| finding.severity == Severity::High)
        .map(|finding| Fault { pointer: finding.pointer, message: finding.message })
        .collect();
    if broken.is_empty() {
        return Ok(typed);
    }
    broken.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    refuse(broken)
}

/// Reads input from a person or a program: the problem points at the first fault and lists the others.
pub fn read_input<C: Contract>(value: Value) -> Result<C, Problem> {
    read(value).map_err(|error: ContractError| {
        let mut faults = error.faults.into_iter();
        let first = faults.next().unwrap_or(Fault { pointer: String::new(), message: "refused".to_owned() });
        let rest: Vec<Fault> = faults.collect();
        let mut detail = format!("not a valid {}: {first}", error.contract);
        if !rest.is_empty() {
            detail = format!("{detail}; also {}", list_faults(&rest));
        }
        Problem::new(Code::BadInput, detail)
            .at(first.pointer)
            .hint(format!("`tutti schema {}` prints what is expected", error.contract))
    })
}

/// The schema of a contract and its validator; a pure function of the type, computed once per process.
pub(crate) struct Compiled {
    pub(crate) schema: Value,
    validator: Result<Validator, String>,
}

pub(crate) fn compiled_schema<C: Contract>() -> Arc<Compiled> {
    static COMPILED: LazyLock<RwLock<HashMap<TypeId, Arc<Compiled>>>> = LazyLock::new(RwLock::default);
    let id = TypeId::of::<C>();
    if let Some(found) = COMPILED.read().unwrap_or_else(PoisonError::into_inner).get(&id) {
        return Arc::clone(found);
    }
    let schema = schema_of::<C>();
    let validator = jsonschema::draft202012::new(&schema)
        .map_err(|error| format!("the schema of {} does not compile: {error}", C::NAME));
    let made = Arc::new(Compiled { schema, validator });
    COMPILED.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&made));
    made
}

fn faults_of(error: &ValidationError<'_>) -> Vec<Fault> {
    let pointer = error.instance_path().to_string();
    let fault = |message| vec![Fault { pointer: pointer.clone(), message }];
    match error.kind() {
        // A missing field is reported at its own path, so that the reader need not combine two facts.
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default().replace('~', "~0").replace('/', "~1");
            vec![Fault { pointer: format!("{pointer}/{name}"), message: "is missing".to_owned() }]
        }
        ValidationErrorKind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            fault(format!("{} is not one of {}", preview(error.instance()), join_values(options)))
        }
        // Report what is wrong with the intended branch, not that branches exist.
        ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
            if let Some(options) = constants(context) {
                return fault(format!(
                    "{} is not one of {}",
                    preview(error.instance()),
                    join_values(&options)
                ));
            }
            let mut meant = context.iter().filter(|branch| !is_ruled_out(branch, &pointer));
            match (meant.next(), meant.next()) {
                (Some(only), None) => only.iter().flat_map(faults_of).collect(),
                _ => fault(format!("{} matches none of the allowed forms", preview(error.instance()))),
            }
        }
        ValidationErrorKind::Type { .. } => {
            // The crate's own text quotes the whole value, which may be the whole reply.
            let text = error.to_string();
            let wanted = text.rsplit_once(" is not of type").map_or("", |(_, wanted)| wanted);
            fault(format!("{} is not of type{wanted}", preview(error.instance())))
        }
        _ => fault(shorten(&error.to_string(), 200)),
    }
}

/// The choices of an enum. One with documented variants is a `oneOf` of constants, an optional one has a branch
/// for null.
fn constants(context: &[Vec<ValidationError<'static>>]) -> Option<Vec<Value>> {
    let mut options = Vec::new();
    for branch in context {
        let [only] = branch.as_slice() else { return None };
        match only.kind() {
            ValidationErrorKind::Constant { expected_value } => options.push((**expected_value).clone()),
            ValidationErrorKind::Enum { options: some } => options.extend(some.as_array()?.iter().cloned()),
            ValidationErrorKind::OneOfNotValid { context } => options.extend(constants(context)?),
            ValidationErrorKind::Type { .. } if only.to_string().ends_with("\"null\"") => {}
            _ => return None,
        }
    }
    (!options.is_empty()).then_some(options)
}

/// A branch of another type, or with another tag, is not what the writer meant.
fn is_ruled_out(branch: &[ValidationError<'static>], at: &str) -> bool {
    branch.iter().any(|error| match error.kind() {
        ValidationErrorKind::Constant { .. } => true,
        ValidationErrorKind::Type { .. } => error.instance_path().as_str() == at,
        _ => false,
    })
}

fn preview(value: &Value) -> String {
    shorten(&value.to_string(), 80)
}

fn join_values(options: &[Value]) -> String {
    options.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
}

fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
    struct Quiz {
        stem: String,
        options: Vec<String>,
        /// Counted from zero.
        key: u8,
        #[serde(default)]
        level: Option<Level>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Level {
        /// Recall.
        Easy,
        /// Transfer.
        VeryHard,
    }

    impl Contract for Quiz {
        const NAME: &'static str = "quiz";

        fn validate(&self) -> Vec<Finding> {
            let mut findings = Vec::new();
            if usize::from(self.key) >= self.options.len() {
                findings.push(Finding::new("key_in_range", Severity::High, "names no option").at("/key"));
            }
            if self.stem.len() > 20 {
                findings.push(Finding::new("stem_long", Severity::Low, "long").at("/stem"));
            }
            findings
        }
    }

    #[track_caller]
    fn check(value: Value, expected: &[(&str, &str)]) {
        let faults = match read::<Quiz>(value) {
            Ok(_) => Vec::new(),
            Err(error) => error.faults,
        };
        let faults: Vec<_> = faults.iter().map(|f| (f.pointer.as_str(), f.message.as_str())).collect();
        assert_eq!(faults, expected);
    }

    #[test]
    fn every_fault_has_its_pointer() {
        check(json!({"stem": "?", "options": ["a"], "key": 0}), &[]);
        check(json!({"stem": "?", "options": ["a"], "key": 0, "level": null, "thoughts": 1}), &[]);
        check(
            json!({"stem": 1, "options": ["a", 2], "level": "hard"}),
            &[
                ("/key", "is missing"),
                ("/level", r#""hard" is not one of "easy", "very_hard""#),
                ("/options/1", r#"2 is not of type "string""#),
                ("/stem", r#"1 is not of type "string""#),
            ],
        );
        check(
            json!({"stem": "?", "options": ["a"], "key": 300}),
            &[("/key", "300 is greater than the maximum of 255")],
        );
        check(json!([]), &[("", r#"[] is not of type "object""#)]);
    }

    #[test]
    fn rules_of_high_severity_refuse_and_others_do_not() {
        check(json!({"stem": "?", "options": ["a"], "key": 1}), &[("/key", "names no option")]);
        check(json!({"stem": "a stem of more than twenty", "options": ["a"], "key": 0}), &[]);
    }

    #[test]
    fn a_problem_names_the_first_field_and_tells_the_rest() {
        let problem = read_input::<Quiz>(json!({"stem": "?", "options": "a"})).unwrap_err();
        insta::assert_json_snapshot!(problem, @r#"
        {
          "code": "bad_input",
          "detail": "not a valid quiz: /key: is missing; also /options: \"a\" is not of type \"array\"",
          "pointer": "/key",
          "hints": [
            "`tutti schema quiz` prints what is expected"
          ]
        }
        "#);
    }

    #[test]
    fn the_schema_is_titled_and_the_same_each_time() {
        let entry = ContractEntry::of::<Quiz>();
        assert_eq!(entry.name, "quiz");
        let schema = (entry.schema)();
        assert_eq!(schema.to_string(), schema_of::<Quiz>().to_string());
        insta::assert_json_snapshot!(schema, @r##"
        {
          "$defs": {
            "Level": {
              "oneOf": [
                {
                  "const": "easy",
                  "description": "Recall.",
                  "type": "string"
                },
                {
                  "const": "very_hard",
                  "description": "Transfer.",
                  "type": "string"
                }
              ]
            }
          },
          "$id": "urn:tutti:contract:quiz",
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "properties": {
            "key": {
              "description": "Counted from zero.",
              "format": "uint8",
              "maximum": 255,
              "minimum": 0,
              "type": "integer"
            },
            "level": {
              "anyOf": [
                {
                  "$ref": "#/$defs/Level"
                },
                {
                  "type": "null"
                }
              ],
              "default": null
            },
            "options": {
              "items": {
                "type": "string"
              },
              "type": "array"
            },
            "stem": {
              "type": "string"
            }
          },
          "required": [
            "stem",
            "options",
            "key"
          ],
          "title": "quiz",
          "type": "object"
        }
        "##);
    }
}
