//! The child process: limits itself, then reads hostile bytes from its standard input.
//!
//! It writes one [`Answer`] as JSON, or the bytes of an image, to its standard output. It opens no file and no socket.
//! If it exceeds a limit the system ends it, and the parent reports that.

use std::io::{BufWriter, Read, Write};

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};

use crate::{Document, Kind, Limits, ReadError, docx, epub, html, image, markdown, pdf, pptx, sniff, text};

/// The task of the child, as its one argument.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub(crate) enum Task {
    /// Blocks of the document on standard input.
    Read { name: Option<String>, limits: Limits },
    /// A page of it as an image.
    Draw { page: u32, dpi: f32, quarters: u8, form: Form, limits: Limits },
    /// Replaces itself with Tesseract, which reads the image on standard input.
    Recognise { arguments: Vec<String>, limits: Limits },
}

/// The format of an image.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Form {
    Pgm,
    Png,
}

impl Task {
    fn limits(&self) -> &Limits {
        match self {
            Self::Read { limits, .. } | Self::Draw { limits, .. } | Self::Recognise { limits, .. } => limits,
        }
    }
}

/// The content of a document, and which pages still have to be recognised.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    pub(crate) document: Document,
    pub(crate) to_recognise: Vec<u32>,
}

pub(crate) type Answer = Result<Found, ReadError>;

/// Exit code for a page that could not be drawn; standard output then has a [`ReadError`].
pub(crate) const NOT_DRAWN: i32 = 5;
/// Exit code if Tesseract could not be started, as in a shell.
pub(crate) const NOT_STARTED: i32 = 127;

/// Stack size for recursive parsers; what needs more is refused for its nesting.
const STACK: usize = 64 << 20;
/// Of what is written at once: what a pipe holds.
const PIECE: usize = 64 << 10;

/// The main function of our binary when it is started as the child: `args` are those after
/// [`COMMAND`](crate::COMMAND). Returns the exit code.
pub fn child(args: &[String]) -> i32 {
    let Some(task) = args.first().and_then(|json| serde_json::from_str::<Task>(json).ok()) else { return 2 };
    if confine(task.limits()).is_err() {
        return 3;
    }
    if let Task::Recognise { arguments, .. } = &task {
        return recognise(arguments);
    }
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || work(&task));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(code))) => code,
        Ok(Ok(Err(_))) => 4,
        Ok(Err(_panic)) => 101,
        Err(_) => 3,
    }
}

/// Sets the limits of this process, which it can lower and never raise again.
fn confine(limits: &Limits) -> rustix::io::Result<()> {
    let set = |resource, most| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    set(Resource::As, limits.memory)?;
    set(Resource::Cpu, limits.cpu_seconds)?;
    set(Resource::Core, 0)?;
    set(Resource::Fsize, 0)?;
    set(Resource::Nofile, 32)?;
    #[cfg(target_os = "linux")]
    rustix::thread::set_no_new_privs(true)?;
    Ok(())
}

/// Replaces this process with Tesseract, under the same limits. Returns only if there is none.
fn recognise(arguments: &[String]) -> i32 {
    use std::os::unix::process::CommandExt;
    let error = std::process::Command::new("tesseract").args(arguments).env("OMP_THREAD_LIMIT", "1").exec();
    let _ = write!(std::io::stderr(), "{error}");
    NOT_STARTED
}

fn work(task: &Task) -> std::io::Result<i32> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(task.limits().bytes as u64 + 1).read_to_end(&mut bytes)?;
    // Standard output alone goes out in pieces of a kilobyte.
    let mut out = BufWriter::with_capacity(PIECE, std::io::stdout().lock());
    match task {
        Task::Read { name, limits } => {
            let answer = read(bytes, name.as_deref(), limits);
            serde_json::to_writer(&mut out, &answer)?;
        }
        Task::Draw { page, dpi, quarters, form, limits } => {
            let drawn = image::page(bytes, *page, *dpi, *quarters, limits).and_then(|grey| match form {
                Form::Pgm => Ok(grey.pgm()),
                Form::Png => grey.png(),
            });
            match drawn {
                Ok(image) => out.write_all(&image)?,
                Err(error) => {
                    serde_json::to_writer(&mut out, &error)?;
                    out.flush()?;
                    return Ok(NOT_DRAWN);
                }
            }
        }
        Task::Recognise { .. } => {}
    }
    out.flush()?;
    Ok(0)
}

fn read(bytes: Vec<u8>, name: Option<&str>, limits: &Limits) -> Answer {
    let plain = || text::decode(&bytes).ok_or(ReadError::UnknownType { found: "a binary file".to_owned() });
    let document = match sniff::kind(&bytes, name)? {
        Kind::Pdf => return pdf::read(bytes, limits),
        Kind::Markdown => Document::new(Kind::Markdown, None, 1, markdown::read(&plain()?)),
        Kind::Text => {
            let (pages, pieces) = text::read(&plain()?);
            Document::new(Kind::Text, None, pages, pieces)
        }
        Kind::Image => {
            let document = Document::new(Kind::Image, None, 1, Vec::new());
            return Ok(Found { document, to_recognise: vec![1] });
        }
        Kind::Html => html::read(&bytes),
        Kind::Docx => docx::read(&bytes, limits)?,
        Kind::Pptx => pptx::read(&bytes, limits)?,
        Kind::Epub => epub::read(&bytes, limits)?,
    };
    if document.blocks.is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(Found { document, to_recognise: Vec::new() })
}
