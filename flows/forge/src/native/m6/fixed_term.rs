//! One term of an expansion, found by the power it must have.

use crate::Difficulty;
use crate::claim::Tally;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts};
use crate::native::formula::{bracketed, power, sum};
use crate::native::whole::choose;
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M6",
    name: "fixed_term",
    idea: "A term of an expansion is wanted, not the expansion. The power it must have says how often each part was chosen, and \
           the number of such choices is its coefficient.",
    objects: &["binomial expansion", "product of expansions"],
    constraints: &["the power of the wanted term"],
    asked: "one coefficient, or the constant term",
    wrong_paths: &[
        "the neighbour of the wanted term",
        "leaving the sign or the power off the constant",
        "leaving out one of two contributions",
        "the number of choices without what is chosen",
    ],
    rationale: [
        "The two parts have opposite powers, so the wanted term is read off.",
        "The two parts have different powers, and an equation says how often each is chosen.",
        "A second factor shifts powers, or a product has to be seen as one expansion before any term is taken.",
    ],
    draft: fixed_term,
};

fn fixed_term(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(3)) {
        (Difficulty::Easy, _) => one_bracket(dice, true),
        (Difficulty::Medium, _) => one_bracket(dice, false),
        (Difficulty::Hard, 0) => shifted(dice),
        (Difficulty::Hard, 1) => conjugates(dice),
        (Difficulty::Hard, _) => geometric(dice),
    }
}

/// c/x^q with its sign, after another term.
fn below(c: i64, q: i64) -> String {
    format!("{} \\frac{{{}}}{{{}}}", if c < 0 { "-" } else { "+" }, c.abs(), power("x", q))
}

fn asked(dice: &mut Dice, f: &str, t: i64) -> String {
    let wanted = match t {
        0 => "the constant term".to_owned(),
        _ => format!("the coefficient of ${}$", power("x", t)),
    };
    match (dice.below(4), t) {
        (0, _) => format!("What is {wanted} in the expansion of\n${f}$?"),
        (1, 0) => format!("When\n${f}$\nis expanded, one term does not depend on $x$. What is it?"),
        (1, _) => format!("When\n${f}$\nis expanded and like terms are collected, what is {wanted}?"),
        (2, 0) => format!("What is the term independent of $x$ in the expansion of\n${f}$?"),
        (2, _) => format!(
            "In the expansion of ${f}$, one of the terms is $k{}$, where $k$ is a constant.\nWhat is $k$?",
            power("x", t)
        ),
        (_, _) => format!("The expression ${f}$ is multiplied out.\nWhat is {wanted}?"),
    }
}

