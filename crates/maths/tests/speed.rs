//! The cost of a comparison, parsing included. The bound is checked in release builds only.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Instant;

use tutti_maths::{compare, read};

/// Microseconds for one comparison: the best of several rounds, so that a busy machine does not count.
fn cost(a: &str, b: &str) -> f64 {
    let rounds = if cfg!(debug_assertions) { 1 } else { 30 };
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..100 {
                std::hint::black_box(compare(&read(a).unwrap(), &read(b).unwrap()));
            }
            start.elapsed().as_secs_f64() * 1e4
        })
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn options_are_compared_in_microseconds() {
    for (a, b) in [
        (r"\frac12", r"\frac{2}{4}"),
        (r"\frac{3\sqrt{2}}{4}", r"\frac{3}{2\sqrt2}"),
        (r"\frac{3\sqrt{2}}{4}", r"\frac{3\sqrt{3}}{4}"),
        (r"2\sqrt{2}", "4"),
        ("k^2 t", "k^3 t"),
        (r"\sin\frac{\pi}{6}", r"\frac12"),
        (r"1-\cos^2 x", r"\sin^2 x"),
        (r"\ln 12", r"2\ln 2+\ln 3"),
        ("5 m/s", "18 km/h"),
    ] {
        let cost = cost(a, b);
        println!("{cost:8.2} µs  {a}  against  {b}");
        assert!(cfg!(debug_assertions) || cost < 200.0, "{a} against {b}: {cost} µs");
    }
}
