//! Resolves the data folder, the settings and the store, and builds the executor.

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

/// The data folder, and the options that override settings files and variables.
#[derive(Debug, Clone)]
pub struct Place {
    pub data: PathBuf,
    /// The settings file to read instead of the usual ones.
    pub config: Option<PathBuf>,
    /// `section.key=value`.
    pub settings: Vec<String>,
}

impl Place {
    /// The existing settings files.
    pub(crate) fn files(&self) -> Result<Vec<SettingsFile>, Problems> {
        Ok(match &self.config {
            Some(path) => vec![read_file(path)?],
            None => read_files(&self.data, &PathBuf::new())?,
        })
    }

    /// The settings file to write to: the one named on the command line, or the one in the data folder.
    pub fn own_file(&self) -> PathBuf {
        self.config.clone().unwrap_or_else(|| self.data.join("tutti.toml"))
    }
}

/// The resolved configuration, before anything is opened.
#[derive(Debug)]
pub struct Setup {
    pub data: PathBuf,
    pub settings: Settings,
    /// The settings files that were read.
    pub files: Vec<PathBuf>,
    pub url: StoreUrl,
}

impl Setup {
    /// Reads settings files and environment variables only. Variables with special names, such as `SEED`, are read for the
    /// commands that use them.
    pub fn resolve(place: &Place, named_variables: bool) -> Result<Self, Problems> {
        Self::with_files(place, named_variables, place.files()?)
    }

    /// As [`Self::resolve`], with these files instead of the existing ones.
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

    /// Whether the store exists. Commands that only read must not create one.
    pub fn store_exists(&self) -> bool {
        match &self.url {
            StoreUrl::Sqlite(path) => path.exists(),
            StoreUrl::Postgres(_) => true,
        }
    }

    /// The store as the local user sees it, if it exists; enough for commands that only read.
    pub async fn existing(&self) -> Result<Option<Owned>, Problems> {
        if !self.store_exists() {
            return Ok(None);
        }
        Ok(Some(Store::open(&self.url).await?.of(&Owner::local())))
    }

    /// As [`Self::existing`], but a missing store is an error.
    pub async fn reader(&self) -> Result<Owned, Problems> {
        let nothing = || {
            Problem::new(Code::NotFound, format!("there is no store at {} yet", self.url))
                .hint("`tutti tour` makes the first runs; `--data DIR` selects another data folder")
        };
        Ok(self.existing().await?.ok_or_else(nothing)?)
    }

    /// The executor of this process. Opens the store, or creates it.
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

    /// A submission of a flow, with the budget from the settings.
    pub fn submission<I: Serialize, O>(
        &self,
        flow: &Flow<I, O>,
        id: &RunId,
        input: &I,
    ) -> Result<Submission, Problem> {
        let budget = self.settings.budget;
        Ok(Submission { id: Some(id.clone()), budget, ..flow.submission(input)? })
    }

    /// The services that flows may use.
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

    /// The document reader, which starts this binary again with resource limits.
    pub fn documents(&self) -> Result<Reader, Problem> {
        let program = std::env::current_exe().map_err(|error| {
            Problem::new(Code::Internal, format!("the executable of this program cannot be found: {error}"))
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

/// The API key of a provider, if its variable is set. It is never printed.
pub fn key_of(provider: &tutti_settings::ProviderSettings) -> Option<String> {
    let name = provider.api_key_env.as_ref()?;
    std::env::var(name).ok().filter(|key| !key.trim().is_empty())
}

/// If only some prices are given, they stand in for the missing ones: an unknown price must not count as free.
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
