//! Notes of other note types: a front and a back give a card, gaps a gap text, a typed answer a short answer.

use tutti_item::{Body, Item};

use super::Found;
use super::database::{Note, NoteType};
use super::texts::Texts;
use crate::solution;
use crate::{Block, Inline, Prose};

pub(super) fn read(note: &Note, notetype: &NoteType, texts: &mut Texts<'_, '_>) -> Found {
    if notetype.cloze {
        return gap_text(note, notetype, texts);
    }
    let Some(front) = note.fields.first() else {
        return Err("the note has no fields".to_owned());
    };
    let stem = texts.prose(front, false);
    if stem.is_empty() {
        return Err(empty("its first field is empty", texts));
    }
    if let Some(answer) = typed_body(note, notetype, texts) {
        return Ok(with_images(Item::new(stem.print(), answer), texts));
    }
    let back = label_fields(note, notetype, 0, texts);
    if back.is_empty() {
        return Err(empty("it has a front but no back", texts));
    }
    Ok(with_images(Item::new(stem.print(), Body::Flashcard { back: back.print() }), texts))
}

/// Sounds and lost images are the usual reason that nothing is left.
fn empty(why: &str, texts: &Texts<'_, '_>) -> String {
    let remarks: Vec<_> = texts.remarks.iter().map(String::as_str).collect();
    if remarks.is_empty() { why.to_owned() } else { format!("{why}: {}", remarks.join(", ")) }
}

fn with_images(mut item: Item, texts: &mut Texts<'_, '_>) -> Item {
    item.images = std::mem::take(&mut texts.images);
    item
}

/// All fields but the one at `without`: the first that has words as it is, the others under their names.
fn label_fields(note: &Note, notetype: &NoteType, without: usize, texts: &mut Texts<'_, '_>) -> Prose {
    let mut all = Prose::default();
    for (i, html) in note.fields.iter().enumerate().filter(|(i, _)| *i != without) {
        let name = notetype.fields.get(i);
        if name.is_some_and(|name| notetype.is_switch(name)) {
            continue;
        }
        let mut prose = texts.prose(html, false);
        if prose.is_empty() {
            continue;
        }
        if !all.is_empty()
            && let Some(name) = name
        {
            let head = Inline::Strong(vec![Inline::Text(format!("{name}:"))]);
            match prose.0.first_mut() {
                Some(Block::Paragraph(line)) => {
                    line.splice(0..0, [head, Inline::Text(" ".to_owned())]);
                }
                _ => prose.0.insert(0, Block::Paragraph(vec![head])),
            }
        }
        all.0.extend(prose.0);
    }
    all.tidy()
}

/// The body of a note whose card asks to type one of its fields, if that is a line of plain words.
fn typed_body(note: &Note, notetype: &NoteType, texts: &mut Texts<'_, '_>) -> Option<Body> {
    let (_, rest) = notetype.front.split_once("{{type:")?;
    let (name, _) = rest.split_once("}}")?;
    let name = name.strip_prefix("nc:").unwrap_or(name).trim();
    let place = notetype.fields.iter().position(|field| field == name).filter(|place| *place > 0)?;
    let others = note.fields.iter().enumerate().filter(|(i, html)| *i > 0 && *i != place && !html.is_empty());
    if others.count() > 0 {
        return None;
    }
    let prose = texts.prose(note.fields.get(place)?, false);
    let line = prose.single_paragraph()?;
    let plain = line.iter().all(|inline| matches!(inline, Inline::Text(_) | Inline::Maths { .. }));
    plain.then(|| Body::ShortAnswer { accepts: vec![prose.words()], case_sensitive: false })
}

fn gap_text(note: &Note, notetype: &NoteType, texts: &mut Texts<'_, '_>) -> Found {
    let is_gap_text = |html: &&String| !super::cloze::read(html).marks.is_empty();
    let Some((place, html)) = note.fields.iter().enumerate().find(|(_, html)| is_gap_text(html)) else {
        return Err("it is a gap text without a gap".to_owned());
    };
    if html.contains("::image-occlusion:") {
        return Err("its gaps are parts of a picture".to_owned());
    }
    let (stem, gaps) = texts.cloze(html, false, &|place, _| (place + 1).to_string());
    if gaps.is_empty() || gaps.iter().any(|gap| gap.accepts.iter().all(|answer| is_blank(answer))) {
        return Err(empty("the answer of a gap has no text", texts));
    }
    let mut item = Item::new(stem.print(), Body::Cloze { gaps });
    let extra = label_fields(note, notetype, place, texts);
    item.solution = solution::from_prose(&extra);
    Ok(with_images(item, texts))
}

/// An image without a description is `[]` in words.
fn is_blank(answer: &str) -> bool {
    answer.chars().all(|c| c.is_whitespace() || c == '[' || c == ']')
}
