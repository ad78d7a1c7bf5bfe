//! Fits a model: EM until it is close, then Newton until the gradient vanishes.

use std::fmt;

use serde::{Deserialize, Serialize};
use tutti_core::{Abandoned, Work};

use super::{
    ability::Ability,
    curve::Curve,
    em::{self, GuessingPrior},
    fit::{self, ItemFit},
    information::{Layout, Observed, observed_information},
    patterns::{Grid, Patterns},
    refusal::{self, Reason, Refused, STEEPEST_SLOPE},
};
use crate::{
    linear::Symmetric,
    responses::{NotReachedRule, Responses},
};

/// A round of EM before Newton is tried; if Newton finds no way up, another round follows.
const EM_ROUND: usize = 30;
const EM_ITERATIONS: usize = 1200;
const NEWTON_STEPS: usize = 30;
/// EM is close enough for Newton when no parameter moves by more.
const EM_CLOSE: f64 = 2e-3;
/// At a maximum no slope of the log likelihood is steeper, in the worst parameter.
const FLAT: f64 = 1e-5;
/// Peak of the prior on guessing where the number of options is not known: one in five.
const USUAL_GUESSING: f64 = 0.2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Model {
    /// One common slope, a difficulty per item.
    #[serde(rename = "1pl")]
    OnePl,
    /// A slope and a difficulty per item.
    #[serde(rename = "2pl")]
    TwoPl,
    /// A lower asymptote as well, with a beta prior that peaks at one over the number of options.
    #[serde(rename = "3pl")]
    ThreePl,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OnePl => "1PL",
            Self::TwoPl => "2PL",
            Self::ThreePl => "3PL",
        })
    }
}

/// One item's estimates. Standard errors are absent where the information cannot be inverted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ItemParameters {
    pub curve: Curve,
    /// b = −d / a.
    pub difficulty: Option<f64>,
    pub se_slope: Option<f64>,
    pub se_intercept: Option<f64>,
    /// By the delta method.
    pub se_difficulty: Option<f64>,
    /// Only where guessing was estimated; the prior counts as information.
    pub se_guessing: Option<f64>,
    pub fit: Option<ItemFit>,
}

/// How the search ended. Estimates of a search that did not converge are shown, not trusted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Convergence {
    /// The gradient is flat and the observed information positive definite: this is a maximum.
    pub converged: bool,
    pub em_iterations: usize,
    pub newton_steps: usize,
    /// Steepest slope left in the log likelihood.
    pub steepest: f64,
}

/// A fitted model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    pub model: Model,
    /// In the order of the table.
    pub items: Vec<ItemParameters>,
    pub convergence: Convergence,
    /// Marginal, without the prior on guessing.
    pub log_likelihood: f64,
    pub parameters: usize,
    pub aic: f64,
    pub bic: f64,
    /// In the order of the table.
    pub abilities: Vec<Ability>,
}

impl Calibration {
    /// Information of the whole test at an ability; the standard error of an ability is one over its root.
    pub fn information(&self, theta: f64) -> f64 {
        self.items.iter().map(|item| item.curve.information(theta)).sum()
    }
}

/// Fits a model by marginal maximum likelihood, or says why not.
///
/// Items not presented are left out of the likelihood; items not reached as the rule says; omitted is wrong.
pub fn fit(table: &Responses, model: Model, rule: NotReachedRule) -> Result<Calibration, Refused> {
    // Nobody else holds this work, so nobody abandons it.
    match fit_watched(table, model, rule, &Work::new()) {
        Ok(outcome) => outcome,
        Err(Abandoned) => unreachable!("nobody can abandon this work"),
    }
}

