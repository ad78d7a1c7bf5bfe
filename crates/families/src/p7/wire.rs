//! A horizontal rod, hinged to a wall and held by a wire.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family P7 rod_held_by_wire
idea A horizontal rod is hinged to a wall and held by a wire. A point is chosen about which the forces that are not asked have no moment.
objects hinged rod; wire; hanging load
constraints forces balance; moments balance
asked the tension, or one component of the hinge's force
paths using the cosine of the angle instead of the sine; placing the rod's weight at its end; forgetting that the wire is inclined
easy Moments about the hinge give the tension.
medium The angle has to be found from the sides before moments are taken.
hard Neither the hinge nor the tension is the point to ask about: another point silences both.

# Forces on the rod: of the hinge H outwards and V up, of the wire T. The wire is s long and ends h above the hinge.

part rod
believable 1
given L [unit], W N

# The wire's pull has the vertical component `up`: half the weight of the rod and a share of the load.
part load
given x [unit], P N
let up = W/2 + P*x/L

part tension
insight Moments about the hinge leave its unknown force out; only the vertical component of the tension turns the rod.

question bare_rod + rod + tension
given h [unit]
let s = sqrt(L^2 + h^2)
stem A uniform horizontal rod of length [L] and weight [W] is hinged to a vertical wall at one end. A light wire runs from its free end to a
  point of the wall [h] above the hinge. // What is the tension in the wire?
stem A uniform canopy of weight [W] sticks out [L] from a wall, to which it is hinged. It is held horizontal by a light chain from its outer
  edge to a hook in the wall, [h] above the hinge. // Find the tension in the chain.
stem A flagpole AB of length [L] is uniform, weighs [W], and is hinged at A to a vertical mast. A light cable from B to the mast, fixed [h]
  above A, keeps the pole horizontal. // With what force does the cable pull?
stem A light wire joins the free end of a horizontal uniform beam to a point [h] vertically above the hinge at its other end. The beam has
  length [L] and weight [W]. // What is the tension in the wire?
