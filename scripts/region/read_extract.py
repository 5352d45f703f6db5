#!/usr/bin/env python3
"""read_extract.py pbf|osm EXTRACT FOLDER reads an OpenStreetMap extract and writes places.sqlite, landmarks.sqlite and
facts.json into a folder. `navbus region add` runs it; docs/regions.md describes the files.

It prints lines for that command: "progress FRACTION", and "problem TEXT" before it ends with exit code 65."""

import collections
import json
import os
import sys

import geometry
import tools
from landmarks import LandmarkWriter
from places import PlaceWriter

# Nodes for each byte of a .osm.pbf file, for the progress. Real extracts have 0.08 to 0.1.
NODES_PER_BYTE = 0.09
WAYS_PER_BYTE = 0.013
# A larger extract keeps the positions of its nodes in a file.
MAX_BYTES_IN_MEMORY = 1_000_000_000


try:
    import osmium
    from copier import Copier
except ImportError:
    tools.problem("the Python module osmium is missing: install the package python3-pyosmium", tools.EX_UNAVAILABLE)


# A way without any of these is neither a place nor a landmark.
_WANTED = frozenset(
    ("highway", "name", "addr:housenumber", "amenity", "shop", "tourism", "railway", "barrier", "entrance"))


class RelationReader(osmium.SimpleHandler):
    """Finds the relations that are places, and the ways of their outlines."""

    def __init__(self):
        super().__init__()
        self.relations = []
        self.ways = set()

    def relation(self, relation):
        tags = {tag.k: tag.v for tag in relation.tags}
        if tags.get("type") not in ("multipolygon", "site", "public_transport") or "highway" in tags:
            return
        if "name" not in tags and "addr:housenumber" not in tags:
            return
        ways = [m.ref for m in relation.members if m.type == "w" and m.role in ("outer", "outline", "", "perimeter")]
        if ways:
            self.relations.append((relation.id, tags, ways))
            self.ways.update(ways)


class Reader(osmium.SimpleHandler):
    """Reads nodes, then ways."""

    def __init__(self, places, landmarks, relations, size, progress):
        super().__init__()
        self.places, self.landmarks, self.relations = places, landmarks, relations
        self.total = size * (NODES_PER_BYTE + 3 * WAYS_PER_BYTE) + 1
        self.progress = progress
        self.done = 0
        self.nodes = self.ways = 0
        self.bounds = [90.0, 180.0, -90.0, -180.0]
        self.entrances = {}
        self.centers = {}
        self.countries = collections.Counter()
        self.newest = 0
        self.unknown = 0

    def node(self, node):
        self.nodes += 1
        if not self.nodes & 0xFFF:
            self.progress(0.8 * min(self.nodes / self.total, 1))
        location = node.location
        if not location.valid():
            return
        lat, lon = location.lat, location.lon
        bounds = self.bounds
        if lat < bounds[0]:
            bounds[0] = lat
        if lon < bounds[1]:
            bounds[1] = lon
        if lat > bounds[2]:
            bounds[2] = lat
        if lon > bounds[3]:
            bounds[3] = lon
        if not node.tags:
            return
        if self.ways:
            tools.problem("its nodes come after its ways: sort it with osmium sort")
        tags = {tag.k: tag.v for tag in node.tags}
        self._note(node, tags)
        if "entrance" in tags and tags["entrance"] != "no":
            self.entrances[node.id] = (tags["entrance"] == "main", lat, lon)
        self.landmarks.node(node.id, tags, lat, lon)
        self.places.point(tags, lat, lon, f"n{node.id}", rank=2)

    def way(self, way):
        self.ways += 1
        if not self.ways & 0xFF:
            self.progress(0.8 * min((self.nodes + 3 * self.ways) / self.total, 1))
        needed = way.id in self.relations.ways
        if not way.tags and not needed:
            return
        tags = {tag.k: tag.v for tag in way.tags}
        # Most ways are buildings of which nothing else is known.
        if not needed and _WANTED.isdisjoint(tags) and tags.get("building") in (None, "yes", "house", "garage"):
            return
        line, ids = [], []
        for node in way.nodes:
            location = node.location
            if location.valid():
                line.append((location.lat, location.lon))
                ids.append(node.ref)
            else:
                self.unknown += 1
        if not line:
            return
        if needed:
            self.centers[way.id] = geometry.center(line)
        if not tags:
            return
        self._note(way, tags)
        if "highway" in tags and tags.get("area") != "yes" and len(line) > 1:
            self.landmarks.road(way.id, tags, ids, line)
            self.places.road(tags, line, f"w{way.id}")
            return
        if "railway" in tags and len(line) > 1:
            self.landmarks.railway(way.id, tags, ids, line)
        self.landmarks.outline(way.id, tags, line)
        doors = [self.entrances[node] for node in ids if node in self.entrances]
        access = max(doors)[1:] if doors else None
        self.places.point(tags, *geometry.center(line), f"w{way.id}", access, rank=3 if doors else 1)

    def finish(self):
        """Adds the relations, whose positions are known now."""
        for number, tags, ways in self.relations.relations:
            centers = [self.centers[way] for way in ways if way in self.centers]
            if centers:
                lat, lon = (sum(c[i] for c in centers) / len(centers) for i in (0, 1))
                self.places.point(tags, lat, lon, f"r{number}")
                self.landmarks.outline_of_relation(number, tags, lat, lon)

    def _note(self, thing, tags):
        """Notes the age of the data, and hints at the country."""
        if self.nodes & 0x3F == 0 or self.ways:
            try:
                self.newest = max(self.newest, thing.timestamp.timestamp())
            except (ValueError, OverflowError):
                pass
        country = tags.get("addr:country")
        if country is None:
            for key in ("source:maxspeed", "maxspeed:type", "zone:traffic", "zone:maxspeed", "traffic_sign"):
                value = tags.get(key, "")
                if value[2:3] == ":":
                    country = value[:2]
                    break
        if country and len(country) == 2 and country.isascii() and country.isupper():
            self.countries[country] += 1


