//! Finds the places in a reply that may hold the answer: fenced blocks, or values among prose.

use std::ops::Range;

use super::coerce::bare;
use super::json::{self, Failure, Quotes, Trouble};
use super::latex::Habit;
use super::node::Node;
use super::{Note, yaml};

/// Something that parses as a value. The contract decides whether it is the answer.
pub(super) struct Candidate {
    pub(super) node: Node,
    pub(super) notes: Vec<Note>,
}

impl Candidate {
    /// Whether any of the contract's fields is in it, perhaps one level down. A contract without required
    /// fields is satisfied by `{}`, so fitting alone does not show that something was meant as the answer.
    pub(super) fn shares_a_name(&self, known: &[String]) -> bool {
        let Node::Map(entries) = &self.node else { return true };
        known.is_empty()
            || entries
                .iter()
                .any(|(name, inner)| is_known(name, known) || known.iter().any(|field| inner.has(field)))
    }
}

/// Something that was meant as a value but does not parse.
pub(super) struct Broken {
    pub(super) trouble: Trouble,
    pub(super) at: usize,
}

#[derive(Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    pub(super) broken: Vec<Broken>,
}

impl Found {
    pub(super) fn is_cut_off(&self) -> bool {
        self.broken.iter().any(|broken| broken.trouble == Trouble::CutOff)
    }

    fn json(&mut self, reading: json::Reading, mut notes: Vec<Note>) {
        notes.extend(reading.backslashes_kept.then_some(Note::BackslashesKept));
        notes.extend(reading.repaired.then_some(Note::Repaired));
        self.candidates.push(Candidate { node: reading.node, notes });
    }

    fn yaml(&mut self, reading: yaml::Reading, mut notes: Vec<Note>) {
        notes.push(Note::Yaml);
        notes.extend(reading.backslashes_kept.then_some(Note::BackslashesKept));
        notes.extend(reading.repaired.then_some(Note::Repaired));
        self.candidates.push(Candidate { node: reading.node, notes });
    }

    /// A broken block makes the ones before it drafts: it was meant to correct or complete them.
    fn spoil(&mut self, trouble: Trouble, at: usize) {
        self.candidates.clear();
        self.note_broken(trouble, at);
    }

    fn note_broken(&mut self, trouble: Trouble, at: usize) {
        self.broken.push(Broken { trouble, at });
    }
}

/// The reply without the model's thinking before it. None if the thinking never ended.
pub(super) fn without_thinking(text: &str) -> Option<(&str, bool)> {
    const NAMES: [&str; 3] = ["think", "thinking", "reasoning"];
    let trimmed = text.trim_start();
    for name in NAMES {
        let close = format!("</{name}>");
        if trimmed.starts_with(&format!("<{name}>")) {
            let rest = &trimmed[trimmed.find(&close)? + close.len()..];
            // Several blocks in a row are thinking too.
            return without_thinking(rest).map(|(rest, _)| (rest, true));
        }
        // Some chat templates put the opening tag into the prompt, so that only the closing one is seen. On a line of
        // its own it is not part of a string.
        let line_start = format!("\n{close}");
        if let Some(at) = trimmed.find(&line_start)
            && !trimmed.starts_with(['{', '[', '`'])
            && !trimmed[..at].contains(&format!("<{name}>"))
        {
            return Some((&trimmed[at + line_start.len()..], true));
        }
    }
    Some((text, false))
}

/// A block between lines of backticks.
pub(super) struct Fence {
    language: String,
    body: Range<usize>,
    closed: bool,
    /// With its marking lines.
    whole: Range<usize>,
}

pub(super) fn fences(text: &str) -> Vec<Fence> {
    let mut fences: Vec<Fence> = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
        let info = &trimmed[ticks..];
        if let Some((opening_indent, opening_ticks)) = open
            && let Some(last) = fences.last_mut()
        {
            if ticks >= opening_ticks && indent <= opening_indent && info.trim().is_empty() {
                last.body.end = at;
                last.whole.end = at + line.len();
                last.closed = true;
                open = None;
            }
        } else if ticks >= 3 {
            let language: String = info.chars().take_while(char::is_ascii_alphanumeric).collect();
            let body = at + indent + ticks + language.len();
            let one_line = info.trim_end().strip_suffix("```");
            fences.push(Fence {
                language: language.to_ascii_lowercase(),
                body: body..one_line.map_or(text.len(), |inner| at + indent + ticks + inner.len()),
                closed: one_line.is_some(),
                whole: at..one_line.map_or(text.len(), |_| at + line.len()),
            });
            open = one_line.is_none().then_some((indent, ticks));
        }
        at += line.len();
    }
    fences
}

