//! Budgets: what a run and its descendants may spend on models, and what they have spent.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number of model tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Tokens(pub u64);

/// Money in millionths of a US dollar: prices are quoted per million tokens, so one token at one dollar per
/// million is exactly 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Money {
    micro_usd: u64,
}

impl Money {
    pub const fn from_micro_usd(micro_usd: u64) -> Self {
        Self { micro_usd }
    }

    /// None for a negative, infinite or absurdly large amount.
    pub fn from_usd(usd: f64) -> Option<Self> {
        let micro = (usd * 1e6).round();
        (micro.is_finite() && (0.0..1e15).contains(&micro)).then_some(Self { micro_usd: micro as u64 })
    }

    pub const fn micro_usd(self) -> u64 {
        self.micro_usd
    }

    /// The price of `tokens` at this much per million tokens, rounded up so that a budget errs on the safe side.
    #[must_use]
    pub fn per_million(self, tokens: Tokens) -> Self {
        Self { micro_usd: self.micro_usd.saturating_mul(tokens.0).div_ceil(1_000_000) }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}.{:06}", self.micro_usd / 1_000_000, self.micro_usd % 1_000_000)
    }
}

/// What was, or is about to be, spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spend {
    pub tokens: Tokens,
    pub money: Money,
    pub calls: u64,
}

impl std::ops::Add for Spend {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tokens: Tokens(self.tokens.0.saturating_add(other.tokens.0)),
            money: Money { micro_usd: self.money.micro_usd.saturating_add(other.money.micro_usd) },
            calls: self.calls.saturating_add(other.calls),
        }
    }
}

/// The most a run and its children may spend together. `None` means no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    pub tokens: Option<Tokens>,
    pub money: Option<Money>,
    pub calls: Option<u64>,
}

/// The limit that a spend would break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// `tokens`, `money` or `calls`.
    pub what: &'static str,
    pub allowed: String,
    pub would_be: String,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the budget allows {} {}, the next call could bring it to {}",
            self.allowed, self.what, self.would_be
        )
    }
}

impl Budget {
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Whether `spent` plus `next` stays within every limit.
    pub fn allows(&self, spent: Spend, next: Spend) -> Result<(), Limit> {
        let total = spent + next;
        if let Some(allowed) = self.calls.filter(|allowed| total.calls > *allowed) {
            return Err(Limit {
                what: "calls",
                allowed: allowed.to_string(),
                would_be: total.calls.to_string(),
            });
        }
        if let Some(allowed) = self.tokens.filter(|allowed| total.tokens > *allowed) {
            return Err(Limit {
                what: "tokens",
                allowed: allowed.0.to_string(),
                would_be: total.tokens.0.to_string(),
            });
        }
        if let Some(allowed) = self.money.filter(|allowed| total.money > *allowed) {
            return Err(Limit {
                what: "money",
                allowed: allowed.to_string(),
                would_be: total.money.to_string(),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spend(tokens: u64, micro_usd: u64, calls: u64) -> Spend {
        Spend { tokens: Tokens(tokens), money: Money::from_micro_usd(micro_usd), calls }
    }

    #[test]
    fn prices_round_up() {
        let price = Money::from_usd(0.30).unwrap();
        assert_eq!(price.per_million(Tokens(1_000_000)).to_string(), "$0.300000");
        assert_eq!(price.per_million(Tokens(1)).micro_usd(), 1);
        assert_eq!(Money::from_usd(-1.0), None);
        assert_eq!(Money::from_usd(f64::NAN), None);
    }

    #[test]
    fn each_limit_is_named() {
        let budget =
            Budget { tokens: Some(Tokens(100)), money: Some(Money::from_micro_usd(50)), calls: Some(2) };
        assert_eq!(budget.allows(spend(50, 20, 1), spend(50, 30, 1)), Ok(()));
        for (next, what) in
            [(spend(51, 0, 1), "tokens"), (spend(0, 31, 1), "money"), (spend(0, 0, 2), "calls")]
        {
            assert_eq!(budget.allows(spend(50, 20, 1), next).unwrap_err().what, what);
        }
    }

    proptest! {
        /// Whatever the order of calls, the sum of what was allowed never exceeds the budget.
        #[test]
        fn allowed_spend_never_exceeds_the_budget(limit in 0u64..1000, calls in prop::collection::vec(0u64..200, 0..30)) {
            let budget = Budget { tokens: Some(Tokens(limit)), ..Budget::default() };
            let mut spent = Spend::default();
            for tokens in calls {
                let next = spend(tokens, 0, 1);
                if budget.allows(spent, next).is_ok() {
                    spent = spent + next;
                }
                prop_assert!(spent.tokens.0 <= limit);
            }
        }
    }
}
