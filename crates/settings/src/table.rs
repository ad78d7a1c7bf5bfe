//! The table of known keys. Parsing, defaults, error messages and the reference are all derived from it.

use crate::settings::{JsonMode, ProviderKind, Way};

/// One `[section]` of the settings.
pub(crate) struct Section {
    pub(crate) name: &'static str,
    /// The rule for NAME in a section such as `[providers.NAME]`; none for a plain section.
    pub(crate) naming: Option<Naming>,
    pub(crate) about: &'static str,
    pub(crate) keys: &'static [Key],
}

pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) default: Preset,
    pub(crate) about: &'static str,
}

#[derive(Clone, Copy)]
pub(crate) enum Preset {
    /// TOML text of the value.
    Is(&'static str),
    /// Unset by default; the text says what that means.
    Unset(&'static str),
    /// Has no default.
    Required,
}

/// What a value may be.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Switch,
    Whole {
        min: u64,
        max: u64,
    },
    Dollars {
        max: u32,
    },
    Weight,
    /// From 0 to 1.
    Share,
    Text,
    /// Languages of Tesseract, such as `eng+nor`.
    Languages,
    Choice(&'static [&'static str]),
    Folder,
    File,
    StoreUrl,
    WebAddress,
    VariableName,
    Model,
    Fallbacks,
    /// Host names or addresses, each with an optional port.
    Hosts,
    VariableNames,
    /// Roles by group, in order.
    Roles,
}

/// What a value gives access to, for those who decide which values may come from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Nothing but Tutti itself.
    Own,
    /// A file or folder.
    Path,
    /// Another server.
    Address,
    /// A variable of the environment.
    Variable,
}

/// What NAME may be in a section such as `[providers.NAME]`.
#[derive(Clone, Copy)]
pub(crate) struct Naming {
    pub(crate) dashes: bool,
    pub(crate) longest: usize,
}

use Preset::{Is, Required, Unset};

/// The roles of accounts. A test of the server compares them with those that accounts have.
pub const ROLES: &[&str] = &["learner", "author", "reviewer", "analyst", "admin"];

