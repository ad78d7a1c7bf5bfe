//! Reads multipart forms with texts and files, with limits, into the type that describes them.

mod names;
mod value;

use axum::extract::{FromRequest, Multipart, Request, multipart::Field};
use serde::de::{DeserializeOwned, value::MapDeserializer};
use tutti_core::{Code, Problem};
use tutti_service::requests::{Entries, Fields};

use crate::{
    app::App,
    body::{SILENCE, WHOLE, media_type, pointer, too_slow},
    failure::Failure,
};
pub(crate) use names::{Api, in_api};
use value::FormValue;

/// Maximum size of a form besides its file, in bytes.
const REST: usize = 1_000_000;

/// A file of a form.
#[derive(Debug, Clone, Default)]
pub(crate) struct Upload {
    field: String,
    /// Without folders; may be empty.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// A form: texts and files.
#[derive(Debug, Default)]
pub(crate) struct Form {
    texts: Vec<(String, String)>,
    files: Vec<Upload>,
}

/// Maximum number of parts of a form.
const PARTS: usize = 500;

impl FromRequest<App> for Form {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let limit = tutti_service::Source::limit(&app.setup()) + REST;
        if media_type(request.headers()).is_none_or(|kind| kind != "multipart/form-data") {
            let problem = Problem::new(Code::UnknownType, "the body of the request is not a form");
            return Err(problem.hint("send `Content-Type: multipart/form-data`").into());
        }
        let mut parts = Multipart::from_request(request, app)
            .await
            .map_err(|error| Problem::new(Code::BadInput, format!("the form: {}", error.body_text())))?;
        let read = async {
            let mut form = Self::default();
            let mut left = limit;
            while let Some(field) = next(&mut parts).await? {
                if form.texts.len() + form.files.len() >= PARTS {
                    return Err(Problem::new(
                        Code::TooLarge,
                        format!("the form has more than {PARTS} parts"),
                    ));
                }
                form.take(field, &mut left, limit).await?;
            }
            Ok(form)
        };
        Ok(tokio::time::timeout(WHOLE, read).await.map_err(|_| too_slow())??)
    }
}

fn broken_form(error: &axum::extract::multipart::MultipartError) -> Problem {
    Problem::new(Code::BadInput, format!("the form is broken: {}", error.body_text()))
}

async fn next(parts: &mut Multipart) -> Result<Option<Field<'_>>, Problem> {
    let field = tokio::time::timeout(SILENCE, parts.next_field()).await.map_err(|_| too_slow())?;
    field.map_err(|error| broken_form(&error))
}

impl Form {
    async fn take(&mut self, mut field: Field<'_>, left: &mut usize, limit: usize) -> Result<(), Problem> {
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(plain_name);
        let mut bytes = Vec::new();
        loop {
            let chunk = tokio::time::timeout(SILENCE, field.chunk()).await.map_err(|_| too_slow())?;
            let Some(chunk) = chunk.map_err(|error| broken_form(&error))? else { break };
            *left = left.checked_sub(chunk.len()).ok_or_else(|| {
                let megabytes = limit.saturating_sub(REST) / 1_000_000;
                Problem::new(Code::TooLarge, format!("the upload is larger than {megabytes} MB"))
                    .at(format!("/{name}"))
                    .hint("split it, or raise the limit with `documents.megabytes` in the settings")
            })?;
            bytes.extend_from_slice(&chunk);
        }
        match file {
            Some(file) => self.files.push(Upload { field: name, name: file, bytes }),
            None => {
                let text = String::from_utf8(bytes).map_err(|_| {
                    Problem::new(Code::BadInput, format!("`{name}` is not UTF-8")).at(format!("/{name}"))
                })?;
                self.texts.push((name, text));
            }
        }
        Ok(())
    }

    /// Reads the form into a type; an error names the invalid field. Unknown fields are refused, so that a misspelt name
    /// does not go unnoticed.
    pub(crate) fn read<T: Fields>(mut self) -> Result<T, Problem> {
        let names = T::names();
        let sent = self.texts.iter().map(|(name, _)| name).chain(self.files.iter().map(|file| &file.field));
        if let Some(name) = sent.into_iter().find(|name| !names.contains(name)) {
            let problem = Problem::new(Code::BadInput, format!("the form has no field `{name}`"));
            return Err(problem.at(format!("/{name}")).hint(format!("its fields are {}", names.join(", "))));
        }
        T::take(&mut self)
    }

