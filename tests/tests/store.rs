//! The conformance suite of the store: the same cases on SQLite and on a real Postgres server.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and prints the current case")]

#[path = "store/accounts.rs"]
mod accounts;
#[path = "store/files.rs"]
mod files;
#[path = "store/flips.rs"]
mod flips;
#[path = "store/integrity.rs"]
mod integrity;
#[path = "store/sign_on.rs"]
mod sign_on;

use std::collections::HashMap;

use futures::future::{BoxFuture, join_all};
use serde_json::{Value, json};
use sqlx::Connection;
use tutti_core::{Budget, ContentHash, Owner, RunId, canonical_json};
use tutti_store::{
    AnswerOutcome, Append, Collection, Damaged, Entry, EntryKind, ItemFilter, LedgerRow, LedgerState,
    NewItem, NewRecord, NewRun, Over, PutOutcome, Question, RecordFilter, RecordsOutcome, Replaced,
    RunFilter, RunStatus, Store, StoreError, StoreUrl, Transition, Waits, backup, restore,
};
use tutti_tests::postgres::Postgres;

use self::accounts::{
    a_copy_has_nobody_logged_in, a_disabled_account_keeps_its_tokens_only,
    an_item_is_deleted_with_its_versions, an_owner_is_forgotten_whole, everything_of_an_owner_can_be_read,
    keys_of_all_owners_in_pages, keys_open_until_they_are_gone, names_are_given_once,
    open_questions_of_all_owners, somebody_keeps_the_role, the_log_counts_up,
};
use self::files::{a_file_goes_when_nothing_names_it, files_are_kept_as_they_are};
use self::integrity::{
    a_damaged_row_is_not_read, a_damaged_store_is_not_backed_up, an_altered_backup_is_refused,
    every_changed_column_is_named, rows_of_earlier_versions_are_sealed, sound_stores_have_no_faults,
};
use self::sign_on::{a_code_is_used_once, a_person_has_one_account};

type Case = (&'static str, fn(StoreUrl) -> BoxFuture<'static, ()>);

macro_rules! cases {
    ($($name:ident),* $(,)?) => {
        const CASES: &[Case] = &[$((stringify!($name), |url| Box::pin($name(url)))),*];
    };
}

