//! XML archives: Word, slides, books; valid and hostile.

use std::io::{Cursor, Write};

use tutti_document::{Kind, ReadError};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::{read, show, strict, text};

fn pack(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const WORD: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
     xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\"";

fn docx(body: &str) -> Vec<u8> {
    let styles = format!(
        "<w:styles {WORD}><w:style w:styleId=\"Overskrift1\"><w:name w:val=\"heading 1\"/></w:style>\
         <w:style w:styleId=\"Egen\"><w:name w:val=\"Egen\"/><w:basedOn w:val=\"Overskrift1\"/></w:style>\
         <w:style w:styleId=\"Under\"><w:name w:val=\"Under\"/><w:pPr><w:outlineLvl w:val=\"1\"/></w:pPr></w:style>\
         <w:style w:styleId=\"Liste\"><w:name w:val=\"List Bullet\"/></w:style></w:styles>"
    );
    let notes = format!(
        "<w:footnotes {WORD}><w:footnote w:type=\"separator\" w:id=\"0\"><w:p><w:r><w:t>no</w:t></w:r></w:p></w:footnote>\
         <w:footnote w:id=\"2\"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>"
    );
    pack(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "word/document.xml",
            &format!("<?xml version=\"1.0\"?><w:document {WORD}><w:body>{body}</w:body></w:document>"),
        ),
        ("word/styles.xml", &styles),
        ("word/footnotes.xml", &notes),
        ("docProps/core.xml", "<cp xmlns:dc=\"x\"><dc:title>Læren om lys</dc:title></cp>"),
    ])
}

fn paragraph(style: &str, text: &str) -> String {
    format!(
        "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>"
    )
}

#[tokio::test]
async fn word_keeps_its_structure() {
    let body = [
        paragraph("Overskrift1", "Lys"),
        paragraph("Under", "Farger"),
        "<w:p><w:r><w:t>Lys er </w:t></w:r><w:ins><w:r><w:t>raskt</w:t></w:r></w:ins><w:del><w:r><w:delText>tregt</w:delText></w:r></w:del>\
         <w:r><w:tab/><w:t>og rett.</w:t></w:r></w:p>"
            .to_owned(),
        paragraph("Liste", "rødt"),
        "<w:p><w:pPr><w:numPr><w:numId w:val=\"3\"/></w:numPr></w:pPr><w:r><w:t>grønt</w:t></w:r></w:p>".to_owned(),
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Farge</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>nm</w:t></w:r></w:p></w:tc></w:tr>\
         <w:tr><w:tc><w:p><w:r><w:t>rød</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>700</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
            .to_owned(),
        "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>".to_owned(),
        paragraph("Egen", "Neste side"),
        "<w:p><mc:AlternateContent><mc:Choice><w:r><w:t>én gang</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>to ganger</w:t></w:r>\
         </mc:Fallback></mc:AlternateContent></w:p>"
            .to_owned(),
    ]
    .concat();
    let document = read(&docx(&body), "a.docx").await.unwrap();
    assert_eq!(
        show(&document),
        "h1 Lys\nh2 Farger\np Lys er raskt og rett.\n- rødt\n- grønt\nt Farge | nm\nrød | 700\nh1 Neste side\np én gang\np A note.\n"
    );
    assert_eq!((document.kind, document.title.as_deref()), (Kind::Docx, Some("Læren om lys")));
    let page = |text: &str| document.blocks.iter().find(|block| block.text == text).unwrap().page;
    assert_eq!((page("grønt"), page("Neste side"), document.quality.pages), (1, 2, 2));
}

#[tokio::test]
async fn slides_are_pages() {
    let names = "xmlns:p=\"p\" xmlns:a=\"a\" xmlns:r=\"r\"";
    let run = |text: &str| format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>");
    let shape = |role: &str, body: &str| {
        format!("<p:sp><p:nvSpPr><p:nvPr>{role}</p:nvPr></p:nvSpPr><p:txBody>{body}</p:txBody></p:sp>")
    };
    let slide =
        |shapes: &str| format!("<p:sld {names}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>");
    let rel = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"http://x/{kind}\" Target=\"{target}\"/>")
    };
    let first = [
        shape("<p:ph idx=\"1\"/>", &(run("first point") + &run("second point"))),
        shape("<p:ph type=\"title\"/>", &run("Opening")),
        shape("<p:ph type=\"sldNum\"/>", &run("1")),
        "<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc>\
         <a:tc><a:txBody><a:p><a:r><a:t>y</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
            .to_owned(),
    ]
    .concat();
    let show_xml = format!(
        "<p:presentation {names}><p:sldIdLst><p:sldId id=\"256\" r:id=\"r2\"/><p:sldId id=\"257\" r:id=\"r1\"/></p:sldIdLst></p:presentation>"
    );
    let bytes = pack(&[
        ("ppt/presentation.xml", &show_xml),
        (
            "ppt/_rels/presentation.xml.rels",
            &format!(
                "<R>{}{}</R>",
                rel("r1", "slide", "slides/slide1.xml"),
                rel("r2", "slide", "slides/slide2.xml")
            ),
        ),
        ("ppt/slides/slide2.xml", &slide(&first)),
        (
            "ppt/slides/_rels/slide2.xml.rels",
            &format!("<R>{}</R>", rel("r1", "notesSlide", "../notesSlides/n1.xml")),
        ),
        (
            "ppt/notesSlides/n1.xml",
            &slide(
                &(shape("<p:ph type=\"sldImg\"/>", &run("no"))
                    + &shape("<p:ph type=\"body\"/>", &run("Say hello."))),
            ),
        ),
        ("ppt/slides/slide1.xml", &slide(&shape("", &run("A free text")))),
    ]);
    let document = read(&bytes, "a.pptx").await.unwrap();
    assert_eq!(
        show(&document),
        "h1 Opening\n- first point\n- second point\nt x | y\np Say hello.\np A free text\n"
    );
    assert_eq!(
        (document.kind, document.quality.pages, document.blocks[5].id.as_str()),
        (Kind::Pptx, 2, "p2.1")
    );
}

