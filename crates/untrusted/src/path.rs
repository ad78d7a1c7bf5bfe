//! References between the files of an archive. They write nothing to disk, and none leads out of the archive.

/// The path in the archive that `reference` means in `folder` (empty for the root); none if it leads out of the archive.
pub fn resolve(folder: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let (folder, reference) = match reference.strip_prefix('/') {
        Some(from_root) => ("", from_root),
        None => (folder, reference),
    };
    for part in folder.split('/').chain(reference.split(['/', '\\'])) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// The folder of a file, with the slash at its end; empty for the root.
pub fn folder(file: &str) -> &str {
    file.rfind('/').and_then(|at| file.get(..=at)).unwrap_or_default()
}

/// `%20` and the like as the bytes they stand for.
pub fn percent_decode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = (first == b'%').then(|| after.get(..2)).flatten();
        let hex = hex.filter(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        let byte = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    bytes
}

/// As [`percent_decode`]; the text as it stands if the bytes are not UTF-8.
pub fn percent_decode_text(text: &str) -> String {
    String::from_utf8(percent_decode(text)).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_the_archive() {
        for (folder, reference, path) in [
            ("items/", "../images/a.png", Some("images/a.png")),
            ("items/", "/a.png", Some("a.png")),
            ("", "./x//y.xml", Some("x/y.xml")),
            ("", "../../etc/passwd", None),
            ("items/", "..\\..\\x", None),
            ("", "", None),
        ] {
            assert_eq!(resolve(folder, reference).as_deref(), path, "{folder} {reference}");
        }
        assert_eq!((folder("a/b/c.xml"), folder("c.xml")), ("a/b/", ""));
    }

    #[test]
    fn percent_signs() {
        assert_eq!(percent_decode_text("a%20b%zz%c3%a5%"), "a b%zzå%");
        assert_eq!(percent_decode_text("a%20b%C3%B8c%"), "a bøc%");
        assert_eq!(percent_decode_text("%ff"), "%ff");
    }
}
