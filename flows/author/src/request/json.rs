//! Requests in JSON: one object, an array of them, or `{"tasks": […]}`; comments and trailing commas are tolerated.

use serde_json::{Map, Value};
use tutti_core::{Code, Problem};

use super::{Flawed, Place, Requests, TaskRequest};

pub(super) fn looks_like_it(text: &str) -> bool {
    let text = without_fence(text);
    text.starts_with(['{', '[']) || (text.starts_with("//") && text.contains('{'))
}

pub(super) fn read(text: &str) -> Result<Requests, Problem> {
    let plain = without_comments(without_fence(text));
    let value: Value = serde_json::from_str(&plain).map_err(|error| {
        let detail = format!("it is not JSON: {error}");
        Problem::new(Code::BadInput, detail).hint("check that line and column")
    })?;
    let (pointer, tasks) = match value {
        Value::Array(tasks) => ("", tasks),
        Value::Object(mut map) => match map.remove("tasks") {
            Some(Value::Array(tasks)) => ("/tasks", tasks),
            Some(_) => {
                let problem = Problem::new(Code::BadInput, "`tasks` is not a list").at("/tasks");
                return Err(problem);
            }
            None => return Ok(gather([(Place::Whole, Value::Object(map))])),
        },
        _ => return Err(Problem::new(Code::BadInput, "it contains neither a task nor a list of tasks")),
    };
    if tasks.is_empty() {
        return Err(Problem::new(Code::BadInput, "the list of tasks is empty").at(pointer));
    }
    Ok(gather(
        tasks.into_iter().enumerate().map(|(i, task)| (Place::Pointer(format!("{pointer}/{i}")), task)),
    ))
}

fn gather(tasks: impl IntoIterator<Item = (Place, Value)>) -> Requests {
    let mut requests = Requests::default();
    for (place, task) in tasks {
        match request(place.clone(), task) {
            Ok(request) => requests.tasks.push(request),
            Err((task, problems)) => requests.flawed.push(Flawed { place, task, problems }),
        }
    }
    requests
}

fn request(place: Place, task: Value) -> Result<TaskRequest, (String, Vec<Problem>)> {
    let Value::Object(fields) = task else {
        let problem = Problem::new(Code::BadInput, format!("{place} is not an object"));
        return Err((place.to_string(), vec![problem]));
    };
    let mut request = TaskRequest { place, ..TaskRequest::default() };
    let problems = fill(&mut request, &fields);
    if problems.is_empty() { Ok(request) } else { Err((request.label(), problems)) }
}

/// Unknown names are ignored: they may be meant for another program.
fn fill(request: &mut TaskRequest, fields: &Map<String, Value>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (name, value) in fields {
        let Some(field) = TaskRequest::field_named(name) else { continue };
        match text_of(value) {
            Some(text) => request.fill(field, &text),
            None => {
                let detail = format!("{} is not text", request.place.of(name));
                problems.push(Problem::new(Code::BadInput, detail).at(request.place.of(name)));
            }
        }
    }
    problems
}

/// A value as text: a list of texts is one to a line.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => Some(values.iter().map(text_of).collect::<Option<Vec<_>>>()?.join("\n")),
        Value::Bool(_) | Value::Object(_) => None,
    }
}

/// Without the fence of a code block around it.
fn without_fence(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else { return text };
    inner.split_once('\n').map_or(inner, |(_, inner)| inner).trim()
}

/// The same lines and columns without `//` and `/* */` comments and without commas before a closing bracket.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut comma = None;
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('"', _) => {
                comma = None;
                out.push(c);
                string(&mut rest, &mut out);
            }
            ('/', Some('/')) => {
                while rest.peek().is_some_and(|c| *c != '\n') {
                    rest.next();
                }
            }
            ('/', Some('*')) => {
                rest.next();
                let mut before = ' ';
                for c in rest.by_ref() {
                    if c == '\n' {
                        out.push(c);
                    }
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            _ => {
                if let Some(at) = comma.filter(|_| c == ']' || c == '}') {
                    out.replace_range(at..=at, " ");
                }
                if !c.is_whitespace() {
                    comma = (c == ',').then_some(out.len());
                }
                out.push(c);
            }
        }
    }
    out
}

/// The rest of a string, with its closing quote.
fn string(rest: &mut impl Iterator<Item = char>, out: &mut String) {
    let mut escaped = false;
    for c in rest {
        out.push(c);
        match c {
            '"' if !escaped => return,
            _ => escaped = c == '\\' && !escaped,
        }
    }
}
