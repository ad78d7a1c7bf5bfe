//! Properties that hold for any item and any bytes, for QTI and Canvas packages.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tutti_core::Severity;
use tutti_item::{
    Body, Choice, Gap, Image, ImageData, Item, Label, RichText, Solution, SolutionStep, Tolerance,
    normal_form,
};

use crate::{About, Format, Inline, Prose, read, read_as_it_is, write};

const FORMATS: [Format; 3] = [Format::Qti22, Format::Qti3, Format::Canvas];

/// A text without gaps, with images of names that files may have: others are renamed on the way.
fn text() -> impl Strategy<Value = RichText> {
    tutti_item::strategies::prose().prop_map(|prose| {
        let prose = prose.renamed_gaps(&|_| Some(String::new())).tidy();
        let text = prose.print();
        let mut is_file = true;
        prose.visit(&mut |inline| {
            if let Inline::Image { name, .. } = inline {
                is_file &= name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
                    && name.contains(char::is_alphanumeric);
            }
        });
        if !is_file || text.as_str().is_empty() || text.as_str().contains("{{") {
            "x & <y>".into()
        } else {
            text
        }
    })
}

fn options() -> impl Strategy<Value = Vec<Choice>> {
    let option = (text(), prop::option::of(text()));
    (prop::collection::vec(option, 2..5), any::<bool>()).prop_map(|(options, by_number)| {
        let label = |i: usize| if by_number { Label((i + 1).to_string()) } else { Label::at(i) };
        let option = |(i, (text, rationale)): (usize, (RichText, _))| {
            let text = RichText::new(format!("option {i}: {}", text.as_str()));
            Choice { label: label(i), text, rationale }
        };
        options.into_iter().enumerate().map(option).collect()
    })
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (-1000_i32..1000, 0_u32..1000).prop_map(|(whole, part)| format!("{whole}.{part}")),
        (-99_i32..99, 1_u32..99).prop_map(|(top, bottom)| format!("{top}/{bottom}")),
        (1_u32..99, -9_i32..9).prop_map(|(digits, power)| format!("{digits}e{power}")),
    ]
}

fn size() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("0.05".to_owned()),
        Just("1/8".to_owned()),
        Just("2%".to_owned()),
        (1_u32..100).prop_map(|part| format!("0.{part}"))
    ]
}

fn body() -> impl Strategy<Value = (RichText, Body)> {
    let answers = || prop::collection::vec("[a-zåé<&'\"-]{1,6}( [A-Z0-9]{1,3})?", 1..3);
    let tolerance = prop_oneof![
        Just(Tolerance::Exact),
        size().prop_map(Tolerance::Absolute),
        size().prop_map(Tolerance::Relative)
    ];
    let gaps =
        prop::collection::vec(("[a-z]{1,4}( [a-z])?", answers(), prop::option::of("[a-z <&]{1,5}")), 1..3);
    prop_oneof![
        (text(), options(), 0..2_usize).prop_map(|(stem, options, key)| {
            let key = options[key].label.clone();
            (stem, Body::MultipleChoice { options, key })
        }),
        (text(), options()).prop_map(|(stem, options)| {
            let keys = options.iter().skip(1).map(|option| option.label.clone()).collect();
            (stem, Body::MultipleResponse { options, keys })
        }),
        (text(), any::<bool>()).prop_map(|(stem, answer)| (stem, Body::TrueFalse { answer })),
        (text(), number(), tolerance, prop::option::of("[a-z/^0-9]{1,4}"))
            .prop_map(|(stem, value, tolerance, unit)| (stem, Body::Numeric { value, tolerance, unit })),
        (text(), answers(), any::<bool>()).prop_map(|(stem, accepts, case_sensitive)| (
            stem,
            Body::ShortAnswer { accepts, case_sensitive }
        )),
        (text(), gaps).prop_map(|(stem, gaps)| {
            let mut stem = format!("[a] {}", stem.as_str());
            let mut made: Vec<Gap> = Vec::new();
            for (name, accepts, hint) in gaps {
                if !made.iter().any(|gap| gap.name == name) {
                    stem.extend(["\n\na {{", &name, "}} b"]);
                    let hint = hint.filter(|hint| hint.trim() == hint && !hint.is_empty());
                    made.push(Gap { name, accepts, hint });
                }
            }
            (RichText::new(stem), Body::Cloze { gaps: made })
        }),
        (text(), text()).prop_map(|(stem, back)| (stem, Body::Flashcard { back })),
    ]
}

