//! Measures runs of ten steps: one at a time, compared with the bare commits they need, and many at a time.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use futures::future::try_join_all;
use sqlx::{Connection, SqliteConnection};
use tutti_core::Owner;
use tutti_engine::{End, Executor};

use crate::{
    measure::{Throughput, fresh, print, print_figure},
    world::{ADVANCE, STEPS, executor, prove_on_disk},
};

const WARM_UP_RUNS: usize = 3;
/// One commit to store the run, one for each step, and one for its end.
const COMMITS_A_RUN: usize = STEPS + 2;
/// Runs and bare commits alternate in blocks, so that a slow moment of the disk affects both.
const BLOCK: usize = 8;

pub(crate) async fn one_at_a_time(parent: &Path, runs: usize) -> Result<()> {
    let folder = fresh(parent)?;
    let executor = executor(folder.path(), 1, Arc::default(), None).await?;
    let mut bare = Bare::open(folder.path()).await?;
    for _ in 0..WARM_UP_RUNS {
        one_run(&executor).await?;
        bare.commit().await?;
    }
    let (mut each, mut commits, mut ratios) = (Vec::with_capacity(runs), Vec::new(), Vec::new());
    while each.len() < runs {
        let (mut block, mut bare_block) = (Vec::new(), Vec::new());
        for _ in 0..BLOCK {
            block.push(one_run(&executor).await?);
        }
        for _ in 0..BLOCK * COMMITS_A_RUN / 2 {
            bare_block.push(bare.commit().await?);
        }
        ratios.push(mean(&block) / (COMMITS_A_RUN as f64 * mean(&bare_block)));
        each.extend(block);
        commits.extend(bare_block);
    }
    let runs = each.len();
    executor.close().await?;
    prove_on_disk(folder.path(), (runs + WARM_UP_RUNS) * STEPS).await?;
    let all: Duration = each.iter().sum();
    print(&Throughput::ours(1, runs * STEPS, each, all))?;
    print_figure("bare commit", mean(&commits) * 1e3, "ms")?;
    // The median: a disturbance affects few blocks, and may favour either side.
    ratios.sort_by(f64::total_cmp);
    print_figure("run / its bare commits", ratios[ratios.len() / 2], "x")
}

fn mean(times: &[Duration]) -> f64 {
    times.iter().sum::<Duration>().as_secs_f64() / times.len() as f64
}

pub(crate) async fn many_at_a_time(parent: &Path, runs: usize, concurrency: usize) -> Result<()> {
    let folder = fresh(parent)?;
    let commits = Arc::new(AtomicUsize::new(0));
    let executor = executor(folder.path(), concurrency, Arc::default(), Some(Arc::clone(&commits))).await?;
    for _ in 0..WARM_UP_RUNS {
        one_run(&executor).await?;
    }
    let before = commits.load(Ordering::Relaxed);
    let (next, each) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::with_capacity(runs))));
    let start = Instant::now();
    try_join_all((0..concurrency).map(|_| {
        let (executor, next, each) = (executor.clone(), Arc::clone(&next), Arc::clone(&each));
        let worker = async move {
            while next.fetch_add(1, Ordering::Relaxed) < runs {
                let time = one_run(&executor).await?;
                each.lock().unwrap_or_else(PoisonError::into_inner).push(time);
            }
            anyhow::Ok(())
        };
        async { tokio::spawn(worker).await? }
    }))
    .await?;
    let all = start.elapsed();
    let commits = commits.load(Ordering::Relaxed) - before;
    executor.close().await?;
    prove_on_disk(folder.path(), (runs + WARM_UP_RUNS) * STEPS).await?;
    let each = std::mem::take(&mut *each.lock().unwrap_or_else(PoisonError::into_inner));
    print(&Throughput::ours(concurrency, runs * STEPS, each, all))?;
    // The start and the end are journal rows as well.
    print_figure("rows a commit", (runs * (STEPS + 2)) as f64 / commits as f64, "rows")
}

async fn one_run(executor: &Executor) -> Result<Duration> {
    let start = Instant::now();
    let (_, end) = executor.run(&Owner::local(), ADVANCE.submission(&STEPS)?).await?;
    ensure!(end == End::Done(STEPS.into()), "{end:?}");
    Ok(start.elapsed())
}

/// One row with a unique key per commit, and nothing else: the lower bound on this disk for any engine that can
/// find a step again.
struct Bare {
    connection: SqliteConnection,
    text: String,
    made: usize,
}

impl Bare {
    async fn open(folder: &Path) -> Result<Self> {
        let address = format!("sqlite://{}?mode=rwc", folder.join("bare.db").display());
        let mut connection = SqliteConnection::connect(&address).await?;
        let setup = "pragma journal_mode = wal; pragma synchronous = full;
                     create table bare (run text not null, key text not null, input text, output text not null,
                     at bigint not null, primary key (run, key))";
        sqlx::raw_sql(setup).execute(&mut connection).await?;
        Ok(Self { connection, text: "x".repeat(600), made: 0 })
    }

    async fn commit(&mut self) -> Result<Duration> {
        let start = Instant::now();
        let (run, step) = (self.made / COMMITS_A_RUN, self.made % COMMITS_A_RUN);
        let insert = sqlx::query("insert into bare (run, key, input, output, at) values (?, ?, ?, ?, ?)")
            .bind(format!("{run:026}"))
            .bind(format!("step/{step}#1"))
            .bind("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")
            .bind(self.text.as_str())
            .bind(self.made as i64);
        insert.execute(&mut self.connection).await?;
        self.made += 1;
        Ok(start.elapsed())
    }
}
