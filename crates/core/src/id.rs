//! Ids of runs and of owners.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a string is not an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadId {
    /// What was being read, such as "run id".
    pub what: &'static str,
    /// The text as given.
    pub given: String,
}

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a {}: use 1 to 200 letters, digits and - _ . / # @", self.given, self.what)
    }
}

impl std::error::Error for BadId {}

fn check(what: &'static str, given: String) -> Result<String, BadId> {
    let fits = (1..=200).contains(&given.len())
        && given.chars().all(|c| c.is_ascii_alphanumeric() || "-_./#@".contains(c));
    if fits { Ok(given) } else { Err(BadId { what, given }) }
}

/// One execution of a flow. A child's id is its parent's, a slash, and its place in the plan.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunId(String);

impl RunId {
    /// A fresh id that sorts by time.
    pub fn fresh() -> Self {
        Self(ulid::Ulid::generate().to_string().to_lowercase())
    }

    pub fn parse(text: impl Into<String>) -> Result<Self, BadId> {
        check("run id", text.into()).map(Self)
    }

    /// The id of the child at `key`: the same on every execution of the parent.
    pub fn child(&self, key: &str) -> Result<Self, BadId> {
        check("run id", format!("{}/{key}", self.0)).map(Self)
    }

    /// The run at the top of this one's family; budgets and deadlines are shared by a family.
    #[must_use]
    pub fn root(&self) -> Self {
        Self(self.0.split('/').next().unwrap_or(&self.0).to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The owner of a row. On one machine without accounts everything belongs to `local`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(String);

impl Owner {
    pub fn local() -> Self {
        Self("local".to_owned())
    }

    pub fn parse(text: impl Into<String>) -> Result<Self, BadId> {
        check("owner", text.into()).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

macro_rules! shown_as_text {
    ($($id:ty),*) => {$(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($id), "({})"), self.0)
            }
        }
    )*};
}
shown_as_text!(RunId, Owner);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_know_their_root() {
        let parent = RunId::parse("r1").unwrap();
        let grandchild = parent.child("item/3").unwrap().child("verify#2").unwrap();
        assert_eq!(grandchild.as_str(), "r1/item/3/verify#2");
        assert_eq!(grandchild.root(), parent);
    }

    #[test]
    fn ids_that_are_refused() {
        for bad in ["", "a b", "naïve", "x;drop", &"x".repeat(201)] {
            assert!(RunId::parse(bad).is_err(), "{bad:?} was accepted");
        }
        assert_eq!(
            RunId::parse("a b").unwrap_err().to_string(),
            "`a b` is not a run id: use 1 to 200 letters, digits and - _ . / # @"
        );
    }

    #[test]
    fn fresh_ids_sort_by_time_and_parse() {
        let (a, b) = (RunId::fresh(), RunId::fresh());
        assert_ne!(a, b);
        assert!(RunId::parse(a.as_str()).is_ok());
    }
}
