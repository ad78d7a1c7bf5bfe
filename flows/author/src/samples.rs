//! Sample questions cut out of the text they came in.

use crate::order::Sample;

/// The questions of a text: numbered ones, or paragraphs that ask, each with the lettered options below it.
pub fn samples(text: &str) -> Vec<Sample> {
    let mut found: Vec<Sample> = Vec::new();
    let mut open = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            open = false;
            continue;
        }
        if let Some(key) = answer(line) {
            if let Some(sample) = found.last_mut() {
                sample.key = key.filter(|place| *place < sample.options.len());
            }
            open = false;
        } else if let Some((_, option)) = lettered(line)
            .filter(|(place, _)| found.last().is_some_and(|sample| sample.options.len() == *place))
        {
            if let Some(sample) = found.last_mut() {
                sample.options.push(option.to_owned());
            }
            open = true;
        } else if let Some(question) =
            numbered(line).or_else(|| (!open && line.ends_with('?')).then_some(line))
        {
            found.push(Sample {
                number: found.len() + 1,
                question: question.to_owned(),
                ..Sample::default()
            });
            open = true;
        } else if let Some(sample) = found.last_mut().filter(|_| open) {
            let text = sample.options.last_mut().unwrap_or(&mut sample.question);
            text.push(' ');
            text.push_str(line);
        }
    }
    found.retain(|sample| !sample.options.is_empty() || sample.question.contains('?'));
    for (number, sample) in (1..).zip(&mut found) {
        sample.number = number;
    }
    found
}

/// `12. …`, `Q3: …`, `Question 4) …`.
fn numbered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(['#', '*', ' ']);
    let rest =
        ["Question", "question", "CQ", "Q"].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let after = rest[end..].strip_prefix(['.', ')', ':'])?;
    (end > 0 && end < 4 && after.starts_with([' ', '*'])).then(|| after.trim_start_matches(['*', ' ']))
}

/// `B. …` or `(b) …`, with its place.
fn lettered(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches(['-', '*', '(', ' ']);
    let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let after = rest[1..].strip_prefix(['.', ')', ':'])?;
    let place = usize::from(u8::try_from(letter).ok()?.checked_sub(b'A')?);
    (place < 8 && after.starts_with(' ')).then(|| (place, after.trim()))
}

/// `Answer: B`, with the place if a letter is given.
fn answer(line: &str) -> Option<Option<usize>> {
    let line = line.trim_start_matches(['*', '-', ' ']).to_lowercase();
    let rest = line.strip_prefix("correct answer").or_else(|| line.strip_prefix("answer"))?;
    let rest = rest.trim_start_matches(['s', ':', '*', ' ', '(']);
    let mut letters = rest.chars();
    let letter = letters.next().filter(|c| ('a'..='h').contains(c));
    let alone = letters.next().is_none_or(|c| !c.is_alphanumeric());
    Some(letter.filter(|_| alone).map(|c| usize::from(c as u8 - b'a')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[&str], Option<usize>)]) {
        let found = samples(text);
        let found: Vec<(&str, Vec<&str>, Option<usize>)> = found
            .iter()
            .map(|s| (s.question.as_str(), s.options.iter().map(String::as_str).collect(), s.key))
            .collect();
        let expected: Vec<_> = expected.iter().map(|(q, o, k)| (*q, o.to_vec(), *k)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn questions_with_options() {
        check(
            "Quiz on harbors\n\n1. When does the gate\nopen?\nA. At five\nB. At six,\nor later\nAnswer: B\n\n\
             Q2: Who pays?\n(a) the owner\n(b) the crew\n\nIs fog common?\n",
            &[
                ("When does the gate open?", &["At five", "At six, or later"], Some(1)),
                ("Who pays?", &["the owner", "the crew"], None),
                ("Is fog common?", &[], None),
            ],
        );
    }

    #[test]
    fn a_text_without_questions() {
        check("The harbor opens at six.\n\n1. Fees are due.\n", &[]);
    }
}
