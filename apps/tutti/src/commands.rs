//! Dispatches each command to its function, which takes the resolved arguments and returns an exit code or problems.

mod accounts;
mod author;
mod backup;
mod cards;
mod config;
mod doctor;
mod forge;
mod items;
mod library;
mod mcp;
mod quiz;
mod review;
mod run_end;
mod runs;
mod schema;
mod serve;
mod source;
mod study;
mod tour;

use tutti_service::{Problems, Setup};
use tutti_store::Damaged;

use crate::{
    args::{Command, Typed},
    exit::Ended,
    output::Output,
    watching::{Serves, watch},
};

pub(crate) async fn run(typed: Typed, output: &Output) -> Ended {
    // Schema and author check need no settings, and doctor must work with bad ones.
    let named_variables = matches!(typed.command, Command::Forge(_) | Command::Runs(_) | Command::Config);
    let place = typed.global.place();
    let (log, serves) = (typed.global.log.clone(), Serves::of(&typed.command));
    let setup = || {
        let setup = Setup::resolve(&place, named_variables)?;
        watch(&setup, log.as_deref(), serves)?;
        Ok::<_, Problems>(setup)
    };
    match typed.command {
        Command::Serve(typed) => Box::pin(serve::serve(setup()?, place.clone(), &typed, output)).await,
        Command::Mcp => Box::pin(mcp::mcp(setup()?)).await,
        Command::Accounts(command) => accounts::accounts(&setup()?, command, output).await,
        Command::Tour { pause } => tour::tour(&setup()?, pause, output).await,
        Command::Runs(command) => runs::runs(&setup()?, command, output).await,
        Command::Review(command) => review::review(&setup()?, command, output).await,
        Command::Forge(typed) => forge::forge(&setup()?, typed, output).await,
        Command::Study(typed) => study::study(&setup()?, typed, output).await,
        Command::Author(typed) => Box::pin(author::author(setup, typed, output)).await,
        Command::Quiz(command) => quiz::run(&setup()?, command, output).await,
        Command::Cards(command) => cards::cards(&setup()?, command, output).await,
        Command::Library(command) => library::run(&setup()?, command, output).await,
        Command::Read { source } => study::read(&setup()?, &source, output).await,
        Command::Items(command) => items::items(&setup()?, command, output).await,
        Command::Schema { name } => schema::schema(name.as_deref(), output),
        Command::Doctor => doctor::doctor(&place, output).await,
        Command::Config => Ok(config::config(&setup()?, output)),
        Command::Backup { file, verify: true, .. } => backup::verify(&file, output).await,
        Command::Backup { file, skip_damaged, .. } => {
            let damaged = if skip_damaged { Damaged::LeaveOut } else { Damaged::Refuse };
            backup::backup(&setup()?, &file, damaged, output).await
        }
        Command::Restore { file } => backup::restore(&setup()?, &file, output).await,
    }
}
