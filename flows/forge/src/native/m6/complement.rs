//! Counting what is wanted by what is not.

use crate::Difficulty;
use crate::claim::Tally;
use crate::dice::Dice;
use crate::native::draft::{Given, Parts, Range, borrowed};
use crate::native::formula::word;
use crate::native::whole::{choose, gcd};
use crate::native::{Draft, Family};

pub(super) const FAMILY: Family = Family {
    schema: "M6",
    name: "complement",
    idea: "The wanted cases are many and of several kinds, the unwanted ones are of one kind. Count all, and take away what \
           is not wanted; what is taken away twice is given back.",
    objects: &["choices", "multiples", "codes and throws"],
    constraints: &["at least one", "all or none"],
    asked: "how many cases there are",
    wrong_paths: &[
        "counting several times what meets the condition several times",
        "forgetting to subtract what was counted twice",
        "counting the unwanted cases",
        "counting ordered where order does not matter, or the reverse",
    ],
    rationale: [
        "One number of choices is taken from another.",
        "Two overlapping sets are counted, and the overlap is seen to.",
        "The unwanted cases have to be described first, and are then a single product.",
    ],
    draft: complement,
};

fn complement(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    match (difficulty, dice.below(4)) {
        (Difficulty::Easy, _) => teams(dice),
        (Difficulty::Medium, _) => multiples(dice),
        (Difficulty::Hard, 0) => repeated(dice),
        (Difficulty::Hard, 1) => highest(dice),
        (Difficulty::Hard, 2) => even_product(dice),
        (Difficulty::Hard, _) => neighbours(dice),
    }
}

fn teams(dice: &mut Dice) -> Draft {
    let k = dice.range(3, 4);
    let (w, m) = (dice.range(2, 6), dice.range(k, 7));
    let given = Given::numbers(&[("w", w), ("m", m), ("k", k)]);
    let stem = match dice.below(5) {
        0 => format!(
            "A club has ${w}$ senior and ${m}$ junior members. A committee of ${k}$ is chosen that must have at least one senior \
             member.\nIn how many ways can this be done?"
        ),
        1 => format!(
            "From ${m}$ violinists and ${w}$ cellists, ${k}$ players are picked for a concert.\nHow many choices are there in which \
             at least one cellist plays?"
        ),
        2 => format!(
            "A box holds ${w}$ red and ${m}$ blue counters, all numbered differently. A set of ${k}$ counters is taken out \
             together.\nHow many of the possible sets contain at least one red counter?"
        ),
        3 => format!(
            "In how many ways can ${k}$ books be borrowed from a shelf with ${w}$ novels and ${m}$ biographies, all different, if \
             at least one of them is to be a novel?"
        ),
        _ => format!(
            "A shop sells ${m}$ kinds of apple and ${w}$ kinds of pear. A customer buys ${k}$ pieces of fruit, all \
             of different kinds, among them at least one pear.\nHow many selections are possible?"
        ),
    };
    let (all, none) = (choose(w + m, k), choose(m, k));
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(
            Tally::Sum,
            &[("j", "1", "k")],
            &["j <= w"],
            Some("binomial(w, j)*binomial(m, k - j)"),
        ),
        key: "binomial(w + m, k) - binomial(m, k)",
        wrong: &[
            ("counts a selection once for each of the wanted members in it", "w*binomial(w + m - 1, k - 1)"),
            ("counts all selections", "binomial(w + m, k)"),
            ("counts the unwanted selections", "binomial(m, k)"),
            ("allows exactly one of the wanted kind", "w*binomial(m, k - 1)"),
            ("takes away the selections from the other group", "binomial(w + m, k) - binomial(w, k)"),
            ("takes order into account", "(binomial(w + m, k) - binomial(m, k))*factorial(k)"),
            (
                "takes away both kinds of unmixed selections",
                "binomial(w + m, k) - binomial(m, k) - binomial(w, k)",
            ),
        ],
        steps: &[
            (&format!("There are $\\binom{{{}}}{{{k}}} = {all}$ selections in all.", w + m), &["counting"]),
            (
                &format!(
                    "In $\\binom{{{m}}}{{{k}}} = {none}$ of them the wanted kind is missing; this leaves ${all} - {none} = {}$.",
                    all - none
                ),
                &["counting", "arithmetic"],
            ),
        ],
        insight: "‘At least one’ is everything except ‘none’.",
    })
}

