//! Agreement with SymPy on thousands of pairs that are equal or almost equal.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use rand::{Rng, SeedableRng, rngs::StdRng};
use tutti_maths::{Constant, Equality, Expr, Function, Witness, compare_exprs, simplify};

const PAIRS: usize = 2400;

/// Random expressions of one kind.
struct Source {
    rng: StdRng,
    symbols: bool,
}

impl Source {
    fn small(&mut self) -> i64 {
        self.rng.random_range(1..=9)
    }

    fn number(&mut self) -> Expr {
        let sign = if self.rng.random_bool(0.25) { -1 } else { 1 };
        match self.rng.random_range(0..3) {
            0 => Expr::frac(sign * self.small(), self.small()),
            _ => Expr::int(sign * self.small()),
        }
    }

    fn leaf(&mut self) -> Expr {
        if self.symbols && self.rng.random_bool(0.55) {
            return Expr::symbol(if self.rng.random_bool(0.7) { "x" } else { "y" });
        }
        match self.rng.random_range(0..8) {
            0 => Expr::pi(),
            1 => Expr::Constant(Constant::E),
            2 | 3 => Expr::int(self.rng.random_range(2..=30)).sqrt(),
            4 if !self.symbols && self.rng.random_bool(0.3) => Expr::Constant(Constant::I),
            _ => self.number(),
        }
    }

    fn angle(&mut self, depth: u32) -> Expr {
        if self.symbols {
            return match self.rng.random_range(0..4) {
                0 => Expr::symbol("x"),
                1 => Expr::int(2).times(Expr::symbol("x")),
                2 => Expr::symbol("x").plus(Expr::symbol("y")),
                _ => self.tree(depth.min(1)),
            };
        }
        let parts = [1, 2, 3, 4, 5, 6, 8, 10, 12][self.rng.random_range(0..9)];
        Expr::frac(self.rng.random_range(-12..=12), parts).times(Expr::pi())
    }

    fn tree(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        let left = depth - 1;
        match self.rng.random_range(0..16) {
            0..=3 => self.tree(left).plus(self.tree(left)),
            4 => self.tree(left).minus(self.tree(left)),
            5..=7 => self.tree(left).times(self.tree(left)),
            8 => self.tree(left).over(self.tree(left)),
            9 => {
                let power = self.rng.random_range(2..=3);
                self.tree(left).power(Expr::int(power))
            }
            10 => {
                let inside = self.tree(left);
                if self.symbols {
                    inside.clone().times(inside).plus(Expr::int(1)).sqrt()
                } else {
                    inside.sqrt()
                }
            }
            11 => Expr::apply(Function::Sin, self.angle(left)),
            12 => Expr::apply(Function::Cos, self.angle(left)),
            13 => {
                let n = self.small() + 1;
                Expr::apply(Function::Ln, if self.symbols { Expr::symbol("x") } else { Expr::int(n) })
            }
            14 => Expr::Constant(Constant::E).power(if self.symbols { self.leaf() } else { self.number() }),
            _ => Expr::apply(Function::Abs, self.tree(left)),
        }
    }

    /// The same value in another form.
    fn disguise(&mut self, expr: &Expr) -> Expr {
        if self.rng.random_bool(0.35) {
            let extra = self.leaf();
            let plain = expr.map_parts(|part| self.disguise(part));
            return match self.rng.random_range(0..4) {
                0 => plain.plus(extra.clone()).minus(extra),
                1 => {
                    let n = self.small();
                    plain.times(Expr::int(n)).over(Expr::int(n))
                }
                2 => Expr::int(2)
                    .over(Expr::int(2).times(Expr::int(3).sqrt()))
                    .times(plain)
                    .times(Expr::int(3).sqrt()),
                _ => plain.negate().negate(),
            };
        }
        match expr {
            Expr::Sum(parts) => {
                let mut parts: Vec<Expr> = parts.iter().map(|part| self.disguise(part)).collect();
                parts.reverse();
                Expr::Sum(parts)
            }
            Expr::Product(parts) => {
                if let [Expr::Sum(terms), other] = &parts[..] {
                    return Expr::Sum(terms.iter().map(|term| term.clone().times(other.clone())).collect());
                }
                let mut parts: Vec<Expr> = parts.iter().map(|part| self.disguise(part)).collect();
                parts.reverse();
                Expr::Product(parts)
            }
            Expr::Power(base, power) if power.as_i64() == Some(2) => {
                (**base).clone().times(self.disguise(base))
            }
            Expr::Power(base, power) if base.as_i64().is_some_and(|n| n > 0) => {
                let k = self.small();
                let scaled = (**base).clone().times(Expr::int(k * k));
                scaled.power((**power).clone()).over(Expr::int(k * k).power((**power).clone()))
            }
            Expr::Apply(Function::Sin, parts) => {
                Expr::apply(Function::Cos, Expr::frac(1, 2).times(Expr::pi()).minus(parts[0].clone()))
            }
            Expr::Apply(Function::Cos, parts) => {
                let half = Expr::frac(1, 2).times(parts[0].clone());
                let sin = Expr::apply(Function::Sin, half);
                Expr::int(1).minus(Expr::int(2).times(sin.power(Expr::int(2))))
            }
            Expr::Apply(Function::Ln, parts) => {
                let double = parts[0].clone().times(Expr::int(2));
                Expr::apply(Function::Ln, double).minus(Expr::apply(Function::Ln, Expr::int(2)))
            }
            other => other.map_parts(|part| self.disguise(part)),
        }
    }

