//! The second stage: written values become ready, consistent values.

use std::time::Duration;

use tutti_core::{Budget, Code, Money, Problem, Tokens};

use crate::agreement::{check_agents, check_required, check_roles, check_sso};
use crate::explain::explain;
use crate::raw_settings::{Place, Sources, Written};
use crate::settings::{
    AgentSettings, DocumentsSettings, EngineSettings, Fallback, ForgeSettings, JsonMode, ModelName,
    ModelsSettings, Prices, ProviderKind, ProviderSettings, QuotaSettings, ServerSettings, Settings, Source,
    SsoSettings, StoreSettings, StudySettings, WatchSettings, Way,
};
use crate::table::{Kind, Preset, ROLES, section};
use crate::value::Value;

impl Settings {
    /// All settings, or all errors.
    pub fn load(sources: &Sources<'_>) -> Result<Self, Vec<Problem>> {
        let mut written = Written::read(sources);
        check_required(&mut written);
        check_agents(&mut written);
        check_roles(&mut written);
        check_sso(&mut written);
        let settings = Self::from_written(&written);
        let problems = written.problems();
        match settings {
            Some(settings) if problems.is_empty() => Ok(settings),
            None if problems.is_empty() => {
                Err(vec![Problem::new(Code::Internal, "the settings table and the ready values disagree")])
            }
            _ => Err(problems),
        }
    }

    /// None only if a value is missing, which was reported.
    fn from_written(written: &Written) -> Option<Self> {
        let at = |name| At { written, place: Place { section: name, part: String::new() } };
        let parts = |name| written.parts(name).map(|place| At { written, place: place.clone() });
        Some(Self {
            store: at("store").store()?,
            engine: at("engine").engine()?,
            models: at("models").models()?,
            budget: at("budget").budget(),
            providers: parts("providers")
                .map(|at| Some((at.place.part.clone(), at.provider()?)))
                .collect::<Option<_>>()?,
            agents: parts("agents")
                .map(|at| Some((at.place.part.clone(), at.agent()?)))
                .collect::<Option<_>>()?,
            forge: at("forge").forge()?,
            documents: at("documents").documents()?,
            study: at("study").study()?,
            search: at("search").text("url"),
            server: at("server").server()?,
            quotas: ROLES
                .iter()
                .map(|role| {
                    let at = At { written, place: Place { section: "quotas", part: (*role).to_owned() } };
                    Some(((*role).to_owned(), at.quotas()?))
                })
                .collect::<Option<_>>()?,
            sso: at("sso").sso(),
            watch: WatchSettings { log: at("watch").path("log"), otlp: at("watch").text("otlp") },
            explained: explain(written),
        })
    }
}

impl Default for Settings {
    fn default() -> Self {
        let nothing = Sources { files: &[], env: &std::collections::BTreeMap::new(), flags: &[] };
        Self::load(&nothing).expect("built-in defaults fit the table, as a test shows")
    }
}

/// A section, or a part of a family, with what was written there.
pub(crate) struct At<'a> {
    pub(crate) written: &'a Written,
    pub(crate) place: Place,
}

