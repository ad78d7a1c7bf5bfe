use super::*;
use crate::candidate::{Draw, Level, Offered};
use crate::order::Blind;

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
fn codes_are_distinct() {
    let codes: std::collections::BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.code()).collect();
    assert_eq!(codes.len(), Rule::ALL.len());
}
