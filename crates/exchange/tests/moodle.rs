//! Moodle XML from other tools, and broken or hostile files.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_exchange::{Format, read};
use tutti_item::{Body, Label, Tolerance};

fn question(kind: &str, inside: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n<question type=\"{kind}\">\n<name><text>Q</text></name>\n\
         <questiontext format=\"html\"><text><![CDATA[<p>What?</p>]]></text></questiontext>\n{inside}\n</question>\n</quiz>"
    )
}

#[test]
fn a_number_with_its_unit_and_a_word_with_its_case() {
    let xml = question(
        "numerical",
        "<answer fraction=\"100\"><text>2.5</text><tolerance>0.05</tolerance></answer>
         <answer fraction=\"0\"><text>*</text><feedback><text>No.</text></feedback></answer>
         <units><unit><multiplier>1000</multiplier><unit_name>mm</unit_name></unit>
         <unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>",
    );
    let item = read(Format::Moodle, xml.as_bytes()).unwrap().items.remove(0);
    let tolerance = Tolerance::Absolute("0.05".into());
    assert_eq!(item.body, Body::Numeric { value: "2.5".into(), tolerance, unit: Some("m".into()) });
    assert_eq!(item.aliases, ["Q"]);

    let xml =
        question("shortanswer", "<usecase>1</usecase><answer fraction=\"100\"><text>Fe</text></answer>");
    let item = read(Format::Moodle, xml.as_bytes()).unwrap().items.remove(0);
    assert_eq!(item.body, Body::ShortAnswer { accepts: vec!["Fe".into()], case_sensitive: true });
}

#[test]
fn any_part_of_the_marks_makes_a_key() {
    let xml = question(
        "multichoice",
        "<single>false</single><answer fraction=\"33,33333\"><text>a</text></answer>
         <answer fraction=\"-50\"><text>b</text></answer><answer fraction=\"5\"><text>c</text></answer>",
    );
    let item = read(Format::Moodle, xml.as_bytes()).unwrap().items.remove(0);
    let Body::MultipleResponse { keys, .. } = item.body else { panic!() };
    assert_eq!(keys.iter().map(Label::as_str).collect::<Vec<_>>(), ["A", "C"]);
}

#[test]
fn a_gap_text_keeps_its_hints_in_their_gaps() {
    let xml = "<quiz><question type='cloze'><questiontext format='html'><text>{1:SA:=a} and {1:SAC:=b~=c} \\(x^{2}\\)</text></questiontext>
        <hint format='html'><text>Gap 2: not a</text></hint></question></quiz>";
    let item = read(Format::Moodle, xml.as_bytes()).unwrap().items.remove(0);
    assert_eq!(item.stem.as_str(), "{{1}} and {{2}} \\(x^{2}\\)");
    let Body::Cloze { gaps } = item.body else { panic!() };
    assert_eq!(gaps[1].accepts, ["b", "c"]);
    assert_eq!(gaps[1].hint.as_deref(), Some("not a"));
}

#[test]
fn what_tutti_does_not_have_is_skipped_with_the_reason() {
    for (kind, why) in [
        ("description", "a description asks nothing"),
        ("matching", "Tutti does not support matching questions"),
        ("calculatedmulti", "Tutti does not support questions with calculated numbers"),
        ("ddwtos", "Tutti does not support questions of the kind `ddwtos`"),
        ("essay", "it is an essay without a model answer"),
    ] {
        let import = read(Format::Moodle, question(kind, "").as_bytes()).unwrap();
        assert_eq!(import.items, [], "{kind}");
        assert_eq!((import.skipped[0].place.as_str(), import.skipped[0].why.as_str()), ("line 3 (Q)", why));
    }
}

#[track_caller]
fn check_refused(xml: &str, expected: &str) {
    let error = read(Format::Moodle, xml.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert!(error.hint.is_some(), "{error}");
}

#[test]
fn broken_files_say_where() {
    let answer = |answer: &str| question("multichoice", answer);
    check_refused(&answer(""), "line 3 (Q): there are no options");
    check_refused(&answer("<answer fraction='0'><text>a</text></answer>"), "line 3 (Q): no option is right");
    check_refused(
        &answer("<answer fraction='all'><text>a</text></answer>"),
        "line 3 (Q): the fraction `all` of an answer is not a number",
    );
    check_refused(
        &answer(
            "<answer fraction='100'><text>a</text><file name='p.png' encoding='base64'>@@</file></answer>",
        ),
        "line 3 (Q): the file `p.png` is not base64",
    );
    check_refused(&question("truefalse", ""), "line 3 (Q): neither true nor false is right");
    check_refused(&question("cloze", ""), "line 3 (Q): a gap text without a gap");
    check_refused(&question("", ""), "line 3 (Q): the question has no type");
    check_refused("<assessment/>", "line 1: the document is a `assessment`, not a `quiz`");
    check_refused(
        "<quiz>\n<question>\n</quiz>",
        "line 3: it is not well-formed XML: expected 'question' tag, not 'quiz' at 3:1",
    );
    check_refused("<quiz>&nbsp;</quiz>", "line 1: `&nbsp;` is not known in XML");
    check_refused("", "line 1: it is not well-formed XML: the document does not have a root node");
}

#[test]
fn hostile_files_are_refused() {
    let laugh = |i: usize| format!("<!ENTITY l{i} \"{}\">", format!("&l{};", i - 1).repeat(10));
    let laughs = (1..10).map(laugh).collect::<Vec<_>>().concat();
    for dtd in [
        "<!DOCTYPE quiz [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><quiz>&x;</quiz>".to_owned(),
        "<!DOCTYPE quiz SYSTEM \"http://example.org/x.dtd\"><quiz/>".to_owned(),
        format!("<!DOCTYPE quiz [<!ENTITY l0 \"ha\">{laughs}]><quiz>&l9;</quiz>"),
    ] {
        check_refused(&dtd, "line 1: the document declares its own document type, with entities");
    }
    let deep = "<a>".repeat(100_000);
    assert!(read(Format::Moodle, format!("<quiz>{deep}").as_bytes()).is_err());
    let deep = format!("<quiz>{deep}{}</quiz>", "</a>".repeat(100_000));
    assert!(read(Format::Moodle, deep.as_bytes()).is_ok());
    assert!(read(Format::Moodle, b"<quiz>\xff</quiz>").is_err());
    let utf16: Vec<u8> = "\u{feff}<quiz/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(Format::Moodle, &utf16).unwrap().items, []);
}