impl At<'_> {
    fn store(&self) -> Option<StoreSettings> {
        let url = match self.value("url") {
            Some((Value::StoreUrl(url), _)) => Some(url),
            _ => None,
        };
        Some(StoreSettings { url, reserve_megabytes: self.whole("reserve_megabytes")? })
    }

    fn engine(&self) -> Option<EngineSettings> {
        Some(EngineSettings {
            parallel: self.whole("parallel")? as usize,
            lease: Duration::from_secs(self.whole("lease_seconds")?),
        })
    }

    fn models(&self) -> Option<ModelsSettings> {
        Some(ModelsSettings {
            offline: self.switch("offline")?,
            cache: self.switch("cache")?,
            prompts: self.path("prompts"),
        })
    }

    fn budget(&self) -> Budget {
        let (tokens, money, calls) =
            (self.whole("tokens").map(Tokens), self.money("usd"), self.whole("calls"));
        Budget { tokens, money, calls }
    }

    fn provider(&self) -> Option<ProviderSettings> {
        Some(ProviderSettings {
            kind: ProviderKind::from_name(&self.text("kind")?)?,
            base_url: self.text("base_url"),
            api_key_env: self.text("api_key_env"),
            json: JsonMode::from_name(&self.text("json")?)?,
            concurrency: self.whole("concurrency")? as usize,
            prices: Prices {
                input: self.money("usd_per_million_input"),
                output: self.money("usd_per_million_output"),
                cached: self.money("usd_per_million_cached"),
            },
        })
    }

    fn agent(&self) -> Option<AgentSettings> {
        Some(AgentSettings {
            way: self.way().0,
            model: self.model(),
            fallback: self.fallback(),
            timeout: Duration::from_secs(self.whole("timeout_seconds")?),
            attempts: self.whole("attempts")? as u32,
        })
    }

    fn server(&self) -> Option<ServerSettings> {
        Some(ServerSettings {
            listen: self.text("listen")?,
            accounts: self.switch("accounts")?,
            public_url: self.text("public_url"),
            behind_proxy: self.switch("behind_proxy")?,
            rate: self.whole("rate")? as u32,
            allowed_hosts: self.names("allowed_hosts")?,
            key_variables: self.names("key_variables")?,
            connections: self.whole("connections")? as u32,
            session_idle_days: self.whole("session_idle_days")? as u32,
            session_days: self.whole("session_days")? as u32,
        })
    }

    fn quotas(&self) -> Option<QuotaSettings> {
        Some(QuotaSettings {
            megabytes: self.whole("megabytes")?,
            runs: self.whole("runs")?,
            streams: self.whole("streams")?,
            money: self.money("usd"),
        })
    }

    fn sso(&self) -> Option<SsoSettings> {
        let Value::Roles(roles) = self.value("roles")?.0 else { return None };
        Some(SsoSettings {
            issuer: self.text("issuer")?,
            client_id: self.text("client_id")?,
            client_secret_env: self.text("client_secret_env"),
            scopes: self.text("scopes")?,
            groups_claim: self.text("groups_claim")?,
            roles,
            default_role: self.text("default_role"),
            label: self.text("label")?,
        })
    }

    fn documents(&self) -> Option<DocumentsSettings> {
        Some(DocumentsSettings { megabytes: self.whole("megabytes")?, languages: self.text("languages")? })
    }

    fn study(&self) -> Option<StudySettings> {
        Some(StudySettings {
            flashcards: self.whole("flashcards")? as u32,
            questions: self.whole("questions")? as u32,
            ocr_refuse: self.weight("ocr_refuse")?,
            ocr_warn: self.weight("ocr_warn")?,
            characters: self.whole("characters")? as usize,
        })
    }

    fn forge(&self) -> Option<ForgeSettings> {
        Some(ForgeSettings {
            items: self.whole("items")?,
            seed: self.whole("seed"),
            implementer_retries: self.whole("implementer_retries")? as u32,
            designer_retries: self.whole("designer_retries")? as u32,
            weights: [self.weight("easy")?, self.weight("medium")?, self.weight("hard")?],
            schemas: self.text("schemas")?,
            library: self.path("library"),
            out: self.path("out")?,
        })
    }

    /// A model without a way means the way `model`.
    pub(crate) fn way(&self) -> (Way, Source) {
        if let Some((Value::Text(name), source)) = self.value("way")
            && let Some(way) = Way::from_name(&name)
        {
            return (way, source);
        }
        match self.value("model") {
            Some((_, source)) => (Way::Model, source),
            None => (Way::Native, Source::Default),
        }
    }

    fn model(&self) -> Option<ModelName> {
        match self.value("model")?.0 {
            Value::Model(name) => Some(name),
            _ => None,
        }
    }

    fn fallback(&self) -> Vec<Fallback> {
        match self.value("fallback") {
            Some((Value::Fallbacks(list), _)) => list,
            _ => Vec::new(),
        }
    }

    fn switch(&self, key: &str) -> Option<bool> {
        match self.value(key)?.0 {
            Value::Switch(on) => Some(on),
            _ => None,
        }
    }

    fn whole(&self, key: &str) -> Option<u64> {
        match self.value(key)?.0 {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }

    fn weight(&self, key: &str) -> Option<f64> {
        match self.value(key)?.0 {
            Value::Weight(weight) => Some(weight),
            _ => None,
        }
    }

    fn path(&self, key: &str) -> Option<std::path::PathBuf> {
        match self.value(key)?.0 {
            Value::Folder(path) => Some(path),
            _ => None,
        }
    }

    fn names(&self, key: &str) -> Option<Vec<String>> {
        match self.value(key)?.0 {
            Value::Names(names) => Some(names),
            _ => None,
        }
    }

    fn money(&self, key: &str) -> Option<Money> {
        match self.value(key)?.0 {
            Value::Dollars(money) => Some(money),
            _ => None,
        }
    }

    fn text(&self, key: &str) -> Option<String> {
        match self.value(key)?.0 {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn value(&self, key: &str) -> Option<(Value, Source)> {
        let key = section(self.place.section)?.key(key)?;
        if let Some(entry) = self.written.entries.get(&(self.place.clone(), key.name)) {
            return Some((entry.value.clone()?, entry.source.clone()));
        }
        match key.default {
            Preset::Is(text) => Some((preset(key.kind, text)?, Source::Default)),
            Preset::Unset(_) | Preset::Required => None,
        }
    }
}

fn preset(kind: Kind, text: &str) -> Option<Value> {
    Value::read(kind, &text.parse().ok()?, std::path::Path::new("")).ok()
}