/// (a x^p + c/x^q)^n.
fn one_bracket(dice: &mut Dice, opposite: bool) -> Draft {
    let (a, c, p, q, n, j) = loop {
        let (p, q): (i64, i64) =
            if opposite { (1, 1) } else { *dice.pick(&[(2, 1), (1, 2), (3, 1), (2, 3), (1, 3), (3, 2)]) };
        let a: i64 = if opposite { 1 } else { *dice.pick(&[1, 1, 2, 3]) };
        let c: i64 = *dice.pick(&[-3, -2, -1, 1, 2, 3, 4, -4, 5, -5]);
        let n = dice.range(4, 8);
        let j = dice.range(1, n - 1);
        let t = p * (n - j) - q * j;
        let value = choose(n, j) * a.pow((n - j) as u32) * c.pow(j as u32);
        let interesting = a > 1 || c.abs() > 1 || n > 5;
        // A constant term is the classic question; positive powers for a change.
        if value.abs() <= 2000 && interesting && (t == 0 || (1..=8).contains(&t) && dice.below(4) == 0) {
            break (a, c, p, q, n, j);
        }
    };
    let t = p * (n - j) - q * j;
    let f = format!("\\left({} {}\\right)^{{{n}}}", sum(&[(a, power("x", p))]), below(c, q));
    let given = Given::numbers(&[("a", a), ("c", c), ("p", p), ("q", q), ("n", n), ("t", t)]);
    let stem = asked(dice, &f, t);
    let value = choose(n, j) * a.pow((n - j) as u32) * c.pow(j as u32);
    let term = |j: &str| format!("binomial(n, {j})*a^(n - ({j}))*c^({j})");
    let wrong = [
        ("takes the term before the wanted one", term(&format!("{j} - 1"))),
        ("takes the term after the wanted one", term(&format!("{j} + 1"))),
        ("counts the choices and leaves out what is chosen", format!("binomial(n, {j})")),
        ("loses the sign of the second part", format!("binomial(n, {j})*a^(n - {j})*(-c)^{j}")),
        ("leaves the binomial coefficient out", format!("a^(n - {j})*c^{j}")),
        ("takes the constants to the first power only", format!("binomial(n, {j})*a*c")),
        ("chooses the parts the other way round", format!("binomial(n, {j})*a^{j}*c^(n - {j})")),
        ("takes the opposite sign for the whole term", format!("-binomial(n, {j})*a^(n - {j})*c^{j}")),
    ];
    // Losing a sign is one mistake, and only one where there is a sign.
    let wrong: Vec<(&str, &str)> = wrong
        .iter()
        .take(if c < 0 && j % 2 == 1 { 7 } else { 8 })
        .filter(|(why, _)| c < 0 || !why.contains("sign"))
        .map(|(why, gives)| (*why, gives.as_str()))
        .collect();
    let choices = format!("\\binom{{{n}}}{{{j}}}");
    let raised = |base: i64, power: i64| match (base, power) {
        (1, _) => String::new(),
        (_, 1) => format!(" \\times {}", bracketed(base)),
        _ => format!(" \\times {}^{{{power}}}", bracketed(base)),
    };
    let factors = format!("{choices}{}{}", raised(a, n - j), raised(c, j));
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("k", "0", "n")],
            &["p*(n - k) - q*k = t"],
            Some("binomial(n, k)*a^(n - k)*c^k"),
        ),
        key: &term(&j.to_string()),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "If the second part is chosen $r$ times, the power of $x$ is ${} - {}r$. It is ${t}$ for $r = {j}$.",
                    p * n,
                    p + q
                ),
                &["binomial", "linear_equations"],
            ),
            (&format!("The term is ${factors} = {value}$."), &["binomial", "arithmetic"]),
        ],
        insight: "The power of the wanted term says how often each part is chosen.",
    })
}

