//! What goes wrong, and what is said about it.

use std::fs;

use crate::{World, check};

#[test]
fn usage() {
    let world = World::new();
    check!(world, "runs lsit", @"");
    check!(world, "runs diff one", @"");
    assert_eq!(world.run(&[]).status.code(), Some(2));
    assert_eq!(world.run(&["--help"]).status.code(), Some(0));
    let version = world.run(&["--version"]);
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("tutti {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn bad_settings() {
    let world = World::new();
    fs::write(world.path("tutti.toml"), "[engine]\nparalel = 3\n\n[stoer]\nurl = \"x\"\n").unwrap();
    check!(world, "config", @"");
    check!(world, "runs list", @"");
    check!(world, "doctor", @"");
    check!(world, "runs list --config missing.toml", @"");
    check!(world, "runs list --config tutti.toml --set engine.parallel=many", @"");
    fs::write(world.path("other.toml"), "").unwrap();
    check!(world, "runs list --config other.toml", @"");
}

#[test]
fn a_damaged_database_is_left_as_it_is() {
    let world = World::new();
    fs::create_dir(world.path("tutti-data")).unwrap();
    let file = world.path("tutti-data/tutti.db");
    let rubbish = "this is not a database, but somebody may still want it. ".repeat(100);
    fs::write(&file, &rubbish).unwrap();
    check!(world, "runs list", @"");
    check!(world, "tour", @"");
    check!(world, "doctor", @"");
    assert_eq!(fs::read_to_string(&file).unwrap(), rubbish);
}

#[test]
fn a_row_that_is_not_what_its_journal_says() {
    let world = World::with_runs();
    change(&world, "update runs set status = 'failed' where id = 'easy'");
    check!(world, "runs project easy", @"");
}

#[test]
fn a_journal_that_is_not_what_the_code_does() {
    let world = World::with_runs();
    change(&world, "update journal set input = 'ffffffffffff' where run = 'easy' and key = 'readability#1'");
    check!(world, "runs replay easy", @"");
    change(&world, "update runs set output = '{\"name\":\"other\"}' where id = 'hard'");
    let world = World::with_runs();
    change(&world, "update runs set output = '{\"name\":\"other\"}' where id = 'easy'");
    check!(world, "runs replay easy", @"");
}

/// Does to the database what no command would.
fn change(world: &World, sql: &'static str) {
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
