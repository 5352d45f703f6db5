"""The life cycle of the process of a control: join, create, start, call back, stop, leave."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections import deque
from typing import Callable, Deque, Mapping, Optional, Type

from navbus import exit_code, topics
from navbus.client import Client
from navbus.context import Context, RunFolder
from navbus.control import Control
from navbus.delivery import Delivery, Resynchronized, Restarted
from navbus.driver import Driver
from navbus.environment import Environment
from navbus.errors import EnvironmentProblem, NavbusError, NoAnswer, NoBus, NoState, Refused, SettingsError, Stall
from navbus.heart import Heart
from navbus.keys import keys_of
from navbus.memory import Memory
from navbus.settings import Settings
from navbus.stopping import StopRequest
from navbus.stream import allowed_topics
from navbus.v1 import bus_pb2, events_pb2
from navbus.words import printable

CONTRACT_VERSION = 1
# Seconds that an ending control still handles arriving events: a flood must not keep it running.
LAST_WORDS = 0.5
# Seconds that it still fetches missed events.
LAST_FETCH = 1.0
# Seconds after which it reports that it still waits for the current state.
STATE_PATIENCE = 1.0


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
        self._fetches_until: Optional[float] = None

    def run(self) -> int:
        """Runs until the end; returns the exit code."""
        try:
            self._environment = Environment()
            self._client = Client(
                self._environment.endpoint, keys_of(self._environment), lambda text: self._tell("warning", text)
            )
        except EnvironmentProblem as problem:
            return self._fail(problem, exit_code.USAGE)
        self._stop = StopRequest(self._client.bell)
        self._stop.watch_signals()
        if self._environment.ends_with_input:
            self._stop.watch_input()
        try:
            welcome = self._join()
            return exit_code.CLEAN if welcome is None else self._live(welcome)
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
        if welcome is None or not self._await_state(end):
            return None
        return welcome

    def _say_hello(self, end: float) -> Optional[bus_pb2.Welcome]:
        seconds = self._environment.wait_seconds
        patience = 0.25
        is_first = True
        while not self._stop.is_pending:
            try:
                return self._client.join(self._hello(), patience)
            except NoAnswer as problem:
                if time.monotonic() >= end:
                    raise NoAnswer(self._environment.endpoint, seconds) from problem
                if is_first:
                    self._print(f"waiting for a bus at {self._environment.endpoint}")
                is_first = False
                # Wait longer on a busy machine.
                patience = min(patience * 2, 1.0)
            except Refused as problem:
                raise NoBus(self._refusal(problem)) from problem
        return None

    def _await_state(self, end: float) -> bool:
        """The request remains active: if it were repeated, a snapshot that takes long would never arrive."""
        start = time.monotonic()
        end = max(end, start + STATE_PATIENCE)
        is_late = False
        while not self._client.takes_part(min(STATE_PATIENCE, max(end - time.monotonic(), 0.0))):
            if self._stop.is_pending:
                return False
            now = time.monotonic()
            if now >= end:
                raise NoState(self._environment.endpoint, self._environment.wait_seconds)
            if not is_late and now >= start + STATE_PATIENCE:
                is_late = True
                self._print(f"waiting for the current state from the bus at {self._environment.endpoint}")
        if is_late:
            self._client.greet_again()
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
        if self._kind.overrides("on_command"):
            wanted.append(topics.ON_COMMAND)
        if self._kind.overrides("on_heading"):
            wanted.append(topics.ON_HEADING)
        if self._kind.overrides("on_report"):
            wanted.append(topics.ON_CONTROL)
        # An observer accepts no commands, and the launcher does not wait for it.
        return bus_pb2.Hello(
            control="" if self._is_observer else self._id,
            contract_version=CONTRACT_VERSION,
            session=self._environment.session,
            topics=wanted,
            process_id=os.getpid(),
            takes_commands=self._kind.overrides("on_command") and not self._is_observer,
        )

    # ---- Living

    def _live(self, welcome: bus_pb2.Welcome) -> int:
        self._context = self._make_context(welcome)
        # The memory is about a navigation that ended while no process ran.
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
        return self._work(driver, welcome)

    def _work(self, driver: Driver, welcome: bus_pb2.Welcome) -> int:
        try:
            self._context.report("ready")
            if driver.control.overrides("on_report") and topics.ON_CONTROL not in allowed_topics(welcome):
                self._tell("warning", "the reports of controls do not arrive: add onControl to the topics of the key")
            self._call_back(driver)
        except Stall as problem:
            # Closing a device that hangs would hang too.
            return self._report_failure(problem, "", exit_code.DEVICE)
        except (BrokenPipeError, BlockingIOError) as error:
            if not self._stop.lets_output_go:
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

    def _call_back(self, driver: Driver) -> None:
        heart = Heart(time.monotonic(), self._environment.is_on_this_machine)
        self._client.while_fetching = lambda: self._goes_on_fetching(driver, heart)
        while not self._stop.is_pending and not self._stop.is_output_abandoned:
            now = time.monotonic()
            self._beat_if_due(driver, heart)
            if heart.tells_silence(now):
                driver.fall_silent()
            delivery = self._client.next(heart.seconds_to_wait(now))
            if delivery is not None:
                self._take(delivery, driver, heart)
            self._warn_of_malformed()
            self._send_reports()
        # A control that has to end immediately after the arrival still announces it.
        self._client.catch_up()
        end = time.monotonic() + LAST_WORDS
        while time.monotonic() < end:
            delivery = self._client.next(0)
            if delivery is None:
                break
            self._take(delivery, driver, heart)

    def _goes_on_fetching(self, driver: Driver, heart: Heart) -> bool:
        """Called while missed events are fetched: sends heartbeats; False if the process has to end."""
        self._beat_if_due(driver, heart)
        if not self._stop.is_pending:
            return True
        if self._fetches_until is None:
            self._fetches_until = time.monotonic() + LAST_FETCH
        return time.monotonic() < self._fetches_until

    def _beat_if_due(self, driver: Driver, heart: Heart) -> None:
        if heart.beats(time.monotonic()):
            self._beat(driver, heart)

    def _beat(self, driver: Driver, heart: Heart) -> None:
        stall = driver.control.stall()
        if stall is not None:
            raise Stall(stall)
        if self._is_observer:
            return
        counters = self._client.counters
        self._client.heartbeat(
            bus_pb2.ControlVitals(
                control=self._id,
                process_id=os.getpid(),
                delivered=heart.delivered,
                gaps=counters.gaps,
                repaired=counters.repaired,
                missed=counters.missed,
                malformed=counters.malformed,
                unsent_reports=counters.unsent_reports,
                latency=heart.latency(),
            ),
            self._environment.session,
        )

    def _take(self, delivery: Delivery, driver: Driver, heart: Heart) -> None:
        now = time.monotonic()
        memory = self._context.memory
        if isinstance(delivery, Resynchronized):
            heart.note_new_state(now)
            driver.resynchronize(delivery.is_navigating)
            if not delivery.is_navigating:
                memory.forget()
            self._tell("warning", f"{delivery.missed} events were missed; continued with the current state")
        elif isinstance(delivery, Restarted):
            heart.note_new_state(now)
            driver.restart(delivery.is_navigating)
            memory.forget(delivery.run)
            self._tell("note", "joined the restarted bus")
        else:
            topic = topics.topic_of(delivery)
            heart.note_event(delivery.monotonic_nanoseconds, now, topics.says_guidance(topic))
            if not self._is_own(delivery):
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
            self._tell("warning", f"messages of the bus could not be read ({count} so far); their events are fetched again")

    # ---- Telling

    def _make_context(self, welcome: bus_pb2.Welcome) -> Context:
        environment = self._environment
        path = None if self._is_observer else environment.memory_path(self._id)
        folder = None if self._is_observer else environment.keeping_folder
        return Context(
            settings=Settings.from_welcome(
                welcome.settings,
                self._given,
                # The launcher gives each of its controls a lifeline, and the endpoint of its own bus.
                None if environment.ends_with_input and self._client.is_of_own_user else self._tell_ignored,
            ),
            session=environment.session,
            control=self._id,
            memory=Memory(path, self._client.run, self._print),
            run_folder=None if folder is None else RunFolder(folder, self._client.run),
            send_report=self._keep_report,
            send_request=self._keep_request,
        )

    def _tell_ignored(self, key: str) -> None:
        self._print(
            f'ignored the setting "{key}" of the bus, because it names a file, a folder or a device: a control that the '
            f"launcher of the bus has not started takes paths only from its command line; start it with --set {key}=PATH"
        )

    def _keep_report(self, report: events_pb2.ControlReport) -> None:
        """Called from any thread; the thread that owns the sockets sends the report."""
        # Problems are also printed on standard error, in case nothing taps the bus.
        if report.kind in (events_pb2.REPORT_KIND_FAILED, events_pb2.REPORT_KIND_WARNING):
            self._print(report.text)
        if not self._is_observer:
            self._reports.append(report)
            self._client.bell.ring()

    def _keep_request(self, request: bus_pb2.Request) -> None:
        self._client.asking.add(request)
        self._client.bell.ring()

    def _send_reports(self) -> None:
        while self._reports:
            self._client.report(self._reports.popleft(), self._environment.session)
        self._client.send_reports()

    def _tell(self, kind: str, text: str) -> None:
        self._context.report(kind, text=text)

    def _close_device(self, control: Control) -> bool:
        try:
            control.stop()
        except Exception as error:
            if isinstance(error, (BrokenPipeError, BlockingIOError)) and self._stop.lets_output_go:
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
    """Describes an error in one line, with the place where it was raised."""
    if isinstance(error, OSError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
