//! Tests that a store names what is not as it was written, does not read it, and does not copy it.

use serde_json::json;
use sqlx::Connection;
use tutti_core::{Code, Problem};
use tutti_store::{
    Collection, Damaged, Fault, ItemFilter, Store, StoreError, StoreUrl, backup, restore, verify_backup,
};

use super::{
    accounts::{change, fill, forget, hash, owner},
    id, open, raw,
};

/// A store with rows in every table.
pub(crate) async fn fill_store(url: &StoreUrl) -> Store {
    let store = open(url).await;
    for name in ["ann", "bob", "gone"] {
        fill(&store, name).await;
    }
    change(&store, forget("gone")).await;
    store
}

async fn execute(url: &StoreUrl, sql: &str) {
    let mut raw = raw(url).await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
}

fn unsound(error: StoreError) -> Vec<Fault> {
    let StoreError::Unsound { faults, .. } = error else { panic!("{error}") };
    faults
}

pub(crate) async fn sound_stores_have_no_faults(url: StoreUrl) {
    let store = fill_store(&url).await;
    let found = store.verify().await.unwrap();
    assert_eq!((found.faults, found.unsealed), (vec![], 0));
    assert!(found.rows > 20, "{}", found.rows);
}

/// Every column of every row that is written once is covered, and the row is named.
pub(crate) async fn every_changed_column_is_named(url: StoreUrl) {
    let store = fill_store(&url).await;
    let ann = "owner-of-ann";
    let cases = [
        ("journal", "n"),
        ("journal", "kind"),
        ("journal", "input"),
        ("journal", "output"),
        ("journal", "started_at"),
        ("journal", "ended_at"),
        ("items", "kind"),
        ("items", "version"),
        ("items", "hash"),
        ("items", "words"),
        ("items", "tags"),
        ("items", "item"),
        ("items", "created_at"),
        ("items", "updated_at"),
        ("records", "rank"),
        ("records", "hash"),
        ("records", "value"),
        ("records", "created_at"),
        ("replies", "reply"),
        ("replies", "at"),
        ("audit", "at"),
        ("audit", "who"),
        ("audit", "what"),
        ("audit", "subject"),
        ("audit", "address"),
        ("blobs", "bytes"),
    ];
    for (table, column) in cases {
        let changed = match column {
            "n" | "version" | "rank" | "started_at" | "ended_at" | "created_at" | "updated_at" | "at" => {
                format!("{column} + 1")
            }
            "bytes" => match &url {
                StoreUrl::Sqlite(_) => "x'00'".to_owned(),
                StoreUrl::Postgres(_) => "'\\x00'::bytea".to_owned(),
            },
            _ => format!("coalesce({column}, '') || 'x'"),
        };
        execute(&url, &format!("create table kept as select * from {table}")).await;
        execute(&url, &format!("update {table} set {column} = {changed} where owner = '{ann}'")).await;
        let faults = store.verify().await.unwrap().faults;
        assert!(!faults.is_empty(), "{table}.{column}");
        for fault in &faults {
            assert_eq!((fault.table.as_str(), fault.owner.as_str()), (table, ann), "{column}: {fault}");
            assert!(!fault.key.is_empty(), "{fault:?}");
        }
        execute(&url, &format!("delete from {table}")).await;
        execute(&url, &format!("insert into {table} select * from kept")).await;
        execute(&url, "drop table kept").await;
    }
    assert_eq!(store.verify().await.unwrap().faults, []);
    execute(&url, "delete from blobs").await;
    let faults = store.verify().await.unwrap().faults;
    assert!(
        faults.iter().any(|fault| fault.to_string()
            == "journal `word-of-ann x` of owner-of-ann: its large value is missing")
    );
}

/// The error of a read, and what a person is told.
#[track_caller]
fn check_refused<T: std::fmt::Debug>(read: Result<T, StoreError>, names: &str) {
    let problem = Problem::from(read.unwrap_err());
    assert_eq!(problem.code, Code::Damaged, "{problem:?}");
    assert!(problem.detail.contains(names), "{problem:?}");
    assert!(!problem.hints.is_empty());
}

pub(crate) async fn a_damaged_row_is_not_read(url: StoreUrl) {
    let store = fill_store(&url).await;
    let mine = store.of(&owner("ann"));
    execute(&url, "update items set item = '{\"word\":\"wore-of-ann\"}' where owner = 'owner-of-ann'").await;
    check_refused(mine.item("word-of-ann").await, "word-of-ann of items");
    check_refused(mine.items(&ItemFilter::default()).await, "word-of-ann of items");
    execute(&url, "update records set rank = 7 where owner = 'owner-of-ann' and kind = 'card'").await;
    let cards: Collection<serde_json::Value> = Collection::new("card");
    check_refused(cards.get(&mine, "word-of-ann").await, "card word-of-ann of records");
    execute(&url, "update journal set ended_at = 77 where owner = 'owner-of-ann'").await;
    check_refused(mine.journal(&id("word-of-ann")).await, "word-of-ann x of journal");
    let file = hash("file word-of-ann");
    let bytes = if matches!(url, StoreUrl::Sqlite(_)) { "x'00'" } else { "'\\x00'::bytea" };
    let sql = format!("update blobs set bytes = {bytes} where hash = '{file}'");
    execute(&url, &sql).await;
    check_refused(mine.file(file.clone()).await, &format!("{file} of blobs"));
    let theirs = store.of(&owner("bob"));
    assert_eq!(theirs.item("word-of-bob").await.unwrap().unwrap().item, json!({ "word": "word-of-bob" }));
}

