//! GIFT as people and Moodle write it, and broken GIFT.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;

use tutti_exchange::{Format, read};
use tutti_item::{Body, Item, Tolerance};

/// An item in one line: the stem, what is right, then what else is known.
fn line(item: &Item) -> String {
    let right = match &item.body {
        Body::MultipleChoice { options, key } => {
            let options = options.iter().map(|option| {
                let mark = if option.label == *key { "=" } else { "~" };
                let rationale = option.rationale.as_ref().map(|r| format!("#{r}")).unwrap_or_default();
                format!("{mark}{}{rationale}", option.text)
            });
            options.collect::<Vec<_>>().join(" ")
        }
        Body::MultipleResponse { options, keys } => {
            let options = options
                .iter()
                .map(|o| format!("{}{}", if keys.contains(&o.label) { "+" } else { "-" }, o.text));
            options.collect::<Vec<_>>().join(" ")
        }
        Body::TrueFalse { answer } => answer.to_string(),
        Body::Numeric { value, tolerance: Tolerance::Absolute(by), .. } => format!("{value}±{by}"),
        Body::Numeric { value, .. } => value.clone(),
        Body::ShortAnswer { accepts, .. } => accepts.join("/"),
        Body::Cloze { gaps } => gaps.iter().map(|gap| gap.accepts.join("/")).collect::<Vec<_>>().join(" "),
        Body::Flashcard { back } => format!("card: {back}"),
    };
    let mut line = format!("{} | {right}", item.stem);
    for step in &item.solution.steps {
        let _ = write!(line, " | {}", step.text);
    }
    for name in item.aliases.iter().chain(&item.tags) {
        let _ = write!(line, " | @{name}");
    }
    line
}

#[track_caller]
fn check(gift: &str, expected: &[&str]) {
    let found = match read(Format::Gift, gift.as_bytes()) {
        Ok(import) => {
            let skipped = import.skipped.iter().map(|s| format!("skipped {}: {}", s.place, s.why));
            import.items.iter().map(line).chain(skipped).collect()
        }
        Err(error) => vec![format!("{error}; {}", error.hint.clone().unwrap_or_default())],
    };
    assert_eq!(found, expected);
}

#[test]
fn the_kinds() {
    check(
        "Who's buried in Grant's tomb?{=Grant ~no one#wrong: he is ~Napoleon####Look at the name.}",
        &["Who's buried in Grant's tomb? | =Grant ~no one#wrong: he is ~Napoleon | Look at the name."],
    );
    check("Two of these.{~%50%a ~%50%b ~%-100%c}", &["Two of these. | +a +b -c"]);
    check("The sun rises.{T#No, it does.#Yes.}", &["The sun rises. | true | Yes. | No, it does."]);
    check("It sets never.{FALSE}", &["It sets never. | false"]);
    check(
        "Pi?{#3.14:0.01}\n\nThree?{#3}\n\nOne to two?{#0.1..0.3}",
        &["Pi? | 3.14±0.01", "Three? | 3", "One to two? | 0.2±0.1"],
    );
    check("When?{#\n  =1822:0#right\n  =%50%1822:2#near\n ~#far}", &["When? | 1822 | right | near | far"]);
    check("Which?{#=1 =2}", &["skipped line 1: several different numbers are right"]);
    check("Two and two?{=four =4}\n\nAlone?{yes}", &["Two and two? | four/4", "Alone? | yes"]);
    check("Pattern?{=*ab*}", &["skipped line 1: its answer `*ab*` is a pattern"]);
    check("Water is {=wet =damp} to touch.", &["Water is {{1}} to touch. | wet/damp"]);
    check("Water is {=wet ~dry} to touch.", &["Water is _____ to touch. | =wet ~dry"]);
    check("Explain.{}", &["skipped line 1: it is an essay without a model answer"]);
    check("Explain.{####Because.}", &["Explain. | card: Because."]);
    check("Match.{=a -> b =c -> d}", &["skipped line 1: Tutti does not support matching questions"]);
    check("Only words.", &["skipped line 1: a description asks nothing"]);
    check("One?{=a =b ~c}", &["skipped line 1: several options are right, but only one can be chosen"]);
    check("Many?{=1 ~2 ~3 ~4 ~5 ~6 ~7 ~8 ~9}", &["skipped line 1: it has 9 options; the limit is 8"]);
}

#[test]
fn titles_comments_categories_and_formats() {
    check(
        "$CATEGORY: $course$/top/Sums\n\n// question: 7  name: Q1\n// [id:s-1] [tag:easy] [tag:a\\]b]\n::Q1::[plain]1 < 2?{T}\n",
        &["1 < 2? | true | @s-1 | @Sums | @a]b | @easy"],
    );
    check("::Q1::Yes?{T}\n\n::Is it::Is it so?{T}", &["Yes? | true | @Q1", "Is it so? | true"]);
    check(
        "[html]<p>Is <b>it</b>?</p>{T}\n\n[markdown]Is *it*?{T}",
        &["Is **it**? | true", "Is *it*? | true"],
    );
    check("Is \\{a\\: b\\} \\= \\~c \\# \\\\(x\\\\)?\\nSay.{T}", &["Is {a: b} = ~c # \\(x\\)?\nSay. | true"]);
    check("$$x^2$$ or \\(y\\)?{T}", &["\\[x^2\\] or \\(y\\)? | true"]);
    check("\u{feff}Is it?\r\n{\r\n=a\r\n~b\r\n}\r\n", &["Is it? | =a ~b"]);
    check("", &[]);
}

#[test]
fn broken_files_say_where() {
    check(
        "One?{T}\n\nTwo?{\n=a\n~b\n\nThree?{F}",
        &[
            "line 3: the brace is not closed; a blank line ends a question: close the brace before it, or write `\\{` for a literal brace",
        ],
    );
    check("One?}\n", &["line 1: the brace was never opened; write `\\}` for a literal brace"]);
    check(
        "One?{T}\nTwo?{F}",
        &[
            "line 2: a second brace opens in the same question; put a blank line between two questions, and write `\\{` for a literal brace",
        ],
    );
    check(
        "::One{T}",
        &[
            "line 1: the title that `::` opens is not closed; end the title with `::`, or write `\\:\\:` if it is not a title",
        ],
    );
    check(
        "::Q::One?{~a ~b}",
        &["line 1 (Q): no option is right; mark the right option with `=` or with a share of the marks"],
    );
    check(
        "One?{~%5o%a =b}",
        &["line 1: `%5o%` is not a share of the marks; write a number from -100 to 100, such as `%50%`"],
    );
    check("One?{#three}", &["line 1: `three` is not a number; write it as `3.14` or `3.14:0.01`"]);
    check("One?{#}", &["line 1: no number is right; add the right answer, or remove the question"]);
    check(
        "One?{a ~b =c}",
        &["line 1: the first option has no `=` or `~`; mark each option with one of them"],
    );
    let latin = read(Format::Gift, b"Caf\xe9?{T}").unwrap_err();
    assert_eq!(latin.to_string(), "line 1: the text is not UTF-8");
}
