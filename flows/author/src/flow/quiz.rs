//! Rounds of writing, solving, reviewing and gating candidates, until every level has what it needs or a person is
//! asked.

use std::collections::BTreeSet;

use serde_json::json;
use tutti_core::{Severity, Verdict};
use tutti_engine::{Recovery, Run};

use crate::agents::{COVERAGE_ANALYSIS, PSYCHOMETRIC_REVIEWER, QUESTION_WRITER};
use crate::candidate::{Candidate, Level};
use crate::flow::people::{self, Reply};
use crate::flow::rounds::{self, RoundResult};
use crate::flow::solve;
use crate::flow::task::{Ground, Leave, Task};
use crate::gates;
use crate::judgement::{Acceptable, Judged, Refused, choose, judge};
use crate::order::{Order, ToCover, ToReview, Wanted};
use crate::outcome::Ending;
use crate::positions::arrange;
use crate::reference::Reference;
use crate::routing::{self, Route, Ruling, Tally};
use crate::sheet;
use crate::status::{Flag, Stage};

/// Which concepts the questions of a task test, before others are written.
pub(super) async fn map_coverage(task: &mut Task<'_>, ground: &mut Ground) -> Result<(), Leave> {
    let input = ToCover { reference: ground.reference.clone(), existing: ground.existing.clone() };
    let (place, stage) = (task.run.clone(), Stage::MaterialCoverageAnalysis);
    let map = task.call(&place, stage, &COVERAGE_ANALYSIS, &input, |_| None).await?;
    task.stage(stage, json!({ "coverage_map": map }));
    ground.guidance.extend(routing::coverage(&map).into_iter().flat_map(|ruling| task.note_ruling(ruling)));
    ground.coverage = Some(map);
    Ok(())
}

/// The rounds of one quiz.
struct QuizRounds<'g> {
    ground: &'g Ground,
    pool: Vec<Acceptable>,
    /// Written and not reviewed yet.
    fresh: Vec<Candidate>,
    guidance: Vec<String>,
    avoid: Vec<String>,
    /// What the writer is asked for next, and the least that a review needs.
    asked: Vec<Wanted>,
    least: Vec<Wanted>,
    written: usize,
    /// What was rejected since a person was asked, with the reasons.
    refused: Vec<String>,
    /// The questions that a person wrote.
    by_person: BTreeSet<String>,
}

impl<'g> QuizRounds<'g> {
    fn new(ground: &'g Ground) -> Self {
        Self {
            ground,
            pool: Vec::new(),
            fresh: Vec::new(),
            guidance: ground.guidance.clone(),
            avoid: Vec::new(),
            asked: more(&ground.needed, 2),
            least: more(&ground.needed, 1),
            written: 0,
            refused: Vec::new(),
            by_person: BTreeSet::new(),
        }
    }

    /// What a person wrote comes first; the rest is filled up with what was made.
    fn choose_questions(&self) -> Vec<Acceptable> {
        let (coverage, language) = (self.ground.coverage.as_ref(), self.ground.language());
        let (own, made): (Vec<Acceptable>, Vec<Acceptable>) =
            self.pool.iter().cloned().partition(|one| self.by_person.contains(&one.candidate.question_id));
        let mut chosen = choose(&own, &self.ground.needed, coverage, language);
        let written: Vec<Candidate> = chosen.iter().map(|one| one.candidate.clone()).collect();
        let have = counts(written.iter().map(|candidate| candidate.level));
        let count = |level| have.iter().find(|wanted| wanted.level == level).map_or(0, |wanted| wanted.count);
        let open: Vec<Wanted> = self
            .ground
            .needed
            .iter()
            .map(|wanted| Wanted { count: wanted.count.saturating_sub(count(wanted.level)), ..*wanted })
            .collect();
        let fresh = |one: &Acceptable| gates::repeats(&one.candidate, &written, language).is_none();
        let made: Vec<Acceptable> = made.into_iter().filter(fresh).collect();
        chosen.extend(choose(&made, &open, coverage, language));
        chosen.sort_by_key(|one| one.candidate.level);
        chosen
    }

    /// What there is goes to review, whatever its number.
    fn review_next(&mut self) {
        self.least.clear();
        self.asked.clear();
    }