cases![
    usage_is_known,
    create_tells_new_from_known,
    journal_reads_back_in_order,
    large_values_are_stored_once,
    owners_do_not_see_each_other,
    a_deposed_worker_writes_nothing,
    a_run_is_claimed_once,
    ready_runs_are_claimed_once,
    an_answer_before_the_park_is_not_lost,
    an_answer_is_given_once,
    the_last_child_wakes_its_parent,
    cancelling_reaches_the_family_only,
    the_budget_holds_under_concurrency,
    a_bad_write_does_not_hurt_its_neighbours,
    replies_are_kept,
    items_are_put_over_what_was_seen,
    records_are_put_over_what_was_seen,
    files_are_kept_as_they_are,
    a_file_goes_when_nothing_names_it,
    an_older_database_gets_its_bank,
    a_backup_restores_everything,
    opening_twice_at_once_is_fine,
    names_are_given_once,
    somebody_keeps_the_role,
    keys_open_until_they_are_gone,
    a_disabled_account_keeps_its_tokens_only,
    keys_of_all_owners_in_pages,
    the_log_counts_up,
    an_owner_is_forgotten_whole,
    everything_of_an_owner_can_be_read,
    an_item_is_deleted_with_its_versions,
    open_questions_of_all_owners,
    a_copy_has_nobody_logged_in,
    sound_stores_have_no_faults,
    every_changed_column_is_named,
    a_damaged_row_is_not_read,
    a_damaged_store_is_not_backed_up,
    an_altered_backup_is_refused,
    rows_of_earlier_versions_are_sealed,
    a_person_has_one_account,
    a_code_is_used_once,
];

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    for (name, case) in CASES {
        eprintln!("case {name}");
        case(StoreUrl::Sqlite(folder.path().join(format!("{name}.db")))).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres() {
    let postgres = Postgres::start().unwrap();
    for (name, case) in CASES {
        eprintln!("case {name}");
        case(postgres.database(name).unwrap()).await;
    }
}

async fn open(url: &StoreUrl) -> Store {
    let store = Store::open(url).await.unwrap();
    store.register_worker("w", 1).await.unwrap();
    store
}

fn id(text: &str) -> RunId {
    RunId::parse(text).unwrap()
}

fn run(name: &str) -> NewRun {
    let parent = name.rsplit_once('/').map(|(parent, _)| id(parent));
    NewRun {
        id: id(name),
        owner: Owner::local(),
        parent,
        flow: "f".into(),
        version: 1,
        input: json!({ "of": name }),
        deadline: None,
        budget: Budget::default(),
        forked_from: None,
    }
}

fn entry(n: i64, key: &str, output: Value) -> Entry {
    let input = Some(ContentHash::of_json(&output));
    Entry { n, key: key.into(), kind: EntryKind::Step, input, output, started_at: n, ended_at: n + 1 }
}

fn append(name: &str, entries: Vec<Entry>, transition: Option<Transition>) -> Append {
    let parent = run(name).parent;
    Append { worker: "w".into(), owner: Owner::local(), run: id(name), parent, entries, transition, at: 9 }
}

fn end(status: RunStatus) -> Transition {
    Transition::End { status, stop: None, output: Some(json!("out")) }
}

async fn status(store: &Store, name: &str) -> RunStatus {
    store.of(&Owner::local()).run(&id(name)).await.unwrap().unwrap().status
}

async fn usage_is_known(url: StoreUrl) {
    let store = open(&url).await;
    let owned = store.of(&Owner::local());
    assert_eq!(owned.bytes_stored().await.unwrap(), 0);
    store.create(vec![run("a"), run("b")], None, 1).await.unwrap();
    let small = owned.bytes_stored().await.unwrap();
    owned.keep_file(vec![0; 10_000]).await.unwrap();
    assert_eq!(owned.bytes_stored().await.unwrap(), small + 10_000);
    assert_eq!(owned.active_runs().await.unwrap(), 2);
    assert_eq!(owned.spent_since(0).await.unwrap().micro_usd(), 0);
    let other = store.of(&Owner::parse("somebody-else").unwrap());
    assert_eq!((other.bytes_stored().await.unwrap(), other.active_runs().await.unwrap()), (0, 0));
}

async fn create_tells_new_from_known(url: StoreUrl) {
    let store = open(&url).await;
    assert_eq!(store.create(vec![run("a"), run("b")], None, 5).await.unwrap(), [true, true]);
    assert_eq!(store.create(vec![run("b"), run("c")], Some("w"), 6).await.unwrap(), [false, true]);
    let rows = store.of(&Owner::local()).runs(&RunFilter::default()).await.unwrap();
    let seen: Vec<_> = rows.iter().map(|row| (row.id.as_str(), row.status, row.created_at)).collect();
    assert_eq!(
        seen,
        [("c", RunStatus::Running, 6), ("b", RunStatus::Queued, 5), ("a", RunStatus::Queued, 5)]
    );
    assert_eq!(rows[1].input, json!({ "of": "b" }));
    let many: Vec<NewRun> = (0..300).map(|i| run(&format!("many-{i}"))).collect();
    assert!(store.create(many, None, 7).await.unwrap().iter().all(|new| *new));
}

async fn journal_reads_back_in_order(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("a")], Some("w"), 1).await.unwrap();
    let entries: Vec<Entry> =
        (0..150).map(|n| entry(n, &format!("s{}#1", 149 - n), json!({ "é": n, "x": [null, 1.5] }))).collect();
    for chunk in entries.chunks(37) {
        store.append(append("a", chunk.to_vec(), None)).await.unwrap();
    }
    assert_eq!(store.of(&Owner::local()).journal(&id("a")).await.unwrap(), entries);
}

async fn large_values_are_stored_once(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("a")], Some("w"), 1).await.unwrap();
    let large = json!("long ".repeat(40_000));
    let entries = vec![entry(0, "x", large.clone()), entry(1, "y", large.clone())];
    store.append(append("a", entries, None)).await.unwrap();
    let ended = Transition::End { status: RunStatus::Done, stop: None, output: Some(large.clone()) };
    store.append(append("a", vec![], Some(ended))).await.unwrap();
    let journal = store.of(&Owner::local()).journal(&id("a")).await.unwrap();
    assert_eq!((&journal[0].output, &journal[1].output), (&large, &large));
    assert_eq!(store.of(&Owner::local()).run(&id("a")).await.unwrap().unwrap().output, Some(large));
}

