"""The flow is valid, and its functions make the texts from the messages of the MQTT bridge."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import unittest
from typing import Any, Dict, List, Tuple

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOW = os.path.join(FOLDER, "flow.json")
MQTT = os.path.join(os.path.dirname(FOLDER), "bridges", "mqtt")
KNOWN = {"tab", "mqtt-broker", "mqtt in", "mqtt out", "function", "debug", "http in", "http response", "inject"}
Messages = List[Tuple[str, str]]


def load_support() -> Any:
    """The module that starts a broker for the tests of the bridge."""
    sys.path.append(os.path.dirname(MQTT))
    spec = importlib.util.spec_from_file_location("mqtt_support", os.path.join(MQTT, "tests", "support.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mqtt_support"] = module
    spec.loader.exec_module(module)
    return module


def nodes() -> List[Dict[str, Any]]:
    with open(FLOW, encoding="utf-8") as file:
        found: List[Dict[str, Any]] = json.load(file)
    return found


def run(messages: Messages) -> List[Dict[str, Any]]:
    """The texts in the debug panel and the answer of the endpoint, after each message."""
    lines = [json.dumps({"topic": topic, "payload": payload}) for topic, payload in messages]
    script = os.path.join(FOLDER, "tests", "simulate.js")
    process = subprocess.run(["node", script, FLOW], input="\n".join(lines), capture_output=True, text=True, timeout=60)
    if process.returncode != 0:
        raise AssertionError(process.stderr)
    return [json.loads(line) for line in process.stdout.splitlines()]


def guidance(**changes: object) -> Tuple[str, str]:
    state = {"state": "enroute", "maneuver": "turn left", "road": "Ring", "distance_to_maneuver_meters": 302, **changes}
    return ("navbus/main/guidance", json.dumps(state))


class FlowTests(unittest.TestCase):
    def test_nodes_and_wires_are_complete(self) -> None:
        found = {node["id"]: node for node in nodes()}
        self.assertEqual(len(found), len(nodes()), "each id once")
        self.assertEqual({node["type"] for node in found.values()}, KNOWN, "only nodes that Node-RED itself has")
        tabs = {node["id"] for node in found.values() if node["type"] == "tab"}
        wired = set()
        for node in found.values():
            if node["type"] in ("tab", "mqtt-broker"):
                continue
            self.assertIn(node["z"], tabs)
            self.assertTrue({"x", "y", "wires"} <= set(node))
            targets = [target for wire in node["wires"] for target in wire]
            wired.update(targets)
            self.assertTrue(set(targets) <= set(found), node["id"])
            self.assertLessEqual(len(node["wires"]), node.get("outputs", 1))
            if node["type"].startswith("mqtt "):
                self.assertEqual(found[node["broker"]]["type"], "mqtt-broker")
        ends = {node["id"] for node in found.values() if node["type"] in ("function", "debug", "http response", "mqtt out")}
        self.assertEqual(wired, ends, "no node without input")

    def test_topics_and_payloads_are_those_of_the_bridge(self) -> None:
        support = load_support()
        sys.path.insert(0, support.BRIDGE)
        from commands import COMMANDS, PRESS  # type: ignore[import-not-found]
        from topics import Topics  # type: ignore[import-not-found]

        topics = Topics("navbus", "main", "homeassistant")
        used = {node["topic"] for node in nodes() if node["type"].startswith("mqtt ")}
        self.assertTrue(used <= {topics.guidance, topics.status, *map(topics.command, COMMANDS)}, used)
        self.assertEqual({node["payload"] for node in nodes() if node["type"] == "inject"}, {PRESS.decode()})

    def test_each_state_has_its_text(self) -> None:
        for message, text in (
            (guidance(), "In 300 m: turn left, Ring"),
            (guidance(distance_to_maneuver_meters=38), "In 40 m: turn left, Ring"),
            (guidance(distance_to_maneuver_meters=1234, road=None), "In 1.2 km: turn left"),
            (guidance(distance_to_maneuver_meters=None), "turn left, Ring"),
            (guidance(maneuver=None), ""),
            (guidance(state="rerouting"), "Off route"),
            (guidance(state="arrived"), "Arrived"),
            (guidance(state="no_position"), "No signal"),
            (guidance(state="idle"), ""),
            (("navbus/main/guidance", "null"), ""),
            (("navbus/main/status", "offline"), ""),
        ):
            first, second = run([guidance(road="Other"), message])
            self.assertEqual(second["answer"]["text"], text, message)
            self.assertEqual((first["debug"], second["debug"]), (["In 300 m: turn left, Other"], [text]))

    def test_the_same_text_is_sent_on_once(self) -> None:
        results = run([guidance(), guidance(distance_to_maneuver_meters=299), ("navbus/main/status", "online")])
        self.assertEqual([len(result["debug"]) for result in results], [1, 0, 0])
        self.assertEqual(results[-1]["answer"]["meters"], 299)

    def test_before_the_first_message_the_endpoint_is_empty(self) -> None:
        self.assertEqual(run([("other", "x")])[0]["answer"], {"state": "offline", "text": "", "meters": None})


class DriveTests(unittest.TestCase):
    def test_the_messages_of_a_drive_become_texts(self) -> None:
        support = load_support()
        broker = support.Broker()
        self.addCleanup(broker.close)
        peer = support.Peer(broker)
        self.addCleanup(peer.close)
        settings = f'host = "127.0.0.1"\nport = {broker.port}\npositionSeconds = 0.1'
        drive = importlib.import_module("testing").Drive("mqtt")
        self.addCleanup(drive.close)
        drive.start_held(100, settings)
        self.assertTrue(support.wait_for(lambda: peer.last("status") == b"online"), drive.run.text)
        drive.release()
        self.assertTrue(support.wait_for(lambda: "arrived" in peer.states()), drive.run.text)
        self.assertEqual(drive.run.end(), 0)
        self.assertTrue(support.wait_for(lambda: peer.last("status") == b"offline"), drive.run.text)

        messages = [
            (message.topic, message.payload.decode())
            for message in peer.messages
            if message.topic in ("navbus/main/guidance", "navbus/main/status")
        ]
        results = run(messages)
        for (topic, payload), result in zip(messages, results):
            state = json.loads(payload) if topic.endswith("guidance") else {}
            if state.get("state") == "enroute" and state["maneuver"]:
                self.assertIn(f"{state['maneuver']}, {state['road']}", result["answer"]["text"])
        texts = [text for result in results for text in result["debug"]]
        turns = [text for text in texts if text.startswith("In ")]
        self.assertRegex(turns[0], r"^In \d+(\.\d)? k?m: \w.*, \w")
        self.assertIn("destination right, Am Hackteufel", turns[-1])
        self.assertGreater(len({text.split(": ")[1] for text in turns}), 4)
        self.assertIn("Arrived", texts)
        self.assertEqual(results[-1]["answer"], {"state": "offline", "text": "", "meters": None})
