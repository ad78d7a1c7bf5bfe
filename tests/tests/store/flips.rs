//! The law of flipped bits: whichever bit of a database or a backup is changed, nothing is silently wrong.

use std::path::Path;

use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use sqlx::Connection;
use tutti_core::Owner;
use tutti_store::{AccountChange, Damaged, Piece, Store, StoreError, StoreUrl, backup, restore};

use super::{
    accounts::{change, hash, owner},
    integrity::fill_store,
    item, raw,
};

const SEED: u64 = 20_261_118;

/// A small store with rows in every table, closed: one file without a log.
async fn make(path: &Path) -> StoreUrl {
    let url = StoreUrl::Sqlite(path.to_owned());
    let store = fill_store(&url).await;
    let mine = store.of(&owner("ann"));
    for n in 0..40 {
        mine.put_items(vec![item(&format!("item-{n}"), &json!({ "key": "E", "n": n }), None)], n)
            .await
            .unwrap();
    }
    let (old, new) = (json!({ "key": "E", "n": 1 }), json!({ "key": "D", "n": 1 }));
    mine.put_items(vec![item("renamed", &new, Some(("item-1", &old)))], 50).await.unwrap();
    let role =
        AccountChange::Role { owner: owner("ann"), role: "author".into(), keep: "admin".into(), at: 6 };
    change(&store, role).await;
    store.retire_worker("w").await.unwrap();
    drop(store);
    let mut raw = raw(&url).await;
    sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    url
}

/// Everything in a store, as its own readers return it.
async fn read_all(store: &Store) -> Result<Value, StoreError> {
    let mut owners: Vec<Owner> = ["ann", "bob", "gone"].map(owner).to_vec();
    owners.push(Owner::local());
    let mut all = Vec::new();
    for owner in &owners {
        let mut pieces = store.of(owner).export().await?;
        while let Some(piece) = pieces.next().await? {
            all.push(match piece {
                Piece::Rows { table, rows } => json!([table, rows]),
                Piece::File { hash, bytes } => json!([hash, bytes.len()]),
            });
        }
    }
    for account in store.accounts().await? {
        all.push(json!([account.owner, account.name, account.password, account.role]));
    }
    for name in ["ann", "bob"] {
        all.push(json!(format!("{:?}", store.key_holder(&hash(&format!("word-of-{name}"))).await?)));
    }
    all.push(json!(format!("{:?}", store.audit(None, 1000).await?)));
    Ok(json!(all))
}

fn flip(bytes: &[u8], random: &mut StdRng) -> (Vec<u8>, String) {
    let (place, bit) = (random.random_range(0..bytes.len()), random.random_range(0..8));
    let mut flipped = bytes.to_vec();
    flipped[place] ^= 1 << bit;
    (flipped, format!("byte {place} (page {}), bit {bit}", place / 4096 + 1))
}

/// What became of a flip.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    Harmless,
    Named,
    Refused,
    Silent(String),
}

async fn fate(url: &StoreUrl, original: &Value) -> Fate {
    let store = match Store::open(url).await {
        Ok(store) => store,
        Err(error) => return refusal(&error),
    };
    match store.verify().await {
        Err(error) => return refusal(&error),
        Ok(found) if !found.faults.is_empty() => return Fate::Named,
        Ok(_) => {}
    }
    match read_all(&store).await {
        Ok(read) if read == *original => Fate::Harmless,
        Ok(_) => Fate::Silent("other data was read".into()),
        Err(error) => Fate::Silent(format!("verified, but not read: {error}")),
    }
}

/// An error must say that the data is damaged, not that a statement failed.
fn refusal(error: &StoreError) -> Fate {
    match error {
        StoreError::Sql(_) | StoreError::Closed => Fate::Silent(format!("an unclear error: {error}")),
        _ => Fate::Refused,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_flipped_bit_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    let url = make(&folder.path().join("original.db")).await;
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.verify().await.unwrap().faults, []);
    let original = read_all(&store).await.unwrap();
    drop(store);
    let bytes = std::fs::read(folder.path().join("original.db")).unwrap();
    let mut random = StdRng::seed_from_u64(SEED);
    let (mut found, mut silent) = (0, Vec::new());
    for n in 0..500 {
        let (flipped, place) = flip(&bytes, &mut random);
        let path = folder.path().join(format!("{n}.db"));
        std::fs::write(&path, flipped).unwrap();
        match fate(&StoreUrl::Sqlite(path.clone()), &original).await {
            Fate::Silent(why) => silent.push(format!("{place}: {why}")),
            Fate::Named | Fate::Refused => found += 1,
            Fate::Harmless => {}
        }
        let _ = std::fs::remove_file(&path);
    }
    assert_eq!(silent, [""; 0]);
    assert!(found > 100, "only {found} of 500 flips touched data");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_flipped_bit_of_a_backup_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let url = make(&folder.path().join("original.db")).await;
    let file = folder.path().join("b.tutti");
    backup(&url, &file, Damaged::Refuse).await.unwrap();
    let target = StoreUrl::Sqlite(folder.path().join("sound.db"));
    restore(&file, &target).await.unwrap();
    let original = read_all(&Store::open(&target).await.unwrap()).await.unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let mut random = StdRng::seed_from_u64(SEED);
    let (mut found, mut silent) = (0, Vec::new());
    for n in 0..200 {
        let (flipped, place) = flip(&bytes, &mut random);
        let (altered, path) = (folder.path().join("altered"), folder.path().join(format!("{n}.db")));
        std::fs::write(&altered, flipped).unwrap();
        let target = StoreUrl::Sqlite(path.clone());
        match restore(&altered, &target).await {
            Err(error) => match refusal(&error) {
                Fate::Silent(why) => silent.push(format!("{place}: {why}")),
                _ => found += 1,
            },
            Ok(_) => {
                if read_all(&Store::open(&target).await.unwrap()).await.unwrap() != original {
                    silent.push(format!("{place}: other data was restored"));
                }
            }
        }
        let _ = std::fs::remove_file(&path);
    }
    assert_eq!(silent, [""; 0]);
    assert!(found > 40, "only {found} of 200 flips touched data");
}
