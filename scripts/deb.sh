#!/bin/bash
# deb.sh [--built FOLDER] [--fast] OUT makes a Debian package of navbus in the folder OUT, for the architecture and the
# release of Debian it runs on; beside it navbus-dbgsym, which holds the symbols that were taken out of the programs.
#
# Without --built everything is built in release first. --fast packs quickly and large, and without symbols: for tests.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'deb: %s\n' "$@" >&2
    exit 1
}

built=() fast=
while [[ ${1:-} == --* ]]; do
    case $1 in
        --built)
            built=(--built "$2")
            shift ;;
        --fast) fast=1 ;;
        *) fail "there is no option $1" ;;
    esac
    shift
done
[ $# = 1 ] || fail "usage: deb.sh [--built FOLDER] [--fast] OUT"
mkdir -p "$1"
out=$(realpath "$1")
for tool in dpkg-deb dpkg-shlibdeps strip objcopy; do
    command -v "$tool" >/dev/null || fail "$tool is missing; make setup installs it (dpkg-dev, binutils)"
done

# The same source makes the same package: what is told of time is the time of the source.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
umask 022
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root symbols=$scratch/symbols
mkdir -p "$root/DEBIAN" "$symbols/DEBIAN"

scripts/install.sh "${built[@]}" "$root" /usr >/dev/null
# dpkg has a list of its own.
rm "$root/usr/share/navbus/installed"

version=$("$root/usr/bin/navbus" --version)
architecture=$(dpkg --print-architecture)
# Whoever makes a package answers for it, as with the tools of Debian.
maintainer="${DEBFULLNAME:-$(git config user.name || id -un)} <${DEBEMAIL:-$(git config user.email || echo root@localhost)}>"
documents=$root/usr/share/doc/navbus

# Nobody needs the symbols in order to run, and they are most of a program; who looks into a core has them in a package
# of its own, under the name that gdb looks for.
for file in "$root"/usr/bin/navbus* "$root"/usr/lib/navbus/*.so; do
    if [ -z "$fast" ] && [[ $file == */bin/* ]]; then
        id=$(readelf -n "$file" | sed -n 's/.*Build ID: //p')
        [ -n "$id" ] || fail "$file has no build id"
        target=$symbols/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
        install -d "$(dirname "$target")"
        objcopy --only-keep-debug --compress-debug-sections "$file" "$target"
        chmod 644 "$target"
    fi
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$file"
done

install -m 644 packaging/debian/copyright "$documents/copyright"
# The changes as people read them, and as dpkg reads them.
mv "$documents/CHANGELOG.md" "$documents/changelog"
gzip -9n "$documents/changelog"
{
    printf 'navbus (%s) unstable; urgency=medium\n\n' "$version"
    printf '  * What has changed is told by /usr/share/doc/navbus/changelog.gz.\n'
    printf '\n -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$documents/changelog.Debian.gz"
chmod 644 "$documents"/*.gz
find "$root/usr/share/man" -name '*.1' -exec gzip -9n {} +
install -D -m 644 packaging/debian/lintian-overrides "$root/usr/share/lintian/overrides/navbus"
# zsh of Debian looks for what packages bring in another place than what an administrator builds.
install -d "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_navbus" "$root/usr/share/zsh/vendor-completions/_navbus"
rmdir "$root/usr/share/zsh/site-functions"
# The licence is in copyright.
rm "$root/usr/share/navbus/LICENSE"

# Exactly the packages whose libraries are loaded, each in the version that has what is called; not those of Swift,
# which lie in the package itself.
mkdir -p "$scratch/source/debian"
printf 'Source: navbus\n\nPackage: navbus\nArchitecture: any\n' >"$scratch/source/debian/control"
depends=$(
    cd "$scratch/source"
    dpkg-shlibdeps -O --ignore-missing-info -l"$root/usr/lib/navbus" -S"$root" \
        "$root"/usr/bin/navbus* "$root"/usr/lib/navbus/*.so 2>"$scratch/shlibdeps.log"
) || { cat "$scratch/shlibdeps.log" >&2; fail "dpkg-shlibdeps could not tell what the programs depend on"; }
depends=${depends#shlibs:Depends=}

control() { # TEMPLATE ROOT
    local size
    size=$(du -k -s --apparent-size --exclude=DEBIAN "$2" | cut -f 1)
    sed -e "s#@VERSION@#$version#; s#@ARCHITECTURE@#$architecture#; s#@MAINTAINER@#$maintainer#; s#@SIZE@#$size#" \
        -e "s#@DEPENDS@#$depends#" "$1" >"$2/DEBIAN/control"
    (cd "$2" && find . -type f -not -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum) >"$2/DEBIAN/md5sums"
    chmod 644 "$2"/DEBIAN/*
    find "$2" -type d -exec chmod 755 {} +
}

control packaging/debian/control "$root"
(cd "$root" && find etc -type f -printf '/%p\n' | sort) >"$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 755 "packaging/debian/$script" "$root/DEBIAN/$script"; done
compression=(-Zxz)
if [ -n "$fast" ]; then compression=(-Zgzip -z1); fi
package=$out/navbus_${version}_$architecture.deb
dpkg-deb --root-owner-group "${compression[@]}" --build "$root" "$package" >/dev/null
echo "$package: $(($(stat -c %s "$package") / 1000)) kB, installed $(du -k -s --apparent-size --exclude=DEBIAN "$root" | cut -f 1) KiB"

if [ -z "$fast" ]; then
    control packaging/debian/control-dbgsym "$symbols"
    package=$out/navbus-dbgsym_${version}_$architecture.deb
    dpkg-deb --root-owner-group "${compression[@]}" --build "$symbols" "$package" >/dev/null
    echo "$package: $(($(stat -c %s "$package") / 1000)) kB"
fi
