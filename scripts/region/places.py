"""places.sqlite: everything that a person may look for. docs/regions.md describes the tables.

The objects of the extract are collected in a scratch database first, so that the memory does not grow with the
extract; addresses and parts of streets are then joined name by name."""

import collections
import json
import sqlite3

import geometry
import names

SCHEMA = """
CREATE TABLE place(
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, category TEXT NOT NULL, name TEXT NOT NULL, housenumber TEXT,
    street TEXT, postcode TEXT, city TEXT, district TEXT, lat REAL NOT NULL, lon REAL NOT NULL,
    access_lat REAL NOT NULL, access_lon REAL NOT NULL, importance REAL NOT NULL, osm TEXT NOT NULL);
CREATE TABLE place_name(place INTEGER NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL);
CREATE TABLE address(
    street INTEGER NOT NULL, number TEXT NOT NULL, number_key TEXT NOT NULL, postcode TEXT, lat REAL NOT NULL,
    lon REAL NOT NULL, access_lat REAL NOT NULL, access_lon REAL NOT NULL, osm TEXT NOT NULL);
"""
INDEXES = """
CREATE INDEX place_name_place ON place_name(place);
CREATE INDEX address_street ON address(street, number_key);
CREATE VIRTUAL TABLE place_position USING rtree(id, min_lat, max_lat, min_lon, max_lon);
INSERT INTO place_position SELECT id, lat, lat, lon, lon FROM place;
"""
SCRATCH = """
CREATE TABLE road(name TEXT, lat REAL, lon REAL, line TEXT, class TEXT, others TEXT, osm TEXT);
CREATE TABLE house(street TEXT, number TEXT, city TEXT, postcode TEXT, lat REAL, lon REAL, rank INTEGER, osm TEXT);
CREATE TABLE stop(name TEXT, lat REAL, lon REAL, category TEXT, others TEXT, importance REAL, osm TEXT);
"""

# Keys of places for visitors, in the order in which they decide about the category.
_KEYS = ("aeroway", "railway", "public_transport", "amenity", "tourism", "historic", "shop", "leisure", "healthcare",
         "office", "craft", "natural", "man_made", "club", "emergency", "building")
_IGNORED = {
    "amenity": {"bench", "waste_basket", "recycling", "vending_machine", "parking_space", "bicycle_parking",
                "waste_disposal", "hunting_stand", "grit_bin"},
    "natural": {"tree", "tree_row", "water", "wood", "scrub", "grassland", "coastline"},
    "man_made": {"surveillance", "street_cabinet", "pipeline", "cutline", "survey_point"},
    "railway": {"rail", "tram", "switch", "signal", "buffer_stop", "level_crossing", "crossing", "platform", "platform_edge",
                "subway_entrance", "light_rail", "narrow_gauge", "construction", "disused", "abandoned", "milestone"},
    "emergency": {"fire_hydrant"},
    "aeroway": {"taxiway", "runway", "apron"},
    "public_transport": {"stop_area", "stop_area_group"},
}
_SETTLEMENTS = {"city": 1.0, "town": 0.85, "village": 0.65, "suburb": 0.65, "borough": 0.65, "quarter": 0.55,
                "neighbourhood": 0.45, "hamlet": 0.5, "island": 0.6, "municipality": 0.6, "square": 0.5,
                "locality": 0.3, "isolated_dwelling": 0.3, "farm": 0.3, "state": 0.8, "country": 0.9, "county": 0.7}
_STREETS = {"motorway": 0.4, "trunk": 0.42, "primary": 0.45, "secondary": 0.43, "tertiary": 0.41, "pedestrian": 0.42,
            "residential": 0.38, "living_street": 0.38, "unclassified": 0.37, "service": 0.25, "footway": 0.25,
            "path": 0.2, "track": 0.2, "cycleway": 0.25, "steps": 0.25, "road": 0.3}
