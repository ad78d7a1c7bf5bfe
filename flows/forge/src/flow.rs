//! The flow: Designer → Implementer → Verifier → Style judge. The Implementer is called again after a failure that
//! another attempt can fix.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Call;
use tutti_bank::Bank;
use tutti_core::{Finding, Problem, Severity, Verdict};
use tutti_engine::{Failure, Flow, FlowEntry, NoteRecord, Recovery, Run, Stop, flow, step_name};
use tutti_item::duplicates::{Bank as Index, Relation};
use tutti_item::{Item, ItemId};
use tutti_store::Store;

use crate::agents::{DESIGNER, IMPLEMENTER, SOLVER, STYLE_JUDGE, ToJudge, ToVerify, Unsolved, VERIFIER};
use crate::claim::numbers_in;
use crate::outcome::{Accepted, Ending, LogLine, Rejected, SlotOutcome, Stats, item_id, item_of};
use crate::package::{Failed, Order};
use crate::plan::briefs;
use crate::report::{FailureSeverity, ItemVerdict, Layer, StyleFailure, StyleReport, VerifierReport};
use crate::rules::Rule;
use crate::verify::verify;
use crate::{Brief, Idea, Package, Schema};

/// Items whose keys are proved.
pub const FORGE: Flow<ForgeInput, ForgeReport> = flow!("forge", version 2, forge, title ForgeInput::title);

/// Some slots of a run, as its child.
pub const FORGE_BATCH: Flow<Batch, Vec<SlotOutcome>> =
    flow!("forge_batch", version 1, forge_batch, title Batch::title);

/// Verification of items written elsewhere.
pub const FORGE_VERIFY: Flow<Vec<Package>, Vec<VerifierReport>> =
    flow!("forge_verify", version 1, forge_verify);

/// One such item, as a child.
const FORGE_VERIFY_ITEM: Flow<Package, VerifierReport> =
    flow!("forge_verify_item", version 1, forge_verify_item);

pub const FLOWS: [FlowEntry; 4] =
    [FORGE.entry(), FORGE_BATCH.entry(), FORGE_VERIFY.entry(), FORGE_VERIFY_ITEM.entry()];

/// The input of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ForgeInput {
    pub items: u64,
    pub seed: u64,
    pub schemas: Vec<Schema>,
    /// Of easy, medium and hard.
    pub weights: [f64; 3],
    pub implementer_retries: u32,
    pub designer_retries: u32,
    /// Slots per child: one if models are used, many if nothing waits.
    pub batch: usize,
    /// Children at work at once.
    pub parallel: usize,
    /// Which model each agent asks; an agent that is not here works natively. For the record only.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, String>,
    /// When it was asked for, in milliseconds: the bank notes it.
    #[serde(default)]
    pub at_ms: i64,
}

impl ForgeInput {
    fn title(&self) -> String {
        count(self.items, "exam item")
    }
}

/// `1 slot`, `2 slots`.
fn count(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ForgeReport {
    pub stats: Stats,
    /// In the order of the slots.
    pub outcomes: Vec<SlotOutcome>,
    /// Which model each agent asked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, String>,
}

/// Slots for one child.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Batch {
    pub briefs: Vec<Brief>,
    pub implementer_retries: u32,
    pub designer_retries: u32,
}

impl Batch {
    fn title(&self) -> String {
        count(self.briefs.len() as u64, "slot")
    }
}

/// How often slots are filled again because their item is similar to an earlier one.
const ROUNDS: u32 = 6;

