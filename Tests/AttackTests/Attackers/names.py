"""One process sends hello with 300 names, then another process joins. Arguments: the bus, its messages."""

import os

from stage import STATUS, bus_pb2
from target import Target, tell


def main():
    with Target(roles={"speech": ["control"]}) as target:
        target.order(control=bus_pb2.ControlStatus(control="speech", state=1, process_id=1))
        greedy = target.peer()
        welcomes = 0
        for number in range(300):
            hello = bus_pb2.Hello(
                control=f"name-{number}", session="main", contract_version=1, process_id=os.getpid())
            welcomes += greedy.ask(hello=hello).HasField("welcome")
        # The bus knows the peer of another process by its process id.
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            late = target.peer(control="late")
            os.write(writer, b"1" if late.ask(hello=late.hello).HasField("welcome") else b"0")
            os._exit(0)
        os.waitpid(child, 0)
        known = {control.control for control in greedy.ask(**STATUS).status.controls}
        tell(hellos=300, welcomes=welcomes, is_late_one_welcome=os.read(reader, 1) == b"1",
             is_supervised_one_known="speech" in known, known=len(known))


if __name__ == "__main__":
    main()
