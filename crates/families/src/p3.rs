//! P3, a graph read as physics: the slope or the area is what is asked for.
#![allow(clippy::many_single_char_names, reason = "quantities bear the letters of physics")]

mod impulse;
mod motion;
mod rate;
mod work;

use super::Written;
use super::declare::Source;

pub(super) const DECLARED: &[Source] = &[motion::FAMILY];

pub(super) const FAMILIES: &[Written] = &[
    Written {
        schema: "P3",
        name: "force_time",
        idea: "The area under a force–time graph is the momentum that is given to the body, so the speed follows without \
               any acceleration.",
        objects: &["force–time graph", "momentum"],
        constraints: &["straight pieces", "no other force along the line"],
        asked: "a speed, or a kinetic energy",
        wrong_paths: &[
            "a rectangle where the graph is a triangle",
            "taking only one side of the triangle",
            "forgetting the speed at the start",
            "taking the area for an energy",
        ],
        rationale: [
            "The area of a triangle, divided by the mass.",
            "The body comes in with a speed in the other direction.",
            "The area is a momentum while an energy is asked for.",
        ],
        draft: impulse::draft,
    },
    Written {
        schema: "P3",
        name: "force_distance",
        idea: "The area under a force–distance graph is the work done, whatever the time it takes; it turns up as kinetic \
               energy or goes into friction.",
        objects: &["force–distance graph", "work"],
        constraints: &["straight pieces"],
        asked: "a work, a speed or a further distance",
        wrong_paths: &[
            "a rectangle where the graph is a triangle",
            "taking the area for a momentum",
            "forgetting a root or a half",
            "leaving a stretch out",
        ],
        rationale: [
            "One area is read as work.",
            "The work has to be turned into a speed.",
            "All the work goes into friction in the end, also after the pull has ceased.",
        ],
        draft: work::draft,
    },
    Written {
        schema: "P3",
        name: "slope",
        idea: "How fast a quantity changes is the slope of its graph: momentum gives force, charge gives current, energy \
               gives power, and kinetic energy against distance gives force again.",
        objects: &["slope", "rate of change"],
        constraints: &["straight pieces"],
        asked: "what the slope of one stretch means",
        wrong_paths: &[
            "the area instead of the slope",
            "the slope of the line from the origin",
            "the slope of the wrong stretch",
            "the slope upside down",
        ],
        rationale: [
            "One slope is the answer.",
            "The slope has to be taken on into a second law.",
            "The slope is only the resultant; another force has to be told apart from it.",
        ],
        draft: rate::draft,
    },
];
