//! The figure of an item as an image at the end of its stem: other systems support images, not figures.

use tutti_item::{Image, ImageData, Item};

use crate::{Block, Inline, Prose};

const NAME: &str = "tutti-figure.svg";

/// The item with its figure among its images.
pub(crate) fn as_image(item: &Item) -> Item {
    let mut item = item.clone();
    if let Some(svg) = item.figure.take() {
        let mut stem = Prose::read(&item.stem);
        stem.0.push(Block::Paragraph(vec![Inline::Image { alt: "figure".into(), name: NAME.into() }]));
        item.stem = stem.print();
        let image = Image { media_type: "image/svg+xml".into(), data: ImageData::inline(svg.as_bytes()) };
        item.images.insert(NAME.to_owned(), image);
    }
    item
}

/// The reverse of [`as_image`]; an item without such an image stays as it is.
pub(crate) fn from_image(mut item: Item) -> Item {
    let mut stem = Prose::read(&item.stem);
    let last_is_figure = matches!(stem.0.last(), Some(Block::Paragraph(line))
        if matches!(line.as_slice(), [Inline::Image { name, .. }] if name == NAME));
    let svg = item.images.get(NAME).and_then(|image| String::from_utf8(image.data.bytes()?).ok());
    if last_is_figure && let Some(svg) = svg {
        stem.0.pop();
        item.stem = stem.print();
        item.images.remove(NAME);
        item.figure = Some(svg);
    }
    item
}
