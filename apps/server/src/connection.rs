//! Connections: taken one by one, with limits on heads and on silence, and let go in good order.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
};
use tower::Service;

/// The most of a head, and how long it may take to come.
const HEAD: usize = 64 * 1024;
const HEAD_TIME: Duration = Duration::from_secs(30);
/// Connections at a time; further ones wait in the system's queue.
const AT_ONCE: usize = 8192;
/// How long connections have to end after the server was told to.
const GRACE: Duration = Duration::from_secs(5);

/// Serves until `ending` becomes true.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut ending: watch::Receiver<bool>) {
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
                connections.spawn(talk(stream, address, router.clone(), told.clone(), place));
            }
            // Too many open files, or a peer that left: the next one may do better.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        while connections.try_join_next().is_some() {}
    }
    let _ = tokio::time::timeout(GRACE, async { while connections.join_next().await.is_some() {} }).await;
}

async fn talk(
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    mut ending: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
) {
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
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
