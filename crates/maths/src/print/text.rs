//! Plain text: `2*sqrt(3)*x^2/5`.

use std::fmt::{self, Write};

use num_traits::Signed;

use super::{Level, quotient, root_index};
use crate::{
    answer::{Answer, Bounds},
    expr::{Constant, Expr, Function},
    unit::Unit,
};

impl fmt::Display for Expr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write_expr(&mut text, self, Level::Sum);
        out.write_str(&text)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => write!(out, "{value}"),
            Self::Quantity(value, unit) => {
                let bare = matches!(value, Expr::Number(n) if n.is_integer());
                if bare { write!(out, "{value} {unit}") } else { write!(out, "({value}) {unit}") }
            }
            Self::Relation(sides, signs) => {
                write!(out, "{}", sides[0])?;
                for (side, sign) in sides[1..].iter().zip(signs) {
                    write!(out, " {} {side}", sign.sign())?;
                }
                Ok(())
            }
            // Alone, an open interval looks like a pair.
            Self::Interval(bounds) if bounds.is_open() => write!(out, "x ∈ {bounds}"),
            Self::Interval(bounds) => write!(out, "{bounds}"),
            Self::Union(parts) => list(out, parts, " ∪ "),
            Self::Set(members) => {
                out.write_char('{')?;
                list(out, members, ", ")?;
                out.write_char('}')
            }
            Self::Tuple(members) => {
                out.write_char('(')?;
                list(out, members, ", ")?;
                out.write_char(')')
            }
        }
    }
}

fn list<T: fmt::Display>(out: &mut fmt::Formatter<'_>, items: &[T], between: &str) -> fmt::Result {
    for (place, item) in items.iter().enumerate() {
        write!(out, "{}{item}", if place == 0 { "" } else { between })?;
    }
    Ok(())
}

impl fmt::Display for Bounds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) =
            (if self.low_closed { '[' } else { '(' }, if self.high_closed { ']' } else { ')' });
        write!(out, "{open}{}, {}{close}", self.low, self.high)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (symbol, exponent)) in self.parts.iter().enumerate() {
            out.write_str(if place == 0 { "" } else { " " })?;
            out.write_str(symbol)?;
            if *exponent != 1 {
                write!(out, "^{exponent}")?;
            }
        }
        Ok(())
    }
}

fn write_bracketed(out: &mut String, inner: &Expr) {
    out.push('(');
    write_expr(out, inner, Level::Sum);
    out.push(')');
}

/// Writes an expression where something as loose as `level` may stand.
fn write_expr(out: &mut String, expr: &Expr, level: Level) {
    if own_level(expr) < level {
        return write_bracketed(out, expr);
    }
    match expr {
        Expr::Number(value) if value.is_integer() && !value.is_negative() => out.push_str(&value.to_string()),
        Expr::Number(_) | Expr::Product(_) => write_product(out, expr),
        Expr::Constant(constant) => out.push_str(match constant {
            Constant::Pi => "pi",
            Constant::E => "e",
            Constant::I => "i",
            Constant::Infinity => "oo",
        }),
        Expr::Symbol(name) => out.push_str(name),
        Expr::Sum(terms) => {
            for (place, term) in terms.iter().enumerate() {
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
            Some(2) => {
                out.push_str("sqrt");
                write_bracketed(out, base);
            }
            _ if power.as_number().is_some_and(Signed::is_negative) => write_product(out, expr),
            _ => {
                write_expr(out, base, Level::Atom);
                out.push('^');
                write_expr(out, power, Level::Atom);
            }
        },
        Expr::Apply(Function::Log, parts) if parts.len() == 2 => {
            out.push_str("log_");
            write_expr(out, &parts[0], Level::Atom);
            write_bracketed(out, &parts[1]);
        }
        Expr::Apply(function, parts) => {
            out.push_str(function.name());
            out.push('(');
            for (place, part) in parts.iter().enumerate() {
                out.push_str(if place == 0 { "" } else { ", " });
                write_expr(out, part, Level::Sum);
            }
            out.push(')');
        }
    }
}

fn own_level(expr: &Expr) -> Level {
    match expr {
        Expr::Sum(_) => Level::Sum,
        Expr::Number(value) if Signed::is_negative(value) => Level::Sum,
        Expr::Number(value) if !value.is_integer() => Level::Product,
        Expr::Product(_) => {
            if expr.split_sign().0 {
                Level::Sum
            } else {
                Level::Product
            }
        }
        Expr::Power(_, power) => match root_index(power) {
            Some(2) => Level::Atom,
            _ if power.as_number().is_some_and(Signed::is_negative) => Level::Product,
            _ => Level::Power,
        },
        _ => Level::Atom,
    }
}

fn write_product(out: &mut String, expr: &Expr) {
    let parts = quotient(expr);
    if parts.negative {
        out.push('-');
    }
    write_factors(out, &parts.above);
    if parts.below.is_empty() {
        return;
    }
    out.push('/');
    if parts.below.len() == 1 {
        write_expr(out, &parts.below[0], Level::Power);
    } else {
        out.push('(');
        write_factors(out, &parts.below);
        out.push(')');
    }
}

fn write_factors(out: &mut String, factors: &[Expr]) {
    for (place, factor) in factors.iter().enumerate() {
        if place > 0 {
            out.push('*');
        }
        write_expr(out, factor, Level::Power);
    }
}
