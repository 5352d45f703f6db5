#!/usr/bin/env python3
"""make_routes.py EXTRACT FOLDER COUNTRY WEST SOUTH EAST NORTH makes the folder routes, the road network of Valhalla.
`navbus region add` runs it. COUNTRY is a code of ISO 3166, or "-" if it is not known.

In routes/valhalla.json, @FOLDER@ stands for the path of the folder routes, so that a region can be copied."""

import json
import os
import shutil
import sqlite3
import sys

import tools

# The countries with traffic on the left, with the names that Valhalla knows.
DRIVE_LEFT = {
    "AI": "Anguilla", "AG": "Antigua and Barbuda", "AU": "Australia", "BD": "Bangladesh", "BB": "Barbados",
    "BM": "Bermuda", "BT": "Bhutan", "BW": "Botswana", "VG": "British Virgin Islands", "BN": "Brunei Darussalam",
    "KY": "Cayman Islands", "CK": "Cook Islands", "CY": "Cyprus", "DM": "Dominica", "TL": "East Timor",
    "FK": "Falkland Islands", "GD": "Grenada", "GG": "Guernsey", "GY": "Guyana", "HK": "Hong Kong", "IN": "India",
    "ID": "Indonesia", "IE": "Ireland", "IM": "Isle of Man", "JM": "Jamaica", "JP": "Japan", "JE": "Jersey",
    "KE": "Kenya", "KI": "Kiribati", "LS": "Lesotho", "MO": "Macao", "MW": "Malawi", "MY": "Malaysia",
    "MV": "Maldives", "MT": "Malta", "MU": "Mauritius", "MZ": "Moçambique", "MS": "Montserrat", "NA": "Namibia",
    "NR": "Naoero", "NP": "Nepal", "NZ": "New Zealand", "NU": "Niue", "PK": "Pakistan", "PG": "Papua Niugini",
    "PN": "Pitcairn Islands", "SH": "Saint Helena, Ascension and Tristan da Cunha", "KN": "Saint Kitts and Nevis",
    "LC": "Saint Lucia", "VC": "Saint Vincent and the Grenadines", "WS": "Samoa", "SC": "Sesel", "SG": "Singapore",
    "SB": "Solomon Islands", "ZA": "South Africa", "LK": "Sri Lanka", "SR": "Suriname", "SZ": "Swatini",
    "TZ": "Tanzania", "TH": "Thailand", "BS": "The Bahamas", "TK": "Tokelau", "TO": "Tonga",
    "TT": "Trinidad and Tobago", "TC": "Turks and Caicos Islands", "TV": "Tuvalu", "UG": "Uganda",
    "GB": "United Kingdom", "VI": "United States Virgin Islands", "FJ": "Viti", "ZM": "Zambia", "ZW": "Zimbabwe",
}
# The order of Valhalla's messages, with the share of the work that is done then.
_STAGES = {"Parsing ways": 0.1, "Parsing relations": 0.2, "Parsing nodes": 0.25, "Building": 0.4, "Enhanc": 0.55,
           "HierarchyBuilder": 0.7, "shortcuts": 0.75, "restrictions": 0.8, "Validating": 0.85, "Binning": 0.95}


def programs():
    """The folder of Valhalla's programs, and the words that start its maker of configurations."""
    found = shutil.which("valhalla_build_tiles")
    maker = shutil.which("valhalla_build_config")
    # In a checkout, `make engines` downloads Valhalla.
    checkout = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.build/engines")
    for engines in filter(None, (os.environ.get("NAVBUS_ENGINES"), checkout)):
        script = f"{engines}/valhalla/valhalla_build_config.py"
        if os.path.exists(script):
            return f"{engines}/valhalla/bin", [sys.executable, script]
    if found and maker:
        return os.path.dirname(found), [maker]
    tools.problem(
        "Valhalla is missing: install pyvalhalla (pip), set NAVBUS_ENGINES to the folder that contains its folder "
        "valhalla, or add --without routes", tools.EX_UNAVAILABLE)


