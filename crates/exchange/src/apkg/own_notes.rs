//! Notes of our own note types to items. Someone may have edited them in Anki.

use std::collections::{BTreeMap, BTreeSet};

use tutti_item::{Body, Choice, Gap, Item, Label, Tolerance};

use super::cloze;
use super::database::{Note, NoteType};
use super::details::Details;
use super::notetype::{self, OwnType};
use super::texts::{Texts, literal};
use crate::markup::{Element, Node};
use crate::{Inline, Prose, ReadError, figure, solution};

/// The item of a note of ours. None if its type is not one of ours, or lost the fields that make it one.
pub(super) fn read(
    note: &Note,
    notetype: &NoteType,
    texts: &mut Texts<'_, '_>,
) -> Result<Option<Item>, ReadError> {
    // Anki puts signs behind the name when it keeps two versions of a type.
    let named = |own: &&&OwnType| {
        notetype.name.strip_prefix(own.name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            && notetype.cloze == own.cloze
            && own.fields.iter().all(|field| notetype.fields.iter().any(|known| known == field))
    };
    let Some(own) = notetype::ALL.iter().find(named) else { return Ok(None) };
    let fields: BTreeMap<&str, &str> =
        notetype.fields.iter().map(String::as_str).zip(note.fields.iter().map(String::as_str)).collect();
    let field = |name: &str| fields.get(name).copied().unwrap_or_default();
    let place = texts.place.clone();
    let details = Details::read(&literal(field("Details")), &place)?;
    texts.image_names.clone_from(&details.image_names);
    let mut item = details.item(&place)?;
    let mut stem = texts.prose(field(own.fields.first().copied().unwrap_or_default()), true);
    item.body = match own.id {
        id if id == notetype::CHOICE.id => choice(&details, &field, texts)?,
        id if id == notetype::STATEMENT.id => match literal(field("Answer")).trim().to_lowercase().as_str() {
            "true" => Body::TrueFalse { answer: true },
            "false" => Body::TrueFalse { answer: false },
            other => {
                return Err(ReadError::new(place, format!("`{other}` is neither True nor False"))
                    .hint("write True or False into the field Answer in Anki and export again"));
            }
        },
        id if id == notetype::QUESTION.id => question(&details, &field),
        id if id == notetype::CLOZE.id => {
            let (text, gaps) = own_gaps(&details, field("Text"), texts);
            stem = text;
            Body::Cloze { gaps }
        }
        _ => Body::Flashcard { back: texts.prose(field("Back"), true).print() },
    };
    item.stem = stem.print();
    item.solution = solution::from_prose(&texts.prose(field("Solution"), true));
    if item.solution.steps.len() == details.methods.len() {
        for (step, methods) in item.solution.steps.iter_mut().zip(&details.methods) {
            step.methods.clone_from(methods);
        }
    }
    for tag in &note.tags {
        match details.tag_names.get(tag) {
            Some(names) => item.tags.extend(names.iter().cloned()),
            None => drop(item.tags.insert(tag.clone())),
        }
    }
    texts.take_the_rest()?;
    item.images = std::mem::take(&mut texts.images);
    Ok(Some(figure::from_image(item)))
}

fn choice<'f>(
    details: &Details,
    field: &dyn Fn(&str) -> &'f str,
    texts: &mut Texts<'_, '_>,
) -> Result<Body, ReadError> {
    let mut options: Vec<Choice> = Vec::new();
    for (i, (label, prose)) in entries(field("Options"), texts).into_iter().enumerate() {
        let label = Label(label.unwrap_or_else(|| Label::at(i).0));
        options.push(Choice { label, text: prose.print(), rationale: None });
    }
    for (i, (label, prose)) in entries(field("Explanations"), texts).into_iter().enumerate() {
        let at = match label {
            Some(label) => options.iter().position(|option| option.label.as_str() == label),
            None => Some(i),
        };
        if let Some(option) = at.and_then(|at| options.get_mut(at)) {
            option.rationale = Some(prose.print());
        }
    }
    let words = literal(field("Key"));
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let mut keys = BTreeSet::new();
    for word in words {
        let Some(at) = options.iter().position(|option| option.label.as_str() == word) else {
            return Err(ReadError::new(&texts.place, format!("the key `{word}` is not one of its options"))
                .hint("correct the field Key of the note in Anki and export again"));
        };
        keys.insert(at);
    }
    if details.labels.len() == options.len() {
        for (option, label) in options.iter_mut().zip(&details.labels) {
            option.label = Label(label.clone());
        }
    }
    let mut keys: BTreeSet<Label> = options
        .iter()
        .enumerate()
        .filter(|(at, _)| keys.contains(at))
        .map(|(_, o)| o.label.clone())
        .collect();
    if details.kind == "multiple_response" || keys.len() > 1 {
        return Ok(Body::MultipleResponse { options, keys });
    }
    let key = keys.pop_first().ok_or_else(|| {
        ReadError::new(&texts.place, "it has no key")
            .hint("write the label of the right option into the field Key in Anki and export again")
    })?;
    Ok(Body::MultipleChoice { options, key })
}