    /// Almost the same: one number is a little different.
    fn alter(&mut self, expr: &Expr) -> Expr {
        match expr {
            Expr::Number(value) => match self.rng.random_range(0..3) {
                0 => Expr::Number(value + tutti_maths::Rational::from_integer(1.into())),
                1 => Expr::Number(-value),
                _ => Expr::Number(value * tutti_maths::Rational::new(1001.into(), 1000.into())),
            },
            Expr::Symbol(_) | Expr::Constant(_) => expr.clone().times(Expr::frac(999, 1000)),
            Expr::Sum(parts) | Expr::Product(parts) | Expr::Apply(_, parts) => {
                let chosen = self.rng.random_range(0..parts.len());
                let mut place = 0;
                expr.map_parts(|part| {
                    place += 1;
                    if place == chosen + 1 { self.alter(part) } else { part.clone() }
                })
            }
            Expr::Power(base, power) => self.alter(base).power((**power).clone()),
        }
    }
}

/// An expression as Python reads it.
fn python(expr: &Expr) -> String {
    let joined =
        |parts: &[Expr], sign: &str| format!("({})", parts.iter().map(python).collect::<Vec<_>>().join(sign));
    match expr {
        Expr::Number(value) if value.is_integer() => format!("Integer({value})"),
        Expr::Number(value) => format!("(Integer({})/Integer({}))", value.numer(), value.denom()),
        Expr::Constant(Constant::Pi) => "pi".to_owned(),
        Expr::Constant(Constant::E) => "E".to_owned(),
        Expr::Constant(Constant::I) => "I".to_owned(),
        Expr::Constant(Constant::Infinity) => unreachable!("the source makes none"),
        Expr::Symbol(name) => name.to_string(),
        Expr::Sum(parts) => joined(parts, " + "),
        Expr::Product(parts) => joined(parts, "*"),
        Expr::Power(base, power) if **power == Expr::frac(1, 2) => format!("sqrt({})", python(base)),
        Expr::Power(base, power) => format!("({}**{})", python(base), python(power)),
        Expr::Apply(Function::Ln, parts) => format!("log({})", python(&parts[0])),
        Expr::Apply(Function::Abs, parts) => format!("Abs({})", python(&parts[0])),
        Expr::Apply(function, parts) => format!("{}{}", function.name(), joined(parts, ", ")),
    }
}

/// Points at which SymPy is asked: the witness of a difference, or three of our choice.
fn points(verdict: &Equality, symbols: bool) -> Vec<String> {
    if !symbols {
        return vec![String::new()];
    }
    if let Equality::Different { witness: Witness::Values { point, .. } } = verdict {
        return vec![
            point.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(";"),
        ];
    }
    ["x=3/7;y=11/5", "x=-8/3;y=4/9", "x=29/8;y=-5/2"].map(str::to_owned).to_vec()
}

#[test]
fn sympy_agrees() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let interpreter = root.join("target/sympy/bin/python");
    assert!(interpreter.exists(), "there is no SymPy in target/sympy: `make test` makes it");
    let mut questions = Vec::new();
    let mut input = String::new();
    for seed in 0..PAIRS {
        let symbols = seed % 2 == 1;
        let mut source = Source { rng: StdRng::seed_from_u64(seed as u64), symbols };
        let a = source.tree(3);
        let b = match seed / 2 % 3 {
            0 => source.disguise(&a),
            1 => simplify(&a),
            _ => {
                let disguised = source.disguise(&a);
                source.alter(&disguised)
            }
        };
        let verdict = compare_exprs(&a, &b);
        for point in points(&verdict, symbols) {
            input.extend([
                python(&a),
                "\t".to_owned(),
                python(&b),
                "\t".to_owned(),
                point.clone(),
                "\n".to_owned(),
            ]);
            questions.push((seed, a.to_string(), b.to_string(), point, verdict.clone()));
        }
    }
    let mut child = Command::new(interpreter)
        .arg(root.join("tests/sympy/oracle.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "the oracle failed");
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), questions.len());

    let mut wrong = Vec::new();
    let (mut equal, mut different, mut open_equal, mut open_different, mut unseen) = (0, 0, 0, 0, 0);
    let mut open: Vec<(usize, bool, String)> = Vec::new();
    for ((seed, a, b, point, verdict), answer) in questions.into_iter().zip(answers) {
        match (&verdict, answer) {
            (Equality::Equal { .. }, "different") | (Equality::Different { .. }, "equal") => {
                wrong.push(format!("{seed}: {a} and {b} at {point}: {verdict:?}, SymPy: {answer}"));
            }
            (Equality::Equal { .. }, "equal") => equal += 1,
            (Equality::Different { .. }, "different") => different += 1,
            (Equality::Undecided { why }, "equal" | "different") => {
                let differs = answer == "different";
                match open.iter_mut().find(|(known, ..)| *known == seed) {
                    Some((_, known, _)) => *known |= differs,
                    None => open.push((seed, differs, format!("{a} and {b}: {why}"))),
                }
            }
            _ => unseen += 1,
        }
    }
    for (_, differs, text) in &open {
        *(if *differs { &mut open_different } else { &mut open_equal }) += 1;
        println!("undecided: {text}");
    }
    println!(
        "SymPy on {PAIRS} pairs: {equal} answers equal and {different} different as ours; undecided {open_equal} equal and \
         {open_different} different pairs ({:.2} %); {unseen} answers say nothing",
        100.0 * f64::from(open_equal + open_different) / PAIRS as f64
    );
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
