//! Items to notes of our own note types.

use std::collections::{BTreeMap, BTreeSet};

use tutti_item::{Body, Choice, Item, Label, RichText, Tolerance};

use super::collection::NewNote;
use super::details::{Details, GapDetails, ImageDetails};
use super::{FORMAT, cloze, field, notetype};
use crate::markup::{Writing, delimited_maths, escape, literal_gap};
use crate::media::{self, Media};
use crate::{Prose, WriteError, figure, solution};

pub(super) fn write(item: &Item, media: &mut Media) -> Result<NewNote, WriteError> {
    let guid = item.id.to_string();
    let mut item = figure::as_image(item);
    let (files, image_names) = add_images(&item, media)?;
    item.images.clear();
    let mut details = Details { image_names, ..Details::of(&item) };
    let image = |alt: &str, name: &str| {
        let file = files.get(name).map_or(name, String::as_str);
        format!("<img src=\"{}\" alt=\"{}\">", escape(file), escape(alt))
    };
    let texts = Writing { maths: &delimited_maths, image: &image, gap: &literal_gap };
    let compact = |texts: &Writing<'_>, prose| field::unshield(&texts.compact(&field::shield(prose)));
    let html = |text: &RichText| compact(&texts, Prose::read(text));
    let lasting = solution::to_prose(&item.solution).map(|prose| compact(&texts, prose)).unwrap_or_default();
    if item.solution.steps.iter().any(|step| !step.methods.is_empty()) {
        details.methods = item.solution.steps.iter().map(|step| step.methods.clone()).collect();
    }
    let mut cards = 1;
    let (own, mut fields) = match &item.body {
        Body::MultipleChoice { options, key } => {
            let keys = BTreeSet::from([key.clone()]);
            (&notetype::CHOICE, choice_fields(html(&item.stem), options, &keys, &mut details, &html))
        }
        Body::MultipleResponse { options, keys } => {
            (&notetype::CHOICE, choice_fields(html(&item.stem), options, keys, &mut details, &html))
        }
        Body::TrueFalse { answer } => {
            let answer = if *answer { "True" } else { "False" };
            (&notetype::STATEMENT, vec![html(&item.stem), answer.to_owned()])
        }
        Body::Numeric { value, tolerance, unit } => {
            let unit = field::plain(unit.as_deref().unwrap_or_default());
            let tolerance = match tolerance {
                Tolerance::Exact => String::new(),
                Tolerance::Absolute(by) => format!("± {}", field::plain(by)),
                Tolerance::Relative(by) => format!("± {} of it", field::plain(by)),
            };
            (&notetype::QUESTION, vec![html(&item.stem), field::plain(value), unit, tolerance, String::new()])
        }
        Body::ShortAnswer { accepts, case_sensitive } => {
            details.case_sensitive = *case_sensitive;
            let (first, others) = accepts
                .split_first()
                .map_or((String::new(), [].as_slice()), |(first, others)| (field::plain(first), others));
            let others: Vec<String> = others.iter().map(|answer| field::plain(answer)).collect();
            (
                &notetype::QUESTION,
                vec![html(&item.stem), first, String::new(), String::new(), others.join("<br>")],
            )
        }
        Body::Cloze { gaps } => {
            cards = gaps.len();
            details.gaps = gaps
                .iter()
                .map(|gap| GapDetails {
                    name: gap.name.clone(),
                    also: gap.accepts.iter().skip(1).cloned().collect(),
                })
                .collect();
            let gap = |name: &str| {
                let found = gaps.iter().enumerate().find(|(_, gap)| gap.name == name);
                found.map_or_else(|| literal_gap(name), |(i, gap)| cloze::write(i + 1, gap))
            };
            let texts = Writing { maths: &delimited_maths, image: &image, gap: &gap };
            (&notetype::CLOZE, vec![compact(&texts, Prose::read(&item.stem))])
        }
        Body::Flashcard { back } => (&notetype::CARD, vec![html(&item.stem), html(back)]),
    };
    let tags = tag_names(&item, &mut details);
    let details = serde_json::to_string(&details)
        .map_err(|error| WriteError::Failed { format: FORMAT, what: error.to_string() })?;
    fields.extend([lasting, escape(&details)]);
    // This sign parts the fields of a note.
    let fields = fields.into_iter().map(|field| field.replace('\u{1f}', " ")).collect();
    Ok(NewNote { guid, notetype: own.id, fields, tags, cards })
}

