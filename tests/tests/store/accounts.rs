//! Tests of accounts, keys and the audit log in the store, and of deleting and exporting an owner.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::join_all;
use serde_json::{Value, json};
use sqlx::Row;
use tutti_core::{Budget, ContentHash, Owner};
use tutti_store::{
    AccountChange, AccountOutcome, AccountRow, Append, Collection, Damaged, KeyKind, KeyPlace, KeyRow,
    LedgerRow, LedgerState, Millis, NewLine, NewRun, Over, Piece, Question, RunStatus, Store, StoreUrl,
    Transition, backup, restore,
};

use super::{append, end, entry, id, item, ledger_row, open, raw, run, sign_on};

pub(crate) fn owner(name: &str) -> Owner {
    Owner::parse(format!("owner-of-{name}")).unwrap()
}

fn account(name: &str, role: &str) -> AccountRow {
    AccountRow {
        owner: owner(name),
        name: name.into(),
        password: format!("$phc$of-{name}"),
        role: role.into(),
        is_disabled: false,
        created_at: 1,
        updated_at: 1,
    }
}

fn key(name: &str, id: &str, kind: KeyKind) -> KeyRow {
    KeyRow {
        owner: owner(name),
        id: id.into(),
        kind,
        name: format!("key {id}"),
        start: "tutti_x".into(),
        made_at: 5,
        used_at: None,
        expires_at: None,
        role: (kind == KeyKind::Token).then(|| "learner".into()),
        flows: (kind == KeyKind::Token).then(|| vec!["one".into(), "two".into()]),
    }
}

pub(crate) fn hash(secret: &str) -> ContentHash {
    ContentHash::of_bytes(secret.as_bytes())
}

fn line(about: Option<&str>, what: &str, at: Millis) -> NewLine {
    let subject = Some(format!("subject of {what}"));
    NewLine {
        owner: about.map(owner),
        at,
        who: about.map(str::to_owned),
        what: what.into(),
        subject,
        address: None,
    }
}

pub(crate) async fn change(store: &Store, change: AccountChange) -> AccountOutcome {
    store.change_accounts(change, None).await.unwrap()
}

async fn add(store: &Store, name: &str, role: &str) -> AccountOutcome {
    change(store, AccountChange::Add { account: account(name, role), only_first: false }).await
}

pub(crate) fn forget(name: &str) -> AccountChange {
    AccountChange::Forget { owner: owner(name), keep: "admin".into(), at: 9 }
}

pub(crate) async fn names_are_given_once(url: StoreUrl) {
    let store = open(&url).await;
    let first = |name: &str| AccountChange::Add { account: account(name, "admin"), only_first: true };
    let outcomes = join_all(["a", "b", "c", "d"].map(|name| change(&store, first(name)))).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == AccountOutcome::Done).count(), 1);
    assert_eq!(store.accounts_with("admin").await.unwrap(), 1);
    let same = AccountRow { owner: owner("other"), ..account("ann", "learner") };
    assert_eq!(add(&store, "ann", "learner").await, AccountOutcome::Done);
    let twice = AccountChange::Add { account: same, only_first: false };
    assert_eq!(change(&store, twice).await, AccountOutcome::Taken);
    let ann = store.account_by_name("ann").await.unwrap().unwrap();
    assert_eq!(ann, account("ann", "learner"));
    assert_eq!(store.account(&owner("ann")).await.unwrap(), Some(ann));
    assert_eq!(store.account_by_name("Ann").await.unwrap(), None);
    assert_eq!(store.accounts().await.unwrap().len(), 2);
}

