//! The table of known keys. Parsing, defaults, error messages and the reference are all read from it.

use crate::resolved::{JsonMode, ProviderKind, Way};

/// One `[section]` of the settings.
pub(crate) struct Section {
    pub(crate) name: &'static str,
    /// How its parts may be called, if it is a family such as `[providers.NAME]`.
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
    /// Unset unless written; the words say what that means.
    Unset(&'static str),
    /// Must be written.
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
    /// From nothing to all.
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
}

/// What a part of a family may be called.
#[derive(Clone, Copy)]
pub(crate) struct Naming {
    pub(crate) dashes: bool,
    pub(crate) longest: usize,
}

use Preset::{Is, Required, Unset};

pub(crate) const SECTIONS: &[Section] = &[
    Section {
        name: "store",
        naming: None,
        about: "Where runs, items and everything else are kept.",
        keys: &[Key {
            name: "url",
            kind: Kind::StoreUrl,
            default: Unset("an SQLite file in the data directory"),
            about: "The database. Its password is never printed.",
        }],
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
                about: "Child runs at a time.",
            },
            Key {
                name: "lease_seconds",
                kind: Kind::Whole { min: 5, max: 3600 },
                default: Is("30"),
                about: "How long a run stays with a process that gives no sign of life.",
            },
        ],
    },
    Section {
        name: "models",
        naming: None,
        about: "What holds for every model call.",
        keys: &[
            Key {
                name: "offline",
                kind: Kind::Switch,
                default: Is("false"),
                about: "Refuse every call that is not on this machine.",
            },
            Key {
                name: "cache",
                kind: Kind::Switch,
                default: Is("true"),
                about: "Answer a repeated call from the first answer.",
            },
            Key {
                name: "prompts",
                kind: Kind::Folder,
                default: Unset("the built-in prompts"),
                about: "Folder whose files replace built-in prompts of the same name.",
            },
        ],
    },
    Section {
        name: "budget",
        naming: None,
        about: "The most a run and its children may spend together, unless the run says otherwise.",
        keys: &[
            Key {
                name: "tokens",
                kind: Kind::Whole { min: 0, max: 1_000_000_000_000 },
                default: Unset("no limit"),
                about: "Tokens in and out.",
            },
            Key {
                name: "usd",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("no limit"),
                about: "US dollars, at the prices given for the providers.",
            },
            Key {
                name: "calls",
                kind: Kind::Whole { min: 0, max: 1_000_000_000_000 },
                default: Unset("no limit"),
                about: "Model calls.",
            },
        ],
    },
    Section {
        name: "providers",
        naming: Some(Naming { dashes: true, longest: 64 }),
        about: "A model provider. There may be any number; NAME is yours to choose.",
        keys: &[
            Key {
                name: "kind",
                kind: Kind::Choice(ProviderKind::NAMES),
                default: Required,
                about: "The protocol it speaks. Most local servers speak `openai`.",
            },
            Key {
                name: "base_url",
                kind: Kind::WebAddress,
                default: Unset("the provider's public address"),
                about: "Where it is.",
            },
            Key {
                name: "api_key_env",
                kind: Kind::VariableName,
                default: Unset("no key is sent"),
                about: "The variable that holds the key. The key itself does not belong in settings.",
            },
            Key {
                name: "json",
                kind: Kind::Choice(JsonMode::NAMES),
                default: Is("\"schema\""),
                about: "What it can be held to: a JSON Schema, any JSON object, or only the words of the prompt.",
            },
            Key {
                name: "concurrency",
                kind: Kind::Whole { min: 1, max: 256 },
                default: Is("4"),
                about: "Calls at a time.",
            },
            Key {
                name: "usd_per_million_input",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("price unknown"),
                about: "Price of a million tokens in.",
            },
            Key {
                name: "usd_per_million_output",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("price unknown"),
                about: "Price of a million tokens out.",
            },
            Key {
                name: "usd_per_million_cached",
                kind: Kind::Dollars { max: 1_000_000 },
                default: Unset("the price of input"),
                about: "Price of a million tokens in that the provider had cached.",
            },
        ],
    },
    Section {
        name: "agents",
        naming: Some(Naming { dashes: false, longest: 30 }),
        about: "How one agent does its work; NAME is the agent's.",
        keys: &[
            Key {
                name: "way",
                kind: Kind::Choice(Way::NAMES),
                default: Unset("`model` where a model is named, otherwise `native`"),
                about: "By rule, by model, or by rule with a model on top.",
            },
            Key {
                name: "model",
                kind: Kind::Model,
                default: Unset("none"),
                about: "Needed unless the way is `native`.",
            },
            Key {
                name: "fallback",
                kind: Kind::Fallbacks,
                default: Is("[]"),
                about: "Tried in order after the first way failed.",
            },
            Key {
                name: "timeout_seconds",
                kind: Kind::Whole { min: 1, max: 3600 },
                default: Is("60"),
                about: "How long one attempt may take.",
            },
            Key {
                name: "attempts",
                kind: Kind::Whole { min: 1, max: 10 },
                default: Is("4"),
                about: "Attempts before the fallback.",
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
                about: "The largest file that is read.",
            },
            Key {
                name: "languages",
                kind: Kind::Languages,
                default: Is("\"eng+nor\""),
                about: "What scanned pages may be in, as Tesseract names languages.",
            },
        ],
    },
    Section {
        name: "study",
        naming: None,
        about: "What `tutti study` makes and what a document must bring.",
        keys: &[
            Key {
                name: "flashcards",
                kind: Kind::Whole { min: 0, max: 200 },
                default: Is("15"),
                about: "How many flashcards.",
            },
            Key {
                name: "questions",
                kind: Kind::Whole { min: 0, max: 200 },
                default: Is("10"),
                about: "How many questions.",
            },
            Key {
                name: "ocr_refuse",
                kind: Kind::Share,
                default: Is("0.6"),
                about: "Recognised text of less confidence is put before a person.",
            },
            Key {
                name: "ocr_warn",
                kind: Kind::Share,
                default: Is("0.8"),
                about: "Recognised text of less confidence is used under a flag.",
            },
            Key {
                name: "characters",
                kind: Kind::Whole { min: 1, max: 1_000_000 },
                default: Is("500"),
                about: "The least a document must say.",
            },
        ],
    },
    Section {
        name: "search",
        naming: None,
        about: "Where `tutti author` looks for sources besides the library.",
        keys: &[Key {
            name: "url",
            kind: Kind::WebAddress,
            default: Unset("the library alone"),
            about: "A search service that answers as SearXNG does, in JSON.",
        }],
    },
    Section {
        name: "forge",
        naming: None,
        about: "What `tutti forge` makes where its flags do not say otherwise.",
        keys: &[
            Key {
                name: "items",
                kind: Kind::Whole { min: 0, max: 1_000_000 },
                default: Is("1"),
                about: "How many items.",
            },
            Key {
                name: "seed",
                kind: Kind::Whole { min: 0, max: i64::MAX as u64 },
                default: Unset("another one each time"),
                about: "The same seed makes the same items.",
            },
            Key {
                name: "implementer_retries",
                kind: Kind::Whole { min: 0, max: 20 },
                default: Is("2"),
                about: "How often an item is written anew after a failure that another try can mend.",
            },
            Key {
                name: "designer_retries",
                kind: Kind::Whole { min: 0, max: 20 },
                default: Is("2"),
                about: "How often an idea is asked for again.",
            },
            Key { name: "easy", kind: Kind::Weight, default: Is("0.3"), about: "Weight of easy items." },
            Key { name: "medium", kind: Kind::Weight, default: Is("0.5"), about: "Weight of medium items." },
            Key { name: "hard", kind: Kind::Weight, default: Is("0.2"), about: "Weight of hard items." },
            Key {
                name: "schemas",
                kind: Kind::Text,
                default: Is("\"M,P\""),
                about: "Prefixes of the schemas to use, with commas between them.",
            },
            Key {
                name: "library",
                kind: Kind::File,
                default: Unset("the built-in schemas"),
                about: "Schema library of your own.",
            },
            Key {
                name: "out",
                kind: Kind::Folder,
                default: Is("\"runs\""),
                about: "Folder for the files of a run.",
            },
        ],
    },
    Section {
        name: "server",
        naming: None,
        about: "How `tutti serve` is reached, and by whom.",
        keys: &[
            Key {
                name: "listen",
                kind: Kind::Text,
                default: Is("\"127.0.0.1:8080\""),
                about: "Address and port. Port 0 takes a free one. Another address than that of this machine needs accounts.",
            },
            Key {
                name: "accounts",
                kind: Kind::Switch,
                default: Is("false"),
                about: "Whether people log in.",
            },
            Key {
                name: "public_url",
                kind: Kind::WebAddress,
                default: Unset("the address itself"),
                about: "What people type to get there, such as `https://tutti.example.org` behind a proxy.",
            },
            Key {
                name: "behind_proxy",
                kind: Kind::Switch,
                default: Is("false"),
                about: "Whether everybody comes through a proxy that sets X-Forwarded-For: its last entry is who it is.",
            },
            Key {
                name: "rate",
                kind: Kind::Whole { min: 1, max: 100_000 },
                default: Is("50"),
                about: "Requests a second of one account; eight seconds' worth may come at once. Only with accounts.",
            },
        ],
    },
    Section {
        name: "watch",
        naming: None,
        about: "What is told of runs, requests and model calls; see `docs/watching.md`.",
        keys: &[
            Key {
                name: "log",
                kind: Kind::File,
                default: Unset("no log is written"),
                about: "File that a JSON object a line is added to. `--log FILE` goes before it.",
            },
            Key {
                name: "otlp",
                kind: Kind::WebAddress,
                default: Unset("what OTEL_EXPORTER_OTLP_ENDPOINT says, if it is set"),
                about: "OpenTelemetry collector that spans are sent to, by OTLP over HTTP.",
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
    pub(crate) fn allowed(self) -> String {
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
            Self::Languages => "names of languages joined by +, such as \"eng+nor\"".into(),
            Self::Text => "a text".into(),
            Self::Folder => "the path of a folder".into(),
            Self::File => "the path of a file".into(),
            Self::StoreUrl => "\"sqlite:PATH\" or \"postgres://USER:PASSWORD@HOST:PORT/DATABASE\"".into(),
            Self::WebAddress => "an http:// or https:// address without user, query or fragment".into(),
            Self::VariableName => {
                "the name of an environment variable in capital letters, digits and underscores".into()
            }
            Self::Model => "\"PROVIDER:MODEL\"".into(),
            Self::Fallbacks => "a list of \"PROVIDER:MODEL\" or \"native\"".into(),
        }
    }
}

impl Naming {
    pub(crate) fn fits(self, name: &str) -> bool {
        let letter =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || (self.dashes && c == '-');
        (1..=self.longest).contains(&name.len()) && name.chars().all(letter)
    }

    pub(crate) fn allowed(self) -> String {
        let dashes = if self.dashes { ", dashes" } else { "" };
        format!("lowercase letters, digits{dashes} and underscores, at most {} of them", self.longest)
    }
}
