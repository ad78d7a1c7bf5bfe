//! Expressions: sums of terms, terms of factors, factors with exponents.

use super::{
    ReadError, Reading,
    names::function_prefix,
    token::{Kind, Token},
};
use crate::{
    expr::{Expr, Function},
    unit::Unit,
};

/// Brackets in brackets beyond this are refused.
const DEEPEST: usize = 48;

pub(super) struct Parser<'a> {
    pub(super) input: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) latex: bool,
    pub(super) reading: Reading,
    /// Whether ± is read as plus in this pass.
    pub(super) upper: bool,
    /// How many ± were met.
    pub(super) choices: usize,
    /// Whether a ∓ was met: the lower sign of the same choice, or a choice of its own.
    pub(super) mirrored: bool,
    /// The unit that ended the statement.
    pub(super) unit: Option<Unit>,
    depth: usize,
    /// Open sums: the whole, and one for each bracket around the current position.
    sums: usize,
    /// Open absolute value bars: the next bar closes.
    pub(super) bars: usize,
}

type Read<T> = Result<T, ReadError>;

impl<'a> Parser<'a> {
    pub(super) fn new(input: &'a str, tokens: Vec<Token>, reading: Reading, upper: bool) -> Self {
        let latex = super::token::is_latex(input);
        Self {
            input,
            tokens,
            at: 0,
            latex,
            reading,
            upper,
            choices: 0,
            mirrored: false,
            unit: None,
            depth: 0,
            sums: 0,
            bars: 0,
        }
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    pub(super) fn peek(&self, ahead: usize) -> &Kind {
        self.tokens.get(self.at + ahead).map_or(&Kind::End, |token| &token.kind)
    }

    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.kind(), Kind::Sign(found) if *found == sign)
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Read<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.wrong(format!("`{sign}`"))) }
    }

    pub(super) fn wrong(&self, expected: impl Into<String>) -> ReadError {
        let span = self.tokens[self.at].span.clone();
        ReadError::new(span.clone(), expected, self.input.get(span.start..).unwrap_or_default())
    }

    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= DEEPEST {
            return Err(self.wrong(format!("at most {DEEPEST} levels")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    pub(super) fn sum(&mut self) -> Read<Expr> {
        self.sums += 1;
        let sum = self.deeper(Self::terms);
        self.sums -= 1;
        sum
    }

    fn terms(&mut self) -> Read<Expr> {
        let mut total = self.term()?;
        loop {
            if self.eat("+") {
                total = total.plus(self.term()?);
            } else if self.eat("-") {
                total = total.minus(self.term()?);
            } else if self.is("±") || self.is("∓") {
                let plus = self.choice();
                let term = self.term()?;
                total = if plus { total.plus(term) } else { total.minus(term) };
            } else {
                return Ok(total);
            }
        }
    }

    /// Takes a ± or ∓ and says whether it is plus in this pass.
    fn choice(&mut self) -> bool {
        let plus = self.is("±") == self.upper;
        self.choices += usize::from(self.is("±"));
        self.mirrored |= self.is("∓");
        self.at += 1;
        plus
    }

    fn term(&mut self) -> Read<Expr> {
        let mut product = self.read_signed()?;
        let mut divided = false;
        loop {
            if matches!(self.kind(), Kind::ThinSpace | Kind::Text(_) | Kind::Word(_))
                && let Some((unit, end)) = self.unit_ahead()
            {
                if self.in_brackets() {
                    return Err(self.misplaced_unit());
                }
                self.unit = Some(unit);
                self.at = end;
                return Ok(product);
            }
            while self.kind() == &Kind::ThinSpace {
                self.at += 1;
            }
            if self.eat("*") {
                product = product.times(self.read_signed()?);
                divided = false;
            } else if self.eat("/") {
                product = product.over(self.read_signed()?);
                divided = true;
            } else if self.starts_factor() {
                if divided && (self.latex || !self.tokens[self.at].spaced) {
                    return Err(
                        self.wrong("brackets: what follows a quotient could be above or below the line")
                    );
                }
                if matches!(self.kind(), Kind::Number(_) | Kind::Sign("½" | "¼" | "¾")) {
                    return Err(self.wrong("a sign before the number"));
                }
                product = self.read_mixed_number(product)?;
            } else {
                return Ok(product);
            }
        }
    }

    /// The next factor without a sign between; after a whole number a fraction of whole numbers may be a mixed number.
    fn read_mixed_number(&mut self, left: Expr) -> Read<Expr> {
        let before = self.at.checked_sub(1).map(|place| &self.tokens[place].kind);
        let after_number = matches!(before, Some(Kind::Number(_)));
        let fraction = matches!(self.kind(), Kind::Command(name) if name.ends_with("frac"));
        let place = self.at;
        let factor = self.power()?;
        if after_number && fraction && left.as_i64().is_some() && factor.as_number().is_some() {
            if !self.reading.mixed_numbers {
                self.at = place;
                return Err(self.wrong("a sign: a mixed number and a product look alike"));
            }
            return Ok(left.plus(factor));
        }
        Ok(left.times(factor))
    }

    fn read_signed(&mut self) -> Read<Expr> {
        while self.kind() == &Kind::ThinSpace {
            self.at += 1;
        }
        if self.eat("-") {
            return self.deeper(|parser| Ok(parser.read_signed()?.negate()));
        }
        if self.eat("+") {
            return self.deeper(Self::read_signed);
        }
        if self.is("±") || self.is("∓") {
            let plus = self.choice();
            return self.deeper(|parser| {
                let value = parser.read_signed()?;
                Ok(if plus { value } else { value.negate() })
            });
        }
        self.power()
    }

    pub(super) fn starts_factor(&self) -> bool {
        match self.kind() {
            Kind::Number(_) => true,
            Kind::Word(word) => word != "or" && word != "and",
            Kind::Command(name) => name != "rfloor" && name != "rceil",
            Kind::Text(text) => {
                Function::from_name(text.trim()).is_some() || matches!(text.trim(), "e" | "i" | "exp")
            }
            Kind::Sign(sign) => match *sign {
                "(" | "√" | "∛" | "π" | "∞" | "½" | "¼" | "¾" => true,
                "[" => !self.latex || self.bars == 0,
                "{" => self.latex,
                "|" => self.bars == 0,
                _ => false,
            },
            Kind::Raised(_) | Kind::ThinSpace | Kind::End => false,
        }
    }

    pub(super) fn starts_function(&self) -> bool {
        match self.kind() {
            Kind::Command(name) => Function::from_name(name).is_some() || name == "exp",
            Kind::Text(text) => Function::from_name(text.trim()).is_some(),
            Kind::Word(word) => function_prefix(word).is_some() || word == "sqrt" || word == "exp",
            _ => false,
        }
    }

    pub(super) fn power(&mut self) -> Read<Expr> {
        let mut base = self.atom()?;
        let mut raised = false;
        for _ in 0..8 {
            if raised && (self.is("^") || matches!(self.kind(), Kind::Raised(_))) {
                return Err(self.wrong("braces: an exponent of an exponent can be read in two ways"));
            }
            if let Some(exponent) = self.read_exponent()? {
                base = base.power(exponent);
                raised = true;
            } else if self.eat("!") {
                base = Expr::apply(Function::Factorial, base);
            } else if self.eat("%") {
                base = base.times(Expr::frac(1, 100));
            } else if self.eat("°") {
                base = self.degrees(base)?;
            } else if self.is("^") {
                let braced =
                    matches!(self.peek(1), Kind::Sign("{")) && matches!(self.peek(2), Kind::Sign("°"));
                if braced || matches!(self.peek(1), Kind::Sign("°")) {
                    self.at += if braced { 3 } else { 2 };
                    if braced {
                        self.expect("}")?;
                    }
                    base = self.degrees(base)?;
                } else {
                    self.at += 1;
                    let exponent = self.deeper(Self::exponent)?;
                    base = base.power(exponent);
                    raised = true;
                }
            } else {
                return Ok(base);
            }
        }
        Err(self.wrong("fewer exponents in a row"))
    }

    fn degrees(&mut self, base: Expr) -> Read<Expr> {
        let celsius = match self.kind() {
            Kind::Text(text) => text.trim() == "C",
            Kind::Word(word) => word == "C",
            _ => false,
        };
        if celsius {
            self.at += 1;
            let ended = matches!(
                self.kind(),
                Kind::End | Kind::Sign("," | "=" | "<" | ">" | "<=" | ">=" | ")" | "]" | "}" | "\\}")
            );
            if !ended || self.in_brackets() {
                self.at -= 1;
                return Err(self.misplaced_unit());
            }
            self.unit = Unit::none().with("°C", 1);
            return Ok(base);
        }
        Ok(base.times(Expr::frac(1, 180)).times(Expr::pi()))
    }

    /// Whether what is read stands in brackets of an expression, where a unit would be lost.
    pub(super) fn in_brackets(&self) -> bool {
        self.sums > 1
    }

    pub(super) fn misplaced_unit(&self) -> ReadError {
        self.wrong("a unit only at the end of a value")
    }

    pub(super) fn read_exponent(&mut self) -> Read<Option<Expr>> {
        let Kind::Raised(digits) = self.kind() else { return Ok(None) };
        let Ok(value) = digits.parse::<i64>() else { return Err(self.wrong("a smaller exponent")) };
        self.at += 1;
        Ok(Some(Expr::int(value)))
    }

    pub(super) fn exponent(&mut self) -> Read<Expr> {
        if self.eat("-") {
            return self.deeper(|parser| Ok(parser.exponent()?.negate()));
        }
        if !self.latex {
            return self.power();
        }
        if matches!(self.kind(), Kind::Number(digits) if digits.len() > 1) {
            return Err(self.wrong("braces around an exponent of several digits"));
        }
        self.argument()
    }

    /// What a LaTeX command takes: a group in braces or one sign.
    pub(super) fn argument(&mut self) -> Read<Expr> {
        while self.kind() == &Kind::ThinSpace {
            self.at += 1;
        }
        if self.eat("{") {
            let bars = std::mem::take(&mut self.bars);
            let inner = self.sum()?;
            self.expect("}")?;
            self.bars = bars;
            return Ok(inner);
        }
        if let Kind::Number(digits) = self.kind().clone() {
            let first = digits.chars().next().filter(char::is_ascii_digit);
            if let (Some(first), true) = (first, digits.len() > 1) {
                let token = &mut self.tokens[self.at];
                token.kind = Kind::Number(digits[1..].to_owned());
                token.span.start += 1;
                return Ok(Expr::int(first.to_digit(10).unwrap_or(0)));
            }
        }
        self.deeper(Self::atom)
    }

    pub(super) fn group(&mut self, close: &str) -> Read<Expr> {
        let bars = std::mem::take(&mut self.bars);
        let inner = self.sum()?;
        self.expect(close)?;
        self.bars = bars;
        Ok(inner)
    }
}
