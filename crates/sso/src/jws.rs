//! Signed tokens (JWS, RFC 7515), in the one form that ID tokens have. Pure: keys and tokens in, payload or error out.
//!
//! The algorithm is taken from a fixed list and must fit the key. So a token cannot choose `none`, nor have a public key
//! used as the secret of an HMAC.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256, RsaParameters,
    RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;

use crate::SsoError;

/// Far more than an ID token has.
const LONGEST: usize = 64 << 10;

macro_rules! algorithms {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// An allowed algorithm.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Algorithm { $($variant),* }

        impl Algorithm {
            fn parse(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

algorithms! {
    Rs256 = "RS256",
    Rs384 = "RS384",
    Rs512 = "RS512",
    Ps256 = "PS256",
    Es256 = "ES256",
    Es384 = "ES384",
    EdDsa = "EdDSA",
}

/// A public key of the provider (JWK, RFC 7517), as published.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Key {
    kty: String,
    pub(crate) kid: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl Key {
    /// Whether the key may verify a token with this algorithm.
    pub(crate) fn fits(&self, algorithm: Algorithm) -> bool {
        let form = (self.kty.as_str(), self.crv.as_deref());
        let is_of_kind = match algorithm {
            Algorithm::Rs256 | Algorithm::Rs384 | Algorithm::Rs512 | Algorithm::Ps256 => {
                form == ("RSA", None)
            }
            Algorithm::Es256 => form == ("EC", Some("P-256")),
            Algorithm::Es384 => form == ("EC", Some("P-384")),
            Algorithm::EdDsa => form == ("OKP", Some("Ed25519")),
        };
        is_of_kind
            && self.purpose.as_deref().is_none_or(|purpose| purpose == "sig")
            && self.alg.as_deref().is_none_or(|alg| Algorithm::parse(alg) == Some(algorithm))
    }

    fn verify(&self, algorithm: Algorithm, signed: &[u8], signature: &[u8]) -> Option<()> {
        let part = |text: &Option<String>| URL_SAFE_NO_PAD.decode(text.as_deref()?).ok();
        let rsa = |parameters: &'static RsaParameters| {
            let key = RsaPublicKeyComponents { n: part(&self.n)?, e: part(&self.e)? };
            key.verify(parameters, signed, signature).ok()
        };
        let curve = |algorithm: &'static dyn VerificationAlgorithm, key: Vec<u8>| {
            UnparsedPublicKey::new(algorithm, key).verify(signed, signature).ok()
        };
        // An uncompressed point; ring checks that it is on the curve.
        let point = || Some([vec![4], part(&self.x)?, part(&self.y)?].concat());
        match algorithm {
            Algorithm::Rs256 => rsa(&RSA_PKCS1_2048_8192_SHA256),
            Algorithm::Rs384 => rsa(&RSA_PKCS1_2048_8192_SHA384),
            Algorithm::Rs512 => rsa(&RSA_PKCS1_2048_8192_SHA512),
            Algorithm::Ps256 => rsa(&RSA_PSS_2048_8192_SHA256),
            Algorithm::Es256 => curve(&ECDSA_P256_SHA256_FIXED, point()?),
            Algorithm::Es384 => curve(&ECDSA_P384_SHA384_FIXED, point()?),
            Algorithm::EdDsa => curve(&ED25519, part(&self.x)?),
        }
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<serde_json::Value>,
}

/// A token whose signature is not verified yet. Its payload cannot be had before.
#[derive(Debug)]
pub(crate) struct Jws<'a> {
    pub(crate) algorithm: Algorithm,
    pub(crate) kid: Option<String>,
    signed: &'a str,
    payload: &'a str,
    signature: Vec<u8>,
}

impl<'a> Jws<'a> {
    pub(crate) fn parse(token: &'a str) -> Result<Self, SsoError> {
        let bad = |why| move || SsoError::BadToken(why);
        if token.len() > LONGEST {
            return Err(SsoError::BadToken("it is too long"));
        }
        let form = bad("it is not a signed token");
        let (signed, signature) = token.rsplit_once('.').ok_or_else(form)?;
        let (header, payload) =
            signed.split_once('.').filter(|(_, rest)| !rest.contains('.')).ok_or_else(form)?;
        let header = URL_SAFE_NO_PAD.decode(header).map_err(|_| form())?;
        let header: Header = serde_json::from_slice(&header).map_err(|_| form())?;
        let algorithm = Algorithm::parse(&header.alg).ok_or_else(bad("its algorithm is not allowed"))?;
        if header.crit.is_some() {
            return Err(SsoError::BadToken("it requires an extension"));
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| form())?;
        Ok(Self { algorithm, kid: header.kid, signed, payload, signature })
    }

    /// The payload, if this key signed it.
    pub(crate) fn verify(&self, key: &Key) -> Result<Vec<u8>, SsoError> {
        let wrong = || SsoError::BadToken("its signature is wrong");
        if !key.fits(self.algorithm) {
            return Err(wrong());
        }
        key.verify(self.algorithm, self.signed.as_bytes(), &self.signature).ok_or_else(wrong)?;
        URL_SAFE_NO_PAD.decode(self.payload).map_err(|_| SsoError::BadToken("it is not a signed token"))
    }
}

#[cfg(test)]
mod tests;
