//! Atoms: numbers, letters, brackets, commands, functions with their arguments.

use num_bigint::BigInt;

use super::{ReadError, grammar::Parser, token::Kind};
use crate::expr::{Constant, Expr, Function, Rational};

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

/// Greek letters by their names, so that `θ` and `\theta` are one unknown.
const LETTERS: [(char, &str); 33] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('µ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('φ', "phi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Δ', "Delta"),
    ('Γ', "Gamma"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Σ', "Sigma"),
    ('Φ', "Phi"),
    ('Ω', "Omega"),
    ('Ω', "Omega"),
];

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Read<Expr> {
        match self.kind().clone() {
            Kind::Number(digits) => self.number(&digits),
            Kind::Word(word) => self.word(&word),
            Kind::Command(name) => self.command(&name),
            Kind::Text(text) => {
                let name = text.trim().to_owned();
                match (Function::from_name(&name), name.as_str()) {
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
            Kind::Sign(sign) => self.read_bracketed(sign),
            Kind::ThinSpace => {
                self.at += 1;
                self.deeper(Self::atom)
            }
            Kind::Raised(_) | Kind::End => Err(self.wrong("a value")),
        }
    }

    fn read_bracketed(&mut self, sign: &str) -> Read<Expr> {
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
            return self.read_subscript(word.trim_start_matches("var"));
        }
        if let Some((function, length)) = function_prefix(word) {
            self.take_letters(length);
            return self.deeper(|parser| parser.function(function));
        }
        if !self.latex && is_prose(word) {
            return Err(self.wrong("a formula: letters that are multiplied need a sign between them"));
        }
        let Some(letter) = word.chars().next() else { return Err(self.wrong("a letter")) };
        self.take_letters(letter.len_utf8());
        match letter {
            'e' | 'i' if self.is("_") => self.read_subscript(letter.encode_utf8(&mut [0; 4])),
            'e' if !self.reading.plain_letters => Ok(Expr::Constant(Constant::E)),
            'i' if !self.reading.plain_letters => Ok(Expr::Constant(Constant::I)),
            _ => match LETTERS.iter().find(|(greek, _)| *greek == letter) {
                Some((_, name)) => self.read_subscript(name),
                None => self.read_subscript(letter.encode_utf8(&mut [0; 4])),
            },
        }
    }

    /// Takes the front of a word; the rest stays for the next factor.
    fn take_letters(&mut self, length: usize) {
        let token = &mut self.tokens[self.at];
        if let Kind::Word(word) = &mut token.kind
            && word.len() > length
        {
            *word = word[length..].to_owned();
            token.span.start += length;
            token.spaced = false;
            return;
        }
        self.at += 1;
    }

    fn read_subscript(&mut self, name: &str) -> Read<Expr> {
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
            Function::from_name(name).filter(|f| !matches!(f, Function::Floor | Function::Ceil))
        {
            self.at += 1;
            return self.deeper(|parser| parser.function(function));
        }
        if GREEK.contains(&name) {
            self.at += 1;
            return self.read_subscript(name.trim_start_matches("var"));
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
            } else if exponent.is_none() && matches!(self.kind(), Kind::Raised(_)) {
                exponent = self.read_exponent()?;
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

/// Whether a run of letters in plain text is a word of the language rather than a product. As products, `use half` and
/// `half use` would be equal.
fn is_prose(word: &str) -> bool {
    const SHORT: [&str; 14] =
        ["the", "all", "yes", "not", "are", "you", "can", "for", "use", "was", "has", "its", "any", "who"];
    word.chars().count() > 3 || SHORT.contains(&word.to_lowercase().as_str())
}

/// The function a word begins with: `sinx` is sin x.
pub(super) fn function_prefix(word: &str) -> Option<(Function, usize)> {
    if let Some(function) = Function::from_name(word) {
        return Some((function, word.len()));
    }
    Function::ALL
        .iter()
        .filter(|(function, name)| !matches!(function, Function::Abs) && word.starts_with(name))
        .map(|(function, name)| (*function, name.len()))
        .max_by_key(|(_, length)| *length)
}
