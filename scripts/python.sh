#!/bin/bash
# python.sh FOLDER REQUIREMENTS creates the Python environment of the tests.
set -euo pipefail
folder=$1
requirements=$2

echo "python: making $folder with $(paste -sd ' ' <(grep -v '^#' "$requirements"))"
python3 -m venv --clear "$folder" || {
    echo "python: failed to make an environment in $folder; make setup-tests installs python3-venv" >&2
    exit 1
}
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" || {
    echo "python: failed to install $requirements; is PyPI reachable?" >&2
    exit 1
}
touch "$folder/.done"
