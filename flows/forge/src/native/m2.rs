//! M2, structure before expansion: a long expression is built from one repeated piece.

mod hidden;
mod radicals;
mod roots;

use super::draft::{Given, Parts, borrowed};
use super::formula::surd;
use super::{Draft, Family};
use crate::Difficulty;
use crate::dice::Dice;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        schema: "M2",
        name: "reciprocal_pair",
        idea: "A number and its reciprocal are tied by their sum or difference. Squaring or cubing that relation gives \
               every symmetric expression in them, and the number itself is never needed.",
        objects: &["reciprocals", "symmetric expressions"],
        constraints: &["sum or difference of a number and its reciprocal"],
        asked: "a higher power of the pair",
        wrong_paths: &[
            "squaring or cubing without the middle terms",
            "adding the middle term where it is to be taken off",
            "stopping after the square",
            "cancelling across a sum",
        ],
        rationale: [
            "The relation is squared once.",
            "The relation is squared or cubed after a step that prepares it.",
            "The pair is hidden in a quadratic equation or a fraction.",
        ],
        draft: reciprocal_pair,
    },
    roots::TWO_ROOTS,
    hidden::HIDDEN_QUADRATIC,
    radicals::NESTED_RADICALS,
];

fn reciprocal_pair(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match difficulty {
        Difficulty::Easy => squared_once(dice),
        Difficulty::Medium => {
            if dice.below(2) == 0 {
                cubed(dice)
            } else {
                back_from_squares(dice)
            }
        }
        Difficulty::Hard => {
            if dice.below(2) == 0 {
                hidden_in_fraction(dice)
            } else {
                hidden_in_quadratic(dice)
            }
        }
    }
}

/// A name for the number; the claim always calls it x.
fn letter(dice: &mut Dice) -> &'static str {
    const LETTERS: [&str; 4] = ["x", "t", "y", "p"];
    LETTERS[dice.below(LETTERS.len())]
}

fn squared_once(dice: &mut Dice) -> Draft {
    let minus = dice.below(2) == 0;
    // The number must be real: its sum with k times its reciprocal is at least 2√k.
    let sum = if minus { dice.range(2, 12) } else { dice.range(5, 12) };
    let k = dice.range(1, 6);
    let x = letter(dice);
    let sign = if minus { "-" } else { "+" };
    let other = if k == 1 { format!("\\frac{{1}}{{{x}}}") } else { format!("\\frac{{{k}}}{{{x}}}") };
    let asked = format!("{x}^{{2}} + \\frac{{{}}}{{{x}^{{2}}}}", k * k);
    let given = Given::numbers(&[("a", sum), ("k", k), ("l", k * k)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The real number ${x}$ satisfies ${x} {sign} {other} = {sum}$.\nWhat is the value of ${asked}$?"
        ),
        1 => format!("Find the value of ${asked}$, given that ${x} {sign} {other} = {sum}$."),
        _ => format!(
            "It is known that ${x} {sign} {other} = {sum}$, where ${x}$ is real.\n\
             Which of these is equal to ${asked}$?"
        ),
    };
    let equation = format!("x {sign} k/x = a");
    let claim = given.solve(&["x"], &[&equation], &[], "x^2 + l/x^2");
    let (key, opposite) = if minus { ("a^2 + 2*k", "a^2 - 2*k") } else { ("a^2 - 2*k", "a^2 + 2*k") };
    let result = if minus { sum * sum + 2 * k } else { sum * sum - 2 * k };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            ("forgets the middle term of the square", "a^2"),
            ("takes the middle term with the wrong sign", opposite),
            ("takes the middle term once only", if minus { "a^2 + k" } else { "a^2 - k" }),
            (
                "takes the middle term once only, with the wrong sign",
                if minus { "a^2 - k" } else { "a^2 + k" },
            ),
            ("doubles instead of squaring", "2*a"),
            (
                "squares the number in the middle term as well",
                if minus { "a^2 + 2*k^2" } else { "a^2 - 2*k^2" },
            ),
            ("counts the middle term twice", if minus { "a^2 + 4*k" } else { "a^2 - 4*k" }),
        ],
        steps: &[
            (
                &format!(
                    "Square both sides: ${x}^{{2}} {sign} {} + \\frac{{{}}}{{{x}^{{2}}}} = {}$, because the product of \
                     the two terms is ${k}$.",
                    2 * k,
                    k * k,
                    sum * sum
                ),
                &["algebra"],
            ),
            (
                &format!(
                    "So ${asked} = {} {} {} = {result}$.",
                    sum * sum,
                    if minus { "+" } else { "-" },
                    2 * k
                ),
                &["arithmetic"],
            ),
        ],
        insight: "The product of the two terms is a number, so the square of their sum is almost what is asked.",
    })
}

