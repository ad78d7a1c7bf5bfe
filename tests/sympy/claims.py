"""Solves the claims of exam items with SymPy and with Maxima, and prints which options are right.

Usage: claims.py FILE. Each line of the file is an item: slot, claim, options. For each the answer is a line with what
either program found. The key is not told.
"""

import itertools
import json
import math
import multiprocessing
import operator
import pathlib
import signal
import sys
from fractions import Fraction

import mpmath
import sympy

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "maxima"))
import batch
from reading import compiled, expression, names, option, quantity, sides

DIGITS = 50
mpmath.mp.dps = DIGITS
SECONDS = 20
SIGNS = {"<=": operator.le, ">=": operator.ge, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "=": operator.eq}


class Undecided(Exception):
    pass


def number(value):
    """The value of an expression without symbols; none if it is not real."""
    found = sympy.N(value, DIGITS, maxn=400)
    if found.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        return None
    found = mpmath.mpmathify(found)
    if isinstance(found, mpmath.mpc):
        if abs(found.imag) > mpmath.mpf(10) ** -40 * (1 + abs(found.real)):
            return None
        found = found.real
    return found if mpmath.isfinite(found) else None


def near(a, b, digits=40):
    if a is None or b is None:
        return False
    return abs(a - b) <= mpmath.mpf(10) ** -digits * max(abs(a), abs(b), mpmath.mpf(10) ** -12)


def points(symbols):
    """Parameter values at which expressions are compared; small enough to be angles."""
    symbols = sorted(symbols, key=str)
    for trial in range(3 if symbols else 1):
        yield {symbol: sympy.Rational(5 + 3 * place + 4 * trial, 17 + 2 * place) for place, symbol in enumerate(symbols)}


def along(value, places):
    return [number(value.subs(place)) for place in places]


def alike(a, b, digits=40):
    return all(near(x, y, digits) for x, y in zip(a, b))


def given(claim):
    return {name: expression(quantity(text), {}) for name, text in claim.get("given", {}).items()}


def solve(claim, options):
    """Every real solution, by `sympy.solve`; if that has no method, by elimination."""
    values = given(claim)
    unknowns = [sympy.Symbol(name, real=True) for name in claim["unknowns"]]
    values.update({str(symbol): symbol for symbol in unknowns})
    texts = [*claim["equations"], *claim.get("conditions", []), claim["ask"], *options.values()]
    for name in set().union(*map(names, texts)) - set(values):
        values[name] = sympy.Symbol(name, positive=True)
    equations = []
    for text in claim["equations"]:
        left, _, right = sides(text)
        equations.append(expression(left, values) - expression(right, values))
    equations = [equation for equation in equations if equation != 0]
    ask = expression(claim["ask"], values)
    try:
        solutions = sympy.solve(equations, unknowns, dict=True)
    except NotImplementedError:
        solutions = list(one_by_one(equations, unknowns, {}))
    read = {letter: expression(text, values) for letter, text in options.items()}
    places = list(points({s for value in (ask.subs(sol) for sol in solutions) for s in value.free_symbols}
                         | {s for value in read.values() for s in value.free_symbols}))
    answers = []
    for solution in solutions:
        if any(None in along(value, points(value.free_symbols)) for value in solution.values()):
            continue
        if not all(holds(text, values, solution) for text in claim.get("conditions", [])):
            continue
        answer = along(ask.subs(solution), places)
        if None not in answer and not any(alike(answer, known) for known in answers):
            answers.append(answer)
    return answers, {letter: along(value, places) for letter, value in read.items()}, 40


def one_by_one(equations, unknowns, known):
    """Solutions by elimination: the equation with the fewest unknowns first."""
    left = [equation for equation in (equation.subs(known) for equation in equations) if equation != 0]
    if not left:
        yield known
        return
    easiest = min(left, key=lambda equation: len(equation.free_symbols & set(unknowns)))
    inside = [symbol for symbol in unknowns if easiest.has(symbol)]
    if not inside:
        if number(easiest) is not None and abs(number(easiest)) < mpmath.mpf(10) ** -40:
            yield from one_by_one([e for e in left if e is not easiest], unknowns, known)
        return
    for root in sympy.solve(easiest, inside[0]):
        put = {symbol: value.subs(inside[0], root) for symbol, value in known.items()}
        yield from one_by_one(equations, unknowns, {**put, inside[0]: root})


