//! One tool call: its caller, the services it can use, and its cancellation.

use std::sync::Arc;

use rmcp::{RoleServer, service::RequestContext};
use tutti_bank::Bank;
use tutti_core::Problem;
use tutti_engine::Executor;
use tutti_service::{Client, Setup};
use tutti_store::Owned;

use crate::{Tutti, Who, driving::Cancellation};

#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) tutti: Tutti,
    pub(crate) who: Who,
    pub(crate) context: RequestContext<RoleServer>,
    pub(crate) cancellation: Cancellation,
}

impl Call {
    pub(crate) fn setup(&self) -> Arc<Setup> {
        self.tutti.setup()
    }

    pub(crate) fn executor(&self) -> &Executor {
        self.tutti.executor()
    }

    /// The store as the caller sees it.
    pub(crate) fn store(&self) -> Owned {
        self.executor().store().of(&self.who.owner)
    }

    /// Submits runs for the caller.
    pub(crate) fn client(&self) -> Client {
        Client::of_server(self.executor(), &self.setup(), &self.who.owner)
    }

    pub(crate) fn bank(&self) -> Bank {
        Bank::new(self.store())
    }
}

/// Runs a long computation off the threads that answer requests.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let lost = |error| Problem::new(tutti_core::Code::Internal, format!("the work was lost: {error}"));
    tokio::task::spawn_blocking(work).await.map_err(lost)?
}
