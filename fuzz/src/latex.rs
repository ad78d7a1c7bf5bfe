//! Fuzzes the readers of LaTeX, plain text and MathML.
#![no_main]

#[allow(dead_code, reason = "the other target's function")]
mod targets;

libfuzzer_sys::fuzz_target!(|input: &[u8]| targets::latex(input));
