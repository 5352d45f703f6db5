#!/bin/bash
# setup.sh LIST... installs the missing Debian packages of the lists (build, tests) and checks the version of Swift. It
# prints nothing if none is missing. It works as root, or with sudo.
set -euo pipefail
cd "$(dirname "$0")/.."

# The packages for the build, the demo, the installation and the Debian package.
build=(
    gcc libc6-dev libzmq3-dev libespeak-ng-dev libcairo2-dev libpulse-dev libexpat1-dev libzstd-dev zlib1g-dev
    libcurl4-openssl-dev libsoxr-dev libpng-dev libpango1.0-dev libmicrohttpd-dev libgnutls28-dev libqrencode-dev
    libsystemd-dev libnats-dev fonts-dejavu-core util-linux libsqlite3-dev
    binutils dpkg-dev patchelf python3
)
# The packages for the tests: independent oracles, a real gpsd, a real sound server, a speech recogniser, simulated
# devices.
tests=(
    protobuf-compiler espeak-ng gpsd gpsd-clients pulseaudio pulseaudio-utils sox pocketsphinx-en-us librsvg2-bin python3
    python3-venv ca-certificates git iproute2 speech-dispatcher speech-dispatcher-espeak-ng chromium tmux
    appstream dbus desktop-file-utils g++ golang-go jq mosquitto nodejs python3-dbus python3-gi python3-paho-mqtt
    python3-protobuf geoclue-2.0 python3-zmq feedbackd umockdev gir1.2-umockdev-1.0 systemd udev adduser man-db mandoc
    lintian bash-completion zsh fish nats-server openssl zbar-tools python3-pyosmium tilemaker
)

fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

find_swift() {
    local said found
    command -v swift >/dev/null || fail \
        "Swift 6.2 or later is required, but swift is not on PATH." \
        "Get it from https://www.swift.org/install/linux/ and run make again."
    said=$(swift --version 2>&1) || fail \
        "swift does not run: $said" \
        "https://www.swift.org/install/linux/ lists the packages it needs."
    found=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$said" | head -n 1)
    [ -n "$found" ] || fail "swift --version prints no version; navbus needs 6.2 or later."
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

# planned installed|upgraded PACKAGE...: the packages that apt-get would install or upgrade for these.
planned() {
    local kind=$1
    shift
    apt-get install -s -q --no-upgrade --no-install-recommends "$@" 2>/dev/null | awk -v kind="$kind" '
        $1 == "Inst" && (($3 ~ /^\[/) == (kind == "upgraded")) { printf "%s ", $2 }'
}

# Packages that are installed already are upgraded only where a new one requires it.
install_packages() {
    local log=.build/setup.log upgraded number
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "These Debian packages are missing: $*" "Ask an administrator for: apt-get install $*"
    fi
    mkdir -p .build
    echo "setup: these Debian packages are missing and will be installed: $*"
    as_root apt-get update -q >"$log" 2>&1 || echo "setup: apt-get update failed; using the existing lists" >&2
    number=$(planned installed "$@" | wc -w)
    upgraded=$(planned upgraded "$@")
    [ "$number" -le $# ] || echo "setup: with what they require, $number packages"
    [ -z "$upgraded" ] || echo "setup: they require newer versions of these packages, which will be upgraded: $upgraded"
    echo "setup: installing; the output of apt-get is in $log"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-upgrade --no-install-recommends "$@" >>"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        fail "apt-get could not install: $*" "Is the network available? The errors are above, and in $log."
    }
    echo "setup: done"
}

wanted=()
for list in "${@:-build}"; do
    case $list in
        build) wanted+=("${build[@]}") ;;
        tests) wanted+=("${tests[@]}") ;;
        *) fail "unknown list $list; the lists are: build, tests" ;;
    esac
done

if command -v dpkg-query >/dev/null; then
    read -ra missing <<<"$(missing_packages "${wanted[@]}")"
    [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
else
    echo "setup: this is not Debian; navbus needs the contents of these packages: ${wanted[*]}" >&2
fi
find_swift
