use proptest::prelude::*;

use super::*;
use crate::Prose;

fn image(alt: &str, name: &str) -> String {
    format!("<img src=\"{}\" alt=\"{}\"/>", escape(name), escape(alt))
}

fn html(prose: &Prose) -> String {
    Writing { maths: &delimited_maths, image: &image, gap: &literal_gap }.blocks(prose)
}

fn read(html: &str) -> Prose {
    Reading { image: &mut |source| Some(source.to_owned()), dollars: false, gaps: true }.html(html)
}

#[track_caller]
fn check(html: &str, text: &str) {
    assert_eq!(read(html).print().as_str(), text);
}

#[test]
fn what_other_systems_write() {
    check("Which is <b>not</b> true?<br>Choose <i>one</i>.", "Which is **not** true?\nChoose *one*.");
    check("<div>a</div><div>b<ul><li>c</li><li><p>d</p></li></ul></div>", "a\n\nb\n\n- c\n- d");
    check("H<sub>2</sub>O, x<sup>2</sup>, e<sup>x</sup>", "H₂O, x², e\\(^{\\text{x}}\\)");
    check("if \\(a &lt; b\\) &amp; 5*3*2&nbsp;= 30", "if \\(a < b\\) & 5*3*2 = 30");
    check("<p>a <strong>b </strong>c</p><script>x()</script>", "a **b** c");
    check("<table><tr><th>x</th><td>1</td></tr><tr><th>y</th><td>2</td></tr></table>", "x | 1\ny | 2");
    check("<pre>for x:\n  y</pre>", "```\nfor x:\n  y\n```");
    check("<img src='a b.png' alt='a plot'>", "![a plot](a_b.png)");
    check("*not ours* - no `code`", "\\*not ours\\* - no \\`code\\`");
    check(
        "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></semantics></math>",
        "\\(x_1\\)",
    );
    check("an unclosed <b>tag", "an unclosed **tag**");
}

#[test]
fn deep_nesting_ends() {
    let deep = "<div>".repeat(50_000) + "x";
    assert_eq!(read(&deep), Prose::default());
    let wide = (0..40_000).map(|i| format!(" a{i}=1")).collect::<Vec<_>>().concat();
    assert_eq!(read(&format!("<p{wide}>x</p>")), Prose::default());
}

proptest! {
    #[test]
    fn html_gives_back_the_text(prose in tutti_item::strategies::prose()) {
        let prose = prose.tidy();
        let html = html(&prose);
        prop_assert_eq!(read(&html), prose, "{}", html);
    }
}
