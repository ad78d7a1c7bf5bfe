//! A provider on loopback that misbehaves as a test tells it to, and records the requests.
//!
//! It logs everybody in at once, without a form: what it tests is what the relying party accepts. Each connection
//! serves one request.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};

/// What is wrong with the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    #[default]
    Nothing,
    /// The description names another issuer.
    OtherIssuer,
    /// The token endpoint is at an address without encryption, on another machine.
    PlainTokenEndpoint,
    /// The description is larger than anybody needs.
    HugeDescription,
    /// Every address answers with status 500.
    Broken,
    NoIdToken,
    /// The token has no signature.
    Unsigned,
    /// The token is signed with the published key as the secret of an HMAC.
    Hmac,
    /// The token is signed with another key under the published id.
    Forged,
    /// The token names a key that is not published.
    UnknownKey,
    Expired,
    WrongNonce,
    WrongAudience,
    WrongIssuerInToken,
    /// The groups are only in the user info,
    GroupsInUserInfo,
    /// which is about somebody else.
    UserInfoOfAnother,
    /// The provider answers the login with an error.
    Denies,
}

/// The person whom the provider logs in.
#[derive(Debug, Clone)]
pub struct Person {
    pub subject: String,
    pub name: String,
    pub groups: Vec<String>,
}

/// The provider. It stops when the process ends.
#[derive(Debug, Clone)]
pub struct ScriptedProvider {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    fault: Fault,
    person: Person,
    key: Vec<u8>,
    /// Counts up when the keys are replaced.
    key_id: u32,
    /// By code: the challenge and the nonce of its login.
    logins: BTreeMap<String, (String, String)>,
    /// The paths of the requests.
    seen: Vec<String>,
    /// Seconds since 1970, in tokens.
    now: i64,
}

fn fresh_key() -> Vec<u8> {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    key.expect("the system gives random numbers").as_ref().to_vec()
}

fn key_pair(key: &[u8]) -> EcdsaKeyPair {
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, key, &SystemRandom::new())
        .expect("it was just made")
}

impl ScriptedProvider {
    /// `now` is what its tokens take for the time, in seconds since 1970.
    pub fn start(now: i64) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let person = Person { subject: "17".into(), name: "ann".into(), groups: vec!["staff".into()] };
        let state = Arc::new(Mutex::new(State {
            fault: Fault::Nothing,
            person,
            key: fresh_key(),
            key_id: 1,
            logins: BTreeMap::new(),
            seen: Vec::new(),
            now,
        }));
        let provider = Self { address, state };
        let serving = provider.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                // A client that hangs up is not the provider's problem.
                let _ = serving.serve(connection);
            }
        });
        Ok(provider)
    }

    pub fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn set_fault(&self, fault: Fault) {
        self.state().fault = fault;
    }

    pub fn set_person(&self, subject: &str, name: &str, groups: &[&str]) {
        let groups = groups.iter().map(|group| (*group).to_owned()).collect();
        self.state().person = Person { subject: subject.to_owned(), name: name.to_owned(), groups };
    }

    /// Replaces the key that signs tokens.
    pub fn rotate_key(&self) {
        let mut state = self.state();
        state.key = fresh_key();
        state.key_id += 1;
    }

    /// The paths of the requests so far.
    pub fn requests(&self) -> Vec<String> {
        self.state().seen.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, connection: TcpStream) -> std::io::Result<()> {
        let mut reader = BufReader::new(connection);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let target = line.split(' ').nth(1).unwrap_or_default().to_owned();
        let mut length = 0;
        loop {
            let mut header = String::new();
            reader.read_line(&mut header)?;
            let Some((name, value)) = header.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let (status, location, reply) = self.answer(path, query, &body);
        let location = location.map(|to| format!("location: {to}\r\n")).unwrap_or_default();
        let head = format!(
            "HTTP/1.1 {status} .\r\ncontent-type: application/json\r\n{location}content-length: {}\r\nconnection: close\r\n\r\n",
            reply.len()
        );
        let mut connection = reader.into_inner();
        connection.write_all(head.as_bytes())?;
        connection.write_all(reply.as_bytes())
    }

    /// Status, address of a redirect, body.
    fn answer(&self, path: &str, query: &str, body: &[u8]) -> (u16, Option<String>, String) {
        let issuer = self.issuer();
        let mut state = self.state();
        state.seen.push(path.to_owned());
        let fault = state.fault;
        let json = |value: Value| (200, None, value.to_string());
        let fields = |bytes: &[u8]| -> BTreeMap<String, String> {
            form_urlencoded::parse(bytes).into_owned().collect()
        };
        match path {
            _ if fault == Fault::Broken => (500, None, String::new()),
            "/.well-known/openid-configuration" => {
                let plain = fault == Fault::PlainTokenEndpoint;
                let token =
                    if plain { "http://login.example/token".into() } else { format!("{issuer}/token") };
                let padding = if fault == Fault::HugeDescription { 300 << 10 } else { 0 };
                json(json!({
                    "issuer": if fault == Fault::OtherIssuer { "https://evil.example" } else { &issuer },
                    "authorization_endpoint": format!("{issuer}/authorize"),
                    "token_endpoint": token,
                    "jwks_uri": format!("{issuer}/keys"),
                    "userinfo_endpoint": format!("{issuer}/me"),
                    "authorization_response_iss_parameter_supported": true,
                    "padding": " ".repeat(padding),
                }))
            }
            "/keys" => json(json!({ "keys": [state.published_key(), { "kty": "unknown" }] })),
            "/authorize" => {
                let asked = fields(query.as_bytes());
                let get = |name: &str| asked.get(name).cloned().unwrap_or_default();
                let code = format!("code-{}", state.seen.len());
                state.logins.insert(code.clone(), (get("code_challenge"), get("nonce")));
                let mut back = form_urlencoded::Serializer::new(String::new());
                if fault == Fault::Denies {
                    back.append_pair("error", "access_denied").append_pair("error_description", "not today");
                } else {
                    back.append_pair("code", &code);
                }
                back.append_pair("state", &get("state")).append_pair("iss", &issuer);
                (302, Some(format!("{}?{}", get("redirect_uri"), back.finish())), String::new())
            }
            "/token" => {
                let sent = fields(body);
                let get = |name: &str| sent.get(name).map(String::as_str).unwrap_or_default();
                let verifier = ring::digest::digest(&ring::digest::SHA256, get("code_verifier").as_bytes());
                match state.logins.remove(get("code")) {
                    Some((challenge, nonce)) if challenge == URL_SAFE_NO_PAD.encode(verifier) => {
                        let token = state.id_token(&issuer, &nonce);
                        json(json!({ "access_token": "opaque", "token_type": "Bearer", "id_token": token }))
                    }
                    _ => (400, None, json!({ "error": "invalid_grant" }).to_string()),
                }
            }
            "/me" => {
                let other = fault == Fault::UserInfoOfAnother;
                let subject = if other { "18" } else { &state.person.subject };
                json(json!({ "sub": subject, "groups": state.person.groups }))
            }
            _ => (404, None, String::new()),
        }
    }
}

