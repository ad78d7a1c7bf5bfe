//! Questions from other tools, and files that are refused.

use crate::archive::pack;
use crate::{Format, read};

/// A quiz with one question as Canvas exports it.
fn quiz(kind: &str, presentation: &str, processing: &str, feedback: &str) -> String {
    format!(
        "<questestinterop xmlns=\"http://www.imsglobal.org/xsd/ims_qtiasiv1p2\"><assessment ident=\"a\"><section ident=\"s\">\
         <item ident=\"g1\" title=\"Question\"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel>\
         <fieldentry>{kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>\
         <presentation>{presentation}</presentation><resprocessing>{processing}</resprocessing>{feedback}</item>\
         </section></assessment></questestinterop>"
    )
}

fn html(text: &str) -> String {
    let text = crate::markup::escape(text);
    format!("<material><mattext texttype=\"text/html\">{text}</mattext></material>")
}

fn right(condition: &str) -> String {
    format!(
        "<respcondition continue=\"No\"><conditionvar>{condition}</conditionvar>\
         <setvar action=\"Set\" varname=\"SCORE\">100</setvar></respcondition>"
    )
}

const FIELD: &str =
    "<response_str ident=\"response1\"><render_fib><response_label ident=\"a\"/></render_fib></response_str>";

#[track_caller]
fn check(xml: &str, expected: &str) {
    let import = read(Format::Canvas, xml.as_bytes()).unwrap();
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
        ([], [skipped]) => format!("{}: {}", skipped.place, skipped.why),
        both => format!("{both:?}"),
    };
    assert_eq!(said, expected);
}

#[test]
fn formulas_of_both_sorts() {
    let stem = "<p>Is <img class=\"equation_image\" src=\"/equation_images/x%255E2\" alt=\"LaTeX: x^2\" \
                data-equation-content=\"x^{2}\"> more than \\(2\\) {{a}}?</p>";
    let accepts = "<varequal respident=\"response1\">no</varequal>";
    check(
        &quiz("short_answer_question", &format!("{}{FIELD}", html(stem)), &right(accepts), ""),
        "Is \\(x^{2}\\) more than \\(2\\) \\{\\{a}}? | {\"accepts\":[\"no\"],\"kind\":\"short_answer\"} | ",
    );
}

#[test]
fn numbers_in_all_their_forms() {
    let numeric = |condition: &str| {
        quiz("numerical_question", &format!("{}{FIELD}", html("Two?")), &right(condition), "")
    };
    let expected = |by: &str| format!("Two? | {{\"kind\":\"numeric\",{by}\"value\":\"2.0\"}} | ");
    check(
        &numeric(
            "<or><varequal respident=\"response1\">2.0</varequal><and><vargte respident=\"response1\">1.75</vargte>\
             <varlte respident=\"response1\">2.25</varlte></and></or>",
        ),
        &expected("\"tolerance\":{\"absolute\":\"0.25\"},"),
    );
    check(&numeric("<varequal respident=\"response1\">2.0</varequal>"), &expected(""));
    check(
        &numeric("<vargte respident=\"response1\">1</vargte><varlte respident=\"response1\">3</varlte>"),
        "Two? | {\"kind\":\"numeric\",\"tolerance\":{\"absolute\":\"1\"},\"value\":\"2\"} | ",
    );
}

#[test]
fn dropdowns_are_gaps_and_feedback_is_the_solution() {
    let blank = "<response_lid ident=\"response_c\"><material><mattext>c</mattext></material><render_choice>\
                 <response_label ident=\"1\"><material><mattext texttype=\"text/plain\">red</mattext></material></response_label>\
                 <response_label ident=\"2\"><material><mattext texttype=\"text/plain\">blue</mattext></material></response_label>\
                 </render_choice></response_lid>";
    let said = format!(
        "<itemfeedback ident=\"general_fb\"><flow_mat>{}</flow_mat></itemfeedback>",
        html("Look up.")
    );
    check(
        &quiz(
            "multiple_dropdowns_question",
            &format!("{}{blank}", html("The sky is [c], not [d].")),
            "<respcondition><conditionvar><varequal respident=\"response_c\">2</varequal></conditionvar>\
             <setvar varname=\"SCORE\" action=\"Add\">100.00</setvar></respcondition>",
            &said,
        ),
        "The sky is {{c}}, not [d]. | {\"gaps\":[{\"accepts\":[\"blue\"],\"name\":\"c\"}],\"kind\":\"cloze\"} | Look up.",
    );
}

