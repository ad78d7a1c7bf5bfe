//! A block that is about to topple about an edge.

use crate::declare::prelude::*;
use crate::whole::{gcd, until};

declare! { draw r"
family P7 toppling_block
idea A block is about to topple about an edge. The whole force of the ground then acts at that edge, and moments about it compare a width
  with a height.
objects uniform block; rough surface
constraints moments balance about an edge; friction
asked a force, a height, an acceleration or a coefficient at which the block is about to topple
paths taking the whole width as the arm of the weight; letting the push act at the centre; inverting the ratio of width and height
easy Moments about the edge give the force.
medium The friction has to be known before moments about the edge say where to push.
hard The toppling is hidden in an acceleration or a tilt.

question force
believable 1
given b cm, h cm, W N
given?!top y cm
let arm = [top? h | y]
text place [top? at its top edge | at a height of [y]]
stem A uniform rectangular crate of weight [W] is [h] high and has a square base of side [b]. It stands on a floor so rough that it cannot
  slide, and is pushed horizontally at right angles to one face, [place]. // What is the least force that makes it topple?
stem A uniform cupboard stands on a rough level floor. It is [h] high and [b] deep and weighs [W]. A horizontal rope pulls it forwards
  [place]. // What is the tension in the rope when the cupboard, which does not slide, is about to tip over its front edge?
stem A horizontal force acts [top? at the top of | [place] on] a uniform cylinder of weight [W] that stands upright on rough ground. The
  cylinder has a diameter of [b] and a height of [h], and it does not slip. // How large is the force when the cylinder just starts to tilt?
solve F, R, Q: R = W; Q = F; R*b/2 = F*([top? h | y] - h/2) + Q*h/2
key W*b/(2*arm) in N
wrong W*b/arm | takes the whole width as the arm of the weight
wrong W*arm/(2*b) | inverts the ratio of width and height
wrong W/2 | lets the push balance half the weight
wrong 2*W*b/arm | takes the push to act at half its height and the whole width as arm
wrong W | lets the push be as large as the weight
wrong W*b/(4*arm) | takes a quarter of the width as the arm of the weight
wrong W*arm/b | takes the height as the arm of the weight
wrong?!top W*b/(2*h) | lets the push act at the top
wrong?!top W*b/h | lets the push act at the height of the centre
step moments | About to topple, the body rests on one edge only, so the force of the ground has no moment about it.
step moments | Moments about that edge: $F \times [arm: # cm] = [W#] \times [b/2: # cm]$, so $F = [key]$.
insight About to topple, the ground acts at the edge alone: only push and weight have a moment about it.

question height_of_push
believable 1
given b cm, h cm, k
stem A uniform filing cabinet, [h] high and [b] wide, stands on a level floor. The coefficient of friction between them is [k]. It is pushed
  sideways by a horizontal force that is just large enough to move it. // What is the greatest height above the floor at which the force may
  act if the cabinet is not to topple?
stem The coefficient of friction between a uniform block and a horizontal table is [k]. The block is [h] tall and [b] wide, and a string
  pulls it slowly along the table, parallel to its width. // At what greatest height may the string be attached without making the block tip
  over?
stem A uniform wardrobe of width [b] and height [h] is to be slid across a floor, at constant speed and in the direction of its width, by a
  horizontal push. The coefficient of friction is [k]. // Up to what height above the floor can one push without toppling the wardrobe?
solve N, F, Q, y for y: N = W; Q = k*N; F = Q; N*b/2 = F*(y - h/2) + Q*h/2
key b/(2*k) in cm
wrong b/k | takes the whole width as the arm of the weight
wrong k*b | multiplies by the coefficient of friction
wrong k*h | takes the height instead of the width
wrong b/2 | leaves friction out of the comparison
wrong h/2 | pushes at the height of the centre
wrong h/2 + b/(2*k) | takes moments about the centre and forgets friction
wrong h/2 + b/2 | measures from the centre down
wrong h - b/(2*k) | measures from the top
wrong b/(4*k) | takes a quarter of the width as the arm of the weight
step forces | To keep it moving the push must equal the friction: $F = [k] W$.
step moments | About to topple over the front edge: $F y = W \times [b/2: # cm]$, so $y = [key]$.
insight The push is as large as the friction, and the weight cancels: only width and friction decide.

# Of the acceleration a and the height h, one is to [find] and the other is [known].
part accelerating
given b cm, g = 10 m s^-2
solve N, F, [find] for [find]: N = m*g; F = m*a; N*b/2 = F*h/2
wrong g*b/(2*[known]) | takes the friction to act with the whole height as its arm
wrong 2*g*b/[known] | takes the whole width as the arm of the weight
step forces | Friction at the base gives the acceleration, $F = ma$, and the normal force is $mg$; about to topple, both act at [edge].
step moments | Moments about the centre of mass: $mg \times \frac{b}{2} = ma \times \frac{h}{2}$, so $[find] = \frac{gb}{[known]} = [key]$.
insight An accelerating body is in balance only about its centre of mass; there, normal force and friction have to agree.

question acceleration + accelerating
believable 2
given h cm
text edge the rear edge
stem A uniform crate stands upright on the level platform of a lorry, without being tied. It is [h] high and [b] long in the direction of
  travel, and the platform is so rough that it cannot slide. The acceleration of free fall is [g]. // What is the greatest acceleration of
  the lorry at which the crate stays upright?
stem A uniform column of height [h] with a square base of side [b] stands on a trolley, two of its faces at right angles to the motion.
  Friction keeps the column from sliding. Take the acceleration of free fall as [g]. // With what greatest deceleration can the trolley be
  stopped without toppling the column?
stem A train carries a uniform cylinder of diameter [b] and height [h], standing on its base on a rough floor. The train starts on a
  straight level track and the acceleration of free fall is [g]. // Above what acceleration of the train does the cylinder, which does not
  slide, fall over?
key g*b/h in m s^-2
wrong g*h/b | inverts the ratio of width and height
wrong g*h/(2*b) | inverts the ratio and halves the height
wrong g | lets it topple only when the acceleration is that of free fall
wrong g/2 | takes half the free fall acceleration as the limit
wrong g*b/(4*h) | takes a quarter of the width and the whole height as arms

question tallest + accelerating
believable 1
given a m s^-2
text edge one edge
stem A lorry brakes with a deceleration of [a]. Uniform crates that are [b] long in the direction of travel stand on its rough platform and
  do not slide. The acceleration of free fall is [g]. // How tall can a crate be without toppling?
stem Uniform cylinders of diameter [b] stand upright on a conveyor belt that starts with an acceleration of [a]. They do not slip on the
  belt. Take the acceleration of free fall as [g]. // What is the height of the tallest cylinder that does not fall over?
stem A tram can accelerate at up to [a]. A uniform box with a square base of side [b], one face towards the driver, stands on its floor and
  cannot slide. The acceleration of free fall is [g]. // What is the greatest height of the box for which it is certain to stay upright?
key g*b/a in cm
wrong a*b/g | inverts the ratio of the accelerations
wrong (g - a)*b/a | subtracts the acceleration from that of free fall
wrong (g + a)*b/a | adds the acceleration to that of free fall
wrong g*b/(g - a) | takes the weight to be lowered by the acceleration
wrong 4*g*b/a | takes the whole width and a quarter of the height as arms

question tilt
believable 8
given b cm, h cm
stem A uniform block with a square base of side [b] and a height of [h] stands on a board. One end of the board is slowly raised; the lower
  edges of the block are parallel and perpendicular to the slope. // What is the least coefficient of friction for which the block topples
  before it slides?
stem A uniform cylinder, [h] tall and [b] in diameter, stands on a tray which is tilted little by little. At a certain angle the cylinder is
  about to slide and about to topple at the same time. // What is the coefficient of friction between cylinder and tray?
stem On a ramp of adjustable slope stands a uniform carton. It is [h] high, and its base measures [b] in the direction of the slope. As the
  ramp is made steeper, the carton slides without ever toppling. // Which value can the coefficient of friction not exceed?
# The weight's component across the slope is c; moments are taken about the centre.
solve N, F, k for k: N = c; F = k*N; N*b/2 = F*h/2
key b/h
wrong b/(2*h) | takes the whole height as the arm of the friction
wrong 2*b/h | takes the whole width as the arm of the normal force
wrong h/b | inverts the ratio of width and height
wrong h/(2*b) | inverts the ratio and halves the height
wrong b/(b + h) | compares the width with the sum of the sides
wrong b/(h - b) | compares the width with the difference of the sides
wrong 1 - b/h | takes the complement of the ratio
step moments trigonometry | About to topple, the weight points through the lower edge: $\tan\theta = \frac{b}{h}$, where $b$ is the width.
step forces | About to slide, $\tan\theta = \mu$. The two meet at $\mu = [key]$.
insight Sliding and toppling each begin at a tilt of their own: at tangent μ and at tangent width over height.
"}

/// Coefficients of friction, as printed.
const ROUGHNESS: &[(i64, i64)] =
    &[(1, 2), (1, 3), (1, 4), (2, 5), (3, 10), (3, 8), (2, 3), (3, 4), (3, 5), (1, 5)];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let question = match difficulty {
        Easy => "force",
        Medium => "height_of_push",
        Hard => *dice.pick(&["acceleration", "tallest", "tilt"]),
    };
    until(|| sizes(dice, question))
}

/// Sizes of a block, if they fit together.
fn sizes(dice: &mut Dice, question: &'static str) -> Option<Drawn> {
    match question {
        "force" => {
            let (b, h) = (10 * dice.range(3, 10), 10 * dice.range(8, 20));
            let y = if dice.below(2) == 0 { h } else { 10 * dice.range(5, 18) };
            let w = 10 * dice.range(12, 90);
            let fits = y <= h && y > b && w * b % (2 * y) == 0;
            fits.then(|| drawn!(question, b, h, y, W = w, top = y == h))
        }
        "height_of_push" => {
            let (b, h) = (4 * dice.range(5, 25), 10 * dice.range(9, 24));
            let (t, u) = *dice.pick(ROUGHNESS);
            let y = b * u / (2 * t);
            let fits = b * u % (2 * t) == 0 && y < h && 2 * y != h && y > b / 2 && h > b;
            fits.then(|| drawn!(question, b, h, k = format!("{t}/{u}")))
        }
        "acceleration" => {
            let (b, h) = (10 * dice.range(2, 12), 10 * dice.range(4, 24));
            let fits = b < h && (10 * b) % h == 0 || (20 * b) % h == 0 && 2 * b < h;
            fits.then(|| drawn!(question, b, h, find = "a", known = "h"))
        }
        "tallest" => {
            let (b, a) = (5 * dice.range(4, 24), dice.range(1, 5));
            let fits = 10 * b % a == 0 && 10 * b / a <= 300;
            fits.then(|| drawn!(question, b, a, find = "h", known = "a"))
        }
        _ => {
            let (b, h) = (dice.range(3, 20), dice.range(6, 40));
            let fits = b < h && 2 * b != h && h / gcd(b, h) <= 6;
            fits.then(|| drawn!(question, b, h))
        }
    }
}
