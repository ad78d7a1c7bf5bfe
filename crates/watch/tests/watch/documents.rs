//! `docs/watching.md` matches the code.

use std::{fs, path::Path};

#[test]
fn the_tables_in_the_documents_are_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/watching.md");
    let mut expected = fs::read_to_string(&file).unwrap();
    for (name, table) in tutti_watch::reference() {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let (head, rest) = expected.split_once(&begin).unwrap();
        let (_, tail) = rest.split_once(&end).unwrap();
        expected = format!("{head}{begin}\n{table}\n{end}{tail}");
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &expected).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap();
    assert!(
        written == expected,
        "docs/watching.md is stale: UPDATE=1 cargo nextest run -p tutti-watch fresh"
    );
}
