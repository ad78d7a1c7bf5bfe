//! Finds runs by id prefix, describes what they wait for, and collects their results.

use serde::de::DeserializeOwned;
use tutti_core::{Code, Problem, RunId};
use tutti_engine::{End, EngineError, Flow};
use tutti_store::{Millis, Owned, ReviewRow, RunRow, Waits};

use crate::{Problems, name_run, time};

/// Finds a run by its id or by a unique prefix of it. Child runs do not make a prefix ambiguous.
pub async fn find(store: &Owned, typed: &str) -> Result<RunRow, Problems> {
    let unknown = || EngineError::NoSuchRun { id: typed.to_owned() };
    let id = RunId::parse(typed)?;
    if let Some(row) = store.run(&id).await? {
        return Ok(row);
    }
    let matches = tops(&store.runs_by_prefix(typed).await?);
    match matches.as_slice() {
        [] => Err(unknown().into()),
        [only] => Ok(store.run(only).await?.ok_or_else(unknown)?),
        several => {
            let named: Vec<&str> = several.iter().map(RunId::as_str).collect();
            let problem = Problem::new(
                Code::BadInput,
                format!("`{typed}` is a prefix of more than one run: {}", named.join(", ")),
            );
            Err(problem.hint("type one more character").into())
        }
    }
}

/// The list without runs that are below another run in it.
fn tops(ids: &[RunId]) -> Vec<RunId> {
    let below = |id: &RunId| ids.iter().any(|other| is_below(id, other));
    ids.iter().filter(|id| !below(id)).cloned().collect()
}

/// Whether `id` is a descendant of `other`.
pub fn is_below(id: &RunId, other: &RunId) -> bool {
    id.as_str().strip_prefix(other.as_str()).is_some_and(|rest| rest.starts_with('/'))
}

/// What a parked run waits for; the text follows the word "waits".
pub fn for_what(waits: &Waits, wake_at: Option<Millis>, now: Millis) -> String {
    match (waits, wake_at) {
        (Waits::Review { name }, _) => format!("for a person: {name}"),
        (Waits::Children, _) => "for its children".to_owned(),
        (Waits::Sleep, Some(at)) => format!("for time to pass, due {}", time::relative(at, now)),
        (Waits::Sleep, None) => "for time to pass".to_owned(),
    }
}

/// Open questions of a run and its descendants, in the order of their runs.
pub async fn open_reviews(store: &Owned, run: &RunId) -> Result<Vec<ReviewRow>, Problem> {
    let mut reviews = reviews_of_family(store, run).await?;
    reviews.retain(|review| review.answer.is_none());
    Ok(reviews)
}

/// As [`open_reviews`], including answered questions.
pub async fn reviews_of_family(store: &Owned, run: &RunId) -> Result<Vec<ReviewRow>, Problem> {
    let mut reviews = store.reviews(true).await?;
    reviews.retain(|review| review.run == *run || is_below(&review.run, run));
    reviews.sort_by(|a, b| (&a.run, &a.name).cmp(&(&b.run, &b.name)));
    Ok(reviews)
}

/// The result of a run if it is done, otherwise the problem it ended with.
pub fn result<I, O: DeserializeOwned>(flow: &Flow<I, O>, run: &RunId, end: End) -> Result<O, Problem> {
    match end {
        End::Done(value) => flow.output(run, value),
        End::Failed(problem) => Err(problem),
        End::Stopped(stop) | End::Abandoned(stop) => {
            Err(name_run(stop.problem(), run).hint(format!("`tutti runs show {run}` shows how far it got")))
        }
        End::Cancelled => Err(Problem::new(Code::Cancelled, format!("run {run} was cancelled"))),
        End::Parked { .. } => Err(Problem::new(Code::AwaitsReview, format!("run {run} waits for a person"))
            .hint("`tutti review list` shows what waits")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_do_not_make_their_parent_ambiguous() {
        let ids = ["ab", "ab/x", "ab/x/y", "abc", "abc/z"].map(|id| RunId::parse(id).unwrap());
        let tops = tops(&ids);
        assert_eq!(tops.iter().map(RunId::as_str).collect::<Vec<_>>(), ["ab", "abc"]);
    }
}
