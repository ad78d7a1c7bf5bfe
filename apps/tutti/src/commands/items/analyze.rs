//! `tutti items analyze`: what answers say about items.

use std::{collections::BTreeMap, path::Path};

use tutti_core::{Code, Problem, Severity};
use tutti_item::{Body, Difficulty, DifficultySource, Item};
use tutti_psychometrics::{
    Analysis, AnalyzeOptions, Blank, CsvReading, Fitting, ItemAnalysis, NotReachedRule, PersonColumn, charts,
};

use super::existing;
use crate::{
    args,
    exit::{Ended, Exit, Problems},
    files,
    output::{Output, counted, one_line, table, visible},
    setup::Setup,
    time,
};

pub(crate) async fn analyze(setup: &Setup, typed: &args::Analyze, output: &Output) -> Ended {
    let shown = typed.responses.display();
    let bytes = files::read(&typed.responses)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Problem::new(Code::BadInput, format!("{shown}: byte {at}: the text is not UTF-8"))
            .hint("save the table as CSV in UTF-8")
    })?;
    let known = known_items(setup).await?;
    let reading = reading(typed, &known, text.lines().next().unwrap_or_default())?;
    let responses = tutti_psychometrics::read_csv(&text, &reading).map_err(|error| {
        Problem::new(
            Code::BadInput,
            format!("{shown}: line {}, cell {}: {}", error.line, error.column, error.fault),
        )
        .hint("one row a person, one column an item; cells are options, or 1 and 0")
        .hint("the key of an item that is not in the bank is given with `--key ITEM=OPTION`")
    })?;
    let responses = match typed.trailing {
        args::Trailing::NotReached => responses.trailing_blanks_not_reached(),
        args::Trailing::Omitted => responses,
    };
    let options = AnalyzeOptions {
        not_reached: match typed.not_reached {
            args::NotReached::Wrong => NotReachedRule::Wrong,
            args::NotReached::Ignored => NotReachedRule::Ignore,
        },
        persons: typed.persons,
        ..AnalyzeOptions::default()
    };
    let analysis = tutti_psychometrics::analyze(&responses, &options);
    if let Some(folder) = &typed.charts {
        write_charts(&analysis, folder)?;
    }
    let saved = if typed.save { Some(save(setup, &analysis, &known).await?) } else { None };
    if output.is_json() {
        output.document(&analysis);
        return Ok(Exit::Done);
    }
    show(&analysis, output);
    if let Some(folder) = &typed.charts {
        output.say(&format!("the charts are in {}", folder.display()));
    }
    if let Some(saved) = saved {
        output.say(&format!("the difficulty of {} is in the bank", counted(saved, "item")));
    }
    Ok(Exit::Done)
}

/// The items of the bank by every name they have.
async fn known_items(setup: &Setup) -> Result<BTreeMap<String, Item>, Problems> {
    let mut known = BTreeMap::new();
    if let Some(bank) = existing(setup).await? {
        for item in bank.list(&tutti_bank::Filter::default()).await? {
            for name in item.aliases.iter().cloned().chain([item.id.to_string()]) {
                known.insert(name, item.clone());
            }
        }
    }
    Ok(known)
}

/// Keys and options of the items that the table has a column for.
fn reading(
    typed: &args::Analyze,
    known: &BTreeMap<String, Item>,
    header: &str,
) -> Result<CsvReading, Problem> {
    let columns: Vec<&str> =
        header.split([',', ';', '\t']).map(|name| name.trim().trim_matches('"')).collect();
    let mut reading = CsvReading {
        person: match &typed.person {
            Some(name) => PersonColumn::Named(name.clone()),
            None => PersonColumn::Guess,
        },
        blank: match typed.blank {
            args::Blank::NotPresented => Blank::NotPresented,
            args::Blank::Omitted => Blank::Omitted,
        },
        ..CsvReading::default()
    };
    for (name, item) in known {
        if let Body::MultipleChoice { options, key } = &item.body
            && columns.contains(&name.as_str())
        {
            reading.key.insert(name.clone(), key.to_string());
            reading
                .options
                .insert(name.clone(), options.iter().map(|option| option.label.to_string()).collect());
        }
    }
    for pair in &typed.key {
        let Some((item, option)) = pair.split_once('=') else {
            return Err(Problem::new(
                Code::BadInput,
                format!("`{pair}` is no key; write ITEM=OPTION, such as Q3=B"),
            ));
        };
        reading.key.insert(item.trim().to_owned(), option.trim().to_owned());
        reading.options.remove(item.trim());
    }
    Ok(reading)
}