fn cubed(dice: &mut Dice) -> Draft {
    let sum = dice.range(3, 9);
    let minus = dice.below(2) == 0;
    let x = letter(dice);
    let sign = if minus { "-" } else { "+" };
    let fourth = dice.below(3) == 0;
    let (first, n) = (format!("{x} {sign} \\frac{{1}}{{{x}}}"), if fourth { 4 } else { 3 });
    let asked_sign = if minus && !fourth { "-" } else { "+" };
    let asked = format!("{x}^{{{n}}} {asked_sign} \\frac{{1}}{{{x}^{{{n}}}}}");
    let given = Given::numbers(&[("a", sum)]);
    let stem = match dice.below(3) {
        0 => format!("Given that ${first} = {sum}$, find the value of ${asked}$."),
        1 => format!("A real number ${x}$ is such that ${first} = {sum}$.\nWhat is ${asked}$?"),
        _ => format!(
            "Suppose that ${first} = {sum}$ for some real ${x}$.\nThen ${asked}$ is equal to which of the following?"
        ),
    };
    let equation = format!("x {sign} 1/x = a");
    let claim = given.solve(&["x"], &[&equation], &[], &format!("x^{n} {asked_sign} 1/x^{n}"));
    let c = if minus { 1 } else { -1 };
    let square = sum * sum + 2 * c;
    let (key, wrong, last): (&str, [(&str, &str); 7], String) = if fourth {
        let key = if minus { "(a^2 + 2)^2 - 2" } else { "(a^2 - 2)^2 - 2" };
        (
            key,
            [
                ("raises each side to the power term by term", "a^4"),
                (
                    "forgets the middle term of the second square",
                    if minus { "(a^2 + 2)^2" } else { "(a^2 - 2)^2" },
                ),
                ("forgets the middle term of the first square", "a^4 - 2"),
                (
                    "adds the middle term of the second square",
                    if minus { "(a^2 + 2)^2 + 2" } else { "(a^2 - 2)^2 + 2" },
                ),
                (
                    "takes the middle term of the first square with the wrong sign",
                    if minus { "(a^2 - 2)^2 - 2" } else { "(a^2 + 2)^2 - 2" },
                ),
                ("stops after the first square", if minus { "a^2 + 2" } else { "a^2 - 2" }),
                (
                    "doubles the square instead of squaring it",
                    if minus { "2*(a^2 + 2)" } else { "2*(a^2 - 2)" },
                ),
            ],
            format!("Square again: ${asked} = {square}^{{2}} - 2 = {}$.", square * square - 2),
        )
    } else {
        let key = if minus { "a^3 + 3*a" } else { "a^3 - 3*a" };
        (
            key,
            [
                ("cubes term by term", "a^3"),
                ("takes the middle terms with the wrong sign", if minus { "a^3 - 3*a" } else { "a^3 + 3*a" }),
                (
                    "multiplies the sum of squares by the given value and stops",
                    if minus { "a*(a^2 + 2)" } else { "a*(a^2 - 2)" },
                ),
                ("takes the middle terms to be numbers", if minus { "a^3 + 3" } else { "a^3 - 3" }),
                (
                    "takes the middle terms to be numbers, with the wrong sign",
                    if minus { "a^3 - 3" } else { "a^3 + 3" },
                ),
                (
                    "takes one middle term only, with the wrong sign",
                    if minus { "a^3 - a" } else { "a^3 + a" },
                ),
                ("multiplies by three instead of cubing", "3*a"),
            ],
            format!(
                "Multiply by the given relation: ${sum} \\times {square} = {}$ is the required expression {} ${sum}$, so \
                 ${asked} = {}$.",
                sum * square,
                if minus { "less" } else { "plus" },
                sum * sum * sum + 3 * c * sum
            ),
        )
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "Square the relation: ${x}^{{2}} + \\frac{{1}}{{{x}^{{2}}}} = {} {} 2 = {square}$.",
                    sum * sum,
                    if minus { "+" } else { "-" }
                ),
                &["algebra"],
            ),
            (&last, &["algebra", "arithmetic"]),
        ],
        insight: "Powers of the pair follow from one another; the number itself is never needed.",
    })
}

