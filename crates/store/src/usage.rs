//! What an owner uses: bytes, active runs, money. For quotas.

use tutti_core::Money;

use crate::{Millis, Owned, StoreError, read::int};

impl Owned {
    /// The size of everything stored for the owner, without indexes. Reads lengths only, not the values; still, ask
    /// rarely, for it visits every row.
    pub async fn bytes_stored(&self) -> Result<u64, StoreError> {
        let sql = "select cast(
            (select coalesce(sum(octet_length(bytes)), 0) from blobs where owner = $1)
            + (select coalesce(sum(octet_length(value) + octet_length(id)), 0) from records where owner = $1)
            + (select coalesce(sum(octet_length(item) + octet_length(words)), 0) from items where owner = $1)
            + (select coalesce(sum(octet_length(reply)), 0) from replies where owner = $1)
            + (select coalesce(sum(octet_length(input) + coalesce(octet_length(output), 0)), 0) from runs where owner = $1)
            + (select coalesce(sum(octet_length(j.output) + octet_length(j.key)), 0)
               from runs r join journal j on j.run = r.id where r.owner = $1)
            as bigint) as n";
        self.number(sql, 0).await
    }

    /// How many runs are queued or running; a child counts with its root.
    pub async fn active_runs(&self) -> Result<u64, StoreError> {
        let sql = "select count(*) as n from runs where owner = $1 and parent is null
                   and status in ('queued', 'running')";
        self.number(sql, 0).await
    }

    /// What model calls cost since then, including reservations for open calls.
    pub async fn spent_since(&self, since: Millis) -> Result<Money, StoreError> {
        let sql = "select cast(coalesce(sum(micro_usd + reserved_micro_usd), 0) as bigint) as n
                   from ledger where owner = $1 and started_at >= $2";
        Ok(Money::from_micro_usd(self.number(sql, since).await?))
    }

    async fn number(&self, sql: &'static str, second: Millis) -> Result<u64, StoreError> {
        let mut query = sqlx::query(sql).bind(self.owner().as_str().to_owned());
        if sql.contains("$2") {
            query = query.bind(second);
        }
        let row = query.fetch_one(self.pool()).await.map_err(self.store_error())?;
        Ok(int(&row, "n")?.max(0) as u64)
    }
}
