//! A declaration with what was drawn put into its holes.

use std::cell::OnceCell;
use std::ops::Range;

use num_traits::Signed;
use tutti_maths::{Answer, Expr, Unit, read, simplify};

use super::Value;
use super::lines::{Block, Line, Says, When};
use super::template::{Hole, Part, Template, split};
use crate::claim::evaluate;
use crate::formula;
use crate::unstated::substitute;
use crate::value::unit_latex;

/// A given number with its unit, as the claim writes them.
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub(super) name: String,
    pub(super) number: String,
    pub(super) unit: String,
}

/// The lines that hold for what was drawn, and what the holes of their texts are filled with.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    values: Vec<(&'static str, Value)>,
    lines: Vec<&'static Says>,
    pub(super) given: Vec<Given>,
    /// Everything with a value, in coherent SI units.
    numbers: OnceCell<Vec<(String, Expr)>>,
    /// The key as a value, with its unit.
    pub(super) key: Option<(Expr, Option<Unit>)>,
}

/// A rendered text, with the places of the given names in it.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    pub(super) text: String,
    pub(super) binds: Vec<(Range<usize>, String)>,
    maths: bool,
    /// Texts within texts: one that has itself in it would never end.
    depth: u8,
}

impl Rendered {
    /// Dollars become the delimiters of items.
    fn text(&mut self, text: &str) {
        for c in text.chars() {
            if c == '$' {
                self.text.push_str(if self.maths { "\\)" } else { "\\(" });
                self.maths = !self.maths;
            } else {
                self.text.push(c);
            }
        }
    }

    /// What is maths wherever it stands.
    fn maths(&mut self, latex: &str) {
        let parts = if self.maths { ["", latex, ""] } else { ["\\(", latex, "\\)"] };
        self.text.extend(parts);
    }
}

