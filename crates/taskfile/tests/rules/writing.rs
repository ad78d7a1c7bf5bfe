//! The item-writing rules, on one question of the sample.

use tutti_item::flaws::Rule as Writing;
use tutti_taskfile::Rule;

use crate::{Seen, document};

/// The sample with this as its fourth question, whose first option is the key.
fn asking(stem: &str, options: &[&str]) -> String {
    document(|task| {
        let question = &mut task.comprehension[3];
        stem.clone_into(&mut question.question);
        question.options = options.iter().map(|option| (*option).to_owned()).collect();
        question.key = 0;
    })
}

const ORGANS: &[&str] = &["pancreas", "liver", "kidney", "spleen", "stomach"];
const VALVE: &str = "What does the valve of the pump do?";
const SPILLWAY: &str = "Why does the reservoir need a spillway?";
const HIGH: &str = "How high is the tower?";

pub(crate) fn check(seen: &mut Seen) {
    for (rule, stem, options, kept_stem, kept) in CASES {
        seen.check(Rule::Writing(*rule), &asking(stem, options), &asking(kept_stem, kept));
    }
    seen.check(
        Rule::Guessable,
        &asking(
            SPILLWAY,
            &[
                "It keeps a great flood from running over the crest",
                "It feeds fish",
                "It cools",
                "It sings",
                "It hums",
            ],
        ),
        &asking(
            SPILLWAY,
            &["It drains floods", "It feeds fish", "It cools walls", "It lifts boats", "It turns mills"],
        ),
    );
}

type Case = (Writing, &'static str, &'static [&'static str], &'static str, &'static [&'static str]);

const MAKES: &str = "Which organ makes insulin?";

const CASES: &[Case] = &[
    (Writing::ImplausibleDistractors, MAKES, &["pancreas", "liver", "kidney", "Santa Claus"], MAKES, ORGANS),
    (
        Writing::NoneOfTheAbove,
        VALVE,
        &["hold water", "let air in", "none of these"],
        VALVE,
        &["hold water", "let air in", "turn a wheel"],
    ),
    (
        Writing::AllOfTheAbove,
        VALVE,
        &["hold water", "let air in", "All of the above"],
        VALVE,
        &["hold water", "let air in", "turn a wheel"],
    ),
    (
        Writing::FillInTheBlank,
        "The ____ makes insulin in the body. Which organ is it?",
        ORGANS,
        "Insulin is made in the organ called the ____",
        ORGANS,
    ),
    (
        Writing::TrueFalseSeries,
        "Which of the following is true?",
        &["iron rusts", "gold rusts", "glass rusts"],
        MAKES,
        ORGANS,
    ),
    (
        Writing::AbsoluteTerms,
        VALVE,
        &["hold water", "let air in", "never move"],
        VALVE,
        &["hold water", "let air in", "seldom move"],
    ),
    (
        Writing::LongestKey,
        SPILLWAY,
        &["It keeps a great flood from running over the crest", "It feeds fish", "It cools walls"],
        SPILLWAY,
        &["It drains floods", "It feeds fish", "It cools walls"],
    ),
    (
        Writing::NegativeStem,
        "Which organ does NOT make bile?",
        ORGANS,
        "A patient does not eat. Which organ makes insulin?",
        ORGANS,
    ),
    (
        Writing::StemEcho,
        SPILLWAY,
        &["the reservoir fills", "the wind blows", "the sun sets"],
        SPILLWAY,
        &["the reservoir fills", "the reservoir dries", "the sun sets"],
    ),
    (
        Writing::LogicalCue,
        VALVE,
        &["make the pressure higher", "make the pressure lower", "clean the water", "colour the water"],
        VALVE,
        &["hold the pressure", "test the pressure", "clean the water", "colour the water"],
    ),
    (Writing::LostSequence, HIGH, &["3 m", "9 m", "5 m"], HIGH, &["9 m", "5 m", "3 m"]),
    (Writing::MoreThanOneCorrect, HIGH, &["0.5", "1/2", "3/4"], HIGH, &["0.25", "1/2", "3/4"]),
    (Writing::KType, "Which are right?", &["I only", "I and II", "II and III"], MAKES, ORGANS),
    (Writing::Ambiguous, "Which organ and/or gland makes insulin?", ORGANS, MAKES, ORGANS),
    (
        Writing::Gratuitous,
        "A keeper finds several lamps dark. The night mail is due. Which lamp should be lit first?",
        &["yard", "home", "gate", "shed"],
        MAKES,
        ORGANS,
    ),
    (
        Writing::GrammaticalCue,
        "The animal is an",
        &["otter", "fox", "bear"],
        "The animal that swam is an",
        &["otter", "eel", "urchin"],
    ),
    (
        Writing::ConvergenceCue,
        VALVE,
        &[
            "hold warm clean water",
            "hold warm dirty oil",
            "move warm clean oil",
            "hold cold clean air",
            "move cold dirty water",
        ],
        MAKES,
        ORGANS,
    ),
    (Writing::VagueTerms, "Which organ usually makes insulin?", ORGANS, MAKES, ORGANS),
    (Writing::UnfocusedStem, "Organs:", ORGANS, MAKES, ORGANS),
    (
        Writing::KeyStandsOut,
        SPILLWAY,
        &["for 40 floods", "for the fish", "for the wall"],
        SPILLWAY,
        &["for 40 floods", "for 50 fish", "for 60 walls"],
    ),
    (
        Writing::NegativeNotEmphasised,
        "Which organ does not make bile?",
        ORGANS,
        "Which organ does NOT make bile?",
        ORGANS,
    ),
    (
        Writing::DoubleNegative,
        "Which organ is not without a duct?",
        ORGANS,
        "Which organ is without a duct?",
        ORGANS,
    ),
    (
        Writing::UnparallelOptions,
        VALVE,
        &["hold water", "let air in", "to turn a wheel"],
        VALVE,
        &["hold water", "let air in", "turn a wheel"],
    ),
    (
        Writing::UnequalLengths,
        SPILLWAY,
        &["It keeps a great flood from running over the crest", "It feeds fish", "It cools walls"],
        SPILLWAY,
        &["It drains floods", "It feeds fish", "It cools walls"],
    ),
    (
        Writing::DuplicateOptions,
        VALVE,
        &["hold water", "let air in", "Hold  water"],
        VALVE,
        &["hold water", "let air in", "hold oil"],
    ),
    (
        Writing::OverlappingOptions,
        HIGH,
        &["0 to 10", "5 to 20", "20 to 30"],
        HIGH,
        &["less than 5", "5 to 20", "more than 20"],
    ),
    (Writing::SourcePhrase, "According to the text, which organ makes insulin?", ORGANS, MAKES, ORGANS),
    (Writing::SourceTrivia, "Which chapter deals with the organ that makes insulin?", ORGANS, MAKES, ORGANS),
    (
        Writing::AnswerInStem,
        "The spoon is made of steel. What is it?",
        &["steel", "oak", "clay"],
        "What is the spoon made of?",
        &["steel", "oak", "clay"],
    ),
    (
        Writing::RepeatedLead,
        VALVE,
        &["it will hold water", "it will let air in", "it will turn a wheel"],
        VALVE,
        &["hold water", "let air in", "turn a wheel"],
    ),
];