/// Fills every slot, and refills those whose item is similar to another of the run or of the bank.
async fn forge(run: Run<'_>, input: ForgeInput) -> Result<ForgeReport, Stop> {
    let mut briefs = briefs(input.items, input.seed, &input.schemas, input.weights);
    let mut todo: Vec<usize> = (0..briefs.len()).collect();
    let mut done: BTreeMap<u64, SlotOutcome> = BTreeMap::new();
    for round in 0..ROUNDS {
        let place = run.at(format!("round/{round}"));
        let chunks: Vec<Vec<Brief>> = todo
            .chunks(input.batch.max(1))
            .map(|slots| slots.iter().map(|slot| briefs[*slot].clone()).collect())
            .collect();
        let batches = chunks.iter().map(|briefs| {
            let batch = Batch {
                briefs: briefs.clone(),
                implementer_retries: input.implementer_retries,
                designer_retries: input.designer_retries,
            };
            (briefs.first().map_or(0, |brief| brief.slot).to_string(), batch)
        });
        let made = place.all("items", &FORGE_BATCH, batches, input.parallel).await?;
        for (outcomes, briefs) in made.into_iter().zip(&chunks) {
            match outcomes {
                Ok(outcomes) => done.extend(outcomes.into_iter().map(|outcome| (outcome.slot, outcome))),
                Err(problem) => {
                    done.extend(briefs.iter().map(|brief| (brief.slot, failed_outcome(brief, &problem))));
                }
            }
        }
        let alike = alike(&place, &done).await?;
        if alike.is_empty() {
            break;
        }
        if round + 1 == ROUNDS {
            for (slot, like) in alike {
                if let Some(outcome) = done.get_mut(&slot) {
                    let why = vec![format!("it is too similar to {like}")];
                    let rejected = Rejected::at("duplicates", "near_duplicate", why);
                    outcome.result = Ending::Rejected(Box::new(rejected));
                }
            }
            break;
        }
        place.record_recovery(
            Recovery::Regeneration,
            "items",
            &format!("{} items are too similar to others", alike.len()),
        );
        todo = alike.keys().filter_map(|slot| usize::try_from(*slot).ok()).collect();
        for slot in &todo {
            briefs[*slot] = briefs[*slot].clone().anew();
        }
    }
    let outcomes: Vec<SlotOutcome> = done.into_values().collect();
    keep(&run, &outcomes, input.at_ms).await?;
    Ok(ForgeReport { stats: Stats::of(&outcomes), outcomes, models: input.models })
}

/// The accepted items that ask what another one of the run or of the bank asks, with the one they are like.
async fn alike(run: &Run<'_>, done: &BTreeMap<u64, SlotOutcome>) -> Result<BTreeMap<u64, String>, Stop> {
    let accepted: BTreeMap<u64, Item> = done
        .values()
        .filter_map(|outcome| Some((outcome.slot, item_of(&outcome.as_accepted()?.question_package))))
        .collect();
    let items: Vec<Item> = accepted.values().cloned().collect();
    let ids: Vec<String> = items.iter().map(|item| item.id.to_string()).collect();
    let bank = Bank::new(run.service::<Store>()?.of(&run.account().owner));
    // The contents of the bank go into the journal: there may be more by the time the run resumes.
    let look =
        || async move { bank.find_similar(&items).await.map_err(|error| Failure::Final(error.into())) };
    let in_bank: Vec<Option<ItemId>> = run.step("bank", &ids, look).await?;
    let mut so_far = Index::new();
    let mut alike = BTreeMap::new();
    for ((slot, item), in_bank) in accepted.iter().zip(in_bank) {
        let in_run = || so_far.find(item).into_iter().find(|found| found.relation != Relation::SameTemplate);
        match in_bank.or_else(|| in_run().map(|found| found.id)) {
            Some(like) => drop(alike.insert(*slot, like.to_string())),
            None => so_far.add(item),
        }
    }
    Ok(alike)
}

/// Puts the accepted items into the bank, all or none.
async fn keep(run: &Run<'_>, outcomes: &[SlotOutcome], at: i64) -> Result<(), Stop> {
    let items: Vec<Item> = outcomes.iter().filter_map(|outcome| outcome.item(run.id().as_str())).collect();
    let ids: Vec<String> = items.iter().map(|item| item.id.to_string()).collect();
    let bank = Bank::new(run.service::<Store>()?.of(&run.account().owner));
    let add = || async move {
        bank.add(&items, at).await.map(|_| ()).map_err(|error| Failure::Final(error.into()))
    };
    run.step("keep", &ids, add).await
}

