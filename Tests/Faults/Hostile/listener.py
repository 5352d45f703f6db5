"""Subscribes to everything and counts the messages: listener.py ENDPOINT KEYS SERVER SECONDS"""

import sys
import time

import zmq
from peer import keys, make, tell

endpoint, pair, server, seconds = sys.argv[1:5]
listener = make(zmq.SUB, endpoint, keys(pair), server)
for topic in (b"", b"onGPS/main", b"~snap/main/12345678901234567890"):
    listener.subscribe(topic)
end = time.monotonic() + float(seconds)
count = 0
while (left := end - time.monotonic()) > 0:
    if listener.poll(left * 1000):
        listener.recv_multipart()
        count += 1
tell(received=count)
