//! The schema and its migrations: one SQL text for both databases.
//!
//! `bytea` is Postgres' word; SQLite takes any type name and stores bytes as bytes. Times are milliseconds.
//! A payload column holds JSON, or `@` and the hash of a blob.

use std::sync::LazyLock;

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
    &[
        "alter table accounts add column disabled bigint not null default 0",
        "alter table keys add column role text",
        "alter table keys add column flows text",
        "create index keys_by_time on keys (kind, made_at)",
    ],
    &[
        "create table identities (
        owner text not null,
        issuer text not null,
        subject text not null,
        made_at bigint not null,
        primary key (issuer, subject)
    )",
        "create index identities_by_owner on identities (owner)",
        "create table second_factors (
        owner text primary key,
        secret text not null,
        step bigint not null,
        confirmed_at bigint,
        made_at bigint not null
    )",
        "create table recovery_codes (
        owner text not null,
        hash text not null,
        primary key (owner, hash)
    )",
    ],
    // Null in rows of earlier versions until they are sealed.
    &[
        "alter table journal add column seal bigint",
        "alter table blobs add column seal bigint",
        "alter table replies add column seal bigint",
        "alter table items add column seal bigint",
        "alter table records add column seal bigint",
        "alter table audit add column seal bigint",
        "alter table forgotten add column seal bigint",
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

/// The column that [`crate::seal`] fills.
pub(crate) const SEAL: &str = "seal";

/// A table with user data, as backup and restore see it.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: Vec<(&'static str, Kind)>,
    /// The primary key.
    pub(crate) key: Vec<&'static str>,
    /// The text of the default value of a column that has one.
    defaults: Vec<(&'static str, &'static str)>,
}

impl Table {
    /// Whether its rows are written once and sealed. The rows of the other tables change.
    pub(crate) fn is_sealed(&self) -> bool {
        self.columns.iter().any(|(name, _)| *name == SEAL)
    }

    /// The columns with user data: all but the seal.
    pub(crate) fn data_columns(&self) -> impl Iterator<Item = (&'static str, Kind)> {
        self.columns.iter().copied().filter(|(name, _)| *name != SEAL)
    }

    /// The default value of a column: 0 or an empty text, or null without one.
    pub(crate) fn default_of(&self, column: &str) -> Option<&'static str> {
        self.defaults.iter().find(|(name, _)| *name == column).map(|(_, value)| *value)
    }
}

/// The table with this name.
pub(crate) fn table_named(name: &str) -> Option<&'static Table> {
    static TABLES: LazyLock<Vec<Table>> = LazyLock::new(tables);
    TABLES.iter().find(|table| table.name == name)
}

/// Every table with user data, taken from the migrations, so that a copy cannot miss a column. The list of processes
/// is not user data and is not copied.
pub(crate) fn tables() -> Vec<Table> {
    tables_at(VERSION)
}

/// As [`tables`], in an earlier version of the schema.
pub(crate) fn tables_at(version: i64) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for sql in MIGRATIONS.iter().take(version as usize).flat_map(|migration| migration.iter()) {
        if let Some(table) = table(sql) {
            tables.push(table);
        } else if let Some((name, column)) = added_column(sql)
            && let Some(table) = tables.iter_mut().find(|table| table.name == name)
        {
            table.defaults.extend(default_of(sql).map(|value| (column.0, value)));
            table.columns.push(column);
        }
    }
    tables.retain(|table| table.name != "workers");
    tables
}

/// The version that brought seals, and manifests of backups.
pub(crate) fn first_sealed_version() -> i64 {
    let seals = |migration: &&[&str]| migration.iter().any(|sql| sql.ends_with(" add column seal bigint"));
    MIGRATIONS.iter().position(seals).map_or(i64::MAX, |place| place as i64 + 1)
}

/// The column that a later migration adds to a table.
fn added_column(sql: &'static str) -> Option<(&'static str, (&'static str, Kind))> {
    let (name, line) = sql.strip_prefix("alter table ")?.split_once(" add column ")?;
    Some((name, column(line)?))
}

fn table(sql: &'static str) -> Option<Table> {
    let (name, body) = sql.strip_prefix("create table ")?.split_once(" (")?;
    let columns = body.lines().filter_map(column).collect();
    let defaults = body.lines().filter_map(|line| Some((column(line)?.0, default_of(line)?))).collect();
    Some(Table { name, columns, key: primary_key(body), defaults })
}

fn primary_key(body: &'static str) -> Vec<&'static str> {
    let listed = body.split_once("primary key (").and_then(|(_, rest)| rest.split_once(')'));
    match listed {
        Some((names, _)) => names.split(", ").collect(),
        None => body
            .lines()
            .filter(|line| line.contains(" primary key"))
            .filter_map(column)
            .map(|(name, _)| name)
            .collect(),
    }
}

fn default_of(line: &'static str) -> Option<&'static str> {
    let (_, value) = line.split_once(" default ")?;
    value.split([',', ' ', '\n']).next()
}

fn column(line: &'static str) -> Option<(&'static str, Kind)> {
    let mut words = line.split_whitespace();
    let (column, kind) = (words.next()?, words.next()?);
    let kind = match kind.trim_end_matches(',') {
        "bigint" => Kind::Int,
        "text" => Kind::Text,
        "bytea" => Kind::Bytes,
        _ => return None,
    };
    Some((column, kind))
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
                "identities",
                "second_factors",
                "recovery_codes",
            ]
        );
        assert_eq!(found[0].columns.len(), 19);
        let blobs =
            [("owner", Kind::Text), ("hash", Kind::Text), ("bytes", Kind::Bytes), ("seal", Kind::Int)];
        assert_eq!(found[2].columns, blobs);
        assert_eq!((found[0].key.as_slice(), found[2].key.as_slice()), (&["id"][..], &["owner", "hash"][..]));
        assert_eq!(found[0].default_of("cancel"), Some("0"));
        assert_eq!(found[0].default_of("owner"), None);
    }

    #[test]
    fn every_table_has_a_key() {
        for table in tables() {
            assert!(!table.key.is_empty(), "{}", table.name);
        }
    }

    #[test]
    fn an_added_column_belongs_to_its_table() {
        assert_eq!(
            added_column("alter table runs add column seal text not null default ''"),
            Some(("runs", ("seal", Kind::Text)))
        );
        assert_eq!(added_column("create index runs_by_parent on runs (parent)"), None);
    }

    #[test]
    fn every_table_of_users_has_an_owner() {
        for table in tables() {
            assert!(table.columns.contains(&("owner", Kind::Text)), "{}", table.name);
        }
    }
}