#[test]
fn other_kinds_are_skipped() {
    for (kind, why) in [
        ("file_upload_question", "its kind is file_upload_question, which Tutti does not support"),
        ("calculated_question", "its kind is calculated_question, which Tutti does not support"),
        ("text_only_question", "it is a text without a question"),
        ("essay_question", "it is an open question without a model answer"),
    ] {
        check(&quiz(kind, &html("Do it."), "", ""), &format!("the file, question 1 (g1): {why}"));
    }
}

#[track_caller]
fn check_refused(bytes: &[u8], said: &str, hint: &str) {
    let error = read(Format::Canvas, bytes).unwrap_err();
    assert_eq!(error.to_string(), said);
    assert_eq!(error.hint.as_deref(), Some(hint));
}

#[test]
fn broken_files_are_refused_with_a_next_step() {
    let zip = |files: &[(&str, &str)]| {
        pack("test", files.iter().map(|(name, text)| (*name, text.as_bytes()))).unwrap()
    };
    let manifest = |href: &str, kind: &str| {
        format!(
            "<manifest><resources><resource type=\"{kind}\"><file href=\"{href}\"/></resource></resources></manifest>"
        )
    };
    check_refused(
        quiz("short_answer_question", &format!("{}{FIELD}", html("Q?")), "", "").as_bytes(),
        "the file, question 1 (g1): it does not say which answer is right",
        "mark the right answer in Canvas and export again, or remove the question",
    );
    check_refused(
        &zip(&[("x.txt", "")]),
        "the package: there is no imsmanifest.xml in it",
        "a Canvas export is a zip with a manifest; a single quiz is imported as its .xml file",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", &manifest("q/q.xml", "imsqti_xmlv1p2"))]),
        "imsmanifest.xml: it lists `q/q.xml`, which is not in the package",
        "export the quiz again, with all its files",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", &manifest("../q.xml", "imsqti_xmlv1p2"))]),
        "imsmanifest.xml: `../q.xml` leads out of the package",
        "a package may only name files inside it; do not trust this one",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", &manifest("a.xml", "imsqti_item_xmlv2p1"))]),
        "imsmanifest.xml: it lists no quiz",
        "this is a newer QTI: import it as `qti22` or `qti3`",
    );
    let shows = quiz(
        "short_answer_question",
        &format!("{}{FIELD}", html("<img src=\"$IMS-CC-FILEBASE$/Uploads/a.png?canvas_download=1\">")),
        &right("<varequal respident=\"response1\">no</varequal>"),
        "",
    );
    check_refused(
        &zip(&[("imsmanifest.xml", &manifest("q.xml", "imsqti_xmlv1p2")), ("q.xml", &shows)]),
        "q.xml, question 1 (g1): it shows Uploads/a.png, which is not in the package",
        "export the quiz again, with its images",
    );
    let found = [
        ("imsmanifest.xml", manifest("q.xml", "imsqti_xmlv1p2")),
        ("q.xml", shows),
        ("web_resources/Uploads/a.png", "GIF8".to_owned()),
    ];
    let bytes = pack("test", found.iter().map(|(name, text)| (*name, text.as_bytes()))).unwrap();
    assert_eq!(read(Format::Canvas, &bytes).unwrap().items[0].images["a.png"].media_type, "image/gif");
}

#[test]
fn a_course_export_has_each_quiz_once() {
    let quiz = quiz(
        "short_answer_question",
        &format!("{}{FIELD}", html("Q?")),
        &right("<varequal respident=\"response1\">no</varequal>"),
        "",
    );
    let manifest = "<manifest><resources>\
        <resource type=\"imsqti_xmlv1p2/imscc_xmlv1p1/assessment\"><file href=\"g1/assessment_qti.xml\"/></resource>\
        <resource type=\"associatedcontent/imscc_xmlv1p1/learning-application-resource\" href=\"g1/assessment_meta.xml\">\
        <file href=\"g1/assessment_meta.xml\"/><file href=\"non_cc_assessments/g1.xml.qti\"/></resource></resources></manifest>";
    let files = [
        ("imsmanifest.xml", manifest),
        ("g1/assessment_qti.xml", quiz.as_str()),
        ("non_cc_assessments/g1.xml.qti", quiz.as_str()),
    ];
    let bytes = pack("test", files.iter().map(|(name, text)| (*name, text.as_bytes()))).unwrap();
    assert_eq!(read(Format::Canvas, &bytes).unwrap().items.len(), 1);
}
