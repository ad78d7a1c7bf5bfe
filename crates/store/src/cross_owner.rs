//! Queries across owners, for people who manage the work of others.

use tutti_core::Owner;

use crate::{
    ReviewRow, Store, StoreError,
    read::{owner_of, review_row},
};

impl Store {
    /// The open questions of all owners, the oldest first. Questions of a run that has ended are not open.
    pub async fn open_reviews(&self) -> Result<Vec<(Owner, ReviewRow)>, StoreError> {
        let sql = "select v.owner, v.run, v.name, v.flow, v.question, v.asked_at, v.answer, v.answered_by,
                   v.answered_at from reviews v join runs r on r.id = v.run
                   where v.answer is null and $1 = '' and r.status not in ('done', 'failed', 'cancelled')
                   order by v.asked_at, v.run, v.name";
        let rows = self.fetch(sql.to_owned(), "").await?;
        rows.iter().map(|row| Ok((owner_of(row)?, review_row(row)?))).collect()
    }
}
