#!/usr/bin/env python3
"""make_map.py EXTRACT FOLDER WEST SOUTH EAST NORTH makes map.mbtiles, vector tiles in the OpenMapTiles schema, with
tilemaker. `navbus region add` runs it."""

import json
import os
import re
import shutil
import sqlite3
import sys

import tools

PROFILES = ("/usr/share/doc/tilemaker/examples", "/usr/share/tilemaker", "/usr/share/tilemaker/resources")
ATTRIBUTION = "© OpenStreetMap contributors"
# A larger extract keeps its ways in a file.
MAX_BYTES_IN_MEMORY = 1_000_000_000
_TILE = re.compile(r"^Zoom level \d+, writing tile (\d+) of (\d+)")


def profile():
    """The configuration and the script of tilemaker for the OpenMapTiles schema."""
    given = os.environ.get("NAVBUS_TILEMAKER_PROFILE")
    for folder in (given,) if given else PROFILES:
        configuration, script = f"{folder}/config-openmaptiles.json", f"{folder}/process-openmaptiles.lua"
        if os.path.exists(configuration) and os.path.exists(script):
            return configuration, script
    tools.problem(
        "tilemaker's config-openmaptiles.json and process-openmaptiles.lua are in none of "
        f"{', '.join((given,) if given else PROFILES)}; set NAVBUS_TILEMAKER_PROFILE to their folder",
        tools.EX_UNAVAILABLE)


def main():
    """Makes the tiles."""
    extract, folder = sys.argv[1:3]
    bounds = [float(word) for word in sys.argv[3:7]]
    if not shutil.which("tilemaker"):
        tools.problem("tilemaker is missing: install the package tilemaker, or add --without map", tools.EX_UNAVAILABLE)
    given, script = profile()
    with open(given, encoding="utf-8") as file:
        configuration = json.load(file)
    # Oceans and glaciers come from further downloads.
    configuration["layers"] = {
        name: layer for name, layer in configuration["layers"].items() if "source" not in layer}
    settings = configuration["settings"]
    settings["name"], settings["description"] = "navbus region", "OpenMapTiles schema, made by tilemaker"
    # The address of another server's tiles.
    settings.get("filemetadata", {}).pop("tiles", None)
    with open(f"{folder}/map.json", "w", encoding="utf-8") as file:
        json.dump(configuration, file)
    tiles = f"{folder}/map.mbtiles"
    if os.path.exists(tiles):
        os.remove(tiles)
    words = ["tilemaker", "--input", extract, "--output", tiles, "--config", f"{folder}/map.json", "--process", script,
             "--bbox", ",".join(str(value) for value in bounds)]
    if os.path.getsize(extract) > MAX_BYTES_IN_MEMORY:
        words += ["--store", f"{folder}/map.store"]
    progress = tools.Progress()

    def watch(line):
        found = _TILE.match(line)
        if found:
            # Reading the extract takes about as long as writing the tiles.
            progress(0.4 + 0.6 * int(found[1]) / max(int(found[2]), 1))

    code, last = tools.run(words, watch)
    if code != 0:
        tools.problem(f"tilemaker has ended with code {code}: {' '.join(last[-2:])}", tools.EX_SOFTWARE)
    database = sqlite3.connect(tiles)
    if not database.execute("SELECT count(*) FROM tiles").fetchone()[0]:
        tools.problem("tilemaker has made no tile")
    center = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2, 12]
    for key, value in (("bounds", bounds), ("center", center)):
        _set(database, key, ",".join(str(round(number, 7)) for number in value))
    _set(database, "attribution", ATTRIBUTION)
    database.commit()
    database.close()
    os.remove(f"{folder}/map.json")
    shutil.rmtree(f"{folder}/map.store", ignore_errors=True)


def _set(database, key, value):
    database.execute("DELETE FROM metadata WHERE name = ?", (key,))
    database.execute("INSERT INTO metadata(name, value) VALUES(?, ?)", (key, value))


if __name__ == "__main__":
    main()
