//! Why a login at the provider failed, in words for the person who tries and for the person who runs the server.

use tutti_core::{Code, Problem};

/// The reason why a login failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SsoError {
    /// An address in the settings or in the provider's description.
    #[error("`{0}` is not an https address; http is allowed only for this machine")]
    NotSecure(String),
    #[error("the sign-on provider cannot be reached: {0}")]
    Unreachable(String),
    #[error("the sign-on provider did not answer within {0} s")]
    TooSlow(u64),
    #[error("the sign-on provider answered with status {status} at {address}")]
    Status { address: String, status: u16 },
    #[error("the sign-on provider's answer at {0} is too large")]
    TooLarge(String),
    #[error("the sign-on provider's answer at {address} is not as the standard says: {why}")]
    Malformed { address: String, why: String },
    /// The description of the provider names another issuer than the settings.
    #[error("the sign-on provider calls itself `{0}`, which is not the issuer in the settings")]
    WrongIssuer(String),
    /// The browser came back without the state of the attempt.
    #[error("this login did not begin in this browser, or it was already used")]
    WrongState,
    #[error("the browser came back from another sign-on provider: `{0}`")]
    OtherIssuer(String),
    /// The person refused, or the provider did.
    #[error("the sign-on provider refused the login: {0}")]
    Denied(String),
    #[error("the browser came back without a code")]
    NoCode,
    /// The token endpoint refused the code.
    #[error("the sign-on provider did not accept the code: {0}")]
    CodeRefused(String),
    #[error("the sign-on provider sent no ID token")]
    NoIdToken,
    /// The ID token is not acceptable.
    #[error("the ID token of the sign-on provider is not valid: {0}")]
    BadToken(&'static str),
    #[error("the ID token is signed with a key that the sign-on provider does not publish")]
    UnknownKey,
}

/// How much of a text by the provider is repeated.
const LONGEST: usize = 200;

impl SsoError {
    pub(crate) fn refusal(error: &str, description: Option<&str>) -> Self {
        Self::Denied(plain(description.unwrap_or(error)))
    }
}

/// A text from outside on one line, shortened.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

impl From<SsoError> for Problem {
    fn from(error: SsoError) -> Self {
        let (code, hint) = match &error {
            SsoError::NotSecure(_) | SsoError::WrongIssuer(_) => {
                (Code::BadSettings, "an admin should check `issuer` under [sso] in the settings")
            }
            SsoError::Unreachable(_)
            | SsoError::TooSlow(_)
            | SsoError::Status { .. }
            | SsoError::TooLarge(_)
            | SsoError::Malformed { .. } => {
                (Code::Unavailable, "try again later, or log in with a name and a password if you have them")
            }
            SsoError::WrongState | SsoError::OtherIssuer(_) | SsoError::NoCode => {
                (Code::BadInput, "start again from the login page")
            }
            SsoError::Denied(_) => (Code::Unauthorized, "start again from the login page"),
            SsoError::CodeRefused(_) | SsoError::NoIdToken | SsoError::BadToken(_) | SsoError::UnknownKey => {
                (Code::Unauthorized, "start again from the login page; if it happens again, tell an admin")
            }
        };
        Self::new(code, error.to_string()).hint(hint)
    }
}
