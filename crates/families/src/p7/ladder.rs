//! A ladder against a smooth wall.

use crate::declare::prelude::*;
use crate::whole::{gcd, until};

declare! { draw r"
family P7 ladder_and_wall
idea A ladder leans against a smooth wall. Moments about its foot leave out both forces of the ground and give the push of the wall, which
  is also the friction.
objects uniform ladder; smooth wall; rough ground
constraints forces balance; moments balance; smooth wall
asked a force, a least coefficient of friction, or how far one may climb
paths placing the ladder's weight at its top; interchanging the two distances; leaving out the climber or the ladder
easy Moments about the foot give the push of the wall.
medium The height has to be found by Pythagoras before moments are taken.
hard Friction limits the push of the wall; what is asked is a coefficient or a place.

question push_of_wall
believable 1
given a m, h m, W N
stem A uniform ladder of weight [W] leans against a smooth vertical wall. Its foot is on rough level ground [a] from the wall and its top is
  [h] above the ground. // What [wall? force does the wall exert on the ladder | is the frictional force on the foot of the ladder]?
stem The top of a uniform beam rests against a smooth vertical wall at a height of [h]; its lower end stands on a rough horizontal floor,
  [a] from the wall. The beam weighs [W] and is at rest. // Find the [wall? push of the wall on the beam | friction between beam and floor].
stem A uniform pole of weight [W] is propped between rough level ground and a smooth vertical wall. Its upper end is [h] above the ground
  and its lower end [a] from the wall. // How large is the [wall? force between the pole and the wall | frictional force that keeps the pole
  from slipping]?
