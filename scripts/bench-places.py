#!/usr/bin/env python3
"""bench-places.py NAVBUS REGION-FOLDER measures the search of places: 200 texts made from the names of a region, as
people type them, with typing errors, missing accents and house numbers. It prints, for each kind of text, how often the
place was the first result and among the first five, and the time of a search, including the start of the program.

The texts are searched near the place, at a distance of a kilometer. A result counts if it has the same title, and lies
within 500 m of the place."""

import collections
import json
import math
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import time
import unicodedata

COUNT = 200
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def typo(random_source, text):
    """The text with one typing error in its longest word."""
    words = text.split()
    place = max(range(len(words)), key=lambda i: len(words[i]))
    word = words[place]
    if len(word) < 4:
        return None
    at = random_source.randrange(1, len(word) - 1)
    kind = random_source.choice(("leave out", "double", "exchange", "replace"))
    if kind == "leave out":
        word = word[:at] + word[at + 1:]
    elif kind == "double":
        word = word[:at] + word[at] + word[at:]
    elif kind == "exchange":
        word = word[:at] + word[at + 1] + word[at] + word[at + 2:]
    else:
        word = word[:at] + random_source.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1:]
    words[place] = word
    return " ".join(words)


def plain(text):
    """The text without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).replace("ß", "ss")


def samples(folder, random_source):
    """Texts with the title and the position of the place that is meant."""
    database = sqlite3.connect(f"file:{folder}/places.sqlite?mode=ro", uri=True)
    places = database.execute(
        "SELECT name, lat, lon FROM place WHERE name != '' AND length(name) > 3 AND kind != 'poi' "
        "OR name != '' AND kind = 'poi' AND category NOT LIKE 'amenity=parking'").fetchall()
    houses = database.execute(
        "SELECT p.name, a.number, a.lat, a.lon, p.city FROM address a JOIN place p ON p.id = a.street").fetchall()
    accented = [place for place in places if plain(place[0]) != place[0]] or places
    for _ in range(COUNT * 15 // 100):
        name, lat, lon = random_source.choice(places)
        yield "name", name, name, lat, lon
    for _ in range(COUNT * 25 // 100):
        name, lat, lon = random_source.choice(places)
        text = typo(random_source, name)
        if text:
            yield "typing error", text, name, lat, lon
    for _ in range(COUNT * 20 // 100):
        name, lat, lon = random_source.choice(accented)
        text = random_source.choice((plain(name), name.translate(UMLAUTS), plain(name).lower()))
        yield "no accents", text, name, lat, lon
    for index in range(COUNT * 25 // 100 if houses else 0):
        name, number, lat, lon, city = random_source.choice(houses)
        text = (f"{name} {number}", f"{name} {number}, {city}", f"{number} {name}", f"{name.lower()} {number}")[index % 4]
        yield "house number", text, f"{name} {number}", lat, lon
    for _ in range(COUNT * 15 // 100 if houses else 0):
        name, number, lat, lon, _ = random_source.choice(houses)
        text = typo(random_source, plain(name))
        if text:
            yield "house number, typing error", f"{text} {number}", f"{name} {number}", lat, lon


def is_hit(result, title, lat, lon):
    """Whether a result is the place that was meant."""
    position = result["position"]
    north = (position["latitude"] - lat) * 111_200
    east = (position["longitude"] - lon) * 111_200 * math.cos(math.radians(lat))
    return result["title"].casefold() == title.casefold() and math.hypot(north, east) < 500


def main():
    """Runs the searches and prints the table."""
    if len(sys.argv) != 3:
        sys.exit("usage: bench-places.py NAVBUS REGION-FOLDER")
    program, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    environment = os.environ | {"NAVBUS_REGIONS": os.path.dirname(folder)}
    random_source = random.Random(24)
    table, times, missed = collections.defaultdict(lambda: [0, 0, 0]), [], []
    for kind, text, title, lat, lon in samples(folder, random_source):
        start = time.perf_counter()
        done = subprocess.run(
            [program, "places", "search", "--json", "--limit", "5", "--near", f"{lat + 0.007},{lon + 0.007}", "--", text],
            env=environment, capture_output=True, text=True, check=False)
        times.append(time.perf_counter() - start)
        hits = [is_hit(json.loads(line), title, lat, lon) for line in done.stdout.splitlines()]
        row = table[kind]
        row[0] += 1
        row[1] += bool(hits and hits[0])
        row[2] += any(hits)
        if not any(hits):
            missed.append((kind, text, title))
    print(f"{'kind':28}{'texts':>6}{'first':>8}{'of 5':>8}")
    table["all"] = [sum(row[i] for row in table.values()) for i in range(3)]
    for kind, (count, first, five) in table.items():
        print(f"{kind:28}{count:6}{100 * first / count:7.1f}%{100 * five / count:7.1f}%")
    print(f"time of a search: median {statistics.median(times) * 1000:.0f} ms, "
          f"95 % below {sorted(times)[len(times) * 95 // 100] * 1000:.0f} ms")
    for kind, text, title in missed[:12]:
        print(f"missed: {kind}: {text!r} for {title!r}")


if __name__ == "__main__":
    main()
