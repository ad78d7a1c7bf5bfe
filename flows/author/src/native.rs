//! The agents without a model.

pub(crate) mod consistency;
pub(crate) mod coverage;
pub(crate) mod curriculum;
pub(crate) mod discovery;
pub(crate) mod expert;
pub(crate) mod extractor;
pub(crate) mod reviewer;
pub(crate) mod writer;