_CATEGORIES = {
    "aeroway=aerodrome": 0.8, "aeroway=terminal": 0.7, "railway=station": 0.75, "railway=halt": 0.6,
    "amenity=hospital": 0.6, "amenity=university": 0.55, "amenity=townhall": 0.55, "tourism=attraction": 0.5,
    "tourism=museum": 0.5, "historic=castle": 0.5, "amenity=theatre": 0.45, "amenity=place_of_worship": 0.4,
    "amenity=bus_station": 0.55, "shop=mall": 0.5, "tourism=zoo": 0.55, "leisure=stadium": 0.55, "leisure=park": 0.4,
    "natural=peak": 0.45, "tourism=hotel": 0.4, "amenity=school": 0.35,
}
# Metres around the middle of a settlement that count as its area.
_REACH = {"city": 8000, "town": 4000, "village": 2000, "hamlet": 700}
_DISTRICT_REACH = {"suburb": 2500, "borough": 3000, "quarter": 1500, "neighbourhood": 900}
_STOPS = {"tram_stop", "bus_stop", "platform", "stop_position", "stop", "ferry_terminal", "subway"}
_STREET_CELL, _STOP_CELL, _PLACE_CELL, _CITY_CELL = 0.01, 0.003, 0.2, 0.02


def importance(tags, category, base=None):
    """How likely a person looks for a place, from 0 to 1."""
    value = base if base is not None else _CATEGORIES.get(category, 0.3)
    if "wikidata" in tags or "wikipedia" in tags:
        value += 0.08
    population = tags.get("population", "")
    if population.isdecimal() and len(population) < 10:
        value += min(int(population), 4_000_000) / 40_000_000
    return round(min(value, 1.0), 3)


def number_key(number):
    """A house number for comparisons: lower case, without spaces."""
    return "".join(number.lower().split())


