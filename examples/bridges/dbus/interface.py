"""The D-Bus interface of the bridge, as its introspection file declares it: the only place with names and types."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from typing import Dict, List

NAME = "org.navbus.Navigation1"
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{NAME}.xml")

# The interfaces that every object has, for introspection.
STANDARD_INTERFACES = """<node>
  <interface name="org.freedesktop.DBus.Peer">
    <method name="Ping"/>
    <method name="GetMachineId"><arg name="machine_uuid" type="s" direction="out"/></method>
  </interface>
  <interface name="org.freedesktop.DBus.Introspectable">
    <method name="Introspect"><arg name="xml_data" type="s" direction="out"/></method>
  </interface>
  <interface name="org.freedesktop.DBus.Properties">
    <method name="Get">
      <arg name="interface_name" type="s" direction="in"/>
      <arg name="property_name" type="s" direction="in"/>
      <arg name="value" type="v" direction="out"/>
    </method>
    <method name="GetAll">
      <arg name="interface_name" type="s" direction="in"/>
      <arg name="properties" type="a{sv}" direction="out"/>
    </method>
    <method name="Set">
      <arg name="interface_name" type="s" direction="in"/>
      <arg name="property_name" type="s" direction="in"/>
      <arg name="value" type="v" direction="in"/>
    </method>
    <signal name="PropertiesChanged">
      <arg name="interface_name" type="s"/>
      <arg name="changed_properties" type="a{sv}"/>
      <arg name="invalidated_properties" type="as"/>
    </signal>
  </interface>
</node>"""

HEADER = (
    '<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"\n'
    '  "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">\n'
)


class Interface:
    """The properties, signals and methods of the object."""

    def __init__(self, path: str = FILE) -> None:
        node = ElementTree.parse(path).getroot()
        declared = node.find("interface")
        if declared is None:
            raise ValueError(f"{path} has no interface")
        # Type of each property, and of the arguments of each signal and method.
        self.properties: Dict[str, str] = {each.get("name", ""): each.get("type", "") for each in declared.iter("property")}
        self.signals = {each.get("name", ""): _types(each) for each in declared.iter("signal")}
        self.methods = {each.get("name", ""): _types(each) for each in declared.iter("method")}
        node.extend(ElementTree.fromstring(STANDARD_INTERFACES))
        # The introspection data of the object.
        self.description = HEADER + ElementTree.tostring(node, encoding="unicode")


def parent_description(child: str) -> str:
    """The introspection data of an object above that of a session, which has only a child."""
    return f'{HEADER}<node><node name="{child}"/></node>'


def object_path(session: str) -> str:
    """The path of the object of a session."""
    return f"/{NAME.replace('.', '/')}/{path_element(session)}"


def path_element(text: str) -> str:
    """A text as an element of a path or of a bus name, encoded like sd_bus_path_encode: "a-b" becomes "a_2db"."""
    letters: List[str] = []
    for index, byte in enumerate(text.encode()):
        letter = chr(byte)
        is_plain = letter.isascii() and letter.isalnum() and not (index == 0 and letter.isdigit())
        letters.append(letter if is_plain else f"_{byte:02x}")
    return "".join(letters) or "_"


def _types(member: ElementTree.Element) -> str:
    return "".join(argument.get("type", "") for argument in member.iter("arg"))
