//! API tokens, with which programs log in.

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, KeyHolder, KeyKind, KeyPlace, KeyRow, Millis};

use crate::{Accounts, By, Role, audit::deeds, people::no_account, role_of, secret};

const LONGEST_NAME: usize = 60;
/// Maximum number per account.
const MOST: usize = 100;
/// Maximum number of flows that a token is limited to.
const MOST_FLOWS: usize = 50;
const DAY: Millis = 24 * 60 * 60 * 1000;
/// Days until a token expires, unless chosen otherwise,
const DAYS: u32 = 90;
/// and at most.
const MOST_DAYS: u32 = 365;

/// A token, as in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub owner: Owner,
    pub id: String,
    pub name: String,
    /// Its first characters.
    pub start: String,
    /// The role that it is limited to; none for tokens from before there were scopes.
    pub role: Option<Role>,
    /// The only flows that it may start; none for all.
    pub flows: Option<Vec<String>>,
    pub made_at: Millis,
    pub used_at: Option<Millis>,
    /// None for tokens from before every token expired.
    pub expires_at: Option<Millis>,
}

/// A token that was just made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    pub token: Token,
    /// Shown this once.
    pub secret: String,
}

/// What a token is to be.
#[derive(Debug, Clone, Default)]
pub struct TokenRequest<'a> {
    pub name: &'a str,
    /// Days until it expires; 90 by default.
    pub days: Option<u32>,
    /// At most the role of the account, which is the default.
    pub role: Option<Role>,
    /// The only flows that it may start; none for all.
    pub flows: Option<Vec<String>>,
}

impl Token {
    fn of(key: KeyRow) -> Result<Self, Problem> {
        let KeyRow { owner, id, name, start, role, flows, made_at, used_at, expires_at, kind: _ } = key;
        let role = role.as_deref().map(role_of).transpose()?;
        Ok(Self { owner, id, name, start, role, flows, made_at, used_at, expires_at })
    }

    /// Where a list continues.
    pub fn place(&self) -> KeyPlace {
        KeyPlace { made_at: self.made_at, id: self.id.clone() }
    }
}

impl Accounts {
    /// The tokens of one owner, the newest first.
    pub async fn tokens(&self, owner: &Owner) -> Result<Vec<Token>, Problem> {
        self.0.store.keys(owner, KeyKind::Token).await?.into_iter().map(Token::of).collect()
    }

    /// The tokens of all accounts with the names of their owners, the newest first.
    pub async fn all_tokens(
        &self,
        after: Option<&KeyPlace>,
        limit: u32,
    ) -> Result<Vec<(String, Token)>, Problem> {
        let keys = self.0.store.all_keys(KeyKind::Token, after, limit).await?;
        let named = |KeyHolder { key, name, .. }| Ok((name, Token::of(key)?));
        keys.into_iter().map(named).collect()
    }

    /// Creates a token that may do at most what its owner may, for a limited time.
    pub async fn make_token(&self, by: By<'_>, asked: TokenRequest<'_>) -> Result<NewToken, Problem> {
        let name = name_of(asked.name)?;
        let days = asked.days.unwrap_or(DAYS);
        if !(1..=MOST_DAYS).contains(&days) {
            let detail = format!("the number of days must be from 1 to {MOST_DAYS}; got {days}");
            return Err(Problem::new(Code::BadInput, detail).at("/days"));
        }
        if asked.flows.as_ref().is_some_and(|flows| flows.len() > MOST_FLOWS) {
            return Err(Problem::new(Code::BadInput, format!("at most {MOST_FLOWS} flows")).at("/flows"));
        }
        let account = self.get(by.owner).await?.ok_or_else(|| no_account(by.name))?;
        let role = asked.role.unwrap_or(account.role);
        if !role.is_within(account.role) {
            let detail = format!("the role {} may more than your role {}", role.name(), account.role.name());
            return Err(Problem::new(Code::BadInput, detail).at("/role"));
        }
        if self.tokens(by.owner).await?.len() >= MOST {
            let problem = Problem::new(Code::Conflict, format!("you already have {MOST} tokens"));
            return Err(problem.hint("revoke the unused ones"));
        }
        let secret = secret::fresh(KeyKind::Token);
        let key = KeyRow {
            owner: by.owner.clone(),
            id: secret::fresh_id(),
            kind: KeyKind::Token,
            name: name.to_owned(),
            start: secret::start(&secret, KeyKind::Token),
            made_at: by.at,
            used_at: None,
            expires_at: Some(by.at + Millis::from(days) * DAY),
            role: Some(role.name().to_owned()),
            flows: asked.flows,
        };
        let flows = key.flows.as_ref().map_or(String::new(), |flows| format!(", flows {}", flows.join(" ")));
        let subject = format!("{name}: role {}{flows}, {days} days", role.name());
        let line = by.line(by.owner, deeds::TOKEN_MADE, Some(subject));
        let change = AccountChange::AddKey { key: key.clone(), hash: secret::hash(&secret) };
        match self.0.store.change_accounts(change, Some(line)).await? {
            AccountOutcome::Done => Ok(NewToken { token: Token::of(key)?, secret }),
            _ => Err(no_account(by.name)),
        }
    }

    /// Revokes a token of an account, at once: the caller's own, or anybody's by an admin.
    pub async fn revoke_token(&self, by: By<'_>, owner: &Owner, id: &str) -> Result<(), Problem> {
        let missing = || Problem::new(Code::NotFound, format!("there is no token `{id}`"));
        let holder = self.0.store.key(owner, id).await?.ok_or_else(missing)?;
        if holder.key.kind != KeyKind::Token {
            return Err(missing());
        }
        let subject = if by.owner == owner {
            holder.key.name.clone()
        } else {
            format!("{}: {}", holder.name, holder.key.name)
        };
        let line = by.line(owner, deeds::TOKEN_REVOKED, Some(subject));
        if self.remove_key(&holder.key, Some(line)).await? { Ok(()) } else { Err(missing()) }
    }
}

fn name_of(typed: &str) -> Result<&str, Problem> {
    let name = typed.trim();
    let signs = name.chars().count();
    if (1..=LONGEST_NAME).contains(&signs) && !name.chars().any(char::is_control) {
        return Ok(name);
    }
    let detail = format!("a token's name has 1 to {LONGEST_NAME} characters");
    Err(Problem::new(Code::BadInput, detail).at("/name").hint("name the program that uses it"))
}