pub(crate) async fn somebody_keeps_the_role(url: StoreUrl) {
    let (store, other) = (open(&url).await, Store::open(&url).await.unwrap());
    let names = ["a", "b", "c", "d", "e", "f"];
    for name in names {
        add(&store, name, "admin").await;
    }
    let leave = |(n, name): (usize, &&str)| {
        let demote =
            AccountChange::Role { owner: owner(name), role: "learner".into(), keep: "admin".into(), at: 2 };
        let store = if n % 2 == 0 { &store } else { &other };
        change(store, if n < 3 { demote } else { forget(name) })
    };
    let outcomes = join_all(names.iter().enumerate().map(leave)).await;
    assert_eq!(
        outcomes.iter().filter(|outcome| **outcome == AccountOutcome::Last).count(),
        1,
        "{outcomes:?}"
    );
    assert_eq!(store.accounts_with("admin").await.unwrap(), 1);
    let unknown = AccountChange::Role { owner: owner("x"), role: "a".into(), keep: "admin".into(), at: 2 };
    assert_eq!(change(&store, unknown).await, AccountOutcome::NotThere);
    assert_eq!(change(&store, forget("x")).await, AccountOutcome::NotThere);
}

pub(crate) async fn keys_open_until_they_are_gone(url: StoreUrl) {
    let store = open(&url).await;
    add(&store, "ann", "learner").await;
    let add_key = async |name: &str, id: &str, kind: KeyKind| {
        change(&store, AccountChange::AddKey { key: key(name, id, kind), hash: hash(id) }).await
    };
    let opens = async |id: &str| store.key_holder(&hash(id)).await.unwrap();
    for (id, kind) in [("l1", KeyKind::Login), ("l2", KeyKind::Login), ("t1", KeyKind::Token)] {
        assert_eq!(add_key("ann", id, kind).await, AccountOutcome::Done);
    }
    assert_eq!(add_key("nobody", "l3", KeyKind::Login).await, AccountOutcome::NotThere);
    let opened = opens("t1").await.unwrap();
    assert_eq!(
        (opened.key, opened.name, opened.role),
        (key("ann", "t1", KeyKind::Token), "ann".into(), "learner".into())
    );
    assert!(store.use_key(&hash("l1"), 50).await.unwrap());
    assert_eq!(opens("l1").await.unwrap().key.used_at, Some(50));
    assert!(!store.use_key(&hash("l1"), 40).await.unwrap(), "a late update does not set it back");

    let role =
        AccountChange::Role { owner: owner("ann"), role: "author".into(), keep: "admin".into(), at: 6 };
    change(&store, role).await;
    assert_eq!(opens("t1").await.unwrap().role, "author");
    let password = |but: Option<&str>, keep_tokens: bool, code: Option<&str>| AccountChange::Password {
        owner: owner("ann"),
        password: "new".into(),
        but: but.map(hash),
        keep_tokens,
        code: code.map(str::to_owned),
        at: 7,
    };
    add_key("ann", "code", KeyKind::Reset).await;
    assert_eq!(change(&store, password(None, false, Some("no code"))).await, AccountOutcome::NotThere);
    assert!(opens("l1").await.is_some() && opens("t1").await.is_some(), "nothing was changed");
    assert_eq!(change(&store, password(Some("l2"), true, Some("code"))).await, AccountOutcome::Done);
    assert_eq!(change(&store, password(Some("l2"), true, Some("code"))).await, AccountOutcome::NotThere);
    let row = store.account_by_name("ann").await.unwrap().unwrap();
    assert_eq!((row.password.as_str(), row.updated_at), ("new", 7));
    assert!(opens("l1").await.is_none() && opens("l2").await.is_some() && opens("t1").await.is_some());
    let old = AccountChange::RemoveOld { kind: KeyKind::Login, used_before: 6, made_before: 0 };
    change(&store, old).await;
    assert!(opens("l2").await.is_none() && opens("t1").await.is_some());
    let remove = |name: &str| AccountChange::RemoveKey { owner: owner(name), id: "t1".into() };
    assert_eq!(change(&store, remove("other")).await, AccountOutcome::NotThere);
    assert_eq!(change(&store, remove("ann")).await, AccountOutcome::Done);
    assert!(opens("t1").await.is_none());
    for (id, kind) in [("l4", KeyKind::Login), ("t4", KeyKind::Token), ("c4", KeyKind::Reset)] {
        add_key("ann", id, kind).await;
    }
    assert_eq!(change(&store, password(Some("l4"), false, None)).await, AccountOutcome::Done);
    assert!(opens("l4").await.is_some() && opens("t4").await.is_none() && opens("c4").await.is_none());
    assert!(store.keys(&owner("ann"), KeyKind::Token).await.unwrap().is_empty());
}