impl State {
    fn published_key(&self) -> Value {
        let pair = key_pair(&self.key);
        let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
        json!({
            "kty": "EC", "crv": "P-256", "use": "sig", "kid": format!("key-{}", self.key_id),
            "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y),
        })
    }

    fn id_token(&self, issuer: &str, nonce: &str) -> Option<String> {
        let fault = self.fault;
        let algorithm = match fault {
            Fault::NoIdToken => return None,
            Fault::Unsigned => "none",
            Fault::Hmac => "HS256",
            _ => "ES256",
        };
        let mut claims = json!({
            "iss": if fault == Fault::WrongIssuerInToken { "https://evil.example" } else { issuer },
            "sub": self.person.subject,
            "aud": if fault == Fault::WrongAudience { "another" } else { "tutti" },
            "iat": self.now - if fault == Fault::Expired { 7200 } else { 0 },
            "exp": self.now + if fault == Fault::Expired { -3600 } else { 3600 },
            "nonce": if fault == Fault::WrongNonce { "another" } else { nonce },
            "preferred_username": self.person.name,
        });
        if ![Fault::GroupsInUserInfo, Fault::UserInfoOfAnother].contains(&fault) {
            claims["groups"] = json!(self.person.groups);
        }
        let kid = if fault == Fault::UnknownKey { "key-0".into() } else { format!("key-{}", self.key_id) };
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encode(&json!({ "alg": algorithm, "kid": kid })), encode(&claims));
        let sign = |key: &[u8]| {
            let signature = key_pair(key).sign(&SystemRandom::new(), signed.as_bytes());
            signature.expect("the system gives random numbers").as_ref().to_vec()
        };
        let signature = match fault {
            Fault::Unsigned => Vec::new(),
            Fault::Hmac => {
                let secret = hmac::Key::new(hmac::HMAC_SHA256, self.published_key().to_string().as_bytes());
                hmac::sign(&secret, signed.as_bytes()).as_ref().to_vec()
            }
            Fault::Forged => sign(&fresh_key()),
            _ => sign(&self.key),
        };
        Some(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}
