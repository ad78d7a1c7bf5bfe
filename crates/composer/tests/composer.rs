//! What is composed from a text, and what is not.

use tutti_composer::{Difficulty, Draw, Facet, Facts, Question, Wanted, Wording, questions, twists};
use tutti_language::{Language, Text, detect};

fn compose(paragraphs: &[&str], wrong: usize) -> Vec<Question> {
    let ids: Vec<String> = (1..=paragraphs.len()).map(|n| format!("p{n}")).collect();
    let blocks: Vec<(&str, &str)> = ids.iter().map(String::as_str).zip(paragraphs.iter().copied()).collect();
    let text = Text::new(&blocks, detect(&paragraphs.join(" ")));
    let facts = Facts::of(&text, "The lending desk", Vec::new());
    let wording = Wording::of(text.language()).expect("a language with wording");
    let wanted = Wanted { wrong, difficulty: Difficulty::Medium };
    questions(&facts, wording, wanted).into_iter().map(|weighed| weighed.it).collect()
}

/// What a sentence becomes by each change that makes it false.
fn check_twists(language: Language, sentence: &str, expected: &[(&str, Draw)]) {
    let text = Text::new(&[("p1", sentence)], language);
    let facts = Facts::of(&text, "", Vec::new());
    let found: Vec<(String, Draw)> =
        twists(&facts, 0, sentence).into_iter().map(|twist| (twist.text, twist.draw)).collect();
    let expected: Vec<(String, Draw)> =
        expected.iter().map(|(text, draw)| ((*text).to_owned(), *draw)).collect();
    assert_eq!(found, expected, "{sentence}");
}

#[test]
fn one_change_makes_a_statement_false() {
    use Draw::{Misconception, PartialTruth, PlausibleReasoning, RelatedConfusion};
    let english = |sentence, expected: &[(&str, Draw)]| check_twists(Language::English, sentence, expected);
    english("The pressure increases with depth.", &[("The pressure decreases with depth.", Misconception)]);
    english(
        "The seller pays the buyer for the delay.",
        &[("The buyer pays the seller for the delay.", RelatedConfusion)],
    );
    english(
        "A tenant must report the fault in writing.",
        &[("A tenant need not report the fault in writing.", PlausibleReasoning)],
    );
    english(
        "A home exam lasts at least one whole day.",
        &[("A home exam lasts at most one whole day.", PartialTruth)],
    );
    english("It is legal to sell the flat.", &[("It is illegal to sell the flat.", Misconception)]);
    // What would stay true, or would not be English.
    english("News of it spread both east and west.", &[]);
    english("The tenant should seek legal help.", &[]);
    english("Nothing in a contract can take it away.", &[]);
    english("A guest may stay without asking.", &[]);
    english("The comet was named after its finder.", &[]);
    english("They built the dam in the first century.", &[]);
    english("People had long known the path.", &[]);
    check_twists(
        Language::Bokmal,
        "Trykket øker med dybden.",
        &[("Trykket minker med dybden.", Misconception)],
    );
    check_twists(
        Language::Bokmal,
        "Leietakeren må varsle utleieren.",
        &[
            ("Utleieren må varsle leietakeren.", RelatedConfusion),
            ("Leietakeren trenger ikke å varsle utleieren.", PlausibleReasoning),
        ],
    );
}

const DESK: &[&str] = &[
    "Loans are free for members who live in the town. Loans must be returned before the last day of the period. \
     Loans may be renewed at most twice. Loans of films run within a shorter period than loans of books.",
    "If a book is lost, the member must pay the price of a new copy. If a book is damaged, the desk decides how much is owed. \
     If a reminder is ignored, the card is closed for the rest of the season. \
     If the card is closed, the member cannot borrow from the other branches.",
    "A reservation must be collected within 7 days of the notice.",
];

#[test]
fn every_option_names_a_sentence_and_only_the_key_has_no_draw() {
    let made = compose(DESK, 3);
    assert!(made.len() >= 4, "{made:#?}");
    for question in &made {
        assert_eq!(question.options.len(), 4);
        for (place, option) in question.options.iter().enumerate() {
            assert_eq!(option.draw.is_none(), place == question.key, "{question:#?}");
        }
        let mut texts: Vec<&str> = question.options.iter().map(|option| option.text.as_str()).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), 4, "{question:#?}");
    }
}

#[test]
fn a_condition_becomes_a_case() {
    let made = compose(DESK, 3);
    let case = made.iter().find(|q| q.stem.contains("a book is lost")).expect("a case");
    assert_eq!(case.facet, Facet::Case);
    assert_eq!(case.stem, "Suppose that a book is lost. What follows?");
    assert_eq!(case.options[case.key].text, "The member must pay the price of a new copy.");
}

