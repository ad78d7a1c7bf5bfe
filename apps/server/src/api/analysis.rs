//! Item analysis from a table of answers.

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission::Analyse;
use tutti_core::{Code, Problem, Work};
use tutti_service::{
    analysis::{self, AnalyzeRequest, Counting},
    requests::Flat,
    time,
};

use super::bank::bank;
use crate::{
    app::{App, Caller},
    failure::Answer,
    form::{Api, Form, Upload, in_api},
    routes::{Needs, Routes},
};

const MAY: Needs = Needs::May(Analyse);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/items/analyze", MAY, "Analyse a table of answers: items, test and persons", analyze)
        .form::<AnalyzeForm>()
        .gives::<Analyzed>(200)
        .fails(&[409])
        .job()
        .repeatable();
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AnalyzeForm")]
struct Table {
    /// CSV: one row per person, one column per item; cells hold options, or 1 and 0.
    #[schemars(required, extend("format" = "binary"))]
    file: Option<Upload>,
}

type AnalyzeForm = Flat<(Table, Api<AnalyzeRequest>)>;

#[derive(Serialize, JsonSchema)]
struct Analyzed {
    analysis: Value,
    charts: Vec<ChartView>,
    /// Number of items whose difficulty was saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<usize>,
}

/// A chart as Vega-Lite.
#[derive(Serialize, JsonSchema)]
struct ChartView {
    name: String,
    title: String,
    spec: Value,
}

async fn analyze(State(app): State<App>, caller: Caller, work: Work, form: Form) -> Answer<Json<Analyzed>> {
    let Flat((table, Api(request))) = form.read::<AnalyzeForm>()?;
    let Some(table) = table.file else {
        return Err(Problem::new(Code::BadInput, "no table was sent").at("/file").into());
    };
    let bank = bank(&app, &caller);
    let known = analysis::items_by_name(&bank).await?;
    let save = request.save;
    let found =
        analysis::analyze_watched(&table.name, table.bytes, &known, &request, &Counting::default(), &work)
            .map_err(
                |problem| if problem.pointer.is_some() { in_api(problem) } else { problem.at("/file") },
            )?;
    let saved = if save { Some(analysis::save(&bank, &found, &known, time::now()).await?) } else { None };
    let charts = analysis::charts(&found)
        .into_iter()
        .map(|chart| ChartView { name: chart.name, title: chart.title, spec: chart.spec })
        .collect();
    let analysis = serde_json::to_value(&found).map_err(|error| {
        Problem::new(Code::Internal, format!("the analysis cannot be written as JSON: {error}"))
    })?;
    Ok(Json(Analyzed { analysis, charts, saved }))
}
