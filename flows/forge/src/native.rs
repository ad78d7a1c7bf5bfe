//! Native agents: items from the families, under the contracts of the flow.
//!
//! A family never sees the verifier, and the verifier solves the claim by other means.

use std::collections::BTreeMap;

use tutti_core::{Code, Problem};
pub use tutti_families::{Family, families, value};
use tutti_families::{Place, dice::Dice, family};
use tutti_item::Label;

use crate::idea::Viability;
use crate::package::{Question, ReasoningStep, Solution, WrongPath};
use crate::{Brief, Idea, Order, Package};

/// The native Designer: an idea of the schema, chosen by the seed.
pub fn design(brief: &Brief) -> Result<Idea, Problem> {
    let of_schema: Vec<&Family> = families().filter(|family| family.schema == brief.schema.id).collect();
    if of_schema.is_empty() {
        return Err(Problem::new(
            Code::BadInput,
            format!("there is no native generator for the schema {}", brief.schema.id),
        )
        .hint("give the designer and the implementer a model in the settings")
        .hint("or choose among the schemas M1 to M7 and P1 to P7 with `--schemas`"));
    }
    // Families take turns from slot to slot, so that a short run shows several.
    let family = of_schema[Dice::new(brief.seed, &[1, brief.slot]).below(of_schema.len())];
    Ok(Idea {
        schema_id: family.schema.clone(),
        idea_summary: family.idea.clone(),
        function_or_object_type: family.objects.clone(),
        constraints_used: family.constraints.clone(),
        what_is_asked: vec![family.asked.clone()],
        intended_wrong_paths: family.wrong_paths.clone(),
        difficulty_rationale: family.rationale[brief.difficulty as usize].clone(),
        mcq_viability: Viability {
            viable: true,
            reason: "every wrong path gives a clean value of its own".to_owned(),
        },
        family: Some(family.name.clone()),
    })
}

/// The native Implementer: a package for the idea, other numbers at every attempt.
pub fn implement(order: &Order) -> Result<Package, Problem> {
    let name = order.idea.family.as_deref().unwrap_or_default();
    let Some(family) = family(&order.idea.schema_id, name) else {
        return Err(Problem::new(Code::BadInput, "the idea comes from no native family")
            .hint("a model's idea needs a model to write it out: give the implementer one in the settings"));
    };
    let place = Place { seed: order.brief.seed, slot: order.brief.slot, attempt: order.attempt };
    let drawn = family.question(order.brief.difficulty, place);
    drawn.map(package).map_err(|fault| Problem::new(Code::Internal, fault.to_string()))
}

/// A drawn question with letters for its options.
fn package(drawn: tutti_families::Question) -> Package {
    let label = |place: usize| Label::at(place).to_string();
    let (mut options, mut distractor_map) = (BTreeMap::new(), BTreeMap::new());
    for (place, option) in drawn.options.into_iter().enumerate() {
        options.insert(label(place), option.text);
        if let Some(mistake) = option.mistake {
            distractor_map.insert(label(place), WrongPath { why: mistake.why, gives: Some(mistake.gives) });
        }
    }
    let step = |step: tutti_families::MethodStep| ReasoningStep { text: step.text, methods: step.methods };
    let steps: Vec<ReasoningStep> = drawn.steps.into_iter().map(step).collect();
    let reasoning = steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(" ");
    Package {
        question: Question { stem: drawn.stem, options, correct_option: label(drawn.key) },
        solution: Solution { reasoning, key_insight: drawn.insight, steps },
        distractor_map,
        claim: Some(drawn.claim),
        figure: drawn.figure,
    }
}
