"""A proxy that changes bytes: proxy.py flip PORT:TARGET PORT:TARGET SECONDS SEED

It forwards the bytes of both directions between its ports and their targets. After the first 400 bytes of a direction
(the greeting and most of a handshake) it flips one bit in about every second chunk. With `delay` instead of `flip`, it
delays every chunk by about 200 ms, and some by a second more."""

import asyncio
import random
import sys

from peer import tell

mode, seconds = sys.argv[1], float(sys.argv[4])
chance = random.Random(int(sys.argv[5]))
counts = {"connections": 0, "spoilt": 0, "pieces": 0}


async def carry(reader, writer):
    carried = 0
    try:
        while piece := await reader.read(65536):
            counts["pieces"] += 1
            if mode == "flip" and carried > 400 and chance.random() < 0.5:
                place = chance.randrange(len(piece))
                piece = piece[:place] + bytes([piece[place] ^ 1 << chance.randrange(8)]) + piece[place + 1 :]
                counts["spoilt"] += 1
            if mode == "delay":
                await asyncio.sleep(chance.uniform(0.15, 0.25) + (1.0 if chance.random() < 0.05 else 0))
            carried += len(piece)
            writer.write(piece)
            await writer.drain()
    except (OSError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


async def main():
    def listener(target):
        async def accept(reader, writer):
            counts["connections"] += 1
            try:
                other_reader, other_writer = await asyncio.open_connection("127.0.0.1", target)
            except OSError:
                writer.close()
                return
            await asyncio.gather(carry(reader, other_writer), carry(other_reader, writer))

        return accept

    for pair in sys.argv[2:4]:
        port, target = map(int, pair.split(":"))
        await asyncio.start_server(listener(target), "127.0.0.1", port)
    print("carrying", flush=True)
    await asyncio.sleep(seconds)
    tell(**counts)


asyncio.run(main())
