"""Names from the data of a map. Anyone may write them, so they are untrusted text."""

import re
import unicodedata

MAX_CHARACTERS = 200

# Marks that change the direction of the text around them; letters that are written from right to left need none.
_DIRECTION_MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_SPACES = re.compile(r"\s+")


def clean(text):
    """A name on one line, without control characters, of at most MAX_CHARACTERS; None if nothing remains."""
    if not text:
        return None
    # Shortened first, so that a name of a megabyte costs nothing.
    text = text[: 4 * MAX_CHARACTERS]
    if not (text.isascii() and text.isprintable()):
        text = _SPACES.sub(" ", _DIRECTION_MARKS.sub("", text))
        text = "".join(c for c in text if c == " " or unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn"))
        text = unicodedata.normalize("NFC", text)
    text = text.strip()
    if len(text) > MAX_CHARACTERS:
        text = text[: MAX_CHARACTERS - 1] + "…"
    return text or None


# The keys of further names of a place, with the kind under which they are kept.
_OTHER_NAMES = {
    "alt_name": "alt", "old_name": "old", "official_name": "official", "short_name": "short", "loc_name": "local",
    "int_name": "international", "nat_name": "national", "reg_name": "regional", "brand": "brand",
    "operator": "operator", "uic_name": "uic", "ref": "ref",
}
_LANGUAGE = re.compile(r"^name:([a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)$")
MAX_NAMES = 200


def other_names(tags, name):
    """The names besides the main one, as pairs of a kind or language and a text."""
    seen, names = {name}, []
    for key, value in tags.items():
        kind = _OTHER_NAMES.get(key)
        if kind is None:
            found = _LANGUAGE.match(key)
            if not found:
                continue
            kind = found.group(1).replace("_", "-")
        elif kind in ("brand", "operator") and (name or not is_useful_without_name(tags)):
            continue
        # Several values have a semicolon between them.
        for part in value[: 20 * MAX_CHARACTERS].split(";"):
            text = clean(part)
            if text and text not in seen and len(names) < MAX_NAMES:
                seen.add(text)
                names.append((kind, text))
    return names


# Places that people look for by their kind.
_USEFUL = {
    "amenity": {
        "fuel", "charging_station", "parking", "pharmacy", "hospital", "toilets", "atm", "drinking_water", "police",
        "bicycle_rental", "post_office", "bank", "taxi",
    },
    "shop": {"supermarket", "bakery", "bicycle"},
    "tourism": {"viewpoint", "camp_site"},
}


def is_useful_without_name(tags):
    """Whether a place is worth a search result although it has no name."""
    return any(tags.get(key) in values for key, values in _USEFUL.items())
