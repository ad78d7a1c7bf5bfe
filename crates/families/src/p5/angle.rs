//! A force that depends on an angle.

use crate::declare::prelude::*;

declare! { draw r"
family P5 limits_of_an_angle
idea A force depends on an angle. At no slope and at the steepest the situation is plain, and friction may be let vanish: one formula fits.
objects slope; inclined string; friction
constraints the angle vanishes; the angle becomes a right angle; no friction
asked the formula for a force
paths a sine where a cosine is meant; friction with the wrong sign; the weight itself instead of its component
easy Two values of the angle decide.
medium The angle and the friction each have a limit that decides.
hard The pull changes the normal force, and three limits are needed.

part weight
given W N
text asked [which? Which expression gives [what]? | Which of these is [what]? | Which formula is correct for [what]? | Without deriving it,
  decide which expression is [what].]
insight A right formula is right in the special cases too; test the formulas there instead of deriving one.

question held_by_level_force + weight
text what the size of this force, in newtons
stem A block of weight [W] rests on a smooth slope, inclined at $\theta$ to the horizontal. It is held there by a horizontal force. //
  [asked]
stem A horizontal push keeps a trolley of weight [W] at rest on a smooth ramp that makes an angle $\theta$ with the ground. // [asked]
stem On a smooth plane at an angle $\theta$ to the horizontal a crate of weight [W] would slide down, but a force parallel to the ground
  holds it. // [asked]
key W*tan(theta)
wrong W*sin(theta) | takes the force to act along the slope
wrong W*cos(theta) | gives the normal force of a free slope
wrong W/cos(theta) | gives the normal force
wrong W/tan(theta) | inverts the tangent
wrong W*sin(theta)*cos(theta) | takes the horizontal component of the force along the slope
wrong W/sin(theta) | divides by the sine
test theta = 0 -> 0 | On level ground no force is needed.
test theta = pi/2 -> oo | At a vertical wall no horizontal force, however large, can hold a smooth block.
test theta = pi/4 -> W | At $45^\circ$ force and weight lie alike to the slope, so they are equal.

question two_strings + weight
text what the tension in each [stem? string | cable | half of the rope], in newtons
stem A picture of weight [W] hangs from two light strings, each at an angle $\theta$ to the vertical. // [asked]
stem Two light cables carry a lamp of weight [W]. They run up to either side, and both make an angle $\theta$ with the vertical. // [asked]
stem A load of weight [W] hangs from the middle of a light rope whose ends are fixed at the same height, so that either half is inclined at
  $\theta$ to the vertical. // [asked]
key W/(2*cos(theta))
wrong W/(2*sin(theta)) | uses the sine instead of the cosine
wrong W*cos(theta)/2 | multiplies by the cosine instead of dividing
wrong W/cos(theta) | lets each string carry the whole weight
wrong W*sin(theta)/2 | multiplies by the sine
wrong W*tan(theta)/2 | gives the horizontal component of the tension
wrong W*cos(theta) | takes the component of the weight along one of them
test theta = 0 -> W/2 | At $\theta = 0$ both pull straight up and share the weight.
test theta = pi/2 -> oo | Near $\theta = 90^\circ$ they are almost level and the tension grows without bound.

question blown_aside + weight
text what [tension? the tension in the string | the horizontal force], in newtons
stem A ball of weight [W] hangs on a light string. A steady horizontal force pulls it aside until the string is at rest at an angle $\theta$
  to the vertical. // [asked]
stem A lantern of weight [W] on a light string is blown aside by a steady horizontal wind; the string makes an angle $\theta$ with the
  vertical. // [asked]
stem A magnet pulls horizontally at an iron ball of weight [W], which hangs at rest on a light string inclined at $\theta$ to the vertical.
  // [asked]
key [tension? W/cos(theta) | W*tan(theta)]
wrong?tension W*tan(theta) | gives the horizontal force
wrong?!tension W/cos(theta) | gives the tension
wrong W*cos(theta) | takes the component of the weight along the string
wrong W*sin(theta) | takes the component of the weight across the string
wrong W/sin(theta) | uses the sine instead of the cosine
wrong W/tan(theta) | inverts the tangent
wrong W*sin(theta)*cos(theta) | multiplies the two components of the weight
test?tension theta = 0 -> W | Hanging straight down, the string carries just the weight.
test?!tension theta = 0 -> 0 | Hanging straight down, no horizontal force acts.
test theta = pi/4 -> [tension? sqrt(2)*W | W] | At $45^\circ$ the horizontal force is as large as the weight.
test theta = pi/2 -> oo | Near $\theta = 90^\circ$ an almost level string can carry the weight only with a force that grows without bound.

question sliding_down + weight
text what the resultant force down the slope, in newtons
stem A block of weight [W] slides down a slope at an angle $\theta$ to the horizontal. The coefficient of friction is $\mu$. // [asked]
stem A sledge of weight [W] gathers speed on a hillside inclined at $\theta$ to the horizontal; the coefficient of friction between sledge
  and snow is $\mu$. // [asked]
stem With a coefficient of friction $\mu$ between them, a parcel of weight [W] slides down a chute that makes an angle $\theta$ with the
  ground. // [asked]
key W*(sin(theta) - mu*cos(theta))
wrong W*(sin(theta) + mu*cos(theta)) | lets friction act down the slope
wrong W*(cos(theta) - mu*sin(theta)) | interchanges sine and cosine
wrong W*(sin(theta) - mu) | takes the whole weight for the normal force
wrong W*(sin(theta) - mu*sin(theta)) | takes the same component for both forces
wrong W*(sin(theta) - mu/cos(theta)) | divides by the cosine
wrong W*(cos(theta) - mu*cos(theta)) | takes the cosine for both forces
test mu = 0 -> W*sin(theta) | Without friction it is the component $W\sin\theta$ of the weight.
test theta = pi/2 -> W | On a vertical slope there is no normal force, and the body falls freely.
test mu = tan(theta) -> 0 | At $\mu = \tan\theta$ it slides at constant speed.

question drawn_up + weight
text what the tension in the rope, in newtons
stem A rope parallel to a slope pulls a crate of weight [W] up it at constant speed. The slope is inclined at $\theta$ to the horizontal and
  the coefficient of friction is $\mu$. // [asked]
stem A loaded sledge of weight [W] is drawn steadily up a slope at an angle $\theta$ to the horizontal by a rope parallel to it. The
  coefficient of friction on the snow is $\mu$. // [asked]
stem A winch hauls a small boat of weight [W] slowly up a ramp, with the rope along the ramp. The ramp makes an angle $\theta$ with the
  horizontal; between boat and ramp the coefficient of friction is $\mu$. // [asked]
key W*(sin(theta) + mu*cos(theta))
wrong W*(sin(theta) - mu*cos(theta)) | lets friction help the motion
wrong W*(cos(theta) + mu*sin(theta)) | interchanges sine and cosine
wrong W*(sin(theta) + mu) | takes the whole weight for the normal force
wrong W*(sin(theta) + mu*sin(theta)) | takes the same component for both forces
wrong W*(tan(theta) + mu*cos(theta)) | uses the tangent instead of the sine
wrong W*(cos(theta) + mu*cos(theta)) | takes the cosine for both forces
test theta = 0 -> mu*W | On level ground only friction, $\mu W$, has to be overcome.
test theta = pi/2 -> W | On a vertical slope there is no normal force and no friction: the weight is lifted.

question pulled_along + weight
text what the tension in the [stem? rope | cord | rope], in newtons
stem A crate of weight [W] is pulled at constant speed over a level floor by a rope that rises at an angle $\theta$ to the horizontal. The
  coefficient of friction is $\mu$. // [asked]
stem A pony draws a sledge of weight [W] steadily along level snow. The cord points upwards at an angle $\theta$ to the ground, and the
  coefficient of friction is $\mu$. // [asked]
stem The coefficient of friction between a log of weight [W] and level ground is $\mu$. A horse drags it at constant speed with a rope
  inclined upwards at $\theta$ to the ground. // [asked]
key mu*W/(cos(theta) + mu*sin(theta))
wrong mu*W/(cos(theta) - mu*sin(theta)) | lets the pull press the body down
wrong mu*W/(sin(theta) + mu*cos(theta)) | interchanges sine and cosine
wrong mu*W/cos(theta) | forgets that the pull lifts the body
wrong W*(sin(theta) + mu*cos(theta)) | takes the formula for a slope
wrong W/(cos(theta) + mu*sin(theta)) | leaves the coefficient of friction out of the numerator
wrong mu*W/(1 + mu*sin(theta)) | takes the whole pull as horizontal
test theta = 0 -> mu*W | A horizontal pull has to overcome the friction $\mu W$.
test theta = pi/2 -> W | Straight up, the body is moved only once its weight is carried.
test mu = 0 -> 0 | Without friction no force is needed.

question pushed_along + weight
text what the push, in newtons
stem A crate of weight [W] is pushed at constant speed over a level floor by a force that points downwards at an angle $\theta$ to the
  horizontal. The coefficient of friction is $\mu$. // [asked]
stem A lawn roller of weight [W] with a locked wheel slides steadily over level ground, pushed along its handle. The handle slopes down to
  it at an angle $\theta$ to the horizontal, and the coefficient of friction is $\mu$. // [asked]
stem The coefficient of friction between a box of weight [W] and the level floor is $\mu$. The box moves uniformly under a push directed
  obliquely downwards, at an angle $\theta$ to the floor. // [asked]
key mu*W/(cos(theta) - mu*sin(theta))
wrong mu*W/(cos(theta) + mu*sin(theta)) | lets the push lift the body
wrong mu*W/(sin(theta) - mu*cos(theta)) | interchanges sine and cosine
wrong mu*W/cos(theta) | forgets that the push presses the body down
wrong W/(cos(theta) - mu*sin(theta)) | leaves the coefficient of friction out of the numerator
wrong W*(sin(theta) + mu*cos(theta)) | takes the formula for a slope
wrong mu*W/(1 - mu*sin(theta)) | takes the whole push as horizontal
test theta = 0 -> mu*W | A horizontal push has to overcome the friction $\mu W$.
test mu = 0 -> 0 | Without friction no force is needed.
test mu = 1/tan(theta) -> oo | If the push is so steep that its friction eats up its horizontal part, $\cos\theta = \mu\sin\theta$, no push
  is large enough.

question pushed_up + weight
text what the size of this force, in newtons
stem A horizontal force moves a block of weight [W] at constant speed up a slope inclined at $\theta$ to the horizontal. The coefficient of
  friction is $\mu$. // [asked]
stem A load of weight [W] is pushed steadily up a ramp by a force parallel to the ground. The ramp rises at an angle $\theta$, and the
  coefficient of friction between load and ramp is $\mu$. // [asked]
stem The coefficient of friction between a wedge and a block of weight [W] on it is $\mu$. The face of the wedge makes an angle $\theta$
  with the horizontal, and a horizontal force just makes the block slide up it. // [asked]
key W*(sin(theta) + mu*cos(theta))/(cos(theta) - mu*sin(theta))
wrong W*(sin(theta) - mu*cos(theta))/(cos(theta) + mu*sin(theta)) | lets friction help the motion
wrong W*(cos(theta) + mu*sin(theta))/(sin(theta) - mu*cos(theta)) | interchanges sine and cosine
wrong W*(sin(theta) + mu*cos(theta))/(cos(theta) + mu*sin(theta)) | lets the push reduce the normal force
wrong W*(sin(theta) + mu*cos(theta))/cos(theta) | forgets that the push adds to the normal force
wrong W*(sin(theta) + mu*cos(theta)) | takes the force to act along the slope
wrong W*(sin(theta) - mu*cos(theta))/(cos(theta) - mu*sin(theta)) | lets friction help the motion, but not through the push
test theta = 0 -> mu*W | On level ground only friction, $\mu W$, has to be overcome.
test mu = 0 -> W*tan(theta) | Without friction the horizontal force is $W\tan\theta$.
test mu = 1/tan(theta) -> oo | If the push presses so hard on the slope that friction keeps up with it, $\cos\theta = \mu\sin\theta$, no
  force is large enough.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let (question, heavy) = match (difficulty, dice.below(3)) {
        (Easy, 0) => ("held_by_level_force", false),
        (Easy, 1) => ("two_strings", false),
        (Easy, _) => ("blown_aside", false),
        (Medium, 0) => ("drawn_up", true),
        (Medium, _) => ("sliding_down", false),
        (Hard, 0) => ("pushed_up", true),
        (Hard, 1) => ("pushed_along", true),
        (Hard, _) => ("pulled_along", true),
    };
    let weight = if heavy { 10 * dice.range(20, 90) } else { 2 * dice.range(2, 60) };
    if question == "two_strings" {
        return drawn!(question, W = weight, stem = dice.below(3), which = dice.below(4));
    }
    let tension = question == "blown_aside" && dice.below(2) == 0;
    drawn!(question, W = weight, tension, which = dice.below(4), stem = dice.below(3))
}