/// A sound item with an image for each that its texts name.
fn item() -> impl Strategy<Value = Item> {
    let solution = (prop::collection::vec(text(), 0..3), prop::option::of(text()));
    let known = (prop::option::of(any::<u64>()), prop::collection::btree_set("[a-z&<]{1,5}", 0..3));
    let language = prop::option::of(prop_oneof![Just("nb"), Just("en-GB"), Just("not a tag")]);
    (body(), solution, known, language).prop_filter_map(
        "sound",
        |((stem, body), (steps, insight), (seed, tags), language)| {
            let mut item = Item::new(stem, body);
            let steps = steps.into_iter().map(|text| SolutionStep { text, methods: Vec::new() }).collect();
            item.solution = Solution { steps, insight };
            (item.seed, item.tags, item.language) = (seed, tags, language.map(str::to_owned));
            let mut item = normal_form(item);
            item.images = images(&item);
            let item = normal_form(item);
            let is_sound = item.validate().iter().all(|fault| fault.severity != Severity::High);
            is_sound.then_some(item)
        },
    )
}

fn images(item: &Item) -> BTreeMap<String, Image> {
    let mut texts = vec![&item.stem];
    texts.extend(
        item.options().iter().flat_map(|option| [Some(&option.text), option.rationale.as_ref()]).flatten(),
    );
    texts.extend(item.solution.steps.iter().map(|step| &step.text).chain(&item.solution.insight));
    if let Body::Flashcard { back } = &item.body {
        texts.push(back);
    }
    let mut images = BTreeMap::new();
    for text in texts {
        Prose::read(text).visit(&mut |inline| {
            if let Inline::Image { name, .. } = inline {
                let bytes = [b"\x89PNG ", name.as_bytes()].concat();
                let image = Image { media_type: "image/png".into(), data: ImageData::inline(&bytes) };
                images.insert(name.clone(), image);
            }
        });
    }
    images
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn any_item_comes_back_without_its_listed_losses(item in item()) {
        for format in FORMATS {
            let about = About { title: "A & b".into(), at: 0 };
            let export = write(format, std::slice::from_ref(&item), &about).unwrap();
            if !export.left_out.is_empty() {
                continue;
            }
            let mut expected = item.clone();
            export.losses.iter().for_each(|loss| loss.aspect.remove(&mut expected));
            let import = read_as_it_is(format, &export.bytes);
            prop_assert_eq!(import.map(|import| import.items), Ok(vec![normal_form(expected)]), "{}", format);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for format in FORMATS {
            let _ = read(format, &bytes);
        }
    }

    /// A sound package with bytes of its documents changed: read or refused, never a panic.
    #[test]
    fn any_damage_is_read_or_refused(item in item(), at in any::<prop::sample::Index>(), with in "[<>/\"a&;0]{0,4}") {
        use tutti_untrusted::Archive;

        use crate::archive::pack;
        for format in FORMATS {
            let export = write(format, std::slice::from_ref(&item), &About { title: "t".into(), at: 0 }).unwrap();
            let mut archive = Archive::open(&export.bytes).unwrap();
            let mut files = Vec::new();
            for name in archive.names() {
                let mut bytes = archive.read(&name).unwrap().unwrap();
                if let Ok(text) = std::str::from_utf8(&bytes) {
                    let place = (0..=at.index(text.len() + 1)).rev().find(|i| text.is_char_boundary(*i)).unwrap();
                    let damaged = format!("{}{with}{}", &text[..place], text.get(place + 3..).unwrap_or_default());
                    bytes = damaged.into_bytes();
                }
                files.push((name, bytes));
            }
            let packed = pack("test", files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))).unwrap();
            let _ = read(format, &packed);
        }
    }
}
