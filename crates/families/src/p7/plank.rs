//! A plank on two supports.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family P7 plank_on_supports
idea A uniform plank carries a load on two supports. Moments about one support leave the other alone, and a support that is about to lose
  contact carries nothing.
objects uniform plank; two supports; load
constraints forces balance; moments balance
asked a supporting force, a place of the load, or how far the load may go
paths sharing the load equally; leaving out the plank's own weight; measuring from the wrong end; placing the plank's weight midway between
  the supports
easy Moments about one support give the force at the other.
medium The forces have to be found from their ratio before moments give the place of the load.
hard The plank is about to tip, so one support carries nothing; moments about the other do the rest.

question supporting_force
believable 1
given L m, x m, W N, P N
let arm = [far? x | L - x]
let other = [far? L - x | x]
text end [far? B | A]
stem A uniform plank AB of length [L] and weight [W] rests horizontally on trestles at its two ends. A painter of weight [P] stands on the
  plank at a distance [x] from A. // What is the magnitude of the force that the trestle at [end] exerts on the plank?
stem A crate of weight [P] lies on a horizontal uniform beam AB, with its centre of mass [x] from A. The beam is [L] long, has a weight of
  [W] and is held up by walls at A and at B only. // Find the upward force of the wall at [end] on the beam.
stem Two vertical ropes, one tied to each end, hold a uniform rod AB horizontal. The rod has length [L] and weight [W]. A load of weight [P]
  hangs from the point of the rod that is [x] from A. // What is the tension in the rope at [end]?
stem A footbridge is a uniform beam AB of length [L] and weight [W], supported at A and B. A cyclist and bicycle, together of weight [P],
  have stopped [x] from A. // What upward force acts on the bridge at [end]?
solve R, S for [far? S | R]: R + S = W + P; [far? R*L = W*L/2 + P*(L - x) | S*L = W*L/2 + P*x]
key W/2 + P*arm/L in N
wrong (W + P)/2 | shares both weights equally between the ends
wrong P*arm/L | leaves out the weight of the beam itself
wrong W/2 + P*other/L | measures the distance of the load from the wrong end
wrong W + P*arm/L | puts the beam's own weight at this end
wrong W/2 + P | lets this end carry the whole load
wrong (W + P)*arm/L | lets the load's arm act on both weights
wrong P*other/L | leaves out the beam and measures from the wrong end
step moments | Moments about [far? A | B], where the other supporting force acts: $[L#]F = [W#] \times [L/2] + [P#] \times [arm]$.
step arithmetic | So $F = [W/2] + [P*arm/L] = [key]$.
insight Moments about the other support leave its force out of the equation.

question place_of_load
believable 5
given L m, d m, W N, P N
let share = [k]/[k + 1]
let S = share*(W + P)
let x = (S*d - W*L/2)/P
text times [k? | the same force as | twice the force of | three times the force of]
stem A uniform plank AB of length [L] and weight [W] rests horizontally on a support at A and on another at C, where $AC$ = [d]. When a
  person of weight [P] stands on the plank, the support at C exerts [times] the support at A. // How far from A does the person stand?
stem A uniform beam AB has length [L] and weight [W]. It lies horizontally on two trestles, one at the end A and one at C, [d] from A. // At
  what distance from A must a sack of weight [P] be placed if the trestle at C is to exert [times] the trestle at A?
stem A load of weight [P] hangs from a uniform horizontal rod AB of weight [W] and length [L]. The rod itself is held by vertical strings at
  A and at C, a distance [d] from A, and the string at C pulls with [times] the string at A. // What is the distance of the load from A?
solve R, S, x for x: R + S = W + P; S = [k]*R; R*d = W*(d - L/2) + P*(d - x)
key x in m
wrong share*d | leaves out the weight of the plank
wrong (S*d - W*d/2)/P | puts the plank's weight midway between the supports
wrong ((W + P - S)*d - W*L/2)/P | interchanges the two supporting forces
wrong abs(x - d) | gives the distance from C
wrong L - x | gives the distance from B
wrong ((W/2 + share*P)*d - W*L/2)/P | shares only the load in this ratio and halves the plank's weight
wrong share*L | shares the plank's length in the ratio of the forces
step forces ratio | Together the supports carry [W + P: N], so the force at C is [S: N].
step moments | Moments about A: $[S] \times [d#] = [W#] \times [L/2] + [P#]x$.
step linear_equations | This gives $x = [key]$.
insight The forces follow from their sum and ratio; moments about A then know only the place of the load.

part tipping
given L m, d m, M kg
insight About to tip means that the other support carries nothing: only two moments about the edge are left.

question farthest + tipping
believable 4
given m kg
let y = M*(d - L/2)/m
stem A uniform plank AB of mass [M] and length [L] lies across two supports, one at A and one at C, where $AC$ = [d]. A person of mass [m]
  walks slowly along the plank from A. // How [past? far past C can the person walk before the plank tips | close to B can the person come
  without tipping the plank]?
stem A uniform gangway [L] long rests on the deck of a boat with [d] of its length; the rest sticks out over the water. It has a mass of [M]
  and is not fixed. // A sailor of mass [m] walks out on it. What is the [past? greatest distance from the side of the boat | least
  distance from its free end] that the sailor can reach?
stem A uniform board of length [L] and mass [M] lies on a flat roof and reaches over its edge, with [d] of the board on the roof. A roofer
  of mass [m] steps out on the overhanging part. // How far from the [past? edge of the roof | outer end of the board] is the roofer when
  the board is about to tip?
