//! Large tables: refused with the limit, or computed with progress and abandoned when nobody waits any more.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod simulation;

use tutti_core::{Abandoned, Work};
use tutti_psychometrics::{
    AnalyzeOptions, CsvReading, Fitting, MOST_ITEMS, Model, NotReachedRule, Reason, analyze_watched, fit,
    read_csv,
};

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    assert_eq!(read_csv(text, &CsvReading::default()).unwrap_err().to_string(), expected);
}

#[test]
fn a_table_beyond_the_limits_is_refused_with_the_limit() {
    let names: Vec<String> = (0..200_000).map(|i| format!("q{i}")).collect();
    check_refused(
        &format!("id,{}\n1{}", names.join(","), ",1".repeat(200_000)),
        "line 1, column 2001: the table has 200001 columns; at most 2000 are analysed: split it into tests of fewer items",
    );
    let row = ",1".repeat(1_999);
    let rows: Vec<String> = (0..2_100).map(|i| format!("p{i}{row}\n")).collect();
    check_refused(
        &format!("id,{}\n{}", names[..1_999].join(","), rows.concat()),
        "line 2001, column 1: the table has more than 4000000 cells; analyse fewer persons or fewer items at a time",
    );
}

#[test]
fn a_model_of_too_many_items_is_refused() {
    let table = simulation::answers(&simulation::curves(MOST_ITEMS + 1, 5), 250, 6);
    let refused = fit(&table, Model::TwoPl, NotReachedRule::Ignore).unwrap_err();
    assert!(matches!(refused.reason, Reason::TooManyItems { .. }));
    assert_eq!(refused.to_string(), "too many items for the 2PL model: at most 500, 501 there");
}

#[test]
fn the_caller_sees_progress() {
    let table = simulation::answers(&simulation::curves(20, 5), 500, 6);
    let work = Work::new();
    let analysis = analyze_watched(&table, &AnalyzeOptions::default(), &work).unwrap();
    assert!(matches!(analysis.test.irt, Fitting::Fitted { .. }));
    let progress = work.progress();
    assert!(progress.done > table.items().len() && progress.total >= progress.done, "{progress:?}");
}

/// A fit of this size takes much longer than the caller waits.
#[test]
fn an_abandoned_analysis_ends() {
    let table = simulation::answers(&simulation::curves(300, 5), 4000, 6);
    let work = Work::new();
    std::thread::scope(|scope| {
        let analysis = scope.spawn(|| analyze_watched(&table, &AnalyzeOptions::default(), &work));
        while work.progress().done == 0 {
            std::thread::yield_now();
        }
        work.abandon();
        assert_eq!(analysis.join().unwrap(), Err(Abandoned));
    });
}
