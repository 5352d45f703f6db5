"""Slow clients of the metrics server, and the waiting time of a normal client.

    metrics.py ADDRESS PORT TOKENFILE
"""

import json
import socket
import sys
import time

ADDRESS, PORT = sys.argv[1], int(sys.argv[2])
TOKEN = open(sys.argv[3], encoding="utf-8").read().strip()


def connect(source="127.0.0.1"):
    guest = socket.socket()
    guest.bind((source, 0))
    guest.connect((ADDRESS, PORT))
    return guest


def ask(lines, end="\r\n"):
    """The status of an answer, and whether it contains metrics."""
    with connect() as guest:
        guest.settimeout(30)
        guest.sendall("".join(line + end for line in [*lines, ""]).encode())
        answer = b""
        while part := guest.recv(65536):
            answer += part
    return int(answer.split()[1]) if answer else 0, b"navbus_up" in answer


def scrape():
    begun = time.monotonic()
    answer = ask(["GET /metrics HTTP/1.1", f"Host: {ADDRESS}:{PORT}", f"Authorization: Bearer {TOKEN}"])
    return answer, time.monotonic() - begun


def slowest(guests):
    """The longest time of ten scrapes during slow clients, in seconds; each must return the metrics."""
    times = []
    for turn in range(10):
        for guest in guests:
            try:
                guest.sendall(b"X")
            except OSError:
                pass
        answer, seconds = scrape()
        assert answer == (200, True), answer
        times.append(seconds)
    for guest in guests:
        guest.close()
    return max(times)


def trickling(count, begun):
    guests = []
    for number in range(count):
        guest = connect(f"127.0.0.{2 + number % 200}")
        guest.sendall(begun)
        guests.append(guest)
    return guests


request = f"GET /metrics HTTP/1.1\r\nHost: {ADDRESS}:{PORT}\r\n".encode()
host, bearer = f"Host: {ADDRESS}:{PORT}", f"Authorization: Bearer {TOKEN}"
first = "GET /metrics HTTP/1.1"
figures = {
    "alone": scrape()[1],
    "silent": slowest(trickling(50, b"")),
    "trickling": slowest(trickling(50, request)),
    # These clients have the token but do not read their answers.
    "deaf": slowest(trickling(50, request + f"{bearer}\r\n\r\n".encode())),
    "many": slowest(trickling(400, b"G")),
    "withoutToken": ask([first, host]),
    "wrongToken": ask([first, host, f"Authorization: Bearer {TOKEN[:-1]}x"]),
    "tokenInAddress": ask([f"GET /metrics?token={TOKEN} HTTP/1.1", host]),
    "strangeHost": ask([first, "Host: evil.example", bearer]),
    "strangePort": ask([first, f"Host: {ADDRESS}:1", bearer]),
    "twoHosts": ask([first, host, host, bearer]),
    "noHost": ask([first, bearer]),
    "oldWithoutHost": ask(["GET /metrics HTTP/1.0", bearer]),
    "oldWithoutToken": ask(["GET /metrics HTTP/1.0"]),
    "twoTokens": ask([first, host, "Authorization: Bearer x", bearer]),
}
print(json.dumps(figures))
