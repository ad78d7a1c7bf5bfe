//! gift-pegjs reads our GIFT: every question with its kind, answers, weights, feedback and texts.
//!
//! The texts are compared with those in our Moodle XML, which have no GIFT escapes: what gift-pegjs unescaped must be
//! the same HTML. Only the addresses of images differ, and those are compared by their bytes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use roxmltree::{Document, Node};
use serde_json::Value;
use tutti_exchange::{About, Format, read, write};
use tutti_item::{Body, Gap, Item, Tolerance};

fn parse(gift: &[u8]) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = root.join("target/gift");
    let there = place.join("node_modules/gift-pegjs").exists();
    assert!(there, "gift-pegjs is not in target/gift: run tests/setup/install.sh");
    let mut node = Command::new("node")
        .arg(root.join("tests/importers/gift/parse.cjs"))
        .arg(place.canonicalize().unwrap())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("node does not start ({error}): run tests/setup/install.sh"));
    node.stdin.take().unwrap().write_all(gift).unwrap();
    let output = node.wait_with_output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}\n{}", String::from_utf8_lossy(gift));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The bank, and items with every sign that GIFT gives a meaning.
fn items() -> Vec<Item> {
    let mut items = read(Format::Jsonl, include_bytes!("../../../samples/bank.jsonl")).unwrap().items;
    let signs =
        "a ~b =c #d {e} :f ::g:: \\\\h \\n //i -> ####j %50%k [html] &&058; <l> &amp; \"m\" $CATEGORY: n";
    items.push(Item::multiple_choice(
        format!("%50% {signs}"),
        [format!("[html] {signs}"), format!("%50% {signs}")],
        1,
    ));
    let accepts = vec!["%50% a=b".into(), "[html] {c} ~d #e".into(), "f*g \\* h\\".into(), "T".into()];
    items.push(Item::new(signs, Body::ShortAnswer { accepts, case_sensitive: false }));
    let gap = Gap { name: "1".into(), accepts: vec!["air".into(), "a = b ~ {c}".into()], hint: None };
    items.push(Item::new("Fire needs {{1}}// and \\(\\frac{1}{2}\\).", Body::Cloze { gaps: vec![gap] }));
    items.push(Item::new(
        "One {{x}} # sign",
        Body::Numeric { value: "6.02e3".into(), tolerance: Tolerance::Exact, unit: None },
    ));
    items.into_iter().map(tutti_item::normal_form).collect()
}

/// The markup with each image by its bytes.
fn without_addresses(html: &str, bytes_of: &dyn Fn(&str) -> String) -> String {
    let mut parts = html.split("<img src=\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (address, rest) = part.split_once('"').unwrap();
        let _ = write!(out, "<img {}{rest}", bytes_of(address));
    }
    out
}

fn xml_text(node: Option<Node<'_, '_>>) -> String {
    let Some(node) = node else { return String::new() };
    let text = node.children().find(|child| child.has_tag_name("text")).unwrap();
    without_addresses(text.text().unwrap_or_default(), &|address| {
        let name = address.strip_prefix("@@PLUGINFILE@@/").unwrap();
        let file = node.children().find(|file| file.attribute("name") == Some(name)).unwrap();
        file.text().unwrap().to_owned()
    })
}

fn gift_text(value: &Value) -> String {
    without_addresses(value["text"].as_str().unwrap_or_default(), &|address| {
        address.split_once("base64,").unwrap().1.to_owned()
    })
}

