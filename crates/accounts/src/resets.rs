//! New passwords: chosen by their owner, with the current one or with a code that an admin made.

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, AccountRow, KeyKind, KeyRow, Millis};

use crate::{
    Accounts, By, Denied, NewLogin, audit::deeds, name::Name, password, people::no_account,
    second_factor::CodeCheck, secret, throttle::Origin,
};

/// How long a reset code works.
const CODE_FOR: Millis = 24 * 60 * 60 * 1000;

/// A code that was just made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetCode {
    /// Shown this once.
    pub code: String,
    pub expires_at: Millis,
}

pub(crate) fn wrong_code() -> Problem {
    let problem =
        Problem::new(Code::Unauthorized, "the name or the code is wrong, or the code no longer works");
    problem.at("/code").hint("a code works once and for a day; an admin can make another one")
}

impl Accounts {
    /// Checks the caller's own password before something that cannot be undone. `pointer` is the field.
    pub async fn confirm(&self, by: By<'_>, password: &str, pointer: &str) -> Result<(), Denied> {
        self.check_has_password(by.owner).await?;
        // The caller is logged in, which proves more than where they come from.
        let origin = Origin { name: by.name, address: by.address, proof: Some("logged in") };
        let attempt = self.0.throttle.begin(origin, by.at).map_err(Denied::too_often)?;
        let account = self.0.store.account(by.owner).await?;
        if !self.0.passwords.is(password, account.map(|account| account.password)).await? {
            return Err(Problem::new(Code::Forbidden, "the password is wrong").at(pointer.to_owned()).into());
        }
        self.0.throttle.record_success(&attempt);
        Ok(())
    }

    /// Changes the caller's own password. Ends every login but this one and, unless they are kept, all tokens.
    pub async fn set_password(
        &self,
        by: By<'_>,
        current: &str,
        new: &str,
        session: Option<&str>,
        keep_tokens: bool,
    ) -> Result<(), Denied> {
        self.confirm(by, current, "/current").await?;
        password::check(new, &Name::parse(by.name)?, "/new")?;
        let change = AccountChange::Password {
            owner: by.owner.clone(),
            password: self.0.passwords.hash(new).await?,
            but: session.map(secret::hash),
            keep_tokens,
            code: None,
            at: by.at,
        };
        let subject = keep_tokens.then(|| TOKENS_KEPT.to_owned());
        let line = by.line(by.owner, deeds::PASSWORD_CHANGED, subject);
        let outcome = self.0.store.change_accounts(change, Some(line)).await?;
        self.0.changes.tell(by.owner);
        match outcome {
            AccountOutcome::Done => Ok(()),
            _ => Err(no_account(by.name).into()),
        }
    }

    /// Makes a code with which somebody sets a new password or logs in past failed attempts of others. It works once;
    /// an earlier one no longer works.
    pub async fn make_reset_code(&self, by: By<'_>, owner: &Owner) -> Result<ResetCode, Problem> {
        if by.owner == owner {
            let problem = Problem::new(Code::Refused, "you cannot make a reset code for yourself");
            return Err(problem.hint("change your password in your own account"));
        }
        self.add_reset_code(by, owner).await
    }

    /// As [`Self::make_reset_code`], at the request of somebody with access to the machine.
    pub async fn make_reset_code_for(&self, name: &str, at: Millis) -> Result<ResetCode, Problem> {
        let account = self.account_named(name).await?;
        self.add_reset_code(By::terminal(&Owner::local(), at), &account.owner).await
    }

    async fn add_reset_code(&self, by: By<'_>, owner: &Owner) -> Result<ResetCode, Problem> {
        let store = &self.0.store;
        let account = store.account(owner).await?.ok_or_else(|| no_account(owner.as_str()))?;
        self.check_has_password(owner).await?;
        for old in store.keys(owner, KeyKind::Reset).await? {
            self.remove_key(&old, None).await?;
        }
        let code = secret::fresh_code();
        let expires_at = by.at + CODE_FOR;
        let key = KeyRow {
            owner: owner.clone(),
            id: secret::fresh_id(),
            kind: KeyKind::Reset,
            name: String::new(),
            start: String::new(),
            made_at: by.at,
            used_at: None,
            expires_at: Some(expires_at),
            role: None,
            flows: None,
        };
        let line = by.line(owner, deeds::RESET_CODE_MADE, Some(account.name.clone()));
        let change = AccountChange::AddKey { key, hash: secret::hash(&secret::plain_code(&code)) };
        match store.change_accounts(change, Some(line)).await? {
            AccountOutcome::Done => Ok(ResetCode { code, expires_at }),
            _ => {
                let problem = Problem::new(Code::Conflict, format!("{} is disabled", account.name));
                Err(problem.hint("enable the account first"))
            }
        }
    }

    /// The reset code of an account, if this is one that still works. It has too many characters to be guessed, so
    /// looking it up needs no limit.
    pub(crate) async fn reset_code(
        &self,
        account: Option<&AccountRow>,
        code: Option<&str>,
        at: Millis,
    ) -> Result<Option<KeyRow>, Problem> {
        let (Some(account), Some(code)) = (account, code) else { return Ok(None) };
        let hash = secret::hash(&secret::plain_code(code));
        let found = self.0.store.key_holder(&hash).await?.map(|holder| holder.key);
        Ok(found.filter(|key| {
            let is_right = key.kind == KeyKind::Reset && key.owner == account.owner;
            is_right && !self.0.sessions.is_over(key, at)
        }))
    }

    /// Sets a new password with a code, which ends every login and token, and logs in.
    pub async fn reset_with_code(
        &self,
        name: &str,
        code: &str,
        password: &str,
        one_time_code: Option<&str>,
        address: &str,
        at: Millis,
    ) -> Result<NewLogin, Denied> {
        let name = Name::from_typed(name);
        let account = match &name {
            Some(name) => self.0.store.account_by_name(name.as_str()).await?,
            None => None,
        };
        let found = self.reset_code(account.as_ref(), Some(code), at).await?;
        let origin = Origin { name: name.as_ref().map_or("", Name::as_str), address, proof: None };
        let (Some(name), Some(account), Some(key)) = (&name, account, found) else {
            self.0.throttle.begin(origin, at).map_err(Denied::too_often)?;
            return Err(wrong_code().into());
        };
        password::check(password, name, "/password")?;
        // The code of an admin replaces the password, not the phone.
        let with_code = Origin { name: name.as_str(), address, proof: Some(&key.id) };
        let attempt = self.0.throttle.begin(with_code, at).map_err(Denied::too_often)?;
        match self.check_code(&account, one_time_code, address, at).await? {
            CodeCheck::Right => self.0.throttle.record_success(&attempt),
            check => return Err(self.deny_code(&account, check, &attempt, address, at).await?),
        }
        let change = AccountChange::Password {
            owner: account.owner.clone(),
            password: self.0.passwords.hash(password).await?,
            but: None,
            keep_tokens: false,
            code: Some(key.id.clone()),
            at,
        };
        let by = By { owner: &account.owner, name: &account.name, address, at };
        let line = by.line(&account.owner, deeds::PASSWORD_CHANGED, Some("with a reset code".to_owned()));
        let outcome = self.0.store.change_accounts(change, Some(line)).await?;
        self.0.changes.tell(&account.owner);
        match outcome {
            AccountOutcome::Done => {
                self.0.throttle.forgive(origin);
                self.make_login(&account, address, at).await
            }
            _ => Err(wrong_code().into()),
        }
    }
}

pub(crate) const TOKENS_KEPT: &str = "tokens kept";
