//! Exam items: made, written, verified, refused.

use std::fs;

use serde_json::Value;

use crate::{World, check};

/// The only folder of a run's files.
fn folder(world: &World, out: &str) -> std::path::PathBuf {
    let mut folders = fs::read_dir(world.path(out)).unwrap();
    folders.next().unwrap().unwrap().path()
}

fn lines(path: &std::path::Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_same_seed_makes_the_same_items() {
    let world = World::new();
    assert!(world.run(&["forge", "-n", "28", "--seed", "7", "--out", "one"]).status.success());
    assert!(
        world.run(&["--data", "other", "forge", "-n", "28", "--seed", "7", "--out", "two"]).status.success()
    );
    let items = |out: &str| {
        let items = lines(&folder(&world, out).join("accepted.jsonl"));
        items
            .into_iter()
            .map(|item| (item["id"].clone(), item["question_package"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(items("one"), items("two"));
    assert_eq!(items("one").len(), 28);
    let stats: Value =
        serde_json::from_str(&fs::read_to_string(folder(&world, "one").join("stats.json")).unwrap()).unwrap();
    assert_eq!(stats["by_schema"].as_object().unwrap().len(), 14);
    // The files are a projection: written again they are the same bytes. The items are in the bank.
    let run = world.documents("runs list")[0]["id"].as_str().unwrap().to_owned();
    assert!(world.run(&["forge", "files", &run, "--out", "again"]).status.success());
    for name in ["accepted.jsonl", "rejected.jsonl", "logs.jsonl", "stats.json"] {
        let bytes = |out: &str| fs::read(folder(&world, out).join(name)).unwrap();
        assert_eq!(bytes("one"), bytes("again"), "{name}");
    }
    assert_eq!(world.documents("items list --tag esat --limit 0").len(), 28);
}

#[test]
fn items_of_others_are_verified_one_by_one() {
    let world = World::new();
    assert!(world.run(&["forge", "-n", "1", "--seed", "3", "--schemas", "M1"]).status.success());
    let mut item = lines(&folder(&world, "runs").join("accepted.jsonl")).remove(0);
    item["id"] = "good".into();
    let good = item.to_string();
    let options = item["question_package"]["question"]["options"].as_object().unwrap().clone();
    let key = item["question_package"]["question"]["correct_option"].as_str().unwrap().to_owned();
    item["id"] = "bad".into();
    item["question_package"]["question"]["correct_option"] =
        options.keys().find(|letter| **letter != key).unwrap().clone().into();
    fs::write(world.path("three.jsonl"), format!("{good}\n{{broken\n{item}\n")).unwrap();
    let reports = world.documents("forge verify three.jsonl");
    let verdicts: Vec<_> = reports.iter().map(|report| report["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["PASS", "FAIL", "FAIL"]);
    assert_eq!(reports[0]["layers"]["proof"], "pass");
    assert_eq!(reports[2]["layers"]["proof"], "fail");
}

#[test]
fn what_cannot_be_made_is_refused_before_any_work() {
    let world = World::new();
    fs::write(world.path("empty.md"), "# Nothing\n").unwrap();
    fs::write(world.path("twice.md"), "## M1. One\ntext\n\n## M1. Two\ntext\n").unwrap();
    fs::write(world.path("file"), "").unwrap();
    check!(world, "forge -n 0", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: no items are asked for
    hint: `-n 10` asks for ten
    ");
    check!(world, "forge --schemas X", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the built-in library: no schema begins with X; the library has M1, M2, M3, M4, M5, M6, M7, P1, P2, P3, P4, P5, P6, P7
    hint: `schemas/esat.md` shows the form of a library
    ");
    check!(world, "forge --w-easy=-1", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the weights -1, 0.5, 0.2 cannot be shared out
    hint: weights are not negative, and one of them is more than nothing
    ");
    check!(world, "forge --w-easy 0 --difficulty easy", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: the weights 0, 0, 0 cannot be shared out
    hint: weights are not negative, and one of them is more than nothing
    ");
    check!(world, "forge --difficulty tricky", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: `tricky` is no difficulty; there are easy, medium and hard
    ");
    check!(world, "forge --library empty.md", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: empty.md: there is no schema in it; a schema begins with a header such as `## M1. Title`
    hint: `schemas/esat.md` shows the form of a library
    ");
    check!(world, "forge --library twice.md", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: twice.md: line 4: the schema M1 is there twice, first in line 1
    hint: `schemas/esat.md` shows the form of a library
    ");
    check!(world, "forge --out file", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: file cannot be written to: File exists (os error 17)
    hint: name another folder with `--out`
    ");
    check!(world, "forge verify absent.jsonl", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: absent.jsonl cannot be read: No such file or directory (os error 2)
    ");
    assert!(!world.path("tutti-data").exists() && !world.path("runs").exists(), "nothing is half-written");
}
