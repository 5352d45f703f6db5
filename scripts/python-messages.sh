#!/bin/bash
# python-messages.sh makes the messages of the Python kit anew from proto/. With protoc 3.21 (Debian 12): what newer ones
# write is refused by older versions of protobuf.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(protoc --version)
[[ $version == "libprotoc 3.21."* ]] || {
    echo "python-messages: protoc is \"$version\", but 3.21 is wanted; Debian 12 has it as protobuf-compiler" >&2
    exit 1
}
protoc -I proto --python_out=examples/python --pyi_out=examples/python navbus/v1/events.proto navbus/v1/bus.proto
