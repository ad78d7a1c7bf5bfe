//! The six levels of the revised Bloom taxonomy.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

/// What answering demands. Written as the verb, read from any of the names people use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bloom {
    Remember,
    Understand,
    Apply,
    Analyse,
    Evaluate,
    Create,
}

impl Bloom {
    pub const ALL: [Self; 6] =
        [Self::Remember, Self::Understand, Self::Apply, Self::Analyse, Self::Evaluate, Self::Create];

    /// The name in use on task files, such as `Remembering`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Remember => "Remembering",
            Self::Understand => "Understanding",
            Self::Apply => "Applying",
            Self::Analyse => "Analysing",
            Self::Evaluate => "Evaluating",
            Self::Create => "Creating",
        }
    }
}

impl fmt::Display for Bloom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names none of the six levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotALevel {
    /// As it was given.
    pub given: String,
}

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a Bloom level: use one of ", self.given)?;
        for (i, level) in Bloom::ALL.iter().enumerate() {
            write!(f, "{}{level}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for Bloom {
    type Err = NotALevel;

    /// By the first word in it that starts like a level: `Remembering`, `2. Understand`, `K3`,
    /// `Level 4 (Analyzing)`, `Anvende`. The nouns of the first taxonomy are read as its levels.
    fn from_str(text: &str) -> Result<Self, NotALevel> {
        const STARTS: [(&str, Bloom); 17] = [
            ("rememb", Bloom::Remember),
            ("recall", Bloom::Remember),
            ("knowledge", Bloom::Remember),
            ("husk", Bloom::Remember),
            ("underst", Bloom::Understand),
            ("comprehen", Bloom::Understand),
            ("forst", Bloom::Understand),
            ("appl", Bloom::Apply),
            ("anvend", Bloom::Apply),
            ("bruk", Bloom::Apply),
            ("analy", Bloom::Analyse),
            ("evaluat", Bloom::Evaluate),
            ("vurder", Bloom::Evaluate),
            ("creat", Bloom::Create),
            ("synth", Bloom::Create),
            ("skap", Bloom::Create),
            ("lage", Bloom::Create),
        ];
        let lower = text.to_lowercase();
        let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        for word in words() {
            if let Some((_, level)) = STARTS.iter().find(|(start, _)| word.starts_with(start)) {
                return Ok(*level);
            }
        }
        words()
            .find_map(|word| match word.trim_start_matches(['k', 'l']).parse::<usize>() {
                Ok(number @ 1..=6) => Some(Self::ALL[number - 1]),
                _ => None,
            })
            .ok_or_else(|| NotALevel { given: text.to_owned() })
    }
}

impl<'de> Deserialize<'de> for Bloom {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<Bloom>) {
        assert_eq!(text.parse::<Bloom>().ok(), expected, "{text}");
    }

    #[test]
    fn levels_as_people_write_them() {
        for level in Bloom::ALL {
            check(level.name(), Some(level));
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(serde_json::from_str::<Bloom>(&json).unwrap(), level);
        }
        check("REMEMBER", Some(Bloom::Remember));
        check("Level 4 (Analyzing)", Some(Bloom::Analyse));
        check("K3", Some(Bloom::Apply));
        check("Application", Some(Bloom::Apply));
        check("Anvende", Some(Bloom::Apply));
        check("7", None);
        check("hard", None);
        check("", None);
    }
}