async fn owners_do_not_see_each_other(url: StoreUrl) {
    let store = open(&url).await;
    let (ann, bob) = (Owner::parse("ann").unwrap(), Owner::parse("bob").unwrap());
    store.create(vec![NewRun { owner: ann.clone(), ..run("a") }], Some("w"), 1).await.unwrap();
    let question = Question { ask: "?".into(), why: "!".into(), evidence: vec![], allowed: vec![] };
    let ask = Transition::Ask { name: "q".into(), flow: "f".into(), question };
    let asked = Append { owner: ann.clone(), ..append("a", vec![entry(0, "x", json!(1))], Some(ask)) };
    store.append(asked).await.unwrap();
    let hash = ContentHash::of_bytes(b"r");
    store.of(&ann).keep_reply(&hash, json!("hi"), 1).await.unwrap();
    store.of(&ann).reserve(ledger_row("l", "a", 5), &id("a"), Budget::default()).await.unwrap().unwrap();

    let seen = store.of(&bob);
    assert!(seen.run(&id("a")).await.unwrap().is_none());
    assert!(seen.runs(&RunFilter { children: true, ..RunFilter::default() }).await.unwrap().is_empty());
    assert!(seen.runs_by_prefix("a").await.unwrap().is_empty());
    assert!(seen.journal(&id("a")).await.unwrap().is_empty());
    assert!(seen.reviews(true).await.unwrap().is_empty());
    assert!(seen.reviews_of(&id("a")).await.unwrap().is_empty());
    assert!(seen.ledger(&id("a")).await.unwrap().is_empty());
    assert!(seen.reply(&hash).await.unwrap().is_none());
    assert!(seen.counts().await.unwrap().is_empty());
    assert_eq!(seen.answer(&id("a"), "q", "yes", "bob", 1).await.unwrap(), AnswerOutcome::NotAsked);
    assert_eq!(seen.cancel(&id("a")).await.unwrap(), 0);
    assert_eq!(seen.requeue(&id("a"), None, None).await.unwrap(), 0);
    assert!(!seen.settle(LedgerRow { state: LedgerState::Billed, ..ledger_row("l", "a", 5) }).await.unwrap());
    assert_eq!(store.of(&ann).reviews(false).await.unwrap().len(), 1);
}

async fn a_deposed_worker_writes_nothing(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("a"), run("b")], Some("w"), 1).await.unwrap();
    let other = Store::open(&url).await.unwrap();
    assert_eq!(other.busy_workers().await.unwrap().len(), 1);
    assert_eq!(other.depose_worker("w").await.unwrap(), 2);
    let refused = store.append(append("a", vec![entry(0, "x", json!(1))], Some(end(RunStatus::Done)))).await;
    assert!(matches!(refused, Err(StoreError::Deposed)), "{refused:?}");
    assert!(store.of(&Owner::local()).journal(&id("a")).await.unwrap().is_empty());
    assert_eq!(status(&store, "a").await, RunStatus::Queued);
    assert!(!store.heartbeat("w", 2).await.unwrap());
    assert_eq!(store.claim("w", vec![id("a")], 3).await.unwrap(), [false]);
    assert!(store.claim_ready("w", 9, 3).await.unwrap().is_empty());
}

async fn a_run_is_claimed_once(url: StoreUrl) {
    let stores: Vec<Store> = join_all((0..4).map(|_| async { Store::open(&url).await.unwrap() })).await;
    for (i, store) in stores.iter().enumerate() {
        store.register_worker(&format!("w{i}"), 1).await.unwrap();
    }
    for round in 0..30 {
        let name = format!("r{round}");
        stores[0].create(vec![run(&name)], None, 1).await.unwrap();
        let claims = stores.iter().enumerate().map(|(i, store)| {
            let name = &name;
            async move { store.claim(&format!("w{i}"), vec![id(name)], 2).await.unwrap()[0] }
        });
        let winners = join_all(claims).await.into_iter().filter(|won| *won).count();
        assert_eq!(winners, 1, "round {round}");
    }
}

