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
    /// Reset an account's password: prints the new one once and ends its sessions and API tokens
    Reset {
        /// Login name
        name: String,
        /// Keep the account's API tokens valid
        #[arg(long)]
        keep_tokens: bool,
    },
    /// Print a code with which somebody sets a new password themselves; it works once, for a day
    ResetCode {
        /// Login name
        name: String,
    },
    /// Disable an account: ends its sessions and stops its API tokens until it is enabled again
    Disable {
        /// Login name
        name: String,
    },
    /// Enable a disabled account
    Enable {
        /// Login name
        name: String,
    },
    /// Remove an account's second factor, for somebody who lost their phone and their recovery codes
    RemoveSecondFactor {
        /// Login name
        name: String,
    },
    /// Print the audit log, oldest first; with `--json`, as JSON Lines
    Audit,
}