/// As [`fit`], for a caller who may lose interest.
pub(crate) fn fit_watched(
    table: &Responses,
    model: Model,
    rule: NotReachedRule,
    work: &Work,
) -> Result<Result<Calibration, Refused>, Abandoned> {
    let patterns = Patterns::new(table, rule);
    if let Err(refused) = refusal::check(table, &patterns, model) {
        return Ok(Err(refused));
    }
    let grid = Grid::normal();
    let priors: Option<Vec<GuessingPrior>> = (model == Model::ThreePl).then(|| {
        let mode = |options: usize| if options > 1 { 1.0 / options as f64 } else { USUAL_GUESSING };
        table.items().iter().map(|item| GuessingPrior { mode: mode(item.options.len()) }).collect()
    });
    let mut search = Search {
        curves: start(&patterns, priors.as_deref()),
        layout: Layout { model, items: patterns.items },
        patterns: &patterns,
        grid: &grid,
        priors,
        work,
    };
    let (convergence, last) = search.run()?;
    let Search { mut curves, layout, .. } = search;
    if let Some(item) = curves.iter().position(runs_away) {
        let reason = Reason::PerfectSeparation { item: table.items()[item].id.clone() };
        let have = curves[item].slope.abs().ceil() as usize;
        return Ok(Err(Refused { reason, needed: STEEPEST_SLOPE as usize, have }));
    }

    let covariance = last.information.cholesky().map(|solved| solved.inverse());
    let per_item = if model == Model::OnePl { 1 } else { layout.width() };
    let fits = fit::item_fit(&patterns, &grid, &curves, per_item);
    let mut items: Vec<ItemParameters> = curves
        .iter()
        .zip(fits)
        .enumerate()
        .map(|(item, (curve, fit))| describe(item, *curve, fit, covariance.as_ref(), layout))
        .collect();
    // The scale may be turned round as a whole, and no standard error changes; up is where most items point.
    if curves.iter().map(|curve| curve.slope).sum::<f64>() < 0.0 {
        for (curve, item) in curves.iter_mut().zip(&mut items) {
            curve.slope = -curve.slope;
            item.curve = *curve;
            item.difficulty = curve.difficulty();
        }
    }
    let mut of_pattern = vec![Ability { theta: 0.0, sd: 1.0 }; patterns.distinct.len()];
    let log_likelihood = em::posteriors(&patterns, &grid, &curves, work, |place, posterior| {
        of_pattern[place] = Ability::of(&grid.nodes, posterior);
    })?;
    let parameters = layout.free();
    Ok(Ok(Calibration {
        model,
        items,
        convergence,
        log_likelihood,
        parameters,
        aic: 2.0 * parameters as f64 - 2.0 * log_likelihood,
        bic: (patterns.of_person.len() as f64).ln() * parameters as f64 - 2.0 * log_likelihood,
        abilities: patterns.of_person.iter().map(|place| of_pattern[*place]).collect(),
    }))
}

/// Slope one, and the intercept at which the population would have the item right as often as it had.
fn start(patterns: &Patterns, priors: Option<&[GuessingPrior]>) -> Vec<Curve> {
    (0..patterns.items)
        .map(|item| {
            let (seen, right) = patterns.counts(item);
            let guessing = priors.map_or(0.0, |priors| priors[item].mode);
            let p = right as f64 / seen as f64;
            let known = ((p - guessing) / (1.0 - guessing)).clamp(0.05, 0.99);
            // A normal population flattens a logistic curve of slope one by about a sixth.
            Curve { slope: 1.0, intercept: 1.17 * (known / (1.0 - known)).ln(), guessing }
        })
        .collect()
}

fn runs_away(curve: &Curve) -> bool {
    curve.slope.is_nan() || curve.slope.abs() >= STEEPEST_SLOPE
}

