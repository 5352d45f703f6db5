#!/bin/bash
# image.sh [--base IMAGE] [--deb FILE] TAG builds the container image TAG with podman, docker or buildah, whichever is
# installed first in this order; TOOL in the environment names another one.
#
# --base is an image of the Debian release that the package fits; default: debian:bookworm-slim of Docker Hub. "bootstrap"
# makes one with mmdebstrap from a mirror of Debian, as root and without a registry. --deb is the package; default: the
# newest in out/deb (make deb).
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'image: %s\n' "$@" >&2
    exit 1
}

base='' deb=''
while [[ ${1:-} == --* ]]; do
    case $1 in
        --base) base=${2:-} ;;
        --deb) deb=${2:-} ;;
        *) fail "the option $1 is unknown" ;;
    esac
    shift 2 || fail "the option $1 needs a value"
done
[ $# = 1 ] || fail "usage: image.sh [--base IMAGE] [--deb FILE] TAG"
tag=$1
if [ -z "$deb" ]; then
    deb=$(find out/deb -name "navbus_*_$(dpkg --print-architecture).deb" -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d ' ' -f 2-)
    [ -n "$deb" ] || fail "out/deb has no package for this architecture; run make deb, or name one with --deb"
fi
[ -f "$deb" ] || fail "the package $deb does not exist"
tool=${TOOL:-}
for found in podman docker buildah; do
    if [ -z "$tool" ] && command -v "$found" >/dev/null; then tool=$found; fi
done
[ -n "$tool" ] || fail "podman, docker or buildah is required"

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
cp "$deb" "$context/navbus.deb"
# The format docker keeps the health check, which the format OCI does not have.
format=(--format docker)
if [ "$(basename "$tool")" = docker ]; then format=(); fi

if [ "$base" = bootstrap ]; then
    [ "$(basename "$tool")" != docker ] || fail "--base bootstrap needs podman or buildah"
    command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing: apt-get install mmdebstrap"
    # shellcheck disable=SC1091  # a file of the system
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    base=localhost/navbus-base:$release
    mkdir "$context/base"
    mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/man/*' "$release" "$context/base/root.tar"
    printf 'FROM scratch\nADD root.tar /\n' >"$context/base/Containerfile"
    "$tool" build "${format[@]}" -t "$base" -f "$context/base/Containerfile" "$context/base"
    rm -r "$context/base"
fi

"$tool" build "${format[@]}" ${base:+--build-arg "BASE=$base"} -t "$tag" -f packaging/Containerfile "$context"
echo "image $tag of $(basename "$deb")"
