//! Pages to PDF: subsetted fonts, text that can be selected and searched, and tags for screen readers. No date and no
//! random id, so the same pages give the same bytes.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, StructRole, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use crate::PrintError;
use crate::font::{Face, FaceId};
use crate::mark::{Colour, Glyph, Mark, PathStep, Stroke};
use crate::page::{Frame, Page, Role};
use crate::picture::{Data, Picture};

const LEVEL: u8 = 6;
const SYSTEM: SystemInfo<'_> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

pub(crate) struct About<'a> {
    pub(crate) title: &'a str,
    /// A BCP 47 tag.
    pub(crate) language: &'a str,
}

/// The glyphs of one font that are used, under their new numbers.
#[derive(Default)]
struct Used {
    remapper: GlyphRemapper,
    texts: BTreeMap<u16, char>,
}

type Fonts = BTreeMap<FaceId, Used>;

pub(crate) fn write(
    pages: &[Page],
    footers: &[Vec<Mark>],
    pictures: &[Picture],
    frame: &Frame,
    about: &About<'_>,
) -> Result<Vec<u8>, PrintError> {
    let fonts = used_fonts(pages, footers);
    let mut next = Ref::new(1);
    let mut id = || next.bump();
    let (catalog, tree, info, root, document, parents) = (id(), id(), id(), id(), id(), id());
    let page_ids: Vec<Ref> = pages.iter().map(|_| id()).collect();
    let font_ids: BTreeMap<FaceId, Ref> = fonts.keys().map(|face| (*face, id())).collect();
    let picture_ids: Vec<Ref> = pictures.iter().map(|_| id()).collect();
    // One element for each group, on as many pages as it takes.
    let mut elements: BTreeMap<usize, (Ref, Role, Vec<(Ref, i32)>)> = BTreeMap::new();
    for (page, page_id) in pages.iter().zip(&page_ids) {
        for (mcid, (group, role, _)) in (0..).zip(page) {
            let element = elements.entry(*group).or_insert_with(|| (id(), *role, Vec::new()));
            element.2.push((*page_id, mcid));
        }
    }

    let mut pdf = Pdf::new();
    pdf.set_version(1, 7);
    let mut entry = pdf.catalog(catalog);
    entry.pages(tree).lang(TextStr(about.language));
    entry.mark_info().marked(true);
    entry.viewer_preferences().display_doc_title(true);
    entry.pair(Name(b"StructTreeRoot"), root);
    entry.finish();
    pdf.document_info(info).title(TextStr(about.title)).producer(TextStr("Tutti"));
    pdf.pages(tree).kids(page_ids.iter().copied()).count(page_ids.len() as i32);

    let mut structure = pdf.indirect(root).dict();
    structure.pair(Name(b"Type"), Name(b"StructTreeRoot"));
    structure.pair(Name(b"K"), document).pair(Name(b"ParentTree"), parents);
    structure.pair(Name(b"ParentTreeNextKey"), pages.len() as i32);
    structure.finish();
    let mut whole = pdf.struct_element(document);
    whole.kind(StructRole::Document).parent(root);
    let mut children = whole.children();
    for (element, ..) in elements.values() {
        children.struct_element(*element);
    }
    children.finish();
    whole.finish();
    for (element, role, places) in elements.values() {
        let mut entry = pdf.struct_element(*element);
        entry.kind(if *role == Role::Title { StructRole::H1 } else { StructRole::P }).parent(document);
        let mut children = entry.children();
        for (page, mcid) in places {
            children.marked_content_ref().page(*page).marked_content_id(*mcid);
        }
    }
    let mut numbers = pdf.indirect(parents).dict();
    let mut list = numbers.insert(Name(b"Nums")).array();
    for (number, page) in (0..).zip(pages) {
        list.item(number);
        let on_page = page.iter().filter_map(|(group, ..)| elements.get(group)).map(|(element, ..)| *element);
        list.push().array().items(on_page);
    }
    list.finish();
    numbers.finish();

    for (number, (page, page_id)) in (0_i32..).zip(pages.iter().zip(&page_ids)) {
        let content_id = id();
        let footer = footers.get(number as usize).map(Vec::as_slice).unwrap_or_default();
        let content = compress_to_vec_zlib(&content(page, footer, frame, &fonts), LEVEL);
        pdf.stream(content_id, &content).filter(Filter::FlateDecode);
        let mut entry = pdf.page(*page_id);
        entry.parent(tree).media_box(Rect::new(0.0, 0.0, frame.width, frame.height));
        entry.contents(content_id).struct_parents(number);
        let mut resources = entry.resources();
        let mut names = resources.fonts();
        for (face, font) in &font_ids {
            names.pair(Name(font_name(*face).as_bytes()), *font);
        }
        names.finish();
        let mut names = resources.x_objects();
        for (number, picture) in picture_ids.iter().enumerate() {
            names.pair(Name(format!("P{number}").as_bytes()), *picture);
        }
        names.finish();
    }
    for (face, used) in &fonts {
        if let (Some(face), Some(font)) = (face.face(), font_ids.get(face)) {
            embed(&mut pdf, &mut id, *font, face, used)?;
        }
    }
    for (picture, picture_id) in pictures.iter().zip(picture_ids) {
        image(&mut pdf, picture_id, picture);
    }
    Ok(pdf.finish())
}

