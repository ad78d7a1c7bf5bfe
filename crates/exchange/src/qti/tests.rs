//! Items from other tools, and files that are refused.

use crate::archive::pack;
use crate::{Format, Import, ReadError, read};

fn item(declarations: &str, body: &str, rest: &str) -> String {
    format!(
        "<assessmentItem xmlns=\"http://www.imsglobal.org/xsd/imsqti_v2p1\" identifier=\"Q-1\" title=\"t\">\
         {declarations}<itemBody>{body}</itemBody>{rest}</assessmentItem>"
    )
}

fn response(kind: &str, values: &[&str]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("<value>{value}</value>")).collect();
    let values = values.concat();
    format!(
        "<responseDeclaration identifier=\"RESPONSE\" cardinality=\"single\" baseType=\"{kind}\">\
         <correctResponse>{values}</correctResponse></responseDeclaration>"
    )
}

fn read_item(xml: &str) -> Result<Import, ReadError> {
    read(Format::Qti22, xml.as_bytes())
}

/// The stem and the body as they are printed, or why the item is skipped.
#[track_caller]
fn check(xml: &str, expected: &str) {
    let import = read_item(xml).unwrap();
    let said = match (import.items.as_slice(), import.skipped.as_slice()) {
        ([item], []) => {
            let steps: Vec<_> = item.solution.steps.iter().map(|step| step.text.as_str()).collect();
            format!(
                "{} | {} | {}",
                item.stem.as_str(),
                tutti_core::canonical_json(&serde_json::to_value(&item.body).unwrap()),
                steps.join(" / ")
            )
        }
        ([], [skipped]) => skipped.why.clone(),
        both => format!("{both:?}"),
    };
    assert_eq!(said, expected);
}

const ENTRY: &str = "<textEntryInteraction responseIdentifier=\"RESPONSE\"/>";

#[test]
fn fields_to_write_in() {
    check(
        &item(&response("string", &["Oslo"]), &format!("<p>The capital of Norway is {ENTRY}.</p>"), ""),
        "The capital of Norway is | {\"accepts\":[\"Oslo\"],\"case_sensitive\":true,\"kind\":\"short_answer\"} | ",
    );
    check(
        &item(&response("string", &["Oslo"]), &format!("<p>{ENTRY} is the capital of Norway.</p>"), ""),
        "{{1}} is the capital of Norway. | {\"gaps\":[{\"accepts\":[\"Oslo\"],\"name\":\"1\"}],\"kind\":\"cloze\"} | ",
    );
    let rule = |rule: &str| {
        format!(
            "<responseProcessing><responseCondition><responseIf>{rule}</responseIf></responseCondition></responseProcessing>"
        )
    };
    let compared = "<variable identifier=\"RESPONSE\"/><correct identifier=\"RESPONSE\"/>";
    check(
        &item(
            &response("float", &["4"]),
            &format!("<p>Add two and two.</p><p>{ENTRY}</p>"),
            &rule(&format!("<equal toleranceMode=\"relative\" tolerance=\"5 5\">{compared}</equal>")),
        ),
        "Add two and two. | {\"kind\":\"numeric\",\"tolerance\":{\"relative\":\"0.05\"},\"value\":\"4\"} | ",
    );
    check(
        &item(
            &response("float", &["3.14"]),
            &format!("<p>Give {ENTRY} to two places.</p>"),
            &rule(&format!(
                "<equalRounded roundingMode=\"decimalPlaces\" figures=\"2\">{compared}</equalRounded>"
            )),
        ),
        "Give ____ to two places. | {\"kind\":\"numeric\",\"tolerance\":{\"absolute\":\"0.005\"},\"value\":\"3.14\"} | ",
    );
    let bound = |name: &str, value: &str| {
        format!(
            "<{name}><variable identifier=\"RESPONSE\"/><baseValue baseType=\"float\">{value}</baseValue></{name}>"
        )
    };
    check(
        &item(
            "<responseDeclaration identifier=\"RESPONSE\" cardinality=\"single\" baseType=\"float\"/>",
            &format!("<p>About two? {ENTRY}</p>"),
            &rule(&format!("<and>{}{}</and>", bound("gte", "1.9"), bound("lte", "2.1"))),
        ),
        "About two? | {\"kind\":\"numeric\",\"tolerance\":{\"absolute\":\"0.1\"},\"value\":\"2\"} | ",
    );
}

