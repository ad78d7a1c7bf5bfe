//! Batches of tasks: an error in one does not affect the others, and nothing is done twice.

use std::collections::BTreeSet;

use tutti_author::{Ending, TaskRequest};
use tutti_core::Budget;
use tutti_engine::{End, Mended};

use crate::text::{expansion, request};
use crate::world::{World, report};

fn fifty() -> Vec<TaskRequest> {
    (0..50)
        .map(|number| {
            let id = format!("task-{number}");
            match number {
                7 => TaskRequest { existing_task_content: String::new(), ..expansion(&id) },
                19 => TaskRequest { reference_material_content: String::new(), ..expansion(&id) },
                33 => TaskRequest { use_case: String::new(), ..request(&id) },
                n if n % 2 == 0 => request(&id),
                _ => expansion(&id),
            }
        })
        .collect()
}

#[tokio::test]
async fn three_bad_tasks_of_fifty_are_named_and_the_others_finish() {
    let world = World::new(|_| None).await;
    let report = report(world.batch(fifty(), Budget::default()).await);
    let done = report.outcomes.iter().filter(|outcome| outcome.markdown().is_some()).count();
    assert_eq!((done, report.broken.len()), (47, 0), "{:?}", report.broken);
    let bad: Vec<(&str, &str)> = report
        .outcomes
        .iter()
        .filter_map(|outcome| match &outcome.ending {
            Ending::Error { rule, .. } => Some((outcome.task_id.as_str(), rule.as_str())),
            _ => None,
        })
        .collect();
    let expected =
        [("task-7", "existing_task_missing"), ("task-19", "reference_missing"), ("task-33", "field_missing")];
    assert_eq!(bad, expected);
}

#[tokio::test]
async fn a_batch_that_was_stopped_goes_on_without_repeating_a_call() {
    let requests: Vec<TaskRequest> = (0..6).map(|number| request(&format!("task-{number}"))).collect();
    let world = World::new(|_| None).await;
    let budget = Budget { calls: Some(11), ..Budget::default() };
    let end = world.batch(requests, budget).await;
    assert!(matches!(end, End::Stopped(_)), "{end:?}");
    assert_eq!(world.server.requests().len(), 11);
    let more = Mended { budget: Some(Budget { calls: Some(100), ..Budget::default() }), ..Mended::default() };
    let report = report(world.resume(more).await);
    let ids: BTreeSet<&str> = report
        .outcomes
        .iter()
        .filter(|outcome| outcome.markdown().is_some())
        .map(|outcome| outcome.task_id.as_str())
        .collect();
    assert_eq!(ids.len(), 6);
    let counts = world.server.count_by_idempotency_key();
    assert_eq!((counts.len(), counts.values().max()), (24, Some(&1)), "no call is made twice");
}

/// The run is dropped in the middle, as by a kill: another process goes on with it.
#[tokio::test]
async fn a_batch_that_was_killed_goes_on_in_another_process() {
    let requests: Vec<TaskRequest> = (0..4).map(|number| request(&format!("task-{number}"))).collect();
    let world = World::new(|_| None).await;
    {
        let work = world.batch(requests, Budget::default());
        let seen = world.server.wait_for_requests(7);
        tokio::select! {
            () = seen => {}
            end = work => panic!("it ended before: {end:?}"),
        }
    }
    let report = report(world.resume(Mended::default()).await);
    assert_eq!(report.outcomes.iter().filter(|outcome| outcome.markdown().is_some()).count(), 4);
    let repeated = world.server.count_by_idempotency_key().values().filter(|count| **count > 1).count();
    assert!(repeated <= 4, "only calls in flight are made again: {repeated}");
}
