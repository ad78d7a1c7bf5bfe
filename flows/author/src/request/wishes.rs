//! Wishes that a request states in words: how many options, how many questions of a level, samples to be sorted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TaskRequest;
use crate::status::Flag;

/// The wishes of a request, as numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wishes {
    /// Of a question, if it was said.
    pub options: Option<usize>,
    /// Questions of each level, if it was said.
    pub per_level: Option<usize>,
    /// Whether samples are to be sorted by the reference.
    pub extract: bool,
    /// The additional prompts as they were given, for the writer.
    pub words: Vec<String>,
}

/// The most questions of a level: eighteen tasks have six.
const MOST_PER_LEVEL: usize = 12;

impl Wishes {
    /// What cannot be met is flagged, and the default is used.
    pub fn of(request: &TaskRequest) -> (Self, Vec<Flag>) {
        let mut flags = Vec::new();
        let format = request.cq_format.to_lowercase();
        let mut options = number_before(&format, &["option", "choice", "alternative"])
            .or_else(|| format.trim().parse().ok());
        if let Some(count) = options.filter(|count| !(4..=5).contains(count)) {
            let detail = format!("{count} options are asked for; a question has 4 or 5, and gets 5");
            flags.push(Flag::new("options_unsupported", detail));
            options = None;
        }
        if format.contains("multi")
            && !format.contains("multiple choice")
            && !format.contains("multiple-choice")
        {
            let detail = "more than one right answer is asked for; a question has one".to_owned();
            flags.push(Flag::new("format_unsupported", detail));
        }
        let prompts = request.additional_prompts.to_lowercase();
        let each =
            number_before(&prompts, &["per level", "per bloom", "questions per", "cqs per", "a level"]);
        let total = number_before(&prompts, &["questions in total", "questions total", "cqs in total"]);
        let mut per_level = each.or(total.map(|total| total.div_ceil(3)));
        if let Some(count) = per_level.filter(|count| !(1..=MOST_PER_LEVEL).contains(count)) {
            let detail =
                format!("{count} questions of a level are asked for; 1 to {MOST_PER_LEVEL} are made");
            flags.push(Flag::new("count_unsupported", detail));
            per_level = None;
        }
        let extract = prompts.contains("extract") && prompts.contains("sample");
        let words = request.additional_prompts.lines().map(str::trim).filter(|line| !line.is_empty());
        (Self { options, per_level, extract, words: words.map(str::to_owned).collect() }, flags)
    }
}

/// The number in the words before the first of these, such as 6 in `6 questions per level`.
fn number_before(text: &str, words: &[&str]) -> Option<usize> {
    const NAMES: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let number = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.parse().ok().or_else(|| NAMES.iter().position(|name| *name == word))
    };
    let mut ends = words.iter().filter_map(|word| text.find(word));
    ends.find_map(|end| text[..end].split([' ', '-', ',', '\n', '(']).rev().take(4).find_map(number))
}
