//! The schema and its migrations: one SQL text for both databases.
//!
//! `bytea` is Postgres' word; SQLite takes any type name and stores bytes as bytes. Times are milliseconds.
//! A payload column holds JSON, or `@` and the hash of a blob.

/// Each entry brings the schema from its index to the next version. Never edit one that was released.
pub(crate) const MIGRATIONS: &[&[&str]] = &[&[
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
    "create index runs_by_parent on runs (parent)",
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
]];

pub(crate) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Every table with user data and its columns, in an order that can be copied. Used by backup and restore.
pub(crate) const TABLES: &[(&str, &str)] = &[
    (
        "runs",
        "id, owner, parent, root, flow, version, input, status, waits, stop, output, worker, wake_at, cancel, \
         deadline, budget, forked_from, created_at, updated_at",
    ),
    ("journal", "run, key, owner, n, kind, input, output, started_at, ended_at"),
    ("blobs", "owner, hash, bytes"),
    ("reviews", "run, name, owner, flow, question, asked_at, answer, answered_by, answered_at"),
    (
        "ledger",
        "id, owner, root, run, step, agent, provider, model, request, state, input_tokens, output_tokens, \
         cached_tokens, micro_usd, reserved_tokens, reserved_micro_usd, started_at, ended_at",
    ),
    ("replies", "owner, hash, reply, at"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The copied columns are the created ones, so that a backup cannot forget a column.
    #[test]
    fn tables_match_the_migrations() {
        let created: String =
            MIGRATIONS.iter().flat_map(|m| m.iter()).copied().collect::<Vec<_>>().join(";\n");
        for (table, columns) in TABLES {
            let body = created.split(&format!("create table {table} (")).nth(1).unwrap();
            let body = body.split("\n    )").next().unwrap();
            let in_schema: Vec<&str> = body
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with("primary key"))
                .map(|line| line.split_whitespace().next().unwrap())
                .collect();
            let listed: Vec<&str> = columns.split(',').map(str::trim).collect();
            assert_eq!(in_schema, listed, "{table}");
        }
    }

    #[test]
    fn every_table_of_users_has_an_owner() {
        for (table, columns) in TABLES {
            assert!(columns.split(", ").any(|c| c == "owner"), "{table}");
        }
    }
}
