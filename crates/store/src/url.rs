//! The location of the data: a SQLite file or a Postgres server.

use std::{
    fmt::{self, Write},
    path::PathBuf,
    str::FromStr,
};

/// The address of a store. Printing it never shows a password.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreUrl {
    Sqlite(PathBuf),
    Postgres(String),
}

impl StoreUrl {
    pub(crate) fn for_driver(&self) -> String {
        match self {
            Self::Sqlite(path) => format!("sqlite://{}?mode=rwc", percent_encode(&path.to_string_lossy())),
            Self::Postgres(url) => url.clone(),
        }
    }
}

/// `?`, `#` and `%` in a file name must not be read as parts of the URL.
fn percent_encode(path: &str) -> String {
    path.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

impl FromStr for StoreUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(path.trim_start_matches("//").into())),
            _ => Err(format!("`{text}` is not a store: use sqlite:PATH or postgres://USER@HOST/DATABASE")),
        }
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => {
                match url.split_once("://").and_then(|(s, rest)| Some((s, rest.rsplit_once('@')?))) {
                    Some((scheme, (credentials, host))) => {
                        let user = credentials.split(':').next().unwrap_or_default();
                        write!(f, "{scheme}://{user}:…@{host}")
                    }
                    None => f.write_str(url),
                }
            }
        }
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoreUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str) {
        let got = text.parse::<StoreUrl>().map_or_else(|error| error, |url| url.to_string());
        assert_eq!(got, shown);
    }

    #[test]
    fn reads_and_shows_addresses() {
        check("sqlite:/var/lib/tutti/tutti.db", "sqlite:/var/lib/tutti/tutti.db");
        check("postgres://ann:secret@db.example/tutti", "postgres://ann:…@db.example/tutti");
        check("postgres:///tutti?host=/run/pg", "postgres:///tutti?host=/run/pg");
        check("mysql://x", "`mysql://x` is not a store: use sqlite:PATH or postgres://USER@HOST/DATABASE");
        check("sqlite:", "`sqlite:` is not a store: use sqlite:PATH or postgres://USER@HOST/DATABASE");
    }

    #[test]
    fn odd_file_names_survive() {
        let url = StoreUrl::Sqlite("/tmp/what? 100%#1.db".into());
        assert_eq!(url.for_driver(), "sqlite:///tmp/what%3F%20100%25%231.db?mode=rwc");
    }
}