#[test]
fn a_time_limit_is_put_to_use() {
    let made = compose(DESK, 3);
    let limit = made.iter().find(|q| q.stem.starts_with("A time limit is missing")).expect("a time limit");
    assert!(limit.stem.contains("within ___ of the notice"), "{}", limit.stem);
    let day = |text: &str| text.rsplit(' ').next().and_then(|day| day.parse::<u32>().ok()).expect("a day");
    let start = limit
        .stem
        .split("starts to run on ")
        .nth(1)
        .and_then(|rest| rest.split(',').next())
        .expect("a start");
    assert_eq!(day(&limit.options[limit.key].text), day(start) + 7);
}

#[test]
fn no_sentence_serves_two_statement_questions() {
    let made = compose(DESK, 2);
    let mut sentences: Vec<usize> = made
        .iter()
        .filter(|question| question.facet == Facet::Statement)
        .flat_map(|question| question.options.iter().map(|option| option.sentence))
        .collect();
    let all = sentences.len();
    sentences.sort_unstable();
    sentences.dedup();
    assert!(all > 0);
    assert_eq!(sentences.len(), all);
}

/// What the question on a value put to use asks, and its right answer.
fn check_use(sentence: &str, asked: &str, answer: &dyn Fn(&str) -> String) {
    let made = compose(&[sentence], 4);
    let question = made.iter().find(|question| question.stem.contains(asked));
    let question = question.unwrap_or_else(|| panic!("{sentence}: {made:#?}"));
    assert_eq!(question.options[question.key].text, answer(&question.stem), "{}", question.stem);
    assert_eq!(question.options.len(), 5);
}

/// The number behind a phrase.
fn number(stem: &str, before: &str) -> f64 {
    let rest = stem.split(before).nth(1).unwrap_or_else(|| panic!("`{before}` in {stem}"));
    let digits: String = rest.chars().take_while(|c| c.is_ascii_digit() || ",.".contains(*c)).collect();
    digits.trim_end_matches(['.', ',']).replace(',', "").parse().expect(before)
}

#[test]
fn values_are_put_to_use() {
    check_use(
        "The pump must move 40% of the water in the tank every night of the week.",
        "With a total of",
        &|stem| (number(stem, "With a total of ") * 0.4).to_string(),
    );
    check_use(
        "The office may keep up to 25% of disposable earnings until the whole debt is paid.",
        "with disposable earnings of",
        &|stem| format!("${}", number(stem, "earnings of $") * 0.25),
    );
    check_use(
        "The fund repays travel costs of members up to $900 after every meeting.",
        "lies above the limit",
        &|stem| format!("${:.0}", number(stem, "above the limit: $") - 900.0),
    );
    check_use(
        "Adults should walk briskly for at least 150 minutes a week in all seasons.",
        "four weeks",
        &|_| "600 minutes".to_owned(),
    );
    check_use(
        "Late registration is possible against a fee of $40 until the last day.",
        "three times",
        &|_| "$120".to_owned(),
    );
    check_use(
        "A loaf of rye stays in a hot oven for 25 minutes and rests on a wire rack.",
        "when is it over",
        &|stem| {
            let start =
                stem.split("starts at ").nth(1).and_then(|rest| rest.split(',').next()).expect("a start");
            let (hour, minute) = start.split_once(':').expect("a time");
            let minutes =
                hour.parse::<u32>().expect("hours") * 60 + minute.parse::<u32>().expect("minutes") + 25;
            format!("{}:{:02}", minutes / 60, minutes % 60)
        },
    );
    check_use(
        "A complaint must reach the office within 4 years of the payment.",
        "when does it end",
        &|stem| {
            let start =
                stem.split("run in ").nth(1).and_then(|rest| rest.split(',').next()).expect("a start");
            let (month, year) = start.split_once(' ').expect("a month");
            format!("{month} {}", year.parse::<u32>().expect("a year") + 4)
        },
    );
}

#[test]
fn what_was_broken_or_made_up_is_not_asked() {
    for sentence in [
        "There is little known aboutthe chance of a second flood beyond 20 years.",
        "Multiply Noah’s $100 deposit by the rate to find the interest of 3 percent.",
    ] {
        let questions = compose(&[sentence, "People talk about the chance of a flood every spring."], 4);
        assert!(questions.is_empty(), "{questions:#?}");
    }
    let whole =
        compose(&["The chance of a second flood is known to be small beyond 20 years of drought."], 4);
    assert!(!whole.is_empty());
}
