#!/bin/bash
# deb.sh [--built FOLDER] [--fast] OUT builds a Debian package of navbus in the folder OUT, for the architecture and the
# Debian release of this machine, the package navbus-dbgsym with the debug symbols of the programs, and the packages
# libnavbus1 and libnavbus-dev for controls in C.
#
# Without --built everything is built in release first. --fast compresses less and omits the symbols, for tests.
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
        *) fail "the option $1 is unknown" ;;
    esac
    shift
done
[ $# = 1 ] || fail "usage: deb.sh [--built FOLDER] [--fast] OUT"
mkdir -p "$1"
out=$(realpath "$1")
for tool in dpkg-deb dpkg-shlibdeps strip objcopy; do
    command -v "$tool" >/dev/null || fail "$tool is missing; make setup installs it (dpkg-dev, binutils)"
done

# The same source makes the same package: all times are that of the source.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
umask 022
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root symbols=$scratch/symbols library=$scratch/library development=$scratch/development
mkdir -p "$root/DEBIAN" "$symbols/DEBIAN" "$library/DEBIAN" "$development/DEBIAN"

scripts/install.sh "${built[@]}" --symbols "$root" /usr >/dev/null
# dpkg has its own list.
rm "$root/usr/share/navbus/installed"

version=$("$root/usr/bin/navbus" --version)
architecture=$(dpkg --print-architecture)
# The builder of a package is its maintainer, as with the tools of Debian.
maintainer="${DEBFULLNAME:-$(git config user.name || id -un)} <${DEBEMAIL:-$(git config user.email || echo root@localhost)}>"
documents=$root/usr/share/doc/navbus

# Debug symbols are the largest part of a program and are not needed to run it. They go into a package of their own,
# under the names that gdb expects.
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

# libnavbus is in packages of its own, in the folder of this architecture.
multiarch=usr/lib/$(dpkg-architecture -q DEB_HOST_MULTIARCH)
mkdir -p "$library/$multiarch" "$development/$multiarch/pkgconfig" "$development/usr"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/usr/lib/libnavbus.so.1"
strip --strip-debug "$root/usr/lib/libnavbus.a"
mv "$root/usr/lib/libnavbus.so.1" "$library/$multiarch"
mv "$root"/usr/lib/libnavbus.{a,so} "$development/$multiarch"
sed "s#^libdir=.*#libdir=/$multiarch#" "$root/usr/lib/pkgconfig/navbus.pc" >"$development/$multiarch/pkgconfig/navbus.pc"
mv "$root/usr/include" "$development/usr/include"
rm -r "$root/usr/lib/pkgconfig"

install -m 644 packaging/debian/copyright "$documents/copyright"
# The changelog for people and the changelog of dpkg.
mv "$documents/CHANGELOG.md" "$documents/changelog"
gzip -9n "$documents/changelog"
{
    printf 'navbus (%s) unstable; urgency=medium\n\n' "$version"
    printf '  * The changes are in /usr/share/doc/navbus/changelog.gz.\n'
    printf '\n -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$documents/changelog.Debian.gz"
chmod 644 "$documents"/*.gz
find "$root/usr/share/man" -name '*.1' -exec gzip -9n {} +
install -D -m 644 packaging/debian/lintian-overrides "$root/usr/share/lintian/overrides/navbus"
# On Debian, zsh expects the completions of packages in another folder than those of the administrator.
install -d "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_navbus" "$root/usr/share/zsh/vendor-completions/_navbus"
rmdir "$root/usr/share/zsh/site-functions"
# The file copyright contains the licence.
rm "$root/usr/share/navbus/LICENSE"

# The dependencies are the packages of the loaded libraries in the required versions, without those of Swift, which are
# in the package itself.
mkdir -p "$scratch/source/debian"
printf 'Source: navbus\n\nPackage: navbus\nArchitecture: any\n' >"$scratch/source/debian/control"
dependencies() { # ROOT FILES
    local depends
    depends=$(
        cd "$scratch/source"
        dpkg-shlibdeps -O --ignore-missing-info -l"$root/usr/lib/navbus" -S"$1" "${@:2}" 2>"$scratch/shlibdeps.log"
    ) || { cat "$scratch/shlibdeps.log" >&2; fail "dpkg-shlibdeps could not find the dependencies of $1"; }
    echo "${depends#shlibs:Depends=}"
}

control() { # TEMPLATE ROOT
    local size
    size=$(du -k -s --apparent-size --exclude=DEBIAN "$2" | cut -f 1)
    sed -e "s#@VERSION@#$version#; s#@ARCHITECTURE@#$architecture#; s#@MAINTAINER@#$maintainer#; s#@SIZE@#$size#" \
        -e "s#@DEPENDS@#$depends#" "$1" >"$2/DEBIAN/control"
    (cd "$2" && find . -type f -not -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum) >"$2/DEBIAN/md5sums"
    chmod 644 "$2"/DEBIAN/*
    find "$2" -type d -exec chmod 755 {} +
}

depends=$(dependencies "$root" "$root"/usr/bin/navbus* "$root"/usr/lib/navbus/*.so)
control packaging/debian/control "$root"
(cd "$root" && find etc -type f -printf '/%p\n' | sort) >"$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 755 "packaging/debian/$script" "$root/DEBIAN/$script"; done
compression=(-Zxz)
if [ -n "$fast" ]; then compression=(-Zgzip -z1); fi
package=$out/navbus_${version}_$architecture.deb
dpkg-deb --root-owner-group "${compression[@]}" --build "$root" "$package" >/dev/null
echo "$package: $(($(stat -c %s "$package") / 1000)) kB, installed $(du -k -s --apparent-size --exclude=DEBIAN "$root" | cut -f 1) KiB"

install -d "$library/usr/share/doc/libnavbus1" "$development/usr/share/doc"
install -m 644 "$documents"/{copyright,changelog.gz,changelog.Debian.gz} "$library/usr/share/doc/libnavbus1"
ln -s libnavbus1 "$development/usr/share/doc/libnavbus-dev"
echo 'libnavbus 1 libnavbus1' >"$library/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$library/DEBIAN/triggers"
depends=$(dependencies "$library" "$library/$multiarch/libnavbus.so.1")
for name in libnavbus1 libnavbus-dev; do
    folder=$library
    if [ $name = libnavbus-dev ]; then folder=$development; fi
    control "packaging/debian/control-$name" "$folder"
    package=$out/${name}_${version}_$architecture.deb
    dpkg-deb --root-owner-group "${compression[@]}" --build "$folder" "$package" >/dev/null
    echo "$package: $(($(stat -c %s "$package") / 1000)) kB"
done

if [ -z "$fast" ]; then
    control packaging/debian/control-dbgsym "$symbols"
    package=$out/navbus-dbgsym_${version}_$architecture.deb
    dpkg-deb --root-owner-group "${compression[@]}" --build "$symbols" "$package" >/dev/null
    echo "$package: $(($(stat -c %s "$package") / 1000)) kB"
fi
