//! The server.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Address and port to listen on, 127.0.0.1:8080 if nothing else is set; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<String>,
    /// Let people log in; needed to listen on another address than that of this machine
    #[arg(long)]
    pub(crate) accounts: bool,
    /// Begin with our sample documents in the library
    #[arg(long)]
    pub(crate) samples: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Accounts {
    /// Who may log in
    List,
    /// Give somebody a new password, which is printed once, and end their logins
    Reset {
        /// What they log in as
        name: String,
    },
}
