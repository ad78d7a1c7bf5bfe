//! `tutti author`: quizzes for task files.

mod check;

use crate::{
    args::{Author, AuthorCommand},
    exit::Ended,
    output::Output,
};

pub(crate) fn author(typed: &Author, output: &Output) -> Ended {
    match &typed.command {
        AuthorCommand::Check { files } => check::check(files, output),
    }
}
