//! A flow: an ordinary async function with typed input and output, registered by name and version.

use std::{collections::BTreeMap, fmt};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tutti_core::{Code, Problem, nearest};

use crate::{BoxFuture, EngineError, Run, Stop};

/// The untyped face of a flow, made by [`flow!`](crate::flow).
pub type FlowFn = for<'e> fn(Run<'e>, Value) -> BoxFuture<'e, Result<Value, Stop>>;

#[derive(Clone, Copy)]
pub struct Flow {
    pub name: &'static str,
    /// Raised when the order or the keys of the steps change. A run started under another version is not
    /// driven by this code.
    pub version: u32,
    pub start: FlowFn,
}

impl fmt::Debug for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flow({} v{})", self.name, self.version)
    }
}

/// `flow!("name", version 1, function)`, where the function is
/// `async fn(Run<'_>, Input) -> Result<Output, Stop>`.
#[macro_export]
macro_rules! flow {
    ($name:expr, version $version:expr, $function:path) => {
        $crate::Flow {
            name: $name,
            version: $version,
            start: |run, input| {
                Box::pin(async move {
                    let input = $crate::read_input(input)?;
                    let output = $function(run, input).await?;
                    $crate::write_output(&output)
                })
            },
        }
    };
}

#[doc(hidden)]
pub fn read_input<I: DeserializeOwned>(input: Value) -> Result<I, Stop> {
    serde_json::from_value(input)
        .map_err(|error| Stop::Failed(Problem::new(Code::BadInput, format!("the input of the run: {error}"))))
}

#[doc(hidden)]
pub fn write_output<O: Serialize>(output: &O) -> Result<Value, Stop> {
    serde_json::to_value(output)
        .map_err(|error| Stop::failed(Code::Internal, format!("the output of the run: {error}")))
}

/// The flows a binary knows.
#[derive(Debug, Clone, Default)]
pub struct Flows {
    by_name: BTreeMap<&'static str, Flow>,
}

impl Flows {
    #[must_use]
    pub fn with(mut self, flow: Flow) -> Self {
        self.by_name.insert(flow.name, flow);
        self
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.by_name.keys().copied()
    }

    pub fn get(&self, name: &str) -> Result<Flow, EngineError> {
        self.by_name.get(name).copied().ok_or_else(|| EngineError::NoSuchFlow {
            name: name.to_owned(),
            nearest: nearest(name, self.names()).map(str::to_owned),
        })
    }
}
