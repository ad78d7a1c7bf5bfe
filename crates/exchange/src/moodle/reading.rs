//! Reads the questions of a Moodle XML file.

use tutti_untrusted::XmlError;
use tutti_untrusted::xml::{self, Nesting, Node};

use super::cloze;
use super::import::Refusal;
use super::names::{is_ours, topic};
use super::question::{Answer, Markup, Number, Question, Task, Text};
use super::texts::from_base64;
use crate::ReadError;

pub(super) fn questions(text: &str) -> Result<Vec<Question>, ReadError> {
    // Only known levels are looked at, so what is nested deeper costs nothing.
    let document = xml::parse(text, Nesting::Unbounded).map_err(|error| refusal(&error))?;
    let root = document.root_element();
    if root.tag_name().name() != "quiz" {
        let what = format!("the document is a `{}`, not a `quiz`", root.tag_name().name());
        return Err(ReadError::new("line 1", what)
            .hint("export the questions from Moodle as Moodle XML, or name the format the file has"));
    }
    let mut lines = Lines { text: document.input_text(), at: 0, line: 1 };
    let (mut questions, mut category) = (Vec::new(), None);
    for node in root.children().filter(|node| node.has_tag_name("question")) {
        let line = lines.of(node.range().start);
        if node.attribute("type") == Some("category") {
            category = child(node, "category").and_then(|category| topic(&words(category)));
            continue;
        }
        let mut question = Reader::new(node, line).question()?;
        if !is_ours(&question.id) {
            question.tags.extend(category.clone());
        }
        questions.push(question);
    }
    Ok(questions)
}

fn refusal(error: &XmlError) -> ReadError {
    let place = error.line().map_or_else(|| "the file".to_owned(), |line| format!("line {line}"));
    match error {
        XmlError::DocumentType { .. } => {
            ReadError::new("line 1", "the document declares its own document type, with entities")
                .hint("remove the `<!DOCTYPE …>`; Moodle does not write one")
        }
        XmlError::UnknownEntity { name, .. } => {
            ReadError::new(place, format!("`&{name};` is not known in XML"))
                .hint("write the character itself, or `&amp;` for an ampersand")
        }
        XmlError::Malformed { .. } => ReadError::new(place, format!("it is not well-formed XML: {error}"))
            .hint("export the file again, or correct it at that line"),
        XmlError::TooLarge | XmlError::TooManyNodes => {
            ReadError::new(place, error.to_string()).hint("export the questions in several files")
        }
        XmlError::TooDeep | XmlError::TooManyAttributes | XmlError::TooManyNamespaces => {
            ReadError::new(place, error.to_string()).hint("Moodle writes no such file; export it again")
        }
    }
}

/// Lines of rising places, counted once.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, place: usize) -> usize {
        let between = self.text.as_bytes().get(self.at..place).unwrap_or_default();
        self.line += between.split(|b| *b == b'\n').skip(1).count();
        self.at = place.max(self.at);
        self.line
    }
}

struct Reader<'a, 'i> {
    node: Node<'a, 'i>,
    place: String,
    name: String,
    /// What texts without a format of their own are.
    markup: Markup,
}

impl<'a, 'i> Reader<'a, 'i> {
    fn new(node: Node<'a, 'i>, line: usize) -> Self {
        let name = child(node, "name").map(words).unwrap_or_default();
        let place = if name.is_empty() { format!("line {line}") } else { format!("line {line} ({name})") };
        let markup = child(node, "questiontext").map_or(Markup::Html, |text| markup(text, Markup::Html));
        Self { node, place, name, markup }
    }

    fn question(&self) -> Result<Question, ReadError> {
        let mut text = self.text("questiontext")?;
        let task = match self.node.attribute("type").unwrap_or_default() {
            "multichoice" => {
                let single = child(self.node, "single").map(words);
                let single = !single.is_some_and(|single| ["false", "0", ""].contains(&single.as_str()));
                Task::Choice { single, answers: self.answers(true)? }
            }
            "truefalse" => self.true_false()?,
            "numerical" => self.numerical()?,
            "shortanswer" => {
                let case = child(self.node, "usecase").map(words).unwrap_or_default();
                Task::Short {
                    answers: self.answers(false)?,
                    case_sensitive: ["1", "true"].contains(&case.as_str()),
                }
            }
            "cloze" | "multianswer" => match cloze::read(&text, &self.place) {
                Ok((marked, gaps)) => {
                    text = marked;
                    Task::Gaps(gaps)
                }
                Err(Refusal::Skipped(why)) => Task::Foreign(why),
                Err(Refusal::Broken(error)) => return Err(error),
            },
            "essay" => Task::Essay { model: self.text("graderinfo")? },
            "" => {
                return Err(self
                    .error("the question has no type")
                    .hint("add the attribute, such as `type=\"multichoice\"`"));
            }
            "description" => Task::Foreign("a description asks nothing".into()),
            "matching" | "match" => Task::Foreign("Tutti does not support matching questions".into()),
            kind if kind.starts_with("calculated") => {
                Task::Foreign("Tutti does not support questions with calculated numbers".into())
            }
            kind => Task::Foreign(format!("Tutti does not support questions of the kind `{kind}`")),
        };
        let tags = child(self.node, "tags").into_iter().flat_map(|tags| children(tags, "tag"));
        Ok(Question {
            place: self.place.clone(),
            name: self.name.clone(),
            id: child(self.node, "idnumber").map(words).unwrap_or_default(),
            tags: tags.map(words).collect(),
            text,
            feedback: self.text("generalfeedback")?,
            hints: children(self.node, "hint").map(|hint| self.text_of(hint)).collect::<Result<_, _>>()?,
            task,
        })
    }

