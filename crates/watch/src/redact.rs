//! Removes secrets from output: known ones, and text that looks like one.

/// What stands in place of a secret.
const MASK: &str = "[secret]";

/// Shorter ones would mask half the words of a language.
const SHORTEST: usize = 6;

/// Words that a secret follows.
const BEFORE: [&str; 3] = ["Bearer ", "bearer ", "api_key="];

/// Beginnings of keys and tokens.
const BEGINNINGS: [&str; 5] = ["tutti_", "sk-", "AIza", "ghp_", "xox"];

#[derive(Debug, Default)]
pub(crate) struct Redactor {
    /// The longest first, so that none is masked only in part.
    secrets: Vec<String>,
}

impl Redactor {
    pub(crate) fn new(secrets: &[String]) -> Self {
        let mut secrets: Vec<String> =
            secrets.iter().map(|secret| secret.trim().to_owned()).filter(|s| s.len() >= SHORTEST).collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        secrets.dedup();
        Self { secrets }
    }

    pub(crate) fn clean(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.secrets {
            if text.contains(secret) {
                text = text.replace(secret, MASK);
            }
        }
        for before in BEFORE {
            text = mask_after(&text, before);
        }
        let is_plain = BEGINNINGS.iter().all(|beginning| !text.contains(beginning));
        if is_plain { text } else { mask_words(&text) }
    }
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.~+/=".contains(c)
}

/// The word after each `before` masked.
fn mask_after(text: &str, before: &str) -> String {
    let mut parts = text.split(before);
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !is_part(c)).unwrap_or(part.len());
        let word = if end >= SHORTEST { MASK } else { &part[..end] };
        clean.push_str(before);
        clean.push_str(word);
        clean.push_str(&part[end..]);
    }
    clean
}

/// Words that begin like a key and are as long as one.
fn mask_words(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        let looks_secret = word.len() >= 20 && BEGINNINGS.iter().any(|beginning| word.starts_with(beginning));
        clean.push_str(if looks_secret { MASK } else { &word });
        word.clear();
        clean.push(c);
    }
    clean.pop();
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let redactor = Redactor::new(&["hunter2-hunter2".to_owned(), "hunter2".to_owned(), "ab".to_owned()]);
        assert_eq!(redactor.clean(text), expected);
    }

    #[test]
    fn secrets_are_masked() {
        check("the key hunter2-hunter2 was refused", "the key [secret] was refused");
        check("hunter2, hunter2", "[secret], [secret]");
        check("Authorization: Bearer abcdef123456, more", "Authorization: Bearer [secret], more");
        check("?api_key=abcdef123&x=1", "?api_key=[secret]&x=1");
        check("sk-abcdefghijklmnopqrstuvwxyz", "[secret]");
        check("a tutti_0123456789012345678901234567890123456789012 b", "a [secret] b");
    }

    #[test]
    fn other_words_stay() {
        for text in ["about it", "Bearer of news", "tutti_core::Problem", "sk-9", "two\nlines", ""] {
            check(text, text);
        }
    }
}
