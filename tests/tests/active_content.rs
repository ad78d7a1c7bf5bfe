//! Active content never leaves in an export, whatever the format: the exported bytes are opened again and searched.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use tutti_exchange::{About, Format};
use tutti_item::{Image, ImageData, Item};
use tutti_untrusted::Archive;

/// What must not be found, in lower case.
const FORBIDDEN: &[&str] =
    &["javascript:", "<script", "alert(", " onload=", " onclick=", "foreignobject", "evil.example"];

/// Known tricks inside a drawing.
const DRAWINGS: &[&str] = &[
    "<script>alert(1)</script>",
    "<SCRIPT>alert(1)</SCRIPT>",
    "<script><![CDATA[alert(1)]]></script>",
    "<s:script xmlns:s=\"http://www.w3.org/2000/svg\">alert(1)</s:script>",
    "<h:script xmlns:h=\"http://www.w3.org/1999/xhtml\">alert(1)</h:script>",
    "<script xlink:href=\"https://evil.example/x.js\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"/>",
    "<rect onload=\"alert(1)\"/>",
    "<g><g><rect ONCLICK=\"alert(1)\" onclick=\"alert(1)\"/></g></g>",
    "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\"><iframe src=\"javascript:alert(1)\"/></body></foreignObject>",
    "<a href=\"javascript:alert(1)\"><text>x</text></a>",
    "<a href=\"JaVa&#x53;cript&#58;alert(1)\"><text>x</text></a>",
    "<a href=\" &#1;java&#9;script:alert(1)\"><text>x</text></a>",
    "<a xlink:href=\"javascript:alert(1)\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"><text>x</text></a>",
    "<a y:href=\"javascript:alert(1)\" xmlns:y=\"http://www.w3.org/1999/xlink\"><text>x</text></a>",
    "<use href=\"https://evil.example/x.svg#y\"/>",
    "<use href=\"//evil.example/x.svg#y\"/>",
    "<image href=\"https://evil.example/x.png\"/>",
    "<image href=\"data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+\"/>",
    "<image href=\"data:text/html,&lt;script>alert(1)&lt;/script>\"/>",
    "<style>@import 'https://evil.example/x.css';</style>",
    "<style>rect{fill:url(https://evil.example/x)}</style>",
    "<style><![CDATA[rect{background:url('javascript:alert(1)')}]]></style>",
    "<rect style=\"fill:url(https://evil.example/x)\"/>",
    "<rect fill=\"url(https://evil.example/x#y)\"/>",
    "<rect><set attributeName=\"href\" to=\"javascript:alert(1)\"/></rect>",
    "<animate attributeName=\"xlink:href\" values=\"javascript:alert(1)\"/>",
    "<rect><animate attributeName=\"href\" begin=\"0s\" from=\"#a\" to=\"javascript:alert(1)\"/></rect>",
    "<?xml-stylesheet href=\"https://evil.example/x.css\"?>",
    "<!--<script>alert(1)</script>-->",
    "<metadata><x onload=\"alert(1)\"/></metadata>",
    "<handler type=\"text/ecmascript\">alert(1)</handler>",
    "<iframe src=\"javascript:alert(1)\"/><embed src=\"https://evil.example\"/><object data=\"https://evil.example\"/>",
];

/// Known tricks in a formula.
const FORMULAS: &[&str] = &[
    "\\href{javascript:alert(1)}{x}",
    "\\href{JAVASCRIPT:alert(1)}{x}",
    "\\href{ javascript:alert(1)}{x}",
    "\\href {javascript:alert(1)}{x}",
    "\\href\n{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\frac{1}{\\href{javascript:alert(1)}{x}}",
    "\\href{data:text/html,evil.example}{x}",
    "\\href{\\href{javascript:alert(1)}{x}}{y}",
];

fn drawing(inner: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"3\" height=\"3\"/>{inner}</svg>"
    )
}

fn item(svg: &str, tex: &str) -> Item {
    let mut item = Item::multiple_choice(
        format!("Look at ![it](a.svg) and \\({tex}\\)."),
        [format!("\\({tex}\\)"), "two".to_owned(), "three".to_owned()],
        0,
    );
    item.figure = Some(svg.to_owned());
    let image = |media_type: &str| Image {
        media_type: media_type.to_owned(),
        data: ImageData::inline(svg.as_bytes()),
    };
    item.images.insert("a.svg".to_owned(), image("image/svg+xml"));
    item
}

