//! Content MathML to LaTeX: arithmetic, relations and functions of one argument; the rest as a function by name.

use crate::markup::Element;

use super::latex::{elements, one};
use super::symbols::{function, signs};

pub(super) fn knows(name: &str) -> bool {
    matches!(
        name,
        "apply"
            | "ci"
            | "cn"
            | "csymbol"
            | "pi"
            | "infinity"
            | "exponentiale"
            | "imaginaryi"
            | "true"
            | "false"
    )
}

pub(super) fn latex(element: &Element) -> String {
    match element.name.as_str() {
        "apply" => apply(element),
        "cn" => number(element),
        "pi" => "\\pi ".to_owned(),
        "infinity" => "\\infty ".to_owned(),
        "exponentiale" => "e".to_owned(),
        "imaginaryi" => "i".to_owned(),
        "true" | "false" => format!("\\text{{{}}}", element.name),
        _ => match elements(&element.children).next() {
            Some(inner) => one(inner),
            None => signs(element.text().trim()),
        },
    }
}

/// `<cn type="rational">3<sep/>4</cn>` and plain ones.
fn number(element: &Element) -> String {
    let parts: Vec<String> = element
        .children
        .iter()
        .filter_map(|node| match node {
            crate::markup::Node::Text(text) => Some(text.trim().to_owned()),
            crate::markup::Node::Element(_) => None,
        })
        .collect();
    match (element.attribute("type"), parts.as_slice()) {
        (Some("rational"), [top, bottom]) => format!("\\frac{{{top}}}{{{bottom}}}"),
        (Some("e-notation"), [digits, power]) => format!("{digits} \\times 10^{{{power}}}"),
        _ => parts.concat(),
    }
}

fn apply(element: &Element) -> String {
    let mut parts = elements(&element.children);
    let Some(operator) = parts.next() else { return String::new() };
    let degree = element.find("degree").map(|degree| elements(&degree.children).map(one).collect::<String>());
    let given: Vec<&Element> = parts
        .filter(|part| !matches!(part.name.as_str(), "degree" | "bvar" | "lowlimit" | "uplimit" | "logbase"))
        .collect();
    let plain: Vec<String> = given.iter().map(|part| one(part).trim().to_owned()).collect();
    let grouped: Vec<String> = given.iter().zip(&plain).map(|(part, tex)| group(part, tex)).collect();
    let first = plain.first().cloned().unwrap_or_default();
    match (operator.name.as_str(), plain.as_slice()) {
        ("plus", _) => plain.join(" + "),
        ("minus", [_]) => format!("-{}", grouped.concat()),
        ("minus", _) => grouped.join(" - "),
        ("times", _) => grouped.join(" \\cdot "),
        ("divide", [top, bottom]) => format!("\\frac{{{top}}}{{{bottom}}}"),
        ("power", [_, power]) => {
            let base = grouped.first().cloned().unwrap_or_default();
            format!("{base}^{{{power}}}")
        }
        ("root", _) => match degree {
            Some(degree) => format!("\\sqrt[{}]{{{first}}}", degree.trim()),
            None => format!("\\sqrt{{{first}}}"),
        },
        ("abs", _) => format!("\\left|{first}\\right|"),
        ("factorial", _) => format!("{}!", grouped.concat()),
        ("eq", _) => plain.join(" = "),
        ("neq", _) => plain.join(" \\ne "),
        ("lt", _) => plain.join(" < "),
        ("gt", _) => plain.join(" > "),
        ("leq", _) => plain.join(" \\le "),
        ("geq", _) => plain.join(" \\ge "),
        ("in", _) => plain.join(" \\in "),
        ("and", _) => grouped.join(" \\wedge "),
        ("or", _) => grouped.join(" \\vee "),
        (name, _) => {
            let name = match name {
                "ci" | "csymbol" => one(operator).trim().to_owned(),
                name => function(name)
                    .map_or_else(|| format!("\\operatorname{{{name}}}"), |f| f.trim().to_owned()),
            };
            format!("{name}({})", plain.join(", "))
        }
    }
}

/// In brackets if it is a sum or a product itself.
fn group(part: &Element, tex: &str) -> String {
    let operator = elements(&part.children).next().map(|operator| operator.name.as_str());
    let is_loose = part.name == "apply" && matches!(operator, Some("plus" | "minus" | "times"));
    if is_loose { format!("({tex})") } else { tex.to_owned() }
}
