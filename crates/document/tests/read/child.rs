//! The binary for the tests: only the child process. The real binary does the same behind a hidden command.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let after = args.iter().position(|arg| arg == tutti_document::COMMAND).map_or(0, |at| at + 1);
    std::process::exit(tutti_document::child(args.get(after..).unwrap_or_default()));
}
