#!/usr/bin/env bash
# Installs the Python module as `pip install .` does, without PyPI, and runs its tests.
#
#   pip_test.sh SOURCE
set -euo pipefail

source=$(realpath -- "$1")
if ! /usr/bin/python3 -c 'import skbuild, pytest, venv, ensurepip' 2>/dev/null; then
    echo "pip: skipped: python3-skbuild, python3-pytest or python3-venv is not installed" && exit
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
/usr/bin/python3 -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" --quiet install --no-build-isolation --no-index "$source"
cd -- "$folder"
MPLBACKEND=agg venv/bin/python -m pytest -q -p no:cacheprovider "$source/tests/app/python_test.py"
venv/bin/python -c 'import ryg; assert ryg.__file__.startswith("'"$folder"'"), ryg.__file__'
