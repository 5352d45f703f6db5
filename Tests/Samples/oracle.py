"""Protobuf's own Python library as the independent judge of the Swift codec.

    oracle.py check MODULES FILE          reads records made by Swift: each must parse, come back byte for byte when
                                          written deterministically, and mean the same as its JSON
    oracle.py make MODULES FILE COUNT SEED   writes COUNT records of random messages for Swift to read

MODULES is the folder with the code that protoc generated. A record is three blocks - message name, bytes, JSON - each
with its length before it as four bytes, little-endian. Problems go to standard error; the exit code is 1 then.
"""

import json
import random
import struct
import sys

from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor

TOP_LEVEL = ["Envelope", "Snapshot", "RequestFrame", "ReplyFrame", "LaunchOrder"]
TOPICS = ["onGPS", "onNavigation", "onNavigationStarted", "onNavigationStopped", "onControl", "onCommand", "onHeading"]
ROLES = ["tap", "control", "operator", "source", "router"]
SOURCES = ["gpsd", "nmea", "gpx", "simulate", "geoclue", "http", "auto"]
PIECES = ["a", "Neckarstaden", " ", '"', "\\", "/", "\n", "\t", "\0", "\x01", "\x7f", "ß", "Ω", "東京", "🚗", "𝄞", "\u2028"]


def load(modules):
    sys.path.insert(0, modules)
    from navbus.v1 import bus_pb2, events_pb2

    return lambda name: getattr(events_pb2, name, None) or getattr(bus_pb2, name)


def blocks(file):
    while head := file.read(4):
        yield file.read(struct.unpack("<I", head)[0])


def check(message_type, path):
    problems = 0
    count = 0
    with open(path, "rb") as file:
        for name, data, text in zip(*[blocks(file)] * 3):
            count += 1
            message = message_type(name.decode())()
            message.ParseFromString(data)
            again = message.SerializeToString(deterministic=True)
            if again != data:
                problems += 1
                print(f"{name.decode()} {data.hex()} comes back as {again.hex()}", file=sys.stderr)
            ours, theirs = json.loads(text), json_format.MessageToDict(message)
            if ours != theirs:
                problems += 1
                print(f"{name.decode()} {data.hex()}:\n  Swift  {ours}\n  Python {theirs}", file=sys.stderr)
    print(f"{count} messages checked, {problems} problems")
    return problems


