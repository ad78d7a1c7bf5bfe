//! The provider's public keys, which it replaces from time to time.
//!
//! A token with an unknown key causes one new look at the published keys, because the provider may have a new key. Tokens
//! with made-up keys must not turn us into a load on the provider, so there is a pause between two such looks.

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::{
    Millis, SsoError,
    http::Http,
    jws::{Jws, Key},
};

/// How long keys are used before they are fetched again: a withdrawn key is trusted no longer than this.
const FRESH_FOR: Millis = 60 * 60 * 1000;
/// The pause between two looks for unknown keys.
const PAUSE: Millis = 60 * 1000;

#[derive(Debug, Default)]
pub(crate) struct KeyCache(Mutex<Option<Published>>);

#[derive(Debug)]
struct Published {
    keys: Vec<Key>,
    read_at: Millis,
}

#[derive(Deserialize)]
struct Document {
    keys: Vec<Value>,
}

impl KeyCache {
    /// The key that a token names.
    pub(crate) async fn find(
        &self,
        http: &Http,
        address: &str,
        token: &Jws<'_>,
        now: Millis,
    ) -> Result<Key, SsoError> {
        // Held while fetching, so that many logins at once fetch the keys once.
        let mut published = self.0.lock().await;
        if let Some(known) = &*published {
            let age = now - known.read_at;
            if (0..FRESH_FOR).contains(&age) {
                match choose(&known.keys, token) {
                    Some(key) => return Ok(key.clone()),
                    None if age < PAUSE => return Err(SsoError::UnknownKey),
                    None => {}
                }
            }
        }
        let document: Document = http.get(address).await?;
        // Keys of kinds that we do not know are not an error.
        let keys: Vec<Key> =
            document.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect();
        let chosen = choose(&keys, token).cloned();
        *published = Some(Published { keys, read_at: now });
        chosen.ok_or(SsoError::UnknownKey)
    }
}

/// The key with the token's id; for a token without one, the only key of a fitting kind.
fn choose<'a>(keys: &'a [Key], token: &Jws<'_>) -> Option<&'a Key> {
    let mut fitting = keys.iter().filter(|key| key.fits(token.algorithm));
    match &token.kid {
        Some(kid) => fitting.find(|key| key.kid.as_ref() == Some(kid)),
        None => fitting.next().filter(|_| fitting.next().is_none()),
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(keys: Value, header: &Value, expected: Option<&str>) {
        let keys: Vec<Key> = serde_json::from_value(keys).unwrap();
        let token = format!("{}.e30.c2ln", URL_SAFE_NO_PAD.encode(header.to_string()));
        let token = Jws::parse(&token).unwrap();
        assert_eq!(choose(&keys, &token).and_then(|key| key.kid.as_deref()), expected);
    }

    #[test]
    fn a_token_names_its_key() {
        let rsa = |kid: &str| json!({ "kty": "RSA", "kid": kid, "n": "AQAB", "e": "AQAB" });
        let curve = |kid: &str| json!({ "kty": "EC", "crv": "P-256", "kid": kid, "x": "AQAB", "y": "AQAB" });
        let two = json!([rsa("a"), rsa("b"), curve("c")]);
        check(two.clone(), &json!({ "alg": "RS256", "kid": "b" }), Some("b"));
        check(two.clone(), &json!({ "alg": "RS256", "kid": "d" }), None);
        check(two.clone(), &json!({ "alg": "RS256", "kid": "c" }), None);
        check(two.clone(), &json!({ "alg": "RS256" }), None);
        check(two, &json!({ "alg": "ES256" }), Some("c"));
        check(json!([]), &json!({ "alg": "ES256" }), None);
    }
}
