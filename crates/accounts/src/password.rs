//! Passwords: which ones are accepted, and their Argon2id hashes.
//!
//! Hashing is slow and uses memory on purpose, so it runs on separate threads, a few at a time. An attempt costs the
//! same whether or not the account exists.

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use tokio::sync::Semaphore;
use tutti_core::{Code, Problem};
use unicode_normalization::UnicodeNormalization;

use crate::name::Name;

const SHORTEST: usize = 10;
/// In characters. Hashing would allow more, but a form field should not be a file.
const LONGEST: usize = 256;
/// More bytes than any password of allowed length, however it is encoded.
const BYTES: usize = LONGEST * 64;
/// Each takes 19 MB while it works.
const AT_ONCE: usize = 2;

/// The passwords that people choose and attackers try first, of those that are long enough.
const COMMONEST: [&str; 28] = [
    "0123456789",
    "0987654321",
    "1029384756",
    "1111111111",
    "1234512345",
    "123456789a",
    "1234567890",
    "12345678910",
    "1q2w3e4r5t",
    "1qaz2wsx3edc",
    "a123456789",
    "abcd123456",
    "adminadmin",
    "administrator",
    "changeme123",
    "iloveyou123",
    "letmein123",
    "password01",
    "password10",
    "password12",
    "password123",
    "password1234",
    "passwordpassword",
    "q1w2e3r4t5",
    "qwerty12345",
    "qwerty1234",
    "qwertyuiop",
    "welcome123",
];

/// Keyboards spell the same sign in several ways.
fn normalise(password: &str) -> String {
    password.nfkc().collect()
}

/// Why a new password is not accepted.
pub(crate) fn check(password: &str, name: &Name, pointer: &str) -> Result<(), Problem> {
    let refuse = |why: String| Err(Problem::new(Code::BadInput, why).at(pointer.to_owned()));
    // The characters of an absurdly long password need not be counted.
    let signs = if password.len() > BYTES { password.len() } else { normalise(password).chars().count() };
    if signs < SHORTEST {
        return refuse(format!("the password is too short: it needs at least {SHORTEST} characters"));
    }
    if signs > LONGEST {
        return refuse(format!("the password is longer than {LONGEST} characters"));
    }
    let plain = normalise(password).to_lowercase();
    if plain.trim() == name.as_str() {
        return refuse("the password is the same as the name".to_owned());
    }
    let mut signs = plain.chars();
    let first = signs.next();
    if COMMONEST.contains(&plain.as_str()) || signs.all(|sign| Some(sign) == first) {
        return refuse("the password is too easy to guess".to_owned());
    }
    Ok(())
}

/// Hashes and compares.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    places: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Passwords {
    /// A PHC string with its own salt.
    pub(crate) async fn hash(&self, password: &str) -> Result<String, Problem> {
        let password = normalise(password);
        self.work(move || {
            let hashed = Argon2::default().hash_password(password.as_bytes());
            hashed.map(|hash| hash.to_string()).map_err(|error| hashing_error(&error))
        })
        .await
    }

    /// Whether this is the hashed password. Without a hash the answer is no, after the same time.
    pub(crate) async fn is(&self, password: &str, hash: Option<String>) -> Result<bool, Problem> {
        // Nobody has a longer one; this keeps the work bounded.
        let password = if password.len() > BYTES { String::new() } else { normalise(password) };
        self.work(move || {
            let argon = Argon2::default();
            // An account of single sign-on has an empty one.
            let Some(hash) = hash.filter(|hash| !hash.is_empty()) else {
                return argon
                    .hash_password(password.as_bytes())
                    .map(|_| false)
                    .map_err(|error| hashing_error(&error));
            };
            let hash = PasswordHash::new(&hash).map_err(|error| hashing_error(&error))?;
            Ok(argon.verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|error| hashing_error(&error))?;
        let done = tokio::task::spawn_blocking(move || {
            // Kept until the work is done, even if the caller is gone.
            let _place = place;
            work()
        });
        done.await.map_err(|error| hashing_error(&error))?
    }
}

fn hashing_error(error: &impl std::fmt::Display) -> Problem {
    Problem::new(Code::Internal, format!("the password could not be checked: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_that_are_taken_and_those_that_are_not() {
        let name = Name::parse("ann.the.author").unwrap();
        let check = |password: &str, why: &str| {
            let got = check(password, &name, "/password")
                .map_or_else(|problem| problem.to_string(), |()| String::new());
            assert_eq!(got, why, "{password:?}");
        };
        let short = "the password is too short: it needs at least 10 characters (at /password)";
        let common = "the password is too easy to guess (at /password)";
        check("", short);
        check("ninesigns", short);
        check("ten signs!", "");
        check("åååæææøøø1", "");
        check("Ann.The.Author", "the password is the same as the name (at /password)");
        check("Password123", common);
        check("zzzzzzzzzzzz", common);
        check(&"long ".repeat(60), "the password is longer than 256 characters (at /password)");
        for common in COMMONEST {
            assert!(
                common.len() >= SHORTEST && common == common.to_lowercase(),
                "{common} is refused anyway"
            );
        }
    }

    #[tokio::test]
    async fn a_hash_fits_its_password_and_no_other() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse é").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, passwords.hash("correct horse é").await.unwrap(), "each has its own salt");
        let fits = async |password: &str| passwords.is(password, Some(hash.clone())).await.unwrap();
        assert!(fits("correct horse é").await);
        assert!(fits("correct horse e\u{301}").await, "the same sign, spelt in two");
        assert!(!fits("correct horse e").await);
        assert!(!fits("").await);
        assert!(!fits(&"correct horse é".repeat(50)).await);
        assert!(!passwords.is("correct horse é", None).await.unwrap());
    }
}