pub(crate) async fn a_disabled_account_keeps_its_tokens_only(url: StoreUrl) {
    let store = open(&url).await;
    for (name, role) in [("root", "admin"), ("second", "admin"), ("ann", "learner")] {
        add(&store, name, role).await;
    }
    let add_key = |name: &str, id: &str, kind: KeyKind| AccountChange::AddKey {
        key: key(name, id, kind),
        hash: hash(id),
    };
    for (id, kind) in [("l", KeyKind::Login), ("t", KeyKind::Token), ("c", KeyKind::Reset)] {
        change(&store, add_key("ann", id, kind)).await;
    }
    let disable = |name: &str, is_disabled: bool| AccountChange::Disable {
        owner: owner(name),
        is_disabled,
        keep: "admin".into(),
        at: 3,
    };
    assert_eq!(change(&store, disable("ann", true)).await, AccountOutcome::Done);
    assert_eq!(change(&store, add_key("ann", "late", KeyKind::Login)).await, AccountOutcome::NotThere);
    let holder = store.key_holder(&hash("t")).await.unwrap().unwrap();
    assert!(holder.is_disabled);
    assert_eq!(holder.key, key("ann", "t", KeyKind::Token));
    assert_eq!(store.key(&owner("ann"), "t").await.unwrap(), Some(holder));
    assert_eq!(store.key(&owner("root"), "t").await.unwrap(), None);
    for ended in ["l", "c"] {
        assert_eq!(store.key_holder(&hash(ended)).await.unwrap(), None);
    }
    assert_eq!(change(&store, disable("ann", false)).await, AccountOutcome::Done);
    assert!(!store.key_holder(&hash("t")).await.unwrap().unwrap().is_disabled);
    // Of the admins one stays who can log in.
    assert_eq!(change(&store, disable("second", true)).await, AccountOutcome::Done);
    assert_eq!(store.accounts_with("admin").await.unwrap(), 1);
    assert_eq!(change(&store, disable("root", true)).await, AccountOutcome::Last);
    assert_eq!(change(&store, forget("root")).await, AccountOutcome::Last);
    let demote =
        AccountChange::Role { owner: owner("root"), role: "learner".into(), keep: "admin".into(), at: 4 };
    assert_eq!(change(&store, demote).await, AccountOutcome::Last);
    assert_eq!(change(&store, forget("second")).await, AccountOutcome::Done);
    assert_eq!(change(&store, disable("nobody", true)).await, AccountOutcome::NotThere);
}

pub(crate) async fn keys_of_all_owners_in_pages(url: StoreUrl) {
    let store = open(&url).await;
    for name in ["ann", "bob"] {
        add(&store, name, "learner").await;
        for n in 0..5 {
            let id = format!("{name}-{n}");
            let made = KeyRow { made_at: n / 2, ..key(name, &id, KeyKind::Token) };
            change(&store, AccountChange::AddKey { key: made, hash: hash(&id) }).await;
        }
    }
    change(&store, AccountChange::AddKey { key: key("ann", "l", KeyKind::Login), hash: hash("l") }).await;
    let (mut after, mut found) = (None, Vec::new());
    loop {
        let page = store.all_keys(KeyKind::Token, after.as_ref(), 3).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(KeyPlace { made_at: last.key.made_at, id: last.key.id.clone() });
        found.extend(page.into_iter().map(|holder| (holder.name, holder.key.id)));
    }
    let ids: Vec<&str> = found.iter().map(|(_, id)| id.as_str()).collect();
    let expected = ["ann-4", "bob-4", "ann-2", "ann-3", "bob-2", "bob-3", "ann-0", "ann-1", "bob-0", "bob-1"];
    assert_eq!(ids, expected);
    assert!(found.iter().all(|(name, id)| id.starts_with(name.as_str())));
}

