#!/bin/bash
# sanitize.sh [thread|address]... runs the tests of the modules under the thread and the address sanitizer.
# Each build has its own folder below .build. A report of any process that the tests start is a failure. TESTS=REGEX
# selects other tests.
set -euo pipefail
cd "$(dirname "$0")/.."

modules="EventCodec|ZeroMQ|Access|Journal|EventBus|NavigationControl|NavigationLoop|Recording|Positions|Routes|Guidance|Announcements"
modules+="|DBus|HapticDevices|SpeechEngine"
tests=${TESTS:-"^(Fuzz|Supervisor|$modules|Console|Haptics|HapticsTools|Lanes|Router|Signs|Speech|SpeechTools)Tests\\."}
work=$PWD/.build/sanitize
mkdir -p "$work"
# The backtracer of Swift hangs in programs with a sanitizer.
export SWIFT_BACKTRACE=enable=no

# A sanitizer maps more memory than the limit of a control, so controls run without the limits of their manifests.
mkdir -p "$work/bin"
cat >"$work/bin/prlimit" <<'END'
#!/bin/sh
while [ "${1#--}" != "$1" ] && [ "$1" != -- ]; do shift; done
[ "$1" != -- ] || shift
exec "$@"
END
chmod +x "$work/bin/prlimit"
export PATH="$work/bin:$PATH"

fail() {
    printf 'sanitize: %s\n' "$@" >&2
    exit 1
}

# compile SANITIZER compiles sanitize/options.c and sanitize/mutex.c, which are linked into every program.
compile() {
    clang -c -O1 -Wall -Werror -DLOG="\"$work/$1\"" scripts/sanitize/options.c -o "$work/$1-options.o"
    linked=(-Xlinker "$work/$1-options.o")
    [ "$1" = thread ] || return 0
    clang -c -O1 -Wall -Werror scripts/sanitize/mutex.c -o "$work/mutex.o"
    linked+=(-Xlinker "$work/mutex.o")
}

# The thread sanitizer does not see the waits of Swift's Mutex; sanitize/mutex.c reports them to it. As a check, a
# correct program must pass ten times, and a planted race must be found.
check_thread() {
    swiftc -swift-version 6 -sanitize=thread -Onone scripts/sanitize/check.swift "${linked[@]}" -o "$work/check"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        TSAN_OPTIONS="log_path=$work/check" "$work/check" || fail \
            "the thread sanitizer reports a race in a correct program; see $work/check.*" \
            "Does this version of Swift have another Mutex? scripts/sanitize/mutex.c has the functions of 6.3."
    done
    for _ in 1 2 3 4 5; do
        if ! TSAN_OPTIONS="log_path=$work/check" "$work/check" race; then return; fi
    done
    fail "the thread sanitizer does not find a planted race"
}

run() {
    local sanitizer=$1 status=0 reports linked
    local flags=(--sanitize="$1" --scratch-path "$PWD/.build/sanitize-$1")
    rm -f "$work/$sanitizer".*
    compile "$sanitizer"
    [ "$sanitizer" != thread ] || check_thread
    swift build --build-tests "${flags[@]}" "${linked[@]}"
    NAVBUS_ENGINES=${NAVBUS_ENGINES:-$PWD/.build/engines} swift test --skip-build "${flags[@]}" "${linked[@]}" \
        --no-parallel --filter "$tests" || { status=$?; echo "sanitize: the tests ended with $status" >&2; }
    reports=$(find "$work" -name "$sanitizer.*" -size +0 | wc -l)
    if [ "$reports" -gt 0 ]; then
        cat "$work/$sanitizer".* | grep '^SUMMARY' | sort | uniq -c | sort -rn
        echo "sanitize: $reports processes wrote reports: $work/$sanitizer.*" >&2
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
        *) fail "unknown sanitizer $sanitizer; the sanitizers are: thread, address" ;;
    esac
done
exit $failed