#[tokio::test]
async fn a_book_is_read_in_the_order_of_its_spine() {
    let bytes = pack(&[
        ("mimetype", "application/epub+zip"),
        (
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path=\"OPS/a.opf\"/></rootfiles></container>",
        ),
        (
            "OPS/a.opf",
            "<package xmlns:dc=\"d\"><metadata><dc:title>The Book</dc:title></metadata><manifest><item id=\"b\" href=\"two%20b.xhtml\"/>\
             <item id=\"a\" href=\"one.xhtml\"/></manifest><spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>",
        ),
        ("OPS/one.xhtml", "<!DOCTYPE html><html><body><h1>One</h1><p>First&nbsp;words.</p></body></html>"),
        ("OPS/two b.xhtml", "<html><body><h2>Two</h2><ul><li>item</li></ul></body></html>"),
    ]);
    let document = read(&bytes, "a.epub").await.unwrap();
    assert_eq!(show(&document), "h1 One\np First words.\nh2 Two\n- item\n");
    assert_eq!(
        (document.kind, document.title.as_deref(), document.quality.pages),
        (Kind::Epub, Some("The Book"), 2)
    );
}

#[tokio::test]
async fn a_web_page_keeps_headings_and_lists() {
    let html = "<!doctype html><title>Tides</title><body><header><nav><a>Home</a></nav></header><main><h1>Tides</h1><p>The moon pulls.</p>\
         <ol><li>high</li><li>low</li></ol></main>";
    let document = read(html.as_bytes(), "tides").await.unwrap();
    assert_eq!((document.kind, document.title.as_deref()), (Kind::Html, Some("Tides")));
    assert!(show(&document).contains("h1 Tides\np The moon pulls.\n- high\n- low\n"), "{}", show(&document));
}

#[tokio::test]
async fn hostile_archives_are_refused() {
    let check = async |bytes: Vec<u8>, what: &str| {
        let error = strict().read(&bytes, Some("a.docx")).await.unwrap_err();
        assert!(!matches!(error, ReadError::Reader { .. }), "{what}: {error}");
        let next = strict().read(&docx(&paragraph("", "Next.")), None).await.unwrap();
        assert!(text(&next).starts_with("Next."));
        error
    };
    let bomb = docx(&format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(300 << 20)));
    assert!(bomb.len() < 1 << 20);
    assert!(matches!(check(bomb, "bomb").await, ReadError::TooLarge { .. }));
    let laughs = "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>\
         <w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>&c;</w:t></w:r></w:p></w:body></w:document>";
    let entities = pack(&[("word/document.xml", laughs)]);
    assert!(matches!(check(entities, "entities").await, ReadError::Damaged { .. }));
    let outside =
        "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><w:document xmlns:w=\"w\">&a;</w:document>";
    assert!(matches!(
        check(pack(&[("word/document.xml", outside)]), "file").await,
        ReadError::Damaged { .. }
    ));
    let deep = format!("{}{}", "<w:sdt>".repeat(100_000), "</w:sdt>".repeat(100_000));
    assert!(matches!(check(docx(&deep), "deep").await, ReadError::Damaged { .. }));
    let names: Vec<String> = (0..21_000).map(|n| format!("f{n}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert!(matches!(
        check(pack(&many), "many").await,
        ReadError::TooLarge { .. } | ReadError::UnknownType { .. }
    ));
    let attributes: Vec<String> = (0..60_000).map(|n| format!(" a{n}='1'")).collect();
    let attributes = attributes.concat();
    let _ = check(pack(&[("word/document.xml", &format!("<w{attributes}/>"))]), "attributes").await;
    let nested = format!("<html><body>{}", "<div><p>".repeat(200_000));
    let _ = check(nested.into_bytes(), "HTML").await;
}
