"""landmarks.sqlite: objects beside and on roads that people recognize. docs/regions.md describes the tables."""

import sqlite3

import geometry
import names

SCHEMA = """
CREATE TABLE landmark(
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, detail TEXT, name TEXT, lat REAL NOT NULL, lon REAL NOT NULL,
    direction TEXT, has_signals INTEGER, steps INTEGER, start_lat REAL, start_lon REAL, end_lat REAL, end_lon REAL,
    length REAL, bearing REAL, is_restricted INTEGER NOT NULL DEFAULT 0, osm TEXT NOT NULL);
CREATE TABLE landmark_road(
    landmark INTEGER NOT NULL, way INTEGER NOT NULL, bearing REAL NOT NULL, class TEXT NOT NULL, name TEXT,
    oneway INTEGER NOT NULL, is_end INTEGER NOT NULL);
"""
INDEXES = """
CREATE INDEX landmark_road_landmark ON landmark_road(landmark);
CREATE VIRTUAL TABLE landmark_position USING rtree(id, min_lat, max_lat, min_lon, max_lon);
INSERT INTO landmark_position SELECT id,
    min(lat, coalesce(start_lat, lat), coalesce(end_lat, lat)), max(lat, coalesce(start_lat, lat), coalesce(end_lat, lat)),
    min(lon, coalesce(start_lon, lon), coalesce(end_lon, lon)), max(lon, coalesce(start_lon, lon), coalesce(end_lon, lon))
    FROM landmark;
"""

_BARRIERS = {"gate", "lift_gate", "swing_gate", "bollard", "toll_booth", "cycle_barrier", "stile", "kissing_gate",
             "turnstile", "border_control", "block", "height_restrictor", "sliding_gate"}
_BUILDINGS = {"church", "cathedral", "chapel", "mosque", "synagogue", "temple", "shrine"}

_RAILS = {"rail", "light_rail", "subway", "tram", "narrow_gauge", "monorail"}


def kind_of(tags):
    """The kind of a point or an outline, and a detail; None if it is no landmark."""
    highway, railway, amenity = tags.get("highway"), tags.get("railway"), tags.get("amenity")
    if highway == "traffic_signals":
        return "traffic_signals", tags.get("traffic_signals")
    if highway == "crossing":
        return "crossing", tags.get("crossing")
    if highway == "stop":
        return "stop_sign", tags.get("stop")
    if highway == "give_way":
        return "give_way", None
    if highway == "speed_camera":
        return "speed_camera", tags.get("maxspeed")
    if highway == "elevator":
        return "lift", None
    if railway in ("level_crossing", "crossing"):
        return "level_crossing", railway
    if amenity == "fuel":
        return "fuel", tags.get("brand")
    if amenity == "place_of_worship" or tags.get("building") in _BUILDINGS:
        # A congregation may meet in any building, so the kind of building says more.
        building = tags.get("building")
        return "church", building if building in _BUILDINGS else tags.get("religion")
    if railway in ("station", "halt"):
        return "station", tags.get("station") or railway
    if tags.get("barrier") in _BARRIERS:
        return "barrier", tags["barrier"]
    if "entrance" in tags and tags["entrance"] != "no":
        return "entrance", tags["entrance"]
    return None


def _steps(tags):
    text = tags.get("step_count", "")
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _has_signals(tags):
    if tags.get("highway") != "crossing":
        return None
    return int(tags.get("crossing") == "traffic_signals" or tags.get("crossing:signals") == "yes")


