//! Forge runs: their input, submission and result files.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tutti_core::{Code, Problem, RunId};
use tutti_engine::Submission;
use tutti_forge::{
    BUILT_IN, Difficulty, Ending, FORGE, ForgeInput, ForgeReport, LibraryError, Schema, SlotOutcome,
    filter_by_prefix, read_library,
};
use tutti_store::Millis;

use crate::{Setup, time};

/// A request for exam items. Missing values come from the settings.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MakeAsked")]
pub struct ForgeRequest {
    /// Number of items.
    #[schemars(range(min = 1, max = 10_000))]
    pub items: u64,
    /// Ids of schemas or prefixes of them, such as M1 or P; all by default.
    #[serde(default)]
    pub schemas: Vec<String>,
    /// easy, medium, hard; all by default.
    #[serde(default)]
    pub difficulty: Vec<String>,
    /// Shares of easy, medium and hard; they must add up to 1.
    #[serde(default)]
    pub weights: Option<[f64; 3]>,
    /// The same seed makes the same items.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// Maximum number of items per run, for requests that do not come from the command line.
pub const MOST: u64 = 10_000;

impl ForgeRequest {
    /// Checks the limit for requests that do not come from the command line.
    pub fn from_afar(self) -> Result<Self, Problem> {
        if self.items > MOST {
            let problem = Problem::new(Code::BadInput, format!("at most {MOST} items per run"));
            return Err(problem.at("/items"));
        }
        Ok(self)
    }
}

/// Options of the command line only. Missing values come from the settings.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    pub implementer_retries: Option<u32>,
    pub designer_retries: Option<u32>,
    /// The name and the text of a schema library.
    pub library: Option<(String, String)>,
}

/// The built-in schemas.
pub fn schemas() -> Result<Vec<Schema>, Problem> {
    read_library(BUILT_IN).map_err(|error| Problem::new(Code::Internal, error.to_string()))
}

/// The checked input of the flow.
pub fn input(
    setup: &Setup,
    request: &ForgeRequest,
    overrides: &Overrides,
    at: Millis,
) -> Result<ForgeInput, Problem> {
    let refuse = |detail: String| Problem::new(Code::BadInput, detail);
    let set = &setup.settings.forge;
    if request.items == 0 {
        return Err(refuse("no items requested".to_owned()).at("/items").hint("`-n 10` asks for ten"));
    }
    let (name, text) = match &overrides.library {
        Some((name, text)) => (name.as_str(), text.as_str()),
        None => ("the built-in library", BUILT_IN),
    };
    let unusable = |error: LibraryError| {
        refuse(format!("{name}: {error}"))
            .at("/schemas")
            .hint("`schemas/esat.md` shows the form of a library")
    };
    let lists =
        if request.schemas.is_empty() { std::slice::from_ref(&set.schemas) } else { &request.schemas[..] };
    let prefixes = lists.iter().flat_map(|list| list.split(',')).map(str::trim);
    let prefixes: Vec<String> = prefixes.filter(|prefix| !prefix.is_empty()).map(str::to_owned).collect();
    let schemas = filter_by_prefix(read_library(text).map_err(unusable)?, &prefixes).map_err(unusable)?;
    let models = models(setup);
    Ok(ForgeInput {
        items: request.items,
        seed: request.seed.or(set.seed).unwrap_or(at as u64),
        schemas,
        weights: weights(request, set.weights)?,
        implementer_retries: overrides.implementer_retries.unwrap_or(set.implementer_retries),
        designer_retries: overrides.designer_retries.unwrap_or(set.designer_retries),
        batch: if models.is_empty() { 25 } else { 1 },
        parallel: setup.settings.engine.parallel,
        models,
        at_ms: at,
    })
}

/// The run that makes the items.
pub fn submission(setup: &Setup, id: &RunId, input: &ForgeInput) -> Result<Submission, Problem> {
    setup.submission(&FORGE, id, input)
}

