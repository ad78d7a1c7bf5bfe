//! The law of every reader of text: twice the input takes at most two and a half times the time.
//!
//! Time is the processor time of the thread, so a busy machine changes nothing. Included by path where readers are
//! private.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What a doubling may cost. Linear readers need 2, and sorting a little more.
const MOST: f64 = 2.5;
/// Runs that are shorter than this say nothing.
const LONG_ENOUGH: Duration = Duration::from_millis(2);
/// Smaller inputs than this are not tried.
const SMALLEST: usize = 64;
/// Larger inputs than this are not tried: a reader that needs no time for them is fast enough.
const LARGEST: usize = 1 << 15;
/// How often a suspicious reader is measured again, each time with twice the input.
const TRIES: usize = 3;
/// A suspicious reader that needs no time for a quarter of so many bytes is fast enough after all.
const ENOUGH: usize = 8 * LARGEST;
/// A suspicious reader that takes longer than this is not measured again.
const TOO_LONG: Duration = Duration::from_millis(400);

/// A pattern of text that makes careless readers slow.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    pub name: &'static str,
    /// A text of about so many bytes.
    pub text: fn(usize) -> String,
}

/// Fails if `read` takes more than two and a half times as long when the input doubles. What it takes for next to
/// nothing, such as opening a database, is left out.
#[track_caller]
pub fn check_doubling(name: &str, make_input: &dyn Fn(usize) -> String, read: &dyn Fn(&str)) {
    check_times(name, make_input, &|input| run(input, read));
}

#[track_caller]
fn check_times(name: &str, make_input: &dyn Fn(usize) -> String, run: &dyn Fn(&str) -> Duration) {
    let smallest = make_input(SMALLEST);
    let fixed = run(&smallest).min(run(&smallest));
    let measure = |input: &str| run(input).saturating_sub(fixed);
    let enough = LONG_ENOUGH.max(fixed);
    let mut size = if fixed > Duration::from_millis(1) { LARGEST / 8 } else { 2 * SMALLEST };
    let mut before = [Duration::MAX; 2];
    while size <= LARGEST {
        let time = measure(&make_input(size));
        if time >= enough && before[0] < Duration::MAX {
            if is_slow(before[0], time) {
                confirm(name, size, make_input, &measure);
            }
            return;
        }
        before = [before[1], time];
        size *= 2;
    }
}

fn is_slow(quarter: Duration, whole: Duration) -> bool {
    whole.as_secs_f64() > MOST * MOST * quarter.as_secs_f64()
}

/// One measurement may be disturbed; a law that is broken is broken again with more input, where even a quarter of it
/// takes long enough to be measured well.
#[track_caller]
fn confirm(
    name: &str,
    mut size: usize,
    make_input: &dyn Fn(usize) -> String,
    measure: &dyn Fn(&str) -> Duration,
) {
    let best = |size: usize| {
        let input = make_input(size);
        (0..3).map(|_| measure(&input)).min().unwrap_or_default()
    };
    let mut measured = Vec::new();
    let mut broken = 0;
    while broken < TRIES {
        if measured.is_empty() && size > ENOUGH {
            return;
        }
        let times = [best(size / 4), best(size / 2), best(size)];
        let too_long = times[2] > TOO_LONG;
        if times[0] >= LONG_ENOUGH || too_long {
            if !is_slow(times[0], times[2]) {
                return;
            }
            measured.push(format!("{size} bytes: {times:?}"));
            broken += 1;
        }
        if too_long {
            break;
        }
        size *= 2;
    }
    panic!(
        "{name}: more than {MOST} times the time for twice the input (a quarter, a half, all of {})",
        measured.join("; ")
    );
}

fn run(input: &str, read: &dyn Fn(&str)) -> Duration {
    let start = clock_gettime(ClockId::ThreadCPUTime);
    read(input);
    let end = clock_gettime(ClockId::ThreadCPUTime);
    let nanoseconds = |time: rustix::time::Timespec| time.tv_sec * 1_000_000_000 + time.tv_nsec;
    Duration::from_nanos((nanoseconds(end) - nanoseconds(start)).max(0).unsigned_abs())
}

/// Fails if `read` is too slow for any of the patterns; lists all of them.
#[track_caller]
pub fn check_patterns(name: &str, patterns: &[Pattern], read: &(dyn Fn(&str) + std::panic::RefUnwindSafe)) {
    let mut slow = Vec::new();
    for pattern in patterns {
        let law = || check_doubling(pattern.name, &pattern.text, read);
        if let Err(panic) = std::panic::catch_unwind(law) {
            let what = panic.downcast_ref::<String>().cloned();
            slow.push(what.unwrap_or_else(|| format!("{}: panicked", pattern.name)));
        }
    }
    assert!(slow.is_empty(), "{name}\n  {}", slow.join("\n  "));
}

