//! Sums whose terms pair up about the middle.

use crate::Difficulty;
use crate::claim::Tally;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts, borrowed};
use crate::native::formula::fraction;
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M6",
    name: "pairing",
    idea: "Terms at equal distances from the two ends of a sum belong together: each pair has the same simple value, so the \
           sum is the number of pairs times that value and whatever stands alone.",
    objects: &["alternating squares", "sums of cubes", "squares of sines", "values of a function"],
    constraints: &["two partners have a fixed sum"],
    asked: "the value of a long sum",
    wrong_paths: &[
        "one term too many or too few",
        "counting terms instead of pairs",
        "forgetting the term that has no partner",
        "taking each pair to cancel",
    ],
    rationale: [
        "Neighbours or opposites pair up at sight.",
        "An identity shows that partners from the two ends add up to one.",
        "The fixed sum of a pair has to be found from the formula of a function first.",
    ],
    draft: pairing,
};

fn pairing(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(2)) {
        (Difficulty::Easy, 0) => alternating(dice),
        (Difficulty::Easy, _) => cubes(dice),
        (Difficulty::Medium, _) => squares_of_sines(dice),
        (Difficulty::Hard, 0) => powers(dice),
        (Difficulty::Hard, _) => sigmoid(dice),
    }
}

fn value_of(dice: &mut Dice, f: &str) -> String {
    match dice.below(4) {
        0 => format!("What is the value of\n${f}$?"),
        1 => format!("What number is equal to the sum\n${f}$?"),
        2 => format!("The terms of\n${f}$\nfollow a pattern throughout. What is the value of the sum?"),
        _ => format!("$S = {f}$\nWhat is $S$?"),
    }
}

/// n² − (n−1)² + … + (m+1)² − m².
fn alternating(dice: &mut Dice) -> Draft {
    let m = dice.range(1, 12);
    let n = m + 1 + 2 * dice.range(5, 24);
    let shown = format!("{n}^2 - {}^2 + {}^2 - {}^2 + \\cdots + {}^2 - {m}^2", n - 1, n - 2, n - 3, m + 1);
    let given = Given::numbers(&[("m", m), ("n", n), ("p", n - 1), ("q", n - 2), ("r", n - 3), ("s", m + 1)]);
    let stem = value_of(dice, &shown);
    let total = (m + n) * (n - m + 1) / 2;
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("k", "m", "n")],
            &["p = n - 1", "q = p - 1", "r = q - 1", "s = m + 1"],
            Some("(-1)^(n - k)*k^2"),
        ),
        key: "(m + n)*(n - m + 1)/2",
        wrong: &[
            ("leaves out the last pair", "(m + n)*(n - m + 1)/2 - (2*m + 1)"),
            ("adds a pair beyond the first", "(m + n)*(n - m + 1)/2 + 2*n + 3"),
            ("takes each pair to be worth one", "(n - m + 1)/2"),
            ("multiplies the sum of the ends by the number of terms, not of pairs", "(m + n)*(n - m + 1)"),
            ("takes every pair to be as large as the first", "(2*n - 1)*(n - m + 1)/2"),
            ("takes the difference of the first and last squares only", "n^2 - m^2"),
            ("takes every pair to be as small as the last", "(2*m + 1)*(n - m + 1)/2"),
        ],
        steps: &[
            (
                &format!(
                    "Each pair is a difference of squares: ${n}^2 - {}^2 = {n} + {}$, and so on.",
                    n - 1,
                    n - 1
                ),
                &["algebra"],
            ),
            (
                &format!(
                    "The sum is ${n} + {} + \\cdots + {m}$, which is ${}$ numbers with mean ${}$: ${total}$.",
                    n - 1,
                    n - m + 1,
                    fraction(n + m, 2)
                ),
                &["sequences", "arithmetic"],
            ),
        ],
        insight: "A difference of neighbouring squares is the sum of the two numbers.",
    })
}

