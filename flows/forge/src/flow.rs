//! The flow: Designer → Implementer → Verifier → Style judge, with the Implementer called again after a failure that
//! another try can mend.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Call;
use tutti_core::{Finding, Problem, Severity as Weight, Verdict as Gate};
use tutti_engine::{Recovery, Run, Stop};
use tutti_item::duplicates::{Bank, Relation};

use crate::agents::{DESIGNER, IMPLEMENTER, SOLVER, STYLE_JUDGE, ToJudge, ToVerify, Unsolved, VERIFIER};
use crate::outcome::{Accepted, Ending, LogLine, Outcome, Rejected, Stats, item_id, item_of};
use crate::package::{Failed, Order};
use crate::plan::briefs;
use crate::report::{Severity, StyleReport, Verdict, VerifierReport};
use crate::verify::verify;
use crate::{Brief, Idea, Package, Schema};

/// What a run is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ForgeInput {
    pub items: u64,
    pub seed: u64,
    pub schemas: Vec<Schema>,
    /// Of easy, medium and hard.
    pub weights: [f64; 3],
    pub implementer_retries: u32,
    pub designer_retries: u32,
    /// Slots that one child takes on: one where models are asked, many where nothing waits.
    pub batch: usize,
    /// Children at work at once.
    pub parallel: usize,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ForgeReport {
    pub stats: Stats,
    /// In the order of the slots.
    pub outcomes: Vec<Outcome>,
}

/// Slots for one child.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Batch {
    pub briefs: Vec<Brief>,
    pub implementer_retries: u32,
    pub designer_retries: u32,
}

/// How often slots whose item is like an earlier one are made anew.
const ROUNDS: u32 = 6;

/// Fills every slot, and makes those anew whose item came out like another.
pub async fn forge(run: Run<'_>, input: ForgeInput) -> Result<ForgeReport, Stop> {
    let mut todo = briefs(input.items, input.seed, &input.schemas, input.weights);
    let mut done: BTreeMap<u64, Outcome> = BTreeMap::new();
    for round in 0..ROUNDS {
        let batches = todo.chunks(input.batch.max(1)).map(|briefs| {
            let batch = Batch {
                briefs: briefs.to_vec(),
                implementer_retries: input.implementer_retries,
                designer_retries: input.designer_retries,
            };
            (briefs.first().map_or(0, |brief| brief.slot).to_string(), batch)
        });
        let place = run.at(format!("round/{round}"));
        let made = place.all::<_, Vec<Outcome>>("items", "forge_batch", batches, input.parallel).await?;
        for (outcomes, briefs) in made.into_iter().zip(todo.chunks(input.batch.max(1))) {
            match outcomes {
                Ok(outcomes) => done.extend(outcomes.into_iter().map(|outcome| (outcome.slot, outcome))),
                Err(problem) => done.extend(briefs.iter().map(|brief| (brief.slot, broken(brief, &problem)))),
            }
        }
        let alike = repeated(&done);
        if alike.is_empty() {
            break;
        }
        if round + 1 == ROUNDS {
            for (slot, like) in alike {
                if let Some(outcome) = done.get_mut(&slot) {
                    outcome.result = Ending::Rejected(Box::new(Rejected::at(
                        "duplicates",
                        "near_duplicate",
                        vec![format!("it is too like {like}")],
                    )));
                }
            }
            break;
        }
        place.recovered(Recovery::Regeneration, "items", &format!("{} items are like others", alike.len()));
        let of_slot: BTreeMap<u64, Brief> = todo.iter().map(|brief| (brief.slot, brief.clone())).collect();
        todo = alike
            .iter()
            .filter_map(|(slot, _)| of_slot.get(slot).cloned().or_else(|| rebriefed(&input, *slot)))
            .map(Brief::anew)
            .collect();
    }
    let outcomes: Vec<Outcome> = done.into_values().collect();
    Ok(ForgeReport { stats: Stats::of(&outcomes), outcomes })
}

fn rebriefed(input: &ForgeInput, slot: u64) -> Option<Brief> {
    briefs(input.items, input.seed, &input.schemas, input.weights)
        .into_iter()
        .find(|brief| brief.slot == slot)
}

/// The accepted items that say what an earlier one says, with the one they are like.
fn repeated(done: &BTreeMap<u64, Outcome>) -> Vec<(u64, String)> {
    let mut bank = Bank::new();
    let mut alike = Vec::new();
    for outcome in done.values() {
        let Some(accepted) = outcome.accepted() else { continue };
        let item = item_of(&accepted.question_package);
        let like = bank.find(&item).into_iter().find(|found| found.relation != Relation::SameTemplate);
        match like {
            Some(found) => alike.push((outcome.slot, found.id.to_string())),
            None => bank.add(&item),
        }
    }
    alike
}

