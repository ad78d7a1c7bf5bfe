//! What the end-to-end tests share: a scratch Postgres and the flow of the crash matrix.

pub mod postgres;
