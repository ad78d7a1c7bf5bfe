//! Every effective value with its source.

use crate::raw_settings::{Place, Written};
use crate::resolve::At;
use crate::settings::{Setting, Settings, Source};
use crate::table::{Key, SECTIONS, Section};
use crate::value::Value;

impl Settings {
    /// Every effective value with its source, in the order of the reference.
    pub fn explain(&self) -> Vec<Setting> {
        self.explained.clone()
    }

    /// [`Self::explain`] as a settings file: sources as comments, unset values commented out. Read again, it gives
    /// the same settings, except for a masked password.
    pub fn explain_toml(&self) -> String {
        let mut lines = Vec::new();
        let mut heading = "";
        for setting in &self.explained {
            let (place, key) = setting.key.rsplit_once('.').unwrap_or(("", &setting.key));
            if place != heading {
                if !heading.is_empty() {
                    lines.push(String::new());
                }
                lines.push(format!("[{place}]"));
                heading = place;
            }
            lines.push(match &setting.value {
                Some(value) => {
                    let source = setting.source.to_string().replace(char::is_control, "?");
                    format!("{key} = {value} # {source}")
                }
                None => format!("# {key} is not set"),
            });
        }
        lines.join("\n") + "\n"
    }
}

pub(crate) fn explain(written: &Written) -> Vec<Setting> {
    let mut settings = Vec::new();
    for section in SECTIONS {
        for place in places(written, section) {
            let at = At { written, place };
            settings.extend(section.keys.iter().map(|key| setting(&at, key)));
        }
    }
    settings
}

fn places(written: &Written, section: &Section) -> Vec<Place> {
    if section.naming.is_none() {
        return vec![Place { section: section.name, part: String::new() }];
    }
    written.parts(section.name).cloned().collect()
}

fn setting(at: &At<'_>, key: &Key) -> Setting {
    let (value, source) = match at.value(key.name) {
        Some((value, source)) => (Some(value.display()), source),
        // The one value that follows from another.
        None if at.place.section == "agents" && key.name == "way" => {
            let (way, source) = at.way();
            (Some(Value::Text(way.name().to_owned()).display()), source)
        }
        None => (None, Source::Default),
    };
    Setting { key: format!("{}.{}", at.place, key.name), value, source }
}
