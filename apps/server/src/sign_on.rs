//! Single sign-on as this server offers it: the provider, the roles of groups, and the logins that have begun.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::Rng;
use tutti_accounts::{Role, RoleTable};
use tutti_core::{Code, Problem};
use tutti_settings::SsoSettings;
use tutti_sso::{Attempt, Sso};
use tutti_store::Millis;

use crate::app::Options;

/// Where the provider sends browsers back to.
pub(crate) const CALLBACK: &str = "/api/sso/callback";

/// How long a login at the provider may take.
pub(crate) const ATTEMPT_LASTS: Millis = 10 * 60 * 1000;
/// Maximum number of logins that have begun; beyond it, the oldest is dropped.
const ATTEMPTS: usize = 20_000;

#[derive(Debug)]
pub(crate) struct SingleSignOn {
    pub(crate) sso: Sso,
    pub(crate) roles: RoleTable,
    /// The name of the provider on the login page.
    pub(crate) label: String,
    pub(crate) attempts: Attempts,
}

impl SingleSignOn {
    /// None without settings for it. Does not connect to the provider.
    pub(crate) fn new(settings: Option<&SsoSettings>, options: &Options) -> Result<Option<Self>, Problem> {
        let Some(settings) = settings else { return Ok(None) };
        if !options.accounts {
            return Err(Problem::new(Code::BadSettings, "single sign-on is set up, but accounts are off")
                .hint(
                    "turn them on with `--accounts` or `server.accounts = true`, or remove the section [sso]",
                ));
        }
        let address = match &options.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None if options.listen.ip().is_unspecified() => {
                return Err(Problem::new(
                    Code::BadSettings,
                    "single sign-on needs the address under which browsers reach this server",
                )
                .hint("set server.public_url"));
            }
            None => format!("http://{}", options.listen),
        };
        let sso = Sso::new(tutti_sso::Options {
            issuer: settings.issuer.clone(),
            client_id: settings.client_id.clone(),
            client_secret: client_secret(settings)?,
            redirect_uri: format!("{address}{CALLBACK}"),
            scopes: settings.scopes.clone(),
            groups_claim: settings.groups_claim.clone(),
        })?;
        let by_group = settings.roles.iter().map(|(group, name)| Ok((group.clone(), role(name)?)));
        let roles = RoleTable {
            by_group: by_group.collect::<Result<_, Problem>>()?,
            default: settings.default_role.as_deref().map(role).transpose()?,
        };
        let label = settings.label.clone();
        Ok(Some(Self { sso, roles, label, attempts: Attempts::default() }))
    }
}

fn client_secret(settings: &SsoSettings) -> Result<Option<String>, Problem> {
    let Some(name) = &settings.client_secret_env else { return Ok(None) };
    match std::env::var(name) {
        Ok(secret) if !secret.trim().is_empty() => Ok(Some(secret)),
        _ => {
            let detail = format!("sso.client_secret_env names the variable {name}, which is not set");
            Err(Problem::new(Code::BadSettings, detail).hint("set it to the secret of the registration"))
        }
    }
}

fn role(name: &str) -> Result<Role, Problem> {
    Role::parse(name).ok_or_else(|| Problem::new(Code::BadSettings, format!("`{name}` is not a role")))
}

/// A login that has begun in one browser.
#[derive(Debug)]
pub(crate) struct Begun {
    pub(crate) attempt: Attempt,
    /// The page to return to.
    pub(crate) back: String,
}

/// The logins that have begun, by the secret in the cookie of their browser. They are in memory: a login that is under
/// way when the server restarts begins again.
#[derive(Debug, Default)]
pub(crate) struct Attempts(Mutex<HashMap<String, (Begun, Millis)>>);

impl Attempts {
    /// Keeps a login for a browser; returns the value of its cookie.
    pub(crate) fn keep(&self, begun: Begun, now: Millis) -> String {
        let id = URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>());
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= ATTEMPTS {
            all.retain(|_, (_, at)| *at + ATTEMPT_LASTS > now);
        }
        if all.len() >= ATTEMPTS
            && let Some(oldest) = all.iter().min_by_key(|(_, (_, at))| *at).map(|(id, _)| id.clone())
        {
            all.remove(&oldest);
        }
        all.insert(id.clone(), (begun, now));
        id
    }

    /// The login of a browser. It can be taken once.
    pub(crate) fn take(&self, id: &str, now: Millis) -> Option<Begun> {
        let (begun, at) = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id)?;
        (at + ATTEMPT_LASTS > now).then_some(begun)
    }
}

/// A path of this server; anything that could lead elsewhere becomes the start page.
pub(crate) fn local_path(path: Option<&str>) -> String {
    let is_local = |path: &&str| {
        path.len() <= 2000
            && path.starts_with('/')
            && !path[1..].starts_with(['/', '\\'])
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
    };
    path.filter(is_local).unwrap_or("/").to_owned()
}

#[cfg(test)]
mod tests {
    use tutti_settings::ROLES;

    use super::*;

    #[test]
    fn settings_know_the_roles_of_accounts() {
        let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
        assert_eq!(ROLES, names);
    }

    #[test]
    fn nobody_is_sent_elsewhere() {
        let check = |path: &str, expected: &str| assert_eq!(local_path(Some(path)), expected, "{path:?}");
        check("/study", "/study");
        check("/items?tag=a%20b#x", "/items?tag=a%20b#x");
        for path in [
            "",
            "study",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/a\r\nset-cookie: x",
            "/\t/evil.example",
            "/a\\b",
            "/é",
        ] {
            check(path, "/");
        }
        check(&format!("/{}", "x".repeat(2000)), "/");
        assert_eq!(local_path(None), "/");
    }
}
