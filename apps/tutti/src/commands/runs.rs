//! `tutti runs`: manages runs and their journals.

mod compare;
mod drive;
mod list;
mod project;
mod show;
pub(crate) mod timeline;

use tutti_service::Setup;

use crate::{args::Runs, exit::Ended, output::Output};

pub(crate) async fn runs(setup: &Setup, command: Runs, output: &Output) -> Ended {
    match command {
        Runs::List(list) => list::list(setup, list, output).await,
        Runs::Start(start) => drive::start(setup, start, output).await,
        Runs::Show { run, journal } => show::show(setup, &run, journal, output).await,
        Runs::Resume(resume) => drive::resume(setup, resume, output).await,
        Runs::Cancel { run } => drive::cancel(setup, &run, output).await,
        Runs::Replay { run } => compare::replay(setup, &run, output).await,
        Runs::Fork(fork) => drive::fork(setup, fork, output).await,
        Runs::Diff { left, right } => compare::diff(setup, &left, &right, output).await,
        Runs::Project { run, out } => project::project(setup, &run, out, output).await,
    }
}