/// Everything in a file, unpacked and decoded as far as it goes.
fn contents(bytes: &[u8]) -> Vec<String> {
    let mut texts = vec![String::from_utf8_lossy(bytes).into_owned()];
    if let Ok(mut archive) = Archive::open(bytes) {
        for name in archive.names() {
            if let Ok(Some(inner)) = archive.read(&name) {
                texts.extend(contents(&inner));
            }
        }
    }
    if let Ok(plain) = tutti_untrusted::zstd::unpack(bytes) {
        texts.extend(contents(&plain));
    }
    let embedded: Vec<String> = texts
        .iter()
        .flat_map(|text| text.split(|c: char| !(c.is_ascii_alphanumeric() || "+/=".contains(c))))
        .filter(|run| run.len() >= 24)
        .filter_map(|run| STANDARD.decode(run).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect();
    texts.extend(embedded);
    texts
}

#[track_caller]
fn check_absent(place: &str, source: &str, bytes: &[u8]) {
    for text in contents(bytes) {
        let text = text.to_lowercase();
        for forbidden in FORBIDDEN {
            let at = text.find(forbidden);
            let around = at.map(|at| {
                text.chars().skip(text[..at].chars().count().saturating_sub(60)).take(160).collect::<String>()
            });
            assert!(at.is_none(), "{place}: `{forbidden}` of {source} is still there: {around:?}");
        }
    }
}

#[track_caller]
fn check(svg: &str, tex: &str) {
    let source = format!("{svg} {tex}");
    let item = item(svg, tex);
    for format in Format::ALL {
        let about = About { title: "t".to_owned(), at: 0 };
        let export = tutti_exchange::write(*format, std::slice::from_ref(&item), &about).unwrap();
        check_absent(format.name(), &source, &export.bytes);
    }
    check_absent("page", &source, tutti_exchange::html(&item.stem, &item.images).as_bytes());
    let sheet = tutti_print::Sheet {
        title: "t".to_owned(),
        size: tutti_print::PageSize::A4,
        language: tutti_print::Language::English,
    };
    for printed in [
        tutti_print::paper(std::slice::from_ref(&item), &sheet),
        tutti_print::key(std::slice::from_ref(&item), &sheet),
    ] {
        let bytes = printed.unwrap().bytes;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(
            !["/URI", "/JavaScript", "/JS", "/Launch"].iter().any(|action| text.contains(action)),
            "{source}"
        );
    }
}

#[test]
fn known_tricks_never_leave() {
    for inner in DRAWINGS {
        check(&drawing(inner), "x");
    }
    for tex in FORMULAS {
        check(&drawing(""), tex);
    }
    check("<svg onload=\"alert(1)\"/>", "x");
    check("<!DOCTYPE svg [<!ENTITY x \"javascript:alert(1)\">]><svg><a href=\"&x;\"/></svg>", "x");
    check("<svg><script>alert(1)</svg>", "x");
    check("\u{feff} <svg><script>alert(1)</script></svg>", "x");
}

#[test]
fn imports_bring_no_active_content() {
    let line = serde_json::to_string(&item(&drawing(DRAWINGS[0]), FORMULAS[0])).unwrap();
    let import = tutti_exchange::read_as_it_is(Format::Jsonl, line.as_bytes()).unwrap();
    check_absent("import", "the item", serde_json::to_string(&import.items).unwrap().as_bytes());
    let html = "<a href=\"javascript:alert(1)\">x</a><img src=x onload=alert(1)><script>alert(1)</script>b";
    let moodle = format!(
        "<quiz><question type=\"truefalse\"><questiontext format=\"html\"><text><![CDATA[{html}]]></text></questiontext>\
         <answer fraction=\"100\"><text>true</text></answer><answer fraction=\"0\"><text>false</text></answer></question></quiz>"
    );
    if let Ok(import) = tutti_exchange::read_as_it_is(Format::Moodle, moodle.as_bytes()) {
        check_absent("import", html, serde_json::to_string(&import.items).unwrap().as_bytes());
    }
}

#[test]
fn links_in_texts_lead_to_the_web_only() {
    for (text, kept) in [
        ("[x](https://a.example)", true),
        ("[x](javascript:alert(1))", false),
        ("[x]( JavaScript:alert(1))", false),
        ("[x](&#106;avascript:alert(1))", false),
        ("[x](java\u{1}script:alert(1))", false),
        ("[**x**](data:text/html,a)", false),
        ("<javascript:alert(1)>", false),
        ("[x]: javascript:alert(1)", false),
    ] {
        let item = tutti_item::normal_form(Item::multiple_choice(text, ["a", "b"], 0));
        let stem = item.stem.as_str();
        let linked = stem.contains("](") || stem.contains("]:") || stem.starts_with("<j");
        assert_eq!(linked, kept, "{text} became {stem}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Tricks inside tricks, in any order.
    #[test]
    fn mixtures_never_leave(
        pieces in prop::collection::vec(prop::sample::select(DRAWINGS.to_vec()), 1..5),
        nested in any::<bool>(),
        tex in prop::collection::vec(prop::sample::select(FORMULAS.to_vec()), 1..3),
    ) {
        let inner = if nested { pieces.iter().fold(String::new(), |inner, piece| format!("<g>{piece}{inner}</g>")) } else { pieces.concat() };
        check(&drawing(&inner), &tex.join("+"));
    }
}
