"""The context of a control: its settings, its session, its memory, its reports and its requests."""

from __future__ import annotations

from typing import Callable, NamedTuple, Optional, Union, cast

from navbus.guidance import CueKey
from navbus.memory import Memory
from navbus.request_channel import OnAnswer, make_request
from navbus.settings import Settings
from navbus.v1 import bus_pb2, events_pb2

# Maximum bytes of the name, the kind of effect and the text of a report together; of the kind of effect; of a picture.
MAX_REPORT_BYTES = 2048
MAX_EFFECT_BYTES = 64
MAX_PICTURE_BYTES = 16_384

CueOrReference = Union[events_pb2.Cue, events_pb2.CueReference]


class RunFolder(NamedTuple):
    """A folder for files of the control while navbus runs.

    The files may be from an earlier run: store the number of the run with them. Other users may be able to write there:
    do not follow links.
    """

    path: str
    run: int


class Context:
    """The context of a control. A test creates its own: `Context(Settings(shout=True), send_report=reports.append)`."""

    def __init__(
        self,
        settings: Optional[Settings] = None,
        session: str = "main",
        control: str = "",
        memory: Optional[Memory] = None,
        run_folder: Optional[RunFolder] = None,
        send_report: Callable[[events_pb2.ControlReport], None] = lambda report: None,
        send_request: Callable[..., None] = lambda request, on_answer=None, on_reply=None: None,
    ) -> None:
        # The section of the control in the configuration.
        self.settings = Settings() if settings is None else settings
        # The session that the control follows.
        self.session = session
        # Data that survives a restart during a drive.
        self.memory = memory or Memory()
        # None if there is no folder, and for an observer.
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
        request_number: int = 0,
        text_range: Optional[range] = None,
        picture: Optional[events_pb2.ReportedPicture] = None,
    ) -> None:
        """Reports an effect or a problem: published as onControl, for taps and people. Never waits; any thread.

        Args:
            kind: `"began"`, `"ended"`, `"warning"`, ... or a number of ReportKind.
            effect: Kind of effect ("utterance", "sign", "pulse"); empty if the report is about the control itself.
            cue: The cue that the effect renders.
            text: Text for people: the spoken text, the reason of a failure. Cut after two kilobytes.
            effect_number: Number of the effect in this process, from 1.
            request_number: `SpokenText.request_number` of the text that the effect speaks; 0 if it has none.
            text_range: For `"progressed"`, the range of the text that the effect has reached, in code points.
            picture: The picture shown, for other displays. A picture that is too large is omitted, with a warning.
        """
        effect = _shortened(effect, MAX_EFFECT_BYTES)
        max_text_bytes = MAX_REPORT_BYTES - len(self._control.encode()) - len(effect.encode())
        report = events_pb2.ControlReport(
            control=self._control,
            kind=_kind(kind),
            effect=effect,
            text=_shortened(text, max_text_bytes),
            effect_number=effect_number,
            request_number=request_number,
        )
        if cue is not None:
            report.cue.identity, report.cue.stage = cue.identity, cue.stage
        if text_range is not None:
            setattr(report.range, "from", text_range.start)
            report.range.to = text_range.stop
        is_too_large = picture is not None and len(picture.data) > MAX_PICTURE_BYTES
        if picture is not None and not is_too_large:
            report.picture.CopyFrom(picture)
        self._send_report(report)
        if picture is not None and is_too_large:
            self.report(
                "warning",
                effect,
                text=f"the picture has {len(picture.data)} bytes, but the bus accepts at most {MAX_PICTURE_BYTES}; it is omitted",
                effect_number=effect_number,
            )

    def request(self, kind: str, on_answer: Optional[OnAnswer] = None, **fields: object) -> None:
        """Sends a request that a person could also
        make: `request("repeat_announcement")`, `request("mute", is_muted=True)`.

        Never waits; any thread. A request that the bus refuses, or does not answer within two seconds, is reported as a
        warning. The roles in the manifest determine which requests are allowed.

        Args:
            kind: Name of the request in bus.proto.
            on_answer: Called instead of the warning, in any case and soon, on the main thread or on this one: with an
                empty text if the bus has accepted the request, otherwise with the reason. Must not wait.
            fields: Fields of the request; the session of the control is the default.

        Raises:
            ValueError: There is no such request, or it has no such field.
        """
        request = make_request(self.session, kind, **fields)
        if on_answer is None:
            self._send_request(request)
        else:
            self._send_request(request, on_answer)


    def describe(
        self,
        on_words: Callable[[Optional[bus_pb2.Description], str], None],
        cue: Optional[CueKey] = None,
        step_number: Optional[int] = None,
        language: str = "",
        style: str = "sentence",
        units: str = "",
        stage: str = "",
    ) -> None:
        """Asks the bus for the words of an instruction, as the announcements of navbus say them.

        Never waits; any thread. The role `tap` is needed, which every control has by default.

        Args:
            on_words: Called once, on the main thread or on this one: with the description and an empty text, or with None
                and the reason. Must not wait.
            cue: The cue to describe.
            step_number: The step to describe, by its number in the route; without a cue and a step, the present guidance.
            language: BCP 47 tag ("de"); empty for that of the speech control.
            style: "sentence", "instruction" or "maneuver".
            units: "metric", "us" or "uk"; empty for those of the speech control.
            stage: For a step: "far", "prepare" or "now".

        Raises:
            ValueError: There is no such style, stage, or system of units.
        """
        request = bus_pb2.Request()
        query = request.describe
        query.session = self.session
        query.language = language
        # For the type checker, members are objects; at run time they are numbers.
        query.style = cast(
            bus_pb2.DescriptionStyle, bus_pb2.DescriptionStyle.Value(f"DESCRIPTION_STYLE_{style.upper()}")
        )
        if units:
            query.units = cast(bus_pb2.Units, bus_pb2.Units.Value(f"UNITS_{units.upper()}"))
        if stage:
            query.stage = cast(events_pb2.CueStage, events_pb2.CueStage.Value(f"CUE_STAGE_{stage.upper()}"))
        if cue is not None:
            query.cue.identity = cue.identity
            query.cue.stage = cast(events_pb2.CueStage, cue.stage)
            query.cue.SetInParent()
        elif step_number is not None:
            query.step_number = step_number
        self._send_request(
            request, lambda reason: on_words(None, reason), lambda reply: on_words(reply.description, "")
        )


def _kind(kind: Union[str, int]) -> events_pb2.ReportKind:
    number = events_pb2.ReportKind.Value(f"REPORT_KIND_{kind.upper()}") if isinstance(kind, str) else kind
    # For the type checker, members are objects; at run time they are numbers.
    return cast(events_pb2.ReportKind, number)


def _shortened(text: str, max_bytes: int) -> str:
    """Shortens a text to a number of bytes; an ellipsis replaces the rest."""
    # Text that is not Unicode (a file name) cannot be encoded.
    data = text.encode("utf-8", "replace")
    if len(data) <= max_bytes:
        return data.decode()
    return data[: max_bytes - len("…".encode())].decode("utf-8", "ignore") + "…"