/// Fills some slots, one after the other.
pub async fn forge_batch(run: Run<'_>, batch: Batch) -> Result<Vec<Outcome>, Stop> {
    let mut outcomes = Vec::with_capacity(batch.briefs.len());
    for brief in &batch.briefs {
        let place = run.at(format!("slot/{}", brief.slot));
        outcomes.push(forge_item(&place, brief, batch.designer_retries, batch.implementer_retries).await?);
    }
    Ok(outcomes)
}

async fn forge_item(
    run: &Run<'_>,
    brief: &Brief,
    designer_retries: u32,
    implementer_retries: u32,
) -> Result<Outcome, Stop> {
    let mut log = Log::default();
    let idea = match design(run, brief, designer_retries, &mut log).await? {
        Ok(idea) => idea,
        Err(rejected) => return Ok(log.outcome(brief, 0, Ending::Rejected(Box::new(rejected)))),
    };
    let mut failed: Vec<Failed> = Vec::new();
    let mut last = Rejected::at("implementer", "pipeline_error", Vec::new());
    for attempt in 0..=implementer_retries {
        let place = run.at(format!("attempt/{attempt}"));
        if attempt > 0 {
            place.recovered(Recovery::Regeneration, IMPLEMENTER.name, &last.failure_type);
        }
        let order = Order { brief: brief.clone(), idea: idea.clone(), attempt, failed: failed.clone() };
        let package = match attempted(place.call(&IMPLEMENTER, &order).await)? {
            Ok(package) => package,
            Err(problem) => {
                log.add("implementer", attempt, "FAIL", &problem.detail);
                last = Rejected::at("implementer", "pipeline_error", vec![problem.detail]);
                continue;
            }
        };
        log.add("implementer", attempt, "done", "");
        let verifier = verified(&place, &package, failed.last()).await?;
        log.add("verifier", attempt, verifier.verdict.name(), &verifier.reasons.join("; "));
        if verifier.verdict == Verdict::Fail {
            last = Rejected {
                stage: "verifier".to_owned(),
                failure_type: verifier
                    .failure_type
                    .map_or("unknown".to_owned(), |failure| failure.to_string()),
                reasons: verifier.reasons.clone(),
                idea_plan: Some(idea.clone()),
                question_package: Some(package.clone()),
                verifier_report: Some(verifier.clone()),
                style_report: None,
            };
            if verifier.severity == Some(Severity::Structural) {
                return Ok(log.outcome(brief, attempt + 1, Ending::Rejected(Box::new(last))));
            }
            failed.push(Failed { package, verifier: Some(verifier), style: None });
            continue;
        }
        let style = match styled(&place, brief, &package).await? {
            Ok(style) => style,
            Err(problem) => {
                log.add("style", attempt, "FAIL", &problem.detail);
                last = Rejected::at("style", "pipeline_error", vec![problem.detail]);
                continue;
            }
        };
        log.add("style", attempt, style.verdict.name(), &style.regen_instructions.join("; "));
        if style.verdict == Verdict::Pass {
            let accepted = Accepted {
                id: item_id(brief, &package),
                seed: brief.seed,
                idea_plan: idea,
                question_package: package,
                verifier_report: verifier,
                style_report: style,
            };
            return Ok(log.outcome(brief, attempt + 1, Ending::Accepted(Box::new(accepted))));
        }
        last = Rejected {
            stage: "style".to_owned(),
            failure_type: style.failure_type.map_or("unknown".to_owned(), |failure| failure.to_string()),
            reasons: style.regen_instructions.clone(),
            idea_plan: Some(idea.clone()),
            question_package: Some(package.clone()),
            verifier_report: Some(verifier.clone()),
            style_report: Some(style.clone()),
        };
        if style.severity == Some(Severity::Structural) {
            return Ok(log.outcome(brief, attempt + 1, Ending::Rejected(Box::new(last))));
        }
        failed.push(Failed { package, verifier: Some(verifier), style: Some(style) });
    }
    Ok(log.outcome(brief, implementer_retries + 1, Ending::Rejected(Box::new(last))))
}