/// Reads every fenced block that can hold data.
pub(super) fn in_fences(text: &str, fences: &[Fence], habit: Habit) -> Found {
    let mut found = Found::default();
    let mut effort = Effort::for_text(text);
    let mut read_until = 0;
    for fence in fences {
        // A fence inside a string of a value that was already read.
        if fence.whole.start < read_until {
            continue;
        }
        let notes = |end: usize| {
            let around = [&text[..fence.whole.start], text[end..].trim_start().trim_start_matches('`')];
            let prose = around.iter().any(|part| !part.trim().is_empty());
            let mut notes = vec![Note::FencedBlock];
            notes.extend(prose.then_some(Note::ProseAround));
            notes
        };
        let body = &text[fence.body.clone()];
        let start = fence.body.start + body.len() - body.trim_start().len();
        let is_data = ["json", "json5", "jsonc", "yaml", "yml"].contains(&fence.language.as_str());
        let may_be_yaml = ["", "yaml", "yml"].contains(&fence.language.as_str());
        // A closing line without an opening one is all that some models keep of a fence.
        if !fence.closed && body.trim().is_empty() {
            continue;
        }
        if body.trim_start().starts_with(['{', '[']) {
            match read_json(text, start, habit, true, &mut effort) {
                Ok(reading) => {
                    read_until = reading.end;
                    let notes = notes(reading.end);
                    found.json(reading, notes);
                }
                // `{verdict: pass}` is YAML. What was cut off is cut off in any notation.
                Err(failure) => match yaml::read(body, habit) {
                    Ok(reading) if fence.closed && matches!(failure.trouble, Trouble::Syntax(_)) => {
                        found.yaml(reading, notes(fence.whole.end));
                    }
                    _ if failure.meant || is_data => found.spoil(failure.trouble, failure.at),
                    _ => {}
                },
            }
            if effort.is_spent() {
                return found;
            }
        } else if may_be_yaml && !fence.closed {
            // YAML has no end of its own; the closing fence is its only sign of being whole.
            found.spoil(Trouble::CutOff, text.len());
        } else if may_be_yaml {
            match yaml::read(body, habit) {
                Ok(reading) => found.yaml(reading, notes(fence.whole.end)),
                Err(trouble) if fence.language.is_empty() && matches!(trouble, Trouble::Syntax(_)) => {}
                Err(trouble) => found.spoil(trouble, start),
            }
        }
    }
    found
}

/// Reads every JSON object that stands in prose, and every list that begins a line of it.
///
/// A brace that opens no JSON is passed over. One that does and then breaks is passed over up to where it
/// closes, so that a part of a broken answer is never taken for the answer; if it never closes, the search ends.
pub(super) fn in_prose(text: &str, fences: &[Fence], habit: Habit) -> Found {
    let mut found = Found::default();
    let mut effort = Effort::for_text(text);
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '[']) {
        at += next;
        let ahead = fences.partition_point(|fence| fence.whole.end <= at);
        if let Some(fence) = fences.get(ahead).filter(|fence| fence.whole.start <= at) {
            at = fence.whole.end;
            continue;
        }
        let starts_line =
            text[..at].trim_end_matches([' ', '\t']).ends_with('\n') || text[..at].trim().is_empty();
        match read_json(text, at, habit, starts_line, &mut effort) {
            Ok(reading) => {
                let end = reading.end;
                let outside = !text[..at].trim().is_empty() || !text[end..].trim().is_empty();
                // `[1]` in a sentence is a footnote, and after a name in YAML it is a part.
                let begins_line = at == 0 || text[..at].ends_with('\n');
                if begins_line || matches!(reading.node, Node::Map(_)) {
                    found.json(reading, outside.then_some(Note::ProseAround).into_iter().collect());
                }
                at = end;
            }
            Err(failure) => {
                let meant = failure.meant || starts_line;
                let closes = if meant { balanced_end(&text[at..], &mut effort) } else { None };
                let closes = closes.map(|length| at + length);
                if effort.is_spent() {
                    found.note_broken(failure.trouble, failure.at);
                    return found;
                }
                match (failure.trouble, closes) {
                    (Trouble::CutOff | Trouble::Syntax(_), _) if !meant => at += 1,
                    (trouble @ Trouble::Syntax(_), Some(end)) => {
                        found.note_broken(trouble, failure.at);
                        at = end;
                    }
                    (Trouble::Syntax(_), None) if !failure.meant => at += 1,
                    (trouble, _) => {
                        found.note_broken(trouble, failure.at);
                        return found;
                    }
                }
            }
        }
    }
    found
}