solve H, V, T for T: H = T*L/sqrt(L^2 + h^2); V + T*h/sqrt(L^2 + h^2) = W; V*L = W*L/2
key W*s/(2*h) in N
wrong W/2 | takes the wire to pull straight up
wrong W*s/(2*L) | uses the cosine of the angle instead of the sine
wrong W*s/h | takes the weight to act at the free end
wrong W*h/(2*s) | multiplies by the sine instead of dividing
wrong W*L/(2*h) | uses the tangent of the angle
wrong W*h/(2*L) | inverts the tangent of the angle
wrong W*s/L | takes the weight at the free end and the cosine
wrong W | lets the wire alone carry the whole weight
step geometry trigonometry | By Pythagoras the wire is [s: [unit]] long, so its angle with the rod has sine [h/s].
step moments | Moments about the hinge: $T \times [h/s] \times [L#] = [W#] \times [L/2: # [unit]]$, so $T = [key]$.

question loaded_rod + rod + load + tension
given s [unit]
let h = sqrt(s^2 - L^2)
stem A sign of weight [P] hangs from a uniform horizontal rod at a point [x] from the wall. The rod has length [L] and weight [W] and is
  hinged to the wall; a light wire of length [s] joins its free end to the wall above. // What is the tension in the wire?
stem A uniform beam AB of length [L] and weight [W] is hinged at A to a vertical wall and held horizontal by a light cable of length [s]
  from B to the wall, vertically above A. A load of weight [P] rests on the beam, [x] from A. // Find the tension in the cable.
stem The arm of a small crane is a horizontal uniform bar of weight [W] and length [L], hinged to a vertical mast. A light tie of length [s]
  runs from its outer end up to the mast. // With what force does the tie pull when a load of weight [P] hangs [x] from the mast?
solve H, V, T, h for T: H = T*L/s; V + T*h/s = W + P; V*L = W*L/2 + P*(L - x); h^2 + L^2 = s^2; h > 0
key up*s/h in N
wrong up | takes the wire to pull straight up
wrong up*s/L | uses the cosine of the angle instead of the sine
wrong P*x*s/(L*h) | leaves out the weight of the rod
wrong (W + P*x/L)*s/h | takes the rod's weight to act at its end
wrong (W/2 + P)*s/h | takes the load to hang from the end
wrong up*h/s | multiplies by the sine instead of dividing
wrong (W/2 + P*(L - x)/L)*s/h | measures the load's place from the free end
wrong up*L/h | uses the tangent of the angle
step geometry trigonometry | By Pythagoras the wire is fixed [h: [unit]] above the hinge, so its angle has sine [h/s].
step moments | Moments about the hinge:
  $T \times [h/s] \times [L#] = [W#] \times [L/2: # [unit]] + [P#] \times [x#] = [up*L: # N [unit]]$.
step arithmetic | So $T = [key]$.

part hinge + rod + load
given h [unit]
let V = W/2 + P*(L - x)/L
let H = up*L/h
let T = up*sqrt(L^2 + h^2)/h
stem A uniform horizontal rod of length [L] and weight [W] is hinged to a wall. A light wire joins its free end to the wall, [h] above the
  hinge, and a lamp of weight [P] hangs from the rod [x] from the wall. // What is the [which] component of the force of the hinge on the
  rod?
stem A uniform beam AB, [L] long and of weight [W], is hinged at A to a vertical wall and kept horizontal by a light cable from B to the
  point C of the wall, [h] above A. A box of weight [P] lies on the beam [x] from A. // Find the [which] component of the force on the beam
  at A.
stem An inn sign of weight [P] is hung [x] from the wall on a horizontal uniform bar of length [L] and weight [W]. The bar is hinged to the
  wall at one end; from the other a light chain leads to a hook in the wall, [h] above the hinge. // With what [which] force does the hinge
  act on the bar?
solve H, V, T for [force]: H = T*L/sqrt(L^2 + h^2); V + T*h/sqrt(L^2 + h^2) = W + P; T*h*L/sqrt(L^2 + h^2) = W*L/2 + P*x
key [force] in N

question horizontal_force + hinge
text which horizontal
wrong T | gives the tension instead of its horizontal part
wrong V | gives the vertical component at the hinge
wrong V*L/h | measures the load's place from the free end
wrong (W*L + P*x)/h | takes the rod's weight to act at its end
wrong P*x/h | leaves out the weight of the rod
wrong (W*L/2 + P*L)/h | takes the load to hang from the end
wrong up*h/L | inverts the tangent of the angle
step moments | The tension and the vertical force at the hinge have no moment about the upper end of the wire.
step moments | Moments about that point: $[h#]H = [W#] \times [L/2: # [unit]] + [P#] \times [x#]$, so $H = [key]$.
insight About the upper end of the wire, neither the tension nor the vertical force of the hinge has a moment.

question vertical_force + hinge
text which vertical
wrong up | gives the vertical component of the tension
wrong H | gives the horizontal component at the hinge
wrong W + P | lets the hinge carry everything
wrong (W + P)/2 | lets hinge and wire share the weights equally
wrong T | gives the tension in the wire
wrong W + P*(L - x)/L | takes the rod's weight to act at the hinge
step moments | The tension and the horizontal force at the hinge have no moment about the free end of the rod.
step moments | Moments about that point: $[L#]V = [W#] \times [L/2: # [unit]] + [P#] \times [L - x: # [unit]]$, so $V = [key]$.
insight About the free end, neither the tension nor the horizontal force of the hinge has a moment.
"}

/// Length of the rod, height of the wire's upper end, length of the wire, and the unit.
#[rustfmt::skip]
const RODS: &[(i64, i64, i64, &str)] = &[
    (4, 3, 5, "m"), (3, 4, 5, "m"), (120, 50, 130, "cm"), (50, 120, 130, "cm"), (90, 120, 150, "cm"), (160, 120, 200, "cm"),
    (200, 150, 250, "cm"), (40, 30, 50, "cm"), (60, 80, 100, "cm"), (80, 60, 100, "cm"), (120, 90, 150, "cm"),
    (80, 150, 170, "cm"), (150, 80, 170, "cm"),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => bare_rod(dice),
        Medium => loaded_rod(dice, "T"),
        Hard if dice.below(2) == 0 => loaded_rod(dice, "H"),
        Hard => loaded_rod(dice, "V"),
    }
}

fn bare_rod(dice: &mut Dice) -> Drawn {
    until(|| {
        let (l, h, s, unit) = *dice.pick(RODS);
        let w = 2 * dice.range(4, 60);
        (w * s % (2 * h) == 0).then(|| drawn!("bare_rod", L = l, h, unit, W = w))
    })
}

/// A rod with a load, for which one of the forces is asked and is whole.
fn loaded_rod(dice: &mut Dice, force: &str) -> Drawn {
    until(|| {
        let (l, h, s, unit) = *dice.pick(RODS);
        let step = if unit == "m" { 1 } else { 10 };
        let x = step * dice.range(1, l / step - 1);
        let (w, p) = (4 * dice.range(5, 40), 5 * dice.range(6, 60));
        // Twice the moments of the weights, about the hinge and about the free end.
        let (hinge, end) = (w * l + 2 * p * x, w * l + 2 * p * (l - x));
        let (question, above, below) = match force {
            "T" => ("loaded_rod", hinge * s, 2 * l * h),
            "H" => ("horizontal_force", hinge, 2 * h),
            _ => ("vertical_force", end, 2 * l),
        };
        let whole = above % below == 0;
        (whole && 2 * x != l).then(|| drawn!(question, L = l, h, s, x, unit, W = w, P = p, force))
    })
}
