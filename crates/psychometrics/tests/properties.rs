//! Properties that hold for every table.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod simulation;

use proptest::prelude::*;
use tutti_psychometrics::{
    AnalyzeOptions, Cell, CsvReading, Curve, Item, Model, ModelChoice, NotReachedRule, Responses, analyze,
    charts, fit, read_csv,
};

fn cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        (0..3_u16).prop_map(Cell::Chosen),
        Just(Cell::Right),
        Just(Cell::Wrong),
        Just(Cell::Omitted),
        Just(Cell::NotReached),
        Just(Cell::NotPresented),
    ]
}

fn table() -> impl Strategy<Value = Responses> {
    (1..6_usize, 0..30_usize)
        .prop_flat_map(|(items, persons)| {
            prop::collection::vec(prop::collection::vec(cell(), items), persons)
                .prop_map(move |rows| (items, rows))
        })
        .prop_map(|(items, rows)| of(items, rows))
}

fn of(items: usize, rows: Vec<Vec<Cell>>) -> Responses {
    let items = (0..items).map(|i| Item::choice(format!("q{i}"), ["A", "B", "C"], 1)).collect();
    let rows = rows.into_iter().enumerate().map(|(i, row)| (i.to_string(), row)).collect();
    Responses::from_rows(items, rows).unwrap()
}

/// No number of an analysis is a NaN or infinite, it reads back from JSON, and its charts have whole tables.
fn whole(options: &AnalyzeOptions, table: &Responses) {
    let analysis = analyze(table, options);
    let shown = format!("{analysis:?}");
    for no_number in ["NaN", "Some(inf", "Some(-inf", ": inf", ": -inf"] {
        assert!(!shown.contains(no_number), "{shown}");
    }
    let text = serde_json::to_string(&analysis).unwrap();
    let back: tutti_psychometrics::Analysis = serde_json::from_str(&text).unwrap();
    assert_eq!(back.items.len(), analysis.items.len());
    for spec in [Some(charts::item_map(&analysis)), Some(charts::score_histogram(&analysis))]
        .into_iter()
        .chain(analysis.items.iter().map(charts::distractor_curves))
        .chain([charts::characteristic_curves(&analysis), charts::information_curves(&analysis)])
        .flatten()
    {
        for field in ["$schema", "title", "description"] {
            assert!(!spec[field].as_str().unwrap().is_empty());
        }
        for row in spec["data"]["values"].as_array().unwrap() {
            assert!(row.as_object().unwrap().values().all(|value| !value.is_null()), "{row}");
        }
    }
}

proptest! {
    #[test]
    fn no_table_panics(table in table(), wrong in any::<bool>()) {
        let not_reached = if wrong { NotReachedRule::Wrong } else { NotReachedRule::Ignore };
        whole(&AnalyzeOptions { not_reached, persons: true, ..AnalyzeOptions::default() }, &table);
        whole(&AnalyzeOptions::default(), &table.trailing_blanks_not_reached());
    }

    /// The same rows many times over are enough for a fit, however strange they are.
    #[test]
    fn no_large_table_panics(rows in prop::collection::vec(prop::collection::vec(cell(), 4), 1..12)) {
        let rows: Vec<_> = rows.iter().cycle().take(1200).cloned().collect();
        for model in [Model::OnePl, Model::TwoPl, Model::ThreePl] {
            let options = AnalyzeOptions { model: ModelChoice::Only(model), ..AnalyzeOptions::default() };
            whole(&options, &of(4, rows.clone()));
        }
    }

    #[test]
    fn no_text_panics(text in "(id|q1|q2|[\",;\n\r\t ]|[01AB]|\u{feff}|ä){0,40}") {
        let reading = CsvReading { key: [("q1".into(), "A".into())].into(), ..CsvReading::default() };
        let _ = read_csv(&text, &reading);
        let _ = read_csv(&text, &CsvReading::default());
    }

    #[test]
    fn the_order_of_persons_changes_nothing(
        rows in prop::collection::vec(prop::collection::vec(cell(), 5), 2..40),
        turn in 0..40_usize,
    ) {
        let mut turned = rows.clone();
        turned.reverse();
        turned.rotate_left(turn % rows.len());
        let [one, two] = [rows, turned].map(|rows| analyze(&of(5, rows), &AnalyzeOptions::default()));
        let alpha = |analysis: &tutti_psychometrics::Analysis| {
            analysis.test.classical.reliability.as_ref().map(|found| found.alpha)
        };
        prop_assert_eq!(alpha(&one), alpha(&two));
        for (a, b) in one.items.iter().zip(&two.items) {
            prop_assert_eq!(a.classical.p, b.classical.p);
            let near = |x: Option<f64>, y: Option<f64>| match (x, y) {
                (Some(x), Some(y)) => (x - y).abs() < 1e-9,
                (x, y) => x == y,
            };
            prop_assert!(near(a.classical.upper_lower, b.classical.upper_lower));
            prop_assert!(near(a.classical.point_biserial, b.classical.point_biserial));
        }
    }

    #[test]
    fn information_is_never_negative(
        slope in -5.0..5.0_f64, intercept in -20.0..20.0_f64, guessing in 0.0..0.9_f64, theta in -30.0..30.0_f64,
    ) {
        let curve = Curve { slope, intercept, guessing };
        prop_assert!(curve.information(theta) >= 0.0);
        prop_assert!((guessing..=1.0).contains(&curve.probability(theta)));
    }

    /// Counting what was not reached as wrong can only lower p, and leaves it alone where all was reached.
    #[test]
    fn not_reached_lowers_p_only_when_asked(table in table()) {
        let with = |not_reached| {
            analyze(&table, &AnalyzeOptions { not_reached, ..AnalyzeOptions::default() }).items
        };
        for (ignored, wrong) in with(NotReachedRule::Ignore).iter().zip(with(NotReachedRule::Wrong)) {
            let share = wrong.classical.not_reached_share.unwrap_or(0.0);
            let Some((p, lower)) = ignored.classical.p.zip(wrong.classical.p) else { continue };
            prop_assert!((lower - p * (1.0 - share)).abs() < 1e-9);
        }
    }
}

#[test]
fn persons_in_another_order_give_the_same_fit() {
    let table = simulation::answers(&simulation::curves(5, 1), 300, 2);
    let mut rows: Vec<_> = table.persons().iter().cloned().zip(table.rows().map(<[Cell]>::to_vec)).collect();
    rows.reverse();
    let turned = Responses::from_rows(table.items().to_vec(), rows).unwrap();
    let [one, two] = [table, turned].map(|table| fit(&table, Model::TwoPl, NotReachedRule::Ignore).unwrap());
    assert_eq!(one.items, two.items);
}