def holds(text, values, solution):
    left, sign, right = sides(text)
    a, b = (expression(side, values).subs(solution) for side in (left, right))
    places = list(points(a.free_symbols | b.free_symbols))
    for x, y in zip(along(a, places), along(b, places)):
        if x is None or y is None:
            raise Undecided(f"`{text}` has no value")
        if not (sign in ("<=", ">=") if near(x, y) else SIGNS[sign](x, y)):
            return False
    return True


def extreme(claim, options):
    """The values at the critical points and at the ends of the ranges."""
    values = given(claim)
    variables = {name: sympy.Symbol(name, real=True) for name in claim["over"]}
    ends = {variables[name]: [expression(end, values) for end in pair] for name, pair in claim["over"].items()}
    read = {letter: [number(expression(text, values))] for letter, text in options.items()}
    values.update(variables)
    of = expression(claim["of"], values)
    if "subject_to" in claim:
        left, _, right = sides(claim["subject_to"])
        found = on_curve(of, expression(left, values) - expression(right, values), ends)
    else:
        found = on_line(of, *ends.popitem())
    found = [value for value in found if value is not None]
    if not found:
        return [], read, 18
    least, greatest = min(found), max(found)
    hair = mpmath.mpf(10) ** -18
    whole = mpmath.floor(greatest + hair) - mpmath.ceil(least - hair) + 1
    answer = {"greatest": greatest, "least": least, "width": greatest - least, "whole_numbers": whole}[claim["find"]]
    if claim["find"] != "least" and greatest == mpmath.inf or claim["find"] != "greatest" and least == -mpmath.inf:
        raise Undecided("there is no bound")
    return [[answer]], read, 18


def on_line(of, x, ends):
    """The derivative changes sign at an extremum; a function that exceeds every such value is unbounded."""
    slope = sympy.diff(of, x)
    value, rise = sympy.lambdify(x, of, "mpmath"), sympy.lambdify(x, slope, "mpmath")
    low, high = (number(end) for end in ends)
    steps = 401
    grid = [low + (high - low) * i / steps for i in range(1, steps)]
    found = [number(of.subs(x, end)) for end in ends]
    rises = [rise(place) for place in grid]
    for a, b, at_a, at_b in zip(grid, grid[1:], rises, rises[1:]):
        if at_a * at_b <= 0:
            found.append(value(mpmath.findroot(rise, (a, b), solver="anderson", tol=mpmath.mpf(10) ** -60, verify=False)))
    known = [value for value in found if value is not None]
    margin = (high - low) * mpmath.mpf(10) ** -12
    seen = [value(place) for place in [low + margin, *grid, high - margin]]
    slack = mpmath.mpf(10) ** -30
    if max(seen) > max(known) + slack:
        found.append(mpmath.inf)
    if min(seen) < min(known) - slack:
        found.append(-mpmath.inf)
    return found


def core(of):
    """The expressions under roots and absolute values: their critical points and zeros include those of the whole."""
    if of.is_Mul:
        inside = [factor for factor in of.args if factor.free_symbols]
        return core(inside[0]) if len(inside) == 1 else of
    if isinstance(of, sympy.Abs) or of.is_Pow and of.exp == sympy.Rational(1, 2):
        return core(of.args[0])
    return of


def on_curve(of, tie, ends):
    """Where the gradients are parallel, exactly: a resultant leaves a polynomial in one variable."""
    (x, first), (y, second) = ends.items()
    tie = sympy.numer(sympy.together(tie))
    inner = core(of)
    parallel = sympy.numer(sympy.together(inner.diff(x) * tie.diff(y) - inner.diff(y) * tie.diff(x)))
    conditions = [parallel, sympy.numer(sympy.together(inner)), x - first[0], x - first[1], y - second[0], y - second[1]]
    for condition in conditions:
        for place in common(sympy.expand(condition), sympy.expand(tie), x, y):
            inside = all(number(low) - mpmath.mpf(10) ** -18 <= place[symbol] <= number(high) + mpmath.mpf(10) ** -18
                         for symbol, (low, high) in ends.items())
            if inside:
                yield number(of.subs(place))


