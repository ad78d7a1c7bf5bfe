//! A question in Moodle's model. GIFT and Moodle XML are two notations for it.

/// One question of a file, or of an item on its way into one.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// For messages: `line 12 (capitals)`.
    pub(crate) place: String,
    pub(crate) name: String,
    /// The id number; empty if there is none.
    pub(crate) id: String,
    pub(crate) tags: Vec<String>,
    pub(crate) text: Text,
    /// Shown to everybody after answering.
    pub(crate) feedback: Text,
    pub(crate) hints: Vec<Text>,
    pub(crate) task: Task,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub(crate) enum Task {
    Choice {
        single: bool,
        answers: Vec<Answer>,
    },
    TrueFalse {
        answer: bool,
        /// Feedback on either answer, the right one first.
        notes: Vec<Text>,
    },
    Numerical {
        answers: Vec<Number>,
        unit: Option<String>,
        /// Feedback on everything else.
        otherwise: Text,
    },
    /// The texts of the answers are plain, with `*` for anything and `\*` for an asterisk.
    Short {
        answers: Vec<Answer>,
        case_sensitive: bool,
    },
    /// The accepted answers of each gap. The text has a [`gap_mark`] for each when it was read, and [`written_gap`]
    /// when it is to be written.
    Gaps(Vec<Vec<String>>),
    Essay {
        /// What a marker is to look for.
        model: Text,
    },
    /// A kind that Tutti does not have, and why it is not read.
    Foreign(String),
}

#[derive(Debug, Clone)]
pub(crate) struct Answer {
    /// Of the marks, from -100 to 100.
    pub(crate) percent: f64,
    pub(crate) text: Text,
    pub(crate) feedback: Text,
}

#[derive(Debug, Clone)]
pub(crate) struct Number {
    pub(crate) percent: f64,
    /// `*` is any number.
    pub(crate) value: String,
    pub(crate) tolerance: String,
    pub(crate) feedback: Text,
}

/// A text with the files it names as `@@PLUGINFILE@@/name`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Text {
    pub(crate) markup: Markup,
    pub(crate) source: String,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

/// The four ways Moodle reads a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Markup {
    #[default]
    Html,
    /// HTML in which line breaks count.
    Auto,
    Plain,
    Markdown,
}

impl Text {
    pub(crate) fn html(source: impl Into<String>) -> Self {
        Self { markup: Markup::Html, source: source.into(), files: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.source.trim().is_empty()
    }
}

/// Where a gap stands in a text that was read: as an image, which no other text can be taken for.
pub(crate) fn gap_mark(markup: Markup, number: usize) -> String {
    match markup {
        Markup::Markdown => format!("![]({GAP}{number})"),
        _ => format!("<img src=\"{GAP}{number}\"/>"),
    }
}

/// What the address of such an image starts with.
pub(crate) const GAP: &str = "gap:";

/// Where a gap stands in markup that is to be written: an angle bracket of a text is always escaped there.
pub(crate) fn written_gap(number: usize) -> String {
    format!("<gap {number}>")
}

/// A short answer as Moodle keeps it: an asterisk would stand for anything.
pub(crate) fn literal_pattern(answer: &str) -> String {
    answer.replace('*', "\\*")
}

/// The reverse; none if it has an asterisk that stands for anything.
pub(crate) fn literal_answer(pattern: &str) -> Option<String> {
    let literal = pattern.replace("\\*", "\u{1}");
    (!literal.contains('*')).then(|| literal.replace('\u{1}', "*"))
}
