"""make-keys.py FOLDER VEHICLE... makes the keys of a fleet, and the accounts that know them.

FOLDER gets keys/NAME.nk, readable by its owner only, and accounts.conf, which the configurations of the servers include. NAME
is worker, gateway, operator, router, and each VEHICLE: the name of its session. Existing keys are kept. A vehicle that is not named
any more loses its access, and its key is deleted.

A key file has the seed and the public key of an NKey, as nk -gen user -pubout prints them; openssl makes them. Servers read accounts.conf again after: nats-server --signal reload
"""

import base64
import os
import pathlib
import re
import subprocess
import sys

SEED_PREFIX, USER_PREFIX = 18 << 3, 20 << 3
SESSION = re.compile(r"[a-z0-9_-]{1,32}")

# The rights of each participant. The server refuses every subject that is not named.
ROLES = {
    "worker": {"publish": [">"], "subscribe": [">"]},
    "gateway": {
        "publish": ["IN.*", "$JS.API.STREAM.*.IN", "INBOX.>", "_INBOX.>"],
        "subscribe": ["REQ.*", "STATUS", "STATUS.gateway", "CONTROL.gateway", "_INBOX.>"],
    },
    "operator": {
        "publish": ["STATUS", "STATUS.*", "CONTROL.*", "ASK.*", "REQ.*"], "subscribe": ["OUT.>", "_INBOX.>"],
    },
    "router": {
        "publish": ["REQ.*"],
        "subscribe": ["OUT.*.onNavigation.*", "OUT.*.onNavigationStopped.*", "_INBOX.>"],
    },
}


def of_vehicle(session):
    """A vehicle asks about its own session, and receives its own events and answers."""
    return {
        "publish": [f"REQ.{session}", f"ASK.{session}"],
        "subscribe": [f"OUT.*.*.{session}", f"INBOX.{session}.>"],
    }


def checksum(data):
    """CRC-16/XMODEM."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1 & 0xFFFF
    return crc


def encoded(data):
    return base64.b32encode(data + checksum(data).to_bytes(2, "little")).decode().rstrip("=")


def key_pair():
    """The seed and the public key of a new user, in the text form of NKeys."""
    private = subprocess.run(
        ["openssl", "genpkey", "-algorithm", "ed25519", "-outform", "DER"], check=True, capture_output=True).stdout
    public = subprocess.run(
        ["openssl", "pkey", "-inform", "DER", "-pubout", "-outform", "DER"], input=private, check=True,
        capture_output=True).stdout
    # The seed names two kinds: that it is a seed (5 bits), and of whom (8 bits).
    head = bytes([SEED_PREFIX | USER_PREFIX >> 5, (USER_PREFIX & 31) << 3])
    return encoded(head + private[-32:]), encoded(bytes([USER_PREFIX]) + public[-32:])


def public_key(keys, name):
    """The public key of a user, who gets a key if there is none yet."""
    file = keys / f"{name}.nk"
    if not file.exists():
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            new.write("\n".join(key_pair()) + "\n")
    return file.read_text().split()[1]


def listed(subjects):
    return "[" + ", ".join(f'"{subject}"' for subject in subjects) + "]"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, vehicles = pathlib.Path(sys.argv[1]), sys.argv[2:]
    for vehicle in vehicles:
        if not SESSION.fullmatch(vehicle) or vehicle in ROLES or vehicle == "main":
            sys.exit(f"make-keys.py: \"{vehicle}\" is no name of a session: use 1 to 32 of a-z, 0-9, - and _")
    keys = folder / "keys"
    keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    rights = ROLES | {vehicle: of_vehicle(vehicle) for vehicle in vehicles}
    users = []
    for name, right in rights.items():
        users.append(
            f'      {{ nkey: {public_key(keys, name)}, permissions: {{ publish: {listed(right["publish"])}, '
            f'subscribe: {listed(right["subscribe"])} }} }} # {name}')
    for file in keys.iterdir():
        if file.stem not in rights:
            file.unlink()
    text = "accounts {\n  FLEET {\n    jetstream: enabled\n    users: [\n" + "\n".join(users) + "\n    ]\n  }\n}\n"
    new = folder / "accounts.conf.new"
    new.write_text(text)
    new.replace(folder / "accounts.conf")
    print(f"{len(vehicles)} vehicles in {folder / 'accounts.conf'}")


if __name__ == "__main__":
    main()