/// (−a)³ + … + b³ with b a little larger than a.
fn cubes(dice: &mut Dice) -> Draft {
    let a = dice.range(5, 14);
    let extra = if a < 11 { dice.range(1, 2) } else { 1 };
    let b = a + extra;
    let down = dice.below(3) == 0;
    // Turned over, the negative numbers are left.
    let (from, to) = if down { (-b, a) } else { (-a, b) };
    let cube = |n: i64| if n < 0 { format!("({n})^3") } else { format!("{n}^3") };
    let shown = format!(
        "{} + {} + {} + \\cdots + {} + {}",
        cube(from),
        cube(from + 1),
        cube(from + 2),
        cube(to - 1),
        cube(to)
    );
    let given = Given::numbers(&[("m", from), ("n", to), ("p", from + 1), ("q", from + 2), ("r", to - 1)]);
    let stem = value_of(dice, &shown);
    let s = if down { -1 } else { 1 };
    let left: i64 = (a + 1..=b).map(|n| s * n.pow(3)).sum();
    let rest: Vec<String> = (a + 1..=b).map(|n| cube(s * n)).collect();
    let size = |n: i64| (s * n.pow(3)).to_string();
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("k", "m", "n")],
            &["p = m + 1", "q = p + 1", "r = n - 1"],
            Some("k^3"),
        ),
        key: &left.to_string(),
        wrong: &[
            ("lets all the cubes cancel", "0"),
            ("cancels one pair too few", &(left + s * a.pow(3)).to_string()),
            ("cancels the largest cube as well", &(left - s * b.pow(3)).to_string()),
            ("leaves the cube of the wrong number", &size(a)),
            ("keeps the sign of the cubes that cancel", &(-left).to_string()),
            (
                "adds the numbers that are left before cubing",
                &(s * (a + 1..=b).sum::<i64>().pow(3)).to_string(),
            ),
            ("takes squares of what is left", &(s * (a + 1..=b).map(|n| n * n).sum::<i64>()).to_string()),
            ("leaves the next cube beyond the end", &size(b + 1)),
        ],
        steps: &[
            (
                &format!("The cubes of opposite numbers cancel, from $-{a}$ and ${a}$ down to zero."),
                &["algebra"],
            ),
            (
                &if rest.len() == 1 {
                    format!("What is left is ${} = {left}$.", rest[0])
                } else {
                    format!("What is left is ${} = {left}$.", rest.join(" + "))
                },
                &["arithmetic"],
            ),
        ],
        insight: "Opposite numbers have opposite cubes, so all but the surplus cancels.",
    })
}

fn squares_of_sines(dice: &mut Dice) -> Draft {
    // From a to 90 - a in steps of d, and perhaps on to 90 or from 0.
    let (mut a, mut d) = (0, 1);
    while a == 0 || (90 - 2 * a) % d != 0 || !(6..=44).contains(&((90 - 2 * a) / d)) {
        d = *dice.pick(&[1, 2, 3, 4, 5, 6, 8, 10]);
        a = *dice.pick(&[d, d, 5, 9, 10, 15, 3, 7, 20, 25, 1, 2, 11, 13]);
    }
    let to_ninety = a == d && dice.below(2) == 0;
    let z = if to_ninety { 90 } else { 90 - a };
    let sine = dice.below(2) == 0;
    let name = if sine { "\\sin" } else { "\\cos" };
    let term = |n: i64| format!("{name}^2 {n}^\\circ");
    let shown = format!("{} + {} + {} + \\cdots + {}", term(a), term(a + d), term(a + 2 * d), term(z));
    let given = Given::numbers(&[("a", a), ("b", a + d), ("c", a + 2 * d), ("z", z)]);
    let stem = value_of(dice, &shown);
    let of = if sine { "sin((a + k*(b - a))*pi/180)^2" } else { "cos((a + k*(b - a))*pi/180)^2" };
    let claim = given.tally(Tally::Sum, &[("k", "0", "(z - a)/(b - a)")], &["c - b = b - a"], Some(of));
    // Terms from a to 90 - a; at 90 there is one more, which is 1 or 0.
    let paired = (90 - 2 * a) / d + 1;
    let last = i64::from(to_ninety && sine);
    let paired_text = "((90 - 2*a)/(b - a) + 1)";
    let key = format!("{paired_text}/2 + {last}");
    let mut wrong = vec![
        ("counts one pair too few", format!("{paired_text}/2 + {last} - 1")),
        ("counts one pair too many", format!("{paired_text}/2 + {last} + 1")),
        ("counts the gaps instead of the terms", format!("({paired_text} - 1)/2 + {last}")),
        ("counts one term too many", format!("({paired_text} + 1)/2 + {last}")),
        ("takes each term to be one", format!("{paired_text} + {last}")),
        ("takes the mean square to be a quarter", format!("{paired_text}/4 + {last}")),
    ];
    if to_ninety {
        wrong.push((
            "takes the last term to have the other extreme value",
            format!("{paired_text}/2 + {}", 1 - last),
        ));
    }
    let wrong = borrowed(&wrong);
    let alone = match (to_ninety, sine) {
        (false, _) => String::new(),
        (true, true) => " The last term is $1$.".to_owned(),
        (true, false) => " The last term is $0$.".to_owned(),
    };
    Draft::new(Parts {
        stem: &stem,
        claim,
        key: &key,
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "Since ${name}^2 (90^\\circ - \\theta) = {}^2 \\theta$, the terms for $\\theta$ and $90^\\circ - \\theta$ add \
                     up to $1$.",
                    if sine { "\\cos" } else { "\\sin" }
                ),
                &["trigonometry"],
            ),
            (
                &format!(
                    "From ${a}^\\circ$ to ${}^\\circ$ there are ${paired}$ terms, each worth $\\frac{{1}}{{2}}$ on average.{alone} \
                     The sum is ${}$.",
                    90 - a,
                    fraction(paired + 2 * last, 2)
                ),
                &["sequences", "arithmetic"],
            ),
        ],
        insight: "Partners whose angles add up to a right angle have squares that add up to one.",
    })
}

