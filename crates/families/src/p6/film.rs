//! Light reflected by the two faces of a thin film.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family P6 thin_film
idea Light reflected by the two faces of a film interferes. The second ray crosses the film twice, its wavelength is shorter inside, and
  each reflection at a denser medium inverts the wave.
objects thin film; refractive index; two reflected rays
constraints normal incidence; half a wavelength for a reflection at a denser medium
asked the thickness of a film
paths forgetting that light crosses the film twice; using the wavelength in air; forgetting the half wavelength of a reflection
easy One reflection inverts the wave; the thinnest film follows.
medium How many reflections invert the wave has to be found first.
hard Two wavelengths that vanish, or shine, one after the other fix the order and with it the thickness.

question in_air
believable 2
given w nm, n
let k = [bright? 4 | 2]
let j = [bright? 2 | 4]
text effect reflects [bright? this light most strongly | none of this light]
stem Light of wavelength [w] in air falls at right angles on a [film] of refractive index [n]. There is air on both sides, and the film
  [effect]. // What is the least thickness, other than zero, that the film can have?
stem A thin [film] of refractive index [n] is surrounded by air. Seen in light whose wavelength in air is [w], at normal incidence, it
  [effect]. // Apart from zero, what is the smallest possible thickness of the film?
stem A [film] in air has a refractive index of [n]. Light of wavelength [w] in air arrives at right angles, and the film [effect]. Only the
  first reflection at each face need be considered. // Find the least thickness above zero for which this happens.
# The ray from the front face is turned over, that from the back face is not.
solve t, v: n*v = w; 2*t + v/2 = [bright? v | 3*v/2]
key w/(k*n) in nm
wrong w/(j*n) | forgets that the reflection at the front face inverts the wave
wrong w/k | uses the wavelength in air
wrong w/j | uses the wavelength in air and forgets the inversion
wrong w/n | lets the light cross the film only once and forgets the inversion
wrong w*n/k | multiplies by the refractive index
wrong [bright? 3*w/(4*n) | w/n] | takes the next thickness that does the same
wrong w/(8*n) | takes a quarter of a wavelength for the whole path
step waves | Inside the film the wavelength is [w/n: nm].
step waves | Only the front reflection inverts the wave, so the path there and back must be [bright? half a | one] wavelength: $2t =
  [2*w/(k*n): nm]$, $t = [key]$.
insight There and back inside the film, in wavelengths of the film, plus half a wavelength for the one reflection that inverts the wave.

question covered
believable 2
given w nm, n, m
let k = [half? 4 | 2]
let j = [half? 2 | 4]
text effect [bright? much | little]
stem A thin [layer] of refractive index [n] covers [base] of refractive index [m]. It is to reflect as [effect] as possible of light that
  arrives from the air at right angles with a wavelength of [w] in air. // What is the least thickness above zero that it can have?
stem Light of wavelength [w] in air falls vertically on [base] (refractive index [m]) with a thin [layer] (refractive index [n]) on it. As
  [effect] light as possible is reflected. // What is the smallest thickness of the [layer], other than zero, for which this is so?
stem The refractive index of a [layer] is [n], that of the [base] below it [m]. At normal incidence, light with a wavelength of [w] in the
  air above is reflected most [bright? strongly | weakly]. // What is the least thickness, other than zero, of the [layer]?
# The lower ray is ahead by its way and by half a wavelength for each reflection at a denser medium that it has more or
# fewer than the upper one.
solve t, v: n*v = w; 2*t [turned? + v/2] - v/2 = [bright? [turned? v | 0] | v/2]; [turned? m > n | n > m]
key w/(k*n) in nm
wrong?turned w/(j*n) | overlooks that the lower reflection inverts the wave too
wrong?!turned w/(j*n) | inverts the wave at both faces
wrong w/k | uses the wavelength in air
wrong w/(k*m) | uses the refractive index of what lies below
wrong w*n/k | multiplies by the refractive index
wrong w/n | lets the light cross the layer only once and miscounts the reflections
wrong w/(8*n) | takes a quarter of a wavelength for the whole path
wrong w/j | uses the wavelength in air and miscounts the reflections
wrong 3*w/(4*n) | takes the next thickness of the other kind
step waves | [turned? Both reflections turn | Only the upper reflection turns] the wave over, because [n] is [turned? less | greater] than
  [m].
step waves | So the path there and back must be [half? half a | one] wavelength in the layer, which is [2*w/(k*n): nm].
step arithmetic | The thickness is [key].
insight First count the reflections that invert the wave, then fit the path there and back.

question two_colours
believable 2
given a nm, b nm, n
stem A thin film of refractive index [n] in air is illuminated at normal incidence by white light. [dark? The reflected light lacks the
  wavelengths [a] and [b] (measured in air), | The wavelengths [a] and [b] (measured in air) are reflected most strongly,] and none between
  them. // What is the thickness of the film?
