//! Commands that only look.

use crate::{World, check};

#[test]
fn runs_list() {
    let world = World::new();
    check!(world, "runs list", @"");
    assert!(!world.path("tutti-data").exists(), "looking makes nothing");
    let world = World::with_runs();
    check!(world, "runs list", @"");
    check!(world, "runs list --status parked --flow tour_text", @"");
    check!(world, "runs list --limit 1", @"");
    check!(world, "runs list --flow other", @"");
    check!(world, "runs list --status lost", @"");
}

#[test]
fn runs_show() {
    let world = World::with_runs();
    check!(world, "runs show easy", @"");
    check!(world, "runs show hard", @"");
    check!(world, "runs show ea --journal", @"");
}

#[test]
fn a_family() {
    let world = World::new();
    check!(world, "tour", @"");
    check!(world, "runs list", @"");
    check!(world, "runs list --children", @"");
}

#[test]
fn which_run_is_meant() {
    let world = World::new();
    check!(world, "runs show easy", @"");
    world.start("easy", crate::EASY);
    world.start("easier", crate::EASY);
    check!(world, "runs show eas", @"");
    check!(world, "runs show easi", @"");
    check!(world, "runs show hard", @"");
    check!(world, "runs show no;id", @"");
}

#[test]
fn schema() {
    let world = World::new();
    check!(world, "schema", @"");
    check!(world, "schema readability", @"");
    check!(world, "schema readabilty", @"");
    check!(world, "schema zebra", @"");
}

#[test]
fn config() {
    let world = World::new();
    check!(world, "config --set engine.parallel=3", @"");
    std::fs::write(world.path("tutti.toml"), "[engine]\nparallel = 2\n").unwrap();
    let told = world.documents("config");
    let parallel = told.iter().find(|line| line["key"] == "engine.parallel").unwrap();
    assert_eq!((&parallel["value"], &parallel["source"]), (&"2".into(), &"tutti.toml:2".into()));
}

#[test]
fn doctor() {
    let world = World::new();
    check!(world, "doctor", @"");
    assert!(!world.path("tutti-data").exists(), "looking makes nothing");
    world.start("easy", crate::EASY);
    let settings = "[providers.lab]\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:9/v1\"\n\
                    api_key_env = \"LAB_KEY_OF_A_TEST\"\n[agents.readability]\nmodel = \"lab:small\"\n\
                    [agents.readabilty]\nway = \"native\"\n";
    std::fs::write(world.path("tutti.toml"), settings).unwrap();
    check!(world, "doctor", @"");
    let with_key = world.command(&["doctor"]).env("LAB_KEY_OF_A_TEST", "sk-secret").output().unwrap();
    let text = crate::shown(&with_key);
    assert!(text.contains("its key is set") && !text.contains("sk-secret"), "{text}");
}
