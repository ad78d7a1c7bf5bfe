//! The errors of the bank.

use tutti_core::{Code, Problem};
use tutti_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum BankError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row that is not an item; `what` is its first error.
    #[error("the stored item {id} cannot be read: {what}")]
    Damaged { id: String, what: String },
    /// Others kept changing the same items.
    #[error("the bank changed while items were being added; nothing was added")]
    Contended,
}

impl From<BankError> for Problem {
    fn from(error: BankError) -> Self {
        match error {
            BankError::Store(error) => error.into(),
            BankError::Damaged { .. } => Self::new(Code::Damaged, error.to_string())
                .hint("restore a backup, or export the other items first"),
            BankError::Contended => Self::new(Code::Conflict, error.to_string()).hint("try again"),
        }
    }
}
