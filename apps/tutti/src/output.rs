//! The only module that writes to the terminal: data to stdout, messages to stderr.
//!
//! A closed pipe (`tutti runs list | head -1`) is not an error: the rest of the output is dropped, and the command
//! continues. Any other failure to write is reported when the command ends.

use std::{
    cell::RefCell,
    io::{self, BufRead, ErrorKind, IsTerminal, Write},
    process::ExitCode,
};

use serde::Serialize;
use tutti_core::{Code, Problem};

use crate::exit::{Ended, Exit, of_problems};

pub(crate) struct Output {
    json: bool,
    /// Colour on stdout.
    pub(crate) paint: Paint,
    /// Whether a person watches: stderr is a terminal, and the output is not for a program.
    watched: bool,
    /// The first failure to write data, other than a closed pipe.
    failed: RefCell<Option<io::Error>>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            json,
            paint: Paint { on: !plain && !json && io::stdout().is_terminal() },
            watched: !json && io::stderr().is_terminal(),
            failed: RefCell::default(),
        }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// Lines of data for a person.
    pub(crate) fn lines(&self, text: &str) {
        let mut text = text.trim_end().to_owned();
        text.push('\n');
        self.write(&text);
    }

    /// One document for a program.
    pub(crate) fn document(&self, value: &impl Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => self.lines(&text),
            Err(error) => self.fail(error.into()),
        }
    }

    /// One line of many for a program.
    pub(crate) fn json_line(&self, value: &impl Serialize) {
        match serde_json::to_string(value) {
            Ok(text) => self.lines(&text),
            Err(error) => self.fail(error.into()),
        }
    }

    fn write(&self, text: &str) {
        if self.failed.borrow().is_some() {
            return;
        }
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            self.fail(error);
        }
    }

    fn fail(&self, error: io::Error) {
        self.failed.borrow_mut().get_or_insert(error);
    }

    /// A message for a person; not printed for a program.
    pub(crate) fn say(&self, text: &str) {
        if !self.json {
            to_stderr(&visible(text));
        }
    }

    /// A line of progress, if a person watches.
    pub(crate) fn progress(&self, text: &str) {
        if self.watched {
            to_stderr(&visible(text));
        }
    }

    /// A prompt for a person; not printed for a program.
    pub(crate) fn ask(&self, what: &str) -> Result<(), Problem> {
        if self.json || !io::stdin().is_terminal() {
            return Ok(());
        }
        let mut stderr = io::stderr().lock();
        write!(stderr, "{what}: ").and_then(|()| stderr.flush()).map_err(|error| cannot("said", &error))
    }

    pub(crate) fn problem(&self, problem: &Problem) {
        if self.json {
            to_stderr(&problem.document().to_string());
            return;
        }
        to_stderr(&visible(&format!("error[{}]: {problem}", problem.code)));
        for hint in &problem.hints {
            to_stderr(&visible(&format!("hint: {hint}")));
        }
    }

    /// Prints the remaining problems and returns the exit code.
    pub(crate) fn finish(&self, ended: Ended) -> ExitCode {
        let mut exit = match ended {
            Ok(exit) => exit,
            Err(problems) => {
                for problem in &problems.0 {
                    self.problem(problem);
                }
                of_problems(&problems)
            }
        };
        if let Some(error) = self.failed.borrow().as_ref()
            && error.kind() != ErrorKind::BrokenPipe
        {
            self.problem(&Problem::new(Code::Internal, format!("the output cannot be written: {error}")));
            exit = Exit::Internal;
        }
        exit.into()
    }
}

/// Prints a usage error, or the help, which counts as data.
pub(crate) fn usage(error: &clap::Error, json: bool) -> ExitCode {
    if !error.use_stderr() || !json {
        let _ = error.print();
        return if error.use_stderr() { Exit::Usage.into() } else { Exit::Done.into() };
    }
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let detail = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let hints = lines.filter(|line| !line.starts_with("Usage:"));
    let problem = hints.fold(Problem::new(Code::BadInput, detail), Problem::hint);
    Output::new(true).finish(Err(problem.into()))
}

/// stderr is the last resort; if writing to it fails, the failure cannot be reported.
fn to_stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// The next line of stdin; none at its end.
pub(crate) fn next_line() -> Result<Option<String>, Problem> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line).map_err(|error| cannot("read", &error))?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

fn cannot(what: &str, error: &io::Error) -> Problem {
    Problem::new(Code::Internal, format!("the terminal cannot be {what}: {error}"))
}

/// Colours, if wanted. Colour never carries meaning alone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(crate) fn waiting(self, text: &str) -> String {
        self.with("33", text)
    }
}

/// Untrusted text made safe for a terminal: control characters are replaced.
pub(crate) fn visible(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

/// As [`visible`], on one line.
pub(crate) fn one_line(text: &str) -> String {
    visible(text).replace('\n', " ")
}

/// `1 step`, `2 steps`.
pub(crate) fn count_text(count: usize, what: &str) -> String {
    plural(count, what, &format!("{what}s"))
}

/// `1 retry`, `2 retries`.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Columns wide enough for their cells, two spaces apart. The last column is not padded. Painting is left to
/// `paint`, which gets a padded cell and its column, so that invisible characters do not count as width.
pub(crate) fn table(rows: &[Vec<String>], paint: impl Fn(usize, &str) -> String) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let padding = widths[column] - cell.chars().count();
            line.push_str(&paint(column, cell));
            line.push_str(&" ".repeat(padding + 2));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_by_characters() {
        let rows = [vec!["é".to_owned(), "x".to_owned()], vec!["long".to_owned(), String::new()]];
        assert_eq!(table(&rows, |_, cell| cell.to_owned()), "é     x\nlong\n");
    }

    #[test]
    fn text_cannot_drive_the_terminal() {
        assert_eq!(visible("a\u{1b}[2Jb\nc\u{9b}"), "a\u{fffd}[2Jb\nc\u{fffd}");
        assert_eq!(one_line("a\n\tb"), "a \u{fffd}b");
    }
}
