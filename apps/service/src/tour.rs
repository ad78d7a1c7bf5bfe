//! The tour: a small flow that does real work, and an example of how to write a flow.
//!
//! Read it from the top: the declarations, the flow, its child, the agent it calls, the gate, then the contracts. Note
//! that
//! - a flow is an async function over its [`Run`]; all its effects go through the run;
//! - it is declared once, with its name, its version and its types;
//! - parallel work is done by child runs (`run.all`), each with its own journal;
//! - an agent is a contract with ways to fulfil it (`run.call`); which way is a setting;
//! - a gate is a pure function from data to a verdict; asking a person is one call that may take days.
//!
//! If you change the order or the names of the steps, raise the version in the declaration: stored runs must match the
//! version that started them.

mod reading;

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::{Agent, Call, Contract};
use tutti_core::{Finding, Problem, Severity, Verdict};
use tutti_engine::{Flow, FlowEntry, Question, Run, Stop, flow};

/// Judges each text separately, and reports which ones to keep.
pub const TOUR: Flow<TourInput, TourReport> = flow!("tour", version 1, tour, title TourInput::title);

/// Judges one text: measures it, lets the gate decide, and asks a person if the gate blocks it.
pub const TOUR_TEXT: Flow<TextTask, Judged> = flow!("tour_text", version 1, tour_text, title TextTask::title);

pub const FLOWS: [FlowEntry; 2] = [TOUR.entry(), TOUR_TEXT.entry()];

async fn tour(run: Run<'_>, input: TourInput) -> Result<TourReport, Stop> {
    let TourInput { texts, ease_at_least, pause_seconds } = input;
    let tasks =
        texts.into_iter().map(|text| (text.name.clone(), TextTask { text, ease_at_least, pause_seconds }));
    let judged = run.all("texts", &TOUR_TEXT, tasks, AT_ONCE).await?;

    let mut report = TourReport::default();
    for outcome in judged {
        match outcome {
            Ok(judged) if judged.kept => report.kept.push(judged),
            Ok(judged) => report.dropped.push(judged),
            Err(problem) => report.failed.push(problem),
        }
    }
    Ok(report)
}

const AT_ONCE: usize = 4;

async fn tour_text(run: Run<'_>, task: TextTask) -> Result<Judged, Stop> {
    let TextTask { text, ease_at_least, pause_seconds } = task;
    let reading = run.call(&READABILITY, &text).await?;
    if pause_seconds > 0 {
        run.sleep("pause", Duration::from_secs(pause_seconds)).await?;
    }
    let verdict = run.gate("fits_audience", fits_audience(&reading, ease_at_least));
    let kept = if verdict.is_blocked() {
        let question = Question {
            ask: format!("Keep the text `{}` although it is hard to read?", text.name),
            why: verdict.findings().iter().map(|f| f.message.as_str()).collect::<Vec<_>>().join("; "),
            evidence: vec![text.text],
            allowed: vec!["keep".to_owned(), "drop".to_owned()],
        };
        run.ask("keep_or_drop", question, None).await?.as_deref() == Some("keep")
    } else {
        true
    };
    Ok(Judged { name: text.name, ease: reading.ease, kept })
}

/// Measures how hard a text is to read: by counting, or by a model, whose answer is checked against the count.
pub const READABILITY: Agent<Text, Readability> = Agent::new("readability")
    .native(measure)
    .prompt(include_str!("tour/readability.md"))
    .check(agrees_with_count);

fn measure(text: &Text) -> Result<Readability, Problem> {
    reading::measure(&text.text)
}

/// Models count badly and invent quotations; both can be checked.
fn agrees_with_count(text: &Text, said: &Readability) -> Verdict {
    let Ok(counted) = measure(text) else { return Verdict::Pass };
    let mut findings = Vec::new();
    if said.words.abs_diff(counted.words) * 10 > counted.words {
        let message = format!("{} words, not {}", counted.words, said.words);
        findings.push(Finding::new("words_agree", Severity::High, message).at("/words"));
    }
    if !text.text.contains(said.hardest_sentence.trim()) {
        let message = "the text has no such sentence".to_owned();
        findings.push(Finding::new("quote_is_there", Severity::High, message).at("/hardest_sentence"));
    }
    Verdict::from_findings(findings)
}

