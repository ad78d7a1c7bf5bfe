//! A question as it is drawn from a declaration, before its options are chosen.

use num_traits::ToPrimitive;
use tutti_maths::{Expr, simplify};

use crate::claim::{AnswerKind, Claim, evaluate, float};
use crate::declare::Scene;
use crate::question::Binding;

/// A question before its options are chosen and lettered.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    /// Maths in `\( \)`. Two to six lines, varied in wording and context.
    pub(crate) stem: String,
    pub(crate) bindings: Vec<Binding>,
    /// The right answer as an expression, in the names of `claim.given` and in coherent SI units.
    pub(crate) key: String,
    /// More than are needed is welcome: those are used that fit. Expressions as for the key.
    pub(crate) wrong: Vec<Wrong>,
    pub(crate) claim: Claim,
    /// What was drawn, from which steps, insight and figure follow once the question is used.
    pub(crate) scene: Box<Scene>,
}

/// A mistake, and what it leads to.
#[derive(Debug, Clone)]
pub(crate) struct Wrong {
    pub(crate) why: String,
    pub(crate) gives: String,
    /// The same for every draw.
    pub(crate) id: String,
}

impl Draft {
    /// Without the mistakes that nobody would believe: those whose result is not positive, or is a fraction with a
    /// denominator above `worst`, which its look gives away.
    pub(super) fn believable(mut self, worst: u64) -> Self {
        let scale = match self.claim.answer_kind() {
            AnswerKind::Quantity(unit) => Some(Expr::Number(unit.scale)),
            AnswerKind::Number | AnswerKind::Unknown(_) => None,
        };
        let Ok(given) = self.claim.values() else { return Self { wrong: Vec::new(), ..self } };
        self.wrong.retain(|path| {
            let Ok(value) = evaluate(&given, "a path", &path.gives) else { return false };
            let value = match &scale {
                Some(scale) => simplify(&value.over(scale.clone())),
                None => simplify(&value),
            };
            let plain = value.as_number().is_none_or(|n| n.denom().to_u64().is_some_and(|n| n <= worst));
            plain && float::value(&value, &[]).is_some_and(|size| size > 0.0)
        });
        self
    }
}