fn show(analysis: &Analysis, output: &Output) {
    // What rounds to nothing has no sign.
    let rounded = |value: f64| if value.abs() < 0.005 { 0.0 } else { value };
    let figure =
        |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{:.2}", rounded(value)));
    let mut rows = vec![["item", "n", "p", "r", "D", "a", "b", "look at"].map(str::to_owned).to_vec()];
    for item in &analysis.items {
        let irt = item.irt.as_ref();
        let mut findings: Vec<&str> = item.findings.iter().map(|finding| finding.rule.as_str()).collect();
        findings.dedup();
        rows.push(vec![
            one_line(&item.id),
            item.classical.answered.to_string(),
            figure(item.classical.p),
            figure(item.classical.point_biserial),
            figure(item.classical.upper_lower),
            figure(irt.map(|irt| irt.curve.slope)),
            figure(irt.and_then(|irt| irt.difficulty)),
            findings.join(", "),
        ]);
    }
    output.lines(&table(&rows, |_, cell| cell.to_owned()));
    let test = &analysis.test.classical;
    let alpha = test.reliability.as_ref().map_or("–".to_owned(), |r| format!("{:.3}", r.alpha));
    output.lines(&format!(
        "\n{} by {}; mean {}, standard deviation {}, alpha {alpha}",
        counted(test.items, "item"),
        counted(test.persons, "person"),
        figure(test.mean),
        figure(test.sd),
    ));
    match &analysis.test.irt {
        Fitting::NotAsked => {}
        Fitting::Refused(refused) => output.say(&format!("no curve was fitted: {refused}")),
        Fitting::Fitted { model, passed_over, .. } => {
            output.say(&format!("a and b are of the {model} model"));
            if let Some(refused) = passed_over {
                output.say(&format!("a richer model was not fitted: {refused}"));
            }
        }
    }
    for item in &analysis.items {
        for finding in item.findings.iter().filter(|finding| finding.severity == Severity::High) {
            output.say(&visible(&format!("{}: {}", item.id, finding.message)));
        }
    }
}

/// Vega-Lite documents, one file each.
fn write_charts(analysis: &Analysis, folder: &Path) -> Result<(), Problem> {
    let failed = |error: std::io::Error| {
        Problem::new(Code::BadInput, format!("{} cannot be written to: {error}", folder.display()))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut charts = vec![
        ("item-map".to_owned(), Some(charts::item_map(analysis))),
        ("scores".to_owned(), Some(charts::score_histogram(analysis))),
        ("curves".to_owned(), charts::characteristic_curves(analysis)),
        ("information".to_owned(), charts::information_curves(analysis)),
    ];
    for (i, item) in analysis.items.iter().enumerate() {
        charts.push((format!("options-{}", i + 1), charts::distractor_curves(item)));
    }
    for (name, chart) in charts {
        if let Some(chart) = chart {
            std::fs::write(folder.join(format!("{name}.vl.json")), format!("{chart:#}\n")).map_err(failed)?;
        }
    }
    Ok(())
}

/// Measured difficulties into the bank, as a new version of each item that has answers.
async fn save(setup: &Setup, analysis: &Analysis, known: &BTreeMap<String, Item>) -> Result<usize, Problems> {
    let Some(bank) = existing(setup).await? else { return Ok(0) };
    let mut saved = 0;
    for found in &analysis.items {
        if let Some(item) = known.get(&found.id)
            && let Some(difficulty) = measured(found)
            && item.difficulty != Some(difficulty)
        {
            let next = item.revised(|item| item.difficulty = Some(difficulty));
            saved += usize::from(bank.replace(item, &next, time::now()).await?);
        }
    }
    Ok(saved)
}

/// The share right with its 95 % interval after Wilson, which stays between 0 and 1.
fn measured(found: &ItemAnalysis) -> Option<Difficulty> {
    let (p, n) = (found.classical.p?, found.classical.answered as f64);
    if n < 1.0 {
        return None;
    }
    let z = 1.96;
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let round = |value: f64| (value * 1e4).round() / 1e4;
    let (low, high) = (round((centre - half).max(0.0)), round((centre + half).min(1.0)));
    Some(Difficulty {
        mean: round(p).clamp(low, high),
        low,
        high,
        source: DifficultySource::Data { answers: found.classical.answered as u64 },
    })
}
