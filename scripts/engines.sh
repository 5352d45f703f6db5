#!/bin/bash
# engines.sh FOLDER PYTHON fetches the routing engine of the tests: the executables of Valhalla, as its authors ship
# them in the wheel pyvalhalla on PyPI. They are plain programs; the wheel's Python version does not matter. Beside
# them goes valhalla.json, their settings, in which @FOLDER@ stands for the folder of a map.
set -euo pipefail
folder=$1
python=$2
wheel=pyvalhalla==3.9.1

echo "engines: fetching $wheel into $folder"
rm -rf "$folder"
mkdir -p "$folder"
platform=manylinux_2_28_$(uname -m)
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --implementation cp \
    --abi abi3 --python-version 3.12 --platform "$platform" --dest "$folder" "$wheel" || {
    echo "engines: failed to fetch $wheel for $platform; is PyPI reachable?" >&2
    exit 1
}
"$python" -m zipfile -e "$folder"/pyvalhalla-*.whl "$folder"
rm "$folder"/pyvalhalla-*.whl
chmod +x "$folder"/valhalla/bin/*
"$python" "$folder/valhalla/valhalla_build_config.py" --mjolnir-tile-dir @FOLDER@/tiles \
    --mjolnir-admin @FOLDER@/admin.sqlite --mjolnir-concurrency 1 --logging-type std_err \
    | sed "s#/data/valhalla#@FOLDER@#" >"$folder/valhalla.json"
echo "engines: Valhalla $("$folder/valhalla/bin/valhalla_service" --version)"
touch "$folder/.done"
