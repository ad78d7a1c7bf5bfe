//! Watches the heads of requests as they were sent.
//!
//! The HTTP library gives a request without its `Content-Length` if it also has a `Transfer-Encoding`, as the standard
//! allows. A proxy in front of this server may decide otherwise and see two requests where we see one, so such a
//! request is refused; for that, the bytes must be looked at.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// How many of the last bytes are kept: a head, and what may follow it in one read.
const KEPT: usize = 128 * 1024;

/// The last bytes that were read from a connection. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct LastBytes(Arc<Mutex<Vec<u8>>>);

impl LastBytes {
    fn add(&self, bytes: &[u8]) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.extend_from_slice(bytes);
        if last.len() > 2 * KEPT {
            let surplus = last.len() - KEPT;
            last.drain(..surplus);
        }
    }

    /// Whether the last head with a `Transfer-Encoding` also has a `Content-Length`.
    pub(crate) fn has_two_lengths(&self) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&last).to_ascii_lowercase();
        let Some(at) = text.rfind("\ntransfer-encoding") else { return false };
        let start = text[..at].rfind("\r\n\r\n").unwrap_or_default();
        let end = text[at..].find("\r\n\r\n").map_or(text.len(), |end| at + end);
        text[start..end].contains("\ncontent-length")
    }
}

/// A connection whose last bytes are kept.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) stream: TcpStream,
    pub(crate) last: LastBytes,
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.last.add(&buffer.filled()[before..]);
        polled
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lengths_are_seen_in_one_head() {
        let check = |sent: &str, expected: bool| {
            let last = LastBytes::default();
            last.add(sent.as_bytes());
            assert_eq!(last.has_two_lengths(), expected, "{sent:?}");
        };
        let (length, chunked) = ("Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n");
        check(&format!("POST / HTTP/1.1\r\n{length}{chunked}\r\n0\r\n\r\n"), true);
        check(&format!("POST / HTTP/1.1\r\n{chunked}{length}\r\n0\r\n\r\n"), true);
        check(&format!("POST / HTTP/1.1\r\n{chunked}\r\n0\r\n\r\n"), false);
        check(&format!("POST / HTTP/1.1\r\n{length}\r\n12345"), false);
        // The length of an earlier request, or in a body, is another matter.
        check(&format!("POST / HTTP/1.1\r\n{length}\r\n12\r\n\r\nPOST / HTTP/1.1\r\n{chunked}\r\n"), false);
        check(&format!("POST / HTTP/1.1\r\n{chunked}\r\n{length}"), false);
    }
}