pub(crate) async fn the_log_counts_up(url: StoreUrl) {
    let (store, other) = (open(&url).await, Store::open(&url).await.unwrap());
    let note = |n: i64| {
        let store = if n % 2 == 0 { &store } else { &other };
        store.change_accounts(AccountChange::Nothing, Some(line(Some("ann"), "deed", n)))
    };
    for outcome in join_all((0..60).map(note)).await {
        assert_eq!(outcome.unwrap(), AccountOutcome::Done);
    }
    let lines = store.audit(None, 100).await.unwrap();
    assert!(lines.iter().map(|line| line.n).eq((1..=60).rev()), "no line is lost or counted twice");
    let times: BTreeSet<i64> = lines.iter().map(|line| line.line.at).collect();
    assert_eq!(times.len(), 60);
    assert_eq!(store.audit(Some(3), 5).await.unwrap().len(), 2);
    let from = store.audit_from(57, 5).await.unwrap();
    assert!(from.iter().map(|line| line.n).eq(58..=60), "the oldest first");
    let refused = store.change_accounts(forget("nobody"), Some(line(None, "deleted", 1))).await.unwrap();
    assert_eq!(refused, AccountOutcome::NotThere);
    assert_eq!(store.audit(None, 1).await.unwrap()[0].n, 60, "an action that failed is not logged");
}

/// Adds a row to every table, each with a word of the owner.
pub(crate) async fn fill(store: &Store, name: &str) {
    let (owner, word) = (owner(name), format!("word-of-{name}"));
    let mine = store.of(&owner);
    add(store, name, "learner").await;
    change(store, AccountChange::AddKey { key: key(name, &word, KeyKind::Token), hash: hash(&word) }).await;
    store.change_accounts(AccountChange::Nothing, Some(line(Some(name), &word, 1))).await.unwrap();
    sign_on::fill(store, &owner, &word).await;
    let new = NewRun { owner: owner.clone(), input: json!({ "word": word }), ..run(&word) };
    store.create(vec![new], Some("w"), 1).await.unwrap();
    let large = json!(format!("{word} ").repeat(3000));
    let question = Question { ask: word.clone(), why: "!".into(), evidence: vec![], allowed: vec![] };
    let ask = Transition::Ask { name: "q".into(), flow: "f".into(), question };
    let asked =
        Append { owner: owner.clone(), ..append(&word, vec![entry(0, "x", large.clone())], Some(ask)) };
    store.append(asked).await.unwrap();
    let ended = Append { owner: owner.clone(), ..append(&word, vec![], Some(end(RunStatus::Done))) };
    store.append(ended).await.unwrap();
    let spent = LedgerRow { state: LedgerState::Started, ..ledger_row(&format!("ledger-{word}"), &word, 5) };
    mine.reserve(spent, &id(&word), Budget::default()).await.unwrap().unwrap();
    mine.keep_reply(&hash("request"), json!(word), 1).await.unwrap();
    mine.put_items(vec![item(&word, &json!({ "word": word }), None)], 1).await.unwrap();
    let record = |kind: &'static str, value: Value| {
        Collection::new(kind).record(&word, 1, &value, Over::Nothing).unwrap()
    };
    mine.put_records(vec![record("card", json!(word)), record("library", large)], 1).await.unwrap();
    mine.keep_file(format!("file {word}").into_bytes()).await.unwrap();
}

/// The number of rows of an owner in each table.
async fn counts(url: &StoreUrl, name: &str) -> BTreeMap<&'static str, i64> {
    let mut raw = raw(url).await;
    let mut counts = BTreeMap::new();
    for table in TABLES {
        let sql = format!("select count(*) from {table} where owner = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(owner(name).as_str().to_owned());
        counts.insert(table, row.fetch_one(&mut raw).await.unwrap().try_get(0).unwrap());
    }
    counts
}

const TABLES: [&str; 15] = [
    "accounts",
    "audit",
    "blobs",
    "forgotten",
    "identities",
    "items",
    "journal",
    "keys",
    "ledger",
    "records",
    "recovery_codes",
    "replies",
    "reviews",
    "runs",
    "second_factors",
];

