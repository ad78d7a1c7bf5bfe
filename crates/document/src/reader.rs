//! The parent: starts the child, holds it to its time, and says what became of it.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use crate::child::{Answer, Task};
use crate::{COMMAND, Document, Limits, ReadError};

/// Reads documents. Cheap to clone; holds nothing between requests.
#[derive(Debug, Clone)]
pub struct Reader {
    /// Our own binary, which calls [`child`](crate::child()) when its first argument is [`COMMAND`].
    pub program: PathBuf,
    pub limits: Limits,
    /// As Tesseract names them: `eng`, `nor`.
    pub languages: Vec<String>,
}

/// What a child left behind.
pub(crate) struct Left {
    pub(crate) status: ExitStatus,
    pub(crate) out: Vec<u8>,
    /// The beginning of what it said.
    pub(crate) said: String,
}

impl Reader {
    /// The blocks of a document. The name is only used to tell Markdown and HTML from plain text.
    pub async fn read(&self, bytes: &[u8], name: Option<&str>) -> Result<Document, ReadError> {
        self.fits(bytes)?;
        let task = Task::Read { name: name.map(str::to_owned), limits: self.limits.clone() };
        let out = self.ask(&task, bytes).await?;
        let answer: Answer = serde_json::from_slice(&out).map_err(ReadError::reader)?;
        let found = answer?;
        Ok(found.document)
    }

    fn fits(&self, bytes: &[u8]) -> Result<(), ReadError> {
        if bytes.len() > self.limits.bytes {
            let (has, may) = (bytes.len().div_ceil(1 << 20), self.limits.bytes >> 20);
            return Err(ReadError::too_large(format!("it has {has} MB, and {may} are read")));
        }
        Ok(())
    }

    /// What the child answers, or why it did not.
    async fn ask(&self, task: &Task, bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
        let left = self.run(task, bytes).await?;
        if left.status.success() { Ok(left.out) } else { Err(ended(&left)) }
    }

    pub(crate) async fn run(&self, task: &Task, bytes: &[u8]) -> Result<Left, ReadError> {
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
        let most = self.limits.output;
        let whole = async {
            let ((), out, said) = tokio::join!(give, take(stdout, most), take(stderr, 4 << 10));
            let (out, fits) = out?;
            if !fits {
                return Ok(Err(ReadError::too_large(format!(
                    "it gives more than {} MB of text",
                    most >> 20
                ))));
            }
            let said = String::from_utf8_lossy(&said?.0).into_owned();
            Ok::<_, std::io::Error>(Ok(Left { status: process.wait().await?, out, said }))
        };
        // Dropping the process ends it.
        tokio::time::timeout(self.limits.wall, whole)
            .await
            .map_err(|_| ReadError::OutOfTime)?
            .map_err(ReadError::reader)?
    }
}

/// At most so many bytes, and whether that was all. What is over is read and forgotten for the streams nobody waits for.
async fn take(stream: impl AsyncRead + Unpin, most: usize) -> std::io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    stream.take(most as u64 + 1).read_to_end(&mut bytes).await?;
    let fits = bytes.len() <= most;
    bytes.truncate(most);
    Ok((bytes, fits))
}

/// Why a child did not answer.
fn ended(left: &Left) -> ReadError {
    const ABORTED: i32 = 6;
    const KILLED: i32 = 9;
    const OVER_TIME: i32 = 24;
    if left.said.contains("memory allocation of") || left.said.contains("bad_alloc") {
        return ReadError::OutOfMemory;
    }
    match (left.status.signal(), left.status.code()) {
        (Some(KILLED | OVER_TIME), _) => ReadError::OutOfTime,
        (Some(ABORTED), _) if left.said.contains("overflowed its stack") => {
            ReadError::damaged("it is nested deeper than any program writes")
        }
        (Some(ABORTED), _) => ReadError::OutOfMemory,
        (_, Some(101)) => ReadError::damaged("its reader gave up on it"),
        (signal, code) => {
            let said = left.said.lines().next().unwrap_or_default();
            ReadError::reader(format!("signal {signal:?}, code {code:?}: {said}"))
        }
    }
}
