//! Presentation MathML to LaTeX.

use crate::markup::{Element, Node};

use super::content;
use super::symbols::{function, has_limits, over, signs, under};

/// One after the other, with a space where a command would run into the next letter.
pub(super) fn row(nodes: &[Node]) -> String {
    let elements: Vec<&Element> = elements(nodes).collect();
    if let Some(fenced) = fences(&elements) {
        return fenced;
    }
    let mut out = String::new();
    for node in nodes {
        let piece = match node {
            Node::Element(element) => one(element),
            Node::Text(text) if text.trim().is_empty() => continue,
            Node::Text(text) => signs(text.trim()),
        };
        push(&mut out, &piece);
    }
    out
}

pub(super) fn push(out: &mut String, piece: &str) {
    if out.ends_with(' ') && !piece.starts_with(|c: char| c.is_ascii_alphanumeric() || c == ' ') {
        // The space after a command is needed before letters only; others read better without.
        if piece.starts_with(['^', '_', '}', ')', ']', ',']) {
            out.truncate(out.trim_end().len());
        }
    }
    let is_digit = |c: char| c.is_ascii_digit();
    if out.ends_with(is_digit) && piece.starts_with(is_digit) {
        out.push(' ');
    }
    out.push_str(piece);
}

pub(super) fn elements(nodes: &[Node]) -> impl Iterator<Item = &Element> {
    nodes.iter().filter_map(|node| match node {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    })
}

/// A row in brackets that must grow with what is in them.
fn fences(elements: &[&Element]) -> Option<String> {
    let (first, inside, last) = match elements {
        [first, inside @ .., last] if first.name == "mo" && last.name == "mo" => (first, inside, last),
        _ => return None,
    };
    let (open, close) = (first.text(), last.text());
    let (open, close) = (open.trim(), close.trim());
    let is_open = matches!(open, "(" | "[" | "{" | "|" | "‖" | "⟨" | "⌊" | "⌈");
    let is_close = matches!(close, ")" | "]" | "}" | "|" | "‖" | "⟩" | "⌋" | "⌉" | "" | "\u{2063}");
    let tall = ["mfrac", "mtable", "munderover", "munder", "msqrt", "mroot"];
    let is_tall = inside
        .iter()
        .any(|e| tall.contains(&e.name.as_str()) || tall.iter().any(|name| e.find(name).is_some()));
    if !is_open || !is_close || !is_tall {
        return None;
    }
    if let ([only], "(", ")") = (inside, open, close)
        && only.name == "mfrac"
        && is_zero(only.attribute("linethickness"))
    {
        let (top, bottom) = pair(only);
        return Some(format!("\\binom{{{top}}}{{{bottom}}}"));
    }
    let mut middle = String::new();
    for element in inside {
        push(&mut middle, &one(element));
    }
    Some(format!("\\left{}{}\\right{}", fence(open), middle, fence(close)))
}

fn fence(text: &str) -> String {
    match signs(text) {
        empty if empty.trim().is_empty() => ".".to_owned(),
        sign => sign,
    }
}

fn is_zero(length: Option<&str>) -> bool {
    length.is_some_and(|length| length.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse() == Ok(0.0))
}

/// The element as LaTeX.
pub(super) fn one(element: &Element) -> String {
    match element.name.as_str() {
        "mi" => identifier(element),
        "mn" => signs(element.text().trim()),
        "mo" => operator(element.text().trim()),
        "mtext" | "ms" => format!("\\text{{{}}}", text(&element.text())),
        "mspace" => space(element.attribute("width")).to_owned(),
        "mfrac" => {
            let (top, bottom) = pair(element);
            if is_zero(element.attribute("linethickness")) {
                format!("\\genfrac{{}}{{}}{{0pt}}{{}}{{{top}}}{{{bottom}}}")
            } else {
                format!("\\frac{{{top}}}{{{bottom}}}")
            }
        }
        "msqrt" => format!("\\sqrt{{{}}}", row(&element.children).trim()),
        "mroot" => {
            let (base, degree) = pair(element);
            format!("\\sqrt[{degree}]{{{base}}}")
        }
        "msup" | "msub" | "msubsup" => scripts(element),
        "mover" | "munder" | "munderover" => marks(element),
        "mmultiscripts" => multiscripts(element),
        "mtable" => table(element),
        "mfenced" => fence_element(element),
        "menclose" => enclosure(element),
        "mphantom" => format!("\\phantom{{{}}}", row(&element.children).trim()),
        "semantics" | "maction" => elements(&element.children).next().map(one).unwrap_or_default(),
        "annotation" | "annotation-xml" | "none" | "mprescripts" | "maligngroup" | "malignmark" => {
            String::new()
        }
        "mglyph" | "img" => format!("\\text{{{}}}", text(element.attribute("alt").unwrap_or_default())),
        name if content::knows(name) => content::latex(element),
        _ => row(&element.children),
    }
}

