//! Networks of equal resistors. The claim states Kirchhoff's laws for every junction; the key comes from symmetry.

use super::super::Draft;
use super::super::draft::{Given, Parts, borrowed};
use super::super::formula::fraction;
use crate::Difficulty::{self, Easy, Hard, Medium};
use crate::dice::Dice;

type Ratio = (i64, i64);

struct Net {
    /// Such as `Three`.
    count: &'static str,
    /// What the resistors do: a verb and more.
    how: &'static str,
    ends: &'static str,
    /// Pairs of junctions; the first of all is one end, `z` is the other.
    edges: &'static [(char, char)],
    /// The whole in units of one part.
    value: Ratio,
    wrong: &'static [(&'static str, Ratio)],
    step: &'static str,
}

const EASY: &[Net] = &[
    Net {
        count: "Three",
        how: "are connected with two of them in parallel and the third in series with these",
        ends: "the ends of the whole",
        edges: &[('a', 'b'), ('b', 'z'), ('b', 'z')],
        value: (3, 2),
        wrong: &[
            ("leaves out the single resistor", (1, 2)),
            ("takes the parallel pair for one resistor", (2, 1)),
        ],
        step: "The pair in parallel is worth $\\frac{1}{2}R$, and the third adds $R$.",
    },
    Net {
        count: "Three",
        how: "are connected with two of them in series and the third in parallel with these",
        ends: "the ends of the whole",
        edges: &[('a', 'b'), ('b', 'z'), ('a', 'z')],
        value: (2, 3),
        wrong: &[
            ("leaves out the single resistor", (2, 1)),
            ("takes the pair in series for one resistor", (1, 2)),
            ("lets the current take the short path only", (1, 1)),
        ],
        step: "The pair in series is worth $2R$; beside it is $R$: $\\frac{2 \\times 1}{2 + 1}R$.",
    },
    Net {
        count: "Four",
        how: "are connected with three of them in parallel and the fourth in series with these",
        ends: "the ends of the whole",
        edges: &[('a', 'b'), ('b', 'z'), ('b', 'z'), ('b', 'z')],
        value: (4, 3),
        wrong: &[
            ("leaves out the single resistor", (1, 3)),
            ("takes the three in parallel for one resistor", (2, 1)),
            ("halves for three in parallel as for two", (3, 2)),
        ],
        step: "The three in parallel are worth $\\frac{1}{3}R$, and the fourth adds $R$.",
    },
    Net {
        count: "Four",
        how: "form the sides of a square",
        ends: "two neighbouring corners",
        edges: &[('a', 'z'), ('a', 'b'), ('b', 'c'), ('c', 'z')],
        value: (3, 4),
        wrong: &[
            ("lets the current take the long path only", (3, 1)),
            ("lets the current take the short path only", (1, 1)),
            ("takes the long path for one resistor", (1, 2)),
            ("counts only two sides on the long path", (2, 3)),
        ],
        step: "One branch has resistance $R$, the other $3R$: $\\frac{1 \\times 3}{1 + 3}R$.",
    },
    Net {
        count: "Four",
        how: "form the sides of a square",
        ends: "two opposite corners",
        edges: &[('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'z')],
        value: (1, 1),
        wrong: &[
            ("lets the current take one path only", (2, 1)),
            ("takes each path for one resistor", (1, 2)),
            ("takes the corners for neighbours", (3, 4)),
        ],
        step: "Two equal branches of $2R$ are in parallel.",
    },
    Net {
        count: "Five",
        how: "are connected as a group of two in parallel, followed by a group of three in parallel",
        ends: "the ends of the whole",
        edges: &[('a', 'b'), ('a', 'b'), ('b', 'z'), ('b', 'z'), ('b', 'z')],
        value: (5, 6),
        wrong: &[
            ("leaves out the group of three", (1, 2)),
            ("leaves out the group of two", (1, 3)),
            ("takes each group for one resistor", (2, 1)),
            ("adds the groups as if each were a half", (1, 1)),
        ],
        step: "The groups are worth $\\frac{1}{2}R$ and $\\frac{1}{3}R$, one after the other.",
    },
];

const MEDIUM: &[Net] = &[
    Net {
        count: "Six",
        how: "form the sides of a regular hexagon",
        ends: "two opposite corners",
        edges: &[('a', 'b'), ('b', 'c'), ('c', 'z'), ('a', 'd'), ('d', 'f'), ('f', 'z')],
        value: (3, 2),
        wrong: &[
            ("lets the current take one path only", (3, 1)),
            ("takes each path for one resistor", (1, 2)),
            ("takes corners two sides apart", (4, 3)),
        ],
        step: "Two branches of $3R$ are in parallel: $\\frac{3}{2}R$.",
    },
    Net {
        count: "Six",
        how: "form the sides of a regular hexagon",
        ends: "two corners with one corner between them",
        edges: &[('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'd'), ('d', 'f'), ('f', 'z')],
        value: (4, 3),
        wrong: &[
            ("lets the current take the short path only", (2, 1)),
            ("lets the current take the long path only", (4, 1)),
            ("takes opposite corners", (3, 2)),
            ("takes neighbouring corners", (5, 6)),
        ],
        step: "Branches of $2R$ and $4R$ are in parallel: $\\frac{2 \\times 4}{2 + 4}R = \\frac{4}{3}R$.",
    },
    Net {
        count: "Six",
        how: "form two triangles that have one corner in common",
        ends: "a free corner of one triangle and a free corner of the other",
        edges: &[('a', 'b'), ('a', 'c'), ('c', 'b'), ('b', 'z'), ('b', 'd'), ('d', 'z')],
        value: (4, 3),
        wrong: &[
            ("counts one triangle only", (2, 3)),
            ("lets the current take the short path only", (2, 1)),
            ("lets the current take the long path only", (4, 1)),
            ("puts the triangles in parallel", (1, 3)),
        ],
        step: "Each triangle is worth $\\frac{1 \\times 2}{1 + 2}R = \\frac{2}{3}R$, and they follow each other: $\\frac{4}{3}R$.",
    },
    Net {
        count: "Five",
        how: "form the sides of a square and one of its diagonals",
        ends: "the ends of the diagonal",
        edges: &[('a', 'z'), ('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'z')],
        value: (1, 2),
        wrong: &[
            ("leaves out the diagonal", (1, 1)),
            ("counts only one of the paths round the outside", (2, 3)),
            ("takes each of the three paths for one resistor", (1, 3)),
        ],
        step: "Branches of $R$, $2R$ and $2R$ are in parallel: $\\frac{1}{1 + \\frac{1}{2} + \\frac{1}{2}}R = \\frac{1}{2}R$.",
    },
    Net {
        count: "Three",
        how: "are joined at one point, so that they form a star with three free ends",
        ends: "two of the free ends",
        edges: &[('a', 'b'), ('b', 'z'), ('b', 'c')],
        value: (2, 1),
        wrong: &[
            ("puts the third resistor in parallel with one of the others", (3, 2)),
            ("puts the third resistor in parallel with both", (2, 3)),
            ("counts the path to the middle only", (1, 1)),
        ],
        step: "No current flows to the third end, so only two resistors count, one after the other: $2R$.",
    },
    Net {
        count: "Five",
        how: "form the sides of a regular pentagon",
        ends: "two corners that are not neighbours",
        edges: &[('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'd'), ('d', 'z')],
        value: (6, 5),
        wrong: &[
            ("lets the current take the short path only", (2, 1)),
            ("lets the current take the long path only", (3, 1)),
            ("takes neighbouring corners", (4, 5)),
            ("takes each path for one resistor", (1, 2)),
        ],
        step: "Branches of $2R$ and $3R$ are in parallel: $\\frac{2 \\times 3}{2 + 3}R = \\frac{6}{5}R$.",
    },
];

const HARD: &[Net] = &[
    Net {
        count: "Five",
        how: "form the sides of a square and one of its diagonals",
        ends: "the two corners that are not on the diagonal",
        edges: &[('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'z'), ('b', 'c')],
        value: (1, 1),
        wrong: &[
            ("takes the diagonal for a direct path from end to end", (1, 2)),
            ("counts the branch that carries no current as a third path", (3, 4)),
            ("lets the current take one side only", (2, 1)),
            ("sends all the current through the diagonal", (3, 1)),
        ],
        step: "By symmetry the ends of the diagonal are at equal potential, so it carries no current; two branches of $2R$ are left.",
    },
    Net {
        count: "Six",
        how: "form the edges of a regular tetrahedron",
        ends: "two of its corners",
        edges: &[('a', 'z'), ('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'z'), ('b', 'c')],
        value: (1, 2),
        wrong: TETRAHEDRON_PATHS,
        step: "By symmetry the other two corners are at equal potential, so the edge between them carries no current. \
               Branches of $R$, $2R$ and $2R$ are left.",
    },
    Net {
        count: "Six",
        how: "form the sides of a square and both its diagonals, which do not touch where they cross",
        ends: "two neighbouring corners",
        edges: &[('a', 'z'), ('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'z'), ('b', 'c')],
        value: (1, 2),
        wrong: TETRAHEDRON_PATHS,
        step: "By symmetry the other two corners are at equal potential, so the side between them carries no current. \
               Branches of $R$, $2R$ and $2R$ are left.",
    },
    Net {
        count: "Five",
        how: "form the sides of a square and one of its diagonals",
        ends: "two neighbouring corners",
        edges: &[('a', 'z'), ('a', 'b'), ('b', 'c'), ('c', 'z'), ('b', 'z')],
        value: (5, 8),
        wrong: &[
            ("leaves out the diagonal", (3, 4)),
            ("leaves out the far corner", (2, 3)),
            ("takes the network for one with three paths, as between opposite corners", (1, 2)),
            ("leaves out the direct path", (5, 3)),
            ("counts the direct path only", (1, 1)),
        ],
        step: "Far from the direct side, $2R$ is in parallel with the diagonal: $\\frac{2}{3}R$. With one more side this is \
               $\\frac{5}{3}R$, in parallel with the direct $R$.",
    },
    Net {
        count: "Four",
        how: "form a ladder between two wires: a resistor along the upper wire, one across, another along the upper wire, \
              and one across at the far end; the lower wire has no resistance",
        ends: "the near ends of the two wires",
        edges: &[('a', 'b'), ('b', 'z'), ('b', 'c'), ('c', 'z')],
        value: (5, 3),
        wrong: &[
            ("stops at the first resistor across", (2, 1)),
            ("takes the two across to be directly in parallel", (3, 2)),
            ("leaves out the first resistor across", (3, 1)),
            ("leaves out the first resistor along the wire", (2, 3)),
        ],
        step: "From the far end: $2R$ is in parallel with the first resistor across, $\\frac{2}{3}R$, and one more $R$ comes before it.",
    },
    Net {
        count: "Six",
        how: "form a square with a resistor on each side, and two more in series from one corner to the opposite one",
        ends: "the two other corners",
        edges: &[('a', 'b'), ('b', 'z'), ('a', 'c'), ('c', 'z'), ('b', 'd'), ('d', 'c')],
        value: (1, 1),
        wrong: &[
            ("takes the diagonal for a direct path from end to end", (2, 3)),
            ("lets the current take one side only", (2, 1)),
            ("counts the branch that carries no current as a third path", (4, 5)),
            ("sends all the current through the diagonal", (4, 1)),
        ],
        step: "By symmetry the ends of the diagonal are at equal potential, so it carries no current; two branches of $2R$ are left.",
    },
];

const TETRAHEDRON_PATHS: &[(&str, Ratio)] = &[
    ("leaves out the direct path", (1, 1)),
    ("counts only one of the paths through another corner", (2, 3)),
    ("takes each of the three paths for one resistor", (1, 3)),
    ("counts the branch that carries no current as a fourth path", (3, 7)),
];

impl Net {
    /// The junctions whose potential is not known.
    fn junctions(&self) -> Vec<char> {
        let mut all: Vec<char> =
            self.edges.iter().flat_map(|(a, b)| [*a, *b]).filter(|c| *c != 'z').collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What flows out of each junction comes in there: the current `a` takes in at the first, nothing at the others.
    fn currents(&self, coming_in: &str) -> Vec<String> {
        self.junctions()
            .iter()
            .map(|junction| {
                let terms: Vec<String> = self
                    .edges
                    .iter()
                    .filter_map(|(a, b)| match (a == junction, b == junction) {
                        (true, false) => Some(*b),
                        (false, true) => Some(*a),
                        _ => None,
                    })
                    .map(|other| {
                        let other = if other == 'z' { "0".to_owned() } else { other.to_string() };
                        format!("({junction} - {other})/r")
                    })
                    .collect();
                format!("{} = {}", terms.join(" + "), if *junction == 'a' { coming_in } else { "0" })
            })
            .collect()
    }

    /// Currents for which most mistakes lead to whole numbers as well.
    fn currents_that_part_well(&self) -> &'static [i64] {
        match self.value {
            (1 | 3, 2) => &[2, 4, 8],
            (4, 3) => &[3, 6, 9],
            (5, 3) => &[6, 9],
            (2, 1) => &[3, 6],
            (6, 5) => &[5, 10],
            (1, 1) => &[4, 6, 12],
            (5, 8) => &[8],
            _ => &[2, 3, 4],
        }
    }

    fn mistakes(&self) -> Vec<(&'static str, Ratio)> {
        let n = self.edges.len() as i64;
        let mut all = vec![
            ("adds all of them, as if in series", (n, 1)),
            ("puts all of them in parallel", (1, n)),
            ("exchanges series and parallel", (self.value.1, self.value.0)),
        ];
        all.extend(self.wrong);
        all
    }
}

pub(super) fn draft(dice: &mut Dice, difficulty: Difficulty) -> Draft {
    let net = dice.pick(match difficulty {
        Easy => EASY,
        Medium => MEDIUM,
        Hard => HARD,
    });
    let (p, q) = net.value;
    let asks_current = difficulty == Medium || (difficulty == Hard && dice.below(2) == 0);
    let part = dice.range(1, if asks_current { 4 } else { 12 });
    let r = part * q * if q == 1 { 2 } else { 1 };
    let whole = r * p / q;
    let mut given = Given::default();
    let r = given.quantity("r", r, "Ω");
    let (many, how, ends) = (net.count, net.how, net.ends);
    let count = many.to_lowercase();
    let ratio = if p == q { String::new() } else { fraction(p, q) };
    let mut unknowns: Vec<String> = net.junctions().iter().map(char::to_string).collect();
    if !asks_current {
        let equations = net.currents("1");
        let wrong: Vec<(&str, String)> =
            net.mistakes().iter().map(|(why, (p, q))| (*why, format!("r*{p}/{q}"))).collect();
        let stem = match dice.below(3) {
            0 => format!("{many} resistors of {r} each {how}.\nWhat is the resistance between {ends}?"),
            1 => format!(
                "A network is made of {count} resistors, each with a resistance of {r}. They {how}.\n\
                 Which single resistance could take its place between {ends}?"
            ),
            _ => format!(
                "In a network {count} equal resistors, each of {r}, {how}.\n\
                 An ohmmeter is connected between {ends}. What does it read?"
            ),
        };
        return Draft::new(Parts {
            stem: &stem,
            claim: given.solve(&refs(&unknowns), &refs(&equations), &[], "a").in_unit("Ω"),
            key: &format!("r*{p}/{q}"),
            wrong: &borrowed(&wrong),
            steps: &[
                (net.step, &["circuits"]),
                (
                    &format!("In all this is ${ratio}R = {whole}\\,\\mathrm{{\\Omega}}$."),
                    &["circuits", "arithmetic"],
                ),
            ],
            insight: "Find the paths between the two points; what joins points at equal potential carries no current.",
        });
    }
    let current = *dice.pick(net.currents_that_part_well());
    let wrong: Vec<(&str, String)> =
        net.mistakes().iter().map(|(why, (p, q))| (*why, format!("u*{q}/({p}*r)"))).collect();
    // The potential of the first junction is given, and what comes in there is asked.
    let equations: Vec<String> = net.currents("x").into_iter().chain(["a = u".to_owned()]).collect();
    unknowns.push("x".to_owned());
    let u = given.quantity("u", current * whole, "V");
    let x = current;
    let stem = match dice.below(3) {
        0 => format!(
            "{many} resistors of {r} each {how}.\nA battery of {u} without internal resistance is connected between {ends}. \
             What current does it supply?"
        ),
        1 => format!(
            "A network is made of {count} resistors, each with a resistance of {r}. They {how}.\n\
             What current is drawn from a supply of {u} that is connected between {ends}?"
        ),
        _ => format!(
            "In a network {count} equal resistors, each of {r}, {how}.\n\
             A potential difference of {u} is applied between {ends}. What is the total current?"
        ),
    };
    Draft::new(Parts {
        stem: &stem,
        claim: given.solve(&refs(&unknowns), &refs(&equations), &[], "x").in_unit("A"),
        key: &format!("u*{q}/({p}*r)"),
        wrong: &borrowed(&wrong),
        steps: &[
            (net.step, &["circuits"]),
            (&format!("In all this is ${ratio}R = {whole}\\,\\mathrm{{\\Omega}}$."), &["circuits"]),
            (
                &format!("The current is ${u:#} \\div {whole} = {x}\\,\\mathrm{{A}}$."),
                &["circuits", "arithmetic"],
            ),
        ],
        insight: "Find the paths between the two points; what joins points at equal potential carries no current.",
    })
}

fn refs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
