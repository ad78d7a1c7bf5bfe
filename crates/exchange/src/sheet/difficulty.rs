//! A difficulty in a cell: `0.6 (0.4 to 0.8)`, with `, 143 answers` if it was measured.

use tutti_item::{Difficulty, DifficultySource};

/// How sure a bare `0.6` is.
const HALF_WIDTH: f64 = 0.2;

pub(super) fn print(difficulty: &Difficulty) -> String {
    let Difficulty { mean, low, high, source } = difficulty;
    let answers = match source {
        DifficultySource::Prior => String::new(),
        DifficultySource::Data { answers } => format!(", {answers} answers"),
    };
    format!("{mean} ({low} to {high}){answers}")
}

pub(super) fn read(text: &str) -> Option<Difficulty> {
    let share = |text: &str| -> Option<f64> {
        let value = match text.trim().strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
            None => text.trim().parse::<f64>().ok()?,
        };
        (0.0..=1.0).contains(&value).then_some(value)
    };
    let Some((mean, rest)) = text.split_once('(') else {
        let mean = share(text)?;
        let (low, high) = ((mean - HALF_WIDTH).max(0.0), (mean + HALF_WIDTH).min(1.0));
        return Some(Difficulty { mean, low, high, source: DifficultySource::Prior });
    };
    let (interval, rest) = rest.split_once(')')?;
    let (low, high) = interval.split_once("to").or_else(|| interval.split_once('–'))?;
    let source = match rest.trim() {
        "" => DifficultySource::Prior,
        rest => {
            let answers = rest.strip_prefix(',')?.trim().strip_suffix("answers")?.trim().parse().ok()?;
            DifficultySource::Data { answers }
        }
    };
    Some(Difficulty { mean: share(mean)?, low: share(low)?, high: share(high)?, source })
}
