#!/bin/bash
# install.sh DESTDIR PREFIX builds in release and installs navbus and its controls.
#
# The Swift runtime goes along, once for all executables, into lib/navbus: linked statically it would be in each of them
# again, and no Swift is needed where navbus is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
destination=$1$2

# shellcheck disable=SC2016  # the linker wants the word $ORIGIN itself
build=(swift build -c release --explicit-target-dependency-import-check error -Xlinker -rpath -Xlinker '$ORIGIN/../lib/navbus')
products=(navbus navbus-bus)
for folder in Plugins/*/; do products+=("navbus-$(basename "$folder" | tr '[:upper:]' '[:lower:]')"); done
for product in "${products[@]}"; do "${build[@]}" --product "$product"; done
folder=$("${build[@]}" --show-bin-path)

install -d "$destination"/{bin,lib/navbus,share/navbus/Plugins,share/navbus/examples}
for product in "${products[@]}"; do install -m 755 "$folder/$product" "$destination/bin/"; done

# Every library of the Swift toolchain that an executable loads.
for product in "${products[@]}"; do ldd "$folder/$product"; done \
    | awk '$3 ~ /\/swift\/linux\// { print $3 }' | sort -u \
    | while read -r library; do install -m 644 "$library" "$destination/lib/navbus/"; done

# Below share/navbus everything lies as in a checkout.
for plugin in Plugins/*/; do
    target=$destination/share/navbus/$plugin
    install -d "$target"
    install -m 644 "$plugin"/{plugin.toml,settings.sample.toml,README.md} "$target"
done
install -d "$destination/share/navbus/Plugins/Speech/Languages"
install -m 644 Plugins/Speech/Languages/* "$destination/share/navbus/Plugins/Speech/Languages/"
install -d "$destination/share/navbus/Plugins/Haptics/Tables"
install -m 644 Plugins/Haptics/Tables/* "$destination/share/navbus/Plugins/Haptics/Tables/"
install -d "$destination/share/navbus/Plugins/Web/Page"
install -m 644 Plugins/Web/Page/* "$destination/share/navbus/Plugins/Web/Page/"
cp -R examples/first-drive config LICENSE "$destination/share/navbus/"
mv "$destination/share/navbus/first-drive" "$destination/share/navbus/examples/"

completions() { # SHELL FILE
    install -d "$(dirname "$destination/$2")"
    LD_LIBRARY_PATH="$destination/lib/navbus" "$destination/bin/navbus" --generate-completion-script "$1" >"$destination/$2"
}
completions bash share/bash-completion/completions/navbus
completions zsh share/zsh/site-functions/_navbus
completions fish share/fish/vendor_completions.d/navbus.fish
echo "installed below $destination; try: $2/bin/navbus demo"
