//! Properties that hold for any text.

use proptest::prelude::*;
use serde_json::json;

use super::{Item, Said};
use crate::decode::{Note, decode, latex};

fn latex_command() -> impl Strategy<Value = String> {
    let known = prop::sample::select(latex::COMMANDS.to_vec()).prop_map(|name| format!("\\{name}"));
    let others = prop::sample::select(vec![
        "\\alpha",
        "\\cdot",
        "\\sqrt",
        "\\left",
        "\\Delta",
        "\\upsilon",
        "\\nu",
        "\\ne",
        "\\nexists",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\{",
        "\\}",
        "\\%",
        "\\$",
        "\\,",
        "\\;",
        "\\!",
        "\\ ",
    ]);
    prop_oneof![known, others.prop_map(str::to_owned)]
}

fn latex_argument() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["{1}", "{2x}", "_n", "^2", " ", " x ", "+", "{a}{b}", " \\\\ ", "\n"])
        .prop_map(str::to_owned)
}

fn ordinary() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        " the ",
        "\nThe next",
        "\n",
        "\nnew line",
        "\t",
        "\t1",
        "\"quoted\"",
        " é≤ ",
        "{x}",
        "[1, 2]",
        "'",
        "/",
        " a, b: c",
        "\r\n",
        "\u{8}",
        "\u{c} ",
        "🙂",
        "\u{1}",
        "C:\\dir",
        " # no comment",
        "// nor this",
        "```\n",
        "</think>",
    ])
    .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// What is escaped as JSON says reads as itself, in JSON and in YAML's double quotes.
    #[test]
    fn escaped_text_reads_as_itself(
        pieces in prop::collection::vec(
            prop_oneof![
                (latex_command(), latex_argument()).prop_map(|(command, argument)| command + &argument),
                ordinary()
            ],
            0..12
        )
    ) {
        let text = pieces.concat();
        let json = json!({"text": text}).to_string();
        prop_assert_eq!(&decode::<Said>(&json).unwrap().value.text, &text);
        let fenced = format!("Here {{it}} is:\n```json\n{json}\n```\n");
        prop_assert_eq!(&decode::<Said>(&fenced).unwrap().value.text, &text);
        if !text.contains('\u{1}') {
            let yaml = format!("text: {}", json!(text));
            prop_assert_eq!(&decode::<Said>(&yaml).unwrap().value.text, &text);
        }
    }

    /// LaTeX that nobody escaped reads as itself.
    #[test]
    fn bare_latex_reads_as_itself(
        pieces in prop::collection::vec((latex_command(), latex_argument()), 1..12)
    ) {
        let text: String = pieces.into_iter().map(|(command, argument)| command + &argument).collect();
        let decoded = decode::<Said>(&format!("{{\"text\": \"{text}\"}}")).unwrap();
        prop_assert_eq!(decoded.value.text, text);
    }

    /// Any item reads back from its own JSON without a note, and from any prefix of it not at all.
    #[test]
    fn proper_json_takes_no_liberties(stem in "[^\\\\]*", options in prop::collection::vec("[a-z{}\\[\\]\",: ]*", 0..4), cut in any::<prop::sample::Index>()) {
        let item = Item { stem, options, key: 3, hint: None, tags: vec!["a".to_owned()] };
        let text = serde_json::to_string(&item).unwrap();
        let decoded = decode::<Item>(&text).unwrap();
        let escapes_look_like_latex = decoded.notes == [Note::BackslashesKept];
        if !escapes_look_like_latex {
            prop_assert_eq!(&decoded.notes, &[]);
            prop_assert_eq!(&decoded.value, &item);
        }
        let mut end = cut.index(text.len());
        while !text.is_char_boundary(end) { end -= 1 }
        prop_assert!(decode::<Item>(&text[..end]).is_err());
    }

    #[test]
    fn never_panics(text in "[\\PC\n]{0,80}") {
        let _ = decode::<Item>(&text);
        let _ = decode::<Item>(&format!("{{\"stem\": {text}"));
        let _ = decode::<Item>(&format!("stem: {text}\noptions: [{text}]"));
        let _ = decode::<Item>(&format!("```yaml\nstem: \"{text}\n```"));
    }

    #[test]
    fn never_panics_on_structure(text in "[\\[\\]{}\"':,\\\\`\\-\n #/*a1|>&!%<]{0,60}") {
        let _ = decode::<Item>(&text);
        let _ = decode::<Item>(&format!("stem: {text}"));
    }
}
