//! The small corrections a reviewer may make: spaces, the capital and the full stop of options, the question mark, `a`
//! and `an`.

use crate::candidate::Candidate;

/// The candidate with its small faults mended; none if there were none.
pub fn mend(candidate: &Candidate) -> Option<Candidate> {
    let mut better = candidate.clone();
    better.question = with_question_mark(&articles(&single_spaces(&candidate.question)));
    let texts: Vec<String> =
        candidate.options.iter().map(|option| articles(&single_spaces(&option.text))).collect();
    let capital = |text: &String| text.starts_with(char::is_uppercase);
    let small = |text: &String| text.starts_with(char::is_lowercase);
    let capitals =
        texts.iter().filter(|text| capital(text)).count() >= texts.iter().filter(|text| small(text)).count();
    let stopped = texts.iter().filter(|text| text.ends_with('.')).count() * 2 > texts.len();
    for (option, text) in better.options.iter_mut().zip(texts) {
        let text = if capitals && small(&text) { with_capital(&text) } else { text };
        option.text = match (stopped, text.ends_with('.')) {
            (true, false) if !text.ends_with(['?', '!']) => format!("{text}."),
            (false, true) => text.trim_end_matches('.').to_owned(),
            _ => text,
        };
    }
    (better != *candidate).then_some(better)
}

fn single_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Only a word in small letters gets a capital: `pH` and `mRNA` keep theirs.
fn with_capital(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or("");
    if first.chars().skip(1).any(char::is_uppercase) || first.chars().count() == 1 && first != "a" {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// A question word asks, and a question has its mark.
fn with_question_mark(text: &str) -> String {
    let last = text.rsplit(['.', '!', '?', ':']).find(|part| !part.trim().is_empty()).unwrap_or("").trim();
    let first = last.split([' ', ',']).next().unwrap_or("").to_lowercase();
    let asks = ["who", "what", "which", "when", "where", "why", "how"].contains(&first.as_str());
    // A sentence that breaks off is completed by its options.
    let open = ["a", "an", "the", "is", "are", "was", "were", "of", "to", "by", "in", "for"]
        .contains(&last.rsplit(' ').next().unwrap_or(""));
    if asks && !open && !text.ends_with(['?', '.', ':', '!']) { format!("{text}?") } else { text.to_owned() }
}

/// `a` before a vowel and `an` before a consonant, where the sound is sure.
fn articles(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or("", |next| next.trim_start_matches(['"', '“', '(', '‘']));
        out.push(match (*word, sound(next)) {
            ("a", Some(true)) => "an".to_owned(),
            ("A", Some(true)) => "An".to_owned(),
            ("an", Some(false)) => "a".to_owned(),
            ("An", Some(false)) => "A".to_owned(),
            _ => (*word).to_owned(),
        });
    }
    out.join(" ")
}

/// True for a vowel; none for letters that are read both ways, and for names and abbreviations.
fn sound(word: &str) -> Option<bool> {
    let mut chars = word.chars();
    let first = chars.next().filter(char::is_ascii_lowercase)?;
    chars.next().filter(char::is_ascii_lowercase)?;
    match first {
        'a' | 'i' => Some(true),
        'e' if !word.starts_with("eu") && !word.starts_with("ew") => Some(true),
        'o' if !word.starts_with("one") && !word.starts_with("once") => Some(true),
        'u' | 'o' | 'e' | 'h' => None,
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::{Level, Offered};

    fn candidate(question: &str, options: &[&str]) -> Candidate {
        let offered = |text: &&str| Offered {
            text: (*text).to_owned(),
            draw: None,
            misconception: String::new(),
            evidence: String::new(),
        };
        Candidate {
            question_id: "R1".to_owned(),
            level: Level::Remembering,
            question: question.to_owned(),
            options: options.iter().map(offered).collect(),
            key: 0,
            concept: String::new(),
            target: None,
        }
    }

    #[track_caller]
    fn check(question: &str, options: &[&str], expected: Option<(&str, &[&str])>) {
        let found = mend(&candidate(question, options));
        assert_eq!(found, expected.map(|(question, options)| candidate(question, options)));
    }

    #[test]
    fn small_faults_go() {
        check("Which gas is it?", &["Oxygen", "Argon"], None);
        check("Which gas  is it", &["Oxygen", "argon"], Some(("Which gas is it?", &["Oxygen", "Argon"])));
        check(
            "What forms?",
            &["A acid.", "A egg", "an base"],
            Some(("What forms?", &["An acid", "An egg", "A base"])),
        );
        check("What pH?", &["pH 7", "Acid", "Base"], None);
        check("It is a hour or an university.", &["x", "y"], None);
        check(
            "What is it?",
            &["It melts.", "It boils.", "It sinks"],
            Some(("What is it?", &["It melts.", "It boils.", "It sinks."])),
        );
    }
}
