//! Deletion of an account and its data, and export before it.

use std::{collections::BTreeMap, io::Read};

use serde_json::{Value, json};
use tutti_accounts::{Proof, Role, export};
use tutti_core::{Budget, Code, Owner, RunId};
use tutti_store::{Collection, NewRecord, NewRun, Over};

use super::{HERE, PASSWORD, World, by, code, token, world};

fn record(kind: &'static str, id: &str, text: &str) -> NewRecord {
    Collection::<Value>::new(kind).record(id, 1, &json!({ "text": text }), Over::Nothing).unwrap()
}

/// Something of everything, with a word of one's own in it.
async fn busy(world: &World, owner: &Owner, word: &str) {
    let store = world.store.of(owner);
    let long = format!("{word} ").repeat(5000);
    let records =
        vec![record("session", "s", word), record("card", "c", word), record("library", "l", &long)];
    store.put_records(records, 1).await.unwrap();
    store.keep_file(format!("the file of {word}").into_bytes()).await.unwrap();
    let run = NewRun {
        id: RunId::parse(format!("run-of-{word}")).unwrap(),
        owner: owner.clone(),
        parent: None,
        flow: "f".into(),
        version: 1,
        input: json!({ "word": word }),
        deadline: None,
        budget: Budget::default(),
        forked_from: None,
    };
    world.store.create(vec![run], None, 1).await.unwrap();
}

#[tokio::test]
async fn deletion_takes_everything_at_once() {
    let world = world().await;
    let (ann, bob) = (world.add("ann", Role::Learner).await, world.add("bob", Role::Learner).await);
    busy(&world, &ann.owner, "heather").await;
    busy(&world, &bob.owner, "juniper").await;
    let login = world.log_in("ann", 1).await;
    let token = world.accounts.make_token(by(&login.who, 1), token("script")).await.unwrap();
    world.accounts.by_token(&token.secret, 1).await.unwrap().unwrap();

    assert!(world.accounts.delete(by(&world.root.who, 2), &ann.owner).await.unwrap());
    assert_eq!(world.session(&login.session, 2).await, None);
    assert_eq!(world.accounts.by_token(&token.secret, 2).await.unwrap(), None);
    assert!(world.accounts.log_in("ann", PASSWORD, Proof::default(), HERE, 2).await.is_err());
    assert_eq!(
        export_files(&world, &ann.owner).await.keys().collect::<Vec<_>>(),
        ["about.txt", "audit.jsonl"]
    );
    assert!(export_files(&world, &bob.owner).await.len() > 6, "others keep theirs");
    assert_eq!(code(world.accounts.delete(by(&world.root.who, 3), &ann.owner).await).0, Code::NotFound);

    // Somebody else may have the name; what the first one did is not theirs.
    let again = world.add("ann", Role::Learner).await;
    assert_ne!(again.owner, ann.owner);
    let told = export_files(&world, &again.owner).await;
    assert_eq!(told.keys().collect::<Vec<_>>(), ["about.txt", "accounts.jsonl", "audit.jsonl"]);
    assert_eq!(told["audit.jsonl"].lines().count(), 1);
}

/// A request that was on its way when its account was deleted leaves nothing behind for long.
#[tokio::test]
async fn what_comes_late_goes_too() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    world.accounts.delete(by(&world.root.who, 1), &ann.owner).await.unwrap();
    busy(&world, &ann.owner, "heather").await;
    assert!(world.store.sweep_forgotten().await.unwrap() >= 5);
    assert_eq!(
        export_files(&world, &ann.owner).await.keys().collect::<Vec<_>>(),
        ["about.txt", "audit.jsonl"]
    );
    assert_eq!(world.store.sweep_forgotten().await.unwrap(), 0);
}

#[tokio::test]
async fn nothing_is_deleted_under_a_run_at_work() {
    let world = world().await;
    let ann = world.add("ann", Role::Learner).await;
    busy(&world, &ann.owner, "heather").await;
    world.store.register_worker("w", 1).await.unwrap();
    world.store.claim_ready("w", 9, 1).await.unwrap();
    assert!(!world.accounts.delete(by(&world.root.who, 2), &ann.owner).await.unwrap());
    assert!(export_files(&world, &ann.owner).await.contains_key("records/card.jsonl"), "nothing is gone");
    world.store.retire_worker("w").await.unwrap();
    assert!(world.accounts.delete(by(&world.root.who, 3), &ann.owner).await.unwrap());
}

/// What was made before there were accounts is the first admin's; nobody inherits it from them by accident.
#[tokio::test]
async fn the_first_admin_has_what_was_there() {
    let world = world().await;
    assert_eq!(world.root.who.owner, Owner::local());
    busy(&world, &Owner::local(), "heather").await;
    let second = world.add("second", Role::Admin).await;
    world.accounts.delete(by(&world.root.who, 1), &Owner::local()).await.unwrap();
    assert_eq!(
        export_files(&world, &Owner::local()).await.keys().collect::<Vec<_>>(),
        ["about.txt", "audit.jsonl"]
    );
    // Somebody uses the machine without accounts again: that stays when others leave.
    busy(&world, &Owner::local(), "juniper").await;
    let carol = world.add("carol", Role::Learner).await;
    let by_second = tutti_accounts::By { owner: &second.owner, name: "second", address: HERE, at: 2 };
    world.accounts.delete(by_second, &carol.owner).await.unwrap();
    assert!(export_files(&world, &Owner::local()).await.contains_key("records/card.jsonl"));
}

/// The files of an export, by name.
async fn export_files(world: &World, owner: &Owner) -> BTreeMap<String, String> {
    let file = tempfile::tempfile().unwrap();
    export(&world.store.of(owner), file.try_clone().unwrap()).await.unwrap();
    let mut zip = zip::ZipArchive::new(file).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at).unwrap();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        let name = entry.name().unwrap().into_owned();
        files.insert(name, text);
    }
    files
}

#[tokio::test]
async fn an_export_has_all_of_ones_own_and_nothing_else() {
    let world = world().await;
    let (ann, bob) = (world.add("ann", Role::Learner).await, world.add("bob", Role::Learner).await);
    busy(&world, &ann.owner, "heather").await;
    busy(&world, &bob.owner, "juniper").await;
    let login = world.log_in("ann", 1).await;
    let token = world.accounts.make_token(by(&login.who, 1), token("my script")).await.unwrap();
    let files = export_files(&world, &ann.owner).await;
    let names: Vec<&str> =
        files.keys().map(|name| if name.starts_with("files/") { "files/…" } else { name }).collect();
    assert_eq!(
        names,
        [
            "about.txt",
            "accounts.jsonl",
            "audit.jsonl",
            "files/…",
            "keys.jsonl",
            "records/card.jsonl",
            "records/library.jsonl",
            "records/session.jsonl",
            "runs.jsonl",
        ]
    );
    let whole: String = files.values().map(String::as_str).collect();
    assert!(whole.contains("the file of heather") && whole.contains("run-of-heather"));
    assert!(whole.contains("my script") && whole.contains("token_made"));
    assert!(files["records/library.jsonl"].len() > 30_000, "large values are in their place");
    for other in ["juniper", "bob", "argon2", &token.secret, &login.session] {
        assert!(!whole.contains(other), "{other}");
    }
    assert!(!whole.contains(tutti_core::ContentHash::of_bytes(token.secret.as_bytes()).as_str()));
}
