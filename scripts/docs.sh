#!/bin/bash
# docs.sh [FOLDER [MODULES]] builds the documentation of the kit as a static site in FOLDER (out/docs): the modules
# NavigationControl, NavigationEvents and Platform, and the pages of docs/contract and the guides for controls as articles, with
# the docc of the toolchain. A broken link is an error. With MODULES, the folder of built modules, nothing is built.
set -euo pipefail
cd "$(dirname "$0")/.."

site=${1:-out/docs}
docc=$(command -v docc) || {
    echo "docs: failed to find docc; it is part of the Swift toolchain: put its usr/bin on PATH" >&2
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

modules=${2:-}
[ -n "$modules" ] || {
    swift build --target NavigationControl
    modules=$(swift build --show-bin-path)/Modules
}

# convert NAME ARGUMENTS... makes the archive NAME; only the warnings and errors of docc are shown.
convert() {
    local name=$1
    shift
    "$docc" convert "$@" --fallback-display-name "$name" --fallback-bundle-identifier "navbus.$name" \
        --enable-experimental-external-link-support --warnings-as-errors --output-dir "$work/$name.doccarchive" 2>&1 |
        sed '/^$/d' >&2
}

# module NAME makes the archive of a module: the page of docs/docc, then the symbols with their comments from the built
# module.
module() {
    local name=$1
    shift
    mkdir "$work/$name" "$work/$name.docc"
    cp "docs/docc/$name.md" "$work/$name.docc"
    swift symbolgraph-extract -module-name "$name" -I "$modules" \
        -Xcc "-fmodule-map-file=$PWD/Sources/CZeroMQ/module.modulemap" \
        -Xcc "-fmodule-map-file=$PWD/Sources/CPlatform/module.modulemap" -target "$(uname -m)-unknown-linux-gnu" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$work/$name"
    convert "$name" "$work/$name.docc" --additional-symbol-graph-dir "$work/$name" "$@"
}

module NavigationEvents
module Platform
module NavigationControl --dependency "$work/NavigationEvents.doccarchive" --dependency "$work/Platform.doccarchive"

# The pages are Markdown of the repository. For docc, links to included pages are converted, and other links become
# text.
catalogue=$work/navbus.docc
mkdir "$catalogue"
cp docs/docc/navbus.md "$catalogue"
names='wire|joining|requests|life|transports|page|versioning|on[A-Z][A-Za-z]+|controls|exam|write-a-control'
article() {
    sed -E \
        -e 's#\]\((\.\./)?contract/README\.md\)#](doc:contract)#g' \
        -e "s#\\]\\((\\.\\./)?(contract/)?($names)\\.md\\#([a-z])([a-z-]*)\\)#](doc:\\3\\#\\u\\4\\5)#g" \
        -e "s#\\]\\((\\.\\./)?(contract/)?($names)\\.md\\)#](doc:\\3)#g" \
        -e 's#\[([^]]*)\]\(([^:)]+)\)#\1#g' "$1" >"$catalogue/$2.md"
}
for page in docs/contract/*.md; do
    name=$(basename "$page" .md)
    article "$page" "$([ "$name" = README ] && echo contract || echo "$name")"
done
for guide in controls exam write-a-control; do article "docs/$guide.md" "$guide"; done
convert navbus "$catalogue" --dependency "$work/NavigationEvents.doccarchive" \
    --dependency "$work/Platform.doccarchive" --dependency "$work/NavigationControl.doccarchive"

rm -rf "$site"
mkdir -p "$(dirname "$site")"
"$docc" merge "$work/navbus.doccarchive" "$work/NavigationControl.doccarchive" "$work/NavigationEvents.doccarchive" \
    "$work/Platform.doccarchive" \
    --synthesized-landing-page-name navbus --synthesized-landing-page-kind Documentation --output-path "$site"
# The root redirects to the front page.
cat >"$site/index.html" <<PAGE
<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>navbus</title><meta http-equiv="refresh" content="0; url=documentation/navbus/"></head>
<body><a href="documentation/navbus/">navbus</a></body>
</html>
PAGE
pages=$(find "$site/documentation" -name index.html | wc -l)
echo "docs: $pages pages in $site; view them with a server: python3 -m http.server --directory $site"
