//! Decodes a model's reply into a typed value: lenient in form, strict in meaning.
//!
//! A reply is searched for values in this order, and the first place that holds a fitting one wins: fenced blocks, JSON
//! among prose, YAML. Within a place **the last value that fits the contract is the answer**, because models correct
//! themselves as they write. A value of that place that is cut off, or a fenced block that is broken, is an error even
//! if an earlier one fits, because the earlier one is then the draft.
//!
//! Guarantees: the same text gives the same answer (a replayed run decodes again); nothing is returned that the
//! contract refuses; ambiguity is an error, never a guess; time and memory are bounded by the size of the text. Every
//! liberty taken is listed in [`Decoded::notes`].

mod coerce;
mod find;
mod json;
mod latex;
mod node;
mod yaml;

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::contract::{Contract, ContractError, compiled_schema, read};
use find::{Broken, Candidate, Found};
use json::Trouble;
use latex::Habit;

/// A decoded reply.
#[derive(Debug, Clone)]
pub struct Decoded<C> {
    pub value: C,
    /// The reply as received.
    pub raw: String,
    pub notes: Vec<Note>,
}

/// A liberty taken in reading a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "note", rename_all = "snake_case")]
pub enum Note {
    FencedBlock,
    ProseAround,
    ThinkTag,
    Yaml,
    /// Trailing commas, single quotes, comments, Python's words and the like.
    Repaired,
    /// LaTeX commands that were not escaped.
    BackslashesKept,
    /// A list of one element where the element was expected.
    ListUnwrapped {
        pointer: String,
    },
    /// A single value where a list was expected.
    ListWrapped {
        pointer: String,
    },
    ScalarCoerced {
        pointer: String,
        from: &'static str,
        to: &'static str,
    },
    EnumCase {
        pointer: String,
    },
    /// An object or list under a single name that the contract does not know.
    Unwrapped {
        pointer: String,
        key: String,
    },
    /// A bare list where an object with just that list was expected.
    NameSupplied {
        pointer: String,
    },
    /// A field's name in another case or punctuation.
    NameRespelt {
        pointer: String,
        given: String,
    },
    /// A field found inside a sibling.
    Lifted {
        from: String,
        to: String,
    },
    /// Null for a field that may be left out.
    NullDropped {
        pointer: String,
    },
}

/// Limits on decoding.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Larger replies are refused unread.
    pub max_bytes: usize,
    /// The provider said that it stopped at its token limit. JSON shows its own end; bare YAML does not, so it
    /// is refused then.
    pub cut_off: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_bytes: 4 << 20, cut_off: false }
    }
}

