#!/bin/bash
# install.sh [--built FOLDER] DESTDIR PREFIX installs navbus and its controls.
#
# Without --built everything is built in release first; with it the programs in FOLDER are taken as they are.
#
# The Swift runtime goes along, once for all programs, into lib/navbus: linked statically it would be in each of them
# again, and no Swift is needed where navbus is installed. What was put where stands in share/navbus/installed, which
# uninstall.sh goes by.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'install: %s\n' "$@" >&2
    exit 1
}

built=
if [ "${1:-}" = --built ]; then
    built=$(realpath -e "$2") || fail "there is no folder $2"
    shift 2
fi
[ $# = 2 ] || fail "usage: install.sh [--built FOLDER] DESTDIR PREFIX"
root=${1%/} prefix=${2%/}
[[ $prefix == /* ]] || fail "PREFIX is $2; it has to begin with /"
command -v patchelf >/dev/null || fail "patchelf is missing; make setup installs it"

programs=(navbus navbus-bus)
for folder in Plugins/*/; do
    [ -f "$folder/plugin.toml" ] && programs+=("navbus-$(basename "$folder" | tr '[:upper:]' '[:lower:]')")
done
if [ -z "$built" ]; then
    build=(swift build -c release --explicit-target-dependency-import-check error)
    for program in "${programs[@]}"; do "${build[@]}" --product "$program"; done
    built=$("${build[@]}" --show-bin-path)
fi

# Profiles of the machine are for all of it: whatever prefix there is, navbus looks for them in /etc/navbus. Below a
# prefix of somebody's own there is no /etc to write to; the same profiles lie in share/navbus/config.
configuration=/etc/navbus
case $prefix in /usr | /usr/local) ;; *) configuration= ;; esac

list=$(mktemp)
trap 'rm -f "$list"' EXIT

# The folders of a path that are not there yet are made, and remembered, the outermost first.
make_folder() { # FOLDER, without the root
    [ -d "$root$1" ] && return
    make_folder "$(dirname "$1")"
    install -d -m 755 "$root$1"
    echo "folder $1" >>"$list"
}

put() { # MODE SOURCE TARGET, without the root
    make_folder "$(dirname "$3")"
    install -m "$1" "$2" "$root$3"
    echo "file $3" >>"$list"
}

put_all() { # SOURCE-FOLDER TARGET-FOLDER: all that belongs to the repository
    local name
    (cd "$1" && find . -type f -not -name '*.pyc' -not -name '*.o' -not -path '*/.*/*' \
        -not -path '*/__pycache__/*' -not -path '*.egg-info/*' -not -path './build/*' -printf '%P\n' | sort) |
        while read -r name; do
            if [ -x "$1/$name" ]; then put 755 "$1/$name" "$2/$name"; else put 644 "$1/$name" "$2/$name"; fi
        done
}

share=$prefix/share/navbus
# What an earlier installation put there and this one does not have any more is not left behind.
if [ -f "$root$share/installed" ]; then scripts/uninstall.sh --quiet "$root" "$prefix"; fi

for program in "${programs[@]}"; do
    [ -x "$built/$program" ] || fail "there is no program $built/$program; build it first"
    put 755 "$built/$program" "$prefix/bin/$program"
    # The compiler leaves the folder of its own runtime in them.
    # shellcheck disable=SC2016  # the loader wants the word $ORIGIN itself
    patchelf --set-rpath '$ORIGIN/../lib/navbus' "$root$prefix/bin/$program"
done

# Every library of the Swift toolchain that a program loads.
libraries=$(for program in "${programs[@]}"; do ldd "$built/$program"; done | awk '$3 ~ /\/swift\// { print $3 }' | sort -u)
[ -n "$libraries" ] || fail "no library of Swift was found that the programs in $built load"
for library in $libraries; do put 644 "$library" "$prefix/lib/navbus/$(basename "$library")"; done

# Of a control all but its program: manifest, settings, guide, and what it reads while it runs.
for folder in Plugins/*/; do
    [ -f "$folder/plugin.toml" ] || continue
    name=$(basename "$folder")
    for part in "$folder"*; do
        case $(basename "$part") in
            Sources | Tests)
                # The beginning of a control of one's own: navbus control new.
                if [ "$name" = Console ]; then put_all "${part%/}" "$prefix/lib/navbus/controls/$name/$(basename "$part")"; fi ;;
            *)
                if [ -d "$part" ]; then
                    put_all "${part%/}" "$prefix/lib/navbus/controls/$name/$(basename "$part")"
                else
                    put 644 "$part" "$prefix/lib/navbus/controls/$name/$(basename "$part")"
                fi ;;
        esac
    done
done

# Below share/navbus everything lies as in a checkout.
make_folder "$share"
ln -sfn ../../lib/navbus/controls "$root$share/Plugins"
echo "file $share/Plugins" >>"$list"
put_all examples "$share/examples"
put_all config "$share/config"
put_all proto "$share/proto"
put 644 LICENSE "$share/LICENSE"
for page in README.md CHANGELOG.md; do put 644 "$page" "$prefix/share/doc/navbus/$page"; done
put_all docs "$prefix/share/doc/navbus/docs"

scratch=$(mktemp -d)
trap 'rm -rf "$list" "$scratch"' EXIT
navbus=$root$prefix/bin/navbus

completions() { # SHELL FILE
    # The one of bash calls itself a program, which it is not: it is read.
    "$navbus" --generate-completion-script "$1" | sed '1{/^#!/d}' >"$scratch/completions"
    put 644 "$scratch/completions" "$prefix/$2"
}
completions bash share/bash-completion/completions/navbus
completions zsh share/zsh/site-functions/_navbus
completions fish share/fish/vendor_completions.d/navbus.fish

python3 scripts/manpages.py "$root$prefix/bin" "$scratch/man"
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
    for rules in packaging/udev/*.rules; do put 644 "$rules" "$prefix/lib/udev/rules.d/$(basename "$rules")"; done
    # What somebody has changed stays as it is.
    for profile in config/*.toml packaging/default/navbus; do
        # A profile that shows something of a checkout has nothing to do with this machine.
        if grep -q '"\.\./' "$profile"; then continue; fi
        target=$configuration/$(basename "$profile")
        if [ "$profile" = packaging/default/navbus ]; then target=/etc/default/navbus; fi
        if [ -e "$root$target" ] && ! cmp -s "$profile" "$root$target"; then
            echo "install: $root$target is not as navbus has it, and stays so"
        else
            put 644 "$profile" "$target"
            sed -i "\$s#.*#configuration $(sha256sum <"$profile" | cut -c 1-64) $target#" "$list"
        fi
    done
fi

install -m 644 "$list" "$root$share/installed"
echo "installed below $root$prefix; try: $prefix/bin/navbus demo"
