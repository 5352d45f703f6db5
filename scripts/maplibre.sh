#!/bin/bash
# maplibre.sh FOLDER downloads MapLibre GL JS, which draws the map of the page of navbus-web: a file in the wheel
# maplibre on PyPI. The wheel is checked by its SHA-256 sum. If the folder has this version already, nothing is done.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
python=.build/python/bin/python
[ -x "$python" ] || python=python3
wheel=maplibre-0.3.6-py3-none-any.whl
sum=eeafab617d4a1b71c0c174c71405f67c4b4e494fe1b27968d4d2359bc160e277

if [ "$(cat "$folder/.done" 2>/dev/null)" = "$sum" ]; then exit 0; fi
fail() {
    echo "maplibre: $1; the page of navbus-web shows the route as a line" >&2
    exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo "maplibre: fetching $wheel into $folder"
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --dest "$scratch" maplibre==0.3.6 ||
    fail "failed to fetch it; is PyPI reachable?"
echo "$sum  $scratch/$wheel" | sha256sum --quiet --check || fail "$wheel is not the file that was checked"
"$python" -m zipfile -e "$scratch/$wheel" "$scratch"
rm -rf "$folder"
mkdir -p "$folder"
install -m 644 "$scratch/maplibre/srcjs/maplibre-gl.js" packaging/maplibre/LICENSE.txt "$folder"
install -m 644 "$scratch/maplibre-0.3.6.dist-info/LICENSE.md" "$folder/LICENSE.wheel.md"
echo "$sum" >"$folder/.done"
