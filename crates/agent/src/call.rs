//! One call of an agent inside a run: ways, attempts, repairs, fallbacks.
//!
//! Every attempt is one journal entry that holds what was tried, the result, and the *decision that follows*. After a
//! crash the recorded decisions are followed, not made again, so a run survives a change of settings in between:
//! finished attempts stay, the rest runs under the new settings.
//!
//! Three of the five recoveries are implemented here, each recorded under its own name: retry (the same again, after a
//! pause), repair (the model is shown what is wrong) and fallback (another way). The other two belong to the flow.

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tutti_core::{Code, Problem, Verdict};
use tutti_engine::{Failure, Recovery, Run, RunAccount, Stop};
use tutti_model::{Advice, CallError, Finish, OutputSchema, Request, Role, Turn};

use crate::{
    Agent, CallRecord, Contract, Decision, Desk, Limits, Way, decode_with, desk::Plan, read, schema_of,
};

/// Calling agents from a run.
pub trait Call {
    /// Fulfils the contract in the way that the settings name, with all the recovery that its policy allows.
    fn call<I: Contract, O: Contract>(
        &self,
        agent: &Agent<I, O>,
        input: &I,
    ) -> impl Future<Output = Result<O, Stop>> + Send;
}

/// The progress of a call, derived from the attempts made so far.
#[derive(Debug, Clone, Default)]
struct Progress {
    /// Index into the ways.
    way: usize,
    /// Attempts made with this way, repairs not counted.
    tries: u32,
    repairs: u32,
    /// The refused answers, each with the reason, to be shown to the model.
    refused: Vec<(String, String)>,
}

impl Call for Run<'_> {
    async fn call<I: Contract, O: Contract>(&self, agent: &Agent<I, O>, input: &I) -> Result<O, Stop> {
        let desk = self.service::<Desk>()?;
        let asked = serde_json::to_value(input).map_err(|error| {
            Stop::failed(Code::Internal, format!("the input of agent {}: {error}", agent.name))
        })?;
        let mut progress = Progress::default();
        let mut n = 1;
        loop {
            let step = format!("{}#{n}", agent.name);
            let attempt = CallAttempt {
                agent: AgentFns { name: agent.name, native: agent.native, check: agent.check },
                plan: desk.plan(agent),
                desk: Arc::clone(&desk),
                account: self.account().clone(),
                step: self.key(&step),
                input: asked.clone(),
                progress: progress.clone(),
            };
            let record: CallRecord = match self
                .outlined_attempt(agent.name, n, &asked, attempt.make(), CallRecord::outline)
                .await?
            {
                Ok(record) => record,
                Err(failed) => return Err(Stop::Failed(failed.problem)),
            };
            let why = record.problem.as_ref().map_or("", |problem| problem.detail.as_str());
            match record.next {
                Decision::Done(value) => {
                    return read(value).map_err(|error| {
                        let problem = Problem::new(Code::JournalMismatch, format!("step `{step}`: {error}"));
                        Stop::Mismatch(
                            problem.hint("the contract changed under this run: fork it from this step"),
                        )
                    });
                }
                Decision::Retry { pause_ms } => {
                    self.record_recovery(Recovery::Retry, &step, why);
                    self.sleep(&step, Duration::from_millis(pause_ms)).await?;
                    progress.tries += 1;
                }
                Decision::Repair => {
                    self.record_recovery(Recovery::Repair, &step, why);
                    progress.repairs += 1;
                    let why = why.to_owned();
                    progress.refused.extend(record.raw.map(|raw| (raw, why)));
                }
                Decision::Fallback => {
                    self.record_recovery(Recovery::Fallback, &step, why);
                    progress = Progress { way: progress.way + 1, ..Progress::default() };
                }
                Decision::GiveUp => {
                    let unknown = || Problem::new(Code::Internal, format!("agent {} gave up", agent.name));
                    return Err(Stop::Failed(record.problem.unwrap_or_else(unknown)));
                }
            }
            n += 1;
        }
    }
}

/// The parts of an agent that an attempt needs, owned so that they can travel into the step's body.
struct AgentFns<I, O> {
    name: &'static str,
    native: Option<fn(&I) -> Result<O, Problem>>,
    check: fn(&I, &O) -> Verdict,
}