    /// What a person sees who is asked for help. What was rejected is shown once.
    fn evidence(&mut self) -> Vec<String> {
        let mut evidence: Vec<String> = self.guidance.clone();
        evidence
            .extend(self.choose_questions().iter().map(|one| format!("passed: {}", one.candidate.question)));
        evidence.extend(self.fresh.iter().map(|one| format!("written: {}", one.question)));
        evidence.extend(std::mem::take(&mut self.refused).iter().map(|one| format!("rejected: {one}")));
        evidence.push(format!("your own questions:\n{}", sheet::FORM));
        evidence
    }

    /// Whether there are enough to choose from.
    fn is_full(&self) -> bool {
        let chosen = self.choose_questions();
        routing::shortage(&counts(chosen.iter().map(|one| one.candidate.level)), &self.ground.needed)
            .is_empty()
    }
}

fn more(wanted: &[Wanted], by: usize) -> Vec<Wanted> {
    wanted.iter().map(|wanted| Wanted { count: wanted.count + by, ..*wanted }).collect()
}

fn counts(levels: impl Iterator<Item = Level>) -> Vec<Wanted> {
    let levels: Vec<Level> = levels.collect();
    let count = |level: Level| levels.iter().filter(|other| **other == level).count();
    Level::ALL.map(|level| Wanted { level, count: count(level) }).to_vec()
}

/// The chosen questions, numbered, with their keys spread.
pub(super) async fn make_quiz(task: &mut Task<'_>, ground: &Ground) -> Result<Vec<Candidate>, Leave> {
    let mut quiz = QuizRounds::new(ground);
    rounds::repeat(task, &mut quiz).await?;
    finish_quiz(task, &quiz)
}

impl rounds::Rounds for QuizRounds<'_> {
    type Output = ();

    const PLACE: &'static str = "round";

    fn recovery(&self) -> (Recovery, &'static str) {
        (Recovery::Regeneration, QUESTION_WRITER.name)
    }

    async fn attempt<'r>(&mut self, task: &mut Task<'r>, place: &Run<'r>) -> Result<RoundResult<()>, Leave> {
        write(task, place, self).await?;
        let ruling = match routing::candidates(&counts(self.fresh.iter().map(|c| c.level)), &self.least) {
            Some(short) => Some(short),
            None => review(task, place, self).await?,
        };
        Ok(ruling.map_or(RoundResult::Done(()), RoundResult::Failed))
    }

    /// One more than missing is asked for, so that one may fail.
    fn go_back(&mut self, guidance: &[String], wanted: &[Wanted]) {
        self.guidance = self.ground.guidance.iter().chain(guidance).cloned().collect();
        self.asked = more(wanted, 1);
        // While nothing was reviewed, a review needs as many as before; after one, as many as are missing.
        if self.fresh.is_empty() {
            self.least = wanted.to_vec();
        }
    }

    async fn ask_person<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
        ruling: &Ruling,
    ) -> Result<Option<()>, Leave> {
        let full = self.fresh.is_empty() && self.is_full();
        let some = !self.fresh.is_empty();
        let (ask, words): (&str, &[&str]) = match (full, some) {
            (true, _) => (
                "Enough questions passed every gate. Go on with them, write others, or skip the task?",
                &["go_on", "again", "skip"],
            ),
            (_, true) => (
                "Review the candidates there are, have more written, write some yourself, or skip the task?",
                &["go_on", "again", "skip"],
            ),
            _ => ("Have them written again, write some yourself, or skip the task?", &["again", "skip"]),
        };
        let ground = self.ground;
        let reference = Reference::new(&ground.reference);
        let read = |sheet: &str| sheet::read(sheet, &reference, ground.options, ground.coverage.as_ref());
        let evidence = self.evidence();
        match people::ask_for_questions(task, place, ruling, ask, evidence, words, read).await? {
            Reply::Again => Ok(None),
            Reply::GoOn => {
                if some {
                    self.review_next();
                }
                Ok(full.then_some(()))
            }
            Reply::Given(written) => {
                let before = self.fresh.len();
                admit(place, self, "sheet", written);
                self.by_person.extend(self.fresh[before..].iter().map(|one| one.question_id.clone()));
                self.review_next();
                Ok(None)
            }
        }
    }
}