pub(crate) const SECTIONS: &[Section] = &[
    Section {
        name: "store",
        naming: None,
        about: "Where Tutti stores runs, items and everything else.",
        keys: &[
            Key {
                name: "url",
                kind: Kind::StoreUrl,
                default: Unset("an SQLite file in the data directory"),
                about: "The database. Its password is never printed.",
            },
            Key {
                name: "reserve_megabytes",
                kind: Kind::Whole { min: 0, max: 1_000_000 },
                default: Is("64"),
                about: "The server refuses requests that add data when less is free on the disk of an SQLite file.",
            },
        ],
    },
    Section {
        name: "engine",
        naming: None,
        about: "How runs are executed.",
        keys: &[
            Key {
                name: "parallel",
                kind: Kind::Whole { min: 1, max: 1024 },
                default: Is("8"),
                about: "Maximum number of child runs at a time.",
            },
            Key {
                name: "lease_seconds",
                kind: Kind::Whole { min: 5, max: 3600 },
                default: Is("30"),
                about: "How long a run stays assigned to a process that has stopped responding.",
            },
        ],
    },
    Section {
        name: "models",
        naming: None,
        about: "Settings that apply to every model call.",
        keys: &[
            Key {
                name: "offline",
                kind: Kind::Switch,
                default: Is("false"),
                about: "Refuse model calls that leave this machine.",
            },
            Key {
                name: "cache",
                kind: Kind::Switch,
                default: Is("true"),
                about: "Reuse the stored reply when the same call is repeated.",
            },
            Key {
                name: "prompts",
                kind: Kind::Folder,
                default: Unset("the built-in prompts"),
                about: "Folder with prompt files that replace the built-in prompts of the same name.",
            },
        ],
    },
    Section {
        name: "budget",
        naming: None,
        about: "Spending limits for a run together with its children. A run can set its own.",
        keys: &[
            Key {
                name: "tokens",
                kind: Kind::Whole { min: 0, max: 1_000_000_000_000 },
                default: Unset("no limit"),
                about: "Maximum number of tokens, input and output together.",
            },
            Key {
                name: "usd",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("no limit"),
                about: "Maximum cost in US dollars, at the prices set for each provider.",
            },
            Key {
                name: "calls",
                kind: Kind::Whole { min: 0, max: 1_000_000_000_000 },
                default: Unset("no limit"),
                about: "Maximum number of model calls.",
            },
        ],
    },
    Section {
        name: "providers",
        naming: Some(Naming { dashes: true, longest: 64 }),
        about: "A model provider. You can define any number of them; choose NAME freely.",
        keys: &[
            Key {
                name: "kind",
                kind: Kind::Choice(ProviderKind::NAMES),
                default: Required,
                about: "API protocol. Most local servers speak `openai`.",
            },
            Key {
                name: "base_url",
                kind: Kind::WebAddress,
                default: Unset("the provider's public address"),
                about: "Base URL of the API.",
            },
            Key {
                name: "api_key_env",
                kind: Kind::VariableName,
                default: Unset("no key is sent"),
                about: "Environment variable that holds the API key. Do not put the key itself into the settings.",
            },
            Key {
                name: "json",
                kind: Kind::Choice(JsonMode::NAMES),
                default: Is("\"schema\""),
                about: "Structured-output support: a JSON Schema, any JSON object, or only instructions in the prompt.",
            },
            Key {
                name: "concurrency",
                kind: Kind::Whole { min: 1, max: 256 },
                default: Is("4"),
                about: "Maximum number of concurrent calls.",
            },
            Key {
                name: "usd_per_million_input",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("price unknown"),
                about: "Price per million input tokens.",
            },
            Key {
                name: "usd_per_million_output",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("price unknown"),
                about: "Price per million output tokens.",
            },
            Key {
                name: "usd_per_million_cached",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("same as input"),
                about: "Price per million cached input tokens.",
            },
        ],
    },
    Section {
        name: "agents",
        naming: Some(Naming { dashes: false, longest: 30 }),
        about: "How one agent works. NAME is the name of the agent, such as `forge_solver`.",
        keys: &[
            Key {
                name: "way",
                kind: Kind::Choice(Way::NAMES),
                default: Unset("`model` where a model is named, otherwise `native`"),
                about: "How the agent works: built-in rules, a model, or rules first and then a model.",
            },
            Key {
                name: "model",
                kind: Kind::Model,
                default: Unset("none"),
                about: "Model to use. Required unless `way` is `native`.",
            },
            Key {
                name: "fallback",
                kind: Kind::Fallbacks,
                default: Is("[]"),
                about: "What to try next, in order, if the first way fails.",
            },
            Key {
                name: "timeout_seconds",
                kind: Kind::Whole { min: 1, max: 3600 },
                default: Is("60"),
                about: "Time limit for one attempt.",
            },
            Key {
                name: "attempts",
                kind: Kind::Whole { min: 1, max: 10 },
                default: Is("4"),
                about: "Number of attempts before falling back.",
            },
        ],
    },
    Section {
        name: "documents",
        naming: None,
        about: "How documents are read.",
        keys: &[
            Key {
                name: "megabytes",
                kind: Kind::Whole { min: 1, max: 2000 },
                default: Is("20"),
                about: "Maximum file size, in megabytes.",
            },
            Key {
                name: "languages",
                kind: Kind::Languages,
                default: Is("\"eng+nor\""),
                about: "Languages of scanned pages, as Tesseract language codes.",
            },
        ],
    },
    Section {
        name: "study",
        naming: None,
        about: "What `tutti study` makes, and what it requires of a document.",
        keys: &[
            Key {
                name: "flashcards",
                kind: Kind::Whole { min: 0, max: 200 },
                default: Is("15"),
                about: "Number of flashcards.",
            },
            Key {
                name: "questions",
                kind: Kind::Whole { min: 0, max: 200 },
                default: Is("10"),
                about: "Number of questions.",
            },
            Key {
                name: "ocr_refuse",
                kind: Kind::Share,
                default: Is("0.6"),
                about: "Text recognised with a lower confidence waits for review.",
            },
            Key {
                name: "ocr_warn",
                kind: Kind::Share,
                default: Is("0.8"),
                about: "Text recognised with a lower confidence is used but flagged.",
            },
            Key {
                name: "characters",
                kind: Kind::Whole { min: 1, max: 1_000_000 },
                default: Is("500"),
                about: "Minimum length, in characters.",
            },
        ],
    },
    Section {
        name: "search",
        naming: None,
        about: "Where `tutti author` searches for sources in addition to the library.",
        keys: &[Key {
            name: "url",
            kind: Kind::WebAddress,
            default: Unset("search only the library"),
            about: "Search service with a SearXNG-compatible JSON API.",
        }],
    },
    Section {
        name: "forge",
        naming: None,
        about: "Defaults for `tutti forge`. Flags override them.",
        keys: &[
            Key {
                name: "items",
                kind: Kind::Whole { min: 0, max: 1_000_000 },
                default: Is("1"),
                about: "Number of items.",
            },
            Key {
                name: "seed",
                kind: Kind::Whole { min: 0, max: i64::MAX as u64 },
                default: Unset("random"),
                about: "Random seed. The same seed makes the same items.",
            },
            Key {
                name: "implementer_retries",
                kind: Kind::Whole { min: 0, max: 20 },
                default: Is("2"),
                about: "How often to rewrite an item after a failure that a rewrite can fix.",
            },
            Key {
                name: "designer_retries",
                kind: Kind::Whole { min: 0, max: 20 },
                default: Is("2"),
                about: "How often to ask for another idea.",
            },
            Key { name: "easy", kind: Kind::Weight, default: Is("0.3"), about: "Weight of easy items." },
            Key { name: "medium", kind: Kind::Weight, default: Is("0.5"), about: "Weight of medium items." },
            Key { name: "hard", kind: Kind::Weight, default: Is("0.2"), about: "Weight of hard items." },
            Key {
                name: "schemas",
                kind: Kind::Text,
                default: Is("\"M,P\""),
                about: "Schemas to use: comma-separated prefixes.",
            },
            Key {
                name: "library",
                kind: Kind::File,
                default: Unset("the built-in schemas"),
                about: "Your own schema library.",
            },
            Key { name: "out", kind: Kind::Folder, default: Is("\"runs\""), about: "Output folder." },
        ],
    },
    Section {
        name: "server",
        naming: None,
        about: "How to reach `tutti serve`, and who may.",
        keys: &[
            Key {
                name: "listen",
                kind: Kind::Text,
                default: Is("\"127.0.0.1:8080\""),
                about: "Address and port to listen on. Port 0 picks a free one. Any address other than this machine's own requires accounts.",
            },
            Key {
                name: "accounts",
                kind: Kind::Switch,
                default: Is("false"),
                about: "Require people to log in.",
            },
            Key {
                name: "public_url",
                kind: Kind::WebAddress,
                default: Unset("the listening address"),
                about: "Public URL of the server, such as `https://tutti.example.org` behind a proxy.",
            },
            Key {
                name: "behind_proxy",
                kind: Kind::Switch,
                default: Is("false"),
                about: "All requests come through a proxy that sets X-Forwarded-For; its last entry identifies the client.",
            },
            Key {
                name: "rate",
                kind: Kind::Whole { min: 1, max: 100_000 },
                default: Is("50"),
                about: "Maximum requests per second and account, with bursts of up to eight seconds' worth. Only with accounts.",
            },
            Key {
                name: "allowed_hosts",
                kind: Kind::Hosts,
                default: Is("[]"),
                about: "With accounts, hosts that an admin may enter on the page, for a model provider or a search service, in addition to the public addresses of the providers.",
            },
            Key {
                name: "key_variables",
                kind: Kind::VariableNames,
                default: Is("[]"),
                about: "Environment variables that may be entered on the page as the API key of a provider, in addition to the usual ones such as OPENAI_API_KEY and all that begin with MODEL_KEY_.",
            },
            Key {
                name: "session_idle_days",
                kind: Kind::Whole { min: 1, max: 365 },
                default: Is("14"),
                about: "A login ends after this many days without use. Read when the server starts.",
            },
            Key {
                name: "session_days",
                kind: Kind::Whole { min: 1, max: 730 },
                default: Is("90"),
                about: "Every login ends after this many days. Read when the server starts.",
            },
            Key {
                name: "connections",
                kind: Kind::Whole { min: 1, max: 100_000 },
                default: Is("256"),
                about: "Maximum number of connections from one address. Only with accounts, and not behind a proxy, which has one address.",
            },
        ],
    },
    Section {
        name: "quotas",
        naming: Some(Naming { dashes: false, longest: 30 }),
        about: "What an account may use. NAME is a role, such as `learner`. An admin can set other limits for one account. Only with accounts.",
        keys: &[
            Key {
                name: "megabytes",
                kind: Kind::Whole { min: 0, max: 1_000_000_000 },
                default: Is("2000"),
                about: "Maximum size of the stored data, in megabytes.",
            },
            Key {
                name: "runs",
                kind: Kind::Whole { min: 0, max: 1_000_000 },
                default: Is("50"),
                about: "Maximum number of runs that are queued or running.",
            },
            Key {
                name: "streams",
                kind: Kind::Whole { min: 0, max: 1_000_000 },
                default: Is("50"),
                about: "Maximum number of open event streams.",
            },
            Key {
                name: "usd",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("no limit"),
                about: "Maximum cost of model calls in a calendar month (UTC), in US dollars.",
            },
        ],
    },
    Section {
        name: "sso",
        naming: None,
        about: "Single sign-on for the accounts of `tutti serve`, by OpenID Connect; see `docs/single-sign-on.md`.",
        keys: &[
            Key {
                name: "issuer",
                kind: Kind::WebAddress,
                default: Unset("no single sign-on"),
                about: "Address of the provider, exactly as it names itself. It must be https, except on this machine.",
            },
            Key {
                name: "client_id",
                kind: Kind::Text,
                default: Unset("none"),
                about: "Name under which this server is registered with the provider. Required with `issuer`.",
            },
            Key {
                name: "client_secret_env",
                kind: Kind::VariableName,
                default: Unset("no secret is sent"),
                about: "Environment variable that holds the secret of the registration. Do not put the secret itself into the settings.",
            },
            Key {
                name: "scopes",
                kind: Kind::Text,
                default: Is("\"openid profile\""),
                about: "Scopes to request, separated by spaces. Some providers need one of their own to send groups.",
            },
            Key {
                name: "groups_claim",
                kind: Kind::Text,
                default: Is("\"groups\""),
                about: "Claim that lists the groups of a person; `realm_access.roles` names a claim inside another.",
            },
            Key {
                name: "roles",
                kind: Kind::Roles,
                default: Is("{}"),
                about: "Role of the members of each group. The first group of the table that a person belongs to decides.",
            },
            Key {
                name: "default_role",
                kind: Kind::Choice(ROLES),
                default: Unset("they may not log in"),
                about: "Role of people who belong to none of these groups.",
            },
            Key {
                name: "label",
                kind: Kind::Text,
                default: Is("\"single sign-on\""),
                about: "Name of the provider on the login page, after \"Log in with\".",
            },
        ],
    },
    Section {
        name: "watch",
        naming: None,
        about: "Monitoring of runs, requests and model calls; see `docs/watching.md`.",
        keys: &[
            Key {
                name: "log",
                kind: Kind::File,
                default: Unset("no log"),
                about: "Append one JSON object per event to this file. `--log FILE` overrides it.",
            },
            Key {
                name: "otlp",
                kind: Kind::WebAddress,
                default: Unset("the value of OTEL_EXPORTER_OTLP_ENDPOINT, if set"),
                about: "OpenTelemetry collector to send spans to, using OTLP over HTTP.",
            },
        ],
    },
];

