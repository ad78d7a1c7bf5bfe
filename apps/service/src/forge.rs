//! Exam items whose keys are proved.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use tutti_core::{Code, Problem, RunId};
use tutti_engine::Submission;
use tutti_forge::{
    BUILT_IN, Difficulty, Ending, ForgeInput, ForgeReport, LibraryError, Outcome, Schema, allowed,
    read_library,
};
use tutti_store::Millis;

use crate::{Setup, time};

/// What somebody wants made. What is not said, the settings say.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    pub items: Option<u64>,
    /// Ids or beginnings of ids, with commas between them.
    pub schemas: Option<String>,
    /// Names, with commas between them.
    pub difficulty: Option<String>,
    pub weights: [Option<f64>; 3],
    pub seed: Option<u64>,
    pub implementer_retries: Option<u32>,
    pub designer_retries: Option<u32>,
    /// The text of a library of schemas, and what it is called.
    pub library: Option<(String, String)>,
}

/// More are asked for in several runs, by those who do not sit at this machine.
pub const MOST: u64 = 10_000;

impl Wish {
    /// As programs ask: with lists.
    pub fn of(
        items: u64,
        schemas: &[String],
        difficulty: &[String],
        weights: Option<[f64; 3]>,
        seed: Option<u64>,
    ) -> Result<Self, Problem> {
        if items > MOST {
            let problem = Problem::new(Code::BadInput, format!("at most {MOST} items are made at once"));
            return Err(problem.at("/items"));
        }
        let listed = |list: &[String]| (!list.is_empty()).then(|| list.join(","));
        Ok(Self {
            items: Some(items),
            schemas: listed(schemas),
            difficulty: listed(difficulty),
            weights: weights.map_or([None; 3], |weights| weights.map(Some)),
            seed,
            ..Self::default()
        })
    }
}

/// The schemas that are built in.
pub fn schemas() -> Result<Vec<Schema>, Problem> {
    read_library(BUILT_IN).map_err(|error| Problem::new(Code::Internal, error.to_string()))
}

/// What the flow needs, checked.
pub fn input(setup: &Setup, wish: &Wish, at: Millis) -> Result<ForgeInput, Problem> {
    let refuse = |detail: String| Problem::new(Code::BadInput, detail);
    let set = &setup.settings.forge;
    let items = wish.items.unwrap_or(set.items);
    if items == 0 {
        return Err(refuse("no items are asked for".to_owned()).at("/items").hint("`-n 10` asks for ten"));
    }
    let (name, text) = match &wish.library {
        Some((name, text)) => (name.as_str(), text.as_str()),
        None => ("the built-in library", BUILT_IN),
    };
    let unusable = |error: LibraryError| {
        refuse(format!("{name}: {error}"))
            .at("/schemas")
            .hint("`schemas/esat.md` shows the form of a library")
    };
    let prefixes = wish.schemas.as_ref().unwrap_or(&set.schemas);
    let prefixes: Vec<String> =
        prefixes.split(',').map(|prefix| prefix.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    let schemas = allowed(read_library(text).map_err(unusable)?, &prefixes).map_err(unusable)?;
    let models = models(setup);
    Ok(ForgeInput {
        items,
        seed: wish.seed.or(set.seed).unwrap_or(at as u64),
        schemas,
        weights: weights(wish, set.weights)?,
        implementer_retries: wish.implementer_retries.unwrap_or(set.implementer_retries),
        designer_retries: wish.designer_retries.unwrap_or(set.designer_retries),
        batch: if models.is_empty() { 25 } else { 1 },
        parallel: setup.settings.engine.parallel,
        models,
        at_ms: at,
    })
}

/// The run that makes them.
pub fn submission(setup: &Setup, id: &RunId, input: &ForgeInput) -> Submission {
    let budget = setup.settings.budget;
    Submission { id: Some(id.clone()), budget, ..Submission::new("forge", json!(input)) }
}

/// The model of each agent of the forge that asks one.
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

/// The weights of easy, medium and hard; those that were not asked for weigh nothing.
fn weights(wish: &Wish, set: [f64; 3]) -> Result<[f64; 3], Problem> {
    let mut weights = set;
    for (weight, wished) in weights.iter_mut().zip(wish.weights) {
        *weight = wished.unwrap_or(*weight);
    }
    let refuse = |why: &str| {
        let shown = weights.map(|weight| weight.to_string()).join(", ");
        Problem::new(Code::BadInput, format!("the weights {shown} {why}"))
            .at("/weights")
            .hint("they are shares of one, such as `--w-easy 0.3 --w-med 0.5 --w-hard 0.2`")
    };
    let sum: f64 = weights.iter().sum();
    if weights.iter().any(|weight| !weight.is_finite() || *weight < 0.0) {
        return Err(refuse("are not all shares: none is negative"));
    }
    if (sum - 1.0).abs() > 1e-6 {
        return Err(refuse(&format!("add up to {sum:.2}, and not to 1")));
    }
    if let Some(wanted) = &wish.difficulty {
        let wanted = wanted
            .split(',')
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
        let problem = Problem::new(Code::BadInput, "the difficulties that are asked for have no weight");
        return Err(problem.at("/difficulty").hint("give one of them a weight, or ask for another"));
    }
    Ok(weights)
}

/// The names of the files of a run.
pub const FILES: [&str; 4] = ["accepted.jsonl", "rejected.jsonl", "logs.jsonl", "stats.json"];

/// The files of a run: a projection of its report. The same report gives the same bytes.
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

fn bank_line(outcome: &Outcome, report: &ForgeReport, created_at: &str) -> Value {
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
