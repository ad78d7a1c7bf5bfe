//! Accepts connections, with limits on header size and idle time, and shuts them down gracefully.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{Router, extract::ConnectInfo};
use hyper::{HeaderMap, body::Incoming, header::TRANSFER_ENCODING};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
};
use tower::Service;

use crate::{
    app::Options,
    heads::{LastBytes, Watched},
};

/// Maximum size of the request head, and the time it may take to arrive. Also how long a connection may be idle.
const HEAD: usize = 64 * 1024;
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Maximum number of connections; further ones wait in the queue of the operating system.
const AT_ONCE: usize = 8192;
/// How long connections may take to end after shutdown begins.
const GRACE: Duration = Duration::from_secs(5);

/// Serves until `ending` becomes true.
pub(crate) fn serve(
    listener: TcpListener,
    router: Router,
    options: &Options,
    mut ending: watch::Receiver<bool>,
) -> impl Future<Output = ()> + use<> {
    let behind_proxy = options.behind_proxy;
    // A proxy has one address; without accounts, only this machine connects.
    let is_limited = options.accounts && !behind_proxy;
    let addresses = Addresses::new(if is_limited { options.connections } else { usize::MAX });
    async move {
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
                    let Some(own) = addresses.enter(address.ip()) else {
                        // It fits into the buffer of a new connection; whoever does not read it is closed all the same.
                        let _ = stream.try_write(TOO_MANY);
                        continue;
                    };
                    let visitors = Visitors { address, behind_proxy };
                    connections.spawn(talk(stream, visitors, router.clone(), told.clone(), (place, own)));
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
}

const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\ncontent-length: 0\r\n\
    connection: close\r\n\r\n";

/// The number of connections from each address.
#[derive(Debug, Clone)]
struct Addresses {
    most: usize,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Addresses {
    fn new(most: usize) -> Self {
        Self { most, open: Arc::default() }
    }

    /// None if the address has too many.
    fn enter(&self, address: IpAddr) -> Option<Connected> {
        let address = network(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Connected { addresses: self.clone(), address })
    }
}

/// One client has a whole network of IPv6 addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// A connection, counted until it is dropped.
#[derive(Debug)]
struct Connected {
    addresses: Addresses,
    address: IpAddr,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut open = self.addresses.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// Marks a request that was sent with both a `Content-Length` and a `Transfer-Encoding`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoLengths;

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
    _places: (OwnedSemaphorePermit, Connected),
) {
    let last = LastBytes::default();
    let stream = Watched { stream, last: last.clone() };
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        let who = visitors.who(request.headers());
        request.extensions_mut().insert(ConnectInfo(who));
        if request.headers().contains_key(TRANSFER_ENCODING) && last.has_two_lengths() {
            request.extensions_mut().insert(TwoLengths);
        }
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
    fn an_address_has_so_many_connections() {
        let addresses = Addresses::new(2);
        let enter = |address: &str| addresses.enter(address.parse().expect("an address"));
        let first = enter("192.0.2.1").expect("room");
        let _second = enter("::ffff:192.0.2.1").expect("room");
        assert!(enter("192.0.2.1").is_none());
        assert!(enter("192.0.2.2").is_some());
        drop(first);
        assert!(enter("192.0.2.1").is_some());
        let _theirs =
            [enter("2001:db8::1"), enter("2001:db8::2:1")].map(|connected| connected.expect("room"));
        assert!(enter("2001:db8::3").is_none(), "one network is one client");
        assert!(enter("2001:db8:0:1::1").is_some());
    }

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