/// One attempt on its way into the journal.
struct CallAttempt<I, O> {
    agent: AgentFns<I, O>,
    plan: Plan,
    desk: Arc<Desk>,
    account: RunAccount,
    /// The full key of the step, unique in its run.
    step: String,
    input: Value,
    progress: Progress,
}

impl<I: Contract, O: Contract> CallAttempt<I, O> {
    async fn make(self) -> Result<CallRecord, Failure> {
        // Settings may name fewer ways than when the call began; then the last one is used.
        let way = self.plan.ways[self.progress.way.min(self.plan.ways.len() - 1)].clone();
        let mut record = CallRecord {
            way: way.label(),
            prompt: None,
            raw: None,
            notes: Vec::new(),
            problem: None,
            next: Decision::GiveUp,
        };
        match way {
            Way::Native => self.run_natively(&mut record).await,
            Way::Model { name, checked } => {
                let request = match self.request(name, &mut record) {
                    Ok(request) => request,
                    Err(problem) => {
                        self.refuse(&mut record, problem, false);
                        return Ok(record);
                    }
                };
                self.ask_model(request, checked, &mut record).await?;
            }
        }
        Ok(record)
    }

    async fn run_natively(&self, record: &mut CallRecord) {
        let Some(native) = self.agent.native else {
            let name = self.agent.name;
            let detail = format!("agent {name} has no native way");
            let problem = Problem::new(Code::BadSettings, detail).hint(format!("set agents.{name}.model"));
            return self.refuse(record, problem, false);
        };
        let input = self.input.clone();
        // Native work may compute for seconds; it must not block the runs beside it.
        let work = tokio::task::spawn_blocking(move || {
            let input: I = read(input).map_err(|error| Problem::new(Code::BadInput, error.to_string()))?;
            let output = native(&input)?;
            let value = serde_json::to_value(&output)
                .map_err(|error| Problem::new(Code::Internal, format!("a native output: {error}")))?;
            // Checked against the contract like a model's output.
            read::<O>(value.clone()).map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
            Ok::<Value, Problem>(value)
        });
        let timeout = self.plan.policy.timeout;
        match tokio::time::timeout(timeout, work).await {
            Ok(Ok(Ok(value))) => record.next = Decision::Done(value),
            Ok(Ok(Err(problem))) => self.refuse(record, problem, false),
            Ok(Err(panic)) => {
                let detail = format!("the native way of agent {} panicked: {panic}", self.agent.name);
                self.refuse(record, Problem::new(Code::Internal, detail), false);
            }
            Err(_) => {
                let detail = format!(
                    "the native way of agent {} took longer than {} s",
                    self.agent.name,
                    timeout.as_secs()
                );
                self.refuse(record, Problem::new(Code::UpstreamTimeout, detail), false);
            }
        }
    }

    fn request(&self, model: tutti_model::ModelName, record: &mut CallRecord) -> Result<Request, Problem> {
        let prompt = self.desk.prompt(self.agent.name)?;
        record.prompt = Some(prompt.hash().as_str().to_owned());
        let schema = schema_of::<O>();
        let rendered = prompt
            .render(&self.input, Some(&schema))
            .map_err(|error| Problem::new(Code::BadSettings, error.to_string()))?;
        let mut request = Request::new(model, rendered.user);
        request.system = Some(rendered.system).filter(|system| !system.is_empty());
        request.temperature = prompt.temperature();
        request.max_tokens = prompt.max_tokens();
        request.schema =
            Some(OutputSchema { name: O::NAME.replace(|c: char| !c.is_ascii_alphanumeric(), "_"), schema });
        request.idempotency_key = Some(format!("{}/{}", self.account.run, self.step));
        for (said, why) in &self.progress.refused {
            request.turns.push(Turn { role: Role::Assistant, text: said.clone() });
            request.turns.push(Turn { role: Role::User, text: why.clone() });
        }
        Ok(request)
    }

