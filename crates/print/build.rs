//! Copies the fonts that papers use out of the bundle, so that the binary does not carry the others (5 MB).

use std::{env, error::Error, fs, path::PathBuf};

/// By PostScript name; `src/font.rs` includes each.
const FONTS: [&str; 6] = [
    "NewCM10-Regular",
    "NewCM10-Bold",
    "NewCM10-Italic",
    "NewCM10-BoldItalic",
    "DejaVuSansMono",
    "NewCMMath-Regular",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for name in FONTS {
        let is_named = |data: &&[u8]| postscript_name(data).as_deref() == Some(name);
        let data = typst_assets::fonts().find(is_named).ok_or(format!("the bundle has no font {name}"))?;
        fs::write(out.join(name), data)?;
    }
    Ok(())
}

fn postscript_name(data: &[u8]) -> Option<String> {
    let face = ttf_parser::Face::parse(data, 0).ok()?;
    let is_name = |name: &ttf_parser::name::Name<'_>| {
        name.name_id == ttf_parser::name_id::POST_SCRIPT_NAME && name.is_unicode()
    };
    face.names().into_iter().find(is_name).and_then(|name| name.to_string())
}
