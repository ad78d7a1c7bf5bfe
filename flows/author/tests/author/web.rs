//! Path A with a search service: pages are found, fetched, read in a child process and rated like any other source.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tutti_author::TaskRequest;
use tutti_engine::End;
use tutti_fetch::{Fetcher, Searcher};

use crate::text::{reference, request};
use crate::world::{World, outcome};

/// A service that finds a page that is gone, one on this machine, one that is no document and a good one; and the pages.
async fn web(status: &'static str) -> (Fetcher, Searcher) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let port = address.port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = vec![0; 4096];
            let read = stream.read(&mut head).await.unwrap_or(0);
            let head = String::from_utf8_lossy(&head[..read]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or("/").to_owned();
            let page = |name: &str| {
                format!(r#"{{"url": "http://port.gov.test:{port}/{name}", "title": "Harbor rules"}}"#)
            };
            let (status, body) = match path.split('?').next().unwrap_or_default() {
                "/search" => {
                    let private =
                        format!(r#"{{"url": "http://127.0.0.1:{port}/good.html", "title": "Private"}}"#);
                    let all = [page("gone.html"), private, page("noise.bin"), page("good.html")].join(", ");
                    (status, format!(r#"{{"results": [{all}]}}"#))
                }
                "/good.html" => {
                    let text = format!("<p>{}</p>", reference().replace('\n', "</p><p>"));
                    let page = format!(
                        "<html><head><title>Harbor rules</title></head><body><article><h1>Harbor rules of \
                         Aldermouth</h1>{text}<p>Last updated 2026.</p></article></body></html>"
                    );
                    ("200 OK", page)
                }
                "/noise.bin" => ("200 OK", "\u{0}\u{1}\u{2}".to_owned()),
                _ => ("404 Not Found", String::new()),
            };
            let reply = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            let _ = stream.write_all(reply.as_bytes()).await;
        }
    });
    let fetcher = Fetcher::default().trusting("port.gov.test", address);
    (fetcher, Searcher::new(format!("http://127.0.0.1:{port}")))
}

fn without_material() -> TaskRequest {
    TaskRequest {
        reference_material: String::new(),
        reference_material_content: String::new(),
        ..request("harbor-rules")
    }
}

#[tokio::test]
async fn a_page_of_the_web_is_a_source() {
    let mut world = World::new(|_| None).await;
    world.finds_natively = true;
    world.web = Some(web("200 OK").await);
    let done = outcome(world.run(without_material()).await);
    let file = done.markdown().unwrap_or_else(|| panic!("{done:#?}"));
    assert!(file.contains("port.gov.test"), "{file}");
    // The page on this machine was not asked for, whatever the service said.
    assert!(!file.contains("127.0.0.1"), "{file}");
}

#[tokio::test]
async fn a_service_that_fails_is_told() {
    let mut world = World::new(|_| None).await;
    world.finds_natively = true;
    world.web = Some(web("503 Service Unavailable").await);
    let end = world.run(without_material()).await;
    let End::Failed(problem) = &end else { panic!("{end:?}") };
    assert!(problem.to_string().contains("answered with status 503"), "{problem}");
}
