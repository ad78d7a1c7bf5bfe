//! A browser for tests: it keeps cookies by host and path, follows redirects and fills in forms.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use super::Answer;

/// A cookie and where it is sent.
#[derive(Debug, Clone)]
struct Cookie {
    host: String,
    path: String,
    name: String,
    value: String,
}

/// A browser of one person.
#[derive(Debug, Clone, Default)]
pub(crate) struct Browser {
    cookies: Vec<Cookie>,
}

/// A page, and where it is.
pub(crate) struct Visited {
    pub(crate) address: String,
    pub(crate) answer: Answer,
    /// The address to which it redirects, as sent.
    pub(crate) location: Option<String>,
}

/// Host with port, and path with query.
fn split(address: &str) -> (&str, &str) {
    let rest = address.strip_prefix("http://").unwrap_or_else(|| panic!("{address} is not on loopback"));
    rest.find('/').map_or((rest, "/"), |at| rest.split_at(at))
}

pub(crate) fn encode(text: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

impl Browser {
    /// One request, without following redirects.
    pub(crate) fn request(&mut self, method: &str, address: &str, form: Option<&str>) -> Visited {
        let (host, target) = split(address);
        let path = target.split(['?', '#']).next().unwrap_or_default();
        // Two servers on loopback differ by port, as hosts on the internet differ by name.
        let sent = self.cookies.iter().filter(|cookie| cookie.host == host && path.starts_with(&cookie.path));
        let sent: Vec<String> = sent.map(|cookie| format!("{}={}", cookie.name, cookie.value)).collect();
        let cookies =
            if sent.is_empty() { String::new() } else { format!("cookie: {}\r\n", sent.join("; ")) };
        let body = form.unwrap_or_default();
        let kind = form.map_or("", |_| "content-type: application/x-www-form-urlencoded\r\n");
        let request = format!(
            "{method} {target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\naccept: text/html\r\n{cookies}{kind}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(host).unwrap_or_else(|error| panic!("{address}: {error}"));
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let header = |line: &str, name: &str| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        };
        for line in head.lines().filter_map(|line| header(line, "set-cookie")) {
            self.keep(host, &line);
        }
        let location = head.lines().find_map(|line| header(line, "location"));
        Visited { address: address.to_owned(), answer: Answer::read(&bytes), location }
    }

    fn keep(&mut self, host: &str, line: &str) {
        let mut parts = line.split(';').map(str::trim);
        let (name, value) = parts.next().unwrap().split_once('=').unwrap();
        let attributes: Vec<(String, &str)> = parts
            .map(|part| part.split_once('=').unwrap_or((part, "")))
            .map(|(a, b)| (a.to_lowercase(), b))
            .collect();
        let attribute =
            |name: &str| attributes.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let path = attribute("path").unwrap_or("/").to_owned();
        self.cookies.retain(|cookie| !(cookie.host == host && cookie.path == path && cookie.name == name));
        let is_over = attribute("max-age") == Some("0")
            || attribute("expires").is_some_and(|date| date.contains("1970"));
        if !is_over {
            let (host, name, value) = (host.to_owned(), name.to_owned(), value.to_owned());
            self.cookies.push(Cookie { host, path, name, value });
        }
    }

    /// The cookie of this name, as it is sent.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        let cookie = self.cookies.iter().find(|cookie| cookie.name == name)?;
        Some(format!("{}={}", cookie.name, cookie.value))
    }

    /// Takes a cookie of another browser, as a thief or a trap would.
    pub(crate) fn take_cookie(&mut self, other: &Self, name: &str) {
        self.cookies.retain(|cookie| cookie.name != name);
        self.cookies.extend(other.cookies.iter().filter(|cookie| cookie.name == name).cloned());
    }

    /// Visits an address and follows redirects until there is a page, or until an address contains `stop`.
    pub(crate) fn follow(&mut self, address: &str, stop: &str) -> Visited {
        let visited = self.request("GET", address, None);
        self.go_on(visited, stop)
    }

    fn go_on(&mut self, mut visited: Visited, stop: &str) -> Visited {
        for _ in 0..20 {
            let Some(location) = &visited.location else { return visited };
            let next = match location.strip_prefix('/') {
                Some(path) => format!("http://{}/{path}", split(&visited.address).0),
                None => location.clone(),
            };
            if next.contains(stop) {
                visited.location = Some(next);
                return visited;
            }
            visited = self.request("GET", &next, None);
        }
        panic!("{} redirects for ever", visited.address);
    }

    /// Fills in the form of a page, with its hidden fields, and sends it.
    pub(crate) fn submit(&mut self, page: &Visited, fields: &[(&str, &str)], stop: &str) -> Visited {
        let text = page.answer.text();
        let form =
            text.split("<form").nth(1).unwrap_or_else(|| panic!("no form at {}: {text}", page.address));
        let attribute = |tag: &str, name: &str| {
            let start = tag.find(&format!("{name}=\""))? + name.len() + 2;
            Some(tag[start..].split('"').next()?.to_owned())
        };
        let action = attribute(form, "action").unwrap();
        let inputs = form.split("<input").skip(1).map(|input| input.split('>').next().unwrap());
        let hidden = inputs.filter(|input| attribute(input, "type").as_deref() == Some("hidden"));
        let hidden = hidden.filter_map(|input| Some((attribute(input, "name")?, attribute(input, "value")?)));
        let typed = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let body: Vec<String> = hidden
            .chain(typed)
            .map(|(name, value)| format!("{}={}", encode(&name), encode(&value)))
            .collect();
        let visited = self.request("POST", &action, Some(&body.join("&")));
        self.go_on(visited, stop)
    }
}
