#!/usr/bin/env python3
"""manpages.py PROGRAMS FOLDER writes the manual pages of navbus, made of what the programs say of themselves.

PROGRAMS is the folder of the built programs. `navbus --experimental-dump-help` tells commands and options as JSON, the
controls print a text with --help. A command gets a page of its own, navbus-run(1), as git's do; its subcommands are
sections of it. What the source does not say is not in the pages, so that they cannot be out of date.
"""

import json
import os
import re
import subprocess
import sys
import time

# What a page says as a default must not depend on who makes it.
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
    "HOME": "/nonexistent",
    "XDG_RUNTIME_DIR": "$XDG_RUNTIME_DIR",
}
# The day of the source where a packager tells it, so that the same source makes the same pages.
DATE = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())))
SEE = {
    "run": ["status", "doctor", "controls"],
    "control": ["controls"],
}


def escaped(text):
    """Text as roff has it: no character of it is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace("…", "...")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def bold(text):
    return f"\\fB{escaped(text)}\\fR"


def italic(text):
    return f"\\fI{escaped(text)}\\fR"


def paragraphs(text):
    """The paragraphs of a text; a code word, `navbus run`, becomes bold."""
    out = []
    for paragraph in text.split("\n\n"):
        parts = re.split(r"`([^`]+)`", paragraph.strip())
        out.append("".join(bold(part) if index % 2 else escaped(part) for index, part in enumerate(parts)))
    return "\n.PP\n".join(out)


class Page:
    """One manual page."""

    def __init__(self, name, abstract, version):
        self.name = name
        self.text = [
            '.\\" Made by scripts/manpages.py of what the program says of itself.',
            f'.TH "{escaped(name.upper())}" 1 "{DATE}" "navbus {version}" "navbus"',
            ".nh",
            ".ad l",
        ]
        self.section("NAME", f"{escaped(name)} \\- {escaped(abstract.rstrip('.'))}")

    def section(self, title, *lines):
        self.text.append(f".SH {title.upper()}")
        self.text += lines

    def subsection(self, title):
        self.text.append(f'.SS "{title}"')

    def item(self, tag, text):
        self.text += [".TP", tag, text]

    def see(self, names):
        self.section("SEE ALSO", ",\n".join(f"{bold(name)}(1)" for name in names))

    def write(self, folder):
        with open(os.path.join(folder, self.name + ".1"), "w", encoding="utf-8") as file:
            file.write("\n".join(self.text) + "\n")


def spelled(argument):
    """How an option is written: `-h, --help`, `--config FILE`."""
    if argument["kind"] == "positional":
        name = italic(argument.get("valueName", "value"))
        return name + " ..." if argument["isRepeating"] else name
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"]]
    names.sort(key=len)
    text = ", ".join(bold(name) for name in names)
    if argument["kind"] == "option":
        text += " " + italic(argument.get("valueName", "value"))
    return text


def in_synopsis(argument):
    if argument["kind"] == "positional":
        text = italic(argument.get("valueName", "value"))
    else:
        name = argument["preferredName"]
        text = bold(("--" if name["kind"] == "long" else "-") + name["name"])
        if argument["kind"] == "option":
            text += " " + italic(argument.get("valueName", "value"))
    if argument["isRepeating"]:
        text += " ..."
    return f"[{text}]" if argument["isOptional"] else text


def is_common(argument):
    names = [name["name"] for name in argument.get("names", [])]
    return argument["kind"] == "flag" and ("help" in names or "version" in names)


def shown(command, with_common=True):
    arguments = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    return arguments if with_common else [a for a in arguments if not is_common(a)]


def subcommands(command):
    return [c for c in command.get("subcommands", []) if c["shouldDisplay"] and c["commandName"] != "help"]


def synopsis(words, command):
    deeper = subcommands(command)
    if deeper:
        return f"{bold(' '.join(words))} {italic('command')} ..."
    return " ".join([bold(" ".join(words))] + [in_synopsis(a) for a in shown(command, with_common=False)])


def described(argument):
    text = argument.get("abstract", "")
    if argument.get("discussion"):
        text += "\n\n" + argument["discussion"]
    notes = []
    if argument.get("allValues"):
        notes.append("One of: " + ", ".join(argument["allValues"]) + ".")
    if argument.get("defaultValue"):
        notes.append(f"Default: {argument['defaultValue']}.")
    return paragraphs(" ".join([text] + notes).strip() or "No description.")


def add_arguments(page, arguments):
    for argument in arguments:
        page.item(spelled(argument), described(argument))


def page_of(words, command, version):
    """The page of a command with its own subcommands as sections."""
    page = Page("-".join(words), command.get("abstract", ""), version)
    deeper = subcommands(command)
    lines = [synopsis(words + [c["commandName"]], c) for c in deeper] or [synopsis(words, command)]
    page.section("SYNOPSIS", "\n.br\n".join(lines))
    if command.get("discussion"):
        page.section("DESCRIPTION", paragraphs(command["discussion"]))
    for inner in deeper:
        page.section(escaped(inner["commandName"].upper()), paragraphs(inner.get("abstract", "")))
        if inner.get("discussion"):
            page.text += [".PP", paragraphs(inner["discussion"])]
        add_arguments(page, shown(inner, with_common=False))
    own = shown(command)
    if own:
        page.section("OPTIONS")
        add_arguments(page, own)
    return page


def main_page(root, version, controls):
    page = Page("navbus", root["abstract"], version)
    page.section("SYNOPSIS", f"{bold('navbus')} {italic('command')} ...")
    page.section("DESCRIPTION", paragraphs(root.get("discussion", "")))
    page.section("COMMANDS")
    for command in subcommands(root):
        name = command["commandName"]
        page.item(f"{bold('navbus-' + name)}(1)", paragraphs(command.get("abstract", "")))
    page.section("CONTROLS")
    for name, abstract in controls:
        page.item(f"{bold(name)}(1)", paragraphs(abstract))
    page.section("OPTIONS")
    add_arguments(page, shown(root))
    page.section("FILES")
    for path, text in [
        ("$XDG_CONFIG_HOME/navbus/NAME.toml", "A profile of one's own; usually in ~/.config/navbus."),
        ("/etc/navbus/NAME.toml", "A profile of this machine."),
        ("~/.local/share/navbus/controls", "Controls of one's own, a folder for each."),
        ("$XDG_RUNTIME_DIR/navbus", "Sockets and journal of the running bus; of root and of the service /run/navbus, never below /tmp."),
    ]:
        page.item(italic(path), paragraphs(text))
    return page


def program(folder, name, *arguments):
    """What a program prints."""
    command = [os.path.join(folder, name), *arguments]
    done = subprocess.run(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        sys.exit(f"manpages: failed to ask {' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def item_parts(line):
    """The word and the text of a line of a list, `  --lines   a line for each`; None if it is no such line."""
    wide = re.match(r"  (\S.*?\S) {2,}(\S.*)", line) or re.match(r"  (--\S+(?: [A-Z]+)?) ([a-z].*)", line)
    return wide.groups() if wide else None


def add_blocks(page, lines):
    """The text of a control's --help: indented lines with a gap are a list, the rest is running text."""
    block = []

    def flush():
        if block:
            page.text += [".PP", paragraphs(" ".join(block))]
            block.clear()

    index = 0
    while index < len(lines):
        line = lines[index]
        parts = item_parts(line)
        if parts:
            flush()
            tag, text = parts
            while index + 1 < len(lines) and lines[index + 1].startswith("      "):
                index += 1
                text += " " + lines[index].strip()
            page.item(bold(tag), paragraphs(text))
        elif line.startswith("  ") and line.strip() and index + 1 < len(lines) and lines[index + 1].startswith("      "):
            flush()
            tag, text = line.strip(), ""
            while index + 1 < len(lines) and lines[index + 1].startswith("      "):
                index += 1
                text += " " + lines[index].strip()
            page.item(bold(tag), paragraphs(text.strip()))
        elif not line.strip():
            flush()
        else:
            block.append(line.strip())
        index += 1
    flush()


