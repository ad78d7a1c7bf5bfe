//! One tool call: its caller, the services it can use, and its cancellation.

use std::sync::Arc;

use rmcp::{RoleServer, service::RequestContext};
use tutti_bank::Bank;
use tutti_core::{Abandoned, Problem, Work};
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
            .limited_to(self.who.flows.as_deref())
    }

    pub(crate) fn bank(&self) -> Bank {
        Bank::new(self.store())
    }

    /// Computes for long off the threads that answer requests, until the call is abandoned.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        computation: impl FnOnce(&Work) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let computing = self.tutti.offload().jobs.compute(&self.who.owner, computation);
        tokio::select! {
            computed = computing => computed?,
            () = self.context.ct.cancelled() => Err(Abandoned.into()),
            () = self.cancellation.wait_for_cancel() => Err(Abandoned.into()),
        }
    }
}
