//! What a candidate may be expected to know: the methods of an A-level syllabus.
//!
//! Every step of a solution names the methods it needs. An item that needs one outside this list is refused, whatever
//! else is good about it.

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

/// Words that betray a method beyond the list, and its name.
const BEYOND: &[(&str, &str)] = &[
    ("lagrange multiplier", "Lagrange multipliers"),
    ("l'hôpital", "L'Hôpital's rule"),
    ("l'hopital", "L'Hôpital's rule"),
    ("taylor series", "Taylor series"),
    ("maclaurin", "Maclaurin series"),
    ("integration by parts", "integration by parts"),
    ("partial derivative", "partial derivatives"),
    ("double integral", "multiple integrals"),
    ("eigenvalue", "eigenvalues"),
    ("determinant of", "determinants"),
    ("matrix", "matrices"),
    ("de moivre", "De Moivre's theorem"),
    ("hyperbolic", "hyperbolic functions"),
    ("residue", "residues"),
    ("laplace transform", "Laplace transforms"),
    ("fourier", "Fourier series"),
    ("divergence theorem", "vector calculus"),
    ("moment of inertia", "rotational dynamics"),
    ("cauchy–schwarz", "the Cauchy–Schwarz inequality"),
    ("cauchy-schwarz", "the Cauchy–Schwarz inequality"),
    ("jensen", "Jensen's inequality"),
    ("generating function", "generating functions"),
    ("modular arithmetic", "modular arithmetic"),
    ("fermat's little", "Fermat's little theorem"),
    ("second-order differential equation", "second-order differential equations"),
    ("implicit differentiation", "implicit differentiation"),
];

/// What the name covers; none for one that is not on the list.
pub fn covers(method: &str) -> Option<&'static str> {
    PERMITTED.iter().find(|(name, _)| *name == method).map(|(_, covers)| *covers)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    PERMITTED.iter().map(|(name, _)| *name)
}

/// The methods beyond the syllabus that a text speaks of.
pub fn beyond(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase();
    let mut found: Vec<&str> =
        BEYOND.iter().filter(|(words, _)| text.contains(words)).map(|(_, name)| *name).collect();
    found.dedup();
    found
}
