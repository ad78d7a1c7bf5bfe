//! The conditions an item must meet before its wording is checked.

use std::collections::BTreeSet;

use tutti_core::{Finding, Severity};

use crate::text::normalise;
use crate::{
    Body, Choice, Difficulty, DifficultySource, Item, ItemId, Label, Part, RichText, Tolerance, parse_number,
};

impl Item {
    /// Everything that is wrong with the form. Empty for an item that can be asked and marked.
    pub fn validate(&self) -> Vec<Finding> {
        let mut faults = Faults::default();
        if self.id.is_empty() {
            faults.add("id_missing", Severity::Low, "the item has no id yet", "/id");
        } else if self.id != ItemId::of(self) {
            let message = format!("the id is {}, the content gives {}", self.id, ItemId::of(self));
            faults.add("id_stale", Severity::Medium, message, "/id");
        }
        faults.check_filled("stem_empty", &self.stem, "/stem");
        self.texts(&mut |text, pointer| {
            faults.maths(text, &pointer);
            for part in text.parts() {
                if let Part::Image { name, .. } = part
                    && !self.images.contains_key(name)
                {
                    let message = format!("there is no image called `{name}`");
                    faults.add("image_missing", Severity::High, message, &pointer);
                }
            }
        });
        self.validate_body(&mut faults);
        for (name, image) in &self.images {
            if matches!(image.data, crate::ImageData::Base64(_)) && image.data.bytes().is_none() {
                let message = format!("the image `{name}` is not base64");
                faults.add("image_broken", Severity::High, message, &format!("/images/{name}"));
            }
        }
        for (i, span) in self.evidence.iter().enumerate() {
            if span.quote.trim().is_empty() {
                faults.add(
                    "evidence_empty",
                    Severity::Medium,
                    "the quote is empty",
                    &format!("/evidence/{i}/quote"),
                );
            }
        }
        if let Some(figure) = self.figure.as_deref().filter(|svg| !svg.trim_start().starts_with('<')) {
            let start: String = figure.chars().take(20).collect();
            faults.add(
                "figure_not_svg",
                Severity::High,
                format!("the figure starts with `{start}`"),
                "/figure",
            );
        }
        if let Some(difficulty) = self.difficulty {
            faults.difficulty(difficulty);
        }
        if self.version == 0 {
            faults.add("version_zero", Severity::Low, "versions count from 1", "/version");
        }
        faults.0
    }

    fn validate_body(&self, faults: &mut Faults) {
        match &self.body {
            Body::MultipleChoice { options, key } => {
                self.validate_options(options, faults);
                faults.key(key, options, "/body/key");
            }
            Body::MultipleResponse { options, keys } => {
                self.validate_options(options, faults);
                if keys.is_empty() {
                    faults.add("key_missing", Severity::High, "no option is a key", "/body/keys");
                }
                for key in keys {
                    faults.key(key, options, "/body/keys");
                }
            }
            Body::TrueFalse { .. } => {}
            Body::Numeric { value, tolerance, .. } => {
                faults.number(value, "/body/value");
                if let Tolerance::Absolute(by) | Tolerance::Relative(by) = tolerance {
                    faults.number(by, "/body/tolerance");
                    if parse_number(by).is_some_and(|by| by < 0.0) {
                        let message = format!("the tolerance {by} is negative");
                        faults.add("tolerance_negative", Severity::High, message, "/body/tolerance");
                    }
                }
            }
            Body::ShortAnswer { accepts, .. } => faults.answers(accepts, "/body/accepts"),
            Body::Cloze { gaps } => {
                let marked: Vec<&str> = gap_marks(self.stem.as_str());
                if gaps.is_empty() {
                    faults.add("gaps_missing", Severity::High, "there is no gap to fill", "/body/gaps");
                }
                let mut seen = BTreeSet::new();
                for (i, gap) in gaps.iter().enumerate() {
                    faults.answers(&gap.accepts, &format!("/body/gaps/{i}/accepts"));
                    let pointer = format!("/body/gaps/{i}/name");
                    if !seen.insert(&gap.name) {
                        let message = format!("two gaps are called `{}`", gap.name);
                        faults.add("gap_repeated", Severity::High, message, &pointer);
                    }
                    if marked.iter().filter(|mark| **mark == gap.name).count() != 1 {
                        let message = format!("`{{{{{}}}}}` must occur in the stem exactly once", gap.name);
                        faults.add("gap_unmarked", Severity::High, message, &pointer);
                    }
                }
                for mark in marked.iter().filter(|mark| !gaps.iter().any(|gap| gap.name == **mark)) {
                    let message = format!("the gap `{{{{{mark}}}}}` is not defined");
                    faults.add("gap_unknown", Severity::High, message, "/stem");
                }
            }
            Body::Flashcard { back } => faults.check_filled("back_empty", back, "/body/back"),
        }
    }

