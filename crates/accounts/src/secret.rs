//! Generated secrets: for logins, for tokens, and the codes for the first admin and for new passwords. Each is shown once and stored only as
//! its hash.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::Rng;
use tutti_core::ContentHash;
use tutti_store::KeyKind;

/// The prefix of a token, so that people and scanners recognise one.
const TOKEN: &str = "tutti_";
/// 256 bits in base 64.
const SIGNS: usize = 43;
/// How much of a token a list shows.
const START: usize = TOKEN.len() + 4;

pub(crate) fn fresh(kind: KeyKind) -> String {
    let bits: [u8; 32] = rand::rng().random();
    format!("{}{}", prefix(kind), URL_SAFE_NO_PAD.encode(bits))
}

const fn prefix(kind: KeyKind) -> &'static str {
    match kind {
        KeyKind::Login | KeyKind::Reset => "",
        KeyKind::Token => TOKEN,
    }
}

/// The stored form of a secret. It has at least 256 random bits, so a fast hash is enough.
pub(crate) fn hash(secret: &str) -> ContentHash {
    ContentHash::of_bytes(secret.as_bytes())
}

/// Whether it could be a secret at all: nonsense costs no query of the store.
pub(crate) fn is_one(secret: &str, kind: KeyKind) -> bool {
    secret.strip_prefix(prefix(kind)).is_some_and(|rest| {
        rest.len() == SIGNS && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    })
}

/// The first characters of a token. Nothing of other keys is shown.
pub(crate) fn start(secret: &str, kind: KeyKind) -> String {
    match kind {
        KeyKind::Login | KeyKind::Reset => String::new(),
        KeyKind::Token => secret.get(..START).unwrap_or_default().to_owned(),
    }
}

/// A unique id that is not secret.
pub(crate) fn fresh_id() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// No characters that are easily confused.
const CODE: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// Sixteen characters, to be typed once.
pub(crate) fn fresh_code() -> String {
    let mut rng = rand::rng();
    let mut group =
        || -> String { (0..4).map(|_| char::from(CODE[rng.random_range(0..CODE.len())])).collect() };
    [group(), group(), group(), group()].join("-")
}

/// A typed code in normal form.
pub(crate) fn plain_code(typed: &str) -> String {
    typed.to_ascii_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn secrets_are_long_and_never_the_same() {
        for kind in [KeyKind::Login, KeyKind::Token] {
            let made: HashSet<String> = (0..1000).map(|_| fresh(kind)).collect();
            assert_eq!(made.len(), 1000);
            assert!(made.iter().all(|secret| is_one(secret, kind)));
        }
        assert_eq!(fresh(KeyKind::Token).len(), "tutti_".len() + 43);
        assert!(!is_one(&fresh(KeyKind::Token), KeyKind::Login));
        assert!(!is_one(&fresh(KeyKind::Login), KeyKind::Token));
        assert!(!is_one("tutti_' or 1=1", KeyKind::Token));
    }

    #[test]
    fn a_list_shows_too_little_to_guess_the_rest() {
        let token = fresh(KeyKind::Token);
        assert_eq!(start(&token, KeyKind::Token), token[..10]);
        assert_eq!(start(&fresh(KeyKind::Login), KeyKind::Login), "");
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = fresh_code();
        assert_eq!(code.len(), 19);
        assert_eq!(plain_code(&code), plain_code(&format!(" {} ", code.to_uppercase().replace('-', " "))));
    }
}
