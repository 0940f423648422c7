#!/usr/bin/env python3
"""Plants the faults of faults.tsv, one after the other, and says which tests notice each.

    tests/faults/plant.py BUILD [--only WORDS] [--each N] [--stop]

BUILD is a build of this tree (quickest with -DRYG_UNITY=OFF -DRYG_PRECOMPILE=OFF and a compiler
cache). Each fault takes the place of the one piece of text in its file, what its tests need is built,
and they run until one notices it; then the file is as it was. A line a fault: file, fault, who noticed.

--only   the faults that have these words in their file, name or tests
--each   every N-th of them
--stop   end at the first that nothing notices

The exit status is 1 if nothing noticed a fault, 2 if something is not as it should be.
"""
import argparse, pathlib, re, signal, subprocess, sys

root = pathlib.Path(__file__).resolve().parents[2]
patience = 600  # seconds; a test that takes longer has noticed something

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
options.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
options.add_argument("--only", default="")
options.add_argument("--each", type=int, default=1)
options.add_argument("--stop", action="store_true")
options = options.parse_args()


def build(commands):
    """An empty string, or the compiler's first error."""
    programs = {command.split()[0] for command in commands}
    made = subprocess.run(["ninja", "-C", options.build, *programs], capture_output=True, text=True)
    return "" if made.returncode == 0 else (re.search(".*error.*", made.stdout) or ["no build"])[0]


def noticed_by(command):
    program, words = command.split()
    is_test = program.startswith("test_")
    words = [f"--gtest_filter={words}", "--gtest_brief=1"] if is_test else [words]
    try:
        done = subprocess.run([options.build / "tests" / program, *words], capture_output=True,
                              timeout=patience, cwd=options.build / "tests")
    except subprocess.TimeoutExpired:
        return [f"{program} hangs"]
    output = done.stdout.decode(errors="replace")
    failed = sorted(set(re.findall(r"\[  FAILED  \] ([\w.]+/?\w*)", output)))
    return failed or ([f"{program} ends with {done.returncode}"] if done.returncode else [])


def plant(file, old, new, commands):
    path = root / file
    healthy = path.read_text()
    if healthy.count(old) != 1:
        sys.exit(f"{file}: has this text {healthy.count(old)} times: {old}")
    try:
        path.write_text(healthy.replace(old, new))
        if error := build(commands):
            return [f"the compiler: {error}"]
        return next((found for command in commands if (found := noticed_by(command))), [])
    finally:
        path.write_text(healthy)


signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which puts the file back
rows = (pathlib.Path(__file__).parent / "faults.tsv").read_text().splitlines()[1:]
rows = [row for row in rows if options.only in row][:: options.each]
rows = [[cell.replace("\\n", "\n") for cell in row.split("\t")] for row in rows]
for command in sorted({command for row in rows for command in row[4].split("; ")}):
    if error := build([command]) or noticed_by(command):
        sys.exit(f"{command}: finds something without a fault: {error}")
missed = 0
for file, fault, old, new, tests in rows:
    found = plant(file, old, new, tests.split("; "))
    print(file, fault, ", ".join(found) or "NOTHING", sep="\t", flush=True)
    missed += not found
    if missed and options.stop:
        break
build([command for row in rows for command in row[4].split("; ")])
print(f"{len(rows)} faults, {missed} that nothing noticed", file=sys.stderr)
sys.exit(1 if missed else 0)
