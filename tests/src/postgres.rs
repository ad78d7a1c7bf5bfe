//! A real Postgres server in a scratch folder, from the system's package; deleted when dropped.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tutti_store::StoreUrl;

#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    server: Child,
}

impl Postgres {
    /// Starts a server that listens only on a socket in its own folder.
    pub fn start() -> Result<Self> {
        let programs = programs()?;
        let folder = tempfile::Builder::new().prefix("tutti-pg").tempdir_in("/tmp")?;
        if is_root() {
            run_command(Command::new("chown").arg("postgres").arg(folder.path()), "chown")?;
        }
        let data = folder.path().join("data");
        run_command(
            as_postgres(&programs.join("initdb"))
                .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", "-D"])
                .arg(&data),
            "initdb",
        )?;
        let server = spawn(&programs, folder.path())?;
        let this = Self { folder, programs, server };
        this.wait_until_ready()?;
        Ok(this)
    }

    fn wait_until_ready(&self) -> Result<()> {
        for _ in 0..400 {
            if self.client("pg_isready").arg("-q").status()?.success() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        bail!("the Postgres server did not become ready")
    }

    /// Stops the server: `fast` closes its connections in good order, `immediate` is a crash.
    pub fn stop(&mut self, mode: &str) -> Result<()> {
        let mut stop = as_postgres(&self.programs.join("pg_ctl"));
        run_command(
            stop.args(["stop", "-m", mode, "-s", "-D"]).arg(self.folder.path().join("data")),
            "stop",
        )?;
        self.server.wait()?;
        Ok(())
    }

    /// Starts the server again after [`Postgres::stop`].
    pub fn start_again(&mut self) -> Result<()> {
        self.server = spawn(&self.programs, self.folder.path())?;
        self.wait_until_ready()
    }

    /// Closes every connection to a database from the server's side.
    pub fn terminate_connections(&self, name: &str) -> Result<()> {
        let sql = format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'");
        run_command(self.client("psql").args(["-d", "postgres", "-c"]).arg(sql), "psql")
    }

    /// A new, empty database.
    pub fn database(&self, name: &str) -> Result<StoreUrl> {
        run_command(self.client("createdb").arg(name), "createdb")?;
        let url = format!("postgres://postgres@localhost/{name}?host={}", self.folder.path().display());
        url.parse().map_err(anyhow::Error::msg)
    }

    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.arg("-h").arg(self.folder.path()).args(["-U", "postgres"]);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // An immediate shutdown: the data is scratch.
        let _ = as_postgres(&self.programs.join("pg_ctl"))
            .args(["stop", "-m", "immediate", "-s", "-D"])
            .arg(self.folder.path().join("data"))
            .status();
        let _ = self.server.wait();
    }
}

fn spawn(programs: &Path, folder: &Path) -> Result<Child> {
    as_postgres(&programs.join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        .arg("-k")
        .arg(folder)
        .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("the Postgres server does not start")
}

fn programs() -> Result<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    found.sort();
    found.pop().context("no Postgres server is installed: `make test` installs it")
}

/// Postgres refuses to run as root.
fn as_postgres(program: &Path) -> Command {
    if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(program);
        command.current_dir("/");
        command
    } else {
        Command::new(program)
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0\n"))
}

fn run_command(command: &mut Command, what: &str) -> Result<()> {
    let output = command.output().with_context(|| format!("{what} does not start"))?;
    if !output.status.success() {
        bail!("{what} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
