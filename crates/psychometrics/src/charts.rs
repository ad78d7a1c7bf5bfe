//! Charts as Vega-Lite specifications, each with a title, a description for screen readers, and its data.
//!
//! The data are in the specification, so the table behind a chart is always at hand. Only what Vega-Lite 5 and 6 have
//! in common is used.

use serde_json::{Value, json};

use crate::{
    analysis::{Analysis, ItemAnalysis},
    classical::{DISCRIMINATION_TO_REVIEW, SCORE_GROUPS, TOO_EASY_ABOVE, TOO_HARD_BELOW},
};

const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v6.json";

/// Difficulty beside discrimination, a point per item.
pub fn item_map(analysis: &Analysis) -> Value {
    let rows: Vec<Value> = analysis
        .items
        .iter()
        .filter_map(|item| {
            let (p, r) = (item.classical.p?, item.classical.point_biserial?);
            let worst = item.findings.first().map_or("none", |finding| finding.rule.as_str());
            Some(json!({ "item": item.id, "p": round_for_chart(p), "r": round_for_chart(r), "finding": worst }))
        })
        .collect();
    let flagged = rows.iter().filter(|row| row["finding"] != "none").count();
    let description = format!(
        "Scatter plot of {} items by share right and by correlation with the rest of the test; {flagged} of them have \
         a finding. Good items lie between {TOO_HARD_BELOW} and {TOO_EASY_ABOVE} and above \
         {DISCRIMINATION_TO_REVIEW}.",
        rows.len()
    );
    let rule = |channel: &str, value: f64| {
        let mut encoding = json!({});
        encoding[channel] = json!({ "datum": value });
        json!({ "mark": { "type": "rule", "strokeDash": [4, 4], "color": "#888" }, "encoding": encoding })
    };
    let mut spec = chart("Items: difficulty and discrimination", &description, &rows);
    spec["layer"] = json!([
        {
            "mark": { "type": "point", "filled": true, "size": 80, "tooltip": true },
            "encoding": {
                "x": quantity("p", "Share right (p)", Some([0.0, 1.0])),
                "y": quantity("r", "Correlation with the rest", None),
                "color": { "field": "finding", "type": "nominal", "title": "Finding" },
                "shape": { "field": "finding", "type": "nominal", "title": "Finding" },
            },
        },
        rule("x", TOO_HARD_BELOW),
        rule("x", TOO_EASY_ABOVE),
        rule("y", DISCRIMINATION_TO_REVIEW),
    ]);
    spec
}

/// Who takes which option: its share in each score group. None for an item without options.
pub fn distractor_curves(item: &ItemAnalysis) -> Option<Value> {
    let options = &item.classical.options;
    let key = options.iter().find(|option| option.is_key)?;
    let rows: Vec<Value> = options
        .iter()
        .flat_map(|option| {
            option.by_group.iter().enumerate().filter_map(move |(group, share)| {
                let role = if option.is_key { "key" } else { "distractor" };
                let share = round_for_chart((*share)?);
                Some(json!({ "option": option.option, "role": role, "group": group + 1, "share": share }))
            })
        })
        .collect();
    let ends = |shares: &[Option<f64>]| {
        let mut known = shares.iter().flatten();
        let first = known.next().copied().unwrap_or(0.0);
        (first * 100.0, known.next_back().copied().unwrap_or(first) * 100.0)
    };
    let (low, high) = ends(&key.by_group);
    let description = format!(
        "Line chart of the share that takes each option of {}, over {SCORE_GROUPS} groups from the lowest scores to the \
         highest. The key {} goes from {low:.0} % to {high:.0} %.",
        item.id, key.option
    );
    let mut spec = chart(&format!("Options of {} by score group", item.id), &description, &rows);
    spec["mark"] = json!({ "type": "line", "point": true, "tooltip": true });
    spec["encoding"] = json!({
        "x": { "field": "group", "type": "ordinal", "title": "Score group, lowest first" },
        "y": quantity("share", "Share that takes it", Some([0.0, 1.0])),
        "color": { "field": "option", "type": "nominal", "title": "Option" },
        "strokeDash": {
            "field": "role",
            "type": "nominal",
            "title": "Role",
            "scale": { "domain": ["key", "distractor"], "range": [[1, 0], [5, 3]] },
        },
    });
    Some(spec)
}

