//! A fixed amount in another shape, or more of it in the same shape.

use super::super::draft::{Given, Parts};
use super::super::formula::{fraction, quantity};
use super::super::{Draft, Family};
use super::RATIOS;
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const SAME_VOLUME: Family = Family {
    schema: "M1",
    name: "same_volume",
    idea: "A fixed amount of matter takes another shape, or one shape takes more of it. The volume is a product of \
           powers of lengths, so the ratio of one length fixes the ratio of the other.",
    objects: &["cylinders", "cones", "constant volume"],
    constraints: &["volume is kept", "shape is kept"],
    asked: "a length or a time after the change",
    wrong_paths: &[
        "using the ratio of lengths itself",
        "inverting the ratio",
        "taking the cube where the square is wanted",
        "counting from the start what is asked from now on",
    ],
    rationale: [
        "One cylinder becomes another, and the ratio of radii is squared and inverted.",
        "The square has to be undone, or the number of bodies changes as well.",
        "Nothing says that the volume matters, and its power of the length has to be seen.",
    ],
    draft: same_volume,
};

fn same_volume(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => one_cylinder(dice),
        Difficulty::Medium => {
            if dice.below(2) == 0 {
                drawn_wire(dice)
            } else {
                several_cylinders(dice)
            }
        }
        Difficulty::Hard => match dice.below(3) {
            0 => oil_film(dice),
            1 => heap(dice),
            _ => cone_filling(dice),
        },
    }
}

/// A cylinder becomes another: heights go with the inverse square of radii.
fn one_cylinder(dice: &mut Dice) -> Draft {
    let (p, q) = *dice.pick(RATIOS);
    let (from, to) = if dice.below(2) == 0 { (p, q) } else { (q, p) };
    let kind = dice.below(4);
    // Units of the width and of the length, and steps of both.
    let (wide, long, width, length) = match kind {
        0 => ("mm", "m", *dice.pick(&[1, 2, 3]), dice.range(1, 9)),
        1 => ("cm", "cm", *dice.pick(&[2, 3, 4]), dice.range(1, 4)),
        2 => ("cm", "cm", *dice.pick(&[10, 15, 20]), dice.range(1, 5)),
        _ => ("m", "mm", *dice.pick(&[1, 2, 3]), dice.range(1, 3)),
    };
    let height = length * to * to;
    let mut given = Given::default();
    let a = given.quantity("a", from * width, wide);
    let b = given.quantity("b", to * width, wide);
    let h = given.quantity("h", height, long);
    let stem = match kind {
        0 => {
            let (metal, made) = (
                *dice.pick(&["copper", "silver", "gold", "steel"]),
                if from > to { "drawn out into" } else { "melted down and recast as" },
            );
            format!(
                "A piece of {metal} wire is {h} long and has a diameter of {a}. It is {made} a wire \
                 with a diameter of {b} throughout.\nHow long is the new wire?"
            )
        }
        1 => format!(
            "A lump of modelling clay has the shape of a cylinder with radius {a} and height {h}.\n\
             It is reshaped into a cylinder with radius {b}. What is the new height?"
        ),
        2 => format!(
            "Water stands {h} deep in a cylindrical tank of diameter {a}.\n\
             All of it is poured into an empty cylindrical tank of diameter {b}. How deep is the water there?"
        ),
        _ => format!(
            "A machine spreads a load of tar evenly over a circular area of radius {a}, in a layer {h} thick.\n\
             How thick would the layer be if the same load were spread over a circular area of radius {b}?"
        ),
    };
    let claim = given.solve(&["v", "x"], &["v = pi*a^2*h", "v = pi*b^2*x"], &[], "x");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit(long),
        key: "h*(a/b)^2",
        wrong: &[
            ("uses the ratio of lengths without the square", "h*a/b"),
            ("takes height and radius to grow together", "h*b/a"),
            ("inverts the ratio of areas", "h*(b/a)^2"),
            ("takes the cube where the square is wanted", "h*(a/b)^3"),
            ("doubles the ratio instead of squaring it", "2*h*a/b"),
            ("takes the fourth power, squaring the ratio of areas", "h*(a/b)^4"),
            ("inverts the ratio and cubes it", "h*(b/a)^3"),
        ],
        steps: &[
            (
                &format!(
                    "The radii are in the ratio ${from}:{to}$, so the areas of the cross-sections are in the ratio \
                     ${}:{}$.",
                    from * from,
                    to * to
                ),
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "The volume stays the same, so the other dimension is multiplied by ${}$ and becomes {}.",
                    fraction(from * from, to * to),
                    quantity(length * from * from, long)
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "With the volume kept, length times the square of the radius is constant.",
    })
}

