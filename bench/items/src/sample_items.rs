//! Generates any number of items without flaws for the measurements.

use tutti_item::Item;

/// Half are templates with other numbers, half say something of their own.
pub(crate) fn template_item(n: usize) -> Item {
    const THINGS: [&str; 16] = [
        "trolley",
        "barge",
        "glacier",
        "pendulum",
        "reservoir",
        "satellite",
        "conveyor",
        "turbine",
        "kiln",
        "lantern",
        "harvester",
        "telescope",
        "furnace",
        "aqueduct",
        "locomotive",
        "windmill",
    ];
    const DEEDS: [&str; 16] = [
        "slows",
        "drifts",
        "cools",
        "swings",
        "drains",
        "orbits",
        "carries gravel",
        "spins",
        "hardens clay",
        "burns oil",
        "gathers barley",
        "gathers light",
        "melts scrap",
        "leaks",
        "climbs",
        "grinds flour",
    ];
    const PLACES: [&str; 16] = [
        "harbour",
        "valley",
        "laboratory",
        "desert",
        "quarry",
        "island",
        "workshop",
        "cellar",
        "plateau",
        "estuary",
        "orchard",
        "tunnel",
        "market",
        "observatory",
        "mine",
        "meadow",
    ];
    let mut state = n as u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (thing, deed, place) = (THINGS[next(16)], DEEDS[next(16)], PLACES[next(16)]);
    let (a, b) = (2 + next(400), 3 + next(90));
    let own = if n.is_multiple_of(2) {
        String::new()
    } else {
        let word = |k: usize| {
            format!("{}{}", THINGS[k % 16].get(..3).unwrap_or(""), DEEDS[k / 16 % 16].get(..4).unwrap_or(""))
        };
        format!(" The {} beside it has a {} and a {}.", word(next(256)), word(next(256)), word(next(256)))
    };
    let stem = format!(
        "A {thing} in the {place} {deed} steadily for {b} minutes after it was loaded with {a} kg of wet sand. \
         Resistance of the air is negligible.{own} Which change does an engineer at the {place} observe?"
    );
    let options = [
        format!("The {thing} loses a tenth of its mass."),
        format!("The {thing} keeps its first speed."),
        format!("The {place} takes up the spare heat."),
        format!("The {place} lifts the lower edge."),
        format!("The load shifts by {b} cm to one side."),
    ];
    Item::multiple_choice(stem, options, n % 5)
}

/// Twenty-five words, the common ones far more often than the rare; every tenth item is an earlier one with a few
/// words changed.
pub(crate) fn prose_item(n: usize) -> Item {
    let earlier = if n.is_multiple_of(10) { n / 2 } else { n };
    let mut state = earlier as u64 + 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40
    };
    for _ in 0..9 {
        next();
    }
    let mut word = || {
        const SYLLABLES: [&str; 20] = [
            "ba", "ker", "lo", "min", "tu", "ras", "pe", "gol", "vi", "den", "sha", "mur", "ti", "fol", "ne",
            "cas", "ju", "wen", "ho", "dri",
        ];
        let share = next() as f64 / (1u64 << 24) as f64;
        let mut rank = (share * share * share * 30_000.0) as usize + 20;
        let mut text = String::new();
        while rank > 0 {
            text.push_str(SYLLABLES[rank % 20]);
            rank /= 20;
        }
        text
    };
    let mut stem: Vec<String> = (0..25).map(|_| word()).collect();
    let options: Vec<String> = (0..4).map(|_| format!("the {} of {}", word(), word())).collect();
    if earlier != n {
        for place in [3, 11, 19] {
            stem[place] = format!("other{}", n % 97);
        }
    }
    Item::multiple_choice(format!("Which {}?", stem.join(" ")), options, n % 4)
}
