"""What a control is given when it is made."""

from __future__ import annotations

from typing import Callable, NamedTuple, Optional, Union, cast

from navbus.asking import make_request
from navbus.memory import Memory
from navbus.settings import Settings
from navbus.v1 import bus_pb2, events_pb2

# Bytes of the name, the kind of effect and the text of the largest report that the bus takes.
LARGEST_REPORT = 2048
LARGEST_EFFECT = 64
LARGEST_PICTURE = 16_384

CueOrReference = Union[events_pb2.Cue, events_pb2.CueReference]


class RunFolder(NamedTuple):
    """Where a control may keep files of its own for as long as navbus runs.

    What lies there may be of a run before: note the number of the run with it. Others may be able to write there: follow
    no links.
    """

    path: str
    run: int


class Context:
    """Tests make one with what they are about: `Context(Settings(shout=True), send_report=reports.append)`."""

    def __init__(
        self,
        settings: Optional[Settings] = None,
        session: str = "main",
        control: str = "",
        memory: Optional[Memory] = None,
        run_folder: Optional[RunFolder] = None,
        send_report: Callable[[events_pb2.ControlReport], None] = lambda report: None,
        send_request: Callable[[bus_pb2.Request], None] = lambda request: None,
    ) -> None:
        # Its section of the configuration.
        self.settings = Settings() if settings is None else settings
        # Whose guidance it follows.
        self.session = session
        # What it still knows after a restart in the middle of a drive.
        self.memory = memory or Memory()
        # None where there is no folder, and for an onlooker.
        self.run_folder = run_folder
        self._control = control
        self._send_report = send_report
        self._send_request = send_request

    def report(
        self,
        kind: Union[str, int],
        effect: str = "",
        cue: Optional[CueOrReference] = None,
        text: str = "",
        *,
        effect_number: int = 0,
        text_range: Optional[range] = None,
        picture: Optional[events_pb2.ReportedPicture] = None,
    ) -> None:
        """Tells the bus what the control did: published as onControl, for taps and people. Never waits; any thread.

        Args:
            kind: `"began"`, `"ended"`, `"warning"`, ... or a number of ReportKind.
            effect: What kind of effect it is about ("utterance", "sign", "pulse"); empty if about the control itself.
            cue: What the effect renders.
            text: For people: the words spoken, the reason of a failure. Beyond two kilobytes it is cut.
            effect_number: Which effect of this process it is about, from 1.
            text_range: The code points of the text that `"progressed"` has come to.
            picture: What is shown, for displays elsewhere. One that is too large is left out with a warning.
        """
        effect = _shortened(effect, LARGEST_EFFECT)
        room = LARGEST_REPORT - len(self._control.encode()) - len(effect.encode())
        report = events_pb2.ControlReport(
            control=self._control,
            kind=_kind(kind),
            effect=effect,
            text=_shortened(text, room),
            effect_number=effect_number,
        )
        if cue is not None:
            report.cue.identity, report.cue.stage = cue.identity, cue.stage
        if text_range is not None:
            setattr(report.range, "from", text_range.start)
            report.range.to = text_range.stop
        is_too_large = picture is not None and len(picture.data) > LARGEST_PICTURE
        if picture is not None and not is_too_large:
            report.picture.CopyFrom(picture)
        self._send_report(report)
        if picture is not None and is_too_large:
            self.report(
                "warning",
                effect,
                text=f"the picture has {len(picture.data)} bytes, and the bus takes {LARGEST_PICTURE}; it is left out",
                effect_number=effect_number,
            )

    def request(self, kind: str, **fields: object) -> None:
        """Asks the bus what a person could ask: `request("repeat_announcement")`, `request("mute", is_muted=True)`.

        Never waits; any thread. What the bus refuses, or does not answer within two seconds, is reported as a warning. What
        may be asked is a matter of the roles in the manifest.

        Raises:
            ValueError: There is no such request, or it has no such field.
        """
        self._send_request(make_request(self.session, kind, **fields))


def _kind(kind: Union[str, int]) -> events_pb2.ReportKind:
    number = events_pb2.ReportKind.Value(f"REPORT_KIND_{kind.upper()}") if isinstance(kind, str) else kind
    # To the checker of types members are objects, in truth they are numbers.
    return cast(events_pb2.ReportKind, number)


def _shortened(text: str, most_bytes: int) -> str:
    """As much of it as fits into so many bytes; an ellipsis stands for the rest."""
    # What is no Unicode (of a file's name) cannot travel.
    data = text.encode("utf-8", "replace")
    if len(data) <= most_bytes:
        return data.decode()
    return data[: most_bytes - len("…".encode())].decode("utf-8", "ignore") + "…"