fn used_fonts(pages: &[Page], footers: &[Vec<Mark>]) -> Fonts {
    let mut fonts = Fonts::new();
    let marks = pages.iter().flatten().flat_map(|(_, _, marks)| marks).chain(footers.iter().flatten());
    for mark in marks {
        if let Mark::Run { face, glyphs, .. } = mark {
            let used = fonts.entry(*face).or_default();
            for glyph in glyphs {
                used.remapper.remap(glyph.id);
                used.texts.entry(glyph.id).or_insert(glyph.text);
            }
        }
    }
    fonts
}

fn font_name(face: FaceId) -> String {
    format!("F{}", face.number())
}

fn embed(
    pdf: &mut Pdf,
    id: &mut dyn FnMut() -> Ref,
    font: Ref,
    face: &Face,
    used: &Used,
) -> Result<(), PrintError> {
    let subset = subsetter::subset(face.data, 0, &used.remapper)
        .map_err(|error| PrintError::Font { name: face.name, what: error.to_string() })?;
    let cff = ttf_parser::RawFace::parse(&subset, 0)
        .ok()
        .and_then(|raw| raw.table(ttf_parser::Tag::from_bytes(b"CFF ")).map(<[u8]>::to_vec));
    // A subset is told from its font by six letters before the name.
    let name = format!("{}+{}", tag(used), face.name.replace(' ', ""));
    let (descendant, descriptor, cmap, file) = (id(), id(), id(), id());
    pdf.type0_font(font)
        .base_font(Name(name.as_bytes()))
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(cmap);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(if cff.is_some() { CidFontType::Type0 } else { CidFontType::Type2 });
    cid.base_font(Name(name.as_bytes())).system_info(SYSTEM).font_descriptor(descriptor).default_width(0.0);
    if cff.is_none() {
        cid.cid_to_gid_map_predefined(Name(b"Identity"));
    }
    cid.widths().consecutive(0, used.remapper.remapped_gids().map(|glyph| face.advance(glyph) * 1000.0));
    cid.finish();
    let parsed = &face.parsed;
    let scale = |value: i16| f32::from(value) * 1000.0 / face.em();
    let area = parsed.global_bounding_box();
    let mut flags = FontFlags::SYMBOLIC;
    flags.set(FontFlags::FIXED_PITCH, parsed.is_monospaced());
    flags.set(FontFlags::ITALIC, parsed.is_italic());
    let mut entry = pdf.font_descriptor(descriptor);
    entry
        .name(Name(name.as_bytes()))
        .flags(flags)
        .bbox(Rect::new(scale(area.x_min), scale(area.y_min), scale(area.x_max), scale(area.y_max)))
        .italic_angle(parsed.italic_angle())
        .ascent(scale(parsed.ascender()))
        .descent(scale(parsed.descender()))
        .cap_height(scale(parsed.capital_height().unwrap_or(700)))
        .stem_v(80.0);
    if cff.is_some() {
        entry.font_file3(file);
    } else {
        entry.font_file2(file);
    }
    entry.finish();
    let mut map = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    for (glyph, text) in &used.texts {
        if let Some(new) = used.remapper.get(*glyph) {
            map.pair(new, *text);
        }
    }
    pdf.stream(cmap, &compress_to_vec_zlib(&map.finish(), LEVEL)).filter(Filter::FlateDecode);
    let is_cff = cff.is_some();
    let data = compress_to_vec_zlib(cff.as_deref().unwrap_or(&subset), LEVEL);
    let mut stream = pdf.stream(file, &data);
    stream.filter(Filter::FlateDecode);
    if is_cff {
        stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
    }
    Ok(())
}

/// Six letters that follow from the glyphs.
fn tag(used: &Used) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for glyph in used.remapper.remapped_gids() {
        hash = (hash ^ u64::from(glyph)).wrapping_mul(0x0100_0000_01b3);
    }
    (0..6).map(|i| char::from(b'A' + ((hash >> (8 * i)) % 26) as u8)).collect()
}