/// Characteristic curves of all items. None where no model was fitted.
pub fn characteristic_curves(analysis: &Analysis) -> Option<Value> {
    let rows = over_abilities(analysis, |item, theta| Some(item.irt.as_ref()?.curve.probability(theta)))?;
    let difficulties = || {
        let of = |item: &ItemAnalysis| {
            item.irt.as_ref().and_then(|irt| irt.difficulty).map(|b| (b, item.id.clone()))
        };
        analysis.items.iter().filter_map(of)
    };
    let easiest = difficulties().min_by(|a, b| a.0.total_cmp(&b.0));
    let hardest = difficulties().max_by(|a, b| a.0.total_cmp(&b.0));
    let range = match (easiest, hardest) {
        (Some((low, first)), Some((high, last))) => {
            format!(" Easiest is {first} (b = {low:.2}), hardest {last} (b = {high:.2}).")
        }
        _ => String::new(),
    };
    let description = format!(
        "Line chart of the probability of a right answer by ability from −4 to 4, a line per item.{range}"
    );
    Some(lines("Item characteristic curves", &description, &rows, "Probability right", Some([0.0, 1.0])))
}

/// Information of each item and of the whole test. None where no model was fitted.
pub fn information_curves(analysis: &Analysis) -> Option<Value> {
    let of = |item: &ItemAnalysis, theta: f64| Some(item.irt.as_ref()?.curve.information(theta));
    let mut rows = over_abilities(analysis, of)?;
    let mut peak = (f64::NEG_INFINITY, 0.0);
    for theta in abilities() {
        let whole: f64 = analysis.items.iter().filter_map(|item| of(item, theta)).sum();
        if whole > peak.0 {
            peak = (whole, theta);
        }
        rows.push(json!({ "item": "whole test", "theta": theta, "value": round_for_chart(whole) }));
    }
    let description = format!(
        "Line chart of information by ability from −4 to 4, a line per item and one for the whole test, which is highest \
         at {:.1} with {:.2}: there abilities are known best, with a standard error of {:.2}.",
        peak.1,
        peak.0,
        1.0 / peak.0.sqrt()
    );
    Some(lines("Item and test information", &description, &rows, "Information", None))
}

/// Persons by number right.
pub fn score_histogram(analysis: &Analysis) -> Value {
    let test = &analysis.test.classical;
    let rows: Vec<Value> = test
        .histogram
        .iter()
        .enumerate()
        .map(|(score, persons)| json!({ "score": score, "persons": persons }))
        .collect();
    let middle = match (test.mean, test.sd) {
        (Some(mean), Some(sd)) => format!(" The mean is {mean:.1}, the standard deviation {sd:.1}."),
        _ => String::new(),
    };
    let description = format!(
        "Histogram of the number right of {} persons who were shown all {} items.{middle}",
        test.complete_persons, test.items
    );
    let mut spec = chart("Scores", &description, &rows);
    spec["mark"] = json!({ "type": "bar", "tooltip": true });
    spec["encoding"] = json!({
        "x": { "field": "score", "type": "ordinal", "title": "Number right" },
        "y": quantity("persons", "Persons", None),
    });
    spec
}

fn chart(title: &str, description: &str, rows: &[Value]) -> Value {
    json!({
        "$schema": SCHEMA,
        "title": title,
        "description": description,
        "width": 480,
        "height": 320,
        "data": { "values": rows },
    })
}

fn quantity(field: &str, title: &str, domain: Option<[f64; 2]>) -> Value {
    let mut channel = json!({ "field": field, "type": "quantitative", "title": title });
    if let Some(domain) = domain {
        channel["scale"] = json!({ "domain": domain });
    }
    channel
}

fn lines(title: &str, description: &str, rows: &[Value], y: &str, domain: Option<[f64; 2]>) -> Value {
    let mut spec = chart(title, description, rows);
    spec["mark"] = json!({ "type": "line", "tooltip": true });
    spec["encoding"] = json!({
        "x": quantity("theta", "Ability", Some([-4.0, 4.0])),
        "y": quantity("value", y, domain),
        "color": { "field": "item", "type": "nominal", "title": "Item" },
    });
    spec
}

fn abilities() -> impl Iterator<Item = f64> {
    (-20..=20).map(|step| f64::from(step) / 5.0)
}

/// A row per item and ability, or none if no item has a value.
fn over_abilities(
    analysis: &Analysis,
    value: impl Fn(&ItemAnalysis, f64) -> Option<f64>,
) -> Option<Vec<Value>> {
    let mut rows = Vec::new();
    for item in &analysis.items {
        for theta in abilities() {
            if let Some(value) = value(item, theta) {
                rows.push(json!({ "item": item.id, "theta": theta, "value": round_for_chart(value) }));
            }
        }
    }
    (!rows.is_empty()).then_some(rows)
}

/// Four decimals: more are noise in a chart.
fn round_for_chart(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
