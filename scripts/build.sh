#!/bin/bash
# build.sh [OPTION...] runs `swift build` with these options and shows its progress in a few lines. The complete output is
# in .build/build.log; errors and warnings are printed as they appear.
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/build.log
mkdir -p .build
show() {
    awk -v log_file="$log" '
        { print > log_file }
        /(error|warning): / && !seen[$0]++ { print; fflush() }
        match($0, /^\[[0-9]+\/[0-9]+\]/) {
            split(substr($0, 2, RLENGTH - 2), count, "/")
            percent = int(10 * count[1] / count[2]) * 10
            # SwiftPM finds more work as it builds, so the share may fall.
            if (percent > last && count[2] > 20) { printf "build: %d %%\n", percent; fflush(); last = percent }
        }
        /^Build complete/ { print "build: complete " $3; fflush() }'
}
echo "build: the first one takes some minutes; all output is in $log"
swift build "$@" 2>&1 | show || {
    echo "build: failed; $log has the complete output" >&2
    exit 1
}
