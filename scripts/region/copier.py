"""Converts an extract in XML to the format that all programs read."""

import os
import xml.sax

import osmium
from osmium.osm.mutable import Node, Relation, Way

# The libraries refuse an extract with a longer text; the map itself has a limit of 255 characters.
MAX_BYTES = 1000


class Copier(xml.sax.ContentHandler):
    """Writes the objects of a file as they are read."""

    def __init__(self, path):
        super().__init__()
        self.writer = osmium.SimpleWriter(path)
        self.item = None

    def startElement(self, name, attrs):
        """Collects the parts of an object."""
        if name in ("node", "way", "relation"):
            common = {"id": int(attrs["id"]), "version": int(attrs.get("version", 1)), "tags": {},
                      "timestamp": attrs.get("timestamp", "1970-01-01T00:00:01Z")}
            if name == "node":
                self.item = Node(location=(float(attrs["lon"]), float(attrs["lat"])), **common)
            elif name == "way":
                self.item = Way(nodes=[], **common)
            else:
                self.item = Relation(members=[], **common)
        elif self.item is not None and name == "tag":
            self.item.tags[_short(attrs["k"])] = _short(attrs["v"])
        elif name == "nd" and isinstance(self.item, Way):
            self.item.nodes.append(int(attrs["ref"]))
        elif name == "member" and isinstance(self.item, Relation):
            self.item.members.append((attrs["type"][:1], int(attrs["ref"]), _short(attrs.get("role", ""))))

    def endElement(self, name):
        """Writes an object."""
        if name == "node":
            self.writer.add_node(self.item)
        elif name == "way":
            self.writer.add_way(self.item)
        elif name == "relation":
            self.writer.add_relation(self.item)
        else:
            return
        self.item = None

    @classmethod
    def copy(cls, source, target):
        """Copies a file in XML; ValueError if it is not valid."""
        if os.path.exists(target):
            os.remove(target)
        copier = cls(target)
        try:
            with open(source, "rb") as file:
                xml.sax.parse(file, copier)
        except (KeyError, xml.sax.SAXException) as error:
            raise ValueError(f"the XML is not valid: {error}") from error
        finally:
            copier.writer.close()


def _short(text):
    if len(text) < MAX_BYTES // 4:
        return text
    return text.encode("utf-8", "replace")[:MAX_BYTES].decode("utf-8", "ignore")
