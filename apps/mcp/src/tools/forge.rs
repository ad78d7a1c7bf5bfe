//! Exam items whose keys are proved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission;
use tutti_core::{Code, Problem, RunId};
use tutti_forge::{ForgeReport, Stats};
use tutti_service::{
    forge::{self, Wish},
    runs::read_output,
    time,
    verifying::ToVerify,
};

use super::{Review, items::Summary, said, told_reviews, yes};
use crate::{
    answer::{Told, counted},
    call::{Call, computed},
    driving::{Came, Measure},
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "make_exam_items",
                title: "Make exam items",
                about: "Make multiple-choice items in mathematics and physics for the ESAT, each with a key that is \
                        proved and wrong options that are what named mistakes lead to. Accepted items go into the bank. \
                        The same seed makes the same items.",
                needs: Some(Permission::Forge),
                does: Does::Adds,
            },
            make,
        ),
        Entry::new(
            Named {
                name: "verify_items",
                title: "Verify items",
                about: "Check exam items that somebody else wrote: form, syllabus, proof of the key, and what the wrong \
                        options come from. Each item is an object with question, solution and distractor_map.",
                needs: Some(Permission::Forge),
                does: Does::Looks,
            },
            verify,
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Make {
    /// How many.
    #[schemars(range(min = 1, max = 10_000))]
    items: u64,
    /// Ids of schemas or beginnings of them, such as M1 or P; all without it.
    #[serde(default)]
    schemas: Vec<String>,
    /// easy, medium, hard; all without it.
    #[serde(default)]
    difficulty: Vec<String>,
    /// Shares of easy, medium and hard; they add up to 1.
    #[serde(default)]
    weights: Option<[f64; 3]>,
    /// The same seed makes the same items.
    #[serde(default)]
    seed: Option<u64>,
    /// Wait for the result. Without waiting, the run is given at once; run_status tells how it goes on.
    #[serde(default = "yes")]
    wait: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Made {
    run: String,
    /// done, waits (for a person) or begun.
    status: String,
    seed: u64,
    stats: Stats,
    /// The accepted items, as the bank has them.
    items: Vec<Summary>,
    /// What a person is asked, if it waits.
    reviews: Vec<Review>,
}

async fn make(call: Call, asked: Make) -> Result<Told<Made>, Problem> {
    let Make { items, schemas, difficulty, weights, seed, wait } = asked;
    let wish = Wish::of(items, &schemas, &difficulty, weights, seed)?;
    let setup = call.setup();
    let input = forge::input(&setup, &wish, time::now())?;
    let id = RunId::fresh();
    let submission = forge::submission(&setup, &id, &input);
    let came = call.drive(submission, &id, wait, Measure::Items(items)).await?;
    let mut made = Made {
        run: id.to_string(),
        status: came.status().to_owned(),
        seed: input.seed,
        stats: Stats::default(),
        items: Vec::new(),
        reviews: Vec::new(),
    };
    let text = match came {
        Came::Begun => format!("Run {id} makes them; run_status tells how far it is."),
        Came::Waits(asked) => {
            made.reviews = asked.iter().map(Review::of).collect();
            format!("Run {id} waits for a person.\n{}", told_reviews(&made.reviews))
        }
        Came::Done(output) => {
            let report: ForgeReport = read_output(&id, output)?;
            let items = report.outcomes.iter().filter_map(|outcome| outcome.item(id.as_str()));
            made.items = items.map(|item| Summary::of(&item)).collect();
            made.stats = report.stats;
            told(&made)
        }
    };
    Ok(Told::new(made, text))
}

fn told(made: &Made) -> String {
    let Stats { accepted, rejected, failure_types, .. } = &made.stats;
    let mut lines =
        vec![format!("Run {}, seed {}: {accepted} accepted, {rejected} rejected.", made.run, made.seed)];
    lines.extend(failure_types.iter().map(|(failure, count)| format!("Rejected for {failure}: {count}.")));
    lines.extend(made.items.iter().map(Summary::told));
    lines.join("\n")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Verify {
    /// The items as objects.
    #[serde(default)]
    items: Vec<serde_json::Map<String, Value>>,
    /// The items as text in place of `items`: a JSON object a line, or YAML documents between `---`.
    #[serde(default)]
    text: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Verified {
    passed: usize,
    /// For each item: id, verdict, failure_type, severity, layers, reasons, undecided.
    items: Vec<Value>,
    /// The run, where a model took part.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<String>,
}

async fn verify(call: Call, asked: Verify) -> Result<Told<Verified>, Problem> {
    let text = match (said(asked.text), asked.items.is_empty()) {
        (Some(text), true) => text,
        (None, false) => {
            let lines = asked.items.into_iter().map(|item| Value::Object(item).to_string());
            lines.collect::<Vec<_>>().join("\n")
        }
        (None, true) => return Err(Problem::new(Code::BadInput, "no items are given").at("/items")),
        (Some(_), false) => {
            return Err(Problem::new(Code::BadInput, "items are given in two ways").at("/text"));
        }
    };
    let items = ToVerify::read("what was sent", &text).map_err(|problem| problem.at("/items"))?;
    let id = RunId::fresh();
    let (items, reports, run) = match items.submission(&call.setup(), &id) {
        None => {
            let (items, reports) = computed(move || {
                let reports = items.by_code();
                Ok((items, reports))
            })
            .await?;
            (items, reports, None)
        }
        Some(submission) => match call.drive(submission, &id, true, Measure::Steps).await? {
            Came::Done(output) => (items, read_output(&id, output)?, Some(id.to_string())),
            Came::Waits(_) | Came::Begun => {
                return Err(Problem::new(Code::AwaitsReview, format!("run {id} waits for a person"))
                    .hint("list_reviews shows what is asked"));
            }
        },
    };
    let lines = items.lines(reports);
    let passed = lines.iter().filter(|line| line.passes()).count();
    let mut told = vec![format!("{} checked, {passed} passed.", counted(lines.len(), "item"))];
    for line in &lines {
        let why = match &line.report {
            Ok(report) => {
                report.reasons.iter().chain(&report.undecided).cloned().collect::<Vec<_>>().join("; ")
            }
            Err(why) => format!("it cannot be read: {why}"),
        };
        let verdict = if line.passes() { "PASS" } else { "FAIL" };
        told.push(format!("- {verdict} {} {why}", line.id).trim_end().to_owned());
    }
    let items = lines.iter().filter_map(|line| serde_json::to_value(line).ok()).collect();
    Ok(Told::new(Verified { passed, items, run }, told.join("\n")))
}
