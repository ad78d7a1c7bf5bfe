//! Springs that push, and springs that catch.

use crate::declare::prelude::*;

declare! { draw r"
family P1 spring_energy
idea A spring gives its energy to a body, or takes it up. The force changes on the way, so energy answers where the force at one end does
  not.
objects spring; elastic energy
constraints Hooke's law; no losses
asked a speed, a height or an extension
paths halving or doubling the energy of a spring; taking the greatest force to act all the way; forgetting the square on a speed or an
  extension; taking the equilibrium position for the lowest point
easy The energy of the spring becomes kinetic energy.
medium The energy of the spring becomes a height, against the weight.
hard The lowest point is confused with the equilibrium position, and the stiffness is hidden in another load.

question speed
given m g, k N m^-1, d cm
let v = d*sqrt(k/m)
stem A light spring of stiffness [k] lies on a smooth table and is compressed by [d]. On release it drives a [thing] of mass [m]. // At what
  speed does the [thing] leave the spring?
stem A [thing] of mass [m] rests against a light horizontal spring that has been compressed by [d]. The spring constant is [k], and there is
  no friction. // How fast is the [thing] after the spring is released?
stem In a toy launcher a light spring with a spring constant of [k] is pushed in by [d]. It shoots a [thing] of mass [m] along a smooth
  level track. // What speed does it give to the [thing]?
solve v: k*d^2/2 = m*v^2/2; v > 0
key v in m s^-1
wrong v^2 | forgets the root at the end
wrong v/sqrt(2) | leaves out the half in the kinetic energy only
wrong v*sqrt(2) | leaves out the half in the energy of the spring only
wrong v/2 | takes the mean of the initial and the final speed
wrong 2*v | doubles the energy of the spring instead of halving it
wrong k*d/m | takes the greatest force over the mass for the speed
step springs energy | The energy of the spring becomes kinetic: $\frac{1}{2}kd^2 = \frac{1}{2}mv^2$.
step algebra | In kilograms and metres, $v^2 = kd^2/m = [v^2]$, so $v = [key]$.
insight The force falls as the spring opens, so energy and not the force gives the speed.

question height
given m g, k N m^-1, d cm, g = 10 m s^-2
let x = k*d^2/(2*m*g)
stem A light upright spring of stiffness [k] is compressed by [d] and shoots a [thing] of mass [m] straight up. // How high does the [thing]
  rise above its lowest position? ($g = [g]$)
stem A [thing] of mass [m] is pressed down on a light vertical spring with a spring constant of [k], until the spring is [d] shorter than
  its natural length. It is then let go. // Through what height does the [thing] rise, if air resistance is ignored? Take $g$ to be [g].
stem A launcher holds a light vertical spring, of stiffness [k], compressed by [d]. When it is released, a [thing] of mass [m] flies
  straight up. // Taking $g$ as [g], find the greatest height of the [thing] above the point of release.
solve l, x for x: l = k*d^2/2; l = m*g*x
key x in m
wrong 2*x | leaves out the half in the energy of the spring
wrong x/2 | halves the energy of the spring twice
wrong k*d/(m*g) | divides the force of the spring by the weight
wrong k*d^2/(2*m) | leaves out g and divides by the mass
wrong 4*x | doubles the energy of the spring instead of halving it
step springs energy | All the energy of the spring becomes potential: $\frac{1}{2}kd^2 = mgx$.
step algebra | In kilograms and metres, $x = kd^2/(2mg) = [key]$.
insight From rest to rest: the energy of the spring is the energy of the height, and no speed is needed.

question lowest_point
given p N, w N, d cm
let rest = w*d/p
stem?same A load of weight [p], lowered gently, stretches a light spring by [d]. // The same load is now fixed to the unstretched spring and
  let go. What is the greatest extension of the spring?
stem?same Hung at rest on a light spring, a load of weight [p] stretches it by [d]. The load is lifted until the spring has its natural
  length, and dropped. // By how much is the spring stretched at the lowest point?
stem?same A light spring is [d] longer when a load of weight [p] hangs on it at rest. The load is held where the spring is unstretched and
  then released. // What is the largest extension that follows?
stem?!same A load of weight [p] at rest stretches a light spring by [d]. A load of weight [w] is fixed to the unstretched spring instead and
  let go. // What is the greatest extension of the spring?
stem?!same When a weight of [p] hangs at rest from a light spring, the extension is [d]. It is replaced by a weight of [w], which is
  released from the place where the spring is unstretched. // By how much is the spring stretched at the lowest point?
stem?!same A light spring is extended by [d] when it carries a weight of [p] at rest. With a weight of [w] on its end, it is held at its
  natural length and then released. // What is the largest extension that follows?
solve k, x for x: p = k*d; w*x = k*x^2/2; x > 0
key 2*rest in cm
wrong rest | takes the equilibrium position for the lowest point
wrong rest/2 | halves the extension at equilibrium
wrong 4*rest | doubles the energy of the spring instead of halving it
wrong 2*rest*w/p | takes the extension to be proportional to the square of the weight
wrong 2*p*d/w | inverts the ratio of the weights
wrong d + rest | adds both extensions at equilibrium
step springs ratio | At rest the second weight would stretch the spring by [rest: cm].
step energy | Let go, it comes to rest when $Wx = \frac{1}{2}kx^2$, so $x = 2W/k$: twice as much, [key].
insight At the lowest point the energies balance, not the forces: the extension is twice that at rest.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    if difficulty == Hard {
        #[rustfmt::skip]
        let (a, b) = *dice.pick(&[(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (1, 3), (3, 1), (4, 3), (2, 5), (4, 5), (5, 2)]);
        let (scale, unit) = (dice.range(1, 6), dice.range(1, 5));
        return drawn!("lowest_point", p = a * scale, w = b * scale, d = a * unit, same = a == b);
    }
    // The stiffness follows from the answer, so that the answer is whole.
    let d = *dice.pick(&[10, 20]);
    let thing = *dice.pick(&["ball", "marble", "small puck", "toy car", "steel ball"]);
    if difficulty == Easy {
        let (v, m) = (dice.range(2, 6), *dice.pick(&[50, 100, 150, 200, 250, 400]));
        let d = if m * v * v % 40 == 0 { d } else { 10 };
        return drawn!("speed", thing, d, m, k = m * v * v * 10 / (d * d));
    }
    let (h, m) = (dice.range(1, 9), *dice.pick(&[20, 40, 50, 80, 100, 120, 150]));
    // Drawn anew: not everything that a spring can push along a table is shot up by one.
    let thing = *dice.pick(&["ball", "marble", "steel ball", "toy rocket"]);
    drawn!("height", thing, d, m, k = 2 * m * h * 100 / (d * d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, family};

    #[test]
    fn speeds_are_whole() {
        let family = family("P1", "spring_energy").unwrap();
        for slot in 0..60 {
            let question = family.question(Easy, Place { seed: 11, slot, attempt: 0 }).unwrap();
            let key = &question.options[question.key].text;
            assert!(!key.contains("sqrt"), "{key}: {}", question.stem);
        }
    }
}
