//! We read Canvas packages written by text2qti, and compare ours with them element by element.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;

use tutti_core::canonical_json;
use tutti_exchange::{About, Format, Import, read, write};

/// A quiz of every kind that text2qti writes and Tutti has, in its notation.
const QUIZ: &str = "\
Quiz title: Small quiz

1.  Where is $x^2 < 2$?
    ![a parabola](parabola.png)
...  The roots are $\\pm\\sqrt{2}$.
a)  above $\\sqrt{2}$
...  There the square is larger.
*b)  between the roots
...  The curve lies below.
c)  nowhere

2.  The angle in a semicircle is **right**.
*a) True
b)  False

3.  Which numbers are prime?
[*] 2
[ ] 9
[*] 11

4.  What moves through a membrane?
*   water
*   the water

5.  What is 2.5 squared?
=   6.25 +- 0.05

6.  How many legs has a spider?
=   8

7.  What does a flag do?
...  It shows the *wind*.
____
";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The package text2qti makes of `quiz`.
fn pack(quiz: &str) -> Vec<u8> {
    let program = root().join("target/text2qti/bin/text2qti");
    assert!(program.exists(), "there is no text2qti in target/text2qti: run tests/setup/install.sh");
    let folder = tempfile::tempdir().unwrap();
    let bank = fs::read(root().join("samples/bank.jsonl")).unwrap();
    let items = read(Format::Jsonl, &bank).unwrap().items;
    let image = items[0].images["parabola.png"].data.bytes().unwrap();
    fs::write(folder.path().join("parabola.png"), image).unwrap();
    fs::write(folder.path().join("quiz.txt"), quiz).unwrap();
    let output = Command::new(program).arg("quiz.txt").current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read(folder.path().join("quiz.zip")).unwrap()
}

fn import() -> Import {
    read(Format::Canvas, &pack(QUIZ)).unwrap()
}

#[test]
fn what_text2qti_writes_is_read() {
    let import = import();
    assert_eq!(import.skipped, []);
    let said: Vec<String> = import
        .items
        .iter()
        .map(|item| {
            let body = canonical_json(&serde_json::to_value(&item.body).unwrap());
            let steps: Vec<_> = item.solution.steps.iter().map(|step| step.text.as_str()).collect();
            assert!(item.aliases[0].starts_with("text2qti_question_"));
            format!("{} | {body} | {}", item.stem.as_str(), steps.join(" / "))
        })
        .collect();
    let expected = [
        r#"Where is \(x^2 < 2\)? ![a parabola](parabola.png) | {"key":"B","kind":"multiple_choice","options":[{"label":"A","rationale":"There the square is larger.","text":"above \\(\\sqrt{2}\\)"},{"label":"B","rationale":"The curve lies below.","text":"between the roots"},{"label":"C","text":"nowhere"}]} | The roots are \(\pm\sqrt{2}\)."#,
        r#"The angle in a semicircle is **right**. | {"answer":true,"kind":"true_false"} | "#,
        r#"Which numbers are prime? | {"keys":["A","C"],"kind":"multiple_response","options":[{"label":"A","text":"2"},{"label":"B","text":"9"},{"label":"C","text":"11"}]} | "#,
        r#"What moves through a membrane? | {"accepts":["water","the water"],"kind":"short_answer"} | "#,
        r#"What is 2.5 squared? | {"kind":"numeric","tolerance":{"absolute":"0.05"},"value":"6.2500"} | "#,
        r#"How many legs has a spider? | {"kind":"numeric","value":"8"} | "#,
        r#"What does a flag do? | {"back":"It shows the *wind*.","kind":"flashcard"} | "#,
    ];
    for (said, expected) in said.iter().zip(expected) {
        assert_eq!(said, expected);
    }
    assert_eq!(import.items[0].images.len(), 1);
}

/// Files by what they are: the names differ.
fn documents(zip: &[u8]) -> [String; 3] {
    let mut archive = zip::ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut found = [String::new(), String::new(), String::new()];
    for i in 0..archive.len() {
        let mut file = archive.by_index(i).unwrap();
        let name = file.name().unwrap().into_owned();
        if Path::new(&name).extension().is_none_or(|end| end != "xml") {
            continue;
        }
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        let place = match name.rsplit('/').next().unwrap() {
            "imsmanifest.xml" => 0,
            "assessment_meta.xml" => 1,
            _ => 2,
        };
        found[place] = text;
    }
    found
}

/// Elements with the attributes that Canvas goes by, one a line; metadata fields by their label, ours left out.
fn skeleton(xml: &str) -> Vec<String> {
    fn walk(node: roxmltree::Node<'_, '_>, depth: usize, lines: &mut Vec<String>) {
        let label = node
            .children()
            .find(|child| child.has_tag_name((node.tag_name().namespace().unwrap_or(""), "fieldlabel")));
        let label = label.and_then(|label| label.text());
        if label.is_some_and(|label| label.starts_with("tutti_")) {
            return;
        }
        let meaning = [
            "type",
            "texttype",
            "rcardinality",
            "fibtype",
            "action",
            "varname",
            "continue",
            "feedbacktype",
            "rshuffle",
        ];
        let mut attributes: Vec<String> = node
            .attributes()
            .filter(|attribute| attribute.namespace().is_none())
            .map(|attribute| {
                let name = attribute.name();
                if meaning.contains(&name) {
                    format!("{name}={}", attribute.value())
                } else {
                    name.to_owned()
                }
            })
            .collect();
        attributes.sort();
        attributes.extend(label.map(str::to_owned));
        lines.push(format!("{}{} {}", "  ".repeat(depth), node.tag_name().name(), attributes.join(" ")));
        node.children().filter(roxmltree::Node::is_element).for_each(|child| walk(child, depth + 1, lines));
    }
    let document = roxmltree::Document::parse(xml).unwrap();
    let mut lines = Vec::new();
    walk(document.root_element(), 0, &mut lines);
    lines
}

#[test]
fn our_package_has_the_same_elements() {
    let theirs = pack(QUIZ);
    let mut items = read(Format::Canvas, &theirs).unwrap().items;
    for item in &mut items {
        item.aliases.clear();
    }
    let ours =
        write(Format::Canvas, &items, &About { title: "Small quiz".into(), at: 1_763_200_000 }).unwrap();
    for (theirs, ours) in documents(&theirs).iter().zip(&documents(&ours.bytes)) {
        let (theirs, ours) = (skeleton(theirs), skeleton(ours));
        for (place, (theirs, ours)) in theirs.iter().zip(&ours).enumerate() {
            assert_eq!(ours, theirs, "line {place}");
        }
        assert_eq!(ours.len(), theirs.len());
    }
}