def common(a, b, x, y):
    """The real points at which both polynomials are zero."""
    if not a.free_symbols:
        return
    for one, other in ((x, y), (y, x)):
        if not (a.has(other) and b.has(other)):
            left = a if not a.has(other) else b
            if not left.has(one):
                continue
            rest = b if left is a else a
        else:
            left, rest = sympy.resultant(a, b, other), b
        for place in real_roots(left, one):
            for across in real_roots(rest.subs(one, place), other):
                if abs(number(a.subs({one: place, other: across}))) < mpmath.mpf(10) ** -18:
                    yield {one: place, other: across}
        return


def real_roots(polynomial, x):
    polynomial = sympy.Poly(polynomial, x)
    if polynomial.is_zero:
        raise Undecided("the curves have a part in common")
    if polynomial.degree() < 1:
        return []
    if polynomial.get_domain().is_Exact:
        polynomial = polynomial.sqf_part()
    coefficients = [number(c) for c in polynomial.all_coeffs()]
    with mpmath.workdps(3 * DIGITS):
        roots = mpmath.polyroots(coefficients, maxsteps=500, extraprec=600)
    return [sympy.Float(root.real, DIGITS) for root in map(mpmath.mpc, roots) if abs(root.imag) < mpmath.mpf(10) ** -18]


EXACT = {
    "exact": Fraction, "abs": abs, "floor": lambda x: Fraction(math.floor(x)),
    "binomial": lambda n, k: Fraction(math.comb(whole(n), whole(k))),
}
ROUNDED = {
    "exact": mpmath.mpf, "abs": abs, "floor": mpmath.floor, "binomial": mpmath.binomial, "sqrt": mpmath.sqrt, "pi": mpmath.pi,
    "sin": mpmath.sin, "cos": mpmath.cos, "ln": mpmath.log,
}


def whole(value):
    if value.denominator != 1:
        raise ValueError(f"{value} is not whole")
    return int(value)


def enumerate_cases(claim, options):
    """Enumerates every case with fractions; irrational terms get fifty digits."""
    plain = {name: eval(compiled(quantity(text)), {"__builtins__": {}}, EXACT) for name, text in claim.get("given", {}).items()}
    ranges = [(count["name"], compiled(count["from"]), compiled(count["to"])) for count in claim["over"]]
    conditions = [(compiled(left), SIGNS[sign], compiled(right)) for left, sign, right in map(sides, claim.get("such_that", []))]
    of = compiled(claim.get("of", "1"))
    terms = []

    def exact(code, at):
        return eval(code, {"__builtins__": {}}, {**EXACT, **at})

    def term(at):
        try:
            return exact(of, at)
        except NameError:
            rounded = {name: mpmath.mpf(value.numerator) / value.denominator for name, value in at.items()}
            return eval(of, {"__builtins__": {}}, {**ROUNDED, **rounded})

    def walk(place, at):
        if place == len(ranges):
            if all(compare(exact(left, at), exact(right, at)) for left, compare, right in conditions):
                terms.append(term(at))
            return
        name, first, last = ranges[place]
        for n in range(whole(exact(first, at)), whole(exact(last, at)) + 1):
            walk(place + 1, {**at, name: Fraction(n)})

    walk(0, plain)
    total = {
        "count": lambda: Fraction(len(terms)), "sum": lambda: sum(terms), "product": lambda: math.prod(terms),
        "greatest": lambda: max(terms), "least": lambda: min(terms),
    }[claim["find"]]()
    read = {letter: [number(expression(text, {}))] for letter, text in options.items()}
    if isinstance(total, Fraction):
        total = mpmath.mpf(total.numerator) / total.denominator
    return [[mpmath.mpf(total)]], read, 40