class PlaceWriter:
    """Collects the places of an extract, and writes them at its end."""

    def __init__(self, path, scratch_path):
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + SCHEMA + "BEGIN")
        self.scratch = sqlite3.connect(scratch_path, isolation_level=None)
        self.scratch.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + SCRATCH + "BEGIN")
        self.count = 0
        self.addresses = 0
        # Settlements by cell: (kind, name, lat, lon).
        self.settlements = {}
        # How often the addresses in a cell name a city.
        self.cities = {}

    def point(self, tags, lat, lon, osm, access=None, rank=0):
        """Adds an object with a position; access is its entrance, if it has one."""
        self._house(tags, *(access or (lat, lon)), osm, rank)
        name = names.clean(tags.get("name"))
        if "place" in tags and tags["place"] in _SETTLEMENTS:
            if name:
                self._settlement(tags, name, lat, lon, osm)
            return
        category = self._category(tags, name)
        if category is None:
            return
        kind, value = category
        # Without a name, the brand or the kind stands for it.
        shown = name or names.clean(tags.get("brand")) or names.clean(tags.get("operator")) or ""
        if kind == "stop" and name:
            self.scratch.execute("INSERT INTO stop VALUES(?, ?, ?, ?, ?, ?, ?)", (
                name, lat, lon, value, json.dumps(names.other_names(tags, name)), importance(tags, value, 0.4), osm))
            return
        self._place(kind, value, shown, tags, lat, lon, osm, names.other_names(tags, name), access=access)

    def road(self, tags, line, osm):
        """Adds a part of a street."""
        name = names.clean(tags.get("name"))
        if name and tags["highway"] in _STREETS:
            self.scratch.execute("INSERT INTO road VALUES(?, ?, ?, ?, ?, ?, ?)", (
                name, *geometry.middle(line), json.dumps(line), tags["highway"],
                json.dumps(names.other_names(tags, name)), osm))

    def close(self, meta, progress):
        """Joins streets, houses and stops, and closes the file."""
        self.scratch.executescript(
            "CREATE INDEX road_name ON road(name); CREATE INDEX house_street ON house(street);"
            "CREATE INDEX stop_name ON stop(name);")
        self._write_stops()
        self._write_streets(progress)
        self._complete_cities()
        self.database.executescript(INDEXES)
        self.database.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        self.database.executemany("INSERT INTO meta VALUES(?, ?)", meta)
        self.database.close()
        self.scratch.close()

    # Collecting

    def _house(self, tags, lat, lon, osm, rank):
        number = names.clean(tags.get("addr:housenumber"))
        street = names.clean(tags.get("addr:street") or tags.get("addr:place"))
        if not number or not street:
            return
        city, postcode = names.clean(tags.get("addr:city")), names.clean(tags.get("addr:postcode"))
        if city:
            cell = (int(lat // _CITY_CELL), int(lon // _CITY_CELL))
            self.cities.setdefault(cell, collections.Counter())[city] += 1
        # Several numbers of one house: "12;14" or "12,14".
        for part in number.replace(",", ";").split(";")[:20]:
            if part.strip():
                self.scratch.execute(
                    "INSERT INTO house VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                    (street, part.strip(), city, postcode, lat, lon, rank, osm))

    def _settlement(self, tags, name, lat, lon, osm):
        kind = tags["place"]
        cell = (int(lat // _PLACE_CELL), int(lon // _PLACE_CELL))
        if kind in _REACH or kind in _DISTRICT_REACH:
            self.settlements.setdefault(cell, []).append((kind, name, lat, lon))
        value = f"place={kind}"
        self._place("settlement", value, name, tags, lat, lon, osm, names.other_names(tags, name),
                    importance(tags, value, _SETTLEMENTS[kind]))

    @staticmethod
    def _category(tags, name):
        """The kind and the category, such as ("stop", "highway=bus_stop"); None for an object without interest."""
        if tags.get("highway") == "bus_stop":
            return ("stop", "highway=bus_stop") if name else None
        for key in _KEYS:
            value = tags.get(key)
            if not value or value == "no" or value in _IGNORED.get(key, ()) and key != "railway":
                continue
            if key == "railway":
                if value in ("station", "halt") and name:
                    return "station", f"railway={value}"
                if value == "tram_stop" and name:
                    return "stop", "railway=tram_stop"
                continue
            if key == "public_transport":
                if value == "station" and name:
                    return "station", "public_transport=station"
                if value in _STOPS and name:
                    return "stop", f"public_transport={value}"
                continue
            if not name and not names.is_useful_without_name(tags):
                return None
            return "poi", names.clean(f"{key}={value}")
        if name and tags.get("place"):
            return "poi", names.clean(f"place={tags['place']}")
        return None

    def _place(self, kind, category, name, tags, lat, lon, osm, others, rating=None, access=None, city=None,
               district=None):
        self.count += 1
        self.database.execute("INSERT INTO place VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            self.count, kind, category, name, names.clean(tags.get("addr:housenumber")),
            names.clean(tags.get("addr:street")), names.clean(tags.get("addr:postcode")),
            city or names.clean(tags.get("addr:city")), district, lat, lon, *(access or (lat, lon)),
            importance(tags, category) if rating is None else rating, osm))
        self.database.executemany(
            "INSERT INTO place_name VALUES(?, ?, ?)", [(self.count, kind, text) for kind, text in others])
        return self.count

    # Joining

    def _write_stops(self):
        for name, rows in self._by_name("SELECT name, lat, lon, category, others, importance, osm FROM stop ORDER BY name"):
            for group in geometry.groups([(row[1], row[2]) for row in rows], _STOP_CELL):
                members = [rows[index] for index in group]
                lat = sum(row[1] for row in members) / len(members)
                lon = sum(row[2] for row in members) / len(members)
                first = min(members, key=lambda row: geometry.distance(lat, lon, row[1], row[2]))
                categories = {row[3] for row in members}
                category = "railway=tram_stop" if "railway=tram_stop" in categories else first[3]
                rating = max(row[5] for row in members) + (0.1 if category == "railway=tram_stop" else 0)
                others = {tuple(pair) for row in members for pair in json.loads(row[4])}
                self._place("stop", category, name, {}, first[1], first[2], first[6], sorted(others),
                            round(rating, 3))

    def _write_streets(self, progress):
        roads = self._by_name("SELECT name, lat, lon, line, class, others, osm FROM road ORDER BY name")
        houses = self._by_name(
            "SELECT street, lat, lon, number, city, postcode, rank, osm FROM house ORDER BY street, rank DESC")
        total = self.scratch.execute("SELECT (SELECT count(*) FROM road) + (SELECT count(*) FROM house)").fetchone()[0]
        done = 0
        for name, parts, units in self._merged(roads, houses):
            rows = parts + units
            for group in geometry.groups([(row[1], row[2]) for row in rows], _STREET_CELL):
                self._write_street(
                    name, [parts[i] for i in group if i < len(parts)],
                    [units[i - len(parts)] for i in group if i >= len(parts)])
            done += len(rows)
            progress(done / max(total, 1))

    def _write_street(self, name, parts, units):
        lines = [json.loads(row[3]) for row in parts]
        if parts:
            longest = max(range(len(parts)), key=lambda i: geometry.length(lines[i]))
            lat, lon, osm = parts[longest][1], parts[longest][2], parts[longest][6]
            category = f"highway={parts[longest][4]}"
            rating = max(_STREETS[row[4]] for row in parts)
        else:
            lat, lon, osm = units[0][1], units[0][2], units[0][7]
            category, rating = "addr:place", 0.3
        cities = [row[4] for row in units if row[4]]
        city = max(set(cities), key=cities.count) if cities else None
        others = sorted({tuple(pair) for row in parts for pair in json.loads(row[5]) if pair[0] != "ref"})
        street = self._place("street", category, name, {}, lat, lon, osm, others, rating, city=city)
        seen = set()
        for row in units:
            key = number_key(row[3])
            if key in seen:
                continue
            seen.add(key)
            self.addresses += 1
            access = geometry.nearest(row[1], row[2], lines) or (row[1], row[2], 0)
            self.database.execute(
                "INSERT INTO address VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (street, row[3], key, row[5], row[1], row[2], round(access[0], 7), round(access[1], 7), row[7]))

    def _complete_cities(self):
        """Gives the places without a city the settlement around them, and all their district."""
        rows = self.database.execute("SELECT id, kind, category, lat, lon, city FROM place").fetchall()
        for place, kind, category, lat, lon, city in rows:
            around = self._settlement_at(lat, lon, _REACH) or self._city_at(lat, lon)
            if kind == "settlement" and category.split("=")[1] in _REACH:
                around = None
            district = None if kind == "settlement" else self._settlement_at(lat, lon, _DISTRICT_REACH)
            self.database.execute(
                "UPDATE place SET city = ?, district = ? WHERE id = ?", (city or around, district, place))

    def _settlement_at(self, lat, lon, reach):
        row, column = int(lat // _PLACE_CELL), int(lon // _PLACE_CELL)
        best, name = 1.0, None
        for cell in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for kind, text, lat2, lon2 in self.settlements.get(cell, ()):
                if kind in reach:
                    share = geometry.distance(lat, lon, lat2, lon2) / reach[kind]
                    if share < best:
                        best, name = share, text
        return name

    def _city_at(self, lat, lon):
        """The city that most addresses nearby name."""
        row, column = int(lat // _CITY_CELL), int(lon // _CITY_CELL)
        votes = collections.Counter()
        for cell in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            votes.update(self.cities.get(cell, ()))
        return votes.most_common(1)[0][0] if votes else None

    def _by_name(self, query):
        """The rows of an ordered query, in a list for each name."""
        rows = []
        for row in self.scratch.execute(query):
            if rows and rows[0][0] != row[0]:
                yield rows[0][0], rows
                rows = []
            rows.append(row)
        if rows:
            yield rows[0][0], rows

    @staticmethod
    def _merged(left, right):
        """Two sequences of named lists, joined by name."""
        a, b = next(left, None), next(right, None)
        while a or b:
            if b is None or a and a[0].encode() < b[0].encode():
                yield a[0], a[1], []
                a = next(left, None)
            elif a is None or b[0].encode() < a[0].encode():
                yield b[0], [], b[1]
                b = next(right, None)
            else:
                yield a[0], a[1], b[1]
                a, b = next(left, None), next(right, None)
