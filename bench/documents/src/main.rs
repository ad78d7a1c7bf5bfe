//! The child process that reads documents, exactly as in the product.
//!
//! `peers/measure.py` starts it, as it starts the peers.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let after = args.iter().position(|arg| arg == tutti_document::COMMAND).map_or(0, |at| at + 1);
    std::process::exit(tutti_document::child(args.get(after..).unwrap_or_default()));
}