def border(path, country, bounds):
    """Writes a rectangle as the border of a country, for an extract without borders: Valhalla takes the driving side
    from it."""
    west, south, east, north = (
        bounds[0] - 0.1, max(bounds[1] - 0.1, -90), bounds[2] + 0.1, min(bounds[3] + 0.1, 90))
    name = DRIVE_LEFT.get(country, country)
    corners = [(south, west), (south, east), (north, east), (north, west)]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6" generator="navbus">']
    lines += [f'<node id="{i}" version="1" lat="{lat}" lon="{lon}"/>' for i, (lat, lon) in enumerate(corners, 1)]
    level = '<tag k="boundary" v="administrative"/><tag k="admin_level" v="2"/>'
    lines.append('<way id="1" version="1">' + "".join(f'<nd ref="{i}"/>' for i in (1, 2, 3, 4, 1)) + f"{level}</way>")
    lines.append(
        '<relation id="1" version="1"><member type="way" ref="1" role="outer"/><tag k="type" v="boundary"/>'
        f'{level}<tag k="name" v="{name}"/><tag k="ISO3166-1" v="{country}"/>'
        f'<tag k="ISO3166-1:alpha2" v="{country}"/></relation></osm>')
    with open(f"{path}.osm", "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    # Only an extract without borders needs the module.
    from copier import Copier  # pylint: disable=import-outside-toplevel
    Copier.copy(f"{path}.osm", path)
    os.remove(f"{path}.osm")


def main():
    """Makes the network."""
    extract, folder, country = sys.argv[1:4]
    bounds = [float(word) for word in sys.argv[4:8]]
    routes = f"{folder}/routes"
    shutil.rmtree(routes, ignore_errors=True)
    os.makedirs(routes)
    program_folder, maker = programs()
    code, lines = _output([
        *maker, "--mjolnir-tile-dir", "@FOLDER@/tiles", "--mjolnir-admin", "@FOLDER@/admin.sqlite",
        "--mjolnir-concurrency", str(os.cpu_count() or 1), "--logging-type", "std_err"])
    if code != 0:
        tools.problem(f"valhalla_build_config has ended with code {code}", tools.EX_SOFTWARE)
    template = lines.replace("/data/valhalla", "@FOLDER@").replace("ipc:///tmp/", "ipc://@FOLDER@/")
    with open(f"{routes}/valhalla.json", "w", encoding="utf-8") as file:
        file.write(template)
    used = f"{folder}/valhalla.json"
    with open(used, "w", encoding="utf-8") as file:
        file.write(template.replace("@FOLDER@", json.dumps(routes, ensure_ascii=False)[1:-1]))
    _admins(f"{program_folder}/valhalla_build_admins", used, extract, routes, country, bounds)
    progress, share = tools.Progress(), [0.05]

    def watch(line):
        for words, done in _STAGES.items():
            if words in line and done > share[0]:
                share[0] = done
                progress.last = 0
        progress(share[0])

    code, last = tools.run([f"{program_folder}/valhalla_build_tiles", "-c", used, extract], watch)
    if code != 0:
        tools.problem(f"valhalla_build_tiles has ended with code {code}: {' '.join(last[-2:])}", tools.EX_SOFTWARE)
    if not any(name.endswith(".gph") for _, _, names in os.walk(f"{routes}/tiles") for name in names):
        tools.problem("the extract has no road: Valhalla has made no tile; add --without routes")
    os.remove(used)


def _admins(program, used, extract, routes, country, bounds):
    """Makes the database of the borders; it decides on the driving side."""
    code, _ = tools.run([program, "-c", used, extract])
    if code == 0 and _count(f"{routes}/admin.sqlite"):
        return
    if country == "-":
        print("note the map has no borders and does not name its country, so the driving side is unknown: "
              "add --country", flush=True)
        return
    border(f"{routes}/border.osm.pbf", country, bounds)
    tools.run([program, "-c", used, f"{routes}/border.osm.pbf"])
    os.remove(f"{routes}/border.osm.pbf")


def _count(path):
    try:
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        count = database.execute("SELECT count(*) FROM admins WHERE admin_level = 2").fetchone()[0]
        database.close()
        return count
    except sqlite3.Error:
        return 0


def _output(words):
    import subprocess  # pylint: disable=import-outside-toplevel
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


if __name__ == "__main__":
    main()
