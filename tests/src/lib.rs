//! Helpers of the end-to-end tests: a scratch Postgres, and processes to stop, kill and race.

pub mod matrix;
pub mod postgres;
pub mod process;