macro_rules! repeated {
    ($($unit:literal),* $(,)?) => {
        &[$(Pattern { name: $unit, text: |size| $unit.repeat(size / $unit.len() + 1) }),*]
    };
}

/// Marks that open something, again and again, and runs of one character.
pub const OPENERS: &[Pattern] = repeated![
    "*a **",
    "*a ",
    "**a ",
    "a*",
    "*",
    "_a ",
    "[",
    "![",
    "![a](",
    "[a](",
    "](",
    "[^a]",
    "`",
    "`a ``",
    "```\n",
    "<",
    "<b>",
    "<b ",
    "<!--",
    "<![CDATA[",
    "{",
    "{{",
    "{{a",
    "{a:",
    "\\(",
    "\\[",
    "\\(a",
    "$",
    "$a ",
    "$$",
    "\\frac{",
    "\\left(",
    "\\text{",
    "\\sqrt",
    "x^",
    "x_",
    "((((",
    "(",
    "|x|",
    "&amp",
    "&amp;",
    "&",
    "\"",
    "\"a ",
    "'",
    "“",
    "«a ",
    "\\",
    "\\\\",
    "\\a",
    "~a",
    "=a",
    "#",
    "%",
    "!",
    "a",
    "é",
    " ",
    "-",
    "--",
    ".",
    ",",
    ";",
    ":",
    "0",
    "1,",
    "1 ",
    "+",
    "=",
    ">",
    "> ",
    "\u{301}",
    "\t",
    "a-",
    "1/",
    "x+",
    "a_",
    "(a",
    "a)",
    "{\"a\":",
    "[1,",
    "{\"a\":[",
    "a: ",
    "- ",
    "? ",
    "&a ",
    "*a, ",
    "[[",
    "=[",
    "<a href=\"",
];

/// Many short lines of all sorts.
pub const LINES: &[Pattern] = repeated![
    "a\n",
    "\n",
    "a\n\n",
    "a-\n",
    "- a\n",
    "1. a\n",
    "* a\n",
    "# a\n",
    "## a\n\na\n\n",
    "> a\n",
    ">",
    "| a | b |\n",
    "|",
    "|-",
    "|---|\n",
    "||\n",
    "a | b\n",
    "[a]: b\n",
    "[^a]: b\n",
    "[a][b]\n",
    "<p>a</p>\n",
    "<tr><td>a</td></tr>",
    "<li>a",
    "<td>",
    "```\na\n",
    "---\n",
    "a: b\n",
    "- a: b\n",
    "a,b\n",
    "\"a\"\n",
    "\"a\n",
    "a;b\t",
    "{a}\n",
    "::a::",
    "=a ~b\n",
    "// a\n",
    "$CATEGORY: a\n",
    "\\\\\n",
    "&\n",
    "a=1\n",
    "[a]\n",
    "[[a]]\n",
    "A. a\n",
    "A) a\n",
    "Q: a\nA: b\n",
    "\r",
    "\u{c}",
];

/// Sentences, the same and different ones.
pub const SENTENCES: &[Pattern] = &[
    Pattern {
        name: "the same sentence",
        text: |size| "Osmosis is the movement of water across a membrane. ".repeat(size / 52 + 1),
    },
    Pattern {
        name: "sentences by number",
        text: |size| {
            sequence(size, |i| {
                format!(
                    "Term{i} is the part of system {i} that moves {i} litres of water because pump {i} is on. "
                )
            })
        },
    },
    Pattern {
        name: "paragraphs by number",
        text: |size| sequence(size, |i| format!("The valve{i} is a device that controls flow {i}.\n\n")),
    },
    Pattern {
        name: "definitions",
        text: |size| sequence(size, |i| format!("A gorp{i} (GP{i}) is a kind of animal that eats leaf{i}. ")),
    },
    Pattern {
        name: "lists in sentences",
        text: |size| {
            sequence(size, |i| format!("The colours of box {i} are red{i}, green{i}, blue{i} and white{i}. "))
        },
    },
    Pattern {
        name: "one endless list",
        text: |size| format!("The parts are {} and the end.", sequence(size, |i| format!("part{i}, "))),
    },
    Pattern { name: "one endless sentence", text: |size| sequence(size, |i| format!("word{i} ")) },
    Pattern {
        name: "names",
        text: |size| sequence(size, |i| format!("Anna Berg{i} met Carl Dahl{i} in Oslo. ")),
    },
    Pattern {
        name: "causes",
        text: |size| {
            sequence(size, |i| format!("Ice {i} melts because heat {i} rises. However, steel {i} bends. "))
        },
    },
    Pattern {
        name: "quotes", text: |size| sequence(size, |i| format!("“Stop {i},” she said (note {i}). "))
    },
    Pattern { name: "abbreviations", text: |size| "e.g. Dr. A. B. etc. i.e. ".repeat(size / 24 + 1) },
    Pattern {
        name: "nested quotes",
        text: |size| format!("{}a{}", "“".repeat(size / 6), "”".repeat(size / 6)),
    },
    Pattern { name: "and and and", text: |size| "and ".repeat(size / 4 + 1) },
    Pattern { name: "of of of", text: |size| "of the ".repeat(size / 7 + 1) },
    Pattern { name: "is a is a", text: |size| "x is a ".repeat(size / 7 + 1) },
    Pattern { name: "commas", text: |size| "a, ".repeat(size / 3 + 1) },
    Pattern { name: "because", text: |size| "because it is ".repeat(size / 14 + 1) },
    Pattern { name: "numbers with units", text: |size| sequence(size, |i| format!("{i} km is {i} m. ")) },
    Pattern {
        name: "norwegian",
        text: |size| {
            sequence(size, |i| {
                format!("En ventil{i} er en innretning som styrer strømmen {i} fordi den er åpen. ")
            })
        },
    },
];

