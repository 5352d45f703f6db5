#!/bin/bash
# router.sh ENGINES MAP [PORT] serves routes on an OpenStreetMap map (.osm.pbf) at 127.0.0.1:PORT until it is ended,
# with the Valhalla from `make engines`. The road network of the map is kept next to the engines.
set -euo pipefail
engines=$(realpath "$1")
map=$2
port=${3:-8002}
if [ ! -f "$map" ]; then
    echo "make router: failed to read the map ${map:-(none)}: give its path as MAP=FILE.osm.pbf;" \
    "download.geofabrik.de has maps of every country" >&2
    exit 2
fi
map=$(realpath "$map")
programs=$engines/valhalla/bin
folder=$engines/maps/$(basename "$map").$(stat -c %Y-%s "$map")
mkdir -p "$folder"
sed -e "s#@FOLDER@#$folder#g" -e "s#ipc:///tmp/#ipc://$folder/#g" -e "s#tcp://\*:8002#tcp://127.0.0.1:$port#" \
    -e "s#\(\"drain_seconds\": *\)28#\11#" "$engines/valhalla.json" >"$folder/valhalla.json"
if [ ! -f "$folder/.done" ]; then
    echo "router: making a network of roads of $map; a country takes a while"
    # Without country borders in the map, the driving side is unknown, and Valhalla assumes left.
    "$programs/valhalla_build_admins" -c "$folder/valhalla.json" "$map" >"$folder/build.log" 2>&1 ||
        echo "router: the map has no borders, so the driving side is unknown"
    "$programs/valhalla_build_tiles" -c "$folder/valhalla.json" "$map" >>"$folder/build.log" 2>&1 || {
        echo "router: failed to make a network of $map: see $folder/build.log" >&2
        exit 1
    }
    touch "$folder/.done"
fi
echo "router: serving http://127.0.0.1:$port; end it with Ctrl-C"
"$programs/valhalla_service" "$folder/valhalla.json" 1 >"$folder/service.log" 2>&1 || {
    code=$?
    # Ended by Ctrl-C or SIGTERM.
    if [ $code -eq 130 ] || [ $code -eq 143 ]; then exit $code; fi
    echo "router: failed to serve at 127.0.0.1:$port; is the port in use? The end of $folder/service.log:" >&2
    tail -n 3 "$folder/service.log" >&2
    exit 1
}
