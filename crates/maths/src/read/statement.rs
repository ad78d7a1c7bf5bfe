//! The structures around expressions: relations, lists, sets, tuples, intervals, units.

use super::{
    ReadError, Reading,
    grammar::Parser,
    token::{Kind, tokens},
};
use crate::{
    answer::{Answer, Bounds, Relation},
    expr::Constant,
    expr::Expr,
    unit::Unit,
};

/// A whole text.
pub(super) fn answer(input: &str, reading: Reading) -> Result<Answer, ReadError> {
    let mut parser = Parser::new(input, tokens(input)?, reading, true);
    let first = parser.whole()?;
    if parser.choices == 0 && !parser.mirrored {
        return Ok(first);
    }
    if parser.choices > 1 {
        return Err(ReadError::new(0..input.len(), "one ±: two can be read as two or four values", input));
    }
    let second = Parser::new(input, tokens(input)?, reading, false).whole()?;
    Ok(match (first, second) {
        (Answer::Set(mut one), Answer::Set(two)) => {
            one.extend(two);
            Answer::Set(one)
        }
        (one, two) => Answer::Set(vec![one, two]),
    })
}

impl Parser<'_> {
    fn whole(&mut self) -> Result<Answer, ReadError> {
        let mut parts = vec![self.statement()?];
        while self.eat(",") || self.eat_joining_word() {
            self.eat_joining_word();
            parts.push(self.statement()?);
        }
        if self.kind() != &Kind::End {
            return Err(self.wrong("the end, a sign or a unit"));
        }
        let quantities = parts.iter().filter(|part| matches!(part, Answer::Quantity(..))).count();
        if quantities != 0 && quantities != parts.len() {
            return Err(self.wrong("a unit on every one of several values, or on none"));
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Answer::Set(parts) })
    }

    fn eat_joining_word(&mut self) -> bool {
        let found = match self.kind() {
            Kind::Word(word) => word == "or" || word == "and",
            Kind::Text(text) => matches!(text.trim(), "or" | "and"),
            Kind::Command(name) => matches!(name.as_str(), "lor" | "vee" | "land" | "wedge"),
            _ => false,
        };
        self.at += usize::from(found);
        found
    }

    fn statement(&mut self) -> Result<Answer, ReadError> {
        while self.kind() == &Kind::ThinSpace {
            self.at += 1;
        }
        if matches!(self.kind(), Kind::Word(word) if word.chars().count() == 1)
            && self.peek(1) == &Kind::Sign("∈")
        {
            self.at += 2;
            return self.intervals();
        }
        if self.eat("\\{") {
            return self.members("\\}").map(Answer::Set);
        }
        if !self.latex && self.eat("{") {
            return self.members("}").map(Answer::Set);
        }
        if let Some(close) = self.closing_of_list() {
            if self.is("[") || close == "]" || self.union_follows() {
                return self.intervals();
            }
            self.at += 1;
            return self.members(")").map(Answer::Tuple);
        }
        self.relation()
    }

    fn members(&mut self, close: &str) -> Result<Vec<Answer>, ReadError> {
        let mut members = Vec::new();
        if self.eat(close) {
            return Ok(members);
        }
        loop {
            members.push(self.deeper(Self::statement)?);
            if self.eat(close) {
                return Ok(members);
            }
            if !self.eat(",") {
                return Err(self.wrong(format!("`,` or `{close}`")));
            }
        }
    }

    /// The closing bracket, if a bracket opens here and contains a comma at its own level.
    fn closing_of_list(&self) -> Option<&'static str> {
        if !self.is("(") && !self.is("[") {
            return None;
        }
        let mut depth = 0;
        let mut comma = false;
        for token in &self.tokens[self.at..] {
            match &token.kind {
                Kind::Sign("(" | "[" | "{" | "\\{") => depth += 1,
                Kind::Sign(close @ (")" | "]" | "}" | "\\}")) => {
                    depth -= 1;
                    if depth == 0 {
                        return comma.then_some(*close);
                    }
                }
                Kind::Sign(",") if depth == 1 => comma = true,
                _ => {}
            }
        }
        None
    }

    fn union_follows(&self) -> bool {
        self.tokens[self.at..].iter().any(|token| token.kind == Kind::Sign("∪"))
    }

    fn intervals(&mut self) -> Result<Answer, ReadError> {
        let mut found = Vec::new();
        loop {
            let low_closed = self.is("[");
            if !low_closed && !self.is("(") {
                return Err(self.wrong("an interval"));
            }
            self.at += 1;
            let low = self.sum()?;
            self.expect(",")?;
            let high = self.sum()?;
            let high_closed = self.is("]");
            if !high_closed && !self.is(")") {
                return Err(self.wrong("`)` or `]`"));
            }
            self.at += 1;
            found.push(Bounds { low, low_closed, high, high_closed });
            if !self.eat("∪") {
                break;
            }
        }
        if self.unit.take().is_some() {
            return Err(self.wrong("no unit in an interval"));
        }
        Ok(if found.len() == 1 { Answer::Interval(found.swap_remove(0)) } else { Answer::Union(found) })
    }

    fn relation(&mut self) -> Result<Answer, ReadError> {
        let mut sides = vec![self.sum()?];
        let mut relations = Vec::new();
        let mut unit = self.unit.take();
        while let Some(relation) = self.relation_sign() {
            relations.push(relation);
            sides.push(self.sum()?);
            unit = self.unit.take().or(unit);
        }
        if sides.iter().any(|side| holds_infinity(side) && !is_infinite(side)) {
            return Err(self.wrong("infinity only as the end of an interval"));
        }
        match (unit, relations.is_empty()) {
            (None, true) => Ok(Answer::Value(sides.swap_remove(0))),
            (Some(unit), true) => Ok(Answer::Quantity(sides.swap_remove(0), unit)),
            (None, false) => Ok(Answer::Relation(sides, relations)),
            // `v = 5 m/s` names the quantity it gives.
            (Some(unit), false)
                if sides.len() == 2
                    && relations[0] == Relation::Equal
                    && matches!(sides[0], Expr::Symbol(_)) =>
            {
                Ok(Answer::Quantity(sides.swap_remove(1), unit))
            }
            _ => Err(self.wrong("no unit in a relation")),
        }
    }

    fn relation_sign(&mut self) -> Option<Relation> {
        let Kind::Sign(sign) = self.kind() else { return None };
        let relation = match *sign {
            "=" => Relation::Equal,
            "!=" => Relation::NotEqual,
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            ">" => Relation::Greater,
            ">=" => Relation::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(relation)
    }

    /// The unit the rest of the statement is, and where it ends. Bare letters after a number and a space are one only where they
    /// can hardly be unknowns: `5 m`, `5 m s^-1`, `5 kg m`, but not `2 m g`.
    pub(super) fn unit_ahead(&self) -> Option<(Unit, usize)> {
        let token = &self.tokens[self.at];
        let bare = matches!(token.kind, Kind::Word(_));
        if bare {
            let number_before = self.at > 0
                && matches!(self.tokens[self.at - 1].kind, Kind::Number(_) | Kind::Sign(")" | "π"));
            if self.latex || !token.spaced || !number_before {
                return None;
            }
        }
        let mut text = String::new();
        let mut end = self.at;
        let mut thin_only = !bare;
        for token in &self.tokens[self.at..] {
            if end - self.at > LONGEST_UNIT {
                return None;
            }
            if token.spaced {
                text.push(' ');
            }
            match &token.kind {
                Kind::Text(words) => {
                    if matches!(words.trim(), "or" | "and") {
                        break;
                    }
                    thin_only = false;
                    text.push_str(&plain(words));
                }
                Kind::ThinSpace => text.push(' '),
                Kind::Word(word) if word == "or" || word == "and" => break,
                Kind::Word(word) => text.push_str(word),
                Kind::Number(digits) => text.push_str(digits),
                Kind::Raised(digits) => {
                    text.push('^');
                    text.push_str(digits);
                }
                Kind::Command(name) if name == "mu" => text.push('μ'),
                Kind::Command(name) if name == "Omega" => text.push('Ω'),
                Kind::Sign(sign @ ("^" | "{" | "}" | "-" | "/" | "*" | "°" | "(" | ")"))
                    if (*sign != ")" || text.contains('(')) && (*sign != "}" || text.contains('{')) =>
                {
                    text.push_str(sign);
                }
                Kind::Sign("," | "=" | "<" | ">" | "<=" | ">=" | ")" | "]" | "}" | "\\}") | Kind::End => {
                    break;
                }
                _ => return None,
            }
            end += 1;
        }
        let unit = Unit::read(text.trim())?;
        let certain = unit.parts.len() == 1
            || unit.parts.iter().any(|(symbol, exponent)| *exponent < 0 || symbol.chars().count() > 1);
        ((!bare && !thin_only) || certain).then_some((unit, end))
    }
}

/// In tokens. What goes on for longer is a product, and looking for its end at every factor would take the square of it.
const LONGEST_UNIT: usize = 64;

/// The words of a text group without the marks LaTeX writes for spaces and letters.
fn plain(words: &str) -> String {
    [
        ("\\,", " "),
        ("\\;", " "),
        ("\\ ", " "),
        ("\\cdot", " "),
        ("\\mu", "μ"),
        ("\\Omega", "Ω"),
        ("\\circ", "°"),
    ]
    .iter()
    .fold(words.to_owned(), |text, (mark, meaning)| text.replace(mark, meaning))
}

fn is_infinite(side: &Expr) -> bool {
    match side {
        Expr::Constant(Constant::Infinity) => true,
        Expr::Product(parts) => parts.len() == 2 && parts[0].as_i64() == Some(-1) && is_infinite(&parts[1]),
        _ => false,
    }
}

fn holds_infinity(side: &Expr) -> bool {
    let mut found = false;
    side.visit(&mut |part| found |= matches!(part, Expr::Constant(Constant::Infinity)));
    found
}
