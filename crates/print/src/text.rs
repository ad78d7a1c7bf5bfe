//! The texts of an item as lines: words, formulas, pictures, gaps.

use tutti_item::prose::{Block, Inline, Prose};
use tutti_item::{Image, Item, RichText};

use crate::font::{self, FaceId, MONO};
use crate::lines::{LEADING, Line, Token, hang, lines};
use crate::mark::{BLACK, Glyph, Mark, Piece};
use crate::picture::Picture;
use crate::{Misprint, maths, svg};

/// Between paragraphs, at size 1.
const PARAGRAPH: f32 = 0.55;
/// No picture takes more of a page than this, in points.
const TALLEST_PICTURE: f32 = 250.0;

/// What all texts of a document share.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    pub(crate) pictures: Vec<Picture>,
    pub(crate) problems: Vec<Misprint>,
}

/// What stands where a gap is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gaps {
    /// A rule of this width.
    Blank(f32),
    /// The first accepted answer, underlined.
    Filled,
}

/// Sets the texts of one item.
pub(crate) struct Setter<'a> {
    pub(crate) item: &'a Item,
    pub(crate) question: usize,
    pub(crate) stock: &'a mut Stock,
    pub(crate) size: f32,
    pub(crate) gaps: Gaps,
}

#[derive(Debug, Clone, Copy, Default)]
struct Style {
    bold: bool,
    italic: bool,
}

