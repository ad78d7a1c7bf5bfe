//! Selects an agent's prompt: the compiled-in one, or a file of the same name from a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tutti_core::nearest;

use super::{Prompt, PromptError};

/// The prompts of all agents, by name.
#[derive(Debug, Default)]
pub struct Prompts {
    by_agent: BTreeMap<String, Prompt>,
}

impl Prompts {
    /// The compiled-in ones, as pairs of agent and source.
    pub fn builtin(sources: &[(&str, &str)]) -> Result<Self, PromptError> {
        let mut prompts = Self::default();
        for (agent, source) in sources {
            prompts.put(agent, source, &format!("the built-in prompt of {agent}"))?;
        }
        Ok(prompts)
    }

    /// With every `<agent>.md` in `folder` in place of the compiled-in one.
    ///
    /// A file that would override nothing is refused: somebody wrote it to be used.
    pub fn with_folder(self, folder: &Path) -> Result<Self, PromptError> {
        self.override_with(read_folder(folder)?)
    }

    pub fn get(&self, agent: &str) -> Option<&Prompt> {
        self.by_agent.get(agent)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Prompt> {
        self.by_agent.values()
    }

    fn override_with(mut self, files: Vec<PromptFile>) -> Result<Self, PromptError> {
        for file in files {
            if !self.by_agent.contains_key(&file.agent) {
                let near = nearest(&file.agent, self.by_agent.keys().map(String::as_str));
                let meant = near.map(|near| format!("; did you mean `{near}.md`?")).unwrap_or_default();
                let message = format!("there is no agent `{}`{meant}", file.agent);
                return Err(PromptError::Misplaced { origin: file.origin, message });
            }
            self.put(&file.agent, &file.source, &file.origin)?;
        }
        Ok(self)
    }

    fn put(&mut self, agent: &str, source: &str, origin: &str) -> Result<(), PromptError> {
        let prompt = Prompt::parse(source, origin)?;
        if prompt.agent() != agent {
            let message = format!("the prompt is for `{}`, but its name says `{agent}`", prompt.agent());
            return Err(PromptError::Misplaced { origin: origin.to_owned(), message });
        }
        self.by_agent.insert(agent.to_owned(), prompt);
        Ok(())
    }
}

struct PromptFile {
    agent: String,
    source: String,
    origin: String,
}

/// Reads the Markdown files of a folder, sorted by name.
fn read_folder(folder: &Path) -> Result<Vec<PromptFile>, PromptError> {
    let unreadable = |path: &Path, error: &std::io::Error| PromptError::Unreadable {
        origin: path.display().to_string(),
        message: error.to_string(),
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let agent = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let source = fs::read_to_string(&path).map_err(|error| unreadable(&path, &error))?;
        files.push(PromptFile { agent, source, origin: path.display().to_string() });
    }
    files.sort_by(|a, b| a.agent.cmp(&b.agent));
    Ok(files)
}
