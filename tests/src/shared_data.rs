//! Finds data that is not part of the repository: in `TUTTI_DATA_SAMPLES`, or in `../shared/data` beside the checkout.
//!
//! A test without its data cannot check anything. This module records that on stderr and in the list that `make test`
//! prints at the end. Included by path, so that a crate needs no dependency for it.
#![allow(clippy::print_stderr, reason = "a test says what it could not check")]

use std::io::Write;
use std::path::{Path, PathBuf};

/// The file or folder with this name; if it is missing, records that this test did not check it and returns none.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let checkout =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("Cargo.lock").exists());
    let beside = checkout.map(|checkout| checkout.join("../shared/data"));
    let given = std::env::var_os("TUTTI_DATA_SAMPLES").map(PathBuf::from);
    let found = given.into_iter().chain(beside).map(|folder| folder.join(name)).find(|path| path.exists());
    if found.is_none() {
        record(name);
    }
    found
}

fn record(name: &str) {
    let thread = std::thread::current();
    let test = std::env::var("NEXTEST_TEST_NAME").ok();
    let test = test.as_deref().or(thread.name()).unwrap_or("a test");
    let line =
        format!("not checked, because ../shared/data/{name} is absent: {} {test}\n", env!("CARGO_PKG_NAME"));
    eprint!("{line}");
    if let Some(list) = std::env::var_os("TUTTI_NOT_CHECKED") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(list);
        // The test continues even if the list cannot be written.
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}
