//! `tutti mcp`: serves the flows as tools to the program that started this process.
//!
//! stdout belongs to the protocol: nothing else may be printed there.

use tutti_service::Setup;

use super::serve::shutdown_signal;
use crate::exit::{Ended, Exit};

pub(crate) async fn mcp(setup: Setup) -> Ended {
    tutti_mcp::stdio(setup, shutdown_signal()).await?;
    Ok(Exit::Done)
}
