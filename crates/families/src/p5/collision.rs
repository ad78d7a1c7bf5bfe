//! A body that hits another one at rest.

use crate::declare::prelude::*;

declare! { draw r"
family P5 collisions
idea A body hits another at rest. What happens when the masses are equal, or one is far heavier, is known without algebra and leaves one
  formula.
objects two bodies; collision
constraints equal masses; a very heavy or very light partner
asked the formula for a velocity or a share of the energy
paths interchanging the masses; keeping the energy where it is lost; a sum instead of a difference
easy A very light and a very heavy partner decide.
medium Equal masses exchange their velocities, and a light partner is thrown forward.
hard What is asked is a share of the energy, which vanishes in two opposite limits.

part bodies
letter x
given a kg
text xkg $[x]\,\mathrm{kg}$
text asked [which? Which expression gives [what]? | Which of these is [what]? | Which formula is correct for [what]? | Without deriving it,
  decide which expression is [what].]
insight A right formula is right in the special cases too; test the formulas there instead of deriving one.

question sticking + bodies
let first = [known? a | x]
let second = [known? x | a]
text what their common speed
stem [mover] of mass [known? [a] | [xkg]] [moves] at speed $u$ and hits [target]. The body that is hit has mass [known? [xkg] | [a]] and was
  at rest. // [asked]
key first*u/(x + a)
wrong second*u/(x + a) | interchanges the two masses
wrong u*sqrt(first/(x + a)) | keeps the kinetic energy, which is not conserved here
wrong u*(first - second)/(x + a) | takes the difference of the masses
wrong first*u/second | moves the body that was hit alone
wrong 2*first*u/(x + a) | takes the collision to be elastic
wrong first^2*u/(x + a)^2 | squares the ratio of the masses
test?known x = 0 -> u | Nothing happens to the speed if the body that is hit is negligible.
test?known x = oo -> 0 | A very heavy body cannot be set moving.
test?!known x = 0 -> 0 | A negligible body cannot set the other one moving.
test?!known x = oo -> u | A very heavy body does not notice the other one and keeps its speed.
test x = a -> u/2 | With equal masses the momentum is shared equally, and the speed is halved.

part elastic + bodies
stem A ball of mass [a] moving at speed $u$ strikes a ball of mass [xkg] that is at rest. The collision is head-on and perfectly elastic. //
  [asked]
stem Two gliders on a level air track have masses [a] and [xkg] and carry springs, so that no energy is lost when they meet. The second is
  at rest when the first runs into it at speed $u$. // [asked]
stem On smooth ice a puck of mass [a] slides at speed $u$ into a puck of mass [xkg] at rest. They move along one line, and kinetic energy is
  conserved. // [asked]
stem A trolley of mass [a], fitted with a magnet, rolls at speed $u$ towards a trolley of mass [xkg] at rest, whose magnet repels it. They
  never touch, and no energy is lost. // [asked]

question forward + elastic
text what the speed of the second body afterwards
key 2*a*u/(x + a)
wrong a*u/(x + a) | lets the bodies move on together
wrong 2*x*u/(x + a) | interchanges the two masses
wrong u*(a - x)/(x + a) | gives the velocity of the first body
wrong a*u/x | passes on all the momentum
wrong u*sqrt(a/x) | passes on all the kinetic energy
wrong 4*a*x*u/(x + a)^2 | takes a formula that is symmetric in the masses
wrong 2*a*u/(a - x) | subtracts the masses in the denominator
test x = a -> u | Equal masses exchange their velocities, so the second body gets the speed $u$.
test x = oo -> 0 | A very heavy body stays at rest.
test x = 0 -> 2*u | A very light body is thrown forward at $2u$: seen from the heavy one it comes and goes at $u$.

question back + elastic
text what the velocity of the first body afterwards, positive if it goes on forwards
key u*(a - x)/(x + a)
wrong a*u/(x + a) | lets the bodies move on together
wrong u*(x - a)/(x + a) | takes the difference the other way round
wrong 2*a*u/(x + a) | gives the velocity of the second body
wrong u*(a - x)/x | leaves the first body out of the sum
wrong u*(a - x)/a | leaves the second body out of the sum
wrong u*(a - x)^2/(x + a)^2 | squares the ratio, as for energies
wrong u*(a - 2*x)/(x + a) | takes twice the mass that was hit
test x = a -> 0 | Equal masses exchange their velocities: the first body stops.
test x = oo -> -u | From a very heavy body it comes straight back: $-u$.
test x = 0 -> u | A very light body does not slow it down: $u$.

question passed_on + elastic
text what the fraction of the first body's kinetic energy that passes to the second
key 4*a*x/(x + a)^2
wrong 4*a*x/(x^2 + a^2) | adds the squares of the masses instead of squaring their sum
wrong 4*a^2/(x + a)^2 | squares the speed of the second body and forgets its mass
wrong 4*x^2/(x + a)^2 | multiplies the second mass by itself instead of the first
wrong (a - x)^2/(x + a)^2 | gives the fraction that the first body keeps
wrong 2*x/(x + a) | takes the fraction of the momentum
wrong 2*a/(x + a) | takes the ratio of the speeds
wrong a*x/(x + a)^2 | gives the second body the speed of bodies that stick together
test x = a -> 1 | Equal masses exchange their velocities, so all the energy passes on.
test x = oo -> 0 | A very heavy body stays at rest and gets none.
test x = 0 -> 0 | A very light body moves at no more than $2u$ and so has hardly any energy.

question lost + bodies
text what the fraction of the kinetic energy that is lost
stem [mover] of mass [a] [moves] and hits [target]. The body that is hit has mass [xkg] and was at rest. // [asked]
key x/(x + a)
wrong a/(x + a) | gives the fraction that is left
wrong x^2/(x + a)^2 | squares the ratio of the masses
wrong a^2/(x + a)^2 | squares the ratio of the speeds
wrong (x - a)/(x + a) | takes the difference of the masses
wrong a*x/(x + a)^2 | takes a formula that is symmetric in the masses
wrong sqrt(x/(x + a)) | takes the root of the ratio of the masses
wrong x/a | compares the two masses with each other only
test x = 0 -> 0 | If the body that is hit is negligible, nothing is lost.
test x = oo -> 1 | On a very heavy body everything comes to rest and all the energy is lost.
test x = a -> 1/2 | With equal masses twice the mass moves at half the speed, so half the energy is left.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let x = *dice.pick(&["x", "m", "M", "y", "p"]);
    let question = match (difficulty, dice.below(2)) {
        (Easy, _) => "sticking",
        (Medium, 0) => "forward",
        (Medium, _) => "back",
        (Hard, 0) => "passed_on",
        (Hard, _) => "lost",
    };
    let a = dice.range(2, 12);
    if !matches!(question, "sticking" | "lost") {
        return drawn!(question, x, a, which = dice.below(4));
    }
    let (mover, moves, target) = *dice.pick(&[
        ("A toy truck", "rolls along level rails", "a second truck, to which it couples"),
        ("A lump of clay", "flies horizontally", "a block on smooth ice, to which it sticks"),
        ("A glider", "moves along a level air track", "another glider, to which it latches on"),
        (
            "A trolley",
            "runs along a smooth level track",
            "another trolley, to which it is joined by the impact",
        ),
    ]);
    let known = question == "sticking" && dice.below(2) == 0;
    drawn!(question, x, a, mover, moves, target, known, which = dice.below(4), stem = 0)
}
