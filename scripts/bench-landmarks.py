#!/usr/bin/env python3
"""bench-landmarks.py REGION-FOLDER OUTPUT-FOLDER [--routes N] [--seed N] [--mode auto|pedestrian]: random routes between the
addresses and streets of a region, by its own Valhalla in the format that navbus-router asks for. navbus-bench-landmarks reads
the files; NAVBUS_ENGINES is the folder of Valhalla."""

import argparse
import json
import os
import pathlib
import random
import sqlite3
import subprocess
import tempfile

SERVICE = os.path.join(os.environ.get("NAVBUS_ENGINES", ".build/engines"), "valhalla/bin/valhalla_service")


def answer_to(query, settings):
    """The answer of Valhalla to a request; None if there is no route."""
    outcome = subprocess.run(
        [SERVICE, settings, "route", json.dumps(query)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return outcome.stdout.decode() if outcome.returncode == 0 else None


def ends_of(region):
    """Positions from which people start and to which they go."""
    with sqlite3.connect(f"file:{region}/places.sqlite?mode=ro", uri=True) as places:
        return places.execute(
            "SELECT access_lat, access_lon FROM address UNION ALL SELECT access_lat, access_lon FROM place").fetchall()


def main():
    """Writes the routes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("region", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--routes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", default="auto")
    given = parser.parse_args()
    region = given.region.resolve()
    ends, chance = ends_of(region), random.Random(given.seed)
    settings = tempfile.NamedTemporaryFile("w", suffix=".json")
    settings.write((region / "routes/valhalla.json").read_text().replace("@FOLDER@", str(region / "routes")))
    settings.flush()
    given.output.mkdir(parents=True, exist_ok=True)
    found = 0
    for _ in range(20 * given.routes):
        pair = [chance.choice(ends) for _ in range(2)]
        query = {
            "locations": [{"lat": lat, "lon": lon} for lat, lon in pair], "costing": given.mode, "format": "osrm",
            "shape_format": "polyline6", "banner_instructions": True, "turn_lanes": True, "units": "kilometers"}
        text = answer_to(query, settings.name)
        if text is None or json.loads(text)["routes"][0]["distance"] < 500:
            continue
        (given.output / f"{found:04}.json").write_text(text)
        found += 1
        if found == given.routes:
            break
    print(f"{found} routes in {given.output}")


if __name__ == "__main__":
    main()
