//! `tutti author`: quizzes for task files.

mod check;
mod make;

use crate::{
    args::{Author, AuthorCommand},
    exit::{Ended, Problems},
    output::Output,
    setup::Setup,
};

/// A check needs no settings.
pub(crate) async fn author(
    setup: impl FnOnce() -> Result<Setup, Problems>,
    typed: Author,
    output: &Output,
) -> Ended {
    match &typed.command {
        Some(AuthorCommand::Check { files }) => check::check(files, output),
        Some(AuthorCommand::Files { run, out }) => make::files(&setup()?, run, out, output).await,
        None => make::make(&setup()?, &typed.making, output).await,
    }
}
