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
    /// With the mode of SQLite: `rwc` creates the file, `rw` does not.
    pub(crate) fn for_driver(&self, mode: &str) -> String {
        match self {
            Self::Sqlite(path) => {
                format!("sqlite://{}?mode={mode}", percent_encode(&path.to_string_lossy()))
            }
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
            Self::Postgres(url) => f.write_str(&mask(url)),
        }
    }
}

/// Parameters of an address whose values may be shown.
const PUBLIC: [&str; 7] = ["host", "hostaddr", "port", "dbname", "user", "sslmode", "application_name"];

/// An address without secrets, however it is written: after the user, in a parameter, or with reserved characters
/// that should have been encoded.
fn mask(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "…".to_owned() };
    let before_query = rest.split('?').next().unwrap_or_default();
    let (credentials, place) = match before_query.rfind('@') {
        Some(at) => (Some(&rest[..at]), &rest[at + 1..]),
        // Either a parameter with an `@`, or a password with a `?`: what follows may be part of it.
        None if rest.contains('@') => {
            let start = rest.split([':', '/', '?']).next().unwrap_or_default();
            return format!("{scheme}://{start}…");
        }
        None => (None, rest),
    };
    let (place, query) = place.split_once('?').map_or((place, None), |(place, query)| (place, Some(query)));
    let mut shown = format!("{scheme}://");
    if let Some(credentials) = credentials {
        let (user, password) = credentials.split_once(':').unwrap_or((credentials, ""));
        let _ = write!(shown, "{user}{}@", if password.is_empty() { "" } else { ":…" });
    }
    let (server, database) =
        place.split_once('/').map_or((place, None), |(server, name)| (server, Some(name)));
    match server.rsplit_once(':') {
        // Without an `@`, a forgotten host makes the password look like a port.
        Some((host, port)) if !port.chars().all(|c| c.is_ascii_digit() || c == ']') => {
            let _ = write!(shown, "{host}:…");
        }
        _ => shown.push_str(server),
    }
    shown.extend(database.into_iter().flat_map(|name| ["/", name]));
    for (i, pair) in query.into_iter().flat_map(|query| query.split('&')).enumerate() {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = if PUBLIC.contains(&name) { value } else { "…" };
        let _ = write!(shown, "{}{name}={value}", if i == 0 { '?' } else { '&' });
    }
    shown
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
        check("postgres://ann@db/tutti", "postgres://ann@db/tutti");
        check("mysql://x", "`mysql://x` is not a store: use sqlite:PATH or postgres://USER@HOST/DATABASE");
        check("sqlite:", "`sqlite:` is not a store: use sqlite:PATH or postgres://USER@HOST/DATABASE");
    }

    #[test]
    fn no_password_is_shown() {
        check("postgres://ann:p@ss@db:5432/tutti", "postgres://ann:…@db:5432/tutti");
        check("postgres://ann:p?ss@db/tutti?sslmode=require", "postgres://ann…");
        check("postgres://ann:p/ss@db/tutti", "postgres://ann:…@db/tutti");
        check("postgres:///tutti?user=ann&password=secret", "postgres:///tutti?user=ann&password=…");
        check("postgres://db/tutti?sslpassword=secret&port=1", "postgres://db/tutti?sslpassword=…&port=1");
        check("postgres://db/tutti?application_name=a@b", "postgres://db…");
        check("postgres://ann:secret", "postgres://ann:…");
        check("postgres://[::1]:5432/tutti", "postgres://[::1]:5432/tutti");
    }

    #[test]
    fn odd_file_names_survive() {
        let url = StoreUrl::Sqlite("/tmp/what? 100%#1.db".into());
        assert_eq!(url.for_driver("rwc"), "sqlite:///tmp/what%3F%20100%25%231.db?mode=rwc");
    }
}
