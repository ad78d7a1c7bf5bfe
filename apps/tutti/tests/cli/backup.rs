//! Tests of `tutti backup` and `tutti restore`.

use std::os::unix::fs::PermissionsExt;

use crate::{World, check, errors::change};

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
    identities  0
    second_factors  0
    recovery_codes  0
    --- stderr
    saved.db is written and verified
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
    identities  0
    second_factors  0
    recovery_codes  0
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

/// One letter in the journal of a finished run is another one.
#[test]
fn damage_is_named_and_not_carried_on() {
    let world = World::with_runs();
    change(
        &world,
        "update journal set output = replace(output, 'easy', 'eazy') where run = 'easy' and key = '@start'",
    );
    let checks = world.documents("doctor");
    let store = checks.iter().find(|check| check["what"] == "store").unwrap();
    assert_eq!(store["state"], "broken");
    assert_eq!(
        store["detail"],
        "sqlite:tutti-data/tutti.db is damaged: journal `easy @start` of local: its content was changed after it \
         was written"
    );
    assert_eq!(store["mend"].as_array().unwrap().len(), 2);
    check!(world, "runs show easy", @r"
    status 5
    --- stdout

    --- stderr
    error[damaged]: the stored row easy @start of journal is damaged: its content was changed after it was written
    hint: restore a backup with `tutti restore BACKUP`
    ");
    check!(world, "backup saved.db", @r"
    status 5
    --- stdout

    --- stderr
    error[damaged]: sqlite:tutti-data/tutti.db is damaged: journal `easy @start` of local: its content was changed after it was written
    hint: restore the last sound backup with `tutti restore BACKUP` into an empty folder
    hint: `tutti backup FILE --skip-damaged` saves what is sound and lists the rest
    ");
    assert!(!world.path("saved.db").exists());
    let rest = world.document("backup rest.db --skip-damaged");
    assert_eq!(rest["left_out"][0]["key"], "easy @start");
    assert_eq!(rest["rows"]["runs"], 2);
}

#[test]
fn a_backup_is_verified_without_restoring_it() {
    let world = World::with_runs();
    world.run(&["backup", "saved.db"]);
    let shown = world.show("backup saved.db --verify");
    assert!(shown.starts_with("status 0"), "{shown}");
    assert!(shown.ends_with("saved.db is complete and matches its manifest"), "{shown}");
    let mode = std::fs::metadata(world.path("saved.db")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "a backup is for its owner only");
    let bytes = std::fs::read(world.path("saved.db")).unwrap();
    std::fs::write(world.path("short.db"), &bytes[..bytes.len() - 4096]).unwrap();
    for words in ["backup short.db --verify", "--data other restore short.db"] {
        let shown = world.show(words);
        assert!(shown.starts_with("status 5"), "{shown}");
        assert!(
            shown.contains("short.db is damaged or is not a Tutti database: it is incomplete or altered"),
            "{shown}"
        );
    }
    assert!(!world.path("other").exists(), "nothing is restored");
}
