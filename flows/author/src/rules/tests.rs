#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use crate::candidate::{Draw, Level, Offered};
use crate::native::reviewer::review;
use crate::order::{Asked, Blind, Sample, ToReview};

const TEXT: &str = "Keeping a sourdough starter\n\
    A starter is a mixture of flour and water in which yeasts and lactic acid bacteria live. It is fed every 12 hours at room\n\
    temperature and once a week in the refrigerator. A starter that was fed with rye flour ripens faster than one fed with white\n\
    flour, because rye holds more enzymes. A ripe starter floats in water.\n\
    A grey liquid on top shows hunger and is poured off. Pink or orange streaks show harmful bacteria, and the starter must be\n\
    thrown away. Before baking, the starter is refreshed twice.\n";

fn option(text: &str, draw: Option<Draw>, evidence: &str) -> Offered {
    let misconception = if draw.is_some() { "mixes up two signs".to_owned() } else { String::new() };
    Offered { text: text.to_owned(), draw, misconception, evidence: evidence.to_owned() }
}

fn good() -> Candidate {
    Candidate {
        question_id: "R1".to_owned(),
        level: Level::Understanding,
        question: "Why does rye make a culture ripen faster than white wheat does?".to_owned(),
        options: vec![
            option(
                "It feeds yeasts in the refrigerator",
                Some(Draw::PartialTruth),
                "once a week in the refrigerator",
            ),
            option(
                "It brings lactic acid to the flour",
                Some(Draw::Misconception),
                "yeasts and lactic acid bacteria live",
            ),
            option("It holds a larger share of enzymes", None, "because rye holds more enzymes"),
            option(
                "It floats in water at room warmth",
                Some(Draw::RelatedConfusion),
                "A ripe starter floats in water",
            ),
            option(
                "It needs two refreshments to bake",
                Some(Draw::PlausibleReasoning),
                "the starter is refreshed twice",
            ),
        ],
        key: 2,
        concept: "enzymes of rye".to_owned(),
        target: None,
    }
}

fn codes(candidate: &Candidate) -> Vec<String> {
    let reference = Reference::new(TEXT);
    judge(candidate, &reference, 5).findings.into_iter().map(|finding| finding.rule).collect()
}

/// The change makes the rule speak; without it, it is silent.
#[track_caller]
fn check(rule: Rule, change: impl FnOnce(&mut Candidate)) {
    let mut bad = good();
    change(&mut bad);
    let found = codes(&bad);
    assert!(found.iter().any(|code| code == rule.code()), "{}: {found:?}", rule.code());
    assert!(!codes(&good()).iter().any(|code| code == rule.code()), "{} of a good one", rule.code());
}

fn offer(candidate: &mut Candidate, texts: [&str; 5]) {
    for (option, text) in candidate.options.iter_mut().zip(texts) {
        text.clone_into(&mut option.text);
    }
}

/// The first change makes the rule speak; with the second, which is close, it is silent.
#[track_caller]
fn pair(rule: Rule, trips: impl FnOnce(&mut Candidate), close: impl FnOnce(&mut Candidate)) {
    check(rule, trips);
    let mut near = good();
    close(&mut near);
    let found = codes(&near);
    assert!(!found.iter().any(|code| code == rule.code()), "{} of a close one: {found:?}", rule.code());
}

