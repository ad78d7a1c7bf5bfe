//! Tests of disk failures: a full disk, a read-only disk, damaged files, and files of a newer version.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may panic, and reports what it could not do"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use sqlx::Connection;
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_store::{Damaged, EntryKind, RunStatus, Store, StoreError, StoreUrl, backup};
use tutti_tests::process::{Effects, Ended, Report, Scene};

fn scene() -> Scene {
    Scene::new(env!("CARGO_BIN_EXE_durable")).unwrap()
}

/// A shell with private mounts; None if this system does not allow them.
fn shell_with_own_mounts() -> Option<Command> {
    // Root needs no user namespace; other users do.
    ["-rm", "-m"].into_iter().find_map(|own| {
        let probe = "mount -t tmpfs -o size=64k none /mnt";
        let works = Command::new("unshare").args([own, "sh", "-c", probe]).output();
        works.is_ok_and(|output| output.status.success()).then(|| {
            let mut shell = Command::new("unshare");
            shell.args([own, "sh", "-euc"]);
            shell
        })
    })
}

/// Runs a script in `shell`, with the binary in `$DURABLE`, a mount point in `$DISK` and a folder for its results
/// in `$OUT`.
fn script(scene: &Scene, mut shell: Command, script: &str) {
    let (disk, out) = (scene.path("disk"), scene.path("out"));
    fs::create_dir_all(&disk).unwrap();
    fs::create_dir_all(&out).unwrap();
    let setup = "on() { command=$1 disk=$2; shift 2; \"$DURABLE\" $command store=sqlite:$disk/tutti.db \
                 locks=$disk/locks effects=$OUT/effects run=r \"$@\"; }\n";
    let shell = shell.arg(format!("{setup}{script}")).env("DURABLE", &scene.program);
    let output = shell.env("DISK", disk).env("OUT", out).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn report(scene: &Scene, name: &str) -> Report {
    let text = fs::read(scene.path("out").join(name)).unwrap();
    serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text:?}"))
}

const STEPS: u64 = 60;

/// Checks that the run stopped at a full disk and resumed when there was space again.
fn check_full_and_freed(scene: &Scene) {
    let full = report(scene, "full");
    assert_eq!(full.outcome, "abandoned", "{full:?}");
    let problem = full.problem.unwrap();
    assert_eq!(problem.code, Code::StoreFailed);
    assert!(problem.detail.contains("the disk is full"), "{problem:?}");
    assert!(problem.detail.contains("tutti.db"), "it names the place: {problem:?}");
    assert!(problem.hints[0].contains("free some space"), "{problem:?}");

    let begun = Effects::read(&scene.path("out/effects-when-full"), "r").unwrap().0.len() as u64;
    assert!((2..STEPS).contains(&begun), "it stopped at step {begun}");
    let freed = report(scene, "freed");
    assert_eq!(freed.outcome, "done", "{freed:?}");
    let effects = Effects::read(&scene.path("out/effects"), "r").unwrap();
    assert!(effects.are_once_each_but(begun - 1, STEPS), "stopped at {begun}: {effects:?}");
}

#[test]
fn a_full_disk_stops_a_run_and_loses_nothing() {
    let scene = scene();
    let Some(shell) = shell_with_own_mounts() else {
        eprintln!("no disk can be mounted here: a limit on file sizes stands in for a full disk");
        return a_limit_on_file_sizes_is_told_as_a_full_disk();
    };
    script(
        &scene,
        shell,
        r#"mount -t tmpfs -o size=4m none "$DISK"
        head -c 3400000 /dev/zero > "$DISK/filler"
        on run "$DISK" steps=60 > "$OUT/full" || true
        cp "$OUT/effects" "$OUT/effects-when-full"
        rm "$DISK/filler"
        on resume "$DISK" > "$OUT/freed" || true"#,
    );
    check_full_and_freed(&scene);
}

#[test]
fn a_limit_on_file_sizes_is_told_as_a_full_disk() {
    let scene = scene();
    let mut shell = Command::new("sh");
    shell.arg("-euc");
    // Blocks of 512 bytes. The signal must be ignored, or it kills the process before the write can fail.
    script(
        &scene,
        shell,
        r#"(trap '' XFSZ; ulimit -f 1000; on run "$DISK" steps=60 > "$OUT/full") || true
        cp "$OUT/effects" "$OUT/effects-when-full"
        on resume "$DISK" > "$OUT/freed" || true"#,
    );
    check_full_and_freed(&scene);
}

