//! The shared state of the server, and the caller of a request.

use std::{
    net::SocketAddr,
    sync::{Arc, PoisonError, RwLock},
};

use bytes::Bytes;
use tokio::sync::watch;
use tutti_accounts::{Accounts, Permission, Role, SessionLengths, Who};
use tutti_core::{Owner, Problem};
use tutti_engine::{EngineError, Executor, Submission};
use tutti_service::{Client, Place, Problems, Setup, attempts::Attempts, offload::Offload};
use tutti_store::{Owned, Store};

use crate::{
    events::Hub,
    failure::Answer,
    idempotency::{InFlight, NewId},
    limiter::Limiter,
    quotas::Quotas,
    readiness::Readiness,
    sign_on::SingleSignOn,
    streams::Streams,
};

/// The resolved options of a server.
#[derive(Debug, Clone)]
pub struct Options {
    pub listen: SocketAddr,
    /// Whether people must log in. Without accounts, the server listens only on this machine.
    pub accounts: bool,
    /// The public URL of the server, if it differs from the address: `https://tutti.example.org`.
    pub public_url: Option<String>,
    /// Whether a proxy sets X-Forwarded-For. Without a proxy, any client could forge the header.
    pub behind_proxy: bool,
    /// Requests per second and account or address; only with accounts.
    pub rate: u32,
    /// Connections from one address; only with accounts.
    pub connections: usize,
    /// How long a login lasts.
    pub sessions: SessionLengths,
}

/// Cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) place: Place,
    setup: RwLock<Arc<Setup>>,
    pub(crate) executor: Executor,
    pub(crate) options: Options,
    /// None on a server without accounts.
    pub(crate) accounts: Option<Accounts>,
    /// None without single sign-on.
    pub(crate) sign_on: Option<SingleSignOn>,
    pub(crate) limiter: Limiter,
    /// Limits the lines of the audit log on refused requests, which anybody can cause.
    pub(crate) refusals: Limiter,
    pub(crate) hub: Hub,
    pub(crate) streams: Streams,
    pub(crate) offload: Offload,
    pub(crate) quotas: Quotas,
    pub(crate) in_flight: InFlight,
    pub(crate) readiness: Readiness,
    pub(crate) attempts: Attempts,
    pub(crate) openapi: Bytes,
    /// Becomes true when the server shuts down.
    pub(crate) ending: watch::Receiver<bool>,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    pub(crate) fn new(
        place: Place,
        setup: Setup,
        executor: Executor,
        options: Options,
        accounts: Option<Accounts>,
        openapi: Bytes,
        ending: watch::Receiver<bool>,
    ) -> Result<Self, Problem> {
        let sign_on = SingleSignOn::new(setup.settings.sso.as_ref(), &options)?;
        let limiter = Limiter::new(options.rate);
        let offload = Offload::new(accounts.is_some());
        let hub = Hub::new(&executor, ending.clone());
        Ok(Self(Arc::new(Inner {
            place,
            setup: RwLock::new(Arc::new(setup)),
            executor,
            options,
            accounts,
            sign_on,
            limiter,
            refusals: Limiter::new(1),
            hub,
            streams: Streams::default(),
            offload,
            quotas: Quotas::default(),
            in_flight: InFlight::default(),
            readiness: Readiness::default(),
            attempts: Attempts::default(),
            openapi,
            ending,
        })))
    }

    pub(crate) fn setup(&self) -> Arc<Setup> {
        Arc::clone(&self.setup.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn store(&self) -> &Store {
        self.executor.store()
    }

    /// Reloads the settings for everything that starts from now on.
    pub(crate) fn reload(&self) -> Result<(), Problems> {
        let setup = Setup::resolve(&self.place, true)?;
        self.executor.set_services(setup.services(self.store())?);
        *self.setup.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(setup);
        Ok(())
    }
}

/// Who makes a request.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) owner: Owner,
    pub(crate) name: String,
    /// The account and the key. None on a server without accounts, where everything is allowed.
    pub(crate) who: Option<Who>,
    /// The address of the client.
    pub(crate) address: String,
}

impl Caller {
    pub(crate) fn may(&self, permission: Permission) -> bool {
        self.who.as_ref().is_none_or(|who| who.may(permission))
    }

    /// The role of the account; none on a server without accounts.
    pub(crate) fn role(&self) -> Option<Role> {
        self.who.as_ref().map(|who| who.role)
    }

    /// Whether it is a person who logged in, not a program with a token.
    pub(crate) fn is_login(&self) -> bool {
        self.who.as_ref().is_none_or(Who::is_login)
    }

    /// The only flows that the caller may start; none for all.
    pub(crate) fn flows(&self) -> Option<&[String]> {
        self.who.as_ref().and_then(Who::flows)
    }

    /// The store as this caller sees it.
    pub(crate) fn store(&self, app: &App) -> Owned {
        app.store().of(&self.owner)
    }

    /// Submits runs for the caller, of the flows that they may start.
    pub(crate) fn client(&self, app: &App) -> Client {
        Client::of_server(&app.executor, &app.setup(), &self.owner).limited_to(self.flows())
    }

    /// Starts a run under the id of a request, unless an earlier request with the same key has.
    pub(crate) async fn start(&self, app: &App, new: &NewId, mut submission: Submission) -> Answer<()> {
        self.client(app).check_may_start(&submission.flow)?;
        app.quotas.cap(app, self, &mut submission.budget).await?;
        match app.executor.submit(&self.owner, submission).await {
            Err(EngineError::Exists { .. }) if new.is_repeat => Ok(()),
            submitted => Ok(submitted.map(|_| ())?),
        }
    }

    /// Writes down what was done, where there are accounts.
    pub(crate) async fn note(&self, app: &App, what: &str, subject: Option<&str>) -> Result<(), Problem> {
        match &app.accounts {
            Some(accounts) => {
                let now = tutti_service::time::now();
                accounts.note(now, Some(&self.name), what, subject, Some(&self.address)).await
            }
            None => Ok(()),
        }
    }
}
