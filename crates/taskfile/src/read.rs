//! The reader: one pass over the lines, which form tables, which become rows and questions.

mod question;
mod row;

use std::collections::HashMap;
use std::ops::Range;

use crate::cells::{self, Line, cells, is_separator, lines};
use crate::field::{Field, Kind, plain};
use crate::file::{Quiz, Read, Row, TaskFile, Title};
use crate::{Defect, Rule};

impl TaskFile {
    /// Never fails: what cannot be read is missing from the file and named among the defects.
    pub fn read(text: &str) -> Read {
        let mut walk = Walk::default();
        for line in lines(text) {
            walk.line(line);
        }
        walk.close();
        walk.finish()
    }
}

/// A table that is being gathered.
struct Table {
    kind: Kind,
    /// Whether a line under the header was seen.
    ruled: bool,
    headed: bool,
    rows: Vec<Row>,
    /// Of the rows; whose rows they are is known when the table is whole.
    defects: Vec<Defect>,
    line: usize,
    bytes: Range<usize>,
    quiz: Option<Quiz>,
}

#[derive(Default)]
struct Walk {
    file: TaskFile,
    defects: Vec<Defect>,
    open: Option<Table>,
    /// Closed tables, in order.
    tables: Vec<Table>,
    quiz: Option<Quiz>,
    headings: [Option<(usize, Range<usize>)>; 2],
    last: usize,
}

impl Walk {
    fn line(&mut self, line: Line<'_>) {
        self.last = line.number;
        let text = line.text.trim();
        if text.starts_with('|') {
            self.table_line(line);
        } else if text.is_empty() {
            self.close();
        } else if text.starts_with('#') {
            self.close();
            self.heading(line);
        } else {
            self.close();
            let shown: String = text.chars().take(40).collect();
            let message = format!("not part of the template: {shown}");
            self.defects.push(Defect::new(Rule::StrayText, line.number, "", message));
        }
    }

    fn heading(&mut self, line: Line<'_>) {
        let text = line.text.trim();
        let words = text.trim_matches('#').trim();
        let level = text.len() - text.trim_start_matches('#').len();
        let bytes = line.start..line.end();
        let quizzes = [Quiz::Familiarity, Quiz::Comprehension];
        let named = quizzes.into_iter().find(|quiz| plain(words) == quiz.heading().to_lowercase());
        if let Some(quiz) = named {
            self.quiz = Some(quiz);
            self.headings[quiz as usize].get_or_insert((line.number, bytes));
        } else if self.file.title.is_none() && level == 1 {
            let (use_case, task) = words.split_once(": ").unwrap_or(("", words));
            let (use_case, task) = (use_case.trim().to_owned(), task.trim().to_owned());
            if use_case.is_empty() {
                let message = format!("write `# Use case: Task title`, not `{text}`");
                self.defects.push(Defect::new(Rule::TitleForm, line.number, "title", message));
            }
            self.file.title = Some(Title { use_case, task, line: line.number, bytes });
        } else {
            let message = format!("not a heading of the template: {text}");
            self.defects.push(Defect::new(Rule::StrayText, line.number, "", message));
        }
    }

    fn table_line(&mut self, line: Line<'_>) {
        if is_separator(line.text) {
            if let Some(table) = &mut self.open {
                table.ruled |= table.rows.is_empty();
                table.bytes.end = line.end();
            } else {
                // Kept for the rows that follow; they will be told to have no header.
                self.defects.push(Defect::new(Rule::TableHead, line.number, "", "a line without a header"));
            }
            return;
        }
        let (found, _) = cells(line.text);
        let first = found.first().map_or("", |cell| &line.text[cell.clone()]);
        if let Some(kind) = Kind::of_header(first) {
            self.split(line.number);
            self.begin(kind, true, line);
            return;
        }
        let field = Field::of(first).map(|(field, _)| field);
        let second = field == Some(Field::QuestionId)
            && self.open.as_ref().is_some_and(|table| {
                table.kind == Kind::Question && table.rows.iter().any(|row| row.field == field)
            });
        if second {
            self.split(line.number);
        }
        if self.open.is_none() {
            self.headless(field, line);
        }
        if let Some(table) = &mut self.open {
            table.rows.push(row::read(line, table.kind, &mut table.defects));
            table.bytes.end = line.end();
        }
    }

    /// A new table begins where another is open.
    fn split(&mut self, line: usize) {
        if self.open.is_some() {
            let message = "without a blank line before it this is read as part of the table above";
            self.defects.push(Defect::new(Rule::MissingBlankLine, line, "", message));
            self.close();
        }
    }

    fn begin(&mut self, kind: Kind, headed: bool, line: Line<'_>) {
        let bytes = line.start..line.end();
        let quiz = self.quiz;
        let (rows, defects) = (Vec::new(), Vec::new());
        self.open = Some(Table { kind, ruled: false, headed, rows, defects, line: line.number, bytes, quiz });
    }

