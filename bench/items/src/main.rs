//! Measures the item crates and, in the same session, the peers that do the same work.
//!
//! usage: tutti-bench-items SYMPY_PYTHON GIRTH_PYTHON ANKI_PYTHON [ROUNDS]
//!
//! Ours and theirs alternate, round by round, and the best round of each counts. The table goes to standard output.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the table is its purpose, single pairs beside it"
)]

mod deck;
mod equality;
mod fit;
mod items;
mod sample_items;

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail, ensure};

/// One line of the table.
pub(crate) struct Line {
    what: &'static str,
    ours: String,
    peer: String,
    ratio: Option<f64>,
    target: &'static str,
    met: bool,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [sympy, girth, anki, rest @ ..] = &arguments[..] else {
        bail!("usage: tutti-bench-items SYMPY_PYTHON GIRTH_PYTHON ANKI_PYTHON [ROUNDS]");
    };
    let rounds = rest.first().map_or(Ok(3), |text| text.parse()).context("ROUNDS is a number")?;
    ensure!(rounds > 0, "ROUNDS is at least 1");

    let mut lines = items::measure(rounds);
    lines.extend(equality::measure(Path::new(sympy), rounds)?);
    lines.push(fit::measure(Path::new(girth), rounds)?);
    lines.push(deck::measure(Path::new(anki), rounds)?);

    println!("| what | ours | peer | ours is | target | |");
    println!("| --- | ---: | ---: | ---: | --- | --- |");
    for Line { what, ours, peer, ratio, target, met } in lines {
        let ratio = ratio.map_or_else(
            || "-".to_owned(),
            |ratio| if ratio < 10.0 { format!("{ratio:.1} x") } else { format!("{ratio:.0} x") },
        );
        let met = if met { "pass" } else { "**missed**" };
        println!("| {what} | {ours} | {peer} | {ratio} | {target} | {met} |");
    }
    Ok(())
}

/// Runs a script with this input and parses its JSON output.
pub(crate) fn ask<T: serde::de::DeserializeOwned>(
    python: &Path,
    script: &str,
    input: &str,
) -> anyhow::Result<T> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(script);
    let mut child = Command::new(python)
        .arg(&script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} does not start", python.display()))?;
    child.stdin.take().context("no standard input")?.write_all(input.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "{} failed", script.display());
    Ok(serde_json::from_slice(&output.stdout)?)
}
