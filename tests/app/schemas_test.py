#!/usr/bin/env python3
"""Compares what every verb prints with --json with its schema: schemas_test.py RYG SCHEMAS"""

import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("schemas: skipped: python3-jsonschema is not installed")
    sys.exit()

FILES = {
    "add.s": """\
; ---------------------------------------------------------------------------
; add -- adds two
;
; In      A                 (any)
; Out     A                 = A + 2
; Uses    X
; Time    -
; ---------------------------------------------------------------------------
add:    ldx #0
        ldx #0
        clc
        adc #2
        rts
""",
    "wrong.s": """\
; ---------------------------------------------------------------------------
; off -- adds one, it says
;
; In      A                 (any)
; Out     A                 = A + 1
; Uses    -
; Time    6..6
; ---------------------------------------------------------------------------
off:    clc
        adc #2
        rts
""",
    "old.s": """\
add:    ldx #1
        clc
        adc #2
        rts
""",
    "cases.json": """{"cases": [
        {"call": "add", "in": {"A": 3}, "out": {"A": 5}},
        {"name": "fails", "call": "add", "in": {"A": 3}, "out": {"A": 6}},
        {"name": "later", "call": "add", "skip": "not yet", "out": {"A": 1}}]}
""",
    "session": "step\nbreak mueve\ngo 1000\nno such command\n",
    "halt.bin": "\x4c\x00\x10",
}

# a schema, and commands whose output it describes
COMMANDS = """
verify      verify ryg16 --games 1 --positions 3 --depth 1-2
verify      verify perfecto --position 'c1c1c1c1/8/8/8/8/8/8/3M4 w'
verify      verify ryg16 --into kept.db --positions 20 --depth 1
verify      verify status kept.db
contract    contract add.s --cases cases.json
contract    contract add.s --all
contract    contract wrong.s
prove       prove add.s
prove       prove wrong.s
prove       prove add.s --against old.s
prove       prove --assumptions
shorten     shorten add.s
mutate      mutate add.s
search      search --depth 2
search      search ryg13 --depth 2 --engine native
search      search veloz --depth 2
search      search perfecto
solve       solve
solve       solve --position '2M5/1c1c1c1c/8/8/8/8/8/8 b' --stats
solve       solve --random 3
strength    strength ryg16 --positions 20 --games 2 --depth 1
perft       perft 3
perft       perft 2 --divide
bench       bench hints --rounds 1
bench       bench ryg3-11
bench-cpu   bench cpu --workload tree --board flat --rounds 1 --cycles 1000000
play        play perfecto --side none
run         run ryg16 --until-text RYG
run         run halt.bin --machine ram --load 0x1000 --success 0x1000
trace       trace ryg16 --limit 5
trace       trace ryg16 --bus --limit 5
debug       debug ryg16 --commands session
hash        hash --positions search --depth 7
hash        hash --sets 2
hash        hash --cadences
"""


def main(ryg, schemas):
    folder = pathlib.Path(schemas).resolve()
    store = {path.name: json.loads(path.read_text()) for path in folder.glob("*.json")}
    by_address = {f"{folder.as_uri()}/{name}": schema for name, schema in store.items()}
    used, faults = {"cases.json", "request.json"}, []
    with tempfile.TemporaryDirectory() as home:
        for name, text in FILES.items():
            (pathlib.Path(home) / name).write_text(text, encoding="latin-1")
        for line in COMMANDS.strip().splitlines():
            name, command = line.split(maxsplit=1)
            used.add(f"{name}.json")
            schema = store[f"{name}.json"]
            resolver = jsonschema.RefResolver(f"{folder.as_uri()}/{name}.json", schema, by_address)
            done = subprocess.run(f"'{ryg}' {command} --json", shell=True, cwd=home, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, check=False)
            each = done.stdout.splitlines() if name in ("trace", "debug") else [done.stdout]
            if not done.stdout:
                faults.append(f"{command}: no output: {done.stderr}")
            for report in map(json.loads, filter(None, each)):
                found = jsonschema.Draft7Validator(schema, resolver=resolver).iter_errors(report)
                for error in found:
                    best = jsonschema.exceptions.best_match([error])
                    place = "/".join(map(str, best.absolute_path))
                    faults.append(f"{command}: {place}: {best.message[:300]}")
    faults += [f"{name}: no command uses it" for name in sorted(set(store) - used)]
    print(*faults, sep="\n")
    return 1 if faults else 0


sys.exit(main(*sys.argv[1:]))
