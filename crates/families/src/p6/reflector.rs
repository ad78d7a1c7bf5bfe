//! A wave and its own reflection.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family P6 moving_reflector
idea A wave and its reflection make maxima and minima. A step of the reflector counts twice in the path, and a reflection may invert the
  wave.
objects reflector; detector; path difference
constraints the path changes by twice the step; a reflection that inverts the wave
asked a wavelength, a frequency, a speed or a distance
paths counting the step of the reflector once; counting minima for the gaps between them; forgetting that the reflection inverts the wave
easy From minimum to minimum the reflector moves by half a wavelength.
medium The wavelength has to be found before a frequency or a speed.
hard The longer path is found by Pythagoras and the reflected wave is inverted.

question wavelength
believable 2
given n, d [unit]
stem Microwaves fall at right angles on a metal plate. A detector on the line between transmitter and plate starts at a minimum and is moved
  [d] towards the plate. On the way it meets [n] further minima, the last of them at the end. // What is the wavelength?
stem A transmitter and a receiver stand side by side, facing a metal sheet. As the sheet is moved [d] straight away from them, the signal in
  the receiver goes from one maximum through [n] complete cycles and ends at a maximum. // What is the wavelength of the waves?
stem Sound of a single frequency is reflected straight back by a wall. Along the line of travel, the distance from one node of the standing
  wave to the [n]th node after it is [d]. // Find the wavelength.
stem A metal mirror sends a beam of microwaves straight back, to interfere with a fixed beam. While the mirror is moved [d] along the beam,
  a detector counts [n] complete changes from maximum to minimum and back. // What is the wavelength of the microwaves?
