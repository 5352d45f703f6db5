"""Sends the given requests and prints the answers: words.py ENDPOINT KEYS SERVER SECONDS HEX..."""

import sys

import zmq
from peer import keys, make, tell

endpoint, pair, server, seconds = sys.argv[1:5]
asker = make(zmq.DEALER, endpoint, keys(pair), server)
answers = []
for word in sys.argv[5:]:
    try:
        asker.send(bytes.fromhex(word))
    except zmq.Again:
        answers.append("")
        continue
    answers.append(asker.recv().hex() if asker.poll(float(seconds) * 1000) else "")
tell(answers=answers)
