#!/bin/bash
# install.sh [--built FOLDER] [--symbols] DESTDIR PREFIX installs navbus and its controls.
#
# Without --built everything is built in release first; with it the programs in FOLDER are installed. The programs and
# the Swift runtime are installed without symbols; --symbols keeps them.
#
# The Swift runtime is installed once for all programs, in lib/navbus: linked statically it would be in each of them,
# and so no Swift is needed where navbus is installed. The list of installed files is share/navbus/installed, which
# uninstall.sh reads.
#
# All files are prepared in share/navbus/.new first; a failure there does not change an earlier installation. Then they
# are moved to their final paths. The list names each file before it exists: after any interruption, uninstall.sh finds
# all files.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'install: %s\n' "$@" >&2
    exit 1
}

built= symbols=
while [[ ${1:-} == --* ]]; do
    case $1 in
        --built)
            built=$(realpath -e "${2:-}") || fail "the folder ${2:-} does not exist"
            shift ;;
        --symbols) symbols=1 ;;
        *) fail "the option $1 is unknown" ;;
    esac
    shift
done
[ $# = 2 ] || fail "usage: install.sh [--built FOLDER] [--symbols] DESTDIR PREFIX"
root=${1%/} prefix=${2%/}
[[ $prefix == /* ]] || fail "PREFIX is $2; it must begin with /"
for tool in patchelf strip cc make; do
    command -v "$tool" >/dev/null || fail "$tool is missing; make setup installs it (patchelf, binutils, gcc, make)"
done

programs=(navbus navbus-bus navbus-jsonl navbus-receivers)
for folder in Plugins/*/; do
    [ -f "$folder/plugin.toml" ] || continue
    name=$(basename "$folder")
    programs+=("navbus-${name,,}")
    if [ -d "Tools/$name" ]; then programs+=("navbus-${name,,}-tools"); fi
done
if [ -z "$built" ]; then
    build=(swift build -c release --explicit-target-dependency-import-check error)
    for program in "${programs[@]}"; do "${build[@]}" --product "$program"; done
    built=$("${build[@]}" --show-bin-path)
fi

# Profiles of the machine are in /etc/navbus, whatever the prefix. Below a private prefix, /etc is not written; the same
# profiles are in share/navbus/config.
configuration=/etc/navbus
case $prefix in /usr | /usr/local) ;; *) configuration= ;; esac

share=$prefix/share/navbus
stage=$root$share/.new
installed=$root$share/installed
scratch=$(mktemp -d)
list=$scratch/list

first=
cleanup() {
    local code=$?
    rm -rf "$scratch" "$stage" "$stage.list"
    if [ $code = 0 ]; then return; fi
    if [ -z "$first" ]; then
        echo "install: failed; the earlier installation is unchanged or partly replaced: repeat make install" >&2
    elif [ -f "$installed" ]; then
        scripts/uninstall.sh --quiet "$root" "$prefix" || true
    fi
}

missing_folders() { # FOLDER: the missing folders of its path, the outermost first
    if [ "$1" = / ] || [ -d "$root$1" ]; then return; fi
    missing_folders "$(dirname "$1")"
    echo "folder $1"
}

make_folders() { # LIST
    local kind folder
    while read -r kind folder; do
        if [ "$kind" = folder ] && [ ! -d "$root$folder" ]; then install -d -m 755 "$root$folder"; fi
    done <"$1"
}

# Replaces the list atomically.
write_list() { # LIST
    install -m 644 "$1" "$stage.list"
    mv -f "$stage.list" "$installed"
}

put() { # MODE SOURCE TARGET, without the root
    install -D -m "$1" "$2" "$stage$3"
    echo "file $3" >>"$list"
}

# Generated files are not part of the repository. In a checkout, git lists the files to install; otherwise they are all
# files except those that tools generate, and except programs.
tracked=
if top=$(git rev-parse --show-toplevel 2>/dev/null) && [ "$top" -ef . ]; then tracked=1; fi
shipped() { # FOLDER: the names below it
    local name magic
    if [ -n "$tracked" ]; then
        git -c core.quotePath=off ls-files -- "$1" | while read -r name; do
            # Skips deleted files.
            if [ -f "$name" ]; then echo "${name#"$1"/}"; fi
        done
        return
    fi
    (cd "$1" && find . \( -name '.?*' -o -name build -o -name dist -o -name __pycache__ -o -name '*.egg-info' \) -type d -prune \
        -o -type f -not -name '*.pyc' -not -name '*.o' -printf '%P\n' | sort) | while read -r name; do
        # Files that protoc has generated for an example.
        if [[ $1/$name == examples/write-a-control/python/navbus/* ]]; then continue; fi
        LC_ALL=C read -r -N 4 magic <"$1/$name" || true
        if [ "$magic" != $'\x7fELF' ]; then echo "$name"; fi
    done
}

put_all() { # SOURCE-FOLDER TARGET-FOLDER [PATTERN: without the names that match]
    local name
    shipped "$1" | while read -r name; do
        if [[ -n ${3:-} && $name =~ $3 ]]; then continue; fi
        if [ -x "$1/$name" ]; then put 755 "$1/$name" "$2/$name"; else put 644 "$1/$name" "$2/$name"; fi
    done
}

if [ ! -f "$installed" ]; then first=1; fi
trap cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
install -d "${root:-/}"
missing_folders "$share" >"$scratch/folders"
make_folders "$scratch/folders"
rm -rf "$stage"
if [ -n "$first" ]; then write_list "$scratch/folders"; fi

# Removes the symbols of a staged file.
strip_staged() { # TARGET
    if [ -z "$symbols" ]; then strip --strip-unneeded "$stage$1"; fi
}

for program in "${programs[@]}"; do
    [ -x "$built/$program" ] || fail "the program $built/$program is missing; build it first"
    put 755 "$built/$program" "$prefix/bin/$program"
    # The compiler writes the folder of its own runtime into programs.
    # shellcheck disable=SC2016  # the loader wants the word $ORIGIN itself
    patchelf --set-rpath '$ORIGIN/../lib/navbus' "$stage$prefix/bin/$program"
    strip_staged "$prefix/bin/$program"
done

# All libraries of the Swift toolchain that a program loads.
loaded=$(for program in "${programs[@]}"; do ldd "$built/$program"; done | sort -u)
if grep -F 'not found' <<<"$loaded" >&2; then fail "the programs in $built load missing libraries"; fi
libraries=$(awk '$3 ~ /\/swift\// { print $3 }' <<<"$loaded" | sort -u)
[ -n "$libraries" ] || fail "found no library of Swift that the programs in $built load"
for library in $libraries; do
    put 644 "$library" "$prefix/lib/navbus/$(basename "$library")"
    strip_staged "$prefix/lib/navbus/$(basename "$library")"
done

# All files of a control except its program: manifest, settings, guide and data files. Of Console also the sources,
# which are the template of navbus control new.
for folder in Plugins/*/; do
    [ -f "$folder/plugin.toml" ] || continue
    name=$(basename "$folder")
    without='^(Sources|Program|Tests)/'
    if [ "$name" = Console ]; then without=; fi
    put_all "Plugins/$name" "$prefix/lib/navbus/controls/$name" "$without"
done

# MapLibre is no part of the repository; make maplibre fetches it. Without it, the page shows the route as a line.
for file in maplibre-gl.js LICENSE.txt; do
    if [ ! -f .build/maplibre/.done ]; then
        echo "install: .build/maplibre is missing, so the page has no map; make maplibre fetches it"
        break
    fi
    put 644 ".build/maplibre/$file" "$prefix/lib/navbus/controls/Web/MapLibre/$file"
done

# share/navbus has the layout of a checkout.
install -d "$stage$share"
ln -s ../../lib/navbus/controls "$stage$share/Plugins"
echo "file $share/Plugins" >>"$list"
put_all examples "$share/examples"
put_all config "$share/config"
put_all proto "$share/proto"
put_all libnavbus "$share/libnavbus"
# The builders of the parts of an offline region.
put_all scripts/region "$share/scripts/region"
for folder in grafana prometheus; do put_all "packaging/$folder" "$share/packaging/$folder" '[.]test[.]yml$'; done
put 644 LICENSE "$share/LICENSE"
for page in README.md CHANGELOG.md; do put 644 "$page" "$prefix/share/doc/navbus/$page"; done
put_all docs "$prefix/share/doc/navbus/docs"

# libnavbus, for controls in C: header, libraries and navbus.pc.
env -u MAKEFLAGS make -s -f libnavbus/Makefile install BUILD="$scratch/libnavbus" DESTDIR="$scratch/c" PREFIX="$prefix"
for file in include/navbus.h lib/libnavbus.a lib/libnavbus.so.1 lib/pkgconfig/navbus.pc; do
    put 644 "$scratch/c$prefix/$file" "$prefix/$file"
done
strip_staged "$prefix/lib/libnavbus.so.1"
if [ -z "$symbols" ]; then strip --strip-debug "$stage$prefix/lib/libnavbus.a"; fi
ln -s libnavbus.so.1 "$stage$prefix/lib/libnavbus.so"
echo "file $prefix/lib/libnavbus.so" >>"$list"

navbus=$stage$prefix/bin/navbus

completions() { # SHELL FILE
    # The completion script of bash is sourced, so its interpreter line is removed.
    "$navbus" --generate-completion-script "$1" | sed '1{/^#!/d}' >"$scratch/completions"
    put 644 "$scratch/completions" "$prefix/$2"
}
completions bash share/bash-completion/completions/navbus
completions zsh share/zsh/site-functions/_navbus
completions fish share/fish/vendor_completions.d/navbus.fish

python3 scripts/manpages.py "$stage$prefix/bin" "$scratch/man"
for page in packaging/man/*.1; do
    sed -e "s/@DATE@/$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%F)/; s/@VERSION@/$("$navbus" --version)/" "$page" \
        >"$scratch/man/$(basename "$page")"
done
for page in "$scratch"/man/*.1; do put 644 "$page" "$prefix/share/man/man1/$(basename "$page")"; done

if [ -n "$configuration" ]; then
    for scope in system user; do
        for unit in packaging/systemd/"$scope"/*; do
            sed "s#@PREFIX@#$prefix#g" "$unit" >"$scratch/unit"
            put 644 "$scratch/unit" "$prefix/lib/systemd/$scope/$(basename "$unit")"
        done
    done
    id=org.navbus.Navbus
    put 644 "packaging/desktop/$id.desktop" "$prefix/share/applications/$id.desktop"
    put 644 "packaging/desktop/$id.metainfo.xml" "$prefix/share/metainfo/$id.metainfo.xml"
    put 644 "packaging/desktop/$id.svg" "$prefix/share/icons/hicolor/scalable/apps/$id.svg"
    for rules in packaging/udev/*.rules; do put 644 "$rules" "$prefix/lib/udev/rules.d/$(basename "$rules")"; done
    for profile in config/*.toml packaging/default/navbus; do
        # A profile with paths of a checkout is of no use on this machine.
        if grep -q '"\.\./' "$profile"; then continue; fi
        target=$configuration/$(basename "$profile")
        if [ "$profile" = packaging/default/navbus ]; then target=/etc/default/navbus; fi
        sum=$(sha256sum <"$profile" | cut -c 1-64)
        # A profile with local changes stays: it equals neither the new nor the previously installed one.
        if [ -e "$root$target" ] && ! cmp -s "$profile" "$root$target" &&
            ! grep -q -s -x -F "configuration $(sha256sum <"$root$target" | cut -c 1-64) $target" "$installed"; then
            echo "install: $root$target has local changes and is kept"
            continue
        fi
        install -D -m 644 "$profile" "$stage$target"
        echo "configuration $sum $target" >>"$list"
    done
fi

# From here on, the files are moved to their final paths. Meanwhile the list has the old and the new files.
before=$scratch/before after=$scratch/after
LC_ALL=C sort -u "$installed" >"$before"
(cd "$stage" && find . -mindepth 1 -type d -printf '/%P\n') | while read -r folder; do missing_folders "$folder"; done >>"$list"
LC_ALL=C sort -u "$before" "$list" >"$after"
write_list "$after"
make_folders "$after"
while read -r kind rest; do
    case $kind in
        file) mv -f -T "$stage$rest" "$root$rest" ;;
        configuration) mv -f -T "$stage${rest#* }" "$root${rest#* }" ;;
    esac
done <"$list"

# Remove files of an earlier installation that this one does not have.
grep -v '^folder' "$before" | grep -v -x -F -f "$list" >"$scratch/gone" || true
while read -r kind rest; do
    case $kind in
        file) rm -f "$root$rest" ;;
        configuration)
            path=$root${rest#* }
            # A replaced profile has a new text already.
            if [ -f "$path" ] && [ "$(sha256sum <"$path" | cut -c 1-64)" = "${rest%% *}" ]; then rm -f "$path"; fi ;;
    esac
done <"$scratch/gone"
rm -rf "$stage"
{ grep '^folder' "$after" || true; } | tac | while read -r _ folder; do
    rmdir --ignore-fail-on-non-empty "$root$folder" 2>/dev/null || true
done
{ grep '^folder' "$after" || true; } | while read -r kind folder; do
    if [ -d "$root$folder" ]; then echo "$kind $folder"; fi
done >"$scratch/last"
grep -v '^folder' "$list" | LC_ALL=C sort >>"$scratch/last"
write_list "$scratch/last"
echo "installed below $root$prefix; try: $prefix/bin/navbus demo"
