//! The native question writer.

use tutti_core::Problem;

use crate::candidate::Candidates;
use crate::order::Order;

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn write(_: &Order) -> Result<Candidates, Problem> {
    Ok(Candidates::default())
}
