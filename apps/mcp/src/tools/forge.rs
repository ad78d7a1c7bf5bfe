//! Making and verifying exam items.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission;
use tutti_core::{Code, Problem, RunId};
use tutti_forge::{FORGE, FORGE_VERIFY, Stats};
use tutti_service::{
    forge::{self, ForgeRequest, Overrides},
    requests::{Flat, non_blank},
    time,
    verifying::ToVerify,
};

use super::{Review, Waiting, items::Summary, review_lines};
use crate::{
    answer::{Told, count_text},
    call::Call,
    driving::{Measure, RunOutcome},
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "make_exam_items",
                title: "Make exam items",
                about: "Make multiple-choice items in mathematics and physics for the ESAT, each with a proved key \
                        and wrong options computed from named mistakes. Accepted items go into the bank. \
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
                about: "Verify exam items written elsewhere: form, syllabus, proof of the key, and the mistakes behind the \
                        wrong options. Each item is an object with question, solution and distractor_map.",
                needs: Some(Permission::Forge),
                does: Does::Computes,
            },
            verify,
        ),
    ]
}

#[derive(Debug, Serialize, JsonSchema)]
struct Made {
    run: String,
    /// done, waits (for a person) or begun.
    status: String,
    seed: u64,
    stats: Stats,
    /// The accepted items as stored in the bank.
    items: Vec<Summary>,
    /// Questions for a person, if it waits.
    reviews: Vec<Review>,
}

async fn make(call: Call, asked: Flat<(ForgeRequest, Waiting)>) -> Result<Told<Made>, Problem> {
    let Flat((request, Waiting { wait })) = asked;
    let setup = call.setup();
    let input = forge::input(&setup, &request.from_afar()?, &Overrides::default(), time::now())?;
    let id = RunId::fresh();
    let submission = forge::submission(&setup, &id, &input)?;
    let outcome = call.drive(submission, wait, Measure::Items(input.items)).await?;
    let mut made = Made {
        run: id.to_string(),
        status: outcome.status().to_owned(),
        seed: input.seed,
        stats: Stats::default(),
        items: Vec::new(),
        reviews: Vec::new(),
    };
    let text = match outcome {
        RunOutcome::Begun => format!("Run {id} makes them; run_status reports its progress."),
        RunOutcome::Waits(asked) => {
            made.reviews = asked.iter().map(Review::of).collect();
            format!("Run {id} waits for a person.\n{}", review_lines(&made.reviews))
        }
        RunOutcome::Done(output) => {
            let report = FORGE.output(&id, output)?;
            let items = report.outcomes.iter().filter_map(|outcome| outcome.item(id.as_str()));
            made.items = items.map(|item| Summary::of(&item)).collect();
            made.stats = report.stats;
            summary(&made)
        }
    };
    Ok(Told::new(made, text))
}

fn summary(made: &Made) -> String {
    let Stats { accepted, rejected, failure_types, .. } = &made.stats;
    let mut lines =
        vec![format!("Run {}, seed {}: {accepted} accepted, {rejected} rejected.", made.run, made.seed)];
    lines.extend(failure_types.iter().map(|(failure, count)| format!("Rejected for {failure}: {count}.")));
    lines.extend(made.items.iter().map(Summary::line));
    lines.join("\n")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Verify {
    /// The items as objects.
    #[serde(default)]
    items: Vec<serde_json::Map<String, Value>>,
    /// The items as text instead of `items`: one JSON object per line, or YAML documents separated by `---`.
    #[serde(default)]
    text: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Verified {
    passed: usize,
    /// For each item: id, verdict, failure_type, severity, layers, reasons, undecided.
    items: Vec<Value>,
    /// The run, if a model took part.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<String>,
}

async fn verify(call: Call, asked: Verify) -> Result<Told<Verified>, Problem> {
    let text = match (non_blank(asked.text), asked.items.is_empty()) {
        (Some(text), true) => text,
        (None, false) => {
            let lines = asked.items.into_iter().map(|item| Value::Object(item).to_string());
            lines.collect::<Vec<_>>().join("\n")
        }
        (None, true) => return Err(Problem::new(Code::BadInput, "no items given").at("/items")),
        (Some(_), false) => {
            return Err(Problem::new(Code::BadInput, "the items are given in two ways").at("/text"));
        }
    };
    let items = call.compute(move |_| ToVerify::read("the request", &text)).await;
    let items = items.map_err(|problem| problem.at("/items"))?;
    let id = RunId::fresh();
    let (items, reports, run) = match items.submission(&call.setup(), &id)? {
        None => {
            let (items, reports) = call
                .compute(move |work| {
                    let reports = items.by_code_while(work)?;
                    Ok((items, reports))
                })
                .await?;
            (items, reports, None)
        }
        Some(submission) => match call.drive(submission, true, Measure::Steps).await? {
            RunOutcome::Done(output) => (items, FORGE_VERIFY.output(&id, output)?, Some(id.to_string())),
            RunOutcome::Waits(_) | RunOutcome::Begun => {
                return Err(Problem::new(Code::AwaitsReview, format!("run {id} waits for a person"))
                    .hint("list_reviews lists the questions"));
            }
        },
    };
    let lines = items.lines(reports);
    let passed = lines.iter().filter(|line| line.passes()).count();
    let mut text = vec![format!("{} checked, {passed} passed.", count_text(lines.len(), "item"))];
    for line in &lines {
        let why = match &line.report {
            Ok(report) => {
                report.reasons.iter().chain(&report.undecided).cloned().collect::<Vec<_>>().join("; ")
            }
            Err(why) => format!("it cannot be read: {why}"),
        };
        let verdict = if line.passes() { "PASS" } else { "FAIL" };
        text.push(format!("- {verdict} {} {why}", line.id).trim_end().to_owned());
    }
    let items = lines.iter().filter_map(|line| serde_json::to_value(line).ok()).collect();
    Ok(Told::new(Verified { passed, items, run }, text.join("\n")))
}
