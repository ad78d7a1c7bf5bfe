//! The native agents, for use on a document without a run.

use tutti_core::Problem;

use crate::agents::ToRead;
use crate::handover::{Context, HandoverV1};
use crate::materials::CoachOutput;
use crate::{coach, reader};

/// What the native Reader makes of blocks.
pub fn read(input: &ToRead) -> Result<Context, Problem> {
    reader::read(input)
}

/// The native Coach's output for a handover. It has not passed the gates.
pub fn make(handover: &HandoverV1) -> Result<CoachOutput, Problem> {
    coach::coach(handover)
}