/// Reads `text` as YAML: as a whole, or the part that begins with a field the contract knows.
pub(super) fn as_yaml(text: &str, known: &[String], habit: Habit) -> Found {
    let mut found = Found::default();
    let part = yaml_part(text, known);
    let whole = part.trim() == text.trim();
    match yaml::read(part, habit) {
        Ok(reading) => {
            // Any sentence is a YAML scalar, a bullet list is a YAML list, and `Note: ...` is a map.
            let is_list = matches!(reading.node, Node::List(_)) && known.is_empty();
            let is_map = matches!(reading.node, Node::Map(_));
            found.yaml(reading, (!whole).then_some(Note::ProseAround).into_iter().collect());
            found.candidates.retain(|only| is_list || (is_map && only.shares_a_name(known)));
        }
        // Prose is seldom YAML. That it is not is worth a word only where a field was recognised.
        Err(Trouble::Syntax(_)) if whole && !names_a_field(text, known) => {}
        Err(trouble) => found.note_broken(trouble, text.find(part.trim()).unwrap_or(0)),
    }
    found
}

fn names_a_field(text: &str, known: &[String]) -> bool {
    text.lines().any(|line| field_name(line).is_some_and(|name| is_known(name, known)))
}

fn yaml_part<'a>(text: &'a str, known: &[String]) -> &'a str {
    let mut start = None;
    let mut end = text.len();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let name = field_name(line);
        if start.is_none() {
            start = name.is_some_and(|name| is_known(name, known)).then_some(at);
        } else if name.is_none() && line.starts_with(|c: char| !c.is_whitespace() && !"-#]}".contains(c)) {
            end = at;
            break;
        }
        at += line.len();
    }
    start.map_or(text, |start| &text[start..end])
}

/// The name in `name: ...` at the very beginning of a line.
fn field_name(line: &str) -> Option<&str> {
    let (name, rest) = line.split_once(':')?;
    let fits = !name.is_empty()
        && name.len() <= 60
        && !name.starts_with(char::is_whitespace)
        && (rest.is_empty() || rest.starts_with(char::is_whitespace));
    fits.then(|| name.trim_matches(['"', '\'']))
}

fn is_known(name: &str, known: &[String]) -> bool {
    known.iter().any(|field| bare(field) == bare(name))
}

/// What may still be spent on readings that fail. It bounds the time that a hostile text can take: without it,
/// every brace could make a reader go to the end of the text.
struct Effort(usize);

impl Effort {
    fn for_text(text: &str) -> Self {
        Self(text.len().saturating_mul(8).saturating_add(1 << 16))
    }

    fn spend(&mut self, steps: usize) {
        self.0 = self.0.saturating_sub(steps);
    }

    fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// `placed` says that it stands where an answer would: in a fence, or at the beginning of a line.
fn read_json(
    text: &str,
    start: usize,
    habit: Habit,
    placed: bool,
    effort: &mut Effort,
) -> Result<json::Reading, Failure> {
    let failure = match json::read(text, start, habit, Quotes::FaceValue) {
        Ok(reading) => return Ok(reading),
        Err(failure) => failure,
    };
    effort.spend(failure.at - start + 1);
    if !(placed || failure.meant) || !matches!(failure.trouble, Trouble::Syntax(_)) {
        return Err(failure);
    }
    json::read(text, start, habit, Quotes::Inner).map_err(|second| {
        effort.spend(second.at - start);
        // The first failure says what is wrong, unless the only defect is a missing end.
        let has_end = text.ends_with(['}', ']', '`']);
        if second.trouble == Trouble::CutOff && !has_end { second } else { failure }
    })
}

/// How far it is to where the bracket at the start of `text` closes, quotes not considered.
fn balanced_end(text: &str, effort: &mut Effort) -> Option<usize> {
    let mut depth = 0_usize;
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            effort.spend(i);
            return Some(i + 1);
        }
    }
    effort.spend(text.len());
    None
}
