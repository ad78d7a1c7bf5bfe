//! Rates that are shared.

use crate::declare::prelude::*;
use crate::whole::gcd;

declare! { draw r"
family M1 shared_rate
idea Equal workers, pumps or pipes share a job. The work done is a product of their number, the time and the size of the job, each to its
  own power.
objects rates; inverse proportion
constraints all work at the same rate
asked the time or the number that another job needs
paths direct where inverse proportion holds; changing only one of the two quantities; using a length where its square or cube counts;
  inverting the ratio of jobs
easy Only the number changes.
medium The number and the size of the job change.
hard The size of the job is the square or cube of the length that is told.

# One job, done at the rate w by each.
question fewer_hands
given n, m, t [unit]
stem A flooded cellar is emptied by [n] equal pumps in [t]. // How long would [m] of these pumps have taken?
stem With [n] identical printers running at the same time, a set of leaflets is finished in [t]. // What time does the same set take with
  [m] such printers?
stem It takes [t] for [n] equal harvesters to clear a field. // In what time do [m] of them clear a field of the same size?
stem When [n] equal taps are open, a tank fills in [t]. // How long does the empty tank take to fill when [m] of these taps are open?
solve w, x for x: n*w*t = 1; m*w*x = 1
key n*t/m in [unit]
wrong m*t/n | takes time to grow with the number
wrong t*(n/m)^2 | squares the ratio
wrong t*(m/n)^2 | takes time to grow with the square of the number
wrong t + (n - m)*[seconds] | takes the difference of the numbers off the time, or adds it
wrong n*t | gives the time of a single one
wrong t*(1 + (n - m)/n) | changes the time by the same percentage as the number
wrong t/m | divides the time by the number
step ratio | One alone would need $[n] \times [t#] = [n*t: # [unit]]$, that is [n*t: [unit]].
step arithmetic | Shared by [m] the time is $[n*t: # [unit]] \div [m] = [key#]$, that is [key].
insight Number times time is the same for the same job.

question other_job
given n, m, a, b, t [unit]
stem In [t] a total of [n] identical printers print [a] posters. // How long do [m] of them need for [b] posters?
stem A team of [n] painters, all equally fast, paints [a] fence panels in [t]. // What time does a team of [m] such painters need for [b]
  panels?
stem An orchard has [a] trees, and [n] pickers harvest all of them in [t]. A second orchard has [b] trees of the same kind. // In what time
  do [m] equally fast pickers harvest it?
stem A bakery fills [a] trays in [t] with [n] machines at work. All the machines work at the same rate. // How long does it take to fill [b]
  trays with [m] machines?
solve w, x for x: n*w*t = a; m*w*x = b
key t*n*b/(m*a) in [unit]
wrong t*m*b/(n*a) | takes time to grow with the number
wrong t*m*a/(n*b) | inverts both ratios
wrong t*n/m | changes only the number
wrong t*b/a | changes only the size of the job
wrong t*n*a/(m*b) | inverts the ratio of jobs
wrong t*n*b^2/(m*a^2) | applies the ratio of jobs twice
wrong t*n^2*b/(m^2*a) | applies the ratio of numbers twice
step ratio | For the first job [m] instead of [n] would need $[t#] \times [n/m] = [n*t/m: [unit]]$.
step ratio arithmetic | The second job is [b/a] times the first, so the time is [key].
insight The time is proportional to the size of the job and inversely proportional to the number; take one ratio at a time.

# The job is the square or cube of a length, or a pipe's share goes with the square of its width.
question larger_job
given n, m, d [side], s [side], t [unit]
let r = [pipes? d/s | s/d]
stem A pool is filled by [n] pipes of diameter [d] in [t]. Water flows at the same speed in all pipes. // How long would [m] pipes of
  diameter [s] take?
stem In [t] a group of [n] gardeners lays the turf of a square lawn with sides of [d]. // How long do [m] gardeners, working at the same
  rate, need for a square lawn with sides of [s]?
stem Robots build with bricks that are all alike. Together [n] robots build a solid cube with edges of [d] in [t]. // In what time do [m]
  such robots build a solid cube with edges of [s]?
stem Water leaves a tank through round holes, at the same speed through each. With [n] holes of diameter [d] a certain amount leaves in [t].
  // What time does the same amount need with [m] holes of diameter [s]?
solve?pipes w, x for x: n*w*d^2*t = 1; m*w*s^2*x = 1
solve?!pipes w, x for x: n*w*t = d^[k]; m*w*x = s^[k]
key t*n/m*r^[k] in [unit]
wrong t*n/m*r | uses the ratio of lengths itself
wrong t*n/m*r^[5 - k] | takes the [cube? square | cube] of the ratio of lengths
wrong t*m/n*r^[k] | takes time to grow with the number
wrong t*n/m/r^[k] | applies the ratio of lengths the wrong way round
wrong t*r^[k] | leaves the number out of account
wrong t*n/m | changes only the number
step?pipes ratio geometry | What passes in a given time is proportional to the area, so the openings are in the ratio $[p^2]:[q^2]$.
step?!pipes ratio geometry | The jobs are in the ratio $[p^[k]]:[q^[k]]$.
step ratio arithmetic | The number changes the time by the factor [n/m], the size by [r^[k]]: together the time is [key].
insight?pipes What flows through is proportional to the area of the opening, not to its width.
insight?!pipes The job is measured by area or volume, not by the length that is told.
"}

/// Two different numbers of workers, and what divides both.
fn numbers(dice: &mut Dice) -> (i64, i64, i64) {
    let n = dice.range(2, 12);
    let m = (n - 2 + dice.range(1, 10)) % 11 + 2;
    (n, m, gcd(n, m))
}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    let (n, m, common) = numbers(dice);
    match difficulty {
        Easy => {
            let (t, stem) = (dice.range(1, 6) * m / common, dice.below(4));
            let (unit, seconds) = [("h", 3600), ("min", 60)][stem % 2];
            drawn!("fewer_hands", n, m, t, stem, unit, seconds)
        }
        Medium => {
            let (p, q) =
                *dice.pick(&[(1, 2), (2, 3), (3, 2), (3, 4), (4, 3), (1, 3), (5, 4), (2, 5), (5, 2)]);
            let t = dice.range(1, 3) * m / common * p;
            let size = *dice.pick(&[20, 30, 60, 80, 100, 120]);
            let stem = dice.below(4);
            drawn!(
                "other_job",
                n,
                m,
                t,
                a = size * p,
                b = size * q,
                stem,
                unit = ["min", "h", "h", "min"][stem]
            )
        }
        Hard => {
            let (p, q): (i64, i64) = *dice.pick(&[(1, 2), (2, 3), (3, 2), (2, 1), (3, 4)]);
            let stem = dice.below(4);
            let (pipes, cube) = (stem == 0 || stem == 3, stem == 2);
            let k = if cube { 3 } else { 2 };
            // Pipes: wider ones need less time; jobs: larger ones need more.
            let t = dice.range(1, 2) * m / common * if pipes { q } else { p }.pow(k);
            let size = dice.range(1, 3) * if cube { 20 } else { 2 };
            let (unit, side) = [("min", "cm"), ("h", "m"), ("min", "cm"), ("min", "mm")][stem];
            let drawn = drawn!("larger_job", n, m, t, d = size * p, s = size * q, p, q, stem, pipes, cube);
            drawn.with("k", i64::from(k)).with("unit", unit).with("side", side)
        }
    }
}
