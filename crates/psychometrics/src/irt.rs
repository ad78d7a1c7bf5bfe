//! Item response models: the probability of a right answer at each ability.
//!
//! P(θ) = c + (1 − c) / (1 + exp(−(aθ + d))), with difficulty b = −d / a. The scaling constant 1.7 is not used.
//! Abilities are N(0, 1) in the population, which fixes the scale. Parameters maximise the marginal likelihood: EM over
//! a fixed grid first, then Newton with the observed information, so that the gradient measures convergence and
//! standard errors follow directly.

mod ability;
mod curve;
mod em;
mod estimate;
mod fit;
mod information;
mod patterns;
mod refusal;

pub use ability::Ability;
pub use curve::Curve;
pub(crate) use estimate::fit_watched;
pub use estimate::{Calibration, Convergence, ItemParameters, Model, fit};
pub use fit::ItemFit;
pub use refusal::{
    ANSWERS_FOR_1PL, ANSWERS_FOR_2PL, ANSWERS_FOR_3PL, MOST_ITEMS, Reason, Refused, STEEPEST_SLOPE,
};