/// The entries of a list with their labels; for a field that is no longer a list, its lines.
fn entries(html: &str, texts: &mut Texts<'_, '_>) -> Vec<(Option<String>, Prose)> {
    fn list(nodes: &[Node]) -> Option<&Element> {
        nodes.iter().find_map(|node| match node {
            Node::Element(element) if matches!(element.name.as_str(), "ol" | "ul") => Some(element),
            Node::Element(element) => list(&element.children),
            Node::Text(_) => None,
        })
    }
    let nodes = texts.nodes(html);
    if let Some(list) = list(&nodes) {
        let entries = list.children.iter().filter_map(|node| match node {
            Node::Element(entry) if entry.name == "li" => Some(entry),
            _ => None,
        });
        return entries
            .map(|entry| {
                (entry.attribute("data-label").map(str::to_owned), texts.prose_of(&entry.children, true))
            })
            .collect();
    }
    let mut lines: Vec<Vec<Inline>> = Vec::new();
    for block in texts.prose(html, true).0 {
        if let crate::Block::Paragraph(line) = block {
            lines.extend(line.split(|inline| *inline == Inline::Break).map(<[Inline]>::to_vec));
        }
    }
    lines.into_iter().map(|line| (None, Prose(vec![crate::Block::Paragraph(line)]))).collect()
}

fn question<'f>(details: &Details, field: &dyn Fn(&str) -> &'f str) -> Body {
    let answer = literal(field("Answer")).replace('\n', " ");
    let also = literal(field("Also accepted"));
    let numeric = match details.kind.as_str() {
        "numeric" => true,
        "short_answer" => false,
        _ => tutti_item::parse_number(&answer).is_some() && also.is_empty(),
    };
    if !numeric {
        let accepts = std::iter::once(answer.as_str()).chain(also.lines()).map(str::to_owned).collect();
        return Body::ShortAnswer { accepts, case_sensitive: details.case_sensitive };
    }
    let unit = Some(literal(field("Unit"))).filter(|unit| !unit.is_empty());
    let by = literal(field("Tolerance"));
    let by = by.trim_start_matches(['±', ' ']);
    let tolerance = match by.strip_suffix("of it") {
        Some(share) => Tolerance::Relative(share.trim().to_owned()),
        None if by.is_empty() => Tolerance::Exact,
        None => Tolerance::Absolute(by.to_owned()),
    };
    Body::Numeric { value: answer, tolerance, unit }
}

/// Gaps in the order and with the names they left with; one that was added in Anki is called by its number.
fn own_gaps(details: &Details, html: &str, texts: &mut Texts<'_, '_>) -> (Prose, Vec<Gap>) {
    let place = |number: u32| (number as usize).wrapping_sub(1);
    let seen = std::cell::RefCell::new(BTreeSet::new());
    let name = |at: usize, mark: &cloze::Mark| {
        let first = seen.borrow_mut().insert(mark.number);
        match details.gaps.get(place(mark.number)).filter(|_| first) {
            Some(gap) => gap.name.clone(),
            None => format!("{}-{}", mark.number, at + 1),
        }
    };
    let (prose, mut gaps) = texts.cloze(html, true, &name);
    let order =
        |gap: &Gap| details.gaps.iter().position(|known| known.name == gap.name).unwrap_or(usize::MAX);
    gaps.sort_by_key(order);
    for gap in &mut gaps {
        if let Some(known) = details.gaps.iter().find(|known| known.name == gap.name) {
            gap.accepts.extend(known.also.iter().cloned());
        }
    }
    (prose, gaps)
}
