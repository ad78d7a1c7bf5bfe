//! The parent process: starts the child, enforces its time limit, and reports the result.

use std::num::NonZero;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use futures::{FutureExt as _, StreamExt, stream};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use crate::child::{Answer, Form, Found, NOT_DRAWN, NOT_STARTED, Task};
use crate::image::DPI;
use crate::ocr::{self, Recognised};
use crate::{COMMAND, Document, Limits, Piece, ReadError};

/// Dots per inch of an image for people to look at.
const SCREEN: f32 = 120.0;

/// Reads documents. Cheap to clone; keeps nothing between requests.
#[derive(Debug, Clone)]
pub struct Reader {
    /// Our own binary, which calls [`child`](crate::child()) when its first argument is [`COMMAND`].
    pub program: PathBuf,
    pub limits: Limits,
    /// As Tesseract names them: `eng`, `nor`.
    pub languages: Vec<String>,
}

/// The output of a child.
struct Left {
    status: ExitStatus,
    out: Vec<u8>,
    /// The beginning of its error output.
    said: String,
}

impl Reader {
    /// The blocks of a document. The name is only used to tell Markdown and HTML from plain text.
    pub async fn read(&self, bytes: &[u8], name: Option<&str>) -> Result<Document, ReadError> {
        self.fits(bytes)?;
        let task = Task::Read { name: name.map(str::to_owned), limits: self.limits.clone() };
        let out = self.ask(&task, bytes).await?;
        let answer: Answer = serde_json::from_slice(&out).map_err(ReadError::reader)?;
        let Found { document, to_recognise } = answer?;
        if to_recognise.is_empty() {
            Ok(document)
        } else {
            self.complete(document, &to_recognise, bytes).await
        }
    }

    /// A page as people see it, as PNG. Pages count from 1.
    pub async fn page_image(&self, bytes: &[u8], page: u32) -> Result<Vec<u8>, ReadError> {
        self.fits(bytes)?;
        self.draw(bytes, page, 0, Form::Png, SCREEN).await
    }

    /// Inserts recognised pages between those that were read.
    async fn complete(&self, read: Document, pages: &[u32], bytes: &[u8]) -> Result<Document, ReadError> {
        let (now, late) = pages.split_at(pages.len().min(self.limits.pages_ocr as usize));
        let at_once = std::thread::available_parallelism().map_or(1, NonZero::get);
        // Boxed, or the compiler cannot see that the whole may cross threads.
        let mut asked = Vec::with_capacity(now.len());
        for page in now.iter().copied() {
            asked.push(async move { (page, self.recognise(bytes, page).await) }.boxed());
        }
        let found: Vec<_> = stream::iter(asked).buffered(at_once).collect().await;
        let mut bad_pages = late.to_vec();
        let (mut characters, mut sureness, mut pages_ocr, mut failure) = (0, 0.0, Vec::new(), None);
        let own = read.blocks.into_iter().map(|b| Piece { page: b.page, kind: b.kind, text: b.text });
        let mut pieces: Vec<Piece> = own.collect();
        for (page, recognised) in found {
            match recognised {
                Ok(recognised) => {
                    pages_ocr.push(page);
                    characters += recognised.characters;
                    sureness += recognised.sureness;
                    pieces.extend(recognised.pieces);
                }
                Err(error) => {
                    bad_pages.push(page);
                    failure.get_or_insert(error);
                }
            }
        }
        if let Some(error) = failure.filter(|_| pieces.is_empty()) {
            return Err(error);
        }
        pieces.sort_by_key(|piece| piece.page);
        bad_pages.sort_unstable();
        let mut document = Document::new(read.kind, read.title, read.quality.pages, pieces);
        let confidence = if characters == 0 { 0.0 } else { sureness / characters as f64 / 100.0 };
        document.quality.ocr_confidence = (!pages_ocr.is_empty()).then_some(confidence);
        document.quality.pages_ocr = pages_ocr;
        document.quality.bad_pages = bad_pages;
        Ok(document)
    }

    async fn recognise(&self, bytes: &[u8], page: u32) -> Result<Recognised, ReadError> {
        let mut image = self.draw(bytes, page, 0, Form::Pgm, DPI).await?;
        // Fails if there is too little text to tell; then the page stays as it is.
        let way = self.tesseract(ocr::orientation_arguments(), &image).await;
        let quarters = match way {
            Err(error @ ReadError::NoOcr { .. }) => return Err(error),
            way => way.map_or(0, |said| ocr::quarters(&said)),
        };
        if quarters > 0 {
            image = self.draw(bytes, page, quarters, Form::Pgm, DPI).await?;
        }
        let tsv = self.tesseract(ocr::arguments(&self.languages), &image).await?;
        Ok(ocr::read(&tsv, page))
    }

