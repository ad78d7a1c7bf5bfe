//! What this binary knows: its flows, its agents, its contracts. A new flow is one line in each list.

use tutti_agent::{AgentEntry, ContractEntry};
use tutti_engine::{Flows, flow};

use crate::tour;

pub(crate) fn flows() -> Flows {
    Flows::default()
        .with(flow!("forge", version 1, tutti_forge::forge))
        .with(flow!("forge_batch", version 1, tutti_forge::forge_batch))
        .with(flow!("forge_verify", version 1, tutti_forge::forge_verify))
        .with(flow!("forge_verify_item", version 1, tutti_forge::forge_verify_item))
        .with(flow!("tour", version 1, tour::tour))
        .with(flow!("tour_text", version 1, tour::tour_text))
}

pub(crate) const AGENTS: &[AgentEntry] = &{
    let [designer, implementer, solver, verifier, style] = tutti_forge::AGENTS;
    [designer, implementer, solver, verifier, style, tour::READABILITY.entry()]
};

/// In the order of their names.
pub(crate) const CONTRACTS: &[ContractEntry] = &[
    tutti_forge::CONTRACTS[0],
    tutti_forge::CONTRACTS[1],
    tutti_forge::CONTRACTS[2],
    tutti_forge::CONTRACTS[3],
    tutti_forge::CONTRACTS[4],
    tutti_forge::CONTRACTS[5],
    tutti_forge::CONTRACTS[6],
    tutti_forge::CONTRACTS[7],
    tutti_forge::CONTRACTS[8],
    tutti_forge::CONTRACTS[9],
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
