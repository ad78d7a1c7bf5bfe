//! Texts of items as HTML for the web page: escaped, formulas as MathML, images inline.

use std::collections::BTreeMap;

use tutti_item::{Image, ImageData, RichText};

use crate::markup::{Writing, delimited_maths, escape};
use crate::{Prose, mathml};

/// As blocks: paragraphs, lists, code.
pub fn html(text: &RichText, images: &BTreeMap<String, Image>) -> String {
    write_with_images(images, |writing| writing.blocks(&Prose::read(text)))
}

/// Without a paragraph around a single line: for options, and wherever one line stands.
pub fn line_html(text: &RichText, images: &BTreeMap<String, Image>) -> String {
    write_with_images(images, |writing| writing.compact(&Prose::read(text)))
}

fn write_with_images(images: &BTreeMap<String, Image>, write: impl Fn(&Writing<'_>) -> String) -> String {
    let maths = |tex: &str, display: bool| {
        mathml::from_latex(tex, display).unwrap_or_else(|| delimited_maths(tex, display))
    };
    let image = |alt: &str, name: &str| match images.get(name) {
        Some(Image { media_type, data: ImageData::Base64(_) }) if media_type.starts_with("image/") => {
            let mut safe = images[name].clone();
            safe.remove_active_content();
            let bytes = if let ImageData::Base64(bytes) = &safe.data { bytes } else { "" };
            format!(
                "<img src=\"data:{};base64,{}\" alt=\"{}\"/>",
                escape(media_type),
                escape(bytes),
                escape(alt)
            )
        }
        // The words stand for what cannot be shown.
        _ => format!("<em>{}</em>", escape(alt)),
    };
    let gap = |name: &str| format!("<span class=\"gap\">{}</span>", escape(name));
    write(&Writing { maths: &maths, image: &image, gap: &gap })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(line_html(&RichText::from_dollars(text), &BTreeMap::new()), expected);
    }

    #[test]
    fn texts_become_html_that_does_no_harm() {
        check("plain", "plain");
        check("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;");
        check("**a** & b", "<strong>a</strong> &amp; b");
        check("![<img src=x>](x\" onerror=\"y)", "![&lt;img src=x&gt;](x&quot; onerror=&quot;y)");
        check("one\n\ntwo", "<p>one</p><p>two</p>");
    }

    #[test]
    fn formulas_become_mathml_with_their_source() {
        let html = line_html(&RichText::from_dollars("$x^2$"), &BTreeMap::new());
        assert!(html.starts_with("<math xmlns="), "{html}");
        assert!(html.contains("<msup><mi>x</mi><mn>2</mn></msup>"), "{html}");
        assert!(html.contains("<annotation encoding=\"application/x-tex\">x^2</annotation>"), "{html}");
    }
}
