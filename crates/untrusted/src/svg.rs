//! SVG without active content: elements and attributes that are not listed here are left out.
//!
//! A drawing that holds nothing else stays as it is, byte for byte; any other is written anew. Left out are scripts,
//! event handlers, foreign content, animations, links, style rules that load something, and references to anything but
//! a part of the drawing or an embedded raster image. Document types, comments, processing instructions and CDATA
//! are left out too, because a reader of HTML takes them for something else than a reader of XML does.

use std::borrow::Cow;
use std::fmt::Write;

use roxmltree::{Attribute, Node};

use crate::xml::{Nesting, parse};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

const ELEMENTS: &[&str] = &[
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "feBlend",
    "feColorMatrix",
    "feComposite",
    "feFlood",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "filter",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
    "view",
];

/// Elements that are left out while what they contain is kept.
const TRANSPARENT: &[&str] = &["a"];

const ATTRIBUTES: &[&str] = &[
    "alignment-baseline",
    "aria-describedby",
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "baseline-shift",
    "class",
    "clip-path",
    "clip-rule",
    "clipPathUnits",
    "color",
    "color-interpolation",
    "color-interpolation-filters",
    "cursor",
    "cx",
    "cy",
    "d",
    "direction",
    "display",
    "dominant-baseline",
    "dx",
    "dy",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "filterUnits",
    "flood-color",
    "flood-opacity",
    "font",
    "font-family",
    "font-size",
    "font-size-adjust",
    "font-stretch",
    "font-style",
    "font-variant",
    "font-weight",
    "fr",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "id",
    "image-rendering",
    "in",
    "in2",
    "k1",
    "k2",
    "k3",
    "k4",
    "lang",
    "lengthAdjust",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "mask",
    "maskContentUnits",
    "maskUnits",
    "method",
    "mode",
    "offset",
    "opacity",
    "operator",
    "orient",
    "overflow",
    "paint-order",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "points",
    "preserveAspectRatio",
    "primitiveUnits",
    "r",
    "radius",
    "refX",
    "refY",
    "result",
    "role",
    "rotate",
    "rx",
    "ry",
    "shape-rendering",
    "side",
    "spacing",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "style",
    "tabindex",
    "text-anchor",
    "text-decoration",
    "text-rendering",
    "textLength",
    "transform",
    "transform-origin",
    "type",
    "unicode-bidi",
    "values",
    "vector-effect",
    "version",
    "viewBox",
    "visibility",
    "white-space",
    "width",
    "word-spacing",
    "writing-mode",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Raster images that may be embedded.
const IMAGES: &[&str] = &[
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "data:image/gif;base64,",
    "data:image/webp;base64,",
];

/// The drawing without active content; none if it is not a drawing in XML.
pub fn sanitize(svg: &str) -> Option<Cow<'_, str>> {
    let document = without_document_type(svg);
    let parsed = parse(&document, Nesting::Bounded).ok()?;
    let root = parsed.root_element();
    if root.tag_name().name() != "svg" || !is_svg(root) {
        return None;
    }
    if document.len() == svg.len() && is_clean(svg, parsed.root()) {
        return Some(Cow::Borrowed(svg));
    }
    let mut out = String::with_capacity(svg.len());
    write_element(root, &mut out);
    Some(Cow::Owned(out))
}

/// Old programs write a document type without declarations, which says nothing.
fn without_document_type(svg: &str) -> Cow<'_, str> {
    let Some(at) = svg.find("<!DOCTYPE") else { return Cow::Borrowed(svg) };
    let rest = &svg[at..];
    match rest.find(['>', '[']) {
        Some(end) if rest[end..].starts_with('>') => {
            Cow::Owned(format!("{}{}", &svg[..at], &rest[end + 1..]))
        }
        _ => Cow::Borrowed(svg),
    }
}

fn is_svg(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().namespace(), None | Some(SVG))
}

/// Whether nothing has to be left out, and a reader of HTML sees what a reader of XML sees.
fn is_clean(svg: &str, document: Node<'_, '_>) -> bool {
    if svg.contains("<![") || svg.contains("<!") {
        return false;
    }
    document.descendants().all(|node| {
        if node.is_element() {
            let name = node.tag_name().name();
            let prefixed = !svg.get(node.range().start + 1..).is_some_and(|rest| rest.starts_with(name));
            let namespaces = node.namespaces().all(|namespace| {
                matches!(
                    (namespace.name(), namespace.uri()),
                    (None, SVG) | (Some("xlink"), XLINK) | (Some("xml"), XML)
                )
            });
            keeps(node)
                && !prefixed
                && namespaces
                && node.attributes().all(|attribute| keeps_attribute(node, attribute))
        } else {
            !node.is_pi() && !node.is_comment()
        }
    })
}

fn keeps(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    is_svg(node) && ELEMENTS.contains(&name) && (name != "style" || is_plain_style(&text_of(node)))
}

fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

fn keeps_attribute(node: Node<'_, '_>, attribute: Attribute<'_, '_>) -> bool {
    match (attribute.namespace(), attribute.name()) {
        (None | Some(XLINK), "href") => keeps_reference(node.tag_name().name(), attribute.value()),
        (Some(XML), "space" | "lang") => true,
        (None, "style") => is_plain_style(attribute.value()),
        (None, name) => ATTRIBUTES.contains(&name) && has_own_references(attribute.value()),
        _ => false,
    }
}

/// A part of the drawing, or for an image an embedded raster.
fn keeps_reference(element: &str, value: &str) -> bool {
    if element == "image" {
        let lower = value.get(..40.min(value.len())).unwrap_or_default().to_ascii_lowercase();
        return IMAGES.iter().any(|start| lower.starts_with(start))
            && value.bytes().skip_while(|b| *b != b',').skip(1).all(is_base64);
    }
    let target = value.strip_prefix('#');
    target.is_some_and(|id| !id.is_empty() && !id.contains(['<', '>', '"', '\\', ':']))
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b' ' | b'\n' | b'\r' | b'\t')
}

