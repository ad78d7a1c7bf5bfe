//! Arguments of `tutti serve` and `tutti accounts`.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Address and port to listen on; port 0 picks a free one [default: setting server.listen, or
    /// 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<String>,
    /// Require people to log in; needed to listen on any address beyond this machine
    #[arg(long)]
    pub(crate) accounts: bool,
    /// Add the sample documents to the library
    #[arg(long)]
    pub(crate) samples: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Accounts {
    /// List accounts
    List,
    /// Reset an account's password: prints the new one once and ends its sessions
    Reset {
        /// Login name
        name: String,
    },
}
