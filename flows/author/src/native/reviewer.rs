//! The native reviewer.

use tutti_core::Problem;

use crate::order::ToReview;
use crate::review::Review;

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn review(_: &ToReview) -> Result<Review, Problem> {
    Ok(Review::default())
}
