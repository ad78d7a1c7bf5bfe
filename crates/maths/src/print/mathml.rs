//! Presentation MathML.
//!
//! Products carry an invisible times, functions an invisible application, so that a screen reader says what is meant
//! and [`crate::read_mathml`] need not guess.

use num_traits::Signed;

use super::{Level, quotient, root_index};
use crate::{
    answer::{Answer, Bounds, Relation},
    expr::{Constant, Expr, Function},
};

const TIMES: &str = "<mo>\u{2062}</mo>";
const APPLIED: &str = "<mo>\u{2061}</mo>";

impl Expr {
    /// The expression as a `math` element.
    pub fn to_mathml(&self) -> String {
        whole(&row(self, Level::Sum))
    }
}

impl Answer {
    /// The answer as a `math` element.
    pub fn to_mathml(&self) -> String {
        whole(&answer_markup(self))
    }
}

fn whole(inner: &str) -> String {
    format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>")
}

fn operator(sign: &str) -> String {
    let sign = sign.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<mo>{sign}</mo>")
}

fn answer_markup(answer: &Answer) -> String {
    match answer {
        Answer::Value(value) => row(value, Level::Sum),
        Answer::Quantity(value, unit) => {
            let mut out = row(value, Level::Product);
            for (symbol, exponent) in &unit.parts {
                out.push_str("<mspace width=\"0.17em\"/>");
                let name = format!("<mtext>{symbol}</mtext>");
                let power = row(&Expr::int(*exponent), Level::Sum);
                let raised = format!("<msup>{name}{power}</msup>");
                out.push_str(if *exponent == 1 { &name } else { &raised });
            }
            out
        }
        Answer::Relation(sides, signs) => {
            let mut out = row(&sides[0], Level::Sum);
            for (side, sign) in sides[1..].iter().zip(signs) {
                out.push_str(&operator(match sign {
                    Relation::NotEqual => "≠",
                    Relation::AtMost => "≤",
                    Relation::AtLeast => "≥",
                    other => other.sign(),
                }));
                out.push_str(&row(side, Level::Sum));
            }
            out
        }
        // Alone, an open interval looks like a pair.
        Answer::Interval(bounds) if bounds.is_open() => {
            format!("<mi>x</mi>{}{}", operator("∈"), interval(bounds))
        }
        Answer::Interval(bounds) => interval(bounds),
        Answer::Union(parts) => parts.iter().map(interval).collect::<Vec<_>>().join(&operator("∪")),
        Answer::Set(members) => format!("<mo>{{</mo>{}<mo>}}</mo>", list_markup(members)),
        Answer::Tuple(members) => format!("<mo>(</mo>{}<mo>)</mo>", list_markup(members)),
    }
}

fn list_markup(members: &[Answer]) -> String {
    members.iter().map(answer_markup).collect::<Vec<_>>().join(&operator(","))
}

fn interval(bounds: &Bounds) -> String {
    let (open, close) =
        (if bounds.low_closed { "[" } else { "(" }, if bounds.high_closed { "]" } else { ")" });
    let ends = format!("{}{}{}", row(&bounds.low, Level::Sum), operator(","), row(&bounds.high, Level::Sum));
    format!("{}{ends}{}", operator(open), operator(close))
}

/// An `mrow` of an expression where something as loose as `level` may stand.
fn row(expr: &Expr, level: Level) -> String {
    let inner = inner(expr);
    if own_level(expr) < level {
        format!("<mrow><mo>(</mo>{inner}<mo>)</mo></mrow>")
    } else {
        format!("<mrow>{inner}</mrow>")
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
        Expr::Power(_, power) if power.as_number().is_some_and(Signed::is_negative) => Level::Product,
        Expr::Power(..) | Expr::Apply(..) => Level::Power,
        _ => Level::Atom,
    }
}

fn inner(expr: &Expr) -> String {
    match expr {
        Expr::Number(value) if value.is_integer() && !value.is_negative() => format!("<mn>{value}</mn>"),
        Expr::Number(_) | Expr::Product(_) => product(expr),
        Expr::Constant(constant) => match constant {
            Constant::Pi => "<mi>π</mi>".to_owned(),
            Constant::E => "<mi>e</mi>".to_owned(),
            Constant::I => "<mi>i</mi>".to_owned(),
            Constant::Infinity => "<mi>∞</mi>".to_owned(),
        },
        Expr::Symbol(name) => match name.split_once('_') {
            Some((letter, mark)) => format!("<msub><mi>{letter}</mi><mi>{mark}</mi></msub>"),
            None => format!("<mi>{name}</mi>"),
        },
        Expr::Sum(terms) => {
            let mut out = String::new();
            for (place, term) in terms.iter().enumerate() {
                let (negative, body) = term.split_sign();
                if negative || place > 0 {
                    out.push_str(&operator(if negative { "−" } else { "+" }));
                }
                out.push_str(&row(&body, Level::Product));
            }
            out
        }
        Expr::Power(base, power) => match root_index(power) {
            Some(2) => format!("<msqrt>{}</msqrt>", row(base, Level::Sum)),
            Some(index) => format!("<mroot>{}<mn>{index}</mn></mroot>", row(base, Level::Sum)),
            None if power.as_number().is_some_and(Signed::is_negative) => product(expr),
            None => format!("<msup>{}{}</msup>", row(base, Level::Atom), row(power, Level::Sum)),
        },
        Expr::Apply(function, parts) => application_markup(*function, parts),
    }
}

fn application_markup(function: Function, parts: &[Expr]) -> String {
    let bracketed = |x: &Expr| format!("<mrow><mo>(</mo>{}<mo>)</mo></mrow>", row(x, Level::Sum));
    match (function, parts) {
        (Function::Abs, [x]) => format!("<mo>|</mo>{}<mo>|</mo>", row(x, Level::Sum)),
        (Function::Floor, [x]) => format!("<mo>⌊</mo>{}<mo>⌋</mo>", row(x, Level::Sum)),
        (Function::Ceil, [x]) => format!("<mo>⌈</mo>{}<mo>⌉</mo>", row(x, Level::Sum)),
        (Function::Factorial, [x]) => format!("{}<mo>!</mo>", row(x, Level::Atom)),
        (Function::Binomial, [n, k]) => {
            format!(
                "<mo>(</mo><mfrac linethickness=\"0\">{}{}</mfrac><mo>)</mo>",
                row(n, Level::Sum),
                row(k, Level::Sum)
            )
        }
        (Function::Log, [base, x]) => {
            format!("<msub><mi>log</mi>{}</msub>{APPLIED}{}", row(base, Level::Sum), bracketed(x))
        }
        (_, [x]) => {
            let name = match function {
                Function::Asin => "arcsin",
                Function::Acos => "arccos",
                Function::Atan => "arctan",
                other => other.name(),
            };
            format!("<mi>{name}</mi>{APPLIED}{}", bracketed(x))
        }
        _ => String::new(),
    }
}

fn product(expr: &Expr) -> String {
    let parts = quotient(expr);
    let sign = if parts.negative { operator("−") } else { String::new() };
    let factors = |factors: &[Expr], level: Level| match factors {
        [single] => row(single, level),
        several => {
            let rows: Vec<String> = several.iter().map(|factor| row(factor, Level::Power)).collect();
            format!("<mrow>{}</mrow>", rows.join(TIMES))
        }
    };
    if parts.below.is_empty() {
        return format!("{sign}{}", factors(&parts.above, Level::Product));
    }
    format!("{sign}<mfrac>{}{}</mfrac>", factors(&parts.above, Level::Sum), factors(&parts.below, Level::Sum))
}
