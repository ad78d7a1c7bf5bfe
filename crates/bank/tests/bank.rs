//! Tests of the bank on a real database.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_bank::{AddOutcome, Addition, Bank, Filter};
use tutti_core::Owner;
use tutti_exchange::{About, Format, merge, read, write};
use tutti_item::{Body, Item, Merged};
use tutti_store::{Store, StoreUrl};

struct World {
    bank: Bank,
    store: Store,
    _folder: tempfile::TempDir,
}

async fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&StoreUrl::Sqlite(folder.path().join("bank.db"))).await.unwrap();
    World { bank: Bank::new(store.of(&Owner::local())), store, _folder: folder }
}

fn sample() -> Vec<Item> {
    read(Format::Jsonl, include_bytes!("../../../samples/bank.jsonl")).unwrap().items
}

/// As if read from a file of this format.
fn from(items: &[Item], format: Format) -> Vec<(Item, Format)> {
    items.iter().map(|item| (item.clone(), format)).collect()
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the bank passes on what came with each item, of any type"
)]
fn merge_by_format(stored: &Item, incoming: &Item, format: &Format) -> Merged {
    merge(stored, incoming, *format)
}

async fn import(bank: &Bank, items: &[Item], format: Format, at: i64) -> Addition {
    bank.import(&from(items, format), merge_by_format, at).await.unwrap()
}

fn outcomes(addition: &Addition) -> [usize; 3] {
    [AddOutcome::New, AddOutcome::Changed, AddOutcome::Same].map(|outcome| addition.count(outcome))
}

#[tokio::test]
async fn a_second_import_adds_nothing() {
    let world = world().await;
    let (bank, store) = (&world.bank, &world.store);
    let sample = sample();
    assert_eq!(
        outcomes(&bank.plan_import(&from(&sample, Format::Jsonl), merge_by_format).await.unwrap()),
        [sample.len(), 0, 0]
    );
    assert_eq!(bank.count().await.unwrap(), 0, "a plan writes nothing");
    assert_eq!(outcomes(&import(bank, &sample, Format::Jsonl, 1).await), [sample.len(), 0, 0]);
    assert_eq!(outcomes(&import(bank, &sample, Format::Jsonl, 2).await), [0, 0, sample.len()]);
    assert_eq!(outcomes(&bank.add(&sample, 3).await.unwrap()), [0, 0, sample.len()]);
    let mut stored = bank.list(&Filter::default()).await.unwrap();
    let mut expected = sample.clone();
    for items in [&mut stored, &mut expected] {
        items.sort_by(|a, b| a.id.cmp(&b.id));
    }
    assert_eq!(stored, expected);
    let other = Bank::new(store.of(&Owner::parse("other").unwrap()));
    assert_eq!(other.list(&Filter::default()).await.unwrap(), [], "another owner sees nothing");
}

/// Formats that cannot hold a claim or evidence do not take them away.
#[tokio::test]
async fn a_trip_through_any_format_changes_nothing() {
    let world = world().await;
    let bank = &world.bank;
    bank.add(&sample(), 1).await.unwrap();
    let stored = bank.list(&Filter::default()).await.unwrap();
    for &format in Format::ALL {
        let export = write(format, &stored, &About { title: "Bank".into(), at: 1 }).unwrap();
        let items = read(format, &export.bytes).unwrap().items;
        let addition = import(bank, &items, format, 2).await;
        assert_eq!(outcomes(&addition), [0, 0, items.len()], "{format}");
    }
}

#[tokio::test]
async fn a_corrected_key_is_a_new_version() {
    let world = world().await;
    let bank = &world.bank;
    let first = Item::multiple_choice("Which is even?", ["1", "2"], 0);
    bank.add(std::slice::from_ref(&first), 1).await.unwrap();
    let mended = Item::multiple_choice("Which is even?", ["1", "2"], 1);
    let addition = bank.add(&[mended.clone(), mended], 2).await.unwrap();
    assert_eq!(outcomes(&addition), [0, 1, 1]);
    let now = bank.get(&first.id).await.unwrap().unwrap();
    assert_eq!((now.version, now.key_place()), (2, Some(1)));
    assert_eq!(bank.history(&now).await.unwrap(), std::slice::from_ref(&first));

    // A new stem is a new id; the old row goes, its content stays readable.
    let next = now.next_version(|item| item.stem = "Which of these is even?".into());
    assert_ne!(next.id, now.id);
    assert!(bank.replace(&now, &next, 3).await.unwrap());
    assert!(!bank.replace(&now, &next, 4).await.unwrap(), "somebody was faster");
    assert_eq!(bank.count().await.unwrap(), 1);
    let versions: Vec<_> = bank.history(&next).await.unwrap().iter().map(|item| item.version).collect();
    assert_eq!(versions, [2, 1]);
}

