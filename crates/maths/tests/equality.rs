//! Pairs that are equal and pairs that are not.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_maths::{Equality, Rational, compare, read};

fn verdict(a: &str, b: &str) -> Equality {
    let left = read(a).unwrap_or_else(|error| panic!("{a}: {error}"));
    let right = read(b).unwrap_or_else(|error| panic!("{b}: {error}"));
    compare(&left, &right)
}

/// Every pair both ways round; all that fail are named.
#[track_caller]
fn check(pairs: &[(&str, &str)], expected: fn(&Equality) -> bool) {
    let mut wrong = Vec::new();
    for (a, b) in pairs {
        for (a, b) in [(a, b), (b, a)] {
            let found = verdict(a, b);
            if !expected(&found) {
                wrong.push(format!("{a} and {b}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[track_caller]
fn same(pairs: &[(&str, &str)]) {
    check(pairs, Equality::is_equal);
}

#[track_caller]
fn differ(pairs: &[(&str, &str)]) {
    check(pairs, Equality::is_different);
}

#[track_caller]
fn open(pairs: &[(&str, &str)]) {
    check(pairs, |found| matches!(found, Equality::Undecided { .. }));
}

#[test]
fn numbers() {
    same(&[
        (r"\frac12", "2/4"),
        ("0.5", "1/2"),
        ("1/3+1/6", "1/2"),
        ("24,516", "24516"),
        ("50%", "1/2"),
        ("2^100", "1267650600228229401496703205376"),
        ("5!", "120"),
        (r"\binom{5}{2}", "10"),
    ]);
    differ(&[
        ("0.333", "1/3"),
        ("2^100", "2^100+1"),
        ("-7", "7"),
        ("1/7", "0.142857142857142857142857142857"),
    ]);
}

#[test]
fn surds() {
    same(&[
        (r"\frac{3\sqrt{2}}{4}", r"\frac{3}{2\sqrt2}"),
        (r"\sqrt8", r"2\sqrt{2}"),
        (r"\sqrt{3+2\sqrt2}", r"1+\sqrt2"),
        (r"\sqrt{3-2\sqrt2}", r"\sqrt2-1"),
        (r"\frac{1}{\sqrt3-\sqrt2}", r"\sqrt3+\sqrt2"),
        (r"\sqrt[3]{54}", r"3\sqrt[3]{2}"),
        (r"\sqrt6", r"\sqrt2\sqrt3"),
        (r"\frac{1}{1+\sqrt2+\sqrt3}", r"\frac{2+\sqrt2-\sqrt6}{4}"),
        ("√12", "2√3"),
        (r"\sqrt{10-2\sqrt5}\sqrt{10+2\sqrt5}", r"4\sqrt5"),
        (r"\sqrt{-4}", "2i"),
        (r"\sqrt[3]{-8}", "-2"),
        (r"\frac{1}{2+i}", r"\frac{2-i}{5}"),
        ("|3+4i|", "5"),
        (r"|1-\sqrt2|", r"\sqrt2-1"),
        (r"8^{2/3}", "4"),
    ]);
    differ(&[
        (r"\sqrt2", "1.41421356237309504880168872420969807856967187537694"),
        (r"\sqrt{10}", r"\sqrt2+\sqrt3"),
        ("2i", "-2i"),
    ]);
}

#[test]
fn trigonometry_and_logarithms() {
    same(&[
        (r"\sin\frac{\pi}{6}", "1/2"),
        (r"\sin 60^\circ", r"\frac{\sqrt3}{2}"),
        (r"\tan 15°", r"2-\sqrt3"),
        (r"\cos\left(\frac{\pi}{5}\right)", r"\frac{1+\sqrt5}{4}"),
        (r"\sin^2 x", r"1-\cos^2 x"),
        (r"\sin 2x", r"2\sin x\cos x"),
        (r"\cos 2x", r"2\cos^2 x - 1"),
        (r"\tan^2 x + 1", r"\sec^2 x"),
        (r"\sin(x+\frac{\pi}{2})", r"\cos x"),
        (r"\cos^2\frac{x}{2}", r"\frac{1+\cos x}{2}"),
        (r"\frac{\sin x}{1-\cos x}+\frac{\sin x}{1+\cos x}", r"\frac{2}{\sin x}"),
        (r"\sin^{-1}\frac12", r"\frac{\pi}{6}"),
        (r"\arctan 1", r"\pi/4"),
        (r"\cos(\arcsin x)", r"\sqrt{1-x^2}"),
        (r"\log_2 8", "3"),
        (r"\ln e^3", "3"),
        (r"\log 1000", "3"),
        (r"\log_4 8", "3/2"),
        (r"\ln 12", r"2\ln 2+\ln 3"),
        (r"\ln(xy)", r"\ln x+\ln y"),
        (r"\ln(x^2)", r"2\ln x"),
        (r"e^{2\ln x}", "x^2"),
        (r"4^x", r"2^{2x}"),
        (r"2^{x+1}", r"2\cdot 2^x"),
        (r"\frac{4^x}{4^x+2}", r"1-\frac{4^{1-x}}{4^{1-x}+2}"),
        (r"e^{i\pi}", "-1"),
        (r"(e^x)^2", r"e^{2x}"),
    ]);
    differ(&[
        (r"\sin 1", r"\sin 1°"),
        (r"\ln 2", "0.693147180559945309417232121458176568"),
        (r"\pi", "355/113"),
        (r"e^{\ln(x^2)/2}", "x"),
        (r"\ln(x+y)", r"\ln x+\ln y"),
        (r"\sin 2x", r"2\sin x"),
    ]);
}

#[test]
fn algebra() {
    same(&[
        ("2x(x+1)", "2x^2+2x"),
        ("(x+1)^3", "x^3+3x^2+3x+1"),
        (r"\frac{x^2-1}{x-1}", "x+1"),
        (r"\frac1x+\frac1y", r"\frac{x+y}{xy}"),
        (r"\sqrt{x^2}", "|x|"),
        (r"\sqrt{x^2+2x+1}", "|x+1|"),
        (r"\sqrt{x}\sqrt{x}", "x"),
        (r"\sqrt{xy}", r"\sqrt{x}\sqrt{y}"),
        (r"\sqrt{x^2+1}^2", "x^2+1"),
        (r"\frac{1}{\sqrt{x}+1}", r"\frac{\sqrt x-1}{x-1}"),
        (r"\frac{(n+1)!}{n!}", "n+1"),
        (r"\binom{n}{2}", r"\frac{n(n-1)}{2}"),
        ("k^2 t", "t k^2"),
        ("x_1+x_2", "x_2+x_1"),
        (r"\theta", "theta"),
        ("|x|^2", "x^2"),
        ("|x-1|", "|1-x|"),
        (r"x^n\cdot x", r"x^{n+1}"),
        (r"\sqrt[3]{x^6}", "x^2"),
    ]);
    differ(&[
        ("x+1", "x-1"),
        (r"\sqrt{x^2}", "x"),
        (r"\sqrt{xz}\sqrt{yz}/z", r"\sqrt{xy}"),
        ("(x+y)^2", "x^2+y^2"),
        ("kt", "k^2t"),
        (r"(((x^2)^{1/3})^{1/2})^3", "x"),
    ]);
}

#[test]
fn quantities() {
    same(&[
        (r"1\text{ km}", r"1000\text{ m}"),
        (r"9.8\,\mathrm{m\,s^{-2}}", r"9.8\text{ m/s}^2"),
        ("5 N", "5 kg m s^-2"),
        ("36 km/h", "10 m/s"),
        ("3 kJ", "3000 J"),
        ("v = 5 m/s", "5 m s^-1"),
        (r"90^\circ", r"\frac{\pi}{2}"),
        (r"20^\circ\text{C}", "20 °C"),
    ]);
    differ(&[("5 m", "5 s"), ("5 m", "5"), ("1 km", "100 m")]);
    // Equal as a difference, different as a temperature.
    open(&[("20 °C", "20 K"), ("20 °C", "293.15 K")]);
}

#[test]
fn relations_sets_intervals() {
    same(&[
        ("b = 4a^3", "b=4a^3"),
        ("2x+4=0", "x=-2"),
        ("x<3", "3>x"),
        ("2x < 6", "x < 3"),
        ("1<x<=3", r"3\ge x > 1"),
        (r"\{1,2\}", "{2, 1}"),
        (r"\pm\sqrt2", r"-\sqrt2, \sqrt2"),
        ("x=1 or x=2", r"x=2\text{ or }x=1"),
        ("(1, 2)", r"\left(1, \frac42\right)"),
        (r"\{(1,2),(3,4)\}", "{(3,4), (1,2)}"),
        ("[0, 1)", "[0,1)"),
        (r"(-\infty, 2]", r"\left(-\infty,2\right]"),
        (r"x\in(1,2)\cup(3,4)", "(3,4) ∪ (1,2)"),
    ]);
    differ(&[
        ("b = 4a^3", "b = 2a^3"),
        ("x<3", "x>3"),
        ("(1,2)", "(2,1)"),
        ("{1,2}", "{1,3}"),
        ("[0,1]", "[0,1)"),
        ("1 < x < 2", "1 < x < 3"),
        ("[0,1] ∪ [2,3]", "[0,1] ∪ [2,4]"),
    ]);
}

#[test]
fn the_same_in_other_parts_is_not_called_different() {
    let not_different = |pairs: &[(&str, &str)]| check(pairs, |found| !found.is_different());
    not_different(&[
        ("1 < x < 2", "2 < 2x < 4"),
        ("a = b = c", "b = a = c"),
        ("[0,1] ∪ [1,3]", "[0,2] ∪ [2,3]"),
        ("[0,1] ∪ [0,1]", "[0,1] ∪ [0,1/2]"),
        ("[3,1] ∪ [5,6]", "[4,1] ∪ [5,6]"),
        ("[3,1]", "[4,2]"),
    ]);
    same(&[(r"[0,\infty)", r"[0,\infty]")]);
    open(&[("x^2=-1", "x^2=-4")]);
}

#[test]
fn roots_of_sines_keep_their_exponents() {
    differ(&[
        (r"(\sqrt[3]{\sin x})^7", r"\sin^2 x"),
        (r"\frac{1}{\sqrt[3]{\sin x}}", r"\frac{\sqrt[3]{\sin x}}{\sin^2 x}"),
    ]);
    same(&[
        (r"(\sqrt[3]{\sin x})^7", r"\sqrt[3]{\sin x}\sin^2 x"),
        (r"\frac{1}{\sqrt[3]{\sin x}}", r"\frac{(\sqrt[3]{\sin x})^5}{\sin^2 x}"),
    ]);
}

#[test]
fn exponents_never_overflow() {
    let tower = |last: i64| format!("(((x^999999)^999999)^999999)^{last}");
    check(&[(&tower(999_999), "x"), (&tower(999_999), &tower(999_998))], |found| !found.is_equal());
    check(&[("2^(-9223372036854775808)", "1")], |found| !found.is_equal());
}

#[test]
fn letters_are_the_same_in_every_alphabet() {
    same(&[("θ + α", r"\theta+\alpha"), ("Ω", r"\Omega"), ("x²³", "x^23"), ("x⁻²", "x^-2"), ("x¹⁰", "x^10")]);
    same(&[(r"3\mp 2", r"\{1, 5\}")]);
}

#[test]
fn rounding_to_whole_numbers_is_decided_by_intervals() {
    same(&[(r"\lfloor\pi\rfloor", "3"), (r"\frac{\lfloor\pi\rfloor}{x}", r"\frac{\lfloor\pi\rfloor}{x}")]);
    differ(&[(r"\lfloor\pi\rfloor", "4"), (r"\lceil\sqrt2\rceil", "1")]);
    open(&[(r"\frac{\pi!}{\pi!}", "1"), (r"(\sin^2 x+\cos^2 x-1)^0", "2"), (r"\sqrt{x-3}", r"\sqrt{3-x}")]);
}

#[test]
fn what_is_not_proved_is_open() {
    open(&[("1/0", "1/0"), (r"\ln(-1)", "1"), ("(1,2)", "3"), (r"\frac{1}{x-x}", r"\frac{1}{x-x}")]);
}

#[test]
fn a_gap_between_domains_is_reported() {
    let Equality::Equal { gap: Some(gap), .. } = verdict(r"\ln(x^2)", r"2\ln x") else { panic!("no gap") };
    assert!(gap.left_defined);
    assert!(gap.point["x"] < Rational::from_integer(0.into()));
}
