use super::{item_statistics as item_statistics_watched, *};
use crate::responses::Item;

fn item_statistics(marks: &Marks) -> Vec<ItemStatistics> {
    item_statistics_watched(marks, &Work::new()).unwrap()
}

fn responses(rows: &[&str]) -> Responses {
    let items = (1..=rows[0].len()).map(|i| Item::without_options(format!("q{i}"))).collect();
    let cell = |c| match c {
        '1' => Cell::Right,
        '0' => Cell::Wrong,
        '-' => Cell::Omitted,
        '>' => Cell::NotReached,
        _ => Cell::NotPresented,
    };
    let rows = rows.iter().enumerate().map(|(i, row)| (i.to_string(), row.chars().map(cell).collect()));
    Responses::from_rows(items, rows.collect()).unwrap()
}

#[track_caller]
fn near(have: Option<f64>, want: f64) {
    let have = have.expect("a figure");
    assert!((have - want).abs() < 5e-4, "{have} is not {want}");
}

/// Worked by hand: item variances (n − 1) 1/3, 1/3, 1/3, score variance 5/3.
#[test]
fn a_small_table_by_hand() {
    let table = responses(&["000", "100", "110", "111"]);
    let marks = Marks::new(&table, NotReachedRule::Ignore);
    let test = test_statistics(&marks, 0.95);
    near(test.mean, 1.5);
    near(test.sd, (5.0_f64 / 3.0).sqrt());
    near(test.skew, 0.0);
    near(test.reliability.as_ref().map(|r| r.alpha), 0.75);
    near(test.sem, (5.0_f64 / 3.0 * 0.25).sqrt());
    assert_eq!(test.histogram, [1, 1, 1, 1]);
    let items = item_statistics(&marks);
    near(items[0].p, 0.75);
    near(items[0].point_biserial, 0.522_2);
    near(items[1].point_biserial, 0.5_f64.sqrt());
    near(items[1].alpha_without, 0.5);
    near(items[0].upper_lower, 1.0);
}

#[test]
fn not_reached_is_not_wrong_unless_asked() {
    let table = responses(&["11", "1>", "0>", "10", "1-"]);
    let ignored = item_statistics(&Marks::new(&table, NotReachedRule::Ignore));
    near(ignored[1].p, 1.0 / 3.0);
    near(ignored[1].not_reached_share, 0.4);
    near(ignored[1].omitted_share, 0.2);
    let wrong = item_statistics(&Marks::new(&table, NotReachedRule::Wrong));
    near(wrong[1].p, 0.2);
    assert_eq!((ignored[1].answered, wrong[1].answered), (3, 5));
}

#[test]
fn what_was_not_presented_counts_nowhere() {
    let table = responses(&["11 ", "10 ", "0 1", "1 0"]);
    let marks = Marks::new(&table, NotReachedRule::Wrong);
    let items = item_statistics(&marks);
    assert_eq!((items[2].presented, items[2].answered), (2, 2));
    near(items[2].p, 0.5);
    let test = test_statistics(&marks, 0.95);
    assert_eq!((test.complete_persons, test.mean, test.reliability), (0, None, None));
}

#[test]
fn options_and_findings() {
    // Option C draws the able, D nobody; the key is A.
    let items = vec![
        Item::choice("q", ["A", "B", "C", "D"], 0),
        Item::without_options("r"),
        Item::without_options("s"),
        Item::without_options("t"),
    ];
    let mut rows = Vec::new();
    for i in 0..40_u16 {
        let able = i % 2 == 0;
        let choice = match (able, i % 8) {
            (true, 0 | 4) => 2,
            (true, _) | (false, 1) => 0,
            (false, _) => 1,
        };
        let rest = |on: bool| if on { Cell::Right } else { Cell::Wrong };
        rows.push((
            i.to_string(),
            vec![Cell::Chosen(choice), rest(able), rest(able || i % 3 == 0), rest(able && i % 5 != 0)],
        ));
    }
    let table = Responses::from_rows(items, rows).unwrap();
    let statistics = item_statistics(&Marks::new(&table, NotReachedRule::Ignore));
    let options = &statistics[0].options;
    near(options[0].share, 0.375);
    near(options[2].share, 0.25);
    assert!(options[2].point_biserial.unwrap() > 0.3 && options[1].point_biserial.unwrap() < 0.0);
    assert!(options[3].is_idle_distractor() && options[3].point_biserial.is_none());
    assert!(options[2].by_group[0].unwrap() < 0.1);
    let rules: Vec<String> = findings(0, &statistics[0]).into_iter().map(|f| f.rule).collect();
    assert_eq!(rules, ["distractor_draws_the_able", "idle_distractor"]);
}

#[test]
fn a_wrong_key_is_suspected() {
    let table = responses(&["0111", "0110", "1000", "1100", "0101", "1001"]);
    let statistics = item_statistics(&Marks::new(&table, NotReachedRule::Ignore));
    let found = findings(0, &statistics[0]);
    assert_eq!(found[0].rule, "suspect_key");
    assert_eq!(found[0].pointer, "/items/0");
    assert!(found[0].message.contains("check the key"), "{}", found[0].message);
}