#[test]
fn feedback_and_words_that_look_like_marks() {
    let choice = "<choiceInteraction responseIdentifier=\"RESPONSE\"><prompt>Is {{x}} right?</prompt>\
                  <simpleChoice identifier=\"yes-1\">Yes</simpleChoice><simpleChoice identifier=\"no-1\">No</simpleChoice>\
                  </choiceInteraction>";
    let feedback = "<modalFeedback outcomeIdentifier=\"F\" showHide=\"show\" identifier=\"no-1\">Not so.</modalFeedback>\
                    <modalFeedback outcomeIdentifier=\"F\" showHide=\"show\" identifier=\"right\"><p>Well done.</p></modalFeedback>";
    check(
        &item(&response("identifier", &["yes-1"]), choice, feedback),
        "Is \\{\\{x}} right? | {\"key\":\"A\",\"kind\":\"multiple_choice\",\"options\":[{\"label\":\"A\",\"text\":\"Yes\"},\
         {\"label\":\"B\",\"rationale\":\"Not so.\",\"text\":\"No\"}]} | Well done.",
    );
    let pair = "<choiceInteraction responseIdentifier=\"RESPONSE\"><simpleChoice identifier=\"c1\"><p>True</p></simpleChoice>\
                <simpleChoice identifier=\"c2\">False</simpleChoice></choiceInteraction>";
    check(
        &item(&response("identifier", &["c2"]), &format!("<p>Fish fly.</p>{pair}"), ""),
        "Fish fly. | {\"answer\":false,\"kind\":\"true_false\"} | ",
    );
}

#[test]
fn open_questions_are_cards_if_they_have_an_answer() {
    let open = "<p>Why?</p><extendedTextInteraction responseIdentifier=\"RESPONSE\"/>";
    check(&item("", open, ""), "it is an open question without a model answer");
    check(
        &item("", &format!("{open}<rubricBlock view=\"scorer\"><p>Because.</p></rubricBlock>"), ""),
        "Why? | {\"back\":\"Because.\",\"kind\":\"flashcard\"} | ",
    );
}

#[test]
fn other_kinds_are_skipped() {
    check(
        &item("", "<orderInteraction responseIdentifier=\"R\"/>", ""),
        "its kind is orderInteraction, which Tutti does not support",
    );
    check(&item("", "<p>Read this.</p>", ""), "it asks nothing");
    check(
        &item("<templateDeclaration identifier=\"x\"/>", "<p/>", ""),
        "it is generated from a template each time",
    );
    check(
        &item("", "<object data=\"a.mp3\" type=\"audio/mpeg\"/>", ""),
        "it has sound, video or another page in it",
    );
    let two = |name: &str| {
        format!(
            "<inlineChoiceInteraction responseIdentifier=\"{name}\"><inlineChoice identifier=\"a\">is</inlineChoice>\
             <inlineChoice identifier=\"b\">are</inlineChoice></inlineChoiceInteraction>"
        )
    };
    let declared = |name: &str, key: &str| response("identifier", &[key]).replace("RESPONSE", name);
    check(
        &item(
            &format!("{}{}", declared("R1", "a"), declared("R2", "b")),
            &format!("<p>He {} one, they {} two.</p>", two("R1"), two("R2")),
            "",
        ),
        "He {{1}} one, they {{2}} two. | {\"gaps\":[{\"accepts\":[\"is\"],\"name\":\"1\"},\
         {\"accepts\":[\"are\"],\"name\":\"2\"}],\"kind\":\"cloze\"} | ",
    );
}

/// The place, what is wrong, and the next step.
#[track_caller]
fn check_refused(bytes: &[u8], said: &str, hint: &str) {
    let error = read(Format::Qti22, bytes).unwrap_err();
    assert_eq!(error.to_string(), said);
    assert_eq!(error.hint.as_deref(), Some(hint));
}

fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    pack("test", files.iter().map(|(name, text)| (*name, text.as_bytes()))).unwrap()
}

fn manifest(href: &str) -> String {
    format!(
        "<manifest><resources><resource identifier=\"a\" type=\"imsqti_item_xmlv2p2\" href=\"{href}\"/></resources></manifest>"
    )
}