#[tokio::test]
async fn a_search_finds_words_tags_and_kinds() {
    let world = world().await;
    let bank = &world.bank;
    bank.add(&sample(), 1).await.unwrap();
    let found = async |filter: Filter| bank.list(&filter).await.unwrap().len();
    assert_eq!(found(Filter { words: Some("OSMOSIS".into()), ..Filter::default() }).await, 1);
    assert_eq!(found(Filter { words: Some("20%".into()), ..Filter::default() }).await, 1);
    assert_eq!(found(Filter { words: Some("_".into()), ..Filter::default() }).await, 2, "a_b and the gaps");
    assert_eq!(found(Filter { tag: Some("Geometry".into()), ..Filter::default() }).await, 2);
    assert_eq!(found(Filter { tag: Some("geo".into()), ..Filter::default() }).await, 0);
    assert_eq!(found(Filter { kind: Some("cloze".into()), ..Filter::default() }).await, 1);
    assert_eq!(found(Filter { limit: 3, ..Filter::default() }).await, 3);
    let all = bank.list(&Filter::default()).await.unwrap();
    let after = Some(all[4].id.to_string());
    assert_eq!(found(Filter { after, ..Filter::default() }).await, all.len() - 5);
}

/// A thousand items with a picture each, in one go; then two at once who add the same.
#[tokio::test(flavor = "multi_thread")]
async fn many_at_once() {
    let world = world().await;
    let bank = &world.bank;
    let items: Vec<Item> = (0..1000)
        .map(|i| Item::new(format!("{i} is even."), Body::TrueFalse { answer: i % 2 == 0 }))
        .collect();
    let (one, two) = tokio::join!(bank.add(&items, 1), bank.add(&items, 1));
    let mut news = [one.unwrap().count(AddOutcome::New), two.unwrap().count(AddOutcome::New)];
    news.sort_unstable();
    assert_eq!(news, [0, 1000]);
    assert_eq!(bank.count().await.unwrap(), 1000);
}

#[tokio::test]
async fn a_renamed_item_is_found_under_its_former_names() {
    let world = world().await;
    let bank = &world.bank;
    let stem = |stem: &'static str| move |item: &mut Item| item.stem = stem.into();
    let first = Item::multiple_choice("Which is even?", ["1", "2"], 1);
    bank.add(std::slice::from_ref(&first), 1).await.unwrap();
    let second = first.next_version(stem("Which one is even?"));
    let third = second.next_version(stem("Which of these is even?"));
    let back = third.next_version(stem("Which is even?"));
    assert_eq!(back.id, first.id);
    let found = async |of: &Item| bank.find(&of.id).await.unwrap().map(|item| item.stem.to_string());
    for (from, next) in [(&first, &second), (&second, &third)] {
        assert!(bank.replace(from, next, 2).await.unwrap());
    }
    for item in [&first, &second, &third] {
        assert_eq!(found(item).await.as_deref(), Some("Which of these is even?"));
    }
    assert_eq!(bank.get(&first.id).await.unwrap(), None, "what is added anew does not meet it");
    // Whatever has the name itself comes first.
    assert!(bank.replace(&third, &back, 3).await.unwrap());
    for item in [&first, &second, &third] {
        assert_eq!(found(item).await.as_deref(), Some("Which is even?"));
    }
    assert!(bank.delete(&back).await.unwrap());
    for item in [&first, &second, &third] {
        assert_eq!(found(item).await, None);
    }
}

/// An item goes with its versions; a version that another item came from, too, stays with that one.
#[tokio::test]
async fn a_deleted_item_takes_its_versions_along() {
    let world = world().await;
    let (bank, store) = (&world.bank, world.store.of(&Owner::local()));
    bank.add(&sample(), 1).await.unwrap();
    let count = bank.count().await.unwrap();
    let first = bank.list(&Filter::default()).await.unwrap().remove(0);
    let revised = async |from: &Item, tag: &str| {
        let next = from.next_version(|item| {
            item.tags.insert(tag.to_owned());
        });
        assert!(bank.replace(from, &next, 2).await.unwrap());
        next
    };
    let second = revised(&first, "second").await;
    let third = revised(&second, "third").await;
    let kept = async |item: &Item| store.earlier_item(&item.content_hash()).await.unwrap().is_some();
    assert!(kept(&first).await && kept(&second).await);

    assert!(!bank.delete(&second).await.unwrap(), "it is no longer that");
    assert_eq!(bank.count().await.unwrap(), count);
    assert!(bank.delete(&third).await.unwrap());
    assert_eq!(bank.get(&third.id).await.unwrap(), None);
    assert_eq!(bank.count().await.unwrap(), count - 1);
    assert!(!kept(&first).await && !kept(&second).await);
    assert!(!bank.delete(&third).await.unwrap());

    // Two items that were one: the first version came again after the item had got another id.
    bank.add(std::slice::from_ref(&first), 3).await.unwrap();
    let first = bank.get(&first.id).await.unwrap().unwrap();
    let mut renamed = first.next_version(|_| ());
    renamed.id = tutti_item::ItemId::from_stored("another-id");
    assert!(bank.replace(&first, &renamed, 4).await.unwrap());
    bank.add(std::slice::from_ref(&first), 5).await.unwrap();
    let again = bank.get(&first.id).await.unwrap().unwrap();
    assert_eq!(Some(again.content_hash()), renamed.previous.as_ref().map(|link| link.hash.clone()));
    let changed = revised(&again, "changed").await;
    assert!(bank.delete(&changed).await.unwrap());
    assert_eq!(bank.history(&renamed).await.unwrap(), [first]);
}
