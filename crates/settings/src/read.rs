//! File access: the only place where settings files are read.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tutti_core::{Code, Problem};

const FILE_NAME: &str = "tutti.toml";

/// The text of a settings file and where it was found.
#[derive(Clone)]
pub struct SettingsFile {
    pub path: PathBuf,
    pub text: String,
}

impl std::fmt::Debug for SettingsFile {
    /// Without the text, which may contain a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SettingsFile").field("path", &self.path).finish_non_exhaustive()
    }
}

/// `tutti.toml` of the data directory, then that of the working directory, as far as they exist.
pub fn read_files(data_dir: &Path, working_dir: &Path) -> Result<Vec<SettingsFile>, Vec<Problem>> {
    let mut paths = vec![data_dir.join(FILE_NAME), working_dir.join(FILE_NAME)];
    if same_file(&paths[0], &paths[1]) {
        paths.truncate(1);
    }
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        match read(&path) {
            Ok(text) => files.push(SettingsFile { path, text }),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => problems.push(unreadable(&path, &error)),
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

/// A settings file that was named explicitly, so it must exist.
pub fn read_file(path: &Path) -> Result<SettingsFile, Problem> {
    match read(path) {
        Ok(text) => Ok(SettingsFile { path: path.to_owned(), text }),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Problem::new(
            Code::BadSettings,
            format!("{}: there is no such settings file", path.display()),
        )
        .hint("check the path; without it, Tutti looks for tutti.toml in the data directory and the working directory")),
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    let bytes = fs::read(path)?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.split(|byte| *byte == b'\n').count();
        std::io::Error::new(ErrorKind::InvalidData, format!("line {line} is not UTF-8 text"))
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    let problem = Problem::new(Code::BadSettings, format!("{}: cannot be read: {error}", path.display()));
    match error.kind() {
        ErrorKind::InvalidData => problem.hint("save the file as UTF-8"),
        ErrorKind::PermissionDenied => {
            problem.hint("give the user who runs tutti permission to read the file")
        }
        ErrorKind::IsADirectory => problem.hint("the settings file must be a file, not a folder"),
        _ => problem,
    }
}

/// Even if the two paths spell it differently.
fn same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}
