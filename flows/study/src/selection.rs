//! The selection from the Coach's output: what was kept, and what was dropped and why.

use tutti_core::{Finding, Verdict};
use tutti_language::plain;

use crate::gates::{self, Ground};
use crate::handover::Constraints;
use crate::materials::{CoachOutput, Flashcard, QuizItem};
use crate::rules::Rule;
use crate::session::Flag;

/// Grows from round to round until there is enough.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    pub(crate) flashcards: Vec<Flashcard>,
    pub(crate) quiz: Vec<QuizItem>,
    /// What was dropped, with the reason.
    pub(crate) dropped: Vec<String>,
    /// Questions that are already asked elsewhere.
    asked: Vec<QuizItem>,
}

impl Selection {
    /// Nothing that is in `taken` is kept again.
    pub(crate) fn without(taken: &[QuizItem]) -> Self {
        Self { asked: taken.to_vec(), ..Self::default() }
    }

    /// Keeps what passes the gates, up to the requested number; blocked if something had to be dropped.
    pub(crate) fn take(&mut self, made: CoachOutput, ground: &Ground<'_>, wanted: &Constraints) -> Verdict {
        let mut findings = Vec::new();
        for card in made.flashcards {
            if self.flashcards.len() >= wanted.num_flashcards as usize {
                break;
            }
            let known = self.flashcards.iter().any(|kept| alike(&kept.question, &card.question));
            match refusal(known, gates::card(&card, ground)) {
                None => self.flashcards.push(card),
                Some(why) => findings.push(self.drop(&card.question, &why)),
            }
        }
        for item in made.quiz {
            if self.quiz.len() >= wanted.num_quiz_questions as usize {
                break;
            }
            let mut there = self.quiz.iter().chain(&self.asked);
            let known = there.any(|kept| alike(&kept.question, &item.question) && same_key(kept, &item));
            let verdict = match self.find_giveaway(&item) {
                Some(finding) => Verdict::from_findings(vec![finding]),
                None => gates::question(&item, ground),
            };
            match refusal(known, verdict) {
                None => self.quiz.push(spread(item, &self.quiz)),
                Some(why) => findings.push(self.drop(&item.question, &why)),
            }
        }
        Verdict::from_findings(findings)
    }

    /// The question that gives away the answer to this one, or the other way round.
    fn find_giveaway(&self, item: &QuizItem) -> Option<Finding> {
        let kept = self.quiz.iter().find(|kept| gates::tell_each_other(kept, item))?;
        Some(Rule::AnswerTold.finding(format!("“{}” tells its answer", kept.question)))
    }

    fn drop(&mut self, question: &str, why: &str) -> Finding {
        let note = note_on(question, why);
        self.dropped.push(note.clone());
        Rule::Dropped.finding(note)
    }

    /// What the Coach must not make again: what exists, and what was dropped.
    pub(crate) fn avoid(&self) -> Vec<String> {
        let there = self.flashcards.iter().map(|card| &card.question);
        let there = there.chain(self.quiz.iter().map(|item| &item.question));
        let there = there
            .chain(self.asked.iter().map(|item| &item.question))
            .map(|question| note_on(question, "it is there already"));
        there.chain(self.dropped.iter().cloned()).collect()
    }

    /// Gives every card and question its id.
    pub(crate) fn number(&mut self, prefix: &str) {
        for (n, card) in (1..).zip(&mut self.flashcards) {
            card.card_id = format!("c{n}");
        }
        for (n, item) in (1..).zip(&mut self.quiz) {
            item.item_id = format!("{prefix}{n}");
        }
    }

    /// Flags for the user: that the text did not yield all that was requested.
    pub(crate) fn flags(&self, wanted: &Constraints) -> Vec<Flag> {
        let counts = [
            ("fewer_flashcards", self.flashcards.len(), wanted.num_flashcards, "flashcards"),
            ("fewer_questions", self.quiz.len(), wanted.num_quiz_questions, "questions"),
        ];
        counts
            .into_iter()
            .filter(|(_, there, wanted, _)| *there < *wanted as usize)
            .map(|(flag, there, wanted, what)| Flag {
                flag: flag.to_owned(),
                detail: format!("{wanted} {what} were asked for; the text yields {there} good ones"),
            })
            .collect()
    }
}

