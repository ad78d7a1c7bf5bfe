//! Second factors of accounts with a password: a code from a phone, and recovery codes for when the phone is lost.
//!
//! The code is asked for only after the right password, so that nobody learns who has a second factor. A wrong code
//! counts as a failed attempt; the right password alone does not clear failed attempts, so codes cannot be guessed in
//! between. A code works once.

use tutti_core::{Code, Owner, Problem};
use tutti_store::{
    AccountChange, AccountOutcome, AccountRow, Millis, NewLine, SecondFactorChange, SecondFactorRow,
};

use crate::{
    Accounts, By, Denied, audit::deeds, people::no_account, qr, secret, throttle::LoginAttempt,
    totp::TotpSecret,
};

/// How many recovery codes there are.
const RECOVERY_CODES: usize = 10;

/// What a phone needs. Shown this once.
#[derive(Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// To type into an authenticator app,
    pub secret: String,
    /// to open with one,
    pub uri: String,
    /// or to scan with one: an SVG.
    pub qr: String,
}

impl std::fmt::Debug for Enrolment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Enrolment")
    }
}

/// Whether an account has a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondFactor {
    pub is_on: bool,
    /// How many recovery codes are left.
    pub recovery_codes: u32,
}

/// What became of a code at a login.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeCheck {
    Right,
    Missing,
    Wrong,
}

impl Accounts {
    pub async fn second_factor(&self, owner: &Owner) -> Result<SecondFactor, Problem> {
        let row = self.confirmed_factor(owner).await?;
        let recovery_codes = row.as_ref().map_or(0, |row| row.recovery_codes as u32);
        Ok(SecondFactor { is_on: row.is_some(), recovery_codes })
    }

    async fn confirmed_factor(&self, owner: &Owner) -> Result<Option<SecondFactorRow>, Problem> {
        Ok(self.0.store.second_factor(owner).await?.filter(|row| row.confirmed_at.is_some()))
    }

    /// Begins to switch on the caller's second factor. It has no effect until a code confirms it.
    pub async fn begin_second_factor(&self, by: By<'_>, password: &str) -> Result<Enrolment, Denied> {
        self.check_has_password(by.owner).await?;
        self.confirm(by, password, "/password").await?;
        let fresh = TotpSecret::fresh();
        let (secret, uri) = (fresh.to_base32(), fresh.uri(by.name));
        let qr = qr::svg(&uri)?;
        let change = SecondFactorChange::Begin { owner: by.owner.clone(), secret: secret.clone(), at: by.at };
        match self.0.store.change_accounts(AccountChange::SecondFactor(change), None).await? {
            AccountOutcome::Done => Ok(Enrolment { secret, uri, qr }),
            AccountOutcome::Taken => {
                let problem = Problem::new(Code::Conflict, "your second factor is on already");
                Err(problem.hint("switch it off first").into())
            }
            _ => Err(no_account(by.name).into()),
        }
    }