pub(crate) async fn a_damaged_store_is_not_backed_up(url: StoreUrl) {
    let store = fill_store(&url).await;
    drop(store);
    execute(&url, "update items set item = '{\"word\":\"wore-of-ann\"}' where owner = 'owner-of-ann'").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b.tutti");
    let faults = unsound(backup(&url, &file, Damaged::Refuse).await.unwrap_err());
    let named: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(named, ["items `word-of-ann` of owner-of-ann: its content was changed after it was written"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");

    let copied = backup(&url, &file, Damaged::LeaveOut).await.unwrap();
    assert_eq!(copied.left_out, faults);
    let restored = StoreUrl::Sqlite(folder.path().join("r.db"));
    restore(&file, &restored).await.unwrap();
    let copy = Store::open(&restored).await.unwrap();
    assert_eq!(copy.verify().await.unwrap().faults, []);
    assert!(copy.of(&owner("ann")).item("word-of-ann").await.unwrap().is_none());
    assert!(copy.of(&owner("bob")).item("word-of-bob").await.unwrap().is_some());
}

/// A backup that is not what was written is refused with the reason, before anything is restored.
pub(crate) async fn an_altered_backup_is_refused(url: StoreUrl) {
    drop(fill_store(&url).await);
    let folder = tempfile::tempdir().unwrap();
    let (file, target) = (folder.path().join("b.tutti"), folder.path().join("r.db"));
    let made = backup(&url, &file, Damaged::Refuse).await.unwrap();
    assert_eq!(verify_backup(&file).await.unwrap(), made);
    let bytes = std::fs::read(&file).unwrap();
    let check = async |harm: &str, expected: &str| {
        let altered = folder.path().join("altered.tutti");
        std::fs::write(&altered, &bytes).unwrap();
        match harm.strip_prefix("truncate ") {
            Some(length) => {
                let length: usize = length.parse().unwrap();
                std::fs::write(&altered, &bytes[..bytes.len() - length]).unwrap();
            }
            None => execute(&StoreUrl::Sqlite(altered.clone()), harm).await,
        }
        let before = std::fs::read(&altered).unwrap();
        let refused = restore(&altered, &StoreUrl::Sqlite(target.clone())).await.unwrap_err().to_string();
        assert!(refused.contains(expected), "{harm}: {refused}");
        assert!(!target.exists(), "{harm}: the target was touched");
        assert_eq!(verify_backup(&altered).await.unwrap_err().to_string(), refused);
        assert_eq!(std::fs::read(&altered).unwrap(), before, "verifying changes nothing");
    };
    check(
        "delete from journal where owner = 'owner-of-ann'",
        "journal: the manifest lists 2 rows, the backup has 1",
    )
    .await;
    check("update runs set flow = 'g'", "runs: its rows differ from the manifest").await;
    check("update accounts set role = 'admin'", "accounts: its rows differ from the manifest").await;
    check("update records set value = '1'", "its content was changed after it was written").await;
    check("drop table manifest", "it has no manifest").await;
    check("update manifest set rows = rows + 1 where name = 'runs'", "the manifest does not list it").await;
    check("truncate 4096", "it is incomplete or altered").await;
    check("truncate 100", "it is incomplete or altered").await;
    assert_eq!(restore(&file, &StoreUrl::Sqlite(target.clone())).await.unwrap(), made);
}

/// Rows without a seal are said to be unsealed, not damaged, and a migration seals them.
pub(crate) async fn rows_of_earlier_versions_are_sealed(url: StoreUrl) {
    let store = fill_store(&url).await;
    execute(&url, "update items set seal = null where owner = 'owner-of-ann'").await;
    let found = store.verify().await.unwrap();
    assert_eq!((found.faults.len(), found.unsealed), (0, 1));
    assert!(store.of(&owner("ann")).item("word-of-ann").await.unwrap().is_some());
    drop(store);
    for table in ["journal", "blobs", "replies", "items", "records", "audit", "forgotten"] {
        execute(&url, &format!("alter table {table} drop column seal")).await;
    }
    execute(&url, "update meta set value = '7' where key = 'schema'").await;
    let store = Store::open(&url).await.unwrap();
    let found = store.verify().await.unwrap();
    assert_eq!((found.faults, found.unsealed), (vec![], 0));
}