/// (b + x^u)(x + c/x)^n: two terms of the second factor contribute.
fn shifted(dice: &mut Dice) -> Draft {
    let (mut n, mut u, mut b, mut c, mut t);
    let contribution = |n: i64, t: i64, c: i64| {
        let j = (n - t) / 2;
        if (n - t) % 2 == 0 && (0..=n).contains(&j) { choose(n, j) * c.pow(j as u32) } else { 0 }
    };
    loop {
        n = dice.range(3, 8);
        u = 2 * dice.range(1, 2);
        t = if n % 2 == 0 { *dice.pick(&[0, 0, 2]) } else { *dice.pick(&[1, 3]) };
        b = *dice.pick(&[1, 2, 3, 4, 5, -1, -2, -3]);
        c = *dice.pick(&[1, 1, -1, 2, -2, 3]);
        let (kept, moved) = (b * contribution(n, t, c), contribution(n, t - u, c));
        if kept != 0 && moved != 0 && (kept + moved).abs() <= 2500 && kept.abs().max(moved.abs()) <= 2500 {
            break;
        }
    }
    let f = format!(
        "({})\\left(x {}\\right)^{{{n}}}",
        sum(&[(1, power("x", u)), (b, String::new())]),
        below(c, 1)
    );
    let stem = asked(dice, &f, t);
    let given = Given::numbers(&[("b", b), ("c", c), ("n", n), ("u", u), ("t", t)]);
    let j = (n - t) / 2;
    let i = j + u / 2;
    let (kept, moved) = (b * contribution(n, t, c), contribution(n, t - u, c));
    let first = format!("b*binomial(n, {j})*c^{j}");
    let second = format!("binomial(n, {i})*c^{i}");
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("h", "0", "1"), ("k", "0", "n")],
            &["h*u + n - 2*k = t"],
            Some("b^(1 - h)*binomial(n, k)*c^k"),
        ),
        key: &format!("{first} + {second}"),
        wrong: &[
            ("leaves out the contribution of the power of x in the first factor", &first),
            ("leaves out the contribution of the constant in the first factor", &second),
            ("subtracts the two contributions", &format!("{first} - {second}")),
            (
                "forgets to multiply by the constant of the first factor",
                &format!("binomial(n, {j})*c^{j} + {second}"),
            ),
            ("multiplies both contributions by the constant", &format!("{first} + b*{second}")),
            (
                "leaves the constant of the second factor out",
                &format!("b*binomial(n, {j}) + binomial(n, {i})"),
            ),
            (
                "shifts by half the power",
                &format!("{first} + binomial(n, {j} + {u}/2 - 1)*c^({j} + {u}/2 - 1)"),
            ),
            (
                "shifts the power to the other side",
                &format!("{first} + binomial(n, abs({j} - {u}/2))*c^(abs({j} - {u}/2))"),
            ),
        ],
        steps: &[
            (
                &format!(
                    "In the power, the term in {} has the coefficient ${}$ and the term in {} has ${moved}$.",
                    named(t),
                    contribution(n, t, c),
                    named(t - u)
                ),
                &["binomial"],
            ),
            (
                &format!(
                    "The first is multiplied by ${b}$, the second by ${}$: ${b} \\times {} + {} = {}$.",
                    power("x", u),
                    bracketed(contribution(n, t, c)),
                    bracketed(moved),
                    kept + moved
                ),
                &["binomial", "arithmetic"],
            ),
        ],
        insight: "Each part of the first factor picks one term of the second; the two are added.",
    })
}

fn named(t: i64) -> String {
    if t == 0 { "$x^0$".to_owned() } else { format!("${}$", power("x", t)) }
}

/// (1 + x)^m (1 − x)^n with m and n equal or one apart.
fn conjugates(dice: &mut Dice) -> Draft {
    let m = dice.range(5, 12);
    let apart = *dice.pick(&[0, 1, 1]);
    // More of one factor or of the other.
    let swapped = apart == 1 && dice.below(2) == 0;
    let (plus, minus) = if swapped { (m + 1, m) } else { (m, m + apart) };
    let r = dice.range(2, 4);
    let t = if apart == 1 { 2 * r + dice.range(0, 1) } else { 2 * r };
    let c: i64 = *dice.pick(&[1, 1, 1, 2]);
    let c = if c.pow(t as u32) * choose(m, r) > 3000 { 1 } else { c };
    let x = if c == 1 { "x".to_owned() } else { format!("{c}x") };
    let f = format!("(1 + {x})^{{{plus}}}(1 - {x})^{{{minus}}}");
    let given = Given::numbers(&[("p", plus), ("m", minus), ("t", t), ("c", c), ("o", 1)]);
    let stem = asked(dice, &f, t);
    let odd = t % 2 == 1;
    let sign = (if r % 2 == 0 { 1 } else { -1 }) * if odd && !swapped { -1 } else { 1 };
    let value = sign * choose(m, r) * c.pow(t as u32);
    let key = format!("{sign}*binomial({m}, {r})*c^t");
    let one = if apart == 0 { String::new() } else { format!("(1 {} {x})", if swapped { "+" } else { "-" }) };
    let square = if c == 1 { "x^2".to_owned() } else { format!("{}x^2", c * c) };
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("j", "0", "p"), ("k", "0", "m")],
            &["j + k = t"],
            Some("binomial(p, j)*binomial(m, k)*(-1)^k*c^t"),
        ),
        key: &key,
        wrong: &[
            ("loses the sign of the square", &format!("{}*binomial({m}, {r})*c^t", -sign)),
            ("takes the neighbouring term below", &format!("{}*binomial({m}, {r} - 1)*c^t", -sign)),
            ("takes the neighbouring term above", &format!("{}*binomial({m}, {r} + 1)*c^t", -sign)),
            (
                "keeps the sign when passing to the neighbouring term",
                &format!("{sign}*binomial({m}, {r} + 1)*c^t"),
            ),
            ("chooses the power of x, not that of its square", &format!("{sign}*binomial({m}, {t})*c^t")),
            ("takes the exponent one too high", &format!("{sign}*binomial({m} + 1, {r})*c^t")),
            (
                "takes the exponent one too high and loses the sign",
                &format!("{}*binomial({m} + 1, {r})*c^t", -sign),
            ),
        ],
        steps: &[
            (&format!("Joined in pairs, the factors give $(1 - {square})^{{{m}}}{one}$."), &["algebra"]),
            (
                &if odd {
                    format!(
                        "An odd power needs the term ${}{x}$ of the last factor and the power ${}$ from the rest.",
                        if swapped { "" } else { "-" },
                        power("x", 2 * r)
                    )
                } else {
                    format!("The power ${}$ comes from choosing the square ${r}$ times.", power("x", 2 * r))
                },
                &["binomial"],
            ),
            (&format!("The coefficient is ${value}$."), &["binomial", "arithmetic"]),
        ],
        insight: "Factors that are a sum and a difference join to a difference of squares before anything is expanded.",
    })
}

