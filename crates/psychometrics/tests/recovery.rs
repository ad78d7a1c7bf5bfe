//! The parameters that generated the data are recovered, with honest standard errors.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and says what it measured")]

mod simulation;

use tutti_psychometrics::{Calibration, Cell, Curve, Model, NotReachedRule, Reason, Responses, fit};

fn converged_fit(table: &Responses, model: Model) -> Calibration {
    let found = fit(table, model, NotReachedRule::Ignore).unwrap();
    assert!(found.convergence.converged, "{:?}", found.convergence);
    found
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let (ma, mb) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let product = |x: &[f64], mx: f64, y: &[f64], my: f64| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum()
    };
    product(a, ma, b, mb) / (product(a, ma, a, ma) * product(b, mb, b, mb)).sqrt()
}

#[test]
fn two_parameters_are_recovered() {
    let truth = simulation::curves(20, 1);
    let found = converged_fit(&simulation::answers(&truth, 2000, 2), Model::TwoPl);
    let slopes: Vec<f64> = truth.iter().map(|curve| curve.slope).collect();
    let difficulties: Vec<f64> = truth.iter().map(|curve| curve.difficulty().unwrap()).collect();
    let a: Vec<f64> = found.items.iter().map(|item| item.curve.slope).collect();
    let b: Vec<f64> = found.items.iter().map(|item| item.difficulty.unwrap()).collect();
    let (of_a, of_b) = (correlation(&slopes, &a), correlation(&difficulties, &b));
    println!("correlation of a {of_a:.3}, of b {of_b:.4}; {:?}", found.convergence);
    assert!(of_a >= 0.9, "{of_a}");
    assert!(of_b >= 0.98, "{of_b}");
    // A model that made the data is not found to misfit much more often than one item in twenty.
    let misfits = found.items.iter().filter(|item| item.fit.as_ref().unwrap().probability < 0.05).count();
    assert!(misfits <= 4, "{misfits} items do not fit");
}

/// Over twenty tables, 95 % intervals hold the truth about 95 times in a hundred.
#[test]
fn standard_errors_are_honest() {
    let truth = simulation::curves(10, 3);
    let (mut held, mut all, mut misfits) = (0, 0, 0);
    for seed in 100..120 {
        let found = converged_fit(&simulation::answers(&truth, 1000, seed), Model::TwoPl);
        for (item, truth) in found.items.iter().zip(&truth) {
            misfits += u32::from(item.fit.as_ref().unwrap().probability < 0.05);
            let figures = [
                (item.curve.slope, item.se_slope, truth.slope),
                (item.curve.intercept, item.se_intercept, truth.intercept),
                (item.difficulty.unwrap(), item.se_difficulty, truth.difficulty().unwrap()),
            ];
            for (estimate, se, truth) in figures {
                all += 1;
                held += u32::from((estimate - truth).abs() <= 1.96 * se.unwrap());
            }
        }
    }
    let coverage = f64::from(held) / f64::from(all);
    println!("95 % intervals hold the truth in {coverage:.3} of {all}");
    assert!((0.92..=0.98).contains(&coverage), "{coverage}");
    // Of the model that made the data, S-X² at .05 rejects about one item in twenty.
    let rejected = f64::from(misfits) / 200.0;
    println!("S-X² rejects {rejected:.3}");
    assert!((0.01..=0.10).contains(&rejected), "{rejected}");
}

#[test]
fn one_parameter_and_its_abilities() {
    let truth: Vec<Curve> = simulation::curves(12, 5).iter().map(|c| Curve { slope: 1.3, ..*c }).collect();
    let table = simulation::answers(&truth, 1500, 6);
    let found = converged_fit(&table, Model::OnePl);
    assert!((found.items[0].curve.slope - 1.3).abs() < 0.12, "{}", found.items[0].curve.slope);
    // With one slope the score says all: the same for equal scores, higher for higher ones.
    let score = |person: usize| table.row(person).iter().filter(|cell| **cell == Cell::Right).count();
    let mut by_score = vec![None; 13];
    for (person, ability) in found.abilities.iter().enumerate() {
        let seen = by_score[score(person)].get_or_insert(ability.theta);
        assert!((*seen - ability.theta).abs() < 1e-9);
        assert!(ability.sd > 0.0 && ability.sd < 1.0);
    }
    let known: Vec<f64> = by_score.into_iter().flatten().collect();
    assert!(known.len() > 8 && known.is_sorted_by(|a, b| a < b), "{known:?}");
}

