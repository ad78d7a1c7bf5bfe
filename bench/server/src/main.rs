//! Measures the rate of quiz answers and the memory of open event streams.
//!
//! usage: tutti-bench-server TUTTI PYTHON PEER-FOLDER ROUNDS

#![expect(clippy::print_stdout, reason = "what it prints is the result")]

mod client;
mod load;
mod servers;

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::{client::Client, load::Measured};

const ANSWERS: usize = 20_000;
const PEOPLE: usize = 64;
const STREAMS: usize = 1000;

#[tokio::main]
async fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let mut path = |what: &str| args.next().map(PathBuf::from).with_context(|| format!("missing: {what}"));
    let (program, python, peer) = (path("TUTTI")?, path("PYTHON")?, path("PEER-FOLDER")?);
    let rounds: usize = args.next().as_deref().unwrap_or("3").parse()?;
    let mut ours: Vec<Measured> = Vec::new();
    let mut theirs: Vec<Measured> = Vec::new();
    for _ in 0..rounds {
        let server = servers::ours(&program)?;
        let posts = servers::attempts(&server.address, ANSWERS).await?;
        ours.push(load::answers(&server.address, posts, PEOPLE).await?);
        drop(server);
        let server = servers::peer(&python, &peer).await?;
        theirs.push(load::answers(&server.address, servers::peer_posts(ANSWERS / 10), PEOPLE).await?);
    }
    let (ours, theirs) = (best(&ours)?, best(&theirs)?);
    let verdict = |holds: bool| if holds { "pass" } else { "FAIL" };
    println!("| what | ours | FastAPI, uvicorn, sqlite3 | ours is | target | |");
    println!("| --- | ---: | ---: | ---: | --- | --- |");
    let (rate, peer_rate) = (ours.per_second(), theirs.per_second());
    println!(
        "| quiz answers, {PEOPLE} people at once | {rate:.0}/s | {peer_rate:.0}/s | {:.1} x | at least 2000/s | {} |",
        rate / peer_rate,
        verdict(rate >= 2000.0)
    );
    let (p99, peer_p99) = (ours.quantile(0.99), theirs.quantile(0.99));
    println!(
        "| the same: p50 / p99 | {:.1} / {p99:.1} ms | {:.1} / {peer_p99:.1} ms | - | p99 at most 50 ms | {} |",
        ours.quantile(0.5),
        theirs.quantile(0.5),
        verdict(p99 <= 50.0)
    );
    let (before, after) = streams(&program).await?;
    println!(
        "| {STREAMS} open event streams: memory of the server | {after:.0} MB ({before:.0} without) | - | - | under 200 MB | {} |",
        verdict(after < 200.0)
    );
    Ok(())
}

/// The fastest round, which was disturbed least.
fn best(rounds: &[Measured]) -> Result<&Measured> {
    rounds.iter().max_by(|a, b| a.per_second().total_cmp(&b.per_second())).context("no rounds")
}

async fn streams(program: &std::path::Path) -> Result<(f64, f64)> {
    let server = servers::ours(program)?;
    let run = servers::park_run(&server.address).await?;
    let before = server.memory()?;
    let path = format!("/api/runs/{run}/events");
    let mut open = Vec::new();
    for _ in 0..STREAMS {
        let mut client = Client::connect(&server.address).await?;
        client.listen(&path).await?;
        open.push(client);
    }
    // Long enough for every stream to poll the store a few times.
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    let after = server.memory()?;
    drop(open);
    Ok((before, after))
}
