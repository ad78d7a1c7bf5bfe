//! Light reflected by the two faces of a thin film.

use crate::Difficulty;
use crate::claim::Tally;
use crate::dice::Dice;
use crate::native::Draft;
use crate::native::draft::{Given, Parts};
use crate::native::formula::fraction;
use crate::native::whole::until;

/// Refractive indices of films, as printed.
const FILMS: &[(i64, i64)] = &[(4, 3), (3, 2), (5, 4), (7, 5), (8, 5), (6, 5)];

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let draft = match difficulty {
        Difficulty::Easy => in_air(dice),
        Difficulty::Medium => on_something(dice),
        Difficulty::Hard => two_colours(dice),
    };
    draft.believable(2)
}

/// A film with air on both sides: one reflection turns the wave over.
fn in_air(dice: &mut Dice) -> Draft {
    let bright = dice.below(2) == 0;
    let (wave, (p, q), thickness) = until(|| {
        let (wave, (p, q)) = (10 * dice.range(40, 70), *dice.pick(FILMS));
        // λ/(4n) or λ/(2n)
        let below = if bright { 4 * p } else { 2 * p };
        (wave * q % below == 0).then_some((wave, (p, q), wave * q / below))
    });
    let mut given = Given::default();
    let w = given.quantity("w", wave, "nm");
    let n = given.number("n", format!("{p}/{q}"));
    let effect = if bright { "reflects this light most strongly" } else { "reflects none of this light" };
    let film = if (p, q) == (4, 3) { "soap film" } else { "plastic film" };
    let stem = match dice.below(3) {
        0 => format!(
            "Light of wavelength {w} in air falls at right angles on a {film} of refractive index {n}. There is air \
             on both sides, and the film {effect}.\nWhat is the least thickness, other than zero, that the film can \
             have?"
        ),
        1 => format!(
            "A thin {film} of refractive index {n} is surrounded by air. Seen in light whose wavelength in air is \
             {w}, at normal incidence, it {effect}.\nApart from zero, what is the smallest possible thickness of the \
             film?"
        ),
        _ => format!(
            "A {film} in air has a refractive index of {n}. Light of wavelength {w} in air arrives at right \
             angles, and the film {effect}. Only the first reflection at each face need be considered.\n\
             Find the least thickness above zero for which this happens."
        ),
    };
    // The ray from the front face is turned over, that from the back face is not.
    let fits = if bright { "2*t + v/2 = v" } else { "2*t + v/2 = 3*v/2" };
    let claim = given.solve(&["t", "v"], &["n*v = w", fits], &[], "t").in_unit("nm");
    let (half, quarter) = ("w/(2*n)", "w/(4*n)");
    let (key, missed) = if bright { (quarter, half) } else { (half, quarter) };
    let inside = fraction(wave * q, p);
    let way = if bright { "half a wavelength" } else { "one wavelength" };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            ("forgets that the reflection at the front face inverts the wave", missed),
            ("uses the wavelength in air", if bright { "w/4" } else { "w/2" }),
            ("uses the wavelength in air and forgets the inversion", if bright { "w/2" } else { "w/4" }),
            ("lets the light cross the film only once and forgets the inversion", "w/n"),
            ("multiplies by the refractive index", if bright { "w*n/4" } else { "w*n/2" }),
            ("takes the next thickness that does the same", if bright { "3*w/(4*n)" } else { "w/n" }),
            ("takes a quarter of a wavelength for the whole path", "w/(8*n)"),
        ],
        steps: &[
            (&format!("Inside the film the wavelength is ${inside}$ nm."), &["waves"]),
            (
                &format!(
                    "Only the front reflection inverts the wave, so the path there and back must be {way}: $2t = {}$ nm, $t = \
                     {thickness}$ nm.",
                    2 * thickness
                ),
                &["waves"],
            ),
        ],
        insight: "There and back inside the film, in wavelengths of the film, plus half a wavelength for the one \
                  reflection that inverts the wave.",
    })
}

