//! The caller of a tool.

use std::{fmt, sync::Arc};

use futures::future::BoxFuture;
use tutti_accounts::Permission;
use tutti_core::{Code, Owner, Problem};

/// The owner whose rows a call sees, and its permissions. The server puts it into the extensions of every request.
#[derive(Clone)]
pub struct Who {
    pub owner: Owner,
    /// The name recorded with an answered review.
    pub name: String,
    may: Arc<dyn Fn(Permission) -> bool + Send + Sync>,
    note: Option<Arc<Note>>,
    admit: Option<Arc<Admit>>,
    /// The only flows that the caller may start; none for all.
    pub(crate) flows: Option<Vec<String>>,
}

/// Writes an entry of the audit log.
type Note = dyn Fn(&'static str, String) -> BoxFuture<'static, Result<(), Problem>> + Send + Sync;

/// Refuses what would exceed a quota.
type Admit = dyn Fn() -> BoxFuture<'static, Result<(), Problem>> + Send + Sync;

impl Who {
    pub fn new(
        owner: Owner,
        name: impl Into<String>,
        may: impl Fn(Permission) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { owner, name: name.into(), may: Arc::new(may), note: None, admit: None, flows: None }
    }

    /// Refuses to start other flows than these.
    #[must_use]
    pub fn limited_to(mut self, flows: Option<Vec<String>>) -> Self {
        self.flows = flows;
        self
    }

    /// Adds an audit log.
    #[must_use]
    pub fn with_log(
        mut self,
        note: impl Fn(&'static str, String) -> BoxFuture<'static, Result<(), Problem>> + Send + Sync + 'static,
    ) -> Self {
        self.note = Some(Arc::new(note));
        self
    }

    /// Adds quotas, which are checked before anything is added.
    #[must_use]
    pub fn with_quotas(
        mut self,
        admit: impl Fn() -> BoxFuture<'static, Result<(), Problem>> + Send + Sync + 'static,
    ) -> Self {
        self.admit = Some(Arc::new(admit));
        self
    }

    pub(crate) async fn admit(&self) -> Result<(), Problem> {
        match &self.admit {
            Some(admit) => admit().await,
            None => Ok(()),
        }
    }

    /// The local user, who may do everything.
    pub fn local() -> Self {
        Self::new(Owner::local(), "local", |_| true)
    }

    pub(crate) fn may(&self, permission: Permission) -> bool {
        (self.may)(permission)
    }

    pub(crate) async fn note(&self, what: &'static str, subject: String) -> Result<(), Problem> {
        match &self.note {
            Some(note) => note(what, subject).await,
            None => Ok(()),
        }
    }

    pub(crate) fn must(&self, permission: Permission) -> Result<(), Problem> {
        if self.may(permission) {
            return Ok(());
        }
        let detail =
            format!("this account may not do that; the permission `{}` is required", permission.name());
        Err(Problem::new(Code::Forbidden, detail).hint("an admin can give another role"))
    }
}

impl fmt::Debug for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Who({}, {})", self.owner, self.name)
    }
}