#[test]
fn broken_files_are_refused_with_a_next_step() {
    let choice = "<choiceInteraction responseIdentifier=\"RESPONSE\"><simpleChoice identifier=\"a\">1</simpleChoice>\
                  <simpleChoice identifier=\"b\">2</simpleChoice></choiceInteraction>";
    check_refused(
        item("<responseDeclaration identifier=\"RESPONSE\"/>", choice, "").as_bytes(),
        "the file (Q-1): it does not say which answer is right",
        "add a correctResponse to its responseDeclaration, or remove the question",
    );
    check_refused(
        item("", choice, "").as_bytes(),
        "the file (Q-1): the response `RESPONSE` is not declared",
        "add a responseDeclaration with its correct response",
    );
    check_refused(
        item(&response("identifier", &["c"]), choice, "").as_bytes(),
        "the file (Q-1): the right answer `c` is not one of its options",
        "name one of the options in its correctResponse",
    );
    check_refused(
        b"<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><assessmentItem>&x;</assessmentItem>",
        "the file, line 1: it declares a document type, which could define its own entities",
        "remove the <!DOCTYPE \u{2026}> from the file; no question needs it",
    );
    check_refused(
        b"<questestinterop/>",
        "the file: it is a `questestinterop`, not an item",
        "this is QTI 1.2: import it as `canvas`",
    );
    check_refused(
        &zip(&[("a.xml", "<x/>")]),
        "the package: there is no imsmanifest.xml in it",
        "a QTI package is a zip with a manifest; a single item is imported as its .xml file",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", &manifest("items/a.xml"))]),
        "imsmanifest.xml: it lists `items/a.xml`, which is not in the package",
        "export the package again, with all its files",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", &manifest("../../etc/passwd"))]),
        "imsmanifest.xml: `../../etc/passwd` leads out of the package",
        "a package may only name files inside it; do not trust this one",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", "<manifest><resources/></manifest>")]),
        "imsmanifest.xml: it lists no items",
        "export the questions, not only the test",
    );
    let shows = item(
        &response("identifier", &["a"]),
        &format!("<p><img src=\"../b%20c.png\" alt=\"\"/></p>{choice}"),
        "",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", &manifest("items/a.xml")), ("items/a.xml", &shows)]),
        "items/a.xml: it shows ../b c.png, which is not in the package",
        "export the package again, with its images",
    );
    assert!(read(Format::Qti22, b"no zip").unwrap_err().hint.is_some());
}

#[test]
fn a_bomb_is_refused() {
    let bomb = " ".repeat(300 << 20);
    let bytes = zip(&[("imsmanifest.xml", &manifest("a.xml")), ("a.xml", &bomb)]);
    assert!(bytes.len() < 1 << 20);
    let error = read(Format::Qti22, &bytes).unwrap_err();
    assert_eq!(error.place, "a.xml");
    assert!(error.what.ends_with("it is refused") && error.hint.is_some(), "{error}");
}

#[test]
fn packages_in_a_folder_and_images_on_the_web() {
    let choice = "<choiceInteraction responseIdentifier=\"RESPONSE\"><simpleChoice identifier=\"a\">1</simpleChoice>\
                  <simpleChoice identifier=\"b\">2</simpleChoice></choiceInteraction>";
    let item = |image: &str| {
        item(
            &response("identifier", &["a"]),
            &format!("<p>See <img src=\"{image}\" alt=\"it\"/></p>{choice}"),
            "",
        )
    };
    let files = [
        ("quiz/imsmanifest.xml", manifest("items/a.xml")),
        ("quiz/items/a.xml", item("pic.png")),
        ("quiz/items/pic.png", "\u{89}PNG".to_owned()),
    ];
    let bytes = pack("test", files.iter().map(|(name, text)| (*name, text.as_bytes()))).unwrap();
    let import = read(Format::Qti22, &bytes).unwrap();
    assert_eq!(import.items[0].stem.as_str(), "See ![it](pic.png)");
    assert_eq!(import.items[0].aliases, ["Q-1"]);
    let import = read_item(&item("https://example.org/x.png")).unwrap();
    assert_eq!(
        import.skipped[0].why,
        "its image is on the web at https://example.org/x.png; put it into the package first"
    );
    let import = read_item(&item("data:image/gif;base64,R0lGODlh")).unwrap();
    assert_eq!(import.items[0].images["image.gif"].media_type, "image/gif");
}