    fn answers(&self, with_markup: bool) -> Result<Vec<Answer>, ReadError> {
        children(self.node, "answer")
            .map(|node| {
                let text = if with_markup { self.text_of(node)? } else { Text::html(words(node)) };
                Ok(Answer { percent: self.percent(node)?, text, feedback: self.feedback(node)? })
            })
            .collect()
    }

    fn true_false(&self) -> Result<Task, ReadError> {
        let (mut answer, mut notes) = (None, Vec::new());
        for (place, node) in children(self.node, "answer").enumerate() {
            // Old files have the words of a language; the first is then the true one.
            let value = match words(node).to_lowercase().as_str() {
                "true" => true,
                "false" => false,
                _ => place == 0,
            };
            let feedback = self.feedback(node)?;
            if self.percent(node)? > 0.0 {
                answer = Some(value);
                notes.insert(0, feedback);
            } else {
                notes.push(feedback);
            }
        }
        match answer {
            Some(answer) => Ok(Task::TrueFalse { answer, notes }),
            None => Err(self
                .error("neither true nor false is right")
                .hint("give one of the two answers the fraction 100")),
        }
    }

    fn numerical(&self) -> Result<Task, ReadError> {
        let (mut answers, mut otherwise) = (Vec::new(), Text::default());
        for node in children(self.node, "answer") {
            let number = Number {
                percent: self.percent(node)?,
                value: words(node),
                tolerance: child(node, "tolerance")
                    .map(words)
                    .filter(|t| !t.is_empty())
                    .unwrap_or("0".into()),
                feedback: self.feedback(node)?,
            };
            if ["*", ""].contains(&number.value.as_str()) && number.percent <= 0.0 {
                otherwise = number.feedback;
            } else {
                answers.push(number);
            }
        }
        let mut units = child(self.node, "units").into_iter().flat_map(|units| children(units, "unit"));
        let plain = |unit: &Node<'_, '_>| {
            child(*unit, "multiplier")
                .is_none_or(|by| words(by).parse().is_ok_and(|by: f64| by.total_cmp(&1.0).is_eq()))
        };
        let unit = units.find(plain).and_then(|unit| child(unit, "unit_name")).map(words);
        Ok(Task::Numerical { answers, unit: unit.filter(|unit| !unit.is_empty()), otherwise })
    }

    /// What part of the marks an answer earns.
    fn percent(&self, answer: Node<'_, '_>) -> Result<f64, ReadError> {
        let (text, scale) = match (answer.attribute("fraction"), child(answer, "fraction")) {
            (Some(text), _) => (text.to_owned(), 1.0),
            // As files of Moodle 1 have it.
            (None, Some(node)) => (words(node), 100.0),
            (None, None) => ("0".to_owned(), 1.0),
        };
        match text.trim().replace(',', ".").parse::<f64>() {
            Ok(percent) if percent.is_finite() => Ok(percent * scale),
            _ => Err(self
                .error(format!("the fraction `{text}` of an answer is not a number"))
                .hint("write the percentage of the marks, such as `100` or `33.33333`")),
        }
    }

    fn feedback(&self, answer: Node<'_, '_>) -> Result<Text, ReadError> {
        child(answer, "feedback").map_or(Ok(Text::default()), |feedback| self.text_of(feedback))
    }

    fn text(&self, name: &str) -> Result<Text, ReadError> {
        child(self.node, name).map_or(Ok(Text::default()), |node| self.text_of(node))
    }

    fn text_of(&self, node: Node<'_, '_>) -> Result<Text, ReadError> {
        let mut files = Vec::new();
        for file in children(node, "file") {
            let name = file.attribute("name").unwrap_or_default().to_owned();
            let bytes = from_base64(&all_text(file)).ok_or_else(|| {
                self.error(format!("the file `{name}` is not base64"))
                    .hint("export the question again with its files, or remove the file")
            })?;
            files.push((name, bytes));
        }
        Ok(Text { markup: markup(node, self.markup), source: words(node), files })
    }

    fn error(&self, what: impl Into<String>) -> ReadError {
        ReadError::new(self.place.clone(), what)
    }
}

fn markup(node: Node<'_, '_>, unless_said: Markup) -> Markup {
    match node.attribute("format").map(str::trim) {
        Some("html") => Markup::Html,
        Some("moodle_auto_format") => Markup::Auto,
        Some("plain_text") => Markup::Plain,
        Some("markdown") => Markup::Markdown,
        _ => unless_said,
    }
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// What stands in the `text` of a node, or in the node itself where a tool left that out. Markup that was not
/// escaped is taken as it is written.
fn words(node: Node<'_, '_>) -> String {
    let node = child(node, "text").unwrap_or(node);
    let source = if child_elements(node) {
        let (first, last) = (node.first_child(), node.last_child());
        let range = first.map_or(0, |n| n.range().start)..last.map_or(0, |n| n.range().end);
        node.document().input_text().get(range).unwrap_or_default().to_owned()
    } else {
        all_text(node)
    };
    let source = source.trim();
    // Some tools escape the CDATA they meant to write.
    let inside = source.strip_prefix("<![CDATA[").and_then(|source| source.strip_suffix("]]>"));
    inside.unwrap_or(source).trim().to_owned()
}

fn child_elements(node: Node<'_, '_>) -> bool {
    node.has_tag_name("text") && node.children().any(|child| child.is_element())
}

fn all_text(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|text| text.text()).collect()
}
