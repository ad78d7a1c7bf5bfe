//! The agents without a model.

pub(crate) mod consistency;
pub mod coverage;
pub(crate) mod curriculum;
pub(crate) mod discovery;
pub(crate) mod expert;
pub mod extractor;
pub mod reviewer;
pub mod writer;