#[test]
fn a_good_question_passes() {
    let reference = Reference::new(TEXT);
    let judgement = judge(&good(), &reference, 5);
    assert!(!judgement.is_rejected(), "{:#?}", judgement.findings);
    assert!((judgement.draws.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(judgement.score() >= CHOSEN, "{:?}", judgement.parts);
}

#[test]
fn rules_of_form() {
    check(Rule::QuestionMissing, |bad| bad.question = " ".to_owned());
    check(Rule::OptionCount, |bad| {
        bad.options.pop();
    });
    check(Rule::OptionCount, |bad| bad.options[0].text = String::new());
    check(Rule::OneKey, |bad| bad.key = 5);
    check(Rule::KeyLong, |bad| bad.options[2].text.push_str(" than the flour of white wheat has"));
    check(Rule::KeyStandsOut, |bad| bad.options[2].text = "It holds 30 percent more enzymes".to_owned());
    check(Rule::AllOrNone, |bad| bad.options[0].text = "All of the above".to_owned());
    check(Rule::AbsoluteTerm, |bad| bad.options[0].text = "It always feeds yeasts in winter".to_owned());
    check(Rule::VagueQualifier, |bad| bad.options[0].text = "It usually feeds yeasts in winter".to_owned());
    check(Rule::DoubleNegative, |bad| bad.question = "Which is not a reason that does not hold?".to_owned());
    check(Rule::StemEcho, |bad| bad.question = "Which enzymes explain why rye is fast?".to_owned());
    check(Rule::SameOptions, |bad| bad.options[0].text = "It brings lactic acid to flour".to_owned());
    check(Rule::TwoKeys, |bad| bad.options[0].text = "It holds the larger share of enzymes".to_owned());
    check(Rule::SourcePhrase, |bad| bad.question = format!("According to the text, {}", bad.question));
    check(Rule::SourceTrivia, |bad| bad.question = "On which page is rye explained?".to_owned());
    check(Rule::AnswerInStem, |bad| {
        bad.question = "If it holds a larger share of enzymes, what is it?".to_owned();
    });
    check(Rule::Absurd, |bad| bad.options[0].text = "It is fed by a wizard at night".to_owned());
    check(Rule::Grammar, |bad| {
        bad.question = "Rye ripens faster because it holds an".to_owned();
        for (option, text) in bad.options.iter_mut().zip(["yeast", "bacterium", "enzyme", "liquid", "streak"])
        {
            option.text = text.to_owned();
        }
    });
    check(Rule::MixedUnits, |bad| {
        for (option, text) in
            bad.options.iter_mut().zip(["12 litres", "4 grams", "12 hours", "7 metres", "3 grams"])
        {
            option.text = text.to_owned();
        }
    });
}

#[test]
fn rules_of_evidence() {
    check(Rule::EvidenceMissing, |bad| bad.options[0].evidence = String::new());
    check(Rule::EvidenceNotThere, |bad| {
        bad.options[0].evidence = "once a month in the refrigerator".to_owned();
    });
    check(Rule::EvidenceBeside, |bad| {
        bad.options[0].evidence = "Pink or orange streaks show harmful bacteria".to_owned();
    });
    check(Rule::KeyUnsupported, |bad| {
        bad.options[2].evidence = "is poured off. Pink or orange streaks".to_owned();
    });
    check(Rule::KeyUnsupported, |bad| {
        bad.level = Level::Remembering;
        bad.question = "How often is a starter fed at room temperature?".to_owned();
        for (option, text) in
            bad.options.iter_mut().zip(["6 hours", "8 hours", "10 hours", "24 hours", "36 hours"])
        {
            option.text = text.to_owned();
            option.evidence = "It is fed every 12 hours at room temperature".to_owned();
        }
    });
    check(Rule::TwoKeys, |bad| {
        bad.question = "Which colour shows harmful bacteria?".to_owned();
        for (option, text) in bad.options.iter_mut().zip(["Orange", "Grey", "Pink", "White", "Green"]) {
            option.text = text.to_owned();
            option.evidence = "Pink or orange streaks show harmful bacteria".to_owned();
        }
    });
}

#[test]
fn rules_of_distractors() {
    check(Rule::MisconceptionMissing, |bad| bad.options[0].misconception = String::new());
    check(Rule::DrawsAlike, |bad| {
        for place in [0, 1, 3, 4] {
            bad.options[place].draw = Some(Draw::Misconception);
        }
    });
    check(Rule::DrawWeak, |bad| bad.options[0].text = "It grows on harvest moons there".to_owned());
    check(Rule::DrawUseless, |bad| bad.options[0].text = "Never snows".to_owned());
}

#[test]
fn blind_solvers_decide_where_they_were_asked() {
    let reference = Reference::new(TEXT);
    let judge = Judge::new(&reference, 5);
    let found = |informed: f64, uninformed: f64| {
        let blind =
            Blind { question_id: "R1".to_owned(), informed: Some(informed), uninformed: Some(uninformed) };
        let judgement = judge.judge(&good(), Some(&blind));
        let rules = judgement.findings.iter().map(|finding| finding.rule.clone()).collect::<Vec<_>>();
        (rules, judgement.parts.discrimination)
    };
    assert!(found(0.6, 0.5).0.contains(&Rule::TooEasy.code().to_owned()));
    assert!(found(0.3, 0.2).0.contains(&Rule::TooHard.code().to_owned()));
    let (rules, discrimination) = found(0.7, 0.2);
    assert!(
        !rules.contains(&Rule::TooEasy.code().to_owned())
            && !rules.contains(&Rule::TooHard.code().to_owned())
    );
    assert!(discrimination > found(0.6, 0.4).1);
}

#[test]
fn what_the_question_gives_away_needs_no_source() {
    let reference = Reference::new(TEXT);
    let mut given = good();
    given.question = "Why does rye, which holds so large a share of enzymes, ripen faster?".to_owned();
    let of = |candidate: &Candidate| judge(candidate, &reference, 5).parts.source_dependency;
    assert!(of(&given) < of(&good()) - 1.0, "{} {}", of(&given), of(&good()));
    let mut common = good();
    for (option, text) in common.options.iter_mut().zip([
        "It looks nicer",
        "It costs less money",
        "It is good",
        "It sounds fun",
        "It wins games",
    ]) {
        option.text = text.to_owned();
    }
    assert!(of(&common) < of(&good()) - 1.0);
}

#[test]
fn options_among_themselves() {
    pair(
        Rule::OverlappingOptions,
        |bad| {
            bad.question = "How long may a fed starter stand at room temperature?".to_owned();
            offer(bad, ["2 to 4 hours", "5 to 9 hours", "8 to 12 hours", "14 to 20 hours", "24 to 36 hours"]);
        },
        |close| {
            close.question = "How long may a fed starter stand at room temperature?".to_owned();
            offer(
                close,
                ["2 to 4 hours", "5 to 7 hours", "8 to 12 hours", "14 to 20 hours", "24 to 36 hours"],
            );
        },
    );
    pair(
        Rule::OverlappingOptions,
        |bad| bad.options[0].text = "It brings lactic acid to the flour of white wheat".to_owned(),
        |close| close.options[0].text = "It brings lactic acid from white wheat".to_owned(),
    );
    pair(
        Rule::UnequalLengths,
        |bad| bad.options[0].text = "It floats".to_owned(),
        |close| close.options[0].text = "It floats in cold water".to_owned(),
    );
    pair(
        Rule::UnparallelOptions,
        |bad| bad.options[0].text = "To feed yeasts in the refrigerator".to_owned(),
        // Two of them are no odd one out.
        |close| {
            close.options[0].text = "To feed yeasts in the refrigerator".to_owned();
            close.options[1].text = "To bring lactic acid to the flour".to_owned();
        },
    );
    pair(
        Rule::Combination,
        |bad| {
            bad.question =
                "I. Rye holds enzymes. II. Rye floats. III. Rye is fed. Which of these hold?".to_owned();
            offer(bad, ["I only", "II only", "I and II", "II and III", "I and III"]);
        },
        // Letters that are names.
        |close| {
            close.question = "Which vitamins does rye bring to a culture?".to_owned();
            offer(
                close,
                [
                    "Vitamins A and C",
                    "Vitamins B and C",
                    "Vitamins B and E",
                    "Vitamins C and D",
                    "Vitamins A and E",
                ],
            );
        },
    );
}

#[test]
fn wording_is_noted() {
    pair(
        Rule::Wording,
        |bad| bad.question = "Which of these is not a reason why rye ripens faster than wheat?".to_owned(),
        // A negation in the story is no trap.
        |close| close.question = format!("A starter was not fed for a day. {}", good().question),
    );
    let mut lead = good();
    offer(
        &mut lead,
        [
            "Rye flour holds yeasts in the cold",
            "Rye flour holds acid of lactic kind",
            "Rye flour holds a share of enzymes",
            "Rye flour holds water at its top",
            "Rye flour holds grey liquid on top",
        ],
    );
    assert!(codes(&lead).contains(&Rule::Wording.code().to_owned()), "{:?}", codes(&lead));
    let mut noted = good();
    noted.question = "Why does rye, not white wheat, make a culture ripen faster?".to_owned();
    assert!(!judge(&noted, &Reference::new(TEXT), 5).is_rejected(), "wording alone rejects nothing");
}

#[test]
fn british_spelling_is_noted() {
    pair(
        Rule::BritishSpelling,
        |bad| bad.question = "Why does the colour of a culture with rye change faster?".to_owned(),
        |close| close.question = "Why does a culture of “rye colour” change faster?".to_owned(),
    );
    pair(
        Rule::BritishSpelling,
        |bad| bad.options[0].text = "It neutralises yeasts in the cold".to_owned(),
        |close| close.options[0].text = "It promises yeasts some exercise".to_owned(),
    );
    let mut noted = good();
    noted.question = noted.question.replace("a culture", "an organised culture");
    assert!(!judge(&noted, &Reference::new(TEXT), 5).is_rejected(), "spelling alone rejects nothing");
    // Another language has words of its own.
    let norwegian = "Surdeig er en blanding av mel og vann der det lever gjær og bakterier. Den mates hver dag, og den \
                     står i kjøleskapet om vinteren. Rug gir surdeigen flere enzymer enn hvete.";
    let mut candidate = good();
    candidate.question = "Hvorfor modner surdeigen i Oslos centre?".to_owned();
    let found = judge(&candidate, &Reference::new(norwegian), 5).findings;
    assert!(found.iter().all(|finding| finding.rule != Rule::BritishSpelling.code()), "{found:?}");
}

#[test]
fn a_reference_that_contradicts_itself() {
    let rule = Rule::KeyContradicted.code();
    let says = |sentence: &str| {
        let reference = Reference::new(&format!("{TEXT}{sentence}\n"));
        judge(&good(), &reference, 5).findings.iter().any(|finding| finding.rule == rule)
    };
    assert!(says("Rye does not hold a larger share of enzymes than white wheat."));
    assert!(!says("Rye flour holds a larger share of enzymes than white wheat."), "it says the same");
    assert!(!says("Rye does not hold a larger share of water than white wheat."), "of something else");
    assert!(!says("Spelt does not hold a larger share of enzymes."), "of another grain");
}

#[test]
fn cracked_without_knowledge() {
    let question = "What does a baker take to refresh a weak culture?";
    pair(
        Rule::Cracked,
        // Every wrong option is the key with one word changed.
        |bad| {
            bad.question = question.to_owned();
            offer(
                bad,
                [
                    "Cold water and rye flour",
                    "Warm liquid and rye flour",
                    "Warm water and rye flour",
                    "Warm water and grey yeast",
                    "Warm water and white flour",
                ],
            );
        },
        // They have as much in common with each other.
        |close| {
            close.question = question.to_owned();
            offer(
                close,
                [
                    "Cold water and rye flour",
                    "Cold liquid and white flour",
                    "Warm water and white flour",
                    "Warm liquid and rye flour",
                    "Grey water and orange yeast",
                ],
            );
        },
    );
}

/// What the reviewer says of a good question in such a task.
fn review_reasons(existing: Vec<Asked>, samples: Vec<Sample>) -> Vec<String> {
    let input = ToReview {
        candidates: vec![good()],
        reference: TEXT.to_owned(),
        options: 5,
        existing,
        samples,
        ..ToReview::default()
    };
    review(&input).unwrap().rejected.into_iter().flat_map(|rejected| rejected.reasons).collect()
}

#[test]
fn what_is_asked_elsewhere() {
    let says = |reasons: &[String], rule: Rule| reasons.iter().any(|reason| reason.starts_with(rule.code()));
    let asked = |question: &str, key: &str| {
        let options = vec!["Something else".to_owned(), key.to_owned(), "A third thing".to_owned()];
        vec![Asked {
            question_id: "CQ4".to_owned(),
            level: Level::Understanding,
            question: question.to_owned(),
            options,
            key: Some(1),
        }]
    };
    let same = asked("For what reason does rye make a culture ripen faster?", "A larger share of enzymes");
    assert!(says(&review_reasons(same, Vec::new()), Rule::Overlap));
    let near = asked("What makes a culture with rye ripen more slowly in winter?", "The cold of the room");
    assert!(!says(&review_reasons(near, Vec::new()), Rule::Overlap), "one topic, another fact");

    let sample =
        |question: &str| vec![Sample { number: 1, question: question.to_owned(), ..Sample::default() }];
    let copy = sample("Why does rye make a culture ripen faster than wheat does?");
    assert!(says(&review_reasons(Vec::new(), copy), Rule::Copied));
    let kindred = sample("Why does a culture in the refrigerator ripen so slowly?");
    assert!(!says(&review_reasons(Vec::new(), kindred), Rule::Copied), "it inspired");
}

#[test]
fn a_low_score_rejects() {
    let reference = Reference::new(TEXT);
    // No other rule forbids it, but its options are in words for which no text is needed.
    let mut dull = good();
    offer(
        &mut dull,
        [
            "It sounds better to guests",
            "It costs them less money",
            "It has much more in it",
            "It looks nicer in a shop",
            "It makes a bigger loaf",
        ],
    );
    for (place, option) in dull.options.iter_mut().enumerate().filter(|(place, _)| *place != 2) {
        option.draw = Some(if place < 2 { Draw::Misconception } else { Draw::PartialTruth });
        option.evidence = "rye flour ripens faster than one fed with white".to_owned();
    }
    let reasons = |candidate: &Candidate, informed: f64, uninformed: f64| {
        let blind =
            Blind { question_id: "R1".to_owned(), informed: Some(informed), uninformed: Some(uninformed) };
        Judge::new(&reference, 5).judge(candidate, Some(&blind)).reasons()
    };
    let low = reasons(&dull, 0.56, 0.38);
    assert_eq!(low.len(), 1, "{low:?}");
    assert!(low[0].starts_with(Rule::ScoreLow.code()), "{low:?}");
    assert_eq!(reasons(&dull, 0.70, 0.20), [""; 0], "the text is of use after all");
    assert_eq!(reasons(&good(), 0.56, 0.38), [""; 0], "words of the text");
}

#[test]
fn codes_are_distinct() {
    let codes: std::collections::BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.code()).collect();
    assert_eq!(codes.len(), Rule::ALL.len());
}
