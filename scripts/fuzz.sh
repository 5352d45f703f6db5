#!/bin/bash
# fuzz.sh [SECONDS] [TARGET...] feeds each parser, or the named ones, with hostile bytes for SECONDS (60), and prints a
# table.
#
# The environment: KEEP=1 adds inputs that reach new code to Fuzz/Corpus, minimised; SANITIZE=address also detects
# memory errors, at half the speed; RUNS=N continues until N executions even after the time.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
names=("$@")
sanitize=${SANITIZE:-}
scratch=$PWD/.build/fuzz${sanitize:+-$sanitize}
work=$PWD/.build/fuzz-work
# The backtracer of Swift would wait for a debugger after each crash.
export SWIFT_BACKTRACE=enable=no

flags=(--package-path Fuzz --scratch-path "$scratch" -c release --sanitize=fuzzer -Xswiftc -enable-testing)
memory=256
if [ "$sanitize" = address ]; then
    flags+=(--sanitize=address -Xswiftc "-sanitize-coverage=edge,trace-cmp,trace-pc-guard")
    # Red zones and the quarantine of freed memory count as well.
    memory=1024
    export ASAN_OPTIONS=quarantine_size_mb=16
fi
# SwiftPM does not notice new files of the parent package and must plan the build again.
rm -f "$scratch/release.yaml"
swift build "${flags[@]}" --product navbus-fuzz
program=$(swift build "${flags[@]}" --show-bin-path)/navbus-fuzz

# Existing files of the repository as inputs, which are only read.
samples() {
    case $1 in
        envelope) echo Tests/Samples/v1/Envelope.*.bin ;;
        snapshot) echo Tests/Samples/v1/Snapshot.*.bin ;;
        request) echo Tests/Samples/v1/RequestFrame.*.bin ;;
        reply) echo Tests/Samples/v1/ReplyFrame.*.bin ;;
        launch-order | plan) echo Tests/Samples/v1/LaunchOrder.*.bin ;;
        gpx) echo Tests/PositionsTests/Fixtures/*.gpx ;;
        gpx-route) echo Tests/RoutesTests/Fixtures/gpx/*.gpx ;;
        *-route) echo Tests/RoutesTests/Fixtures/"${1%-route}"/*.json ;;
        book) echo examples/narrated-book/*.plist ;;
        manifest) echo Plugins/*/plugin.toml ;;
        country-file) echo Plugins/Speech/Languages/phonetics/*.toml ;;
        string-table) echo Plugins/Speech/Languages/*.toml ;;
        toml | configuration) echo config/*.toml Plugins/*/settings.sample.toml ;;
        pattern-table) echo Plugins/Haptics/Tables/*.toml ;;
        nmea) echo examples/first-drive/drive.nmea ;;
    esac
}

# run TARGET LONGEST runs one target, prints its row of the table, and fails if a crash was found.
run() {
    local target=$1 longest=$2 folder=$work/$1 found=0 begin took log
    log=$folder/log
    mkdir -p "$folder/corpus" "$folder/samples" "$folder/crashes"
    local seeds=("$folder/corpus" "$folder/samples") each
    for each in Seeds Cases; do [ ! -d "Fuzz/$each/$target" ] || seeds+=("Fuzz/$each/$target"); done
    for each in $(samples "$target"); do [ ! -f "$each" ] || cp "$each" "$folder/samples/"; done
    # On a busy machine a process may wait for seconds; only_waited separates these cases from slow inputs.
    local options=(
        -max_len="$longest" -timeout=5 -rss_limit_mb="$memory" -print_final_stats=1 -artifact_prefix="$folder/crashes/"
    )
    [ ! -f "Fuzz/Dictionaries/$target.dict" ] || options+=(-dict="Fuzz/Dictionaries/$target.dict")
    begin=$(date +%s)
    export NAVBUS_FUZZ_TARGET=$target
    "$program" "${options[@]}" -max_total_time="$seconds" "${seeds[@]}" >"$log" 2>&1 || found=1
    local executed
    executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    if [ $found = 0 ] && [ "${executed:-0}" -lt "${RUNS:-0}" ]; then
        "$program" "${options[@]}" -runs=$((RUNS - executed)) "${seeds[@]}" >>"$log" 2>&1 || found=1
        executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | awk '{ all += $1 } END { print all }')
    fi
    took=$(($(date +%s) - begin))
    if [ $found = 1 ] && only_waited "$folder/crashes"; then found=0; fi
    printf '%-16s %12s %8s %12s %10s %8s\n' "$target" "${executed:-?}" "$took" \
        "$((${executed:-0} / (took > 0 ? took : 1)))" "$(grep -o 'cov: [0-9]*' "$log" | tail -n 1 | cut -d ' ' -f 2)" \
        "$([ $found = 0 ] && echo none || echo FOUND)"
    if [ $found = 1 ]; then
        tail -n 25 "$log" | sed 's/^/    /'
        for each in "$folder/crashes"/*; do
            [ -f "$each" ] || continue
            echo "    again:  SWIFT_BACKTRACE=enable=no NAVBUS_FUZZ_TARGET=$target $program $each"
            echo "    keep:   cp $each Fuzz/Cases/$target/WHAT-IT-IS   (then repair the parser; make test feeds it from then on)"
        done
        return 1
    fi
    if [ "${KEEP:-}" = 1 ]; then keep "$target" "$longest"; fi
}

# only_waited FOLDER: whether all findings are timeouts of inputs that now take less than a second of CPU time.
only_waited() {
    local each spent
    for each in "$1"/*; do
        case $each in
            */timeout-*)
                spent=$( { TIMEFORMAT=%U && time "$program" -timeout=60 "$each" >/dev/null 2>&1; } 2>&1) || return 1
                awk -v spent="$spent" 'BEGIN { exit !(spent < 1) }' || return 1
                rm "$each"
                ;;
            *) return 1 ;;
        esac
    done
}

# keep TARGET LONGEST keeps the smallest inputs that together reach all covered code of the target.
keep() {
    rm -rf "$work/$1/merged"
    mkdir "$work/$1/merged"
    # Without counters, since those keep ten times as many files.
    NAVBUS_FUZZ_TARGET=$1 "$program" -merge=1 -use_counters=0 -max_len="$2" -timeout=60 -rss_limit_mb=$memory \
        "$work/$1/merged" "$work/$1/samples" "$work/$1/corpus" >"$work/$1/merge.log" 2>&1
    NAVBUS_FUZZ_PACK=Fuzz/Corpus/$1 "$program" "$work/$1/merged"/*
}

names_and_lengths=$("$program")
while read -r target _; do mkdir -p "$work/$target/samples"; done <<<"$names_and_lengths"
NAVBUS_FUZZ_SEEDS=$work "$program" >/dev/null
printf '%-16s %12s %8s %12s %10s %8s\n' target executions seconds per-second coverage crashes
failed=0
while read -r target longest; do
    if [ ${#names[@]} -gt 0 ] && [[ " ${names[*]} " != *" $target "* ]]; then continue; fi
    run "$target" "$longest" || failed=1
    ran=1
done <<<"$names_and_lengths"
[ -n "${ran:-}" ] || {
    echo "fuzz: unknown target ${names[*]}; the targets are:" >&2
    echo "$names_and_lengths" >&2
    exit 64
}
exit $failed
