//! Two coherent sources.

use crate::declare::prelude::*;
use crate::whole::until;

declare! { draw r"
family P6 two_sources
idea Two coherent sources send the same wave along two paths. What arrives depends on the path difference in wavelengths, and on whether the
  sources are in step.
objects two coherent sources; path difference
constraints whole or half wavelengths; in phase or in antiphase
asked a least frequency, a greatest wavelength, or how many maxima or minima there are
paths a whole wavelength for cancellation, or half a one for reinforcement; counting one side only; forgetting the middle line; forgetting
  that the sources are in antiphase
easy The path difference is set equal to a half or a whole wavelength.
medium The path differences are counted through a range of frequencies.
hard All path differences between two limits are counted, with sources in or out of step.

question frequency
believable 2
given c m s^-1, a cm, b cm
text effect a [silence? minimum | maximum] of sound
stem Two loudspeakers are driven in phase by the same signal. A microphone is [a] from one of them and [b] from the other. The speed of
  sound is [c]. // What is the lowest frequency at which the microphone detects [effect]?
stem The speed of sound in a hall is [c]. A listener sits [b] from one loudspeaker and [a] from another; both emit the same note in phase.
  The frequency of the note is raised slowly from a very low value. // At what frequency does the listener first notice [effect]?
stem Sound from a small source can reach a detector by two tubes, one [a] long and the other [b]. In both it travels at [c]. // What is the
  lowest frequency for which the detector shows [effect]?
solve f, w: c = f*w; b - a = [silence? w/2 | w]
key c/([silence? 2*(b - a) | b - a]) in Hz
wrong?silence c/(b - a) | sets the path difference equal to a whole wavelength
wrong?!silence c/(2*(b - a)) | sets the path difference equal to half a wavelength
wrong c/(4*(b - a)) | takes a quarter of a wavelength
wrong?silence 3*c/(2*(b - a)) | gives the second minimum
wrong?!silence 3*c/(2*(b - a)) | gives the minimum after the first maximum
wrong 2*c/(b - a) | takes two wavelengths for the path difference
wrong c/(2*b) | fits half a wavelength into the longer path
wrong c/b | fits a whole wavelength into the longer path
wrong c/a | fits a whole wavelength into the shorter path
wrong c/(2*a) | fits half a wavelength into the shorter path
step waves | The paths differ by [b - a: cm]. For the lowest frequency this is [silence? half a | one] wavelength, so $\lambda = [[silence?
  2 | 1]*(b - a): cm]$.
step waves arithmetic | The frequency is $\frac{c}{\lambda} = [key]$.
insight Only the path difference matters, measured in wavelengths.

question wavelength
believable 2
given a [unit], b [unit]
stem?aerials Two radio aerials transmit the same signal in phase. A receiver is [a] from one and [b] from the other, and receives [silence?
  almost nothing | a signal as strong as possible there]. // What is the greatest possible wavelength of the signal?
stem?!aerials In a ripple tank two dippers oscillate in phase. At a point [a] from one dipper and [b] from the other [silence? the water
  stays at rest | the two waves reinforce each other fully]. // What is the greatest wavelength for which this is possible?
solve w: b - a = [silence? w/2 | w]
key [silence? 2*(b - a) | b - a] in [unit]
wrong?silence b - a | sets the path difference equal to a whole wavelength
wrong?!silence 2*(b - a) | sets the path difference equal to half a wavelength
wrong (b - a)/2 | gives the least difference as if it were two wavelengths
wrong 4*(b - a) | takes a quarter of a wavelength
wrong b | takes the longer path for the wavelength
wrong a | takes the shorter path for the wavelength
wrong a + b | adds the two paths
wrong (a + b)/2 | takes the mean of the two paths
step arithmetic | The paths differ by [b - a: [unit]].
step waves | The wavelength is greatest when this is only [silence? half a | one] wavelength, so $\lambda = [key]$.
insight Only the path difference matters; the longest wave fits into it the least number of times.

question sweep
believable 2
given c m s^-1, a cm, b cm, p Hz, q Hz
# The path difference in wavelengths at each end of the sweep; minima are at a half.
let from = p*(b - a)/c
let to = q*(b - a)/c
let half = [silence? 1/2 | 0]
let met = floor(to + half) - floor(from + half)
text effect [silence? minimum | maximum]
stem Two loudspeakers emit the same note in phase. A microphone is [a] from one and [b] from the other, and the speed of sound is [c]. The
  frequency is raised steadily from [p] to [q]. // How many times does the microphone register a [effect] due to interference?
stem Sound enters a branching pipe and reaches a listener along two paths of lengths [a] and [b]. It travels at [c]. A generator sweeps its
  frequency once from [p] up to [q]. // How many times does the loudness pass through a [effect] because of interference?
stem A listener stands [b] from one loudspeaker and [a] from a second one that is in phase with it. Take the speed of sound as [c]. // At
  how many frequencies between [p] and [q] do the two sounds produce a [effect] at the listener?
tally?silence count over n from 0 to 60 with (2*n + 1)*c/(2*(b - a)) > p; (2*n + 1)*c/(2*(b - a)) < q
tally?!silence count over n from 1 to 60 with n*c/(b - a) > p; n*c/(b - a) < q
key met
wrong?silence floor(to) - floor(from) | counts the maxima
wrong?!silence floor(to + 1/2) - floor(from + 1/2) | counts the minima
wrong floor(2*to) - floor(2*from) | counts maxima and minima together
wrong floor(to + half) | forgets that the sweep does not start at zero
wrong met - 1 | counts the gaps between them
wrong met + 1 | counts one more for the start of the sweep
wrong met + 2 | counts one more for each end of the sweep
wrong floor(2*to + 1/2) - floor(2*from + 1/2) | counts the path difference twice
wrong floor(to/2) - floor(from/2) | takes only every other one
step waves arithmetic | The paths differ by [b - a: cm]. This is [silence? half a | one] wavelength at [c/((1 + 2*half)*(b - a)): Hz], so
  [silence? minima occur at the odd multiples | maxima occur at the multiples] of this.
step counting | Between [p] and [q] there are [key] of them.
insight Raising the frequency lets more and more wavelengths fit into the same path difference; count them.

question orders
believable 2
given w [unit], D [unit]
let lines = [whole? 2*floor(D/w) + 1 | 2*floor(D/w + 1/2)]
let others = [whole? 2*floor(D/w + 1/2) | 2*floor(D/w) + 1]
text phase [in_phase? in phase | in antiphase]
text effect [maxima? maxima | minima]
stem?times=2 Two small [what] are [D] apart and are driven [phase], sending out waves of wavelength [w]. A [detector] is carried once round
  a large circle whose centre is midway between them; the circle lies in a plane that contains both. // How many [effect] does it meet?
stem?times=2 Waves of wavelength [w] spread from two [what], [D] apart, that are driven [phase]. Their interference is observed all the way
  round on a wide circle in the same plane, centred on the point midway between the two. // How many [effect] are there on the circle?
stem?times=1 Two small [what], [D] apart, are driven [phase] and send out waves of wavelength [w]. A [detector] is moved along the straight
  line from one to the other. // How many [effect] does it pass between them?
stem?times=1 Waves of wavelength [w] spread from two [what], [D] apart, that are driven [phase]. // How many [effect] of the interference
  pattern lie on the straight line between the two?
tally?whole count over n from -10 to 10, s from 1 to [times] with n*w < D; n*w > -D
tally?!whole count over n from -10 to 10, s from 1 to [times] with (2*n + 1)*w/2 < D; (2*n + 1)*w/2 > -D
key [times]*lines
wrong?in_phase [times]*others | counts the [maxima? minima | maxima]
wrong?!in_phase [times]*others | takes the sources to be in phase
wrong [times]*floor(D/w + [whole? 0 | 1/2]) | counts one side of the middle only
wrong [times]*(2*floor(2*D/w) + 1) | takes the path difference to be twice the distance
wrong [times]*(2*floor(2*D/w) + 1) - 1 | counts maxima and minima together
wrong [times]*lines + 2 | counts the two ends as well
wrong?whole [times]*2*floor(D/w) | forgets the middle line
wrong?!whole [times]*lines + 1 | adds one for the middle line
wrong?times=2 lines | counts each line once although it meets the circle twice
wrong?times=1 2*lines | counts each line twice
step waves | The path difference runs from $-[D#]$ to [D], that is up to [D/w] wavelengths either way.
step waves | Sources [phase]: [effect] occur where it is [whole? a whole number of | one of the odd numbers of half] wavelengths.
step?times=2 counting | There are [lines] such lines, and each meets the circle twice: [key].
step?times=1 counting | There are [lines] such values, each at one point of the line: [key].
insight Nowhere can the path difference exceed the distance of the sources; count the values it can take.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match difficulty {
        Easy => first(dice),
        Medium => sweep(dice),
        Hard => orders(dice),
    }
}

/// The lowest frequency, or the greatest wavelength, for which two ways cancel or reinforce.
fn first(dice: &mut Dice) -> Drawn {
    let (silence, stem) = (dice.below(3) > 0, dice.below(4));
    if stem == 3 {
        let unit = *dice.pick(&["cm", "m", "mm"]);
        let (a, step) = (dice.range(8, 60), 2 * dice.range(2, 12));
        return drawn!("wavelength", silence, unit, a, b = a + step, aerials = unit == "m", stem = 0);
    }
    let (c, a, b) = until(|| {
        let (c, a) = (*dice.pick(&[300, 320, 330, 336, 340, 350, 360]), 10 * dice.range(12, 60));
        let difference = *dice.pick(&[20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 100, 110, 120, 150, 160]);
        (c * 100 % (4 * difference) == 0).then_some((c, a, a + difference))
    });
    drawn!("frequency", silence, c, a, b, stem)
}

/// How many minima or maxima are met as the frequency is raised.
fn sweep(dice: &mut Dice) -> Drawn {
    let silence = dice.below(2) == 0;
    let (c, a, b, p, q) = until(|| {
        let (c, a) = (*dice.pick(&[300, 320, 330, 340, 350, 360]), 10 * dice.range(10, 60));
        let difference = *dice.pick(&[50, 60, 75, 80, 100, 120, 150, 160, 200, 240]);
        let (low, high) = (50 * dice.range(2, 20), 100 * dice.range(10, 40));
        // Twice the path difference in wavelengths; it must not be whole at the ends.
        let (from, to, one) = (2 * difference * low, 2 * difference * high, 100 * c);
        let met = |halves: i64| (halves + if silence { one } else { 0 }) / (2 * one);
        let fits = one % (2 * difference) == 0 && from % one != 0 && to % one != 0 && high > low + 500;
        (fits && (2..=12).contains(&(met(to) - met(from)))).then_some((c, a, a + difference, low, high))
    });
    drawn!("sweep", silence, c, a, b, p, q)
}

/// How many maxima or minima lie around two sources, or between them.
fn orders(dice: &mut Dice) -> Drawn {
    let [in_phase, maxima, circle] = [(); 3].map(|()| dice.below(2) == 0);
    let (unit, what, detector) = *dice.pick(&[
        ("cm", "loudspeakers", "microphone"),
        ("mm", "dippers in a ripple tank", "float"),
        ("m", "radio aerials", "receiver"),
    ]);
    let (w, apart) = until(|| {
        let w = dice.range(2, 15);
        let apart = dice.range(w + 1, 6 * w);
        // Not a whole number of half wavelengths: no maximum or minimum lies beyond the sources.
        (2 * apart % w != 0).then_some((w, apart))
    });
    // Whole wavelengths are wanted if the sources are in phase and maxima are asked, or neither.
    let (whole, times) = (in_phase == maxima, if circle { 2 } else { 1 });
    drawn!("orders", in_phase, maxima, whole, times, unit, what, detector, w, D = apart)
}
