//! Two bodies on one string.

use crate::declare::prelude::*;

declare! { draw r"
family P5 bodies_on_a_string
idea Two bodies hang on one string, or one of them lies on a table or a slope. The formula must agree with what is plain when the masses are
  equal, or when one of them is negligible or overwhelming.
objects two bodies; light string; smooth pulley
constraints equal masses; one mass vanishes; one mass grows without bound
asked the formula for an acceleration or a tension
paths leaving one body out of the mass that is accelerated; adding weights that pull against each other; a cosine where a sine is meant
easy One or two limits of the mass decide.
medium The tension in a limit has to be thought through before the formulas are tested.
hard The limits of an angle turn the situation into two simpler ones.

part string
letter x
given a kg
text xkg $[x]\,\mathrm{kg}$
text asked The acceleration of free fall is $g$. // [which? Which expression gives [what]? | Which of these is [what]? | Which formula is
  correct for [what]? | Without deriving it, decide which expression is [what].]
insight A right formula is right in the special cases too; test the formulas there instead of deriving one.

question hanging + string
text what its downward acceleration
stem Bodies of mass [a] and [xkg] hang from the ends of a light string that passes over a smooth light pulley. The body of mass [xkg] is the
  heavier one and moves down. [asked]
stem A light rope runs over a smooth light pulley. One end carries a bucket of mass [a], the other a sack of mass [xkg], which is heavier
  and sinks. [asked]
stem A body of mass [xkg] goes down and lifts another one of mass [a], to which it is tied by a light string over a smooth light pulley.
  [asked]
key g*(x - a)/(x + a)
wrong g*(x - a)/x | leaves the lighter body out of the mass that is accelerated
wrong g*(x - a)/a | accelerates the lighter body only
wrong g*x/(x + a) | treats the lighter body as if it lay on a smooth table
wrong g*a/(x + a) | takes the lighter weight as the driving force
wrong g*(x - a)/(2*(x + a)) | counts the moving mass twice
wrong g*(a - x)/(x + a) | takes the acceleration in the other direction
wrong g*(x + a)/(x - a) | adds in the numerator and subtracts in the denominator
test x = a -> 0 | With equal masses nothing accelerates.
test x = oo -> g | If $[x]$ is very large, that body falls freely and the acceleration is $g$.
test x = 0 -> -g | If $[x]$ were negligible, the other body would fall freely: $-g$.

question table + string
text what the acceleration of the two
stem A trolley of mass [a] on a smooth horizontal table is pulled by a light string over a smooth pulley at the edge. A body of mass [xkg]
  hangs from the string. [asked]
stem A body of mass [xkg] hangs over the edge of a table and pulls a glider of mass [a] along a level air track by a light string; friction
  is negligible. [asked]
stem On a frictionless level surface lies a block of mass [a]. A light string leads from it over a smooth light pulley to a hanging load of
  mass [xkg], which is released. [asked]
key g*x/(x + a)
wrong g*x/a | leaves the hanging body out of the mass that is accelerated
wrong g*a/(x + a) | takes the weight on the table as the driving force
wrong g*(x - a)/(x + a) | lets the weight on the table pull against the motion
wrong g*x/(2*(x + a)) | counts the moving mass twice
wrong g*(x + a)/a | adds the weights and accelerates one body
wrong 2*g*x/(x + a) | lets the string pull at both of its ends
test x = 0 -> 0 | With nothing hanging on the string nothing accelerates.
test x = oo -> g | If $[x]$ is very large, the body on the table hardly matters and the acceleration is $g$.
test x = a -> g/2 | With equal masses one weight moves twice its mass, at half of $g$.

part both_tension + string
stem Bodies of mass [a] and [xkg] hang from the ends of a light string over a smooth light pulley and are released. [asked]
stem A light cord over a smooth light pulley carries a load of mass [a] on one side and one of mass [xkg] on the other; both move freely.
  [asked]
stem Two buckets hang on one light rope, which runs over a smooth light pulley. Their masses are [xkg] and [a], and they are let go. [asked]

question pulley + both_tension
text what the downward force of the [stem? string | cord | rope] on the pulley
key 4*a*x*g/(x + a)
wrong g*(x + a) | lets the pulley carry both weights in full
wrong 2*a*x*g/(x + a) | counts one side of the string only
wrong 4*x^2*g/(x + a) | multiplies one mass by itself instead of the other
wrong 4*a^2*g/(x + a) | multiplies the other mass by itself
wrong g*(x - a) | takes the difference of the weights
wrong 2*x*g | doubles the larger weight
wrong a*x*g/(x + a) | treats one body as if it lay on a smooth table, and counts one side
test x = a -> 2*a*g | With equal masses nothing moves, and the pulley carries both weights.
test x = 0 -> 0 | If $[x]$ is negligible, the other body falls freely and the string is slack.
test x = oo -> 4*a*g | If $[x]$ is very large, it falls freely and accelerates the other body upwards with $g$: the tension is twice that
  body's weight.

