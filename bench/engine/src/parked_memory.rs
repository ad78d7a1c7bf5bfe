//! Measures the memory of a process with ten thousand parked runs, which should cost none.

use std::{path::Path, sync::Arc};

use anyhow::{Result, ensure};
use futures::{TryStreamExt, stream};
use tutti_core::Owner;
use tutti_engine::End;

use crate::{
    measure::{fresh, memory, print_figure},
    world::{WAIT, executor, prove_on_disk},
};

const AT_A_TIME: usize = 64;

pub(crate) async fn measure(parent: &Path, runs: usize) -> Result<()> {
    let folder = fresh(parent)?;
    let executor = executor(folder.path(), AT_A_TIME, Arc::default(), None).await?;
    stream::iter((0..runs).map(anyhow::Ok))
        .try_for_each_concurrent(AT_A_TIME, async |_| {
            let (_, end) = executor.run(&Owner::local(), WAIT.submission(&())?).await?;
            ensure!(matches!(end, End::Parked { .. }), "{end:?}");
            Ok(())
        })
        .await?;
    let held = memory("VmRSS");
    prove_on_disk(folder.path(), runs).await?;
    print_figure("memory with parked runs", held, "MB")
}
