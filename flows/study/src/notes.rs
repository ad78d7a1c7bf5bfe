//! After a quiz: what to review, and how hard the next quiz should be.

use std::collections::BTreeMap;

use tutti_core::Problem;
use tutti_language::Language;

use crate::agents::{Answered, ToNote};
use crate::session::CoachNotes;
use tutti_composer::Difficulty;

/// Answers of a concept that say something about it.
const FEW: usize = 2;

/// The native notes: the concepts that went wrong, the level that went wrong, and what is mastered.
#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn write(input: &ToNote) -> Result<CoachNotes, Problem> {
    let say = |english: String, bokmal: String, nynorsk: String| match Language::from_code(&input.language) {
        Language::Nynorsk => nynorsk,
        Language::Bokmal => bokmal,
        _ => english,
    };
    let mut notes = Vec::new();
    for concept in weak_concepts(&input.answers) {
        let (wrong, all) = tally(&input.answers, |answer| answer.concept == concept);
        notes.push(say(
            format!("Look at “{concept}” again: {wrong} of {all} questions on it went wrong."),
            format!("Se på «{concept}» en gang til: {wrong} av {all} spørsmål om det gikk galt."),
            format!("Sjå på «{concept}» ein gong til: {wrong} av {all} spørsmål om det gjekk gale."),
        ));
    }
    for level in Difficulty::ALL {
        let (wrong, all) = tally(&input.answers, |answer| answer.difficulty == level);
        if all >= 3 && wrong * 2 > all {
            let (name, bokmal) = (level.name(), bokmal_level(level));
            let nynorsk = bokmal.replace("lige", "lege");
            notes.push(say(
                format!("Most {name} questions went wrong: {wrong} of {all}."),
                format!("De fleste {bokmal} spørsmålene gikk galt: {wrong} av {all}."),
                format!("Dei fleste {nynorsk} spørsmåla gjekk gale: {wrong} av {all}."),
            ));
        }
    }
    let (wrong, all) = tally(&input.answers, |_| true);
    if all > 0 && wrong == 0 {
        notes.push(say(
            format!("All {all} answers were right. The next quiz can be harder."),
            format!("Alle {all} svar var riktige. Neste quiz kan være vanskeligere."),
            format!("Alle {all} svara var rette. Den neste quizen kan vere vanskelegare."),
        ));
    } else if all > 0 {
        notes.push(say(
            format!("{} of {all} answers were right.", all - wrong),
            format!("{} av {all} svar var riktige.", all - wrong),
            format!("{} av {all} svar var rette.", all - wrong),
        ));
    }
    Ok(CoachNotes { notes })
}

fn bokmal_level(level: Difficulty) -> &'static str {
    match level {
        Difficulty::Easy => "lette",
        Difficulty::Medium => "middels vanskelige",
        Difficulty::Hard => "vanskelige",
    }
}

fn tally(answers: &[Answered], which: impl Fn(&Answered) -> bool) -> (usize, usize) {
    let chosen: Vec<&Answered> = answers.iter().filter(|answer| which(answer)).collect();
    (chosen.iter().filter(|answer| !answer.is_correct).count(), chosen.len())
}

/// The concepts to focus on: those whose last answer was wrong, or most of whose answers were; the worst first.
pub fn weak_concepts(answers: &[Answered]) -> Vec<String> {
    let mut of: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for answer in answers.iter().filter(|answer| !answer.concept.is_empty()) {
        of.entry(&answer.concept).or_default().push(answer.is_correct);
    }
    let mut weak: Vec<(f64, &str)> = of
        .into_iter()
        .filter_map(|(concept, right)| {
            let share = right.iter().filter(|right| **right).count() as f64 / right.len() as f64;
            let last_wrong = right.last() == Some(&false);
            (last_wrong || (right.len() >= FEW && share < 0.5)).then_some((share, concept))
        })
        .collect();
    weak.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    weak.into_iter().map(|(_, concept)| concept.to_owned()).collect()
}

/// Up after three right in a row, down after two wrong in a row.
pub fn next_difficulty(current: Difficulty, answers: &[Answered]) -> Difficulty {
    let ends_with = |count: usize, right: bool| {
        answers.len() >= count && answers[answers.len() - count..].iter().all(|a| a.is_correct == right)
    };
    if ends_with(3, true) {
        current.harder()
    } else if ends_with(2, false) {
        current.easier()
    } else {
        current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers as `a+ b- a+`: a concept and whether it was right.
    fn answers(text: &str) -> Vec<Answered> {
        let answer = |word: &str| {
            let (concept, sign) = word.split_at(word.len() - 1);
            Answered {
                concept: concept.to_owned(),
                difficulty: Difficulty::Medium,
                is_correct: sign == "+",
                latency_sec: 1.0,
            }
        };
        text.split_whitespace().map(answer).collect()
    }

    #[test]
    fn difficulty_moves_with_the_last_answers() {
        use Difficulty::{Easy, Hard, Medium};
        for (given, from, to) in [
            ("a- a+ b+ c+", Medium, Hard),
            ("a+ b+", Medium, Medium),
            ("a+ b- c-", Medium, Easy),
            ("a- b+ c-", Medium, Medium),
            ("a+ b+ c+", Hard, Hard),
            ("a- b-", Easy, Easy),
            ("", Hard, Hard),
        ] {
            assert_eq!(next_difficulty(from, &answers(given)), to, "{given}");
        }
    }

    #[test]
    fn weak_is_what_went_wrong_last_or_mostly() {
        for (given, expected) in [
            ("a+ b- c+", vec!["b"]),
            ("a- a+ b-", vec!["b"]),
            ("a- a- a+ b- b+", vec!["a"]),
            ("a- b- b-", vec!["a", "b"]),
            ("a+ b+", vec![]),
        ] {
            assert_eq!(weak_concepts(&answers(given)), expected, "{given}");
        }
    }

    #[test]
    fn notes_are_in_the_language_of_the_document() {
        let notes = |language: &str| {
            let input = ToNote { language: language.to_owned(), answers: answers("isbre- isbre- morene+") };
            write(&input).unwrap().notes
        };
        assert_eq!(
            notes("nb"),
            [
                "Se på «isbre» en gang til: 2 av 2 spørsmål om det gikk galt.",
                "De fleste middels vanskelige spørsmålene gikk galt: 2 av 3.",
                "1 av 3 svar var riktige."
            ]
        );
        assert_eq!(
            notes("nn"),
            [
                "Sjå på «isbre» ein gong til: 2 av 2 spørsmål om det gjekk gale.",
                "Dei fleste middels vanskelege spørsmåla gjekk gale: 2 av 3.",
                "1 av 3 svar var rette."
            ]
        );
        assert_eq!(notes("en")[0], "Look at “isbre” again: 2 of 2 questions on it went wrong.");
    }
}
