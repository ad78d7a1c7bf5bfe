//! The round-trip law: any item that is written is read back unchanged.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tutti_core::Severity;
use tutti_item::{Body, Choice, Gap, Image, ImageData, Item, Label, Solution, SolutionStep, Tolerance};

use crate::{About, Format, Inline, Prose, read_as_it_is, write};
use tutti_item::strategies::prose;

const WORDS: &str =
    r"(a|B| |_|\{|\}|:|::|\\\(|\\\)|\[sound:|\]|\[\$\]|<|&|é|\}\}|\{\{c1::|\*|`|\$|\\|,|\.|1){1,6}";

/// A text with one image at most and no gaps.
fn text() -> impl Strategy<Value = String> {
    (prose(), any::<bool>()).prop_map(|(prose, picture)| {
        let mut prose = prose.tidy();
        let mut plain = Prose::default();
        for block in prose.0.drain(..) {
            let mut kept = Prose(vec![block]);
            let mut odd = false;
            kept.visit(&mut |inline| odd |= matches!(inline, Inline::Gap(_) | Inline::Image { .. }));
            if !odd {
                plain.0.append(&mut kept.0);
            }
        }
        let picture = if picture { "\n\n![a picture](p q.png)" } else { "" };
        format!("{}{picture}", plain.tidy().print()).replace("p q", "p-q").trim_start().to_owned()
    })
}

fn body() -> impl Strategy<Value = Body> {
    let choice = (text(), proptest::option::of(text()));
    let label = prop_oneof![Just("A"), Just("1"), Just("ii"), Just("x y"), Just("å"), Just("<")];
    let choices = (prop::collection::vec((choice, label), 2..5), any::<prop::sample::Index>(), any::<bool>());
    prop_oneof![
        choices.prop_map(|(options, key, many)| {
            let mut seen = BTreeSet::new();
            let mut choices = Vec::new();
            for (place, ((text, rationale), label)) in options.into_iter().enumerate() {
                let label = if seen.insert(label) { Label::from(label) } else { Label::at(place + 10) };
                choices.push(Choice { label, text: text.into(), rationale: rationale.map(Into::into) });
            }
            let key = key.get(&choices).label.clone();
            if many {
                Body::MultipleResponse { options: choices, keys: [key].into() }
            } else {
                Body::MultipleChoice { options: choices, key }
            }
        }),
        any::<bool>().prop_map(|answer| Body::TrueFalse { answer }),
        ("-?[0-9]{1,3}(\\.[0-9]{1,3})?", "[0-9]", any::<bool>(), proptest::option::of("[a-z]{1,3}"))
            .prop_map(|(value, by, relative, unit)| {
                let tolerance = if relative { Tolerance::Relative(by) } else { Tolerance::Absolute(by) };
                Body::Numeric { value, tolerance, unit }
            }),
        (prop::collection::vec(WORDS, 1..3), any::<bool>())
            .prop_map(|(accepts, case_sensitive)| Body::ShortAnswer { accepts, case_sensitive }),
        prop::collection::vec((prop::collection::vec(WORDS, 1..3), proptest::option::of("[a-z]{1,4}")), 1..4)
            .prop_map(|gaps| {
                let gap = |(place, (accepts, hint)): (usize, (Vec<String>, Option<String>))| Gap {
                    name: format!("g{}", 9 - place),
                    accepts,
                    hint,
                };
                Body::Cloze { gaps: gaps.into_iter().enumerate().map(gap).collect() }
            }),
        text().prop_map(|back| Body::Flashcard { back: back.into() }),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    let solution = (prop::collection::vec((text(), "[a-z]{0,2}"), 0..3), proptest::option::of(text()));
    let tags = prop::collection::btree_set("[ab_ :\u{3000}]{1,3}", 0..3);
    (text(), body(), solution, tags, any::<bool>()).prop_map(
        |(stem, body, (steps, insight), tags, figure)| {
            let stem = match &body {
                Body::Cloze { gaps } => {
                    let mut all = String::from("x");
                    for gap in gaps.iter().rev() {
                        all.extend([" {{", &gap.name, "}},"]);
                    }
                    format!("{all}\n\n{stem}")
                }
                _ => stem,
            };
            let mut item = Item::new(stem, body);
            let step = |(text, method): (String, String)| SolutionStep {
                text: text.into(),
                methods: if method.is_empty() { Vec::new() } else { vec![method] },
            };
            let steps = steps.into_iter().map(step).collect();
            item.solution = Solution { steps, insight: insight.map(Into::into) };
            item.tags = tags.into_iter().filter(|tag| !tag.trim().is_empty()).collect();
            let image = Image { media_type: "image/png".into(), data: ImageData::inline(b"\x89PNG") };
            item.images.insert("p-q.png".into(), image.clone());
            item.images.insert("an odd (name)".into(), image);
            item.figure = figure.then(|| "<svg></svg>".to_owned());
            item.seed = Some(7);
            tutti_item::normal_form(item)
        },
    )
}

proptest! {
    #[test]
    fn any_item_comes_back(item in item()) {
        // Such as a back without words, or two options that are alike.
        if item.validate().iter().any(|fault| fault.severity == Severity::High) {
            return Ok(());
        }
        let about = About { title: "Law".into(), at: 1 };
        let export = write(Format::Apkg, std::slice::from_ref(&item), &about).unwrap();
        let import = read_as_it_is(Format::Apkg, &export.bytes).unwrap();
        prop_assert_eq!(import.skipped, []);
        prop_assert_eq!(&import.items, &[item]);
    }
}
