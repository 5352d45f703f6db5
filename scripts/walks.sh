#!/bin/bash
# Lets somebody who obeys nothing but pulses walk along every walking route in FOLDER/routes, in every format there is,
# with every table of patterns; fails if one walk does not arrive.
#   scripts/walks.sh NAVBUS-HAPTICS FOLDER
set -euo pipefail

walker=$1
folder=$2
seeds=${SEEDS:-3}

routes=()
while IFS= read -r file; do
    routes+=(--route "$file")
done < <(find "$folder/routes" -path '*/foot*/*' -type f \( -name '*.json' -o -name '*.gpx' \) ! -name 'request.*' | sort)
if [ ${#routes[@]} -eq 0 ]; then
    echo "make walks: there is no walking route in $folder/routes: name its folder foot..." >&2
    exit 2
fi

tables=(--table wristband --table wrists --table belt --table phone)
lost=0
walk() {
    local status=0
    "$walker" walker --obey haptics "${routes[@]}" "$@" || status=$?
    echo
    # What cannot be walked at all ends it.
    [ $status -le 1 ] || exit $status
    return $status
}

for worn in "perfect good" "wrist city" "bad bad"; do
    read -r compass sky <<< "$worn"
    walk --mode compass --compass "$compass" --gps "$sky" --seeds "$seeds" "${tables[@]}" || lost=1
done
walk --mode both --seeds "$seeds" "${tables[@]}" || lost=1
# By turns alone, without a router, it is told and not asked for: turns a few steps apart cannot be felt apart.
walk --mode turns --seeds "$seeds" || true

if [ $lost -ne 0 ]; then
    echo "somebody who obeyed the pulses did not arrive" >&2
    exit 1
fi
echo "everybody who obeyed the pulses arrived"
