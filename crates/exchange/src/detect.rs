//! Detects the format of a file: by its contents if they are clear, otherwise by its extension.

use tutti_untrusted::Archive;

use crate::Format;
use crate::archive::read_text;

/// Signs of a text that are looked at.
const START: usize = 4096;

impl Format {
    /// None if neither name nor content say.
    pub fn detect(name: &str, bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"PK") {
            return in_archive(bytes);
        }
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(START)]).into_owned();
        let trimmed = start.trim_start_matches('\u{feff}').trim_start();
        if trimmed.starts_with('<') {
            return in_xml(trimmed);
        }
        let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
        match end.as_str() {
            "json" | "jsonl" | "ndjson" => Some(Self::Jsonl),
            "csv" | "tsv" => Some(Self::Csv),
            "gift" => Some(Self::Gift),
            "txt" if trimmed.contains('{') && trimmed.contains(['=', '~']) => Some(Self::Gift),
            _ => None,
        }
    }
}

fn in_archive(bytes: &[u8]) -> Option<Format> {
    let mut archive = Archive::open(bytes).ok()?;
    let names = archive.names();
    let has = |start: &str| names.iter().any(|name| name.starts_with(start));
    if has("collection.anki2") {
        return Some(Format::Apkg);
    }
    if has("xl/") {
        return Some(Format::Xlsx);
    }
    // The manifest may be in a folder that contains everything.
    let manifest =
        names.iter().filter(|name| name.ends_with("imsmanifest.xml")).min_by_key(|name| name.len())?;
    let text = read_text(&mut archive, manifest).ok()??;
    if text.contains("imsqti_item_xmlv3p0") || text.contains("imsqtiasi_v3p0") || text.contains("qtiv3p0") {
        Some(Format::Qti3)
    } else if text.contains("imsqti_item_xmlv2p") || text.contains("imsqti_v2p") {
        Some(Format::Qti22)
    } else if text.contains("imsqti_xmlv1p2") || text.contains("imsqti_asiv1p2") {
        Some(Format::Canvas)
    } else {
        None
    }
}

fn in_xml(start: &str) -> Option<Format> {
    let signs = [
        ("<quiz", Format::Moodle),
        ("<qti-assessment-item", Format::Qti3),
        ("<assessmentItem", Format::Qti22),
        ("<questestinterop", Format::Canvas),
    ];
    signs.into_iter().find(|(sign, _)| start.contains(sign)).map(|(_, format)| format)
}