impl Scene {
    /// The lines of a question, with those of the parts it includes.
    pub(super) fn new(
        blocks: &'static [Block],
        question: &str,
        values: Vec<(&'static str, Value)>,
    ) -> Result<Self, String> {
        let mut scene =
            Self { values, lines: Vec::new(), given: Vec::new(), numbers: OnceCell::new(), key: None };
        scene.gather(blocks, question)?;
        if let Some(Value::Word(part)) = scene.value("part").cloned() {
            scene.gather(blocks, &part)?;
        }
        for says in scene.lines.clone() {
            if let Says::Given(names) = says {
                scene.give(&scene.expression(names)?)?;
            }
        }
        Ok(scene)
    }

    fn gather(&mut self, blocks: &'static [Block], name: &str) -> Result<(), String> {
        let block =
            blocks.iter().find(|block| block.name == name).ok_or_else(|| format!("there is no `{name}`"))?;
        for part in &block.parts {
            self.gather(blocks, part)?;
        }
        for Line { when, says } in &block.lines {
            if when.as_ref().is_none_or(|when| self.holds(when)) {
                self.lines.push(says);
            }
        }
        Ok(())
    }

    fn holds(&self, when: &When) -> bool {
        let value = self.value(&when.name);
        let holds = match (&when.value, value) {
            (_, None) => false,
            (None, Some(Value::Flag(flag))) => *flag,
            (None, Some(Value::Number(number))) => *number != 0,
            (None, Some(Value::Word(word))) => !word.is_empty(),
            (Some(wanted), Some(Value::Number(number))) => *wanted == number.to_string(),
            (Some(wanted), Some(Value::Word(word))) => wanted == word,
            (Some(wanted), Some(Value::Flag(flag))) => *wanted == flag.to_string(),
        };
        holds != when.not
    }

    /// `m kg, g = 10 m s^-2, n`.
    fn give(&mut self, names: &str) -> Result<(), String> {
        for entry in split(names, ',', usize::MAX) {
            let (name, value) =
                entry.split_once('=').map_or((entry.as_str(), None), |(name, value)| (name, Some(value)));
            let (name, unit) = name.trim().split_once(' ').unwrap_or((name.trim(), ""));
            let (number, unit) =
                match value.map(|value| value.trim().split_once(' ').unwrap_or((value.trim(), ""))) {
                    Some((number, unit)) => (number.to_owned(), unit),
                    None => match self.value(name) {
                        Some(Value::Number(number)) => (number.to_string(), unit),
                        Some(Value::Word(word)) => (word.clone(), unit),
                        _ => return Err(format!("`{name}` is given and was not drawn")),
                    },
                };
            self.given.push(Given { name: name.to_owned(), number, unit: unit.trim().to_owned() });
        }
        Ok(())
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &'static Says> {
        self.lines.iter().copied()
    }

    /// The text of the last line that says something only once.
    pub(super) fn only<'a, T: 'a>(&self, pick: impl Fn(&'static Says) -> Option<T>) -> Option<T> {
        self.lines().filter_map(pick).last()
    }

    /// A template as an expression of the claim: names stay names, what was drawn beside them is put in.
    pub(super) fn expression(&self, template: &Template) -> Result<String, String> {
        let mut out = String::new();
        for part in &template.0 {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Hole(Hole::Name { name, .. }) => match self.value(name) {
                    Some(Value::Word(word)) => out.push_str(word),
                    Some(Value::Number(number)) => out.push_str(&formula::in_brackets(*number)),
                    _ => return Err(format!("`{name}` was not drawn")),
                },
                Part::Hole(Hole::Value { of, .. }) => {
                    let value = self.evaluate(of)?;
                    let text = value.to_string();
                    let plain = text.bytes().all(|b| b.is_ascii_digit());
                    out.extend(if plain { ["", &text, ""] } else { ["(", &text, ")"] });
                }
                Part::Hole(Hole::Choice(name, alternatives)) => {
                    out.push_str(&self.expression(self.choose(name, alternatives)?)?);
                }
                Part::Hole(Hole::Sum(_)) => {
                    return Err("a sum with coefficients stands in texts only".to_owned());
                }
            }
        }
        Ok(out)
    }

    /// A key or a wrong path: an expression with every `let` written out.
    pub(super) fn formula(&self, template: &Template) -> Result<String, String> {
        Ok(self.with_letters(&self.without_lets(self.expression(template)?)?))
    }

    /// With the drawn letter in place of the declared one.
    pub(super) fn with_letters(&self, text: &str) -> String {
        let letter = self.only(|says| match says {
            Says::Letter(name) => Some(name),
            _ => None,
        });
        match letter.map(|name| (name, self.value(name))) {
            Some((name, Some(Value::Word(word)))) => substitute(text, name, word),
            _ => text.to_owned(),
        }
    }

    fn without_lets(&self, mut text: String) -> Result<String, String> {
        for says in self.lines.iter().rev() {
            if let Says::Let(name, of) = says
                && text.contains(name.as_str())
            {
                text = substitute(&text, name, &format!("({})", self.expression(of)?));
            }
        }
        Ok(text)
    }

    fn choose<'a>(&self, name: &str, alternatives: &'a [Template]) -> Result<&'a Template, String> {
        const NOTHING: &Template = &Template(Vec::new());
        let place = match self.value(name) {
            Some(Value::Flag(flag)) => usize::from(!flag),
            Some(Value::Number(number)) => usize::try_from(*number).unwrap_or(usize::MAX),
            _ => return Err(format!("`{name}` is neither a flag nor a number")),
        };
        match alternatives.get(place) {
            Some(template) => Ok(template),
            // A flag may leave out what it does not want.
            None if place == 1 => Ok(NOTHING),
            None => Err(format!("`{name}` is {place}, and there is no such alternative")),
        }
    }

    fn numbers(&self) -> Result<&[(String, Expr)], String> {
        if self.numbers.get().is_none() {
            let mut numbers = Vec::new();
            for (name, value) in &self.values {
                if let Value::Number(number) = value {
                    numbers.push(((*name).to_owned(), Expr::int(*number)));
                }
            }
            for Given { name, number, unit } in &self.given {
                let value = match read(&format!("{number} {unit}")).map_err(|error| error.to_string())? {
                    Answer::Value(value) => value,
                    Answer::Quantity(value, unit) => value.times(Expr::Number(unit.scale)),
                    _ => return Err(format!("`{name}` is no quantity")),
                };
                numbers.retain(|(known, _)| known != name);
                numbers.push((name.clone(), value));
            }
            let _ = self.numbers.set(numbers);
        }
        Ok(self.numbers.get().map_or(&[], Vec::as_slice))
    }

    /// The value of an expression in what is given and drawn, in coherent SI units.
    pub(super) fn evaluate(&self, of: &Template) -> Result<Expr, String> {
        self.evaluate_text(self.expression(of)?)
    }

    pub(super) fn evaluate_text(&self, text: String) -> Result<Expr, String> {
        let text = self.without_lets(text)?;
        let value = evaluate(self.numbers()?, "a text", &text).map_err(|error| error.to_string())?;
        match value.symbols().first() {
            Some(name) => Err(format!("`{name}` in `{text}` has no value")),
            None => Ok(simplify(&value)),
        }
    }

    pub(super) fn render(&self, template: &Template) -> Result<Rendered, String> {
        let mut out = Rendered::default();
        self.render_into(template, &mut out)?;
        if out.maths {
            return Err(format!("a dollar is missing in `{}`", out.text));
        }
        Ok(out)
    }

    fn render_into(&self, template: &Template, out: &mut Rendered) -> Result<(), String> {
        for part in &template.0 {
            match part {
                Part::Text(text) => out.text(text),
                Part::Hole(Hole::Choice(name, alternatives)) => {
                    self.render_into(self.choose(name, alternatives)?, out)?;
                }
                Part::Hole(Hole::Name { name, capital, bare }) => {
                    self.render_name(name, *capital, *bare, out)?;
                }
                Part::Hole(Hole::Value { of, unit, bare, bracketed }) => {
                    let value = self.evaluate(of)?;
                    let unit = unit.as_ref().map(|unit| self.expression(unit)).transpose()?;
                    out.maths(&in_unit(&value, unit.as_deref().unwrap_or_default(), *bare, *bracketed)?);
                }
                Part::Hole(Hole::Sum(terms)) => {
                    let mut all = Vec::new();
                    for (coefficient, body) in terms {
                        let mut latex = Rendered { maths: true, ..Rendered::default() };
                        self.render_into(body, &mut latex)?;
                        all.push((self.evaluate(coefficient)?, latex.text));
                    }
                    out.maths(&sum(&all));
                }
            }
        }
        Ok(())
    }

    fn render_name(&self, name: &str, capital: bool, bare: bool, out: &mut Rendered) -> Result<(), String> {
        let start = out.text.len();
        if name == "key" {
            let (value, unit) = self.key.as_ref().ok_or("the key is not known here")?;
            let unit = unit.as_ref().map(ToString::to_string).unwrap_or_default();
            out.maths(&in_unit(value, &unit, bare, false)?);
        } else if let Some(given) = self.given.iter().find(|given| given.name == name) {
            let number = match given.number.split_once('/') {
                Some((above, below)) => format!("\\frac{{{above}}}{{{below}}}"),
                None => given.number.clone(),
            };
            out.maths(&if bare { number } else { formula::with_unit(&number, &given.unit) });
            out.binds.push((start..out.text.len(), name.to_owned()));
        } else if let Some(text) = self.only(|says| match says {
            Says::Text(known, text) if known == name => Some(text),
            _ => None,
        }) {
            if out.depth == 8 {
                return Err(format!("the text `{name}` has itself in it"));
            }
            out.depth += 1;
            self.render_into(text, out)?;
            out.depth -= 1;
        } else {
            match self.value(name) {
                Some(Value::Word(word)) => out.text(word),
                Some(Value::Number(number)) => out.maths(&number.to_string()),
                Some(Value::Flag(_)) => return Err(format!("`{name}` is a flag")),
                None => out.maths(&in_unit(&self.evaluate_text(name.to_owned())?, "", true, false)?),
            }
        }
        if capital {
            let rest = formula::capital(&out.text[start..]);
            out.text.replace_range(start.., &rest);
        }
        Ok(())
    }
}

