//! Account names and the rules for them.

use tutti_core::{Code, Problem};

const SHORTEST: usize = 2;
const LONGEST: usize = 40;

/// A name that an account may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Name(String);

impl Name {
    pub(crate) fn parse(text: &str) -> Result<Self, Problem> {
        let fits = (SHORTEST..=LONGEST).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-_".contains(&b));
        if fits {
            return Ok(Self(text.to_owned()));
        }
        let detail =
            format!("a name has {SHORTEST} to {LONGEST} characters: lowercase letters, digits and . - _");
        Err(Problem::new(Code::BadInput, detail).at("/name"))
    }

    /// A name as typed to log in: phones start it with a capital and end it with a space.
    pub(crate) fn from_typed(text: &str) -> Option<Self> {
        Self::parse(&text.trim().to_ascii_lowercase()).ok()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let check = |text: &str, fits: bool| assert_eq!(Name::parse(text).is_ok(), fits, "{text:?}");
        check("al", true);
        check("ann.b-c_d9", true);
        check(&"x".repeat(40), true);
        for bad in ["", "a", "Ann", "a b", "ann ", "å2", "a/b", "a@b", "a\u{0}b", &"x".repeat(41)] {
            check(bad, false);
        }
        assert_eq!(Name::parse("A").unwrap_err().pointer.as_deref(), Some("/name"));
    }

    #[test]
    fn what_is_typed_is_read_kindly() {
        let check = |text: &str, name: Option<&str>| {
            assert_eq!(Name::from_typed(text).as_ref().map(Name::as_str), name, "{text:?}");
        };
        check(" Ann ", Some("ann"));
        check("ann", Some("ann"));
        check("my password!", None);
    }
}
