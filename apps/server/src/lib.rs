//! The HTTP server: the API with its OpenAPI document, event streams, accounts, and the page.
//!
//! It is thin: the service and the flows do the work; this crate adds routes, access control and views.

mod api;
mod app;
mod background_check;
mod body;
mod connection;
mod door;
mod events;
mod failure;
mod form;
mod heads;
mod idempotency;
mod limiter;
mod mcp;
mod offload;
mod openapi;
mod page;
mod quotas;
mod readiness;
mod routes;
mod samples;
mod sign_on;
mod streams;
mod views;

use std::net::SocketAddr;

use axum::{Router, extract::DefaultBodyLimit, middleware, response::IntoResponse};
use bytes::Bytes;
use tokio::{net::TcpListener, sync::watch};
use tutti_accounts::Accounts;
use tutti_core::{Code, Owner, Problem};
use tutti_service::{Place, Problems, Setup, Source, library, time};
use tutti_store::Store;

pub use app::Options;
pub use routes::Needs;

use crate::{app::App, failure::Failure};

/// Every route with its method, its path and who may call it.
pub fn table() -> Vec<(&'static str, &'static str, Needs)> {
    api::routes().0.iter().map(|route| (route.method, route.path, route.needs)).collect()
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    router: Router,
    app: App,
    ending: watch::Sender<bool>,
    /// The setup code for the first admin, if there is no admin yet.
    setup_code: Option<String>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Server({})", self.app.options.listen)
    }
}

impl Server {
    /// Opens the store and the port.
    pub async fn start(place: Place, setup: Setup, options: Options) -> Result<Self, Problems> {
        check_closed(&options)?;
        let listener = TcpListener::bind(options.listen).await.map_err(|error| {
            Problem::new(Code::BadSettings, format!("cannot listen on {}: {error}", options.listen))
                .hint("choose another port; `--listen 127.0.0.1:0` picks a free one")
        })?;
        let listen = listener.local_addr().unwrap_or(options.listen);
        let options = Options { listen, ..options };
        let executor = setup.executor().await?;
        check_nobody_is_let_in(&options, executor.store()).await?;
        let accounts = options.accounts.then(|| Accounts::new(executor.store().clone(), options.sessions));
        let setup_code = match &accounts {
            Some(accounts) => accounts.setup_code().await?,
            None => None,
        };
        executor.store().sweep_forgotten().await.map_err(Problem::from)?;
        let routes = api::routes();
        let openapi = Bytes::from(openapi::document(&routes).to_string());
        let (ending, told) = watch::channel(false);
        let app = App::new(place, setup, executor, options, accounts, openapi, told)?;
        Ok(Self { listener, router: router(&app, routes), app, ending, setup_code })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.app.options.listen
    }

    /// The setup code for the first admin, if there is no admin yet.
    pub fn setup_code(&self) -> Option<&str> {
        self.setup_code.as_deref()
    }

    /// Adds the sample documents to the library of the local user, if it is empty.
    pub async fn load_samples(&self) -> Result<usize, Problem> {
        let store = self.app.store().of(&Owner::local());
        if self.app.accounts.is_some() || library::count(&store).await? > 0 {
            return Ok(0);
        }
        let setup = self.app.setup();
        for sample in samples::SAMPLES {
            let source = Source { name: sample.name.to_owned(), bytes: sample.text.as_bytes().to_vec() };
            library::add(&setup, &store, source, time::now()).await?;
        }
        Ok(samples::SAMPLES.len())
    }

    /// Answers requests and drives runs until `shutdown` completes; then shuts down gracefully.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), Problem> {
        let Self { listener, router, app, ending, .. } = self;
        let connections = connection::serve(listener, router, &app.options, app.ending.clone());
        let connections = tokio::spawn(connections);
        let checking = background_check::verify_rounds(
            app.store().clone(),
            background_check::Pace::default(),
            app.ending.clone(),
            background_check::log,
        );
        let checking = tokio::spawn(checking);
        let driving = app.executor.serve(shutdown).await;
        let _ = ending.send(true);
        let _ = connections.await;
        let _ = checking.await;
        driving.map_err(Problem::from)
    }
}

/// Refuses to serve without accounts what others can reach.
fn check_closed(options: &Options) -> Result<(), Problem> {
    if options.accounts {
        return Ok(());
    }
    let (reason, hint) = if !options.listen.ip().is_loopback() {
        (format!("{} can be reached from other machines", options.listen), "listen on 127.0.0.1")
    } else if let Some(url) = &options.public_url {
        (format!("server.public_url says that others reach this server at {url}"), "remove server.public_url")
    } else if options.behind_proxy {
        let reason = "server.behind_proxy says that a proxy passes the requests of others on";
        (reason.to_owned(), "remove server.behind_proxy")
    } else {
        return Ok(());
    };
    Err(Problem::new(Code::BadSettings, format!("{reason}, but accounts are off"))
        .hint(format!("turn on accounts with `--accounts`, or {hint}")))
}

/// Refuses to serve a store with accounts to whoever comes: their data would be nobody's, and the local user's is not
/// theirs.
async fn check_nobody_is_let_in(options: &Options, store: &Store) -> Result<(), Problem> {
    if options.accounts || store.accounts().await?.is_empty() {
        return Ok(());
    }
    Err(Problem::new(Code::BadSettings, "the store has accounts, but accounts are off")
        .hint("turn them on with `--accounts` or `server.accounts = true`")
        .hint("or choose another folder with `--data DIR`"))
}

fn router(app: &App, routes: routes::Routes) -> Router {
    let mut router = Router::new();
    for route in routes.0 {
        let entrance = door::Entrance {
            needs: route.needs,
            keyed: route.is_idempotent_by_key(),
            beside: route.beside,
            burden: route.burden,
            repeatable: route.is_repeatable,
        };
        let layer = (app.clone(), entrance);
        let handler = route.handler.layer(middleware::from_fn_with_state(layer, door::enter));
        router = router.route(route.path, handler);
    }
    router
        .route("/mcp", mcp::route(app))
        .fallback(page::page)
        .method_not_allowed_fallback(|| async {
            Failure::from(Problem::new(Code::MethodNotAllowed, "this method is not allowed here"))
                .into_response()
        })
        .layer(middleware::from_fn_with_state(app.clone(), door::pass))
        .layer(DefaultBodyLimit::disable())
        .with_state(app.clone())
}
