//! Expressions, as written.
//!
//! An [`Expr`] keeps its form: `2/4` stays a quotient until [`crate::simplify`] is called. Differences and quotients
//! are sums and products with `-1` as factor or exponent, so that later stages handle three shapes instead of six.
//! Roots are powers with a rational exponent. The root of a negative number with an odd index is the real one: ∛(−8) =
//! −2.

use std::{collections::BTreeSet, sync::Arc};

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Signed, Zero};

/// An exact fraction in lowest terms.
pub type Rational = Ratio<BigInt>;

/// The name of an unknown or a parameter: `x`, `\theta` as `theta`, `v_0`.
pub type Symbol = Arc<str>;

/// A value as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// An exact number. Decimals are read as fractions: `0.5` is one half.
    Number(Rational),
    /// π, e, i or ∞.
    Constant(Constant),
    /// An unknown; real unless said otherwise.
    Symbol(Symbol),
    /// Terms added up.
    Sum(Vec<Expr>),
    /// Factors multiplied.
    Product(Vec<Expr>),
    /// Base and exponent.
    Power(Box<Expr>, Box<Expr>),
    /// A named function of one argument, or of two ([`Function::Log`], [`Function::Binomial`]).
    Apply(Function, Vec<Expr>),
}

/// Numbers with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// π.
    Pi,
    /// Euler's number.
    E,
    /// The imaginary unit.
    I,
    /// The end of an interval; not a number one calculates with.
    Infinity,
}

/// Functions with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// Natural logarithm.
    Ln,
    /// Logarithm of the second argument to the base of the first.
    Log,
    /// Sine, of radians; a degree sign is a factor π/180.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// 1/cos.
    Sec,
    /// 1/sin.
    Csc,
    /// cos/sin.
    Cot,
    /// Inverse sine, in [−π/2, π/2].
    Asin,
    /// Inverse cosine, in [0, π].
    Acos,
    /// Inverse tangent, in (−π/2, π/2).
    Atan,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Absolute value.
    Abs,
    /// Factorial of a whole number.
    Factorial,
    /// Binomial coefficient: of the first argument over the second.
    Binomial,
    /// Greatest whole number not above.
    Floor,
    /// Least whole number not below.
    Ceil,
}

impl Expr {
    /// A whole number.
    pub fn int(value: impl Into<BigInt>) -> Self {
        Self::Number(Rational::from_integer(value.into()))
    }

