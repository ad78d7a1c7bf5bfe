//! Aspects stored as tags, for formats that have tags and no better place: `tutti:seed:7`.
//!
//! People who read the tags in another system understand them, and none of the systems we know changes them.

use std::collections::BTreeMap;

use tutti_item::{Body, Difficulty, DifficultySource, Item};

use crate::{Aspect, Inline, Prose};

const PREFIX: &str = "tutti:";

/// The item's own tags and one for each of the `aspects` it has. Only aspects named in the arms below can be
/// carried so.
pub(crate) fn tags(item: &Item, aspects: &[Aspect]) -> Vec<String> {
    let mut tags: Vec<String> = item.tags.iter().cloned().collect();
    for aspect in aspects {
        let values: Vec<String> = match aspect {
            Aspect::Aliases => item.aliases.iter().map(|alias| format!("alias:{alias}")).collect(),
            Aspect::Language => item.language.iter().map(|language| format!("language:{language}")).collect(),
            Aspect::Bloom => item.bloom.iter().map(|bloom| format!("bloom:{bloom}")).collect(),
            Aspect::Seed => item.seed.iter().map(|seed| format!("seed:{seed}")).collect(),
            Aspect::Difficulty => item.difficulty.iter().map(difficulty).collect(),
            Aspect::Unit => match &item.body {
                Body::Numeric { unit: Some(unit), .. } => vec![format!("unit:{unit}")],
                _ => Vec::new(),
            },
            Aspect::GapNames => gap_names(item),
            Aspect::CaseSensitive => match &item.body {
                Body::ShortAnswer { case_sensitive: true, .. } => vec!["case:sensitive".to_owned()],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        tags.extend(values.into_iter().map(|value| format!("{PREFIX}{value}")));
    }
    tags
}

/// The tag for the original kind of an item that is exported as another kind, such as a card as an open question.
pub(crate) fn kind(kind: &str) -> String {
    format!("{PREFIX}kind:{kind}")
}

/// Gives `item` its tags; the reserved ones go where they came from. One that cannot be read stays a tag.
pub(crate) fn apply(item: &mut Item, tags: impl IntoIterator<Item = String>) {
    let mut gaps = BTreeMap::new();
    for tag in tags {
        let tag = tag.trim();
        let known = tag.strip_prefix(PREFIX).and_then(|rest| rest.split_once(':'));
        if let Some((number, name)) =
            known.filter(|(name, _)| *name == "gap").and_then(|(_, gap)| gap.split_once(':'))
        {
            gaps.insert(number.to_owned(), name.to_owned());
            continue;
        }
        let taken = known.is_some_and(|(name, value)| take(item, name, value));
        if !taken && !tag.is_empty() {
            item.tags.insert(tag.to_owned());
        }
    }
    rename_gaps(item, &gaps);
}

/// The names of gaps that are called otherwise than by their place in the text.
fn gap_names(item: &Item) -> Vec<String> {
    let mut names = Vec::new();
    if matches!(item.body, Body::Cloze { .. }) {
        Prose::read(&item.stem).visit(&mut |inline| {
            if let Inline::Gap(name) = inline {
                names.push(name.clone());
            }
        });
    }
    let numbered = (1..).zip(names).filter(|(number, name): &(usize, String)| number.to_string() != *name);
    numbered.map(|(number, name)| format!("gap:{number}:{name}")).collect()
}

/// All at once: a gap may have the number of another for its name.
fn rename_gaps(item: &mut Item, names: &BTreeMap<String, String>) {
    let Body::Cloze { gaps } = &mut item.body else { return };
    let renamed = |name: &str| names.get(name).cloned();
    for gap in gaps {
        gap.name = renamed(&gap.name).unwrap_or_else(|| gap.name.clone());
    }
    if !names.is_empty() {
        item.stem = Prose::read(&item.stem).renamed_gaps(&renamed).print();
    }
}

fn take(item: &mut Item, name: &str, value: &str) -> bool {
    match name {
        "kind" => true,
        "alias" => {
            if !item.aliases.iter().any(|alias| alias == value) {
                item.aliases.push(value.to_owned());
            }
            true
        }
        "language" => {
            item.language = Some(value.to_owned());
            true
        }
        "bloom" => value.parse().map(|bloom| item.bloom = Some(bloom)).is_ok(),
        "seed" => value.parse().map(|seed| item.seed = Some(seed)).is_ok(),
        "difficulty" => read_difficulty(value).map(|difficulty| item.difficulty = Some(difficulty)).is_some(),
        "unit" => match &mut item.body {
            Body::Numeric { unit, .. } => {
                *unit = Some(value.to_owned());
                true
            }
            _ => false,
        },
        "case" => match &mut item.body {
            Body::ShortAnswer { case_sensitive, .. } if value == "sensitive" => {
                *case_sensitive = true;
                true
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether this is one of our ids, or that of a second copy in one file: such a name tells nothing new.
pub(crate) fn is_our_id(name: &str) -> bool {
    let mut parts = name.split('-');
    let kind = parts.next().unwrap_or_default();
    let hash = parts.next().unwrap_or_default();
    ["mc", "mr", "tf", "num", "sa", "cloze", "card"].contains(&kind)
        && hash.len() == 20
        && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        && parts.next().is_none_or(|copy| copy.bytes().all(|b| b.is_ascii_digit()))
        && parts.next().is_none()
}

fn difficulty(difficulty: &Difficulty) -> String {
    let Difficulty { mean, low, high, source } = difficulty;
    match source {
        DifficultySource::Prior => format!("difficulty:{mean}:{low}:{high}"),
        DifficultySource::Data { answers } => format!("difficulty:{mean}:{low}:{high}:{answers}"),
    }
}

fn read_difficulty(text: &str) -> Option<Difficulty> {
    let parts: Vec<&str> = text.split(':').collect();
    let (figures, answers) = match parts.as_slice() {
        [figures @ .., answers] if figures.len() == 3 => (figures, Some(*answers)),
        figures => (figures, None),
    };
    let [mean, low, high] = figures else { return None };
    let source = match answers {
        Some(answers) => DifficultySource::Data { answers: answers.parse().ok()? },
        None => DifficultySource::Prior,
    };
    Some(Difficulty { mean: mean.parse().ok()?, low: low.parse().ok()?, high: high.parse().ok()?, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reserved_comes_back_and_the_rest_are_tags() {
        let mut item = Item::new(
            "Q",
            Body::Numeric {
                value: "2".into(),
                tolerance: tutti_item::Tolerance::default(),
                unit: Some("m s^-2".into()),
            },
        );
        item.aliases = vec!["CQ3".into(), "a:b".into()];
        item.language = Some("nb".into());
        item.bloom = Some(tutti_item::Bloom::Apply);
        item.seed = Some(7);
        item.difficulty = Some(Difficulty {
            mean: 0.6,
            low: 0.25,
            high: 0.9,
            source: DifficultySource::Data { answers: 12 },
        });
        item.tags = ["mechanics".to_owned(), "tutti:odd".to_owned()].into();
        let carried = tags(&item, &Aspect::ALL);
        let mut back = Item::new(
            "Q",
            Body::Numeric { value: "2".into(), tolerance: tutti_item::Tolerance::default(), unit: None },
        );
        apply(&mut back, carried);
        assert_eq!(back, item);
    }
}
