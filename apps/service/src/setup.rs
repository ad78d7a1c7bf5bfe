//! What was typed, resolved: the data folder, the settings, the store, and the executor with all it needs.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use serde::Serialize;
use tutti_agent::{Choice, Desk, StoreCache, StoreLedger, Way};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_document::{Limits, Reader};
use tutti_engine::{Clock, Executor, Flow, Options, Services, Submission, SystemClock};
use tutti_fetch::{Fetcher, Searcher};
use tutti_model::{JsonSupport, Kind, Models, Price, ProviderName, ProviderSettings, Secret};
use tutti_settings::{
    AgentSettings, Fallback, JsonMode, ModelName, Prices, ProviderKind, Settings, SettingsFile, Sources,
    is_variable, read_file, read_files,
};
use tutti_store::{Owned, Store, StoreUrl};

use crate::{Problems, flows};

/// Where the data is, and what was said over files and variables.
#[derive(Debug, Clone)]
pub struct Place {
    pub data: PathBuf,
    /// The settings file to read in place of the usual ones.
    pub config: Option<PathBuf>,
    /// `section.key=value`.
    pub settings: Vec<String>,
}

impl Place {
    /// The settings files that are there.
    pub(crate) fn files(&self) -> Result<Vec<SettingsFile>, Problems> {
        Ok(match &self.config {
            Some(path) => vec![read_file(path)?],
            None => read_files(&self.data, &PathBuf::new())?,
        })
    }

    /// The settings file that is written to: the one that was named, or that of the data folder.
    pub fn own_file(&self) -> PathBuf {
        self.config.clone().unwrap_or_else(|| self.data.join("tutti.toml"))
    }
}

/// Everything one needs to know before anything is opened.
#[derive(Debug)]
pub struct Setup {
    pub data: PathBuf,
    pub settings: Settings,
    /// The settings files that were read.
    pub files: Vec<PathBuf>,
    pub url: StoreUrl,
}

impl Setup {
    /// Reads files and variables, and nothing else. Variables with names of their own, such as `SEED`, are read for the
    /// commands that know them.
    pub fn resolve(place: &Place, named_variables: bool) -> Result<Self, Problems> {
        Self::with_files(place, named_variables, place.files()?)
    }

    /// As [`Self::resolve`], with these files in place of those that are there.
    pub(crate) fn with_files(
        place: &Place,
        named_variables: bool,
        files: Vec<SettingsFile>,
    ) -> Result<Self, Problems> {
        let env: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with("TUTTI_") || (named_variables && is_variable(name)))
            .collect();
        let settings = Settings::load(&Sources { files: &files, env: &env, flags: &place.settings })?;
        let url = match &settings.store.url {
            Some(url) => url.expose().parse().map_err(|error| Problem::new(Code::BadSettings, error))?,
            None => StoreUrl::Sqlite(place.data.join("tutti.db")),
        };
        let files = files.into_iter().map(|SettingsFile { path, .. }| path).collect();
        Ok(Self { data: place.data.clone(), settings, files, url })
    }

    /// Whether there is a store to read. Looking at one must not make one.
    pub fn store_exists(&self) -> bool {
        match &self.url {
            StoreUrl::Sqlite(path) => path.exists(),
            StoreUrl::Postgres(_) => true,
        }
    }

    /// The store as this user sees it, if there is one: all that a command needs that only looks.
    pub async fn existing(&self) -> Result<Option<Owned>, Problems> {
        if !self.store_exists() {
            return Ok(None);
        }
        Ok(Some(Store::open(&self.url).await?.of(&Owner::local())))
    }

    /// As [`Self::existing`], for a command that is about a certain run.
    pub async fn reader(&self) -> Result<Owned, Problems> {
        let nothing = || {
            Problem::new(Code::NotFound, format!("there is no store at {} yet", self.url))
                .hint("`tutti tour` makes the first runs; `--data DIR` selects another data folder")
        };
        Ok(self.existing().await?.ok_or_else(nothing)?)
    }

    /// This process as a driver of runs. Opens the store, and makes it if need be.
    pub async fn executor(&self) -> Result<Executor, Problems> {
        let store = Store::open(&self.url).await?;
        let services = self.services(&store)?;
        let options = Options {
            parallel: self.settings.engine.parallel,
            lease: self.settings.engine.lease,
            ..Options::new(self.data.join("locks"))
        };
        Ok(Executor::start(store, flows::flows(), services, options).await?)
    }

    /// A run of a flow, with the budget of the settings.
    pub fn submission<I: Serialize, O>(
        &self,
        flow: &Flow<I, O>,
        id: &RunId,
        input: &I,
    ) -> Result<Submission, Problem> {
        let budget = self.settings.budget;
        Ok(Submission { id: Some(id.clone()), budget, ..flow.submission(input)? })
    }

    /// What flows may use besides their run.
    pub fn services(&self, store: &Store) -> Result<Services, Problems> {
        let services =
            Services::default().with(self.desk(store)?).with(store.clone()).with(self.documents()?);
        if self.settings.models.offline {
            return Ok(services);
        }
        let mut fetcher = Fetcher::default();
        fetcher.bytes = self.settings.documents.megabytes as usize * 1_000_000;
        let services = services.with(fetcher);
        Ok(match &self.settings.search {
            Some(url) => services.with(Searcher::new(url)),
            None => services,
        })
    }

    /// What reads documents: this binary again, under limits.
    pub fn documents(&self) -> Result<Reader, Problem> {
        let program = std::env::current_exe().map_err(|error| {
            Problem::new(Code::Internal, format!("this program cannot be found: {error}"))
        })?;
        let set = &self.settings.documents;
        let limits = Limits { bytes: set.megabytes as usize * 1_000_000, ..Limits::default() };
        let languages = set.languages.split('+').map(str::to_owned).collect();
        Ok(Reader { program, limits, languages })
    }

    fn desk(&self, store: &Store) -> Result<Desk, Problem> {
        let bad_prompt = |error: tutti_agent::PromptError| Problem::new(Code::BadSettings, error.to_string());
        let mut desk = Desk::native().with_agents(flows::AGENTS).map_err(bad_prompt)?;
        if let Some(folder) = &self.settings.models.prompts {
            desk = desk.with_prompts(folder).map_err(bad_prompt)?;
        }
        if !self.settings.providers.is_empty() {
            desk = desk.with_models(self.models(store)?);
        }
        for (name, agent) in &self.settings.agents {
            desk = desk.with_choice(name.clone(), choice(agent)?);
        }
        Ok(desk)
    }

    fn models(&self, store: &Store) -> Result<Models, Problem> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let providers = self.settings.providers.iter();
        let providers =
            providers.map(|(name, provider)| provider_settings(name, provider)).collect::<Result<_, _>>()?;
        let mut options = tutti_model::Options {
            ledger: Arc::new(StoreLedger::new(store.clone(), Arc::clone(&clock))),
            forbid_real_calls: self.settings.models.offline,
            ..tutti_model::Options::default()
        };
        if self.settings.models.cache {
            options.cache = Some(Arc::new(StoreCache::new(store.clone(), clock)));
        }
        Ok(Models::new(providers, options)?)
    }
}