fn multiples_stem(dice: &mut Dice, kind: usize, [a, b, n]: [i64; 3]) -> String {
    let place = *dice.pick(&["A row of lockers is", "Tickets are", "The seats of a hall are"]);
    match kind {
        0 => match dice.below(3) {
            0 => format!(
                "How many of the integers from $1$ to ${n}$ are divisible by ${a}$ or by ${b}$ (or by both)?"
            ),
            1 => format!(
                "{place} numbered from $1$ to ${n}$. Each number that is a multiple of ${a}$ or of ${b}$, or of both, is \
                 painted red.\nHow many are painted red?"
            ),
            _ => format!(
                "How many positive integers that are not greater than ${n}$ have at least one of ${a}$ and ${b}$ as a factor?"
            ),
        },
        1 => match dice.below(3) {
            0 => format!(
                "How many of the integers from $1$ to ${n}$ are divisible by neither ${a}$ nor ${b}$?"
            ),
            1 => format!(
                "{place} numbered from $1$ to ${n}$. All multiples of ${a}$ and all multiples of ${b}$ are crossed out.\nHow \
                 many numbers are left?"
            ),
            _ => format!(
                "How many positive integers that are not greater than ${n}$ are multiples neither of ${a}$ nor of ${b}$?"
            ),
        },
        _ => match dice.below(3) {
            0 => format!(
                "How many of the integers from $1$ to ${n}$ are divisible by exactly one of ${a}$ and ${b}$?"
            ),
            1 => format!(
                "{place} numbered from $1$ to ${n}$. Those whose number is a multiple of ${a}$ or of ${b}$, but not of both, \
                 are marked.\nHow many are marked?"
            ),
            _ => format!(
                "A bell rings once in every minute whose number is a multiple of ${a}$ and once in every minute whose \
                 number is a multiple of ${b}$, so that it rings twice in some. The minutes run from $1$ to ${n}$.\n\
                 In how many minutes does it ring exactly once?"
            ),
        },
    }
}

fn multiples(dice: &mut Dice) -> Draft {
    let (mut a, mut b) = (2, 4);
    while a == b || a % b == 0 || b % a == 0 {
        (a, b) = (dice.range(2, 10), dice.range(3, 15));
    }
    let both = a * b / gcd(a, b);
    let n = both * dice.range(2, (400 / both).max(3));
    let (of_a, of_b, of_both) = (n / a, n / b, n / both);
    let remainder = |d: &str| format!("(n - {d}*floor(n/{d}))");
    let product = format!("{}*{}", remainder("a"), remainder("b"));
    let total = format!("{} + {} = 0", remainder("a"), remainder("b"));
    let given = Given::numbers(&[("a", a), ("b", b), ("z", n), ("s", 1)]);
    let kind = dice.below(3);
    let stem = multiples_stem(dice, kind, [a, b, n]);
    let (condition, key, value) = match kind {
        0 => (format!("{product} = 0"), "z/a + z/b - z/t", of_a + of_b - of_both),
        1 => (format!("{product} != 0"), "z - z/a - z/b + z/t", n - of_a - of_b + of_both),
        _ => (format!("{product} = 0"), "z/a + z/b - 2*z/t", of_a + of_b - 2 * of_both),
    };
    let mut conditions = vec![condition];
    if kind == 2 {
        conditions.push(total.replace("= 0", "!= 0"));
    }
    let conditions: Vec<&str> = conditions.iter().map(String::as_str).collect();
    // The least common multiple is for the key and the wrong paths; the count does without it.
    let text = |expr: &str| expr.replace('t', &both.to_string());
    let others = [
        ("counts the multiples of both twice", "z/a + z/b"),
        ("gives those that are multiples of one at least", "z/a + z/b - z/t"),
        ("takes away the multiples of both twice", "z/a + z/b - 2*z/t"),
        ("counts the numbers that are left over", "z - z/a - z/b + z/t"),
        ("takes away the multiples of each and does not give back those of both", "z - z/a - z/b"),
        ("counts only the multiples of both", "z/t"),
        ("takes away only the multiples of both", "z - z/t"),
        ("takes the multiples of both to be those of the product", "z/a + z/b - floor(z/(a*b))"),
        ("takes all but the multiples of exactly one", "z - z/a - z/b + 2*z/t"),
    ];
    let wrong: Vec<(&str, String)> = others.iter().map(|(why, gives)| (*why, text(gives))).collect();
    let wrong = borrowed(&wrong);
    let last = match kind {
        0 => format!("The multiples of both were counted twice: ${of_a} + {of_b} - {of_both} = {value}$."),
        1 => format!(
            "The multiples of both would be taken away twice, so they are given back: ${n} - {of_a} - {of_b} + {of_both} = {value}$."
        ),
        _ => format!(
            "The multiples of both are in each count and wanted in neither: ${of_a} + {of_b} - 2 \\times {of_both} = {value}$."
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.tally(Tally::Count, &[("n", "1", "z")], &conditions, None),
        key: &text(key),
        wrong: &wrong,
        steps: &[
            (
                &format!(
                    "There are ${of_a}$ multiples of ${a}$ and ${of_b}$ multiples of ${b}$; ${of_both}$ are \
                     multiples of both, that is, of ${both}$."
                ),
                &["arithmetic", "counting"],
            ),
            (&last, &["counting", "arithmetic"]),
        ],
        insight: "What lies in both sets is counted twice, and has to be set right.",
    })
}

