"""A receiver at a Unix-domain socket, whose path is the argument: five positions a second for every client."""

import functools
import os
import socket
import sys
import threading
import time


def sentence(body):
    total = functools.reduce(lambda sum, letter: sum ^ ord(letter), body, 0)
    return f"${body}*{total:02X}\r\n"


def serve(client):
    number = 0
    while True:
        now = time.gmtime()
        clock, day = time.strftime("%H%M%S.00", now), time.strftime("%d%m%y", now)
        place = f"5003.{number % 1000:04d},N,00815.0000,E"
        text = sentence(f"GPRMC,{clock},A,{place},22.4,195.6,{day},,,A")
        text += sentence(f"GPGGA,{clock},{place},1,08,1.2,104.5,M,47.0,M,,")
        try:
            client.sendall(text.encode())
        except OSError:
            return
        number += 1
        time.sleep(0.2)


listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o666)
listener.listen()
print("ready", flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
