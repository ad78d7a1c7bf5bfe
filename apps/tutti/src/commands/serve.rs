//! `tutti serve`: serves the page and the API.

use std::net::{SocketAddr, ToSocketAddrs};

use tutti_accounts::SessionLengths;
use tutti_core::{Code, Problem};
use tutti_server::{Options, Server};
use tutti_service::{Place, Setup};

use crate::{
    args::Serve,
    exit::{Ended, Exit},
    output::Output,
};

pub(crate) async fn serve(setup: Setup, place: Place, typed: &Serve, output: &Output) -> Ended {
    let set = &setup.settings.server;
    let options = Options {
        listen: address(typed.listen.as_ref().unwrap_or(&set.listen))?,
        accounts: typed.accounts || set.accounts,
        public_url: set.public_url.clone(),
        behind_proxy: set.behind_proxy,
        rate: set.rate,
        connections: set.connections as usize,
        sessions: SessionLengths::of_days(set.session_idle_days, set.session_days),
    };
    let server = Server::start(place, setup, options).await?;
    let url = format!("http://{}", server.address());
    if typed.samples {
        server.load_samples().await?;
    }
    if output.is_json() {
        output.json_line(&serde_json::json!({ "url": url, "setup_code": server.setup_code() }));
    } else {
        output.lines(&format!("Tutti is at {url}"));
    }
    if let Some(code) = server.setup_code() {
        output.say(&format!(
            "there are no accounts yet: create the first admin at {url}/setup with the code {code}"
        ));
    }
    output.say("Press Ctrl-C to stop; unfinished runs continue at the next start");
    server.run(shutdown_signal()).await?;
    Ok(Exit::Done)
}

fn address(text: &str) -> Result<SocketAddr, Problem> {
    let refuse = || {
        let problem = Problem::new(Code::BadSettings, format!("`{text}` is not an address to listen on"));
        problem.hint("write an address and a port, such as 127.0.0.1:8080")
    };
    text.to_socket_addrs().ok().and_then(|mut found| found.next()).ok_or_else(refuse)
}

/// Ctrl-C, or what a service manager sends.
pub(crate) async fn shutdown_signal() {
    let interrupt = tokio::signal::ctrl_c();
    let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
        let _ = interrupt.await;
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}
