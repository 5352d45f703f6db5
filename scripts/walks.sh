#!/bin/bash
# Simulates walkers that follow only the pulses, along every walking route in FOLDER/routes, in every format and with
# every pattern table; fails if one does not arrive. scripts/walks.sh NAVBUS-HAPTICS-TOOLS FOLDER
set -euo pipefail

walker=$1
folder=$2
seeds=${SEEDS:-3}

routes=()
while IFS= read -r file; do
    routes+=(--route "$file")
done < <(find "$folder/routes" -path '*/foot*/*' -type f \( -name '*.json' -o -name '*.gpx' \) ! -name 'request.*' | sort)
if [ ${#routes[@]} -eq 0 ]; then
    echo "make walks: found no walking route in $folder/routes: name its folder foot..." >&2
    exit 2
fi

tables=(--table wristband --table wrists --table belt --table phone)
lost=0
walk() {
    local status=0
    "$walker" walker --obey haptics "${routes[@]}" "$@" || status=$?
    echo
    # An invalid route ends the script.
    [ $status -le 1 ] || exit $status
    return $status
}

for worn in "perfect good" "wrist city" "bad bad"; do
    read -r compass sky <<< "$worn"
    walk --mode compass --compass "$compass" --gps "$sky" --seeds "$seeds" "${tables[@]}" || lost=1
done
walk --mode both --seeds "$seeds" "${tables[@]}" || lost=1
# With turns alone and without a router, the result is printed but not required: two turns within a few steps cannot be
# distinguished.
walk --mode turns --seeds "$seeds" || true

if [ $lost -ne 0 ]; then
    echo "a walker that followed the pulses did not arrive" >&2
    exit 1
fi
echo "all walkers that followed the pulses arrived"