    /// A fraction. The denominator must not be zero.
    pub fn frac(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Self {
        Self::Number(Rational::new(numerator.into(), denominator.into()))
    }

    /// An unknown by its name.
    pub fn symbol(name: &str) -> Self {
        Self::Symbol(name.into())
    }

    /// π.
    pub fn pi() -> Self {
        Self::Constant(Constant::Pi)
    }

    /// The sum of two, flattened.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Number(zero), other) | (other, Self::Number(zero)) if zero.is_zero() => other,
            (Self::Sum(mut terms), Self::Sum(more)) => {
                terms.extend(more);
                Self::Sum(terms)
            }
            (Self::Sum(mut terms), other) => {
                terms.push(other);
                Self::Sum(terms)
            }
            (one, other) => Self::Sum(vec![one, other]),
        }
    }

    /// The difference of two.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negate())
    }

    /// The product of two, flattened.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::Number(one), other) | (other, Self::Number(one)) if one.is_one() => other,
            (Self::Product(mut factors), Self::Product(more)) => {
                factors.extend(more);
                Self::Product(factors)
            }
            (Self::Product(mut factors), other) => {
                factors.push(other);
                Self::Product(factors)
            }
            (one, other) => Self::Product(vec![one, other]),
        }
    }

    /// The quotient of two. Two whole numbers become a fraction at once, unless the divisor is zero.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        match (&self, &other) {
            (Self::Number(a), Self::Number(b)) if !b.is_zero() => Self::Number(a / b),
            _ => self.times(other.power(Self::int(-1))),
        }
    }

    /// The opposite.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Self::Number(value) => Self::Number(-value),
            other => Self::int(-1).times(other),
        }
    }

    /// A power.
    #[must_use]
    pub fn power(self, exponent: Self) -> Self {
        Self::Power(Box::new(self), Box::new(exponent))
    }

    /// The square root.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.power(Self::frac(1, 2))
    }

    /// A function of one argument.
    #[must_use]
    pub fn apply(function: Function, argument: Self) -> Self {
        Self::Apply(function, vec![argument])
    }

    /// The number, if this is one written out.
    pub fn as_number(&self) -> Option<&Rational> {
        match self {
            Self::Number(value) => Some(value),
            _ => None,
        }
    }

    /// The whole number, if this is one and fits.
    pub fn as_i64(&self) -> Option<i64> {
        let value = self.as_number()?;
        value.is_integer().then(|| value.numer().try_into().ok()).flatten()
    }

    /// The unknowns in it, in order of name.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        self.visit(&mut |part| {
            if let Self::Symbol(name) = part {
                found.insert(name.clone());
            }
        });
        found
    }

    /// Whether `name` occurs in it.
    pub fn mentions(&self, name: &str) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= matches!(part, Self::Symbol(symbol) if &**symbol == name));
        found
    }

    /// Whether no unknown occurs in it.
    pub fn is_constant(&self) -> bool {
        let mut constant = true;
        self.visit(&mut |part| constant &= !matches!(part, Self::Symbol(_)));
        constant
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.visit(&mut |_| size += 1);
        size
    }

    /// Calls `see` with every part, the whole first.
    pub fn visit(&self, see: &mut impl FnMut(&Self)) {
        see(self);
        match self {
            Self::Number(_) | Self::Constant(_) | Self::Symbol(_) => {}
            Self::Sum(parts) | Self::Product(parts) | Self::Apply(_, parts) => {
                for part in parts {
                    part.visit(see);
                }
            }
            Self::Power(base, exponent) => {
                base.visit(see);
                exponent.visit(see);
            }
        }
    }

    /// The same expression with `change` applied to its immediate parts.
    #[must_use]
    pub fn map_parts(&self, mut change: impl FnMut(&Self) -> Self) -> Self {
        match self {
            Self::Number(_) | Self::Constant(_) | Self::Symbol(_) => self.clone(),
            Self::Sum(parts) => Self::Sum(parts.iter().map(change).collect()),
            Self::Product(parts) => Self::Product(parts.iter().map(change).collect()),
            Self::Apply(function, parts) => Self::Apply(*function, parts.iter().map(change).collect()),
            Self::Power(base, exponent) => change(base).power(change(exponent)),
        }
    }

    /// The same expression with `value` in place of every `name`.
    #[must_use]
    pub fn substitute(&self, name: &str, value: &Self) -> Self {
        match self {
            Self::Symbol(symbol) if &**symbol == name => value.clone(),
            other => other.map_parts(|part| part.substitute(name, value)),
        }
    }

    /// Splits a leading minus off a term, for writing it.
    pub(crate) fn split_sign(&self) -> (bool, Self) {
        match self {
            Self::Number(value) if value.is_negative() => (true, Self::Number(-value)),
            Self::Product(factors) => match factors.first() {
                Some(Self::Number(value)) if value.is_negative() => {
                    let mut rest = factors.clone();
                    if (-value).is_one() && rest.len() > 1 {
                        rest.remove(0);
                    } else {
                        rest[0] = Self::Number(-value);
                    }
                    let whole = if rest.len() == 1 { rest.remove(0) } else { Self::Product(rest) };
                    (true, whole)
                }
                _ => (false, self.clone()),
            },
            _ => (false, self.clone()),
        }
    }
}

impl Function {
    /// Every function with the word it is written as in plain text.
    pub const ALL: [(Self, &'static str); 19] = [
        (Self::Ln, "ln"),
        (Self::Log, "log"),
        (Self::Sin, "sin"),
        (Self::Cos, "cos"),
        (Self::Tan, "tan"),
        (Self::Sec, "sec"),
        (Self::Csc, "csc"),
        (Self::Cot, "cot"),
        (Self::Asin, "asin"),
        (Self::Acos, "acos"),
        (Self::Atan, "atan"),
        (Self::Sinh, "sinh"),
        (Self::Cosh, "cosh"),
        (Self::Tanh, "tanh"),
        (Self::Abs, "abs"),
        (Self::Factorial, "factorial"),
        (Self::Binomial, "binomial"),
        (Self::Floor, "floor"),
        (Self::Ceil, "ceil"),
    ];

    /// The word it is written as in plain text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(function, _)| *function == self).map_or("", |(_, name)| name)
    }

    /// The function a word names, with the other spellings in use.
    pub fn from_name(word: &str) -> Option<Self> {
        match word {
            "arcsin" => Some(Self::Asin),
            "arccos" => Some(Self::Acos),
            "arctan" => Some(Self::Atan),
            "cosec" => Some(Self::Csc),
            "lg" => Some(Self::Log),
            _ => Self::ALL.iter().find(|(_, name)| *name == word).map(|(function, _)| *function),
        }
    }
}
