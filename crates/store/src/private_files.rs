//! Files and folders that only their owner may read, whatever the umask.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;

/// Creates a folder with the folders above it. One that exists keeps its mode.
pub fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        create_folder(parent)?;
    }
    match DirBuilder::new().mode(FOLDER).create(path) {
        // The umask may have taken more away than we asked for.
        Ok(()) => fs::set_permissions(path, Permissions::from_mode(FOLDER)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Options that create a file with the right mode. The umask can only take rights away.
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(FILE);
    options
}

/// Creates a file that must not exist yet.
pub fn create_new(path: &Path) -> io::Result<File> {
    let file = options().read(true).write(true).create_new(true).open(path)?;
    file.set_permissions(Permissions::from_mode(FILE))?;
    Ok(file)
}

/// Writes a whole file, new or not.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = options().write(true).create(true).truncate(true).open(path)?;
    file.set_permissions(Permissions::from_mode(FILE))?;
    io::Write::write_all(&mut file, bytes)
}

/// Copies a file into a new one.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let _ = fs::remove_file(to);
    io::copy(&mut File::open(from)?, &mut create_new(to)?).map(|_| ())
}

/// Whether others than the owner have rights to a file or folder.
pub fn is_open_to_others(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}
