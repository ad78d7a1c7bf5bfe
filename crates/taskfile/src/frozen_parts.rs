//! The parts that may not change when a task is extended: extracted, hashed, and compared byte for byte.

use std::fmt;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::ContentHash;

use crate::{Field, TaskFile};

/// A stretch of a file that may not change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenPart {
    /// Such as `Metadata`, `Task ID` or `CQ3`.
    pub name: String,
    pub bytes: Range<usize>,
    pub text: String,
}

/// The stretches of a file that may not change, and one hash over them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frozen {
    pub parts: Vec<FrozenPart>,
    pub hash: ContentHash,
}

/// A part that is not what it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    pub part: String,
    /// The line in the text that was compared; 0 if the part is not there.
    pub line: usize,
    /// The text before and after.
    pub message: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.part, self.line, self.message)
    }
}

/// The title, the Metadata table, the rows Task ID, Task title, Task topic and Formulas, the Familiarity Quiz, and every
/// question of the Comprehension Quiz that is there.
pub fn frozen_parts(text: &str) -> Frozen {
    let parts = parts(text);
    let hash = hash(&parts);
    Frozen { parts, hash }
}

fn parts(text: &str) -> Vec<FrozenPart> {
    let file = TaskFile::read(text).file;
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    found.extend(file.title.iter().map(|title| ("title".to_owned(), title.bytes.clone())));
    found.extend(file.metadata_bytes.iter().map(|bytes| ("Metadata".to_owned(), bytes.clone())));
    let kept = [Field::TaskId, Field::TaskTitle, Field::TaskTopic, Field::Formulas];
    for row in file.task_data.iter().filter(|row| row.field.is_some_and(|field| kept.contains(&field))) {
        found.push((row.name.clone(), row.bytes.clone()));
    }
    found.extend(file.familiarity_bytes.iter().map(|bytes| ("Familiarity Quiz".to_owned(), bytes.clone())));
    let heading = file.comprehension_heading.iter();
    found.extend(heading.map(|bytes| ("Comprehension Quiz".to_owned(), bytes.clone())));
    found.extend(file.comprehension.iter().map(|question| (question.id.clone(), question.bytes.clone())));
    let part = |(name, bytes): (String, Range<usize>)| FrozenPart {
        name,
        text: text.get(bytes.clone()).unwrap_or_default().to_owned(),
        bytes,
    };
    found.into_iter().map(part).collect()
}

/// Over names, lengths and bytes, so that nothing can wander from one part to the next.
fn hash(parts: &[FrozenPart]) -> ContentHash {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(format!("{}\0{}\0", part.name, part.text.len()).as_bytes());
        bytes.extend_from_slice(part.text.as_bytes());
    }
    ContentHash::of_bytes(&bytes)
}

impl Frozen {
    /// Whether `after` still contains every part, byte for byte and in the same order. Questions may have been added
    /// at the end, under new ids.
    pub fn compare(&self, after: &str) -> Result<(), Vec<Difference>> {
        let mut now = parts(after);
        let added = now.split_off(self.parts.len().min(now.len()));
        let again = added.iter().filter(|part| self.parts.iter().any(|old| old.name == part.name));
        let mut differences: Vec<Difference> = again
            .map(|part| Difference {
                part: part.name.clone(),
                line: line_at(after, part.bytes.start),
                message: "it appears a second time".to_owned(),
            })
            .collect();
        if hash(&now) != self.hash {
            differences.extend(self.differing(&now, after));
        }
        if differences.is_empty() { Ok(()) } else { Err(differences) }
    }

    fn differing(&self, now: &[FrozenPart], after: &str) -> Vec<Difference> {
        let mut found = Vec::new();
        for (place, old) in self.parts.iter().enumerate() {
            let new = now.get(place).filter(|new| new.name == old.name);
            match new.or_else(|| now.iter().find(|new| new.name == old.name)) {
                None => {
                    let message = "it is missing".to_owned();
                    found.push(Difference { part: old.name.clone(), line: 0, message });
                }
                Some(new) if new.text != old.text => found.push(difference(old, new, after)),
                Some(new) if now.get(place).is_none_or(|here| here.name != new.name) => {
                    let line = line_at(after, new.bytes.start);
                    found.push(Difference {
                        part: old.name.clone(),
                        line,
                        message: "it was moved".to_owned(),
                    });
                }
                Some(_) => {}
            }
        }
        if found.is_empty() {
            let message = "the parts are not in the same order".to_owned();
            found.push(Difference { part: "file".to_owned(), line: 0, message });
        }
        found
    }
}

fn difference(old: &FrozenPart, new: &FrozenPart, after: &str) -> Difference {
    let same = old.text.bytes().zip(new.text.bytes()).take_while(|(a, b)| a == b).count();
    let start = (0..=same).rev().find(|at| old.text.is_char_boundary(*at) && new.text.is_char_boundary(*at));
    let start = start.unwrap_or(0);
    let shown = |text: &str| text[start..].chars().take(24).collect::<String>();
    Difference {
        part: old.name.clone(),
        line: line_at(after, new.bytes.start + start),
        message: format!("{:?} became {:?}", shown(&old.text), shown(&new.text)),
    }
}

fn line_at(text: &str, byte: usize) -> usize {
    1 + text.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count()
}
