//! Addresses: of the database, which may contain a password, and of a provider, which may not.

use std::fmt;
use std::path::Path;

/// The address of the database. Printed without its password, also by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreUrl(String);

impl StoreUrl {
    /// None unless it is `sqlite:PATH`, `postgres://…` or `postgresql://…`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let fits = match text.split_once(':')? {
            ("sqlite", path) => !path.trim().is_empty() && !path.contains(char::is_control),
            ("postgres" | "postgresql", rest) => rest.strip_prefix("//").is_some_and(|rest| {
                let plain = !rest.contains(|c: char| c.is_whitespace() || c.is_control());
                let authority = rest.split(['/', '?']).next().unwrap_or_default();
                let host = authority.rsplit('@').next().unwrap_or_default();
                // Without a host it is a socket, named in the query.
                plain && !rest.is_empty() && (host.is_empty() || is_host(host))
            }),
            _ => false,
        };
        fits.then(|| Self(text.to_owned()))
    }

    /// A relative SQLite path starts from the folder of the file that contains it.
    pub(crate) fn within(self, folder: &Path) -> Self {
        match self.0.strip_prefix("sqlite:") {
            Some(path) if !path.starts_with(':') => Self(format!("sqlite:{}", folder.join(path).display())),
            _ => self,
        }
    }

    /// The whole address, password included: for the driver, not for people.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.starts_with("sqlite:") {
            f.write_str(&self.0)
        } else {
            f.write_str(&mask_password(&self.0))
        }
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoreUrl({self})")
    }
}

/// The address without anything that could be a password. It need not be well formed, so this hides too much rather
/// than too little.
pub(crate) fn mask_password(address: &str) -> String {
    let (scheme, rest) = match address.find("://") {
        Some(at) => address.split_at(at + 3),
        None => ("", address),
    };
    let rest = match rest.rsplit_once('@') {
        Some((user, host)) => match user.split_once(':') {
            Some((user, _)) => format!("{user}:***@{host}"),
            None => format!("{user}@{host}"),
        },
        None => rest.to_owned(),
    };
    let Some((place, query)) = rest.split_once('?') else { return format!("{scheme}{rest}") };
    let query: Vec<_> = query
        .split('&')
        .map(|pair| match pair.split_once('=') {
            Some((name, _)) if name.to_lowercase().contains("pass") => format!("{name}=***"),
            _ => pair.to_owned(),
        })
        .collect();
    format!("{scheme}{place}?{}", query.join("&"))
}

/// Whether it is an address at which a provider can be reached.
pub(crate) fn is_web_address(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://")) else {
        return false;
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let in_path = |c: char| c.is_ascii_graphic() && !"?#\"<>\\^`{|}".contains(c);
    is_host(host) && path.chars().all(in_path)
}

/// `name`, `name:port`, `[v6]` or `[v6]:port`.
fn is_host(text: &str) -> bool {
    let (name, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((v6, rest)) => {
            if v6.parse::<std::net::Ipv6Addr>().is_err() {
                return false;
            }
            ("v6", rest.strip_prefix(':').or(if rest.is_empty() { None } else { Some("") }))
        }
        None => match text.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (text, None),
        },
    };
    let in_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    !name.is_empty()
        && name.chars().all(in_name)
        && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_never_shown() {
        #[track_caller]
        fn check(address: &str, shown: &str) {
            assert_eq!(mask_password(address), shown);
        }
        check("postgres://ann:s3cret@db/tutti", "postgres://ann:***@db/tutti");
        check("postgres://ann:s3c@re/t?x@db/tutti", "postgres://ann:***@db/tutti");
        check("postgres://ann@db/tutti", "postgres://ann@db/tutti");
        check("postgres:/ann:s3cret@db", "postgres:***@db");
        check("ann:s3cret@db", "ann:***@db");
        check("postgres://db/t?user=ann&password=s3cret&a=b", "postgres://db/t?user=ann&password=***&a=b");
        let url = StoreUrl::parse("postgres://ann:s3cret@db/tutti").unwrap();
        assert_eq!(
            format!("{url:?} {url}"),
            "StoreUrl(postgres://ann:***@db/tutti) postgres://ann:***@db/tutti"
        );
        assert_eq!(StoreUrl::parse("sqlite:a:b@c.db").unwrap().to_string(), "sqlite:a:b@c.db");
        assert_eq!(url.expose(), "postgres://ann:s3cret@db/tutti");
    }

    #[test]
    fn store_urls() {
        for good in [
            "sqlite:tutti.db",
            "sqlite:/var/a b.db",
            "postgres://db",
            "postgresql://ann:p@db:5432/t?sslmode=require",
            "postgres:///t?host=/run/postgresql",
            "postgres://[::1]:5432/t",
        ] {
            assert!(StoreUrl::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "sqlite:",
            "tutti.db",
            "mysql://db/t",
            "postgres:db",
            "postgres://",
            "postgres://d b",
            "postgres://db:x/t",
        ] {
            assert!(StoreUrl::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn web_addresses() {
        for good in [
            "http://127.0.0.1:11434/v1",
            "https://api.example.com",
            "http://[::1]:8080/v1/",
            "http://my_host",
        ] {
            assert!(is_web_address(good), "{good}");
        }
        for bad in [
            "",
            "127.0.0.1:11434",
            "ftp://host",
            "http://",
            "http:///v1",
            "http://host:0",
            "http://host:99999",
            "http://user:key@host",
            "http://host/v1?key=1",
            "http://host/#a",
            "http://ho st",
            "http://host/a b",
            "http://[::1",
        ] {
            assert!(!is_web_address(bad), "{bad}");
        }
    }
}
