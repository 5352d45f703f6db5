"""Raw bytes at ports: garbage.py PORT PORT SECONDS RATE SEED; then frames of absurd lengths."""

import random
import socket
import struct
import sys
import time

from peer import tell

ports, seconds, rate = [int(port) for port in sys.argv[1:3]], float(sys.argv[3]), int(sys.argv[4])
chance = random.Random(int(sys.argv[5]))
bytes_ = [chance.randbytes(chance.choice([1, 7, 11, 64, 300, 2000])) for _ in range(500)]
count = failed = 0
begin = time.monotonic()
print("sending", flush=True)
while (passed := time.monotonic() - begin) < seconds:
    while count + failed < passed * rate and time.monotonic() - begin < seconds:
        try:
            one = socket.create_connection(("127.0.0.1", ports[count % 2]), 1)
            one.sendall(bytes_[count % len(bytes_)])
            # Reset instead of a normal close; otherwise the machine runs out of ports.
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.close()
            count += 1
        except OSError:
            failed += 1
    time.sleep(0.001)
print("absurd", flush=True)
for mechanism in (b"NULL", b"CURVE", b"PLAIN", b"\xff" * 20):
    for length in (300_000_000, 2**63, 2**64 - 1):
        one = socket.create_connection(("127.0.0.1", ports[0]), 1)
        one.settimeout(1)
        try:
            one.sendall(b"\xff" + bytes(7) + b"\x01\x7f\x03\x00" + mechanism.ljust(20, b"\0") + bytes(32))
            one.sendall(b"\x02" + struct.pack(">Q", length))
            for _ in range(300):
                one.sendall(bytes(1_000_000))
        except OSError:
            pass
        one.close()
tell(connections=count, failed=failed)
