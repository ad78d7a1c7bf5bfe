//! Wakes a process that was stopped in the middle of a write.
//!
//! A stopped process (Ctrl-Z, SIGSTOP) keeps SQLite's write lock, and nobody else can write until it continues. Its
//! write takes milliseconds, so it is woken to finish it.

use std::{fs, os::unix::fs::MetadataExt, path::Path};

use rustix::process::{Pid, Signal, kill_process};

/// The byte of the shared-memory file that a writer locks in SQLite's write-ahead mode.
const WRITE_LOCK: u64 = 120;

/// Whether the writer of this database was stopped and now continues.
pub(crate) fn wake_writer(database: &Path) -> bool {
    let mut shared = database.as_os_str().to_owned();
    shared.push("-shm");
    let (Ok(file), Ok(locks)) = (fs::metadata(shared), fs::read_to_string("/proc/locks")) else {
        return false;
    };
    let Some(pid) = holder(&locks, file.ino()).filter(|pid| is_stopped(*pid)) else { return false };
    let woken = Pid::from_raw(pid).is_some_and(|pid| kill_process(pid, Signal::CONT).is_ok());
    if woken {
        tracing::warn!(pid, "a stopped process was writing to the database; it was woken to finish");
    }
    woken
}

/// The process that holds the write lock: `1: POSIX  ADVISORY  WRITE 4711 fe:00:10821637 120 120`.
fn holder(locks: &str, inode: u64) -> Option<i32> {
    locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, "POSIX", _, "WRITE", pid, file, start, end] = fields.as_slice() else { return None };
        let range = start.parse().ok()?..=end.parse().unwrap_or(u64::MAX);
        let is_ours = file.rsplit(':').next()?.parse() == Ok(inode) && range.contains(&WRITE_LOCK);
        pid.parse().ok().filter(|_| is_ours)
    })
}

/// The state follows the name of the program, which may itself contain parentheses.
fn is_stopped(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_writer_is_found_among_other_locks() {
        let locks = "1: POSIX  ADVISORY  READ 5 fe:00:77 124 124\n\
                     2: FLOCK  ADVISORY  WRITE 6 fe:00:77 0 EOF\n\
                     2: -> POSIX  ADVISORY  WRITE 10 fe:00:77 120 120\n\
                     3: POSIX  ADVISORY  WRITE 7 fe:00:78 120 120\n\
                     4: POSIX  ADVISORY  WRITE 8 fe:00:77 123 123\n\
                     5: POSIX  ADVISORY  WRITE 9 fe:00:77 120 120\n";
        assert_eq!(holder(locks, 77), Some(9));
        assert_eq!(holder(locks, 79), None);
    }
}
