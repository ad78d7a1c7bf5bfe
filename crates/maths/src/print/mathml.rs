//! Presentation MathML.