/// The models of the forge agents that use one.
pub fn models(setup: &Setup) -> BTreeMap<String, String> {
    tutti_forge::AGENTS
        .iter()
        .filter_map(|agent| {
            let set = setup.settings.agents.get(agent.name)?;
            let model = set.model.as_ref().filter(|_| set.way != tutti_settings::Way::Native)?;
            Some((agent.name.to_owned(), model.to_string()))
        })
        .collect()
}

/// The weights of easy, medium and hard; difficulties that were not requested get zero.
fn weights(request: &ForgeRequest, set: [f64; 3]) -> Result<[f64; 3], Problem> {
    let mut weights = request.weights.unwrap_or(set);
    let refuse = |why: &str| {
        let shown = weights.map(|weight| weight.to_string()).join(", ");
        Problem::new(Code::BadInput, format!("the weights {shown} {why}"))
            .at("/weights")
            .hint("they must add up to 1, such as `--w-easy 0.3 --w-med 0.5 --w-hard 0.2`")
    };
    let sum: f64 = weights.iter().sum();
    if weights.iter().any(|weight| !weight.is_finite() || *weight < 0.0) {
        return Err(refuse("must not be negative"));
    }
    if (sum - 1.0).abs() > 1e-6 {
        return Err(refuse(&format!("add up to {sum:.2} instead of 1")));
    }
    if !request.difficulty.is_empty() {
        let wanted = request
            .difficulty
            .iter()
            .flat_map(|names| names.split(','))
            .map(str::parse)
            .collect::<Result<Vec<Difficulty>, String>>()
            .map_err(|error| Problem::new(Code::BadInput, error).at("/difficulty"))?;
        for (weight, difficulty) in weights.iter_mut().zip(Difficulty::ALL) {
            if !wanted.contains(&difficulty) {
                *weight = 0.0;
            }
        }
    }
    if weights.iter().sum::<f64>() <= 0.0 {
        let problem = Problem::new(Code::BadInput, "the requested difficulties have no weight");
        return Err(problem.at("/difficulty").hint("give one of them a weight, or choose another"));
    }
    Ok(weights)
}

/// The names of the files of a run.
pub const FILES: [&str; 4] = ["accepted.jsonl", "rejected.jsonl", "logs.jsonl", "stats.json"];

/// The files of a run, derived from its report. The same report yields the same bytes.
pub fn files(report: &ForgeReport, at: Millis) -> [(&'static str, String); 4] {
    let accepted = report.outcomes.iter().filter(|outcome| matches!(outcome.result, Ending::Accepted(_)));
    let rejected = report.outcomes.iter().filter(|outcome| matches!(outcome.result, Ending::Rejected(_)));
    let logs = report.outcomes.iter().flat_map(|outcome| {
        let line = |line| json!({ "slot": outcome.slot, "schema_id": outcome.schema_id, "line": line });
        outcome.log.iter().map(line)
    });
    let created_at = time::rfc3339(at);
    let texts = [
        lines(accepted.map(|outcome| bank_line(outcome, report, &created_at))),
        lines(rejected.map(|outcome| bank_line(outcome, report, &created_at))),
        lines(logs),
        format!("{:#}\n", json!(report.stats)),
    ];
    let mut texts = texts.into_iter();
    FILES.map(|name| (name, texts.next().unwrap_or_default()))
}

fn bank_line(outcome: &SlotOutcome, report: &ForgeReport, created_at: &str) -> Value {
    let mut line = json!(outcome);
    if let Value::Object(fields) = &mut line {
        fields.remove("log");
        fields.insert("models".to_owned(), json!(report.models));
        fields.insert("created_at".to_owned(), json!(created_at));
    }
    line
}

fn lines(values: impl Iterator<Item = impl Serialize>) -> String {
    values.filter_map(|value| serde_json::to_string(&value).ok()).map(|line| line + "\n").collect()
}
