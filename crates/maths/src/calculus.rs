//! Derivatives.

use num_traits::{One, Zero};

use crate::expr::{Constant, Expr, Function};

impl Expr {
    /// The derivative with respect to `name`, not simplified; `None` where there is no rule (factorials, floors).
    pub fn derivative(&self, name: &str) -> Option<Self> {
        if !self.mentions(name) {
            return Some(Self::int(0));
        }
        match self {
            Self::Number(_) | Self::Constant(_) => Some(Self::int(0)),
            Self::Symbol(_) => Some(Self::int(1)),
            Self::Sum(terms) => {
                terms.iter().try_fold(Self::int(0), |sum, term| Some(sum.plus(term.derivative(name)?)))
            }
            Self::Product(factors) => {
                let mut sum = Self::int(0);
                for (place, factor) in factors.iter().enumerate() {
                    let slope = factor.derivative(name)?;
                    if slope.as_number().is_some_and(Zero::is_zero) {
                        continue;
                    }
                    let mut product = slope;
                    for (other, factor) in factors.iter().enumerate() {
                        if other != place {
                            product = product.times(factor.clone());
                        }
                    }
                    sum = sum.plus(product);
                }
                Some(sum)
            }
            Self::Power(base, power) => power_rule(base, power, name),
            Self::Apply(function, arguments) => {
                let [argument] = &arguments[..] else {
                    let [base, argument] = &arguments[..] else { return None };
                    if *function != Function::Log {
                        return None;
                    }
                    let ln = |x: &Self| Self::apply(Function::Ln, x.clone());
                    return ln(argument).over(ln(base)).derivative(name);
                };
                let slope = outer(*function, argument)?;
                Some(slope.times(argument.derivative(name)?))
            }
        }
    }
}

fn power_rule(base: &Expr, power: &Expr, name: &str) -> Option<Expr> {
    let whole = base.clone().power(power.clone());
    if !power.mentions(name) {
        let less = match power {
            Expr::Number(value) if value.is_one() => return base.derivative(name),
            Expr::Number(value) => Expr::Number(value - num_rational::Ratio::one()),
            other => other.clone().minus(Expr::int(1)),
        };
        let less = if less == Expr::int(1) { base.clone() } else { base.clone().power(less) };
        return Some(power.clone().times(less).times(base.derivative(name)?));
    }
    if let Expr::Constant(Constant::E) = base {
        return Some(whole.times(power.derivative(name)?));
    }
    let ln = Expr::apply(Function::Ln, base.clone());
    let slope = power.clone().times(ln).derivative(name)?;
    Some(whole.times(slope))
}

/// The derivative of a function at its argument.
fn outer(function: Function, x: &Expr) -> Option<Expr> {
    let of = |function| Expr::apply(function, x.clone());
    let squared = |expr: Expr| expr.power(Expr::int(2));
    let one = Expr::int(1);
    Some(match function {
        Function::Ln => one.over(x.clone()),
        Function::Sin => of(Function::Cos),
        Function::Cos => of(Function::Sin).negate(),
        Function::Tan => one.over(squared(of(Function::Cos))),
        Function::Sec => of(Function::Sin).over(squared(of(Function::Cos))),
        Function::Csc => of(Function::Cos).negate().over(squared(of(Function::Sin))),
        Function::Cot => Expr::int(-1).over(squared(of(Function::Sin))),
        Function::Asin => one.over(Expr::int(1).minus(squared(x.clone())).sqrt()),
        Function::Acos => Expr::int(-1).over(Expr::int(1).minus(squared(x.clone())).sqrt()),
        Function::Atan => one.over(Expr::int(1).plus(squared(x.clone()))),
        Function::Sinh => of(Function::Cosh),
        Function::Cosh => of(Function::Sinh),
        Function::Tanh => one.over(squared(of(Function::Cosh))),
        Function::Abs => x.clone().over(of(Function::Abs)),
        Function::Log | Function::Factorial | Function::Binomial | Function::Floor | Function::Ceil => {
            return None;
        }
    })
}
