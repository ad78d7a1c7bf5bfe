//! Tests of error messages: bad input, bad settings, damaged stores and failing runs.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::{World, check};

#[test]
fn usage() {
    let world = World::new();
    check!(world, "runs lsit", @r"
    status 2
    --- stdout

    --- stderr
    error: unrecognized subcommand 'lsit'

      tip: a similar subcommand exists: 'list'

    Usage: tutti runs [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
    check!(world, "runs diff one", @r"
    status 2
    --- stdout

    --- stderr
    error: the following required arguments were not provided:
      <RIGHT>

    Usage: tutti runs diff <LEFT> <RIGHT>

    For more information, try '--help'.
    ");
    assert_eq!(world.run(&[]).status.code(), Some(2));
    assert_eq!(world.run(&["--help"]).status.code(), Some(0));
    let version = world.run(&["--version"]);
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("tutti {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn bad_settings() {
    let world = World::new();
    fs::write(world.path("tutti.toml"), "[engine]\nparalel = 3\n\n[stoer]\nurl = \"x\"\n").unwrap();
    check!(world, "config", @r#"
    status 2
    --- stdout

    --- stderr
    error[bad_settings]: tutti.toml:2: engine has no key "paralel"; it has parallel, lease_seconds
    hint: did you mean parallel?
    error[bad_settings]: tutti.toml:4: "stoer" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
    hint: did you mean store?
    "#);
    check!(world, "runs list", @r#"
    status 2
    --- stdout

    --- stderr
    error[bad_settings]: tutti.toml:2: engine has no key "paralel"; it has parallel, lease_seconds
    hint: did you mean parallel?
    error[bad_settings]: tutti.toml:4: "stoer" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
    hint: did you mean store?
    "#);
    check!(world, "doctor", @r#"
    status 1
    --- stdout
    ok  tutti  0.1.0
    ok  data folder  tutti-data will be created when needed
    ok  disk  [SPACE] free
    broken  settings  tutti.toml:2: engine has no key "paralel"; it has parallel, lease_seconds
                         → did you mean parallel?
    broken  settings  tutti.toml:4: "stoer" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
                         → did you mean store?
    --- stderr
    "#);
    check!(world, "runs list --config missing.toml", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_settings]: missing.toml: there is no such settings file
    hint: check the path; without it, Tutti looks for tutti.toml in the data directory and the working directory
    ");
    check!(world, "runs list --config tutti.toml --set engine.parallel=many", @r#"
    status 2
    --- stdout

    --- stderr
    error[bad_settings]: tutti.toml:2: engine has no key "paralel"; it has parallel, lease_seconds
    hint: did you mean parallel?
    error[bad_settings]: tutti.toml:4: "stoer" is not a known section; the sections are store, engine, models, budget, providers, agents, documents, study, search, forge, server, quotas, sso, watch
    hint: did you mean store?
    error[bad_settings]: --set: engine.parallel must be a whole number from 1 to 1024, found "many"
    "#);
    fs::write(world.path("other.toml"), "").unwrap();
    check!(world, "runs list --config other.toml", @r"
    status 0
    --- stdout

    --- stderr
    no runs
    ");
}

#[test]
fn a_damaged_database_is_left_as_it_is() {
    let world = World::new();
    fs::create_dir(world.path("tutti-data")).unwrap();
    let file = world.path("tutti-data/tutti.db");
    let rubbish = "this is not a database, but somebody may still want it. ".repeat(100);
    fs::write(&file, &rubbish).unwrap();
    for (path, mode) in [(world.path("tutti-data"), 0o755), (file.clone(), 0o644)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    check!(world, "runs list", @r"
    status 5
    --- stdout

    --- stderr
    error[store_failed]: sqlite:tutti-data/tutti.db is damaged or is not a Tutti database: error returned from database: (code: 26) file is not a database
    hint: move the file away and run `tutti restore BACKUP`
    hint: the damaged file is left as it is
    ");
    check!(world, "tour", @r"
    status 5
    --- stdout

    --- stderr
    error[store_failed]: sqlite:tutti-data/tutti.db is damaged or is not a Tutti database: error returned from database: (code: 26) file is not a database
    hint: move the file away and run `tutti restore BACKUP`
    hint: the damaged file is left as it is
    ");
    check!(world, "doctor", @"
    status 1
    --- stdout
    ok  tutti  0.1.0
    ok  data folder  tutti-data is writable
    ok  disk  [SPACE] free
    broken  file permissions  other users of this machine have rights to tutti-data and 1 more
                                               → chmod -R go= tutti-data
    ok  settings  no tutti.toml; the defaults apply
    broken  store  sqlite:tutti-data/tutti.db is damaged or is not a Tutti database: error returned from database: (code: 26) file is not a database
                                               → move the file away and run `tutti restore BACKUP`
                                               → the damaged file is left as it is
    ok  text recognition  Tesseract with eng, nor
    missing  providers  no model provider is configured; agents work natively
                                               → add a [providers.NAME] section to tutti.toml; docs/settings.md lists the keys
    ok  agent author_source_discovery  native
    ok  agent author_domain_expert  native
    ok  agent author_sample_extractor  native
    ok  agent author_coverage_analysis  native
    ok  agent author_question_writer  native
    ok  agent author_reviewer  native
    ok  agent author_curriculum_designer  native
    ok  agent author_consistency  native
    ok  agent author_blind_solver  native
    ok  agent forge_designer  native
    ok  agent forge_implementer  native
    ok  agent forge_solver  native
    ok  agent forge_verifier  native
    ok  agent forge_style  native
    ok  agent study_reader  native
    ok  agent study_coach  native
    ok  agent study_notes  native
    ok  agent readability  native
    --- stderr
    ");
    assert_eq!(fs::read_to_string(&file).unwrap(), rubbish);
}

#[test]
fn a_row_that_is_not_what_its_journal_says() {
    let world = World::with_runs();
    change(&world, "update runs set status = 'failed' where id = 'easy'");
    check!(world, "runs project easy", @r#"
    status 1
    --- stdout
    tutti-data/runs/easy
    --- stderr
    status: the journal says "done", the row says "failed"
    "#);
}

#[test]
fn a_journal_that_is_not_what_the_code_does() {
    let world = World::with_runs();
    change(
        &world,
        "update journal set input = 'ffffffffffff', seal = null where run = 'easy' and key = 'readability#1'",
    );
    check!(world, "runs replay easy", @r"
    status 1
    --- stdout
    different: after 1 step, step `readability#1` was recorded with input ffffffff, but the code now gives it input ae6898c3
    --- stderr
    hint: the code changed under this run: continue with the version that started it, or fork it from the step before
    ");
    let world = World::with_runs();
    change(&world, "update runs set output = '{\"name\":\"other\"}' where id = 'easy'");
    check!(world, "runs replay easy", @r#"
    status 1
    --- stdout
    different: 1 step replayed from the journal, but the result differs
      recorded
        {
          "name": "other"
        }
      now
        {
          "name": "easy",
          "ease": 117.2,
          "kept": true
        }
    --- stderr
    "#);
}

#[test]
fn output_that_cannot_be_written_is_said() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let output = World::new().command(&["schema", "text"]).stdout(full).output().unwrap();
    let text = crate::show_output(&output);
    assert!(text.starts_with("status 5") && text.contains("error[internal]: the output cannot be"), "{text}");
}

#[test]
fn text_of_a_document_cannot_drive_the_terminal() {
    let world = World::new();
    world.start("hard", &crate::HARD.replace("periodic", "periodic\u{1b}[2J\u{7}"));
    for words in ["runs show hard --journal", "review show hard", "review list", "runs diff hard hard"] {
        let text = world.show(words);
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{words}: {text:?}");
    }
    let answer = world.run(&["review", "answer", "hard", "\u{1b}[2J"]);
    assert!(!crate::show_output(&answer).contains('\u{1b}'));
}

/// Changes the database in a way that no command would.
pub(crate) fn change(world: &World, sql: &'static str) {
    let url = format!("sqlite://{}", world.path("tutti-data/tutti.db").display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        use sqlx::Connection;
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}
