//! Abilities of persons: mean and spread of their posterior (EAP).

use serde::{Deserialize, Serialize};

/// A person's ability, given their answers and the items.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ability {
    /// Posterior mean; 0 for a person who answered nothing.
    pub theta: f64,
    /// Posterior standard deviation; 1 for a person who answered nothing.
    pub sd: f64,
}

impl Ability {
    pub(super) fn of(nodes: &[f64], posterior: &[f64]) -> Self {
        let moment = |power: i32| -> f64 {
            nodes.iter().zip(posterior).map(|(node, share)| node.powi(power) * share).sum()
        };
        let theta = moment(1);
        Self { theta, sd: (moment(2) - theta * theta).max(0.0).sqrt() }
    }
}
