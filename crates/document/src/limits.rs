//! Limits on the cost of reading a document.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits of one request; memory and time limits apply to each child.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Of the file.
    pub bytes: usize,
    /// Address space of a child.
    pub memory: u64,
    /// Processor time of a child.
    pub cpu_seconds: u64,
    /// Wall-clock time of a child: one that sleeps uses no processor.
    pub wall: Duration,
    pub pages: u32,
    /// Pages that are recognised; the rest is named in [`Quality::bad_pages`](crate::Quality::bad_pages).
    pub pages_ocr: u32,
    /// Processor time for the recognition of one page; its wall-clock time may be twice as long.
    pub ocr_seconds: u64,
    /// Of a page that is drawn; larger ones are scaled down.
    pub pixels: u64,
    /// Of all files in an archive together, unpacked.
    pub unpacked: u64,
    /// Of a child's output.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 20 << 20,
            memory: 1 << 30,
            cpu_seconds: 20,
            wall: Duration::from_mins(1),
            pages: 2000,
            pages_ocr: 100,
            ocr_seconds: 60,
            pixels: 16_000_000,
            unpacked: 256 << 20,
            output: 64 << 20,
        }
    }
}

impl Limits {
    /// The limits for the recognition of a page.
    pub(crate) fn of_recognition(&self) -> Self {
        let wall = Duration::from_secs(self.ocr_seconds * 2).max(Duration::from_secs(1));
        Self { cpu_seconds: self.ocr_seconds, wall, bytes: usize::MAX / 2, ..self.clone() }
    }
}
