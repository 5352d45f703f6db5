#!/bin/bash
# uninstall.sh DESTDIR PREFIX removes what install.sh put there.
set -euo pipefail
destination=$1$2

rm -f "$destination"/bin/navbus "$destination"/bin/navbus-*
rm -rf "$destination/lib/navbus" "$destination/share/navbus"
rm -f "$destination/share/bash-completion/completions/navbus" "$destination/share/zsh/site-functions/_navbus" \
    "$destination/share/fish/vendor_completions.d/navbus.fish"
echo "removed navbus below $destination"
