//! The manifest of a backup: for every table the number of its rows and a digest of them, and a digest of it all.

use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, Row};
use tutti_core::ContentHash;

use crate::{
    db::{Cell, Dialect, insert_many},
    schema::Table,
    seal::{Field, encode},
};

/// The entry for the whole backup.
const WHOLE: &str = "everything";

/// Counts and digests the rows of one table, in any order: databases sort texts differently.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) rows: u64,
    sum: u128,
}

impl Tally {
    pub(crate) fn add(&mut self, table: &Table, cells: &[Cell]) {
        let fields: Vec<Field<'_>> = cells.iter().map(Field::from).collect();
        let digest = Sha256::digest(encode(table, &fields, false));
        let mut first = [0; 16];
        first.copy_from_slice(&digest[..16]);
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(first));
    }
}

/// What a backup should contain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// Name, rows and digest of each table, in the order of their names.
    lines: Vec<(String, i64, String)>,
}

impl Manifest {
    pub(crate) fn new(tallies: &[(&str, Tally)]) -> Self {
        let line = |(name, tally): &(&str, Tally)| {
            ((*name).to_owned(), tally.rows as i64, format!("{:032x}", tally.sum))
        };
        let mut lines: Vec<_> = tallies.iter().map(line).collect();
        lines.sort();
        Self { lines }
    }

    /// The digest of the whole.
    pub(crate) fn digest(&self) -> ContentHash {
        let lines: Vec<String> =
            self.lines.iter().map(|(name, rows, digest)| format!("{name} {rows} {digest}")).collect();
        ContentHash::of_bytes(lines.join("\n").as_bytes())
    }

    fn rows(&self) -> i64 {
        self.lines.iter().map(|(_, rows, _)| rows).sum()
    }

    pub(crate) async fn write(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let sql = "create table manifest (name text primary key, rows bigint not null, digest text not null)";
        sqlx::raw_sql(sql).execute(&mut *connection).await?;
        let whole = (WHOLE.to_owned(), self.rows(), self.digest().as_str().to_owned());
        let lines = self.lines.iter().chain([&whole]);
        let cells =
            lines.map(|(name, rows, digest)| vec![Cell::text(name), Cell::Int(*rows), Cell::text(digest)]);
        let into = "manifest (name, rows, digest)";
        insert_many(connection, Dialect::Sqlite, into, "", cells.collect()).await.map(|_| ())
    }

    /// The manifest in a backup; none if it was made by a version that wrote none.
    pub(crate) async fn read(connection: &mut AnyConnection) -> Result<Option<Self>, sqlx::Error> {
        let sql = "select count(*) from sqlite_master where name = 'manifest'";
        if sqlx::query(sql).fetch_one(&mut *connection).await?.try_get::<i64, _>(0)? == 0 {
            return Ok(None);
        }
        let rows =
            sqlx::query("select name, rows, digest from manifest not indexed").fetch_all(connection).await?;
        let mut lines = Vec::with_capacity(rows.len());
        let mut whole = None;
        for row in &rows {
            let line: (String, i64, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if line.0 == WHOLE {
                whole = Some((line.1, line.2));
            } else {
                lines.push(line);
            }
        }
        lines.sort();
        let manifest = Self { lines };
        let sound = whole == Some((manifest.rows(), manifest.digest().as_str().to_owned()));
        // A manifest that does not match itself matches nothing else.
        Ok(Some(if sound { manifest } else { Self::default() }))
    }

    /// In which tables `found` differs.
    pub(crate) fn differences(&self, found: &Self) -> Vec<(String, String)> {
        let line = |manifest: &Self, name: &str| manifest.lines.iter().find(|line| line.0 == name).cloned();
        let mut names: Vec<&String> = self.lines.iter().chain(&found.lines).map(|line| &line.0).collect();
        names.sort();
        names.dedup();
        names
            .into_iter()
            .filter_map(|name| match (line(self, name), line(found, name)) {
                (left, right) if left == right => None,
                (Some((_, left, _)), Some((_, right, _))) if left != right => {
                    Some((name.clone(), format!("the manifest lists {left} rows, the backup has {right}")))
                }
                (Some(_), _) => Some((name.clone(), "its rows differ from the manifest".to_owned())),
                (None, _) => Some((name.clone(), "the manifest does not list it".to_owned())),
            })
            .collect()
    }
}
