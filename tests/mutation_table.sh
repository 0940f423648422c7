#!/bin/sh
# Plants 250 faults in each engine, has `verify` look for them and the header blocks for those that
# survive, and writes the table of docs/testing.md: planted, noticed, named.
#
#   tests/mutation_table.sh [RYG]       two minutes; RYG is the program, ./ryg by default
set -eu
cd "$(dirname "$0")/.."
ryg=${1:-./ryg}
python3 - "$ryg" <<'PYTHON'
import json, re, subprocess, sys

def mutate(*words):
    command = [sys.argv[1], "mutate", *words, "-j", "1", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE)
    if done.returncode not in (0, 1):
        sys.exit(done.returncode)
    return json.loads(done.stdout)

def row(program, work):
    report = mutate(program, "--count", "250", "--seed", "31", "--with", work)
    left = [one["fault"] for one in report["results"] if one["result"] == "survived"]
    blocks = mutate(program, *[word for fault in left for word in ("--fault", fault)])
    part = lambda number: f"{number} ({100 * number / report['killed']:.0f}%)"
    return (f"| `{program}` | {report['faults']} | {report['killed']} | {part(report['named'])} | "
            f"{part(report['located'])} | {report['killed'] + blocks['killed']} |\n")

rows = row("ryg16", "verify --games 90 --positions 2000 --sessions 2") + row("ryg3-11", "verify")
text = open("docs/testing.md").read()
text = re.sub(r"(?<=\|---\|---:\|---:\|---:\|---:\|---:\|\n)(\|.*\n)+", lambda _: rows, text)
open("docs/testing.md", "w").write(text)
PYTHON