type Names = (BTreeMap<String, String>, BTreeMap<String, ImageDetails>);

/// The media file of each image, and those that come back under another name if nobody says so.
fn add_images(item: &Item, media: &mut Media) -> Result<Names, WriteError> {
    let (mut files, mut names) = (BTreeMap::new(), BTreeMap::new());
    for (name, image) in &item.images {
        let file = media.add(item, name)?;
        let mut taken = BTreeMap::new();
        let bytes = image.data.bytes().unwrap_or_default();
        let as_taken = media::take(&mut taken, &file, &bytes);
        let same_type = taken.get(&as_taken).is_some_and(|taken| taken.media_type == image.media_type);
        if as_taken != *name || !same_type || !is_shown(item, name) {
            let details = ImageDetails { name: name.clone(), media_type: image.media_type.clone() };
            names.insert(file.clone(), details);
        }
        files.insert(name.clone(), file);
    }
    Ok((files, names))
}

fn is_shown(item: &Item, name: &str) -> bool {
    let mark = format!("]({name})");
    let mut texts = vec![&item.stem];
    for option in item.options() {
        texts.push(&option.text);
        texts.extend(&option.rationale);
    }
    if let Body::Flashcard { back } = &item.body {
        texts.push(back);
    }
    texts.extend(item.solution.steps.iter().map(|step| &step.text));
    texts.extend(&item.solution.insight);
    texts.iter().any(|text| text.as_str().contains(&mark))
}

fn choice_fields(
    stem: String,
    options: &[Choice],
    keys: &BTreeSet<Label>,
    details: &mut Details,
    html: &dyn Fn(&RichText) -> String,
) -> Vec<String> {
    let plain = |option: &Choice| {
        let label = option.label.as_str();
        !label.is_empty() && label.chars().all(char::is_alphanumeric)
    };
    let all_plain = options.iter().all(plain);
    if !all_plain {
        details.labels = options.iter().map(|option| option.label.to_string()).collect();
    }
    let labels: Vec<String> = options
        .iter()
        .enumerate()
        .map(|(i, option)| if all_plain { option.label.to_string() } else { Label::at(i).to_string() })
        .collect();
    let list = |entries: Vec<(&String, String)>| {
        if entries.is_empty() {
            return String::new();
        }
        let mut html = "<ol class=\"options\">".to_owned();
        for (label, text) in entries {
            html.extend(["<li data-label=\"", label, "\">", &text, "</li>"]);
        }
        html + "</ol>"
    };
    let texts = list(labels.iter().zip(options).map(|(label, option)| (label, html(&option.text))).collect());
    let reasons = labels.iter().zip(options);
    let reasons = list(reasons.filter_map(|(label, o)| Some((label, html(o.rationale.as_ref()?)))).collect());
    let keys: Vec<&str> = labels
        .iter()
        .zip(options)
        .filter(|(_, option)| keys.contains(&option.label))
        .map(|(label, _)| label.as_str())
        .collect();
    vec![stem, texts, keys.join(" "), reasons]
}

/// Anki parts tags by spaces. Where two tags then look alike, or one looks otherwise, the details say what it was.
fn tag_names(item: &Item, details: &mut Details) -> Vec<String> {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for tag in &item.tags {
        let name = tag.replace(|c: char| c.is_whitespace() || c.is_control(), "_");
        names.entry(name).or_default().push(tag.clone());
    }
    names.remove("");
    let all = names.keys().cloned().collect();
    names.retain(|name, tags| *tags != [name.as_str()]);
    details.tag_names = names;
    all
}
