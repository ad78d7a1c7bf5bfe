//! The guarantees of the embedded executor, case by case, on a controlled clock.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tutti_core::{Budget, Code, Finding, Limit, Owner, Problem, RunId, Severity, Verdict};
use tutti_engine::{
    Clock, End, EngineError, Executor, Failure, Flow, FlowEntry, Flows, JumpingClock, Mended, Options,
    Pauses, Question, Recovery, Run, Services, Stop, Submission, What, diff, flow, project, replay,
};
use tutti_store::{EntryKind, RunFilter, RunStatus, Store, StoreUrl, Waits};

/// A scratch store and the means to start executors on it.
struct World {
    folder: tempfile::TempDir,
    store: Store,
    clock: JumpingClock,
    effects: Effects,
}

/// Counts what step bodies did; shared by all executors of a world.
#[derive(Clone, Default)]
struct Effects(Arc<AtomicU32>);

impl Effects {
    fn count(&self) -> u32 {
        self.0.load(Ordering::SeqCst)
    }

    fn happen(&self) -> u32 {
        self.0.fetch_add(1, Ordering::SeqCst) + 1
    }
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreUrl::Sqlite(folder.path().join("t.db"))).await.unwrap();
        Self { folder, store, clock: JumpingClock::at(1_000_000), effects: Effects::default() }
    }

    async fn executor(&self, flows: &[FlowEntry]) -> Executor {
        self.executor_with(flows, 8).await
    }

    async fn executor_with(&self, flows: &[FlowEntry], parallel: usize) -> Executor {
        let flows = flows.iter().fold(Flows::default(), |all, flow| all.with(*flow));
        let services = Services::default().with(self.effects.clone());
        let options = Options {
            parallel,
            clock: Arc::new(self.clock.clone()),
            ..Options::new(self.folder.path().join("locks"))
        };
        Executor::start(self.store.clone(), flows, services, options).await.unwrap()
    }

    async fn status(&self, id: &RunId) -> RunStatus {
        self.store.of(&me()).run(id).await.unwrap().unwrap().status
    }
}

fn me() -> Owner {
    Owner::local()
}

fn submission(flow: &str, input: Value) -> Submission {
    Submission { id: Some(RunId::parse("r").unwrap()), ..Submission::new(flow, input) }
}

async fn happen(run: &Run<'_>, name: &str) -> Result<u32, Stop> {
    let effects = run.service::<Effects>()?;
    run.step(name, &name, || async move { Ok(effects.happen()) }).await
}

async fn three_steps(run: Run<'_>, _: Value) -> Result<Vec<u32>, Stop> {
    let mut seen = Vec::new();
    for round in 0..3 {
        seen.push(happen(&run.at(format!("round/{round}")), "step").await?);
    }
    Ok(seen)
}

#[tokio::test]
async fn a_run_goes_on_from_its_last_finished_step() {
    let world = World::new().await;
    // The first executor is lost in the middle: its flow hangs after two steps, and it is dropped.
    async fn hangs(run: Run<'_>, _: Value) -> Result<Vec<u32>, Stop> {
        happen(&run.at("round/0"), "step").await?;
        happen(&run.at("round/1"), "step").await?;
        std::future::pending().await
    }
    let first = world.executor(&[flow!("f", version 1, hangs).entry()]).await;
    let mut events = first.subscribe();
    let running = tokio::spawn({
        let first = first.clone();
        async move { first.run(&me(), submission("f", json!(null))).await }
    });
    while !matches!(events.recv().await.unwrap().what, What::StepFinished { key, .. } if key == "round/1/step#1")
    {
    }
    running.abort();
    first.close().await.unwrap();

    let second = world.executor(&[flow!("f", version 1, three_steps).entry()]).await;
    let id = RunId::parse("r").unwrap();
    let end = second.resume(&me(), &id, Mended::default()).await.unwrap();
    assert_eq!(end, End::Done(json!([1, 2, 3])));
    assert_eq!(world.effects.count(), 3, "no finished step was executed again");
    let again = second.resume(&me(), &id, Mended::default()).await;
    assert!(matches!(again, Err(EngineError::Ended { status: RunStatus::Done, .. })));
}

