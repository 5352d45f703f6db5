#!/bin/bash
# setup.sh LIST... installs the Debian packages of the lists (build, tests) that are missing, and looks for Swift.
# Quick and silent about nothing to do; works as root, and through sudo for everybody else.
set -euo pipefail

# Building and the demo: messages, speech, signs, sound, GPX, processes; installing and the package.
build=(
    gcc libc6-dev libzmq3-dev libespeak-ng-dev libcairo2-dev libpulse-dev libexpat1-dev libzstd-dev zlib1g-dev
    libcurl4-openssl-dev libsoxr-dev libpng-dev libpango1.0-dev libmicrohttpd-dev libsystemd-dev
    fonts-dejavu-core util-linux
    binutils dpkg-dev patchelf python3
)
# The tests: independent oracles, a real gpsd, a real sound server, a recogniser, devices that are none.
tests=(
    protobuf-compiler espeak-ng gpsd gpsd-clients pulseaudio pulseaudio-utils sox pocketsphinx-en-us librsvg2-bin python3
    python3-venv ca-certificates git iproute2 speech-dispatcher speech-dispatcher-espeak-ng chromium tmux
    dbus g++ jq python3-dbus python3-gi python3-protobuf python3-zmq feedbackd umockdev gir1.2-umockdev-1.0
    systemd udev adduser man-db mandoc lintian bash-completion zsh fish
)

fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

find_swift() {
    local said found
    command -v swift >/dev/null || fail \
        "Swift 6.2 or later is needed, and there is none here." \
        "Get it from https://www.swift.org/install/linux/ and run make again."
    said=$(swift --version 2>&1) || fail \
        "swift is here, but it does not run: $said" \
        "https://www.swift.org/install/linux/ lists the packages it needs."
    found=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$said" | head -n 1)
    [ -n "$found" ] || fail "swift --version does not say which version it is; navbus needs 6.2 or later."
    [ "$(printf '%s\n' 6.2 "$found" | sort -V | head -n 1)" = 6.2 ] || fail \
        "Swift $found is too old; navbus needs 6.2 or later." \
        "Get it from https://www.swift.org/install/linux/ and run make again."
}

missing_packages() {
    local installed name
    installed=" $(dpkg-query -W -f='${db:Status-Status}=${Package} ' 2>/dev/null) "
    for name in "$@"; do
        [[ $installed == *" installed=$name "* ]] || printf '%s ' "$name"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "These Debian packages are missing: $*" "Ask an administrator for: apt-get install $*"
    fi
    echo "setup: installing with apt-get: $*"
    as_root apt-get update -q >/dev/null || echo "setup: apt-get update failed; trying with the lists there are" >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" || fail \
        "apt-get could not install: $*" "Is the network there? The lines above say what it missed."
    echo "setup: done"
}

wanted=()
for list in "${@:-build}"; do
    case $list in
        build) wanted+=("${build[@]}") ;;
        tests) wanted+=("${tests[@]}") ;;
        *) fail "there is no list named $list; there are: build, tests" ;;
    esac
done

if command -v dpkg-query >/dev/null; then
    read -ra missing <<<"$(missing_packages "${wanted[@]}")"
    [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
else
    echo "setup: this is not Debian; navbus needs what these packages hold: ${wanted[*]}" >&2
fi
find_swift
