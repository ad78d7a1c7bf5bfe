//! Two parts that act together, one of them unknown.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family P5 two_parts_together
idea Two parts act together: resistors, springs, a cell and its load, a lens and its object. When one part is absent or overwhelming, the
  other acts alone.
objects resistors; springs; cell; lens
constraints one part vanishes; one part grows without bound; two equal parts
asked the formula for the whole
paths series instead of parallel; interchanging the two parts; a sum instead of a difference
easy One part absent and one overwhelming decide.
medium The limits have to be read off a circuit with a source.
hard Three parts, or a lens, of which two limits are known.

part pair
letter x
text asked [which? Which expression gives [what]? | Which of these is [what]? | Which formula is correct for [what]? | Without deriving it,
  decide which expression is [what].]
insight A right formula is right in the special cases too; test the formulas there instead of deriving one.

question side_by_side + pair
given a [unit]
text what [stem? the resistance of the two together, in ohms | the resistance between the terminals, in ohms | the stiffness of the two
  together, in newtons per metre | the time in hours in which both together fill it]
stem A resistor of [a] and one of $[x]$ ohms are connected in parallel. // [asked]
stem Between two terminals there are two branches. One holds a resistor of [a], the other a variable resistor set to $[x]$ ohms. // [asked]
stem A light spring of stiffness [a] hangs from a hook, and a second light spring, of stiffness $[x]$ newtons per metre, hangs from its
  lower end. // [asked]
stem One pump fills a tank in [a] hours, another one alone would need $[x]$ hours. Both work at a steady rate. // [asked]
key a*x/(x + a)
wrong x + a | adds the two
wrong (x + a)/2 | takes the mean of the two
wrong 2*a*x/(x + a) | counts the product twice
wrong x^2/(x + a) | multiplies the unknown part by itself
wrong a^2/(x + a) | multiplies the known part by itself
wrong sqrt(a*x) | takes the geometric mean
wrong a*x/(x - a) | subtracts in the denominator
test x = 0 -> 0 | If $[x]$ vanishes, so does the whole: that part alone settles the matter.
test x = oo -> a | If $[x]$ is very large, that part does nothing to the whole and the other alone is left.
test x = a -> a/2 | Two equal parts give half of one.

part circuit + pair
given a Ω, V V

question divided + circuit
text what the potential difference across the variable resistor, in volts
stem A battery of emf [V] and negligible internal resistance is connected to a resistor of [a] and a variable resistor of $[x]$ ohms in
  series. // [asked]
stem A variable resistor set to $[x]$ ohms is connected to a cell whose emf is [V] and whose internal resistance is [a]. // [asked]
stem A fixed resistor of [a] and a variable one of $[x]$ ohms form a potential divider across a supply of [V]. // [asked]
key V*x/(x + a)
wrong V*a/(x + a) | gives the potential difference across the other resistance
wrong V*(x + a)/x | inverts the ratio
wrong V*x/a | compares with the other resistance alone
wrong V*(x - a)/(x + a) | takes the difference of the resistances
wrong V*x/(x + 2*a) | counts the fixed resistance twice
wrong V*x^2/(x + a)^2 | squares the ratio
wrong V*a/x | compares with the other resistance alone, inverted
test x = 0 -> 0 | Across no resistance there is no potential difference.
test x = oo -> V | If $[x]$ is very large there is no current, and the whole emf stands across it.
test x = a -> V/2 | Equal resistances share it equally.

question power + circuit
text what the power in the variable resistor, in watts
stem A cell of emf [V] and internal resistance [a] is connected to a variable resistor that is set to $[x]$ ohms. // [asked]
stem A supply of [V] without internal resistance drives a current through a fixed resistor of [a] and a variable resistor of $[x]$ ohms in
  series. // [asked]
stem A variable resistor of $[x]$ ohms is fed through a long cable of resistance [a] from a source that keeps a potential difference of [V].
  // [asked]
key V^2*x/(x + a)^2
wrong V^2/(x + a) | gives the power of the whole circuit
wrong V^2*a/(x + a)^2 | gives the power in the other resistance
wrong V^2/x | leaves the other resistance out
wrong V^2*x/(x^2 + a^2) | adds the squares of the resistances
wrong V^2*x/(x - a)^2 | takes the difference of the resistances
wrong V^2*x^2/(a*(x + a)^2) | puts the square of the resistance above
wrong V^2*x/(x + 2*a)^2 | counts the other resistance twice
test x = 0 -> 0 | In no resistance no power is used.
test x = oo -> 0 | If $[x]$ is very large there is no current and no power.
test x = a -> V^2/(4*a) | Equal resistances have half the emf each, so the power is $\left(\frac{V}{2}\right)^2/[x]$.

part three + pair
given a Ω, b Ω
text what the resistance of the whole, in ohms

