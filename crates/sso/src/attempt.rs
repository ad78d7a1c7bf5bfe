//! What ties the two halves of a login together.

use std::fmt;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::Rng;
use ring::digest;

/// One attempt to log in. It belongs to one browser and is used once.
#[derive(Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Comes back with the browser, and proves that the login began in it.
    pub state: String,
    /// Comes back inside the ID token, and proves that the token was made for this attempt.
    pub(crate) nonce: String,
    /// Sent with the code (PKCE), and proves that the code was issued for this attempt.
    pub(crate) verifier: String,
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Attempt")
    }
}

impl Attempt {
    pub(crate) fn new() -> Self {
        Self { state: fresh(), nonce: fresh(), verifier: fresh() }
    }

    /// The S256 challenge of RFC 7636.
    pub(crate) fn challenge(&self) -> String {
        challenge(&self.verifier)
    }

    /// Compares hashes, so that the time it takes tells nothing.
    pub(crate) fn is_state(&self, state: &str) -> bool {
        let hash = |text: &str| digest::digest(&digest::SHA256, text.as_bytes());
        hash(&self.state).as_ref() == hash(state).as_ref()
    }
}

fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, verifier.as_bytes()))
}

/// 256 random bits.
fn fresh() -> String {
    URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn no_two_attempts_share_anything() {
        let (a, b) = (Attempt::new(), Attempt::new());
        let mut all = vec![&a.state, &a.nonce, &a.verifier, &b.state, &b.nonce, &b.verifier];
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 6);
        assert!(all.iter().all(|text| text.len() == 43), "the standard asks for at least 43 characters");
        assert!(a.is_state(&a.state) && !a.is_state(&b.state) && !a.is_state(""));
        assert_eq!(format!("{a:?}"), "Attempt", "the log must not hold a verifier");
    }
}