/// New candidates, numbered, those that lack a part left out.
async fn write<'r>(task: &mut Task<'r>, place: &Run<'r>, rounds: &mut QuizRounds<'_>) -> Result<(), Leave> {
    if rounds.asked.is_empty() {
        return Ok(());
    }
    let ground = rounds.ground;
    let order = Order {
        domain: ground.domain.clone(),
        topic_title: ground.topic_title.clone(),
        language: ground.language.clone(),
        reference: ground.reference.clone(),
        wanted: rounds.asked.clone(),
        options: ground.options,
        existing: ground.existing.clone(),
        coverage: ground.coverage.clone(),
        samples: ground.samples.clone(),
        guidance: rounds.guidance.clone(),
        avoid: rounds.avoid.clone(),
    };
    let stage = Stage::QuestionWriter;
    let made = task.call(place, stage, &QUESTION_WRITER, &order, |made| made.escalate.as_deref()).await?;
    let made_count = made.candidates.len();
    let dropped = admit(place, rounds, "candidates", made.candidates);
    task.stage(stage, json!({ "candidates": made_count, "incomplete": dropped, "wanted": rounds.asked }));
    Ok(())
}

/// Numbers candidates and keeps those that lack no part. Gives how many findings there were.
fn admit(place: &Run<'_>, rounds: &mut QuizRounds<'_>, gate: &str, candidates: Vec<Candidate>) -> usize {
    let mut incomplete = Vec::new();
    for mut candidate in candidates {
        rounds.written += 1;
        let letter = candidate.level.name().chars().next().unwrap_or('Q');
        candidate.question_id = format!("{letter}{}", rounds.written);
        rounds.avoid.push(candidate.question.clone());
        let verdict = gates::complete(&candidate, rounds.ground.options);
        if verdict.is_blocked() {
            incomplete.extend(verdict.findings().iter().cloned());
        } else {
            rounds.fresh.push(candidate);
        }
    }
    let verdict = Verdict::from_findings(incomplete);
    let dropped = verdict.findings().len();
    place.gate(gate, verdict);
    dropped
}

/// One review over what is fresh. Gives the ruling that sends the writer back, if there is one.
async fn review<'r>(
    task: &mut Task<'r>,
    place: &Run<'r>,
    rounds: &mut QuizRounds<'_>,
) -> Result<Option<Ruling>, Leave> {
    let ground = rounds.ground;
    let fresh = std::mem::take(&mut rounds.fresh);
    let blind = solve::votes(task, place, &fresh, &ground.reference).await?;
    let input = ToReview {
        candidates: fresh,
        reference: ground.reference.clone(),
        wanted: ground.needed.clone(),
        options: ground.options,
        existing: ground.existing.clone(),
        coverage: ground.coverage.clone(),
        samples: ground.samples.clone(),
        blind,
    };
    let stage = Stage::PsychometricReviewer;
    let said =
        task.call(place, stage, &PSYCHOMETRIC_REVIEWER, &input, |said| said.escalate.as_deref()).await?;
    let judged = judge(&input, &said);
    place.gate("standards", on_record(&judged));
    if !judged.overruled.is_empty() {
        let detail = format!("the gates rejected what the reviewer passed: {}", judged.overruled.join(", "));
        task.flag(Flag::new("reviewer_overruled", detail));
    }
    rounds.pool.extend(judged.acceptable.iter().cloned());
    let refused = |one: &Refused| format!("{}\n{}", one.candidate.question, one.reasons.join("\n"));
    rounds.refused.extend(judged.refused.iter().map(refused));
    let tally = tally(rounds, &judged);
    task.stage(
        stage,
        json!({
            "candidates": tally.candidates,
            "accepted": judged.acceptable.len(),
            "rejected": judged.refused.iter().map(|one| json!({
                "question_id": one.candidate.question_id, "reasons": one.reasons,
            })).collect::<Vec<_>>(),
            "average_score": tally.mean,
        }),
    );
    let mut back: Option<Ruling> = None;
    for ruling in routing::after_review(&tally) {
        match ruling.route {
            Route::Back { .. } if back.is_none() => back = Some(ruling),
            Route::Back { .. } => {}
            _ => drop(task.note_ruling(ruling)),
        }
    }
    Ok(back)
}