fn image(pdf: &mut Pdf, id: Ref, picture: &Picture) {
    let packed;
    let (data, filter, channels) = match &picture.data {
        Data::Rgb(pixels) | Data::Grey(pixels) => {
            packed = compress_to_vec_zlib(pixels, LEVEL);
            let channels = if matches!(picture.data, Data::Rgb(_)) { 3 } else { 1 };
            (&packed, Filter::FlateDecode, channels)
        }
        Data::Jpeg { bytes, channels } => (bytes, Filter::DctDecode, *channels),
    };
    let mut entry = pdf.image_xobject(id, data);
    entry.filter(filter);
    entry.width(picture.width as i32).height(picture.height as i32).bits_per_component(8);
    match channels {
        1 => entry.color_space().device_gray(),
        3 => entry.color_space().device_rgb(),
        // What writes CMYK as JPEG writes it inverted.
        _ => {
            entry.color_space().device_cmyk();
            entry.decode([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
        }
    }
}

fn content(page: &Page, footer: &[Mark], frame: &Frame, fonts: &Fonts) -> Vec<u8> {
    let mut pen = Pen { content: Content::new(), height: frame.height, fonts };
    for (mcid, (_, role, marks)) in (0..).zip(page) {
        let tag: &[u8] = if *role == Role::Title { b"H1" } else { b"P" };
        pen.content.begin_marked_content_with_properties(Name(tag)).properties().identify(mcid);
        for mark in marks {
            pen.draw(mark);
        }
        pen.content.end_marked_content();
    }
    pen.content.begin_marked_content(Name(b"Artifact"));
    for mark in footer {
        pen.draw(mark);
    }
    pen.content.end_marked_content();
    pen.content.finish().into_vec()
}

struct Pen<'a> {
    content: Content,
    height: f32,
    fonts: &'a Fonts,
}

impl Pen<'_> {
    fn draw(&mut self, mark: &Mark) {
        match mark {
            Mark::Run { face, size, x, y, colour, glyphs } => {
                let Some((used, metrics)) = self.fonts.get(face).zip(face.face()) else { return };
                self.fill(*colour);
                let y = self.height - y;
                self.content.begin_text();
                self.content.set_font(Name(font_name(*face).as_bytes()), *size);
                self.content.set_text_matrix([1.0, 0.0, 0.0, 1.0, *x, y]);
                show(&mut self.content, glyphs, *size, used, metrics);
                self.content.end_text();
            }
            Mark::Rule { x, y, width, height, colour } => {
                self.fill(*colour);
                self.content.rect(*x, self.height - y - height, *width, *height).fill_nonzero();
            }
            Mark::Path { steps, fill, even_odd, stroke } => {
                self.path(steps, *fill, *even_odd, stroke.as_ref());
            }
            Mark::Picture { number, x, y, width, height } => {
                self.content.save_state();
                self.content.transform([*width, 0.0, 0.0, *height, *x, self.height - y - height]);
                self.content.x_object(Name(format!("P{number}").as_bytes()));
                self.content.restore_state();
            }
        }
    }

    fn fill(&mut self, Colour(r, g, b): Colour) {
        self.content.set_fill_rgb(r, g, b);
    }

    fn path(&mut self, steps: &[PathStep], fill: Option<Colour>, even_odd: bool, stroke: Option<&Stroke>) {
        self.content.save_state();
        if let Some(colour) = fill {
            self.fill(colour);
        }
        if let Some(Stroke { colour: Colour(r, g, b), width, dash, round }) = stroke {
            self.content.set_stroke_rgb(*r, *g, *b).set_line_width(*width);
            if *round {
                self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
            }
            if !dash.is_empty() {
                self.content.set_dash_pattern(dash.iter().copied(), 0.0);
            }
        }
        let height = self.height;
        for step in steps {
            match step.map_points(|x, y| (x, height - y)) {
                PathStep::Move(x, y) => self.content.move_to(x, y),
                PathStep::Line(x, y) => self.content.line_to(x, y),
                PathStep::Curve(x1, y1, x2, y2, x, y) => self.content.cubic_to(x1, y1, x2, y2, x, y),
                PathStep::Close => self.content.close_path(),
            };
        }
        match (fill.is_some(), even_odd, stroke.is_some()) {
            (true, false, false) => self.content.fill_nonzero(),
            (true, true, false) => self.content.fill_even_odd(),
            (true, false, true) => self.content.fill_nonzero_and_stroke(),
            (true, true, true) => self.content.fill_even_odd_and_stroke(),
            (false, _, true) => self.content.stroke(),
            (false, _, false) => self.content.end_path(),
        };
        self.content.restore_state();
    }
}

/// The glyphs with what kerning moves between them.
fn show(content: &mut Content, glyphs: &[Glyph], size: f32, used: &Used, face: &Face) {
    let mut operation = content.show_positioned();
    let mut items = operation.items();
    let mut bytes = Vec::new();
    for glyph in glyphs {
        let Some(new) = used.remapper.get(glyph.id) else { continue };
        bytes.extend(new.to_be_bytes());
        let kern = (face.advance(glyph.id) - glyph.advance / size.max(0.01)) * 1000.0;
        if kern.abs() > 0.5 {
            items.show(Str(&bytes)).adjust(kern);
            bytes.clear();
        }
    }
    if !bytes.is_empty() {
        items.show(Str(&bytes));
    }
}
