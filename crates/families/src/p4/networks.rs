//! Networks of equal resistors. The claim states Kirchhoff's laws for every junction; the key comes from symmetry.

use crate::declare::prelude::*;
use crate::formula::word;

declare! { draw r"
family P4 resistor_network
idea Equal resistors form a network. Ways between the ends are told apart by symmetry, a branch between points at equal potential is left
  out, and what remains is series and parallel.
objects equal resistors; network
constraints no more than six parts; ideal wires
asked the resistance between two points, or the current
paths adding in parallel, or reciprocals in series; exchanging series and parallel; counting a branch that carries no current; taking one
  path only
easy Two steps of series and parallel.
medium The network has to be drawn as paths between two points, and the current is asked for.
hard Symmetry has to be seen, or the network has to be taken apart from its far end.

question network
given r Ω
given?amps u V
text ends the ends of the whole
stem [^count] resistors of [r] each [how]. // [amps? A battery of [u] without internal resistance is connected between [ends]. What current
  does it supply? | What is the resistance between [ends]?]
stem A network is made of [count] resistors, each with a resistance of [r]. They [how]. // [amps? What current is drawn from a supply of [u]
  that is connected | Which single resistance could take its place] between [ends]?
stem In a network [count] equal resistors, each of [r], [how]. // [amps? A potential difference of [u] is applied between [ends]. What is
  the total current? | An ohmmeter is connected between [ends]. What does it read?]