#[test]
fn a_read_only_disk_is_named() {
    let shell = shell_with_own_mounts().expect(
        "this test needs a read-only disk, and none can be mounted here: \
         let it use user namespaces (kernel.unprivileged_userns_clone) or run it as root",
    );
    let scene = scene();
    script(
        &scene,
        shell,
        r#"mount -t tmpfs -o size=4m none "$DISK"
        mkdir "$DISK/used" "$DISK/new"
        on run "$DISK/used" steps=2 > "$OUT/before"
        mount -o remount,ro "$DISK"
        on resume "$DISK/used" > "$OUT/used" || true
        on run "$DISK/new" steps=2 > "$OUT/new" || true
        on run "$DISK/none" steps=2 > "$OUT/none" || true"#,
    );
    assert_eq!(report(&scene, "before").outcome, "done");
    for place in ["used", "new", "none"] {
        let told = report(&scene, place);
        assert_eq!(told.outcome, "refused", "{told:?}");
        let problem = told.problem.unwrap();
        assert_eq!(problem.code, Code::StoreFailed);
        // A database with a leftover log can still be opened for reading; then the lock file is refused.
        assert!(problem.detail.contains(&format!("disk/{place}/")), "it names the place: {problem:?}");
        assert!(problem.detail.to_lowercase().contains("read-only"), "{problem:?}");
        assert!(problem.hints[0].contains("--data"), "{problem:?}");
    }
}

/// A closed database with one finished run of `steps` steps.
async fn database(scene: &Scene, file: &str, steps: u64) -> PathBuf {
    let done = scene.finish("run", "r", &[&format!("steps={steps}")]).unwrap();
    assert_eq!(done.report.outcome, "done", "{done:?}");
    let file = scene.path(file);
    backup(&scene.store, &file, Damaged::Refuse).await.unwrap();
    file
}

/// Opens a store and reads the run in it.
async fn read(file: &Path) -> Result<Vec<RunStatus>, StoreError> {
    let store = Store::open(&StoreUrl::Sqlite(file.to_owned())).await?;
    let (owned, run) = (store.of(&Owner::local()), RunId::parse("r").unwrap());
    owned.journal(&run).await?;
    Ok(owned.run(&run).await?.into_iter().map(|row| row.status).collect())
}

#[tokio::test]
async fn a_damaged_database_is_told_and_left_alone() {
    let scene = scene();
    let good = fs::read(database(&scene, "good.db", 40).await).unwrap();
    let page = 4096;
    assert!(good.len() > 20 * page);
    let overwritten = |from: usize, to: usize| {
        let mut bytes = good.clone();
        bytes[from..to].fill(0xa5);
        bytes
    };
    let cases: &[(&str, Vec<u8>)] = &[
        ("text", b"this is a letter to my aunt, not a database\n".repeat(400)),
        ("first page", overwritten(0, page)),
        ("header kept", overwritten(100, page)),
        ("middle", overwritten(page, good.len() - page)),
        ("cut to half", good[..good.len() / 2 / page * page].to_vec()),
        ("cut to less than a header", good[..60].to_vec()),
    ];
    for (name, bytes) in cases {
        let file = scene.path(&format!("{name}.db"));
        fs::write(&file, bytes).unwrap();
        let error = read(&file).await.expect_err(name);
        assert!(matches!(&error, StoreError::Corrupt { .. }), "{name}: {error:?}");
        assert!(error.to_string().contains(&format!("{name}.db")), "{name}: {error}");
        let problem = Problem::from(error);
        assert!(problem.hints[0].contains("tutti restore"), "{name}: {problem:?}");
        assert!(fs::read(&file).unwrap() == *bytes, "{name}: the file was changed");
    }
}

/// SQLite reads the missing end of the last page as zeros, so only the rows reveal the damage.
#[tokio::test]
async fn a_database_without_its_last_bytes_is_told_and_left_alone() {
    let scene = scene();
    let file = database(&scene, "cut.db", 40).await;
    let whole = fs::read(&file).unwrap();
    let cut = &whole[..whole.len() - 2048];
    fs::write(&file, cut).unwrap();
    let store = Store::open(&StoreUrl::Sqlite(file.clone())).await.unwrap();
    assert_ne!(store.verify().await.unwrap().faults, []);
    assert!(fs::read(&file).unwrap() == *cut, "the file was changed");
}

