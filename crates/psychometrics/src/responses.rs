//! The table of answers: persons × items, every cell one of six distinct values.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// One person's dealing with one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// An option was chosen: its place in [`Item::options`].
    Chosen(u16),
    /// Only known to be right.
    Right,
    /// Only known to be wrong.
    Wrong,
    /// Seen and left blank. Counts as wrong.
    Omitted,
    /// Time ran out before it. Says something about the clock, not about the item.
    NotReached,
    /// This person's form does not contain the item.
    NotPresented,
}

/// What is known of an item beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub id: String,
    /// Names of the options, in the order they stand; empty where only right or wrong is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Place of the right option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<u16>,
}

impl Item {
    /// An item of which only right or wrong is known.
    pub fn without_options(id: impl Into<String>) -> Self {
        Self { id: id.into(), options: Vec::new(), key: None }
    }

    /// A choice item.
    pub fn choice(
        id: impl Into<String>,
        options: impl IntoIterator<Item = impl Into<String>>,
        key: u16,
    ) -> Self {
        Self { id: id.into(), options: options.into_iter().map(Into::into).collect(), key: Some(key) }
    }
}

/// Why rows do not make a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("there is no item")]
    NoItems,
    #[error("two items are called `{0}`")]
    DuplicateItem(String),
    #[error("two persons are called `{0}`")]
    DuplicatePerson(String),
    #[error("the key of item `{0}` is not one of its options")]
    KeyOutside(String),
    #[error("person `{person}` has {have} cells, but there are {need} items")]
    Ragged {
        person: String,
        have: usize,
        /// One per item.
        need: usize,
    },
    #[error(
        "person `{person}` chose option number {option} of item `{item}`, which has no such option or no key"
    )]
    NoSuchOption {
        person: String,
        item: String,
        /// Counted from one.
        option: usize,
    },
}

/// How answers that time did not allow are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotReachedRule {
    /// A person who did not reach an item says nothing about it: not in its p, not in its curve.
    #[default]
    Ignore,
    /// As wrong, where finishing in time is part of what is measured.
    Wrong,
}

/// A table in which every chosen option exists, every row is whole and every name occurs once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Responses {
    items: Vec<Item>,
    persons: Vec<String>,
    /// Row by row.
    cells: Vec<Cell>,
}

impl Responses {
    pub fn from_rows(items: Vec<Item>, rows: Vec<(String, Vec<Cell>)>) -> Result<Self, TableError> {
        if items.is_empty() {
            return Err(TableError::NoItems);
        }
        let mut names = BTreeSet::new();
        for item in &items {
            if !names.insert(item.id.as_str()) {
                return Err(TableError::DuplicateItem(item.id.clone()));
            }
            if item.key.is_some_and(|key| usize::from(key) >= item.options.len()) {
                return Err(TableError::KeyOutside(item.id.clone()));
            }
        }
        let mut seen = BTreeSet::new();
        let mut persons = Vec::with_capacity(rows.len());
        let mut cells = Vec::with_capacity(rows.len() * items.len());
        for (person, row) in rows {
            if row.len() != items.len() {
                return Err(TableError::Ragged { person, have: row.len(), need: items.len() });
            }
            for (item, cell) in items.iter().zip(&row) {
                let Cell::Chosen(option) = *cell else { continue };
                if item.key.is_none() || usize::from(option) >= item.options.len() {
                    let option = usize::from(option) + 1;
                    return Err(TableError::NoSuchOption { person, item: item.id.clone(), option });
                }
            }
            if !seen.insert(person.clone()) {
                return Err(TableError::DuplicatePerson(person));
            }
            persons.push(person);
            cells.extend(row);
        }
        Ok(Self { items, persons, cells })
    }

    /// Blanks at the end of a row become [`Cell::NotReached`].
    ///
    /// The whole trailing run is taken, also for a person who answered nothing. Items the person was not shown
    /// do not interrupt the run and stay as they are.
    #[must_use]
    pub fn trailing_blanks_not_reached(mut self) -> Self {
        for row in self.cells.chunks_mut(self.items.len()) {
            for cell in row.iter_mut().rev() {
                match cell {
                    Cell::Omitted => *cell = Cell::NotReached,
                    Cell::NotReached | Cell::NotPresented => {}
                    Cell::Chosen(_) | Cell::Right | Cell::Wrong => break,
                }
            }
        }
        self
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn persons(&self) -> &[String] {
        &self.persons
    }

    pub fn row(&self, person: usize) -> &[Cell] {
        &self.cells[person * self.items.len()..][..self.items.len()]
    }

    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Cell]> {
        self.cells.chunks(self.items.len())
    }

    /// The cells of one item, person by person.
    pub fn column(&self, item: usize) -> impl Iterator<Item = Cell> {
        self.cells.iter().skip(item).step_by(self.items.len()).copied()
    }

    /// Right, wrong, or nothing said about this item.
    pub fn mark(&self, item: usize, cell: Cell, rule: NotReachedRule) -> Option<bool> {
        match cell {
            Cell::Chosen(option) => Some(self.items[item].key == Some(option)),
            Cell::Right => Some(true),
            Cell::Wrong | Cell::Omitted => Some(false),
            Cell::NotReached if rule == NotReachedRule::Wrong => Some(false),
            Cell::NotReached | Cell::NotPresented => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[Cell]) -> Vec<Cell> {
        let items = (0..cells.len()).map(|i| Item::without_options(i.to_string())).collect();
        let table = Responses::from_rows(items, vec![("p".into(), cells.to_vec())]).unwrap();
        table.trailing_blanks_not_reached().row(0).to_vec()
    }

    #[test]
    fn only_the_end_of_a_row_is_not_reached() {
        use Cell::{NotPresented, NotReached, Omitted, Right, Wrong};
        assert_eq!(row(&[Omitted, Right, Omitted, Omitted]), [Omitted, Right, NotReached, NotReached]);
        assert_eq!(row(&[Wrong, Omitted, NotPresented]), [Wrong, NotReached, NotPresented]);
        assert_eq!(row(&[Omitted, Omitted]), [NotReached, NotReached]);
        assert_eq!(row(&[Omitted, Wrong]), [Omitted, Wrong]);
    }

    #[test]
    fn a_table_is_whole_or_refused() {
        let items = || vec![Item::choice("a", ["A", "B"], 1), Item::without_options("b")];
        let make = |rows| Responses::from_rows(items(), rows).unwrap_err().to_string();
        assert_eq!(
            make(vec![("p".into(), vec![Cell::Right])]),
            "person `p` has 1 cells, but there are 2 items"
        );
        assert_eq!(
            make(vec![("p".into(), vec![Cell::Chosen(2), Cell::Right])]),
            "person `p` chose option number 3 of item `a`, which has no such option or no key"
        );
        let row = || ("p".into(), vec![Cell::Chosen(1), Cell::Wrong]);
        assert_eq!(make(vec![row(), row()]), "two persons are called `p`");
    }
}
