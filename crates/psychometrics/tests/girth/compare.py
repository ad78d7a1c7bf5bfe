"""What others make of the same answers. Reads {"answers": persons x items, "holes": the same with some -1 for
items that were not presented, "a": [...], "b": [...]} and prints JSON.

girth solves for each difficulty so that the share right under N(0, 1) is the observed one, and searches the
discriminations; that is close to marginal maximum likelihood, but not its maximum. So there is a third opinion:
scipy's optimiser on the marginal likelihood itself, over Gauss-Hermite nodes.
"""

import json
import sys
import time

import girth
import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

given = json.load(sys.stdin)
answers = np.array(given["answers"])
items = answers.T.copy()


def likelihood(parameters, answers, common_slope):
    """Negative marginal log likelihood and its gradient in (slopes, intercepts)."""
    count = answers.shape[1]
    slopes = np.full(count, parameters[0]) if common_slope else parameters[:count]
    intercepts = parameters[-count:]
    p = expit(np.outer(NODES, slopes) + intercepts)
    seen, right = (answers >= 0).astype(float), (answers == 1).astype(float)
    logs = right @ np.log(p).T + (seen - right) @ np.log1p(-p).T
    weighed = np.exp(logs) * WEIGHTS
    marginal = weighed.sum(axis=1)
    posterior = weighed / marginal[:, None]
    excess = posterior.T @ right - (posterior.T @ seen) * p
    by_slope = (NODES[:, None] * excess).sum(axis=0)
    by_slope = np.array([by_slope.sum()]) if common_slope else by_slope
    return -np.log(marginal).sum(), -np.concatenate([by_slope, excess.sum(axis=0)])


NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(61)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


def optimum(answers, common_slope):
    count = answers.shape[1]
    start = np.concatenate([np.ones(1 if common_slope else count), np.zeros(count)])
    options = {"maxiter": 2000, "ftol": 1e-14, "gtol": 1e-6}
    found = minimize(likelihood, start, args=(answers, common_slope), jac=True, method="L-BFGS-B", options=options)
    slopes = np.full(count, found.x[0]) if common_slope else found.x[:count]
    return {"a": slopes.tolist(), "d": found.x[-count:].tolist(), "log_likelihood": -float(found.fun)}


started = time.perf_counter()
two = girth.twopl_mml(items)
seconds = time.perf_counter() - started
one = girth.onepl_mml(items)
json.dump(
    {
        "alpha": float(girth.common.cronbach_alpha(items)),
        "girth_2pl": {"a": two["Discrimination"].tolist(), "b": two["Difficulty"].tolist()},
        "girth_1pl": {"a": [float(one["Discrimination"])], "b": one["Difficulty"].tolist()},
        "eap": girth.ability_eap(items, np.array(given["b"]), np.array(given["a"])).tolist(),
        "scipy_2pl": optimum(answers, False),
        "scipy_1pl": optimum(answers, True),
        "scipy_holes": optimum(np.array(given["holes"]), False),
        "girth_seconds": seconds,
    },
    sys.stdout,
)
