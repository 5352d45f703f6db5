#!/usr/bin/env python3
"""Saves answers of the real Valhalla and OSRM for random trips on a map, for the oracle of instructions.

route_answers.py ENGINES MAP[,BORDERS] SOUTH,WEST,NORTH,EAST FOLDER [TRIPS]
route_answers.py ENGINES MAP[,BORDERS] TRIPS.json FOLDER

ENGINES is the folder that `make engines` makes. MAP and BORDERS are OpenStreetMap files; the borders of countries show
the driving side. For each travel mode, TRIPS pairs of positions in the box are chosen with a fixed seed, or the pairs
[[latitude, longitude], [latitude, longitude]] of a file are used. The answers are FOLDER/<engine>-<mode>-<number>.json.
A trip that an engine refuses has no answer. docs/testing.md says how to judge them.
"""

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

COSTINGS = {"car": "auto", "bicycle": "bicycle", "foot": "pedestrian"}
VALHALLA = [("valhalla", {}), ("valhalla-osrm", {"format": "osrm", "banner_instructions": True})]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def run(folder, *command):
    with open(f"{folder}/build.log", "ab") as log:
        subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=True)


def serve(folder, port, *command):
    with open(f"{folder}/service.log", "ab") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise SystemExit(f"route_answers: {command[0]} does not serve: see {folder}/service.log")


def start_valhalla(engines, chart, folder):
    port = free_port()
    with open(f"{engines}/valhalla.json", encoding="utf-8") as file:
        settings = file.read().replace("@FOLDER@", folder)
    for old in ("ipc:///tmp/", "ipc:\\/\\/\\/tmp\\/"):
        settings = settings.replace(old, f"ipc://{folder}/")
    settings = settings.replace("tcp://*:8002", f"tcp://127.0.0.1:{port}")
    with open(f"{folder}/valhalla.json", "w", encoding="utf-8") as file:
        file.write(settings)
    programs = f"{engines}/valhalla/bin"
    for border in chart[1:]:
        run(folder, f"{programs}/valhalla_build_admins", "-c", "valhalla.json", border)
    run(folder, f"{programs}/valhalla_build_tiles", "-c", "valhalla.json", chart[0])
    return port, serve(folder, port, f"{programs}/valhalla_service", "valhalla.json", "1")


def start_osrm(engines, chart, folder, mode):
    port = free_port()
    programs = f"{engines}/osrm/bin"
    name = "map.osm.pbf" if chart[0].endswith(".pbf") else "map.osm"
    os.symlink(chart[0], f"{folder}/{name}")
    run(folder, f"{programs}/osrm-extract", "-p", f"{engines}/osrm/share/profiles/{mode}.lua", name)
    run(folder, f"{programs}/osrm-partition", "map.osrm")
    run(folder, f"{programs}/osrm-customize", "map.osrm")
    options = ["--algorithm", "mld", "--ip", "127.0.0.1", "--port", str(port), "--threads", "1", "map.osrm"]
    return port, serve(folder, port, f"{programs}/osrm-routed", *options)


def answer(url, body=None):
    try:
        with urllib.request.urlopen(url, json.dumps(body).encode() if body else None, timeout=60) as reply:
            return reply.read()
    except urllib.error.HTTPError:
        return None


def valhalla_answer(port, mode, extra, trip):
    places = [{"lat": latitude, "lon": longitude} for latitude, longitude in trip]
    wishes = {"costing": COSTINGS[mode], "language": "en-US", "turn_lanes": True, "shape_format": "polyline6"}
    return answer(f"http://127.0.0.1:{port}/route", {"locations": places, **wishes, **extra})


def osrm_answer(port, trip):
    places = ";".join(f"{longitude:.6f},{latitude:.6f}" for latitude, longitude in trip)
    wishes = "steps=true&overview=full&geometries=polyline6&annotations=true"
    return answer(f"http://127.0.0.1:{port}/route/v1/driving/{places}?{wishes}")


def chosen_trips(box, count):
    if box.endswith(".json"):
        with open(box, encoding="utf-8") as file:
            return json.load(file)
    south, west, north, east = (float(one) for one in box.split(","))
    chance = random.Random(20)

    def place():
        return chance.uniform(south, north), chance.uniform(west, east)

    return [(place(), place()) for _ in range(count)]


def main(engines, charts, box, target, count="100"):
    engines, target = os.path.abspath(engines), os.path.abspath(target)
    chart = [os.path.abspath(one) for one in charts.split(",")]
    os.makedirs(target, exist_ok=True)
    trips = {mode: chosen_trips(box, int(count)) for mode in COSTINGS}

    def save(engine, mode, number, bytes_):
        if bytes_:
            with open(f"{target}/{engine}-{mode}-{number}.json", "wb") as file:
                file.write(bytes_)

    with tempfile.TemporaryDirectory() as folder:
        port, process = start_valhalla(engines, chart, folder)
        for mode, pairs in trips.items():
            for number, trip in enumerate(pairs):
                for engine, extra in VALHALLA:
                    save(engine, mode, number, valhalla_answer(port, mode, extra, trip))
        process.kill()
        process.wait()
    for mode, pairs in trips.items():
        with tempfile.TemporaryDirectory() as folder:
            port, process = start_osrm(engines, chart, folder, mode)
            for number, trip in enumerate(pairs):
                save("osrm", mode, number, osrm_answer(port, trip))
            process.kill()
            process.wait()


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