struct Search<'a> {
    patterns: &'a Patterns,
    grid: &'a Grid,
    priors: Option<Vec<GuessingPrior>>,
    layout: Layout,
    curves: Vec<Curve>,
    work: &'a Work,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(Convergence, Observed), Abandoned> {
        let mut done =
            Convergence { converged: false, em_iterations: 0, newton_steps: 0, steepest: f64::INFINITY };
        loop {
            self.work.expect(EM_ROUND);
            for _ in 0..EM_ROUND {
                self.work.step()?;
                done.em_iterations += 1;
                if self.em_step()? < EM_CLOSE {
                    break;
                }
            }
            let last = self.newton(&mut done)?;
            let lost = self.curves.iter().any(runs_away);
            if done.converged || lost || done.em_iterations >= EM_ITERATIONS {
                return Ok((done, last));
            }
        }
    }

    /// Returns the largest move of a parameter.
    fn em_step(&mut self) -> Result<f64, Abandoned> {
        let before = self.curves.clone();
        let expected = em::expect(self.patterns, self.grid, &self.curves, self.work)?;
        if self.layout.model == Model::OnePl {
            em::improve_with_common_slope(&expected, self.grid, &mut self.curves);
        } else {
            for (item, curve) in self.curves.iter_mut().enumerate() {
                let prior = self.priors.as_ref().map(|priors| priors[item]);
                *curve = em::improve(expected.of(item, self.grid), *curve, prior);
            }
        }
        let moves = before.iter().zip(&self.curves).map(|(a, b)| {
            (a.slope - b.slope)
                .abs()
                .max((a.intercept - b.intercept).abs())
                .max((a.guessing - b.guessing).abs())
        });
        Ok(moves.fold(0.0, f64::max))
    }

    /// Newton steps while they lead up. The gradient and information returned are those of the last curves.
    fn newton(&mut self, done: &mut Convergence) -> Result<Observed, Abandoned> {
        for _ in 0..NEWTON_STEPS {
            self.work.step()?;
            let expected = em::expect(self.patterns, self.grid, &self.curves, self.work)?;
            let now = expected.log_likelihood + self.log_prior(&self.curves);
            let last = self.observation(&expected)?;
            done.steepest = last.gradient.iter().fold(0.0, |worst, slope| f64::max(worst, slope.abs()));
            let Some(solved) = last.information.cholesky() else { return Ok(last) };
            if done.steepest < FLAT {
                done.converged = true;
                return Ok(last);
            }
            let step = solved.solve(&last.gradient);
            let Some(next) = self.uphill(&step, now)? else { return Ok(last) };
            self.curves = next;
            done.newton_steps += 1;
        }
        let expected = em::expect(self.patterns, self.grid, &self.curves, self.work)?;
        self.observation(&expected)
    }

    fn observation(&self, expected: &em::Expected) -> Result<Observed, Abandoned> {
        let priors = self.priors.as_deref();
        observed_information(self.patterns, self.grid, &self.curves, expected, priors, self.layout, self.work)
    }

    /// The first of ever shorter steps that does not lead down. Near the top, rounding hides what is gained.
    fn uphill(&self, step: &[f64], now: f64) -> Result<Option<Vec<Curve>>, Abandoned> {
        let (items, width) = (self.layout.items, self.layout.width());
        let rounding = now.abs() * 1e-12;
        for length in (0..6).map(|halvings| 0.5_f64.powi(halvings)) {
            let next: Vec<Curve> = (0..items)
                .map(|item| {
                    let own: Vec<f64> = (0..width).map(|p| step[self.layout.place(item, p)]).collect();
                    em::advance(self.curves[item], &own, length)
                })
                .collect();
            let likelihood = em::posteriors(self.patterns, self.grid, &next, self.work, |_, _| {})?;
            if likelihood + self.log_prior(&next) >= now - rounding {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    fn log_prior(&self, curves: &[Curve]) -> f64 {
        let priors = self.priors.iter().flatten();
        priors.zip(curves).map(|(prior, curve)| prior.log(curve.guessing)).sum()
    }
}

fn describe(
    item: usize,
    curve: Curve,
    fit: Option<ItemFit>,
    covariance: Option<&Symmetric>,
    layout: Layout,
) -> ItemParameters {
    let (a, d) = (layout.place(item, 0), layout.place(item, 1));
    let se = |variance: f64| Some(variance.sqrt()).filter(|se| se.is_finite());
    let of = |place: usize| covariance.and_then(|matrix| se(matrix.get(place, place)));
    let se_difficulty = covariance.and_then(|matrix| {
        let (by_a, by_d) = (curve.intercept / curve.slope.powi(2), -1.0 / curve.slope);
        let cross = 2.0 * by_a * by_d * matrix.get(a, d);
        se(by_a * by_a * matrix.get(a, a) + by_d * by_d * matrix.get(d, d) + cross)
    });
    let se_guessing = (layout.width() == 3)
        .then(|| of(layout.place(item, 2)).map(|se| se * curve.guessing * (1.0 - curve.guessing)))
        .flatten();
    ItemParameters {
        curve,
        difficulty: curve.difficulty(),
        se_slope: of(a),
        se_intercept: of(d),
        se_difficulty,
        se_guessing,
        fit,
    }
}
