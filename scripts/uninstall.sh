#!/bin/bash
# uninstall.sh [--quiet] DESTDIR PREFIX removes what install.sh put there, which its list tells, and nothing else.
# Profiles in /etc/navbus that somebody has changed stay.
set -euo pipefail

quiet=
if [ "${1:-}" = --quiet ]; then
    quiet=1
    shift
fi
[ $# = 2 ] || { echo "usage: uninstall.sh [--quiet] DESTDIR PREFIX" >&2; exit 1; }
root=${1%/} prefix=${2%/}
list=$root$prefix/share/navbus/installed
[ -f "$list" ] || { echo "uninstall: navbus is not installed below $root$prefix: there is no $list" >&2; exit 1; }
entries=$(cat "$list")
rm -f "$list"

while read -r kind rest; do
    case $kind in
        file) rm -f "$root$rest" ;;
        configuration)
            path=$root${rest#* }
            if [ -f "$path" ]; then
                if [ "$(sha256sum <"$path" | cut -c 1-64)" = "${rest%% *}" ]; then
                    rm -f "$path"
                elif [ -z "$quiet" ]; then
                    echo "uninstall: $path was changed, and stays"
                fi
            fi ;;
    esac
done <<<"$entries"

# The innermost first; what holds anything else stays.
tac <<<"$entries" | while read -r kind folder; do
    if [ "$kind" = folder ]; then rmdir --ignore-fail-on-non-empty "$root$folder" 2>/dev/null || true; fi
done
[ -n "$quiet" ] || echo "removed navbus below $root$prefix"
