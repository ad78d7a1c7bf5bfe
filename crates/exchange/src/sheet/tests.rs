//! Common sheets, refused sheets with their errors, and round-trip properties.

use proptest::prelude::*;
use tutti_item::{
    Bloom, Body, Choice, Difficulty, DifficultySource, Evidence, Gap, Label, Solution, SolutionStep,
    Tolerance, normal_form,
};

use super::*;
use crate::Format;
use crate::format::{About, read, read_as_it_is, write};
use tutti_item::strategies::prose;

fn about() -> About {
    About { title: "T".into(), at: 1_763_200_000 }
}

/// One line for each item: kind, stem, answer, and what else the sheet said.
fn summary(import: &Import) -> String {
    let item = |item: &Item| {
        let answer = match &item.body {
            Body::MultipleChoice { options, key } => {
                let texts: Vec<_> = options.iter().map(|option| option.text.as_str()).collect();
                format!("{key} of {}", texts.join("/"))
            }
            Body::MultipleResponse { keys, .. } => {
                keys.iter().map(Label::as_str).collect::<Vec<_>>().join("+")
            }
            Body::TrueFalse { answer } => answer.to_string(),
            Body::Numeric { value, tolerance, unit } => {
                format!("{value} {tolerance:?} {}", unit.as_deref().unwrap_or("-"))
            }
            Body::ShortAnswer { accepts, .. } => accepts.join("|"),
            Body::Cloze { gaps } => {
                gaps.iter().map(|gap| [&*gap.name, "=", &gap.accepts.join("|")].concat()).collect()
            }
            Body::Flashcard { back } => back.as_str().to_owned(),
        };
        let tags = item.tags.iter().flat_map(|tag| [" #", tag]).collect::<String>();
        let names = item.aliases.iter().flat_map(|alias| [" @", alias]).collect::<String>();
        let kind = item.id.as_str().split('-').next().unwrap_or_default();
        format!("{kind}: {} -> {answer}{tags}{names}", item.stem)
    };
    let skipped = import.skipped.iter().map(|skipped| format!("skipped {}: {}", skipped.place, skipped.why));
    import.items.iter().map(item).chain(skipped).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(csv: &str, expected: &str) {
    match read(Format::Csv, csv.as_bytes()) {
        Ok(import) => assert_eq!(summary(&import), expected),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn sheets_people_have() {
    check("Question,A,B,C,Correct answer\nBest?,x,y,z,B\n", "mc: Best? -> B of x/y/z");
    check("CORRECT;Option 2;Option 1;question\n1;n;m;Which?\n", "mc: Which? -> A of m/n");
    check(
        "question\toption 1\toption 2\tanswer\tTopic\nQ\ta\tb\tb\tlogic, sets\n",
        "mc: Q -> B of a/b #logic #sets",
    );
    check("sep=;\nquestion;A;B;key\n\"a;b\nc\";1;2;1\n", "mc: a;b\nc -> A of 1/2");
    check("question,A,B,C,key\nQ,a,b,c,\"A, C\"\n", "mr: Q -> A+C");
    check("term,definition\nosmosis,water moves\n", "card: osmosis -> water moves");
    check(
        "question,answer\nSky is blue.,TRUE\n2+2?,4\nCapital?,Oslo | Christiania\n",
        "tf: Sky is blue. -> true\nnum: 2+2? -> 4 Exact -\nsa: Capital? -> Oslo|Christiania",
    );
    check("question,answer,tolerance,unit\ng?,9.8,±1%,m/s^2\n", "num: g? -> 9.8 Relative(\"0.01\") m/s^2");
    check("stem,answers\nIt is {{1}} and {{2}}.,hot | dry\n", "cloze: It is {{1}} and {{2}}. -> 1=hot2=dry");
    check(
        "Question,A,B,key\nIs $x^2$ worth $5 or $6?,$x$,y,A\n",
        "mc: Is \\(x^2\\) worth $5 or $6? -> A of \\(x\\)/y",
    );
    check("Spørsmål;A;B;Fasit\nHva?;æ;ø;B\n", "mc: Hva? -> B of æ/ø");
    check(
        "id,type,question,answer\n7,Essay,Why?,\n8,short answer,Who?,me\n",
        "sa: Who? -> me @8\nskipped line 2: Tutti does not support questions of the kind `Essay`",
    );
    check(
        "id,stem,key,difficulty\nmc-0123456789abcdef0123,Q,4,hard\n",
        "num: Q -> 4 Exact - #difficulty: hard",
    );
    check("A or B?,x,y,B\n\"Two, or one?\",x,z,A\n", "mc: A or B? -> B of x/y\nmc: Two, or one? -> A of x/z");
}

#[test]
fn what_is_refused_and_where() {
    check("", "the sheet: it has no rows");
    check(
        "questoin,A,B,key\nQ,a,b,A\n",
        "line 1: there is no column `stem`; the first row has `questoin`, `A`, `B`, `key`",
    );
    check("stem,A,B\nQ,a,b\n", "line 1: there is no column `key`; the first row has `stem`, `A`, `B`");
    check("stem,question,key\nQ,q,1\n", "line 1: the columns `stem` and `question` are both the stem");
    check("stem,A,B,key\nQ,a,b,A\nQ2,a,b,D\n", "line 3, column key: `D` is not one of the options");
    check("stem,A,B,Answer\nQ,a,b,\n", "line 2, column key: there is no answer");
    check("stem,key\n\"Q,1\nR,2\n", "line 2: a double quote is opened here and never closed");
    check(
        "stem,A,B,key\nQ,a,b,A,more\n",
        "line 2: 5 cells, but the header has 4 columns; the first extra cell is `more`",
    );
    check("stem,kind,key\nQ,riddle,1\n", "line 2, column kind: `riddle` is not a kind of question");
    check("stem,kind,key\nQ,numeric,3 m\n", "line 2, column key: `3 m` is not a number");
    check("stem,key,seed\nQ,1,x\n", "line 2, column seed: `x` is not a whole number");
    check(
        "stem,key,claim\nQ,1,{\n",
        "line 2, column claim: it is not the expected JSON: EOF while parsing an object at line 1 column 1",
    );
    check("stem,A,B,key\nQ,same,same,A\n", "line 2, column B: option B says the same as one before it: same");
    check("stem,A,B,key\n\\(x,a,b,A\n", "line 2, column stem: a maths delimiter is not closed in: \\(x");
    check("q\0,1", "the file: there are zero bytes in it: UTF-16 without its byte order mark?");
    let latin = b"stem,key\nQ,1\nbl\xe5,2\n";
    assert_eq!(
        read(Format::Csv, latin).unwrap_err().to_string(),
        "line 3: the text is neither UTF-8 nor UTF-16 with a byte order mark"
    );
}

#[test]
fn a_misspelt_column_is_guessed() {
    let error = read(Format::Csv, b"questoin,A,B,key\nQ,a,b,A\n").unwrap_err();
    assert!(error.hint.unwrap().starts_with("did you mean `question` instead of `questoin`?"));
}

#[test]
fn utf_16_with_its_mark_is_read() {
    let text = "spørsmål;svar\nHovedstad?;Oslo";
    let (mut little, mut big) = (vec![0xff, 0xfe], vec![0xfe, 0xff]);
    little.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    big.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    for bytes in [&little, &big] {
        assert_eq!(summary(&read(Format::Csv, bytes).unwrap()), "sa: Hovedstad? -> Oslo");
    }
    little.pop();
    assert_eq!(
        read(Format::Csv, &little).unwrap_err().to_string(),
        "the file: it begins as UTF-16LE but is damaged"
    );
}

/// The table as both forms have it.
#[test]
fn the_cells_of_an_item() {
    let mut item = Item::multiple_choice("=2$x$?", ["-1", "- 1", "@x"], 1);
    item.tags.insert("a, b".into());
    let bytes = write(Format::Csv, &[item], &about()).unwrap().bytes;
    let text = String::from_utf8(bytes).unwrap();
    let text = text.strip_prefix('\u{feff}').unwrap().replace("\r\n", "\n");
    let id = text.lines().nth(1).unwrap().split(',').next().unwrap();
    let expected = "id,kind,stem,option_a,option_b,option_c,key,tags,exact\n\
         ID,multiple_choice,'=2$x$?,-1,'- 1,'@x,B,\"a, b\",\"{\"\"tags\"\":[\"\"a, b\"\"]}\"\n";
    let expected = expected.replace("ID", id);
    assert_eq!(text, expected);
    assert_eq!(read(Format::Csv, text.as_bytes()).unwrap().items[0].stem.as_str(), "=2$x$?");
}

#[test]
fn a_picture_larger_than_a_cell_goes_on_in_the_next() {
    let mut item = Item::new("See ![it](p.png)", Body::TrueFalse { answer: true });
    let image = tutti_item::Image {
        media_type: "image/png".into(),
        data: tutti_item::ImageData::inline(&vec![7; 60_000]),
    };
    item.images.insert("p.png".into(), image);
    for format in [Format::Csv, Format::Xlsx] {
        let export = write(format, std::slice::from_ref(&item), &about()).unwrap();
        assert_eq!(read(format, &export.bytes).unwrap().items, [normal_form(item.clone())]);
    }
    let huge = tutti_item::ImageData::inline(&vec![7; 2_000_000]);
    item.images.insert("p.png".into(), tutti_item::Image { media_type: "image/png".into(), data: huge });
    let export = write(Format::Xlsx, &[item], &about()).unwrap();
    assert_eq!(export.left_out[0].why, "its images is too long for a sheet");
}

#[test]
fn a_workbook_that_unpacks_without_end_is_refused() {
    let zeros = vec![b' '; 300 << 20];
    let bomb = crate::archive::pack("xlsx", [("xl/workbook.xml", zeros.as_slice())]).unwrap();
    assert!(bomb.len() < 2 << 20);
    let error = read(Format::Xlsx, &bomb).unwrap_err().to_string();
    assert_eq!(error, "xl/workbook.xml: it unpacks from 305781 bytes to 314572800; it is refused");
}

fn text() -> impl Strategy<Value = tutti_item::RichText> {
    prose()
        .prop_map(|prose| prose.tidy().print())
        .prop_filter("a text", |text| !text.as_str().trim().is_empty())
}

/// Any word a field without markup may hold, odd ones too.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-zæ0-9][a-z ;,|]{0,6}", 1 => "[ =+@'\\-_x0-9A-F;,|\\[\"\n\t\r\u{1}\u{feff}ø𝑥]{1,9}"]
}

fn body() -> impl Strategy<Value = Body> {
    let options =
        prop::collection::vec((text(), prop::option::of(text()), word()), 2..9).prop_flat_map(|options| {
            let labels = prop_oneof![4 => Just(true), 1 => Just(false)];
            (Just(options), labels, any::<prop::sample::Index>(), any::<u8>())
        });
    let choices = options.prop_map(|(options, plain, key, many)| {
        let label = |i: usize, word: &str| if plain { Label::at(i) } else { Label(format!("{i}{word}")) };
        let options: Vec<Choice> = options
            .into_iter()
            .enumerate()
            .map(|(i, (text, rationale, word))| {
                let text = tutti_item::RichText::new(format!("{i} {text}"));
                Choice { label: label(i, &word), text, rationale }
            })
            .collect();
        let key = options[key.index(options.len())].label.clone();
        if many % 2 == 0 {
            return Body::MultipleChoice { options, key };
        }
        let keys =
            options.iter().enumerate().filter(|(i, option)| many >> (i % 8) & 1 == 1 || option.label == key);
        let keys = keys.map(|(_, option)| option.label.clone()).collect();
        Body::MultipleResponse { options, keys }
    });
    let tolerance = prop_oneof![
        Just(Tolerance::Exact),
        "0\\.0[1-9]".prop_map(Tolerance::Absolute),
        "0\\.0[1-9]".prop_map(Tolerance::Relative)
    ];
    prop_oneof![
        choices,
        any::<bool>().prop_map(|answer| Body::TrueFalse { answer }),
        ("-?[1-9][0-9]{0,3}(\\.[0-9]|/7)?", tolerance, prop::option::of(word()))
            .prop_map(|(value, tolerance, unit)| Body::Numeric { value, tolerance, unit }),
        (prop::collection::vec(word(), 1..4), any::<bool>())
            .prop_map(|(accepts, case_sensitive)| Body::ShortAnswer { accepts, case_sensitive }),
        text().prop_map(|back| Body::Flashcard { back }),
        prop::collection::vec(word(), 1..3).prop_map(|accepts| Body::Cloze {
            gaps: vec![Gap { name: "g".into(), accepts, hint: Some("h".into()) }],
        }),
    ]
}

fn any_item() -> impl Strategy<Value = Item> {
    let about = (
        prop::collection::btree_set(word(), 0..3),
        prop::collection::vec(word(), 0..2),
        prop::option::of(word()),
        prop::option::of(any::<u64>()),
        prop::option::of((0_u8..6, any::<bool>())),
        prop::collection::vec((text(), prop::collection::vec(word(), 0..2)), 0..3),
        prop::option::of(text()),
    );
    (text(), body(), about, word()).prop_map(|(stem, body, about, quote)| {
        let stem = if matches!(body, Body::Cloze { .. }) { "a {{g}}".into() } else { stem };
        let mut item = Item::new(stem, body);
        let (tags, aliases, language, seed, level, steps, insight) = about;
        (item.tags, item.aliases, item.language, item.seed) = (tags, aliases, language, seed);
        if let Some((level, measured)) = level {
            item.bloom = Some(Bloom::ALL[usize::from(level)]);
            let source =
                if measured { DifficultySource::Data { answers: 3 } } else { DifficultySource::Prior };
            item.difficulty = Some(Difficulty { mean: 0.5, low: 0.1, high: 1.0 / 1.5, source });
        }
        let steps = steps.into_iter().map(|(text, methods)| SolutionStep { text, methods }).collect();
        item.solution = Solution { steps, insight };
        item.evidence.push(Evidence { document: "d".into(), block: None, quote: format!("q{quote}") });
        normal_form(item)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_item_comes_back_whole(items in prop::collection::vec(any_item(), 1..3)) {
        let sound = |item: &Item| item.validate().iter().all(|fault| fault.severity != tutti_core::Severity::High);
        let items: Vec<Item> = items.into_iter().filter(sound).collect();
        prop_assume!(!items.is_empty());
        for format in [Format::Csv, Format::Xlsx] {
            let export = write(format, &items, &about()).unwrap();
            let import = read_as_it_is(format, &export.bytes);
            prop_assert_eq!(&import.map(|import| import.items), &Ok(items.clone()), "{}", format);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(Format::Csv, &bytes);
        let _ = read(Format::Xlsx, &bytes);
    }

    #[test]
    fn any_cells_are_read_or_refused(text in "(stem|key|A|B|kind|gaps|exact|'|\\[|\\{\\}|\"|,|;|\t|\n|1|cloze|\\{\\{g\\}\\}| ){0,40}") {
        let _ = read(Format::Csv, text.as_bytes());
    }

    /// A workbook with a byte changed is read or refused as well.
    #[test]
    fn a_damaged_workbook_is_read_or_refused(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let item = Item::multiple_choice("Q", ["a", "b"], 1);
        let mut bytes = write(Format::Xlsx, &[item], &about()).unwrap().bytes;
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read(Format::Xlsx, &bytes);
    }
}
