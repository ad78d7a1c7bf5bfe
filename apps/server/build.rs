//! The page's files have their hash in their name: a new one must be seen, not only a changed one.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