/// What is deeply nested, and closed.
pub const NESTING: &[Pattern] = &[
    Pattern { name: "(…)", text: |size| nesting(size, "(", ")") },
    Pattern { name: "[…]", text: |size| nesting(size, "[", "]") },
    Pattern { name: "{…}", text: |size| nesting(size, "{", "}") },
    Pattern { name: "<b>…</b>", text: |size| nesting(size, "<b>", "</b>") },
    Pattern { name: "<div>…</div>", text: |size| nesting(size, "<div>", "</div>") },
    Pattern { name: "<ul><li>…", text: |size| nesting(size, "<ul><li>", "</li></ul>") },
    Pattern { name: "<table>…", text: |size| nesting(size, "<table><tr><td>", "</td></tr></table>") },
    Pattern { name: "*…*", text: |size| nesting(size, "*a **", "** a*") },
    Pattern { name: "maths", text: |size| nesting(size, "\\(\\frac{1}{", "}\\)") },
    Pattern { name: "one formula", text: |size| format!("\\({}\\)", nesting(size, "\\frac{1}{", "}")) },
    Pattern { name: "one formula of roots", text: |size| format!("\\({}\\)", nesting(size, "\\sqrt{", "}")) },
    Pattern {
        name: "one formula of brackets",
        text: |size| format!("\\({}\\)", nesting(size, "\\left(", "\\right)")),
    },
    Pattern { name: "one formula of powers", text: |size| format!("\\({}\\)", nesting(size, "x^{", "}")) },
    Pattern { name: "one long formula", text: |size| format!("\\({}1\\)", "x_1+".repeat(size / 4)) },
    Pattern {
        name: "one formula of text",
        text: |size| format!("\\(\\text{{{}}}\\)", "a ".repeat(size / 2)),
    },
    Pattern { name: "> > >", text: |size| format!("{}a", "> ".repeat(size / 2)) },
    Pattern { name: "- - -", text: |size| format!("{}a", "- ".repeat(size / 2)) },
    Pattern { name: "lists by indent", text: |size| staircase(size, "- a") },
    Pattern { name: "keys by indent", text: |size| staircase(size, "a:") },
    Pattern { name: "JSON arrays", text: |size| nesting(size, "[", "]") },
    Pattern { name: "JSON objects", text: |size| nesting(size, "{\"a\":", "}") },
    Pattern { name: "fences", text: |size| format!("```json\n{}\n```", nesting(size, "[", "]")) },
];