class Maker:
    """Random messages that mean something: session names, topics and what is required are as the contract asks."""

    REQUIRED = {"access", "answer", "durations", "endpoints", "journal", "session", "position", "smoothed_position", "fix", "focus", "reading", "span", "limit", "request", "reply", "report", "route", "snapshot", "text", "topic", "turn", "vitals"}

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        return "".join(self.random.choice(PIECES) for _ in range(self.random.randrange(8)))

    def session(self):
        return "".join(self.random.choice("abcxyz0189-_") for _ in range(self.random.randint(1, 32)))

    def integer(self, low, high):
        return self.random.choice([0, 1, low, high, self.random.randint(low, high), self.random.randint(max(low, -300), 300)])

    def double(self):
        any_bits = struct.unpack("<d", self.random.randbytes(8))[0]
        special = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, 5e-324]
        return self.random.choice([any_bits if any_bits == any_bits else 1.5, self.random.choice(special), self.random.uniform(-1e4, 1e4)])

    def scalar(self, field):
        if field.name == "session":
            return self.session()
        if field.name in ("topic", "topics"):
            return self.random.choice(TOPICS)
        kind = field.type
        if kind == FieldDescriptor.TYPE_STRING:
            return self.text()
        if kind == FieldDescriptor.TYPE_BYTES:
            return self.random.randbytes(self.random.choice([0, 1, 2, 3, self.random.randrange(300)]))
        if kind == FieldDescriptor.TYPE_DOUBLE:
            return self.double()
        if kind == FieldDescriptor.TYPE_BOOL:
            return self.random.random() < 0.5
        if kind == FieldDescriptor.TYPE_ENUM:
            return self.random.choice(field.enum_type.values).number
        if kind == FieldDescriptor.TYPE_INT32:
            return self.integer(-(2**31), 2**31 - 1)
        if kind == FieldDescriptor.TYPE_UINT32:
            return self.integer(0, 2**32 - 1)
        if kind in (FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_SFIXED64):
            return self.integer(-(2**63), 2**63 - 1)
        return self.integer(0, 2**64 - 1)

    def fill(self, message):
        for oneof in message.DESCRIPTOR.oneofs:
            if len(oneof.fields) > 1:
                self.set(message, self.random.choice(oneof.fields))
        for field in message.DESCRIPTOR.fields:
            in_choice = field.containing_oneof is not None and len(field.containing_oneof.fields) > 1
            if not in_choice and (field.name in self.REQUIRED or self.random.random() < 0.6):
                self.set(message, field)
        if message.DESCRIPTOR.name == "MissedEvents":
            message.first, message.last = sorted([message.first, message.last])
        if message.DESCRIPTOR.name == "TextRange":
            ends = sorted(max(end, 0) for end in (getattr(message, "from"), message.to))
            setattr(message, "from", ends[0])
            message.to = ends[1]
        if message.DESCRIPTOR.name == "LaunchPlan":
            # The values are a whole plan, of an earlier version.
            is_earlier = self.random.random() < 0.3
            for field, _ in message.ListFields():
                if is_earlier != (field.name == "values"):
                    message.ClearField(field.name)
        if message.DESCRIPTOR.name == "LaunchSource":
            message.kind = self.random.choice(SOURCES)
            message.port %= 2**16
        if message.DESCRIPTOR.name == "Route":
            del message.longitudes_degrees[:]
            message.longitudes_degrees.extend(self.double() for _ in message.latitudes_degrees)
        if message.DESCRIPTOR.name == "Histogram":
            bounds = {bound for bound in (self.double() for _ in range(self.random.randrange(20))) if bound == bound}
            del message.bounds_seconds[:], message.counts[:]
            message.bounds_seconds.extend(sorted(bounds))
            message.counts.extend(self.integer(0, 2**64 - 1) for _ in range(len(bounds) + 1))
        return message

    def set(self, message, field):
        value = getattr(message, field.name)
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            self.set_map(value, field)
        elif field.name == "topic_sequences":
            for topic in TOPICS:
                if self.random.random() < 0.6:
                    value.add(topic=topic, sequence=self.integer(0, 2**64 - 1))
        elif field.name in ("other_users", "roles"):
            value.extend(sorted(self.random.sample(ROLES, self.random.randrange(6))))
        elif field.is_repeated:
            for _ in range(self.random.randrange(5)):
                if field.message_type is not None:
                    self.fill(value.add())
                else:
                    value.append(self.scalar(field))
        elif field.message_type is not None:
            value.SetInParent()
            self.fill(value)
        else:
            setattr(message, field.name, self.scalar(field))

    def set_map(self, value, field):
        for key in [self.text() for _ in range(self.random.randrange(5))]:
            if field.message_type.fields_by_name["value"].message_type is not None:
                self.fill(value[key])
            elif field.message_type.fields_by_name["value"].type == FieldDescriptor.TYPE_DOUBLE:
                value[key] = self.double()
            else:
                value[key] = self.integer(0, 2**64 - 1)


def make(message_type, path, count, seed):
    maker = Maker(seed)
    with open(path, "wb") as file:
        for index in range(count):
            name = TOP_LEVEL[index % len(TOP_LEVEL)]
            message = maker.fill(message_type(name)())
            text = json.dumps(json_format.MessageToDict(message))
            for block in name.encode(), message.SerializeToString(deterministic=True), text.encode():
                file.write(struct.pack("<I", len(block)) + block)


def main(arguments):
    task, modules, path = arguments[:3]
    message_type = load(modules)
    if task == "check":
        return 1 if check(message_type, path) else 0
    make(message_type, path, int(arguments[3]), int(arguments[4]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
