//! The claims of an ID token, checked as OpenID Connect Core (3.1.3.7) says. Pure.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{Millis, SsoError};

/// How far the clocks of the provider and of this machine may differ, in seconds.
const LEEWAY: i64 = 60;
/// As in OpenID Connect.
const LONGEST_SUBJECT: usize = 255;
/// Maximum number and length of groups; more are left out.
const GROUPS: usize = 1000;
const LONGEST_GROUP: usize = 255;
const LONGEST_NAME: usize = 100;

/// What a token must say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Expected<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) client_id: &'a str,
    pub(crate) nonce: &'a str,
    pub(crate) now: Millis,
}

/// Checked claims.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Claims {
    pub(crate) subject: String,
    others: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
struct Payload {
    iss: String,
    sub: String,
    aud: Audience,
    azp: Option<String>,
    /// Seconds; the standard allows fractions.
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

impl Claims {
    pub(crate) fn check(payload: &[u8], expected: Expected<'_>) -> Result<Self, SsoError> {
        let claims: Payload =
            serde_json::from_slice(payload).map_err(|_| SsoError::BadToken("a required claim is missing"))?;
        let now = expected.now as f64 / 1000.0;
        let leeway = LEEWAY as f64;
        let audience = match &claims.aud {
            Audience::One(one) => std::slice::from_ref(one),
            Audience::Several(all) => all,
        };
        let is_authorized = match claims.azp.as_deref() {
            Some(party) => party == expected.client_id,
            None => audience.len() == 1,
        };
        let rules = [
            (claims.iss == expected.issuer, "it was issued by another provider"),
            (audience.iter().any(|one| one == expected.client_id), "it was made for another application"),
            (is_authorized, "it was made for another application"),
            (now < claims.exp + leeway, "it has expired"),
            (claims.iat <= now + leeway, "it was made in the future"),
            (claims.nbf.is_none_or(|start| start <= now + leeway), "it is not valid yet"),
            (claims.nonce.as_deref() == Some(expected.nonce), "it was made for another login"),
            ((1..=LONGEST_SUBJECT).contains(&claims.sub.len()), "it does not say whom it is about"),
        ];
        match rules.into_iter().find(|(holds, _)| !holds) {
            Some((_, why)) => Err(SsoError::BadToken(why)),
            None => Ok(Self { subject: claims.sub, others: claims.others }),
        }
    }

    /// The claims of the user info, if they are about the same person.
    pub(crate) fn matching_user_info(&self, info: Value) -> Result<Self, SsoError> {
        match info {
            Value::Object(others) if others.get("sub").and_then(Value::as_str) == Some(&self.subject) => {
                Ok(Self { subject: self.subject.clone(), others })
            }
            _ => Err(SsoError::BadToken("the user info is about somebody else")),
        }
    }

