//! Blind solvers: each candidate is answered several times, with and without the text, by a solver that is not given
//! the key.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Call;
use tutti_engine::{Flow, Run, Stop, flow};

use crate::agents::BLIND_SOLVER;
use crate::candidate::Candidate;
use crate::flow::task::Task;
use crate::order::{Blind, ToSolve};

/// A question that votes are wanted on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToVote {
    pub question_id: String,
    pub question: String,
    pub options: Vec<String>,
    pub key: usize,
    pub reference: String,
    pub votes: usize,
}

/// The shares of solvers that found the key. The solvers are not shown it.
pub(super) const AUTHOR_SOLVE: Flow<ToVote, Blind> = flow!("author_solve", version 1, author_solve);

async fn author_solve(run: Run<'_>, input: ToVote) -> Result<Blind, Stop> {
    let informed = share(&run.at("informed"), &input, Some(&input.reference)).await?;
    let uninformed = share(&run.at("uninformed"), &input, None).await?;
    Ok(Blind { question_id: input.question_id, informed, uninformed })
}

/// None where nobody could be asked.
async fn share(run: &Run<'_>, input: &ToVote, reference: Option<&str>) -> Result<Option<f64>, Stop> {
    let mut right = 0;
    for vote in 1..=input.votes {
        let asked = ToSolve {
            question: input.question.clone(),
            options: input.options.clone(),
            reference: reference.map(str::to_owned),
            vote,
        };
        let solved = run.at(format!("vote/{vote}")).call(&BLIND_SOLVER, &asked).await?;
        if solved.answer.is_none() && solved.reasoning.is_empty() {
            return Ok(None);
        }
        right += usize::from(solved.place() == Some(input.key));
    }
    Ok((input.votes > 0).then(|| right as f64 / input.votes as f64))
}

/// Votes on candidates, each a child run. A solver that fails says nothing.
pub(super) async fn votes(
    task: &Task<'_>,
    place: &Run<'_>,
    candidates: &[Candidate],
    reference: &str,
) -> Result<Vec<Blind>, Stop> {
    if task.votes == 0 {
        return Ok(Vec::new());
    }
    let each = candidates.iter().map(|candidate| {
        let input = ToVote {
            question_id: candidate.question_id.clone(),
            question: candidate.question.clone(),
            options: candidate.options.iter().map(|option| option.text.clone()).collect(),
            key: candidate.key,
            reference: reference.to_owned(),
            votes: task.votes,
        };
        (candidate.question_id.clone(), input)
    });
    let voted = place.all("solve", &AUTHOR_SOLVE, each, task.parallel.max(1)).await?;
    Ok(voted.into_iter().filter_map(Result::ok).collect())
}
