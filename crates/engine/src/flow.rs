//! A flow: an ordinary async function with typed input and output, declared once by name and version.
//!
//! The crate of a flow declares it with [`flow!`](crate::flow) as a constant. Callers that start it, read its output or
//! list it use that constant, so its name and types are written in one place.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tutti_core::{Code, Problem, RunId, nearest};
use tutti_store::RunRow;

use crate::{BoxFuture, Child, EngineError, Run, Stop, Submission};

/// The untyped function of a flow, made by [`flow!`](crate::flow).
pub type FlowFn = for<'e> fn(Run<'e>, Value) -> BoxFuture<'e, Result<Value, Stop>>;

/// The function of a flow with its types.
type TypedFlowFn<I, O> = for<'e> fn(Run<'e>, I) -> BoxFuture<'e, Result<O, Stop>>;

/// The declaration of a flow that takes an `I` and gives an `O`.
pub struct Flow<I, O> {
    entry: FlowEntry,
    types: PhantomData<fn(I) -> O>,
}

/// A flow without its types, for registries and engines.
#[derive(Clone, Copy)]
pub struct FlowEntry {
    pub name: &'static str,
    /// Raised when the order or the keys of the steps change. This code does not drive a run of another version.
    pub version: u32,
    pub start: FlowFn,
    /// What a run with this input is about, for lists; none if the input is not this flow's.
    pub title: fn(&Value) -> Option<String>,
}

/// `flow!("name", version 1, function)`, where the function is
/// `async fn(Run<'_>, Input) -> Result<Output, Stop>`. With `, title function` after it, where that function is
/// `fn(&Input) -> String`, lists say what a run is about.
#[macro_export]
macro_rules! flow {
    ($name:expr, version $version:expr, $function:path) => {
        $crate::flow!(@declare $name, $version, $function, |_| None)
    };
    ($name:expr, version $version:expr, $function:path, title $title:expr) => {
        $crate::flow!(@declare $name, $version, $function, |input| {
            $crate::read_input(input).ok().map(|input| $title(&input))
        })
    };
    (@declare $name:expr, $version:expr, $function:path, $title:expr) => {
        $crate::Flow::declare(
            $crate::FlowEntry {
                name: $name,
                version: $version,
                start: |run, input| {
                    Box::pin(async move {
                        let input = $crate::read_input(&input).map_err($crate::Stop::Failed)?;
                        let output = $function(run, input).await?;
                        $crate::write_output(&output)
                    })
                },
                title: $title,
            },
            |run, input| Box::pin($function(run, input)),
        )
    };
}

#[doc(hidden)]
pub fn read_input<I: DeserializeOwned>(input: &Value) -> Result<I, Problem> {
    I::deserialize(input)
        .map_err(|error| Problem::new(Code::BadInput, format!("the input of the run: {error}")))
}

#[doc(hidden)]
pub fn write_output<O: Serialize>(output: &O) -> Result<Value, Stop> {
    serde_json::to_value(output)
        .map_err(|error| Stop::failed(Code::Internal, format!("the output of the run: {error}")))
}

impl<I, O> Flow<I, O> {
    /// Called by [`flow!`](crate::flow). The function is passed for its types, which become the declaration's.
    #[doc(hidden)]
    #[must_use]
    pub const fn declare(entry: FlowEntry, _function: TypedFlowFn<I, O>) -> Self {
        Self { entry, types: PhantomData }
    }

    #[must_use]
    pub const fn entry(&self) -> FlowEntry {
        self.entry
    }

    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.entry.name
    }

    /// Whether a run is one of this flow.
    pub fn is_flow_of(&self, run: &RunRow) -> bool {
        run.flow == self.entry.name
    }
}

impl<I: Serialize, O> Flow<I, O> {
    /// A run of this flow, to be started.
    pub fn submission(&self, input: &I) -> Result<Submission, Problem> {
        Ok(Submission::new(self.entry.name, self.write_input(input)?))
    }

    /// A run of this flow below another, at `key` in its plan.
    pub(crate) fn child(&self, key: String, input: &I) -> Result<Child, Problem> {
        Ok(Child { key, flow: self.entry.name.to_owned(), input: self.write_input(input)? })
    }

    fn write_input(&self, input: &I) -> Result<Value, Problem> {
        serde_json::to_value(input).map_err(|error| {
            Problem::new(Code::Internal, format!("the input of flow {}: {error}", self.entry.name))
        })
    }
}

impl<I: DeserializeOwned, O> Flow<I, O> {
    /// The input of a run of this flow.
    pub fn input(&self, run: &RunRow) -> Result<I, Problem> {
        read_input(&run.input)
    }
}

impl<I, O: DeserializeOwned> Flow<I, O> {
    /// The output of a run of this flow.
    pub fn output(&self, run: &RunId, value: Value) -> Result<O, Problem> {
        serde_json::from_value(value).map_err(|error| {
            Problem::new(Code::Internal, format!("the output of run {run} of {}: {error}", self.entry.name))
        })
    }

    /// The output of a run of this flow, if it is done.
    pub fn output_of(&self, run: &RunRow) -> Result<Option<O>, Problem> {
        run.output.clone().map(|value| self.output(&run.id, value)).transpose()
    }
}

impl<I, O> Clone for Flow<I, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, O> Copy for Flow<I, O> {}

impl<I, O> fmt::Debug for Flow<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entry.fmt(f)
    }
}

impl fmt::Debug for FlowEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flow({} v{})", self.name, self.version)
    }
}

/// The flows a binary knows.
#[derive(Debug, Clone, Default)]
pub struct Flows {
    by_name: BTreeMap<&'static str, FlowEntry>,
}

impl Flows {
    #[must_use]
    pub fn with(mut self, flow: FlowEntry) -> Self {
        self.by_name.insert(flow.name, flow);
        self
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.by_name.keys().copied()
    }

    pub fn get(&self, name: &str) -> Result<FlowEntry, EngineError> {
        self.by_name.get(name).copied().ok_or_else(|| EngineError::NoSuchFlow {
            name: name.to_owned(),
            nearest: nearest(name, self.names()).map(str::to_owned),
        })
    }

    /// The title of a run: in the words of its flow, or the flow's name if it has none for this input.
    pub fn title(&self, name: &str, input: Option<&Value>) -> String {
        let title = self.by_name.get(name).zip(input).and_then(|(flow, input)| (flow.title)(input));
        title.filter(|title| !title.is_empty()).unwrap_or_else(|| name.replace('_', " "))
    }
}

impl FromIterator<FlowEntry> for Flows {
    fn from_iter<T: IntoIterator<Item = FlowEntry>>(flows: T) -> Self {
        flows.into_iter().fold(Self::default(), Self::with)
    }
}