/// Blocks a text that is much too hard for the audience, and flags one that is a little too hard.
fn fits_audience(reading: &Readability, ease_at_least: f64) -> Verdict {
    let finding = |rule, severity| {
        let message = format!(
            "reading ease {:.1} where at least {ease_at_least:.1} is wanted; the hardest sentence: \"{}\"",
            reading.ease, reading.hardest_sentence
        );
        Finding::new(rule, severity, message).at("/hardest_sentence")
    };
    let findings = if reading.ease < ease_at_least - TOLERANCE {
        vec![finding("much_too_hard", Severity::High)]
    } else if reading.ease < ease_at_least {
        vec![finding("rather_hard", Severity::Medium)]
    } else {
        Vec::new()
    };
    Verdict::from_findings(findings)
}

/// How far below the required ease a text may be to be flagged instead of blocked.
const TOLERANCE: f64 = 20.0;

/// The input of the tour.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TourInput {
    pub texts: Vec<Text>,
    /// Minimum Flesch reading ease: 90 is easy for children, 60 is plain, 30 is academic.
    #[serde(default = "plain")]
    pub ease_at_least: f64,
    /// Pause before each text is judged, so that you can kill the process and watch the run resume.
    #[serde(default)]
    pub pause_seconds: u64,
}

impl TourInput {
    /// These texts for readers of plain prose.
    pub fn new(texts: Vec<Text>, pause_seconds: u64) -> Self {
        Self { texts, ease_at_least: plain(), pause_seconds }
    }

    fn title(&self) -> String {
        let count = self.texts.len();
        format!("{count} sample text{}", if count == 1 { "" } else { "s" })
    }
}

fn plain() -> f64 {
    60.0
}

/// A text with a name.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Text {
    /// Its place in the plan: letters, digits, dashes and underscores.
    pub name: String,
    pub text: String,
}

/// How hard a text is to read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Readability {
    pub words: u32,
    pub sentences: u32,
    /// Flesch reading ease of the whole, to one decimal.
    pub ease: f64,
    pub hardest_sentence: String,
}

/// The result of the tour: texts kept, dropped and failed.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct TourReport {
    pub kept: Vec<Judged>,
    pub dropped: Vec<Judged>,
    pub failed: Vec<Problem>,
}

/// One text, judged.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Judged {
    pub name: String,
    pub ease: f64,
    pub kept: bool,
}

/// The input of the child flow. Not a contract: only the tour uses it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TextTask {
    text: Text,
    ease_at_least: f64,
    pause_seconds: u64,
}

impl TextTask {
    fn title(&self) -> String {
        self.text.name.clone()
    }
}

impl Contract for TourInput {
    const NAME: &'static str = "tour_input";
}

impl Contract for Text {
    const NAME: &'static str = "text";
}

impl Contract for TourReport {
    const NAME: &'static str = "tour_report";
}

impl Contract for Readability {
    const NAME: &'static str = "readability";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.sentences == 0 || self.sentences > self.words {
            let message = format!("{} sentences of {} words", self.sentences, self.words);
            findings.push(Finding::new("sentences_fit_words", Severity::High, message).at("/sentences"));
        }
        findings
    }
}

/// The sample texts of the repository, compiled in.
pub fn samples() -> Vec<Text> {
    [
        ("harbour", include_str!("../../../samples/harbour.md")),
        ("compost", include_str!("../../../samples/compost.md")),
        ("tenancy", include_str!("../../../samples/tenancy.md")),
    ]
    .into_iter()
    .map(|(name, text)| Text { name: name.to_owned(), text: text.trim().to_owned() })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_held_to_the_count() {
        let text = Text { name: "t".into(), text: "The cat sat on the mat.".into() };
        let right = measure(&text).unwrap();
        assert_eq!(agrees_with_count(&text, &right), Verdict::Pass);
        let wrong = Readability { words: 60, hardest_sentence: "A dog barked.".into(), ..right };
        let verdict = agrees_with_count(&text, &wrong);
        let rules: Vec<_> = verdict.findings().iter().map(|finding| finding.rule.as_str()).collect();
        assert_eq!(rules, ["words_agree", "quote_is_there"]);
    }

    #[test]
    fn the_samples_pass_are_flagged_and_are_blocked() {
        let verdicts: Vec<String> = samples()
            .iter()
            .map(|text| {
                let verdict = fits_audience(&measure(text).unwrap(), plain());
                let word = serde_json::to_value(&verdict).unwrap()["verdict"].clone();
                format!("{} {}", text.name, word.as_str().unwrap())
            })
            .collect();
        assert_eq!(verdicts, ["harbour pass", "compost flagged", "tenancy blocked"]);
    }
}