    async fn ask_model(
        &self,
        request: Request,
        checked: bool,
        record: &mut CallRecord,
    ) -> Result<(), Failure> {
        let models = match self.desk.models(self.agent.name) {
            Ok(models) => models,
            Err(problem) => {
                self.refuse(record, problem, false);
                return Ok(());
            }
        };
        let payer = tutti_model::CallAccount {
            owner: self.account.owner.clone(),
            run: Some(self.account.run.clone()),
            step: self.step.clone(),
            agent: self.agent.name.to_owned(),
            budget: self.account.budget,
        };
        let reply = match models.call(&request, &payer, Some(self.patience())).await {
            Ok(reply) => reply,
            // Nothing was sent: the step has not happened, and will happen when the budget is raised.
            Err(CallError::BudgetReached(limit)) => return Err(Stop::Budget(limit).into()),
            Err(error) => {
                self.record_failure(record, error);
                return Ok(());
            }
        };
        record.raw = Some(reply.text.clone());
        if reply.finish == Finish::Filtered {
            let detail = format!("{} withheld its answer", request.model);
            self.refuse(record, Problem::new(Code::UpstreamFailed, detail), false);
            return Ok(());
        }
        let limits = Limits { cut_off: reply.finish == Finish::Length, ..Limits::default() };
        let complaint = match decode_with::<O>(&reply.text, limits) {
            Ok(decoded) => {
                record.notes =
                    decoded.notes.iter().filter_map(|note| serde_json::to_value(note).ok()).collect();
                let blocked = checked.then(|| self.native_complaint(&decoded.value)).flatten();
                match (blocked, serde_json::to_value(&decoded.value)) {
                    (None, Ok(value)) => {
                        record.next = Decision::Done(value);
                        return Ok(());
                    }
                    (Some(complaint), _) => complaint,
                    (None, Err(error)) => error.to_string(),
                }
            }
            Err(error) => error.to_string(),
        };
        self.refuse(record, Problem::new(Code::ContractBroken, complaint), true);
        Ok(())
    }

    /// The objections of the native checks to a model's output.
    fn native_complaint(&self, output: &O) -> Option<String> {
        let input: I = read(self.input.clone()).ok()?;
        match (self.agent.check)(&input, output) {
            Verdict::Blocked(findings) => {
                let listed: Vec<String> =
                    findings.iter().map(|f| format!("- {} {}: {}", f.rule, f.pointer, f.message)).collect();
                Some(format!(
                    "The answer was checked and refused:\n{}\nGive a corrected answer.",
                    listed.join("\n")
                ))
            }
            Verdict::Pass | Verdict::Flagged(_) => None,
        }
    }

    /// The time for one attempt: the policy's, or the rest of the run's.
    fn patience(&self) -> Duration {
        let policy = self.plan.policy.timeout;
        self.account.deadline.map_or(policy, |deadline| policy.min(self.time_until(deadline)))
    }

    fn time_until(&self, deadline: i64) -> Duration {
        Duration::from_millis(deadline.saturating_sub(self.desk.clock.now()).max(0) as u64)
    }

    /// A call without an answer.
    fn record_failure(&self, record: &mut CallRecord, error: CallError) {
        let advice = error.advice();
        let problem = Problem::from(error);
        let pause = match advice {
            Advice::Retry { after } => self.plan.pauses.after(self.progress.tries + 1, after),
            Advice::Fallback => None,
            Advice::Stop => {
                record.problem = Some(problem);
                record.next = Decision::GiveUp;
                return;
            }
        };
        // Waiting past the deadline helps nobody; another way may still be in time.
        let in_time = |pause: &Duration| {
            self.account.deadline.is_none_or(|deadline| *pause < self.time_until(deadline))
                || !self.has_another_way()
        };
        match pause.filter(in_time) {
            Some(pause) => {
                record.problem = Some(problem);
                record.next = Decision::Retry { pause_ms: pause.as_millis() as u64 };
            }
            None => self.refuse(record, problem, false),
        }
    }

    /// An unusable answer, or none: repair, another way, or the end.
    fn refuse(&self, record: &mut CallRecord, problem: Problem, repairable: bool) {
        record.next = if repairable && self.progress.repairs < self.plan.policy.repairs {
            Decision::Repair
        } else if self.has_another_way() {
            Decision::Fallback
        } else {
            Decision::GiveUp
        };
        record.problem = Some(problem);
    }

    fn has_another_way(&self) -> bool {
        self.progress.way + 1 < self.plan.ways.len()
    }
}
