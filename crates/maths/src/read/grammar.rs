//! Expressions: sums of terms, terms of factors, factors with exponents.

use num_bigint::BigInt;
use num_traits::Pow;

use super::{
    ReadError, Reading,
    token::{Kind, Token},
};
use crate::{
    expr::{Constant, Expr, Function, Rational},
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
    /// The unit that ended the statement.
    pub(super) unit: Option<Unit>,
    depth: usize,
    /// Open absolute value bars: the next bar closes.
    bars: usize,
}

type Read<T> = Result<T, ReadError>;

const GREEK: [&str; 31] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "vartheta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "rho",
    "sigma",
    "tau",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Delta",
    "Gamma",
    "Theta",
    "Lambda",
    "Sigma",
    "Phi",
    "Omega",
];

impl<'a> Parser<'a> {
    pub(super) fn new(input: &'a str, tokens: Vec<Token>, reading: Reading, upper: bool) -> Self {
        let latex = super::token::is_latex(input);
        Self { input, tokens, at: 0, latex, reading, upper, choices: 0, unit: None, depth: 0, bars: 0 }
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

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= DEEPEST {
            return Err(self.wrong(format!("at most {DEEPEST} levels")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    pub(super) fn sum(&mut self) -> Read<Expr> {
        self.deeper(|parser| {
            let mut total = parser.term()?;
            loop {
                if parser.eat("+") {
                    total = total.plus(parser.term()?);
                } else if parser.eat("-") {
                    total = total.minus(parser.term()?);
                } else if parser.is("±") || parser.is("∓") {
                    let plus = parser.choice();
                    let term = parser.term()?;
                    total = if plus { total.plus(term) } else { total.minus(term) };
                } else {
                    return Ok(total);
                }
            }
        })
    }

    /// Takes a ± or ∓ and says whether it is plus in this pass.
    fn choice(&mut self) -> bool {
        let plus = self.is("±") == self.upper;
        self.choices += usize::from(self.is("±"));
        self.at += 1;
        plus
    }

    fn term(&mut self) -> Read<Expr> {
        let mut product = self.signed()?;
        let mut divided = false;
        loop {
            if matches!(self.kind(), Kind::ThinSpace | Kind::Text(_) | Kind::Word(_)) && self.unit_follows() {
                return Ok(product);
            }
            while self.kind() == &Kind::ThinSpace {
                self.at += 1;
            }
            if self.eat("*") {
                product = product.times(self.signed()?);
                divided = false;
            } else if self.eat("/") {
                product = product.over(self.signed()?);
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
                product = self.mixed(product)?;
            } else {
                return Ok(product);
            }
        }
    }

    /// The next factor without a sign between; after a whole number a fraction of whole numbers may be a mixed number.
    fn mixed(&mut self, left: Expr) -> Read<Expr> {
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

    fn signed(&mut self) -> Read<Expr> {
        while self.kind() == &Kind::ThinSpace {
            self.at += 1;
        }
        if self.eat("-") {
            return self.deeper(|parser| Ok(parser.signed()?.negate()));
        }
        if self.eat("+") {
            return self.deeper(Self::signed);
        }
        if self.is("±") || self.is("∓") {
            let plus = self.choice();
            return self.deeper(|parser| {
                let value = parser.signed()?;
                Ok(if plus { value } else { value.negate() })
            });
        }
        self.power()
    }

    fn starts_factor(&self) -> bool {
        match self.kind() {
            Kind::Number(_) => true,
            Kind::Word(word) => word != "or" && word != "and",
            Kind::Command(name) => name != "rfloor" && name != "rceil",
            Kind::Text(text) => {
                Function::named(text.trim()).is_some() || matches!(text.trim(), "e" | "i" | "exp")
            }
            Kind::Sign(sign) => match *sign {
                "(" | "√" | "∛" | "π" | "∞" | "½" | "¼" | "¾" => true,
                "[" => !self.latex || self.bars == 0,
                "{" => self.latex,
                "|" => self.bars == 0,
                _ => false,
            },
            Kind::ThinSpace | Kind::End => false,
        }
    }

    fn starts_function(&self) -> bool {
        match self.kind() {
            Kind::Command(name) => Function::named(name).is_some() || name == "exp",
            Kind::Text(text) => Function::named(text.trim()).is_some(),
            Kind::Word(word) => function_prefix(word).is_some() || word == "sqrt" || word == "exp",
            _ => false,
        }
    }

    fn power(&mut self) -> Read<Expr> {
        let mut base = self.atom()?;
        for _ in 0..8 {
            if let Some(exponent) = self.raised() {
                base = base.power(exponent);
            } else if self.eat("!") {
                base = Expr::apply(Function::Factorial, base);
            } else if self.eat("%") {
                base = base.times(Expr::frac(1, 100));
            } else if self.eat("°") {
                base = self.degrees(base);
            } else if self.is("^") {
                let braced =
                    matches!(self.peek(1), Kind::Sign("{")) && matches!(self.peek(2), Kind::Sign("°"));
                if braced || matches!(self.peek(1), Kind::Sign("°")) {
                    self.at += if braced { 4 } else { 2 };
                    base = self.degrees(base);
                } else {
                    self.at += 1;
                    let exponent = self.deeper(Self::exponent)?;
                    base = base.power(exponent);
                }
            } else {
                return Ok(base);
            }
        }
        Err(self.wrong("fewer exponents in a row"))
    }

    fn degrees(&mut self, base: Expr) -> Expr {
        let celsius = match self.kind() {
            Kind::Text(text) => text.trim() == "C",
            Kind::Word(word) => word == "C",
            _ => false,
        };
        if celsius {
            self.at += 1;
            self.unit = Unit::none().with("°C", 1);
            return base;
        }
        base.times(Expr::frac(1, 180)).times(Expr::pi())
    }

    fn raised(&mut self) -> Option<Expr> {
        let Kind::Sign(sign) = self.kind() else { return None };
        let value = match *sign {
            "⁻¹" => -1,
            "²" => 2,
            "³" => 3,
            "⁴" => 4,
            "⁵" => 5,
            "⁶" => 6,
            "⁷" => 7,
            "⁸" => 8,
            "⁹" => 9,
            _ => return None,
        };
        self.at += 1;
        Some(Expr::int(value))
    }

    fn exponent(&mut self) -> Read<Expr> {
        if self.eat("-") {
            return Ok(self.exponent()?.negate());
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

    fn group(&mut self, close: &str) -> Read<Expr> {
        let bars = std::mem::take(&mut self.bars);
        let inner = self.sum()?;
        self.expect(close)?;
        self.bars = bars;
        Ok(inner)
    }

    pub(super) fn atom(&mut self) -> Read<Expr> {
        match self.kind().clone() {
            Kind::Number(digits) => self.number(&digits),
            Kind::Word(word) => self.word(&word),
            Kind::Command(name) => self.command(&name),
            Kind::Text(text) => {
                let name = text.trim().to_owned();
                match (Function::named(&name), name.as_str()) {
                    (Some(function), _) => {
                        self.at += 1;
                        self.function(function)
                    }
                    (None, "e" | "i") => {
                        self.at += 1;
                        Ok(Expr::Constant(if name == "e" { Constant::E } else { Constant::I }))
                    }
                    _ => Err(self.wrong("a value before the words")),
                }
            }
            Kind::Sign(sign) => self.bracketed(sign),
            Kind::ThinSpace => {
                self.at += 1;
                self.deeper(Self::atom)
            }
            Kind::End => Err(self.wrong("a value")),
        }
    }

    fn bracketed(&mut self, sign: &str) -> Read<Expr> {
        self.at += 1;
        match sign {
            "(" => self.group(")"),
            "[" => self.group("]"),
            "{" if self.latex => self.group("}"),
            "|" => {
                self.bars += 1;
                let inner = self.sum()?;
                self.expect("|")?;
                self.bars -= 1;
                Ok(Expr::apply(Function::Abs, inner))
            }
            "√" => Ok(self.deeper(Self::atom)?.sqrt()),
            "∛" => Ok(self.deeper(Self::atom)?.power(Expr::frac(1, 3))),
            "π" => Ok(Expr::pi()),
            "∞" => Ok(Expr::Constant(Constant::Infinity)),
            "½" => Ok(Expr::frac(1, 2)),
            "¼" => Ok(Expr::frac(1, 4)),
            "¾" => Ok(Expr::frac(3, 4)),
            _ => {
                self.at -= 1;
                Err(self.wrong("a value"))
            }
        }
    }

    fn number(&mut self, digits: &str) -> Read<Expr> {
        if let (Kind::Word(word), Kind::Number(_)) = (self.peek(1), self.peek(2))
            && matches!(word.as_str(), "e" | "E")
        {
            return Err(self.wrong("a power of ten written out: `e` is Euler's number"));
        }
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let joined = format!("{whole}{decimals}");
        let Ok(value) = joined.parse::<BigInt>() else { return Err(self.wrong("a number")) };
        self.at += 1;
        let scale = BigInt::from(10).pow(decimals.len() as u32);
        Ok(Expr::Number(Rational::new(value, scale)))
    }

    fn word(&mut self, word: &str) -> Read<Expr> {
        if word == "sqrt" || word == "cbrt" || word == "exp" {
            self.at += 1;
            let inner = self.deeper(Self::atom)?;
            return Ok(match word {
                "sqrt" => inner.sqrt(),
                "cbrt" => inner.power(Expr::frac(1, 3)),
                _ => Expr::Constant(Constant::E).power(inner),
            });
        }
        if word == "pi" || word == "oo" || word == "inf" || word == "infinity" {
            self.at += 1;
            return Ok(Expr::Constant(if word == "pi" { Constant::Pi } else { Constant::Infinity }));
        }
        if GREEK.contains(&word) {
            self.at += 1;
            return self.subscripted(word);
        }
        if let Some((function, length)) = function_prefix(word) {
            self.take_letters(length);
            return self.deeper(|parser| parser.function(function));
        }
        let Some(letter) = word.chars().next() else { return Err(self.wrong("a letter")) };
        self.take_letters(letter.len_utf8());
        match letter {
            'e' if !self.reading.plain_letters => Ok(Expr::Constant(Constant::E)),
            'i' if !self.reading.plain_letters => Ok(Expr::Constant(Constant::I)),
            _ => self.subscripted(letter.encode_utf8(&mut [0; 4])),
        }
    }

    /// Takes the front of a word; the rest stays for the next factor.
    fn take_letters(&mut self, length: usize) {
        let token = &mut self.tokens[self.at];
        if let Kind::Word(word) = &mut token.kind {
            if word.len() > length {
                *word = word[length..].to_owned();
                token.span.start += length;
                token.spaced = false;
                return;
            }
        }
        self.at += 1;
    }

    fn subscripted(&mut self, name: &str) -> Read<Expr> {
        if !self.is("_") {
            return Ok(Expr::symbol(name));
        }
        self.at += 1;
        let braced = self.eat("{");
        let mut mark = String::new();
        loop {
            match self.kind() {
                Kind::Number(text) | Kind::Word(text) | Kind::Text(text) if text.len() < 20 => {
                    mark.push_str(text.trim());
                }
                _ => return Err(self.wrong("a name or number as subscript")),
            }
            self.at += 1;
            if !braced || self.eat("}") {
                return Ok(Expr::symbol(&format!("{name}_{mark}")));
            }
        }
    }

    fn command(&mut self, name: &str) -> Read<Expr> {
        if let Some(function) =
            Function::named(name).filter(|f| !matches!(f, Function::Floor | Function::Ceil))
        {
            self.at += 1;
            return self.deeper(|parser| parser.function(function));
        }
        if GREEK.contains(&name) {
            self.at += 1;
            return self.subscripted(name.trim_start_matches("var"));
        }
        self.at += 1;
        match name {
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                let above = self.argument()?;
                Ok(above.over(self.argument()?))
            }
            "binom" | "dbinom" | "tbinom" => {
                let above = self.argument()?;
                Ok(Expr::Apply(Function::Binomial, vec![above, self.argument()?]))
            }
            "sqrt" => {
                let index = if self.eat("[") { Some(self.group("]")?) } else { None };
                let inner = self.argument()?;
                Ok(match index {
                    Some(index) => inner.power(Expr::int(1).over(index)),
                    None => inner.sqrt(),
                })
            }
            "exp" => {
                let inner = if self.is("{") { self.argument()? } else { self.deeper(Self::atom)? };
                Ok(Expr::Constant(Constant::E).power(inner))
            }
            "lfloor" | "lceil" => {
                let inner = self.sum()?;
                let floor = name == "lfloor";
                let close = if floor { "rfloor" } else { "rceil" };
                if self.kind() != &Kind::Command(close.to_owned()) {
                    return Err(self.wrong(format!("`\\{close}`")));
                }
                self.at += 1;
                Ok(Expr::apply(if floor { Function::Floor } else { Function::Ceil }, inner))
            }
            "mathbf" | "mathit" | "boldsymbol" | "boxed" => self.argument(),
            _ => {
                self.at -= 1;
                Err(self.wrong("a command this reader knows"))
            }
        }
    }

    /// A function after its name: exponent, base, argument.
    fn function(&mut self, function: Function) -> Read<Expr> {
        let mut exponent = None;
        let mut base = None;
        loop {
            if exponent.is_none() && self.eat("^") {
                exponent = Some(self.deeper(Self::exponent)?);
            } else if exponent.is_none() && matches!(self.kind(), Kind::Sign("²" | "³" | "⁻¹")) {
                exponent = self.raised();
            } else if base.is_none() && function == Function::Log && self.eat("_") {
                base = Some(self.argument()?);
            } else {
                break;
            }
        }
        let value = match function {
            Function::Log => {
                let base = base.unwrap_or_else(|| Expr::int(10));
                Expr::Apply(function, vec![base, self.function_argument()?])
            }
            Function::Binomial => {
                self.expect("(")?;
                let above = self.sum()?;
                self.expect(",")?;
                Expr::Apply(function, vec![above, self.group(")")?])
            }
            _ => Expr::apply(function, self.function_argument()?),
        };
        let Some(exponent) = exponent else { return Ok(value) };
        if exponent.as_i64() == Some(-1) {
            let inverse = match function {
                Function::Sin => Function::Asin,
                Function::Cos => Function::Acos,
                Function::Tan => Function::Atan,
                _ => return Err(self.wrong("an inverse function written out")),
            };
            let Expr::Apply(_, arguments) = value else { return Ok(value) };
            return Ok(Expr::Apply(inverse, arguments));
        }
        Ok(value.power(exponent))
    }

    fn function_argument(&mut self) -> Read<Expr> {
        while self.kind() == &Kind::ThinSpace {
            self.at += 1;
        }
        if self.eat("(") {
            return self.group(")");
        }
        if self.is("{") && self.latex {
            return self.argument();
        }
        if self.eat("-") {
            return self.deeper(|parser| Ok(parser.function_argument()?.negate()));
        }
        let mut argument = self.deeper(Self::power)?;
        while self.starts_factor()
            && !self.starts_function()
            && !matches!(self.kind(), Kind::Number(_) | Kind::Sign("(" | "["))
        {
            argument = argument.times(self.deeper(Self::power)?);
        }
        let angle = matches!(&argument, Expr::Constant(Constant::Pi))
            || matches!(&argument, Expr::Product(parts) if parts.contains(&Expr::pi()));
        if angle && self.is("/") {
            return Err(self.wrong("brackets: the quotient could be inside or outside the function"));
        }
        Ok(argument)
    }
}

/// The function a word begins with: `sinx` is sin x.
fn function_prefix(word: &str) -> Option<(Function, usize)> {
    if let Some(function) = Function::named(word) {
        return Some((function, word.len()));
    }
    Function::ALL
        .iter()
        .filter(|(function, name)| !matches!(function, Function::Abs) && word.starts_with(name))
        .map(|(function, name)| (*function, name.len()))
        .max_by_key(|(_, length)| *length)
}