/// A value as a paper prints it, in a unit.
fn in_unit(value: &Expr, unit: &str, bare: bool, bracketed: bool) -> Result<String, String> {
    if unit.is_empty() {
        let latex = simplify(value).to_latex();
        let negative = bracketed && latex.starts_with('-');
        return Ok(if negative { format!("({latex})") } else { latex });
    }
    let unit = Unit::read(unit).ok_or_else(|| format!("`{unit}` is no unit"))?;
    let latex = simplify(&value.clone().over(Expr::Number(unit.scale.clone()))).to_latex();
    Ok(if bare { latex } else { format!("{latex}\\,{}", unit_latex(&unit)) })
}

/// As [`formula::sum`], with coefficients that need not be whole.
fn sum(terms: &[(Expr, String)]) -> String {
    let mut out = String::new();
    for (coefficient, body) in terms {
        let negative = coefficient.as_number().is_some_and(Signed::is_negative);
        let size = if negative { simplify(&coefficient.clone().negate()) } else { coefficient.clone() };
        if size == Expr::int(0) {
            continue;
        }
        out.push_str(match (out.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        if size != Expr::int(1) || body.is_empty() {
            out.push_str(&size.to_latex());
        }
        out.push_str(body);
    }
    if out.is_empty() { "0".to_owned() } else { out }
}
