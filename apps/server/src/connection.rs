//! Accepts connections, with limits on header size and idle time, and shuts them down gracefully.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::{HeaderMap, body::Incoming};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
};
use tower::Service;

/// Maximum size of the request head, and the time it may take to arrive.
const HEAD: usize = 64 * 1024;
const HEAD_TIME: Duration = Duration::from_secs(30);
/// Maximum number of connections; further ones wait in the queue of the operating system.
const AT_ONCE: usize = 8192;
/// How long connections may take to end after shutdown begins.
const GRACE: Duration = Duration::from_secs(5);

/// Serves until `ending` becomes true.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    behind_proxy: bool,
    mut ending: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut connections = JoinSet::new();
    let told = ending.clone();
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { break };
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            _ = ending.wait_for(|ending| *ending) => break,
        };
        match taken {
            Ok((stream, address)) => {
                let _ = stream.set_nodelay(true);
                let visitors = Visitors { address, behind_proxy };
                connections.spawn(talk(stream, visitors, router.clone(), told.clone(), place));
            }
            // Too many open files, or a client that disconnected: try the next connection.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        while connections.try_join_next().is_some() {}
    }
    let _ = tokio::time::timeout(GRACE, async { while connections.join_next().await.is_some() {} }).await;
}

/// The client of a connection.
#[derive(Clone, Copy)]
struct Visitors {
    address: SocketAddr,
    behind_proxy: bool,
}

impl Visitors {
    /// Behind a proxy, the last entry of X-Forwarded-For, which the proxy added; earlier entries come from the client.
    fn who(self, headers: &HeaderMap) -> SocketAddr {
        let said = headers.get_all("x-forwarded-for").into_iter().next_back().filter(|_| self.behind_proxy);
        let last = said.and_then(|entries| entries.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        last.map_or(self.address, |visitor| SocketAddr::new(visitor, 0))
    }
}

async fn talk(
    stream: TcpStream,
    visitors: Visitors,
    router: Router,
    mut ending: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
) {
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        let who = visitors.who(request.headers());
        request.extensions_mut().insert(ConnectInfo(who));
        router.clone().call(request)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    tokio::select! {
        _ = &mut connection => return,
        _ = ending.wait_for(|ending| *ending) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_says_who_comes_and_nobody_else_does() {
        let check = |behind_proxy, entries: &[&'static str], expected: &str| {
            let mut headers = HeaderMap::new();
            for entry in entries {
                headers.append("x-forwarded-for", entry.parse().expect("a header"));
            }
            let visitors = Visitors { address: ([127, 0, 0, 1], 80).into(), behind_proxy };
            assert_eq!(visitors.who(&headers).ip().to_string(), expected, "{entries:?}");
        };
        check(false, &["192.0.2.7"], "127.0.0.1");
        check(true, &["192.0.2.7"], "192.0.2.7");
        check(true, &["10.0.0.1, 192.0.2.7"], "192.0.2.7");
        check(true, &["10.0.0.1", "2001:db8::7"], "2001:db8::7");
        check(true, &["192.0.2.7, unknown"], "127.0.0.1");
        check(true, &[], "127.0.0.1");
    }
}
