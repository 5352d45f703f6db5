#!/bin/bash
# uninstall.sh [--quiet] DESTDIR PREFIX removes the files in the list of install.sh, and nothing else. Profiles in
# /etc/navbus with local changes stay. The list is removed last, so that an interrupted run can be repeated.
set -euo pipefail

quiet=
if [ "${1:-}" = --quiet ]; then
    quiet=1
    shift
fi
[ $# = 2 ] || { echo "usage: uninstall.sh [--quiet] DESTDIR PREFIX" >&2; exit 1; }
root=${1%/} prefix=${2%/}
list=$root$prefix/share/navbus/installed
[ -f "$list" ] || { echo "uninstall: navbus is not installed below $root$prefix: $list is missing" >&2; exit 1; }
entries=$(cat "$list")

while read -r kind rest; do
    case $kind in
        # A folder of this name is not from navbus.
        file) if [ ! -d "$root$rest" ] || [ -L "$root$rest" ]; then rm -f "$root$rest"; fi ;;
        configuration)
            path=$root${rest#* }
            if [ -f "$path" ] && [ "$(sha256sum <"$path" | cut -c 1-64)" = "${rest%% *}" ]; then rm -f "$path"; fi ;;
    esac
done <<<"$entries"
sed -n 's/^configuration [^ ]* //p' <<<"$entries" | sort -u | while read -r path; do
    if [ -f "$root$path" ] && [ -z "$quiet" ]; then echo "uninstall: $root$path has local changes and is kept"; fi
done
# The remains of an interrupted installation.
rm -rf "$root$prefix/share/navbus/.new" "$root$prefix/share/navbus/.new.list"

# The innermost folders first; folders with other files stay.
remove_folders() {
    tac <<<"$entries" | while read -r kind folder; do
        if [ "$kind" = folder ]; then rmdir --ignore-fail-on-non-empty "$root$folder" 2>/dev/null || true; fi
    done
}
remove_folders
rm -f "$list"
remove_folders
[ -n "$quiet" ] || echo "removed navbus below $root$prefix"
