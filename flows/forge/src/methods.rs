//! The methods of an A-level syllabus, which a candidate may be expected to know.
//!
//! Every step of a solution names the methods it needs. An item that needs one outside this list is refused, however
//! good it is otherwise.

/// Name, and what it covers.
const PERMITTED: &[(&str, &str)] = &[
    ("arithmetic", "whole numbers, fractions, factors, percentages"),
    ("ratio", "proportion, direct and inverse, similar shapes"),
    ("indices", "laws of indices, surds, rationalising"),
    ("logarithms", "laws of logarithms, change of base, exponential equations"),
    ("algebra", "expanding, factorising, rearranging, substituting"),
    ("linear_equations", "linear equations and systems"),
    ("quadratics", "factorising, completing the square, discriminant, sum and product of roots"),
    ("polynomials", "factor and remainder theorems, roots and coefficients"),
    ("inequalities", "linear and quadratic inequalities, modulus"),
    ("functions", "composition, inverses, transformations, symmetry of graphs"),
    ("sequences", "arithmetic and geometric sequences and series, telescoping sums"),
    ("binomial", "binomial expansion for whole exponents"),
    ("counting", "products, permutations, combinations, complements"),
    ("probability", "equally likely outcomes, independent and conditional events"),
    ("coordinate_geometry", "lines, circles, distances, midpoints, slopes"),
    ("geometry", "angles, triangles, circles, areas, volumes, Pythagoras"),
    ("trigonometry", "exact values, identities, sine and cosine rules, harmonic form"),
    ("vectors", "addition, components, scalar multiples"),
    ("differentiation", "powers, slopes, turning points, chain rule of simple functions"),
    ("integration", "powers, areas under graphs"),
    ("graphs", "reading slopes, areas and shapes of graphs"),
    ("kinematics", "constant acceleration, projectiles in components"),
    ("forces", "Newton's laws, weight, friction, tension, resolving"),
    ("moments", "moments, equilibrium of rigid bodies, centre of mass of simple bodies"),
    ("energy", "work, kinetic and potential energy, power, efficiency"),
    ("momentum", "momentum, impulse, collisions in one dimension"),
    ("springs", "Hooke's law, elastic energy"),
    ("pressure", "pressure, density, upthrust, moments of fluids at rest"),
    ("circuits", "current, potential difference, resistance, series and parallel, power"),
    ("waves", "speed, frequency, phase, interference, standing waves, refraction"),
    ("heat", "specific heat, latent heat, ideal gases at constant amount"),
    ("circular_motion", "centripetal acceleration, period"),
    ("gravitation", "inverse-square fields, orbits"),
    ("oscillations", "period of simple harmonic motion, energy in it"),
    ("fields", "uniform electric and magnetic fields, force on a charge"),
    ("nuclear", "half-life, conservation in decays"),
    ("dimensions", "units, scaling, limiting cases"),
];

/// Words that indicate a method beyond the list, and its name. Each is searched for as whole words, with or without a
/// final `s`. What a school solution may mention in passing (a matrix of results, the residue in a flask, a second
/// derivative) is not here.
const BEYOND: &[(&str, &str)] = &[
    ("lagrange multiplier", "Lagrange multipliers"),
    ("lagrangian", "Lagrange multipliers"),
    ("method of lagrange", "Lagrange multipliers"),
    ("l'hôpital", "L'Hôpital's rule"),
    ("l'hopital", "L'Hôpital's rule"),
    ("l'hospital", "L'Hôpital's rule"),
    ("taylor series", "Taylor series"),
    ("taylor expansion", "Taylor series"),
    ("taylor expand", "Taylor series"),
    ("maclaurin", "Maclaurin series"),
    ("power series", "power series"),
    ("integration by parts", "integration by parts"),
    ("integrate by parts", "integration by parts"),
    ("integrating by parts", "integration by parts"),
    ("integration by substitution", "integration by substitution"),
    ("integrate by substitution", "integration by substitution"),
    ("u-substitution", "integration by substitution"),
    ("trigonometric substitution", "integration by substitution"),
    ("improper integral", "improper integrals"),
    ("partial derivative", "partial derivatives"),
    ("partial differentiation", "partial derivatives"),
    ("total derivative", "partial derivatives"),
    ("double integral", "multiple integrals"),
    ("triple integral", "multiple integrals"),
    ("surface integral", "multiple integrals"),
    ("line integral", "line integrals"),
    ("contour integral", "complex analysis"),
    ("residue theorem", "complex analysis"),
    ("eigenvalue", "eigenvalues"),
    ("eigenvector", "eigenvalues"),
    ("determinant of the matrix", "determinants"),
    ("inverse matrix", "matrices"),
    ("matrix multiplication", "matrices"),
    ("rotation matrix", "matrices"),
    ("transformation matrix", "matrices"),
    ("cramer's rule", "determinants"),
    ("gaussian elimination", "matrices"),
    ("cross product", "the vector product"),
    ("vector product", "the vector product"),
    ("de moivre", "De Moivre's theorem"),
    ("complex number", "complex numbers"),
    ("complex plane", "complex numbers"),
    ("complex conjugate", "complex numbers"),
    ("argand", "complex numbers"),
    ("imaginary part", "complex numbers"),
    ("roots of unity", "complex numbers"),
    ("root of unity", "complex numbers"),
    ("euler's formula", "complex numbers"),
    ("hyperbolic function", "hyperbolic functions"),
    ("hyperbolic sine", "hyperbolic functions"),
    ("hyperbolic cosine", "hyperbolic functions"),
    ("sinh", "hyperbolic functions"),
    ("cosh", "hyperbolic functions"),
    ("tanh", "hyperbolic functions"),
    ("laplace transform", "Laplace transforms"),
    ("laplace's equation", "partial differential equations"),
    ("fourier series", "Fourier series"),
    ("fourier transform", "Fourier series"),
    ("fourier analysis", "Fourier series"),
    ("divergence theorem", "vector calculus"),
    ("stokes' theorem", "vector calculus"),
    ("green's theorem", "vector calculus"),
    ("gauss's law", "Gauss's law"),
    ("gauss' law", "Gauss's law"),
    ("moment of inertia", "rotational dynamics"),
    ("moments of inertia", "rotational dynamics"),
    ("parallel axis theorem", "rotational dynamics"),
    ("angular momentum", "rotational dynamics"),
    ("euler-lagrange", "analytical mechanics"),
    ("calculus of variations", "the calculus of variations"),
    ("hamiltonian", "analytical mechanics"),
    ("cauchy-schwarz", "the Cauchy–Schwarz inequality"),
    ("holder's inequality", "Hölder's inequality"),
    ("hölder's inequality", "Hölder's inequality"),
    ("jensen's inequality", "Jensen's inequality"),
    ("muirhead", "Muirhead's inequality"),
    ("rearrangement inequality", "the rearrangement inequality"),
    ("generating function", "generating functions"),
    ("modular arithmetic", "modular arithmetic"),
    ("chinese remainder theorem", "modular arithmetic"),
    ("fermat's little", "Fermat's little theorem"),
    ("euler's totient", "modular arithmetic"),
    ("differential equation", "differential equations"),
    ("integrating factor", "differential equations"),
    ("separation of variables", "differential equations"),
    ("separating the variables", "differential equations"),
    ("characteristic equation", "recurrences and differential equations by characteristic equations"),
    ("implicit differentiation", "implicit differentiation"),
    ("differentiate implicitly", "implicit differentiation"),
    ("differentiating implicitly", "implicit differentiation"),
    ("burnside's lemma", "group theory"),
    ("group theory", "group theory"),
    ("epsilon-delta", "real analysis"),
    ("bessel function", "special functions"),
    ("gamma function", "special functions"),
    ("schrödinger", "quantum mechanics"),
    ("schrodinger", "quantum mechanics"),
    ("lorentz transformation", "special relativity"),
    ("time dilation", "special relativity"),
    ("maxwell's equation", "Maxwell's equations"),
    ("complex impedance", "alternating-current impedance"),
];

