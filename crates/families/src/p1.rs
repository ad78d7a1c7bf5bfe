//! P1, forces, energy or momentum: one of three models answers in a line.

mod collision;
mod friction;
mod joined;
mod spring;

use super::Written;
use super::declare::Source;

pub(super) const DECLARED: &[Source] = &[collision::FAMILY];

pub(super) const FAMILIES: &[Written] = &[
    Written {
        schema: "P1",
        name: "friction_work",
        idea: "A body loses its energy to a constant resistance. The work done against it is force times distance, so \
               neither the time nor the acceleration is needed.",
        objects: &["braking", "rough surface", "slope"],
        constraints: &["constant resistance"],
        asked: "a distance or a height",
        wrong_paths: &[
            "forgetting the square on a speed",
            "averaging speeds before squaring them",
            "leaving out friction in one direction",
            "multiplying by the coefficient instead of dividing",
        ],
        rationale: [
            "Distance is proportional to the square of the speed.",
            "The energy comes from a height and goes into friction.",
            "Neither the angle nor the friction is known; the same loss on the way up and down removes it.",
        ],
        draft: friction::draft,
    },
    Written {
        schema: "P1",
        name: "joined_bodies",
        idea: "Bodies that are joined have one acceleration. Newton's law for the whole gives it; the law for one body \
               alone gives the force between them.",
        objects: &["string", "pulley", "blocks"],
        constraints: &["light string that does not stretch", "no friction"],
        asked: "a force between the bodies, or on the support",
        wrong_paths: &[
            "taking the whole pull to act on each body",
            "taking the tension to be a weight",
            "sharing the force by the wrong mass",
            "sharing the force equally",
        ],
        rationale: [
            "One acceleration, and the law once for the body behind.",
            "The pull is the weight of one of the bodies and has to be parted from the tension.",
            "The force asked for acts on the support, not on a body that moves.",
        ],
        draft: joined::draft,
    },
    Written {
        schema: "P1",
        name: "spring_energy",
        idea: "A spring gives its energy to a body, or takes it up. The force changes on the way, so energy answers \
               where the force at one end does not.",
        objects: &["spring", "elastic energy"],
        constraints: &["Hooke's law", "no losses"],
        asked: "a speed, a height or an extension",
        wrong_paths: &[
            "halving or doubling the energy of a spring",
            "taking the greatest force to act all the way",
            "forgetting the square on a speed or an extension",
            "taking the equilibrium position for the lowest point",
        ],
        rationale: [
            "The energy of the spring becomes kinetic energy.",
            "The energy of the spring becomes a height, against the weight.",
            "The lowest point is confused with the equilibrium position, and the stiffness is hidden in another load.",
        ],
        draft: spring::draft,
    },
];
