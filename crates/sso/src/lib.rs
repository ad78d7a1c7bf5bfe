//! Single sign-on: a relying party of OpenID Connect, with the authorization code flow and PKCE.
//!
//! A login has two halves. `begin` returns the address to send the browser to and an [`Attempt`], which the caller keeps
//! for this browser and uses once. `finish` takes the attempt and what the browser brought back, and returns a proved
//! [`Identity`]. Issuer and subject together identify a person; names and e-mail addresses never do, because a provider
//! may give them to somebody else.
//!
//! Guarantees: an ID token is accepted only with a signature by a key of the provider, made with an allowed public-key
//! algorithm, for this client, this attempt and this moment; connections are encrypted except to this machine; replies
//! are limited in size and time; secrets are never printed. It has no clock: the caller passes the time.
//!
//! Not in here: cookies, accounts and roles. The protocol is small enough to be written over the HTTP client and the
//! cryptography that are here anyway; a library for it would bring a second set of both.

mod attempt;
mod discovery;
mod error;
mod http;
mod id_token;
mod jws;
mod keys;
#[cfg(feature = "scripted")]
pub mod scripted;

use std::{fmt, sync::Arc};

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Mutex;

pub use self::{attempt::Attempt, error::SsoError};
use self::{
    discovery::Metadata,
    http::Http,
    id_token::{Claims, Expected},
    keys::KeyCache,
};

/// Milliseconds since 1970.
type Millis = i64;

/// How long the provider's description is used before it is fetched again.
const METADATA_FRESH_FOR: Millis = 60 * 60 * 1000;

/// The provider, and who we are to it.
#[derive(Clone)]
pub struct Options {
    /// The provider's address, exactly as its tokens name it.
    pub issuer: String,
    pub client_id: String,
    /// None for a public client, which PKCE alone protects.
    pub client_secret: Option<String>,
    /// Where the provider sends the browser back to.
    pub redirect_uri: String,
    /// Separated by spaces. `openid` is added if it is missing.
    pub scopes: String,
    /// The claim that lists the groups of a person.
    pub groups_claim: String,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { issuer, client_id, .. } = self;
        f.debug_struct("Options")
            .field("issuer", issuer)
            .field("client_id", client_id)
            .finish_non_exhaustive()
    }
}

/// A person, as the provider proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub issuer: String,
    /// Unique and permanent at the issuer.
    pub subject: String,
    /// What the person calls themselves. It proves nothing.
    pub name: Option<String>,
    pub groups: Vec<String>,
}

/// The address to send the browser to, and what to keep for it.
#[derive(Debug)]
pub struct Begun {
    pub address: String,
    pub attempt: Attempt,
}

/// The parameters with which the browser comes back.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Returned {
    pub code: Option<String>,
    pub state: Option<String>,
    /// The issuer (RFC 9207).
    pub iss: Option<String>,
    pub error: Option<String>,
    pub error_description: Option<String>,
}

/// Logins at one provider. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Sso(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: Options,
    http: Http,
    metadata: Mutex<Option<(Arc<Metadata>, Millis)>>,
    keys: KeyCache,
}

#[derive(Deserialize)]
struct TokenReply {
    id_token: Option<String>,
    access_token: Option<String>,
}

impl Sso {
    /// Does not connect: a provider that is down must not stop a server from starting.
    pub fn new(options: Options) -> Result<Self, SsoError> {
        http::check_address(&options.issuer)?;
        let http = Http::new(&options.issuer)?;
        Ok(Self(Arc::new(Inner { options, http, metadata: Mutex::default(), keys: KeyCache::default() })))
    }

    pub async fn begin(&self, now: Millis) -> Result<Begun, SsoError> {
        let metadata = self.metadata(now).await?;
        let attempt = Attempt::new();
        let Options { client_id, redirect_uri, scopes, .. } = &self.0.options;
        let is_named = scopes.split(' ').any(|scope| scope == "openid");
        let scopes = if is_named { scopes.clone() } else { format!("openid {scopes}") };
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("response_type", "code")
            .append_pair("client_id", client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", scopes.trim())
            .append_pair("state", &attempt.state)
            .append_pair("nonce", &attempt.nonce)
            .append_pair("code_challenge", &attempt.challenge())
            .append_pair("code_challenge_method", "S256")
            .finish();
        let separator = if metadata.authorization_endpoint.contains('?') { '&' } else { '?' };
        Ok(Begun { address: format!("{}{separator}{query}", metadata.authorization_endpoint), attempt })
    }

    /// Exchanges the code for an ID token and checks everything. The attempt is used up, whatever the outcome.
    pub async fn finish(
        &self,
        attempt: Attempt,
        returned: &Returned,
        now: Millis,
    ) -> Result<Identity, SsoError> {
        if !returned.state.as_deref().is_some_and(|state| attempt.is_state(state)) {
            return Err(SsoError::WrongState);
        }
        let metadata = self.metadata(now).await?;
        let Inner { options, http, keys, .. } = &*self.0;
        match &returned.iss {
            Some(issuer) if *issuer != options.issuer => return Err(SsoError::OtherIssuer(issuer.clone())),
            None if metadata.names_issuer_in_responses => {
                return Err(SsoError::OtherIssuer(String::new()));
            }
            _ => {}
        }
        if let Some(error) = &returned.error {
            return Err(SsoError::refusal(error, returned.error_description.as_deref()));
        }
        let code = returned.code.as_deref().ok_or(SsoError::NoCode)?;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &options.redirect_uri),
            ("code_verifier", &attempt.verifier),
        ];
        let reply: TokenReply =
            http.exchange(&metadata.token_endpoint, &form, options, metadata.client_auth).await?;
        let token = reply.id_token.ok_or(SsoError::NoIdToken)?;
        let unverified = jws::Jws::parse(&token)?;
        let key = keys.find(http, &metadata.jwks_uri, &unverified, now).await?;
        let payload = unverified.verify(&key)?;
        let expected =
            Expected { issuer: &options.issuer, client_id: &options.client_id, nonce: &attempt.nonce, now };
        let claims = Claims::check(&payload, expected)?;
        let mut groups = claims.groups(&options.groups_claim);
        let mut name = claims.name();
        // Providers that keep to the letter of the standard put these into the user info only.
        if (groups.is_none() || name.is_none())
            && let (Some(endpoint), Some(token)) = (&metadata.userinfo_endpoint, &reply.access_token)
        {
            let info: Value = http.get_with_token(endpoint, token).await?;
            let info = claims.matching_user_info(info)?;
            groups = groups.or_else(|| info.groups(&options.groups_claim));
            name = name.or_else(|| info.name());
        }
        Ok(Identity {
            issuer: options.issuer.clone(),
            subject: claims.subject.clone(),
            name,
            groups: groups.unwrap_or_default(),
        })
    }

    async fn metadata(&self, now: Millis) -> Result<Arc<Metadata>, SsoError> {
        let Inner { options, http, metadata, .. } = &*self.0;
        // Held while fetching, so that many logins at once fetch it once.
        let mut known = metadata.lock().await;
        if let Some((metadata, read_at)) = &*known
            && (*read_at..*read_at + METADATA_FRESH_FOR).contains(&now)
        {
            return Ok(Arc::clone(metadata));
        }
        let fetched = Arc::new(Metadata::fetch(http, &options.issuer).await?);
        *known = Some((Arc::clone(&fetched), now));
        Ok(fetched)
    }
}
