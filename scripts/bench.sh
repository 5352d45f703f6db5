#!/bin/bash
# bench.sh builds the benchmarks in release and runs those that need no data files.
set -euo pipefail
cd "$(dirname "$0")/.."
export NAVBUS_BENCHMARKS=1

programs="navbus-bench-bus navbus-bench-codec navbus-bench-fleet navbus-bench-guidance navbus-bench-haptics
    navbus-bench-pictures navbus-bench-speech navbus navbus-bus navbus-console navbus-haptics navbus-lanes
    navbus-scenario navbus-signs navbus-speech navbus-speech-tools navbus-watch navbus-web"
for program in $programs; do swift build -c release --product "$program"; done
folder=$(swift build -c release --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo
echo "codec: one onNavigation"
"$folder/navbus-bench-codec"
for subscribers in 1 4; do
    echo
    echo "bus: 700 bytes at 1 kHz to $subscribers, with all guarantees"
    "$folder/navbus-bench-bus" --mode lat --size 700 --subs $subscribers --rate 1000 --count 5000 --secs 5 --dir "$work"
    echo
    echo "bus: 700 bytes at the maximum rate without loss to $subscribers"
    "$folder/navbus-bench-bus" --mode win --size 700 --subs $subscribers --count 200000 --secs 5 --dir "$work"
done
echo
echo "bus: 700 bytes at 1 kHz to 3, while a fourth subscriber is stopped"
"$folder/navbus-bench-bus" --mode stall --size 700 --subs 4 --rate 1000 --count 4000 --dir "$work"
echo
echo "bus: from connecting to the present state"
"$folder/navbus-bench-bus" --mode join --count 200 --dir "$work"
echo
echo "bus: four subscribers without events"
"$folder/navbus-bench-bus" --mode idle --subs 4 --secs 5 --dir "$work"
echo
echo "fleet: guidance of many sessions, and a bus with a thousand sessions"
"$folder/navbus-bench-fleet" guidance 100000
"$folder/navbus-bench-fleet" bus 1000 "$work/fleet" "$folder/navbus-bus"
echo
echo "pictures: in comparison with librsvg (librsvg2-bin)"
"$folder/navbus-bench-pictures" || echo "the comparison is missing, see the line above" >&2
echo
echo "displays: ten events a second"
scripts/bench-displays.sh "$folder"
echo
echo "processes: start, wake-ups and memory"
python3 scripts/bench-processes.py "$folder"
echo
echo "haptics: from an event to the bytes at a serial port"
"$folder/navbus-bench-haptics" 50 "$folder/navbus-haptics"
echo
echo "speech: from an event to its sound"
NAVBUS_DATA=$PWD "$folder/navbus-bench-speech" 50 "$folder/navbus-speech"
echo
echo "speech: ends of the utterances of the first drive, with exact and poor positions"
NAVBUS_DATA=$PWD "$folder/navbus-speech-tools" preview examples/first-drive/route.json --brief
NAVBUS_DATA=$PWD "$folder/navbus-speech-tools" preview examples/first-drive/route.json --brief --noise 5 --rate 10
cat <<EOF

These need data files, in the form that their usage texts describe:
  $folder/navbus-bench-guidance FOLDER        routes and fixes
    $folder/navbus-bench-pictures MAP LAT LON   a map: vector tiles in an MBTiles file
    $folder/navbus-scenario FOLDER OUT.csv      a drive with its true positions
    $folder/navbus-speech-tools preview ROUTE... --brief    routes: ends of the utterances
EOF