def graph(claim, options):
    """Integrates each straight piece, split where it crosses the axis if areas must be positive."""
    values = given(claim)
    corners = [tuple(expression(text, values) for text in corner) for corner in claim["points"]]
    low, high = expression(claim["from"], values), expression(claim["to"], values)
    x = sympy.Symbol("x", real=True)
    pieces = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:]):
        if not x0 < x1:
            raise Undecided("the corners are not in order")
        pieces.append((x0, x1, sympy.expand(y0 + (y1 - y0) / (x1 - x0) * (x - x0))))

    def height(place):
        return next(line.subs(x, place) for x0, x1, line in pieces if x0 <= place <= x1)

    area = total = sympy.Integer(0)
    for x0, x1, line in pieces:
        a, b = max(x0, low), min(x1, high)
        if a < b:
            cuts = sorted({a, b, *(root for root in sympy.roots(line, x) if a < root < b)}) if line.has(x) else [a, b]
            parts = [sympy.integrate(line, (x, u, v)) for u, v in zip(cuts, cuts[1:])]
            area, total = area + sum(parts), total + sum(map(abs, parts))
    found = {"area": area, "total_area": total, "mean": area / (high - low),
             "slope": (height(high) - height(low)) / (high - low)}[claim["find"]]
    if "then" in claim:
        found = expression(claim["then"], {**values, "y": found})
    read = {letter: [number(expression(text, values))] for letter, text in options.items()}
    return [[number(found)]], read, 40


def fits(claim, options):
    """A formula is right if it has the value it must have in every special case."""
    values = given(claim)
    texts = [*options.values(), *(text for case in claim["at"] for text in (case["gives"], *case["put"].values()))]
    inside = set().union(*map(names, texts), *(case["put"] for case in claim["at"]))
    values.update({name: sympy.Symbol(name, positive=True) for name in inside - set(values)})
    read = {letter: expression(text, values) for letter, text in options.items()}
    places = list(points({s for value in read.values() for s in value.free_symbols}))
    vectors = {letter: along(value, places) for letter, value in read.items()}
    right = [letter for letter, formula in read.items() if all(case_holds(formula, case, values) for case in claim["at"])]
    return [vectors[letter] for letter in right], vectors, 40


def case_holds(formula, case, values):
    put = {values[name]: sympy.oo if text == "oo" else expression(text, values) for name, text in case["put"].items()}
    if case["gives"] == "oo":
        return limit(1 / formula, put) == 0
    wanted = limit(expression(case["gives"], values), put)
    found = limit(formula, put)
    places = list(points(found.free_symbols | wanted.free_symbols))
    return alike(along(found, places), along(wanted, places))


def limit(formula, put):
    if sympy.oo not in put.values():
        found = formula.subs(put, simultaneous=True)
        if found.is_finite is not False and not found.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
            return found
    t = sympy.Symbol("t_", positive=True)
    on_the_way = {symbol: 1 / t if value == sympy.oo else value + t for symbol, value in put.items()}
    return sympy.limit(sympy.cancel(sympy.together(formula.subs(on_the_way, simultaneous=True))), t, 0, "+")


KINDS = {"solve": solve, "extreme": extreme, "enumerate": enumerate_cases, "graph": graph, "fits": fits}


def too_long(*_):
    raise Undecided(f"more than {SECONDS} s")


def by_sympy(item):
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        answers, options, digits = KINDS[item["claim"]["task"]](item["claim"], item["plain"])
        signal.alarm(0)
    except Exception as error:
        signal.alarm(0)
        return {"undecided": f"{type(error).__name__}: {error}"}
    missing = [letter for letter, value in options.items() if None in value]
    if missing:
        return {"undecided": f"the options {missing} have no real value"}
    right = [letter for letter, value in options.items() if any(alike(value, answer, digits) for answer in answers)]
    same = [pair for pair in itertools.combinations(options, 2) if alike(options[pair[0]], options[pair[1]], digits)]
    return {"decided": {"right": right, "same": same, "answers": [mpmath.nstr(answer[0], 15) for answer in answers]}}


def main():
    items = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    for item in items:
        item["plain"] = {letter: option(text, item["claim"].get("unit")) for letter, text in item["options"].items()}
    maxima = batch.start(items)
    with multiprocessing.Pool(2) as pool:
        found = pool.map(by_sympy, items, chunksize=5)
    also = batch.finish(maxima)
    for item, verdict in zip(items, found):
        slot = item["slot"]
        line = {"slot": slot, "kind": item["claim"]["task"], "sympy": verdict, "maxima": also[slot]}
        print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    main()
