//! Rounds of one stage: attempts with feedback on what was wrong, and a person after the third failure.

use tutti_engine::{Recovery, Run};

use crate::flow::task::{Leave, Task};
use crate::order::Wanted;
use crate::routing::{self, Route, Rule, Ruling};

/// The outcome of one round.
pub(super) enum RoundResult<T> {
    Done(T),
    /// The rule that it failed by.
    Failed(Ruling),
}

/// A stage that may fail and be tried again.
pub(super) trait Rounds {
    type Output;

    /// The place of its rounds in the plan, such as `round` for `round/2`.
    const PLACE: &'static str;

    /// How going back is put on record, and of whom.
    fn recovery(&self) -> (Recovery, &'static str);

    fn attempt<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
    ) -> impl Future<Output = Result<RoundResult<Self::Output>, Leave>> + Send;

    /// Takes what was wrong into the next attempt.
    fn go_back(&mut self, guidance: &[String], wanted: &[Wanted]);

    /// Asks what to do after the last failure. Gives the output where it is settled, else there is another round.
    fn ask_person<'r>(
        &mut self,
        task: &mut Task<'r>,
        place: &Run<'r>,
        ruling: &Ruling,
    ) -> impl Future<Output = Result<Option<Self::Output>, Leave>> + Send;
}

/// Goes round until the stage is done or a person ends the task.
pub(super) async fn repeat<R: Rounds>(task: &mut Task<'_>, rounds: &mut R) -> Result<R::Output, Leave> {
    let mut failures = 0;
    let mut round = 0;
    loop {
        let place = task.run.at(format!("{}/{round}", R::PLACE));
        round += 1;
        let ruling = match rounds.attempt(task, &place).await? {
            RoundResult::Done(output) => return Ok(output),
            RoundResult::Failed(ruling) => ruling,
        };
        if let Route::Back { guidance, wanted, .. } = &ruling.route {
            failures += 1;
            rounds.go_back(guidance, wanted);
        }
        let ruling = routing::limit_rounds(ruling, failures);
        if matches!(ruling.route, Route::Back { .. }) {
            let (recovery, of) = rounds.recovery();
            place.record_recovery(recovery, of, ruling.rule.code());
            continue;
        }
        if let Some(output) = rounds.ask_person(task, &place, &ruling).await? {
            return Ok(output);
        }
        // A person gave the stage as many rounds again; a halt for lack of a source does not count as a failure.
        if ruling.rule == Rule::RoundsSpent {
            failures = 0;
        }
    }
}
