//! P7, equilibrium: forces balance, and so do moments about any point one likes.

mod ladder;
mod plank;
mod toppling;
mod wire;

use super::Written;

pub(super) const FAMILIES: &[Written] = &[
    Written {
        schema: "P7",
        name: "plank_on_supports",
        idea: "A uniform plank carries a load on two supports. Moments about one support leave the other alone, and a \
               support that is about to lose contact carries nothing.",
        objects: &["uniform plank", "two supports", "load"],
        constraints: &["forces balance", "moments balance"],
        asked: "a supporting force, a place of the load, or how far the load may go",
        wrong_paths: &[
            "sharing the load equally",
            "leaving out the plank's own weight",
            "measuring from the wrong end",
            "placing the plank's weight midway between the supports",
        ],
        rationale: [
            "Moments about one support give the force at the other.",
            "The forces have to be found from their ratio before moments give the place of the load.",
            "The plank is about to tip, so one support carries nothing; moments about the other do the rest.",
        ],
        draft: plank::draft,
    },
    Written {
        schema: "P7",
        name: "ladder_and_wall",
        idea: "A ladder leans against a smooth wall. Moments about its foot leave out both forces of the ground and give \
               the push of the wall, which is also the friction.",
        objects: &["uniform ladder", "smooth wall", "rough ground"],
        constraints: &["forces balance", "moments balance", "smooth wall"],
        asked: "a force, a least coefficient of friction, or how far one may climb",
        wrong_paths: &[
            "placing the ladder's weight at its top",
            "interchanging the two distances",
            "leaving out the climber or the ladder",
        ],
        rationale: [
            "Moments about the foot give the push of the wall.",
            "The height has to be found by Pythagoras before moments are taken.",
            "Friction limits the push of the wall; what is asked is a coefficient or a place.",
        ],
        draft: ladder::draft,
    },
    Written {
        schema: "P7",
        name: "rod_held_by_wire",
        idea: "A horizontal rod is hinged to a wall and held by a wire. A point is chosen about which the forces that are \
               not asked have no moment.",
        objects: &["hinged rod", "wire", "hanging load"],
        constraints: &["forces balance", "moments balance"],
        asked: "the tension, or one component of the hinge's force",
        wrong_paths: &[
            "using the cosine of the angle instead of the sine",
            "placing the rod's weight at its end",
            "forgetting that the wire is inclined",
        ],
        rationale: [
            "Moments about the hinge give the tension.",
            "The angle has to be found from the sides before moments are taken.",
            "Neither the hinge nor the tension is the point to ask about: another point silences both.",
        ],
        draft: wire::draft,
    },
    Written {
        schema: "P7",
        name: "toppling_block",
        idea: "A block is about to topple about an edge. The whole force of the ground then acts at that edge, and moments \
               about it compare a width with a height.",
        objects: &["uniform block", "rough surface"],
        constraints: &["moments balance about an edge", "friction"],
        asked: "a force, a height, an acceleration or a coefficient at which the block is about to topple",
        wrong_paths: &[
            "taking the whole width as the arm of the weight",
            "letting the push act at the centre",
            "inverting the ratio of width and height",
        ],
        rationale: [
            "Moments about the edge give the force.",
            "The friction has to be known before moments about the edge say where to push.",
            "The toppling is hidden in an acceleration or a tilt.",
        ],
        draft: toppling::draft,
    },
];