key?amps u/whole in A
key?!amps whole in Ω
# [per] is `u/` where the current is asked.
wrong [per]([n]*r) | adds all of them, as if in series
wrong [per](r/[n]) | puts all of them in parallel
wrong [per](r^2/whole) | exchanges series and parallel
step circuits | [reason]
step?!amps circuits arithmetic | In all this is $[sum whole/r R] = [key]$.
step?amps circuits | In all this is $[sum whole/r R] = [whole: Ω]$.
step?amps circuits arithmetic | The current is $[u#] \div [whole: # Ω] = [key]$.
insight Find the paths between the two points; what joins points at equal potential carries no current.

# The networks. The current [flow] comes in at the end a; the other end has no potential. Each junction obeys Kirchhoff.

part one_and_pair
text how are connected with two of them in parallel and the third in series with these
let whole = 3*r/2
solve a, b[asked]: (a - b)/r = [flow]; (b - a)/r + (b - 0)/r + (b - 0)/r = 0[law]
wrong [per](r/2) | leaves out the single resistor
wrong [per](2*r) | takes the parallel pair for one resistor
text reason The pair in parallel is worth $\frac{1}{2}R$, and the third adds $R$.

part one_beside_pair
text how are connected with two of them in series and the third in parallel with these
let whole = 2*r/3
solve a, b[asked]: (a - b)/r + (a - 0)/r = [flow]; (b - a)/r + (b - 0)/r = 0[law]
wrong [per](2*r) | leaves out the single resistor
wrong [per](r/2) | takes the pair in series for one resistor
wrong [per](r) | lets the current take the short path only
text reason The pair in series is worth $2R$; beside it is $R$: $\frac{2 \times 1}{2 + 1}R$.

part one_and_three
text how are connected with three of them in parallel and the fourth in series with these
let whole = 4*r/3
solve a, b[asked]: (a - b)/r = [flow]; (b - a)/r + (b - 0)/r + (b - 0)/r + (b - 0)/r = 0[law]
wrong [per](r/3) | leaves out the single resistor
wrong [per](2*r) | takes the three in parallel for one resistor
wrong [per](3*r/2) | halves for three in parallel as for two
text reason The three in parallel are worth $\frac{1}{3}R$, and the fourth adds $R$.

part square_side
text how form the sides of a square
text ends two neighbouring corners
let whole = 3*r/4
solve a, b, c[asked]: (a - 0)/r + (a - b)/r = [flow]; (b - a)/r + (b - c)/r = 0; (c - b)/r + (c - 0)/r = 0[law]
wrong [per](3*r) | lets the current take the long path only
wrong [per](r) | lets the current take the short path only
wrong [per](r/2) | takes the long path for one resistor
wrong [per](2*r/3) | counts only two sides on the long path
text reason One branch has resistance $R$, the other $3R$: $\frac{1 \times 3}{1 + 3}R$.

part square_across
text how form the sides of a square
text ends two opposite corners
let whole = r
solve a, b, c[asked]: (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - 0)/r = 0; (c - a)/r + (c - 0)/r = 0[law]
wrong [per](2*r) | lets the current take one path only
wrong [per](r/2) | takes each path for one resistor
wrong [per](3*r/4) | takes the corners for neighbours
text reason Two equal branches of $2R$ are in parallel.

part two_and_three
text how are connected as a group of two in parallel, followed by a group of three in parallel
let whole = 5*r/6
solve a, b[asked]: (a - b)/r + (a - b)/r = [flow]; (b - a)/r + (b - a)/r + (b - 0)/r + (b - 0)/r + (b - 0)/r = 0[law]
wrong [per](r/2) | leaves out the group of three
wrong [per](r/3) | leaves out the group of two
wrong [per](2*r) | takes each group for one resistor
wrong [per](r) | adds the groups as if each were a half
text reason The groups are worth $\frac{1}{2}R$ and $\frac{1}{3}R$, one after the other.

part hexagon_across
text how form the sides of a regular hexagon
text ends two opposite corners
let whole = 3*r/2
solve a, b, c, d, f[asked]: (a - b)/r + (a - d)/r = [flow]; (b - a)/r + (b - c)/r = 0; (c - b)/r + (c - 0)/r = 0; (d - a)/r + (d - f)/r = 0;
  (f - d)/r + (f - 0)/r = 0[law]
wrong [per](3*r) | lets the current take one path only
wrong [per](r/2) | takes each path for one resistor
wrong [per](4*r/3) | takes corners two sides apart
text reason Two branches of $3R$ are in parallel: $\frac{3}{2}R$.

part hexagon_bend
text how form the sides of a regular hexagon
text ends two corners with one corner between them
let whole = 4*r/3
solve a, b, c, d, f[asked]: (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - 0)/r = 0; (c - a)/r + (c - d)/r = 0; (d - c)/r + (d - f)/r = 0;
  (f - d)/r + (f - 0)/r = 0[law]
wrong [per](2*r) | lets the current take the short path only
wrong [per](4*r) | lets the current take the long path only
wrong [per](3*r/2) | takes opposite corners
wrong [per](5*r/6) | takes neighbouring corners
text reason Branches of $2R$ and $4R$ are in parallel: $\frac{2 \times 4}{2 + 4}R = \frac{4}{3}R$.

part two_triangles
text how form two triangles that have one corner in common
text ends a free corner of one triangle and a free corner of the other
let whole = 4*r/3
solve a, b, c, d[asked]: (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - c)/r + (b - 0)/r + (b - d)/r = 0; (c - a)/r + (c - b)/r = 0; (d -
  b)/r + (d - 0)/r = 0[law]
wrong [per](2*r/3) | counts one triangle only
wrong [per](2*r) | lets the current take the short path only
wrong [per](4*r) | lets the current take the long path only
wrong [per](r/3) | puts the triangles in parallel
text reason Each triangle is worth $\frac{1 \times 2}{1 + 2}R = \frac{2}{3}R$, and they follow each other: $\frac{4}{3}R$.

part square_diagonal
text how form the sides of a square and one of its diagonals
text ends the ends of the diagonal
let whole = r/2
solve a, b, c[asked]: (a - 0)/r + (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - 0)/r = 0; (c - a)/r + (c - 0)/r = 0[law]
wrong [per](r) | leaves out the diagonal
wrong [per](2*r/3) | counts only one of the paths round the outside
wrong [per](r/3) | takes each of the three paths for one resistor
text reason Branches of $R$, $2R$ and $2R$ are in parallel: $\frac{1}{1 + \frac{1}{2} + \frac{1}{2}}R = \frac{1}{2}R$.

part star
text how are joined at one point, so that they form a star with three free ends
text ends two of the free ends
let whole = 2*r
solve a, b, c[asked]: (a - b)/r = [flow]; (b - a)/r + (b - 0)/r + (b - c)/r = 0; (c - b)/r = 0[law]
wrong [per](3*r/2) | puts the third resistor in parallel with one of the others
wrong [per](2*r/3) | puts the third resistor in parallel with both
wrong [per](r) | counts the path to the middle only
text reason No current flows to the third end, so only two resistors count, one after the other: $2R$.

part pentagon
text how form the sides of a regular pentagon
text ends two corners that are not neighbours
let whole = 6*r/5
solve a, b, c, d[asked]: (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - 0)/r = 0; (c - a)/r + (c - d)/r = 0; (d - c)/r + (d - 0)/r =
  0[law]
wrong [per](2*r) | lets the current take the short path only
wrong [per](3*r) | lets the current take the long path only
wrong [per](4*r/5) | takes neighbouring corners
wrong [per](r/2) | takes each path for one resistor
text reason Branches of $2R$ and $3R$ are in parallel: $\frac{2 \times 3}{2 + 3}R = \frac{6}{5}R$.

part diagonal_across
text how form the sides of a square and one of its diagonals
text ends the two corners that are not on the diagonal
let whole = r
solve a, b, c[asked]: (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - 0)/r + (b - c)/r = 0; (c - a)/r + (c - 0)/r + (c - b)/r = 0[law]
wrong [per](r/2) | takes the diagonal for a direct path from end to end
wrong [per](3*r/4) | counts the branch that carries no current as a third path
wrong [per](2*r) | lets the current take one side only
wrong [per](3*r) | sends all the current through the diagonal
text reason By symmetry the ends of the diagonal are at equal potential, so it carries no current; two branches of $2R$ are left.

part four_corners
let whole = r/2
solve a, b, c[asked]: (a - 0)/r + (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - 0)/r + (b - c)/r = 0; (c - a)/r + (c - 0)/r + (c - b)/r =
  0[law]
wrong [per](r) | leaves out the direct path
wrong [per](2*r/3) | counts only one of the paths through another corner
wrong [per](r/3) | takes each of the three paths for one resistor
wrong [per](3*r/7) | counts the branch that carries no current as a fourth path

part tetrahedron + four_corners
text how form the edges of a regular tetrahedron
text ends two of its corners
text reason By symmetry the other two corners are at equal potential, so the edge between them carries no current. Branches of $R$, $2R$ and
  $2R$ are left.

part crossed_square + four_corners
text how form the sides of a square and both its diagonals, which do not touch where they cross
text ends two neighbouring corners
text reason By symmetry the other two corners are at equal potential, so the side between them carries no current. Branches of $R$, $2R$ and
  $2R$ are left.

part diagonal_side
text how form the sides of a square and one of its diagonals
text ends two neighbouring corners
let whole = 5*r/8
solve a, b, c[asked]: (a - 0)/r + (a - b)/r = [flow]; (b - a)/r + (b - c)/r + (b - 0)/r = 0; (c - b)/r + (c - 0)/r = 0[law]
wrong [per](3*r/4) | leaves out the diagonal
wrong [per](2*r/3) | leaves out the far corner
wrong [per](r/2) | takes the network for one with three paths, as between opposite corners
wrong [per](5*r/3) | leaves out the direct path
wrong [per](r) | counts the direct path only
text reason Far from the direct side, $2R$ is in parallel with the diagonal: $\frac{2}{3}R$. With one more side this is $\frac{5}{3}R$, in
  parallel with the direct $R$.

part ladder
text how form a ladder between two wires: a resistor along the upper wire, one across, another along the upper wire, and one across at the
  far end; the lower wire has no resistance
text ends the near ends of the two wires
let whole = 5*r/3
solve a, b, c[asked]: (a - b)/r = [flow]; (b - a)/r + (b - 0)/r + (b - c)/r = 0; (c - b)/r + (c - 0)/r = 0[law]
wrong [per](2*r) | stops at the first resistor across
wrong [per](3*r/2) | takes the two across to be directly in parallel
wrong [per](3*r) | leaves out the first resistor across
wrong [per](2*r/3) | leaves out the first resistor along the wire
text reason From the far end: $2R$ is in parallel with the first resistor across, $\frac{2}{3}R$, and one more $R$ comes before it.

part long_diagonal
text how form a square with a resistor on each side, and two more in series from one corner to the opposite one
text ends the two other corners
let whole = r
solve a, b, c, d[asked]: (a - b)/r + (a - c)/r = [flow]; (b - a)/r + (b - 0)/r + (b - d)/r = 0; (c - a)/r + (c - 0)/r + (c - d)/r = 0; (d -
  b)/r + (d - c)/r = 0[law]
wrong [per](2*r/3) | takes the diagonal for a direct path from end to end
wrong [per](2*r) | lets the current take one side only
wrong [per](4*r/5) | counts the branch that carries no current as a third path
wrong [per](4*r) | sends all the current through the diagonal
text reason By symmetry the ends of the diagonal are at equal potential, so it carries no current; two branches of $2R$ are left.
"}

/// A network's part, how many resistors it has, the whole in units of one of them, and currents for which most mistakes
/// lead to whole numbers as well.
type Net = (&'static str, i64, [i64; 2], &'static [i64]);

#[rustfmt::skip]
const EASY: &[Net] = &[
    ("one_and_pair", 3, [3, 2], &[]), ("one_beside_pair", 3, [2, 3], &[]), ("one_and_three", 4, [4, 3], &[]),
    ("square_side", 4, [3, 4], &[]), ("square_across", 4, [1, 1], &[]), ("two_and_three", 5, [5, 6], &[]),
];
#[rustfmt::skip]
const MEDIUM: &[Net] = &[
    ("hexagon_across", 6, [3, 2], &[2, 4, 8]), ("hexagon_bend", 6, [4, 3], &[3, 6, 9]),
    ("two_triangles", 6, [4, 3], &[3, 6, 9]), ("square_diagonal", 5, [1, 2], &[2, 4, 8]),
    ("star", 3, [2, 1], &[3, 6]), ("pentagon", 5, [6, 5], &[5, 10]),
];
#[rustfmt::skip]
const HARD: &[Net] = &[
    ("diagonal_across", 5, [1, 1], &[4, 6, 12]), ("tetrahedron", 6, [1, 2], &[2, 4, 8]),
    ("crossed_square", 6, [1, 2], &[2, 4, 8]), ("diagonal_side", 5, [5, 8], &[8]),
    ("ladder", 4, [5, 3], &[6, 9]), ("long_diagonal", 6, [1, 1], &[4, 6, 12]),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let (part, n, [p, q], currents) = *dice.pick(match difficulty {
        Easy => EASY,
        Medium => MEDIUM,
        Hard => HARD,
    });
    let amps = difficulty == Medium || (difficulty == Hard && dice.below(2) == 0);
    let r = dice.range(1, if amps { 4 } else { 12 }) * if q == 1 { 2 } else { q };
    let drawn = drawn!("network", part, n, count = word(n), r, amps);
    if !amps {
        return drawn.with("per", "").with("asked", "").with("flow", "1").with("law", "");
    }
    let u = *dice.pick(currents) * r * p / q;
    drawn.with("u", u).with("per", "u/").with("asked", ", x for x").with("flow", "x").with("law", "; a = u")
}
