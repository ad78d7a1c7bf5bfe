//! The stdio transport, for the program that started this process: one message per line. Nothing else may be printed to
//! stdout.
//!
//! It ends when stdin closes: open calls get a few seconds to finish, then their runs go back to the queue, and the next
//! process resumes them. Finished steps are kept.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use rmcp::{ServiceExt, service::ServerInitializeError};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::watch,
};
use tutti_core::{Code, Problem};
use tutti_service::{Problems, Setup};

use crate::Tutti;

/// Serves the program that started this process, until stdin closes or `shutdown` completes.
pub async fn stdio(setup: Setup, shutdown: impl Future<Output = ()>) -> Result<(), Problems> {
    let (stdin, stdout) = rmcp::transport::stdio();
    serve(setup, stdin, stdout, shutdown).await
}

/// As [`stdio`], over any pair of streams. Also drives runs.
pub async fn serve(
    setup: Setup,
    reader: impl AsyncRead + Send + Unpin + 'static,
    writer: impl AsyncWrite + Send + Unpin + 'static,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Problems> {
    let executor = setup.executor().await?;
    let (ending, told) = watch::channel(false);
    let tutti = Tutti::local(setup, executor.clone(), told.clone());
    let (close, mut closing) = watch::channel(false);
    let mut driving = tokio::spawn({
        let executor = executor.clone();
        async move { executor.serve(async move { drop(closing.wait_for(|close| *close).await) }).await }
    });
    let reader = Watched { reader, ending: ending.clone() };
    let talk = async {
        let running = match tutti.serve((reader, writer)).await {
            Ok(running) => running,
            // Disconnecting before the first message is not an error.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(Problem::new(Code::BadInput, format!("the client failed: {error}"))),
        };
        running.waiting().await.map(drop).map_err(|error| Problem::new(Code::Internal, error.to_string()))
    };
    let talked = tokio::select! {
        talked = talk => talked,
        () = shutdown => Ok(()),
        // Without a driver, every call would wait for ever.
        driven = &mut driving => return Err(driving_result(driven).err().unwrap_or_else(unexpected_end).into()),
    };
    ending.send_replace(true);
    close.send_replace(true);
    driving_result(driving.await)?;
    Ok(talked?)
}

fn driving_result(
    driven: Result<Result<(), tutti_engine::EngineError>, tokio::task::JoinError>,
) -> Result<(), Problem> {
    let lost = |error: tokio::task::JoinError| Problem::new(Code::Internal, error.to_string());
    Ok(driven.map_err(lost)??)
}

fn unexpected_end() -> Problem {
    Problem::new(Code::Internal, "the executor has stopped")
}

/// Detects that the client has closed the stream: calls lost then were not cancelled.
struct Watched<R> {
    reader: R,
    ending: watch::Sender<bool>,
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.reader).poll_read(context, buffer);
        let is_over = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before && buffer.remaining() > 0,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_over {
            self.ending.send_replace(true);
        }
        read
    }
}
