//! `tutti author`: writes and checks quizzes for task files.

mod check;
mod make;

use tutti_service::{Problems, Setup};

use crate::{
    args::{Author, AuthorCommand},
    exit::Ended,
    output::Output,
};

/// Settings are resolved only if needed: a check needs none.
pub(crate) async fn author(
    setup: impl FnOnce() -> Result<Setup, Problems>,
    typed: Author,
    output: &Output,
) -> Ended {
    match &typed.command {
        Some(AuthorCommand::Check { files }) => check::check(files, output),
        Some(AuthorCommand::Files { run, out }) => make::files_of(&setup()?, run, out, output).await,
        None => make::make(&setup()?, &typed.making, output).await,
    }
}
