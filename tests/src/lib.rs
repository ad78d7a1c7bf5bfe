//! What the end-to-end tests share: a scratch Postgres and the flow of the crash matrix.

pub mod matrix;
pub mod postgres;
