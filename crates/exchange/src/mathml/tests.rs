//! Round trips of formulas.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(mathml: &str, tex: &str) {
    let math = xml::parse(&format!("<math>{mathml}</math>"), "test").unwrap();
    assert_eq!(to_latex(&math), tex);
}

#[test]
fn formulas_of_others_are_translated() {
    check("<mi>a</mi><mo>=</mo><mi>b</mi>", "a = b");
    check("<mrow><msup><mi>x</mi><mn>2</mn></msup><mo>−</mo><mn>2</mn></mrow>", "x^2 - 2");
    check("<mfrac><mn>1</mn><msqrt><mn>2</mn></msqrt></mfrac>", "\\frac{1}{\\sqrt{2}}");
    check("<mroot><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow><mn>3</mn></mroot>", "\\sqrt[3]{x + 1}");
    check(
        "<msubsup><mo>∫</mo><mn>0</mn><mi>π</mi></msubsup><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>",
        "\\int_0^{\\pi}\\sin x",
    );
    check(
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
        "\\sum_{i = 1}^{n}i",
    );
    check(
        "<munder><mo>lim</mo><mrow><mi>x</mi><mo>→</mo><mi>∞</mi></mrow></munder>",
        "\\lim_{x \\to \\infty}",
    );
    check(
        "<mover><mi>v</mi><mo>→</mo></mover><mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>",
        "\\vec{v}\\overline{AB}",
    );
    check("<mo>(</mo><mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", "\\binom{n}{k}");
    check(
        "<mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow>",
        "\\left(\\frac{a}{b}\\right)",
    );
    check(
        "<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>",
        "(a + b)^2",
    );
    check("<mfenced open='[' close=')'><mn>0</mn><mn>1</mn></mfenced>", "\\left[0, 1\\right)");
    check(
        "<mfenced><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable></mfenced>",
        "\\left(\\begin{matrix} 1 & 2 \\\\ 3 & 4 \\end{matrix}\\right)",
    );
    check("<mtext>if 5% of</mtext><mspace width='1em'/><mi>x</mi>", "\\text{if 5\\% of}\\quad x");
    check("<menclose notation='box'><mi>x</mi></menclose>", "\\boxed{x}");
    check(
        "<mn>90</mn><mo>°</mo><mi mathvariant='normal'>m</mi><mi>cm</mi>",
        "90\\circ \\mathrm{m}\\mathrm{cm}",
    );
    check(
        "<mmultiscripts><mi>X</mi><none/><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
        "{}_6^{14}X",
    );
    check("<semantics><mi>𝐅</mi><annotation-xml><ci>F</ci></annotation-xml></semantics>", "\\mathbf{F}");
    check("<msup><mi>f</mi><mo>′</mo></msup><mo>(</mo><mi>x</mi><mo>)</mo>", "f'(x)");
}

#[test]
fn content_mathml_is_read_too() {
    check(
        "<apply><eq/><ci>y</ci><apply><plus/><apply><power/><ci>x</ci><cn>2</cn></apply><cn>1</cn></apply></apply>",
        "y = x^{2} + 1",
    );
    check("<apply><times/><cn>2</cn><apply><plus/><ci>a</ci><ci>b</ci></apply></apply>", "2 \\cdot (a + b)");
    check(
        "<apply><divide/><cn type='rational'>1<sep/>2</cn><apply><sin/><ci>x</ci></apply></apply>",
        "\\frac{\\frac{1}{2}}{\\sin(x)}",
    );
    check("<apply><root/><degree><cn>3</cn></degree><ci>x</ci></apply>", "\\sqrt[3]{x}");
    check("<apply><curl/><ci>F</ci></apply>", "\\operatorname{curl}(F)");
}

#[test]
fn our_own_come_back_to_the_letter() {
    for tex in [
        "x<y",
        "\\frac12",
        "  a",
        "\\text{if } x \\ge 0",
        "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
        "\\cancel{x}",
    ] {
        let mathml = from_latex(tex, true).expect(tex);
        let math = xml::parse(&mathml, "test").unwrap();
        assert_eq!(to_latex(&math), tex.trim());
        assert_eq!(math.attribute("display"), Some("block"));
    }
}

#[test]
fn broken_latex_is_no_formula() {
    for tex in ["\\frac{1}{", "x & y", "\\nonsense{x}", "}"] {
        assert_eq!(from_latex(tex, false), None, "{tex}");
    }
}

#[test]
fn deep_latex_is_no_formula() {
    for part in ["{", "\\sqrt", "\\left(", "\\begin{matrix}", "x^{", "\\sqrt[", "\\frac ", "^"] {
        assert_eq!(from_latex(&part.repeat(400), false), None, "{part}");
    }
}

proptest! {
    #[test]
    fn any_latex_is_a_formula_or_none(tex in "(\\\\(frac|sqrt|left|right|text|begin\\{matrix\\}|end\\{matrix\\}|sum|hat|over|mathbb)|[a-c1-3{}^_()&\\[\\]|'é%#~ ]){0,14}") {
        if let Some(mathml) = from_latex(&tex, false) {
            let math = xml::parse(&mathml, "made").unwrap();
            let tex = tex.trim();
            if !tex.is_empty() {
                prop_assert_eq!(to_latex(&math), tex);
            }
        }
    }
}
