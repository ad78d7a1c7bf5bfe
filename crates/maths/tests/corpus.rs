//! Runs the fuzzer's corpus through the fuzzed functions: no panic, and every input finishes quickly.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

#[path = "../../../fuzz/src/targets.rs"]
mod targets;

/// For unoptimised code on a busy machine.
const SOON: Duration = Duration::from_secs(10);

fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut inputs = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let start = Instant::now();
        target(&fs::read(&path).unwrap());
        assert!(start.elapsed() < SOON, "{}", path.display());
        inputs += 1;
    }
    assert!(inputs >= 30, "{inputs} inputs");
}

#[test]
fn the_corpus_of_the_reader_is_read() {
    replay("latex", targets::latex);
}

#[test]
fn the_corpus_of_the_comparison_is_compared() {
    replay("compare", targets::compare_two);
}
