//! Views of items.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use tutti_core::Severity;
use tutti_exchange::{html, line_html};
use tutti_item::{Body, Difficulty, Item, Prose, RichText};
use tutti_service::items::flaws_of;

/// An item in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ItemSummary {
    pub(crate) id: String,
    pub(crate) version: u32,
    pub(crate) kind: String,
    pub(crate) stem_html: String,
    pub(crate) tags: Vec<String>,
    /// The flow that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) flow: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bloom: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) difficulty: Option<Difficulty>,
    pub(crate) has_figure: bool,
}

impl ItemSummary {
    pub(crate) fn of(item: &Item) -> Self {
        Self {
            id: item.id.to_string(),
            version: item.version,
            kind: item.body.kind().to_owned(),
            stem_html: line_html(&item.stem, &item.images),
            tags: item.tags.iter().cloned().collect(),
            flow: item.provenance.flow.clone(),
            bloom: item.bloom.map(|bloom| bloom.to_string()),
            difficulty: item.difficulty,
            has_figure: item.figure.is_some(),
        }
    }
}

/// An item with its flaws and versions.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ItemWhole {
    pub(crate) item: Item,
    pub(crate) view: View,
    pub(crate) flaws: Vec<FlawView>,
    /// Earlier versions, latest first.
    pub(crate) versions: Vec<Version>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Version {
    pub(crate) version: u32,
    pub(crate) hash: String,
}

/// An item without its history, for a preview or an earlier version.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Preview {
    pub(crate) item: Item,
    pub(crate) view: View,
    pub(crate) flaws: Vec<FlawView>,
}

impl Preview {
    pub(crate) fn of(item: Item) -> Self {
        Self { view: View::of(&item), flaws: flaws(&item), item }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct FlawView {
    pub(crate) item: String,
    pub(crate) rule: String,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    /// The offending words.
    pub(crate) quote: String,
}

pub(crate) fn flaws(item: &Item) -> Vec<FlawView> {
    let shown = |flaw: tutti_service::items::Flaw| FlawView {
        item: flaw.item,
        rule: flaw.rule,
        severity: flaw.severity,
        message: flaw.title,
        quote: flaw.quote,
    };
    flaws_of(item).into_iter().map(shown).collect()
}

/// An item as the page shows it. Fields ending in `_html` hold safe HTML, with formulas as MathML.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct View {
    pub(crate) stem_html: String,
    /// An image as a data URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) figure: Option<String>,
    pub(crate) options: Vec<OptionView>,
    /// The answer of a kind without options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answer_html: Option<String>,
    pub(crate) solution_html: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) insight_html: Option<String>,
    pub(crate) evidence: Vec<EvidenceView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct OptionView {
    pub(crate) label: String,
    pub(crate) html: String,
    /// Why it is right, or the wrong path that leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rationale_html: Option<String>,
    pub(crate) correct: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct EvidenceView {
    pub(crate) document: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) block: Option<String>,
    pub(crate) quote: String,
}

impl View {
    pub(crate) fn of(item: &Item) -> Self {
        let line = |text: &RichText| line_html(text, &item.images);
        let keys = item.body.keys();
        let options = item.options().iter().map(|option| OptionView {
            label: option.label.to_string(),
            html: line(&option.text),
            rationale_html: option.rationale.as_ref().map(line),
            correct: keys.contains(&option.label.as_str()),
        });
        let evidence = item.evidence.iter().map(|span| EvidenceView {
            document: span.document.clone(),
            block: span.block.clone(),
            quote: span.quote.clone(),
        });
        Self {
            stem_html: html(&item.stem, &item.images),
            figure: item.figure.as_deref().map(figure),
            options: options.collect(),
            answer_html: answer(&item.body).as_ref().map(line),
            solution_html: item.solution.steps.iter().map(|step| line(&step.text)).collect(),
            insight_html: item.solution.insight.as_ref().map(line),
            evidence: evidence.collect(),
        }
    }
}

/// A figure as a data URL: an image cannot run scripts.
pub(crate) fn figure(svg: &str) -> String {
    format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg))
}

/// The answer of a kind that has no options.
fn answer(body: &Body) -> Option<RichText> {
    match body {
        Body::Flashcard { back } => Some(back.clone()),
        _ => body.plain_answer().map(|text| Prose::plain(&text).print()),
    }
}