async fn ready_runs_are_claimed_once(url: StoreUrl) {
    let store = open(&url).await;
    let other = Store::open(&url).await.unwrap();
    other.register_worker("v", 1).await.unwrap();
    store.create((0..40).map(|i| run(&format!("r{i}"))).collect(), None, 1).await.unwrap();
    store.create(vec![run("due"), run("later"), run("due/child")], Some("w"), 1).await.unwrap();
    for (name, wake_at) in [("due", 10), ("later", 99)] {
        let park = Transition::Park { waits: Waits::Sleep, wake_at: Some(wake_at) };
        store.append(append(name, vec![], Some(park))).await.unwrap();
    }
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    loop {
        let (a, b) = tokio::join!(store.claim_ready("w", 3, 10), other.claim_ready("v", 3, 10));
        let (a, b) = (a.unwrap(), b.unwrap());
        if a.is_empty() && b.is_empty() {
            break;
        }
        mine.extend(a);
        theirs.extend(b);
    }
    let mut all: Vec<RunId> = mine.into_iter().chain(theirs).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 41, "each ready run once, the due one too, the later one and the child not");
    assert_eq!(store.next_due().await.unwrap(), Some(99));
}

async fn an_answer_before_the_park_is_not_lost(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("a"), run("b")], Some("w"), 1).await.unwrap();
    let question = Question {
        ask: "?".into(),
        why: "!".into(),
        evidence: vec!["e".into()],
        allowed: vec!["yes".into()],
    };
    let ask = Transition::Ask { name: "q".into(), flow: "f".into(), question: question.clone() };
    let park = Transition::Park { waits: Waits::Review { name: "q".into() }, wake_at: None };
    let mine = store.of(&Owner::local());
    for (name, answer_first) in [("a", true), ("b", false)] {
        store.append(append(name, vec![], Some(ask.clone()))).await.unwrap();
        if answer_first {
            mine.answer(&id(name), "q", "yes", "ann", 5).await.unwrap();
        }
        store.append(append(name, vec![], Some(park.clone()))).await.unwrap();
        assert_eq!(
            status(&store, name).await,
            if answer_first { RunStatus::Queued } else { RunStatus::Parked }
        );
        if !answer_first {
            mine.answer(&id(name), "q", "yes", "ann", 5).await.unwrap();
            assert_eq!(status(&store, name).await, RunStatus::Queued);
        }
    }
    assert_eq!(mine.reviews(true).await.unwrap()[0].question, question);
}

async fn an_answer_is_given_once(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("a")], Some("w"), 1).await.unwrap();
    let question = Question { ask: "?".into(), why: "!".into(), evidence: vec![], allowed: vec![] };
    store
        .append(append("a", vec![], Some(Transition::Ask { name: "q".into(), flow: "f".into(), question })))
        .await
        .unwrap();
    let mine = store.of(&Owner::local());
    let run = id("a");
    let answers = join_all((0..8).map(|i| {
        let (mine, run) = (&mine, &run);
        async move { mine.answer(run, "q", &format!("answer {i}"), "ann", 5).await.unwrap() }
    }))
    .await;
    assert_eq!(answers.iter().filter(|outcome| **outcome == AnswerOutcome::Accepted).count(), 1);
    assert_eq!(mine.answer(&id("a"), "other", "x", "ann", 5).await.unwrap(), AnswerOutcome::NotAsked);
}

async fn the_last_child_wakes_its_parent(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("p"), run("p/1"), run("p/2")], Some("w"), 1).await.unwrap();
    let park = Transition::Park { waits: Waits::Children, wake_at: None };
    store.append(append("p", vec![], Some(park.clone()))).await.unwrap();
    store.append(append("p/1", vec![], Some(end(RunStatus::Done)))).await.unwrap();
    assert_eq!(status(&store, "p").await, RunStatus::Parked);
    store.append(append("p/2", vec![], Some(end(RunStatus::Failed)))).await.unwrap();
    assert_eq!(status(&store, "p").await, RunStatus::Queued);
    // A parent that parks after the last child ended is ready at once.
    store.claim("w", vec![id("p")], 5).await.unwrap();
    store.append(append("p", vec![], Some(park))).await.unwrap();
    assert_eq!(status(&store, "p").await, RunStatus::Queued);
}