/// The gate that ends a slot.
const ITEM: &str = "item";

/// The progress that a note of a run reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    Accepted,
    Rejected,
    /// An item is written again.
    Retried,
}

impl Progress {
    /// From the key of a note and what it holds; none if it says nothing of the kind.
    pub fn read(key: &str, note: &NoteRecord) -> Option<Self> {
        if note.recovery() == Some(Recovery::Regeneration) {
            return Some(Self::Retried);
        }
        let verdict = note.verdict().filter(|_| key.contains('/') && step_name(key) == ITEM)?;
        Some(if *verdict == Verdict::Pass { Self::Accepted } else { Self::Rejected })
    }
}

/// Fills some slots, one after the other.
async fn forge_batch(run: Run<'_>, batch: Batch) -> Result<Vec<SlotOutcome>, Stop> {
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
) -> Result<SlotOutcome, Stop> {
    let mut log = Log::default();
    let (attempts, result) = match design(run, brief, designer_retries, &mut log).await? {
        Ok(idea) => implement(run, brief, &idea, implementer_retries, &mut log).await?,
        Err(rejected) => (0, Ending::Rejected(Box::new(rejected))),
    };
    let verdict = match &result {
        Ending::Accepted(_) => Verdict::Pass,
        Ending::Rejected(rejected) => gate(&rejected.reasons, ItemVerdict::Fail),
    };
    run.gate(ITEM, verdict);
    Ok(log.outcome(brief, attempts, result))
}

/// An idea that can be made into options, or the reason there is none.
async fn design(
    run: &Run<'_>,
    brief: &Brief,
    retries: u32,
    log: &mut Log,
) -> Result<Result<Idea, Rejected>, Stop> {
    let mut brief = brief.clone();
    for attempt in 0..=retries {
        let place = run.at(format!("design/{attempt}"));
        let why = match catch_failure(place.call(&DESIGNER, &brief).await)? {
            Ok(idea) if idea.mcq_viability.viable => {
                log.add("designer", attempt, "done", "");
                return Ok(Ok(idea));
            }
            Ok(idea) => format!("no believable options: {}", idea.mcq_viability.reason),
            Err(problem) => problem.detail,
        };
        log.add("designer", attempt, "FAIL", &why);
        brief.refused.push(why);
    }
    Ok(Err(Rejected::at("designer", "no_idea", brief.refused)))
}

