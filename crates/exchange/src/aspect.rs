//! Aspects: parts of an item that a format may be unable to hold.

use std::collections::BTreeMap;

use serde::Serialize;
use tutti_item::{Body, Difficulty, Item, Label, Provenance, Solution, Tolerance, parse_number};

/// One thing an item loses on its way through a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    Aliases,
    Language,
    /// Labels other than `A`, `B`, … in order.
    Labels,
    /// Names of gaps other than `1`, `2`, … in order.
    GapNames,
    Hints,
    Rationales,
    Solution,
    /// The syllabus methods of solution steps.
    Methods,
    Evidence,
    Claim,
    Figure,
    Images,
    Tags,
    Bloom,
    Difficulty,
    Seed,
    Provenance,
    /// The version number and the item this one replaces.
    History,
    Unit,
    /// A relative tolerance becomes an absolute one.
    RelativeTolerance,
    /// A value such as `3/4` becomes `0.75`.
    NumberForm,
    CaseSensitive,
    /// Accepted answers after the first.
    OtherAnswers,
}

impl Aspect {
    pub const ALL: [Self; 23] = [
        Self::Aliases,
        Self::Language,
        Self::Labels,
        Self::GapNames,
        Self::Hints,
        Self::Rationales,
        Self::Solution,
        Self::Methods,
        Self::Evidence,
        Self::Claim,
        Self::Figure,
        Self::Images,
        Self::Tags,
        Self::Bloom,
        Self::Difficulty,
        Self::Seed,
        Self::Provenance,
        Self::History,
        Self::Unit,
        Self::RelativeTolerance,
        Self::NumberForm,
        Self::CaseSensitive,
        Self::OtherAnswers,
    ];

    /// For a list of losses: "the format has no place for …".
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Aliases => "names in other systems",
            Self::Language => "the language",
            Self::Labels => "option labels of its own",
            Self::GapNames => "names of gaps",
            Self::Hints => "hints",
            Self::Rationales => "rationales of options",
            Self::Solution => "the solution",
            Self::Methods => "the methods of solution steps",
            Self::Evidence => "evidence from sources",
            Self::Claim => "the formal claim",
            Self::Figure => "the figure",
            Self::Images => "images",
            Self::Tags => "tags",
            Self::Bloom => "the Bloom level",
            Self::Difficulty => "the difficulty",
            Self::Seed => "the seed",
            Self::Provenance => "who made it",
            Self::History => "versions",
            Self::Unit => "the unit",
            Self::RelativeTolerance => "a relative tolerance (written as an absolute one)",
            Self::NumberForm => "the form of the number (written as a decimal)",
            Self::CaseSensitive => "whether case matters",
            Self::OtherAnswers => "accepted answers after the first",
        }
    }

    /// Whether `item` has it.
    pub fn is_in(self, item: &Item) -> bool {
        let mut without = item.clone();
        self.remove(&mut without);
        without != *item
    }

    /// Takes it from `item`, as a trip through a format without a place for it does.
    pub fn remove(self, item: &mut Item) {
        match self {
            Self::Aliases => item.aliases.clear(),
            Self::Language => item.language = None,
            Self::Labels => relabel(&mut item.body),
            Self::GapNames => rename_gaps(item),
            Self::Hints => {
                if let Body::Cloze { gaps } = &mut item.body {
                    for gap in gaps {
                        gap.hint = None;
                    }
                }
            }
            Self::Rationales => {
                if let Some(options) = options_mut(&mut item.body) {
                    for option in options {
                        option.rationale = None;
                    }
                }
            }
            Self::Solution => item.solution = Solution::default(),
            Self::Methods => item.solution.steps.iter_mut().for_each(|step| step.methods.clear()),
            Self::Evidence => item.evidence.clear(),
            Self::Claim => item.claim = None,
            Self::Figure => item.figure = None,
            Self::Images => item.images.clear(),
            Self::Tags => item.tags.clear(),
            Self::Bloom => item.bloom = None,
            Self::Difficulty => item.difficulty = None::<Difficulty>,
            Self::Seed => item.seed = None,
            Self::Provenance => item.provenance = Provenance::default(),
            Self::History => {
                item.version = 1;
                item.previous = None;
            }
            Self::Unit => {
                if let Body::Numeric { unit, .. } = &mut item.body {
                    *unit = None;
                }
            }
            Self::RelativeTolerance => {
                if let Body::Numeric { value, tolerance, .. } = &mut item.body
                    && let Tolerance::Relative(share) = tolerance
                    && let (Some(value), Some(share)) = (parse_number(value), parse_number(share))
                {
                    let by = (value * share).abs();
                    *tolerance =
                        if by > 0.0 { Tolerance::Absolute(by.to_string()) } else { Tolerance::Exact };
                }
            }
            Self::NumberForm => {
                if let Body::Numeric { value, tolerance, .. } = &mut item.body {
                    as_decimal(value);
                    if let Tolerance::Absolute(by) | Tolerance::Relative(by) = tolerance {
                        as_decimal(by);
                        // Nobody writes a tolerance of nothing.
                        if parse_number(by) == Some(0.0) {
                            *tolerance = Tolerance::Exact;
                        }
                    }
                }
            }
            Self::CaseSensitive => {
                if let Body::ShortAnswer { case_sensitive, .. } = &mut item.body {
                    *case_sensitive = false;
                }
            }
            Self::OtherAnswers => match &mut item.body {
                Body::ShortAnswer { accepts, .. } => accepts.truncate(1),
                Body::Cloze { gaps } => gaps.iter_mut().for_each(|gap| gap.accepts.truncate(1)),
                _ => {}
            },
        }
    }
}

/// The number as a plain decimal that every system reads; as it is if it already is one.
pub(crate) fn as_decimal(text: &mut String) {
    let plain = text.parse::<f64>().is_ok()
        && text.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b))
        && text.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
        && !text.ends_with('.');
    if let Some(value) = parse_number(text).filter(|_| !plain) {
        *text = value.to_string();
    }
}

pub(crate) fn options_mut(body: &mut Body) -> Option<&mut Vec<tutti_item::Choice>> {
    match body {
        Body::MultipleChoice { options, .. } | Body::MultipleResponse { options, .. } => Some(options),
        _ => None,
    }
}

fn relabel(body: &mut Body) {
    let Some(options) = options_mut(body) else { return };
    let mut names = BTreeMap::new();
    for (place, option) in options.iter_mut().enumerate() {
        let label = Label::at(place);
        names.insert(std::mem::replace(&mut option.label, label.clone()), label);
    }
    let renamed = |label: &Label| names.get(label).unwrap_or(label).clone();
    match body {
        Body::MultipleChoice { key, .. } => *key = renamed(key),
        Body::MultipleResponse { keys, .. } => *keys = keys.iter().map(renamed).collect(),
        _ => {}
    }
}

/// Gaps in the order they stand in the stem, called by their number.
fn rename_gaps(item: &mut Item) {
    let Body::Cloze { gaps } = &mut item.body else { return };
    let mut names = BTreeMap::new();
    let prose = crate::Prose::read(&item.stem);
    prose.visit(&mut |inline| {
        if let crate::Inline::Gap(name) = inline {
            let number = names.len() + 1;
            names.entry(name.clone()).or_insert_with(|| number.to_string());
        }
    });
    item.stem = prose.renamed_gaps(&|name| names.get(name).cloned()).print();
    for gap in gaps.iter_mut() {
        if let Some(name) = names.get(&gap.name) {
            gap.name.clone_from(name);
        }
    }
    gaps.sort_by_key(|gap| gap.name.parse::<usize>().unwrap_or(usize::MAX));
}
