//! Families as declarations: what README.md describes, read once and drawn from many times.

mod lines;
mod scene;
mod task;
mod template;
#[cfg(test)]
mod tests;

use tutti_maths::Unit;

use crate::claim::Claim;
use crate::dice::Dice;
use crate::draft::{Draft, Wrong};
use crate::family::Family;
use crate::question::{Binding, MethodStep, Question};
use crate::{Difficulty, figure};
use lines::{Block, Says};
pub(crate) use scene::Scene;

/// A declaration that cannot be read, or not with what was drawn for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Fault {
    /// File and line.
    pub place: String,
    pub what: String,
}

/// A family as it is written down.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) text: &'static str,
    pub(crate) draw: Draw,
}

pub(crate) type Draw = fn(&mut Dice, Difficulty) -> Drawn;

/// A family from the function that draws its numbers and words, and its declaration.
macro_rules! declare {
    ($draw:ident $text:literal) => {
        pub(super) const FAMILY: $crate::declare::Source =
            $crate::declare::Source { file: file!(), line: line!(), text: $text, draw: $draw };
    };
}

/// What was drawn: `drawn!("speed", thing, m = 2 * scale)`.
macro_rules! drawn {
    (@ $name:ident) => { $name };
    (@ $name:ident = $value:expr) => { $value };
    ($question:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::declare::Drawn::new($question)
            $(.with(stringify!($name), drawn!(@ $name $(= $value)?)))*
    };
}

pub(crate) use {declare, drawn};

/// What every family uses.
pub(crate) mod prelude {
    pub(crate) use super::{Drawn, declare, drawn};
    pub(crate) use crate::Difficulty::{self, Easy, Hard, Medium};
    pub(crate) use crate::dice::Dice;
}

/// The question that was drawn, with its numbers, words and flags.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    question: &'static str,
    values: Vec<(&'static str, Value)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Word(String),
    Number(i64),
    Flag(bool),
}

impl Drawn {
    pub(crate) fn new(question: &'static str) -> Self {
        Self { question, values: Vec::new() }
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// A sign `s` with its opposite `o`, and whether it is `minus`.
    #[must_use]
    pub(crate) fn with_sign(self, minus: bool) -> Self {
        let (s, o) = if minus { ("-", "+") } else { ("+", "-") };
        self.with("minus", minus).with("s", s).with("o", o)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<String> for Value {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number as i64)
    }
}

/// A literal is one of these.
impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

/// The questions of a declared family.
#[derive(Debug)]
pub(crate) struct Declared {
    place: String,
    draw: Draw,
    blocks: Vec<Block>,
}

impl Source {
    pub(crate) fn read(&self) -> Result<Family, Fault> {
        let (head, blocks) = lines::read(self.text, self.file, self.line)?;
        let declared = Declared { place: format!("{}:{}", self.file, self.line), draw: self.draw, blocks };
        Ok(Family {
            schema: head.schema,
            name: head.name,
            idea: head.idea,
            objects: head.objects,
            constraints: head.constraints,
            asked: head.asked,
            wrong_paths: head.wrong_paths,
            rationale: head.rationale,
            declared,
        })
    }
}

impl Declared {
    pub(crate) fn draft(&'static self, dice: &mut Dice, difficulty: Difficulty) -> Result<Draft, Fault> {
        let drawn = (self.draw)(dice, difficulty);
        self.question(drawn, dice)
    }

    fn question(&'static self, drawn: Drawn, dice: &mut Dice) -> Result<Draft, Fault> {
        let question = drawn.question;
        let fault = |what| Fault { place: format!("{} `{question}`", self.place), what };
        Scene::new(&self.blocks, question, drawn.values).and_then(|scene| scene.draft(dice)).map_err(fault)
    }

    /// Fills in what is said of a question only if it is asked: its steps, its insight and its figure.
    pub(crate) fn finish(&self, draft: &Draft, question: Question) -> Result<Question, Fault> {
        let scene = (*draft.scene).clone();
        scene.finish(draft, question).map_err(|what| Fault { place: self.place.clone(), what })
    }
}

impl Scene {
    fn draft(self, dice: &mut Dice) -> Result<Draft, String> {
        let stems: Vec<_> = self
            .lines()
            .filter_map(|says| if let Says::Stem(stem) = says { Some(stem) } else { None })
            .collect();
        let place = match self.value("stem") {
            Some(Value::Number(place)) => usize::try_from(*place).unwrap_or_default(),
            _ => dice.below(stems.len()),
        };
        let stem = stems.get(place).or(stems.last()).ok_or("there is no stem")?;
        let key = self
            .only(|says| if let Says::Key(key, _) = says { Some(key) } else { None })
            .ok_or("there is no key")?;
        let mut wrong = Vec::new();
        let mut worst = None;
        for says in self.lines() {
            match says {
                Says::Wrong { gives, why, id } => {
                    let why = self.render(why)?.text;
                    wrong.push(Wrong { why, gives: self.formula(gives)?, id: id.clone() });
                }
                Says::Believable(most) => worst = Some(*most),
                _ => {}
            }
        }
        let stem = self.render(stem)?;
        let draft = Draft {
            stem: stem.text,
            bindings: stem.binds.into_iter().map(|(at, name)| Binding { at, name }).collect(),
            key: self.formula(key)?,
            wrong,
            claim: self.claim()?,
            scene: Box::new(self),
        };
        Ok(match worst {
            Some(worst) => draft.believable(worst),
            None => draft,
        })
    }

    fn finish(mut self, draft: &Draft, mut question: Question) -> Result<Question, String> {
        let claim = &draft.claim;
        let unit =
            claim.unit.as_deref().map(|unit| Unit::read(unit).ok_or_else(|| format!("`{unit}` is no unit")));
        let key = claim.evaluate("the key", &draft.key).map_err(|error| error.to_string())?;
        self.key = Some((key, unit.transpose()?));
        let mut last_test = None;
        for says in self.lines() {
            match says {
                Says::Step(methods, text) => {
                    question
                        .steps
                        .push(MethodStep { text: self.render(text)?.text, methods: methods.clone() });
                }
                Says::Test(_, Some(text)) => {
                    let methods = ["dimensions", "algebra"].map(str::to_owned).to_vec();
                    question.steps.push(MethodStep { text: self.render(text)?.text, methods });
                    last_test = Some(question.steps.len() - 1);
                }
                Says::Insight(text) => question.insight = self.render(text)?.text,
                Says::Figure(axes) => question.figure = Some(self.figure(claim, &self.expression(axes)?)?),
                _ => {}
            }
        }
        if let Some(last) = last_test {
            question.steps[last].text.push_str(" Only one of the formulas passes every test.");
        }
        Ok(question)
    }

    /// The graph of the claim, with axes such as `time / s, velocity / m s^-1`.
    fn figure(&self, claim: &Claim, axes: &str) -> Result<String, String> {
        let (across, up) = axes.split_once(", ").ok_or("a figure has two axes")?;
        let (across, up) =
            across.split_once(" / ").zip(up.split_once(" / ")).ok_or("an axis is `name / unit`")?;
        Ok(figure::graph(across, up, &self.corners(claim, [across.1, up.1])?))
    }
}
