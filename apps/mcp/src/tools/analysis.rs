//! Item analysis from a table of answers.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission;
use tutti_core::{Code, Problem};
use tutti_service::{
    analysis::{self, AnalyzeRequest, Counting},
    requests::Flat,
    time,
};

use crate::{
    answer::{Told, count_text},
    call::Call,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![Entry::new(
        Named {
            name: "analyze_answers",
            title: "Analyse answers",
            about: "Analyse a table of answers: difficulty and discrimination of each item, reliability of the test, \
                    and a fitted model if there are enough data. One row per person, one column per item; cells hold \
                    options, or 1 and 0.",
            needs: Some(Permission::Analyse),
            does: Does::AddsOnce,
        },
        analyze,
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The table as CSV, with a header row.
    table: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Analyzed {
    /// Statistics of each item, of the test and, on request, of each person.
    analysis: Value,
    /// Number of items whose difficulty was saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<usize>,
}

async fn analyze(call: Call, asked: Flat<(Table, AnalyzeRequest)>) -> Result<Told<Analyzed>, Problem> {
    let Flat((Table { table }, request)) = asked;
    if table.trim().is_empty() {
        return Err(Problem::new(Code::BadInput, "the table is empty").at("/table"));
    }
    let save = request.save;
    let bank = call.bank();
    let known = analysis::items_by_name(&bank).await?;
    let (found, known) = call
        .compute(move |work| {
            let counting = Counting::default();
            let found = analysis::analyze_watched(
                "the table",
                table.into_bytes(),
                &known,
                &request,
                &counting,
                work,
            )?;
            Ok((found, known))
        })
        .await
        .map_err(|problem| if problem.pointer.is_some() { problem } else { problem.at("/table") })?;
    let saved = if save { Some(analysis::save(&bank, &found, &known, time::now()).await?) } else { None };
    let mut text = format!("{} analysed.", count_text(found.items.len(), "item"));
    for item in &found.items {
        let share = item.classical.p.map_or_else(|| "no answers".to_owned(), |p| format!("{p:.2} right"));
        let _ = write!(text, "\n- {}: {share}", item.id);
        for finding in &item.findings {
            let _ = write!(text, "; {}", finding.message);
        }
    }
    for finding in &found.test.findings {
        let _ = write!(text, "\nTest: {}", finding.message);
    }
    let analysis = serde_json::to_value(&found).map_err(|error| {
        Problem::new(Code::Internal, format!("the analysis cannot be written as JSON: {error}"))
    })?;
    Ok(Told::new(Analyzed { analysis, saved }, text))
}