class LandmarkWriter:
    """Writes the landmarks of an extract, whose nodes come before its ways."""

    def __init__(self, path):
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + SCHEMA + "BEGIN")
        # The number of the landmark of each node that a road may contain.
        self.points = {}
        self.crossings = set()
        self.count = 0

    def node(self, node_id, tags, lat, lon):
        """Adds the landmark at a node."""
        kind = kind_of(tags)
        if kind:
            self.points[node_id] = self._add(kind, tags, lat, lon, f"n{node_id}")
            if kind[0] == "level_crossing":
                self.crossings.add(node_id)

    def outline(self, way_id, tags, line):
        """Adds the landmark with an outline, such as a church."""
        kind = kind_of(tags)
        if kind and kind[0] in ("church", "fuel", "station", "lift"):
            lat, lon = geometry.center(line)
            self._add(kind, tags, lat, lon, f"w{way_id}")

    def outline_of_relation(self, relation_id, tags, lat, lon):
        """Adds the landmark whose outline has several parts."""
        kind = kind_of(tags)
        if kind and kind[0] in ("church", "fuel", "station"):
            self._add(kind, tags, lat, lon, f"r{relation_id}")

    def road(self, way_id, tags, nodes, line):
        """Adds the stairs, the bridge or the tunnel that a road is, and the roads of its points."""
        if tags["highway"] == "steps":
            self._add(("stairs", tags.get("incline")), tags, *geometry.middle(line), f"w{way_id}", line)
        elif tags.get("bridge", "no") != "no":
            self._add(("bridge", tags["bridge"]), tags, *geometry.middle(line), f"w{way_id}", line)
        elif tags.get("tunnel", "no") not in ("no", "building_passage"):
            self._add(("tunnel", tags["tunnel"]), tags, *geometry.middle(line), f"w{way_id}", line)
        if tags["highway"] != "steps" and tags.get("bridge", "no") != "no":
            self._join(self.count, way_id, tags, line, len(line) // 2)
        points = self.points
        for index, node_id in enumerate(nodes):
            if node_id in points:
                self._join(points[node_id], way_id, tags, line, index)

    def railway(self, way_id, tags, nodes, line):
        """Adds the bridge of a railway, which a road may pass under, and the railway of its level crossings."""
        if tags["railway"] not in _RAILS:
            return
        rail = {"highway": tags["railway"]}
        for index, node_id in enumerate(nodes):
            if node_id in self.crossings:
                self._join(self.points[node_id], way_id, rail, line, index)
        if tags.get("bridge", "no") != "no":
            self._add(("bridge", tags["bridge"]), tags, *geometry.middle(line), f"w{way_id}", line)
            self._join(self.count, way_id, rail, line, len(line) // 2)

    def close(self, meta):
        """Makes the indexes and closes the file."""
        self.database.executescript(INDEXES)
        self.database.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        self.database.executemany("INSERT INTO meta VALUES(?, ?)", meta)
        self.database.execute("ANALYZE")
        self.database.close()

    def _add(self, kind, tags, lat, lon, osm, line=None):
        self.count += 1
        name = names.clean(tags.get("bridge:name") or tags.get("tunnel:name") or tags.get("name"))
        direction = tags.get("traffic_signals:direction") or tags.get("direction")
        ends = (None,) * 6
        if line:
            ends = (*line[0], *line[-1], round(geometry.length(line), 1), geometry.bearing(*line[0], *line[-1]))
        self.database.execute(
            "INSERT INTO landmark VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (self.count, kind[0], names.clean(kind[1]), name, lat, lon, names.clean(direction), _has_signals(tags),
             _steps(tags), *ends, int(kind[0] == "speed_camera"), osm))
        return self.count

    def _join(self, landmark, way_id, tags, line, index):
        before, after = line[max(index - 1, 0)], line[min(index + 1, len(line) - 1)]
        direction = geometry.bearing(*before, *after)
        if direction is None:
            return
        oneway = {"yes": 1, "true": 1, "1": 1, "-1": -1, "reverse": -1}.get(tags.get("oneway"), 0)
        if oneway == 0 and tags.get("junction") in ("roundabout", "circular"):
            oneway = 1
        self.database.execute(
            "INSERT INTO landmark_road VALUES(?, ?, ?, ?, ?, ?, ?)",
            (landmark, way_id, direction, names.clean(tags["highway"]), names.clean(tags.get("name")), oneway,
             int(index in (0, len(line) - 1))))
