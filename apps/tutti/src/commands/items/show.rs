//! `tutti items show`: prints one item for a person.

use std::fmt::Write;

use tutti_item::{Body, Difficulty, DifficultySource, Item, Prose, RichText};
use tutti_service::{Setup, items::find};

use super::{existing, no_bank};
use crate::{
    exit::{Ended, Exit},
    output::{Output, Paint, visible},
};

pub(crate) async fn show(setup: &Setup, typed: &str, history: bool, output: &Output) -> Ended {
    let bank = existing(setup).await?.ok_or_else(no_bank)?;
    let item = find(&bank, typed).await?;
    let earlier = if history { bank.history(&item).await? } else { Vec::new() };
    if output.is_json() {
        std::iter::once(&item).chain(&earlier).for_each(|item| output.json_line(item));
        return Ok(Exit::Done);
    }
    output.lines(&visible_item(&item, output.paint));
    for item in &earlier {
        output.lines(&format!("\n{}\n", output.paint.dim(&format!("version {}", item.version))));
        output.lines(&visible_item(item, output.paint));
    }
    Ok(Exit::Done)
}

fn words(text: &RichText) -> String {
    visible(&Prose::read(text).words())
}

fn visible_item(item: &Item, paint: Paint) -> String {
    let mut text = format!("{}\n\n", paint.bold(item.id.as_str()));
    let _ = writeln!(text, "{}\n", words(&item.stem));
    body(item, paint, &mut text);
    solution(item, &mut text);
    about(item, paint, &mut text);
    text
}

fn body(item: &Item, paint: Paint, text: &mut String) {
    let keys = item.body.keys();
    for option in item.options() {
        let mark = if keys.contains(&option.label.as_str()) { paint.good("*") } else { " ".to_owned() };
        let _ = writeln!(text, "{mark} {}  {}", option.label, words(&option.text));
        if let Some(rationale) = &option.rationale {
            let _ = writeln!(text, "     {}", paint.dim(&words(rationale)));
        }
    }
    let answer = match &item.body {
        Body::Flashcard { back } => Some(words(back)),
        body => body.plain_answer(),
    };
    if let Some(answer) = answer {
        let _ = writeln!(text, "{} {}", paint.good("="), visible(&answer));
    }
}

fn solution(item: &Item, text: &mut String) {
    if item.solution.is_empty() {
        return;
    }
    text.push('\n');
    for (i, step) in item.solution.steps.iter().enumerate() {
        let _ = writeln!(text, "{}. {}", i + 1, words(&step.text));
    }
    if let Some(insight) = &item.solution.insight {
        let _ = writeln!(text, "Key idea: {}", words(insight));
    }
}

fn about(item: &Item, paint: Paint, text: &mut String) {
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: String| facts.push(format!("{name} {}", visible(&value)));
    if !item.tags.is_empty() {
        fact("tags", item.tags.iter().cloned().collect::<Vec<_>>().join(", "));
    }
    if let Some(bloom) = item.bloom {
        fact("level", bloom.to_string());
    }
    if let Some(Difficulty { mean, low, high, source }) = item.difficulty {
        let from = match source {
            DifficultySource::Prior => "expected".to_owned(),
            DifficultySource::Data { answers } => format!("from {answers} answers"),
        };
        fact("share right", format!("{mean:.2} ({low:.2} to {high:.2}, {from})"));
    }
    if let Some(seed) = item.seed {
        fact("seed", seed.to_string());
    }
    if !item.aliases.is_empty() {
        fact("also known as", item.aliases.join(", "));
    }
    for span in &item.evidence {
        fact("from", format!("{}: “{}”", span.document, span.quote));
    }
    if item.figure.is_some() {
        fact("with", "a figure".to_owned());
    }
    if item.version > 1 {
        fact("version", item.version.to_string());
    }
    if !facts.is_empty() {
        let _ =
            writeln!(text, "\n{}", facts.iter().map(|fact| paint.dim(fact)).collect::<Vec<_>>().join("\n"));
    }
}