    async fn draw(
        &self,
        bytes: &[u8],
        page: u32,
        quarters: u8,
        form: Form,
        dpi: f32,
    ) -> Result<Vec<u8>, ReadError> {
        let task = Task::Draw { page, dpi, quarters, form, limits: self.limits.clone() };
        let left = self.run(&task, bytes, &self.limits).await?;
        match left.status.code() {
            Some(0) => Ok(left.out),
            Some(NOT_DRAWN) => Err(serde_json::from_slice(&left.out).unwrap_or_else(ReadError::reader)),
            _ => Err(explain_silence(&left)),
        }
    }

    async fn tesseract(&self, arguments: Vec<String>, image: &[u8]) -> Result<String, ReadError> {
        let limits = self.limits.of_recognition();
        let task = Task::Recognise { arguments, limits: limits.clone() };
        let left = self.run(&task, image, &limits).await?;
        let lacks = ["loading language", "initialize tesseract", "opening data file"];
        match left.status.code() {
            Some(0) => Ok(String::from_utf8_lossy(&left.out).into_owned()),
            Some(NOT_STARTED) => {
                Err(ReadError::NoOcr { why: format!("Tesseract was not found ({})", left.said) })
            }
            Some(_) if lacks.iter().any(|lack| left.said.contains(lack)) => {
                Err(ReadError::NoOcr { why: left.said.lines().next().unwrap_or_default().to_owned() })
            }
            _ => Err(explain_silence(&left)),
        }
    }

    fn fits(&self, bytes: &[u8]) -> Result<(), ReadError> {
        if bytes.len() > self.limits.bytes {
            let (has, may) = (bytes.len().div_ceil(1 << 20), self.limits.bytes >> 20);
            return Err(ReadError::too_large(format!("it has {has} MB; the limit is {may}")));
        }
        Ok(())
    }

    /// The child's answer, or why there is none.
    async fn ask(&self, task: &Task, bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
        let left = self.run(task, bytes, &self.limits).await?;
        if left.status.success() { Ok(left.out) } else { Err(explain_silence(&left)) }
    }

    async fn run(&self, task: &Task, bytes: &[u8], limits: &Limits) -> Result<Left, ReadError> {
        let task = serde_json::to_string(task).map_err(ReadError::reader)?;
        let mut command = Command::new(&self.program);
        command.arg(COMMAND).arg(task).env_clear().kill_on_drop(true);
        for name in ["PATH", "TESSDATA_PREFIX"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().map_err(ReadError::reader)?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(ReadError::reader("it has no standard streams"));
        };
        let give = async move {
            // A child that ends before it has read everything says why in its status.
            let _ = stdin.write_all(bytes).await;
            drop(stdin);
        };
        let most = limits.output;
        let whole = async {
            let ((), out, said) = tokio::join!(give, take(stdout, most), take(stderr, 4 << 10));
            let (out, fits) = out?;
            if !fits {
                return Ok(Err(ReadError::too_large(format!(
                    "it contains more than {} MB of text",
                    most >> 20
                ))));
            }
            let said = String::from_utf8_lossy(&said?.0).into_owned();
            Ok::<_, std::io::Error>(Ok(Left { status: process.wait().await?, out, said }))
        };
        // Dropping the process ends it.
        tokio::time::timeout(limits.wall, whole)
            .await
            .map_err(|_| ReadError::OutOfTime)?
            .map_err(ReadError::reader)?
    }
}

/// At most this many bytes, and whether that was all. The excess is read and discarded, for streams that nobody waits
/// for.
async fn take(stream: impl AsyncRead + Unpin, most: usize) -> std::io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    stream.take(most as u64 + 1).read_to_end(&mut bytes).await?;
    let fits = bytes.len() <= most;
    bytes.truncate(most);
    Ok((bytes, fits))
}

/// Why a child did not answer.
fn explain_silence(left: &Left) -> ReadError {
    const ABORTED: i32 = 6;
    const KILLED: i32 = 9;
    const OVER_TIME: i32 = 24;
    if left.said.contains("memory allocation of") || left.said.contains("bad_alloc") {
        return ReadError::OutOfMemory;
    }
    match (left.status.signal(), left.status.code()) {
        (Some(KILLED | OVER_TIME), _) => ReadError::OutOfTime,
        (Some(ABORTED), _) if left.said.contains("overflowed its stack") => {
            ReadError::damaged("it is nested too deeply")
        }
        (Some(ABORTED), _) => ReadError::OutOfMemory,
        (_, Some(101)) => ReadError::damaged("its parser gave up"),
        (signal, code) => {
            let said = left.said.lines().next().unwrap_or_default();
            ReadError::reader(format!("signal {signal:?}, code {code:?}: {said}"))
        }
    }
}