fn refusal(known: bool, verdict: Verdict) -> Option<String> {
    match verdict {
        _ if known => Some("it is there already".to_owned()),
        Verdict::Blocked(findings) => {
            Some(findings.first().map_or_else(String::new, |finding| finding.message.clone()))
        }
        Verdict::Pass | Verdict::Flagged(_) => None,
    }
}

/// How the Coach is told what not to bring, and why.
fn note_on(question: &str, why: &str) -> String {
    format!("“{question}”: {why}")
}

fn alike(a: &str, b: &str) -> bool {
    plain(a) == plain(b)
}

fn same_key(a: &QuizItem, b: &QuizItem) -> bool {
    let key = |item: &QuizItem| item.options.get(item.correct).map(|text| plain(text));
    key(a) == key(b)
}

/// Places that a key takes in turn: each as often as the others, in no order that could be learned.
const TURNS: [usize; 12] = [2, 0, 3, 1, 0, 2, 1, 3, 1, 2, 0, 3];

/// Puts the key where the fewest keys are so far, alternating among equals. Values keep their order, because readers
/// look them up by size.
fn spread(mut item: QuizItem, before: &[QuizItem]) -> QuizItem {
    let values = item
        .options
        .iter()
        .all(|option| option.starts_with(|c: char| c.is_ascii_digit() || "-−€$£".contains(c)));
    let turns = TURNS.iter().cycle().skip(before.len()).take(TURNS.len());
    let keys_at = |place: usize| before.iter().filter(|item| item.correct == place).count();
    let place = turns.filter(|place| **place < item.options.len()).min_by_key(|place| keys_at(**place));
    if let Some(place) = place.filter(|_| !values && item.correct < item.options.len()) {
        let key = item.options.remove(item.correct);
        item.options.insert(*place, key);
        item.correct = *place;
    }
    item
}

#[cfg(test)]
mod tests {
    use super::*;
    use tutti_composer::{Difficulty, Facet};
    use tutti_library::{Block, Role};

    fn item(facet: Facet, question: &str, options: [&str; 4], quote: &str) -> QuizItem {
        QuizItem {
            facet,
            question: question.to_owned(),
            options: options.map(str::to_owned).to_vec(),
            correct: 0,
            quote: quote.to_owned(),
            source_span: vec!["p1.1".to_owned()],
            item_id: String::new(),
            explanation: String::new(),
            concept: String::new(),
            difficulty: Difficulty::Easy,
        }
    }

    #[test]
    fn what_gives_an_answer_away_is_dropped() {
        let text = "Slack water is the short pause before the current turns.";
        let block = Block {
            block_id: "p1.1".to_owned(),
            text: text.to_owned(),
            source_page: 1,
            role: Role::Paragraph,
            level: None,
        };
        let options = ["Slack water", "Spring tide", "Neap season", "Storm surge"];
        let term = item(Facet::Term, "Which pause comes before the tidal current turns?", options, text);
        let options = ["Twice a day", "At full moon", "In a storm", "At sunset"];
        let teller = item(Facet::Statement, "When does the current of the sea turn?", options, text);
        let mut kept = Selection { quiz: vec![teller.clone()], ..Selection::default() };
        assert_eq!(kept.find_giveaway(&term).unwrap().rule, Rule::AnswerTold.code());
        let blocks = [block];
        let wanted =
            Constraints { num_flashcards: 0, num_quiz_questions: 5, quiz_difficulty: Difficulty::Easy };
        let made = CoachOutput { flashcards: Vec::new(), quiz: vec![term] };
        match kept.take(made, &Ground::new(&blocks), &wanted) {
            Verdict::Blocked(findings) => assert_eq!(findings[0].rule, Rule::Dropped.code()),
            other => panic!("{other:?}"),
        }
        assert_eq!(kept.quiz, [teller]);
    }
}