/// The square has to be undone.
fn drawn_wire(dice: &mut Dice) -> Draft {
    let (p, q) = *dice.pick(RATIOS);
    let (from, to) = if dice.below(3) > 0 { (p, q) } else { (q, p) };
    let kind = dice.below(3);
    let (wide, long, width, length) = match kind {
        0 => ("mm", "m", dice.range(1, 4), dice.range(1, 8)),
        1 => ("cm", "cm", dice.range(1, 3), dice.range(1, 4)),
        _ => ("m", "cm", dice.range(1, 6), dice.range(1, 2)),
    };
    // Lengths as from² to to², widths as to to from.
    let (before, after, diameter) = (length * from * from, length * to * to, width * to);
    let mut given = Given::default();
    let l = given.quantity("l", before, long);
    let m = given.quantity("m", after, long);
    let d = given.quantity("d", diameter, wide);
    let stem = match kind {
        0 => {
            let metal = *dice.pick(&["copper", "silver", "brass"]);
            format!(
                "A {metal} wire of length {l} and diameter {d} is melted down.\nAll the metal is used for a wire of \
                 length {m}. What is the diameter of this wire?"
            )
        }
        1 => format!(
            "A roll of dough is a cylinder of length {l} and diameter {d}.\n\
             It is shaped into another cylinder, of length {m}. Find the new diameter."
        ),
        _ => format!(
            "A load of gravel covers a circle of diameter {d} evenly to a depth of {l}.\n\
             What is the diameter of the circle that the same load covers to a depth of {m}?"
        ),
    };
    let claim = given.solve(&["x"], &["pi*(x/2)^2*m = pi*(d/2)^2*l"], &["x > 0"], "x");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit(wide),
        key: "d*sqrt(l/m)",
        wrong: &[
            ("takes the diameter to be inversely proportional to the length", "d*l/m"),
            ("takes the diameter to grow with the length", "d*m/l"),
            ("inverts the ratio of diameters", "d*sqrt(m/l)"),
            ("squares where the root is wanted", "d*(l/m)^2"),
            ("gives the radius for the diameter", "d*sqrt(l/m)/2"),
            ("takes the given diameter for a radius", "2*d*sqrt(l/m)"),
            ("halves the ratio instead of taking its root", "d*l/(2*m)"),
        ],
        steps: &[
            (
                &format!(
                    "The volume is kept, so ${}:{}$ for the lengths gives ${}:{}$ for the areas of the \
                     cross-sections.",
                    from * from,
                    to * to,
                    to * to,
                    from * from
                ),
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "The diameters are in the ratio ${to}:{from}$, and the new one is {}.",
                    quantity(width * from, wide)
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "Length times the square of the diameter is constant, so the diameter is inversely proportional to \
                  the root of the length.",
    })
}

/// The number of cylinders changes as well as their radius.
fn several_cylinders(dice: &mut Dice) -> Draft {
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (1, 3), (3, 4)]);
    let count = dice.range(2, 9);
    let width = dice.range(1, 2);
    let merging = dice.below(2) == 0;
    // One of radius b, `count` of radius a.
    let (a, b) = (p * width, q * width);
    let step = dice.range(1, 3);
    let (given_height, found) =
        if merging { (step * q * q, step * count * p * p) } else { (step * count * p * p, step * q * q) };
    let mut given = Given::default();
    let r = given.quantity("r", a, "cm");
    let big = given.quantity("s", b, "cm");
    let h = given.quantity("h", given_height, "cm");
    given.number("n", count);
    let stem = match (merging, dice.below(2)) {
        (true, 0) => format!(
            "The metal of ${count}$ equal cylindrical rods, each of radius {r} and length {h}, is melted.\n\
             It is all used for one cylindrical rod of radius {big}. How long is this rod?"
        ),
        (true, _) => format!(
            "Each of ${count}$ identical cylindrical glasses has an inner radius of {r} and holds water to a height \
             of {h}.\nAll the water is poured into an empty cylindrical jug of inner radius {big}. \
             What is the depth of the water in the jug?"
        ),
        (false, 0) => format!(
            "A cylindrical jug of inner radius {big} holds juice to a height of {h}.\nThe juice is shared equally \
             between ${count}$ empty cylindrical glasses of inner radius {r}. How high does it stand in each glass?"
        ),
        (false, _) => format!(
            "A metal cylinder of radius {big} and height {h} is melted down and made into ${count}$ equal cylinders of \
             radius {r}.\nWhat is the height of each of them?"
        ),
    };
    let claim = if merging {
        given.solve(&["v", "x"], &["v = n*pi*r^2*h", "v = pi*s^2*x"], &[], "x")
    } else {
        given.solve(&["v", "x"], &["v = pi*s^2*h", "v = n*pi*r^2*x"], &[], "x")
    };
    let (key, wrong): (&str, &[(&str, &str)]) = if merging {
        (
            "n*h*(r/s)^2",
            &[
                ("uses the ratio of radii without the square", "n*h*r/s"),
                ("leaves the radii out of account", "n*h"),
                ("takes the cube where the square is wanted", "n*h*(r/s)^3"),
                ("forgets how many there are", "h*(r/s)^2"),
                ("inverts the ratio of areas", "n*h*(s/r)^2"),
                ("halves the ratio of radii instead of squaring it", "n*h*r/(2*s)"),
                ("applies the ratio of radii the wrong way round", "n*h*s/r"),
            ],
        )
    } else {
        (
            "h*(s/r)^2/n",
            &[
                ("uses the ratio of radii without the square", "h*s/(r*n)"),
                ("leaves the radii out of account", "h/n"),
                ("takes the cube where the square is wanted", "h*(s/r)^3/n"),
                ("forgets how many there are", "h*(s/r)^2"),
                ("inverts the ratio of areas", "h*(r/s)^2/n"),
                ("doubles the ratio of radii instead of squaring it", "2*h*s/(r*n)"),
                ("uses the ratio of radii and forgets how many there are", "h*s/r"),
            ],
        )
    };
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("cm"),
        key,
        wrong,
        steps: &[
            (
                &format!("The areas of the bases are in the ratio ${}:{}$.", p * p, q * q),
                &["ratio", "geometry"],
            ),
            (
                &if merging {
                    format!(
                        "The same volume in one cylinder stands at ${count} \\times {given_height} \\times {} = \
                         {found}\\,\\mathrm{{cm}}$.",
                        fraction(p * p, q * q)
                    )
                } else {
                    format!(
                        "The same volume in ${count}$ cylinders stands at ${given_height} \\times {} \\div {count} = \
                         {found}\\,\\mathrm{{cm}}$.",
                        fraction(q * q, p * p)
                    )
                },
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "Number times height times the square of the radius is kept.",
    })
}

