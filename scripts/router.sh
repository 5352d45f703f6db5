#!/bin/bash
# router.sh PROGRAMS FOLDER MAP [PORT] serves routes on an OpenStreetMap map (.osm.pbf) at 127.0.0.1:PORT until it is ended:
# an offline region in FOLDER with the road network of the map. PROGRAMS has the built programs of navbus.
set -euo pipefail
programs=$1
export NAVBUS_REGIONS=$2
map=$3
port=${4:-8002}
if [ ! -f "$map" ]; then
    echo "make router: failed to read the map ${map:-(none)}: give its path as MAP=FILE.osm.pbf;" \
    "download.geofabrik.de has maps of every country" >&2
    exit 2
fi
if [ -d "$NAVBUS_REGIONS/router" ]; then
    "$programs/navbus" region update router "$map"
else
    "$programs/navbus" region add "$map" --name router --without map
fi
exec "$programs/navbus-router" serve router --port "$port"
