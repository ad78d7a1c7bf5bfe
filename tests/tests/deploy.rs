//! The files for administrators: the systemd unit stays hardened, and the rules for dependencies are complete.

use std::{fs, path::Path, process::Command};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn the_unit_is_hardened() {
    // The threshold is ten times the exposure: 2 of 10.
    let analysis = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--no-pager", "--threshold=20"])
        .arg(root().join("deploy/tutti.service"))
        .output()
        .expect("`make test` installs systemd-analyze");
    let text = String::from_utf8_lossy(&analysis.stdout);
    assert!(text.contains("Overall exposure level"), "{text}{}", String::from_utf8_lossy(&analysis.stderr));
    assert!(analysis.status.success(), "{text}");
}

/// The unit starts the server with options that it has.
#[test]
fn the_unit_starts_the_server() {
    let unit = fs::read_to_string(root().join("deploy/tutti.service")).unwrap();
    let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let mut words = command.split_whitespace().skip(1);
    let reference = fs::read_to_string(root().join("docs/cli.md")).unwrap();
    let name = words.next().unwrap();
    assert!(reference.contains(&format!("## `tutti {name}`")), "{command}");
    for option in words.filter(|word| word.starts_with("--")) {
        assert!(reference.contains(&format!("| `{option}")), "{option}");
    }
}