#[test]
fn three_parameters_lean_on_the_prior() {
    let truth: Vec<Curve> = simulation::curves(15, 7)
        .iter()
        .enumerate()
        .map(|(i, c)| Curve { guessing: if i % 2 == 0 { 0.1 } else { 0.3 }, ..*c })
        .collect();
    let found = converged_fit(&simulation::answers(&truth, 4000, 8), Model::ThreePl);
    let c: Vec<f64> = found.items.iter().map(|item| item.curve.guessing).collect();
    let b: Vec<f64> = found.items.iter().map(|item| item.difficulty.unwrap()).collect();
    let of_b = correlation(&b, &truth.iter().map(|t| t.difficulty().unwrap()).collect::<Vec<_>>());
    println!("guessing {c:.2?}, correlation of b {of_b:.3}, {:?}", found.convergence);
    assert!(c.iter().all(|c| (0.01..0.5).contains(c)), "{c:?}");
    let mean = |parity: usize| {
        let own: Vec<f64> = c.iter().skip(parity).step_by(2).copied().collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    assert!(mean(1) > mean(0) + 0.05);
    assert!(of_b > 0.97);
    assert!(found.items.iter().all(|item| item.se_guessing.is_some()));
}

/// Two halves of the persons see two forms that share items: what was not presented does not bias.
#[test]
fn forms_with_common_items_share_a_scale() {
    let truth = simulation::curves(15, 9);
    let whole = simulation::answers(&truth, 3000, 10);
    let rows = whole
        .persons()
        .iter()
        .zip(whole.rows())
        .enumerate()
        .map(|(place, (name, row))| {
            let hidden = if place % 2 == 0 { 0..5 } else { 10..15 };
            let cell =
                |(i, cell): (usize, &Cell)| if hidden.contains(&i) { Cell::NotPresented } else { *cell };
            (name.clone(), row.iter().enumerate().map(cell).collect())
        })
        .collect();
    let table = Responses::from_rows(whole.items().to_vec(), rows).unwrap();
    let found = converged_fit(&table, Model::TwoPl);
    for (item, truth) in found.items.iter().zip(&truth) {
        let off = (item.curve.intercept - truth.intercept) / item.se_intercept.unwrap();
        assert!(off.abs() < 4.0, "{off}");
        assert!(item.fit.is_none(), "nobody has a whole score");
    }
}

#[test]
fn too_little_is_refused_with_the_reason() {
    let truth = simulation::curves(6, 11);
    let refuse = |table: &Responses, model| fit(table, model, NotReachedRule::Ignore).unwrap_err();
    let small = simulation::answers(&truth, 199, 12);
    let refused = refuse(&small, Model::TwoPl);
    assert_eq!((refused.needed, refused.have), (200, 199));
    assert_eq!(refused.to_string(), "too few answers to item `q1` for the 2PL model: needed 200, 199 there");
    assert!(fit(&small, Model::OnePl, NotReachedRule::Ignore).is_ok());
    assert_eq!(refuse(&small, Model::ThreePl).needed, 1000);
    let few = simulation::answers(&truth[..2], 500, 13);
    assert!(matches!(refuse(&few, Model::TwoPl).reason, Reason::TooFewItems { .. }));

    let change = |make: &dyn Fn(usize, &[Cell]) -> Vec<Cell>| {
        let table = simulation::answers(&truth, 400, 14);
        let rows =
            table.persons().iter().zip(table.rows()).enumerate().map(|(i, (p, r))| (p.clone(), make(i, r)));
        Responses::from_rows(table.items().to_vec(), rows.collect()).unwrap()
    };
    let constant = change(&|_, row| [&row[..5], &[Cell::Right]].concat());
    assert_eq!(refuse(&constant, Model::TwoPl).reason, Reason::ConstantItem { item: "q6".into() });
    // A staircase: whoever has an item right has all easier ones right.
    let stairs =
        change(&|i, _| (0..6).map(|step| if i % 7 > step { Cell::Right } else { Cell::Wrong }).collect());
    for model in [Model::OnePl, Model::TwoPl] {
        assert!(matches!(refuse(&stairs, model).reason, Reason::PerfectSeparation { .. }), "{model}");
    }
}

/// Marks of a wrong key are turned round, and so is the slope; the others do not suffer.
#[test]
fn a_wrong_key_shows_as_a_negative_slope() {
    let truth = simulation::curves(8, 15);
    let table = simulation::answers(&truth, 1000, 16);
    let turned = |row: &[Cell]| {
        let mut row = row.to_vec();
        row[3] = if row[3] == Cell::Right { Cell::Wrong } else { Cell::Right };
        row
    };
    let rows = table.persons().iter().cloned().zip(table.rows().map(turned)).collect();
    let wrong = Responses::from_rows(table.items().to_vec(), rows).unwrap();
    let [before, after] = [&table, &wrong].map(|table| converged_fit(table, Model::TwoPl));
    for (item, (before, after)) in before.items.iter().zip(&after.items).enumerate() {
        let sign = if item == 3 { -1.0 } else { 1.0 };
        assert!((before.curve.slope - sign * after.curve.slope).abs() < 1e-4);
    }
}

/// Weak persons get it right and able ones are misled: no rising curve describes that.
#[test]
fn an_item_that_does_not_follow_its_curve_is_found() {
    let truth = simulation::curves(12, 17);
    let table = simulation::answers(&truth, 2000, 18);
    let rows = table.persons().iter().zip(table.rows()).enumerate().map(|(place, (name, row))| {
        let others = row[1..].iter().filter(|cell| **cell == Cell::Right).count();
        let right = !(4..=8).contains(&others) ^ (place % 10 == 0);
        let own = if right { Cell::Right } else { Cell::Wrong };
        (name.clone(), [&[own], &row[1..]].concat())
    });
    let odd = Responses::from_rows(table.items().to_vec(), rows.collect()).unwrap();
    let found = converged_fit(&odd, Model::TwoPl);
    let probabilities: Vec<f64> =
        found.items.iter().map(|item| item.fit.as_ref().unwrap().probability).collect();
    assert!(probabilities[0] < 1e-6, "{probabilities:?}");
    // It spoils the scores the others are judged by, so they look worse too, but none as bad.
    assert!(probabilities[1..].iter().all(|p| *p > probabilities[0] * 1e6), "{probabilities:?}");
}
