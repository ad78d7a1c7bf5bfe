//! What waits for a person.

use crate::{HARD, World, check};

#[test]
fn list_show_answer() {
    let world = World::new();
    check!(world, "review list", @"");
    world.start("hard", HARD);
    check!(world, "review list", @"");
    check!(world, "review show hard", @"");
    check!(world, "review answer hard maybe", @"");
    check!(world, "review answer hard other_question keep", @"");
    check!(world, "review answer hard keep_or_drop drop --by bob", @"");
    check!(world, "review answer hard keep", @"");
    check!(world, "review show hard keep_or_drop", @"");
    check!(world, "review list", @"");
    check!(world, "review list --all", @"");
}

#[test]
fn what_cannot_be_answered() {
    let world = World::new();
    check!(world, "review answer nobody keep", @"");
    world.start("easy", crate::EASY);
    check!(world, "review answer nobody keep", @"");
    check!(world, "review answer easy keep", @"");
    check!(world, "review show easy", @"");
    check!(world, "review answer easy", @"");
}

#[test]
fn a_question_of_a_child_can_be_answered_by_its_family() {
    let world = World::new();
    let text = |name: &str| serde_json::json!({ "name": name, "text": HARD });
    let input = serde_json::json!({ "texts": [text("one"), text("two")] }).to_string();
    let started = world.run(&["runs", "start", "tour", "--id", "t", "--input", &input]);
    assert_eq!(started.status.code(), Some(3));
    check!(world, "review answer t keep", @"");
    check!(world, "review answer t/texts/one keep", @"");
    check!(world, "review answer t drop", @"");
}
