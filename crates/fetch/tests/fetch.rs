//! Fetching from a local server that misleads on purpose.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{net::SocketAddr, time::Duration};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tutti_fetch::Fetcher;

/// Answers by the path: `/to/ADDRESS` redirects, `/round` for ever, `/big` never ends, `/slow` never begins.
async fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut head = vec![0; 4096];
                let read = stream.read(&mut head).await.unwrap_or(0);
                let head = String::from_utf8_lossy(&head[..read]).into_owned();
                let path = head.split(' ').nth(1).unwrap_or("/").to_owned();
                let redirect =
                    |to: &str| format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
                let reply = match path.as_str() {
                    "/good" => "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello".to_owned(),
                    "/relative" => redirect("/good"),
                    "/round" => redirect("/round"),
                    "/none" => "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_owned(),
                    "/slow" => return std::future::pending().await,
                    "/big" => {
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await;
                        while stream.write_all(&[b'x'; 8192]).await.is_ok() {}
                        return;
                    }
                    path => redirect(path.strip_prefix("/to/").unwrap_or("/good")),
                };
                let _ = stream.write_all(reply.as_bytes()).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    address
}

/// What comes of an address on a server that is trusted under the name `public.test`.
async fn outcome(path: &str) -> String {
    let server = server().await;
    let mut fetcher = Fetcher::default().trusting("public.test", server);
    fetcher.bytes = 1 << 20;
    fetcher.time = Duration::from_millis(1500);
    let address = match path.strip_prefix('/') {
        Some(path) => format!("http://public.test:{}/{path}", server.port()),
        None => path.replace("PORT", &server.port().to_string()),
    };
    match fetcher.fetch(&address).await {
        Ok(fetched) => String::from_utf8(fetched.bytes).unwrap(),
        Err(error) => error.to_string().replace(&server.port().to_string(), "PORT"),
    }
}

#[tokio::test]
async fn every_address_has_its_ending() {
    for (path, expected) in [
        ("/good", "hello"),
        ("/relative", "hello"),
        ("/round", "http://public.test:PORT/round redirects too often"),
        ("/none", "http://public.test:PORT/none answered with status 404"),
        ("/big", "http://public.test:PORT/big has more than 1048576 bytes"),
        ("/slow", "http://public.test:PORT/slow did not answer within 1 s"),
        // A redirect is looked at like the first address.
        ("/to/http://127.0.0.1:80/", "127.0.0.1 leads to 127.0.0.1, which is not on the public internet"),
        (
            "/to/http://169.254.169.254/latest",
            "169.254.169.254 leads to 169.254.169.254, which is not on the public internet",
        ),
        (
            "/to/file:///etc/passwd",
            "`file:///etc/passwd` is not a web address: it must begin with http:// or https://",
        ),
        // However this machine is spelt.
        ("http://localhost:PORT/good", "localhost leads to 127.0.0.1, which is not on the public internet"),
        ("http://2130706433:PORT/good", "127.0.0.1 leads to 127.0.0.1, which is not on the public internet"),
        ("http://0x7f.1:PORT/good", "127.0.0.1 leads to 127.0.0.1, which is not on the public internet"),
        ("http://[::1]:PORT/good", "[::1] leads to ::1, which is not on the public internet"),
        (
            "http://[::ffff:127.0.0.1]:PORT/good",
            "[::ffff:7f00:1] leads to ::ffff:127.0.0.1, which is not on the public internet",
        ),
        (
            "http://user:secret@public.test:PORT/good",
            "`http://user:secret@public.test:PORT/good` is not a web address: it must begin with http:// or https://",
        ),
        (
            "ftp://public.test/good",
            "`ftp://public.test/good` is not a web address: it must begin with http:// or https://",
        ),
        ("paper.pdf", "`paper.pdf` is not a web address: it must begin with http:// or https://"),
    ] {
        // Which of its addresses a machine gives first for its own name is up to it.
        let found = outcome(path).await.replace("localhost leads to ::1", "localhost leads to 127.0.0.1");
        assert_eq!(found, expected, "{path}");
    }
}