    /// The value of a field. A blank text and an empty file count as missing: browsers send them for empty fields.
    fn value(&mut self, name: &str) -> Option<FormValue> {
        let texts = self.texts.extract_if(.., |(known, _)| known == name).map(|(_, text)| text);
        let texts: Vec<String> = texts.filter(|text| !text.trim().is_empty()).collect();
        let files = self.files.extract_if(.., |file| file.field == name);
        let files: Vec<Upload> = files.filter(|file| !file.is_nothing()).collect();
        let is_there = !texts.is_empty() || !files.is_empty();
        is_there.then_some(FormValue { texts, files })
    }
}

impl Entries for Form {
    fn take<T: DeserializeOwned>(&mut self, names: &[String]) -> Result<T, Problem> {
        let there = names.iter().filter_map(|name| Some((name.clone(), self.value(name)?)));
        let values: Vec<(String, FormValue)> = there.collect();
        serde_path_to_error::deserialize(MapDeserializer::new(values.into_iter())).map_err(|error| {
            let at = pointer(error.path());
            Problem::new(Code::BadInput, error.into_inner().to_string()).at(at)
        })
    }
}

impl Upload {
    fn is_nothing(&self) -> bool {
        self.name.is_empty() && self.bytes.is_empty()
    }
}

/// The name of a file without folders and control characters.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|c| !c.is_control()).take(200).collect();
    if name == "." || name == ".." { String::new() } else { name }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use schemars::JsonSchema;
    use serde::Deserialize;
    use tutti_study::Difficulty;

    use super::*;

    #[test]
    fn names_of_files_hold_no_folder() {
        let check = |name: &str, plain: &str| assert_eq!(plain_name(name), plain);
        check("a.pdf", "a.pdf");
        check("../../etc/passwd", "passwd");
        check("C:\\x\\y.txt", "y.txt");
        check("..", "");
        check("a\u{1b}[31m.md", "a[31m.md");
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Asked {
        file: Option<Upload>,
        attach: Option<Vec<Upload>>,
        text: Option<String>,
        focus: Option<Vec<String>>,
        count: Option<u32>,
        save: Option<bool>,
        difficulty: Option<Difficulty>,
    }

    fn form(texts: &[(&str, &str)], files: &[(&str, &str, &str)]) -> Form {
        let file = |(field, name, text): &(&str, &str, &str)| Upload {
            field: (*field).to_owned(),
            name: (*name).to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        Form {
            texts: texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect(),
            files: files.iter().map(file).collect(),
        }
    }

    #[test]
    fn a_form_is_read_as_its_type() {
        let texts = [
            ("text", " a text\n"),
            ("focus", " tides "),
            ("focus", ""),
            ("focus", "moon"),
            ("count", " 12 "),
            ("save", "on"),
            ("difficulty", "hard"),
        ];
        let files =
            [("file", "a.md", "A"), ("attach", "b.md", "B"), ("attach", "", ""), ("attach", "c.md", "C")];
        let asked: Asked = form(&texts, &files).read().unwrap();
        let file = asked.file.unwrap();
        assert_eq!((file.name.as_str(), file.bytes.as_slice()), ("a.md", b"A".as_slice()));
        let names: Vec<String> = asked.attach.unwrap().into_iter().map(|file| file.name).collect();
        assert_eq!(names, ["b.md", "c.md"]);
        assert_eq!(asked.text.as_deref(), Some(" a text\n"));
        assert_eq!(asked.focus.unwrap(), ["tides", "moon"]);
        assert_eq!(
            (asked.count, asked.save, asked.difficulty),
            (Some(12), Some(true), Some(Difficulty::Hard))
        );
        let nothing: Asked = form(&[("count", " "), ("text", "")], &[("file", "", "")]).read().unwrap();
        assert!(nothing.count.is_none() && nothing.text.is_none() && nothing.file.is_none());
    }

    #[track_caller]
    fn check_refused(texts: &[(&str, &str)], at: &str, detail: &str) {
        let problem = form(texts, &[]).read::<Asked>().unwrap_err();
        assert_eq!((problem.pointer.as_deref(), problem.detail.as_str()), (Some(at), detail));
    }

    #[test]
    fn what_does_not_fit_is_named_by_its_field() {
        check_refused(&[("cuont", "1")], "/cuont", "the form has no field `cuont`");
        check_refused(&[("count", "x")], "/count", "`x`: invalid digit found in string");
        check_refused(&[("save", "yes")], "/save", "`yes` is neither true nor false");
        check_refused(&[("file", "text")], "/file", "expected a file, got a text");
    }
}
