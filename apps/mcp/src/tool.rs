//! The definition of a tool: its name, description, schemas and function. The list of tools, the calls, the table in
//! `docs/mcp.md` and the tests all use one table of these.

use std::sync::Arc;

use futures::{FutureExt, future::BoxFuture};
use rmcp::{
    handler::server::common::{schema_for_input, schema_for_output},
    model::{JsonObject, Tool, ToolAnnotations},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tutti_accounts::{Permission, deeds};
use tutti_core::{Code, Problem};
use tutti_service::requests::{Entries, Fields};

use crate::{
    answer::{Answer, Told},
    call::Call,
};

/// The effect of a call: clients ask a person before some of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Does {
    /// Reads stored data and shows it.
    Looks,
    /// Computes something, perhaps for long, and changes nothing.
    Computes,
    /// Reads stored data or a web address.
    LooksOutside,
    /// Adds something; a second call adds it again.
    Adds,
    /// As [`Self::Adds`], and may call an address or a model.
    AddsFromOutside,
    /// Adds something once, however often it is called.
    AddsOnce,
    /// Ends or changes something that exists.
    Changes,
}

impl Does {
    /// The word for the effect in the reference.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Looks | Self::Computes | Self::LooksOutside => "looks",
            Self::Adds | Self::AddsFromOutside | Self::AddsOnce => "adds",
            Self::Changes => "changes",
        }
    }

    fn annotations(self) -> ToolAnnotations {
        let annotations = ToolAnnotations::default()
            .read_only(matches!(self, Self::Looks | Self::Computes | Self::LooksOutside))
            .open_world(matches!(self, Self::LooksOutside | Self::AddsFromOutside));
        match self {
            Self::Looks | Self::Computes | Self::LooksOutside => annotations,
            Self::Adds | Self::AddsFromOutside => annotations.destructive(false).idempotent(false),
            Self::AddsOnce => annotations.destructive(false).idempotent(true),
            Self::Changes => annotations.destructive(true).idempotent(true),
        }
    }
}

type RunTool = dyn Fn(Call, JsonObject) -> BoxFuture<'static, Result<Answer, Problem>> + Send + Sync;

/// One tool.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    /// The required permission; None if everybody may use it with their own data.
    pub(crate) needs: Option<Permission>,
    pub(crate) does: Does,
    input: fn() -> Result<Arc<JsonObject>, String>,
    output: fn() -> Arc<JsonObject>,
    run: Box<RunTool>,
}

/// Name, title and description of a tool.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    pub(crate) needs: Option<Permission>,
    pub(crate) does: Does,
}

impl Entry {
    pub(crate) fn new<I, O, F, R>(named: Named, run: F) -> Self
    where
        I: Fields + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: Fn(Call, I) -> R + Copy + Send + Sync + 'static,
        R: Future<Output = Result<Told<O>, Problem>> + Send + 'static,
    {
        let Named { name, title, about, needs, does } = named;
        let run = move |call: Call, arguments: JsonObject| {
            async move { run(call, read(arguments)?).await?.answer() }.boxed()
        };
        let (input, output) = (schema_for_input::<I>, schema_for_output::<O>);
        Self { name, title, about, needs, does, input, output, run: Box::new(run) }
    }

    pub(crate) async fn run(&self, call: Call, arguments: JsonObject) -> Result<Answer, Problem> {
        if let Some(permission) = self.needs
            && let Err(problem) = call.who.must(permission)
        {
            call.who.note(deeds::REFUSED, format!("tool {}: {}", self.name, problem.detail)).await?;
            return Err(problem);
        }
        match self.does {
            Does::Looks => {
                let (views, owner) = (call.tutti.offload().views.clone(), call.who.owner.clone());
                return views.drive(&owner, |_| (self.run)(call, arguments)).await?;
            }
            Does::Adds | Does::AddsFromOutside | Does::AddsOnce => call.who.admit().await?,
            Does::Computes | Does::LooksOutside | Does::Changes => {}
        }
        (self.run)(call, arguments).await
    }

    /// As a client sees it. Paths are offered only to the program that started us.
    pub(crate) fn describe(&self, with_paths: bool) -> Result<Tool, String> {
        let mut input = (self.input)()?;
        if !with_paths && let Some(Value::Object(fields)) = Arc::make_mut(&mut input).get_mut("properties") {
            for field in PATHS {
                // Keep the order: the first field is read first.
                fields.shift_remove(field);
            }
        }
        Ok(Tool::new(self.name, self.about, input)
            .with_title(self.title)
            .with_raw_output_schema((self.output)())
            .with_annotations(self.does.annotations()))
    }
}

/// The fields of arguments that name files of this machine.
const PATHS: [&str; 2] = ["path", "save_to"];

/// Parses the arguments; an error names the invalid field.
fn read<T: Fields>(arguments: JsonObject) -> Result<T, Problem> {
    let names = T::names();
    if let Some(strange) = arguments.keys().find(|name| !names.contains(name)) {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let expected = match names.as_slice() {
            [] => "there are no fields".to_owned(),
            [only] => format!("expected {only}"),
            [one, other] => format!("expected {one} or {other}"),
            several => format!("expected one of {}", several.join(", ")),
        };
        return Err(unfit(format!("unknown field `{strange}`, {expected}"), format!("/{strange}")));
    }
    T::take(&mut Arguments(arguments))
}

fn unfit(detail: String, at: String) -> Problem {
    Problem::new(Code::BadInput, detail).at(at).hint("the input schema of the tool lists its arguments")
}

struct Arguments(JsonObject);

impl Entries for Arguments {
    fn take<T: DeserializeOwned>(&mut self, names: &[String]) -> Result<T, Problem> {
        let theirs = names.iter().filter_map(|name| Some((name.clone(), self.0.shift_remove(name)?)));
        let theirs: JsonObject = theirs.collect();
        serde_path_to_error::deserialize(Value::Object(theirs)).map_err(|error| {
            let at = pointer(error.path());
            unfit(error.into_inner().to_string(), at)
        })
    }
}

/// A path into a document as a JSON pointer.
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let words = path.iter().filter_map(|segment| match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key: word } | Segment::Enum { variant: word } => Some(word.clone()),
        Segment::Unknown => None,
    });
    let words = words.map(|word| word.replace('~', "~0").replace('/', "~1"));
    words.fold(String::new(), |pointer, word| pointer + "/" + &word)
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Asked {
        #[serde(default)]
        #[expect(dead_code, reason = "only read")]
        ids: Vec<u32>,
    }

    #[track_caller]
    fn check(arguments: Value, pointer: &str, detail: &str) {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let problem = read::<Asked>(arguments).unwrap_err();
        assert_eq!((problem.code, problem.pointer.as_deref()), (Code::BadInput, Some(pointer)));
        assert!(problem.detail.contains(detail), "{problem}");
    }

    #[test]
    fn arguments_that_do_not_fit_are_named() {
        check(json!({ "ids": [1, "two"] }), "/ids/1", "invalid type: string \"two\"");
        check(json!({ "identities": [] }), "/identities", "unknown field `identities`, expected `ids`");
    }
}