/// The sum of squares is given, the pair itself is asked.
fn back_from_squares(dice: &mut Dice) -> Draft {
    let n = dice.range(5, 60);
    let x = letter(dice);
    let from_minus = dice.below(2) == 0;
    let square = if from_minus { n - 2 } else { n + 2 };
    let given_text = format!("{x}^{{2}} + \\frac{{1}}{{{x}^{{2}}}} = {n}");
    let (sign, range, condition) =
        if from_minus { ("-", format!("{x} > 1"), "x > 1") } else { ("+", format!("{x} > 0"), "x > 0") };
    let asked = format!("{x} {sign} \\frac{{1}}{{{x}}}");
    let given = Given::numbers(&[("n", n)]);
    let stem = match dice.below(3) {
        0 => format!("Given that ${given_text}$ and ${range}$, find the value of ${asked}$."),
        1 => format!("A number ${range}$ satisfies ${given_text}$.\nWhat is the value of ${asked}$?"),
        _ => format!("What is ${asked}$ if ${range}$ and ${given_text}$?"),
    };
    let ask = format!("x {sign} 1/x");
    let claim = given.solve(&["x"], &["x^2 + 1/x^2 = n"], &[condition], &ask);
    let key = if from_minus { "sqrt(n - 2)" } else { "sqrt(n + 2)" };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key,
        wrong: &[
            ("takes the root term by term", "sqrt(n)"),
            (
                "takes the middle term with the wrong sign",
                if from_minus { "sqrt(n + 2)" } else { "sqrt(n - 2)" },
            ),
            ("counts the middle term three times", if from_minus { "sqrt(n - 3)" } else { "sqrt(n + 3)" }),
            ("takes the middle term once only", if from_minus { "sqrt(n - 1)" } else { "sqrt(n + 1)" }),
            ("takes the middle term twice", if from_minus { "sqrt(n - 4)" } else { "sqrt(n + 4)" }),
            (
                "takes the middle term once only, with the wrong sign",
                if from_minus { "sqrt(n + 1)" } else { "sqrt(n - 1)" },
            ),
        ],
        steps: &[
            (
                &format!(
                    "The square of the required expression is ${x}^{{2}} {sign} 2 + \\frac{{1}}{{{x}^{{2}}}} = {n} \
                     {sign} 2 = {square}$."
                ),
                &["algebra"],
            ),
            (
                &format!("With ${range}$ the expression is positive, so it is ${}$.", surd(square)),
                &["indices"],
            ),
        ],
        insight: "The square of what is asked is what is given, up to a number.",
    })
}

fn hidden_in_fraction(dice: &mut Dice) -> Draft {
    let sum = dice.range(3, 8);
    let x = letter(dice);
    // The coefficient in the middle of the asked denominator.
    let middle = *dice.pick(&[0, 1, -1, 2, -2, 3, 4]);
    let term = match middle {
        0 => String::new(),
        1 => format!(" + {x}^{{2}}"),
        -1 => format!(" - {x}^{{2}}"),
        m if m < 0 => format!(" - {}{x}^{{2}}", -m),
        m => format!(" + {m}{x}^{{2}}"),
    };
    let given_text = format!("\\frac{{{x}}}{{{x}^{{2}} + 1}} = \\frac{{1}}{{{sum}}}");
    let asked = format!("\\frac{{{x}^{{2}}}}{{{x}^{{4}}{term} + 1}}");
    let given = Given::numbers(&[("a", sum), ("m", middle)]);
    let stem = match dice.below(3) {
        0 => format!("Given that ${given_text}$, find the value of ${asked}$."),
        1 => format!("The number ${x}$ satisfies\n${given_text}$.\nWhat is the value of ${asked}$?"),
        _ => format!("What is the value of ${asked}$ for a real number ${x}$ with ${given_text}$?"),
    };
    let claim = given.solve(&["x"], &["x/(x^2 + 1) = 1/a"], &[], "x^2/(x^4 + m*x^2 + 1)");
    let result = sum * sum - 2 + middle;
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: "1/(a^2 - 2 + m)",
        wrong: &[
            ("squares term by term", "1/(a^2 + m)"),
            ("takes the middle term of the square with the wrong sign", "1/(a^2 + 2 + m)"),
            (
                "leaves out the middle term of the denominator",
                if middle == 0 { "1/a^2" } else { "1/(a^2 - 2)" },
            ),
            ("takes the middle term of the square once only", "1/(a^2 - 1 + m)"),
            ("doubles instead of squaring", "1/(2*a + m)"),
            ("takes the middle term of the denominator with the wrong sign", "1/(a^2 - 2 - m)"),
            ("subtracts the middle term of the square twice", "1/(a^2 - 4 + m)"),
        ],
        steps: &[
            (&format!("Invert the given fraction: ${x} + \\frac{{1}}{{{x}}} = {sum}$."), &["algebra"]),
            (&format!("Squared: ${x}^{{2}} + \\frac{{1}}{{{x}^{{2}}}} = {}$.", sum * sum - 2), &["algebra"]),
            (
                &format!(
                    "The reciprocal of the required fraction is this{}, so the fraction is $\\frac{{1}}{{{result}}}$.",
                    match middle {
                        0 => String::new(),
                        m if m < 0 => format!(" less ${}$, which is ${result}$", -m),
                        m => format!(" plus ${m}$, which is ${result}$"),
                    }
                ),
                &["algebra", "arithmetic"],
            ),
        ],
        insight: "Inverted, both fractions are sums of a number and its reciprocal.",
    })
}

