//! Settings in two stages: exactly what was written, then ready values.
//!
//! Sources, later over earlier: built-in defaults, `tutti.toml` in the data directory, `tutti.toml` in the working
//! directory, `TUTTI_SECTION_KEY` variables and a few with names of their own (`variables`), `--set section.key=value`
//! flags. The first stage (`raw_settings`) handles files, lines and spellings; the second (`resolve`) handles types,
//! defaults and consistency. Both use one table of known keys (`table`), and so do the error messages and
//! `docs/settings.md`: they cannot disagree.
//!
//! Guarantees: every error of every source is reported, not only the first, with its place and what is allowed there;
//! no password or key is printed, neither in an error nor by [`Settings::explain`] nor by `Debug`. Not checked here:
//! whether a provider answers, a folder exists or an agent has the way it was given; the users of a value find out.
//! Only [`read_files`] and [`read_file`] touch the machine.

mod address;
mod agreement;
mod explain;
mod from_toml;
mod raw_settings;
mod read;
mod reference;
mod resolve;
mod settings;
mod table;
mod value;
mod variables;

pub use address::StoreUrl;
pub use raw_settings::Sources;
pub use read::{SettingsFile, read_file, read_files};
pub use reference::{Known, known_keys, reference_markdown};
pub use settings::{
    AgentSettings, DocumentsSettings, EngineSettings, Fallback, ForgeSettings, JsonMode, ModelName,
    ModelsSettings, Prices, ProviderKind, ProviderSettings, QuotaSettings, ServerSettings, Setting, Settings,
    Source, SsoSettings, StoreSettings, StudySettings, WatchSettings, Way,
};
pub use table::{ROLES, Reach};
pub use variables::is_variable;
