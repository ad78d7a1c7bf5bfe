//! Fuzzes the comparison of two answers.
#![no_main]

#[allow(dead_code, reason = "the other target's function")]
mod targets;

libfuzzer_sys::fuzz_target!(|input: &[u8]| targets::compare_two(input));
