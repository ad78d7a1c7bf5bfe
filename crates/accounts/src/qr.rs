//! A text as a QR code, drawn as SVG.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};
use tutti_core::{Code, Problem};

/// The empty border that the standard asks for, in modules.
const MARGIN: usize = 4;

pub(crate) fn svg(text: &str) -> Result<String, Problem> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M)
        .map_err(|error| Problem::new(Code::Internal, format!("no QR code: {error}")))?;
    let width = code.width();
    let size = width + 2 * MARGIN;
    let mut path = String::new();
    for (at, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let (x, y) = (at % width + MARGIN, at / width + MARGIN);
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    // White is drawn too: a dark page would make the code unreadable.
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_drawn_square_by_square() {
        let drawn = svg("otpauth://totp/Tutti:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        assert!(drawn.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "), "{drawn}");
        // The corner of the first finder pattern: seven dark modules, then a light one.
        let row = (0..8).map(|x| drawn.contains(&format!("M{} {MARGIN}h1", x + MARGIN))).collect::<Vec<_>>();
        assert_eq!(row, [true, true, true, true, true, true, true, false]);
        assert!(svg(&"x".repeat(10_000)).is_err());
    }
}