solve R, S, x for [past? x - d | L - x]: R = 0; R + S = M + m; S*d = M*L/2 + m*x
# [rest] is `L - d -` where the distance from the end is asked.
key [rest](y) in m
wrong [rest](M*L/(2*m)) | measures the arm of the weight from the far end
wrong [rest](m*(d - L/2)/M) | inverts the ratio of the masses
wrong [rest](M*d/m) | puts the weight of the plank at its far end
wrong?past L - d - y | gives the distance left to the end
wrong?!past y | gives the distance from the edge on which it turns
wrong [rest](y - (d - L/2)) | puts the person's moment about the middle of the plank
wrong [rest](M*d^2/(2*L*m)) | takes the weight of the part behind the edge only
wrong [rest](M*(L - d)/m) | takes the overhang as the arm of the weight
wrong [rest](d - L/2) | takes both bodies to have the same mass
wrong [rest]((L - d)*M/(M + m)) | lets the overhang balance the whole plank
step moments forces | When it is about to tip, all the support comes from the point on which it turns, so moments are taken about that
  point.
step moments | The middle of the plank is [d - L/2: m] behind it: $[M#] \times [d - L/2] = [m#]y$, so $y = [y: m]$.
step?!past arithmetic | The overhang is [L - d: m], which leaves [key].

question heaviest + tipping
believable 1
stem A uniform board AB of mass [M] and length [L] lies loosely on two trestles beside a pool, one at A and one at C, [d] from A, so that B
  is over the water. // What is the greatest mass of a swimmer who can stand at B without tipping the board?
stem A uniform plank of length [L] and mass [M] lies on a level quay and sticks out over the water, with [d] of the plank on the quay. //
  What is the greatest mass that can be hung from its outer end without tipping it?
stem A uniform platform AB of length [L] and mass [M] rests on posts at A and at C, where $AC$ = [d]. It is not fixed to them. // What is
  the greatest mass that can be put down at B without tipping the platform?
solve R, S, p for p: R = 0; R + S = M + p; S*d = M*L/2 + p*L
key M*(d - L/2)/(L - d) in kg
wrong M*d/(L - d) | puts the weight of the plank at its far end
wrong M*d/(2*(L - d)) | balances the parts on either side as if each had half the weight
wrong M*L/(2*(L - d)) | measures the arm of the weight from the far end
wrong M*(L - d)/(d - L/2) | inverts the ratio of the arms
wrong M/2 | takes moments about the far end
wrong M*(d - L/2)/(L/2) | measures the arm of the load from the middle
wrong M | lets the load be as heavy as the plank
wrong M*(d - L/2)/L | takes the arm of the load from the far end
step moments forces | When it is about to tip, the support at the other end carries nothing, so moments are taken about the point on which
  it turns.
step moments | $[M#] \times [d - L/2] = m \times [L - d]$, so $m = [key]$.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => supporting_force(dice),
        Medium => until(|| place_of_load(dice)),
        Hard if dice.below(3) == 0 => until(|| heaviest_load(dice)),
        Hard => {
            let drawn = until(|| farthest_point(dice));
            let past = dice.below(2) == 0;
            drawn.with("past", past).with("rest", if past { "" } else { "L - d - " })
        }
    }
}

fn supporting_force(dice: &mut Dice) -> Drawn {
    let stem = dice.below(4);
    let drawn = until(|| {
        let l = *dice.pick(&[3, 4, 5, 6, 8, 10]);
        let (x, w) = (dice.range(1, l - 1), 20 * dice.range(3, 20));
        // People weigh more than things.
        let p = 10 * if stem == 0 || stem == 3 { dice.range(50, 90) } else { dice.range(20, 60) };
        let fits = 2 * x != l && p * x % (10 * l) == 0;
        fits.then(|| drawn!("supporting_force", L = l, x, W = w, P = p, stem))
    });
    drawn.with("far", dice.below(2) == 0)
}

/// The length of a plank, and the distance between its end and a support beyond its middle.
fn overhang(dice: &mut Dice, longest: i64) -> (i64, i64) {
    let l = dice.range(4, longest);
    (l, dice.range(l / 2 + 1, l - 1))
}

fn place_of_load(dice: &mut Dice) -> Option<Drawn> {
    let (l, d) = overhang(dice, 10);
    let (w, p, k) = (20 * dice.range(4, 20), 20 * dice.range(10, 40), dice.range(1, 3));
    // Twice the distance of the load from A is to be whole.
    let (above, below) = (2 * k * (w + p) * d - (k + 1) * w * l, (k + 1) * p);
    let twice = above / below;
    let whole = above % below == 0 && k * (w + p) % (k + 1) == 0;
    (whole && (1..2 * l).contains(&twice) && twice != 2 * d && w != p)
        .then(|| drawn!("place_of_load", L = l, d, W = w, P = p, k))
}

fn farthest_point(dice: &mut Dice) -> Option<Drawn> {
    let (l, d) = overhang(dice, 12);
    let (plank, person) = (5 * dice.range(4, 16), 5 * dice.range(6, 16));
    // Twice the way past the support is to be whole.
    let above = plank * (2 * d - l);
    (above % person == 0 && above / person < 2 * (l - d) && plank != person)
        .then(|| drawn!("farthest", L = l, d, M = plank, m = person))
}

fn heaviest_load(dice: &mut Dice) -> Option<Drawn> {
    let (l, d) = overhang(dice, 12);
    let plank = 4 * dice.range(6, 30);
    let (above, below) = (plank * (2 * d - l), 2 * (l - d));
    let mass = above / below;
    (above % below == 0 && (15..100).contains(&mass) && mass != plank)
        .then(|| drawn!("heaviest", L = l, d, M = plank))
}
