//! All rules that can be checked on the file alone: its form, the description of the task, each question, and the set
//! of questions.

mod questions;
mod set;
mod task;

use crate::{Defect, Rule, TaskFile};

/// All defects of a file, in the order of lines.
pub fn check(text: &str) -> Vec<Defect> {
    check_named(text, None)
}

/// As [`check`], and whether the task id is the name of the file: `rail-safety.md` or only `rail-safety`.
pub fn check_named(text: &str, name: Option<&str>) -> Vec<Defect> {
    let read = TaskFile::read(text);
    let mut found = Found { defects: read.defects };
    task::check(&read.file, name, &mut found);
    questions::check(&read.file, &mut found);
    set::check(&read.file, &mut found);
    found.defects.sort_by(|a, b| (a.line, b.severity).cmp(&(b.line, a.severity)));
    found.defects
}

struct Found {
    defects: Vec<Defect>,
}

impl Found {
    fn say(&mut self, rule: Rule, line: usize, place: &str, message: impl Into<String>) {
        self.defects.push(Defect::new(rule, line, place, message));
    }
}