fn provider_settings(
    name: &str,
    provider: &tutti_settings::ProviderSettings,
) -> Result<ProviderSettings, Problem> {
    let kind = match provider.kind {
        ProviderKind::Gemini => Kind::Gemini,
        ProviderKind::OpenAi => Kind::OpenAi,
        ProviderKind::Anthropic => Kind::Anthropic,
    };
    let json = match provider.json {
        JsonMode::Schema => JsonSupport::Schema,
        JsonMode::Object => JsonSupport::Object,
        JsonMode::Prompt => JsonSupport::PromptOnly,
    };
    Ok(ProviderSettings {
        base_url: provider.base_url.clone(),
        api_key: key_of(provider).map(Secret::new),
        json,
        concurrency: provider.concurrency,
        price: price(provider.prices),
        ..ProviderSettings::new(provider_name(name)?, kind)
    })
}

/// The key of a provider, if its variable is set. Read here and handed on; never printed.
pub fn key_of(provider: &tutti_settings::ProviderSettings) -> Option<String> {
    let name = provider.api_key_env.as_ref()?;
    std::env::var(name).ok().filter(|key| !key.trim().is_empty())
}

/// Where only some prices are given, one stands for the missing ones: unknown must not count as free.
fn price(prices: Prices) -> Option<Price> {
    let known = prices.input.or(prices.output).or(prices.cached)?;
    let input = prices.input.unwrap_or(known);
    let output = prices.output.unwrap_or(known);
    Some(Price { input, output, cached_input: prices.cached.unwrap_or(input) })
}

fn choice(agent: &AgentSettings) -> Result<Choice, Problem> {
    let model = agent.model.as_ref().map(model_name).transpose()?;
    let first = match (agent.way, model) {
        (tutti_settings::Way::Native, _) | (_, None) => Way::Native,
        (tutti_settings::Way::Model, Some(name)) => Way::Model { name, checked: false },
        (tutti_settings::Way::NativeAndModel, Some(name)) => Way::Model { name, checked: true },
    };
    let checked = matches!(first, Way::Model { checked: true, .. });
    let mut ways = vec![first];
    for fallback in &agent.fallback {
        ways.push(match fallback {
            Fallback::Native => Way::Native,
            Fallback::Model(name) => Way::Model { name: model_name(name)?, checked },
        });
    }
    Ok(Choice { ways, timeout: Some(agent.timeout), attempts: Some(agent.attempts) })
}

fn model_name(name: &ModelName) -> Result<tutti_model::ModelName, Problem> {
    Ok(tutti_model::ModelName { provider: provider_name(&name.provider)?, model: name.model.clone() })
}

fn provider_name(name: &str) -> Result<ProviderName, Problem> {
    ProviderName::parse(name).map_err(|error| Problem::new(Code::BadSettings, error.to_string()))
}
