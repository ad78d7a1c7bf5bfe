//! P4, equal parts in series and parallel: symmetry does the work.

mod lamps;
mod networks;
mod springs;

use super::Family;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        schema: "P4",
        name: "resistor_network",
        idea: "Equal resistors form a network. Ways between the ends are told apart by symmetry, a branch between points at \
               equal potential is left out, and what remains is series and parallel.",
        objects: &["equal resistors", "network"],
        constraints: &["no more than six parts", "ideal wires"],
        asked: "the resistance between two points, or the current",
        wrong_paths: &[
            "adding in parallel, or reciprocals in series",
            "exchanging series and parallel",
            "counting a branch that carries no current",
            "taking one path only",
        ],
        rationale: [
            "Two steps of series and parallel.",
            "The network has to be drawn as paths between two points, and the current is asked for.",
            "Symmetry has to be seen, or the network has to be taken apart from its far end.",
        ],
        draft: networks::draft,
    },
    Family {
        schema: "P4",
        name: "equal_lamps",
        idea: "Equal lamps at one supply: what counts is how voltage and current are shared, and power is proportional to the square of \
               either.",
        objects: &["lamps", "power"],
        constraints: &["same supply", "constant resistance"],
        asked: "a power after a change, or in one lamp",
        wrong_paths: &[
            "sharing the power without the square",
            "taking series for parallel",
            "sharing a voltage equally between unequal parts",
            "taking the power to stay the same",
        ],
        rationale: [
            "The resistance becomes a multiple, and the power follows once.",
            "The resistance changes from series to parallel, by the square of the number.",
            "Lamps carry unequal currents, and their shares of the power have to be compared.",
        ],
        draft: lamps::draft,
    },
    Family {
        schema: "P4",
        name: "equal_springs",
        idea: "Equal springs end to end each carry the whole load, side by side they share it. Extension per spring follows, \
               and with it the extension of the whole.",
        objects: &["springs", "Hooke's law"],
        constraints: &["equal light springs"],
        asked: "an extension",
        wrong_paths: &[
            "taking series for parallel",
            "leaving a part of the arrangement out",
            "forgetting that a shorter piece is stiffer",
            "putting all the springs side by side",
        ],
        rationale: [
            "One arrangement, and a load in proportion.",
            "Two groups follow each other, each with the whole load.",
            "The parts are pieces of one spring, so that their stiffness has to be found first.",
        ],
        draft: springs::draft,
    },
];