/// The verdict over a review: flagged where something was rejected, with each reason.
fn on_record(judged: &Judged) -> Verdict {
    let finding = |id: &str, reason: &String| {
        tutti_core::Finding::new("rejected", Severity::Medium, reason.clone()).at(format!("/{id}"))
    };
    let refused = judged.refused.iter();
    let findings =
        refused.flat_map(|one| one.reasons.iter().map(|reason| finding(&one.candidate.question_id, reason)));
    Verdict::from_findings(findings.collect())
}

fn tally(rounds: &QuizRounds<'_>, judged: &Judged) -> Tally {
    let some = |wanted: Vec<Wanted>| wanted.into_iter().filter(|wanted| wanted.count > 0).collect::<Vec<_>>();
    let reason =
        |one: &Refused| format!("“{}” was rejected for {}", one.candidate.question, one.reasons.join("; "));
    let chosen = rounds.choose_questions();
    let total: f64 = chosen.iter().map(|one| one.scored.parts.score()).sum();
    Tally {
        candidates: judged.acceptable.len() + judged.refused.len(),
        rejected: some(counts(judged.refused.iter().map(|one| one.candidate.level))),
        reasons: judged.refused.iter().map(reason).collect(),
        overlapping: some(counts(
            judged.refused.iter().filter(|one| one.overlaps).map(|one| one.candidate.level),
        )),
        acceptable: counts(chosen.iter().map(|one| one.candidate.level)),
        needed: rounds.ground.needed.clone(),
        mean: (!chosen.is_empty()).then(|| total / chosen.len() as f64),
    }
}

/// The chosen questions in their final form. The gates for the whole set are applied once more.
fn finish_quiz(task: &mut Task<'_>, rounds: &QuizRounds<'_>) -> Result<Vec<Candidate>, Leave> {
    let ground = rounds.ground;
    let chosen = rounds.choose_questions();
    let taken: Vec<&str> = chosen.iter().map(|one| one.candidate.question_id.as_str()).collect();
    let left: Vec<Candidate> = rounds
        .pool
        .iter()
        .filter(|one| !taken.contains(&one.candidate.question_id.as_str()))
        .map(|one| one.candidate.clone())
        .collect();
    // What a person wrote instead of what was left, they preferred.
    let made: Vec<Candidate> = chosen
        .iter()
        .map(|one| one.candidate.clone())
        .filter(|one| !rounds.by_person.contains(&one.question_id))
        .collect();
    let mut questions: Vec<Candidate> = chosen.into_iter().map(|one| one.candidate).collect();
    arrange(&mut questions, ground.options);
    for (number, question) in (1 + highest(ground)..).zip(&mut questions) {
        question.question_id = format!("CQ{number}");
    }
    // A question that would ask what a chosen one asks was not left by preference.
    let fair = |left: &Candidate| gates::repeats(left, &questions, ground.language()).is_none();
    let left: Vec<Candidate> = left.into_iter().filter(fair).collect();
    let verdicts = [
        ("counts", gates::check_counts(&questions, &ground.needed)),
        ("positions", gates::positions(&questions, ground.options)),
        ("distinct", gates::distinct(&questions, &ground.existing, ground.language())),
        ("preferred", gates::check_preference(&made, &left)),
        ("resolved", gates::check_flags(task.flags())),
    ];
    let place = task.run.at("quiz");
    let mut objections = Vec::new();
    for (name, verdict) in verdicts {
        objections.extend(Task::gate(&place, name, verdict));
    }
    if objections.is_empty() {
        return Ok(questions);
    }
    Err(Leave::End(Ending::Error { rule: "gate".to_owned(), text: objections.join("; ") }))
}

/// The highest number of the questions that exist, or 0.
fn highest(ground: &Ground) -> usize {
    let numbers = ground.existing.iter().filter_map(|asked| asked.question_id.get(2..)?.parse().ok());
    numbers.max().unwrap_or(0)
}
