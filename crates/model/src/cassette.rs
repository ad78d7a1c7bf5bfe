//! Recorded calls: a file of JSON lines, each a request and its outcome.
//!
//! Replay matches the whole request. A request that was recorded several times, as when a failure was followed by a
//! retry, gets its outcomes in the recorded order, and the last one from then on. The file contains no keys: requests
//! hold none, and they are removed from errors beforehand.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_core::{ContentHash, canonical_json};

use crate::error::CallError;
use crate::request::{Reply, Request};

/// More than this would not be read.
const SHOWN_DIFFERENCES: usize = 8;
/// How much of a long text is shown on either side of a difference.
const SHOWN_AROUND: usize = 40;

/// A recording, or the means to make one. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Cassette {
    mode: Arc<Mode>,
}

#[derive(Debug)]
enum Mode {
    Record(Mutex<File>),
    Replay { tracks: Vec<Track>, played: Mutex<HashMap<ContentHash, usize>> },
}

/// One line of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Track {
    /// Who asked. It does not have to match; it helps to find the nearest recording.
    agent: String,
    request: Value,
    #[serde(flatten)]
    outcome: RecordedOutcome,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RecordedOutcome {
    Reply(Reply),
    Error(CallError),
}

/// Why a cassette cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: std::io::Error },
    #[error("{}, line {line}: {cause}", path.display())]
    Line {
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        cause: serde_json::Error,
    },
}

impl Cassette {
    /// Appends every call to a file, which is created if necessary.
    pub fn record(path: &Path) -> Result<Self, CassetteError> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|cause| CassetteError::File { path: path.to_owned(), cause })?;
        Ok(Self { mode: Arc::new(Mode::Record(Mutex::new(file))) })
    }

    /// Answers from a file and from nothing else.
    pub fn replay(path: &Path) -> Result<Self, CassetteError> {
        let text = std::fs::read_to_string(path)
            .map_err(|cause| CassetteError::File { path: path.to_owned(), cause })?;
        let tracks =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(at, line)| {
                serde_json::from_str(line).map_err(|cause| CassetteError::Line {
                    path: path.to_owned(),
                    line: at + 1,
                    cause,
                })
            });
        let tracks = tracks.collect::<Result<_, _>>()?;
        Ok(Self { mode: Arc::new(Mode::Replay { tracks, played: Mutex::default() }) })
    }

    pub(crate) fn replays(&self) -> bool {
        matches!(*self.mode, Mode::Replay { .. })
    }

    /// The recorded outcomes of this request; `None` while recording.
    pub(crate) fn replay_of(&self, request: &Request, agent: &str) -> Option<Result<Reply, CallError>> {
        let Mode::Replay { tracks, played } = &*self.mode else { return None };
        let asked = request.to_json();
        let takes: Vec<_> = tracks.iter().filter(|track| track.request == asked).collect();
        let Some(last) = takes.len().checked_sub(1) else {
            return Some(Err(CallError::NotRecorded {
                model: request.model.to_string(),
                differences: differences_to_nearest(tracks, &asked, agent),
            }));
        };
        let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
        let next = played.entry(ContentHash::of_json(&asked)).or_default();
        let outcome = takes[(*next).min(last)].outcome.clone();
        *next += 1;
        Some(match outcome {
            RecordedOutcome::Reply(reply) => Ok(reply),
            RecordedOutcome::Error(error) => Err(error),
        })
    }

    /// Keeps what the provider answered. The line is small and written at once, so it is written in place.
    pub(crate) fn record_outcome(
        &self,
        request: &Request,
        agent: &str,
        outcome: &Result<Reply, CallError>,
    ) -> Result<(), CallError> {
        let Mode::Record(file) = &*self.mode else { return Ok(()) };
        let outcome = match outcome {
            Ok(reply) => RecordedOutcome::Reply(reply.clone()),
            Err(error) => RecordedOutcome::Error(error.clone()),
        };
        let track = Track { agent: agent.to_owned(), request: request.to_json(), outcome };
        // Our own refusals are not part of the format, and say nothing about a provider.
        let Ok(line) = serde_json::to_value(&track) else { return Ok(()) };
        let line = canonical_json(&line) + "\n";
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(|cause| CallError::Cassette(cause.to_string()))
    }
}

/// How the request differs from the recorded one that is most like it: of the same model, of the same agent
/// if there is one, with the fewest differences.
fn differences_to_nearest(tracks: &[Track], asked: &Value, agent: &str) -> Vec<String> {
    let model = asked.get("model");
    let mut nearest = tracks
        .iter()
        .filter(|track| track.request.get("model") == model)
        .map(|track| {
            let mut found = Vec::new();
            compare(&track.request, asked, "", &mut found);
            (track.agent != agent, found)
        })
        .min_by_key(|(other_agent, found)| (*other_agent, found.len()))
        .map(|(_, found)| found)
        .unwrap_or_default();
    if nearest.len() > SHOWN_DIFFERENCES {
        let more = nearest.len() - SHOWN_DIFFERENCES;
        nearest.truncate(SHOWN_DIFFERENCES);
        nearest.push(format!("and {more} more"));
    }
    nearest
}