pub(crate) fn section(name: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|section| section.name == name)
}

impl Section {
    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl Kind {
    /// The rule in words, for errors and the reference alike.
    pub(crate) fn allowed_values(self) -> String {
        match self {
            Self::Switch => "true or false".into(),
            Self::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Self::Dollars { max } => format!("an amount in US dollars from 0 to {max}"),
            Self::Choice(names) => {
                let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
                match quoted.split_last() {
                    Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                    _ => quoted.concat(),
                }
            }
            Self::Weight => "a number that is not negative".into(),
            Self::Share => "a number from 0 to 1".into(),
            Self::Languages => "language codes joined by +, such as \"eng+nor\"".into(),
            Self::Text => "text".into(),
            Self::Folder => "a folder path".into(),
            Self::File => "a file path".into(),
            Self::StoreUrl => "\"sqlite:PATH\" or \"postgres://USER:PASSWORD@HOST:PORT/DATABASE\"".into(),
            Self::WebAddress => "an http:// or https:// address without user, query or fragment".into(),
            Self::VariableName => {
                "an environment variable name: capital letters, digits and underscores".into()
            }
            Self::Model => "\"PROVIDER:MODEL\"".into(),
            Self::Hosts => "a list of host names or addresses, each with an optional port".into(),
            Self::VariableNames => "a list of environment variable names".into(),
            Self::Roles => {
                format!("a table of groups and their roles, each {}", Self::Choice(ROLES).allowed_values())
            }
            Self::Fallbacks => "a list of \"PROVIDER:MODEL\" or \"native\"".into(),
        }
    }
}

impl Kind {
    pub(crate) fn reach(self) -> Reach {
        match self {
            Self::Folder | Self::File => Reach::Path,
            Self::WebAddress | Self::StoreUrl | Self::Hosts => Reach::Address,
            Self::VariableName | Self::VariableNames => Reach::Variable,
            Self::Switch
            | Self::Whole { .. }
            | Self::Dollars { .. }
            | Self::Weight
            | Self::Share
            | Self::Text
            | Self::Languages
            | Self::Choice(_)
            | Self::Model
            | Self::Fallbacks
            | Self::Roles => Reach::Own,
        }
    }
}

impl Naming {
    pub(crate) fn fits(self, name: &str) -> bool {
        let letter =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || (self.dashes && c == '-');
        (1..=self.longest).contains(&name.len()) && name.chars().all(letter)
    }

    pub(crate) fn allowed_values(self) -> String {
        let dashes = if self.dashes { ", dashes" } else { "" };
        format!("lowercase letters, digits{dashes} and underscores, at most {} characters", self.longest)
    }
}
