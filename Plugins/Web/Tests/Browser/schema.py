"""Checks states of the page with their schema, and the table of docs/contract/page.md with it.

    schema.py table         prints the table
    schema.py some FILE     checks the states of a file, one in each line
    schema.py all FILE      also checks that they have a value for every field
"""

import copy
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

CONTRACT = Path(__file__).parents[4] / "docs" / "contract"
SCHEMA = json.loads((CONTRACT / "page.schema.json").read_text(encoding="utf-8"))


def closed(schema):
    """The schema without room for additions: no other fields, and no other members of enumerations."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    if "properties" in made and "required" in made:
        made["additionalProperties"] = False
    if isinstance(made.get("anyOf"), list):
        made["anyOf"] = [one for one in made["anyOf"] if one != {"type": "string"}]
    return made


VALIDATOR = Draft202012Validator(closed(SCHEMA))


def faults(state):
    """The sentences about a state that is not as the schema says."""
    return [f"{error.json_path}: {error.message}"[:300] for error in VALIDATOR.iter_errors(state)]


def fields(schema=SCHEMA, path=""):
    """The fields in the order of the schema: path and definition."""
    for name, field in schema["properties"].items():
        yield path + name, field
        inner = field.get("items", field)
        if "properties" in inner:
            yield from fields(inner, path + name + ("[]." if "items" in field else "."))


def parents(state, path):
    """The objects in a state that have a field."""
    found = [state]
    for part in path.split(".")[:-1]:
        inner = [one[part.removesuffix("[]")] for one in found]
        found = [two for one in inner for two in (one if isinstance(one, list) else [one]) if two is not None]
    return found


def unchecked(path, states):
    """The reason why the check of a field proves nothing, or None: no state has a value, or a change is not noticed."""
    name = path.split(".")[-1]
    holder = next((one for one in states if any(p[name] not in (None, "", []) for p in parents(one, path))), None)
    if holder is None:
        return f"{path} has no value in any state"
    (less, more) = (copy.deepcopy(holder), copy.deepcopy(holder))
    parents(less, path)[0].pop(name)
    parents(more, path)[0][name + "Too"] = 1
    return None if faults(less) and faults(more) else f"a change beside {path} is not noticed"


def kind(field):
    """The type of a field for people."""
    if "const" in field:
        return f"`{field['const']}`"
    if "items" in field:
        return "list of " + ("objects" if "properties" in field["items"] else kind(field["items"]))
    choices = [value for one in field.get("anyOf", []) for value in one.get("enum", [])]
    if choices:
        return ", ".join(f"`{choice}`" for choice in choices)
    types = field["type"] if isinstance(field["type"], list) else [field["type"]]
    return {"string": "text"}.get(types[0], types[0])


def table():
    """The table of the fields."""
    rows = ["| field | value | meaning | null |", "|---|---|---|---|"]
    for path, field in fields():
        meaning, _, absent = field["description"].partition(". Null ")
        may_be_null = "null" in field.get("type", "") or {"type": "null"} in field.get("anyOf", [])
        assert bool(absent) == may_be_null, f"{path}: the description says when it is null, and only then"
        rows.append(f"| `{path}` | {kind(field)} | {meaning} | {absent or 'never'} |")
    return "\n".join(rows) + "\n"


def main(arguments):
    if arguments == ["table"]:
        print(table(), end="")
        return
    Draft202012Validator.check_schema(SCHEMA)
    if table() not in (CONTRACT / "page.md").read_text(encoding="utf-8"):
        sys.exit("the table of page.md is another: schema.py table")
    states = [json.loads(line) for line in Path(arguments[1]).read_text(encoding="utf-8").splitlines()]
    found = [f"state {number}: {fault}" for number, state in enumerate(states, 1) for fault in faults(state)]
    if found or not states:
        sys.exit("\n".join(found[:20]) or "there are no states")
    if arguments[0] == "all":
        gaps = [gap for path, _ in fields() if (gap := unchecked(path, states))]
        if gaps:
            sys.exit("\n".join(gaps))


if __name__ == "__main__":
    main(sys.argv[1:])
