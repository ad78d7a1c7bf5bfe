//! A logged-in account, and what its key allows.

use tutti_core::Owner;

use crate::{Permission, Role};

/// A logged-in account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    pub owner: Owner,
    pub name: String,
    /// The role of the account.
    pub role: Role,
    pub key: Key,
}

/// The key that somebody came in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub id: String,
    /// The limits of a token. None for a login, which may do everything that its account may.
    pub scope: Option<Scope>,
}

/// What a token is limited to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// Only permissions of this role, and only those that the account has, too.
    pub role: Role,
    /// The only flows that it may start; none for all.
    pub flows: Option<Vec<String>>,
}

impl Who {
    pub fn may(&self, permission: Permission) -> bool {
        let scope = self.key.scope.as_ref();
        self.role.may(permission) && scope.is_none_or(|scope| scope.role.may(permission))
    }

    /// Whether somebody logged in, rather than a program with a token.
    pub fn is_login(&self) -> bool {
        self.key.scope.is_none()
    }

    /// The only flows that may be started; none for all.
    pub fn flows(&self) -> Option<&[String]> {
        self.key.scope.as_ref()?.flows.as_deref()
    }
}
