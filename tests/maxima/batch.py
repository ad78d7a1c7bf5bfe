"""Solves claims with Maxima, in one batch that runs in parallel with the rest.

Parameters get two sets of values each. What Maxima has no method for stays undecided; extremes and limits are not asked.
"""

import json
import pathlib
import re
import subprocess
import tempfile

from reading import names, quantity, sides

HERE = pathlib.Path(__file__).resolve().parent
ASKED = ("solve", "enumerate", "graph")
SECONDS = 120


def start(items):
    """A Maxima process that solves the claims of the items."""
    script = tempfile.NamedTemporaryFile("w", suffix=".mac", encoding="utf-8")
    script.write(f'load("{HERE / "claims.mac"}")$\n')
    asked = []
    for item in items:
        if item["claim"]["task"] in ASKED:
            asked.append((item["slot"], list(item["options"])))
            for trial in range(2):
                # Maxima prints the reason before the second mark.
                script.write(f'if errcatch({question(item, trial)}) = [] then print("@! {item["slot"]}")$\n')
    script.flush()
    command = ["timeout", str(SECONDS), "maxima", "--very-quiet", "-r", f'batchload("{script.name}")$ quit()$']
    # Write to a file: with a pipe that nobody reads, Maxima would block once it is full.
    output = tempfile.TemporaryFile("w+", encoding="utf-8")
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
    return process, script, output, asked, [item["slot"] for item in items]


def finish(work):
    """The results by slot."""
    process, _, output, asked, slots = work
    process.wait()
    output.seek(0)
    lines, reasons, last = {}, {}, ""
    for line in output:
        if line.startswith("@@"):
            found = json.loads(line[2:])
            lines.setdefault(found["slot"], []).append(found)
        elif line.startswith("@!"):
            reasons[int(line[2:])] = last
        last = line.strip()
    verdicts = dict.fromkeys(slots, "not_asked")
    for slot, letters in asked:
        trials = lines.get(slot, [])
        if len(trials) < 2:
            verdicts[slot] = {"undecided": reasons.get(slot, f"not within {SECONDS} s")}
            continue
        first, second = trials
        verdicts[slot] = {"decided": {
            "right": [letters[i] for i in first["right"] if i in second["right"]],
            "same": [[letters[i] for i in pair] for pair in first["same"] if pair in second["same"]],
            "answers": max(first["answers"], second["answers"], key=len),
        }}
    return verdicts


def question(item, trial):
    """The call that decides an item."""
    claim = item["claim"]
    known = {name: quantity(text) for name, text in claim.get("given", {}).items()}
    unknown = [*claim.get("unknowns", []), *(count["name"] for count in claim.get("over", []))]
    texts = [*claim.get("equations", []), *claim.get("conditions", []), claim.get("ask", ""), *item["plain"].values()]
    parameters = sorted(set().union(*map(names, texts)) - set(known) - set(unknown))
    if claim["task"] == "solve":
        known |= {name: f"{17 + 6 * place + 5 * trial}/{11 + 2 * place}" for place, name in enumerate(parameters)}

    def put(text):
        return plain(text, known)

    def compared(text):
        left, sign, right = sides(text)
        return put(left), sign, put(right)

    options = f"[{', '.join(map(put, item['plain'].values()))}]"
    if claim["task"] == "solve":
        equations = ", ".join(f"{left} - ({right})" for left, _, right in map(compared, claim["equations"]))
        conditions = ", ".join(f'["{sign}", {left}, {right}]' for left, sign, right in map(compared, claim.get("conditions", [])))
        unknowns = ", ".join(map(put, claim["unknowns"]))
        return f"decide_solve({item['slot']}, [{equations}], [{unknowns}], [{conditions}], {put(claim['ask'])}, {options})"
    if claim["task"] == "enumerate":
        loop = f"terms_: cons({put(claim.get('of', '1'))}, terms_)"
        for left, sign, right in reversed([compared(text) for text in claim.get("such_that", [])]):
            loop = f"if is({left} {'#' if sign == '!=' else sign} {right}) then {loop}"
        for count in reversed(claim["over"]):
            loop = f"for {put(count['name'])}: {put(count['from'])} thru {put(count['to'])} do {loop}"
        return f"block([terms_: []], {loop}, decide_tally({item['slot']}, \"{claim['find']}\", terms_, {options}))"
    corners = ", ".join(f"[{put(x)}, {put(y)}]" for x, y in claim["points"])
    measured = f"measure(\"{claim['find']}\", [{corners}], {put(claim['from'])}, {put(claim['to'])})"
    then = plain(claim.get("then", "y"), {**known, "y": measured})
    return f"report({item['slot']}, [digits({then})], {options})"


def plain(text, known):
    """A plain expression as Maxima writes it, with every known name replaced by its value."""

    def word(match):
        name = match.group()
        if match.string[match.end():].startswith("("):
            log = re.fullmatch(r"log_(\d)", name)
            return f"(1/log({log.group(1)}))*log" if log else {"ln": "log"}.get(name, name)
        return "%pi" if name == "pi" else f"({known[name]})" if name in known else f"{name}_"

    return re.sub(r"[A-Za-z]\w*", word, text)