fn identifier(element: &Element) -> String {
    let name = element.text();
    let name = name.trim();
    if let Some(function) = function(name) {
        return function;
    }
    let plain = signs(name);
    match element.attribute("mathvariant") {
        Some("bold") => format!("\\mathbf{{{}}}", plain.trim()),
        Some("double-struck") => format!("\\mathbb{{{}}}", plain.trim()),
        Some("script") => format!("\\mathcal{{{}}}", plain.trim()),
        Some("normal") if name.chars().all(char::is_alphabetic) && name.is_ascii() && !name.is_empty() => {
            format!("\\mathrm{{{name}}}")
        }
        _ if name.chars().count() > 1 && name.chars().all(|c| c.is_ascii_alphabetic()) => {
            format!("\\mathrm{{{name}}}")
        }
        _ => plain,
    }
}

/// Relations with space around them, as people write them.
fn operator(text: &str) -> String {
    if let Some(function) = function(text) {
        return function;
    }
    if text.chars().count() > 1 && text.chars().all(char::is_alphabetic) {
        return format!("\\operatorname{{{text}}} ");
    }
    match text {
        "=" | "<" | ">" | "+" | "-" | "−" => format!(" {} ", signs(text)),
        "," | ";" => format!("{text} "),
        "≤" | "≥" | "≠" | "→" | "×" | "±" | "≈" | "∈" | "⇒" | "⇔" | "÷" => {
            format!(" {}", signs(text))
        }
        _ => signs(text),
    }
}

/// Words inside `\text`, where a few signs have a meaning.
fn text(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars() {
        match c {
            '\u{a0}' => out.push(' '),
            '{' | '}' | '%' | '#' | '&' | '_' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\backslash "),
            c => out.push(c),
        }
    }
    out
}

fn space(width: Option<&str>) -> &'static str {
    let width = width.unwrap_or_default();
    let ems: f64 = width.strip_suffix("em").and_then(|number| number.trim().parse().ok()).unwrap_or(0.0);
    match ems {
        ems if ems >= 1.5 => "\\qquad ",
        ems if ems >= 0.8 => "\\quad ",
        ems if ems > 0.0 => "\\,",
        _ => "",
    }
}

fn nth(element: &Element, place: usize) -> String {
    elements(&element.children).nth(place).map(one).unwrap_or_default().trim().to_owned()
}

fn pair(element: &Element) -> (String, String) {
    (nth(element, 0), nth(element, 1))
}

/// What a script stands on, in braces unless it is a single sign or command.
fn base(element: &Element) -> String {
    let inner = elements(&element.children).next();
    let tex = nth(element, 0);
    let is_token = inner.is_some_and(|e| matches!(e.name.as_str(), "mi" | "mn" | "mo"));
    let is_fenced = tex.starts_with("\\left") || (tex.starts_with('(') && tex.ends_with(')'));
    if (is_token || is_fenced) && !tex.is_empty() { tex } else { format!("{{{tex}}}") }
}

/// A script in braces; a single digit and primes go without.
fn script(mark: char, tex: &str) -> String {
    match tex {
        "" => String::new(),
        "\\prime" if mark == '^' => "'".to_owned(),
        "\\prime\\prime" if mark == '^' => "''".to_owned(),
        digit if digit.len() == 1 && digit.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{mark}{digit}")
        }
        many => format!("{mark}{{{many}}}"),
    }
}

fn scripts(element: &Element) -> String {
    let base = base(element);
    match element.name.as_str() {
        "msup" => format!("{base}{}", script('^', &nth(element, 1))),
        "msub" => format!("{base}{}", script('_', &nth(element, 1))),
        _ => format!("{base}{}{}", script('_', &nth(element, 1)), script('^', &nth(element, 2))),
    }
}