async fn cancelling_reaches_the_family_only(url: StoreUrl) {
    let store = open(&url).await;
    let names = ["p_1", "p_1/x", "p_1/x/y", "px1", "px1/x"];
    store.create(names.iter().map(|name| run(name)).collect(), Some("w"), 1).await.unwrap();
    store.append(append("p_1/x/y", vec![], Some(end(RunStatus::Done)))).await.unwrap();
    assert_eq!(store.of(&Owner::local()).cancel(&id("p_1")).await.unwrap(), 2);
    let cancelled = store.append(append("p_1/x", vec![entry(0, "s", json!(1))], None)).await.unwrap();
    let untouched = store.append(append("px1", vec![entry(0, "s", json!(1))], None)).await.unwrap();
    assert_eq!((cancelled, untouched), (true, false));
}

fn ledger_row(name: &str, run: &str, tokens: u64) -> LedgerRow {
    LedgerRow {
        id: name.into(),
        run: run.into(),
        step: "s#1".into(),
        agent: "a".into(),
        provider: "p".into(),
        model: "m".into(),
        request: ContentHash::of_bytes(b"q"),
        state: LedgerState::Started,
        input_tokens: 0,
        output_tokens: 0,
        cached_tokens: 0,
        micro_usd: 0,
        reserved_tokens: tokens,
        reserved_micro_usd: 10 * tokens,
        started_at: 1,
        ended_at: None,
    }
}

async fn the_budget_holds_under_concurrency(url: StoreUrl) {
    let store = open(&url).await;
    let other = Store::open(&url).await.unwrap();
    store.create(vec![run("r")], Some("w"), 1).await.unwrap();
    let budget = Budget { tokens: Some(tutti_core::Tokens(70)), ..Budget::default() };
    let reserved = join_all((0..20).map(|i| {
        let mine = if i % 2 == 0 { &store } else { &other }.of(&Owner::local());
        async move {
            let name = format!("call-{i}");
            mine.reserve(ledger_row(&name, "r/child", 10), &id("r"), budget)
                .await
                .unwrap()
                .is_ok()
                .then_some(name)
        }
    }))
    .await;
    let granted: Vec<String> = reserved.into_iter().flatten().collect();
    assert_eq!(granted.len(), 7);

    let mine = store.of(&Owner::local());
    let settled = LedgerRow {
        state: LedgerState::Billed,
        input_tokens: 2,
        output_tokens: 1,
        micro_usd: 30,
        reserved_tokens: 0,
        reserved_micro_usd: 0,
        ended_at: Some(3),
        ..ledger_row(&granted[0], "r/child", 10)
    };
    assert!(mine.settle(settled.clone()).await.unwrap());
    assert!(!mine.settle(settled).await.unwrap(), "a call is settled once");
    let spent = mine.spend_of(&id("r")).await.unwrap();
    assert_eq!((spent.tokens.0, spent.money.micro_usd(), spent.calls), (63, 630, 7));
    assert!(mine.reserve(ledger_row("more", "r", 8), &id("r"), budget).await.unwrap().is_err());
    assert!(mine.reserve(ledger_row("fits", "r", 7), &id("r"), budget).await.unwrap().is_ok());
}

async fn a_bad_write_does_not_hurt_its_neighbours(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("a"), run("b")], Some("w"), 1).await.unwrap();
    store.append(append("a", vec![entry(0, "once", json!(1))], None)).await.unwrap();
    let writes = join_all((0..40).map(|i| {
        let store = store.clone();
        let bad = i == 20;
        let key = if bad { "once".to_owned() } else { format!("k{i}") };
        async move {
            store.append(append(if bad { "a" } else { "b" }, vec![entry(i, &key, json!(i))], None)).await
        }
    }))
    .await;
    assert_eq!(writes.iter().filter(|write| write.is_err()).count(), 1);
    let mine = store.of(&Owner::local());
    assert_eq!(mine.journal(&id("a")).await.unwrap().len(), 1);
    assert_eq!(mine.journal(&id("b")).await.unwrap().len(), 39);
}

