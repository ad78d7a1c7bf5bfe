//! The files of a package around an item that is being read: where its images are looked for.

use std::collections::BTreeMap;

use tutti_item::{Image, ImageData};

use crate::archive::Archive;
use crate::{ReadError, media};

/// What the texts of one item refer to.
pub(crate) struct Files<'a, 'b> {
    /// None if the item came without its package.
    pub(crate) archive: Option<&'a mut Archive<'b>>,
    /// The folders the references may start from, each with a slash at its end, or nothing for the root.
    pub(crate) folders: Vec<String>,
    pub(crate) images: BTreeMap<String, Image>,
    /// Images the package should have and has not.
    pub(crate) missing: Vec<String>,
    /// Images that are on the web.
    pub(crate) elsewhere: Vec<String>,
    pub(crate) failed: Option<ReadError>,
}

impl<'a, 'b> Files<'a, 'b> {
    pub(crate) fn new(archive: Option<&'a mut Archive<'b>>, file: &str) -> Self {
        let folder =
            file.rfind('/').map_or(String::new(), |at| file.get(..=at).unwrap_or_default().to_owned());
        // Some programs give addresses from the root of the package.
        let folders = vec![folder, String::new()];
        Self {
            archive,
            folders,
            images: BTreeMap::new(),
            missing: Vec::new(),
            elsewhere: Vec::new(),
            failed: None,
        }
    }

    /// The images of an item that was read, or why it is left out; a package that is broken is an error, with the advice to
    /// export `what` again.
    pub(crate) fn settled(
        self,
        place: &str,
        what: &str,
    ) -> Result<Result<BTreeMap<String, Image>, String>, ReadError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if !self.missing.is_empty() {
            let message = format!("it shows {}, not in the package", self.missing.join(", "));
            let hint = format!("export the {what} again, with its images");
            return Err(ReadError::new(place, message).hint(hint));
        }
        Ok(match self.elsewhere.first() {
            Some(address) => {
                Err(format!("its image is on the web at {address}; put it into the package first"))
            }
            None => Ok(self.images),
        })
    }

    /// The name of the image at this address in the item.
    pub(crate) fn image(&mut self, source: &str) -> Option<String> {
        let source = source.trim();
        if let Some(data) = source.strip_prefix("data:") {
            let (kind, base64) = data.split_once(";base64,")?;
            let bytes = ImageData::Base64(base64.split_whitespace().collect()).bytes()?;
            let end = kind.rsplit('/').next().unwrap_or_default().split('+').next().unwrap_or_default();
            return Some(media::take(&mut self.images, &format!("image.{end}"), &bytes));
        }
        if source.contains("://") || source.starts_with("//") {
            self.elsewhere.push(source.to_owned());
            return None;
        }
        let archive = self.archive.as_mut()?;
        let source = percent_decoded(source.split(['?', '#']).next().unwrap_or_default());
        for folder in &self.folders {
            let Some(path) = joined(folder, &source) else { continue };
            match archive.read(&path) {
                Ok(Some(bytes)) => return Some(media::take(&mut self.images, &path, &bytes)),
                Ok(None) => {}
                Err(error) => {
                    self.failed = Some(error);
                    return None;
                }
            }
        }
        self.missing.push(source);
        None
    }
}

/// The path inside a package; none if it leads out of it.
pub(crate) fn joined(folder: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let (folder, reference) = match reference.strip_prefix('/') {
        Some(from_root) => ("", from_root),
        None => (folder, reference),
    };
    for part in folder.split('/').chain(reference.split(['/', '\\'])) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

pub(crate) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex =
            (first == b'%').then(|| after.get(..2)).flatten().and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_the_package() {
        for (folder, reference, path) in [
            ("items/", "../images/a.png", Some("images/a.png")),
            ("items/", "/a.png", Some("a.png")),
            ("", "./x//y.xml", Some("x/y.xml")),
            ("", "../../etc/passwd", None),
            ("items/", "..\\..\\x", None),
            ("", "", None),
        ] {
            assert_eq!(joined(folder, reference).as_deref(), path, "{folder} {reference}");
        }
        assert_eq!(percent_decoded("a%20b%zz%c3%a5%"), "a b%zzå%");
    }
}