/// Writes the idea out, verifies and judges it, and writes it again while a failure can be fixed.
async fn implement(
    run: &Run<'_>,
    brief: &Brief,
    idea: &Idea,
    retries: u32,
    log: &mut Log,
) -> Result<(u32, Ending), Stop> {
    let mut failed: Vec<Failed> = Vec::new();
    let mut last = Rejected::at("implementer", "pipeline_error", Vec::new());
    for attempt in 0..=retries {
        let place = run.at(format!("attempt/{attempt}"));
        if attempt > 0 {
            place.record_recovery(Recovery::Regeneration, IMPLEMENTER.name, &last.failure_type);
        }
        let order = Order { brief: brief.clone(), idea: idea.clone(), attempt, failed: failed.clone() };
        let mut broke = |stage: &str, problem: Problem| {
            log.add(stage, attempt, "FAIL", &problem.detail);
            Rejected::at(stage, "pipeline_error", vec![problem.detail])
        };
        let package = match catch_failure(place.call(&IMPLEMENTER, &order).await)? {
            Ok(package) => package,
            Err(problem) => {
                last = broke("implementer", problem);
                continue;
            }
        };
        let verifier = match verify_package(&place, &package, &failed).await? {
            Ok(report) => report,
            Err(problem) => {
                last = broke("verifier", problem);
                continue;
            }
        };
        log.add("implementer", attempt, "done", "");
        log.add("verifier", attempt, verifier.verdict.name(), &verifier.reasons.join("; "));
        let rejected = |stage: &str, failure_type: Option<String>, reasons: &[String]| Rejected {
            idea_plan: Some(idea.clone()),
            question_package: Some(package.clone()),
            verifier_report: Some(verifier.clone()),
            ..Rejected::at(stage, &failure_type.unwrap_or("unknown".to_owned()), reasons.to_vec())
        };
        if verifier.verdict == ItemVerdict::Fail {
            let failure = verifier.failure_type.map(|failure| failure.to_string());
            last = rejected("verifier", failure, &verifier.reasons);
            if verifier.severity == Some(FailureSeverity::Structural) {
                return Ok((attempt + 1, Ending::Rejected(Box::new(last))));
            }
            failed.push(Failed { package, verifier: Some(verifier), style: None });
            continue;
        }
        let style = match judge_style(&place, brief, &package).await? {
            Ok(style) => style,
            Err(problem) => {
                log.add("style", attempt, "FAIL", &problem.detail);
                last = Rejected::at("style", "pipeline_error", vec![problem.detail]);
                continue;
            }
        };
        log.add("style", attempt, style.verdict.name(), &style.regen_instructions.join("; "));
        if style.verdict == ItemVerdict::Pass {
            let accepted = Accepted {
                id: item_id(brief, &package),
                seed: brief.seed,
                idea_plan: idea.clone(),
                question_package: package,
                verifier_report: verifier,
                style_report: style,
            };
            return Ok((attempt + 1, Ending::Accepted(Box::new(accepted))));
        }
        let failure = style.failure_type.map(|failure| failure.to_string());
        last = rejected("style", failure, &style.regen_instructions);
        last.style_report = Some(style.clone());
        if style.severity == Some(FailureSeverity::Structural) {
            return Ok((attempt + 1, Ending::Rejected(Box::new(last))));
        }
        failed.push(Failed { package, verifier: Some(verifier), style: Some(style) });
    }
    Ok((retries + 1, Ending::Rejected(Box::new(last))))
}

/// Verifies items written elsewhere one by one; several at once if models are used.
async fn forge_verify(run: Run<'_>, packages: Vec<Package>) -> Result<Vec<VerifierReport>, Stop> {
    let each = packages.into_iter().enumerate().map(|(i, package)| (i.to_string(), package));
    let reports = run.all("items", &FORGE_VERIFY_ITEM, each, 8).await?;
    reports.into_iter().map(|report| report.map_err(Stop::Failed)).collect()
}

async fn forge_verify_item(run: Run<'_>, package: Package) -> Result<VerifierReport, Stop> {
    match run_layers(&run, &package).await? {
        Ok(report) => opinion(&run, &package, report).await?.map_err(Stop::Failed),
        Err(problem) => Err(Stop::Failed(problem)),
    }
}

/// Every layer over a package, the blind solve among them.
async fn run_layers(run: &Run<'_>, package: &Package) -> Result<Result<VerifierReport, Problem>, Stop> {
    let answer = catch_failure(run.call(&SOLVER, &Unsolved::from(&package.question)).await)?;
    Ok(answer.map(|answer| verify(package, &answer.blind())))
}

/// The verifier's opinion of what the layers passed: it can object, and nothing else.
async fn opinion(
    run: &Run<'_>,
    package: &Package,
    report: VerifierReport,
) -> Result<Result<VerifierReport, Problem>, Stop> {
    if report.verdict == ItemVerdict::Fail {
        return Ok(Ok(report));
    }
    let input = ToVerify { package: package.clone(), report: report.clone() };
    Ok(catch_failure(run.call(&VERIFIER, &input).await)?.map(|opinion| match opinion.verdict {
        ItemVerdict::Fail => VerifierReport { layers: report.layers, undecided: report.undecided, ..opinion },
        ItemVerdict::Pass => report,
    }))
}

