//! Files: kept unchanged, and deleted when nothing names them.

use serde_json::json;
use tutti_core::{ContentHash, Owner};
use tutti_store::{NewRun, Over, RecordsOutcome, StoreUrl};

use super::{open, record, run};

pub(crate) async fn files_are_kept_as_they_are(url: StoreUrl) {
    let store = open(&url).await;
    let (mine, theirs) = (store.of(&Owner::local()), store.of(&Owner::parse("other").unwrap()));
    let bytes: Vec<u8> = (0..100_000_u32).map(|n| (n % 251) as u8).collect();
    let hash = mine.keep_file(bytes.clone()).await.unwrap();
    assert_eq!(mine.keep_file(bytes.clone()).await.unwrap(), hash);
    assert_eq!(mine.file(hash.clone()).await.unwrap(), Some(bytes));
    assert_eq!(theirs.file(hash).await.unwrap(), None);
    assert_eq!(mine.file(ContentHash::of_bytes(b"another")).await.unwrap(), None);
}

/// A direct connection to the database, bypassing the store.
pub(crate) async fn a_file_goes_when_nothing_names_it(url: StoreUrl) {
    let store = open(&url).await;
    let ann = store.of(&Owner::local());
    let other = store.of(&Owner::parse("somebody-else").unwrap());
    let naming = |hash: &ContentHash| json!({ "file": hash });
    let large = |hash: &ContentHash| json!({ "file": hash, "text": "long ".repeat(5000) });
    let removal = |id: &str| record(id, 0, None, Over::Anything);

    // Named by a run, by a record, inside a large value, and by nothing but its own record.
    let mut files = Vec::new();
    for name in ["run", "record", "large", "own"] {
        files.push(ann.keep_file(name.as_bytes().to_vec()).await.unwrap());
    }
    other.keep_file(b"own".to_vec()).await.unwrap();
    store.create(vec![NewRun { input: naming(&files[0]), ..run("r") }], None, 1).await.unwrap();
    let records = vec![
        record("record", 1, Some(naming(&files[1])), Over::Nothing),
        record("large", 1, Some(large(&files[2])), Over::Nothing),
        record("own", 1, Some(large(&files[3])), Over::Nothing),
    ];
    ann.put_records(records, 1).await.unwrap();

    let before = ann.bytes_stored().await.unwrap();
    ann.put_records_and_delete_files(vec![removal("own")], files.clone(), 2).await.unwrap();
    let kept = |hash: &ContentHash| {
        let (ann, hash) = (ann.clone(), hash.clone());
        async move { ann.file(hash).await.unwrap().is_some() }
    };
    assert_eq!(
        [kept(&files[0]).await, kept(&files[1]).await, kept(&files[2]).await, kept(&files[3]).await],
        [true, true, true, false]
    );
    assert!(other.file(files[3].clone()).await.unwrap().is_some());
    // Its large value went with the record.
    assert!(ann.bytes_stored().await.unwrap() + 25_000 < before);

    // Nothing is deleted when nothing is written.
    let stale = record("record", 0, None, Over::Nothing);
    let outcome = ann.put_records_and_delete_files(vec![stale], vec![files[1].clone()], 3).await.unwrap();
    assert!(matches!(outcome, RecordsOutcome::Changed { .. }));
    ann.put_records_and_delete_files(vec![removal("large")], vec![files[2].clone()], 4).await.unwrap();
    assert_eq!([kept(&files[1]).await, kept(&files[2]).await], [true, false]);
}