    /// The groups, or none if the claim is missing. One group may be given as a text.
    pub(crate) fn groups(&self, claim: &str) -> Option<Vec<String>> {
        let texts = match self.claim(claim)? {
            Value::String(one) => vec![one.as_str()],
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let fitting = texts.into_iter().filter(|text| (1..=LONGEST_GROUP).contains(&text.len()));
        Some(fitting.take(GROUPS).map(str::to_owned).collect())
    }

    /// A claim by its name or, if there is none, by its path: `realm_access.roles`.
    fn claim(&self, path: &str) -> Option<&Value> {
        self.others.get(path).or_else(|| {
            let (first, rest) = path.split_once('.')?;
            rest.split('.').try_fold(self.others.get(first)?, |value, step| value.get(step))
        })
    }

    pub(crate) fn name(&self) -> Option<String> {
        let named = |claim: &str| self.others.get(claim).and_then(Value::as_str).map(crate::error::plain);
        let name = ["preferred_username", "nickname", "name"].into_iter().find_map(named)?;
        Some(name.chars().take(LONGEST_NAME).collect::<String>()).filter(|name| !name.trim().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn claims(changes: &Value) -> Result<Claims, SsoError> {
        let mut payload = json!({
            "iss": "https://login.example", "sub": "17", "aud": "tutti",
            "exp": NOW + 300, "iat": NOW, "nonce": "n",
        });
        for (name, value) in changes.as_object().unwrap() {
            match value {
                Value::Null => payload.as_object_mut().unwrap().remove(name),
                value => payload.as_object_mut().unwrap().insert(name.clone(), value.clone()),
            };
        }
        let expected =
            Expected { issuer: "https://login.example", client_id: "tutti", nonce: "n", now: NOW * 1000 };
        Claims::check(payload.to_string().as_bytes(), expected)
    }

    #[track_caller]
    fn check(changes: &Value, expected: Result<(), &'static str>) {
        assert_eq!(claims(changes).map(|_| ()), expected.map_err(SsoError::BadToken), "{changes}");
    }

    #[test]
    fn every_claim_is_checked() {
        check(&json!({}), Ok(()));
        for claim in ["iss", "sub", "aud", "exp", "iat"] {
            check(&json!({ claim: null }), Err("a required claim is missing"));
        }
        for (claim, wrong) in [("exp", json!("soon")), ("sub", json!(17)), ("aud", json!({}))] {
            check(&json!({ claim: wrong }), Err("a required claim is missing"));
        }
        check(&json!({ "iss": "https://login.example/" }), Err("it was issued by another provider"));
        check(&json!({ "sub": "" }), Err("it does not say whom it is about"));
        check(&json!({ "sub": "x".repeat(256) }), Err("it does not say whom it is about"));
        let other = Err("it was made for another application");
        check(&json!({ "aud": "other" }), other);
        check(&json!({ "aud": [] }), other);
        check(&json!({ "aud": ["tutti"] }), Ok(()));
        check(&json!({ "aud": ["tutti", "other"] }), other);
        check(&json!({ "aud": ["tutti", "other"], "azp": "tutti" }), Ok(()));
        check(&json!({ "azp": "other" }), other);
        check(&json!({ "aud": "other", "azp": "tutti" }), other);
        check(&json!({ "exp": NOW - 59 }), Ok(()));
        check(&json!({ "exp": NOW - 60 }), Err("it has expired"));
        check(&json!({ "iat": NOW + 60 }), Ok(()));
        check(&json!({ "iat": NOW + 61 }), Err("it was made in the future"));
        check(&json!({ "nbf": NOW + 61 }), Err("it is not valid yet"));
        check(&json!({ "nonce": null }), Err("it was made for another login"));
        check(&json!({ "nonce": "m" }), Err("it was made for another login"));
    }

    #[test]
    fn groups_are_where_the_settings_say() {
        let check = |others: Value, claim: &str, expected: Option<&[&str]>| {
            let groups = claims(&others).unwrap().groups(claim);
            let groups = groups.as_ref().map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(groups.as_deref(), expected, "{others}");
        };
        check(json!({ "groups": ["a", "b"] }), "groups", Some(&["a", "b"]));
        check(json!({ "groups": "a" }), "groups", Some(&["a"]));
        check(json!({ "groups": ["a", 7, "", null] }), "groups", Some(&["a"]));
        check(json!({ "groups": 7 }), "groups", None);
        check(json!({}), "groups", None);
        check(json!({ "realm_access": { "roles": ["a"] } }), "realm_access.roles", Some(&["a"]));
        check(json!({ "https://x.example/roles": ["a"] }), "https://x.example/roles", Some(&["a"]));
    }

    #[test]
    fn user_info_must_be_about_the_same_person() {
        let claims = claims(&json!({})).unwrap();
        let info = claims.matching_user_info(json!({ "sub": "17", "preferred_username": "ann" })).unwrap();
        assert_eq!(info.name().as_deref(), Some("ann"));
        for other in [json!({ "sub": "18" }), json!({}), json!([])] {
            assert!(claims.matching_user_info(other).is_err());
        }
    }
}
