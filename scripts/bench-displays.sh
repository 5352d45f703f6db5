#!/bin/bash
# bench-displays.sh FOLDER [SECONDS] measures the costs of each display at ten events a second, with the programs in
# FOLDER.
#
# It simulates a drive with a fix every 0.1 s and measures the signs with and without texts, the lanes, the page with
# one viewer, and the terminal. CPU is that of the whole process in percent of one core; memory is resident memory at
# the end.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath "$1")
seconds=${2:-30}
port=18960
work=$(mktemp -d)
started=()
trap 'kill "${started[@]}" 2>/dev/null || true; wait 2>/dev/null; rm -rf "$work"' EXIT

cat >"$work/displays.toml" <<TOML
controls = ["signs", "lanes", "web"]
[source]
kind = "simulate"
rateHertz = 10.0
noiseMeters = 3.0
[route]
path = "$PWD/examples/first-drive/route.json"
[signs]
folder = "$work/signs"
[lanes]
folder = "$work/lanes"
[web]
listen = "127.0.0.1:$port"
token = "none"
TOML

ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat"; }
resident() { awk '/^VmRSS/ { printf "%.1f", $2 / 1024 }' "/proc/$1/status"; }

# measure NAME PROCESS... prints one line for each process; all are measured at the same time.
measure() {
    local before=() names=() processes=() index
    while [ $# -gt 0 ]; do names+=("$1"); processes+=("$2"); shift 2; done
    for index in "${!processes[@]}"; do before[index]=$(ticks "${processes[index]}"); done
    sleep "$seconds"
    for index in "${!processes[@]}"; do
        awk -v name="${names[index]}" -v used=$(($(ticks "${processes[index]}") - before[index])) -v seconds="$seconds" \
            -v hertz="$(getconf CLK_TCK)" -v memory="$(resident "${processes[index]}")" \
            'BEGIN { printf "%-22s %6.2f %% of a core  %6s MB resident\n", name, 100 * used / hertz / seconds, memory }'
    done
}

# Prints the process id of a control that the launcher has started.
control() {
    for _ in $(seq 100); do
        pgrep -P "$1" -f "$folder/navbus-$2" && return
        sleep 0.1
    done
    echo "bench-displays: navbus-$2 does not run; see $work/log" >&2
    cat "$work/log" >&2
    return 1
}

drive() {
    NAVBUS_CONTROLS_PATH=$PWD/Plugins "$folder/navbus" run --config "$work/displays.toml" --run-folder "$work/run" \
        >"$work/log" 2>&1 &
    bus=$!
    started+=("$bus")
    signs=$(control "$bus" signs) lanes=$(control "$bus" lanes) web=$(control "$bus" web)
    for _ in $(seq 100); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done
}

drive
(
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET /events HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' $port >&3
    exec cat <&3 >/dev/null
) &
started+=($!)
# A keyboard without input.
mkfifo "$work/keys"
sleep 1000 >"$work/keys" &
started+=($!)
NAVBUS_ENDPOINT="ipc://$work/run/requests" TERM=xterm-256color \
    script -qfc "stty cols 80 rows 24; exec $folder/navbus-watch" /dev/null <"$work/keys" >"$work/screen" 2>&1 &
started+=($!)
watch=$(control $! watch)
measure signs "$signs" lanes "$lanes" "web, one viewer" "$web" "watch, 80 x 24" "$watch"
echo "watch wrote $(($(stat -c %s "$work/screen") / seconds)) bytes a second, including the first picture"
kill "$bus"
wait "$bus" || true

sed -i 's/^\[signs\]/&\ntext = ["distance", "street", "exit"]/' "$work/displays.toml"
drive
measure "signs with all texts" "$signs" "web, no viewer" "$web"
