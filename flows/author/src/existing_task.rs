//! A task file to be extended, as far as it can be read.

use tutti_item::Bloom;
use tutti_taskfile::{Field, Quiz, TaskFile};

use crate::candidate::Level;
use crate::course::Finished;
use crate::order::Asked;

pub(crate) struct Existing {
    file: TaskFile,
    pub(crate) asked: Vec<Asked>,
}

impl Existing {
    pub(crate) fn read(text: &str) -> Self {
        let file = TaskFile::read(text).file;
        let asked = file.comprehension.iter().enumerate().map(|(place, question)| Asked {
            question_id: question.id.clone(),
            level: question.level.map_or(Level::ALL[(place / 3).min(2)], level_of),
            question: question.text.clone(),
            options: question.options.clone(),
            key: question.key_place(),
        });
        Self { asked: asked.collect(), file }
    }

    pub(crate) fn task_id(&self) -> Option<&str> {
        self.file.row(Field::TaskId).map(|row| row.value.as_str())
    }

    /// Of the whole file, such as `Self-care: Sleep`.
    pub(crate) fn title(&self) -> Option<&str> {
        self.file.title.as_ref().map(|title| title.task.as_str())
    }

    pub(crate) fn domain(&self) -> &str {
        self.file.value(Field::Domain)
    }

    pub(crate) fn task_title(&self) -> &str {
        self.file.value(Field::TaskTitle)
    }

    pub(crate) fn question_ids(&self) -> Vec<&str> {
        self.asked.iter().map(|asked| asked.question_id.as_str()).collect()
    }

    /// How many options its questions have.
    pub(crate) fn option_count(&self) -> usize {
        self.file.option_count()
    }

    /// Whether CQ1 to CQ9 are there.
    pub(crate) fn has_nine_questions(&self) -> bool {
        let name = |number: usize| format!("{}{number}", Quiz::Comprehension.prefix());
        (1..=9).all(|number| self.file.question(&name(number)).is_some())
    }

    /// For a person who wonders whether it is the right file.
    pub(crate) fn evidence(&self) -> Vec<String> {
        let title = self.title().map(|title| format!("title: {title}"));
        let id = self.task_id().map(|id| format!("Task ID: {id}"));
        let first = self.asked.first().map(|asked| format!("CQ1: {}", asked.question));
        title.into_iter().chain(id).chain(first).collect()
    }

    /// The texts that participants read.
    pub(crate) fn wording(&self) -> Finished {
        let value = |field: Field| self.file.value(field).to_owned();
        Finished {
            task_topic: value(Field::TaskTopic),
            task_description: value(Field::Description),
            explainer: value(Field::Explainer),
            learner: value(Field::Learner),
            ..Finished::default()
        }
    }
}

fn level_of(bloom: Bloom) -> Level {
    match bloom {
        Bloom::Remember => Level::Remembering,
        Bloom::Understand => Level::Understanding,
        Bloom::Apply | Bloom::Analyse | Bloom::Evaluate | Bloom::Create => Level::Applying,
    }
}
