//! Item analysis: statistics and charts from a table of answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tutti_bank::Bank;
use tutti_core::{Code, Problem, Work};
use tutti_item::{Body, Difficulty, DifficultySource, Item};
use tutti_psychometrics::{Analysis, AnalyzeOptions, Blank, CsvReading, ItemAnalysis, PersonColumn, charts};
use tutti_store::Millis;

/// A request to analyse a table of answers.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyzeRequest {
    /// Keys of items that are not in the bank, as ITEM=OPTION.
    #[serde(default, alias = "key")]
    pub keys: Vec<String>,
    /// Column with the person's name; detected if omitted.
    pub person: Option<String>,
    /// Save the measured difficulty with the items in the bank.
    #[serde(default)]
    pub save: bool,
}

/// How empty cells count.
#[derive(Debug, Clone)]
pub struct Counting {
    pub blank: Blank,
    /// Whether empty cells at the end of a row count as not reached.
    pub trailing_not_reached: bool,
    pub options: AnalyzeOptions,
}

impl Default for Counting {
    fn default() -> Self {
        Self { blank: Blank::Omitted, trailing_not_reached: true, options: AnalyzeOptions::default() }
    }
}

/// The items of a bank, by id and by every alias.
pub type Known = BTreeMap<String, Item>;

pub async fn items_by_name(bank: &Bank) -> Result<Known, Problem> {
    let mut known = BTreeMap::new();
    for item in bank.list(&tutti_bank::Filter::default()).await? {
        for name in item.aliases.iter().cloned().chain([item.id.to_string()]) {
            known.insert(name, item.clone());
        }
    }
    Ok(known)
}

/// Analyses a table. `name` is the name of the table, for messages.
pub fn analyze(
    name: &str,
    bytes: Vec<u8>,
    known: &Known,
    request: &AnalyzeRequest,
    counting: &Counting,
) -> Result<Analysis, Problem> {
    analyze_watched(name, bytes, known, request, counting, &Work::new())
}

/// As [`analyze`], for a caller who watches the progress and may abandon the work.
pub fn analyze_watched(
    name: &str,
    bytes: Vec<u8>,
    known: &Known,
    request: &AnalyzeRequest,
    counting: &Counting,
    work: &Work,
) -> Result<Analysis, Problem> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Problem::new(Code::BadInput, format!("{name}: byte {at}: the text is not UTF-8"))
            .hint("save the table as CSV in UTF-8")
    })?;
    let reading = reading(request, counting.blank, known, text.lines().next().unwrap_or_default())?;
    let responses = tutti_psychometrics::read_csv(&text, &reading).map_err(|error| {
        Problem::new(
            Code::BadInput,
            format!("{name}: line {}, cell {}: {}", error.line, error.column, error.fault),
        )
        .hint("one row per person, one column per item; cells hold options, or 1 and 0")
        .hint("set the key of an item that is not in the bank with `--key ITEM=OPTION`")
    })?;
    let responses =
        if counting.trailing_not_reached { responses.trailing_blanks_not_reached() } else { responses };
    Ok(tutti_psychometrics::analyze_watched(&responses, &counting.options, work)?)
}

/// Keys and options of the items in the columns of the table.
fn reading(
    request: &AnalyzeRequest,
    blank: Blank,
    known: &Known,
    header: &str,
) -> Result<CsvReading, Problem> {
    let columns: Vec<&str> =
        header.split([',', ';', '\t']).map(|name| name.trim().trim_matches('"')).collect();
    let mut reading = CsvReading {
        person: match request.person.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
            Some(name) => PersonColumn::Named(name.to_owned()),
            None => PersonColumn::Guess,
        },
        blank,
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
    for pair in &request.keys {
        let Some((item, option)) = pair.split_once('=') else {
            let detail = format!("`{pair}` is not a key; write ITEM=OPTION, such as Q3=B");
            return Err(Problem::new(Code::BadInput, detail).at("/keys"));
        };
        reading.key.insert(item.trim().to_owned(), option.trim().to_owned());
        reading.options.remove(item.trim());
    }
    Ok(reading)
}

/// A chart of an analysis, as Vega-Lite.
#[derive(Debug, Clone)]
pub struct Chart {
    pub name: String,
    pub title: String,
    pub spec: Value,
}

/// Every chart for which there are enough data.
pub fn charts(analysis: &Analysis) -> Vec<Chart> {
    let chart = |name: String, title: String, spec: Option<Value>| Some(Chart { name, title, spec: spec? });
    let options = analysis.items.iter().enumerate().map(|(i, item)| {
        let title = format!("Options chosen: {}", item.id);
        chart(format!("options-{}", i + 1), title, charts::distractor_curves(item))
    });
    [
        ("item-map", "Difficulty and discrimination of each item", Some(charts::item_map(analysis))),
        ("scores", "Scores", Some(charts::score_histogram(analysis))),
        ("curves", "Probability of a correct answer", charts::characteristic_curves(analysis)),
        ("information", "Information by ability", charts::information_curves(analysis)),
    ]
    .into_iter()
    .map(|(name, title, spec)| chart(name.to_owned(), title.to_owned(), spec))
    .chain(options)
    .flatten()
    .collect()
}

/// Saves the measured difficulties in the bank, as a new version of each item with answers. Returns the number saved.
pub async fn save(bank: &Bank, analysis: &Analysis, known: &Known, at: Millis) -> Result<usize, Problem> {
    let mut saved = 0;
    for found in &analysis.items {
        if let Some(item) = known.get(&found.id)
            && let Some(difficulty) = measured_difficulty(found)
            && item.difficulty != Some(difficulty)
        {
            let next = item.next_version(|item| item.difficulty = Some(difficulty));
            saved += usize::from(bank.replace(item, &next, at).await?);
        }
    }
    Ok(saved)
}

/// The share right with its 95 % interval after Wilson, which stays between 0 and 1.
fn measured_difficulty(found: &ItemAnalysis) -> Option<Difficulty> {
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
