"""Sends malformed requests: malformed.py ENDPOINT SECONDS RATE SEED"""

import random
import sys
import time

import zmq
from peer import make, tell

endpoint, seconds, rate, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
chance = random.Random(seed)
words = [chance.randbytes(chance.choice([0, 1, 3, 20, 200, 1000])) for _ in range(1000)]
sender = make(zmq.DEALER, endpoint)
sent = 0
refused = 0
begin = time.monotonic()
print("sending", flush=True)
while (passed := time.monotonic() - begin) < seconds:
    while sent + refused < passed * rate:
        try:
            sender.send(words[(sent + refused) % len(words)], zmq.DONTWAIT)
            sent += 1
        except zmq.Again:
            refused += 1
    while sender.poll(0):
        sender.recv_multipart()
    time.sleep(0.002)
tell(sent=sent, refused=refused)