/// Why a reply could not be read. The text of the error is written for the model that replied.
#[derive(Debug, Clone)]
pub struct DecodeError {
    pub fault: DecodeFault,
    /// The reply as received; empty if it was too large to keep.
    pub raw: String,
    expected: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecodeFault {
    TooLarge {
        bytes: usize,
        limit: usize,
    },
    TooDeep,
    /// The reply stops in the middle of a value, or of its thinking.
    Truncated,
    /// There is neither JSON nor YAML in the reply.
    NothingFound,
    /// There is, but it is broken beyond unambiguous repair.
    Syntax {
        message: String,
        line: usize,
    },
    /// It parses but violates the contract.
    Contract(ContractError),
}

/// Reads a whole reply with the usual limits.
pub fn decode<C: Contract>(text: &str) -> Result<Decoded<C>, DecodeError> {
    decode_with(text, Limits::default())
}

/// Reads a reply.
pub fn decode_with<C: Contract>(text: &str, limits: Limits) -> Result<Decoded<C>, DecodeError> {
    let compiled = compiled_schema::<C>();
    let expected = expectation::<C>(&compiled.schema);
    if text.len() > limits.max_bytes {
        let fault = DecodeFault::TooLarge { bytes: text.len(), limit: limits.max_bytes };
        return Err(DecodeError { fault, raw: String::new(), expected });
    }
    let refuse = |fault| DecodeError { fault, raw: text.to_owned(), expected: expected.clone() };
    let (body, thought) = find::without_thinking(text).ok_or_else(|| refuse(DecodeFault::Truncated))?;
    // The rest is the end of the text, which shows on which line it begins.
    let body = body.trim_start();
    let lines_before = text[..text.len() - body.len()].matches('\n').count();
    match answer::<C>(body.trim_end(), &compiled.schema, limits) {
        Ok((value, mut notes)) => {
            if thought {
                notes.insert(0, Note::ThinkTag);
            }
            Ok(Decoded { value, raw: text.to_owned(), notes })
        }
        Err(DecodeFault::Syntax { message, line }) => {
            Err(refuse(DecodeFault::Syntax { message, line: line + lines_before }))
        }
        Err(fault) => Err(refuse(fault)),
    }
}

type Answer<C> = (C, Vec<Note>);

/// A reply may contain a hundred thousand small objects; only the last few can be the answer.
const MOST_TRIED: usize = 100;

fn answer<C: Contract>(body: &str, schema: &Value, limits: Limits) -> Result<Answer<C>, DecodeFault> {
    let habit = Habit::of(body);
    let known = coerce::known_names(schema);
    let fences = find::fences(body);
    let places: [&dyn Fn() -> Found; 3] =
        [&|| find::in_fences(body, &fences, habit), &|| find::in_prose(body, &fences, habit), &|| {
            if limits.cut_off { Found::default() } else { find::as_yaml(body, &known, habit) }
        }];
    let mut closest: Option<ContractError> = None;
    let mut broken = None;
    for (i, place) in places.into_iter().enumerate() {
        let found = place();
        let fenced_and_broken = i == 0 && !found.broken.is_empty();
        if found.is_cut_off() {
            return Err(DecodeFault::Truncated);
        }
        let several = found.candidates.len() > 1;
        for candidate in found.candidates.into_iter().rev().take(MOST_TRIED) {
            let named = candidate.shares_a_name(&known);
            let empty = candidate.node.entries().is_empty();
            if several && !named {
                continue;
            }
            match fit::<C>(candidate, schema) {
                Ok(answer) if named || empty => return Ok(answer),
                // A value with none of the contract's names is prose, unless there is no better candidate to report.
                Err(error)
                    if closest.as_ref().is_none_or(|c| named && error.faults.len() < c.faults.len()) =>
                {
                    closest = Some(error);
                }
                _ => {}
            }
        }
        broken = broken.or(found.broken.into_iter().next_back());
        if fenced_and_broken {
            break;
        }
    }
    Err(match (closest, broken) {
        (_, Some(Broken { trouble: Trouble::TooDeep, .. })) => DecodeFault::TooDeep,
        (_, Some(Broken { trouble: Trouble::Syntax(message), at })) => {
            DecodeFault::Syntax { message, line: body[..at.min(body.len())].matches('\n').count() + 1 }
        }
        (Some(error), _) => DecodeFault::Contract(error),
        (None, Some(Broken { trouble: Trouble::CutOff, .. })) => DecodeFault::Truncated,
        (None, None) if limits.cut_off => DecodeFault::Truncated,
        (None, None) => DecodeFault::NothingFound,
    })
}

fn fit<C: Contract>(candidate: Candidate, schema: &Value) -> Result<Answer<C>, ContractError> {
    let Candidate { node, mut notes } = candidate;
    let (value, liberties) = coerce::coerce(node, schema);
    notes.extend(liberties);
    read(value).map(|typed| (typed, notes))
}

/// One line on what was expected: the fields and their kinds, as far as the top level of the schema says.
fn expectation<C: Contract>(schema: &Value) -> String {
    let known = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &String| required.is_some_and(|names| names.iter().any(|n| n == name));
    match known {
        Some(known) => {
            let fields: Vec<String> = known
                .keys()
                .map(|name| if is_required(name) { name.clone() } else { format!("{name} (optional)") })
                .collect();
            format!("one JSON object `{}` with the fields {}", C::NAME, fields.join(", "))
        }
        None => format!("one JSON value that fits the schema `{}`", C::NAME),
    }
}

impl std::error::Error for DecodeError {}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            DecodeFault::TooLarge { bytes, limit } => {
                write!(f, "Your reply has {bytes} bytes, the limit is {limit}.")?;
            }
            DecodeFault::TooDeep => {
                write!(f, "Your reply is nested more than {} levels deep.", node::MAX_DEPTH)?;
            }
            DecodeFault::Truncated => f.write_str("Your reply was cut off before its end (truncated).")?,
            DecodeFault::NothingFound => f.write_str("Your reply holds no JSON.")?,
            DecodeFault::Syntax { message, line } => {
                write!(f, "Your reply could not be read: {message} (line {line}).")?;
            }
            DecodeFault::Contract(_) => {
                f.write_str("Your reply was read, but it is not what was asked for.")?;
            }
        }
        write!(f, "\nExpected: {}.", self.expected)?;
        if let DecodeFault::Contract(contract) = &self.fault {
            f.write_str("\nFaults:")?;
            for fault in &contract.faults {
                write!(f, "\n- {fault}")?;
            }
        }
        if !self.raw.is_empty() {
            write!(f, "\nReceived: {}", Excerpt(&self.raw))?;
        }
        Ok(())
    }
}

/// The beginning and the end of a text: what a reply is, and how it stopped.
struct Excerpt<'a>(&'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEAD: usize = 300;
        const TAIL: usize = 150;
        let text = self.0.trim();
        let head = text.char_indices().nth(HEAD).map(|(at, _)| at);
        let tail = text.char_indices().nth_back(TAIL).map(|(at, _)| at);
        match (head, tail) {
            (Some(head), Some(tail)) if head < tail => write!(f, "{} […] {}", &text[..head], &text[tail..]),
            _ => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests;