/// What was recorded is not what happened: the run must not go on from it.
#[tokio::test]
async fn a_damaged_journal_stops_its_run() {
    let scene = scene();
    let mut process = scene.start("run", "r", &["steps=50", "pause_ms=5"]).unwrap();
    scene.wait_for_effects("r", 6).unwrap();
    process.kill().unwrap();
    process.wait().unwrap();
    let effects = scene.effects("r").unwrap().0;
    let address = format!("sqlite://{}", scene.path("tutti.db").display());
    let mut other = sqlx::SqliteConnection::connect(&address).await.unwrap();
    let sql = "update journal set ended_at = ended_at + 1 where n = 2";
    sqlx::raw_sql(sql).execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    let told = scene.finish("resume", "r", &[]).unwrap();
    assert_eq!(told.report.outcome, "abandoned", "{told:?}");
    let store = Store::open(&scene.store).await.unwrap();
    let row = store.of(&Owner::local()).run(&RunId::parse("r").unwrap()).await.unwrap().unwrap();
    assert_eq!(row.status, RunStatus::Stopped, "{row:?}");
    let problem = row.stop.unwrap();
    assert_eq!(problem.code, Code::Damaged);
    assert!(problem.detail.contains("of journal is damaged"), "{problem:?}");
    assert_eq!(scene.effects("r").unwrap().0, effects, "no step was made");
}

/// The write-ahead log after a kill, with its last commit torn in different ways.
#[tokio::test]
async fn a_torn_log_loses_only_the_commit_that_was_not_finished() {
    let scene = scene();
    let mut process = scene.start("run", "r", &["steps=50", "pause_ms=5"]).unwrap();
    scene.wait_for_effects("r", 6).unwrap();
    process.kill().unwrap();
    process.wait().unwrap();
    let (data, log) =
        (fs::read(scene.path("tutti.db")).unwrap(), fs::read(scene.path("tutti.db-wal")).unwrap());

    let finished = async |name: &str, log: &[u8]| {
        let file = scene.path(name);
        fs::write(&file, &data).unwrap();
        fs::write(scene.path(&format!("{name}-wal")), log).unwrap();
        let store = Store::open(&StoreUrl::Sqlite(file)).await.unwrap();
        let journal = store.of(&Owner::local()).journal(&RunId::parse("r").unwrap()).await.unwrap();
        journal.iter().filter(|entry| entry.kind == EntryKind::Step).count()
    };
    let whole = finished("whole.db", &log).await;
    assert!(whole >= 5, "{whole} steps finished");
    let mut flipped = log.clone();
    *flipped.last_mut().unwrap() ^= 0xff;
    let mut longer = log.clone();
    longer.extend(vec![7; 9000]);
    let lost = whole - 1;
    let cases = [
        ("cut.db", &log[..log.len() - 100], lost),
        ("flipped.db", &flipped, lost),
        ("longer.db", &longer, whole),
    ];
    for (name, log, expected) in cases {
        assert_eq!(finished(name, log).await, expected, "{name}");
    }
}

#[tokio::test]
async fn a_database_from_the_future_is_left_alone() {
    let scene = scene();
    let file = database(&scene, "future.db", 2).await;
    let address = format!("sqlite://{}", file.display());
    let mut newer = sqlx::SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql("update meta set value = '999' where key = 'schema'").execute(&mut newer).await.unwrap();
    newer.close().await.unwrap();
    let before = fs::read(&file).unwrap();
    let error = read(&file).await.unwrap_err();
    let StoreError::FutureSchema { found: 999, known, .. } = error else { panic!("{error:?}") };
    let told = error.to_string();
    let upto = format!("up to {known}");
    assert!(told.contains("future.db") && told.contains("version 999") && told.contains(&upto), "{told}");
    assert!(fs::read(&file).unwrap() == before, "the file was changed");
}

#[test]
fn a_data_folder_that_is_a_file_is_named() {
    let mut scene = scene();
    let file = scene.path("notes.txt");
    fs::write(&file, "mine").unwrap();
    scene.store = StoreUrl::Sqlite(file.join("tutti.db"));
    let told = scene.finish("run", "r", &[]).unwrap();
    assert_eq!(told.report.outcome, "refused", "{told:?}");
    assert!(told.problem().unwrap().detail.contains("notes.txt/tutti.db cannot be opened"), "{told:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn a_folder_may_be_called_anything() {
    let mut scene = scene();
    let folder = scene.path("what? 100%#1 é");
    scene.store = StoreUrl::Sqlite(folder.join("tutti.db"));
    let done: Ended = scene.finish("run", "r", &["steps=3"]).unwrap();
    assert_eq!(done.report.outcome, "done", "{done:?}");
    assert!(folder.join("tutti.db").exists(), "the file is at the requested path");
    assert_eq!(scene.finish("resume", "r", &[]).unwrap().report.outcome, "not_mine");
}
