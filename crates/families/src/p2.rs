//! P2, scaling and dimensions: how a result depends on what is given, without the formula.
#![allow(clippy::many_single_char_names, reason = "quantities bear the letters of physics")]

mod similar;
mod stream;
mod units;

use super::Written;

pub(super) const FAMILIES: &[Written] = &[
    Written {
        schema: "P2",
        name: "powers_from_units",
        idea: "A result depends on a few quantities only. Their units allow one combination, which gives the powers and \
               so the factor by which the result changes.",
        objects: &["units", "power law"],
        constraints: &["the result depends on nothing else"],
        asked: "the factor by which the result changes",
        wrong_paths: &[
            "a linear dependence where a root is meant",
            "the right power with the wrong sign",
            "scaling only one of two factors",
            "squares where roots are meant",
        ],
        rationale: [
            "Of two quantities one is changed, and one power is needed.",
            "Both quantities are changed, and both powers are needed.",
            "Three quantities are in play, so the powers come from three units at once.",
        ],
        draft: units::draft,
    },
    Written {
        schema: "P2",
        name: "similar_bodies",
        idea: "Bodies of one shape and material differ in size only. Weight, surface and section scale with different \
               powers of a length, and their quotient decides.",
        objects: &["similar bodies", "surface and volume"],
        constraints: &["same shape", "same material"],
        asked: "a factor, a time or a speed for the other size",
        wrong_paths: &[
            "scaling a mass like a length",
            "scaling only one of two factors",
            "the right power with the wrong sign",
            "forgetting a root",
        ],
        rationale: [
            "The ratio of lengths is given and two powers are divided.",
            "The ratio of lengths has to be found from a ratio of masses first.",
            "The result stands under a root: two balances of powers have to be combined.",
        ],
        draft: similar::draft,
    },
    Written {
        schema: "P2",
        name: "stream_power",
        idea: "A stream brings more mass per second when it is faster, and each part of it more energy. So power is proportional to \
               the cube of a speed, though energy is proportional to its square.",
        objects: &["wind turbine", "drag", "power"],
        constraints: &["same density", "same efficiency"],
        asked: "a power or a speed in a second situation",
        wrong_paths: &[
            "taking power to be proportional to the square of the speed",
            "taking power to be proportional to the speed",
            "scaling only one of two factors",
            "dividing by three where a cube root is meant",
        ],
        rationale: [
            "The cube is applied once.",
            "The size of the stream changes as well, with a power of its own.",
            "The power is given and the speed is asked: the cube is hidden in drag times speed.",
        ],
        draft: stream::draft,
    },
];
