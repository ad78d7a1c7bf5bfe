//! M5, trigonometric bounds: rewritten until the range of one sine or cosine decides.

mod double_angle;
mod harmonic;
mod powers;
mod quadratic;

use super::Family;
use super::formula::sum;
use crate::claim::Extreme;
use crate::dice::Dice;

pub(super) const FAMILIES: &[Family] = &[harmonic::FAMILY, quadratic::FAMILY, powers::FAMILY];

/// Whole-number right triangles: the two short sides and the long one.
const TRIPLES: &[(i64, i64, i64)] = &[
    (3, 4, 5),
    (4, 3, 5),
    (5, 12, 13),
    (12, 5, 13),
    (8, 15, 17),
    (15, 8, 17),
    (7, 24, 25),
    (24, 7, 25),
    (6, 8, 10),
    (8, 6, 10),
    (9, 12, 15),
    (12, 9, 15),
    (12, 16, 20),
    (20, 21, 29),
];

/// A name for the angle.
fn angle(dice: &mut Dice) -> &'static str {
    ["x", "x", "\\theta", "t"][dice.below(4)]
}

/// 1 for the greatest value, -1 for the least.
fn sign(find: Extreme) -> i64 {
    if find == Extreme::Least { -1 } else { 1 }
}

/// The word for the bound that is asked for, and for the other one.
fn words(find: Extreme) -> (&'static str, &'static str) {
    if find == Extreme::Least { ("least", "greatest") } else { ("greatest", "least") }
}

/// A sum as [`sum`] writes it, with a positive term in front if there is one.
fn tidy(mut terms: Vec<(i64, String)>) -> String {
    terms.retain(|(coefficient, _)| *coefficient != 0);
    if let Some(place) = terms.iter().position(|(coefficient, _)| *coefficient > 0) {
        terms[..=place].rotate_right(1);
    }
    sum(&terms)
}

/// The whole stem: an expression in LaTeX, its variable and what is wanted of it. Maths in dollars.
fn asked(dice: &mut Dice, find: Extreme, f: &str, x: &str) -> String {
    let real = *dice.pick(&["takes all real values", "varies", "runs through the real numbers"]);
    match find {
        Extreme::Greatest | Extreme::Least => {
            let (most, maximum, highest, at_most, smallest, m) = match find {
                Extreme::Least => ("least", "minimum", "lowest", "\\ge", "largest", "m"),
                _ => ("greatest", "maximum", "highest", "\\le", "smallest", "M"),
            };
            match dice.below(6) {
                0 => format!("What is the {most} value of\n${f}$\nas ${x}$ {real}?"),
                1 => format!(
                    "The function $\\mathrm{{f}}({x}) = {f}$ is defined for all real ${x}$.\nWhat is the {maximum} value of \
                     $\\mathrm{{f}}({x})$?"
                ),
                2 => format!(
                    "It is given that ${f} {at_most} {m}$ for every real ${x}$.\nWhat is the {smallest} possible value of \
                     the constant ${m}$?"
                ),
                3 => format!(
                    "The curve $y = {f}$ is drawn for all real ${x}$.\nWhat is the $y$-coordinate of its {highest} points?"
                ),
                4 => format!("As ${x}$ {real}, the expression\n${f}$\nhas a {maximum} value. What is it?"),
                _ => format!(
                    "What is the {maximum} value of $y$ if\n$y = {f}$\nand ${x}$ may be any real number?"
                ),
            }
        }
        Extreme::Width => match dice.below(4) {
            0 => format!(
                "What is the difference between the greatest and the least value of\n${f}$\nas ${x}$ {real}?"
            ),
            1 => format!(
                "The function $\\mathrm{{f}}({x}) = {f}$ takes exactly the values from $p$ to $q$ as ${x}$ {real}.\nWhat is \
                 $q - p$?"
            ),
            2 => format!(
                "The curve $y = {f}$ lies between two horizontal lines, both of which it touches.\nHow far apart are the \
                 lines?"
            ),
            _ => format!(
                "For real ${x}$, $M$ is the maximum and $m$ the minimum value of\n${f}$.\nWhat is $M - m$?"
            ),
        },
        Extreme::WholeNumbers => match dice.below(4) {
            0 => {
                format!("For how many integers $k$ does the equation\n${f} = k$\nhave a real solution ${x}$?")
            }
            1 => {
                format!("How many of the lines $y = k$, where $k$ is an integer, meet the curve\n$y = {f}$?")
            }
            2 => format!(
                "The function $\\mathrm{{f}}$ is given by $\\mathrm{{f}}({x}) = {f}$ for all real ${x}$.\nHow many integers \
                 are values of $\\mathrm{{f}}$?"
            ),
            _ => format!("As ${x}$ {real}, how many different integer values does\n${f}$\ntake?"),
        },
    }
}
