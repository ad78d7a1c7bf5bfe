//! Reads and writes files named by the user. Errors name the file; writes are atomic.

use std::{fs, io, path::Path};

use tutti_core::{Code, Problem};

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    fs::read(path).map_err(|error| unreadable(path, &error))
}

pub(crate) fn read_text(path: &Path) -> Result<String, Problem> {
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Problem {
    let code = if error.kind() == io::ErrorKind::NotFound { Code::NotFound } else { Code::BadInput };
    Problem::new(code, format!("{} cannot be read: {error}", path.display()))
}

/// Checks that a folder can be written to, before any work is done.
pub(crate) fn check_folder(out: &Path) -> Result<(), Problem> {
    let probe = out.join(".probe");
    let tried =
        fs::create_dir_all(out).and_then(|()| fs::write(&probe, b"")).and_then(|()| fs::remove_file(&probe));
    tried.map_err(|error| unwritable(out, &error))
}

/// Writes these files into a folder, each atomically.
pub(crate) fn write_all(folder: &Path, files: &[(&str, String)]) -> Result<(), Problem> {
    let failed = |error: io::Error| unwritable(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    for (name, text) in files {
        let partial = folder.join(format!("{name}.partial"));
        fs::write(&partial, text).and_then(|()| fs::rename(&partial, folder.join(name))).map_err(failed)?;
    }
    Ok(())
}

fn unwritable(path: &Path, error: &io::Error) -> Problem {
    Problem::new(Code::BadInput, format!("{} cannot be written to: {error}", path.display()))
        .hint("name another folder with `--out`")
}