/// Tables: wide, long, and with cells of many kinds.
pub const TABLES: &[Pattern] = &[
    Pattern {
        name: "a long table",
        text: |size| format!("| a | b |\n|---|---|\n{}", "| 1 | 2 |\n".repeat(size / 10)),
    },
    Pattern {
        name: "a wide table",
        text: |size| {
            let row = |cell: &str| format!("|{}\n", format!("{cell}|").repeat(size / 12));
            format!("{}{}{}", row(" a "), row("---"), row(" 1 "))
        },
    },
    Pattern {
        name: "a wide table of short rows",
        text: |size| {
            format!("|{}\n|{}\n{}", "a|".repeat(size / 8), "-|".repeat(size / 8), "|\n".repeat(size / 4))
        },
    },
    Pattern { name: "many tables", text: |size| "| a |\n|---|\n| 1 |\n\n".repeat(size / 20 + 1) },
    Pattern {
        name: "a table of escapes",
        text: |size| format!("| a |\n|---|\n| {} |\n", "\\|".repeat(size / 2)),
    },
    Pattern {
        name: "an HTML table",
        text: |size| format!("<table>{}</table>", "<tr><td>1</td><td>2</td></tr>".repeat(size / 29)),
    },
    Pattern {
        name: "a wide HTML table",
        text: |size| format!("<table><tr>{}</tr></table>", "<td>1</td>".repeat(size / 10)),
    },
    Pattern {
        name: "a task table",
        text: |size| {
            format!("| Field | Value |\n|---|---|\n{}", sequence(size, |i| format!("| F{i} | v{i} |\n")))
        },
    },
    Pattern {
        name: "footnotes",
        text: |size| {
            format!(
                "{}\n\n{}",
                sequence(size / 2, |i| format!("a[^{i}] ")),
                sequence(size / 2, |i| format!("[^{i}]: b\n"))
            )
        },
    },
    Pattern {
        name: "references",
        text: |size| {
            format!(
                "{}\n\n{}",
                sequence(size / 2, |i| format!("[a][{i}] ")),
                sequence(size / 2, |i| format!("[{i}]: b\n"))
            )
        },
    },
    Pattern { name: "keys", text: |size| sequence(size, |i| format!("key{i}: value {i}\n")) },
    Pattern { name: "TOML keys", text: |size| sequence(size, |i| format!("key{i} = {i}\n")) },
    Pattern { name: "TOML tables", text: |size| sequence(size, |i| format!("[table{i}]\na = 1\n")) },
    Pattern {
        name: "JSON of many keys",
        text: |size| format!("{{{}\"z\":1}}", sequence(size, |i| format!("\"k{i}\":{i},"))),
    },
    Pattern {
        name: "JSON of many numbers",
        text: |size| format!("[{}1]", sequence(size, |i| format!("{i},"))),
    },
    Pattern { name: "JSON of one string", text: |size| format!("{{\"a\":\"{}\"}}", "\\n".repeat(size / 2)) },
    Pattern {
        name: "JSON of LaTeX",
        text: |size| format!("{{\"a\":\"{}\"}}", "\\frac \\times ".repeat(size / 13)),
    },
    Pattern { name: "many JSON answers", text: |size| "{\"a\":1} ".repeat(size / 8 + 1) },
    Pattern {
        name: "CSV by number",
        text: |size| format!("id,q1\n{}", sequence(size, |i| format!("p{i},1\n"))),
    },
    Pattern {
        name: "a wide CSV",
        text: |size| format!("{}\n{}", sequence(size / 2, |i| format!("q{i},")), "1,".repeat(size / 4)),
    },
    Pattern {
        name: "headings by number",
        text: |size| sequence(size, |i| format!("# Part {i}\n\nText {i}.\n\n")),
    },
    Pattern {
        name: "questions by number",
        text: |size| sequence(size, |i| format!("::q{i}::What is {i}? {{=a{i} ~b{i}}}\n\n")),
    },
    Pattern {
        name: "lettered options",
        text: |size| sequence(size, |i| format!("{i}. What is {i}?\nA. one\nB. two\nAnswer: A\n\n")),
    },
];

pub const ALL: &[&[Pattern]] = &[OPENERS, LINES, SENTENCES, NESTING, TABLES];

fn sequence(size: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(size + 100);
    let mut number = 0;
    while text.len() < size {
        number += 1;
        text.push_str(&piece(number));
    }
    text
}

fn nesting(size: usize, open: &str, close: &str) -> String {
    let depth = size / (open.len() + close.len()) + 1;
    format!("{}1{}", open.repeat(depth), close.repeat(depth))
}

/// Every line one step further in than the one before it.
fn staircase(size: usize, line: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    while text.len() < size {
        text.push_str(&"  ".repeat(depth));
        text.push_str(line);
        text.push('\n');
        depth += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, panic::AssertUnwindSafe};

    use super::*;

    /// `time` gives the microseconds of a run from its number, from one, and the length of the input.
    fn is_refused(time: fn(u32, u64) -> u64) -> bool {
        let runs = Cell::new(0);
        let run = |input: &str| {
            runs.set(runs.get() + 1);
            Duration::from_micros(time(runs.get(), input.len() as u64))
        };
        let law = AssertUnwindSafe(|| check_times("a", &|size| "a".repeat(size), &run));
        std::panic::catch_unwind(law).is_err()
    }

    #[test]
    fn a_reader_that_goes_back_is_refused() {
        assert!(is_refused(|_, length| length * length / 1000));
    }

    #[test]
    fn a_reader_that_stops_early_is_accepted() {
        assert!(!is_refused(|number, length| if number == 8 { 3000 } else { length.min(100) }));
    }

    #[test]
    fn a_reader_that_goes_once_is_accepted() {
        assert!(!is_refused(|_, length| 50 + length / 2));
    }

    /// The first two runs and the first one of 1,024 bytes are disturbed, so that small inputs seem to take nothing.
    #[test]
    fn a_disturbed_measurement_refuses_nobody() {
        assert!(!is_refused(|number, length| {
            length
                + match number {
                    1 | 2 => 900,
                    6 => 2500,
                    _ => 0,
                }
        }));
    }
}
