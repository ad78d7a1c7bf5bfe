//! `tutti items analyze`: computes item statistics from a table of answers.

use std::path::Path;

use tutti_core::{Code, Problem, Severity};
use tutti_psychometrics::{Analysis, AnalyzeOptions, Blank, Fitting, NotReachedRule};
use tutti_service::{
    Setup,
    analysis::{self, AnalyzeRequest, Counting, Known, charts, items_by_name, save},
};

use super::existing;
use crate::{
    args,
    exit::{Ended, Exit},
    files,
    output::{Output, count_text, one_line, table, visible},
    time,
};

pub(crate) async fn analyze(setup: &Setup, typed: &args::Analyze, output: &Output) -> Ended {
    let bytes = files::read(&typed.responses)?;
    let bank = existing(setup).await?;
    let known = match &bank {
        Some(bank) => items_by_name(bank).await?,
        None => Known::default(),
    };
    let name = typed.responses.display().to_string();
    let analysis = analysis::analyze(&name, bytes, &known, &request(typed), &counting(typed))
        .map_err(crate::exit::without_pointer)?;
    if let Some(folder) = &typed.charts {
        write_charts(&analysis, folder)?;
    }
    let saved = match &bank {
        Some(bank) if typed.save => Some(save(bank, &analysis, &known, time::now()).await?),
        None if typed.save => Some(0),
        _ => None,
    };
    if output.is_json() {
        output.document(&analysis);
        return Ok(Exit::Done);
    }
    show(&analysis, output);
    if let Some(folder) = &typed.charts {
        output.say(&format!("the charts are in {}", folder.display()));
    }
    if let Some(saved) = saved {
        output.say(&format!("the difficulty of {} is in the bank", count_text(saved, "item")));
    }
    Ok(Exit::Done)
}

fn request(typed: &args::Analyze) -> AnalyzeRequest {
    AnalyzeRequest { keys: typed.key.clone(), person: typed.person.clone(), save: typed.save }
}

fn counting(typed: &args::Analyze) -> Counting {
    Counting {
        blank: match typed.blank {
            args::Blank::NotPresented => Blank::NotPresented,
            args::Blank::Omitted => Blank::Omitted,
        },
        trailing_not_reached: typed.trailing == args::Trailing::NotReached,
        options: AnalyzeOptions {
            not_reached: match typed.not_reached {
                args::NotReached::Wrong => NotReachedRule::Wrong,
                args::NotReached::Ignored => NotReachedRule::Ignore,
            },
            persons: typed.persons,
            ..AnalyzeOptions::default()
        },
    }
}

fn show(analysis: &Analysis, output: &Output) {
    // No "-0.00": a value that rounds to zero has no sign.
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
        count_text(test.items, "item"),
        count_text(test.persons, "person"),
        figure(test.mean),
        figure(test.sd),
    ));
    match &analysis.test.irt {
        Fitting::NotAsked => {}
        Fitting::Refused(refused) => output.say(&format!("no curve was fitted: {refused}")),
        Fitting::Fitted { model, passed_over, .. } => {
            output.say(&format!("a and b come from the {model} model"));
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

/// Writes one Vega-Lite file per chart.
fn write_charts(analysis: &Analysis, folder: &Path) -> Result<(), Problem> {
    let failed = |error: std::io::Error| {
        Problem::new(Code::BadInput, format!("{} cannot be written to: {error}", folder.display()))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    for chart in charts(analysis) {
        let file = folder.join(format!("{}.vl.json", chart.name));
        std::fs::write(file, format!("{:#}\n", chart.spec)).map_err(failed)?;
    }
    Ok(())
}
