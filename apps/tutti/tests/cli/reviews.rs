//! Tests of `tutti review`.

use crate::{HARD, World, check};

#[test]
fn list_show_answer() {
    let world = World::new();
    check!(world, "review list", @r"
    status 0
    --- stdout

    --- stderr
    no open questions
    ");
    world.start("hard", HARD);
    check!(world, "review list", @r"
    status 0
    --- stdout
    run  name  asked  question  answer
    hard  keep_or_drop  [WHEN]  Keep the text `hard` although it is hard to read?  open
    --- stderr
    ");
    check!(world, "review show hard", @r#"
    status 0
    --- stdout
    Keep the text `hard` although it is hard to read?

    run  hard
    name  keep_or_drop
    why  reading ease -108.5 where at least 60.0 is wanted; the hardest sentence: "Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible."

      | Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible.

    answer with
      tutti review answer hard keep_or_drop keep|drop
    --- stderr
    "#);
    check!(world, "review answer hard maybe", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: `maybe` is not an answer to keep_or_drop
    hint: allowed: keep, drop
    ");
    check!(world, "review answer hard other_question keep", @"
    status 2
    --- stdout

    --- stderr
    error[not_found]: run hard has no question `other_question`
    hint: it asks: keep_or_drop
    ");
    check!(world, "review answer hard keep_or_drop drop --by bob", @r#"
    status 0
    --- stdout
    {
      "name": "hard",
      "ease": -108.5,
      "kept": false
    }
    --- stderr
    keep_or_drop of run hard is answered: drop
    run hard is done
    "#);
    check!(world, "review answer hard keep", @"
    status 2
    --- stdout

    --- stderr
    error[conflict]: keep_or_drop of run hard was answered already: `drop` by bob
    hint: an answer cannot be changed; fork the run to try another
    ");
    check!(world, "review show hard keep_or_drop", @r#"
    status 0
    --- stdout
    Keep the text `hard` although it is hard to read?

    run  hard
    name  keep_or_drop
    why  reading ease -108.5 where at least 60.0 is wanted; the hardest sentence: "Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible."

      | Notwithstanding antecedent negotiations, obligations concerning periodic examination of enumerated installations are indivisible.

    answered `drop` by bob, [WHEN]
    --- stderr
    "#);
    check!(world, "review list", @r"
    status 0
    --- stdout

    --- stderr
    no open questions
    ");
    check!(world, "review list --all", @r"
    status 0
    --- stdout
    run  name  asked  question  answer
    hard  keep_or_drop  [WHEN]  Keep the text `hard` although it is hard to read?  drop by bob
    --- stderr
    ");
}

#[test]
fn what_cannot_be_answered() {
    let world = World::new();
    check!(world, "review answer nobody keep", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no store at sqlite:tutti-data/tutti.db yet
    hint: `tutti tour` makes the first runs; `--data DIR` selects another data folder
    ");
    world.start("easy", crate::EASY);
    check!(world, "review answer nobody keep", @"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no run `nobody`
    hint: `tutti runs list` lists the runs
    ");
    check!(world, "review answer easy keep", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: run easy has no questions
    hint: `tutti review list` lists open questions
    ");
    check!(world, "review show easy", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: run easy has no questions
    hint: `tutti review list` lists open questions
    ");
    check!(world, "review answer easy", @r"
    status 2
    --- stdout

    --- stderr
    error: the following required arguments were not provided:
      <[NAME] ANSWER>...

    Usage: tutti review answer [OPTIONS] RUN [NAME] ANSWER

    For more information, try '--help'.
    ");
}

#[test]
fn a_question_of_a_child_can_be_answered_by_its_family() {
    let world = World::new();
    let text = |name: &str| serde_json::json!({ "name": name, "text": HARD });
    let input = serde_json::json!({ "texts": [text("one"), text("two")] }).to_string();
    let started = world.run(&["runs", "start", "tour", "--id", "t", "--input", &input]);
    assert_eq!(started.status.code(), Some(3));
    check!(world, "review answer t keep", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: run t asks 2 questions
    hint: tutti review answer t/texts/one keep_or_drop keep|drop
    hint: tutti review answer t/texts/two keep_or_drop keep|drop
    ");
    check!(world, "review answer t/texts/one keep", @r"
    status 3
    --- stdout
    run t waits for its children
      keep_or_drop: Keep the text `two` although it is hard to read?
        tutti review answer t/texts/two keep_or_drop keep|drop
    --- stderr
    keep_or_drop of run t/texts/one is answered: keep
    ");
    check!(world, "review answer t drop", @r#"
    status 0
    --- stdout
    {
      "kept": [
        {
          "name": "one",
          "ease": -108.5,
          "kept": true
        }
      ],
      "dropped": [
        {
          "name": "two",
          "ease": -108.5,
          "kept": false
        }
      ],
      "failed": []
    }
    --- stderr
    keep_or_drop of run t/texts/two is answered: drop
    run t is done
    "#);
}
