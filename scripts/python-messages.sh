#!/bin/bash
# python-messages.sh generates the messages of the Python kit from proto/, with protoc 3.21 (Debian 12): older versions
# of protobuf reject the output of newer ones.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(protoc --version)
[[ $version == "libprotoc 3.21."* ]] || {
    echo "python-messages: protoc is \"$version\", but 3.21 is required; Debian 12 has it as protobuf-compiler" >&2
    exit 1
}
protoc -I proto --python_out=examples/python --pyi_out=examples/python navbus/v1/events.proto navbus/v1/bus.proto
# The bridge to Foxglove imports its message without a package: the package "foxglove" is the SDK.
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
protoc -I proto --python_out="$folder" --pyi_out="$folder" foxglove/LocationFix.proto
mv "$folder"/foxglove/LocationFix_pb2.py* examples/bridges/foxglove/generated