/// A film on another medium, denser or less dense than itself.
fn on_something(dice: &mut Dice) -> Draft {
    let bright = dice.below(2) == 0;
    let (wave, (p, q), (r, s), thickness, turned) = until(|| {
        let (wave, (p, q)) = (10 * dice.range(40, 70), *dice.pick(FILMS));
        let (r, s) = *dice.pick(&[(4, 3), (3, 2), (8, 5), (7, 4)]);
        let turned = p * s < r * q;
        // One reflection is turned over, or both: the way is a half or a whole wavelength.
        let half = bright != turned;
        let below = if half { 4 * p } else { 2 * p };
        (p * s != r * q && wave * q % below == 0).then_some((wave, (p, q), (r, s), wave * q / below, turned))
    });
    let half = bright != turned;
    let mut given = Given::default();
    let w = given.quantity("w", wave, "nm");
    let n = given.number("n", format!("{p}/{q}"));
    let m = given.number("m", format!("{r}/{s}"));
    let (layer, base) = if (r, s) == (4, 3) { ("layer of liquid", "water") } else { ("coating", "glass") };
    let effect = if bright { "as much as possible" } else { "as little as possible" };
    let stem = match dice.below(3) {
        0 => format!(
            "A thin {layer} of refractive index {n} covers {base} of refractive index {m}. It is to reflect {effect} \
             of light that arrives from the air at right angles with a wavelength of {w} in air.\nWhat is the least \
             thickness above zero that it can have?"
        ),
        1 => format!(
            "Light of wavelength {w} in air falls vertically on {base} (refractive index {m}) with a thin {layer} (refractive index {n}) \
             on it. {} is reflected.\n\
             What is the smallest thickness of the {layer}, other than zero, for which this is so?",
            if bright { "As much light as possible" } else { "As little light as possible" }
        ),
        _ => format!(
            "The refractive index of a {layer} is {n}, that of the {base} below it {m}. At normal incidence, light with a wavelength of \
             {w} in the air above is reflected {}.\n\
             What is the least thickness, other than zero, of the {layer}?",
            if bright { "most strongly" } else { "most weakly" }
        ),
    };
    // The lower ray is ahead by its way and by half a wavelength for each reflection at a denser medium that it has more
    // or fewer than the upper one.
    let below = if turned { "+ v/2" } else { "" };
    let ahead = match (bright, turned) {
        (true, true) => "v",
        (true, false) => "0",
        (false, _) => "v/2",
    };
    let denser = if turned { "m > n" } else { "n > m" };
    let equations = ["n*v = w", &format!("2*t {below} - v/2 = {ahead}")];
    let claim = given.solve(&["t", "v"], &equations, &[denser], "t").in_unit("nm");
    let (key, missed) = if half { ("w/(4*n)", "w/(2*n)") } else { ("w/(2*n)", "w/(4*n)") };
    let (in_air, by_base) = if half { ("w/4", "w/(4*m)") } else { ("w/2", "w/(2*m)") };
    let which = if turned { "Both reflections turn" } else { "Only the upper reflection turns" };
    let way = if half { "half a wavelength" } else { "one wavelength" };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            (
                if turned {
                    "overlooks that the lower reflection inverts the wave too"
                } else {
                    "inverts the wave at both faces"
                },
                missed,
            ),
            ("uses the wavelength in air", in_air),
            ("uses the refractive index of what lies below", by_base),
            ("multiplies by the refractive index", if half { "w*n/4" } else { "w*n/2" }),
            ("lets the light cross the layer only once and miscounts the reflections", "w/n"),
            ("takes a quarter of a wavelength for the whole path", "w/(8*n)"),
            ("uses the wavelength in air and miscounts the reflections", if half { "w/2" } else { "w/4" }),
            ("takes the next thickness of the other kind", "3*w/(4*n)"),
        ],
        steps: &[
            (
                &format!(
                    "{which} the wave over, because ${}$ is {} than ${}$.",
                    fraction(p, q),
                    if turned { "less" } else { "greater" },
                    fraction(r, s)
                ),
                &["waves"],
            ),
            (
                &format!(
                    "So the path there and back must be {way} in the layer, which is ${}$ nm.",
                    2 * thickness
                ),
                &["waves"],
            ),
            (&format!("The thickness is ${thickness}$ nm."), &["arithmetic"]),
        ],
        insight: "First count the reflections that invert the wave, then fit the path there and back.",
    })
}

