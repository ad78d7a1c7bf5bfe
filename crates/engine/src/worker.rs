//! This process as a driver of runs: its lease, and how others detect that it is dead.
//!
//! A lease is one row per process, not per run: a heartbeat renews it, and a process that finds it expired deposes the
//! owner. That frees all its runs and fences it off: its next write is refused. On one machine nobody waits for expiry:
//! each process holds a file lock, which the system releases the moment the process ends, for whatever reason.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use tutti_store::{Millis, Store, WorkerRow, private_files};

use crate::EngineError;

#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) id: String,
    locks: PathBuf,
    /// Held for as long as this process lives.
    _lock: File,
    /// While others may find this process in the store, they need its lock file to see whether it is gone.
    registered: AtomicBool,
}

impl Worker {
    /// Takes the lock first, so that nobody sees a registered process without one.
    pub(crate) fn new(locks: &Path) -> Result<Self, EngineError> {
        let id = ulid::Ulid::generate().to_string().to_lowercase();
        let failed = |error: std::io::Error| EngineError::Lock {
            place: locks.display().to_string(),
            cause: error.to_string(),
        };
        private_files::create_folder(locks).map_err(failed)?;
        remove_old_locks(locks);
        let lock = private_files::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(lock_file(locks, &id))
            .map_err(failed)?;
        lock.lock().map_err(failed)?;
        Ok(Self { id, locks: locks.to_owned(), _lock: lock, registered: AtomicBool::new(false) })
    }

    pub(crate) async fn register(&self, store: &Store, now: Millis) -> Result<(), EngineError> {
        self.registered.store(true, Ordering::SeqCst);
        Ok(store.register_worker(&self.id, now).await?)
    }

    /// Retires in good order. On failure, for example a full disk, the lock file stays, so that the next process need
    /// not wait for the lease.
    pub(crate) async fn retire(&self, store: &Store) -> Result<(), EngineError> {
        store.retire_worker(&self.id).await?;
        self.registered.store(false, Ordering::SeqCst);
        Ok(())
    }

    /// Deposes every dead process that still has runs assigned; returns how many runs that freed.
    pub(crate) async fn depose_the_dead(
        &self,
        store: &Store,
        now: Millis,
        lease: Duration,
    ) -> Result<u64, EngineError> {
        let mut freed = 0;
        for other in store.busy_workers().await? {
            if other.id != self.id && self.is_dead(&other, now, lease) {
                tracing::info!(worker = other.id, "a worker process is gone; its runs are free");
                freed += store.depose_worker(&other.id).await?;
                let _ = std::fs::remove_file(lock_file(&self.locks, &other.id));
            }
        }
        Ok(freed)
    }

    fn is_dead(&self, other: &WorkerRow, now: Millis, lease: Duration) -> bool {
        let Some(heartbeat) = other.heartbeat_at.filter(|_| !other.deposed) else { return true };
        // For a process on another machine there is no lock file here, and only the heartbeat can tell.
        let lock_is_free = File::open(lock_file(&self.locks, &other.id))
            .is_ok_and(|file| !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
        lock_is_free || now - heartbeat > lease.as_millis() as Millis
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if *self.registered.get_mut() {
            return;
        }
        let _ = std::fs::remove_file(lock_file(&self.locks, &self.id));
    }
}

/// Removes files of processes that were killed without runs. Only old ones: a young one may be about to be locked.
fn remove_old_locks(locks: &Path) {
    for entry in std::fs::read_dir(locks).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
        let free = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if age.is_some_and(|age| age > Duration::from_hours(24)) && free() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn lock_file(locks: &Path, worker: &str) -> PathBuf {
    locks.join(format!("{worker}.lock"))
}
