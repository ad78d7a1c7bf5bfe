//! M1, hidden proportionality: one power law, found from what the situation is.

use std::collections::BTreeMap;

use super::{Draft, Family, Wrong};
use crate::Difficulty;
use crate::claim::{Claim, Task};
use crate::dice::Dice;

pub(super) const FAMILIES: &[Family] = &[Family {
    schema: "M1",
    name: "similar_solids",
    idea: "Two solids of the same shape and material are compared. Their masses go with the cube of a length and their \
           surfaces with its square; from one ratio the other follows without any constant.",
    objects: &["similar solids", "power law"],
    constraints: &["same shape", "same material"],
    asked: "the second of two quantities that scale with different powers of a length",
    wrong_paths: &[
        "taking both quantities to go with the length itself",
        "taking the square where the cube is wanted",
        "inverting the ratio",
        "stopping at the ratio of lengths",
    ],
    rationale: [
        "The ratio of lengths is given and one power is applied.",
        "The ratio of lengths has to be found from one quantity before another power is applied.",
        "The ratio of lengths is found from a surface and carried over to a mass, with a ratio that is no whole number.",
    ],
    draft: similar_solids,
}];

fn similar_solids(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let (thing, matter) = *dice.pick(&[
        ("statues", "bronze"),
        ("candles", "wax"),
        ("weights", "steel"),
        ("bells", "brass"),
        ("chess pieces", "marble"),
        ("ornaments", "glass"),
    ]);
    // Lengths in the ratio p : q.
    let (p, q) = *match difficulty {
        Difficulty::Easy => dice.pick(&[(1, 2), (1, 3), (1, 4), (1, 5)]),
        Difficulty::Medium => dice.pick(&[(1, 2), (1, 3), (2, 3), (1, 4)]),
        Difficulty::Hard => dice.pick(&[(2, 3), (3, 4), (2, 5), (3, 5)]),
    };
    let unit = dice.range(1, 4);
    let mass = unit * p * p * p;
    let mut given = BTreeMap::from([("m".to_owned(), format!("{mass} kg"))]);
    let opening = *dice.pick(&["Two", "A sculptor makes two", "A museum owns two", "A workshop casts two"]);
    let (stem, ratio, first_step) = match difficulty {
        Difficulty::Easy => {
            given.insert("a".into(), format!("{p}"));
            given.insert("b".into(), format!("{q}"));
            (
                format!(
                    "{opening} solid {matter} {thing} of the same shape. Their heights are in the ratio \\({p}:{q}\\).\n\
                     The smaller one has a mass of \\({mass}\\,\\mathrm{{kg}}\\). What is the mass of the larger one?"
                ),
                "b/a",
                format!(
                    "The heights are in the ratio \\({p}:{q}\\), so the volumes are in the ratio \\({}:{}\\).",
                    p * p * p,
                    q * q * q
                ),
            )
        }
        _ => {
            let scale = dice.range(1, 3);
            let (small, large) = (scale * p * p * 10, scale * q * q * 10);
            given.insert("s".into(), format!("{small} cm^2"));
            given.insert("t".into(), format!("{large} cm^2"));
            (
                format!(
                    "{opening} solid {matter} {thing} of the same shape. Painting the smaller one covers \
                     \\({small}\\,\\mathrm{{cm^{{2}}}}\\), painting the larger one \\({large}\\,\\mathrm{{cm^{{2}}}}\\).\n\
                     The smaller one has a mass of \\({mass}\\,\\mathrm{{kg}}\\). What is the mass of the larger one?"
                ),
                "sqrt(t/s)",
                format!(
                    "The surfaces are in the ratio \\({}:{}\\), so the lengths are in the ratio \\({p}:{q}\\).",
                    p * p,
                    q * q
                ),
            )
        }
    };
    let claim = Claim {
        given,
        unit: Some("kg".into()),
        task: Task::Solve {
            unknowns: vec!["x".into()],
            // Masses as cubes of lengths, lengths as roots of surfaces: x² s³ = m² t³, or x a³ = m b³.
            equations: vec![match difficulty {
                Difficulty::Easy => "x*a^3 = m*b^3".into(),
                _ => "x^2*s^3 = m^2*t^3".into(),
            }],
            conditions: vec!["x > 0".into()],
            ask: "x".into(),
        },
    };
    Draft {
        stem,
        key: format!("m*({ratio})^3"),
        wrong: vec![
            Wrong::new("takes the mass to grow with the length", format!("m*({ratio})")),
            Wrong::new("takes the mass to grow with the surface", format!("m*({ratio})^2")),
            Wrong::new("applies one power too many", format!("m*({ratio})^4")),
            Wrong::new("applies the cube to the ratio of surfaces", format!("m*({ratio})^6")),
            Wrong::new("inverts the ratio", format!("m/({ratio})")),
            Wrong::new("inverts the ratio of surfaces", format!("m/({ratio})^2")),
            Wrong::new("inverts the ratio of volumes", format!("m/({ratio})^3")),
        ],
        steps: vec![
            (first_step, &["ratio", "geometry"]),
            (
                format!(
                    "The mass goes with the volume: \\({mass} \\times \\frac{{{}}}{{{}}} = {}\\) kg.",
                    q * q * q,
                    p * p * p,
                    unit * q * q * q
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "Same shape and material: surfaces go with the square of a length, masses with its cube."
            .into(),
        claim,
        figure: None,
    }
}
