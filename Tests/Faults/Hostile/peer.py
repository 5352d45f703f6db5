"""Shared helpers of the hostile peers: sockets with or without keys."""

import json
import sys

import zmq

context = zmq.Context()


def keys(text):
    """The key pair of an argument: none, unknown, stolen:PUBLIC or the file of a secret key."""
    if text == "none":
        return None
    public, secret = zmq.curve_keypair()
    if text == "unknown":
        return public, secret
    if text.startswith("stolen:"):
        return text[len("stolen:") :].encode(), secret
    with open(text) as lines:
        secret = [line.strip() for line in lines if " " not in line.strip() and len(line.strip()) == 40][0].encode()
    return zmq.curve_public(secret), secret


def make(kind, endpoint, pair=None, server=None):
    """A connected socket."""
    socket = context.socket(kind)
    socket.linger = 0
    # A refused socket has no peer and would block for ever.
    socket.sndtimeo = 1000
    if pair:
        socket.curve_publickey, socket.curve_secretkey = pair
        socket.curve_serverkey = server.encode() if server else zmq.curve_keypair()[0]
    socket.connect(endpoint)
    return socket


def tell(**facts):
    """Prints the results as the last line and exits at once, without the shutdown of libzmq."""
    print(json.dumps(facts), flush=True)
    sys.stdout.flush()
    import os

    os._exit(0)
