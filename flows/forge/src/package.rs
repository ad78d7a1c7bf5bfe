//! The output of the Implementer: a question with its key, its solution and the wrong paths behind its options.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;
use tutti_agent::Contract;
use tutti_core::{Finding, Severity};

use crate::claim::Claim;
use crate::report::{StyleReport, VerifierReport};
use crate::{Brief, Idea, lenient};

/// The input of the Implementer: an idea to write out, or to write again after a failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    pub brief: Brief,
    pub idea: Idea,
    /// From 0.
    pub attempt: u32,
    /// What failed before, the latest last.
    #[serde(default)]
    pub failed: Vec<Failed>,
}

impl Contract for Order {
    const NAME: &'static str = "forge_order";
}

/// A package that did not pass, with the reports that say why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Failed {
    pub package: Package,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifier: Option<VerifierReport>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<StyleReport>,
}

/// A complete item, written by the Implementer or elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Package {
    pub question: Question,
    pub solution: Solution,
    /// Every wrong option with the path that leads to it. The key is not in it.
    #[schemars(with = "BTreeMap<String, PathForm>")]
    pub distractor_map: BTreeMap<String, WrongPath>,
    /// The formal statement of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// A drawing that belongs to the stem, as SVG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Question {
    pub stem: String,
    /// By letter, from `A`.
    pub options: BTreeMap<String, String>,
    pub correct_option: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Solution {
    #[serde(deserialize_with = "lenient::text")]
    pub reasoning: String,
    #[serde(deserialize_with = "lenient::text")]
    pub key_insight: String,
    /// The reasoning in steps, each with the syllabus methods it needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ReasoningStep>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct ReasoningStep {
    #[serde(deserialize_with = "lenient::text")]
    pub text: String,
    #[serde(default, deserialize_with = "lenient::list")]
    pub methods: Vec<String>,
}

/// How a candidate arrives at a wrong option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WrongPath {
    pub why: String,
    /// The same as an expression in the names of the claim, if it is formal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gives: Option<String>,
}

/// The forms a path may be written in.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum PathForm {
    Words(String),
    Formal { why: String, gives: Option<String> },
}

impl<'de> Deserialize<'de> for WrongPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let text = |name: &str| value.get(name).and_then(|value| lenient::as_text(value).ok());
        if value.is_object() {
            let why =
                ["why", "path", "reasoning", "reason", "description"].iter().find_map(|name| text(name));
            return Ok(Self { why: why.unwrap_or_default(), gives: text("gives") });
        }
        Ok(Self { why: lenient::as_text(&value).map_err(de::Error::custom)?, gives: None })
    }
}

/// As models nest it: solution and map sometimes inside the question, the map sometimes inside the solution.
impl<'de> Deserialize<'de> for Package {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let whole = Value::deserialize(deserializer)?;
        let at = |paths: &[&str]| paths.iter().find_map(|path| whole.pointer(path)).cloned();
        let missing = |name: &str| de::Error::custom(format!("the {name} is missing"));
        let stem = at(&["/question/stem", "/stem", "/question/question"]).ok_or_else(|| missing("stem"))?;
        let options = at(&["/question/options", "/options"]).ok_or_else(|| missing("options"))?;
        let key = at(&["/question/correct_option", "/correct_option", "/question/answer", "/answer"])
            .ok_or_else(|| missing("correct option"))?;
        let solution = at(&["/solution", "/question/solution"]).unwrap_or_default();
        let map = at(&["/distractor_map", "/solution/distractor_map", "/question/distractor_map"]);
        let key = letter(&lenient::as_text(&key).map_err(de::Error::custom)?);
        let mut distractor_map: BTreeMap<String, WrongPath> = match map {
            Some(Value::Object(map)) => map
                .into_iter()
                .map(|(name, path)| {
                    Ok((letter(&name), serde_json::from_value(path).map_err(de::Error::custom)?))
                })
                .collect::<Result<_, D::Error>>()?,
            _ => BTreeMap::new(),
        };
        // Many write "correct" for the key; it is not a wrong path.
        distractor_map.remove(&key);
        Ok(Self {
            question: Question {
                stem: lenient::as_text(&stem).map_err(de::Error::custom)?.trim().to_owned(),
                options: read_options(&options).map_err(de::Error::custom)?,
                correct_option: key,
            },
            solution: match solution {
                Value::Null => Solution::default(),
                Value::String(reasoning) => Solution { reasoning, ..Solution::default() },
                solution => serde_json::from_value(solution).map_err(de::Error::custom)?,
            },
            distractor_map,
            claim: match at(&["/claim"]) {
                None | Some(Value::Null) => None,
                Some(claim) => Some(serde_json::from_value(claim).map_err(de::Error::custom)?),
            },
            figure: at(&["/figure", "/question/figure"])
                .and_then(|figure| figure.as_str().map(str::to_owned)),
        })
    }
}

/// Options as a map from letters, or as a list in order.
fn read_options(value: &Value) -> Result<BTreeMap<String, String>, String> {
    match value {
        Value::Object(map) => map
            .iter()
            .map(|(name, text)| Ok((letter(name), lenient::as_text(text)?.trim().to_owned())))
            .collect(),
        Value::Array(list) => (0..)
            .zip(list)
            .map(|(place, text)| {
                let label = tutti_item::Label::at(place).to_string();
                Ok((label, lenient::as_text(text)?.trim().to_owned()))
            })
            .collect(),
        _ => Err("options are a map from letters".to_owned()),
    }
}

/// `a)`, `Option A` and `(A)` are all `A`.
fn letter(text: &str) -> String {
    let text = text.trim().trim_start_matches("Option ").trim_start_matches("option ");
    text.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_uppercase()
}

impl Contract for Package {
    const NAME: &'static str = "forge_package";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.question.options.len() < 2 {
            let message = "fewer than two options".to_owned();
            findings.push(Finding::new("options_missing", Severity::High, message).at("/question/options"));
        }
        if !self.question.options.contains_key(&self.question.correct_option) {
            let message = format!("the key `{}` is not an option", self.question.correct_option);
            findings
                .push(Finding::new("key_unknown", Severity::High, message).at("/question/correct_option"));
        }
        findings
    }
}

impl Package {
    pub fn key(&self) -> Option<&str> {
        self.question.options.get(&self.question.correct_option).map(String::as_str)
    }
}
