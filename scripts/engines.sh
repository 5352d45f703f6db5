#!/bin/bash
# engines.sh FOLDER PYTHON fetches the routing engines of the tests: the executables of Valhalla and of OSRM, as their
# authors ship them in the wheels pyvalhalla and osrm-bindings on PyPI. They are plain programs; the wheels' Python
# version does not matter. Beside them goes valhalla.json, Valhalla's settings, in which @FOLDER@ stands for the folder
# of a map.
set -euo pipefail
folder=$1
python=$2
wheels=(pyvalhalla==3.9.1 osrm-bindings==26.10.0)

echo "engines: fetching ${wheels[*]} into $folder"
rm -rf "$folder"
mkdir -p "$folder"
platform=manylinux_2_28_$(uname -m)
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --implementation cp \
    --abi abi3 --python-version 3.12 --platform "$platform" --dest "$folder" "${wheels[@]}" || {
    echo "engines: failed to fetch ${wheels[*]} for $platform; is PyPI reachable?" >&2
    exit 1
}
for file in "$folder"/*.whl; do
    "$python" -m zipfile -e "$file" "$folder"
    rm "$file"
done
chmod +x "$folder"/valhalla/bin/* "$folder"/osrm/bin/*
"$python" "$folder/valhalla/valhalla_build_config.py" --mjolnir-tile-dir @FOLDER@/tiles \
    --mjolnir-admin @FOLDER@/admin.sqlite --mjolnir-concurrency 1 --logging-type std_err \
    | sed "s#/data/valhalla#@FOLDER@#" >"$folder/valhalla.json"
echo "engines: Valhalla $("$folder/valhalla/bin/valhalla_service" --version)"
echo "engines: OSRM $("$folder/osrm/bin/osrm-routed" --version)"
touch "$folder/.done"