solve w: 2*d = n*w
key 2*d/n in [unit]
wrong d/n | counts the path once although the wave goes there and back
wrong 2*d/(n + 1) | counts the starting point as one more
wrong 2*d/(n - 1) | counts one gap too few
wrong 4*d/n | takes a quarter of a wavelength from one to the next
wrong d/(n + 1) | counts the path once and the starting point as one more
wrong d/(n - 1) | counts the path once and one gap too few
wrong d/(2*n) | halves the path instead of doubling it
step waves | A step of half a wavelength changes the path there and back by a whole wavelength and restores the pattern.
step arithmetic | $[n] \times \frac{\lambda}{2} = [d#]$, so $\lambda = [key]$.
insight Every step counts twice, once on the way there and once on the way back.

part echo
believable 2
given n, d [length]
stem In [place], sound from a distant source falls at right angles on [wall]. [probe], moved straight towards the reflector, passes from one
  minimum to the [n]th minimum after it in a distance of [d]. [known] // [asked]
stem In [place], sound of a single frequency is reflected straight back by [wall] and forms a standing wave. Together, [n] successive loops
  of it are [d] long. [known] // [asked]
stem A transmitter and a receiver are fixed side by side in [place], facing [wall]. When the reflector is drawn back by [d], the received
  sound rises and falls [n] times, and in the end is as loud as at first. [known] // [asked]
step waves | From one to the next is half a wavelength, so $\lambda = \frac{2 \times [d#]}{[n]} = [2*d/n: [length]]$.
insight Every step counts twice, so the pattern repeats after half a wavelength.

question speed + echo
given f [pitch]
text known The frequency is [f].
text asked What is the speed of sound in the [medium]?
solve w, v for v: n*w/2 = d; v = f*w
key 2*d*f/n in m s^-1
wrong d*f/n | counts the path once although the wave goes there and back
wrong 2*d*f/(n + 1) | counts the starting point as one more
wrong 2*d*f/(n - 1) | counts one gap too few
wrong 4*d*f/n | takes a quarter of a wavelength from one to the next
wrong d*f/(n - 1) | counts the path once and one gap too few
wrong d*f/(n + 1) | counts the path once and the starting point as one more
step waves arithmetic | $v = f\lambda = [key]$.

question frequency + echo
given v m s^-1
text known The speed of sound is [v].
text asked What is the frequency of the sound?
solve w, f for f: n*w/2 = d; f = v/w
key v*n/(2*d) in [pitch]
wrong v*n/d | counts the path once although the wave goes there and back
wrong v*(n + 1)/(2*d) | counts the starting point as one more
wrong v*(n - 1)/(2*d) | counts one gap too few
wrong v*n/(4*d) | takes a quarter of a wavelength from one to the next
wrong v*(n - 1)/d | counts the path once and one gap too few
wrong v*(n + 1)/d | counts the path once and the starting point as one more
step waves arithmetic | $f = \frac{v}{\lambda} = [key]$.

question over_a_surface
believable 2
given h [unit], D [unit]
let slant = sqrt((D/2)^2 + h^2)
let extra = 2*slant - D
text effect a [strong? maximum | minimum]
stem?radio A transmitter and a receiver of radio waves both stand [h] above the surface of a lake, [D] apart. One wave goes directly,
  another by reflection at the water, which inverts the wave. The received signal is at [effect]. // What is the greatest possible
  wavelength?
stem?radio Two ships are [D] apart on a calm sea, and their aerials are [h] above the water. A signal reaches the second ship both directly
  and after reflection by the sea, where its phase changes by half a cycle. // What is the greatest wavelength for which the direct and the
  reflected signal give [effect] there?
stem?!radio A microwave source and a detector are [D] apart, each at a height of [h] above a large horizontal metal plate. Waves arrive
  directly and by one reflection, and the reflection inverts them. // What is the greatest wavelength for which the detector shows [effect]?
stem?!radio The distance between a source of microwaves and a detector is [D]. Both are [h] from a flat metal wall that is parallel to the
  line joining them. On reflection at the wall the phase changes by half a cycle. // Find the greatest wavelength at which direct and
  reflected waves produce [effect] at the detector.
solve s, w for w: s^2 = (D/2)^2 + h^2; 2*s - D + w/2 = [strong? w | 3*w/2]; s > 0
key [strong? 2*extra | extra] in [unit]
wrong [strong? extra | 2*extra] | forgets that the reflection inverts the wave
wrong slant - D/2 | takes half of the extra path for the path difference
wrong 4*extra | takes a quarter of a wavelength for the extra path
wrong 2*h | takes twice the height for the path difference
wrong 4*h | takes twice the height for half a wavelength
wrong 2*slant | takes the reflected path itself for the wavelength
wrong abs(D - slant) | lets the reflected wave travel only half the path
wrong 2*extra/3 | takes one wavelength and a half for the extra path
wrong h | takes the height for the path difference
step geometry | The reflected path is $2\sqrt{[D/2: # [unit]]^2+[h#]^2} = [2*slant: [unit]]$, which is [extra: [unit]] longer than the
  direct one.
step waves | Because the reflection inverts the wave, [effect] needs an extra path of [strong? half a | a whole] wavelength at least:
  $\lambda = [key]$.
insight The reflected wave is behind by its longer path and by the half wavelength of the reflection.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => {
            let unit = *dice.pick(&["cm", "mm"]);
            let (n, d) = until(|| {
                let (n, d) = (dice.range(4, 12), 2 * dice.range(4, 60));
                (2 * d % n == 0 && d > 2 * n).then_some((n, d))
            });
            drawn!("wavelength", unit, n, d)
        }
        Medium => speed(dice),
        Hard => {
            let (strong, times) = (dice.below(2) == 0, dice.range(1, 3));
            let ((half, h), unit) = (*dice.pick(TRIANGLES), *dice.pick(&["m", "cm"]));
            drawn!("over_a_surface", strong, h = h * times, D = 2 * half * times, unit, radio = unit == "m")
        }
    }
}

/// The wavelength first, then a speed or a frequency.
fn speed(dice: &mut Dice) -> Drawn {
    let water = dice.below(3) == 0;
    let (n, d, f, v) = until(|| {
        let n = dice.range(4, 12);
        let (f, v, scale) = if water {
            (dice.range(50, 500), 10 * dice.range(144, 154), 1)
        } else {
            (10 * dice.range(20, 300), 2 * dice.range(160, 180), 100)
        };
        // d = n v / 2 f, in millimetres for kilohertz and centimetres for hertz
        let (above, below) = (n * v * scale, 2 * f);
        (above % below == 0 && (10..=200).contains(&(above / below))).then_some((n, above / below, f, v))
    });
    let question = if dice.below(2) == 0 { "speed" } else { "frequency" };
    let drawn = drawn!(question, n, d, f, v);
    let words = if water {
        ["mm", "kHz", "a tank of water", "a steel plate", "A small probe", "water"]
    } else {
        ["cm", "Hz", "the air of a hall", "a hard wall", "A microphone", "air"]
    };
    ["length", "pitch", "place", "wall", "probe", "medium"]
        .into_iter()
        .zip(words)
        .fold(drawn, |drawn, (name, word)| drawn.with(name, word))
}

/// Half the distance, and the height: with them half the reflected way is whole.
#[rustfmt::skip]
const TRIANGLES: &[(i64, i64)] = &[
    (4, 3), (12, 5), (3, 4), (8, 6), (6, 8), (15, 8), (24, 7), (12, 9), (20, 15), (40, 9), (35, 12), (24, 10), (21, 20),
    (16, 12), (30, 16), (40, 30), (45, 24), (36, 15),
];
