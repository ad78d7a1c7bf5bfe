//! `tutti`: the command line. It is thin: the libraries do the work, this crate prints the results.
//!
//! The steps of a command: `args` parses exactly what was typed, `setup` resolves settings and paths, `commands` does
//! the work, `output` prints the result, and `exit` turns it into an exit code.

mod args;
mod commands;
mod driving;
mod exit;
mod files;
mod output;
#[cfg(test)]
mod reference;
mod watching;

use std::process::ExitCode;

use tutti_service::{flows, time};

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    // If this process was started to read a document under limits, do that before anything else is set up.
    if words.get(1).is_some_and(|word| word == tutti_document::COMMAND) {
        let arguments: Vec<String> = std::env::args().skip(2).collect();
        std::process::exit(tutti_document::child(&arguments));
    }
    let typed = match args::parse(&words) {
        Ok(typed) => typed,
        Err(error) => return output::usage(&error, words.iter().any(|word| word == "--json")),
    };
    let output = output::Output::new(typed.global.json);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return output.finish(Err(tutti_service::Problems::internal(&error))),
    };
    let ended = runtime.block_on(async {
        let ended = Box::pin(commands::run(typed, &output)).await;
        tutti_watch::close().await;
        ended
    });
    // Whatever still runs has been asked to stop; do not wait for it.
    runtime.shutdown_background();
    output.finish(ended)
}
