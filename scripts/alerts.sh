#!/bin/bash
# alerts.sh checks the alert rules of Prometheus and runs their tests. Without promtool on PATH, it takes the program out of
# the Debian package prometheus, which is not installed: that would start a server.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=.build/promtool
promtool=$(command -v promtool || echo "$folder/usr/bin/promtool")
if [ ! -x "$promtool" ]; then
    mkdir -p "$folder"
    (cd "$folder" && apt-get download -q prometheus && dpkg-deb -x prometheus_*.deb . && rm prometheus_*.deb)
fi
"$promtool" check rules packaging/prometheus/*.rules.yml
"$promtool" test rules packaging/prometheus/navbus.test.yml
