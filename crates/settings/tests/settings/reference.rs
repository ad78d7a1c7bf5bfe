//! `docs/settings.md` matches the table of known keys.

use std::{env, fs, path::Path};

use tutti_settings::reference_markdown;

#[test]
fn the_committed_reference_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, reference_markdown()).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == reference_markdown(),
        "docs/settings.md is stale: UPDATE=1 cargo test -p tutti-settings reference"
    );
}