question in_series + three
stem A variable resistor of $[x]$ ohms is in parallel with a resistor of [a]. In series with the two is a resistor of [b]. // [asked]
stem The current passes first through a resistor of [b] and then divides between a resistor of [a] and a variable resistor of $[x]$ ohms. //
  [asked]
key b + a*x/(x + a)
wrong a + b*x/(x + b) | interchanges the two fixed resistors
wrong a + b + x | puts all three in series
wrong (a + b)*x/(x + a + b) | puts the variable resistor across both fixed ones
wrong b*(x + a)/(x + a + b) | puts the third resistor across the other two
wrong b + x^2/(x + a) | multiplies the unknown part by itself
wrong b + a^2/(x + a) | multiplies the known part by itself
wrong b + (x + a)/2 | takes the mean of the two parallel resistances
test x = 0 -> b | At $[x] = 0$ the parallel pair is short-circuited and only the series resistor is left.
test x = oo -> a + b | If $[x]$ is very large its branch is broken, and the two fixed resistors are in series.

question in_parallel + three
stem A resistor of [b] and a variable resistor of $[x]$ ohms are in series. A resistor of [a] is connected in parallel with this pair. //
  [asked]
stem The current divides between two branches. In one there is a resistor of [a]; in the other a resistor of [b] is followed by a variable
  resistor of $[x]$ ohms. // [asked]
key a*(x + b)/(x + a + b)
wrong b*(x + a)/(x + a + b) | interchanges the two fixed resistors
wrong a + b + x | puts all three in series
wrong (a + b)*x/(x + a + b) | puts the variable resistor across both fixed ones
wrong b + a*x/(x + a) | puts only the variable resistor in parallel
wrong a*x/(x + a) | leaves the series resistor out of the branch
wrong a*(x + b)/(x + a) | leaves the series resistor out of the sum below
wrong (x + a + b)/2 | takes the mean of the two branches
test x = 0 -> a*b/(a + b) | At $[x] = 0$ the two fixed resistors are in parallel.
test x = oo -> a | If $[x]$ is very large its branch is broken, and the other resistor is left alone.

question image + pair
given a
text what the distance of the [stem? image | screen | wall] from the lens, in centimetres
stem A thin converging lens has a focal length of [a] cm. An object stands $[x]$ cm from it, farther away than the focus, and a real image
  is formed on the other side. // [asked]
stem A lamp is $[x]$ cm in front of a thin converging lens of focal length [a] cm and forms a sharp image on a screen behind the lens. //
  [asked]
stem With a thin converging lens of focal length [a] cm, a sharp image of an object is formed on a wall. The object is $[x]$ cm from the
  lens. // [asked]
key a*x/(x - a)
wrong a*x/(x + a) | adds in the denominator
wrong a^2/(x - a) | multiplies the focal length by itself
wrong x^2/(x - a) | multiplies the object's distance by itself
wrong x - a | takes what lies between object and focus
wrong a*x/(a - x) | takes the difference the other way round
wrong a*x/(x - 2*a) | takes twice the focal length in the denominator
wrong a*(x + a)/(x - a) | adds the focal length in the numerator
test x = oo -> a | The image of a very distant object is in the focus.
test x = 2*a -> 2*a | At twice the focal length object and image are equally far from the lens.
test x = a -> oo | From the focus the light leaves the lens parallel: the image is infinitely far away.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let x = *dice.pick(&["x", "R", "y", "r"]);
    match (difficulty, dice.below(2)) {
        (Easy, _) => {
            let (a, stem) = (dice.range(2, 15), dice.below(4));
            let (letters, unit, a) = [
                (["x", "R", "r"], "Ω", a),
                (["x", "R", "y"], "Ω", a),
                (["k", "x", "y"], "N m^-1", 10 * a),
                (["t", "x", "y"], "", a),
            ][stem];
            drawn!("side_by_side", x = *dice.pick(&letters), a, unit, stem, which = dice.below(4))
        }
        (Medium, 0) => {
            let (a, v) = (dice.range(2, 15), *dice.pick(&[3_i64, 5, 6, 9, 10, 12, 15, 20, 24]));
            drawn!("divided", x, a, V = v, which = dice.below(4))
        }
        (Medium, _) => {
            let (a, v) = (dice.range(2, 9), *dice.pick(&[2_i64, 3, 4, 5, 6, 8, 9, 10, 12]));
            drawn!("power", x, a, V = v, which = dice.below(4))
        }
        (Hard, 0) => {
            let (a, b) = until(|| Some((dice.range(2, 12), dice.range(2, 12))).filter(|(a, b)| a != b));
            let which = dice.below(4);
            drawn!(if dice.below(2) == 0 { "in_series" } else { "in_parallel" }, x, a, b, which)
        }
        (Hard, _) => {
            let (a, stem) = (5 * dice.range(2, 16), dice.below(3));
            drawn!("image", x = if x == "r" { "u" } else { "x" }, a, stem, which = dice.below(4))
        }
    }
}
