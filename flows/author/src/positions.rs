//! Key positions. Options are reordered so that every letter is used equally often, or once more.

use tutti_core::ContentHash;

use crate::candidate::Candidate;

/// Reorders the options of these questions. Options that are all numbers stay in their order, or in the reverse one,
/// where the balance allows it; the wrong options of the others keep theirs.
pub fn arrange(questions: &mut [Candidate], options: usize) {
    if options == 0 {
        return;
    }
    let mut room = Room::new(questions.len(), options);
    let mut free = Vec::new();
    for (i, question) in questions.iter_mut().enumerate() {
        if question.options.len() != options || question.key >= options {
            continue;
        }
        if !in_order(question, &mut room) {
            free.push(i);
        }
    }
    for i in free {
        let question = &mut questions[i];
        if let Some(place) = room.take_any(&question.question) {
            move_key(question, place);
        }
    }
}

/// How often each place is used, and how often it may be.
struct Room {
    used: Vec<usize>,
    each: usize,
    /// Places that may still be used once more than the others.
    extra: usize,
}

impl Room {
    fn new(questions: usize, options: usize) -> Self {
        Self { used: vec![0; options], each: questions / options, extra: questions % options }
    }

    fn has(&self, place: usize) -> bool {
        self.used[place] < self.each || (self.used[place] == self.each && self.extra > 0)
    }

    fn take(&mut self, place: usize) -> bool {
        if !self.has(place) {
            return false;
        }
        self.extra -= usize::from(self.used[place] == self.each);
        self.used[place] += 1;
        true
    }

    /// A place with room, one that nobody guesses from the number of the question.
    fn take_any(&mut self, question: &str) -> Option<usize> {
        let least = *self.used.iter().min()?;
        let hash = |place: usize| ContentHash::of_bytes(format!("{place} {question}").as_bytes());
        let mut places: Vec<usize> =
            (0..self.used.len()).filter(|place| self.used[*place] == least).collect();
        places.sort_by_key(|place| hash(*place).as_str().to_owned());
        places.into_iter().find(|place| self.take(*place))
    }
}

/// Puts options that are all numbers in order, if there is room for the key where it then stands.
fn in_order(question: &mut Candidate, room: &mut Room) -> bool {
    let numbers: Option<Vec<f64>> = question.options.iter().map(|option| number(&option.text)).collect();
    let Some(numbers) = numbers else { return false };
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    for _ in 0..2 {
        let place = order.iter().position(|option| *option == question.key).unwrap_or(0);
        if room.take(place) {
            question.options = order.iter().map(|option| question.options[*option].clone()).collect();
            question.key = place;
            return true;
        }
        order.reverse();
    }
    false
}

/// The number that an option begins with, if it is about one: `30 days`, `$1,200`.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().trim_start_matches(['$', '€', '£', '~', '<', '>', '≤', '≥']);
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    let digits = text[..end].trim_end_matches(['.', ',']).replace(',', "");
    // A sentence that happens to begin with a number is not a number.
    (text[end..].split_whitespace().count() <= 3).then(|| digits.parse().ok()).flatten()
}

fn move_key(question: &mut Candidate, place: usize) {
    let key = question.options.remove(question.key);
    question.options.insert(place, key);
    question.key = place;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::candidate::{Level, Offered};

    fn question(number: usize, key: usize, texts: &[String]) -> Candidate {
        let offered = |text: &String| Offered {
            text: text.clone(),
            draw: None,
            misconception: String::new(),
            evidence: String::new(),
        };
        Candidate {
            question_id: format!("CQ{number}"),
            level: Level::Remembering,
            question: format!("Question {number}?"),
            options: texts.iter().map(offered).collect(),
            key,
            concept: String::new(),
            target: None,
        }
    }

    fn words(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("option {i}")).collect()
    }

    fn days(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("{} days", (i * 7) % 31)).collect()
    }

    proptest! {
        #[test]
        fn keys_are_spread_whatever_comes(
            keys in proptest::collection::vec((0_usize..4, any::<bool>()), 1..19),
            options in 4_usize..6,
        ) {
            let mut questions: Vec<Candidate> = keys
                .iter()
                .enumerate()
                .map(|(i, (key, numeric))| question(i, *key, &if *numeric { days(options) } else { words(options) }))
                .collect();
            let before: Vec<String> = questions.iter().map(|q| q.key_text().to_owned()).collect();
            arrange(&mut questions, options);
            let after: Vec<String> = questions.iter().map(|q| q.key_text().to_owned()).collect();
            prop_assert_eq!(before, after, "no key changes");
            let mut used = vec![0; options];
            for question in &questions {
                used[question.key] += 1;
            }
            let (least, most) = (keys.len() / options, keys.len().div_ceil(options));
            prop_assert!(used.iter().all(|count| (least..=most).contains(count)), "{:?}", used);
        }
    }

    #[test]
    fn numbers_stay_in_order() {
        let mut questions: Vec<Candidate> = (0..3).map(|i| question(i, i, &days(4))).collect();
        arrange(&mut questions, 4);
        for question in &questions {
            let shown: Vec<&str> = question.options.iter().map(|option| option.text.as_str()).collect();
            let up = ["0 days", "7 days", "14 days", "21 days"];
            let down: Vec<&str> = up.iter().rev().copied().collect();
            assert!(shown == up || shown == down, "{shown:?}");
        }
    }

    #[test]
    fn what_is_no_set_of_options_is_left_alone() {
        let mut questions = [question(1, 7, &words(5)), question(2, 0, &words(3))];
        let before = questions.clone();
        arrange(&mut questions, 5);
        assert_eq!(questions, before);
    }
}