async fn replies_are_kept(url: StoreUrl) {
    let store = open(&url).await;
    let mine = store.of(&Owner::local());
    let hash = ContentHash::of_bytes(b"request");
    assert_eq!(mine.reply(&hash).await.unwrap(), None);
    mine.keep_reply(&hash, json!({ "text": "hello" }), 1).await.unwrap();
    mine.keep_reply(&hash, json!({ "text": "another" }), 2).await.unwrap();
    assert_eq!(mine.reply(&hash).await.unwrap(), Some(json!({ "text": "hello" })));
}

fn item(id: &str, content: &Value, replaces: Option<(&str, &Value)>) -> NewItem {
    NewItem {
        id: id.into(),
        kind: "true_false".into(),
        version: 1,
        hash: ContentHash::of_json(content),
        words: content.to_string().to_lowercase(),
        tags: vec!["100%".into(), "a_b".into()],
        item: content.clone(),
        replaces: replaces.map(|(id, content)| Replaced {
            id: id.into(),
            hash: ContentHash::of_json(content),
            bytes: canonical_json(content).into_bytes(),
        }),
    }
}

/// Items are written all or none, never over a row that the writer did not see; the previous version is kept, and
/// owners are separate.
async fn items_are_put_over_what_was_seen(url: StoreUrl) {
    let store = open(&url).await;
    let (mine, theirs) = (store.of(&Owner::local()), store.of(&Owner::parse("other").unwrap()));
    let (old, new, large) = (json!({ "v": 1 }), json!({ "v": 2 }), json!({ "v": "x".repeat(50_000) }));
    let changed = |id: &str| PutOutcome::Changed { id: id.into() };
    assert_eq!(
        mine.put_items(vec![item("a", &old, None), item("b", &large, None)], 5).await.unwrap(),
        PutOutcome::Stored
    );

    // `a` already exists, `c` is not what the writer expects, and `b` would overwrite `a`: nothing is written.
    for (second, refused) in [
        (item("a", &new, None), "a"),
        (item("c", &new, Some(("c", &old))), "c"),
        (item("a", &new, Some(("a", &new))), "a"),
        (item("a", &new, Some(("b", &large))), "a"),
    ] {
        let outcome = mine.put_items(vec![item("d", &new, None), second], 6).await.unwrap();
        assert_eq!(outcome, changed(refused));
    }
    assert_eq!(mine.item_count().await.unwrap(), 2);
    assert_eq!(mine.item("b").await.unwrap().unwrap().item, large);

    let outcome = mine.put_items(vec![item("e", &new, Some(("a", &old)))], 7).await.unwrap();
    assert_eq!(outcome, PutOutcome::Stored);
    let row = mine.item("e").await.unwrap().unwrap();
    assert_eq!((row.item, row.created_at, row.updated_at), (new.clone(), 5, 7));
    assert!(mine.item("a").await.unwrap().is_none());
    assert_eq!(mine.earlier_item(&ContentHash::of_json(&old)).await.unwrap(), Some(old.clone()));
    assert_eq!(mine.items_by_prefix("e").await.unwrap(), ["e"]);

    let found = async |filter: ItemFilter| mine.items(&filter).await.unwrap().len();
    assert_eq!(found(ItemFilter { tag: Some("100%".into()), ..ItemFilter::default() }).await, 2);
    assert_eq!(found(ItemFilter { tag: Some("axb".into()), ..ItemFilter::default() }).await, 0);
    assert_eq!(found(ItemFilter { words: Some("\"V\":2".into()), ..ItemFilter::default() }).await, 1);

    assert_eq!(theirs.item_count().await.unwrap(), 0);
    assert!(theirs.item("e").await.unwrap().is_none());
    assert!(theirs.earlier_item(&ContentHash::of_json(&old)).await.unwrap().is_none());
    assert_eq!(theirs.put_items(vec![item("e", &old, None)], 8).await.unwrap(), PutOutcome::Stored);
    assert_eq!(mine.item("e").await.unwrap().unwrap().item, new);
}

const CARDS: Collection<Value> = Collection::new("card");

fn record(id: &str, rank: i64, value: Option<Value>, over: Over) -> NewRecord {
    match value {
        Some(value) => CARDS.record(id, rank, &value, over).unwrap(),
        None => CARDS.removal(id, over),
    }
}

