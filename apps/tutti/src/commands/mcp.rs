//! `tutti mcp`: the flows as tools, for the program that started us.
//!
//! stdout belongs to the protocol: not a word is printed there.

use tutti_service::Setup;

use super::serve::told_to_end;
use crate::exit::{Ended, Exit};

pub(crate) async fn mcp(setup: Setup) -> Ended {
    tutti_mcp::stdio(setup, told_to_end()).await?;
    Ok(Exit::Done)
}
