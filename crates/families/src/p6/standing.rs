//! Standing waves on strings and in pipes.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family P6 standing_waves
idea A string or an air column resonates when a whole number of quarter or half wavelengths fits between its ends, with a node or an
  antinode at each as the end demands.
objects string; pipe; nodes and antinodes
constraints boundary conditions at both ends
asked a speed, a frequency or a length at resonance
paths counting nodes for loops; treating a closed end like an open one; taking the first resonance found for the fundamental
easy The number of loops gives the wavelength.
medium Two resonances that follow each other give half a wavelength or twice the fundamental.
hard Whether the pipe is open or closed has to be found from the ratio of two resonances.

part loops
believable 2
step waves | Each loop is half a wavelength, so $\lambda = \frac{2 \times [L#]}{[k]}$ cm.
insight A loop of a standing wave is half a wavelength.

question speed + loops
given L cm, f Hz, k
stem A string of length [L] is fixed at both ends. Driven at [f], it vibrates in a standing wave of [k] loops. // What is the speed of waves
  on the string?
stem A vibrator of frequency [f] sets up a standing wave with [k] antinodes on a stretched wire. Both ends of the wire are at rest, [L]
  apart. // How fast do waves travel along the wire?
solve w, v for v: k*w/2 = L; v = f*w
key 2*L*f/k in m s^-1
wrong L*f/k | takes each loop for a whole wavelength
wrong 4*L*f/k | takes each loop for a quarter of a wavelength
wrong 2*L*f/(k + 1) | counts nodes for loops
wrong 2*L*f/(k - 1) | counts only the nodes between the ends
wrong 2*L*f | takes the vibration for the fundamental
wrong L*f | takes the string for one wavelength
step waves arithmetic | The speed is $f\lambda = [key]$.

question frequency + loops
given L cm, v m s^-1, k
stem Waves travel at [v] along a string that is stretched between two fixed points [L] apart. // At what frequency does the string vibrate
  in [k] loops?
stem A wire of length [L] is clamped at both ends, and waves on it have a speed of [v]. It is made to vibrate so that [k] points of it, and
  no more, move with the greatest amplitude. // What is the frequency of the vibration?
solve w, f for f: k*w/2 = L; f = v/w
key k*v/(2*L) in Hz
wrong k*v/L | takes each loop for a whole wavelength
wrong k*v/(4*L) | takes each loop for a quarter of a wavelength
wrong (k + 1)*v/(2*L) | counts nodes for loops
wrong (k - 1)*v/(2*L) | counts only the nodes between the ends
wrong v/(2*L) | gives the frequency of the fundamental
wrong (2*k - 1)*v/(4*L) | takes one end of the string to be free
step waves arithmetic | The frequency is $\frac{v}{\lambda} = [key]$.

question shortest_pipe
believable 2
given c m s^-1, f Hz
text ends [closed? closed at one end and open at the other | open at both ends]
stem A pipe is [ends]. The speed of sound in it is [c], and end corrections can be neglected. // What is the length of the shortest such
  pipe that resonates with a tuning fork of frequency [f]?
stem An organ pipe, [ends], is to have [f] as its lowest resonant frequency. Sound travels at [c] in the pipe; neglect end corrections. //
  How long must the pipe be?
stem A loudspeaker that emits a note of frequency [f] is held near a tube that is [ends]. The length of the tube can be varied from zero,
  and the speed of sound is [c]. // At what length is the first resonance heard, if end corrections are ignored?
solve w, x for x: c = f*w; x = [closed? w/4 | w/2]
key c/([closed? 4 | 2]*f) in cm
wrong?closed c/(2*f) | treats the closed end like an open one
wrong?!closed c/(4*f) | treats one end as closed
wrong c/f | fits a whole wavelength into the pipe
wrong 3*c/(4*f) | gives the second resonance of a closed pipe
wrong 2*c/f | fits two wavelengths into the pipe
wrong c/(8*f) | fits an eighth of a wavelength into the pipe
wrong 3*c/(2*f) | gives the second resonance with a whole and a half wavelength
step waves | The wavelength is $\frac{c}{f} = [c/f: cm]$.
step waves | From [closed? the node at the closed end to the antinode at the open one | antinode to antinode] the shortest fit is [closed? a
  quarter | half] of a wavelength: [key].
insight An open end is an antinode and a closed end a node; neighbours are a quarter of a wavelength apart.

question resonance_tube
believable 2
given a cm, b cm, f Hz
stem A tuning fork of frequency [f] is held over a tube partly filled with water. As the water is lowered, resonance is first heard when the
  column of air is [a] long and next when it is [b] long. The antinode lies a little above the open end. // What is the speed of sound?
stem A small loudspeaker at the mouth of a tube, closed by a movable piston, emits a note of frequency [f]. The first two resonances occur
  with the piston [a] and [b] from the mouth; the effective length of the tube exceeds this distance by a constant. // Find the speed of
  sound in the tube.
stem The two shortest columns of air that resonate in a glass tube, closed below by water, are [a] and [b] long when a fork of frequency [f]
  sounds above it. Each needs the same unknown end correction. // What speed of sound follows from this?
solve w, z, v for v: a + z = w/4; b + z = 3*w/4; v = f*w
key 2*f*(b - a) in m s^-1
wrong 4*f*a | neglects the end correction and uses the first length
wrong 4*f*b/3 | neglects the end correction and uses the second length
wrong f*(b - a) | takes the difference for a whole wavelength
wrong 4*f*(b - a) | takes the difference for a quarter of a wavelength
wrong f*(a + b) | adds the two lengths to one wavelength
wrong 2*f*b | takes the second length for half a wavelength
wrong 2*f*a | takes the first length for half a wavelength
step waves | From one resonance to the next the column grows by half a wavelength: $\frac{\lambda}{2} = [b - a: cm]$, whatever the end
  correction.
step waves arithmetic | So $v = f\lambda = [f#] \times [2*(b - a)] = [key]$.
insight The difference of two successive lengths is half a wavelength, and the end correction drops out of it.

question successive_on_string
believable 2
given a Hz, b Hz, L cm
stem A string fixed at both ends is [L] long. As the driving frequency is raised, it resonates at [a] and next at [b]. // What is the speed
  of waves on the string?
stem Between two clamps [L] apart a wire shows standing waves at frequencies of [a] and [b], and at none between. // Find the speed of waves
  on the wire.
tally greatest of 2*L/n*a over n from 1 to 30 with 2*L/(n + 1)*b = 2*L/n*a
key 2*L*(b - a) in m s^-1
wrong 2*L*a | takes the lower frequency for the fundamental
wrong L*a | takes the string for one wavelength at the lower frequency
wrong L*(b - a) | takes the difference for twice the fundamental
wrong 4*L*(b - a) | takes the difference for half the fundamental
wrong 2*L*b | takes the higher frequency for the fundamental
wrong L*(a + b) | uses the mean of the two frequencies
wrong L*b | takes the string for one wavelength at the higher frequency
step waves | On a string fixed at both ends the resonances are multiples of the fundamental, so that is $[b#] - [a#] = [b - a: Hz]$.
step waves arithmetic | There the string is half a wavelength: $v = 2Lf = [key]$.
insight Successive resonances of a string differ by its fundamental frequency.

question successive_in_closed_pipe
believable 2
given a Hz, b Hz
stem A pipe is closed at one end and open at the other. Two of its successive resonant frequencies are [a] and [b]. // What is its
  fundamental frequency?
stem The air in a straight glass tube, sealed at the bottom and open at the top, resonates at [a] and next at [b]. // What is the lowest
  frequency at which it resonates?
stem As the pitch of a note is raised, the air in a test tube resonates at [a] and next at [b]. // Find the frequency of the lowest note to
  which the tube responds.
tally greatest of a/(2*n + 1) over n from 0 to 20 with (2*n + 1)*b = (2*n + 3)*a
key (b - a)/2 in Hz
wrong b - a | takes the pipe to resonate at all multiples of the fundamental
wrong a/3 | takes the lower frequency for the first overtone
wrong a/2 | takes the lower frequency for twice the fundamental
wrong a | takes the lower frequency for the fundamental
wrong (b - a)/4 | takes the difference for four times the fundamental
wrong (a + b)/2 | takes the mean of the two frequencies
wrong 2*(b - a) | doubles the difference
wrong (b - a)/3 | takes a third of the difference
step waves | With one end closed only odd multiples of the fundamental resonate, so successive ones differ by twice the fundamental.
step arithmetic | $2f = [b#] - [a#]$, so $f = [key]$.
insight One closed end leaves only the odd multiples: they lie two fundamentals apart.

question open_or_closed
believable 2
given a Hz, b Hz
let low = [closed? 2 | 1]*a/(b - a)
stem A straight tube may be open at both ends or closed at one; this cannot be seen. Two successive resonant frequencies of the air in it
  are [a] and [b]. // What is its fundamental frequency?
stem Part of a ventilation pipe resonates at [a] and next at [b]. It is not known whether its far end is open or blocked; the near end is
  open. // What is the lowest frequency at which it can resonate?
stem The resonant frequencies of an organ pipe include [a] and [b], and none between these. Its top is hidden from view and may or may not
  be stopped. // Find the frequency of its lowest note.
stem A loudspeaker is held at the open end of a long straight drain. As its frequency is raised, resonance is heard at [a] and next at [b].
  The other end of the drain is either open or closed. // At what lowest frequency would the drain resonate?
# c = 0 for two open ends, with multiples 1, 2, 3, …; c = 1 for one closed end, with 1, 3, 5, ….
tally greatest of a/((1 + c)*k + 1) over c from 0 to 1, k from 0 to 20 with ((1 + c)*k + 1)*b = ((1 + c)*(k + 1) + 1)*a
key [closed? (b - a)/2 | b - a] in Hz
wrong?closed b - a | takes both ends to be open
wrong?!closed (b - a)/2 | takes one end to be closed
wrong a | takes the lower frequency for the fundamental
wrong a/3 | takes the lower frequency for three times the fundamental
wrong a/2 | takes the lower frequency for twice the fundamental
wrong (b - a)/4 | takes the difference for four times the fundamental
wrong (a + b)/2 | takes the mean of the two frequencies
wrong 2*(b - a) | takes the difference for half the fundamental
wrong (b - a)/3 | takes a third of the difference
step ratio | The frequencies are in the ratio $[a#]:[b#] = [low]:[low + [closed? 2 | 1]]$, two successive [closed? odd | whole] numbers.
step?closed waves | So one end is closed, the step of [b - a: Hz] is twice the fundamental, and that is [key].
step?!closed waves | So both ends are open, and the step of [key] is the fundamental itself.
insight Open pipes resonate at all multiples of the fundamental, closed ones at the odd multiples; the ratio tells which.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(3)) {
        (Easy, 2) => shortest_pipe(dice),
        (Easy, kind) => string(dice, kind),
        (Medium, 0) => {
            let (wave, f, past) = until(|| {
                let (wave, speed) = (4 * dice.range(10, 40), 2 * dice.range(155, 180));
                let past = dice.range(1, 3);
                (speed * 100 % wave == 0).then_some((wave, speed * 100 / wave, past))
            });
            drawn!("resonance_tube", a = wave / 4 - past, b = 3 * wave / 4 - past, f)
        }
        (Medium, 1) => {
            let (first, loops, length) = until(|| {
                let (first, loops) = (2 * dice.range(10, 60), dice.range(2, 6));
                let length = 10 * dice.range(4, 20);
                (first * length * 2 % 100 == 0).then_some((first, loops, length))
            });
            drawn!("successive_on_string", a = loops * first, b = (loops + 1) * first, L = length)
        }
        (Medium, _) => {
            let (first, order) = (5 * dice.range(6, 40), 2 * dice.range(1, 4) + 1);
            drawn!("successive_in_closed_pipe", a = order * first, b = (order + 2) * first)
        }
        (Hard, _) => {
            let (closed, step) = (dice.below(3) > 0, 10 * dice.range(3, 30));
            // Resonances in units of half the step.
            let order = if closed { 2 * dice.range(1, 5) + 1 } else { 2 * dice.range(2, 6) };
            drawn!("open_or_closed", closed, a = order * step / 2, b = (order + 2) * step / 2)
        }
    }
}

/// A string on which waves have a whole speed.
fn string(dice: &mut Dice, kind: usize) -> Drawn {
    let (length, k, f, v) = until(|| {
        let (length, loops) = (10 * dice.range(4, 20), dice.range(2, 6));
        let frequency = 10 * dice.range(3, 40);
        let (above, below) = (2 * length * frequency, 100 * loops);
        let fits = above % below == 0 && (12..400).contains(&(above / below));
        fits.then_some((length, loops, frequency, above / below))
    });
    drawn!(["speed", "frequency"][kind], L = length, k, f, v)
}

fn shortest_pipe(dice: &mut Dice) -> Drawn {
    let closed = dice.below(2) == 0;
    let (c, f) = until(|| {
        let c = *dice.pick(&[320, 330, 336, 340, 342, 345, 348, 350]);
        let f = 5 * dice.range(10, 200);
        (c * 100 % (f * if closed { 4 } else { 2 }) == 0).then_some((c, f))
    });
    drawn!("shortest_pipe", closed, c, f)
}
