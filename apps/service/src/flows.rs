//! All flows, agents and contracts of this binary, joined from the lists of the flows' crates.

use std::sync::LazyLock;

use serde_json::Value;
use tutti_agent::{AgentEntry, ContractEntry};
use tutti_engine::Flows;

use crate::tour;

pub fn flows() -> Flows {
    let flows = tutti_author::FLOWS.into_iter().chain(tutti_forge::FLOWS).chain(tutti_study::FLOWS);
    flows.chain(tour::FLOWS).collect()
}

/// A short title of a run, for lists.
pub fn title(flow: &str, input: Option<&Value>) -> String {
    static FLOWS: LazyLock<Flows> = LazyLock::new(flows);
    FLOWS.title(flow, input)
}

pub const AGENTS: &[AgentEntry] = &{
    let [a, b, c, d, e, f, g, h, i] = tutti_author::AGENTS;
    let [designer, implementer, solver, verifier, style] = tutti_forge::AGENTS;
    let [reader, coach, notes] = tutti_study::AGENTS;
    let tour = tour::READABILITY.entry();
    [a, b, c, d, e, f, g, h, i, designer, implementer, solver, verifier, style, reader, coach, notes, tour]
};

/// All contracts, sorted by name.
pub fn contracts() -> Vec<ContractEntry> {
    let own = [
        ContractEntry::of::<tutti_item::Item>(),
        ContractEntry::of::<tour::Readability>(),
        ContractEntry::of::<tour::Text>(),
        ContractEntry::of::<tour::TourInput>(),
        ContractEntry::of::<tour::TourReport>(),
    ];
    let flows =
        tutti_author::CONTRACTS.into_iter().chain(tutti_forge::CONTRACTS).chain(tutti_study::CONTRACTS);
    let mut all: Vec<ContractEntry> = own.into_iter().chain(flows).collect();
    all.sort_by_key(|contract| contract.name);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_have_unique_names() {
        let names: Vec<_> = contracts().iter().map(|contract| contract.name).collect();
        let mut once = names.clone();
        once.dedup();
        assert_eq!(names, once);
    }
}
