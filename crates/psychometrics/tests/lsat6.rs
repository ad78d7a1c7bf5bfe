//! Section 6 of the Law School Admission Test (Bock and Lieberman 1970): 1000 persons, 5 items, the figures printed in
//! every textbook.
//!
//! The data are not in the repository.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and says what it measured")]

#[path = "../../../tests/src/shared_data.rs"]
mod shared_data;

use std::fs;

use tutti_psychometrics::{
    AnalyzeOptions, CsvReading, Fitting, Model, ModelChoice, NotReachedRule, Responses, analyze, fit,
    read_csv,
};

/// The table, or none after saying what is not checked.
fn lsat6() -> Option<Responses> {
    let text = fs::read_to_string(shared_data::find("stats/lsat6.csv")?).unwrap();
    Some(read_csv(&text, &CsvReading::default()).unwrap())
}

#[track_caller]
fn near(have: f64, published: f64, tolerance: f64) {
    assert!((have - published).abs() <= tolerance, "{have:.4}, published {published}");
}

#[test]
fn classical_figures() {
    let Some(table) = lsat6() else { return };
    let analysis = analyze(&table, &AnalyzeOptions::default());
    for (item, p) in analysis.items.iter().zip([0.924, 0.709, 0.553, 0.763, 0.870]) {
        near(item.classical.p.unwrap(), p, 1e-9);
    }
    // As ltm's descript prints them: correlation with the score of the other items, alpha without the item.
    let published =
        [(0.1128, 0.2754), (0.1531, 0.2376), (0.1727, 0.2168), (0.1444, 0.2459), (0.1215, 0.2663)];
    for (item, (correlation, alpha)) in analysis.items.iter().zip(published) {
        near(item.classical.point_biserial.unwrap(), correlation, 0.0001);
        near(item.classical.alpha_without.unwrap(), alpha, 0.0001);
    }
    let test = &analysis.test;
    let reliability = test.classical.reliability.as_ref().unwrap();
    near(reliability.alpha, 0.295, 0.001);
    assert!(reliability.low < 0.295 && 0.295 < reliability.high && reliability.high - reliability.low < 0.15);
    near(test.classical.mean.unwrap(), 3.819, 1e-9);
    assert_eq!(test.classical.histogram, [3, 20, 85, 237, 357, 298]);
}

/// As the R package ltm prints them: a, b, and the standard errors of both.
#[test]
fn two_parameter_model() {
    let Some(table) = lsat6() else { return };
    let found = fit(&table, Model::TwoPl, NotReachedRule::Ignore).unwrap();
    println!("{:#?}", found.convergence);
    assert!(found.convergence.converged);
    let published = [
        (0.8254, -3.3597, 0.2581, 0.8669),
        (0.7229, -1.3696, 0.1867, 0.3073),
        (0.8905, -0.2799, 0.2326, 0.0997),
        (0.6886, -1.8659, 0.1852, 0.4341),
        (0.6575, -3.1236, 0.2100, 0.8700),
    ];
    for (item, (a, b, se_a, se_b)) in found.items.iter().zip(published) {
        println!(
            "a {:.4} ({a}) b {:.4} ({b}) d {:.4} ({:.4}) se {:.4} ({se_a}) {:.4} ({se_b}) {:?}",
            item.curve.slope,
            item.difficulty.unwrap(),
            item.curve.intercept,
            -a * b,
            item.se_slope.unwrap(),
            item.se_difficulty.unwrap(),
            item.fit,
        );
    }
    for (item, (a, b, se_a, se_b)) in found.items.iter().zip(published) {
        near(item.curve.slope, a, 0.01);
        near(item.difficulty.unwrap(), b, 0.01);
        near(item.curve.intercept, -a * b, 0.01);
        near(item.se_slope.unwrap(), se_a, 0.01);
        near(item.se_difficulty.unwrap(), se_b, 0.01);
    }
    near(found.log_likelihood, -2466.653, 0.01);
    near(found.aic, 4953.307, 0.01);
    near(found.bic, 5002.384, 0.01);
}

#[test]
fn one_parameter_model() {
    let Some(table) = lsat6() else { return };
    let found = fit(&table, Model::OnePl, NotReachedRule::Ignore).unwrap();
    assert!(found.convergence.converged);
    for (item, b) in found.items.iter().zip([-3.6153, -1.3224, -0.3176, -1.7301, -2.7802]) {
        near(item.curve.slope, 0.7551, 0.01);
        near(item.difficulty.unwrap(), b, 0.01);
    }
    near(found.log_likelihood, -2466.938, 0.01);
}

#[test]
fn the_analysis_fits_what_the_data_carry() {
    let Some(table) = lsat6() else { return };
    let options = AnalyzeOptions { model: ModelChoice::Richest, ..AnalyzeOptions::default() };
    let analysis = analyze(&table, &options);
    let Fitting::Fitted { model, .. } = analysis.test.irt else { panic!("{:?}", analysis.test.irt) };
    assert_eq!(model, Model::TwoPl);
}