impl Setter<'_> {
    pub(crate) fn text(&mut self, text: &RichText, width: f32) -> Vec<Line> {
        let mut all = Vec::new();
        for (i, block) in Prose::read(text).0.iter().enumerate() {
            let mut set = self.block(block, width);
            if let Some(first) = set.first_mut().filter(|_| i > 0) {
                first.before += PARAGRAPH * self.size;
            }
            all.extend(set);
        }
        all
    }

    /// Words that are not Markdown.
    pub(crate) fn plain(&mut self, words: &str, bold: bool, width: f32) -> Vec<Line> {
        let mut tokens = Vec::new();
        self.words(words, FaceId::of(bold, false), self.size, &mut tokens);
        lines(&tokens, self.size, width)
    }

    /// A text as a single piece, if it is one line.
    pub(crate) fn short(&mut self, text: &RichText) -> Option<Piece> {
        let prose = Prose::read(text);
        let inlines = prose.single_paragraph()?;
        let plain = |inline: &Inline| !matches!(inline, Inline::Break | Inline::Maths { display: true, .. });
        if !inlines.iter().all(plain) {
            return None;
        }
        match self.text(text, 1e5).as_slice() {
            [line] => Some(line.piece.clone()),
            _ => None,
        }
    }

    fn block(&mut self, block: &Block, width: f32) -> Vec<Line> {
        match block {
            Block::Paragraph(inlines) => {
                let mut tokens = Vec::new();
                self.tokens(inlines, Style::default(), &mut tokens);
                lines(&tokens, self.size, width)
            }
            Block::List { ordered, entries } => {
                let indent = self.size * 1.6;
                let mut all = Vec::new();
                for (i, entry) in entries.iter().enumerate() {
                    let mut tokens = Vec::new();
                    self.tokens(entry, Style::default(), &mut tokens);
                    let mut set = lines(&tokens, self.size, width - indent);
                    if let Some(first) = set.first_mut().filter(|_| i > 0) {
                        first.before = LEADING * self.size;
                    }
                    let sign = if *ordered { format!("{}.", i + 1) } else { "•".to_owned() };
                    let label = self.plain(&sign, false, indent);
                    all.extend(hang(label, set, indent));
                }
                all
            }
            Block::Code(code) => {
                let size = self.size * 0.86;
                let mut all = Vec::new();
                for line in code.lines() {
                    let mut tokens: Vec<Token> = Vec::new();
                    let line = line.replace('\t', "    ");
                    if let Some(piece) = self.run(&line, MONO, size) {
                        tokens.push(Token::Piece(piece));
                    }
                    let mut set = lines(&tokens, self.size, width);
                    if let Some(first) = set.first_mut().filter(|_| !all.is_empty()) {
                        first.before = 0.5 * LEADING * self.size;
                    }
                    all.extend(set);
                }
                all
            }
        }
    }

    fn tokens(&mut self, inlines: &[Inline], style: Style, tokens: &mut Vec<Token>) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => {
                    self.words(text, FaceId::of(style.bold, style.italic), self.size, tokens);
                }
                Inline::Strong(inner) => self.tokens(inner, Style { bold: true, ..style }, tokens),
                Inline::Emphasis(inner) => self.tokens(inner, Style { italic: true, ..style }, tokens),
                Inline::Code(code) => self.words(code, MONO, self.size * 0.86, tokens),
                Inline::Maths { tex, display } => match self.maths(tex, *display) {
                    Some(piece) if *display => tokens.push(Token::Display(piece)),
                    Some(piece) => tokens.push(Token::Piece(piece)),
                    None => {
                        let source = if *display { format!("\\[{tex}\\]") } else { format!("\\({tex}\\)") };
                        self.words(&source, MONO, self.size * 0.86, tokens);
                    }
                },
                Inline::Image { alt, name } => match self.image(name) {
                    Some(piece) => tokens.push(Token::Piece(piece)),
                    None => self.words(&format!("[{alt}]"), FaceId::of(false, true), self.size, tokens),
                },
                Inline::Gap(name) => self.gap(name, tokens),
                Inline::Break => tokens.push(Token::Newline),
            }
        }
    }

    fn words(&mut self, text: &str, face: FaceId, size: f32, tokens: &mut Vec<Token>) {
        for (i, line) in text.split('\n').enumerate() {
            if i > 0 {
                tokens.push(Token::Newline);
            }
            for (i, word) in line.split(' ').enumerate() {
                if i > 0
                    && let Some((face, id)) = face.with(' ')
                {
                    let advance = face.face().map_or(0.0, |face| face.advance(id)) * size;
                    tokens.push(Token::Space(Glyph { id, text: ' ', advance }, face));
                }
                for (i, part) in parts(word).into_iter().enumerate() {
                    if i > 0 {
                        tokens.push(Token::Chance);
                    }
                    tokens.extend(self.run(part, face, size).map(Token::Piece));
                }
            }
        }
    }

    fn run(&mut self, text: &str, face: FaceId, size: f32) -> Option<Piece> {
        let runs = font::shape(text, face, size, &mut self.missing());
        let mut piece = Piece { ascent: 0.7 * size, descent: 0.22 * size, ..Piece::default() };
        for (face, glyphs) in runs {
            let width: f32 = glyphs.iter().map(|glyph| glyph.advance).sum();
            piece.marks.push(Mark::Run { face, size, x: piece.width, y: 0.0, colour: BLACK, glyphs });
            piece.width += width;
        }
        (!piece.marks.is_empty()).then_some(piece)
    }

    fn maths(&mut self, tex: &str, display: bool) -> Option<Piece> {
        let size = self.size;
        let set = maths::set(tex, display, size, &mut self.missing());
        match set {
            Ok(piece) => Some(piece),
            Err(why) => {
                self.problem(format!("the formula \\({tex}\\) is printed as its source: {why}"));
                None
            }
        }
    }

    fn image(&mut self, name: &str) -> Option<Piece> {
        let set = match self.item.images.get(name) {
            Some(image) => self.picture(image),
            None => Err("there is no such image".to_owned()),
        };
        set.map_err(|why| self.problem(format!("the image `{name}` is not drawn: {why}"))).ok()
    }

    fn picture(&mut self, image: &Image) -> Result<Piece, String> {
        let bytes = image.data.bytes().ok_or("its data is missing")?;
        if image.media_type == "image/svg+xml" {
            let svg = String::from_utf8(bytes).map_err(|_| "the SVG is not UTF-8")?;
            return self.drawing(&svg);
        }
        let picture = Picture::read(&bytes)?;
        // Three quarters of a point to a pixel, as on the web.
        let (width, height) = (picture.width as f32 * 0.75, picture.height as f32 * 0.75);
        let known = self.stock.pictures.iter().position(|known| *known == picture);
        let number = known.unwrap_or_else(|| {
            self.stock.pictures.push(picture);
            self.stock.pictures.len() - 1
        });
        let marks = vec![Mark::Picture { number, x: 0.0, y: -height, width, height }];
        Ok(fit_to_line(Piece { width, ascent: height, descent: 0.0, marks }))
    }

    /// The item's own figure, as a line of its own.
    pub(crate) fn figure(&mut self, svg: &str, width: f32) -> Vec<Line> {
        match self.drawing(svg) {
            Ok(piece) => {
                let mut lines = lines(&[Token::Piece(piece)], self.size, width);
                if let Some(first) = lines.first_mut() {
                    first.before += PARAGRAPH * self.size;
                }
                lines
            }
            Err(why) => {
                self.problem(format!("the figure is not drawn: {why}"));
                Vec::new()
            }
        }
    }

    fn drawing(&mut self, svg: &str) -> Result<Piece, String> {
        let (piece, left) = svg::set(svg, &mut self.missing())?;
        for name in left {
            self.problem(format!("the figure is drawn without its `{name}`"));
        }
        Ok(fit_to_line(piece))
    }

    fn gap(&mut self, name: &str, tokens: &mut Vec<Token>) {
        let size = self.size;
        let rule = |width: f32| Mark::Rule { x: 0.0, y: 0.16 * size, width, height: 0.6, colour: BLACK };
        match self.gaps {
            Gaps::Blank(width) => {
                let piece =
                    Piece { width, ascent: 1.1 * size, descent: 0.25 * size, marks: vec![rule(width)] };
                tokens.push(Token::Piece(piece));
            }
            Gaps::Filled => {
                let tutti_item::Body::Cloze { gaps } = &self.item.body else { return };
                let answer = gaps.iter().find(|gap| gap.name == name).and_then(|gap| gap.accepts.first());
                if let Some(mut piece) = answer.and_then(|answer| self.run(answer, font::BOLD, size)) {
                    piece.marks.push(rule(piece.width));
                    tokens.push(Token::Piece(piece));
                }
            }
        }
    }

    fn problem(&mut self, what: String) {
        let problem = Misprint { item: self.item.id.clone(), question: self.question, what };
        if !self.stock.problems.contains(&problem) {
            self.stock.problems.push(problem);
        }
    }

    fn missing(&mut self) -> impl FnMut(char) + '_ {
        |c| self.problem(format!("no font has the character {c} (U+{:04X})", u32::from(c)))
    }
}

/// A picture no taller than it may be, its foot a little below the baseline.
fn fit_to_line(piece: Piece) -> Piece {
    let by = (TALLEST_PICTURE / piece.ascent.max(1.0)).min(1.0);
    let mut piece = piece.scale(by);
    let drop = 3.0;
    piece.marks = piece.marks.into_iter().map(|mark| mark.shift(0.0, drop)).collect();
    piece.ascent -= drop;
    piece.descent += drop;
    piece
}

/// A word where it may be split: after a hyphen or dash between letters.
fn parts(word: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let signs: Vec<(usize, char)> = word.char_indices().collect();
    for three in signs.windows(3) {
        if let [(_, before), (_, '-' | '–' | '—'), (at, after)] = three
            && before.is_alphabetic()
            && after.is_alphabetic()
        {
            parts.push(&word[start..*at]);
            start = *at;
        }
    }
    parts.push(&word[start..]);
    parts
}
