"""Parses claims and their options for SymPy and Maxima: units, LaTeX and plain expressions.

A plain expression is text such as `2*sqrt(3)*x^2`. Nothing here is shared with the maths crate.
"""

import ast
import re
from fractions import Fraction

import sympy

# Metre, kilogram, second, ampere.
KINDS = {
    "m": (1, 0, 0, 0), "g": (0, 1, 0, 0), "s": (0, 0, 1, 0), "A": (0, 0, 0, 1), "N": (1, 1, -2, 0),
    "J": (2, 1, -2, 0), "W": (2, 1, -3, 0), "Pa": (-1, 1, -2, 0), "Hz": (0, 0, -1, 0), "C": (0, 0, 1, 1),
    "V": (2, 1, -3, -1), "Ω": (2, 1, -3, -2), "l": (3, 0, 0, 0), "min": (0, 0, 1, 0), "h": (0, 0, 1, 0),
}
SIZES = {"g": Fraction(1, 1000), "l": Fraction(1, 1000), "min": Fraction(60), "h": Fraction(3600)}
PREFIXES = {"n": -9, "μ": -6, "m": -3, "c": -2, "k": 3, "M": 6}


def unit(text):
    """The size of a unit such as `m s^-1` in SI, and its kind."""
    size, kind = Fraction(1), [0, 0, 0, 0]
    for part in text.split():
        name, _, power = part.partition("^")
        power = int(power or 1)
        factor = Fraction(1)
        if name not in KINDS:
            factor, name = Fraction(10) ** PREFIXES[name[0]], name[1:]
        size *= (factor * SIZES.get(name, 1)) ** power
        kind = [a + power * b for a, b in zip(kind, KINDS[name])]
    return size, tuple(kind)


def quantity(text):
    """`3 m s^-1` as a plain expression in SI."""
    number, _, written = text.partition(" ")
    return f"(({number})*({unit(written)[0]}))" if written else f"({number})"


def option(text, wanted):
    """A printed option as a plain expression in SI; `wanted` is the unit of the claim."""
    inner = re.fullmatch(r"\\\((.*)\\\)", text).group(1)
    value, _, written = inner.partition("\\,\\mathrm{")
    if bool(written) != bool(wanted):
        raise ValueError(f"{text}: the unit should be {wanted}")
    if not written:
        return Latex(value).whole()
    written = written.removesuffix("}").replace("\\,", " ").replace("\\Omega", "Ω")
    size, kind = unit(re.sub(r"\^\{(-?\d+)\}", r"^\1", written))
    if kind != unit(wanted)[1]:
        raise ValueError(f"{text}: this is no {wanted}")
    return f"(({Latex(value).whole()})*({size}))"


class Latex:
    """Parses the few forms in which options are printed."""

    TOKEN = re.compile(r"\\left|\\right|\\[A-Za-z]+|\d+|[A-Za-z]|[-+^_{}()\[\]|!]")
    FUNCTIONS = {"\\sin": "sin", "\\cos": "cos", "\\tan": "tan", "\\ln": "ln", "\\sqrt": "sqrt"}

    def __init__(self, text):
        rest = self.TOKEN.sub("", text).strip()
        if rest:
            raise ValueError(f"`{rest}` in {text}")
        self.tokens = [token for token in self.TOKEN.findall(text) if token not in ("\\left", "\\right")]

    def peek(self):
        return self.tokens[0] if self.tokens else ""

    def take(self, wanted=None):
        token = self.tokens.pop(0)
        if wanted and token != wanted:
            raise ValueError(f"`{token}` where `{wanted}` should be")
        return token

    def whole(self):
        value = self.sum()
        if self.tokens:
            raise ValueError(f"`{self.tokens}` is left over")
        return value

    def sum(self):
        value = "-" + self.product() if self.peek() == "-" and self.take() else self.product()
        while self.peek() in ("+", "-"):
            value += f" {self.take()} {self.product()}"
        return f"({value})"

    def product(self):
        value = self.power()
        while self.peek() not in ("", "+", "-", "}", ")", "|", "]"):
            if self.peek() == "\\cdot":
                self.take()
            value += "*" + self.power()
        return value

    def power(self):
        base = self.atom()
        return f"({base})^({self.group()})" if self.peek() == "^" and self.take() else base

    def group(self):
        self.take("{")
        value = self.sum()
        self.take("}")
        return value

    def atom(self):
        token = self.take()
        if token == "\\frac":
            return f"(({self.group()})/({self.group()}))"
        if token in self.FUNCTIONS:
            name = self.FUNCTIONS[token]
            if self.peek() == "{":
                return f"{name}({self.group()})"
            if self.peek() != "(":
                return f"{name}({self.atom()})"
            self.take("(")
            value = f"{name}({self.sum()})"
            self.take(")")
            return value
        if token == "(":
            value = self.sum()
            self.take(")")
            return value
        if token.isdigit() or token.isalpha():
            return token
        if token[0] == "\\" and len(token) > 1:
            return token[1:]
        raise ValueError(f"`{token}`")


def sides(text):
    """The two sides of an equation or a comparison, and its sign."""
    sign = next(sign for sign in ("<=", ">=", "!=", "<", ">", "=") if sign in text)
    left, right = text.split(sign)
    return left, sign, right


class Whole(ast.NodeTransformer):
    """Makes numbers exact, so that `1/2` is a half."""

    def visit_Constant(self, node):
        return ast.Call(ast.Name("exact", ast.Load()), [node], [])


def compiled(text):
    tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    return compile(ast.fix_missing_locations(Whole().visit(tree)), text, "eval")


def names(text):
    """The names in a plain expression that stand for values."""
    return set(re.findall(r"[A-Za-z]\w*(?!\w*\()", text)) - {"pi", "oo"}


def tan(x):
    return sympy.sin(x) / sympy.cos(x)


FUNCTIONS = dict(
    exact=sympy.Integer, pi=sympy.pi, sqrt=sympy.sqrt, sin=sympy.sin, cos=sympy.cos, tan=tan, cot=lambda x: 1 / tan(x),
    ln=sympy.log, log_2=lambda x: sympy.log(x) / sympy.log(2), log_3=lambda x: sympy.log(x) / sympy.log(3),
    abs=sympy.Abs, floor=sympy.floor, binomial=sympy.binomial,
)


def expression(text, values):
    """A plain expression for SymPy."""
    return sympy.sympify(eval(compiled(text), {"__builtins__": {}}, {**FUNCTIONS, **values}))
