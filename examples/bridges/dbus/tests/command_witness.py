"""A control that accepts commands and does nothing: the bus refuses commands if there is none."""

import navbus


class CommandWitness(navbus.Control):
    def on_command(self, command: navbus.ControlCommand) -> None:
        print(command, flush=True)


if __name__ == "__main__":
    navbus.run("command-witness", CommandWitness)
