//! The native sample-question extractor.

use tutti_core::Problem;

use crate::order::{Extraction, Sorted, ToExtract};

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn extract(input: &ToExtract) -> Result<Extraction, Problem> {
    let out =
        |number: usize| Sorted { number, reason: "not looked at".to_owned(), adaptation: String::new() };
    let out_of_scope = input.samples.iter().map(|sample| out(sample.number)).collect();
    Ok(Extraction { out_of_scope, ..Extraction::default() })
}
