#!/bin/bash
# engines.sh FOLDER PYTHON downloads the routing engines of the tests: the executables of Valhalla and OSRM in the
# wheels pyvalhalla and osrm-bindings on PyPI. They are plain programs, so the Python version of the wheels does not
# matter. The script also writes valhalla.json, the settings of Valhalla, in which @FOLDER@ is a placeholder for the
# folder of a map.
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
