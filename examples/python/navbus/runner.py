"""Runs the process of a control: joins the bus, makes and starts the control, calls it, stops it and leaves."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections import deque
from typing import Callable, Deque, Mapping, Optional, Type

from navbus import exit_code, topics
from navbus.bus_client import BusClient
from navbus.bus_credentials import credentials_of
from navbus.context import Context, RunFolder
from navbus.control import Control
from navbus.delivery import Delivery, Restarted, Resynchronized
from navbus.driver import Driver
from navbus.environment import Environment
from navbus.errors import (
    DeviceStall,
    EnvironmentProblem,
    NavbusError,
    NoAnswer,
    NoBus,
    NoSnapshot,
    Refused,
    SettingsError,
)
from navbus.formatting import printable
from navbus.heartbeat import Heartbeat
from navbus.memory import Memory
from navbus.request_channel import OnAnswer, OnReply
from navbus.session_subscription import allowed_topics
from navbus.settings import Settings
from navbus.stop_request import StopRequest
from navbus.v1 import bus_pb2, events_pb2

CONTRACT_VERSION = 1
# Seconds that an ending control still handles arriving events: a flood must not keep it running.
LAST_EVENTS_SECONDS = 0.5
# Seconds that it still fetches missed events.
LAST_REPAIR_SECONDS = 1.0
# Seconds after which it reports that it still waits for the current state.
SNAPSHOT_NOTICE_SECONDS = 1.0


class Runner:
    """Runs one control until it has to end."""

    def __init__(
        self,
        id: str,
        make: Callable[[Context], Control],
        kind: Type[Control],
        is_observer: bool,
        given: Optional[Mapping[str, str]] = None,
    ) -> None:
        # Settings from the command line, by key.
        self._given = given or {}
        self._id = id
        self._make = make
        self._kind = kind
        self._is_observer = is_observer
        self._reports: Deque[events_pb2.ControlReport] = deque()
        self._warned_of = 0
        self._repair_deadline: Optional[float] = None

    def run(self) -> int:
        """Runs until the end; returns the exit code."""
        try:
            self._environment = Environment()
            credentials = credentials_of(self._environment)
            self._client = BusClient(self._environment.endpoint, credentials, self._warn)
        except EnvironmentProblem as problem:
            return self._fail(problem, exit_code.USAGE)
        self._stop = StopRequest(self._client.wake_up)
        self._stop.watch_signals()
        if self._environment.ends_with_input:
            self._stop.watch_input()
        try:
            welcome = self._join()
            return exit_code.CLEAN if welcome is None else self._start_control(welcome)
        except NoBus as problem:
            return self._fail(problem, exit_code.NO_BUS)
        except NavbusError as problem:
            return self._fail(problem, exit_code.INTERNAL_ERROR)
        finally:
            self._client.close()

    # ---- Joining

    def _join(self) -> Optional[bus_pb2.Welcome]:
        """Joins as soon as there is a bus; None if the process has to end before."""
        end = time.monotonic() + self._environment.wait_seconds
        welcome = self._say_hello(end)
        if welcome is None or not self._await_snapshot(end):
            return None
        return welcome

    def _say_hello(self, end: float) -> Optional[bus_pb2.Welcome]:
        seconds = self._environment.wait_seconds
        timeout = 0.25
        is_first = True
        while not self._stop.is_pending:
            try:
                return self._client.join(self._hello(), timeout)
            except NoAnswer as problem:
                if time.monotonic() >= end:
                    raise NoAnswer(self._environment.endpoint, seconds) from problem
                if is_first:
                    self._print(f"waiting for a bus at {self._environment.endpoint}")
                is_first = False
                # Wait longer on a busy machine.
                timeout = min(timeout * 2, 1.0)
            except Refused as problem:
                raise NoBus(self._refusal(problem)) from problem
        return None

    def _await_snapshot(self, end: float) -> bool:
        """The request remains active: if it were repeated, a snapshot that takes long would never arrive."""
        start = time.monotonic()
        end = max(end, start + SNAPSHOT_NOTICE_SECONDS)
        is_late = False
        while not self._client.await_snapshot(min(SNAPSHOT_NOTICE_SECONDS, max(end - time.monotonic(), 0.0))):
            if self._stop.is_pending:
                return False
            now = time.monotonic()
            if now >= end:
                raise NoSnapshot(self._environment.endpoint, self._environment.wait_seconds)
            if not is_late and now >= start + SNAPSHOT_NOTICE_SECONDS:
                is_late = True
                self._print(f"waiting for the current state from the bus at {self._environment.endpoint}")
        if is_late:
            self._client.say_hello_again()
        return True

    @staticmethod
    def _refusal(problem: Refused) -> str:
        if problem.code == bus_pb2.REQUEST_ERROR_CODE_CONTRACT_VERSION:
            return (
                f"join the bus: this control speaks version {CONTRACT_VERSION} of the contract, and the bus answered: "
                f"{problem}; install the Python kit that came with the bus"
            )
        return f"get an answer to the request: {problem} ({bus_pb2.RequestErrorCode.Name(problem.code)})"

    def _hello(self) -> bus_pb2.Hello:
        """The hello of the control; the callbacks that its class overrides determine the topics."""
        wanted = [topics.ON_NAVIGATION_STARTED, topics.ON_NAVIGATION, topics.ON_NAVIGATION_STOPPED, topics.ON_GPS]
        if self._kind.receives("on_command"):
            wanted.append(topics.ON_COMMAND)
        if self._kind.receives("on_heading"):
            wanted.append(topics.ON_HEADING)
        if self._kind.receives("on_report"):
            wanted.append(topics.ON_CONTROL)
        # An observer accepts no commands, and the launcher does not wait for it.
        return bus_pb2.Hello(
            control="" if self._is_observer else self._id,
            contract_version=CONTRACT_VERSION,
            session=self._environment.session,
            topics=wanted,
            process_id=os.getpid(),
            takes_commands=self._kind.overrides("on_command") and self._kind.accepts_commands and not self._is_observer,
        )

    # ---- Running the control

    def _start_control(self, welcome: bus_pb2.Welcome) -> int:
        self._context = self._make_context(welcome)
        # The memory belongs to a navigation that ended while no process of this control ran.
        if not self._client.is_navigating:
            self._context.memory.forget()
        try:
            control = self._make(self._context)
        except Exception as error:
            return self._report_failure(error, "make the control", exit_code.INTERNAL_ERROR)
        driver = Driver(control)
        try:
            control.start()
        except Exception as error:
            self._close_device(control)
            return self._report_failure(error, "open the device", exit_code.DEVICE)
        return self._run_control(driver, welcome)

    def _run_control(self, driver: Driver, welcome: bus_pb2.Welcome) -> int:
        try:
            self._context.report("ready")
            if driver.control.receives("on_report") and topics.ON_CONTROL not in allowed_topics(welcome):
                self._warn("the reports of controls do not arrive: add onControl to the topics of the key")
            self._deliver_events(driver)
        except DeviceStall as problem:
            # Closing a device that hangs would hang too.
            return self._report_failure(problem, "", exit_code.DEVICE)
        except (BrokenPipeError, BlockingIOError) as error:
            if not self._stop.may_discard_output:
                self._close_device(driver.control)
                return self._report_failure(error, "continue", exit_code.INTERNAL_ERROR)
        except Exception as error:
            # Close the device in any case.
            self._close_device(driver.control)
            return self._report_failure(error, "continue", exit_code.INTERNAL_ERROR)
        if not self._close_device(driver.control):
            return exit_code.INTERNAL_ERROR
        self._context.report("leaving")
        self._send_reports()
        return exit_code.CLEAN

    def _deliver_events(self, driver: Driver) -> None:
        heartbeat = Heartbeat(time.monotonic(), self._environment.is_on_this_machine)
        self._client.may_continue_repair = lambda: self._may_continue_repair(driver, heartbeat)
        while not self._stop.is_pending and not self._stop.is_output_abandoned:
            now = time.monotonic()
            self._send_heartbeat_if_due(driver, heartbeat)
            if heartbeat.is_silence_due(now):
                driver.fall_silent()
            delivery = self._client.next(heartbeat.seconds_to_wait(now))
            if delivery is not None:
                self._handle(delivery, driver, heartbeat)
            self._warn_of_malformed()
            self._send_reports()
        # A control that has to end immediately after the arrival still announces it.
        self._client.catch_up()
        end = time.monotonic() + LAST_EVENTS_SECONDS
        while time.monotonic() < end:
            delivery = self._client.next(0)
            if delivery is None:
                break
            self._handle(delivery, driver, heartbeat)

    def _may_continue_repair(self, driver: Driver, heartbeat: Heartbeat) -> bool:
        """Called while missed events are fetched: sends heartbeats; False if the fetch has to end with the process."""
        self._send_heartbeat_if_due(driver, heartbeat)
        if not self._stop.is_pending:
            return True
        if self._repair_deadline is None:
            self._repair_deadline = time.monotonic() + LAST_REPAIR_SECONDS
        return time.monotonic() < self._repair_deadline

    def _send_heartbeat_if_due(self, driver: Driver, heartbeat: Heartbeat) -> None:
        if heartbeat.is_due(time.monotonic()):
            self._send_heartbeat(driver, heartbeat)

    def _send_heartbeat(self, driver: Driver, heartbeat: Heartbeat) -> None:
        stall = driver.control.stall()
        if stall is not None:
            raise DeviceStall(stall)
        if self._is_observer:
            return
        counters = self._client.counters
        self._client.send_heartbeat(
            bus_pb2.ControlVitals(
                control=self._id,
                process_id=os.getpid(),
                delivered=heartbeat.delivered,
                gaps=counters.gaps,
                repaired=counters.repaired,
                missed=counters.missed,
                malformed=counters.malformed,
                unsent_reports=counters.unsent_reports,
                latency=heartbeat.latency(),
            ),
            self._environment.session,
        )

    def _handle(self, delivery: Delivery, driver: Driver, heartbeat: Heartbeat) -> None:
        now = time.monotonic()
        memory = self._context.memory
        if isinstance(delivery, Resynchronized):
            heartbeat.note_new_state(now)
            driver.resynchronize(delivery.is_navigating)
            if not delivery.is_navigating:
                memory.forget()
            self._warn(f"{delivery.missed} events were missed; continued with the current state")
        elif isinstance(delivery, Restarted):
            heartbeat.note_new_state(now)
            driver.restart(delivery.is_navigating)
            memory.forget(delivery.run)
            self._context.report("note", text="joined the restarted bus")
        else:
            topic = topics.topic_of(delivery)
            heartbeat.note_event(delivery.monotonic_nanoseconds, now, topics.is_guidance(topic))
            if self._is_own(delivery):
                driver.control.on_event(delivery)
            else:
                driver.deliver(delivery)
            if topic == topics.ON_NAVIGATION_STOPPED:
                memory.forget()

    def _is_own(self, event: events_pb2.Envelope) -> bool:
        """Whether the report is from this process: a control that answers its own reports would never stop."""
        report = event.control
        return (
            event.WhichOneof("event") == "control"
            and not self._is_observer
            and report.control == self._id
            and report.process_id == os.getpid()
        )

    def _warn_of_malformed(self) -> None:
        """Reports unreadable messages: the first one, and then each time their number has doubled."""
        count = self._client.counters.malformed
        if count > 0 and count >= self._warned_of * 2:
            self._warned_of = count
            self._warn(f"messages of the bus could not be read ({count} so far); their events are fetched again")

    # ---- Context and reports

    def _make_context(self, welcome: bus_pb2.Welcome) -> Context:
        environment = self._environment
        path = None if self._is_observer else environment.memory_path(self._id)
        folder = None if self._is_observer else environment.persistent_folder
        return Context(
            settings=Settings.from_welcome(
                welcome.settings,
                self._given,
                # The launcher connects the standard input of each of its controls, and names its own bus to it.
                None if environment.ends_with_input and self._client.is_of_own_user else self._report_ignored,
            ),
            session=environment.session,
            control=self._id,
            memory=Memory(path, self._client.run, self._print),
            run_folder=None if folder is None else RunFolder(folder, self._client.run),
            send_report=self._queue_report,
            send_request=self._queue_request,
        )

    def _report_ignored(self, key: str) -> None:
        self._print(
            f'ignored the setting "{key}" of the bus, because it names a file, a folder or a device: a control that the '
            f"launcher of the bus has not started takes paths only from its command line; start it with --set {key}=PATH"
        )

    def _queue_report(self, report: events_pb2.ControlReport) -> None:
        """Called from any thread; the thread that owns the sockets sends the report."""
        # Problems are also printed on standard error, in case no tap receives them.
        if report.kind in (events_pb2.REPORT_KIND_FAILED, events_pb2.REPORT_KIND_WARNING):
            self._print(report.text)
        if not self._is_observer:
            self._reports.append(report)
            self._client.wake_up.wake()

    def _queue_request(
        self, request: bus_pb2.Request, on_answer: Optional[OnAnswer] = None, on_reply: Optional[OnReply] = None
    ) -> None:
        self._client.request_channel.add(request, on_answer, on_reply)
        self._client.wake_up.wake()

    def _send_reports(self) -> None:
        while self._reports:
            self._client.report(self._reports.popleft(), self._environment.session)
        self._client.send_reports()

    def _warn(self, text: str) -> None:
        self._context.report("warning", text=text)

    def _close_device(self, control: Control) -> bool:
        try:
            control.stop()
        except Exception as error:
            if isinstance(error, (BrokenPipeError, BlockingIOError)) and self._stop.may_discard_output:
                return True  # Nothing reads the remaining output.
            self._report_failure(error, "close the device", exit_code.INTERNAL_ERROR)
            return False
        return True

    def _report_failure(self, error: Exception, task: str, code: int) -> int:
        """Prints a sentence for an error of the kit; for any other error, which is a bug of the control, a
        traceback."""
        if isinstance(error, SettingsError):
            code = exit_code.SETTINGS
        if isinstance(error, NavbusError):
            text = f"failed to {error}"
        else:
            if not isinstance(error, OSError) or code != exit_code.DEVICE:
                lines = "".join(traceback.format_exception(type(error), error, error.__traceback__)).splitlines()
                sys.stderr.write("".join(f"{printable(line)}\n" for line in lines))
            text = f"failed to {task}: {_described(error)}"
        self._context.report("failed", text=text)
        self._send_reports()
        return code

    def _fail(self, problem: NavbusError, code: int) -> int:
        self._print(f"failed to {problem}")
        return code

    def _print(self, text: str) -> None:
        try:
            print(printable(f"{self._id}: {text}"), file=sys.stderr, flush=True)
        except OSError:
            pass  # If standard error is closed, the message is lost.


def _described(error: Exception) -> str:
    """Describes an error in one line, with the file and line where it was raised."""
    if isinstance(error, OSError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    location = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{location}"
