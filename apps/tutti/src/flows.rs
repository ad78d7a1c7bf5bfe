//! What this binary knows: its flows, its agents, its contracts. A new flow is one line in each list.

use tutti_agent::{AgentEntry, ContractEntry};
use tutti_engine::{Flows, flow};

use crate::tour;

pub(crate) fn flows() -> Flows {
    Flows::default()
        .with(flow!("tour", version 1, tour::tour))
        .with(flow!("tour_text", version 1, tour::tour_text))
}

pub(crate) const AGENTS: &[AgentEntry] = &[tour::READABILITY.entry()];

/// In the order of their names.
pub(crate) const CONTRACTS: &[ContractEntry] = &[
    ContractEntry::of::<tutti_item::Item>(),
    ContractEntry::of::<tour::Readability>(),
    ContractEntry::of::<tour::Text>(),
    ContractEntry::of::<tour::TourInput>(),
    ContractEntry::of::<tour::TourReport>(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_have_unique_names_in_order() {
        let names: Vec<_> = CONTRACTS.iter().map(|contract| contract.name).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(names, sorted);
    }
}
