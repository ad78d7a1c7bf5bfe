//! LaTeX: `\frac{2 \sqrt{3} x^{2}}{5}`.

use std::fmt::Write;

use num_traits::Signed;

use super::{Level, quotient, root_index};
use crate::{
    answer::{Answer, Bounds, Relation},
    expr::{Constant, Expr, Function},
};

impl Expr {
    /// The expression in LaTeX, without delimiters.
    pub fn to_latex(&self) -> String {
        let mut out = String::new();
        write_expr(&mut out, self, Level::Sum);
        out
    }
}

impl Answer {
    /// The answer in LaTeX, without delimiters.
    pub fn to_latex(&self) -> String {
        match self {
            Self::Value(value) => value.to_latex(),
            Self::Quantity(value, unit) => {
                let mut out = value.to_latex();
                for (symbol, exponent) in &unit.parts {
                    let _ = write!(out, "\\,\\mathrm{{{symbol}}}");
                    if *exponent != 1 {
                        let _ = write!(out, "^{{{exponent}}}");
                    }
                }
                out
            }
            Self::Relation(sides, signs) => {
                let mut out = sides[0].to_latex();
                for (side, sign) in sides[1..].iter().zip(signs) {
                    let sign = match sign {
                        Relation::NotEqual => "\\ne",
                        Relation::AtMost => "\\le",
                        Relation::AtLeast => "\\ge",
                        other => other.sign(),
                    };
                    let _ = write!(out, " {sign} {}", side.to_latex());
                }
                out
            }
            // Alone, an open interval looks like a pair.
            Self::Interval(bounds) if bounds.is_open() => format!("x \\in {}", bounds.to_latex()),
            Self::Interval(bounds) => bounds.to_latex(),
            Self::Union(parts) => parts.iter().map(Bounds::to_latex).collect::<Vec<_>>().join(" \\cup "),
            Self::Set(members) => format!("\\left\\{{{}\\right\\}}", join_members(members)),
            Self::Tuple(members) => format!("\\left({}\\right)", join_members(members)),
        }
    }
}

fn join_members(members: &[Answer]) -> String {
    members.iter().map(Answer::to_latex).collect::<Vec<_>>().join(", ")
}

impl Bounds {
    fn to_latex(&self) -> String {
        let (open, close) =
            (if self.low_closed { '[' } else { '(' }, if self.high_closed { ']' } else { ')' });
        format!("\\left{open}{}, {}\\right{close}", self.low.to_latex(), self.high.to_latex())
    }
}

fn write_bracketed(out: &mut String, inner: &Expr) {
    out.push_str("\\left(");
    write_expr(out, inner, Level::Sum);
    out.push_str("\\right)");
}

fn write_expr(out: &mut String, expr: &Expr, level: Level) {
    if own_level(expr) < level {
        return write_bracketed(out, expr);
    }
    match expr {
        Expr::Number(value) if value.is_integer() && !value.is_negative() => out.push_str(&value.to_string()),
        Expr::Number(_) | Expr::Product(_) => write_product(out, expr),
        Expr::Constant(constant) => out.push_str(match constant {
            Constant::Pi => "\\pi",
            Constant::E => "e",
            Constant::I => "i",
            Constant::Infinity => "\\infty",
        }),
        Expr::Symbol(name) => write_symbol(out, name),
        Expr::Sum(terms) => {
            for (place, term) in in_reading_order(terms).into_iter().enumerate() {
                let (negative, body) = term.split_sign();
                match (place, negative) {
                    (0, false) => {}
                    (0, true) => out.push('-'),
                    (_, false) => out.push_str(" + "),
                    (_, true) => out.push_str(" - "),
                }
                write_expr(out, &body, Level::Product);
            }
        }
        Expr::Power(base, power) => match root_index(power) {
            Some(index) => {
                out.push_str("\\sqrt");
                if index != 2 {
                    let _ = write!(out, "[{index}]");
                }
                out.push('{');
                write_expr(out, base, Level::Sum);
                out.push('}');
            }
            None if power.as_number().is_some_and(Signed::is_negative) => write_product(out, expr),
            None => {
                write_expr(out, base, Level::Atom);
                out.push_str("^{");
                write_expr(out, power, Level::Sum);
                out.push('}');
            }
        },
        Expr::Apply(function, parts) => write_function(out, *function, parts),
    }
}

/// `16 - 8 \sqrt{3}` reads better than `-8 \sqrt{3} + 16`. Where there are symbols, the order of their powers counts more.
fn in_reading_order(terms: &[Expr]) -> Vec<&Expr> {
    let mut ordered: Vec<&Expr> = terms.iter().collect();
    let numbers = terms.iter().all(|term| term.symbols().is_empty());
    if numbers && terms.first().is_some_and(|first| first.split_sign().0) {
        ordered.sort_by_key(|term| term.split_sign().0);
    }
    ordered
}

