"""Compares the pages of the contract with the .proto files.

    pages.py check PAGES PROTO    compares: the tables of fields with the contract, each sample with its JSON
    pages.py write PAGES PROTO    updates both: the tables from the contract, the bytes of samples from their JSON

A heading `### Name` with the name of a message or an enumeration begins a table, which is made from the comments of the
contract; the text after the table is free. A sample is a line that ends in "`Message`, N bytes:", the bytes in hex, and
the JSON that `navbus tap --json` prints, which may have line breaks. Only PyPI's `protobuf` and `protoc` are used, and
not the Swift codec.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

FILES = ["navbus/v1/events.proto", "navbus/v1/bus.proto"]
TABLE = ["| no. | field | type | unit | if absent | meaning and range |", "|---|---|---|---|---|---|"]
MEMBERS = ["| no. | member | meaning |", "|---|---|---|"]
UNITS = [
    ("meters_per_second", "m/s"), ("degrees_per_second", "°/s"), ("_meters", "m"), ("_seconds", "s"), ("_degrees", "°"), ("_nanoseconds", "ns"),
    ("_points", "1/96 in"), ("_hertz", "Hz"), ("uptime_seconds", "s"), ("duration_seconds", "s"),
]
SAMPLE = re.compile(r"`(\w+)`, (\d+) bytes?:\n\n```hex\n(.*?)```\n\n```json\n(.*?)```\n", re.S)
NEWER = re.compile(r"`(\w+)` of a later version:\n\n```newer\n(.*?)```\n\n```json\n(.*?)```\n", re.S)
F = descriptor_pb2.FieldDescriptorProto


class Contract:
    """The messages and enumerations of the contract with their comments."""

    def __init__(self, proto):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "set"
            command = ["protoc", "-I", proto, "--include_imports", "--include_source_info", f"--descriptor_set_out={out}"]
            subprocess.run(command + FILES, check=True)
            files = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes())
        pool = descriptor_pool.DescriptorPool()
        self.blocks, self.counts, self.pool = {}, {}, pool
        for file in files.file:
            pool.Add(file)
            self.comments = {
                tuple(place.path): " ".join(place.leading_comments.split()) for place in file.source_code_info.location
            }
            for index, message in enumerate(file.message_type):
                self.blocks[message.name] = self.message(message, (4, index))
                self.counts[message.name] = len(message.field)
            for index, enumeration in enumerate(file.enum_type):
                self.blocks[enumeration.name] = self.enumeration(enumeration, (5, index))

    def type(self, name):
        return message_factory.GetMessageClass(self.pool.FindMessageTypeByName(f"navbus.v1.{name}"))

    def message(self, message, path):
        lines = [self.comments.get(path, ""), ""]
        if not message.field:
            return lines + ["It has no fields."]
        rows = []
        for index, field in enumerate(message.field):
            text = self.comments.get(path + (2, index), "").replace("|", "\\|")
            rows.append(
                f"| {field.number} | `{field.name}` | {self.kind(message, field)} | {self.unit(field)} | "
                f"{self.absent(message, field, text)} | {text} |")
        return lines + TABLE + rows

    def enumeration(self, enumeration, path):
        rows = []
        for index, member in enumerate(enumeration.value):
            text = self.comments.get(path + (2, index), "")
            # Some members have no comment, since their names are sufficient.
            words = member.name.removeprefix(snake(enumeration.name).upper() + "_").lower().replace("_", " ")
            rows.append(f"| {member.number} | `{member.name}` | {text or words} |")
        return [self.comments.get(path, ""), ""] + MEMBERS + rows

    def kind(self, message, field):
        name = field.type_name.split(".")[-1]
        if field.type == F.TYPE_MESSAGE:
            for nested in message.nested_type:
                if nested.name == name and nested.options.map_entry:
                    value = nested.field[1]
                    return f"map: string to {value.type_name.split('.')[-1] or scalar(value)}"
        kind = name or scalar(field)
        if field.label == F.LABEL_REPEATED:
            return f"repeated {kind}"
        if field.HasField("oneof_index") and not field.proto3_optional:
            return f"{kind} (one of `{message.oneof_decl[field.oneof_index].name}`)"
        return kind

    def unit(self, field):
        if field.type in (F.TYPE_MESSAGE, F.TYPE_ENUM, F.TYPE_BOOL, F.TYPE_STRING, F.TYPE_BYTES):
            return ""
        return next((unit for end, unit in UNITS if field.name.endswith(end)), "")

    def absent(self, message, field, text):
        if "Required." in text:
            return "refused"
        if field.label == F.LABEL_REPEATED:
            return "empty"
        if field.HasField("oneof_index") and not field.proto3_optional:
            return "another one"
        if field.proto3_optional or field.type == F.TYPE_MESSAGE:
            return "unknown or none"
        if field.type == F.TYPE_ENUM:
            return "member 0"
        return {F.TYPE_STRING: "empty", F.TYPE_BYTES: "empty", F.TYPE_BOOL: "false"}.get(field.type, "0")


def scalar(field):
    return F.Type.Name(field.type).removeprefix("TYPE_").lower()


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name)


def with_tables(text, contract, seen):
    """The page with current tables below their headings."""
    lines, result = text.split("\n"), []
    place = 0
    while place < len(lines):
        line = lines[place]
        result.append(line)
        place += 1
        name = line.removeprefix("### ")
        if not line.startswith("### ") or name not in contract.blocks:
            continue
        seen.append(name)
        end = place
        while end < len(lines) and not lines[end].startswith(("|", "#")) and lines[end] != "It has no fields.":
            end += 1
        if end < len(lines) and not lines[end].startswith("#"):
            end += 1
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            place = end
        result += [""] + contract.blocks[name]
        if place < len(lines) and lines[place] != "":
            result.append("")
    return "\n".join(result)


def one_line(text):
    return "".join(line.strip() for line in text.splitlines())


def hex_lines(data):
    words = [data[index : index + 4].hex() for index in range(0, len(data), 4)]
    return "\n".join(" ".join(words[index : index + 8]) for index in range(0, len(words), 8)) + "\n"


def with_samples(text, contract, counted):
    """The page with the bytes of the JSON of each sample."""

    def sample(match):
        name, _, _, shown = match.groups()
        message = json_format.Parse(one_line(shown), contract.type(name)())
        if json_format.MessageToDict(message) != json.loads(one_line(shown)):
            raise SystemExit(f"pages: the JSON of a {name} is not as it is printed: {one_line(shown)[:200]}")
        data = message.SerializeToString(deterministic=True)
        counted.append(name)
        ending = "byte" if len(data) == 1 else "bytes"
        return f"`{name}`, {len(data)} {ending}:\n\n```hex\n{hex_lines(data)}```\n\n```json\n{shown}```\n"

    return SAMPLE.sub(sample, text)


def misread(text, contract):
    """The samples of a later version that do not decode to their JSON."""
    for name, words, shown in NEWER.findall(text):
        message = contract.type(name).FromString(bytes.fromhex("".join(words.split())))
        if json_format.MessageToDict(message) != json.loads(one_line(shown)):
            yield name


def misframed(text, contract):
    """The frames of a session that differ from the messages before them."""
    for block in re.findall(r"```frames\n(.*?)```", text, re.S):
        for name, words in re.findall(r"\[(\w+)\]\s+([0-9a-f]+)", block):
            data = bytes.fromhex(words)
            if contract.type(name).FromString(data).SerializeToString(deterministic=True) != data:
                yield name


def main(task, pages, proto):
    contract, seen, samples, stale = Contract(proto), [], [], []
    for page in sorted(pathlib.Path(pages).glob("*.md")):
        text = page.read_text()
        counted = []
        stale += [f"{page.name} ({name} of a later version)" for name in misread(text, contract)]
        fresh = with_samples(with_tables(text, contract, seen), contract, counted)
        if text.count("```hex") != len(counted):
            raise SystemExit(f"pages: {page.name} has a block of hex that is no sample: write \"`Message`, N bytes:\" before it")
        stale += [f"{page.name} ({problem})" for problem in misframed(text, contract)]
        # page.md describes JSON, which the tests of Plugins/Web check with its schema.
        if not counted and not NEWER.search(text) and page.name != "page.md":
            raise SystemExit(f"pages: {page.name} has no sample")
        samples += counted
        if fresh != text:
            stale.append(page.name)
            if task == "write":
                page.write_text(fresh)
    problems = [f"{name} stands {seen.count(name)} times in the pages" for name in contract.blocks if seen.count(name) != 1]
    if task == "check":
        problems += [f"{name} is not what its JSON and the contract say: python3 {sys.argv[0]} write PAGES PROTO" for name in stale]
    for problem in problems:
        print(f"pages: {problem}", file=sys.stderr)
    print(f"{len(seen)} tables, {len(samples)} samples, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
