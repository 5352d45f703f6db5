"""Takes too many resources: greedy.py REQUESTS EVENTS PATH CONNECTIONS"""

import socket
import sys
import time

import zmq
from peer import make, tell

requests, events, path, connections = sys.argv[1:5]
many = make(zmq.SUB, events)
for number in range(4096):
    many.subscribe(b"onGPS/main%d" % number)
time.sleep(0.5)
large = make(zmq.SUB, events)
large.subscribe(b"onGPS/" + b"x" * 1_000_000)
time.sleep(0.5)
request = make(zmq.DEALER, requests)
request.send(bytes(15_000_000))
held = []
for _ in range(int(connections)):
    try:
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(0.2)
        one.connect(path)
        held.append(one)
    except OSError:
        pass
print("holding", flush=True)
time.sleep(2)
tell(held=len(held))
