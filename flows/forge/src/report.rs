//! The reports of the Verifier and the Style judge on a package.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use tutti_agent::Contract;

use crate::lenient;
use crate::rules::Rule;

macro_rules! names {
    ($(#[$attribute:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
        $(#[$attribute])*
        pub enum $name { $(#[serde(rename = $text)] $variant),* }

        impl $name {
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = lenient::text(deserializer)?;
                match lenient::name(&text).as_str() {
                    $(name if name == lenient::name($text) => Ok(Self::$variant),)*
                    _ => Err(de::Error::custom(format!("`{text}` is not one of {}", [$($text),*].join(", ")))),
                }
            }
        }
    };
}

names! {
    /// Whether an item passes.
    #[schemars(rename = "Verdict")]
    ItemVerdict { Pass = "PASS", Fail = "FAIL" }
}
names! {
    /// Whether another attempt with the same idea can help.
    #[schemars(rename = "Severity")]
    FailureSeverity { Fixable = "fixable_with_regeneration", Structural = "structural_flaw" }
}
names! {
    /// What is wrong with an item, according to the verifier.
    Failure {
        MathematicalError = "mathematical_error",
        Ambiguity = "ambiguity",
        MultipleCorrect = "multiple_correct_answers",
        ExcessiveComputation = "excessive_computation",
        DistractorFailure = "distractor_failure",
        StyleMismatch = "style_mismatch",
        OutOfSyllabus = "out_of_syllabus",
    }
}
names! {
    /// What is wrong with the style of an item.
    StyleFailure {
        StyleMismatch = "style_mismatch",
        TooLong = "too_long",
        TooGrindy = "too_grindy",
        WeakDistractors = "weak_distractors",
        ImplausibleNumbers = "implausible_numbers",
        MultiIdea = "multi_idea",
    }
}
names! {
    /// The result of a layer of checks.
    Layer { Pass = "pass", Fail = "fail", Undecided = "undecided" }
}

/// The results of all layers of the verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Layers {
    /// Options, key, map, delimiters, values that are equal in another form.
    pub form: Layer,
    /// The methods of the solution.
    pub syllabus: Layer,
    /// The claim is solved.
    pub proof: Layer,
    /// The answer of a solver that saw neither key nor solution.
    pub blind: Layer,
    /// The wrong paths are recomputed.
    pub paths: Layer,
}

/// The report of the verifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VerifierReport {
    pub verdict: ItemVerdict,
    #[serde(default, deserialize_with = "lenient::optional_text", skip_serializing_if = "Option::is_none")]
    pub confidence: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_type: Option<Failure>,
    #[serde(default, deserialize_with = "lenient::list", skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<FailureSeverity>,
    #[serde(default, deserialize_with = "lenient::list", skip_serializing_if = "Vec::is_empty")]
    pub regen_instructions: Vec<String>,
    /// Filled in by code; a model's value is ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<Layers>,
    /// What the layers could not decide, and why: `proof: there is no claim to prove the key from`. Filled in by
    /// code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

impl VerifierReport {
    /// An objection of the flow itself, added to the findings of the layers.
    pub(crate) fn object(&mut self, rule: Rule, reason: String) {
        self.verdict = ItemVerdict::Fail;
        self.confidence = None;
        self.failure_type.get_or_insert(rule.failure());
        self.severity.get_or_insert(FailureSeverity::Fixable);
        self.regen_instructions.push(rule.fix().to_owned());
        self.reasons.push(reason);
    }
}

impl Contract for VerifierReport {
    const NAME: &'static str = "forge_verifier_report";
}

/// The six scores of the style judge, 0 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scores {
    pub authenticity: f64,
    pub one_idea: f64,
    pub no_calculator: f64,
    pub elegance: f64,
    pub distractor_realism: f64,
    pub plausibility: f64,
}

impl Scores {
    pub fn all(&self) -> [f64; 6] {
        [
            self.authenticity,
            self.one_idea,
            self.no_calculator,
            self.elegance,
            self.distractor_realism,
            self.plausibility,
        ]
    }

    /// The gate: no score under 7, and a mean of at least 8. A judge's own verdict does not count.
    pub fn pass(&self) -> bool {
        let scores = self.all();
        let sound = scores.iter().all(|score| (0.0..=10.0).contains(score));
        sound && scores.iter().all(|score| *score >= 7.0) && scores.iter().sum::<f64>() / 6.0 >= 8.0
    }
}

/// The report of the style judge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StyleReport {
    pub verdict: ItemVerdict,
    pub scores: Scores,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_type: Option<StyleFailure>,
    #[serde(default, deserialize_with = "lenient::list", skip_serializing_if = "Vec::is_empty")]
    pub regen_instructions: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<FailureSeverity>,
}

impl Contract for StyleReport {
    const NAME: &'static str = "forge_style_report";
}
