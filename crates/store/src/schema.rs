//! The schema and its migrations: one SQL text for both databases.
//!
//! `bytea` is Postgres' word; SQLite takes any type name and stores bytes as bytes. Times are milliseconds.
//! A payload column holds JSON, or `@` and the hash of a blob.

/// Each entry brings the schema from its index to the next version. Never edit one that was released.
pub(crate) const MIGRATIONS: &[&[&str]] = &[
    &[
        "create table runs (
        id text primary key,
        owner text not null,
        parent text,
        root text not null,
        flow text not null,
        version bigint not null,
        input text not null,
        status text not null,
        waits text,
        stop text,
        output text,
        worker text,
        wake_at bigint,
        cancel bigint not null default 0,
        deadline bigint,
        budget text not null,
        forked_from text,
        created_at bigint not null,
        updated_at bigint not null
    )",
        "create index runs_by_owner on runs (owner, created_at)",
        "create index runs_by_parent on runs (parent) where parent is not null",
        "create index runs_ready on runs (status, wake_at) where status in ('queued', 'parked')",
        "create index runs_by_worker on runs (worker) where worker is not null",
        "create index runs_to_cancel on runs (worker) where cancel = 1",
        "create table journal (
        run text not null,
        key text not null,
        owner text not null,
        n bigint not null,
        kind text not null,
        input text,
        output text not null,
        started_at bigint not null,
        ended_at bigint not null,
        primary key (run, key)
    )",
        "create table blobs (
        owner text not null,
        hash text not null,
        bytes bytea not null,
        primary key (owner, hash)
    )",
        "create table reviews (
        run text not null,
        name text not null,
        owner text not null,
        flow text not null,
        question text not null,
        asked_at bigint not null,
        answer text,
        answered_by text,
        answered_at bigint,
        primary key (run, name)
    )",
        "create index reviews_by_owner on reviews (owner, asked_at)",
        "create table ledger (
        id text primary key,
        owner text not null,
        root text not null,
        run text not null,
        step text not null,
        agent text not null,
        provider text not null,
        model text not null,
        request text not null,
        state text not null,
        input_tokens bigint not null default 0,
        output_tokens bigint not null default 0,
        cached_tokens bigint not null default 0,
        micro_usd bigint not null default 0,
        reserved_tokens bigint not null default 0,
        reserved_micro_usd bigint not null default 0,
        started_at bigint not null,
        ended_at bigint
    )",
        "create index ledger_by_root on ledger (owner, root)",
        "create table replies (
        owner text not null,
        hash text not null,
        reply text not null,
        at bigint not null,
        primary key (owner, hash)
    )",
        "create table workers (
        id text primary key,
        started_at bigint not null,
        heartbeat_at bigint not null,
        deposed bigint not null default 0
    )",
    ],
    &["create table items (
        owner text not null,
        id text not null,
        kind text not null,
        version bigint not null,
        hash text not null,
        words text not null,
        tags text not null,
        item text not null,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (owner, id)
    )"],
    &[
        "create table records (
        owner text not null,
        kind text not null,
        id text not null,
        rank bigint not null,
        hash text not null,
        value text not null,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (owner, kind, id)
    )",
        "create index records_by_rank on records (owner, kind, rank)",
    ],
    &[
        "create table accounts (
        owner text primary key,
        name text not null unique,
        password text not null,
        role text not null,
        created_at bigint not null,
        updated_at bigint not null
    )",
        "create table keys (
        owner text not null,
        id text not null,
        kind text not null,
        name text not null,
        start text not null,
        hash text not null unique,
        made_at bigint not null,
        used_at bigint,
        expires_at bigint,
        primary key (owner, id)
    )",
        "create table audit (
        n bigint primary key,
        owner text not null,
        at bigint not null,
        who text,
        what text not null,
        subject text,
        address text
    )",
        "create index audit_by_owner on audit (owner, n)",
        "create table forgotten (
        owner text primary key,
        at bigint not null
    )",
        "create index reviews_open on reviews (asked_at) where answer is null",
    ],
    &[
        "create table item_names (
        owner text not null,
        former text not null,
        id text not null,
        primary key (owner, former)
    )",
        "create index item_names_by_id on item_names (owner, id)",
    ],
];

pub(crate) const VERSION: i64 = MIGRATIONS.len() as i64;

/// The type of a column. Postgres needs the type of a null, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Text,
    Bytes,
}

/// A table with user data, as backup and restore see it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: Vec<(&'static str, Kind)>,
}

/// Every table with user data, taken from the migrations, so that a copy cannot miss a column. The list of processes
/// is not user data and is not copied.
pub(crate) fn tables() -> Vec<Table> {
    let statements = MIGRATIONS.iter().flat_map(|migration| migration.iter());
    statements.filter_map(|sql| table(sql)).filter(|table| table.name != "workers").collect()
}

fn table(sql: &'static str) -> Option<Table> {
    let (name, body) = sql.strip_prefix("create table ")?.split_once(" (")?;
    let columns = body
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (column, kind) = (words.next()?, words.next()?);
            let kind = match kind.trim_end_matches(',') {
                "bigint" => Kind::Int,
                "text" => Kind::Text,
                "bytea" => Kind::Bytes,
                _ => return None,
            };
            Some((column, kind))
        })
        .collect();
    Some(Table { name, columns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_off_the_migrations() {
        let found = tables();
        let names: Vec<&str> = found.iter().map(|table| table.name).collect();
        assert_eq!(
            names,
            [
                "runs",
                "journal",
                "blobs",
                "reviews",
                "ledger",
                "replies",
                "items",
                "records",
                "accounts",
                "keys",
                "audit",
                "forgotten",
                "item_names",
            ]
        );
        assert_eq!(found[0].columns.len(), 19);
        let blobs = [("owner", Kind::Text), ("hash", Kind::Text), ("bytes", Kind::Bytes)];
        assert_eq!(found[2].columns, blobs);
    }

    #[test]
    fn every_table_of_users_has_an_owner() {
        for table in tables() {
            assert!(table.columns.contains(&("owner", Kind::Text)), "{}", table.name);
        }
    }
}
