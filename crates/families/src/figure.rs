//! Graphs of straight pieces as SVG, drawn from the numbers of the question.

use std::fmt::Write;

/// What an axis shows, and in which unit: `velocity`, `m s^-1`.
pub(super) type Axis<'a> = (&'a str, &'a str);

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;

/// The graph through these points, with a tick at every corner and a thin line from each corner to the axes.
pub(super) fn graph(across: Axis<'_>, up: Axis<'_>, points: &[(i64, i64)]) -> String {
    let xs = ticks(points.iter().map(|point| point.0));
    let ys = ticks(points.iter().map(|point| point.1));
    let span = |values: &[i64]| {
        let (low, high) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(1));
        (low as f64, (high - low).max(1) as f64)
    };
    let ((x0, wide), (y0, tall)) = (span(&xs), span(&ys));
    let x = |value: i64| LEFT + (value as f64 - x0) / wide * (WIDTH - LEFT - RIGHT);
    let y = |value: i64| HEIGHT - BOTTOM - (value as f64 - y0) / tall * (HEIGHT - TOP - BOTTOM);
    let title = format!("Graph of {} against {}, made of straight lines", up.0, across.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\"><title>{title}</title>"
    );
    // Writing into a string cannot fail.
    let mut draw = |part: std::fmt::Arguments<'_>| {
        let _ = svg.write_fmt(part);
    };
    draw(format_args!("<g stroke=\"#999\" stroke-width=\"0.7\" stroke-dasharray=\"3 3\">"));
    for &(px, py) in points.iter().filter(|point| point.1 != 0) {
        draw(format_args!("<path d=\"M{:.1} {:.1}V{:.1}H{:.1}\" fill=\"none\"/>", x(px), y(0), y(py), x(0)));
    }
    draw(format_args!("</g><g stroke=\"#000\">"));
    draw(format_args!(
        "<path d=\"M{:.1} {:.1}H{:.1}M{:.1} {:.1}V{:.1}\" fill=\"none\"/>",
        x(0),
        y(0),
        WIDTH - 6.0,
        x(0),
        HEIGHT - BOTTOM,
        TOP - 10.0
    ));
    let corners: Vec<String> =
        points.iter().map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1))).collect();
    draw(format_args!(
        "<polyline points=\"{}\" fill=\"none\" stroke-width=\"2\"/></g><g text-anchor=\"middle\">",
        corners.join(" ")
    ));
    for &value in xs.iter().filter(|value| **value != 0) {
        draw(format_args!("<text x=\"{:.1}\" y=\"{:.1}\">{value}</text>", x(value), HEIGHT - BOTTOM + 17.0));
    }
    draw(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\">{}</text></g><g text-anchor=\"end\">",
        f64::midpoint(LEFT, WIDTH),
        HEIGHT - 8.0,
        label(across)
    ));
    for &value in &ys {
        let shown = value.to_string().replace('-', "−");
        draw(format_args!("<text x=\"{:.1}\" y=\"{:.1}\">{shown}</text>", LEFT - 7.0, y(value) + 4.5));
    }
    draw(format_args!("</g><text x=\"4\" y=\"14\">{}</text></svg>", label(up)));
    svg
}

/// The values and the origin, in order.
fn ticks(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut values: Vec<i64> = values.chain([0]).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// `velocity / m s⁻¹`.
fn label((name, unit): Axis<'_>) -> String {
    let unit = unit.replace("^-1", "⁻¹").replace("^-2", "⁻²").replace("^2", "²");
    format!("{name} / {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_shows_its_corners_and_its_axes() {
        let svg = graph(("time", "s"), ("velocity", "m s^-1"), &[(0, 6), (4, 6), (10, -3)]);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
        for part in
            ["viewBox=", "role=\"img\"", "<title>", "velocity / m s⁻¹", "time / s", ">10<", ">−3<", ">0<"]
        {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }
}