/// Two wavelengths, one after the other, for which the film does the same.
fn two_colours(dice: &mut Dice) -> Draft {
    let dark = dice.below(2) == 0;
    let (long, short, (p, q), thickness) = until(|| {
        // Orders k and k + 1 of half wavelengths counted in twos: 2nt = jλ/2 with j even for dark.
        let k = dice.range(2, 5);
        let j = if dark { 2 * k } else { 2 * k - 1 };
        let step = 5 * dice.range(4, 60);
        let (long, short) = ((j + 2) * step, j * step);
        let (p, q) = *dice.pick(FILMS);
        let above = j * long * q;
        (long <= 700 && short >= 400 && above % (4 * p) == 0).then_some((
            long,
            short,
            (p, q),
            above / (4 * p),
        ))
    });
    let mut given = Given::default();
    let a = given.quantity("a", long, "nm");
    let b = given.quantity("b", short, "nm");
    let n = given.number("n", format!("{p}/{q}"));
    let stem = match (dice.below(3), dark) {
        (0, true) => format!(
            "A thin film of refractive index {n} in air is illuminated at normal incidence by white light. The reflected light \
             lacks the wavelengths {a} and {b} (measured in air), and none between them.\nWhat is the thickness of \
             the film?"
        ),
        (0, false) => format!(
            "A thin film of refractive index {n} in air is illuminated at normal incidence by white light. The wavelengths {a} \
             and {b} (measured in air) are reflected most strongly, and none between them.\nWhat is the thickness of \
             the film?"
        ),
        (1, true) => format!(
            "The wavelength of light that falls at right angles on a plastic film in air is lowered slowly. The film \
             reflects nothing at {a} and then again nothing at {b}, but always something between. Its refractive \
             index is {n}.\nHow thick is the film?"
        ),
        (1, false) => format!(
            "The wavelength of light that falls at right angles on a plastic film in air is lowered slowly. The \
             reflection is strongest at {a} and is next at its strongest at {b}. The refractive index of the \
             film is {n}.\nHow thick is the film?"
        ),
        (_, true) => format!(
            "Find the thickness of a transparent film in air, of refractive index {n}, from its spectrum in \
             reflection at normal incidence: neighbouring minima, where no light is reflected, lie at wavelengths of \
             {a} and {b} in air."
        ),
        (_, false) => format!(
            "Find the thickness of a transparent film in air, of refractive index {n}, from its spectrum in \
             reflection at normal incidence: neighbouring maxima lie at wavelengths of {a} and {b} in air."
        ),
    };
    // One reflection is turned over: whole wavelengths cancel, wholes and a half reinforce.
    let order = if dark { "k" } else { "(k - 1/2)" };
    let claim = given
        .tally(
            Tally::Greatest,
            &[("k", "1", "20")],
            &[&format!("{order}*a = ({order} + 1)*b")],
            Some(&format!("{order}*a/(2*n)")),
        )
        .in_unit("nm");
    let orders = fraction(short, long - short);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "a*b/(2*n*(a - b))",
        wrong: &[
            ("uses the wavelengths in air", "a*b/(2*(a - b))"),
            ("lets the light cross the film only once", "a*b/(n*(a - b))"),
            ("multiplies by the refractive index", "n*a*b/(2*(a - b))"),
            ("takes the order of the shorter wave for that of the longer", "a^2/(2*n*(a - b))"),
            ("takes the order of the longer wave for that of the shorter", "b^2/(2*n*(a - b))"),
            ("takes the two to differ by half a wavelength", "a*b/(4*n*(a - b))"),
            ("gives the least thickness for the longer wave alone", "a/(2*n)"),
            ("gives the least thickness for the shorter wave alone", "b/(2*n)"),
            ("uses half the wavelength in air for the order", "a*b/(4*(a - b))"),
        ],
        steps: &[
            (
                &format!(
                    "The path there and back, $2nt$, holds one wavelength more of the shorter wave: ${long}x = \
                     {short}(x+1)$, so $x = {orders}$."
                ),
                &["waves", "linear_equations"],
            ),
            (&format!("Then $2nt = {orders} \\times {long}$ nm and $t = {thickness}$ nm."), &["arithmetic"]),
        ],
        insight: "From one to the next, exactly one wavelength more fits into the path there and back; any inversion \
                  on reflection cancels out.",
    })
}