/// Records are written all or none, never over what the writer did not see, and read in order of rank; owners and kinds
/// are separate.
async fn records_are_put_over_what_was_seen(url: StoreUrl) {
    let store = open(&url).await;
    let (mine, theirs) = (store.of(&Owner::local()), store.of(&Owner::parse("other").unwrap()));
    let large = json!("x".repeat(50_000));
    let first = vec![
        record("a", 30, Some(json!(1)), Over::Nothing),
        record("b", 10, Some(large.clone()), Over::Anything),
        record("ab", 20, Some(json!(3)), Over::Nothing),
    ];
    assert_eq!(mine.put_records(first, 5).await.unwrap(), RecordsOutcome::Stored);
    let seen = CARDS.get(&mine, "a").await.unwrap().unwrap();
    for (id, over) in
        [("a", Over::Nothing), ("c", Over::This(seen.hash.clone())), ("b", Over::This(seen.hash.clone()))]
    {
        let two = vec![record("d", 1, Some(json!(0)), Over::Nothing), record(id, 1, Some(json!(0)), over)];
        let changed = RecordsOutcome::Changed { kind: "card", id: id.into() };
        assert_eq!(mine.put_records(two, 6).await.unwrap(), changed);
    }
    assert!(CARDS.get(&mine, "d").await.unwrap().is_none());
    let again = vec![record("a", 5, Some(json!(2)), Over::This(seen.hash))];
    assert_eq!(mine.put_records(again, 7).await.unwrap(), RecordsOutcome::Stored);
    let row = CARDS.get(&mine, "a").await.unwrap().unwrap();
    assert_eq!((row.value, row.rank, row.created_at, row.updated_at), (json!(2), 5, 5, 7));
    let ids = async |filter: RecordFilter| {
        let rows = CARDS.list(&mine, &filter).await.unwrap();
        let ids: Vec<String> = rows.into_iter().map(|row| row.id).collect();
        assert_eq!(CARDS.ids(&mine, &filter).await.unwrap(), ids);
        ids
    };
    let all = RecordFilter::default;
    assert_eq!(ids(all()).await, ["a", "b", "ab"]);
    assert_eq!(ids(RecordFilter { up_to: Some(10), highest_first: true, ..all() }).await, ["b", "a"]);
    assert_eq!(ids(RecordFilter { prefix: "a".into(), ..all() }).await, ["a", "ab"]);
    assert_eq!(ids(RecordFilter { limit: 1, offset: 1, ..all() }).await, ["b"]);
    assert_eq!(CARDS.get(&mine, "b").await.unwrap().unwrap().value, large);
    assert!(Collection::<Value>::new("session").get(&mine, "a").await.unwrap().is_none());
    assert!(CARDS.get(&theirs, "a").await.unwrap().is_none());
    assert_eq!(
        theirs.put_records(vec![record("a", 1, Some(json!(9)), Over::Nothing)], 8).await.unwrap(),
        RecordsOutcome::Stored
    );
    mine.put_records(vec![record("a", 0, None, Over::Anything)], 9).await.unwrap();
    assert_eq!(ids(all()).await, ["b", "ab"]);
    assert_eq!(CARDS.get(&theirs, "a").await.unwrap().unwrap().value, json!(9));
    assert!(!CARDS.contains(&mine, "a").await.unwrap());
    assert!(CARDS.contains(&theirs, "a").await.unwrap());

    let numbers: Collection<u32> = Collection::new("card");
    assert_eq!(numbers.get(&mine, "ab").await.unwrap().unwrap().value, 3);
    let damaged = numbers.get(&mine, "b").await.unwrap_err().to_string();
    assert!(damaged.starts_with("the stored record card/b cannot be read: "), "{damaged}");
    assert!(numbers.list(&mine, &all()).await.is_err());
    assert_eq!(numbers.list_readable(&mine, &all()).await.unwrap().len(), 1);
}

async fn raw(url: &StoreUrl) -> sqlx::AnyConnection {
    sqlx::any::install_default_drivers();
    let address = match url {
        StoreUrl::Sqlite(path) => format!("sqlite://{}", path.display()),
        StoreUrl::Postgres(url) => url.clone(),
    };
    sqlx::AnyConnection::connect(&address).await.unwrap()
}