/// A style that loads nothing, whoever reads it: no rules with `@`, no escapes, no scripts of old browsers.
fn is_plain_style(style: &str) -> bool {
    let lower = style.to_ascii_lowercase();
    let active = ["@", "\\", "<", "expression", "javascript", "behavior", "-moz-binding", "/*"];
    !active.iter().any(|sign| lower.contains(sign)) && has_own_references(style)
}

/// Whether every `url(…)` names a part of the drawing. An escape could spell one that is not seen here.
fn has_own_references(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let own = |rest: &str| rest.trim_start().trim_start_matches(['"', '\'']).starts_with('#');
    !lower.contains('\\')
        && !lower.contains("image(")
        && !lower.contains("image-set(")
        && lower
            .split("url")
            .skip(1)
            .all(|rest| !rest.trim_start().starts_with('(') || own(&rest.trim_start()[1..]))
}

fn write_element(node: Node<'_, '_>, out: &mut String) {
    let name = node.tag_name().name();
    out.push('<');
    out.push_str(name);
    if node.parent().is_none_or(|parent| parent.is_root()) {
        let _ = write!(out, " xmlns=\"{SVG}\" xmlns:xlink=\"{XLINK}\"");
    }
    for attribute in node.attributes().filter(|attribute| keeps_attribute(node, *attribute)) {
        let prefix = match attribute.namespace() {
            Some(XLINK) => "xlink:",
            Some(XML) => "xml:",
            _ => "",
        };
        let _ = write!(out, " {prefix}{}=\"{}\"", attribute.name(), escape(attribute.value()));
    }
    out.push('>');
    write_children(node, out);
    let _ = write!(out, "</{name}>");
}

fn write_children(node: Node<'_, '_>, out: &mut String) {
    for child in node.children() {
        if child.is_text() {
            out.push_str(&escape(child.text().unwrap_or_default()));
        } else if child.is_element() && keeps(child) {
            write_element(child, out);
        } else if child.is_element() && is_svg(child) && TRANSPARENT.contains(&child.tag_name().name()) {
            write_children(child, out);
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(svg: &str, expected: Option<&str>) {
        let found = sanitize(svg);
        assert_eq!(found.as_deref(), expected, "{svg}");
        if let Some(found) = found {
            assert_eq!(sanitize(&found).as_deref(), Some(&*found), "{svg}");
        }
    }

    #[test]
    fn a_plain_drawing_stays_as_it_is() {
        for svg in [
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d='M0 0L1 1' style=\"fill:none\"/></svg>",
            "<svg><text x=\"1\">a &lt; b</text></svg>",
            "<svg><defs><linearGradient id=\"g\"/></defs><rect fill=\"url(#g)\"/><use href=\"#g\"/></svg>",
            "<svg><style>rect{fill:red}</style><image href=\"data:image/png;base64,AAAA\"/></svg>",
            "<?xml version=\"1.0\"?>\n<svg><title>t</title></svg>",
        ] {
            check(svg, Some(svg));
        }
    }

    #[test]
    fn active_content_is_left_out() {
        const HEAD: &str =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">";
        for (inner, kept) in [
            ("<script>alert(1)</script>", ""),
            ("<s:script xmlns:s=\"http://www.w3.org/2000/svg\">alert(1)</s:script>", ""),
            ("<h:script xmlns:h=\"http://www.w3.org/1999/xhtml\">alert(1)</h:script>", ""),
            ("<foreignObject><b onclick=\"x()\"/></foreignObject>", ""),
            ("<rect onload=\"x()\" width=\"1\"/>", "<rect width=\"1\"></rect>"),
            ("<a href=\"javascript:x()\"><rect/></a>", "<rect></rect>"),
            (
                "<use xlink:href=\"https://evil.example/a.svg#x\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"/>",
                "<use></use>",
            ),
            ("<use href=\"data:image/svg+xml,&lt;svg/>\"/>", "<use></use>"),
            ("<image href=\"data:image/svg+xml;base64,AAAA\"/>", "<image></image>"),
            ("<image href=\"https://evil.example/a.png\"/>", "<image></image>"),
            ("<image href=\"java&#10;script:x()\"/>", "<image></image>"),
            ("<rect style=\"fill:url(https://evil.example)\"/>", "<rect></rect>"),
            ("<rect style=\"fill:u\\72l(https://evil.example)\"/>", "<rect></rect>"),
            ("<rect fill=\"URL( 'https://evil.example')\"/>", "<rect></rect>"),
            ("<style>@import 'https://evil.example';</style>", ""),
            ("<style><![CDATA[@import 'x';]]></style>", ""),
            ("<set attributeName=\"href\" to=\"javascript:x()\"/>", ""),
            ("<animate attributeName=\"href\" values=\"javascript:x()\"/>", ""),
            (
                "<title><![CDATA[><script>x()</script>]]></title>",
                "<title>&gt;&lt;script&gt;x()&lt;/script&gt;</title>",
            ),
            ("<!-- --><?x y?>", ""),
            ("<iframe src=\"x\"/><handler/><metadata/>", ""),
        ] {
            check(&format!("<svg>{inner}</svg>"), Some(&format!("{HEAD}{kept}</svg>")));
        }
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        check("<html/>", None);
        check("<svg", None);
        check("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;</svg>", None);
        check(
            "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/svg11.dtd\"><svg/>",
            Some(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"></svg>",
            ),
        );
        check(&"<svg>".repeat(100_000), None);
    }
}
