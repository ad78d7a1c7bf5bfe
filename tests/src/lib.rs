//! Helpers of the end-to-end tests: a scratch Postgres, the law of readers, and processes to stop, kill and race.

pub mod doubling;
pub mod matrix;
pub mod postgres;
pub mod process;
