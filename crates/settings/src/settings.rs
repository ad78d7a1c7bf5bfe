//! The ready values, as the rest of Tutti sees them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tutti_core::{Budget, Money};

use crate::StoreUrl;

/// All settings, checked and complete. `Default` is what applies when nothing is set.
#[derive(Debug, Clone)]
pub struct Settings {
    pub store: StoreSettings,
    pub engine: EngineSettings,
    pub models: ModelsSettings,
    /// What a run may spend unless it sets its own budget.
    pub budget: Budget,
    pub providers: BTreeMap<String, ProviderSettings>,
    pub agents: BTreeMap<String, AgentSettings>,
    pub forge: ForgeSettings,
    pub documents: DocumentsSettings,
    pub study: StudySettings,
    /// The address of a search service.
    pub search: Option<String>,
    pub server: ServerSettings,
    /// By role; every role is listed.
    pub quotas: BTreeMap<String, QuotaSettings>,
    /// None without single sign-on.
    pub sso: Option<SsoSettings>,
    pub watch: WatchSettings,
    pub(crate) explained: Vec<Setting>,
}

/// How to reach the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// An address with a port.
    pub listen: String,
    pub accounts: bool,
    pub public_url: Option<String>,
    /// Whether clients are identified by what a proxy reports.
    pub behind_proxy: bool,
    /// Requests per second and account.
    pub rate: u32,
    /// Hosts that may be entered on the page in addition to those of the providers.
    pub allowed_hosts: Vec<String>,
    /// Variables that may be entered on the page in addition to the usual ones.
    pub key_variables: Vec<String>,
    /// Connections from one address.
    pub connections: u32,
    /// Days without use after which a login ends,
    pub session_idle_days: u32,
    /// and days after which every login does.
    pub session_days: u32,
}

/// What an account may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaSettings {
    pub megabytes: u64,
    /// Queued or running at once.
    pub runs: u64,
    /// Open event streams at once.
    pub streams: u64,
    /// For models, in a calendar month. None means no limit.
    pub money: Option<Money>,
}

/// Single sign-on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SsoSettings {
    pub issuer: String,
    pub client_id: String,
    /// Name of the variable that holds the secret; the secret itself is never in settings.
    pub client_secret_env: Option<String>,
    pub scopes: String,
    pub groups_claim: String,
    /// Groups with their roles, in the order in which they decide.
    pub roles: Vec<(String, String)>,
    /// None means that whoever is in none of the groups is refused.
    pub default_role: Option<String>,
    pub label: String,
}

/// Monitoring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchSettings {
    /// A file for JSON lines.
    pub log: Option<PathBuf>,
    /// The address of a collector.
    pub otlp: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreSettings {
    /// None means an SQLite file in the data directory.
    pub url: Option<StoreUrl>,
    /// What must stay free on the disk.
    pub reserve_megabytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineSettings {
    /// Child runs at a time; at least one.
    pub parallel: usize,
    pub lease: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelsSettings {
    /// Refuse every call that leaves this machine.
    pub offline: bool,
    pub cache: bool,
    /// Folder whose files replace built-in prompts.
    pub prompts: Option<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSettings {
    pub kind: ProviderKind,
    /// None means the provider's public address.
    pub base_url: Option<String>,
    /// Name of the variable that holds the key; the key itself is never in settings.
    pub api_key_env: Option<String>,
    pub json: JsonMode,
    /// Calls at a time; at least one.
    pub concurrency: usize,
    pub prices: Prices,
}

/// Prices of a million tokens, where known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    pub input: Option<Money>,
    pub output: Option<Money>,
    /// None means the price of input.
    pub cached: Option<Money>,
}

/// If the way is not native, there is a model, and its provider is among the providers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentSettings {
    pub way: Way,
    pub model: Option<ModelName>,
    /// Tried in order after the first way failed.
    pub fallback: Vec<Fallback>,
    pub timeout: Duration,
    /// At least one.
    pub attempts: u32,
}

/// How documents are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentsSettings {
    pub megabytes: u64,
    /// With `+` between them, as Tesseract names them.
    pub languages: String,
}

/// What is made from a document, and what a document must provide.
#[derive(Debug, Clone, PartialEq)]
pub struct StudySettings {
    pub flashcards: u32,
    pub questions: u32,
    pub ocr_refuse: f64,
    pub ocr_warn: f64,
    pub characters: usize,
}

/// Defaults of the forge.
#[derive(Debug, Clone, PartialEq)]
pub struct ForgeSettings {
    pub items: u64,
    /// None means a new one each time.
    pub seed: Option<u64>,
    pub implementer_retries: u32,
    pub designer_retries: u32,
    /// Of easy, medium and hard items.
    pub weights: [f64; 3],
    /// Prefixes with commas between them.
    pub schemas: String,
    /// None means the built-in one.
    pub library: Option<PathBuf>,
    pub out: PathBuf,
}

/// A model of a provider: `gemini:gemini-2.5-flash`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelName {
    /// The provider's name in the settings.
    pub provider: String,
    /// The provider's own name for the model, which may hold colons.
    pub model: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fallback {
    Native,
    Model(ModelName),
}

macro_rules! choice {
    ($(#[doc = $doc:literal])* $choice:ident { $($(#[doc = $about:literal])* $variant:ident = $name:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $choice { $($(#[doc = $about])* $variant,)* }

        impl $choice {
            pub(crate) const NAMES: &[&str] = &[$($name),*];

            /// As it is written in settings.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            pub(crate) fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

choice! {
    /// The API protocol of a provider.
    ProviderKind {
        Gemini = "gemini",
        OpenAi = "openai",
        Anthropic = "anthropic",
    }
}

choice! {
    /// A provider's structured-output support.
    JsonMode {
        /// A JSON Schema.
        Schema = "schema",
        /// Any JSON object.
        Object = "object",
        /// Only the instructions of the prompt.
        Prompt = "prompt",
    }
}

choice! {
    /// How an agent does its work.
    Way {
        Native = "native",
        Model = "model",
        /// Rules first, then a model.
        NativeAndModel = "native+model",
    }
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.provider, self.model)
    }
}

impl fmt::Display for Fallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native => f.write_str("native"),
            Self::Model(model) => model.fmt(f),
        }
    }
}

/// One effective value and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// `section.key` or `section.name.key`.
    pub key: String,
    /// TOML text of the value, passwords masked; None if not set.
    pub value: Option<String>,
    pub source: Source,
}

/// Where a value was written. In order of precedence, the last wins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    Default,
    File { path: PathBuf, line: usize },
    Env(String),
    Flag,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{}:{line}", path.display()),
            Self::Env(name) => f.write_str(name),
            Self::Flag => f.write_str("--set"),
        }
    }
}