fn hidden_in_quadratic(dice: &mut Dice) -> Draft {
    let sum = dice.range(3, 9);
    let x = letter(dice);
    let minus = dice.below(2) == 0;
    // x² - ax + 1 = 0 gives x + 1/x = a; x² - ax - 1 = 0 gives x - 1/x = a.
    let c = if minus { "-" } else { "+" };
    let cube = dice.below(2) == 0;
    let asked = if cube {
        format!("{x}^{{3}} {c} \\frac{{1}}{{{x}^{{3}}}}")
    } else {
        format!("{x}^{{4}} + \\frac{{1}}{{{x}^{{4}}}}")
    };
    let equation_text = match dice.below(2) {
        0 => format!("{x}^{{2}} - {sum}{x} {c} 1 = 0"),
        _ => format!("{x}^{{2}} {c} 1 = {sum}{x}"),
    };
    let given = Given::numbers(&[("a", sum)]);
    let stem = match dice.below(3) {
        0 => format!(
            "The number ${x}$ is a solution of the equation ${equation_text}$.\nWhat is the value of ${asked}$?"
        ),
        1 => format!("Given that ${equation_text}$, find the value of ${asked}$."),
        _ => format!(
            "Both solutions of ${equation_text}$ give the same value of ${asked}$.\nWhat is this value?"
        ),
    };
    let (equation, ask) = (
        format!("x^2 - a*x {c} 1 = 0"),
        if cube { format!("x^3 {c} 1/x^3") } else { "x^4 + 1/x^4".to_owned() },
    );
    let claim = given.solve(&["x"], &[&equation], &[], &ask);
    let plus = if minus { "+" } else { "-" };
    let back = if minus { "-" } else { "+" };
    let square = if minus { sum * sum + 2 } else { sum * sum - 2 };
    let (key, gives, last) = if cube {
        let value = if minus { sum.pow(3) + 3 * sum } else { sum.pow(3) - 3 * sum };
        (
            format!("a^3 {plus} 3*a"),
            [
                ("cubes term by term", "a^3".to_owned()),
                ("takes the middle terms with the wrong sign", format!("a^3 {back} 3*a")),
                ("multiplies the sum of squares by the pair and stops", format!("a*(a^2 {plus} 2)")),
                ("takes the middle terms to be numbers", format!("a^3 {plus} 3")),
                ("stops after the square", format!("a^2 {plus} 2")),
                ("takes one middle term only, with the wrong sign", format!("a^3 {back} a")),
                ("takes the middle terms to be numbers, with the wrong sign", format!("a^3 {back} 3")),
            ],
            format!("Cube it: ${sum}^{{3}} = {asked} {back} 3 \\times {sum}$, so the value is ${value}$."),
        )
    } else {
        (
            format!("(a^2 {plus} 2)^2 - 2"),
            [
                ("raises to the power term by term", "a^4".to_owned()),
                ("forgets the middle term of the second square", format!("(a^2 {plus} 2)^2")),
                ("forgets the middle term of the first square", "a^4 - 2".to_owned()),
                ("adds the middle term of the second square", format!("(a^2 {plus} 2)^2 + 2")),
                (
                    "takes the middle term of the first square with the wrong sign",
                    format!("(a^2 {back} 2)^2 - 2"),
                ),
                ("stops after the first square", format!("a^2 {plus} 2")),
                ("doubles the square instead of squaring it", format!("2*(a^2 {plus} 2)")),
            ],
            format!(
                "Square twice: first ${sum}^{{2}} {plus} 2 = {square}$, then ${square}^{{2}} - 2 = {}$.",
                square * square - 2
            ),
        )
    };
    let wrong = borrowed(&gives);
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &wrong,
        steps: &[
            (
                &format!("Divide the equation by ${x}$: ${x} {c} \\frac{{1}}{{{x}}} = {sum}$."),
                &["algebra", "quadratics"],
            ),
            (&last, &["algebra", "arithmetic"]),
        ],
        insight: "Divided by the unknown, the equation is a relation between a number and its reciprocal.",
    })
}