/// A drop's volume is a cube, a film's area a square.
fn oil_film(dice: &mut Dice) -> Draft {
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (1, 3), (2, 3)]);
    let (from, to) = if dice.below(3) > 0 { (p, q) } else { (q, p) };
    let step = dice.range(1, 12);
    let film = step * from.pow(3);
    let mut given = Given::default();
    let r = given.quantity("r", from * from, "mm");
    let s = given.quantity("s", to * to, "mm");
    let f = given.quantity("f", film, "cm");
    let stem = match dice.below(3) {
        0 => format!(
            "A spherical drop of oil of radius {r} spreads on water as a thin circular film of radius {f}.\n\
             A drop of radius {s} spreads to a film of the same thickness. What is the radius of that film?"
        ),
        1 => format!(
            "A drop of oil on water always spreads until its film has a certain thickness. A spherical drop of radius \
             {r} gives a circular film of radius {f}.\nFind the radius of the circular film from a spherical drop of \
             radius {s}."
        ),
        _ => format!(
            "Balls of soft metal are hammered into circular discs that all have the same thickness.\n\
             A ball of radius {r} becomes a disc of radius {f}. What is the radius of the disc made from a ball of \
             radius {s}?"
        ),
    };
    let claim = given.solve(&["t", "x"], &["4*r^3 = 3*f^2*t", "4*s^3 = 3*x^2*t"], &["x > 0"], "x");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("cm"),
        key: "f*(s/r)^(3/2)",
        wrong: &[
            ("takes the two radii to grow together", "f*s/r"),
            ("takes the radius of the film to grow with the surface of the ball", "f*(s/r)^2"),
            ("takes the radius of the film to grow with the volume", "f*(s/r)^3"),
            ("takes a root of the ratio of radii", "f*sqrt(s/r)"),
            ("inverts the ratio of radii", "f*r/s"),
            ("inverts the ratio and takes its root", "f*sqrt(r/s)"),
        ],
        steps: &[
            (
                &format!(
                    "The radii of the balls are in the ratio ${}:{}$, so the volumes are in the ratio ${}:{}$.",
                    from * from,
                    to * to,
                    from.pow(6),
                    to.pow(6)
                ),
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "With the same thickness the areas are in that ratio, and the radii of the circles in the ratio \
                     ${}:{}$.",
                    from.pow(3),
                    to.pow(3)
                ),
                &["ratio", "geometry"],
            ),
            (&format!("The radius is {}.", quantity(step * to.pow(3), "cm")), &["arithmetic"]),
        ],
        insight: "The volume is a cube of one radius and, at a fixed thickness, a square of the other.",
    })
}

