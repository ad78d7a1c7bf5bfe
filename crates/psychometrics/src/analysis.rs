//! One call from a table to everything that can be said of it.

use serde::{Deserialize, Serialize};
use tutti_core::Finding;

use crate::{
    classical::{self, ItemStatistics, Marks, TestStatistics},
    irt::{self, Ability, Calibration, Convergence, ItemParameters, Model, Refused},
    responses::{NotReachedRule, Responses},
};

/// Abilities at which the information of the test is tabled: −4 to 4 in steps of a half.
const TABLED: std::ops::RangeInclusive<i32> = -8..=8;

/// Below this probability of S-X² an item does not follow its curve. Strict, because many items are looked at.
const MISFIT: f64 = 0.01;

/// What to compute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalyzeOptions {
    pub not_reached: NotReachedRule,
    pub model: ModelChoice,
    /// Of the interval around alpha.
    pub confidence: f64,
    /// Whether every person's score and ability is listed.
    pub persons: bool,
}

impl Default for AnalyzeOptions {
    fn default() -> Self {
        Self {
            not_reached: NotReachedRule::default(),
            model: ModelChoice::default(),
            confidence: 0.95,
            persons: false,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelChoice {
    /// Classical figures only.
    Without,
    /// 2PL if there are answers enough, else 1PL. Never 3PL: guessing is a claim, not a default.
    #[default]
    Richest,
    #[serde(untagged)]
    Only(Model),
}

/// What a table of answers says. This is what `tutti items analyze --json` prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// In the order of the table.
    pub items: Vec<ItemAnalysis>,
    pub test: TestAnalysis,
    /// Empty unless asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub persons: Vec<PersonAnalysis>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ItemAnalysis {
    pub id: String,
    pub classical: ItemStatistics,
    /// Absent where no model was fitted; the test says why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub irt: Option<ItemParameters>,
    /// What to look at, the gravest first.
    pub findings: Vec<Finding>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestAnalysis {
    pub classical: TestStatistics,
    pub irt: Fitting,
}

/// Whether a model was fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Fitting {
    NotAsked,
    Refused(Refused),
    Fitted {
        model: Model,
        convergence: Convergence,
        log_likelihood: f64,
        /// Number of free parameters.
        parameters: usize,
        aic: f64,
        bic: f64,
        /// Test information by ability.
        information: Vec<Information>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Information {
    pub theta: f64,
    pub information: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PersonAnalysis {
    pub person: String,
    /// Number right.
    pub score: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<Ability>,
}

/// Everything that can be said of a table. What cannot is absent or refused with the reason.
pub fn analyze(table: &Responses, options: &AnalyzeOptions) -> Analysis {
    let marks = Marks::new(table, options.not_reached);
    let (irt, calibration) = fitting(table, options);
    let statistics = classical::item_statistics(&marks);
    let items = statistics
        .into_iter()
        .enumerate()
        .map(|(place, classical)| {
            let irt = calibration.as_ref().map(|found| found.items[place].clone());
            let mut findings = classical::findings(place, &classical);
            findings.extend(irt.as_ref().and_then(|item| misfit(place, item)));
            ItemAnalysis { id: table.items()[place].id.clone(), classical, irt, findings }
        })
        .collect();
    let persons = if options.persons { table.persons() } else { &[] };
    let persons = persons
        .iter()
        .enumerate()
        .map(|(place, person)| PersonAnalysis {
            person: person.clone(),
            score: marks.score(place),
            ability: calibration.as_ref().map(|found| found.abilities[place]),
        })
        .collect();
    let classical = classical::test_statistics(&marks, options.confidence);
    Analysis { items, test: TestAnalysis { classical, irt }, persons }
}

fn fitting(table: &Responses, options: &AnalyzeOptions) -> (Fitting, Option<Calibration>) {
    let one = |model| irt::fit(table, model, options.not_reached);
    let found = match options.model {
        ModelChoice::Without => return (Fitting::NotAsked, None),
        ModelChoice::Richest => one(Model::TwoPl).or_else(|_| one(Model::OnePl)),
        ModelChoice::Only(model) => one(model),
    };
    match found {
        Err(refused) => (Fitting::Refused(refused), None),
        Ok(found) => {
            let thetas = TABLED.map(|step| f64::from(step) / 2.0);
            let information =
                thetas.map(|theta| Information { theta, information: found.information(theta) }).collect();
            let fitted = Fitting::Fitted {
                model: found.model,
                convergence: found.convergence.clone(),
                log_likelihood: found.log_likelihood,
                parameters: found.parameters,
                aic: found.aic,
                bic: found.bic,
                information,
            };
            (fitted, Some(found))
        }
    }
}

fn misfit(place: usize, item: &ItemParameters) -> Option<Finding> {
    let fit = item.fit.as_ref().filter(|fit| fit.probability < MISFIT)?;
    let message = format!(
        "Answers do not follow the fitted curve (S-X² = {:.1} with {} degrees of freedom): read its difficulty with \
         care; it may measure something else as well.",
        fit.s_x2, fit.degrees
    );
    let finding = Finding::new("misfit", tutti_core::Severity::Low, message);
    Some(finding.at(format!("/items/{place}")))
}