const NAMES: [&str; 5] = ["p", "q", "r", "t", "u"];

/// A list of `length` things of `size` kinds, in words of some situation.
struct Lists {
    size: i64,
    length: i64,
}

impl Lists {
    fn drawn(dice: &mut Dice) -> Self {
        let length = dice.range(3, 4);
        let size = if length == 3 { dice.range(4, 10) } else { dice.range(4, 6) };
        Self { size, length }
    }

    fn claim(&self, given: &[(&str, i64)], conditions: &[&str]) -> crate::claim::Claim {
        let over: Vec<Range<'_>> =
            NAMES.iter().take(self.length as usize).map(|name| (*name, "1", "s")).collect();
        let mut names = vec![("s", self.size), ("l", self.length)];
        names.extend(given);
        let length = format!("l = {}", self.length);
        let conditions: Vec<&str> = conditions.iter().copied().chain([length.as_str()]).collect();
        Given::numbers(&names).tally(Tally::Count, &over, &conditions, None)
    }
}

fn repeated(dice: &mut Dice) -> Draft {
    let lists = Lists::drawn(dice);
    let Lists { size, length } = lists;
    let stem = match dice.below(3) {
        0 => format!(
            "A code is a list of ${length}$ letters, each chosen from the first ${size}$ letters of the alphabet.\nHow many codes \
             have at least two letters the same?"
        ),
        1 => format!(
            "Each of ${length}$ friends orders one of ${size}$ dishes.\nIn how many ways can they order so that they do not all \
             have different dishes?"
        ),
        _ => format!(
            "A spinner with ${size}$ equal sectors, each of a different colour, is spun ${length}$ times, and the colours are noted in \
             order.\nHow many of the possible lists show some colour more than once?"
        ),
    };
    let names = &NAMES[..length as usize];
    let pairs: Vec<String> = (0..names.len())
        .flat_map(|i| (i + 1..names.len()).map(move |j| format!("({} - {})", names[i], names[j])))
        .collect();
    let condition = format!("{} = 0", pairs.join("*"));
    let different: i64 = (0..length).map(|i| size - i).product();
    let all = size.pow(length as u32);
    Draft::new(Parts {
        stem: &stem,
        claim: lists.claim(&[], &[&condition]),
        key: "s^l - binomial(s, l)*factorial(l)",
        wrong: &[
            ("counts the lists without repetition", "binomial(s, l)*factorial(l)"),
            ("counts all lists", "s^l"),
            ("takes away selections without order", "s^l - binomial(s, l)"),
            ("chooses two places to agree and leaves the others free", "binomial(l, 2)*s^(l - 1)"),
            ("takes away only the lists of one kind throughout", "s^l - s"),
            ("counts only the lists of one kind throughout", "s"),
            ("lets only the first two agree", "s^(l - 1)"),
        ],
        steps: &[
            (&format!("There are ${size}^{length} = {all}$ lists."), &["counting"]),
            (
                &format!(
                    "With all entries different there are ${} = {different}$.",
                    (0..length).map(|i| (size - i).to_string()).collect::<Vec<_>>().join(" \\times ")
                ),
                &["counting"],
            ),
            (
                &format!("So ${all} - {different} = {}$ lists have a repetition.", all - different),
                &["arithmetic"],
            ),
        ],
        insight: "‘Some the same’ is everything except ‘all different’.",
    })
}