def control_page(folder, name, version):
    """The page of a control's program, and what it is in a sentence."""
    lines = program(folder, name, "--help").rstrip().split("\n")
    abstract = re.sub(r"^" + re.escape(name) + r":\s*", "", lines[0])
    page = Page(name, re.split(r"\.\s|\.$", abstract)[0], version)
    usage = next((line for line in lines if line.startswith("Usage: ")), f"Usage: {name}")
    page.section("SYNOPSIS", bold(usage.removeprefix("Usage: ")))
    page.section("DESCRIPTION", paragraphs(abstract))
    rest = [line for line in lines[1:] if line != usage]
    section = []
    for line in rest:
        # A heading: "Environment:" alone, or the sentence before a list.
        if line in ("Environment:",):
            add_blocks(page, section)
            page.section("ENVIRONMENT")
            section = []
        else:
            section.append(line)
    add_blocks(page, section)
    return page, abstract


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: manpages.py PROGRAMS FOLDER")
    programs, folder = sys.argv[1:]
    root = json.loads(program(programs, "navbus", "--experimental-dump-help"))["command"]
    version = program(programs, "navbus", "--version").strip()
    os.makedirs(folder, exist_ok=True)
    names = sorted(
        name for name in os.listdir(programs)
        if re.fullmatch(r"navbus-[a-z]+", name) and name != "navbus-bus" and has_manifest(name)
    )
    controls = []
    for name in names:
        page, abstract = control_page(programs, name, version)
        page.see(["navbus", "navbus-run", "navbus-controls"])
        page.write(folder)
        controls.append((name, abstract))
    commands = subcommands(root)
    taken = {name for name, _ in controls}
    for command in commands:
        name = command["commandName"]
        if f"navbus-{name}" in taken:
            sys.exit(f"manpages: navbus-{name} is a command and a control; one of them needs another name")
        page = page_of(["navbus", name], command, version)
        page.see(["navbus"] + [f"navbus-{other}" for other in SEE.get(name, [])])
        page.write(folder)
    page = main_page(root, version, controls)
    page.see([f"navbus-{command['commandName']}" for command in commands])
    page.write(folder)


def has_manifest(name):
    """Whether a program is that of a control, and not one that is built for tests."""
    plugins = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Plugins")
    return any(f"navbus-{folder.lower()}" == name for folder in os.listdir(plugins))


main()
