//! Variables with names of their own, which users of exam-item generators already have in their scripts.

/// A variable, and the keys it stands for.
pub(crate) struct Variable {
    pub(crate) name: &'static str,
    /// `section.key`, or `section.NAME.key`.
    pub(crate) keys: &'static [&'static str],
}

const fn one(name: &'static str, keys: &'static [&'static str]) -> Variable {
    Variable { name, keys }
}

pub(crate) const VARIABLES: &[Variable] = &[
    one("N_ITEMS", &["forge.items"]),
    one("SEED", &["forge.seed"]),
    one("MAX_IMPLEMENTER_RETRIES", &["forge.implementer_retries"]),
    one("MAX_DESIGNER_RETRIES", &["forge.designer_retries"]),
    one("W_EASY", &["forge.easy"]),
    one("W_MED", &["forge.medium"]),
    one("W_HARD", &["forge.hard"]),
    one("SCHEMA_PREFIXES", &["forge.schemas"]),
    one("OUT_DIR", &["forge.out"]),
    one("MODEL_DESIGNER", &["agents.forge_designer.model"]),
    one("MODEL_IMPLEMENTER", &["agents.forge_implementer.model"]),
    one("MODEL_VERIFIER", &["agents.forge_solver.model", "agents.forge_verifier.model"]),
    one("MODEL_STYLE", &["agents.forge_style.model"]),
];

/// The provider of a model that is named without one.
pub(crate) const PROVIDER: &str = "gemini";
/// The variable with its key.
pub(crate) const PROVIDER_KEY: &str = "GEMINI_API_KEY";

/// Whether a variable without the prefix `TUTTI_` is a setting.
pub fn is_variable(name: &str) -> bool {
    VARIABLES.iter().any(|variable| variable.name == name)
}
