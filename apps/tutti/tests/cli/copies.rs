//! Backup and restore.

use crate::{World, check};

#[test]
fn there_and_back() {
    let world = World::new();
    check!(world, "backup saved.db", @"");
    let world = World::with_runs();
    check!(world, "backup saved.db", @"");
    check!(world, "backup saved.db", @"");
    check!(world, "--data other restore saved.db", @"");
    check!(world, "--data other restore saved.db", @"");
    check!(world, "restore missing.db", @"");
    check!(world, "--data other runs diff easy easy", @"");
    let (one, other) = (world.documents("runs list"), world.documents("--data other runs list"));
    assert_eq!(one, other);
    check!(world, "--data other review answer hard keep", @"");
}