#[tokio::test]
async fn a_stop_cannot_be_swallowed() {
    async fn stubborn(run: Run<'_>, _: Value) -> Result<&'static str, Stop> {
        let effects = run.service::<Effects>()?;
        let _ = run.sleep("long", Duration::from_hours(1)).await;
        let _ = run.step("after", &(), || async move { Ok(effects.happen()) }).await;
        Ok("I went on regardless")
    }
    let world = World::new().await;
    let executor = world.executor(&[flow!("f", version 1, stubborn).entry()]).await;
    let (id, end) = executor.run(&me(), submission("f", json!(null))).await.unwrap();
    assert!(matches!(end, End::Parked { waits: Waits::Sleep, .. }), "{end:?}");
    assert_eq!((world.status(&id).await, world.effects.count()), (RunStatus::Parked, 0));
    world.clock.advance(Duration::from_hours(1));
    assert_eq!(executor.drive_ready().await.unwrap(), 1);
    assert_eq!((world.status(&id).await, world.effects.count()), (RunStatus::Done, 1));
}

#[tokio::test]
async fn changed_code_is_noticed() {
    async fn original(run: Run<'_>, input: Value) -> Result<u32, Stop> {
        let effects = run.service::<Effects>()?;
        let n = run.step("a", &input, || async move { Ok(effects.happen()) }).await?;
        run.sleep("pause", Duration::from_secs(99)).await?;
        Ok(n)
    }
    async fn other_input(run: Run<'_>, _: Value) -> Result<u32, Stop> {
        run.step("a", &"something else", || async { Ok(0) }).await
    }
    async fn step_left_out(_: Run<'_>, _: Value) -> Result<u32, Stop> {
        Ok(0)
    }
    async fn other_kind(run: Run<'_>, _: Value) -> Result<u32, Stop> {
        run.step("pause~", &(), || async { Ok(0) }).await
    }
    async fn other_shape(run: Run<'_>, input: Value) -> Result<Vec<String>, Stop> {
        run.step("a", &input, || async { Ok(vec![]) }).await
    }
    async fn same_key_twice(run: Run<'_>, input: Value) -> Result<u32, Stop> {
        run.step("b", &input, || async { Ok(0) }).await?;
        run.step("b", &input, || async { Ok(0) }).await
    }
    let cases: &[(FlowEntry, &str)] = &[
        (flow!("f", version 1, other_input).entry(), "step `a#1` was recorded with input"),
        (
            flow!("f", version 1, step_left_out).entry(),
            "the journal has step `a#1`, but the code ended without reaching it",
        ),
        (flow!("f", version 1, other_shape).entry(), "step `a#1`: the journal has a value of another shape"),
        (
            flow!("f", version 2, original).entry(),
            "was started by version 1 of flow f; this Tutti has version 2",
        ),
        (flow!("f", version 1, same_key_twice).entry(), "used the key `b#1` twice"),
        (flow!("f", version 1, other_kind).entry(), "the journal has step `a#1`"),
    ];
    for (changed, expected) in cases {
        let world = World::new().await;
        let first = world.executor(&[flow!("f", version 1, original).entry()]).await;
        let (id, _) = first.run(&me(), submission("f", json!({ "x": 1 }))).await.unwrap();
        first.close().await.unwrap();
        world.clock.advance(Duration::from_secs(100));
        let second = world.executor(&[*changed]).await;
        let problem = match second.resume(&me(), &id, Mended::default()).await.unwrap() {
            End::Stopped(stop) => stop.problem(),
            End::Failed(problem) => problem,
            other => panic!("{expected}: {other:?}"),
        };
        assert!(problem.detail.contains(expected), "{}", problem.detail);
        assert_eq!(world.effects.count(), 1);
    }
}

#[tokio::test]
async fn failures_that_may_pass_are_tried_again_within_the_deadline() {
    async fn flaky(run: Run<'_>, (fails, asked): (u32, Option<u64>)) -> Result<u32, Stop> {
        let effects = run.service::<Effects>()?;
        run.step_with(&Pauses::default(), "call", &(), |_| {
            let effects = Effects::clone(&effects);
            async move {
                let n = effects.happen();
                if n > fails {
                    return Ok(n);
                }
                let problem = Problem::new(Code::UpstreamFailed, format!("failure {n}"));
                Err(Failure::Again { problem, after: asked.map(Duration::from_secs) })
            }
        })
        .await
    }
    // failures, what the other side asks for, deadline → what happens, how often it was tried, seconds passed
    type Case = (u32, Option<u64>, Option<u64>, Result<u32, &'static str>, u32, i64);
    let cases: &[Case] = &[
        (0, None, None, Ok(1), 1, 0),
        (2, None, None, Ok(3), 3, 4),
        (3, Some(4), None, Ok(4), 4, 13),
        (9, None, None, Err("failure 4"), 4, 9),
        (9, None, Some(5), Err("the deadline of the run passed"), 3, 4),
        (9, Some(60), Some(30), Err("the deadline of the run passed"), 1, 0),
    ];
    for (fails, asked, within, expected, tries, seconds) in cases {
        let world = World::new().await;
        let executor = world.executor(&[flow!("f", version 1, flaky).entry()]).await;
        let mut wanted = submission("f", json!([fails, asked]));
        wanted.within = within.map(Duration::from_secs);
        let end = executor.run(&me(), wanted).await.unwrap().1;
        let got = match &end {
            End::Done(value) => Ok(value.as_u64().unwrap() as u32),
            End::Failed(problem) => Err(problem.detail.clone()),
            End::Stopped(stop) => Err(stop.problem().detail),
            other => panic!("{other:?}"),
        };
        assert_eq!(got, expected.map_err(str::to_owned));
        assert_eq!(world.effects.count(), *tries, "{fails} failures");
        assert_eq!((world.clock.now() - 1_000_000) / 1000, *seconds, "{fails} failures");
    }
}

const CHILD: Flow<u32, u32> = flow!("child", version 1, child);

async fn child(run: Run<'_>, n: u32) -> Result<u32, Stop> {
    if n == 13 {
        return Err(Stop::failed(Code::Refused, "thirteen is not accepted"));
    }
    happen(&run, "work").await?;
    Ok(n * n)
}

const PARENT: Flow<u32, Vec<Result<u32, String>>> = flow!("parent", version 1, parent);

async fn parent(run: Run<'_>, n: u32) -> Result<Vec<Result<u32, String>>, Stop> {
    let inputs = (0..n).map(|i| (i.to_string(), i));
    let squares = run.all("squares", &CHILD, inputs, 4).await?;
    Ok(squares.into_iter().map(|square| square.map_err(|problem| problem.detail)).collect())
}

#[tokio::test]
async fn children_run_in_parallel_and_fail_alone() {
    let world = World::new().await;
    let flows = [PARENT.entry(), CHILD.entry()];
    let executor = world.executor(&flows).await;
    let end = executor.run(&me(), submission("parent", json!(15))).await.unwrap().1;
    let End::Done(value) = end else { panic!("{end:?}") };
    assert_eq!(value[12], json!({ "Ok": 144 }));
    assert_eq!(value[13], json!({ "Err": "thirteen is not accepted" }));
    assert_eq!(world.effects.count(), 14);
    let all = RunFilter { children: true, ..RunFilter::default() };
    assert_eq!(world.store.of(&me()).runs(&all).await.unwrap().len(), 16);
}

#[tokio::test]
async fn nested_children_do_not_starve_each_other() {
    async fn grandparent(run: Run<'_>, _: Value) -> Result<usize, Stop> {
        let all = run.all("parents", &PARENT, (0..5u32).map(|i| (i.to_string(), i)), 5).await?;
        Ok(all.len())
    }
    let world = World::new().await;
    let flows = [flow!("grandparent", version 1, grandparent).entry(), PARENT.entry(), CHILD.entry()];
    let executor = world.executor_with(&flows, 1).await;
    let end = executor.run(&me(), submission("grandparent", json!(null))).await.unwrap().1;
    assert_eq!(end, End::Done(json!(5)));
}

fn question(allowed: &[&str]) -> Question {
    Question {
        ask: "Is it good?".into(),
        why: "the gate could not tell".into(),
        evidence: vec!["the draft".into()],
        allowed: allowed.iter().map(|a| (*a).to_owned()).collect(),
    }
}

const ASKS: Flow<Option<u64>, Option<String>> = flow!("asks", version 1, asks);

async fn asks(run: Run<'_>, limit: Option<u64>) -> Result<Option<String>, Stop> {
    happen(&run, "before").await?;
    let answer = run.ask("opinion", question(&["yes", "no"]), limit.map(Duration::from_secs)).await?;
    happen(&run, "after").await?;
    Ok(answer)
}

#[tokio::test]
async fn a_person_is_asked_once_and_answered_once() {
    let world = World::new().await;
    let executor = world.executor(&[ASKS.entry()]).await;
    let (id, end) = executor.run(&me(), submission("asks", json!(null))).await.unwrap();
    assert!(matches!(end, End::Parked { waits: Waits::Review { .. }, wake_at: None }), "{end:?}");

    let refused = executor.answer(&me(), &id, "opinion", "maybe", "ann").await.unwrap_err();
    assert!(matches!(&refused, EngineError::NotAllowed { allowed, .. } if allowed == &["yes", "no"]));
    let unknown = executor.answer(&me(), &id, "opinoin", "yes", "ann").await.unwrap_err();
    assert!(matches!(&unknown, EngineError::NoSuchReview { asked, .. } if asked == &["opinion"]));
    executor.answer(&me(), &id, "opinion", "yes", "ann").await.unwrap();
    let twice = executor.answer(&me(), &id, "opinion", "no", "bob").await.unwrap_err();
    assert!(
        matches!(&twice, EngineError::AlreadyAnswered { answer, by, .. } if answer == "yes" && by == "ann")
    );

    let end = executor.resume(&me(), &id, Mended::default()).await.unwrap();
    assert_eq!(end, End::Done(json!("yes")));
    assert_eq!(world.effects.count(), 2);
}

#[tokio::test]
async fn nobody_answers_in_time() {
    let world = World::new().await;
    let executor = world.executor(&[ASKS.entry()]).await;
    let (id, _) = executor.run(&me(), submission("asks", json!(600))).await.unwrap();
    assert_eq!(executor.drive_ready().await.unwrap(), 0, "not due yet");
    world.clock.advance(Duration::from_secs(601));
    assert_eq!(executor.drive_ready().await.unwrap(), 1);
    assert_eq!(world.store.of(&me()).run(&id).await.unwrap().unwrap().output, Some(json!(null)));
}

#[tokio::test]
async fn a_deadline_also_ends_a_wait_for_a_person() {
    let world = World::new().await;
    let executor = world.executor(&[ASKS.entry()]).await;
    let wanted = Submission { within: Some(Duration::from_hours(1)), ..submission("asks", json!(null)) };
    let (id, _) = executor.run(&me(), wanted).await.unwrap();
    world.clock.advance(Duration::from_mins(61));
    assert_eq!(executor.drive_ready().await.unwrap(), 1);
    assert_eq!(world.status(&id).await, RunStatus::Stopped);
    executor.answer(&me(), &id, "opinion", "yes", "ann").await.unwrap();
    let mended = Mended { within: Some(Duration::from_hours(1)), budget: None };
    assert_eq!(executor.resume(&me(), &id, mended).await.unwrap(), End::Done(json!("yes")));
}

#[tokio::test]
async fn a_parent_waits_for_children_that_wait_for_people() {
    async fn panel(run: Run<'_>, _: Value) -> Result<Vec<Option<String>>, Stop> {
        let inputs = (0..3).map(|i| (i.to_string(), None::<u64>));
        let answers = run.all("people", &ASKS, inputs, 3).await?;
        Ok(answers.into_iter().map(Result::unwrap_or_default).collect())
    }
    let world = World::new().await;
    let flows = [flow!("panel", version 1, panel).entry(), ASKS.entry()];
    let executor = world.executor(&flows).await;
    let (id, end) = executor.run(&me(), submission("panel", json!(null))).await.unwrap();
    assert!(matches!(end, End::Parked { waits: Waits::Children, .. }), "{end:?}");
    for (i, answer) in ["yes", "no", "yes"].iter().enumerate() {
        let child = id.child(&format!("people/{i}")).unwrap();
        executor.answer(&me(), &child, "opinion", answer, "ann").await.unwrap();
        let end = executor.resume(&me(), &id, Mended::default()).await.unwrap();
        if i == 2 {
            assert_eq!(end, End::Done(json!(["yes", "no", "yes"])));
        } else {
            assert!(matches!(end, End::Parked { .. }), "{end:?}");
        }
    }
    assert_eq!(world.effects.count(), 6);
}

#[tokio::test]
async fn cancelling_stops_a_run_at_work_and_a_parked_one() {
    const HANGS: Flow<(), ()> = flow!("hangs", version 1, hangs);
    async fn hangs(run: Run<'_>, (): ()) -> Result<(), Stop> {
        run.step("hang", &(), || async { std::future::pending::<Result<(), Failure>>().await }).await
    }
    async fn family(run: Run<'_>, _: Value) -> Result<usize, Stop> {
        Ok(run.all("all", &HANGS, [("1".to_owned(), ()), ("2".to_owned(), ())], 2).await?.len())
    }
    let world = World::new().await;
    let flows = [HANGS.entry(), flow!("family", version 1, family).entry(), ASKS.entry()];
    let executor = world.executor(&flows).await;
    let id = RunId::parse("r").unwrap();
    let mut events = executor.subscribe();
    let running = tokio::spawn({
        let executor = executor.clone();
        async move { executor.run(&me(), submission("family", json!(null))).await.unwrap().1 }
    });
    for _ in 0..2 {
        while !matches!(events.recv().await.unwrap().what, What::StepStarted { .. }) {}
    }
    executor.cancel(&me(), &id).await.unwrap();
    assert_eq!(running.await.unwrap(), End::Cancelled);
    let all = RunFilter { children: true, status: Some(RunStatus::Cancelled), ..RunFilter::default() };
    assert_eq!(world.store.of(&me()).runs(&all).await.unwrap().len(), 3);

    let parked = Submission { id: None, ..submission("asks", json!(null)) };
    let (id, _) = executor.run(&me(), parked).await.unwrap();
    executor.cancel(&me(), &id).await.unwrap();
    assert_eq!(world.status(&id).await, RunStatus::Cancelled);
    assert!(matches!(executor.cancel(&me(), &id).await, Err(EngineError::Ended { .. })));
}

#[tokio::test]
async fn cancelling_reaches_children_that_have_not_begun() {
    const HANGS: Flow<(), ()> = flow!("hangs", version 1, hangs);
    async fn hangs(run: Run<'_>, (): ()) -> Result<(), Stop> {
        let effects = run.service::<Effects>()?;
        run.step("hang", &(), || async move {
            effects.happen();
            std::future::pending::<Result<(), Failure>>().await
        })
        .await
    }
    async fn family(run: Run<'_>, _: Value) -> Result<usize, Stop> {
        let children = ["1", "2", "3"].map(|place| (place.to_owned(), ()));
        Ok(run.all("all", &HANGS, children, 1).await?.len())
    }
    let world = World::new().await;
    let executor = world.executor(&[HANGS.entry(), flow!("family", version 1, family).entry()]).await;
    let mut events = executor.subscribe();
    let running = tokio::spawn({
        let executor = executor.clone();
        async move { executor.run(&me(), submission("family", json!(null))).await.unwrap().1 }
    });
    while !matches!(events.recv().await.unwrap().what, What::StepStarted { .. }) {}
    executor.cancel(&me(), &RunId::parse("r").unwrap()).await.unwrap();
    assert_eq!(running.await.unwrap(), End::Cancelled);
    assert_eq!(world.effects.count(), 1, "only the first had begun");
    let all = RunFilter { children: true, status: Some(RunStatus::Cancelled), ..RunFilter::default() };
    assert_eq!(world.store.of(&me()).runs(&all).await.unwrap().len(), 4);
}

#[tokio::test]
async fn a_budget_stop_is_clean_and_can_be_mended() {
    async fn pays(run: Run<'_>, _: Value) -> Result<u32, Stop> {
        for round in 0..3u64 {
            let (effects, account) = (run.service::<Effects>()?, run.account().clone());
            run.at(round)
                .step("pay", &round, || async move {
                    if account.budget.calls.is_some_and(|calls| round >= calls) {
                        let limit = Limit { what: "calls", allowed: "2".into(), would_be: "3".into() };
                        return Err(Stop::Budget(limit).into());
                    }
                    Ok(effects.happen())
                })
                .await?;
        }
        Ok(3)
    }
    let world = World::new().await;
    let executor = world.executor(&[flow!("pays", version 1, pays).entry()]).await;
    let budget = Budget { calls: Some(2), ..Budget::default() };
    let wanted = Submission { budget, ..submission("pays", json!(null)) };
    let (id, end) = executor.run(&me(), wanted).await.unwrap();
    assert!(matches!(end, End::Stopped(Stop::Budget(_))), "{end:?}");
    let row = world.store.of(&me()).run(&id).await.unwrap().unwrap();
    assert_eq!((row.status, row.stop.unwrap().code), (RunStatus::Stopped, Code::BudgetReached));
    let mended = Mended { budget: Some(Budget { calls: Some(9), ..Budget::default() }), within: None };
    assert_eq!(executor.resume(&me(), &id, mended).await.unwrap(), End::Done(json!(3)));
    assert_eq!(world.effects.count(), 3);
}

#[tokio::test]
async fn a_family_stops_and_goes_on_together() {
    const PAYS: Flow<u64, u64> = flow!("pays", version 1, pays);
    async fn pays(run: Run<'_>, n: u64) -> Result<u64, Stop> {
        let (effects, account) = (run.service::<Effects>()?, run.account().clone());
        run.step("pay", &n, || async move {
            if account.budget.calls.is_some_and(|calls| n >= calls) {
                let limit = Limit { what: "calls", allowed: "2".into(), would_be: "3".into() };
                return Err(Stop::Budget(limit).into());
            }
            effects.happen();
            Ok(n)
        })
        .await
    }
    async fn family(run: Run<'_>, _: Value) -> Result<usize, Stop> {
        Ok(run.all("all", &PAYS, (0..5u64).map(|n| (n.to_string(), n)), 2).await?.len())
    }
    let world = World::new().await;
    let executor = world.executor(&[PAYS.entry(), flow!("family", version 1, family).entry()]).await;
    let budget = Budget { calls: Some(2), ..Budget::default() };
    let (id, end) =
        executor.run(&me(), Submission { budget, ..submission("family", json!(null)) }).await.unwrap();
    assert!(matches!(end, End::Stopped(Stop::Budget(_))), "{end:?}");
    assert_eq!(world.effects.count(), 2);
    let mended = Mended { budget: Some(Budget { calls: Some(9), ..Budget::default() }), within: None };
    assert_eq!(executor.resume(&me(), &id, mended).await.unwrap(), End::Done(json!(5)));
    assert_eq!(world.effects.count(), 5);
}

#[tokio::test]
async fn a_panic_fails_its_run_only() {
    async fn panics(_: Run<'_>, text: String) -> Result<(), Stop> {
        panic!("{text}")
    }
    let world = World::new().await;
    let executor = world
        .executor(&[flow!("panics", version 1, panics).entry(), flow!("f", version 1, three_steps).entry()])
        .await;
    let end = executor.run(&me(), submission("panics", json!("oh no"))).await.unwrap().1;
    let End::Failed(problem) = end else { panic!("{end:?}") };
    assert_eq!(problem.detail, "the flow panics panicked: oh no");
    let fine = Submission { id: None, ..submission("f", json!(null)) };
    assert!(matches!(executor.run(&me(), fine).await.unwrap().1, End::Done(_)));
}

#[tokio::test]
async fn the_row_of_a_run_is_what_its_journal_says() {
    let world = World::new().await;
    let flows = [flow!("f", version 1, three_steps).entry(), ASKS.entry(), PARENT.entry(), CHILD.entry()];
    let executor = world.executor(&flows).await;
    for (flow, input) in
        [("f", json!(1)), ("asks", json!(9)), ("asks", json!("bad input")), ("parent", json!(14))]
    {
        executor.run(&me(), Submission::new(flow, input)).await.unwrap();
    }
    let mine = world.store.of(&me());
    let all = mine.runs(&RunFilter { children: true, ..RunFilter::default() }).await.unwrap();
    assert_eq!(all.len(), 4 + 14);
    for row in all {
        let told = project(&mine.journal(&row.id).await.unwrap());
        assert_eq!(
            (told.status, told.waits, told.wake_at, told.stop, told.output),
            (row.status, row.waits, row.wake_at, row.stop, row.output),
            "{}",
            row.id
        );
    }
}

#[tokio::test]
async fn replay_executes_nothing_and_finds_changes() {
    let world = World::new().await;
    let flows = [PARENT.entry(), CHILD.entry(), ASKS.entry()];
    let executor = world.executor(&flows).await;
    let mine = world.store.of(&me());
    let services = Services::default().with(world.effects.clone());
    let ending = async |id: &RunId, flows: &[FlowEntry]| {
        let flows = flows.iter().fold(Flows::default(), |all, flow| all.with(*flow));
        let (row, journal) = (mine.run(id).await.unwrap().unwrap(), mine.journal(id).await.unwrap());
        let replayed = replay(&flows, &services, &row, &journal).await.unwrap();
        serde_json::to_value(replayed).unwrap()["ending"].clone()
    };
    let (done, _) = executor.run(&me(), submission("parent", json!(4))).await.unwrap();
    let (parked, _) = executor.run(&me(), Submission::new("asks", json!(null))).await.unwrap();
    let effects = world.effects.count();
    assert_eq!(ending(&done, &flows).await, json!({ "ending": "same" }));
    assert_eq!(ending(&parked, &flows).await, json!({ "ending": "journal_ends", "at": "opinion?answer" }));

    async fn fewer(run: Run<'_>, n: u32) -> Result<Vec<Result<u32, String>>, Stop> {
        parent(run, n - 1).await
    }
    let changed = ending(&done, &[flow!("parent", version 1, fewer).entry(), CHILD.entry()]).await;
    assert_eq!(changed["ending"], "mismatch");
    assert_eq!(world.effects.count(), effects, "a replay has no effects");
}

#[tokio::test]
async fn a_fork_keeps_what_came_before_and_does_the_rest_anew() {
    let world = World::new().await;
    let executor = world.executor(&[flow!("f", version 1, three_steps).entry()]).await;
    let (id, _) = executor.run(&me(), submission("f", json!(null))).await.unwrap();
    let unknown = executor.fork(&me(), &id, "round/1/stop").await.unwrap_err();
    assert!(
        matches!(&unknown, EngineError::NoSuchStep { nearest: Some(near), .. } if near.starts_with("round/1/step"))
    );

    let fork = executor.fork(&me(), &id, "round/1/step").await.unwrap();
    let end = executor.resume(&me(), &fork, Mended::default()).await.unwrap();
    assert_eq!(end, End::Done(json!([1, 4, 5])));
    let mine = world.store.of(&me());
    let (left, right) = (mine.run(&id).await.unwrap().unwrap(), mine.run(&fork).await.unwrap().unwrap());
    assert_eq!(right.forked_from.as_deref(), Some("r at round/1/step#1"));
    let (a, b) = (mine.journal(&id).await.unwrap(), mine.journal(&fork).await.unwrap());
    let difference = diff((&left, &a), (&right, &b));
    assert_eq!(difference.same, 1);
    let keys: Vec<_> = difference.steps.iter().map(|step| step.key.as_str()).collect();
    assert_eq!(keys, ["round/1/step#1", "round/2/step#1"]);
    assert_eq!(difference.fields.iter().map(|field| field.key.as_str()).collect::<Vec<_>>(), ["output"]);
    assert!(diff((&left, &a), (&left, &a)).is_empty());
}

#[tokio::test]
async fn gates_and_recoveries_are_on_record() {
    async fn judge(run: Run<'_>, _: Value) -> Result<bool, Stop> {
        let finding = Finding::new("too_long", Severity::High, "the stem has nine lines");
        let verdict = run.gate("form", Verdict::from_findings(vec![finding]));
        run.record_recovery(Recovery::Regeneration, "draft", "the form gate refused");
        happen(&run, "draft").await?;
        run.sleep("rest", Duration::from_secs(100)).await?;
        Ok(verdict.is_blocked())
    }
    let world = World::new().await;
    let executor = world.executor(&[flow!("judged", version 1, judge).entry()]).await;
    let (id, _) = executor.run(&me(), submission("judged", json!(null))).await.unwrap();
    world.clock.advance(Duration::from_secs(100));
    executor.drive_ready().await.unwrap();
    let journal = world.store.of(&me()).journal(&id).await.unwrap();
    let notes: Vec<_> = journal.iter().filter(|entry| entry.kind == EntryKind::Note).collect();
    let keys: Vec<_> = notes.iter().map(|note| note.key.as_str()).collect();
    assert_eq!(keys, ["form!", "draft!regeneration!"], "each once, though the run came by twice");
    assert_eq!(notes[0].output["gate"]["verdict"], "blocked");
}

#[tokio::test]
async fn a_server_goes_on_the_moment_an_answer_comes() {
    let world = World::new().await;
    let executor = world.executor(&[ASKS.entry()]).await;
    let mut events = executor.subscribe();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn({
        let executor = executor.clone();
        async move { executor.serve(async { drop(stopped.await) }).await }
    });
    let id = executor.submit(&me(), submission("asks", json!(null))).await.unwrap();
    while !matches!(events.recv().await.unwrap().what, What::Parked { .. }) {}
    executor.answer(&me(), &id, "opinion", "no", "ann").await.unwrap();
    while !matches!(events.recv().await.unwrap().what, What::Ended { status: RunStatus::Done }) {}
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
    assert_eq!(world.effects.count(), 2);
}

#[tokio::test]
async fn a_taken_over_executor_writes_nothing_more() {
    async fn slow(run: Run<'_>, _: Value) -> Result<u32, Stop> {
        happen(&run, "first").await?;
        run.step("wait", &(), || async { std::future::pending::<Result<(), Failure>>().await }).await?;
        Ok(0)
    }
    let world = World::new().await;
    let first = world.executor(&[flow!("f", version 1, slow).entry()]).await;
    let mut events = first.subscribe();
    let running = tokio::spawn({
        let first = first.clone();
        async move { first.run(&me(), submission("f", json!(null))).await.unwrap().1 }
    });
    while !matches!(events.recv().await.unwrap().what, What::StepStarted { key } if key == "wait#1") {}
    // The first process stands still for longer than its lease; its lock file is on another machine.
    std::fs::remove_dir_all(world.folder.path().join("locks")).unwrap();
    world.clock.advance(Duration::from_secs(31));
    let second = world.executor(&[flow!("f", version 1, three_steps).entry()]).await;
    assert_eq!(second.recover().await.unwrap(), 1);
    let id = RunId::parse("r").unwrap();
    let busy = first.resume(&me(), &id, Mended::default()).await;
    assert!(matches!(busy, Err(EngineError::Busy { .. })), "a deposed process claims nothing: {busy:?}");
    first.close().await.unwrap();
    assert!(matches!(running.await.unwrap(), End::Abandoned(Stop::LeaseLost)));
}