/// Whether it is written without brackets, as `\sin \theta`: then no other factor may follow it.
fn is_bare(expr: &Expr) -> bool {
    let Expr::Apply(function, parts) = expr else { return false };
    matches!(function, Function::Sin | Function::Cos | Function::Tan)
        && matches!(parts.as_slice(), [Expr::Symbol(_)])
}

fn write_symbol(out: &mut String, name: &str) {
    let (letter, mark) = name.split_once('_').map_or((name, None), |(letter, mark)| (letter, Some(mark)));
    if letter.chars().count() > 1 {
        out.push('\\');
    }
    out.push_str(letter);
    if let Some(mark) = mark {
        let _ = write!(out, "_{{{mark}}}");
    } else if letter.chars().count() > 1 {
        out.push(' ');
    }
}

fn write_function(out: &mut String, function: Function, parts: &[Expr]) {
    let name = match (function, parts) {
        (Function::Abs, [x]) => {
            out.push_str("\\left|");
            write_expr(out, x, Level::Sum);
            out.push_str("\\right|");
            return;
        }
        (Function::Floor | Function::Ceil, [x]) => {
            let word = function.name();
            let _ = write!(out, "\\l{word} ");
            write_expr(out, x, Level::Sum);
            let _ = write!(out, "\\r{word} ");
            return;
        }
        (Function::Factorial, [x]) => {
            write_expr(out, x, Level::Atom);
            out.push('!');
            return;
        }
        (Function::Binomial, [n, k]) => {
            out.push_str("\\binom{");
            write_expr(out, n, Level::Sum);
            out.push_str("}{");
            write_expr(out, k, Level::Sum);
            out.push('}');
            return;
        }
        (Function::Log, [base, x]) => {
            out.push_str("\\log_{");
            write_expr(out, base, Level::Sum);
            out.push('}');
            return write_bracketed(out, x);
        }
        (Function::Asin, _) => "arcsin",
        (Function::Acos, _) => "arccos",
        (Function::Atan, _) => "arctan",
        _ => function.name(),
    };
    out.push('\\');
    out.push_str(name);
    match parts {
        [x] if is_bare(&Expr::Apply(function, parts.to_vec())) => {
            out.push(' ');
            write_expr(out, x, Level::Atom);
        }
        [x] => write_bracketed(out, x),
        _ => {}
    }
}

fn own_level(expr: &Expr) -> Level {
    match expr {
        Expr::Sum(_) => Level::Sum,
        Expr::Number(value) if value.is_negative() => Level::Sum,
        Expr::Number(value) if !value.is_integer() => Level::Product,
        Expr::Product(_) => {
            if expr.split_sign().0 {
                Level::Sum
            } else {
                Level::Product
            }
        }
        Expr::Power(_, power) => match root_index(power) {
            None if power.as_number().is_some_and(Signed::is_negative) => Level::Product,
            _ => Level::Power,
        },
        Expr::Apply(Function::Abs | Function::Binomial, _) => Level::Atom,
        Expr::Apply(..) => Level::Power,
        _ => Level::Atom,
    }
}

fn write_product(out: &mut String, expr: &Expr) {
    let parts = quotient(expr);
    if parts.negative {
        out.push('-');
    }
    if parts.below.is_empty() {
        return write_factors(out, &parts.above, Level::Product);
    }
    out.push_str("\\frac{");
    write_factors(out, &parts.above, Level::Sum);
    out.push_str("}{");
    write_factors(out, &parts.below, Level::Sum);
    out.push('}');
}

fn write_factors(out: &mut String, factors: &[Expr], level: Level) {
    if let [single] = factors {
        return write_expr(out, single, level);
    }
    let (bare, others): (Vec<&Expr>, Vec<&Expr>) = factors.iter().partition(|factor| is_bare(factor));
    for (place, factor) in others.into_iter().chain(bare).enumerate() {
        let mut part = String::new();
        write_expr(&mut part, factor, Level::Power);
        if place > 0 {
            let digit = part.starts_with(|c: char| c.is_ascii_digit()) || part.starts_with("\\frac");
            // `2 A` would be two amperes; `2A` is twice A.
            let letter = part.starts_with(|c: char| c.is_alphabetic());
            let close = letter && out.ends_with(|c: char| c.is_ascii_digit());
            out.push_str(if digit {
                " \\cdot "
            } else if close {
                ""
            } else {
                " "
            });
        }
        out.push_str(&part);
    }
}