fn marks(element: &Element) -> String {
    let inner = elements(&element.children).next();
    let base = nth(element, 0);
    let limits = inner.is_some_and(|e| has_limits(e.text().trim()))
        || base.starts_with("\\underbrace")
        || base.starts_with("\\overbrace");
    let mark = |place: usize| elements(&element.children).nth(place).map(|e| e.text().trim().to_owned());
    match element.name.as_str() {
        "mover" if limits => format!("{base}{}", script('^', &nth(element, 1))),
        "munder" if limits => format!("{base}{}", script('_', &nth(element, 1))),
        "munderover" if limits => {
            format!("{base}{}{}", script('_', &nth(element, 1)), script('^', &nth(element, 2)))
        }
        "mover" => match mark(1).as_deref().and_then(over) {
            Some(command) => format!("\\{command}{{{base}}}"),
            None => format!("\\overset{{{}}}{{{base}}}", nth(element, 1)),
        },
        "munder" => match mark(1).as_deref().and_then(under) {
            Some(command) => format!("\\{command}{{{base}}}"),
            None => format!("\\underset{{{}}}{{{base}}}", nth(element, 1)),
        },
        _ => format!("\\underset{{{}}}{{\\overset{{{}}}{{{base}}}}}", nth(element, 1), nth(element, 2)),
    }
}

/// Scripts after the base in pairs of lower and upper, then after `mprescripts` those before it.
fn multiscripts(element: &Element) -> String {
    let parts: Vec<&Element> = elements(&element.children).collect();
    let Some((base, rest)) = parts.split_first() else { return String::new() };
    let at = rest.iter().position(|e| e.name == "mprescripts").unwrap_or(rest.len());
    let (after, before) = rest.split_at(at);
    let pairs = |parts: &[&Element]| -> String {
        let part = |pair: &[&Element], place: usize| {
            pair.get(place).map(|e| one(e).trim().to_owned()).unwrap_or_default()
        };
        parts.chunks(2).flat_map(|pair| [script('_', &part(pair, 0)), script('^', &part(pair, 1))]).collect()
    };
    let before = pairs(before.get(1..).unwrap_or_default());
    let before = if before.is_empty() { before } else { format!("{{}}{before}") };
    format!("{before}{}{}", one(base).trim(), pairs(after))
}

fn table(element: &Element) -> String {
    let rows: Vec<String> = elements(&element.children)
        .filter(|row| matches!(row.name.as_str(), "mtr" | "mlabeledtr"))
        .map(|row| {
            let skip = usize::from(row.name == "mlabeledtr");
            let cells: Vec<String> = elements(&row.children)
                .skip(skip)
                .map(|cell| self::row(&cell.children).trim().to_owned())
                .collect();
            cells.join(" & ")
        })
        .collect();
    format!("\\begin{{matrix}} {} \\end{{matrix}}", rows.join(" \\\\ "))
}

fn fence_element(element: &Element) -> String {
    let open = element.attribute("open").unwrap_or("(").trim();
    let close = element.attribute("close").unwrap_or(")").trim();
    let separators: Vec<char> =
        element.attribute("separators").unwrap_or(",").chars().filter(|c| !c.is_whitespace()).collect();
    let mut inside = String::new();
    for (i, part) in elements(&element.children).enumerate() {
        if let Some(separator) = i.checked_sub(1).and_then(|i| separators.get(i).or(separators.last())) {
            inside.push_str(&operator(&separator.to_string()));
        }
        inside.push_str(&one(part));
    }
    format!("\\left{}{}\\right{}", fence(open), inside.trim(), fence(close))
}

fn enclosure(element: &Element) -> String {
    let inside = row(&element.children);
    let inside = inside.trim();
    let notation = element.attribute("notation").unwrap_or("longdiv");
    for (known, command) in [
        ("box", "boxed"),
        ("roundedbox", "boxed"),
        ("updiagonalstrike", "cancel"),
        ("downdiagonalstrike", "bcancel"),
        ("radical", "sqrt"),
        ("top", "overline"),
        ("bottom", "underline"),
    ] {
        if notation.split_whitespace().any(|word| word == known) {
            return format!("\\{command}{{{inside}}}");
        }
    }
    inside.to_owned()
}
