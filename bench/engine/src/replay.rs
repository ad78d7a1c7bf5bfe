//! Measures how fast a stored journal is replayed.

use std::{path::Path, sync::Arc, time::Instant};

use anyhow::{Context, Result, ensure};
use tutti_core::Owner;
use tutti_engine::{Services, replay};

use crate::{
    measure::{fresh, print_figure},
    world::{ADVANCE, Pitfall, executor, flows},
};

const ROUNDS: usize = 20;

pub(crate) async fn measure(parent: &Path, steps: usize) -> Result<()> {
    let folder = fresh(parent)?;
    let executor = executor(folder.path(), 1, Arc::default(), None).await?;
    let (run, _) = executor.run(&Owner::local(), ADVANCE.submission(&steps)?).await?;
    let (owned, flows) = (executor.store().of(&Owner::local()), flows());
    let services = Services::default().with(Arc::new(Pitfall::default()));
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let row = owned.run(&run).await?.context("the run is gone")?;
        let journal = owned.journal(&run).await?;
        let replayed = replay(&flows, &services, &row, &journal).await?;
        ensure!(replayed.served.len() == steps, "{:?}", replayed.ending);
    }
    let seconds = start.elapsed().as_secs_f64();
    print_figure("replay", (ROUNDS * steps) as f64 / seconds, "steps/s")
}