question hanging_tension + both_tension
text what the tension in the [stem? string | cord | rope], in newtons
key 2*a*x*g/(x + a)
wrong a*x*g/(x + a) | treats one body as if it lay on a smooth table
wrong g*(x + a)/2 | takes the mean of the two weights
wrong 2*x^2*g/(x + a) | multiplies one mass by itself instead of the other
wrong 2*a^2*g/(x + a) | multiplies the other mass by itself
wrong g*(x - a) | takes the difference of the weights
wrong x*g | takes one of the weights for the tension
wrong 4*a*x*g/(x + a) | counts both sides of the string
test x = a -> a*g | With equal masses nothing moves, and the tension is one weight.
test x = 0 -> 0 | If $[x]$ is negligible, the other body falls freely and the string is slack.
test x = oo -> 2*a*g | If $[x]$ is very large, it falls freely and accelerates the other body upwards with $g$: the tension is twice that
  body's weight.

question table_tension + string
text what the tension in the string, in newtons
stem A trolley of mass [a] on a smooth horizontal table is pulled by a light string over a smooth pulley at the edge. A body of mass [xkg]
  hangs from the string and is released. [asked]
stem A falling load of mass [xkg] draws a glider of mass [a] along a level air track by a light string. Friction is negligible. [asked]
stem A block of mass [a] lies on frictionless level ice. It is tied to a load of mass [xkg], which sinks into a hole in the ice, by a light
  string over a smooth light pulley. [asked]
key a*x*g/(x + a)
wrong x*g | takes the weight of the hanging body for the tension
wrong 2*a*x*g/(x + a) | treats both bodies as hanging
wrong x^2*g/(x + a) | multiplies the hanging mass by itself
wrong a^2*g/(x + a) | multiplies the other mass by itself
wrong g*(x - a) | takes the difference of the weights
wrong g*(x + a)/2 | takes the mean of the two weights
test x = 0 -> 0 | With nothing hanging on the string it is slack.
test x = oo -> a*g | If $[x]$ is very large, it falls freely and gives the other body the acceleration $g$, for which a force equal to that
  body's weight is needed.

part slope + string
stem A block of mass [a] lies on a smooth slope that makes an angle $\theta$ with the horizontal. A light string runs from it, parallel to
  the slope, over a smooth pulley at the top to a hanging body of mass [xkg], which moves down. [asked]
stem A hanging load of mass [xkg] sinks and pulls a truck of mass [a] up a smooth ramp by a light rope over a smooth pulley at the top. The
  rope is parallel to the ramp, which rises at an angle $\theta$ to the horizontal. [asked]
stem At the top of a smooth plane, inclined at $\theta$ to the horizontal, is a smooth light pulley. A light cord over it joins a body of
  mass [a] on the plane to one of mass [xkg] that hangs freely and descends. [asked]

question slope_acceleration + slope
text what the acceleration of the two bodies
key g*(x - a*sin(theta))/(x + a)
wrong g*(x - a*cos(theta))/(x + a) | uses the cosine instead of the sine
wrong g*(x + a*sin(theta))/(x + a) | adds the pull down the slope
wrong g*(x - a)*sin(theta)/(x + a) | lets the slope act on both weights
wrong g*(x*sin(theta) - a)/(x + a) | lets the slope act on the hanging weight
wrong g*(x - a*sin(theta))/(x + a*sin(theta)) | reduces the mass on the slope as well
wrong g*(x - a*sin(theta))/x | leaves the body on the slope out of the mass that is accelerated
wrong g*(x - a)/(x + a) | forgets the slope
test theta = pi/2 -> g*(x - a)/(x + a) | At $\theta = 90^\circ$ both bodies hang, and only the difference of the weights drives them.
test theta = 0 -> g*x/(x + a) | At $\theta = 0$ the block lies on a level table, and the hanging weight drives both.
test x = oo -> g | If $[x]$ is very large, it falls freely.

question slope_tension + slope
text what the tension, in newtons
key a*x*g*(1 + sin(theta))/(x + a)
wrong a*x*g*(1 + cos(theta))/(x + a) | uses the cosine instead of the sine
wrong a*x*g*(1 - sin(theta))/(x + a) | subtracts the pull down the slope
wrong 2*a*x*g*sin(theta)/(x + a) | lets the slope reduce the whole tension of two hanging bodies
wrong 2*a*x*g/(x + a) | forgets the slope
wrong x^2*g*(1 + sin(theta))/(x + a) | multiplies the hanging mass by itself
wrong a^2*g*(1 + sin(theta))/(x + a) | multiplies the other mass by itself
wrong a*x*g/(x + a) | treats the slope as a level table
test theta = pi/2, x = a -> a*g | At $\theta = 90^\circ$ with equal masses both bodies hang at rest, and the tension is one weight.
test theta = 0, x = oo -> a*g | At $\theta = 0$ a very heavy load falls freely and gives the block the acceleration $g$: the tension is the
  block's weight.
test x = 0 -> 0 | Without a hanging load the string is slack.
test x = oo -> a*g*(1 + sin(theta)) | On a slope, a very heavy load has to overcome $g\sin\theta$ too while it gives the block the
  acceleration $g$.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let x = *dice.pick(&["x", "m", "M", "y", "p"]);
    let question = match (difficulty, dice.below(3)) {
        (Easy, 0) => "table",
        (Easy, _) => "hanging",
        (Medium, 0) => "table_tension",
        (Medium, _) => "hanging_tension",
        (Hard, 0) => "slope_tension",
        (Hard, _) => "slope_acceleration",
    };
    let a = dice.range(2, 12);
    let pulley = question == "hanging_tension" && dice.below(3) == 0;
    let question = if pulley { "pulley" } else { question };
    drawn!(question, x, a, which = dice.below(4), stem = dice.below(3))
}
