//! API tokens, with which programs log in.

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, KeyKind, KeyRow, Millis};

use crate::{Accounts, By, audit::deeds, secret};

const LONGEST_NAME: usize = 60;
/// Maximum number per account.
const MOST: usize = 100;

/// A token, as in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub id: String,
    pub name: String,
    /// Its first characters.
    pub start: String,
    pub made_at: Millis,
    pub used_at: Option<Millis>,
    pub expires_at: Option<Millis>,
}

/// A token that was just made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    pub token: Token,
    /// Shown this once.
    pub secret: String,
}

impl Token {
    fn of(key: KeyRow) -> Self {
        let KeyRow { id, name, start, made_at, used_at, expires_at, .. } = key;
        Self { id, name, start, made_at, used_at, expires_at }
    }
}

impl Accounts {
    /// The tokens of one owner, the newest first.
    pub async fn tokens(&self, owner: &Owner) -> Result<Vec<Token>, Problem> {
        let keys = self.0.store.keys(owner, KeyKind::Token).await?;
        Ok(keys.into_iter().map(Token::of).collect())
    }

    /// Creates a token with the permissions of its owner, valid until `expires_at` if given.
    pub async fn make_token(
        &self,
        by: By<'_>,
        name: &str,
        expires_at: Option<Millis>,
    ) -> Result<NewToken, Problem> {
        let name = name.trim();
        let signs = name.chars().count();
        if !(1..=LONGEST_NAME).contains(&signs) || name.chars().any(char::is_control) {
            let detail = format!("a token's name has 1 to {LONGEST_NAME} characters");
            return Err(Problem::new(Code::BadInput, detail)
                .at("/name")
                .hint("name the program that uses it"));
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
            expires_at,
        };
        let line = by.line(by.owner, deeds::TOKEN_MADE, Some(name.to_owned()));
        let change = AccountChange::AddKey { key: key.clone(), hash: secret::hash(&secret) };
        match self.0.store.change_accounts(change, Some(line)).await? {
            AccountOutcome::Done => Ok(NewToken { token: Token::of(key), secret }),
            _ => Err(crate::people::no_account(by.name)),
        }
    }

    /// Revokes one of the caller's own tokens, at once.
    pub async fn revoke_token(&self, by: By<'_>, id: &str) -> Result<(), Problem> {
        let missing = || Problem::new(Code::NotFound, format!("there is no token `{id}`"));
        let keys = self.0.store.keys(by.owner, KeyKind::Token).await?;
        let key = keys.into_iter().find(|key| key.id == id).ok_or_else(missing)?;
        let line = by.line(by.owner, deeds::TOKEN_REVOKED, Some(key.name.clone()));
        if self.remove_key(&key, Some(line)).await? { Ok(()) } else { Err(missing()) }
    }
}