pub(crate) async fn an_owner_is_forgotten_whole(url: StoreUrl) {
    let store = open(&url).await;
    fill(&store, "ann").await;
    fill(&store, "bob").await;
    let (ann, bob) = (counts(&url, "ann").await, counts(&url, "bob").await);
    let empty: Vec<_> = ann.iter().filter(|(_, rows)| **rows == 0).map(|(table, _)| *table).collect();
    assert_eq!(empty, ["forgotten"], "a table that the test does not fill proves nothing");

    let working = NewRun { owner: owner("ann"), ..run("at-work") };
    store.create(vec![working], Some("w"), 1).await.unwrap();
    assert_eq!(change(&store, forget("ann")).await, AccountOutcome::Busy);
    assert_eq!(counts(&url, "ann").await["records"], ann["records"]);
    let ended = Append { owner: owner("ann"), ..append("at-work", vec![], Some(end(RunStatus::Cancelled))) };
    store.append(ended).await.unwrap();

    let told = store.change_accounts(forget("ann"), Some(line(Some("ann"), "deleted", 9))).await.unwrap();
    assert_eq!(told, AccountOutcome::Done);
    let left = counts(&url, "ann").await.into_iter().filter(|(_, rows)| *rows > 0).collect::<Vec<_>>();
    assert_eq!(left, [("audit", 2), ("forgotten", 1)]);
    assert_eq!(counts(&url, "bob").await, bob, "nobody else loses anything");
    assert!(store.key_holder(&hash("word-of-ann")).await.unwrap().is_none());

    // Another writer was still active.
    store.of(&owner("ann")).keep_file(b"late".to_vec()).await.unwrap();
    assert_eq!(store.sweep_forgotten().await.unwrap(), 1);
    assert_eq!(counts(&url, "ann").await["blobs"], 0);
    if let StoreUrl::Sqlite(path) = &url {
        let mut raw = raw(&url).await;
        sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut raw).await.unwrap();
        let file = std::fs::read(path).unwrap();
        let holds = |word: &str| file.windows(word.len()).any(|window| window == word.as_bytes());
        assert!(holds("file word-of-bob"));
        assert!(!holds("file word-of-ann"), "deleted data can still be read in the file");
        assert!(!holds("word-of-ann word-of-ann"));
    }
}

pub(crate) async fn everything_of_an_owner_can_be_read(url: StoreUrl) {
    let store = open(&url).await;
    fill(&store, "ann").await;
    fill(&store, "bob").await;
    let numbers: Collection<u32> = Collection::new("many");
    let many = (0..450).map(|n| numbers.record(&format!("{n:03}"), 1, &n, Over::Nothing).unwrap());
    store.of(&owner("ann")).put_records(many.collect(), 2).await.unwrap();
    let mut pieces = store.of(&owner("ann")).export().await.unwrap();
    let (mut rows, mut files) = (BTreeMap::<&str, Vec<Value>>::new(), Vec::new());
    while let Some(piece) = pieces.next().await.unwrap() {
        match piece {
            Piece::Rows { table, rows: page } => rows.entry(table).or_default().extend(page),
            Piece::File { bytes, .. } => files.push(String::from_utf8(bytes).unwrap()),
        }
    }
    let expected: Vec<&str> = TABLES
        .into_iter()
        .filter(|table| !["blobs", "forgotten", "recovery_codes"].contains(table))
        .collect();
    assert_eq!(rows.keys().copied().collect::<Vec<_>>(), expected);
    assert_eq!(files, ["file word-of-ann"], "large values are in their rows");
    let ids: BTreeSet<&str> = rows["records"].iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!((ids.len(), rows["records"].len()), (451, 452));
    assert!(rows["journal"][0]["output"].as_str().unwrap().len() > 30_000);
    assert_eq!(rows["runs"][0]["input"], json!({ "word": "word-of-ann" }));
    let whole = serde_json::to_string(&rows).unwrap();
    for secret in ["word-of-bob", "secret-of-", "$phc$", hash("word-of-ann").as_str()] {
        assert!(!whole.contains(secret), "{secret}");
    }
}