fn highest(dice: &mut Dice) -> Draft {
    let lists = Lists::drawn(dice);
    let Lists { size, length } = lists;
    let h = dice.range(3, size);
    let stem = match dice.below(3) {
        0 => format!(
            "A fair spinner numbered from $1$ to ${size}$ is spun ${length}$ times, and the results are written down in order.\nHow \
             many of the possible lists have ${h}$ as their largest number?"
        ),
        1 => format!(
            "A list consists of ${length}$ numbers, each of them a whole number from $1$ to ${size}$, and repetition is \
             allowed.\nIn how many such lists is ${h}$ the greatest number?"
        ),
        _ => format!(
            "Each of ${length}$ judges awards a whole number of points from $1$ to ${size}$.\nIn how many ways can they vote so that \
             the highest award is exactly ${h}$?"
        ),
    };
    let names = &NAMES[..length as usize];
    let mut conditions: Vec<String> = names.iter().map(|name| format!("{name} <= h")).collect();
    conditions.push(format!(
        "{} = 0",
        names.iter().map(|name| format!("({name} - h)")).collect::<Vec<_>>().join("*")
    ));
    let conditions: Vec<&str> = conditions.iter().map(String::as_str).collect();
    let (up_to, below) = (h.pow(length as u32), (h - 1).pow(length as u32));
    Draft::new(Parts {
        stem: &stem,
        claim: lists.claim(&[("h", h), ("o", 1)], &conditions),
        key: "h^l - (h - 1)^l",
        wrong: &[
            ("counts all lists with no number greater", "h^l"),
            ("chooses the place of the largest and lets the others be as large", "l*h^(l - 1)"),
            ("lets the largest number occur only once", "l*(h - 1)^(l - 1)"),
            ("counts the lists in which the number does not occur", "(h - 1)^l"),
            ("counts all lists in which the number occurs", "s^l - (s - 1)^l"),
            ("fixes the place of the largest number", "h^(l - 1)"),
            ("takes the lists one step too high", "(h + 1)^l - h^l"),
        ],
        steps: &[
            (&format!("In ${h}^{length} = {up_to}$ lists no number is greater than ${h}$."), &["counting"]),
            (&format!("In ${}^{length} = {below}$ of these ${h}$ itself is missing.", h - 1), &["counting"]),
            (&format!("That leaves ${up_to} - {below} = {}$.", up_to - below), &["arithmetic"]),
        ],
        insight: "‘The largest is’ means ‘none is greater’ without ‘all are smaller’.",
    })
}