/// A heap that keeps its shape grows with the cube of its height.
fn heap(dice: &mut Dice) -> Draft {
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (1, 3), (3, 4), (2, 5)]);
    let step = dice.range(1, 4);
    let width = *dice.pick(&[10, 20, 25, 30]);
    let (first, second) = (step * p.pow(3), step * q.pow(3));
    let mut given = Given::default();
    let a = given.quantity("a", p * width, "cm");
    let b = given.quantity("b", q * width, "cm");
    let t = given.quantity("t", first, "min");
    let stem = match dice.below(3) {
        0 => format!(
            "Sand falls at a steady rate from a conveyor belt onto the ground and forms a conical heap that always keeps \
             the same shape.\nAfter {t} the heap is {a} high. How long after the start will it be {b} high?"
        ),
        1 => format!(
            "Grain runs out of a silo at a constant rate. The conical pile below it grows without changing its shape and \
             reaches a height of {a} in {t}.\nIn what total time does it reach a height of {b}?"
        ),
        _ => format!(
            "A balloon keeps its shape while air is pumped in at a constant rate, measured at the pressure in the balloon. \
             Starting from empty, it is {a} wide after {t}.\nAfter what time from the start is it {b} wide?"
        ),
    };
    // The other two dimensions are fixed multiples of the one that is told.
    let volumes = ["c*t = a*(u*a)*(v*a)", "c*x = b*(u*b)*(v*b)"];
    let claim = given.solve(&["c", "x"], &volumes, &[], "x");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("min"),
        key: "t*(b/a)^3",
        wrong: &[
            ("takes the length to grow evenly with time", "t*b/a"),
            ("takes the square where the cube is wanted", "t*(b/a)^2"),
            ("applies one power too many", "t*(b/a)^4"),
            ("gives the further time from now on", "t*((b/a)^3 - 1)"),
            ("adds the first time once more", "t*((b/a)^3 + 1)"),
            ("multiplies the ratio by three instead of cubing it", "3*t*b/a"),
            ("adds the separate times for the square and for the length", "t*(b/a)^2 + t*b/a"),
        ],
        steps: &[
            (
                "The shape is kept, so the volume is proportional to the cube of the length, and the time to the volume.",
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "Times are in the ratio ${}:{}$, so the time is {}.",
                    p.pow(3),
                    q.pow(3),
                    quantity(second, "min")
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "At a steady rate time measures volume, and volume is the cube of a length.",
    })
}

/// The further time, in a cone with its point down.
fn cone_filling(dice: &mut Dice) -> Draft {
    let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (1, 3), (3, 4), (1, 4)]);
    let step = dice.range(1, 6);
    let width = dice.range(2, 6);
    let first = step * p.pow(3);
    let mut given = Given::default();
    let a = given.quantity("a", p * width, "cm");
    let b = given.quantity("b", q * width, "cm");
    let t = given.quantity("t", first, "s");
    let stem = match dice.below(3) {
        0 => format!(
            "Water runs at a steady rate into an empty cone that stands on its point. After {t} the water is {a} deep.\n\
             How much longer does it take until it is {b} deep?"
        ),
        1 => format!(
            "A conical glass with its point at the bottom is filled from a tap at a constant rate.\n\
             In the first {t} the depth rises to {a}. What further time is needed for a depth of {b}?"
        ),
        _ => format!(
            "Liquid drips steadily into a conical funnel whose lower end is closed. Its depth above the point is {a} after \
             {t}.\nHow much later is the depth {b}?"
        ),
    };
    // The water is a cone whose radius is a fixed multiple of its depth.
    let volumes = ["c*t = pi*(u*a)^2*a/3", "c*(t + x) = pi*(u*b)^2*b/3"];
    let claim = given.solve(&["c", "x"], &volumes, &[], "x");
    Draft::new(Parts {
        stem: &stem,
        claim: claim.in_unit("s"),
        key: "t*(b/a)^3 - t",
        wrong: &[
            ("gives the whole time from the start", "t*(b/a)^3"),
            ("takes the depth to grow evenly with time", "t*(b/a - 1)"),
            ("takes the square where the cube is wanted", "t*((b/a)^2 - 1)"),
            ("cubes the difference of the depths", "t*(b/a - 1)^3"),
            ("gives the whole time, with the square for the cube", "t*(b/a)^2"),
            ("adds the first time instead of taking it off", "t*((b/a)^3 + 1)"),
            ("applies one power too many", "t*((b/a)^4 - 1)"),
        ],
        steps: &[
            (
                &format!(
                    "Water of depths in the ratio ${p}:{q}$ fills similar cones, so the volumes are in the ratio \
                     ${}:{}$.",
                    p.pow(3),
                    q.pow(3)
                ),
                &["ratio", "geometry"],
            ),
            (
                &format!(
                    "The whole time is {}, of which {t} have passed; {} are left.",
                    quantity(step * q.pow(3), "s"),
                    quantity(step * (q.pow(3) - p.pow(3)), "s")
                ),
                &["ratio", "arithmetic"],
            ),
        ],
        insight: "The water itself is a cone that keeps its shape, so time is proportional to the cube of the depth.",
    })
}
