"""Reads lines `a<TAB>b<TAB>x=3/2;y=1/3` and prints one word for each: equal, different or undefined.

A point with unknowns counts only where every root and logarithm has a real value: there the maths crate makes its claim.
"""

import ast
import sys

import mpmath
import sympy

mpmath.mp.dps = 50
NAMES = {name: sympy.Symbol(name) for name in "xyzabn"}
NAMES.update(E=sympy.E, I=sympy.I, pi=sympy.pi, sqrt=sympy.sqrt, log=sympy.log, Abs=sympy.Abs)
for word in "sin cos tan asin acos atan factorial binomial".split():
    NAMES[word] = getattr(sympy, word)
NAMES["Integer"] = sympy.Integer


class Outside(Exception):
    pass


def real(value):
    if isinstance(value, mpmath.mpc):
        if value.imag != 0:
            raise Outside
        value = value.real
    return mpmath.mpf(value)


def root(value):
    if real(value) < 0:
        raise Outside
    return mpmath.sqrt(value)


def ln(value):
    if real(value) <= 0:
        raise Outside
    return mpmath.log(value)


def within(function):
    def inner(value):
        if abs(real(value)) > 1:
            raise Outside
        return function(value)

    return inner


def defined(text, point):
    names = dict(
        E=mpmath.e, pi=mpmath.pi, sqrt=root, log=ln, Abs=abs, sin=mpmath.sin, cos=mpmath.cos, tan=mpmath.tan,
        asin=within(mpmath.asin), acos=within(mpmath.acos), atan=mpmath.atan, Integer=mpmath.mpf,
        factorial=mpmath.factorial, binomial=mpmath.binomial, I=mpmath.j,
    )
    names.update({name: mpmath.mpf(value.p) / value.q for name, value in point.items()})
    try:
        real(eval(compile(ast.parse(text, mode="eval"), "text", "eval"), {"__builtins__": {}}, names))
        return True
    except (Outside, ZeroDivisionError, OverflowError, ValueError):
        return False


def judge(a, b, point):
    if point and not (defined(a, point) and defined(b, point)):
        return "undefined"
    left, right = eval(a, {"__builtins__": {}}, NAMES), eval(b, {"__builtins__": {}}, NAMES)
    values = {NAMES[name]: value for name, value in point.items()}
    left, right = left.subs(values), right.subs(values)
    if any(side.has(sympy.zoo, sympy.nan, sympy.oo) for side in (left, right)):
        return "undefined"
    difference = sympy.N(left - right, 40, maxn=400)
    scale = 1 + abs(sympy.N(left, 40))
    return "equal" if abs(difference) < scale * sympy.Float("1e-33") else "different"


for line in sys.stdin:
    a, b, written = line.rstrip("\n").split("\t")
    point = {}
    for part in filter(None, written.split(";")):
        name, value = part.split("=")
        point[name] = sympy.Rational(value)
    print(judge(a, b, point))