/// Code first, then a model's opinion if there is one: an item passes only if nobody objects, and only if its key was
/// proved from the claim or found by somebody who did not know it.
async fn verify_package(
    run: &Run<'_>,
    package: &Package,
    before: &[Failed],
) -> Result<Result<VerifierReport, Problem>, Stop> {
    let mut report = match run_layers(run, package).await? {
        Ok(report) => report,
        Err(problem) => return Ok(Err(problem)),
    };
    if let Some(reused) = before.iter().find_map(|failed| find_reuse(&failed.package, package)) {
        report.object(Rule::NumbersReused, reused);
    }
    let shown = report.layers.is_some_and(|layers| [layers.proof, layers.blind].contains(&Layer::Pass));
    if report.verdict == ItemVerdict::Pass && !shown {
        let why = "the key is neither proved from a claim nor found by a blind solver";
        report.object(Rule::KeyUnproved, why.to_owned());
    }
    let report = match opinion(run, package, report).await? {
        Ok(report) => report,
        Err(problem) => return Ok(Err(problem)),
    };
    run.gate("verifier", gate(&report.reasons, report.verdict));
    Ok(Ok(report))
}

/// A new attempt takes new numbers: neither all the numbers of a failed stem nor its options may come back.
fn find_reuse(before: &Package, now: &Package) -> Option<String> {
    let numbers = |package: &Package| {
        let mut numbers = numbers_in(&package.question.stem);
        numbers.sort_unstable();
        numbers
    };
    let values = |package: &Package| -> BTreeSet<String> {
        package.question.options.values().map(|text| text.split_whitespace().collect()).collect()
    };
    let (was, is) = (numbers(before), numbers(now));
    if was == is && !is.is_empty() {
        return Some(format!("the numbers of a failed attempt were used again: {}", is.join(", ")));
    }
    let (was, is) = (values(before), values(now));
    let again: Vec<&str> = was.intersection(&is).map(String::as_str).collect();
    (again.len() * 2 > is.len())
        .then(|| format!("options of a failed attempt were used again: {}", again.join(", ")))
}

/// The judge's scores through the gate. What the judge itself says of them does not count.
async fn judge_style(
    run: &Run<'_>,
    brief: &Brief,
    package: &Package,
) -> Result<Result<StyleReport, Problem>, Stop> {
    let input = ToJudge { brief: brief.clone(), package: package.clone() };
    let mut report = match catch_failure(run.call(&STYLE_JUDGE, &input).await)? {
        Ok(report) => report,
        Err(problem) => return Ok(Err(problem)),
    };
    report.verdict = if report.scores.pass() { ItemVerdict::Pass } else { ItemVerdict::Fail };
    if report.verdict == ItemVerdict::Fail {
        report.severity.get_or_insert(FailureSeverity::Fixable);
        report.failure_type.get_or_insert(StyleFailure::StyleMismatch);
    }
    run.gate("style", gate(&report.regen_instructions, report.verdict));
    Ok(Ok(report))
}

fn gate(reasons: &[String], verdict: ItemVerdict) -> Verdict {
    if verdict == ItemVerdict::Pass {
        return Verdict::Pass;
    }
    Verdict::Blocked(reasons.iter().map(|reason| Finding::new("objection", Severity::High, reason)).collect())
}

/// A failed agent is a failed attempt; everything else stops the run.
fn catch_failure<T>(called: Result<T, Stop>) -> Result<Result<T, Problem>, Stop> {
    match called {
        Ok(value) => Ok(Ok(value)),
        Err(Stop::Failed(problem)) => Ok(Err(problem)),
        Err(stop) => Err(stop),
    }
}

fn failed_outcome(brief: &Brief, problem: &Problem) -> SlotOutcome {
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

    fn outcome(self, brief: &Brief, attempts: u32, result: Ending) -> SlotOutcome {
        SlotOutcome {
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
