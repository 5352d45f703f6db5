"""A control that tries to exceed its permissions by other sessions, groups, parents and connections.

Started by a launcher as a control, it runs every case and writes the results to SHED_OUTPUT, one JSON object. Started
with a case and a file, it is the process of that case and writes its answers to the file.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from navbus.v1 import bus_pb2, events_pb2
from raw_peer import RawPeer

ENDPOINT = os.environ["NAVBUS_ENDPOINT"]
VICTIM = "console"
CODES = {value: name.removeprefix("REQUEST_ERROR_CODE_") for name, value in bus_pb2.RequestErrorCode.items()}


def wishes():
    """The forbidden requests of the role control, by name."""
    place = events_pb2.Coordinate(latitude_degrees=49.41, longitude_degrees=8.69)
    fix = events_pb2.Fix(
        time_nanoseconds=time.time_ns(), position=place, smoothed_position=place, horizontal_accuracy_meters=4,
        speed_meters_per_second=5.5, course_degrees=0, quality=2)
    lie = events_pb2.ControlReport(
        control=VICTIM, kind=1, text="I am another", process_id=os.getpid(), number=time.time_ns())
    answer = bus_pb2.RouteAnswer(number=1, failure="find a road")
    return {
        "mute": {"mute": bus_pb2.MuteRequest(session="main", is_muted=True)},
        "position": {"position": bus_pb2.PositionRequest(session="main", fix=fix)},
        "answer_route": {"answer_route": bus_pb2.AnswerRouteRequest(session="main", answer=answer)},
        "report_as_victim": {"report": bus_pb2.ReportRequest(session="main", report=lie)},
        "stop": {"stop": bus_pb2.StopRequest(session="main")},
    }


def answers(peer):
    """The result of each request: the code of the refusal, or the answer."""
    found = {}
    for name, request in wishes().items():
        reply = peer.ask(**request)
        kind = reply.WhichOneof("reply")
        found[name] = CODES[reply.refused.code] if kind == "refused" else kind
    return found


def report(peer, name):
    """Whether a report under a name is accepted."""
    mine = events_pb2.ControlReport(control=name, kind=1, process_id=os.getpid(), number=time.time_ns())
    reply = peer.ask(report=bus_pb2.ReportRequest(session="main", report=mine))
    return CODES[reply.refused.code] if reply.WhichOneof("reply") == "refused" else reply.WhichOneof("reply")


def write(path, figures):
    part = pathlib.Path(f"{path}.part")
    part.write_text(json.dumps(figures))
    part.rename(path)


def read(path, seconds=20):
    end = time.monotonic() + seconds
    while not os.path.exists(path):
        if time.monotonic() > end:
            return {"silence": True}
        time.sleep(0.02)
    return json.loads(pathlib.Path(path).read_text())


def join_group_of_victim():
    """Tries to enter the process group and the session of the victim."""
    launcher = int(os.environ["SHED_LAUNCHER"])
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            text = pathlib.Path(f"/proc/{name}/stat").read_text()
        except OSError:
            continue
        program = text[text.index("(") + 1:text.rindex(")")]
        if program.startswith(f"navbus-{VICTIM}") and int(text[text.rindex(")") + 1:].split()[1]) == launcher:
            try:
                os.setpgid(0, os.getpgid(int(name)))
                return "joined"
            except OSError as error:
                return error.strerror
    return "no victim"


# The processes of the cases


def worker(case, path):
    figures = {}
    if case == "group":
        figures["group"] = join_group_of_victim()
    if case == "kept-connection":
        # The connection belongs to a dead process, which ended before the first request.
        peer = RawPeer(ENDPOINT)
        outlive_parent()
        figures.update(answers(peer))
    elif case == "unfinished-connection":
        # As before, but the process ends before the bus accepts the connection.
        peer = RawPeer.__new__(RawPeer)
        import socket
        peer.socket = socket.socket(socket.AF_UNIX)
        peer.socket.connect(ENDPOINT.removeprefix("ipc://"))
        outlive_parent()
        try:
            peer.introduce()
            figures.update(answers(peer))
        except OSError as error:
            figures["refused"] = str(error)
    else:
        figures.update(answers(RawPeer(ENDPOINT)))
    write(path, figures)


def outlive_parent():
    """Continues in a child process with its own session, after the end of this process."""
    parent = os.getpid()
    if os.fork():
        os._exit(0)
    os.setsid()
    while os.getppid() == parent:
        time.sleep(0.005)


def start(case, path, setsid=False, orphan=False):
    words = [sys.executable, os.path.abspath(__file__), case, path]
    if orphan:
        child = os.fork()
        if child == 0:
            os.setsid()
            subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
            os._exit(0)
        os.waitpid(child, 0)
    else:
        subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=setsid)


def waits_for_death(path, process, cleared):
    """Waits until a process has died and then sends requests; its file shows how long it lives."""
    write(path + ".waits", {"process": os.getpid()})
    while os.path.exists(f"/proc/{process}"):
        time.sleep(0.005)
    try:
        peer = RawPeer(ENDPOINT, 3)
        write(path, answers(peer))
    except OSError as error:
        write(path, {"refused": str(error)})
    time.sleep(1000)


def control():
    folder = os.environ["SHED_OUTPUT"]
    os.environ["SHED_LAUNCHER"] = str(os.getppid())
    peer = RawPeer(ENDPOINT)
    hello = bus_pb2.Hello(
        control=os.environ["SHED_NAME"], session="main", process_id=os.getpid(), contract_version=1)
    reply = peer.ask(hello=hello)
    assert reply.HasField("welcome"), reply
    figures = {"own": report(peer, os.environ["SHED_NAME"]), "control": answers(peer)}
    cases = {
        "child": {}, "setsid": {"setsid": True}, "orphan": {"orphan": True}, "group": {},
        "kept-connection": {"setsid": True}, "unfinished-connection": {"setsid": True},
    }
    for case, how in cases.items():
        start(case, f"{folder}/{case}", **how)
        figures[case] = read(f"{folder}/{case}")
    for waits, process in {"launcher": os.getppid(), "control": os.getpid()}.items():
        for cleared in (False, True):
            name = f"after-{waits}{'-cleared' if cleared else ''}"
            waiter = os.fork()
            if waiter == 0:
                os.setsid()
                if os.fork():
                    os._exit(0)
                if cleared:
                    own = {key: os.environ[key] for key in ("NAVBUS_ENDPOINT", "PYTHONPATH")}
                    os.execve(sys.executable, [sys.executable, os.path.abspath(__file__), name, f"{folder}/{name}",
                                               str(process)], own)
                waits_for_death(f"{folder}/{name}", process, cleared)
            os.waitpid(waiter, 0)
            read(f"{folder}/{name}.waits")
    write(f"{folder}/figures", figures)
    if os.environ.get("SHED_END") == "1" and not os.path.exists(f"{folder}/ended"):
        write(f"{folder}/ended", {})
        os.kill(os.getpid(), signal.SIGKILL)
    vitals = bus_pb2.ControlVitals(control=os.environ["SHED_NAME"], process_id=os.getpid())
    while True:
        peer.send(heartbeat=bus_pb2.HeartbeatRequest(session="main", vitals=vitals))
        time.sleep(1)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        waits_for_death(sys.argv[2], int(sys.argv[3]), True)
    elif len(sys.argv) == 3:
        worker(*sys.argv[1:])
    else:
        control()