#[test]
fn gift_pegjs_reads_every_question() {
    let items = items();
    let about = About { title: "Sample / bank".into(), at: 0 };
    let gift = write(Format::Gift, &items, &about).unwrap();
    let xml = write(Format::Moodle, &items, &about).unwrap();
    let xml = String::from_utf8(xml.bytes).unwrap();
    let document = Document::parse(&xml).unwrap();
    let found = parse(&gift.bytes);
    assert_eq!(found[0]["type"], "Category");
    assert_eq!(found[0]["title"], "$course$/top/Sample // bank");
    assert_eq!(found.len(), gift.items + 1);
    assert_eq!(gift.left_out.len(), 1, "a gap text with two gaps: {:?}", gift.left_out);

    for question in &found[1..] {
        let id = question["id"].as_str().unwrap();
        let item = items.iter().find(|item| item.id.as_str() == id).unwrap();
        let node = document
            .descendants()
            .find(|node| node.has_tag_name("idnumber") && node.text() == Some(id))
            .and_then(|node| node.parent())
            .unwrap();
        let child = |name: &str| node.children().find(|child| child.has_tag_name(name));
        let answers: Vec<Node<'_, '_>> =
            node.children().filter(|child| child.has_tag_name("answer")).collect();
        let choices = question["choices"].as_array().cloned().unwrap_or_default();
        let kind = question["type"].as_str().unwrap();
        let expected = match &item.body {
            Body::MultipleChoice { .. } | Body::MultipleResponse { .. } => "MC",
            Body::TrueFalse { .. } => "TF",
            Body::Numeric { .. } => "Numerical",
            Body::ShortAnswer { .. } | Body::Cloze { .. } => "Short",
            Body::Flashcard { .. } => "Essay",
        };
        assert_eq!(kind, expected, "{id}");
        assert_eq!(question["stem"]["format"], "html", "{id}");
        for tag in &item.tags {
            assert!(question["tags"].as_array().unwrap().contains(&tag.as_str().into()), "{id}: {tag}");
        }
        assert_eq!(gift_text(&question["globalFeedback"]), xml_text(child("generalfeedback")), "{id}");
        match &item.body {
            Body::Cloze { gaps } => {
                let stem = question["stem"]["text"].as_str().unwrap();
                assert_eq!(stem, "<p>Fire needs _____ /&#47; and \\(\\frac{1}{2}\\).</p>", "{id}");
                let texts: Vec<_> =
                    choices.iter().map(|choice| choice["text"]["text"].as_str().unwrap()).collect();
                assert_eq!(texts, gaps[0].accepts, "{id}");
            }
            _ => assert_eq!(gift_text(&question["stem"]), xml_text(child("questiontext")), "{id}"),
        }
        match &item.body {
            Body::MultipleChoice { .. } | Body::MultipleResponse { .. } | Body::ShortAnswer { .. } => {
                assert_eq!(choices.len(), answers.len(), "{id}");
                for (place, (choice, answer)) in choices.iter().zip(&answers).enumerate() {
                    assert_eq!(gift_text(&choice["text"]), xml_text(Some(*answer)), "{id}");
                    let feedback = answer.children().find(|child| child.has_tag_name("feedback"));
                    assert_eq!(gift_text(&choice["feedback"]), xml_text(feedback), "{id}");
                    let fraction: f64 = answer.attribute("fraction").unwrap().parse().unwrap();
                    match &item.body {
                        Body::MultipleResponse { options, keys } => {
                            let weight = choice["weight"].as_f64().unwrap();
                            assert!((weight - fraction).abs() < 1e-9, "{id}");
                            assert_eq!(weight > 0.0, keys.contains(&options[place].label), "{id}");
                        }
                        Body::MultipleChoice { .. } => {
                            assert_eq!(choice["isCorrect"], Some(place) == item.key_place(), "{id}");
                        }
                        _ => assert_eq!(choice["isCorrect"], true, "{id}"),
                    }
                }
            }
            Body::TrueFalse { answer } => assert_eq!(question["isTrue"], *answer, "{id}"),
            Body::Numeric { .. } => {
                let text = |name: &str| {
                    let node = answers[0].children().find(|child| child.has_tag_name(name)).unwrap();
                    node.text().unwrap().parse::<f64>().unwrap()
                };
                let number = if question["choices"].is_array() { &choices[0] } else { &question["choices"] };
                assert_eq!(number["number"].as_f64(), Some(text("text")), "{id}");
                assert_eq!(number["range"].as_f64().or(Some(0.0)), Some(text("tolerance")), "{id}");
            }
            Body::Cloze { .. } | Body::Flashcard { .. } => {}
        }
    }
}