solve N, F, R for [wall? N | F]: F = N; R = W; R*a = F*h + W*a/2
key W*a/(2*h) in N
wrong W*a/h | takes the weight to act at the top of the ladder
wrong W*h/(2*a) | interchanges the two distances
wrong W/2 | lets the wall balance half the weight and forgets moments
wrong W | lets the force of the wall balance the weight
wrong 2*W*a/h | takes the wall to push halfway up and the weight to act at the top
wrong W*a/(4*h) | takes a quarter of the width as the arm of the weight
wrong W*h/a | takes the weight to act at the top and interchanges the distances
step moments | Moments about the foot, where friction and normal force act: $N \times [h#] = [W#] \times [a/2]$.
step forces arithmetic | So $N = [key]$[wall? |, and the friction has to balance it].
insight About the foot only two forces have a moment: the push of the wall and the weight at the middle.

part climbed
given a m, s m, W N, P N
let h = sqrt(s^2 - a^2)

question climber + climbed
believable 1
let share = [p]/[q]
let N = a*(W/2 + share*P)/h
stem A uniform ladder of length [s] and weight [W] stands on rough level ground and leans against a smooth vertical wall, with its foot [a]
  from the wall. A person of weight [P] has climbed [way] up the ladder. // What force does the wall exert on the ladder?
stem A window cleaner of weight [P] stands [way] up a uniform ladder. The ladder is [s] long, weighs [W] and leans against a smooth wall;
  its foot is on rough ground, [a] from the foot of the wall. // What frictional force acts on the foot of the ladder?
stem One end of a uniform plank of length [s] stands on a rough floor, [a] from a smooth vertical wall, and the other end rests against the
  wall. The plank weighs [W], and a load of weight [P] is fixed to it [way] up from the floor. // Find the horizontal force of the wall on
  the plank.
solve N, F, R, h for N: F = N; R = W + P; h^2 + a^2 = s^2; R*a = F*h + W*a/2 + P*(1 - [p]/[q])*a; h > 0
key N in N
wrong h*(W/2 + share*P)/a | interchanges height and width
wrong N*h/s | uses the length of the ladder as the arm of the wall's force
wrong a*share*P/h | leaves out the weight of the ladder
wrong a*(W + share*P)/h | takes the ladder's weight to act at its top
wrong a*(W/2 + P)/h | takes the load to act at the top
wrong a*(W + P)/(2*h) | takes both weights to act at the middle
wrong a*(W/2 + (1 - share)*P)/h | measures the load's place from the top
wrong W/2 + share*P | forgets the slope of the ladder
step geometry | By Pythagoras the top is $\sqrt{[s#]^2-[a#]^2} = [h: m]$ high.
step moments | Moments about the foot: $[h]N = [W#] \times [a/2] + [P#] \times [share*a]$.
step arithmetic forces | So $N = [key]$, which is also the friction at the foot.
insight About the foot, the push of the wall stands against the two weights, each at its share of the width.

question least_friction
believable 16
given a m, h m, W N, P N
let N = a*(W/2 + P)/h
stem A uniform ladder of weight [W] leans against a smooth vertical wall. Its foot is [a] from the wall, its top [h] above the level ground.
  A person of weight [P] wants to climb to the very top. // What is the least coefficient of friction between ladder and ground that makes
  this safe?
stem A fruit picker of weight [P] can just stand at the top of a uniform ladder without its foot slipping. The ladder weighs [W], its foot
  is [a] from a smooth vertical wall, and it touches the wall [h] above the ground. // What is the coefficient of friction between the
  ladder and the ground?
stem A uniform ladder weighing [W] touches a smooth vertical wall at a height of [h]; its foot is on level ground, [a] from the wall. With a
  bucket of weight [P] hung from its top end, the ladder is on the point of slipping. // Find the coefficient of friction at its foot.
solve N, F, R, k for k: F = N; R = W + P; R*a = F*h + W*a/2; F = k*(W + P)
key N/(W + P)
wrong a/h | takes both weights to act at the top
wrong a/(2*h) | takes both weights to act at the middle
wrong h*(W/2 + P)/(a*(W + P)) | interchanges height and width
wrong a*P/(h*(W + P)) | leaves the ladder's weight out of the moments
wrong N/W | leaves the climbing weight out of the normal force
wrong N/P | leaves the ladder's weight out of the normal force
wrong a*(W + P/2)/(h*(W + P)) | interchanges the places of the two weights
step moments | Moments about the foot: $[h#]N = [W#] \times [a/2] + [P#] \times [a#]$, so $N = [N: N]$.
step forces | The friction balances this, and the normal force is [W + P: N].
step forces arithmetic | So $\mu = [key]$.
insight Friction is the only other horizontal force: it must equal the push of the wall, found by moments about the foot.

question farthest_up + climbed
believable 5
given k
let F = k*(W + P)
let y = s*(F*h/a - W/2)/P
stem A uniform ladder of length [s] and weight [W] leans against a smooth vertical wall with its foot on level ground, [a] from the wall.
  The coefficient of friction at the foot is [k]. // How far up the ladder can a person of weight [P] climb before it slips?
stem The coefficient of friction between the ground and the foot of a uniform ladder is [k]. The ladder is [s] long, weighs [W], and its
  foot is [a] from the smooth vertical wall on which it leans. A roofer of weight [P] climbs it. // At what distance from the foot, measured
  along the ladder, is the roofer when it starts to slip?
stem A uniform beam of weight [W] and length [s] rests against a smooth vertical wall; its lower end stands [a] from the wall on a floor for
  which the coefficient of friction is [k]. // What is the greatest distance from its lower end, measured along the beam, at which a load of
  weight [P] can be hung?
solve N, F, R, h, y for y: F = N; R = W + P; F = k*(W + P); h^2 + a^2 = s^2; R*a = F*h + W*a/2 + P*(a - y*a/s); h > 0
key y in m
wrong s*F*h/(a*P) | leaves the ladder's weight out of the moments
wrong s*k*h/a | leaves the ladder's weight out altogether
wrong s*(F*h/a - W)/P | takes the ladder's weight to act at its top
wrong s*(F*a/h - W/2)/P | interchanges height and width
wrong a*y/s | gives the horizontal distance from the foot
wrong h*y/s | gives the height above the ground
wrong s*(k*P*h/a - W/2)/P | lets only the climbing weight press on the ground
wrong s - y | gives the distance from the top
step forces | About to slip, the friction is $[k] \times [W + P] = [F: N]$, and the push of the wall is as large.
step moments geometry | The top is [h: m] high. Moments about the foot: $[F] \times [h] = [W#] \times [a/2] + [P#]x$, so the load is
  $x = [a*y/s: m]$ from the foot horizontally.
step ratio | Along the ladder that is [key].
insight At the point of slipping the push of the wall is known from friction; moments about the foot then give the place.
"}

/// Foot, height and length of a ladder with whole sides, in metres.
const LADDERS: &[(i64, i64, i64)] = &[(3, 4, 5), (5, 12, 13), (6, 8, 10), (4, 3, 5), (8, 6, 10)];

/// How far up somebody is, in words and as a fraction.
const WAYS: &[(&str, i64, i64)] = &[
    ("halfway", 1, 2),
    ("a third of the way", 1, 3),
    ("two thirds of the way", 2, 3),
    ("a quarter of the way", 1, 4),
    ("three quarters of the way", 3, 4),
];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => until(|| push_of_wall(dice)).with("wall", dice.below(2) == 0),
        Medium => until(|| climber(dice)),
        Hard if dice.below(2) == 0 => until(|| least_friction(dice)),
        Hard => until(|| farthest_up(dice)),
    }
}

fn push_of_wall(dice: &mut Dice) -> Option<Drawn> {
    let (a, h, w) = (dice.range(1, 4), dice.range(2, 8), 10 * dice.range(12, 40));
    (h > a && w * a % (2 * h) == 0).then(|| drawn!("push_of_wall", a, h, W = w))
}

fn climber(dice: &mut Dice) -> Option<Drawn> {
    let ((a, h, s), (way, p, q)) = (*dice.pick(LADDERS), *dice.pick(WAYS));
    let (w, load) = (20 * dice.range(6, 20), 20 * dice.range(20, 45));
    let whole = a * (w * q + 2 * load * p) % (2 * q * h) == 0;
    whole.then(|| drawn!("climber", a, s, W = w, P = load, way, p, q))
}

fn least_friction(dice: &mut Dice) -> Option<Drawn> {
    let (a, h) = (dice.range(1, 5), dice.range(3, 9));
    let (w, p) = (10 * dice.range(10, 40), 10 * dice.range(40, 90));
    let (above, below) = (a * (w + 2 * p), 2 * h * (w + p));
    (h > a && below / gcd(above, below) <= 16 && above < below && w != p)
        .then(|| drawn!("least_friction", a, h, W = w, P = p))
}

fn farthest_up(dice: &mut Dice) -> Option<Drawn> {
    let (a, h, s) = *dice.pick(LADDERS);
    let (w, p) = (20 * dice.range(6, 20), 20 * dice.range(20, 45));
    let (t, b) = *dice.pick(&[(1, 2), (1, 3), (1, 4), (2, 5), (3, 5), (2, 3), (3, 4), (3, 8), (5, 12)]);
    // Twice the distance up is to be whole: 2s·(μ(W+P)h/a − W/2)/P.
    let (above, below) = (s * (2 * t * (w + p) * h - b * a * w), b * a * p);
    let up = above / below;
    (above % below == 0 && up > 0 && up < 2 * s && up != s)
        .then(|| drawn!("farthest_up", a, s, W = w, P = p, k = format!("{t}/{b}")))
}
