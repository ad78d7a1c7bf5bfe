//! Which run is meant. People type the first few characters of an id.

use tutti_core::{Code, Problem, RunId};
use tutti_engine::EngineError;
use tutti_store::{Owned, RunRow};

use crate::exit::Problems;

/// The run with this id, or the only one whose id begins so. The children of a run do not make it ambiguous.
pub(crate) async fn find(store: &Owned, typed: &str) -> Result<RunRow, Problems> {
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
                format!("`{typed}` is the beginning of more than one run: {}", named.join(", ")),
            );
            Err(problem.hint("type one more character").into())
        }
    }
}

/// Without those that are below another one in the list.
fn tops(ids: &[RunId]) -> Vec<RunId> {
    let below = |id: &RunId| ids.iter().any(|other| is_below(id, other));
    ids.iter().filter(|id| !below(id)).cloned().collect()
}

/// Whether `id` is a child of `other`, or further down.
pub(crate) fn is_below(id: &RunId, other: &RunId) -> bool {
    id.as_str().strip_prefix(other.as_str()).is_some_and(|rest| rest.starts_with('/'))
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