/// The contents of a method; none if it is not on the list.
pub fn covers(method: &str) -> Option<&'static str> {
    PERMITTED.iter().find(|(name, _)| *name == method).map(|(_, covers)| *covers)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    PERMITTED.iter().map(|(name, _)| *name)
}

/// The methods beyond the syllabus that a text mentions.
pub fn beyond(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase().replace(['’', '‘'], "'").replace(['–', '‑', '‐'], "-");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found: Vec<&str> =
        BEYOND.iter().filter(|(words, _)| says(&text, words)).map(|(_, name)| *name).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a text contains the words as whole words; the last may have an `s` or an `es`.
fn says(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = &text[at + words.len()..];
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        let ends = ["", "s", "es"]
            .iter()
            .any(|ending| after.strip_prefix(ending).is_some_and(|after| !letter(after.chars().next())));
        !letter(before) && ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(beyond(text), expected, "{text}");
    }

    #[test]
    fn what_is_beyond_is_named() {
        check("By Lagrange multipliers the gradients are parallel.", &["Lagrange multipliers"]);
        check("Use L’Hôpital’s rule twice.", &["L'Hôpital's rule"]);
        check("Integrating by parts gives the rest.", &["integration by parts"]);
        check("Cauchy–Schwarz bounds it.", &["the Cauchy–Schwarz inequality"]);
        check("By Jensen's inequality it is convex.", &["Jensen's inequality"]);
        check("Expand it as a Fourier\nseries.", &["Fourier series"]);
        check("The cross product is normal to both.", &["the vector product"]);
        check("Solve the differential equation by an integrating factor.", &["differential equations"]);
        check("On an Argand diagram the complex numbers are corners.", &["complex numbers"]);
        check("With cosh and the moment of inertia", &["hyperbolic functions", "rotational dynamics"]);
        check("The determinants of the matrix", &[]);
        check(
            "The determinant of the matrix is 3, so the inverse matrix exists.",
            &["determinants", "matrices"],
        );
    }

    #[test]
    fn what_only_sounds_like_it_is_not() {
        for text in [
            "Arrange the results in a matrix of four rows.",
            "The residue in the flask has a mass of 3 g; the residue of the fuel burns.",
            "The determinant of success is the sign of the discriminant.",
            "By the second derivative test it is a minimum: the second derivative is positive.",
            "Fourier's house stands in Jensen Street.",
            "Split it into partial fractions; the sum telescopes.",
            "The orbit is hyperbolic in shape, the mirror parabolic.",
            "Take moments about A. The momentum is conserved.",
            "The parts integrate into a whole; the angular speed is constant.",
            "A complex situation, a power of two in series with a resistor.",
            "Substitute u = x^2 and complete the square.",
            "Differentiate once: the chain rule gives the slope.",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn every_entry_is_found_and_none_is_a_permitted_name() {
        for (words, name) in BEYOND {
            assert!(beyond(&format!("We use {words}.")).contains(name), "{words}");
            assert!(covers(words).is_none() && *words == words.to_lowercase(), "{words}");
        }
        for (_, covers) in PERMITTED {
            check(covers, &[]);
        }
    }
}
