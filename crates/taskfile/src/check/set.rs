//! Checks of all questions together: which are present, their levels, key positions and repetitions.

use tutti_core::Severity;
use tutti_item::flaws::{SetRule, check_set};
use tutti_item::{Bloom, Item, ItemId, Label};

use super::Found;
use crate::file::{Question, Quiz};
use crate::{Defect, Field, Rule, TaskFile};

const LEVELS: [Bloom; 3] = [Bloom::Remember, Bloom::Understand, Bloom::Apply];

pub(super) fn check(file: &TaskFile, found: &mut Found) {
    presence(file, found);
    order(&file.familiarity, found);
    order(&file.comprehension, found);
    if file.comprehension.is_empty() {
        return;
    }
    let numbered = |range: std::ops::RangeInclusive<usize>| {
        let inside = |question: &&Question| question.number().is_some_and(|number| range.contains(&number));
        file.comprehension.iter().filter(inside).collect::<Vec<_>>()
    };
    // Fifteen questions are nine and the six of an extension.
    if file.comprehension.len() == 15 {
        group(&numbered(1..=9), None, found);
        group(&numbered(10..=15), Some(2), found);
    } else {
        group(&file.comprehension.iter().collect::<Vec<_>>(), None, found);
    }
    together(file, found);
}

fn presence(file: &TaskFile, found: &mut Found) {
    for (quiz, count) in [(Quiz::Familiarity, 4), (Quiz::Comprehension, 9)] {
        let line = file.quiz(quiz).first().map_or(file.last_line, |question| question.line);
        for id in file.missing(quiz, count) {
            let defect = Defect::new(Rule::MissingQuestion, line, &id, format!("there is no {id}"));
            let grave = quiz == Quiz::Comprehension;
            found.defects.push(if grave { defect } else { defect.of(Severity::Medium) });
        }
    }
    for question in file.familiarity.iter().filter(|question| question.number().is_some_and(|n| n > 4)) {
        let message = "the platform adds the familiarity questions after FQ4 itself";
        found.say(Rule::ExtraQuestion, question.line, &question.id, message);
    }
}

fn order(questions: &[Question], found: &mut Found) {
    for pair in questions.windows(2) {
        if let (Some(first), Some(second)) = (pair[0].number(), pair[1].number())
            && second != first + 1
            && second != first
        {
            let message = format!("{} follows {}", pair[1].id, pair[0].id);
            found.say(Rule::QuestionOrder, pair[1].line_of(Field::QuestionId), &pair[1].id, message);
        }
    }
}

/// Questions that are spread evenly over the levels and the letters among themselves. `most` is the maximum number of
/// keys per letter if nothing else is required.
fn group(questions: &[&Question], most: Option<usize>, found: &mut Found) {
    let Some(first) = questions.first() else { return };
    levels(questions, first, found);
    positions(questions, first, most, found);
}

fn levels(questions: &[&Question], first: &Question, found: &mut Found) {
    let even = questions.len().is_multiple_of(LEVELS.len());
    if !even {
        let message = format!("{} questions cannot be spread evenly over three levels", questions.len());
        found.say(Rule::QuestionCount, first.line, "Comprehension Quiz", message);
    }
    let mut reached = LEVELS[0];
    for question in questions {
        let Some(level) = question.level else { continue };
        let line = question.line_of(Field::Level);
        if !LEVELS.contains(&level) {
            found.say(Rule::LevelOrder, line, &question.id, format!("{level} is not a level of this quiz"));
        } else if level < reached {
            found.say(Rule::LevelOrder, line, &question.id, format!("{level} after {reached}"));
        }
        reached = reached.max(level);
    }
    let each = questions.len() / LEVELS.len();
    let counts =
        LEVELS.map(|level| questions.iter().filter(|question| question.level == Some(level)).count());
    if even && counts.iter().any(|count| *count != each) {
        let shown: Vec<String> =
            LEVELS.iter().zip(counts).map(|(level, count)| format!("{level} {count}")).collect();
        let message = format!(
            "{} to {}: {}; each should have {each}",
            first.id,
            questions[questions.len() - 1].id,
            shown.join(", ")
        );
        found.say(Rule::LevelCount, first.line, "Comprehension Quiz", message);
    }
}

fn positions(questions: &[&Question], first: &Question, most: Option<usize>, found: &mut Found) {
    let keys: Vec<usize> = questions.iter().filter_map(|question| question.key_place()).collect();
    let letters = questions.iter().map(|question| question.options.len()).max().unwrap_or(0);
    if letters < 2 || keys.len() < 6 {
        return;
    }
    let (least, most) = match most {
        Some(most) => (0, most),
        None => (keys.len() / letters, keys.len().div_ceil(letters)),
    };
    let counts: Vec<usize> =
        (0..letters).map(|letter| keys.iter().filter(|key| **key == letter).count()).collect();
    if counts.iter().any(|count| !(least..=most).contains(count)) {
        let shown: String = questions
            .iter()
            .map(|question| question.key_place().map_or_else(|| "-".to_owned(), |key| Label::at(key).0))
            .collect();
        let limits = if least == most { format!("{most} times") } else { format!("{least} to {most} times") };
        let off = (0..letters).filter(|letter| !(least..=most).contains(&counts[*letter]));
        let off: Vec<String> =
            off.map(|letter| format!("{} {}", Label::at(letter), counts[letter])).collect();
        let message = format!("the keys are {shown}: {}; each letter {limits}", off.join(", "));
        found.say(Rule::KeyPositions, first.line, "Comprehension Quiz", message);
    }
}

fn together(file: &TaskFile, found: &mut Found) {
    let items: Vec<Item> = file.comprehension.iter().map(Question::as_item).collect();
    let first = file.comprehension[0].line;
    for flaw in check_set(&items) {
        if flaw.rule == SetRule::KeyLetterSkew {
            continue;
        }
        // The same question twice has the same id: the first is meant by the first, the last by the others.
        let place_of = |(at, id): (usize, &ItemId)| {
            if at == 0 {
                items.iter().position(|item| item.id == *id)
            } else {
                items.iter().rposition(|item| item.id == *id)
            }
        };
        let places = flaw.items.iter().enumerate().filter_map(place_of);
        let named: Vec<&Question> = places.map(|place| &file.comprehension[place]).collect();
        let ids: Vec<&str> = named.iter().map(|question| question.id.as_str()).collect();
        let (line, place) = match named.last() {
            Some(question) => (question.line_of(Field::Question), ids.join(", ")),
            None => (first, "Comprehension Quiz".to_owned()),
        };
        let defect = Defect::new(Rule::Set(flaw.rule), line, &place, flaw.detail);
        found.defects.push(defect.of(flaw.severity));
    }
}
