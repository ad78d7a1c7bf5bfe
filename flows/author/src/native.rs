//! The agents without a model.

pub mod coverage;
pub mod extractor;
pub mod reviewer;
pub mod writer;