fn compare(recorded: &Value, asked: &Value, at: &str, found: &mut Vec<String>) {
    match (recorded, asked) {
        (a, b) if a == b => {}
        (Value::Object(a), Value::Object(b)) => {
            let mut keys: Vec<_> = a.keys().chain(b.keys()).collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                let nothing = &Value::Null;
                compare(
                    a.get(key).unwrap_or(nothing),
                    b.get(key).unwrap_or(nothing),
                    &format!("{at}/{key}"),
                    found,
                );
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                compare(a, b, &format!("{at}/{i}"), found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            found.push(format!("{at}: recorded {} entries, asked {}", a.len(), b.len()));
        }
        (Value::String(a), Value::String(b)) => {
            let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
            found.push(format!("{at}: recorded {}, asked {}", around(a, same), around(b, same)));
        }
        (a, b) => found.push(format!("{at}: recorded {}, asked {}", brief(a), brief(b))),
    }
}

/// The part of a text about the place where it begins to differ.
fn around(text: &str, place: usize) -> String {
    let from = place.saturating_sub(SHOWN_AROUND);
    let shown: String = text.chars().skip(from).take(place - from + SHOWN_AROUND).collect();
    let before = if from > 0 { "..." } else { "" };
    let after = if text.chars().count() > place + SHOWN_AROUND { "..." } else { "" };
    format!("{:?}", format!("{before}{shown}{after}"))
}

fn brief(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        other => {
            let text = canonical_json(other);
            let short: String = text.chars().take(2 * SHOWN_AROUND).collect();
            if short.len() < text.len() { short + "..." } else { short }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::request::{Finish, Usage};

    fn request(text: &str) -> Request {
        Request::new("p:m".parse().unwrap(), text)
    }

    fn reply(text: &str) -> Reply {
        Reply {
            text: text.to_owned(),
            usage: Usage::default(),
            finish: Finish::Stop,
            model: "m-1".to_owned(),
            from_cache: false,
        }
    }

    fn cassette_of(outcomes: &[(&str, &str, Result<Reply, CallError>)]) -> Cassette {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("calls.jsonl");
        let cassette = Cassette::record(&path).unwrap();
        for (agent, text, outcome) in outcomes {
            cassette.record_outcome(&request(text), agent, outcome).unwrap();
        }
        Cassette::replay(&path).unwrap()
    }

    #[test]
    fn outcomes_of_one_request_come_in_order_and_the_last_stays() {
        let error = CallError::RateLimited { retry_after: Some(Duration::from_millis(1500)) };
        let cassette = cassette_of(&[
            ("a", "x", Err(error.clone())),
            ("a", "y", Ok(reply("2"))),
            ("a", "x", Ok(reply("1"))),
        ]);
        let play = |text| cassette.replay_of(&request(text), "a").unwrap();
        assert_eq!(play("x"), Err(error));
        assert_eq!(play("y"), Ok(reply("2")));
        assert_eq!(play("x"), Ok(reply("1")));
        assert_eq!(play("x"), Ok(reply("1")));
    }

    #[test]
    fn what_our_own_side_refused_is_not_recorded() {
        let cassette = cassette_of(&[("a", "x", Err(CallError::Unsendable(String::new())))]);
        let outcome = cassette.replay_of(&request("x"), "a").unwrap();
        assert!(matches!(outcome, Err(CallError::NotRecorded { differences, .. }) if differences.is_empty()));
    }

    #[test]
    fn an_unknown_request_is_compared_with_the_nearest() {
        let long = "The mitochondrion is the powerhouse of the cell. ".repeat(3);
        let cassette = cassette_of(&[
            ("critic", &format!("{long}Name two."), Ok(reply("1"))),
            ("writer", "something else altogether", Ok(reply("2"))),
        ]);
        let asked = Request { temperature: Some(0.5), ..request(&format!("{long}Name three.")) };
        let error = cassette.replay_of(&asked, "critic").unwrap().unwrap_err();
        insta::assert_snapshot!(error, @r#"
        the cassette holds no such request to p:m; the nearest one differs:
          /temperature: recorded nothing, asked 0.5
          /turns/0/text: recorded "...on is the powerhouse of the cell. Name two.", asked "...on is the powerhouse of the cell. Name three."
        "#);
    }

    #[test]
    fn a_damaged_line_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("calls.jsonl");
        std::fs::write(&path, "\n{\"agent\": 1}\n").unwrap();
        let error = Cassette::replay(&path).unwrap_err();
        assert!(matches!(error, CassetteError::Line { line: 2, .. }), "{error}");
    }
}