/// An idea that can be made into options, or the reason there is none.
async fn design(
    run: &Run<'_>,
    brief: &Brief,
    retries: u32,
    log: &mut Log,
) -> Result<Result<Idea, Rejected>, Stop> {
    let mut why = String::new();
    for attempt in 0..=retries {
        let place = run.at(format!("design/{attempt}"));
        match attempted(place.call(&DESIGNER, brief).await)? {
            Ok(idea) if idea.mcq_viability.viable => {
                log.add("designer", attempt, "done", "");
                return Ok(Ok(idea));
            }
            Ok(idea) => why = format!("no believable options: {}", idea.mcq_viability.reason),
            Err(problem) => why = problem.detail,
        }
        log.add("designer", attempt, "FAIL", &why);
    }
    Ok(Err(Rejected::at("designer", "no_idea", vec![why])))
}

/// Code first, then a model's opinion if there is one: an item passes only if nobody objects.
async fn verified(run: &Run<'_>, package: &Package, before: Option<&Failed>) -> Result<VerifierReport, Stop> {
    let answer = attempted(run.call(&SOLVER, &Unsolved::from(&package.question)).await)?;
    let blind = match &answer {
        Ok(answer) => answer.blind(),
        Err(problem) => crate::verify::Blind::GaveUp(problem.detail.clone()),
    };
    let mut report = verify(package, &blind);
    if let Some(failed) = before
        && let Some(reused) = reused_numbers(&failed.package, package)
    {
        report.object(reused);
    }
    run.gate("verifier", gate(&report.reasons, report.verdict));
    if report.verdict == Verdict::Fail {
        return Ok(report);
    }
    let opinion = attempted(run.call(&VERIFIER, &ToVerify { package: package.clone() }).await)?;
    if let Ok(opinion) = opinion
        && opinion.verdict == Verdict::Fail
    {
        return Ok(VerifierReport { layers: report.layers, ..opinion });
    }
    Ok(report)
}

/// A new attempt takes new numbers: the options of the failed one must not come back as they were.
fn reused_numbers(before: &Package, now: &Package) -> Option<String> {
    let same = before.question.stem == now.question.stem || before.question.options == now.question.options;
    same.then(|| "the failed attempt's stem or options were used again".to_owned())
}

/// The judge's scores through the gate. What the judge itself says of them does not count.
async fn styled(
    run: &Run<'_>,
    brief: &Brief,
    package: &Package,
) -> Result<Result<StyleReport, Problem>, Stop> {
    let input = ToJudge { brief: brief.clone(), package: package.clone() };
    let mut report = match attempted(run.call(&STYLE_JUDGE, &input).await)? {
        Ok(report) => report,
        Err(problem) => return Ok(Err(problem)),
    };
    report.verdict = if report.scores.pass() { Verdict::Pass } else { Verdict::Fail };
    if report.verdict == Verdict::Fail && report.severity.is_none() {
        report.severity = Some(Severity::Fixable);
    }
    run.gate("style", gate(&report.regen_instructions, report.verdict));
    Ok(Ok(report))
}

fn gate(reasons: &[String], verdict: Verdict) -> Gate {
    if verdict == Verdict::Pass {
        return Gate::Pass;
    }
    Gate::Blocked(reasons.iter().map(|reason| Finding::new("objection", Weight::High, reason)).collect())
}

/// A failed agent is a failed attempt; everything else stops the run.
fn attempted<T>(called: Result<T, Stop>) -> Result<Result<T, Problem>, Stop> {
    match called {
        Ok(value) => Ok(Ok(value)),
        Err(Stop::Failed(problem)) => Ok(Err(problem)),
        Err(stop) => Err(stop),
    }
}

fn broken(brief: &Brief, problem: &Problem) -> Outcome {
    let rejected = Rejected::at("pipeline", "pipeline_error", vec![problem.detail.clone()]);
    Log::default().outcome(brief, 0, Ending::Rejected(Box::new(rejected)))
}

#[derive(Default)]
struct Log(Vec<LogLine>);

impl Log {
    fn add(&mut self, stage: &str, attempt: u32, outcome: &str, detail: &str) {
        self.0.push(LogLine {
            stage: stage.to_owned(),
            attempt,
            outcome: outcome.to_owned(),
            detail: detail.to_owned(),
        });
    }

    fn outcome(self, brief: &Brief, attempts: u32, result: Ending) -> Outcome {
        Outcome {
            slot: brief.slot,
            schema_id: brief.schema.id.clone(),
            difficulty: brief.difficulty,
            attempts,
            result,
            log: self.0,
        }
    }
}

impl Rejected {
    fn at(stage: &str, failure_type: &str, reasons: Vec<String>) -> Self {
        Self {
            stage: stage.to_owned(),
            failure_type: failure_type.to_owned(),
            reasons,
            idea_plan: None,
            question_package: None,
            verifier_report: None,
            style_report: None,
        }
    }
}