stem?dark The wavelength of light that falls at right angles on a plastic film in air is lowered slowly. The film reflects nothing at [a]
  and then again nothing at [b], but always something between. Its refractive index is [n]. // How thick is the film?
stem?!dark The wavelength of light that falls at right angles on a plastic film in air is lowered slowly. The reflection is strongest at [a]
  and is next at its strongest at [b]. The refractive index of the film is [n]. // How thick is the film?
stem Find the thickness of a transparent film in air, of refractive index [n], from its spectrum in reflection at normal incidence:
  neighbouring [dark? minima, where no light is reflected, | maxima] lie at wavelengths of [a] and [b] in air.
# One reflection is turned over: whole wavelengths cancel, wholes and a half reinforce.
tally?dark greatest of k*a/(2*n) over k from 1 to 20 with k*a = (k + 1)*b
tally?!dark greatest of (k - 1/2)*a/(2*n) over k from 1 to 20 with (k - 1/2)*a = ((k - 1/2) + 1)*b
key a*b/(2*n*(a - b)) in nm
wrong a*b/(2*(a - b)) | uses the wavelengths in air
wrong a*b/(n*(a - b)) | lets the light cross the film only once
wrong n*a*b/(2*(a - b)) | multiplies by the refractive index
wrong a^2/(2*n*(a - b)) | takes the order of the shorter wave for that of the longer
wrong b^2/(2*n*(a - b)) | takes the order of the longer wave for that of the shorter
wrong a*b/(4*n*(a - b)) | takes the two to differ by half a wavelength
wrong a/(2*n) | gives the least thickness for the longer wave alone
wrong b/(2*n) | gives the least thickness for the shorter wave alone
wrong a*b/(4*(a - b)) | uses half the wavelength in air for the order
step waves linear_equations | The path there and back, $2nt$, holds one wavelength more of the shorter wave: $[a#]x = [b#](x+1)$, so $x =
  [b/(a - b)]$.
step arithmetic | Then $2nt = [b/(a - b)] \times [a]$ and $t = [key]$.
insight From one to the next, exactly one wavelength more fits into the path there and back; any inversion on reflection cancels out.
"}

/// Refractive indices of films, as printed.
const FILMS: &[(i64, i64)] = &[(4, 3), (3, 2), (5, 4), (7, 5), (8, 5), (6, 5)];

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let first = dice.below(2) == 0;
    match difficulty {
        Easy => in_air(dice, first),
        Medium => film_on_glass(dice, first),
        Hard => two_colours(dice, first),
    }
}

/// A film with air on both sides: one reflection turns the wave over.
fn in_air(dice: &mut Dice, bright: bool) -> Drawn {
    let (w, (p, q)) = until(|| {
        let (w, (p, q)) = (10 * dice.range(40, 70), *dice.pick(FILMS));
        // λ/(4n) or λ/(2n)
        (w * q % (p * if bright { 4 } else { 2 }) == 0).then_some((w, (p, q)))
    });
    let film = if (p, q) == (4, 3) { "soap film" } else { "plastic film" };
    drawn!("in_air", bright, w, n = format!("{p}/{q}"), film)
}

/// A film on another medium, denser or less dense than itself.
fn film_on_glass(dice: &mut Dice, bright: bool) -> Drawn {
    let (w, n, (r, s), turned) = until(|| {
        let (w, (p, q)) = (10 * dice.range(40, 70), *dice.pick(FILMS));
        let (r, s) = *dice.pick(&[(4, 3), (3, 2), (8, 5), (7, 4)]);
        let turned = p * s < r * q;
        // One reflection is turned over, or both: the way is a half or a whole wavelength.
        let below = p * if bright == turned { 2 } else { 4 };
        (p * s != r * q && w * q % below == 0).then_some((w, format!("{p}/{q}"), (r, s), turned))
    });
    let (layer, base) = if (r, s) == (4, 3) { ("layer of liquid", "water") } else { ("coating", "glass") };
    drawn!("covered", bright, turned, half = bright != turned, w, n, m = format!("{r}/{s}"), layer, base)
}

/// Two wavelengths, one after the other, for which the film does the same.
fn two_colours(dice: &mut Dice, dark: bool) -> Drawn {
    let (a, b, n) = until(|| {
        // Orders k and k + 1 of half wavelengths counted in twos: 2nt = jλ/2 with j even for dark.
        let j = 2 * dice.range(2, 5) - i64::from(!dark);
        let step = 5 * dice.range(4, 60);
        let (long, short, (p, q)) = ((j + 2) * step, j * step, *dice.pick(FILMS));
        let fits = long <= 700 && short >= 400 && j * long * q % (4 * p) == 0;
        fits.then_some((long, short, format!("{p}/{q}")))
    });
    drawn!("two_colours", dark, a, b, n)
}
