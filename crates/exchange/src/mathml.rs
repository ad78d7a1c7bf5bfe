//! Formulas to MathML, which QTI uses, and back to the LaTeX of our texts.
//!
//! What we write carries its LaTeX as an annotation and is read back exactly. A formula from elsewhere is translated;
//! what has no LaTeX is kept as its words. LaTeX that cannot be parsed stays text between `\(` and `\)`.

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

use crate::markup::{Element, Node, escape};
use crate::xml;

mod content;
mod latex;
mod symbols;

const NAMESPACE: &str = "http://www.w3.org/1998/Math/MathML";
const TEX: &str = "application/x-tex";

/// The reader of LaTeX calls itself for each of these, so that many would end the stack.
const DEEPEST: usize = 40;
const LONGEST: usize = 10_000;

/// Presentation MathML with the LaTeX inside; none if the LaTeX cannot be read.
pub(crate) fn from_latex(tex: &str, display: bool) -> Option<String> {
    if tex.len() > LONGEST || is_too_deep(tex) {
        return None;
    }
    let converter = LatexToMathML::new(MathCoreConfig::default()).ok()?;
    let mode = if display { MathDisplay::Block } else { MathDisplay::Inline };
    let made = converter.convert_with_local_state(tex, mode).ok()?.mathml;
    let math = xml::parse(&made, "a formula").ok()?;
    let mut row = String::new();
    for node in &math.children {
        if let Node::Element(element) = node {
            print(element, &mut row)?;
        }
    }
    let display = if display { " display=\"block\"" } else { "" };
    let tex = escape(&xml::writable(tex));
    Some(format!(
        "<math xmlns=\"{NAMESPACE}\"{display}><semantics><mrow>{row}</mrow>\
         <annotation encoding=\"{TEX}\">{tex}</annotation></semantics></math>"
    ))
}

/// What is wrong with a formula, if it is no LaTeX at all. A command that is not known here may be known elsewhere.
pub(crate) fn fault(tex: &str) -> Option<String> {
    if tex.len() > LONGEST || is_too_deep(tex) {
        return Some("it is too long or nested too deeply".to_owned());
    }
    let converter = LatexToMathML::new(MathCoreConfig::default()).ok()?;
    let error = converter.convert_with_local_state(tex, MathDisplay::Inline).err()?.to_string();
    (!error.contains("nknown command") && !error.contains("nknown environment")).then_some(error)
}

/// The LaTeX a formula was made from, if it says so; else a translation.
pub(crate) fn to_latex(math: &Element) -> String {
    let annotation = math.find("annotation").filter(|a| a.attribute("encoding") == Some(TEX));
    match annotation.map(|annotation| annotation.text().trim().to_owned()).filter(|tex| !tex.is_empty()) {
        Some(tex) => tex,
        None => latex::row(&math.children).trim().to_owned(),
    }
}

/// Braces, environments and fences open at once, and commands in a row, each of which takes the next for its
/// argument.
fn is_too_deep(tex: &str) -> bool {
    let (mut open, mut in_a_row) = (0_usize, 0_usize);
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        if c == '\\' {
            let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
            match name.as_str() {
                "left" | "begin" => open += 1,
                "right" | "end" => open = open.saturating_sub(1),
                _ => {}
            }
            let skip = name.len().max(rest.chars().next().map_or(0, char::len_utf8));
            rest = rest.get(skip..).unwrap_or_default();
            in_a_row += 1;
        } else {
            match c {
                '{' | '[' => open += 1,
                '}' | ']' => open = open.saturating_sub(1),
                _ => {}
            }
            if matches!(c, '^' | '_') {
                in_a_row += 1;
            } else if !c.is_whitespace() {
                in_a_row = 0;
            }
        }
        if open > DEEPEST || in_a_row > DEEPEST {
            return true;
        }
    }
    false
}

/// The element with what both versions of MathML that QTI knows have; none if it is in neither.
fn print(element: &Element, out: &mut String) -> Option<()> {
    let style =
        ["displaystyle", "scriptlevel"].map(|name| element.attribute(name).map(|value| (name, value)));
    let styled = element.name != "mtable" && style.iter().any(Option::is_some);
    if styled {
        out.push_str("<mstyle");
        style.iter().flatten().for_each(|(name, value)| push_attribute(name, value, out));
        out.push('>');
    }
    if !(styled && element.name == "mrow") {
        out.push('<');
        out.push_str(&element.name);
        for (name, value) in attributes(element)? {
            push_attribute(name, &value, out);
        }
        out.push('>');
    }
    for node in &element.children {
        match node {
            Node::Text(text) => out.push_str(&escape(text)),
            Node::Element(inner) => print(inner, out)?,
        }
    }
    if !(styled && element.name == "mrow") {
        out.push_str("</");
        out.push_str(&element.name);
        out.push('>');
    }
    if styled {
        out.push_str("</mstyle>");
    }
    Some(())
}

fn push_attribute(name: &str, value: &str, out: &mut String) {
    out.extend([" ", name, "=\"", &xml::attribute(value), "\""]);
}

fn attributes(element: &Element) -> Option<Vec<(&'static str, String)>> {
    let known: &[&'static str] = match element.name.as_str() {
        "mi" | "mn" | "mtext" | "ms" => &["mathvariant"],
        "mo" => &["form", "stretchy", "symmetric", "movablelimits", "lspace", "rspace", "minsize", "maxsize"],
        "mspace" | "mpadded" => &["width", "height", "depth"],
        "mfrac" => &["linethickness"],
        "mover" => &["accent"],
        "munder" => &["accentunder"],
        "munderover" => &["accent", "accentunder"],
        "menclose" => &["notation"],
        "mtable" => &["displaystyle"],
        "mtd" | "mtr" | "mrow" | "msqrt" | "mroot" | "msup" | "msub" | "msubsup" | "mphantom"
        | "mmultiscripts" | "mprescripts" | "none" | "mstyle" | "merror" => &[],
        _ => return None,
    };
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for name in known {
        if let Some(value) = element.attribute(name) {
            let is_length =
                ["lspace", "rspace", "width", "height", "depth", "minsize", "maxsize", "linethickness"];
            // A bare zero is a length in newer versions only.
            let bare = is_length.contains(name) && value == "0";
            found.push((name, if bare { "0em".to_owned() } else { value.to_owned() }));
        }
    }
    if element.name == "mtd" {
        let style = element.attribute("style").unwrap_or_default();
        for side in ["left", "right"] {
            if style.contains(&format!("text-align: {side}")) {
                found.push(("columnalign", side.to_owned()));
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests;
