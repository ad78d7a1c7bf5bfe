//! The lines of a declaration, read once.

use super::Fault;
use super::template::{Template, is_name, split};

/// A line of a question or a part.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) when: Option<When>,
    pub(super) says: Says,
}

/// `?kind`, `?!kind`, `?kind=2`.
#[derive(Debug)]
pub(super) struct When {
    pub(super) name: String,
    pub(super) value: Option<String>,
    pub(super) not: bool,
}

#[derive(Debug)]
pub(super) enum Says {
    Given(Template),
    Letter(String),
    Let(String, Template),
    Text(String, Template),
    Stem(Template),
    Task(Task, Template),
    Test(Template, Option<Template>),
    /// With the unit of the answer.
    Key(Template, Option<Template>),
    Wrong {
        gives: Template,
        why: Template,
        id: String,
    },
    Step(Vec<String>, Template),
    Insight(Template),
    Believable(u64),
    Figure(Template),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Solve,
    Extreme,
    Tally,
    Graph,
}

/// A question or a part, by name.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) name: String,
    /// Parts whose lines come before its own.
    pub(super) parts: Vec<String>,
    pub(super) lines: Vec<Line>,
}

/// What a family says of itself.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) schema: String,
    pub(super) name: String,
    pub(super) idea: String,
    pub(super) objects: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) asked: String,
    pub(super) wrong_paths: Vec<String>,
    pub(super) rationale: [String; 3],
}

/// A line with its number and, joined to it, the indented lines below it. Comments begin with `#`.
fn join_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        match lines.last_mut() {
            _ if trimmed.is_empty() || trimmed.starts_with('#') => {}
            Some((_, last)) if line.starts_with(' ') => {
                last.push(' ');
                last.push_str(trimmed);
            }
            _ => lines.push((number, trimmed.to_owned())),
        }
    }
    lines
}

/// Reads a declaration that begins in a line of a file.
pub(super) fn read(text: &str, file: &str, first: u32) -> Result<(Head, Vec<Block>), Fault> {
    let mut head = Head::default();
    let mut blocks: Vec<Block> = Vec::new();
    for (number, line) in join_lines(text) {
        let fault = |what: String| Fault { place: format!("{file}:{}", first as usize + number), what };
        let (word, body) = line.split_once(' ').unwrap_or((&line, ""));
        let body = body.trim();
        if let "question" | "part" = word {
            let mut names = body.split('+').map(|name| name.trim().to_owned());
            let name = names.next().unwrap_or_default();
            let parts: Vec<String> = names.collect();
            if blocks.iter().any(|block| block.name == name) {
                return Err(fault(format!("`{name}` is there twice")));
            }
            // So that no part can include itself.
            if let Some(part) = parts.iter().find(|part| blocks.iter().all(|block| block.name != **part)) {
                return Err(fault(format!("there is no part `{part}` above")));
            }
            blocks.push(Block { name, parts, lines: Vec::new() });
        } else if let Some(block) = blocks.last_mut() {
            block.lines.push(read_line(word, body, &block.name).map_err(fault)?);
        } else {
            head.read(word, body).map_err(fault)?;
        }
    }
    head.is_whole().map_err(|what| Fault { place: format!("{file}:{first}"), what })?;
    Ok((head, blocks))
}

impl Head {
    fn read(&mut self, word: &str, body: &str) -> Result<(), String> {
        if let Some(list) = match word {
            "objects" => Some(&mut self.objects),
            "constraints" => Some(&mut self.constraints),
            "paths" => Some(&mut self.wrong_paths),
            _ => None,
        } {
            list.extend(body.split(';').map(|part| part.trim().to_owned()));
            return Ok(());
        }
        let text = match word {
            "family" => {
                let (schema, name) = body.split_once(' ').ok_or("a family has a schema and a name")?;
                schema.clone_into(&mut self.schema);
                return self.read("name", name);
            }
            "name" => &mut self.name,
            "idea" => &mut self.idea,
            "asked" => &mut self.asked,
            "easy" => &mut self.rationale[0],
            "medium" => &mut self.rationale[1],
            "hard" => &mut self.rationale[2],
            _ => return Err(format!("`{word}` is no line of a family's head")),
        };
        body.clone_into(text);
        Ok(())
    }

