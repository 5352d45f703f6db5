#!/bin/bash
# sanitize.sh [thread|address]... runs the tests of the rooms under the thread and the address sanitizer (with leaks).
# Each is built into a folder of its own below .build. A report of any process that the tests start is a failure.
# TESTS=REGEX runs other tests than those of the rooms.
set -euo pipefail
cd "$(dirname "$0")/.."

rooms="EventCodec|ZeroMQ|EventBus|NavigationControl|NavigationLoop|Recording|Positions|Routes|Guidance|Announcements"
tests=${TESTS:-"^(Fuzz|Supervisor|$rooms|Console|Haptics|Lanes|Signs|Speech)Tests\\."}
work=$PWD/.build/sanitize
mkdir -p "$work"
# The backtracer of Swift hangs in programs that are built with a sanitizer.
export SWIFT_BACKTRACE=enable=no

fail() {
    printf 'sanitize: %s\n' "$@" >&2
    exit 1
}

# Locks of Swift that wait for other threads are invisible to the thread sanitizer: sanitize/mutex.c says why and how
# they are shown to it. Before it is believed, it has to pass a right program ten times and to find a planted race.
prepare_thread() {
    clang -shared -fPIC -O1 -Wall -Werror scripts/sanitize/mutex.c -o "$work/mutex.so"
    swiftc -swift-version 6 -sanitize=thread -Onone scripts/sanitize/check.swift -o "$work/check"
    local run
    for run in 1 2 3 4 5 6 7 8 9 10; do
        LD_PRELOAD=$work/mutex.so "$work/check" 2>"$work/check.log" || fail \
            "the thread sanitizer reports a race in a right program; see $work/check.log" \
            "Has this version of Swift another Mutex? scripts/sanitize/mutex.c knows the functions of 6.3."
    done
    for run in 1 2 3 4 5; do
        if ! LD_PRELOAD=$work/mutex.so "$work/check" race 2>"$work/check.log"; then return; fi
    done
    fail "the thread sanitizer finds no planted race"
}

run() {
    local sanitizer=$1 scratch=$PWD/.build/sanitize-$1 log=$work/$1 status=0
    rm -f "$log".*
    swift build --build-tests --sanitize="$sanitizer" --scratch-path "$scratch"
    local options="log_path=$log exitcode=66 halt_on_error=0"
    local variables=("ASAN_OPTIONS=$options detect_leaks=1 detect_stack_use_after_return=0")
    variables+=("LSAN_OPTIONS=suppressions=$PWD/scripts/sanitize/leak.supp print_suppressions=0")
    if [ "$sanitizer" = thread ]; then
        prepare_thread
        variables=("LD_PRELOAD=$work/mutex.so")
        variables+=("TSAN_OPTIONS=$options suppressions=$PWD/scripts/sanitize/thread.supp")
    fi
    NAVBUS_ENGINES=${NAVBUS_ENGINES:-$PWD/.build/engines} env "${variables[@]}" \
        swift test --skip-build --sanitize="$sanitizer" --scratch-path "$scratch" --no-parallel --filter "$tests" || status=$?
    local reports
    reports=$(find "$work" -name "$sanitizer.*" -size +0 | wc -l)
    if [ "$reports" -gt 0 ]; then
        cat "$log".* | grep -h '^SUMMARY' | sort | uniq -c | sort -rn
        echo "sanitize: $reports processes had something to report; all of it is in $log.*" >&2
        status=1
    fi
    echo "$sanitizer sanitizer: $([ "$status" = 0 ] && echo 'no report, all tests passed' || echo FAILED)"
    return "$status"
}

failed=0
[ $# -gt 0 ] || set -- thread address
for sanitizer in "$@"; do
    case $sanitizer in
        thread | address) run "$sanitizer" || failed=1 ;;
        *) fail "there is no sanitizer $sanitizer here; there are: thread, address" ;;
    esac
done
exit $failed