    /// A row outside any table: the rest of the table before it, or a table that lost its header.
    fn headless(&mut self, field: Option<Field>, line: Line<'_>) {
        let message = "this row has no header above it";
        self.defects.push(Defect::new(Rule::TableHead, line.number, "", message));
        let kind = field.map(Field::kind);
        let goes_on = field != Some(Field::QuestionId)
            && self.tables.last().is_some_and(|last| {
                kind.is_none_or(|kind| kind == last.kind)
                    && last.quiz == self.quiz
                    && !last.rows.iter().any(|row| row.field.is_some() && row.field == field)
            });
        if goes_on {
            self.open = self.tables.pop();
        } else {
            let guess = if self.quiz.is_some() { Kind::Question } else { Kind::Metadata };
            self.begin(kind.unwrap_or(guess), false, line);
        }
    }

    fn close(&mut self) {
        self.tables.extend(self.open.take());
    }

    fn finish(mut self) -> Read {
        let tables = std::mem::take(&mut self.tables);
        for kind in [Kind::Metadata, Kind::TaskData] {
            if !tables.iter().any(|table| table.kind == kind) {
                let message = format!("there is no {} table", kind.name());
                self.defects.push(Defect::new(Rule::MissingTable, self.last.max(1), kind.name(), message));
            }
        }
        for table in tables {
            self.table(table);
        }
        self.headings();
        if self.file.title.is_none() {
            let message = "begin the file with `# Use case: Task title`";
            self.defects.push(Defect::new(Rule::MissingTitle, 1, "title", message));
        }
        self.repeated_ids();
        self.file.last_line = self.last.max(1);
        self.defects.sort_by_key(|defect| defect.line);
        Read { file: self.file, defects: self.defects }
    }

    fn table(&mut self, mut table: Table) {
        if table.headed && !table.ruled {
            let message = "the line of dashes under the header is missing, so this is not a table";
            self.defects.push(Defect::new(Rule::TableHead, table.line, "", message));
        }
        let place = table.kind.name();
        match table.kind {
            Kind::Question => {
                let (quiz, question) =
                    question::read(table.rows, table.line, table.bytes, table.quiz, &mut table.defects);
                match quiz {
                    Quiz::Familiarity => self.file.familiarity.push(question),
                    Quiz::Comprehension => self.file.comprehension.push(question),
                }
            }
            Kind::Metadata => {
                row::check(&table.rows, table.kind.fields(), table.line, place, &mut table.defects);
                self.file.metadata.extend(table.rows);
                self.file.metadata_bytes.get_or_insert(table.bytes);
            }
            Kind::TaskData => {
                row::check(&table.rows, table.kind.fields(), table.line, place, &mut table.defects);
                row::formulas(&table.rows, &mut table.defects);
                self.file.task_data.extend(table.rows);
            }
        }
        self.defects.append(&mut table.defects);
    }

    fn headings(&mut self) {
        for quiz in [Quiz::Familiarity, Quiz::Comprehension] {
            if self.headings[quiz as usize].is_none() {
                let line = self.file.quiz(quiz).first().map_or(self.last.max(1), |question| question.line);
                let message = format!("there is no heading `## {}`", quiz.heading());
                self.defects.push(Defect::new(Rule::MissingHeading, line, quiz.heading(), message));
            }
        }
        let [familiarity, comprehension] = self.headings.clone();
        self.file.comprehension_heading = comprehension.map(|(_, bytes)| bytes);
        let questions = self.file.familiarity.iter().map(|question| question.bytes.clone());
        let parts: Vec<Range<usize>> =
            familiarity.map(|(_, bytes)| bytes).into_iter().chain(questions).collect();
        let start = parts.iter().map(|bytes| bytes.start).min();
        let end = parts.iter().map(|bytes| bytes.end).max();
        self.file.familiarity_bytes = start.zip(end).map(|(start, end)| start..end);
    }

    fn repeated_ids(&mut self) {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for question in self.file.familiarity.iter().chain(&self.file.comprehension) {
            let line = question.line_of(Field::QuestionId);
            let earlier = *seen.entry(&question.id).or_insert(line);
            if earlier != line && !question.id.is_empty() {
                let message = format!("{} is already at line {earlier}", question.id);
                self.defects.push(Defect::new(Rule::RepeatedId, line, &question.id, message));
            }
        }
    }
}

/// Whether a text that may be a row's name stands between `**`.
fn is_bold(cell: &str) -> bool {
    cell.starts_with("**") && cell.ends_with("**") && cell.len() > 4
}

/// The name of a row without its emphasis.
fn unbold(cell: &str) -> String {
    cells::decode(cell.trim_matches('*').trim())
}