pub(crate) async fn an_item_is_deleted_with_its_versions(url: StoreUrl) {
    let store = open(&url).await;
    let (mine, theirs) = (store.of(&owner("ann")), store.of(&owner("bob")));
    let (old, large) = (json!({ "v": 1 }), json!({ "v": "x".repeat(50_000) }));
    for bank in [&mine, &theirs] {
        bank.put_items(vec![item("a", &old, None)], 1).await.unwrap();
        bank.put_items(vec![item("a", &large, Some(("a", &old)))], 2).await.unwrap();
    }
    // A record has the same large value.
    let values: Collection<Value> = Collection::new("k");
    values.put(&mine, "r", 1, &large, Over::Nothing, 3).await.unwrap();
    let versions = || vec![ContentHash::of_json(&old)];
    assert!(!mine.delete_item("a", &ContentHash::of_json(&old), versions()).await.unwrap());
    assert_eq!(mine.item("a").await.unwrap().unwrap().item, large);
    assert!(mine.delete_item("a", &ContentHash::of_json(&large), versions()).await.unwrap());
    assert!(mine.item("a").await.unwrap().is_none());
    assert!(mine.earlier_item(&versions()[0]).await.unwrap().is_none());
    assert_eq!(values.get(&mine, "r").await.unwrap().unwrap().value, large);
    assert_eq!(theirs.item("a").await.unwrap().unwrap().item, large);
    assert_eq!(theirs.earlier_item(&versions()[0]).await.unwrap(), Some(old));
}

pub(crate) async fn open_questions_of_all_owners(url: StoreUrl) {
    let store = open(&url).await;
    for (name, at) in [("late", 30), ("early", 10), ("answered", 5), ("over", 6)] {
        store.create(vec![NewRun { owner: owner(name), ..run(name) }], Some("w"), 1).await.unwrap();
        let question = Question { ask: name.into(), why: "!".into(), evidence: vec![], allowed: vec![] };
        let ask = Transition::Ask { name: "q".into(), flow: "f".into(), question };
        let asked = Append { owner: owner(name), at, ..append(name, vec![], Some(ask)) };
        store.append(asked).await.unwrap();
    }
    store.of(&owner("answered")).answer(&id("answered"), "q", "yes", "me", 40).await.unwrap();
    let ended = Append { owner: owner("over"), ..append("over", vec![], Some(end(RunStatus::Cancelled))) };
    store.append(ended).await.unwrap();
    let found = store.open_reviews().await.unwrap();
    let told: Vec<_> = found.iter().map(|(owner, row)| (owner.as_str(), row.question.ask.as_str())).collect();
    assert_eq!(told, [("owner-of-early", "early"), ("owner-of-late", "late")]);
    let own = async |name: &str| {
        let (store, count) = (store.of(&owner(name)), |rows: Vec<tutti_store::ReviewRow>| rows.len());
        (store.reviews(false).await.map(count).unwrap(), store.reviews(true).await.map(count).unwrap())
    };
    assert_eq!([own("late").await, own("answered").await, own("over").await], [(1, 1), (0, 1), (0, 1)]);
}

pub(crate) async fn a_copy_has_nobody_logged_in(url: StoreUrl) {
    let store = open(&url).await;
    fill(&store, "ann").await;
    let login = AccountChange::AddKey { key: key("ann", "login", KeyKind::Login), hash: hash("login") };
    change(&store, login).await;
    change(&store, AccountChange::Add { account: account("gone", "learner"), only_first: false }).await;
    change(&store, forget("gone")).await;
    let folder = tempfile::tempdir().unwrap();
    let (file, restored) = (folder.path().join("b.tutti"), StoreUrl::Sqlite(folder.path().join("r.db")));
    backup(&url, &file, Damaged::Refuse).await.unwrap();
    restore(&file, &restored).await.unwrap();
    let copy = Store::open(&restored).await.unwrap();
    assert_eq!(copy.account_by_name("ann").await.unwrap(), store.account_by_name("ann").await.unwrap());
    assert!(copy.key_holder(&hash("word-of-ann")).await.unwrap().is_some(), "API tokens still work");
    assert!(copy.key_holder(&hash("login")).await.unwrap().is_none());
    assert_eq!(copy.audit(None, 9).await.unwrap(), store.audit(None, 9).await.unwrap());
    assert_eq!(counts(&restored, "gone").await["forgotten"], 1);
}
