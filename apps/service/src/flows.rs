//! What this binary knows: its flows, its agents, its contracts. A new flow is one line in each list.

use tutti_agent::{AgentEntry, ContractEntry};
use tutti_engine::{Flows, flow};

use crate::tour;

pub fn flows() -> Flows {
    Flows::default()
        .with(flow!("author", version 1, tutti_author::author))
        .with(flow!("author_batch", version 1, tutti_author::author_batch))
        .with(flow!("author_solve", version 1, tutti_author::author_solve))
        .with(flow!("forge", version 2, tutti_forge::forge))
        .with(flow!("forge_batch", version 1, tutti_forge::forge_batch))
        .with(flow!("forge_verify", version 1, tutti_forge::forge_verify))
        .with(flow!("forge_verify_item", version 1, tutti_forge::forge_verify_item))
        .with(flow!("study", version 1, tutti_study::study))
        .with(flow!("study_quiz", version 1, tutti_study::study_quiz))
        .with(flow!("study_results", version 1, tutti_study::study_results))
        .with(flow!("tour", version 1, tour::tour))
        .with(flow!("tour_text", version 1, tour::tour_text))
}

pub const AGENTS: &[AgentEntry] = &{
    let [a, b, c, d, e, f, g, h, i] = tutti_author::AGENTS;
    let [designer, implementer, solver, verifier, style] = tutti_forge::AGENTS;
    let [reader, coach, notes] = tutti_study::AGENTS;
    let tour = tour::READABILITY.entry();
    [a, b, c, d, e, f, g, h, i, designer, implementer, solver, verifier, style, reader, coach, notes, tour]
};

/// In the order of their names.
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
