"""Questions of mathematics_dataset, each answer checked by SymPy, as JSON.

usage: dataset.py QUESTIONS PROCESSES

The modules are those whose question can be read back from its text; they take turns. A check starts from the text of
the question and of the answer alone, as a verifier does. Only questions whose answer is shown right are counted.
"""

import json
import multiprocessing
import random
import re
import sys
import time
import warnings

warnings.simplefilter("ignore")  # NumPy on names it is about to drop

import numpy
import sympy
from absl import flags
from mathematics_dataset import generate

ORDINALS = {"first": 1, "second": 2, "third": 3}


def read(text):
    names = set(re.findall(r"\b[a-z]\b", text))
    return sympy.sympify(text, locals={name: sympy.Symbol(name) for name in names})


def difference(equation):
    left, right = equation.split("=")
    return read(left) - read(right)


def asked(question):
    """A question without its verb and full stop."""
    words = r"(What is the value of|What is|Calculate|Evaluate|Simplify|Expand|Factor|Collect the terms in)?"
    return re.fullmatch(words + r" ?(.*?)[.?]?", question).group(2)


def same_value(question, answer):
    return sympy.simplify(read(asked(question)) - read(answer)) == 0


def same_polynomial(question, answer):
    return sympy.expand(read(asked(question)) - read(answer)) == 0


def solved(question, answer):
    """Linear equations, solved for the unknown asked for."""
    equations, name = re.fullmatch(r"Solve (.*) for (.)\.", question).groups()
    sides = [difference(equation) for equation in equations.split(",")]
    found = sympy.solve(sides, dict=True)
    return len(found) == 1 and found[0][sympy.Symbol(name)] == read(answer)


def roots(question, answer):
    if question.startswith("Factor"):
        return same_polynomial(question, answer)
    left = re.split(r"[a-zA-Z]{2,} ", question.split(" = 0")[0])[-1]
    found = sympy.roots(read(left), multiple=False)
    return set(found) == {read(root) for root in answer.split(",")}


def derivative(question, answer):
    order = next((n for word, n in ORDINALS.items() if word in question), 1)
    text = re.fullmatch(r"(?:.*derivative of|Differentiate) (.*?)(?: (?:wrt|with respect to) (.))?[.?]", question)
    expression = read(text.group(1))
    name = sympy.Symbol(text.group(2)) if text.group(2) else next(iter(expression.free_symbols))
    return sympy.expand(sympy.diff(expression, name, order) - read(answer)) == 0


def value_at(question, answer):
    name, rule, at = re.fullmatch(r"Let .\((.)\) = (.*?)\. .* .\((.*)\)[.?]", question).groups()
    return read(rule).subs(sympy.Symbol(name), read(at)) == read(answer)


CHECKS = {
    "algebra__linear_1d": solved,
    "algebra__linear_2d": solved,
    "algebra__polynomial_roots": roots,
    "arithmetic__mixed": same_value,
    "arithmetic__simplify_surd": same_value,
    "calculus__differentiate": derivative,
    "polynomials__collect": same_polynomial,
    "polynomials__evaluate": value_at,
    "polynomials__expand": same_polynomial,
}


def make(task):
    seed, questions = task
    random.seed(seed)
    numpy.random.seed(seed)
    modules = generate.filtered_modules["train"]
    names = sorted(CHECKS)
    times = {name: [0.0, 0, 0] for name in names}
    for place in range(questions):
        name = names[place % len(names)]
        started = time.perf_counter()
        problem, _ = generate.sample_from_module(modules[name])
        question, answer = str(problem.question), str(problem.answer)
        try:
            right = bool(CHECKS[name](question, answer))
        except (AttributeError, SyntaxError, StopIteration, TypeError, sympy.SympifyError):
            right = False
        if not right:
            print("not shown right:", question, "=>", answer, file=sys.stderr)
        row = times[name]
        row[0] += time.perf_counter() - started
        row[1] += 1
        row[2] += right
    return times


def main():
    questions, processes = int(sys.argv[1]), int(sys.argv[2])
    flags.FLAGS(sys.argv[:1])
    generate.init_modules()
    make((0, len(CHECKS)))  # the first calls load modules
    tasks = [(seed, questions // processes) for seed in range(1, processes + 1)]
    with multiprocessing.Pool(processes) as pool:
        started = time.perf_counter()
        found = pool.map(make, tasks, chunksize=1)
        seconds = time.perf_counter() - started
    modules = {}
    for name in sorted(CHECKS):
        spent, made, right = (sum(times[name][i] for times in found) for i in range(3))
        modules[name] = {"milliseconds": spent * 1000 / made, "made": made, "right": right}
    right = sum(module["right"] for module in modules.values())
    json.dump({"per_second": right / seconds, "right": right, "modules": modules}, sys.stdout)


if __name__ == "__main__":
    main()
