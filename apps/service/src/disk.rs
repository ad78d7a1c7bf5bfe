//! The space on the disk of the store.

use tutti_core::{Code, Problem};
use tutti_store::StoreUrl;

use crate::Setup;

/// Refuses to add data if less is free than the reserve. Whatever else happens must still be written: logins, deletions
/// and the runs that are at work. Only for SQLite; a database server watches its own disk.
pub fn check_reserve(setup: &Setup) -> Result<(), Problem> {
    let StoreUrl::Sqlite(path) = &setup.url else { return Ok(()) };
    let reserve = setup.settings.store.reserve_megabytes.saturating_mul(1_000_000);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // A disk that cannot be asked is no reason to refuse.
    let Ok(disk) = rustix::fs::statvfs(folder.unwrap_or(std::path::Path::new("."))) else { return Ok(()) };
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    if free >= reserve {
        return Ok(());
    }
    let detail = format!(
        "the disk of the server is nearly full: {} MB are free, and {} MB are kept in reserve",
        free / 1_000_000,
        reserve / 1_000_000
    );
    Err(Problem::new(Code::StorageFull, detail)
        .hint("reading, logging in and deleting still work")
        .hint("the people who run the server can free space, or change store.reserve_megabytes"))
}