    fn validate_options(&self, options: &[Choice], faults: &mut Faults) {
        if !(2..=8).contains(&options.len()) {
            let message = format!("{} options; two to eight are allowed", options.len());
            faults.add("option_count", Severity::High, message, "/body/options");
        }
        let (mut labels, mut texts) = (BTreeSet::new(), BTreeSet::new());
        for (i, option) in options.iter().enumerate() {
            faults.check_filled("option_empty", &option.text, &format!("/body/options/{i}/text"));
            if option.label.as_str().trim().is_empty() || !labels.insert(&option.label) {
                let message = format!("the label `{}` is empty or used twice", option.label);
                faults.add("label_repeated", Severity::High, message, &format!("/body/options/{i}/label"));
            }
            if !texts.insert(normalise(option.text.as_str(), &self.images)) {
                let message =
                    format!("option {} says the same as one before it: {}", option.label, option.text);
                faults.add("option_repeated", Severity::High, message, &format!("/body/options/{i}/text"));
            }
        }
    }

    /// Every text of the item with its place.
    fn texts(&self, see: &mut dyn FnMut(&RichText, String)) {
        see(&self.stem, "/stem".to_owned());
        for (i, option) in self.options().iter().enumerate() {
            see(&option.text, format!("/body/options/{i}/text"));
            if let Some(rationale) = &option.rationale {
                see(rationale, format!("/body/options/{i}/rationale"));
            }
        }
        if let Body::Flashcard { back } = &self.body {
            see(back, "/body/back".to_owned());
        }
        for (i, step) in self.solution.steps.iter().enumerate() {
            see(&step.text, format!("/solution/steps/{i}/text"));
        }
        if let Some(insight) = &self.solution.insight {
            see(insight, "/solution/insight".to_owned());
        }
    }
}

/// The names in `{{name}}`, outside maths, where doubled braces are LaTeX.
fn gap_marks(stem: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for part in crate::text::parts(stem) {
        let Part::Text(mut text) = part else { continue };
        while let Some((_, after)) = text.split_once("{{") {
            let Some((name, rest)) = after.split_once("}}") else { break };
            names.push(name.trim());
            text = rest;
        }
    }
    names
}

#[derive(Default)]
struct Faults(Vec<Finding>);

impl Faults {
    fn add(&mut self, rule: &str, severity: Severity, message: impl Into<String>, pointer: &str) {
        self.0.push(Finding::new(rule, severity, message).at(pointer));
    }

    fn check_filled(&mut self, rule: &str, text: &RichText, pointer: &str) {
        if text.as_str().trim().is_empty() {
            self.add(rule, Severity::High, "the text is empty", pointer);
        }
    }

    fn maths(&mut self, text: &RichText, pointer: &str) {
        if !text.maths_is_balanced() {
            let message = format!("a maths delimiter is not closed in: {text}");
            self.add("maths_unbalanced", Severity::High, message, pointer);
        }
    }

    fn key(&mut self, key: &Label, options: &[Choice], pointer: &str) {
        if !options.iter().any(|option| option.label == *key) {
            self.add("key_unknown", Severity::High, format!("the key `{key}` is not an option"), pointer);
        }
    }

    fn number(&mut self, text: &str, pointer: &str) {
        if parse_number(text).is_none() {
            self.add("not_a_number", Severity::High, format!("`{text}` is not a number"), pointer);
        }
    }

    fn answers(&mut self, accepts: &[String], pointer: &str) {
        if accepts.iter().all(|answer| answer.trim().is_empty()) {
            self.add("answer_missing", Severity::High, "no answer is accepted", pointer);
        }
    }

