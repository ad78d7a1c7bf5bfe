//! Durable runs.
//!
//! A flow is an ordinary async function; every effect it has goes through its [`Run`]. A finished step is in the
//! journal before anyone acts on it, so a run that is killed at any point continues after its last finished step. A
//! step in flight at the moment of the kill is executed again: the guarantee covers finished steps, not started ones.
//!
//! Guarantees, each with a test named in ARCHITECTURE.md: a finished step is never executed again; two processes never
//! drive one run; a flow cannot swallow a stop; code that no longer fits the journal stops with an error that names
//! both sides.
//!
//! Not in here: models, prompts, contracts (`tutti-agent`), SQL (`tutti-store`), terminals and HTTP.

mod children;
mod clock;
mod diff;
mod drive;
mod error;
mod event;
mod executor;
mod flow;
mod history;
mod journal;
mod lifecycle;
mod live;
mod queue;
mod recovery;
mod replay;
mod run;
mod services;
mod stop;
mod submission;
mod trace_events;
mod waist;
mod worker;

#[doc(hidden)]
pub use self::flow::{read_input, write_output};
pub use self::{
    clock::{Clock, JumpingClock, SystemClock},
    diff::{Difference, RunDiff, diff},
    error::EngineError,
    event::{Event, What},
    executor::{Executor, Options, Trouble},
    flow::{Flow, FlowEntry, FlowFn, Flows},
    history::{Projection, project},
    journal::{
        ChildrenRecord, EndRecord, NoteRecord, ParkRecord, StartRecord, StepRecord, WaitRecord, step_name,
    },
    recovery::{Failure, Pauses, Recovery},
    replay::{ReplayEnding, Replayed, replay},
    run::{Failed, Run},
    services::Services,
    stop::Stop,
    submission::{End, Mended, Submission},
    waist::{
        Body, BoxFuture, Child, ChildOutcome, Engine, Recorded, RunAccount, Step, StepOutline, StepResult,
    },
};
pub use tutti_store::Question;
