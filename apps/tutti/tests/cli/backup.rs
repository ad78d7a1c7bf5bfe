//! Tests of `tutti backup` and `tutti restore`.

use crate::{World, check};

#[test]
fn there_and_back() {
    let world = World::new();
    check!(world, "backup saved.db", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no store at sqlite:tutti-data/tutti.db
    hint: select the data folder with `--data DIR`
    ");
    let world = World::with_runs();
    check!(world, "backup saved.db", @r"
    status 0
    --- stdout
    runs  2
    journal  9
    blobs  0
    reviews  1
    ledger  0
    replies  0
    items  0
    records  0
    accounts  0
    keys  0
    audit  0
    forgotten  0
    item_names  0
    --- stderr
    saved.db is written
    ");
    check!(world, "backup saved.db", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: saved.db already exists; a backup never overwrites a file
    hint: name another file
    ");
    check!(world, "--data other restore saved.db", @r"
    status 0
    --- stdout
    runs  2
    journal  9
    blobs  0
    reviews  1
    ledger  0
    replies  0
    items  0
    records  0
    accounts  0
    keys  0
    audit  0
    forgotten  0
    item_names  0
    --- stderr
    sqlite:other/tutti.db is restored; `tutti runs resume --all` continues the open runs
    ");
    check!(world, "--data other restore saved.db", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: sqlite:other/tutti.db is not empty: its table runs has rows, and a restore never overwrites
    hint: restore into an empty folder with `--data DIR`
    ");
    check!(world, "restore missing.db", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no file missing.db
    ");
    check!(world, "--data other runs diff easy easy", @r"
    status 0
    --- stdout
    the same: 1 step
    --- stderr
    ");
    let (one, other) = (world.documents("runs list"), world.documents("--data other runs list"));
    assert_eq!(one, other);
    check!(world, "--data other review answer hard keep", @r#"
    status 0
    --- stdout
    {
      "name": "hard",
      "ease": -108.5,
      "kept": true
    }
    --- stderr
    keep_or_drop of run hard is answered: keep
    run hard is done
    "#);
}
