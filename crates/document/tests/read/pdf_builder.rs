//! Builds PDF files object by object, valid and broken.

use std::fmt::Write;

/// A file of these objects, the first of which is the catalogue; they are numbered from 1.
pub(crate) fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n", at + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(end, "{place:010} 00000 n ");
    }
    let _ = write!(end, "trailer <</Size {} /Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    bytes.extend(end.bytes());
    bytes
}

/// A stream with these entries in its dictionary.
pub(crate) fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = format!("<<{entries} /Length {}>>\nstream\n", data.len()).into_bytes();
    bytes.extend(data);
    bytes.extend(b"\nendstream");
    bytes
}

pub(crate) fn deflated_stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let data = miniz_oxide::deflate::compress_to_vec_zlib(data, 6);
    stream(&format!("{entries} /Filter /FlateDecode"), &data)
}

/// What a page of a made document has.
#[derive(Clone, Default)]
pub(crate) struct Page {
    pub(crate) content: String,
    /// Entries of its dictionary.
    pub(crate) entries: String,
    /// A grey image that covers it: width, height, dots.
    pub(crate) image: Option<(usize, usize, Vec<u8>)>,
}

/// Fonts: `R` Times, `B` its bold, `S` Helvetica, `W` Helvetica set wide, `H` Hebrew letters in the places of a to z.
const FONTS: &str = "/R <</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>> \
     /B <</Type/Font/Subtype/Type1/BaseFont/Times-Bold/Encoding/WinAnsiEncoding>> \
     /S <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> \
     /W <</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 122/Widths[WIDE]/Encoding/WinAnsiEncoding>> \
     /H <</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 122/Widths[WIDTHS]/Encoding <</Type/Encoding/Differences [97 \
     /uni05D0/uni05D1/uni05D2/uni05D3/uni05D4/uni05D5/uni05D6/uni05D7/uni05D8/uni05D9/uni05DB/uni05DC/uni05DE]>>>>";

/// US Letter pages.
pub(crate) fn pdf(pages: &[Page]) -> Vec<u8> {
    let mut objects = vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec(), Vec::new()];
    let fonts = FONTS.replace("WIDTHS", &"500 ".repeat(91)).replace("WIDE", &"700 ".repeat(91));
    let mut kids = String::new();
    for page in pages {
        let first = objects.len() + 1;
        let _ = write!(kids, "{first} 0 R ");
        let image =
            if page.image.is_some() { format!("/XObject <</I {} 0 R>>", first + 2) } else { String::new() };
        objects.push(
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792] {} /Contents {} 0 R/Resources <</Font <<{fonts}>> {image}>>>>",
                page.entries,
                first + 1
            )
            .into_bytes(),
        );
        let drawn = if page.image.is_some() { "q 612 0 0 792 0 0 cm /I Do Q " } else { "" };
        objects.push(stream("", format!("{drawn}{}", page.content).as_bytes()));
        if let Some((width, height, dots)) = &page.image {
            let entries = format!(
                "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceGray/BitsPerComponent 8"
            );
            objects.push(deflated_stream(&entries, dots));
        }
    }
    objects[1] = format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()).into_bytes();
    file(&objects)
}

/// Text at a place, with font and size such as `R 10`.
pub(crate) fn put(x: f32, y: f32, font: &str, text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    format!("BT /{font} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Lines under each other, twelve points apart.
pub(crate) fn lines(x: f32, y: f32, font: &str, lines: &[&str]) -> String {
    lines.iter().enumerate().map(|(at, line)| put(x, y - 12.0 * at as f32, font, line)).collect()
}

/// One page with this content.
pub(crate) fn one(content: impl Into<String>) -> Vec<u8> {
    pdf(&[Page { content: content.into(), ..Page::default() }])
}

pub(crate) const PROSE: [&str; 8] = [
    "Plants turn the energy of light into chemical energy. They do so in their leaves, where",
    "green cells hold chlorophyll. Water comes from the roots and carbon dioxide from the air,",
    "and what the plant gives back is oxygen. Without this process there would be no food for",
    "animals and no air for us to breathe. The sugar that is made feeds the whole plant, and",
    "what is left is stored as starch in roots and seeds. A farmer who knows this knows when",
    "to water a field, how close rows may stand and why weeds are a thief of light. In the dark",
    "the plant breathes as we do: it takes up oxygen and gives off carbon dioxide, only much",
    "less of it than the light of a day brings in.",
];