/// f(x) = c aˣ/(aˣ + √a) at equal steps between 0 and 1.
fn powers(dice: &mut Dice) -> Draft {
    let r = dice.range(2, 6);
    let a = r * r;
    let c = dice.range(1, 6);
    let n = dice.range(7, 40);
    let top = if c == 1 { format!("{a}^x") } else { format!("{c} \\times {a}^x") };
    let f = format!("\\mathrm{{f}}(x) = \\frac{{{top}}}{{{a}^x + {r}}}");
    let at = |k: i64| format!("\\mathrm{{f}}\\left(\\frac{{{k}}}{{{n}}}\\right)");
    let whole = format!("{} + {} + \\cdots + {}", at(1), at(2), at(n - 1));
    let given = Given::numbers(&[("a", a), ("r", r), ("c", c), ("n", n), ("m", n - 1), ("s", 1), ("t", 2)]);
    let stem = function_sum(dice, &f, &whole);
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("k", "s", "m")],
            &["t = s + 1", "m = n - 1"],
            Some("c*a^(k/n)/(a^(k/n) + r)"),
        ),
        key: "c*(n - 1)/2",
        wrong: &[
            ("counts one term too many", "c*n/2"),
            ("counts both ends as well", "c*(n + 1)/2"),
            ("takes each term to be worth the sum of a pair", "c*(n - 1)"),
            ("counts one term too few", "c*(n - 2)/2"),
            ("leaves the value of a pair at one half", "c*(n - 1)/4"),
            ("counts one pair too few", "c*(n - 3)/2"),
            ("takes the value at one for every pair", "c*a/(a + r)*(n - 1)/2"),
        ],
        steps: &[
            (
                &format!(
                    "Multiplying top and bottom of $\\mathrm{{f}}(1-x)$ by ${a}^x$ and dividing by ${r}$ gives \
                     $\\mathrm{{f}}(1-x) = \\frac{{{}}}{{{a}^x + {r}}}$.",
                    c * r
                ),
                &["indices", "algebra"],
            ),
            (&format!("So $\\mathrm{{f}}(x) + \\mathrm{{f}}(1-x) = {c}$."), &["algebra"]),
            (
                &format!(
                    "The ${}$ terms are worth ${}$ each on average: ${}$.",
                    n - 1,
                    fraction(c, 2),
                    fraction(c * (n - 1), 2)
                ),
                &["sequences", "arithmetic"],
            ),
        ],
        insight: "Partners from the two ends have arguments that add up to one, and their values have a fixed sum.",
    })
}

/// f(x) = c/(1 + bˣ) at the whole numbers from −n to n.
fn sigmoid(dice: &mut Dice) -> Draft {
    let b = dice.range(2, 9);
    let c = dice.range(1, 9);
    let n = dice.range(4, 30);
    let f = format!("\\mathrm{{f}}(x) = \\frac{{{c}}}{{{b}^x + 1}}");
    let at = |k: i64| format!("\\mathrm{{f}}({k})");
    let whole = format!("{} + {} + \\cdots + {} + {}", at(-n), at(1 - n), at(n - 1), at(n));
    let given = Given::numbers(&[("b", b), ("c", c), ("n", n), ("m", n - 1)]);
    let stem = function_sum(dice, &f, &whole);
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(Tally::Sum, &[("k", "-n", "n")], &["m = n - 1"], Some("c/(b^k + 1)")),
        key: "c*(2*n + 1)/2",
        wrong: &[
            ("forgets the middle term, which has no partner", "c*n"),
            ("counts the middle term as a whole pair", "c*(n + 1)"),
            ("leaves out one of the ends", "c*(2*n - 1)/2"),
            ("takes each term to be worth the sum of a pair", "c*(2*n + 1)"),
            ("takes opposite terms to cancel", "c/2"),
            ("takes half of the pairs only", "c*n/2"),
            ("adds a pair beyond the ends", "c*(2*n + 3)/2"),
        ],
        steps: &[
            (
                &format!(
                    "Multiplying top and bottom by ${b}^x$ gives $\\mathrm{{f}}(-x) = \\frac{{{}{b}^x}}{{1 + {b}^x}}$, so \
                     $\\mathrm{{f}}(x) + \\mathrm{{f}}(-x) = {c}$.",
                    if c == 1 { String::new() } else { format!("{c} \\times ") }
                ),
                &["indices", "algebra"],
            ),
            (
                &format!(
                    "There are ${n}$ such pairs and the middle term $\\mathrm{{f}}(0) = {}$: ${}$.",
                    fraction(c, 2),
                    fraction(c * (2 * n + 1), 2)
                ),
                &["sequences", "arithmetic"],
            ),
        ],
        insight: "Values at opposite numbers have a fixed sum; only the one in the middle stands alone.",
    })
}

fn function_sum(dice: &mut Dice, f: &str, whole: &str) -> String {
    match dice.below(4) {
        0 => format!("The function f is given by ${f}$.\nWhat is the value of\n${whole}$?"),
        1 => format!("Given that ${f}$ for all real $x$, evaluate\n${whole}$."),
        2 => format!("$S = {whole}$,\nwhere ${f}$. What is $S$?"),
        _ => format!("What is the sum\n${whole}$\nif ${f}$?"),
    }
}
