#!/bin/bash
# descriptors.sh [FILE] generates the Swift source with the descriptors of the messages in recordings, which protoc
# makes of the .proto files. A test fails when it is out of date.
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-Sources/Recording/Descriptors.swift}

# describe NAME SUMMARY PROTO writes one descriptor as a static constant.
describe() {
    local folder
    folder=$(mktemp -d)
    protoc -I proto --include_imports --descriptor_set_out="$folder/set" "$3"
    printf '\n    /// %s\n    static let %s: StaticString = """\n' "$2" "$1"
    base64 -w 104 "$folder/set" | sed -e '$!s/$/\\/' -e 's/^/        /'
    printf '        """\n'
    rm -r "$folder"
}

{
    echo "// Made by scripts/descriptors.sh of the files below proto: change those, and run it again."
    echo
    echo "/// What the messages of a recording look like, in base64: protobuf's FileDescriptorSet with all imports, which an"
    echo "/// MCAP file carries so that any tool can read it."
    printf "enum Descriptors {"
    describe envelope "navbus.v1.Envelope." navbus/v1/events.proto
    describe gap "navbus.v1.RecordingGap." navbus/v1/recording.proto
    describe locationFix "foxglove.LocationFix." foxglove/LocationFix.proto
    echo "}"
} >"$file"
