//! The shared state of the server, and the caller of a request.

use std::{
    net::SocketAddr,
    sync::{Arc, PoisonError, RwLock},
};

use bytes::Bytes;
use tokio::sync::watch;
use tutti_accounts::{Accounts, Permission, Role};
use tutti_core::{Owner, Problem};
use tutti_engine::Executor;
use tutti_service::{Client, Place, Problems, Setup, attempts::Attempts};
use tutti_store::{Owned, Store};

use crate::{events::Hub, limiter::Limiter, readiness::Readiness};

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
    pub(crate) limiter: Limiter,
    pub(crate) hub: Hub,
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
    ) -> Self {
        let limiter = Limiter::new(options.rate);
        let hub = Hub::new(&executor, ending.clone());
        Self(Arc::new(Inner {
            place,
            setup: RwLock::new(Arc::new(setup)),
            executor,
            options,
            accounts,
            limiter,
            hub,
            readiness: Readiness::default(),
            attempts: Attempts::default(),
            openapi,
            ending,
        }))
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
    /// None on a server without accounts, where everything is allowed.
    pub(crate) role: Option<Role>,
    /// The address of the client.
    pub(crate) address: String,
}

impl Caller {
    pub(crate) fn may(&self, permission: Permission) -> bool {
        self.role.is_none_or(|role| role.may(permission))
    }

    /// The store as this caller sees it.
    pub(crate) fn store(&self, app: &App) -> Owned {
        app.store().of(&self.owner)
    }

    /// Submits runs for the caller.
    pub(crate) fn client(&self, app: &App) -> Client {
        Client::of_server(&app.executor, &app.setup(), &self.owner)
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