    fn difficulty(&mut self, difficulty: Difficulty) {
        let Difficulty { mean, low, high, source } = difficulty;
        if !(0.0 <= low && low <= mean && mean <= high && high <= 1.0) {
            let message = format!("{low} ≤ {mean} ≤ {high} must hold between 0 and 1");
            self.add("difficulty_range", Severity::Medium, message, "/difficulty");
        }
        if source == (DifficultySource::Data { answers: 0 }) {
            self.add(
                "difficulty_source",
                Severity::Medium,
                "a difficulty from zero answers is a prior, not data",
                "/difficulty",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: &[&str]) {
        let item: Item = serde_json::from_str(json).unwrap();
        let rules: Vec<_> =
            item.with_content_id().validate().into_iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, expected, "{json}");
    }

    #[test]
    fn sound_items_of_every_kind() {
        for body in [
            r#"{"kind":"multiple_choice","options":[{"label":"A","text":"1"},{"label":"B","text":"2"}],"key":"B"}"#,
            r#"{"kind":"multiple_response","options":[{"label":"A","text":"1"},{"label":"B","text":"2"}],"keys":["A"]}"#,
            r#"{"kind":"true_false","answer":true}"#,
            r#"{"kind":"numeric","value":"3/4","tolerance":{"absolute":"0.01"},"unit":"m"}"#,
            r#"{"kind":"numeric","value":"2"}"#,
            r#"{"kind":"short_answer","accepts":["osmosis"]}"#,
            r#"{"kind":"flashcard","back":"b"}"#,
        ] {
            check(&format!(r#"{{"stem":"Q","body":{body}}}"#), &[]);
        }
        check(
            r#"{"stem":"A {{x}} \\(\\frac{{a}}{b}\\)","body":{"kind":"cloze","gaps":[{"name":"x","accepts":["y"]}]}}"#,
            &[],
        );
    }

    #[test]
    fn each_fault_has_its_name() {
        let choice = |options: &str, key: &str| {
            format!(
                r#"{{"stem":"Q","body":{{"kind":"multiple_choice","options":[{options}],"key":"{key}"}}}}"#
            )
        };
        check(&choice(r#"{"label":"A","text":"1"}"#, "A"), &["option_count"]);
        check(&choice(r#"{"label":"A","text":"1"},{"label":"B","text":"2"}"#, "C"), &["key_unknown"]);
        check(&choice(r#"{"label":"A","text":"1"},{"label":"A","text":"2"}"#, "A"), &["label_repeated"]);
        check(&choice(r#"{"label":"A","text":"1"},{"label":"B","text":" 1 "}"#, "A"), &["option_repeated"]);
        check(
            &choice(r#"{"label":"A","text":"\\(1"},{"label":"B","text":""}"#, "A"),
            &["maths_unbalanced", "option_empty"],
        );
        check(r#"{"stem":" ","body":{"kind":"true_false","answer":true}}"#, &["stem_empty"]);
        check(r#"{"stem":"![a](b)","body":{"kind":"true_false","answer":true}}"#, &["image_missing"]);
        check(
            r#"{"stem":"Q","body":{"kind":"numeric","value":"x","tolerance":{"relative":"-1"}}}"#,
            &["not_a_number", "tolerance_negative"],
        );
        check(r#"{"stem":"Q","body":{"kind":"short_answer","accepts":[""]}}"#, &["answer_missing"]);
        check(
            r#"{"stem":"{{a}}","body":{"kind":"cloze","gaps":[{"name":"b","accepts":["y"]}]}}"#,
            &["gap_unmarked", "gap_unknown"],
        );
        check(
            r#"{"stem":"Q","body":{"kind":"flashcard","back":""},"difficulty":{"mean":0.9,"low":0.1,"high":0.5}}"#,
            &["back_empty", "difficulty_range"],
        );
        check(
            r#"{"stem":"Q","body":{"kind":"true_false","answer":true},"figure":"png","version":0}"#,
            &["figure_not_svg", "version_zero"],
        );
    }

    #[test]
    fn a_stale_id_is_noticed_and_a_revision_remembers() {
        let mut item = Item::multiple_choice("Which?", ["a", "b"], 0);
        assert_eq!(item.validate(), []);
        let mended = item.next_version(|item| item.body = Item::multiple_choice("", ["a", "b"], 1).body);
        assert_eq!((mended.version, &mended.id), (2, &item.id));
        assert_eq!(mended.previous.unwrap().hash, item.content_hash());
        item.stem = "Which one?".into();
        assert_eq!(item.validate()[0].rule, "id_stale");
    }
}
