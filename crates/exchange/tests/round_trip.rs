//! Round trip of a bank with items of every kind through every format.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_exchange::{About, Aspect, Format, merge, read, write};
use tutti_item::{Item, Merged, normal_form};

fn bank() -> Vec<Item> {
    let text = include_bytes!("../../../samples/bank.jsonl");
    read(Format::Jsonl, text).unwrap().items
}

fn about() -> About {
    About { title: "Sample bank".into(), at: 1_763_200_000 }
}

#[test]
fn the_sample_has_every_kind_and_every_aspect() {
    let bank = bank();
    for kind in ["mc-", "mr-", "tf-", "num-", "sa-", "cloze-", "card-"] {
        assert!(bank.iter().any(|item| item.id.as_str().starts_with(kind)), "{kind}");
    }
    for aspect in Aspect::ALL.into_iter().filter(|aspect| *aspect != Aspect::History) {
        assert!(bank.iter().any(|item| aspect.is_in(item)), "{aspect:?}");
    }
}

/// Reading back gives what was written without the listed losses, and a second import brings nothing new.
#[test]
fn every_format_gives_back_what_it_does_not_list_as_lost() {
    for &format in Format::ALL {
        let bank = bank();
        let export = write(format, &bank, &about()).unwrap();
        let left_out: Vec<_> = export.left_out.iter().map(|left| &left.item).collect();
        let mut expected = Vec::new();
        for item in bank.iter().filter(|item| !left_out.contains(&&item.id)) {
            let mut less = item.clone();
            for loss in export.losses.iter().filter(|loss| loss.item == item.id) {
                loss.aspect.remove(&mut less);
            }
            expected.push(normal_form(less));
        }
        let import = read(format, &export.bytes).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(import.skipped, [], "{format}");
        let json = |items: &[Item]| serde_json::to_string_pretty(items).unwrap();
        pretty_equal(&json(&import.items), &json(&expected), format);
        for item in &import.items {
            let stored = bank.iter().find(|stored| stored.id == item.id).unwrap();
            assert_eq!(merge(stored, item, format), Merged::Same, "{format}: {}", item.id);
        }
    }
}

/// The first line that differs, with its surroundings: a whole bank in a failure message helps nobody.
#[track_caller]
fn pretty_equal(found: &str, expected: &str, format: Format) {
    if found == expected {
        return;
    }
    let place = found.lines().zip(expected.lines()).position(|(a, b)| a != b).unwrap_or(0);
    let around = |text: &str| {
        text.lines()
            .skip(place.saturating_sub(3))
            .take(8)
            .map(|line| line.chars().take(200).collect::<String>())
            .collect::<Vec<_>>()
            .join("\n")
    };
    panic!("{format}: read back\n{}\nexpected\n{}", around(found), around(expected));
}

#[test]
fn the_same_items_give_the_same_bytes() {
    for &format in Format::ALL {
        let bank = bank();
        assert_eq!(
            write(format, &bank, &about()).unwrap(),
            write(format, &bank, &about()).unwrap(),
            "{format}"
        );
    }
}
