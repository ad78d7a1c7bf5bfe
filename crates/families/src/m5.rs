//! M5, trigonometric bounds: rewritten until the range of one sine or cosine decides.

mod harmonic;
mod powers;
mod quadratic;

use super::declare::{Drawn, Source};
use crate::dice::Dice;

pub(super) const FAMILIES: &[Source] = &[harmonic::FAMILY, quadratic::FAMILY, powers::FAMILY];

/// A name for the angle.
fn angle(dice: &mut Dice) -> &'static str {
    ["x", "x", "\\theta", "t"][dice.below(4)]
}

/// The place of the first positive term, which a sum is written from.
fn front(terms: &[i64]) -> usize {
    terms.iter().position(|term| *term > 0).unwrap_or(0)
}

/// Asks for `greatest`, `least`, `width` or `whole_numbers`, with the words `before` and `after` the formula in the stem.
fn ask(drawn: Drawn, dice: &mut Dice, find: &'static str, x: &'static str) -> Drawn {
    let real = *dice.pick(&["takes all real values", "varies", "runs through the real numbers"]);
    let (most, other, maximum, highest, at_most, smallest, m) = match find {
        "least" => ("least", "greatest", "minimum", "lowest", "\\ge", "largest", "m"),
        _ => ("greatest", "least", "maximum", "highest", "\\le", "smallest", "M"),
    };
    let function = format!("The function $\\mathrm{{f}}({x}) = @$");
    #[rustfmt::skip]
    let stems = match find {
        "width" => vec![
            format!("What is the difference between the greatest and the least value of\n$@$\nas ${x}$ {real}?"),
            format!("{function} takes exactly the values from $p$ to $q$ as ${x}$ {real}.\nWhat is $q - p$?"),
            "The curve $y = @$ lies between two horizontal lines, both of which it touches.\nHow far apart are the lines?"
                .to_owned(),
            format!("For real ${x}$, $M$ is the maximum and $m$ the minimum value of\n$@$.\nWhat is $M - m$?"),
        ],
        "whole_numbers" => vec![
            format!("For how many integers $k$ does the equation\n$@ = k$\nhave a real solution ${x}$?"),
            "How many of the lines $y = k$, where $k$ is an integer, meet the curve\n$y = @$?".to_owned(),
            format!("The function $\\mathrm{{f}}$ is given by $\\mathrm{{f}}({x}) = @$ for all real ${x}$.\n\
                     How many integers are values of $\\mathrm{{f}}$?"),
            format!("As ${x}$ {real}, how many different integer values does\n$@$\ntake?"),
        ],
        _ => vec![
            format!("What is the {most} value of\n$@$\nas ${x}$ {real}?"),
            format!("{function} is defined for all real ${x}$.\nWhat is the {maximum} value of $\\mathrm{{f}}({x})$?"),
            format!("It is given that $@ {at_most} {m}$ for every real ${x}$.\n\
                     What is the {smallest} possible value of the constant ${m}$?"),
            format!("The curve $y = @$ is drawn for all real ${x}$.\nWhat is the $y$-coordinate of its {highest} points?"),
            format!("As ${x}$ {real}, the expression\n$@$\nhas a {maximum} value. What is it?"),
            format!("What is the {maximum} value of $y$ if\n$y = @$\nand ${x}$ may be any real number?"),
        ],
    };
    let (before, after) = stems[dice.below(stems.len())].split_once('@').unwrap_or_default();
    let drawn = drawn.with_sign(find == "least").with("x", x).with("find", find).with("most", most);
    drawn.with("other", other).with("before", before).with("after", after).with("stem", 0)
}
