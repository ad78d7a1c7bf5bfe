//! A local search service that answers correctly, and in every wrong way.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tutti_fetch::Searcher;

/// What comes of a search with a service that gives this status and body, and what it was asked.
async fn outcome(status: &str, body: &str) -> (String, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let reply = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = vec![0; 4096];
        let read = stream.read(&mut head).await.unwrap();
        stream.write_all(reply.as_bytes()).await.unwrap();
        String::from_utf8_lossy(&head[..read]).lines().next().unwrap_or_default().to_owned()
    });
    let found = Searcher::new(format!("http://127.0.0.1:{port}/")).search("tides & moon", 2).await;
    let told = match found {
        Ok(hits) => {
            let hits: Vec<String> = hits.iter().map(|hit| format!("{} {}", hit.title, hit.address)).collect();
            hits.join("\n")
        }
        Err(error) => error.to_string().replace(&port.to_string(), "PORT"),
    };
    (served.await.unwrap(), told)
}

#[tokio::test]
async fn hits_come_once_and_in_order() {
    let body = r#"{"query": "x", "results": [
        {"url": "https://a.test/tides", "title": " Tides ", "content": "…", "score": 2.0},
        {"url": "https://a.test/tides", "title": "The same"},
        {"url": "javascript:alert(1)", "title": "No page"},
        {"url": "https://b.test/"},
        {"url": "https://c.test/", "title": "One too many"}
    ]}"#;
    let (asked, told) = outcome("200 OK", body).await;
    assert_eq!(asked, "GET /search?q=tides+%26+moon&format=json HTTP/1.1");
    assert_eq!(told, "Tides https://a.test/tides\n https://b.test/");
    assert_eq!(outcome("200 OK", r#"{"results": []}"#).await.1, "");
}

#[tokio::test]
async fn what_is_no_answer_is_told() {
    for (status, body, expected) in [
        (
            "200 OK",
            "<html>Results</html>",
            "http://127.0.0.1:PORT/ cannot be fetched: its reply is not a list of results",
        ),
        (
            "200 OK",
            r#"{"results": 7}"#,
            "http://127.0.0.1:PORT/ cannot be fetched: its reply is not a list of results",
        ),
        (
            "403 Forbidden",
            "",
            "http://127.0.0.1:PORT/search?q=tides+%26+moon&format=json answered with status 403",
        ),
    ] {
        let (_, told) = outcome(status, body).await;
        assert!(told.starts_with(expected), "{told}");
    }
    let told = Searcher::new("ftp://a.test").search("tides", 2).await.unwrap_err().to_string();
    assert!(told.contains("is not a web address"), "{told}");
}
