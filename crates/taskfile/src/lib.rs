//! Markdown task files: a title, two tables about the task, a familiarity quiz and a comprehension quiz.
//!
//! Reading accepts any text and returns what could be read and every defect, with its line; nothing is repaired.
//! [`check`] adds the item-writing rules. [`expand`] adds questions to a file without rewriting it, and [`Frozen`]
//! proves that the frozen parts did not change. [`TaskDocument`] is a task as data, and writes a whole file.
//!
//! ```
//! use tutti_taskfile::{TaskFile, check};
//!
//! let text = r#"
//! ## Comprehension Quiz
//!
//! | Field | Visibility | Value |
//! |---|---|---|
//! | **Question ID** | Participants | CQ1 |
//! | **Question** | Participants | Which lamp warns of ice? |
//! | **Options** | Participants | ["A. red", "B. blue", "C. green", "D. white"] |
//! | **Answer type** | Researcher-only | Single-select |
//! | **Correct answers** | Researcher-only | ["B. Blue"] |
//! | **Bloom's level** | Researcher-only | Remembering |
//! "#;
//! let read = TaskFile::read(text);
//! assert_eq!(read.file.comprehension[0].options[1], "blue");
//! let defects = check(text);
//! assert!(defects.iter().any(|defect| defect.rule.code() == "key_not_verbatim" && defect.line == 10));
//! ```

mod array;
mod cells;
mod check;
mod document;
mod expand;
mod field;
mod file;
mod frozen_parts;
mod read;
mod rule;
mod spelling;
mod write;

pub use check::{check, check_named};
pub use document::{
    Category, FamiliarityQuestion, Formula, NotADocument, QuizQuestion, SYSTEM_PROMPT, TaskDocument,
};
pub use expand::{Additions, ExpandError, expand};
pub use field::Field;
pub use file::{Question, Quiz, Read, Row, TaskFile, Title};
pub use frozen_parts::{Difference, Frozen, FrozenPart, frozen_parts};
pub use rule::{Defect, Rule};
pub use spelling::{British, british};
