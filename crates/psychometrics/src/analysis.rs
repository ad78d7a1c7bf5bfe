//! The whole analysis of a table of answers in one call.

use serde::{Deserialize, Serialize};
use tutti_core::{Abandoned, Finding, Severity, Work};

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
    pub findings: Vec<Finding>,
}

/// Whether a model was fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Fitting {
    NotAsked,
    Refused(Refused),
    Fitted {
        model: Model,
        /// Why a richer model was passed over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passed_over: Option<Refused>,
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

/// The complete analysis of a table. A figure that the data cannot give is absent or refused with the reason.
pub fn analyze(table: &Responses, options: &AnalyzeOptions) -> Analysis {
    match analyze_watched(table, options, &Work::new()) {
        Ok(analysis) => analysis,
        Err(Abandoned) => unreachable!("nobody can abandon this work"),
    }
}

/// As [`analyze`], for a caller who watches the progress and may abandon the work.
pub fn analyze_watched(
    table: &Responses,
    options: &AnalyzeOptions,
    work: &Work,
) -> Result<Analysis, Abandoned> {
    work.expect(table.items().len());
    let marks = Marks::new(table, options.not_reached);
    let (irt, calibration) = fitting(table, options, work)?;
    let statistics = classical::item_statistics(&marks, work)?;
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
    let findings = not_converged(&irt).into_iter().collect();
    Ok(Analysis { items, test: TestAnalysis { classical, irt, findings }, persons })
}

fn fitting(
    table: &Responses,
    options: &AnalyzeOptions,
    work: &Work,
) -> Result<(Fitting, Option<Calibration>), Abandoned> {
    let one = |model| irt::fit_watched(table, model, options.not_reached, work);
    let mut passed_over = None;
    let found = match options.model {
        ModelChoice::Without => return Ok((Fitting::NotAsked, None)),
        ModelChoice::Richest => match one(Model::TwoPl)? {
            Err(refused) => {
                passed_over = Some(refused);
                one(Model::OnePl)?
            }
            found => found,
        },
        ModelChoice::Only(model) => one(model)?,
    };
    Ok(match found {
        Err(refused) => (Fitting::Refused(refused), None),
        Ok(found) => {
            let thetas = TABLED.map(|step| f64::from(step) / 2.0);
            let information =
                thetas.map(|theta| Information { theta, information: found.information(theta) }).collect();
            let fitted = Fitting::Fitted {
                model: found.model,
                passed_over,
                convergence: found.convergence.clone(),
                log_likelihood: found.log_likelihood,
                parameters: found.parameters,
                aic: found.aic,
                bic: found.bic,
                information,
            };
            (fitted, Some(found))
        }
    })
}

fn not_converged(fitting: &Fitting) -> Option<Finding> {
    let Fitting::Fitted { model, convergence, .. } = fitting else { return None };
    let message = format!(
        "The {model} model did not converge in {} rounds: its figures are shown but are not reliable.",
        convergence.em_iterations + convergence.newton_steps
    );
    (!convergence.converged)
        .then(|| Finding::new("not_converged", Severity::Medium, message).at("/test/irt/convergence"))
}

fn misfit(place: usize, item: &ItemParameters) -> Option<Finding> {
    let fit = item.fit.as_ref().filter(|fit| fit.probability < MISFIT)?;
    let message = format!(
        "Answers do not follow the fitted curve (S-X² = {:.1} with {} degrees of freedom): read its difficulty with \
         care; it may measure something else as well.",
        fit.s_x2, fit.degrees
    );
    let finding = Finding::new("misfit", Severity::Low, message);
    Some(finding.at(format!("/items/{place}")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::csv::{CsvReading, read_csv};

    #[test]
    fn what_the_command_prints() {
        let reading = CsvReading { key: [("q2".to_owned(), "B".to_owned())].into(), ..CsvReading::default() };
        let table = read_csv("id,q1,q2\nann,1,B\nbob,0,C\ncid,1,B\ndan,0,", &reading).unwrap();
        let options = AnalyzeOptions { persons: true, ..AnalyzeOptions::default() };
        let printed: Value = serde_json::to_value(analyze(&table, &options)).unwrap();
        assert_eq!(
            printed["test"]["irt"],
            json!({
                "outcome": "refused",
                "reason": { "kind": "too_few_answers", "model": "1pl", "item": "q1" },
                "needed": 100,
                "have": 4,
            })
        );
        assert_eq!(printed["items"][1]["classical"]["p"], 0.5);
        assert_eq!(printed["items"][1]["classical"]["omitted_share"], 0.25);
        assert_eq!(printed["items"][1]["classical"]["options"][1]["option"], "C");
        assert_eq!(printed["test"]["classical"]["histogram"], json!([2, 0, 2]));
        assert_eq!(printed["persons"][2], json!({ "person": "cid", "score": 2 }));
    }

    #[test]
    fn options_are_written_as_people_say_them() {
        let read = |text: &str| serde_json::from_str::<AnalyzeOptions>(text).unwrap();
        assert_eq!(read("{}"), AnalyzeOptions::default());
        let options = read(r#"{"model":"3pl","not_reached":"wrong"}"#);
        assert_eq!(options.model, ModelChoice::Only(Model::ThreePl));
        assert_eq!(options.not_reached, NotReachedRule::Wrong);
        assert_eq!(read(r#"{"model":"without"}"#).model, ModelChoice::Without);
    }
}
