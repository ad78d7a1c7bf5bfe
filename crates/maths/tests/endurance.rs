//! Short inputs that are expensive to evaluate: all finish quickly.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and says what it measured")]

use std::time::{Duration, Instant};

use tutti_maths::{compare, digits, read, read_expr, simplify};

/// Unoptimised code on a busy machine may take this long; the worst of these used to take minutes.
const SOON: Duration = Duration::from_secs(20);

#[track_caller]
fn check(name: &str, a: &str, b: &str) {
    let start = Instant::now();
    let (a, b) = (read(a).unwrap(), read(b).unwrap());
    let found = compare(&a, &b);
    let took = start.elapsed();
    println!(
        "{:9.1} ms  {name}: {}",
        took.as_secs_f64() * 1e3,
        &format!("{found:?}").chars().take(60).collect::<String>()
    );
    assert!(took < SOON, "{name}: {took:?}");
}

#[test]
fn comparisons_end_soon() {
    let many = |part: &str, sign: &str, times: usize| vec![part; times].join(sign);
    check("powers multiplied", &many("(2/3)^8000", "*", 300), "1");
    check("powers added", &many("(2/3)^8000", "+", 300), "1");
    let fractions: Vec<String> = (2..600).map(|n| format!("1/{}", 2 * n + 1)).collect();
    check("fractions added", &fractions.join("+"), "3");
    check("large binomial", &format!(r"\binom{{{}}}{{400}}", "9".repeat(3000)), "1");
    check("large binomial in n", r"\binom{n+999999999999999999999}{12}", r"\binom{n+1}{12}");
    let steep: Vec<String> = (1..64).map(|n| format!("{}x^{n}", 7919 * n % 9973)).collect();
    let other: Vec<String> = (1..63).map(|n| format!("{}x^{n}", 104_729 * n % 9967)).collect();
    check("common divisor", &format!("({}+1)/({}+1)", steep.join("+"), other.join("+")), "x");
    let members = |shift: usize| (0..700).map(|n| format!("x+{}", n + shift)).collect::<Vec<_>>().join(",");
    check("large sets", &format!("{{{}}}", members(0)), &format!("{{{}}}", members(1)));
    check("many exponentials", &many("e^(2000x)", "+", 300), &many("e^(2000x)", "-", 300));
    check("many sines", &many("sin(10^300x)", "+", 250), &many("sin(10^300x)", "-", 250));
    check("towers", "2^(2^(2^(2^(2^2))))", "3^(3^(3^3))");
    check("power of a sum", "(a+b+c+d+e_1+f)^40", "(a+b)^41");
    check("nested roots", &format!("{}2{}", "sqrt(1+".repeat(20), ")".repeat(20)), "2");
    check("many roots", &(2..300).map(|n| format!("sqrt({n})")).collect::<Vec<_>>().join("+"), "3");
    check(
        "one over many roots",
        &format!("1/({})", (2..40).map(|n| format!("sqrt({n})")).collect::<Vec<_>>().join("+")),
        "3",
    );
    check("factorials", &many("400!", "*", 300), "1");
}

#[test]
fn values_end_soon() {
    let start = Instant::now();
    for text in ["e^2000", "sin(10^300)", "2^(1/64)*pi^60", "400!/399!"] {
        let value = read_expr(text).unwrap();
        let _ = digits(&value, 50);
        let _ = simplify(&value);
    }
    assert!(start.elapsed() < SOON);
}

#[test]
fn large_powers_of_sums_end_soon() {
    check("two large powers", "(x+y+z+q)^24", "(8ww+zz+iy+xx+y+z+q)^24(8ww+zz+iy)^2-q");
}
