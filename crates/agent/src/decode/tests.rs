use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tutti_core::{Finding, Severity};

use super::*;

mod laws;

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Item {
    stem: String,
    options: Vec<String>,
    key: u8,
    #[serde(default)]
    hint: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
}

impl Contract for Item {
    const NAME: &'static str = "item";
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Review {
    viable: bool,
    score: f64,
    outcome: Outcome,
    #[serde(default)]
    notes: Option<Detail>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Pass,
    /// Worth another try.
    FixableWithRegeneration,
    Reject,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Detail {
    why: String,
}

impl Contract for Review {
    const NAME: &'static str = "review";

    fn validate(&self) -> Vec<Finding> {
        let over = self.score > 10.0;
        over.then(|| Finding::new("score", Severity::High, "is over 10").at("/score")).into_iter().collect()
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Solved {
    question: Question,
    solution: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Question {
    text: String,
}

impl Contract for Solved {
    const NAME: &'static str = "solved";
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Concepts {
    concepts: Vec<String>,
}

impl Contract for Concepts {
    const NAME: &'static str = "concepts";
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Optional {
    level: Option<Outcome>,
    many: Option<Vec<String>>,
    by_name: std::collections::BTreeMap<String, u8>,
}

impl Contract for Optional {
    const NAME: &'static str = "optional";
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Said {
    text: String,
}

impl Contract for Said {
    const NAME: &'static str = "said";
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Move {
    Ask { question: String, choices: Vec<String> },
    Tell { text: String },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Plan {
    moves: Vec<Move>,
}

impl Contract for Plan {
    const NAME: &'static str = "plan";
}

/// The reply reads as `expected`, with these liberties (names only).
#[track_caller]
fn check<C: Contract>(reply: &str, expected: Value, notes: &[&str]) {
    match decode::<C>(reply) {
        Err(error) => panic!("{reply}\n---\n{error}"),
        Ok(decoded) => {
            let mut expected = expected;
            let mut value = serde_json::to_value(&decoded.value).unwrap();
            for side in [&mut expected, &mut value] {
                if let Some(map) = side.as_object_mut() {
                    map.retain(|_, inner| !inner.is_null() && *inner != json!([]) && *inner != json!({}));
                }
            }
            assert_eq!(value, expected, "{reply}");
            assert_eq!(decoded.raw, reply);
            let given: Vec<String> = decoded
                .notes
                .iter()
                .map(|note| serde_json::to_value(note).unwrap()["note"].as_str().unwrap().to_owned())
                .collect();
            assert_eq!(given, notes, "{reply}\n{:?}", decoded.notes);
        }
    }
}

#[track_caller]
fn check_refused<C: Contract + fmt::Debug>(reply: &str, expected: &str) {
    let error = decode::<C>(reply).unwrap_err();
    assert_eq!(error.raw, reply);
    let message = error.to_string();
    assert!(message.contains(expected), "{reply}\n---\n{message}");
}

fn item() -> Value {
    json!({"stem": "2+2?", "options": ["3", "4"], "key": 1})
}

const ITEM: &str = r#"{"stem": "2+2?", "options": ["3", "4"], "key": 1}"#;

#[test]
fn json_wherever_it_stands() {
    check::<Item>(ITEM, item(), &[]);
    check::<Item>(&format!("```json\n{ITEM}\n```"), item(), &["fenced_block"]);
    check::<Item>(&format!("```\n{ITEM}\n```\n"), item(), &["fenced_block"]);
    check::<Item>(&format!("```json {ITEM}```"), item(), &["fenced_block"]);
    check::<Item>(
        &format!("Here you are:\n\n```json\n{ITEM}\n```\nHope it helps {{really}}."),
        item(),
        &["fenced_block", "prose_around"],
    );
    check::<Item>(
        &format!("The set {{1, 2}} and {{x: y}} [sic]: {ITEM} Done {{ok}}."),
        item(),
        &["prose_around"],
    );
    check::<Item>(&format!("A brace {{ alone, [ too.\n{ITEM}\nand }} after"), item(), &["prose_around"]);
    check::<Item>(&format!("<think>maybe {{\"stem\": \"no\"}}</think>\n{ITEM}"), item(), &["think_tag"]);
    check::<Item>(&format!("let me see {{a}}\n</think>{ITEM}"), item(), &["think_tag"]);
    // A fence inside a string does not end the block.
    check::<Said>(
        "```json\n{\"text\": \"run\n```\ncode\n```\nnow\"}\n```",
        json!({"text": "run\n```\ncode\n```\nnow"}),
        &["fenced_block", "repaired"],
    );
}

#[test]
fn the_last_that_fits_is_the_answer() {
    let said = |text: &str| format!(r#"{{"text": "{text}"}}"#);
    check::<Said>(
        &format!("{}\nNo, better:\n{}", said("a"), said("b")),
        json!({"text": "b"}),
        &["prose_around"],
    );
    check::<Said>(&format!("{} and {{\"other\": 1}}", said("a")), json!({"text": "a"}), &["prose_around"]);
    // What is fenced is meant, whatever follows it.
    check::<Said>(
        &format!("```json\n{}\n```\nas in {}", said("a"), said("b")),
        json!({"text": "a"}),
        &["fenced_block", "prose_around"],
    );
    check_refused::<Concepts>("I cannot do that [1], see [\"a\"].", "holds no JSON");
    check_refused::<Optional>(r#"The form is {"name": "value"}."#, "holds no JSON");
    check::<Optional>("{}", json!({}), &[]);
    check::<Optional>(
        r#"{"level": "FIXABLE with regeneration", "many": "x", "by_name": {"a": "1"}}"#,
        json!({"level": "fixable_with_regeneration", "many": ["x"], "by_name": {"a": 1}}),
        &["enum_case", "list_wrapped", "scalar_coerced"],
    );
    // A fitting part of a broken whole is not the answer.
    check_refused::<Said>(r#"{"all": [{"text": "a"}, {"text" = "b"}]}"#, "could not be read");
    check::<Said>(&format!("{}\n```\n", said("a")), json!({"text": "a"}), &["prose_around"]);
    check::<Said>(&format!("```\n{{ code; }}\n```\n{}", said("a")), json!({"text": "a"}), &["prose_around"]);
    // Nor is a draft whose correction is broken or was cut off.
    check_refused::<Said>("```yaml\ntext: a\n```\nBetter:\n```yaml\ntext: [b\n```", "could not be read");
    check_refused::<Said>(
        &format!("```json\n{}\n```\nBetter:\n```json\n{{\"text\" = 1}}\n```", said("a")),
        "could not be read",
    );
    check_refused::<Said>(&format!("{}\nBetter: {{\"text\": \"b", said("a")), "cut off");
}

#[test]
fn damaged_json() {
    let stem = |reply: &str, stem: &str| {
        let mut expected = item();
        expected["stem"] = json!(stem);
        check::<Item>(reply, expected, &["repaired"]);
    };
    stem(r#"{"stem": "one, two", "options": ["3", "4",], "key": 1,}"#, "one, two");
    stem(r"{'stem': 'a, b', 'options': ['3', '4'], 'key': 1}", "a, b");
    stem(r#"{'stem': 'it\'s "so"', 'options': ['3', '4'], 'key': 1}"#, r#"it's "so""#);
    stem(
        r#"{"stem": "he said "hi, you" to {me}", "options": ["3", "4"], "key": 1}"#,
        r#"he said "hi, you" to {me}"#,
    );
    stem(r#"{"stem": "the set {"a"} is", "options": ["3", "4"], "key": 1}"#, r#"the set {"a"} is"#);
    stem(r#"{"stem": "5" tall", "options": ["3", "4"], "key": 1}"#, r#"5" tall"#);
    stem("{\"stem\": \"a\n\nb\", \"options\": [\"3\", \"4\"], \"key\": 1}", "a\n\nb");
    stem(
        "{// the stem\n\"stem\": \"a // b\", /* all */ \"options\": [\"3\", \"4\"], # key\n \"key\": 1}",
        "a // b",
    );
    stem("{\"stem\": \"a\"\n\"options\": [\"3\"\n\"4\"]\n\"key\": 1}", "a");
    stem("{stem: \"a\", options: [\"3\", \"4\"], key: 1}", "a");
    stem(r#"{"stem": "a", "options": ["3", "4"], "key": 1, "hint": None}"#, "a");
    check::<Review>(
        r#"{"viable": True, "score": 7, "outcome": "pass", "notes": None}"#,
        json!({"viable": true, "score": 7.0, "outcome": "pass"}),
        &["repaired"],
    );
    check::<Said>("{'text': 'it's fine, isn't it'}", json!({"text": "it's fine, isn't it"}), &["repaired"]);
    check::<Concepts>(
        r#"["a "b" c", "d"]"#,
        json!({"concepts": ["a \"b\" c", "d"]}),
        &["repaired", "name_supplied"],
    );
    // Two options or one with quotes inside: nobody can know.
    check_refused::<Concepts>(r#"{"concepts": ["a", "b" "c"]}"#, "could not be read");
    check_refused::<Said>(r#"{"text": "he said "hi" and"#, "cut off");
    check_refused::<Item>(r#"{"stem": "a", "stem": "b", "options": [], "key": 1}"#, "given twice");
}

#[test]
fn what_is_cut_off_is_never_half_a_value() {
    let whole = r#"{"stem": "2+2?", "key": 1, "options": ["3", "4", "5"], "tags": ["a"], "hint": "no"}"#;
    for end in 1..whole.len() {
        check_refused::<Item>(&whole[..end], "cut off");
        check_refused::<Item>(&format!("Sure:\n```json\n{}", &whole[..end]), "cut off");
        check_refused::<Item>(&format!("```json\n{}\n```", &whole[..end]), "cut off");
    }
    check_refused::<Concepts>(r#"Here: {"concepts": ["a", "b"#, "cut off");
    check_refused::<Concepts>(r#"["a", "b""#, "cut off");
    check_refused::<Said>(r#"items: [{"text": "a"}, {"te"#, "cut off");
    check_refused::<Said>(r#"The items are ["x", {"text": "a"}, {"te"#, "cut off");
    check::<Said>("text: \"see [[1, 2] # that\"", json!({"text": "see [[1, 2] # that"}), &["yaml"]);
    check_refused::<Concepts>("```yaml\nconcepts:\n- a\n- b\n", "cut off");
    check_refused::<Concepts>("concepts: [a, b", "could not be read");
    check_refused::<Item>("<think>hm, {\"stem\": \"a\"", "cut off");
    // A whole value followed by prose that was cut off is whole.
    check::<Item>(&format!("{ITEM}\nAs you can se"), item(), &["prose_around"]);
    let limits = Limits { cut_off: true, ..Limits::default() };
    assert!(decode_with::<Item>(&format!("{ITEM}\nAs you"), limits).is_ok());
    let error = decode_with::<Concepts>("concepts:\n- a\n- b", limits).unwrap_err();
    assert_eq!(error.fault, DecodeFault::Truncated);
}

#[test]
fn yaml() {
    let expected = json!({"stem": r"Find \frac{1}{2} of x", "options": ["1.50", "4"], "key": 1});
    for (reply, notes) in [
        (
            "```yaml\nstem: Find \\frac{1}{2} of x\noptions:\n- 1.50\n- 4\nkey: 1\n```",
            vec!["fenced_block", "yaml"],
        ),
        ("stem: Find \\frac{1}{2} of x\noptions: [1.50, \"4\"]\nkey: 1", vec!["yaml"]),
        ("stem: 'Find \\frac{1}{2} of x'\noptions: ['1.50', '4']\nkey: 1", vec!["yaml"]),
        (
            "stem: \"Find \\frac{1}{2} of x\"\noptions: [\"1.50\", \"4\"]\nkey: 1",
            vec!["yaml", "backslashes_kept"],
        ),
        ("stem: \"Find \\\\frac{1}{2} of x\"\noptions: [\"1.50\", \"4\"]\nkey: 1", vec!["yaml"]),
        ("stem: |-\n  Find \\frac{1}{2} of x\noptions: [\"1.50\", \"4\"]\nkey: 1", vec!["yaml"]),
        (
            "Sure, here it is:\n\nstem: Find \\frac{1}{2} of x\noptions: [\"1.50\", \"4\"]\nkey: 1\n\nI hope: this helps.",
            vec!["prose_around", "yaml"],
        ),
    ] {
        let decoded = decode::<Item>(reply).unwrap_or_else(|error| panic!("{reply}\n---\n{error}"));
        let mut value = serde_json::to_value(&decoded.value).unwrap();
        value.as_object_mut().unwrap().retain(|_, inner| !inner.is_null() && *inner != json!([]));
        assert_eq!(value, expected, "{reply}");
        let given: Vec<String> = decoded
            .notes
            .iter()
            .map(|note| serde_json::to_value(note).unwrap()["note"].as_str().unwrap().to_owned())
            .filter(|note| note != "scalar_coerced")
            .collect();
        assert_eq!(given, notes, "{reply}");
    }
}

#[test]
fn yaml_that_needs_quotes() {
    let said = |reply: &str, text: &str| check::<Said>(reply, json!({"text": text}), &["yaml", "repaired"]);
    said("text: Remember: \\beta is 'small'", "Remember: \\beta is 'small'");
    said("text: **bold** words", "**bold** words");
    said("text: `code` here", "`code` here");
    said("text: [0, 1) is half open\nother: 1", "[0, 1) is half open");
    said("text: {x} is {y}", "{x} is {y}");
    check::<Review>(
        "viable: yes\nscore: \"7\"\noutcome: Fixable with regeneration",
        json!({"viable": true, "score": 7.0, "outcome": "fixable_with_regeneration"}),
        &["yaml", "scalar_coerced", "scalar_coerced", "enum_case"],
    );
    check::<Review>(
        "{viable: No, score: 7, outcome: pass}",
        json!({"viable": false, "score": 7.0, "outcome": "pass"}),
        &["yaml", "scalar_coerced"],
    );
    check::<Said>(r#"text: "it\'s \\\\' so""#, json!({"text": r"it's \\' so"}), &["yaml"]);
    check_refused::<Said>("text: a\ntext: b", "given twice");
    check::<Said>("---\ntext: a\n---\n", json!({"text": "a"}), &["prose_around", "yaml"]);
    // A list inside is no answer, though it would fit if it stood alone.
    check::<Concepts>(
        "title: x\nrelated: [\"c\"]\nconcepts:\n- a\n- b",
        json!({"concepts": ["a", "b"]}),
        &["prose_around", "yaml"],
    );
    check_refused::<Said>("- I cannot do that\n- Sorry", "holds no JSON");
    check_refused::<Concepts>("- I cannot do that\n- Sorry", "holds no JSON");
}

#[test]
fn scalars_and_lists_by_the_schema() {
    check::<Item>(
        r#"{"stem": ["2+2?"], "options": [3, 4], "key": "1", "tags": "sums", "hint": true}"#,
        json!({"stem": "2+2?", "options": ["3", "4"], "key": 1, "tags": ["sums"], "hint": "true"}),
        &[
            "list_unwrapped",
            "scalar_coerced",
            "scalar_coerced",
            "scalar_coerced",
            "list_wrapped",
            "scalar_coerced",
        ],
    );
    check::<Item>(r#"{"stem": "2+2?", "options": ["3", "4"], "key": 1.0}"#, item(), &[]);
    check::<Item>(
        r#"{"stem": "2+2?", "options": ["3", "4"], "key": 1, "hint": null, "tags": null}"#,
        item(),
        &["null_dropped"],
    );
    for truth in ["true", "\"Yes\"", "\"true\"", "1", "[true]"] {
        let reply = format!(r#"{{"viable": {truth}, "score": 7, "outcome": "pass"}}"#);
        assert!(decode::<Review>(&reply).unwrap().value.viable, "{truth}");
    }
    for odd in ["Pass", "PASS", " pass.", "[\"pass\"]"] {
        let odd = if odd.starts_with('[') { odd.to_owned() } else { format!("\"{odd}\"") };
        let reply = format!(r#"{{"viable": true, "score": 7, "outcome": {odd}}}"#);
        assert_eq!(decode::<Review>(&reply).unwrap().value.outcome, Outcome::Pass, "{odd}");
    }
    for odd in ["Fixable with regeneration", "fixable-with-regeneration", "FixableWithRegeneration"] {
        let reply = format!(r#"{{"viable": true, "score": 7, "outcome": "{odd}"}}"#);
        assert_eq!(decode::<Review>(&reply).unwrap().value.outcome, Outcome::FixableWithRegeneration);
    }
    check_refused::<Review>(r#"{"viable": true, "score": "7/10", "outcome": "pass"}"#, "/score");
    check_refused::<Review>(r#"{"viable": "maybe", "score": 7, "outcome": "pass"}"#, "/viable");
    check_refused::<Review>(r#"{"viable": 2, "score": 7, "outcome": "passed"}"#, "/outcome");
    check_refused::<Item>(r#"{"stem": ["a", "b"], "options": [], "key": 1}"#, "/stem");
    check_refused::<Item>(r#"{"stem": "a", "options": [], "key": 1.5}"#, "/key");
}

#[test]
fn objects_one_level_off() {
    check::<Item>(&format!(r#"{{"result": {ITEM}}}"#), item(), &["unwrapped"]);
    check::<Item>(&format!("[{ITEM}]"), item(), &["list_unwrapped"]);
    check::<Concepts>(r#"["a", "b"]"#, json!({"concepts": ["a", "b"]}), &["name_supplied"]);
    check::<Item>(
        r#"{"Stem": "2+2?", "Options": ["3", "4"], "key": 1}"#,
        item(),
        &["name_respelt", "name_respelt"],
    );
    let solved = json!({"question": {"text": "q"}, "solution": "s"});
    check::<Solved>(r#"{"question": {"text": "q", "solution": "s"}}"#, solved.clone(), &["lifted"]);
    check::<Solved>(r#"{"question": {"text": "q"}, "more": {"solution": "s"}}"#, solved, &["lifted"]);
    check_refused::<Solved>(
        r#"{"question": {"text": "q", "solution": "s"}, "more": {"solution": "t"}}"#,
        "/solution: is missing",
    );
    check::<Plan>(
        r#"{"moves": {"kind": "Ask", "question": 7, "choices": "a"}}"#,
        json!({"moves": [{"kind": "ask", "question": "7", "choices": ["a"]}]}),
        &["list_wrapped", "enum_case", "scalar_coerced", "list_wrapped"],
    );
    check_refused::<Plan>(r#"{"moves": [{"kind": "sing", "text": "la"}]}"#, "/moves/0");
    check_refused::<Plan>(r#"{"moves": [{"kind": "ask", "question": "q"}]}"#, "/moves/0/choices: is missing");
    check_refused::<Review>(
        r#"{"viable": true, "score": 7, "outcome": "pass", "notes": {}}"#,
        "/notes/why: is missing",
    );
}

#[test]
fn hostile_sizes() {
    let error = decode::<Said>(&" ".repeat((4 << 20) + 1)).unwrap_err();
    assert_eq!(error.fault, DecodeFault::TooLarge { bytes: (4 << 20) + 1, limit: 4 << 20 });
    for deep in [
        "[".repeat(1 << 20),
        "{\"a\":".repeat(1 << 18),
        format!("{}{}", "[".repeat(200), "]".repeat(200)),
        format!("text: {}{}", "[".repeat(200), "]".repeat(200)),
        "- ".repeat(1 << 16),
        "[\n".repeat(1 << 18),
        "{\"a\": 1} ".repeat(1 << 16),
        "{\"a\" 1".repeat(1 << 16),
        "{\"a\":\"b\"c} ".repeat(1 << 16),
        "```json\n{\"a\":\"b\"c}\n```\n".repeat(1 << 15),
        "{\"text\": null} ".repeat(1 << 16),
        " ".repeat(1 << 20) + &"{".repeat(1 << 18),
        "{a: [ ".repeat(1 << 16),
        "a: [\n".repeat(1 << 16),
        "\\".repeat(1 << 20),
        "```\n".repeat(1 << 16),
        "{\"text\": \"".to_owned() + &"\" ".repeat(1 << 18),
    ] {
        let started = std::time::Instant::now();
        assert!(decode::<Said>(&deep).is_err(), "{}", &deep[..20]);
        assert!(started.elapsed().as_secs() < 5, "{} took {:?}", &deep[..20], started.elapsed());
    }
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..30 {
        let refs = vec![format!("*a{}", i - 1); 9].join(", ");
        bomb = format!("{bomb}a{i}: &a{i} [{refs}]\n");
    }
    bomb.push_str("text: *a29\n");
    check_refused::<Said>(&bomb, "could not be read");
    check_refused::<Said>(&format!("```yaml\n{bomb}```"), "anchors are not accepted");
}

#[test]
fn errors_are_fit_for_the_model() {
    let told = |reply: &str| decode::<Review>(reply).unwrap_err().to_string();
    insta::assert_snapshot!(told(r#"Well: {"viable": "perhaps", "score": "7/10", "outcome": "meh"}"#), @r#"
    Your reply was read, but it is not what was asked for.
    Expected: one JSON object `review` with the fields notes (optional), outcome, score, viable.
    Faults:
    - /outcome: "meh" is not one of "pass", "reject", "fixable_with_regeneration"
    - /score: "7/10" is not of type "number"
    - /viable: "perhaps" is not of type "boolean"
    Received: Well: {"viable": "perhaps", "score": "7/10", "outcome": "meh"}
    "#);
    insta::assert_snapshot!(told(r#"{"viable": true, "score": 11, "outcome": "pass"}"#), @r#"
    Your reply was read, but it is not what was asked for.
    Expected: one JSON object `review` with the fields notes (optional), outcome, score, viable.
    Faults:
    - /score: is over 10
    Received: {"viable": true, "score": 11, "outcome": "pass"}
    "#);
    insta::assert_snapshot!(told(r#"{"viable": true, "score": 7, "#), @r#"
    Your reply was cut off before its end (truncated).
    Expected: one JSON object `review` with the fields notes (optional), outcome, score, viable.
    Received: {"viable": true, "score": 7,
    "#);
    insta::assert_snapshot!(told("I am sorry, I cannot do that."), @r#"
    Your reply holds no JSON.
    Expected: one JSON object `review` with the fields notes (optional), outcome, score, viable.
    Received: I am sorry, I cannot do that.
    "#);
    insta::assert_snapshot!(told("{\n\"viable\": true,\n\"score\": 7 / 10, \"outcome\": \"pass\"}"), @r#"
    Your reply could not be read: expected "," or "}" but found `/ 10, "outcome": "pa` (line 3).
    Expected: one JSON object `review` with the fields notes (optional), outcome, score, viable.
    Received: {
    "viable": true,
    "score": 7 / 10, "outcome": "pass"}
    "#);
    insta::assert_snapshot!(told(&format!(r#"{{"viable": true, "text": "{}"}}"#, "long ".repeat(200))), @r#"
    Your reply was read, but it is not what was asked for.
    Expected: one JSON object `review` with the fields notes (optional), outcome, score, viable.
    Faults:
    - /outcome: is missing
    - /score: is missing
    Received: {"viable": true, "text": "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long […] ong long long long long long long long long long long long long long long long long long long long long long long long long long long long long long "}
    "#);
}

#[test]
fn latex_in_strings() {
    let said = |written: &str, text: &str| {
        let decoded = decode::<Said>(&format!(r#"{{"text": "{written}"}}"#)).unwrap();
        assert_eq!(decoded.value.text, text, "{written}");
    };
    said(r"\frac{1}{2} \text{m} \nu \beta \rho \upsilon", r"\frac{1}{2} \text{m} \nu \beta \rho \upsilon");
    said(r"\\frac{1}{2} \\text{m} \\nu", r"\frac{1}{2} \text{m} \nu");
    said(r"\\(x\\) and\nthe rest", "\\(x\\) and\nthe rest");
    said(r"\u00e9 \ud83d\ude00 \ud83d!", "é 😀 \u{fffd}!");
    said(r"\begin{cases} 1 \\ 2 \end{cases}", r"\begin{cases} 1 \\ 2 \end{cases}");
    assert_eq!(decode::<Said>(r#"{"text": "\alpha"}"#).unwrap().notes, [Note::BackslashesKept]);
    assert_eq!(decode::<Said>(r#"{"text": "\\alpha"}"#).unwrap().notes, []);
}