/// (1 + x + x²)(1 − x)^n = (1 − x³)(1 − x)^(n−1).
fn geometric(dice: &mut Dice) -> Draft {
    let n = dice.range(6, 13);
    let t = dice.range(3, 6);
    let cubic = dice.below(3) == 0;
    // The first factor has three or four terms.
    let (d, first) = if cubic { (4, "1 + x + x^2 + x^3") } else { (3, "1 + x + x^2") };
    let t = t.max(d);
    let f = format!("({first})(1 - x)^{{{n}}}");
    let given = Given::numbers(&[("n", n), ("t", t), ("d", d), ("o", 1), ("p", 2), ("q", 3)]);
    let stem = asked(dice, &f, t);
    let term = |n: i64, k: i64| if k % 2 == 0 { choose(n, k) } else { -choose(n, k) };
    let (kept, moved) = (term(n - 1, t), -term(n - 1, t - d));
    let at = |n: &str, k: &str| format!("(-1)^({k})*binomial({n}, {k})");
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("j", "0", if cubic { "q" } else { "p" }), ("k", "0", "n")],
            if cubic { &["j + k = t", "q = p + 1"] } else { &["j + k = t"] },
            Some("binomial(n, k)*(-1)^k"),
        ),
        key: &format!("{} - {}", at("n - 1", "t"), at("n - 1", "t - d")),
        wrong: &[
            ("leaves out the second contribution", &at("n - 1", "t")),
            (
                "adds the contribution that is to be subtracted",
                &format!("{} + {}", at("n - 1", "t"), at("n - 1", "t - d")),
            ),
            (
                "keeps the old exponent after taking a factor out",
                &format!("{} - {}", at("n", "t"), at("n", "t - d")),
            ),
            ("takes the term of the power alone", &at("n", "t")),
            ("loses the signs of the power", "binomial(n - 1, t) - binomial(n - 1, t - d)"),
            ("shifts by one place too few", &format!("{} - {}", at("n - 1", "t"), at("n - 1", "t - d + 1"))),
            ("keeps only the second contribution", &format!("-({})", at("n - 1", "t - d"))),
        ],
        steps: &[
            (
                &format!("One factor $1 - x$ joins the first bracket: $({first})(1 - x) = 1 - x^{d}$."),
                &["algebra"],
            ),
            (
                &format!(
                    "In $(1 - x^{d})(1 - x)^{{{}}}$ the wanted coefficient is ${} {} {} = {}$.",
                    n - 1,
                    kept,
                    if moved < 0 { "-" } else { "+" },
                    moved.abs(),
                    kept + moved
                ),
                &["binomial", "arithmetic"],
            ),
        ],
        insight: "The first factor is a quotient of differences, so it needs only one of the other factors to collapse.",
    })
}