fn even_product(dice: &mut Dice) -> Draft {
    let lists = Lists::drawn(dice);
    let Lists { size, length } = lists;
    let (d, what) =
        *dice.pick(&[(2, "even"), (2, "even"), (3, "divisible by $3$"), (5, "a multiple of $5$")]);
    let d = if size < d { 2 } else { d };
    let what = if d == 2 { "even" } else { what };
    let stem = match dice.below(3) {
        0 => format!(
            "A fair spinner numbered from $1$ to ${size}$ is spun ${length}$ times, and the results are written down in order.\nFor \
             how many of the possible lists is the product of the numbers {what}?"
        ),
        1 => format!(
            "Cards numbered from $1$ to ${size}$ lie in a box. One is drawn and put back, ${length}$ times in all.\nIn how many of \
             the ordered results is the product of the numbers {what}?"
        ),
        _ => format!(
            "A password consists of ${length}$ numbers in order, each a whole number from $1$ to ${size}$.\nHow many passwords are \
             there whose numbers have a product that is {what}?"
        ),
    };
    let names = &NAMES[..length as usize];
    let remainders: Vec<String> = names.iter().map(|name| format!("({name} - d*floor({name}/d))")).collect();
    let condition = format!("{} = 0", remainders.join("*"));
    let multiples = size / d;
    let rest = size - multiples;
    let (all, none) = (size.pow(length as u32), rest.pow(length as u32));
    Draft::new(Parts {
        stem: &stem,
        claim: lists.claim(&[("d", d), ("o", 1)], &[&condition]),
        key: &format!("s^l - {rest}^l"),
        wrong: &[
            ("counts the lists without any multiple", &format!("{rest}^l")),
            ("counts the lists of multiples only", &format!("{multiples}^l")),
            ("counts a list once for each multiple in it", &format!("l*{multiples}*s^(l - 1)")),
            ("allows exactly one multiple", &format!("l*{multiples}*{rest}^(l - 1)")),
            ("takes away the lists of multiples only", &format!("s^l - {multiples}^l")),
            ("fixes which place the multiple has", &format!("{multiples}*s^(l - 1)")),
            ("counts all lists", "s^l"),
        ],
        steps: &[
            (
                &format!(
                    "The product fails to be {what} only if every number does. There are ${rest}$ such numbers."
                ),
                &["arithmetic"],
            ),
            (
                &format!(
                    "Of the ${size}^{length} = {all}$ lists, ${rest}^{length} = {none}$ are made of these alone; that leaves ${}$.",
                    all - none
                ),
                &["counting", "arithmetic"],
            ),
        ],
        insight: "A product misses a prime factor only if every number in it does, so the complement is a single power.",
    })
}

fn neighbours(dice: &mut Dice) -> Draft {
    let lists = Lists::drawn(dice);
    let Lists { size, length } = lists;
    let row = word(length);
    let stem = match dice.below(3) {
        0 => format!(
            "A row of {row} squares is coloured, each square in one of ${size}$ colours.\nIn how many of the colourings do at least \
             two squares that are next to each other have the same colour?"
        ),
        1 => format!(
            "On each of {row} successive days, one of ${size}$ meals is cooked.\nHow many plans for these days have \
             the same meal on two days in a row at least once?"
        ),
        _ => format!(
            "From a marked end, {row} beads are threaded on a string, each of one of ${size}$ kinds.\nHow many of the possible \
             strings have somewhere two neighbouring beads of the same kind?"
        ),
    };
    let names = &NAMES[..length as usize];
    let condition = format!(
        "{} = 0",
        names.windows(2).map(|pair| format!("({} - {})", pair[0], pair[1])).collect::<Vec<_>>().join("*")
    );
    let (all, none) = (size.pow(length as u32), size * (size - 1).pow(length as u32 - 1));
    Draft::new(Parts {
        stem: &stem,
        claim: lists.claim(&[], &[&condition]),
        key: "s^l - s*(s - 1)^(l - 1)",
        wrong: &[
            ("counts those without equal neighbours", "s*(s - 1)^(l - 1)"),
            ("takes away those with all entries different", "s^l - binomial(s, l)*factorial(l)"),
            ("counts a list once for each pair of equal neighbours", "(l - 1)*s^(l - 1)"),
            ("takes away one choice at every place, the first included", "s^l - (s - 1)^l"),
            ("allows exactly one pair of equal neighbours", "(l - 1)*s*(s - 1)^(l - 2)"),
            ("fixes which pair is equal", "s^(l - 1)"),
            ("counts all lists", "s^l"),
        ],
        steps: &[
            (&format!("There are ${size}^{length} = {all}$ possibilities in all."), &["counting"]),
            (
                &format!(
                    "Without equal neighbours there are ${size}$ choices for the first place and ${}$ for each further one: ${none}$.",
                    size - 1
                ),
                &["counting"],
            ),
            (&format!("That leaves ${all} - {none} = {}$.", all - none), &["arithmetic"]),
        ],
        insight: "‘Somewhere equal neighbours’ is everything except ‘each differs from the one before’.",
    })
}
