//! The files of a package, in which the images of an item are looked up.

use std::collections::BTreeMap;

use tutti_item::{Image, ImageData};
use tutti_untrusted::{Archive, path};

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
        // Some programs give addresses from the root of the package.
        let folders = vec![path::folder(file).to_owned(), String::new()];
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
    pub(crate) fn settle_images(
        self,
        place: &str,
        what: &str,
    ) -> Result<Result<BTreeMap<String, Image>, String>, ReadError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if !self.missing.is_empty() {
            let message = format!("it shows {}, which is not in the package", self.missing.join(", "));
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
        let source = path::percent_decode_text(source.split(['?', '#']).next().unwrap_or_default());
        for folder in &self.folders {
            let Some(path) = path::resolve(folder, &source) else { continue };
            match archive.read(&path) {
                Ok(Some(bytes)) => return Some(media::take(&mut self.images, &path, &bytes)),
                Ok(None) => {}
                Err(error) => {
                    self.failed = Some(error.into());
                    return None;
                }
            }
        }
        self.missing.push(source);
        None
    }
}
