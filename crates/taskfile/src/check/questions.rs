//! Checks of each question: the scale of a familiarity question, the item-writing rules for the others.

use tutti_core::Severity;
use tutti_item::{Bloom, Label, cues, flaws};

use super::Found;
use crate::document::{Category, scale};
use crate::file::Question;
use crate::{Defect, Field, Rule, TaskFile};

pub(super) fn check(file: &TaskFile, found: &mut Found) {
    for question in &file.familiarity {
        familiarity(question, found);
    }
    let count = if file.option_count() == 4 { 4 } else { 5 };
    for question in &file.comprehension {
        options(question, count, found);
        writing(question, found);
    }
}

fn familiarity(question: &Question, found: &mut Found) {
    let Some(number) = question.number().filter(|number| (1..=4).contains(number)) else { return };
    let expected = if number % 2 == 1 { Bloom::Remember } else { Bloom::Understand };
    if question.level.is_some_and(|level| level != expected) {
        let message = format!("{} is for {}", question.id, expected);
        found.say(Rule::LevelOrder, question.line_of(Field::Level), &question.id, message);
    }
    let category = Category::of_number(number).name();
    if question.category.as_deref().is_some_and(|given| given != category) {
        found.say(
            Rule::Category,
            question.line_of(Field::Category),
            &question.id,
            format!("it should be {category}"),
        );
    }
    let stem =
        if expected == Bloom::Remember { "How familiar are you with" } else { "How well do you understand" };
    if !question.text.is_empty() && !question.text.starts_with(stem) {
        let message = format!("it should begin `{stem}`");
        found.say(Rule::FamiliarityStem, question.line_of(Field::Question), &question.id, message);
    }
    let points = scale(expected);
    if question.row(Field::Options).is_some() && question.options != points {
        let message = format!("seven points, from `{}` to `{}`", points[0], points[6]);
        found.say(Rule::Scale, question.line_of(Field::Options), &question.id, message);
    }
}

fn options(question: &Question, count: usize, found: &mut Found) {
    let given = question.options.len();
    if question.row(Field::Options).is_some() && given != count {
        let message = format!("{given} options; the questions of this file have {count}");
        let defect = Defect::new(Rule::OptionCount, question.line_of(Field::Options), &question.id, message);
        found.defects.push(if given < 2 { defect.of(Severity::High) } else { defect });
    }
}

fn writing(question: &Question, found: &mut Found) {
    if question.text.is_empty() || question.options.len() < 2 {
        return;
    }
    let item = question.as_item();
    for flaw in flaws::check(&item) {
        let field = if flaw.pointer == "/stem" { Field::Question } else { Field::Options };
        let quote = if flaw.quote.is_empty() { String::new() } else { format!(": “{}”", flaw.quote) };
        let option = flaw.pointer.split('/').nth(3).and_then(|place| place.parse().ok());
        let letter = option.map_or_else(String::new, |place| format!(", option {}", Label::at(place)));
        let message = format!("{}{letter}{quote}", flaw.rule.title());
        let defect = Defect::new(Rule::Writing(flaw.rule), question.line_of(field), &question.id, message);
        found.defects.push(defect.of(in_a_file(flaw.rule, flaw.severity)));
    }
    let guess = cues::guess(&item).zip(item.key_place());
    if let Some(cue) = guess.and_then(|(guess, key)| guess.decisive_cue(key)) {
        let message = format!("the key can be found without the text, by {}", trick(cue));
        found.say(Rule::Guessable, question.line_of(Field::Options), &question.id, message);
    }
}

/// Among items, high means that one must not be used. In a file that is in use, high is left to what breaks its key.
fn in_a_file(rule: flaws::Rule, severity: Severity) -> Severity {
    match rule {
        flaws::Rule::DuplicateOptions | flaws::Rule::MoreThanOneCorrect => severity,
        rule if rule.is_heuristic() => Severity::Low,
        _ => severity.min(Severity::Medium),
    }
}

const fn trick(cue: cues::Cue) -> &'static str {
    use cues::Cue;
    match cue {
        Cue::Longest => "its length",
        Cue::MostSpecific => "its number, hedge or bracket",
        Cue::StemEcho => "a word of the question in it",
        Cue::Grammar => "its grammar",
        Cue::OddOneOut => "its form",
        Cue::Convergence => "what it shares with the others",
        Cue::MiddleValue => "its place between the others",
        Cue::AvoidAbsolutes => "leaving out absolute words",
        Cue::AllOfTheAbove => "`all of the above`",
        Cue::AvoidPadding => "leaving out padding",
        Cue::Opposites => "a pair of opposites",
    }
}
