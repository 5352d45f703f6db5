"""Synthetic states for tests of the page."""

import math

SPEECH_RUNS = {"name": "speech", "state": "running", "isWell": True, "ageSeconds": 0.4, "text": ""}
NOTHING_TO_DO = {"sign": None, "distance": None, "street": None, "then": None, "lanes": None}
HOSTILE = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>&amp;"

SCENES = {
    "near": {},
    "far": {
        "distance": {"meters": 4300, "text": "4.3 km", "bar": 0.93}, "lanes": None, "activeUtterance": None, "pulse": None,
        "controls": [SPEECH_RUNS], "street": "Rohrbacher Straße / B 3",
        "speed": {"value": 112, "unit": "km/h", "limit": 100, "isOverLimit": True},
        "arrival": {
            "clock": "14:05", "durationText": "1 h 12 min", "distanceText": "104 km", "meters": 104e3, "seconds": 4e3},
        "stopover": {
            "clock": "13:55", "durationText": "5 min", "distanceText": "2.1 km", "name": "Café am Markt",
            "meters": 2100, "seconds": 300},
    },
    "motorway": {
        "street": None, "exit": "9A", "towards": "A 656, A 5 · Mannheim, Frankfurt, Karlsruhe, Heidelberg-Schwetzingen",
        "lanes": None},
    "lanesInText": {"lanes": {"svg": None, "words": "3 lanes, take lane 3", "text": "↑ ↑ [↱]"}, "exit": "12"},
    "now": {"distance": {"meters": 4, "text": "0 m", "bar": 0.01}},
    "idle": NOTHING_TO_DO | {
        "phase": "idle", "arrival": None, "activeUtterance": None, "lastUtterance": None, "pulse": None, "route": None,
        "controls": [], "currentStreet": None, "speed": None, "fix": None, "position": None},
    "offered": NOTHING_TO_DO | {
        "phase": "idle", "arrival": None, "activeUtterance": None, "lastUtterance": None, "pulse": None, "route": None,
        "controls": [], "currentStreet": None, "speed": None, "fix": None, "position": None,
        "display": {"offersReceiver": True}},
    "beginning": NOTHING_TO_DO | {
        "phase": "idle", "arrival": None, "activeUtterance": None, "lastUtterance": None, "pulse": None, "route": None,
        "controls": [], "currentStreet": None, "speed": None, "fix": None, "position": None,
        "display": {"offersReceiver": True, "offersDrives": True}},
    "rerouting": NOTHING_TO_DO | {
        "phase": "rerouting", "activeUtterance": None, "flags": ["offRoute", "rerouting"],
        "notice": "Finding a new way: the route was left"},
    "arrived": NOTHING_TO_DO | {"phase": "arrived", "street": "Hauptstraße", "arrival": None},
    "troubled": {
        "flags": ["wrongWay", "offRoute", "tunnel"], "speed": {"limit": None, "isUnlimited": True},
        "fix": {"status": "estimated", "quality": "deadReckoning", "accuracyMeters": 60}},
    "stale": {"flags": ["stale"], "bus": {"isAlive": False, "silentSince": "14:03:22"}},
    "nothingHeard": NOTHING_TO_DO | {
        "flags": ["stale"], "bus": {"silentSince": "14:03:22"}, "notice": "No positions arrive", "speed": {"value": None},
        "activeUtterance": None, "pulse": None},
    "rightToLeft": {
        "street": "شارع الملك فيصل بن عبد العزيز", "currentStreet": "רחוב דיזנגוף 12",
        "activeUtterance": {"text": "بعد 300 متر انعطف يمينا إلى شارع الملك فيصل", "from": 4, "to": 7}},
    "long": {
        "street": "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft 🚲🏁 Platz",
        "currentStreet": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Road",
        "distance": {"text": "1,250 ft"}, "then": {"street": "A very long name of a street that goes on and on"},
        "flags": ["tunnel"],
        "stopover": {
            "clock": "13:55", "durationText": "5 min", "distanceText": "2.1 km", "name": "x" * 80, "meters": 2100,
            "seconds": 300}},
    "hostile": {
        "street": HOSTILE, "towards": HOSTILE * 9, "exit": HOSTILE, "currentStreet": "\u202eabc " + "W" * 10_000, "notice": HOSTILE,
        "then": {"street": HOSTILE}, "activeUtterance": {"text": HOSTILE * 30, "from": 3, "to": 9}, "pulse": {"text": HOSTILE},
        "controls": [{"name": HOSTILE, "state": "burning", "ageSeconds": None, "text": "y" * 10_000}],
        "warnings": [{"control": "x", "text": HOSTILE, "clock": "<b>"}] * 40,
        "stopover": {
            "clock": "13:55", "durationText": "5 min", "distanceText": "2.1 km", "name": HOSTILE, "meters": 1,
            "seconds": 300}},
    "bare": NOTHING_TO_DO | {
        "sign": {"svg": "", "words": "", "glyph": ""}, "distance": None, "currentStreet": "", "speed": None,
        "arrival": None, "activeUtterance": None, "lastUtterance": None, "fix": None, "position": None, "controls": []},
}


def place(east, north):
    """A coordinate at an offset in metres from that of the sample."""
    lat, lon = 49.40313, 8.68724
    return [lat + north / 111_320, lon + east / 111_320 / math.cos(math.radians(lat))]


# A route that turns right 287 metres after the position of the sample.
LINE = [place(*point) for point in [
    (-900, -80), (-500, -30), (-200, -8), (0, 0), (150, 4), (287, 8), (290, -60), (296, -125), (340, -128), (420, -150),
    (520, -260), (640, -300), (700, -520), (500, -900), (520, -1600)]]
ROUTE = {
    "points": LINE,
    "stopovers": [
        {"latitudeDegrees": LINE[10][0], "longitudeDegrees": LINE[10][1], "name": "Café"}, {"latitudeDegrees": LINE[-1][0], "longitudeDegrees": LINE[-1][1], "name": ""}],
}