    fn is_whole(&self) -> Result<(), String> {
        let texts = [&self.schema, &self.name, &self.idea, &self.asked];
        if texts.into_iter().chain(&self.rationale).any(String::is_empty) {
            return Err(
                "a family says its idea, what is asked, and why it is easy, medium or hard".to_owned()
            );
        }
        if self.wrong_paths.len() < 3 || self.objects.is_empty() || self.constraints.is_empty() {
            return Err("a family has objects, constraints and three paths at least".to_owned());
        }
        Ok(())
    }
}

fn read_line(word: &str, body: &str, block: &str) -> Result<Line, String> {
    let (word, when) = match word.split_once('?') {
        Some((word, when)) => (word, Some(read_condition(when)?)),
        None => (word, None),
    };
    let text = || Template::read(&body.replace(" // ", "\n"));
    let expression = |text: &str| Template::read(text.trim());
    let named = || -> Result<(String, &str), String> {
        let split = if word == "let" { body.split_once('=') } else { body.split_once(' ') };
        let (name, rest) = split.map(|(name, rest)| (name.trim(), rest.trim())).ok_or("a name is missing")?;
        if is_name(name) { Ok((name.to_owned(), rest)) } else { Err(format!("`{name}` is no name")) }
    };
    let parts = split(body, '|', 2);
    let parted = || match parts.as_slice() {
        [first, second] => Ok((first.trim(), second.trim())),
        _ => Err(format!("` | ` is missing after `{word}`")),
    };
    let says = match word {
        "given" => Says::Given(expression(body)?),
        "letter" => Says::Letter(body.to_owned()),
        "let" => {
            let (name, rest) = named()?;
            Says::Let(name, expression(rest)?)
        }
        "text" => {
            let (name, rest) = named()?;
            Says::Text(name, Template::read(&rest.replace(" // ", "\n"))?)
        }
        "stem" => Says::Stem(text()?),
        "solve" => Says::Task(Task::Solve, expression(body)?),
        "extreme" => Says::Task(Task::Extreme, expression(body)?),
        "tally" => Says::Task(Task::Tally, expression(body)?),
        "graph" => Says::Task(Task::Graph, expression(body)?),
        "test" => {
            let text = parts.get(1).map(|text| Template::read(text.trim()));
            Says::Test(expression(&parts[0])?, text.transpose()?)
        }
        "key" => {
            let (key, unit) = body.split_once(" in ").map_or((body, None), |(key, unit)| (key, Some(unit)));
            Says::Key(expression(key)?, unit.map(expression).transpose()?)
        }
        "wrong" => {
            let (gives, why) = parted()?;
            let why = Template::read(why)?;
            Says::Wrong { gives: expression(gives)?, id: format!("{block}/{}", why.slug()), why }
        }
        "step" => {
            let (methods, text) = parted()?;
            let methods = methods.split_whitespace().map(str::to_owned).collect();
            Says::Step(methods, Template::read(text)?)
        }
        "insight" => Says::Insight(text()?),
        "believable" => Says::Believable(body.parse().map_err(|_| format!("`{body}` is no number"))?),
        "figure" => Says::Figure(expression(body)?),
        _ => return Err(format!("`{word}` is no line of a question")),
    };
    Ok(Line { when, says })
}

fn read_condition(text: &str) -> Result<When, String> {
    let (not, text) = text.strip_prefix('!').map_or((false, text), |text| (true, text));
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    if !is_name(name) {
        return Err(format!("`{name}` is no name"));
    }
    Ok(When { name: name.to_owned(), value: value.map(str::to_owned), not })
}