def to_pbf(kind, extract, folder):
    """Makes extract.osm.pbf, the name by which all programs know the format: a link, or a copy of an extract in XML."""
    path, named = f"{folder}/extract.osm.pbf", f"{folder}/extract.osm"
    for name in (path, named):
        if os.path.lexists(name):
            os.remove(name)
    if kind == "pbf":
        os.symlink(extract, path)
    else:
        os.symlink(extract, named)
        Copier.copy(named, path)
        os.remove(named)
    return path


def main():
    """Reads the extract."""
    if len(sys.argv) != 4:
        sys.exit("usage: read_extract.py pbf|osm EXTRACT FOLDER")
    kind, extract, folder = sys.argv[1:]
    size = os.path.getsize(extract)
    for name in ("places.sqlite", "landmarks.sqlite", "scratch.sqlite", "nodes.cache"):
        if os.path.exists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
    progress = tools.Progress()
    relations = RelationReader()
    places = PlaceWriter(f"{folder}/places.sqlite", f"{folder}/scratch.sqlite")
    landmarks = LandmarkWriter(f"{folder}/landmarks.sqlite")
    reader = Reader(places, landmarks, relations, size, progress)
    index = "flex_mem" if size < MAX_BYTES_IN_MEMORY else f"sparse_file_array,{folder}/nodes.cache"
    try:
        extract = to_pbf(kind, extract, folder)
        relations.apply_file(extract)
        reader.apply_file(extract, locations=True, idx=index)
    except (RuntimeError, ValueError, osmium.InvalidLocationError) as error:
        tools.problem(f"it is truncated or damaged: {error}")
    if reader.nodes == 0 or reader.bounds[0] > reader.bounds[2]:
        tools.problem("it contains no map: it has no nodes")
    reader.finish()
    bounds = [reader.bounds[1], reader.bounds[0], reader.bounds[3], reader.bounds[2]]
    facts = {
        "bounds": [round(value, 7) for value in bounds],
        "country": reader.countries.most_common(1)[0][0] if reader.countries else None,
        # Some tools write the first second of 1970 for an unknown time.
        "dataTime": int(reader.newest) if reader.newest > 86_400 else None,
        "nodes": reader.nodes, "ways": reader.ways, "relations": len(relations.relations),
        "missingNodes": reader.unknown, "landmarks": landmarks.count,
    }
    meta = [("format", "1"), ("bounds", ",".join(str(value) for value in facts["bounds"]))]
    landmarks.close(meta)
    places.close(meta, lambda fraction: progress(0.8 + 0.2 * fraction))
    facts["places"], facts["addresses"] = places.count, places.addresses
    for name in ("scratch.sqlite", "nodes.cache"):
        if os.path.exists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
    with open(f"{folder}/facts.json", "w", encoding="utf-8") as file:
        json.dump(facts, file)
        file.write("\n")


if __name__ == "__main__":
    main()