/// A database of the first schema, with its runs, opens and has an empty bank.
async fn an_older_database_gets_its_bank(url: StoreUrl) {
    let store = open(&url).await;
    store.create(vec![run("kept")], None, 5).await.unwrap();
    drop(store);
    let mut raw = raw(&url).await;
    for sql in [
        "drop table items",
        "drop table records",
        "drop table accounts",
        "drop table keys",
        "drop table audit",
        "drop table forgotten",
        "drop table item_names",
        "drop table identities",
        "drop table second_factors",
        "drop table recovery_codes",
        "drop index reviews_open",
        "alter table journal drop column seal",
        "alter table blobs drop column seal",
        "alter table replies drop column seal",
        "update meta set value = '1' where key = 'schema'",
    ] {
        sqlx::raw_sql(sql).execute(&mut raw).await.unwrap();
    }
    raw.close().await.unwrap();
    let store = Store::open(&url).await.unwrap();
    let mine = store.of(&Owner::local());
    assert_eq!(mine.runs(&RunFilter::default()).await.unwrap().len(), 1);
    assert_eq!(mine.put_items(vec![item("a", &json!(1), None)], 5).await.unwrap(), PutOutcome::Stored);
}

async fn a_backup_restores_everything(url: StoreUrl) {
    let store = open(&url).await;
    let runs: Vec<NewRun> = (0..700).map(|i| run(&format!("r{i}"))).collect();
    store.create(runs, Some("w"), 1).await.unwrap();
    let large = json!("x".repeat(50_000));
    for i in 0..700 {
        let entries = vec![entry(0, "small", json!(i)), entry(1, "large", large.clone())];
        store
            .append(append(&format!("r{i}"), entries, (i % 2 == 0).then(|| end(RunStatus::Done))))
            .await
            .unwrap();
    }
    let mine = store.of(&Owner::local());
    mine.put_items(vec![item("i", &large, None)], 3).await.unwrap();
    mine.reserve(ledger_row("l", "r1", 5), &id("r1"), Budget::default()).await.unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.tutti");
    let saved = backup(&url, &file, Damaged::Refuse).await.unwrap();
    assert_eq!(saved.rows.iter().copied().collect::<HashMap<_, _>>()["journal"], 1400);
    assert!(!folder.path().join("backup.tutti-wal").exists(), "the backup is one file");
    assert!(backup(&url, &file, Damaged::Refuse).await.is_err(), "a backup never overwrites");

    let restored_url = StoreUrl::Sqlite(folder.path().join("restored.db"));
    let empty = folder.path().join("empty.tutti");
    std::fs::write(&empty, "").unwrap();
    assert!(matches!(restore(&empty, &restored_url).await, Err(StoreError::Corrupt { .. })));
    assert_eq!(std::fs::read(&empty).unwrap(), b"", "a file that is not a backup is left alone");
    assert_eq!(restore(&file, &restored_url).await.unwrap().total(), saved.total());
    assert!(restore(&file, &restored_url).await.is_err(), "a restore never overwrites");
    let restored = Store::open(&restored_url).await.unwrap();
    let theirs = restored.of(&Owner::local());
    for name in ["r0", "r1"] {
        assert_eq!(theirs.journal(&id(name)).await.unwrap(), mine.journal(&id(name)).await.unwrap());
    }
    assert_eq!(theirs.item("i").await.unwrap(), mine.item("i").await.unwrap());
    assert_eq!(theirs.ledger(&id("r1")).await.unwrap(), mine.ledger(&id("r1")).await.unwrap());
    assert_eq!(status(&restored, "r1").await, RunStatus::Queued, "nobody drives a run in a copy");
    assert_eq!(status(&restored, "r0").await, RunStatus::Done);
}

async fn opening_twice_at_once_is_fine(url: StoreUrl) {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..20 {
        // On SQLite, use a new file each time: the race is in the first opening.
        let url = match &url {
            StoreUrl::Sqlite(_) => StoreUrl::Sqlite(folder.path().join(format!("{round}.db"))),
            postgres @ StoreUrl::Postgres(_) => postgres.clone(),
        };
        for store in join_all((0..6).map(|_| Store::open(&url))).await {
            store.unwrap();
        }
    }
}