    /// Switches the caller's second factor on, with a code that proves that the phone has the secret. Returns the
    /// recovery codes, which are stored only as hashes.
    pub async fn confirm_second_factor(&self, by: By<'_>, code: &str) -> Result<Vec<String>, Problem> {
        let pending = self.0.store.second_factor(by.owner).await?.filter(|row| row.confirmed_at.is_none());
        let none = || {
            let problem = Problem::new(Code::Conflict, "no second factor waits for a code");
            problem.hint("begin again")
        };
        let pending = pending.ok_or_else(none)?;
        let step = totp_secret(&pending)?.matching_step(code, by.at, pending.step).ok_or_else(|| {
            let problem = Problem::new(Code::BadInput, "the code is wrong").at("/code");
            problem.hint("check that the clock of your phone is right")
        })?;
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| secret::fresh_code()).collect();
        let hashes = codes.iter().map(|code| recovery_hash(code)).collect();
        let change = SecondFactorChange::Confirm { owner: by.owner.clone(), step, codes: hashes, at: by.at };
        let line = by.line(by.owner, deeds::SECOND_FACTOR_ON, None);
        match self.0.store.change_accounts(AccountChange::SecondFactor(change), Some(line)).await? {
            AccountOutcome::Done => Ok(codes),
            _ => Err(none()),
        }
    }

    /// Switches the caller's second factor off. Not having one is not an error.
    pub async fn end_second_factor(&self, by: By<'_>, password: &str) -> Result<(), Denied> {
        self.confirm(by, password, "/password").await?;
        self.remove_factor(by, by.owner, None).await?;
        Ok(())
    }

    /// Removes somebody else's second factor, for when they lost their phone and their recovery codes.
    pub async fn remove_second_factor(&self, by: By<'_>, owner: &Owner) -> Result<(), Problem> {
        if by.owner == owner {
            let problem =
                Problem::new(Code::Refused, "switching off your own second factor requires your password");
            return Err(problem.hint("send DELETE /api/me/second-factor"));
        }
        let account = self.get(owner).await?.ok_or_else(|| no_account(owner.as_str()))?;
        self.remove_known_factor(by, owner, account.name).await
    }

    /// As [`Self::remove_second_factor`], at the request of somebody with access to the machine.
    pub async fn remove_second_factor_of(&self, name: &str, at: Millis) -> Result<(), Problem> {
        let account = self.account_named(name).await?;
        self.remove_known_factor(By::terminal(&Owner::local(), at), &account.owner, account.name).await
    }

    async fn remove_known_factor(&self, by: By<'_>, owner: &Owner, name: String) -> Result<(), Problem> {
        let missing = || Problem::new(Code::NotFound, format!("{name} has no second factor"));
        if self.remove_factor(by, owner, Some(name.clone())).await? { Ok(()) } else { Err(missing()) }
    }

    async fn remove_factor(
        &self,
        by: By<'_>,
        owner: &Owner,
        subject: Option<String>,
    ) -> Result<bool, Problem> {
        let change = AccountChange::SecondFactor(SecondFactorChange::Remove { owner: owner.clone() });
        let line = by.line(owner, deeds::SECOND_FACTOR_OFF, subject);
        Ok(self.0.store.change_accounts(change, Some(line)).await? == AccountOutcome::Done)
    }

    /// Checks the code of somebody who knew the password, and uses it up.
    pub(crate) async fn check_code(
        &self,
        account: &AccountRow,
        typed: Option<&str>,
        address: &str,
        at: Millis,
    ) -> Result<CodeCheck, Problem> {
        let Some(row) = self.confirmed_factor(&account.owner).await? else { return Ok(CodeCheck::Right) };
        let Some(typed) = typed.filter(|typed| !typed.trim().is_empty()) else {
            return Ok(CodeCheck::Missing);
        };
        let owner = account.owner.clone();
        let (change, line) = match totp_secret(&row)?.matching_step(typed, at, row.step) {
            Some(step) => (SecondFactorChange::UseStep { owner, step }, None),
            None => {
                let by = By { owner: &account.owner, name: &account.name, address, at };
                let left = row.recovery_codes.saturating_sub(1);
                let line = by.line(&account.owner, deeds::RECOVERY_CODE_USED, Some(format!("{left} left")));
                (SecondFactorChange::UseRecoveryCode { owner, hash: recovery_hash(typed) }, Some(line))
            }
        };
        let outcome = self.0.store.change_accounts(AccountChange::SecondFactor(change), line).await?;
        Ok(if outcome == AccountOutcome::Done { CodeCheck::Right } else { CodeCheck::Wrong })
    }

    /// Writes down a wrong code, which counts as a failed attempt; a missing one does not.
    pub(crate) async fn deny_code(
        &self,
        account: &AccountRow,
        check: CodeCheck,
        attempt: &LoginAttempt,
        address: &str,
        at: Millis,
    ) -> Result<Denied, Problem> {
        if check == CodeCheck::Missing {
            self.0.throttle.take_back(attempt);
        } else {
            let line = NewLine {
                owner: Some(account.owner.clone()),
                at,
                who: None,
                what: deeds::LOGIN_FAILED.to_owned(),
                subject: Some(format!("{}: second factor", account.name)),
                address: Some(address.to_owned()),
            };
            self.0.store.change_accounts(AccountChange::Nothing, Some(line)).await?;
        }
        Ok(code_problem(check).into())
    }
}

fn totp_secret(row: &SecondFactorRow) -> Result<TotpSecret, Problem> {
    let damaged = || Problem::new(Code::Damaged, "the stored secret of a second factor cannot be read");
    TotpSecret::from_base32(&row.secret).ok_or_else(damaged)
}

fn recovery_hash(typed: &str) -> tutti_core::ContentHash {
    secret::hash(&secret::plain_code(typed))
}

/// The password was right, and the code is missing or wrong.
fn code_problem(check: CodeCheck) -> Problem {
    let detail = match check {
        CodeCheck::Missing => "a code from your authenticator app is required",
        _ => "the code is wrong or was used before",
    };
    let problem = Problem::new(Code::Unauthorized, detail).at("/one_time_code");
    problem.hint("type the six digits that the app shows, or one of your recovery codes")
}
