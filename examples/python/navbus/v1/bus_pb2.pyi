from navbus.v1 import events_pb2 as _events_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

CONTROL_STATE_FAILED: ControlState
CONTROL_STATE_RESTARTING: ControlState
CONTROL_STATE_RUNNING: ControlState
CONTROL_STATE_STARTING: ControlState
CONTROL_STATE_STOPPED: ControlState
CONTROL_STATE_UNKNOWN: ControlState
DESCRIPTION_STYLE_INSTRUCTION: DescriptionStyle
DESCRIPTION_STYLE_MANEUVER: DescriptionStyle
DESCRIPTION_STYLE_SENTENCE: DescriptionStyle
DESCRIPTION_STYLE_UNKNOWN: DescriptionStyle
DESCRIPTOR: _descriptor.FileDescriptor
GEAR_FORWARD: Gear
GEAR_NEUTRAL: Gear
GEAR_PARK: Gear
GEAR_REVERSE: Gear
GEAR_UNKNOWN: Gear
REQUEST_ERROR_CODE_BAD_ROUTE: RequestErrorCode
REQUEST_ERROR_CODE_CONTRACT_VERSION: RequestErrorCode
REQUEST_ERROR_CODE_FORBIDDEN: RequestErrorCode
REQUEST_ERROR_CODE_MALFORMED: RequestErrorCode
REQUEST_ERROR_CODE_NO_SUCH_SESSION: RequestErrorCode
REQUEST_ERROR_CODE_THROTTLED: RequestErrorCode
REQUEST_ERROR_CODE_UNAVAILABLE: RequestErrorCode
REQUEST_ERROR_CODE_UNKNOWN: RequestErrorCode
SOURCE_STATE_ENDED: SourceState
SOURCE_STATE_NONE: SourceState
SOURCE_STATE_RUNNING: SourceState
SOURCE_STATE_STALE: SourceState
SOURCE_STATE_UNKNOWN: SourceState
SOURCE_STATE_WAITING: SourceState
UNITS_METRIC: Units
UNITS_UK: Units
UNITS_UNKNOWN: Units
UNITS_US: Units

class AnswerRouteRequest(_message.Message):
    __slots__ = ["answer", "session"]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    answer: RouteAnswer
    session: str
    def __init__(self, session: _Optional[str] = ..., answer: _Optional[_Union[RouteAnswer, _Mapping]] = ...) -> None: ...

class BusStatus(_message.Message):
    __slots__ = ["controls", "counters", "gauges", "histograms", "process_id", "run", "sessions", "uptime_seconds"]
    class CountersEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class GaugesEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    class HistogramsEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: Histogram
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[Histogram, _Mapping]] = ...) -> None: ...
    CONTROLS_FIELD_NUMBER: _ClassVar[int]
    COUNTERS_FIELD_NUMBER: _ClassVar[int]
    GAUGES_FIELD_NUMBER: _ClassVar[int]
    HISTOGRAMS_FIELD_NUMBER: _ClassVar[int]
    PROCESS_ID_FIELD_NUMBER: _ClassVar[int]
    RUN_FIELD_NUMBER: _ClassVar[int]
    SESSIONS_FIELD_NUMBER: _ClassVar[int]
    UPTIME_SECONDS_FIELD_NUMBER: _ClassVar[int]
    controls: _containers.RepeatedCompositeFieldContainer[ControlStatus]
    counters: _containers.ScalarMap[str, int]
    gauges: _containers.ScalarMap[str, float]
    histograms: _containers.MessageMap[str, Histogram]
    process_id: int
    run: int
    sessions: _containers.RepeatedCompositeFieldContainer[SessionStatus]
    uptime_seconds: float
    def __init__(self, run: _Optional[int] = ..., process_id: _Optional[int] = ..., uptime_seconds: _Optional[float] = ..., sessions: _Optional[_Iterable[_Union[SessionStatus, _Mapping]]] = ..., controls: _Optional[_Iterable[_Union[ControlStatus, _Mapping]]] = ..., counters: _Optional[_Mapping[str, int]] = ..., gauges: _Optional[_Mapping[str, float]] = ..., histograms: _Optional[_Mapping[str, Histogram]] = ...) -> None: ...

class CalibrateRequest(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class CheckpointRequest(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class CloseSessionRequest(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class ControlStatus(_message.Message):
    __slots__ = ["control", "heartbeat_age_seconds", "process_id", "restarts", "state", "text", "vitals"]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_AGE_SECONDS_FIELD_NUMBER: _ClassVar[int]
    PROCESS_ID_FIELD_NUMBER: _ClassVar[int]
    RESTARTS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VITALS_FIELD_NUMBER: _ClassVar[int]
    control: str
    heartbeat_age_seconds: float
    process_id: int
    restarts: int
    state: ControlState
    text: str
    vitals: ControlVitals
    def __init__(self, control: _Optional[str] = ..., state: _Optional[_Union[ControlState, str]] = ..., process_id: _Optional[int] = ..., text: _Optional[str] = ..., restarts: _Optional[int] = ..., heartbeat_age_seconds: _Optional[float] = ..., vitals: _Optional[_Union[ControlVitals, _Mapping]] = ...) -> None: ...

class ControlVitals(_message.Message):
    __slots__ = ["control", "delivered", "gaps", "latency", "malformed", "missed", "process_id", "repaired", "unsent_reports"]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    DELIVERED_FIELD_NUMBER: _ClassVar[int]
    GAPS_FIELD_NUMBER: _ClassVar[int]
    LATENCY_FIELD_NUMBER: _ClassVar[int]
    MALFORMED_FIELD_NUMBER: _ClassVar[int]
    MISSED_FIELD_NUMBER: _ClassVar[int]
    PROCESS_ID_FIELD_NUMBER: _ClassVar[int]
    REPAIRED_FIELD_NUMBER: _ClassVar[int]
    UNSENT_REPORTS_FIELD_NUMBER: _ClassVar[int]
    control: str
    delivered: int
    gaps: int
    latency: Histogram
    malformed: int
    missed: int
    process_id: int
    repaired: int
    unsent_reports: int
    def __init__(self, control: _Optional[str] = ..., process_id: _Optional[int] = ..., delivered: _Optional[int] = ..., gaps: _Optional[int] = ..., repaired: _Optional[int] = ..., missed: _Optional[int] = ..., malformed: _Optional[int] = ..., unsent_reports: _Optional[int] = ..., latency: _Optional[_Union[Histogram, _Mapping]] = ...) -> None: ...

class DescribeRequest(_message.Message):
    __slots__ = ["cue", "language", "session", "stage", "step_number", "style", "units"]
    CUE_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    STEP_NUMBER_FIELD_NUMBER: _ClassVar[int]
    STYLE_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    cue: _events_pb2.CueReference
    language: str
    session: str
    stage: _events_pb2.CueStage
    step_number: int
    style: DescriptionStyle
    units: Units
    def __init__(self, session: _Optional[str] = ..., cue: _Optional[_Union[_events_pb2.CueReference, _Mapping]] = ..., step_number: _Optional[int] = ..., language: _Optional[str] = ..., style: _Optional[_Union[DescriptionStyle, str]] = ..., units: _Optional[_Union[Units, str]] = ..., stage: _Optional[_Union[_events_pb2.CueStage, str]] = ...) -> None: ...

class Description(_message.Message):
    __slots__ = ["distance_text", "language", "road_name", "step_number", "text"]
    DISTANCE_TEXT_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    ROAD_NAME_FIELD_NUMBER: _ClassVar[int]
    STEP_NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    distance_text: str
    language: str
    road_name: str
    step_number: int
    text: str
    def __init__(self, text: _Optional[str] = ..., language: _Optional[str] = ..., step_number: _Optional[int] = ..., road_name: _Optional[str] = ..., distance_text: _Optional[str] = ...) -> None: ...

class Done(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ElapsedRequest(_message.Message):
    __slots__ = ["session", "time_nanoseconds"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TIME_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    session: str
    time_nanoseconds: int
    def __init__(self, session: _Optional[str] = ..., time_nanoseconds: _Optional[int] = ...) -> None: ...

class EventList(_message.Message):
    __slots__ = ["events"]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.Envelope]
    def __init__(self, events: _Optional[_Iterable[_Union[_events_pb2.Envelope, _Mapping]]] = ...) -> None: ...

class FocusRequest(_message.Message):
    __slots__ = ["focus", "session"]
    FOCUS_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    focus: _events_pb2.MapFocus
    session: str
    def __init__(self, session: _Optional[str] = ..., focus: _Optional[_Union[_events_pb2.MapFocus, _Mapping]] = ...) -> None: ...

class HeadingReading(_message.Message):
    __slots__ = ["accuracy_degrees", "heading_degrees", "is_magnetic", "source", "time_nanoseconds"]
    ACCURACY_DEGREES_FIELD_NUMBER: _ClassVar[int]
    HEADING_DEGREES_FIELD_NUMBER: _ClassVar[int]
    IS_MAGNETIC_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TIME_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    accuracy_degrees: float
    heading_degrees: float
    is_magnetic: bool
    source: str
    time_nanoseconds: int
    def __init__(self, heading_degrees: _Optional[float] = ..., is_magnetic: bool = ..., accuracy_degrees: _Optional[float] = ..., source: _Optional[str] = ..., time_nanoseconds: _Optional[int] = ...) -> None: ...

class HeadingRequest(_message.Message):
    __slots__ = ["reading", "session"]
    READING_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    reading: HeadingReading
    session: str
    def __init__(self, session: _Optional[str] = ..., reading: _Optional[_Union[HeadingReading, _Mapping]] = ...) -> None: ...

class HeartbeatRequest(_message.Message):
    __slots__ = ["session", "vitals"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    VITALS_FIELD_NUMBER: _ClassVar[int]
    session: str
    vitals: ControlVitals
    def __init__(self, session: _Optional[str] = ..., vitals: _Optional[_Union[ControlVitals, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ["contract_version", "control", "process_id", "session", "takes_commands", "topics"]
    CONTRACT_VERSION_FIELD_NUMBER: _ClassVar[int]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    PROCESS_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TAKES_COMMANDS_FIELD_NUMBER: _ClassVar[int]
    TOPICS_FIELD_NUMBER: _ClassVar[int]
    contract_version: int
    control: str
    process_id: int
    session: str
    takes_commands: bool
    topics: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, control: _Optional[str] = ..., contract_version: _Optional[int] = ..., session: _Optional[str] = ..., topics: _Optional[_Iterable[str]] = ..., process_id: _Optional[int] = ..., takes_commands: bool = ...) -> None: ...

class Histogram(_message.Message):
    __slots__ = ["bounds_seconds", "counts", "sum_seconds"]
    BOUNDS_SECONDS_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    SUM_SECONDS_FIELD_NUMBER: _ClassVar[int]
    bounds_seconds: _containers.RepeatedScalarFieldContainer[float]
    counts: _containers.RepeatedScalarFieldContainer[int]
    sum_seconds: float
    def __init__(self, bounds_seconds: _Optional[_Iterable[float]] = ..., counts: _Optional[_Iterable[int]] = ..., sum_seconds: _Optional[float] = ...) -> None: ...

class LaunchAccess(_message.Message):
    __slots__ = ["keys_folder", "max_peers", "other_users", "remote", "requests_per_second"]
    KEYS_FOLDER_FIELD_NUMBER: _ClassVar[int]
    MAX_PEERS_FIELD_NUMBER: _ClassVar[int]
    OTHER_USERS_FIELD_NUMBER: _ClassVar[int]
    REMOTE_FIELD_NUMBER: _ClassVar[int]
    REQUESTS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    keys_folder: str
    max_peers: int
    other_users: _containers.RepeatedScalarFieldContainer[str]
    remote: LaunchEndpoints
    requests_per_second: int
    def __init__(self, remote: _Optional[_Union[LaunchEndpoints, _Mapping]] = ..., keys_folder: _Optional[str] = ..., other_users: _Optional[_Iterable[str]] = ..., max_peers: _Optional[int] = ..., requests_per_second: _Optional[int] = ...) -> None: ...

class LaunchBegin(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class LaunchEndpoints(_message.Message):
    __slots__ = ["events", "requests"]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REQUESTS_FIELD_NUMBER: _ClassVar[int]
    events: str
    requests: str
    def __init__(self, requests: _Optional[str] = ..., events: _Optional[str] = ...) -> None: ...

class LaunchJournal(_message.Message):
    __slots__ = ["folder", "kept_seconds", "max_bytes"]
    FOLDER_FIELD_NUMBER: _ClassVar[int]
    KEPT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    MAX_BYTES_FIELD_NUMBER: _ClassVar[int]
    folder: str
    kept_seconds: float
    max_bytes: int
    def __init__(self, folder: _Optional[str] = ..., max_bytes: _Optional[int] = ..., kept_seconds: _Optional[float] = ...) -> None: ...

class LaunchOrder(_message.Message):
    __slots__ = ["begin", "control", "observer", "plan"]
    BEGIN_FIELD_NUMBER: _ClassVar[int]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    OBSERVER_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    begin: LaunchBegin
    control: ControlStatus
    observer: ControlStatus
    plan: LaunchPlan
    def __init__(self, plan: _Optional[_Union[LaunchPlan, _Mapping]] = ..., begin: _Optional[_Union[LaunchBegin, _Mapping]] = ..., control: _Optional[_Union[ControlStatus, _Mapping]] = ..., observer: _Optional[_Union[ControlStatus, _Mapping]] = ...) -> None: ...

class LaunchPlan(_message.Message):
    __slots__ = ["access", "control_roles", "control_settings", "cue_timing_factor", "endpoints", "journal", "max_sessions", "passes_time_with_positions", "resume_key", "session", "source", "values"]
    class ControlRolesEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: LaunchRoles
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[LaunchRoles, _Mapping]] = ...) -> None: ...
    class ControlSettingsEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: LaunchSettings
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[LaunchSettings, _Mapping]] = ...) -> None: ...
    class ValuesEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: SettingValue
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[SettingValue, _Mapping]] = ...) -> None: ...
    ACCESS_FIELD_NUMBER: _ClassVar[int]
    CONTROL_ROLES_FIELD_NUMBER: _ClassVar[int]
    CONTROL_SETTINGS_FIELD_NUMBER: _ClassVar[int]
    CUE_TIMING_FACTOR_FIELD_NUMBER: _ClassVar[int]
    ENDPOINTS_FIELD_NUMBER: _ClassVar[int]
    JOURNAL_FIELD_NUMBER: _ClassVar[int]
    MAX_SESSIONS_FIELD_NUMBER: _ClassVar[int]
    PASSES_TIME_WITH_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    RESUME_KEY_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    access: LaunchAccess
    control_roles: _containers.MessageMap[str, LaunchRoles]
    control_settings: _containers.MessageMap[str, LaunchSettings]
    cue_timing_factor: float
    endpoints: LaunchEndpoints
    journal: LaunchJournal
    max_sessions: int
    passes_time_with_positions: bool
    resume_key: str
    session: str
    source: LaunchSource
    values: _containers.MessageMap[str, SettingValue]
    def __init__(self, values: _Optional[_Mapping[str, SettingValue]] = ..., endpoints: _Optional[_Union[LaunchEndpoints, _Mapping]] = ..., session: _Optional[str] = ..., cue_timing_factor: _Optional[float] = ..., source: _Optional[_Union[LaunchSource, _Mapping]] = ..., control_settings: _Optional[_Mapping[str, LaunchSettings]] = ..., control_roles: _Optional[_Mapping[str, LaunchRoles]] = ..., journal: _Optional[_Union[LaunchJournal, _Mapping]] = ..., access: _Optional[_Union[LaunchAccess, _Mapping]] = ..., max_sessions: _Optional[int] = ..., resume_key: _Optional[str] = ..., passes_time_with_positions: bool = ...) -> None: ...

class LaunchRoles(_message.Message):
    __slots__ = ["roles"]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    roles: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, roles: _Optional[_Iterable[str]] = ...) -> None: ...

class LaunchSettings(_message.Message):
    __slots__ = ["settings"]
    class SettingsEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: SettingValue
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[SettingValue, _Mapping]] = ...) -> None: ...
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    settings: _containers.MessageMap[str, SettingValue]
    def __init__(self, settings: _Optional[_Mapping[str, SettingValue]] = ...) -> None: ...

class LaunchSource(_message.Message):
    __slots__ = ["baud", "host", "kind", "listen", "noise_meters", "pace_factor", "path", "port", "rate_hertz", "seed", "speed_factor", "start_time_nanoseconds", "token"]
    BAUD_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LISTEN_FIELD_NUMBER: _ClassVar[int]
    NOISE_METERS_FIELD_NUMBER: _ClassVar[int]
    PACE_FACTOR_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    PORT_FIELD_NUMBER: _ClassVar[int]
    RATE_HERTZ_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SPEED_FACTOR_FIELD_NUMBER: _ClassVar[int]
    START_TIME_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    baud: int
    host: str
    kind: str
    listen: str
    noise_meters: float
    pace_factor: float
    path: str
    port: int
    rate_hertz: float
    seed: int
    speed_factor: float
    start_time_nanoseconds: int
    token: str
    def __init__(self, kind: _Optional[str] = ..., path: _Optional[str] = ..., host: _Optional[str] = ..., port: _Optional[int] = ..., baud: _Optional[int] = ..., pace_factor: _Optional[float] = ..., speed_factor: _Optional[float] = ..., noise_meters: _Optional[float] = ..., seed: _Optional[int] = ..., rate_hertz: _Optional[float] = ..., start_time_nanoseconds: _Optional[int] = ..., listen: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class MissedEvents(_message.Message):
    __slots__ = ["first", "last", "session", "topic"]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    first: int
    last: int
    session: str
    topic: str
    def __init__(self, session: _Optional[str] = ..., topic: _Optional[str] = ..., first: _Optional[int] = ..., last: _Optional[int] = ...) -> None: ...

class MotionReading(_message.Message):
    __slots__ = ["gear", "source", "speed_meters_per_second", "time_nanoseconds", "yaw_rate_degrees_per_second"]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SPEED_METERS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    TIME_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    YAW_RATE_DEGREES_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    gear: Gear
    source: str
    speed_meters_per_second: float
    time_nanoseconds: int
    yaw_rate_degrees_per_second: float
    def __init__(self, speed_meters_per_second: _Optional[float] = ..., yaw_rate_degrees_per_second: _Optional[float] = ..., gear: _Optional[_Union[Gear, str]] = ..., source: _Optional[str] = ..., time_nanoseconds: _Optional[int] = ...) -> None: ...

class MotionRequest(_message.Message):
    __slots__ = ["reading", "session"]
    READING_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    reading: MotionReading
    session: str
    def __init__(self, session: _Optional[str] = ..., reading: _Optional[_Union[MotionReading, _Mapping]] = ...) -> None: ...

class MuteRequest(_message.Message):
    __slots__ = ["is_muted", "session"]
    IS_MUTED_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    is_muted: bool
    session: str
    def __init__(self, session: _Optional[str] = ..., is_muted: bool = ...) -> None: ...

class OpenSessionRequest(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class PlaybackRequest(_message.Message):
    __slots__ = ["playback", "session"]
    PLAYBACK_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    playback: _events_pb2.Playback
    session: str
    def __init__(self, session: _Optional[str] = ..., playback: _Optional[_Union[_events_pb2.Playback, str]] = ...) -> None: ...

class PositionRequest(_message.Message):
    __slots__ = ["fix", "session"]
    FIX_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    fix: _events_pb2.Fix
    session: str
    def __init__(self, session: _Optional[str] = ..., fix: _Optional[_Union[_events_pb2.Fix, _Mapping]] = ...) -> None: ...

class RepeatAnnouncementRequest(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class Reply(_message.Message):
    __slots__ = ["description", "done", "events", "record", "refused", "status", "welcome"]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    description: Description
    done: Done
    events: EventList
    record: SessionRecord
    refused: RequestError
    status: BusStatus
    welcome: Welcome
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., events: _Optional[_Union[EventList, _Mapping]] = ..., done: _Optional[_Union[Done, _Mapping]] = ..., status: _Optional[_Union[BusStatus, _Mapping]] = ..., refused: _Optional[_Union[RequestError, _Mapping]] = ..., record: _Optional[_Union[SessionRecord, _Mapping]] = ..., description: _Optional[_Union[Description, _Mapping]] = ...) -> None: ...

class ReplyFrame(_message.Message):
    __slots__ = ["id", "reply"]
    ID_FIELD_NUMBER: _ClassVar[int]
    REPLY_FIELD_NUMBER: _ClassVar[int]
    id: int
    reply: Reply
    def __init__(self, id: _Optional[int] = ..., reply: _Optional[_Union[Reply, _Mapping]] = ...) -> None: ...

class ReportRequest(_message.Message):
    __slots__ = ["report", "session"]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    report: _events_pb2.ControlReport
    session: str
    def __init__(self, session: _Optional[str] = ..., report: _Optional[_Union[_events_pb2.ControlReport, _Mapping]] = ...) -> None: ...

class Request(_message.Message):
    __slots__ = ["answer_route", "calibrate", "checkpoint", "close_session", "describe", "elapsed", "focus", "heading", "heartbeat", "hello", "missed", "motion", "mute", "open_session", "part", "playback", "position", "repeat_announcement", "report", "restore_session", "say", "sessions", "skip_stopover", "speech", "start", "status", "stop", "turn_page", "verbosity"]
    ANSWER_ROUTE_FIELD_NUMBER: _ClassVar[int]
    CALIBRATE_FIELD_NUMBER: _ClassVar[int]
    CHECKPOINT_FIELD_NUMBER: _ClassVar[int]
    CLOSE_SESSION_FIELD_NUMBER: _ClassVar[int]
    DESCRIBE_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_FIELD_NUMBER: _ClassVar[int]
    FOCUS_FIELD_NUMBER: _ClassVar[int]
    HEADING_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    HELLO_FIELD_NUMBER: _ClassVar[int]
    MISSED_FIELD_NUMBER: _ClassVar[int]
    MOTION_FIELD_NUMBER: _ClassVar[int]
    MUTE_FIELD_NUMBER: _ClassVar[int]
    OPEN_SESSION_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    PLAYBACK_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    REPEAT_ANNOUNCEMENT_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    RESTORE_SESSION_FIELD_NUMBER: _ClassVar[int]
    SAY_FIELD_NUMBER: _ClassVar[int]
    SESSIONS_FIELD_NUMBER: _ClassVar[int]
    SKIP_STOPOVER_FIELD_NUMBER: _ClassVar[int]
    SPEECH_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    TURN_PAGE_FIELD_NUMBER: _ClassVar[int]
    VERBOSITY_FIELD_NUMBER: _ClassVar[int]
    answer_route: AnswerRouteRequest
    calibrate: CalibrateRequest
    checkpoint: CheckpointRequest
    close_session: CloseSessionRequest
    describe: DescribeRequest
    elapsed: ElapsedRequest
    focus: FocusRequest
    heading: HeadingRequest
    heartbeat: HeartbeatRequest
    hello: Hello
    missed: MissedEvents
    motion: MotionRequest
    mute: MuteRequest
    open_session: OpenSessionRequest
    part: RequestPart
    playback: PlaybackRequest
    position: PositionRequest
    repeat_announcement: RepeatAnnouncementRequest
    report: ReportRequest
    restore_session: SessionRecord
    say: SayRequest
    sessions: SessionQuery
    skip_stopover: SkipStopoverRequest
    speech: SpeechRequest
    start: StartRequest
    status: StatusRequest
    stop: StopRequest
    turn_page: TurnPageRequest
    verbosity: VerbosityRequest
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., missed: _Optional[_Union[MissedEvents, _Mapping]] = ..., report: _Optional[_Union[ReportRequest, _Mapping]] = ..., start: _Optional[_Union[StartRequest, _Mapping]] = ..., stop: _Optional[_Union[StopRequest, _Mapping]] = ..., status: _Optional[_Union[StatusRequest, _Mapping]] = ..., mute: _Optional[_Union[MuteRequest, _Mapping]] = ..., repeat_announcement: _Optional[_Union[RepeatAnnouncementRequest, _Mapping]] = ..., verbosity: _Optional[_Union[VerbosityRequest, _Mapping]] = ..., calibrate: _Optional[_Union[CalibrateRequest, _Mapping]] = ..., heartbeat: _Optional[_Union[HeartbeatRequest, _Mapping]] = ..., position: _Optional[_Union[PositionRequest, _Mapping]] = ..., answer_route: _Optional[_Union[AnswerRouteRequest, _Mapping]] = ..., open_session: _Optional[_Union[OpenSessionRequest, _Mapping]] = ..., close_session: _Optional[_Union[CloseSessionRequest, _Mapping]] = ..., sessions: _Optional[_Union[SessionQuery, _Mapping]] = ..., say: _Optional[_Union[SayRequest, _Mapping]] = ..., playback: _Optional[_Union[PlaybackRequest, _Mapping]] = ..., turn_page: _Optional[_Union[TurnPageRequest, _Mapping]] = ..., heading: _Optional[_Union[HeadingRequest, _Mapping]] = ..., part: _Optional[_Union[RequestPart, _Mapping]] = ..., skip_stopover: _Optional[_Union[SkipStopoverRequest, _Mapping]] = ..., motion: _Optional[_Union[MotionRequest, _Mapping]] = ..., speech: _Optional[_Union[SpeechRequest, _Mapping]] = ..., elapsed: _Optional[_Union[ElapsedRequest, _Mapping]] = ..., checkpoint: _Optional[_Union[CheckpointRequest, _Mapping]] = ..., restore_session: _Optional[_Union[SessionRecord, _Mapping]] = ..., describe: _Optional[_Union[DescribeRequest, _Mapping]] = ..., focus: _Optional[_Union[FocusRequest, _Mapping]] = ...) -> None: ...

class RequestError(_message.Message):
    __slots__ = ["code", "text"]
    CODE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    code: RequestErrorCode
    text: str
    def __init__(self, code: _Optional[_Union[RequestErrorCode, str]] = ..., text: _Optional[str] = ...) -> None: ...

class RequestFrame(_message.Message):
    __slots__ = ["id", "request"]
    ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    id: int
    request: Request
    def __init__(self, id: _Optional[int] = ..., request: _Optional[_Union[Request, _Mapping]] = ...) -> None: ...

class RequestPart(_message.Message):
    __slots__ = ["data", "offset", "total_bytes"]
    DATA_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    TOTAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    offset: int
    total_bytes: int
    def __init__(self, total_bytes: _Optional[int] = ..., offset: _Optional[int] = ..., data: _Optional[bytes] = ...) -> None: ...

class RouteAnswer(_message.Message):
    __slots__ = ["failure", "number", "route"]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    failure: str
    number: int
    route: _events_pb2.Route
    def __init__(self, number: _Optional[int] = ..., route: _Optional[_Union[_events_pb2.Route, _Mapping]] = ..., failure: _Optional[str] = ...) -> None: ...

class SayRequest(_message.Message):
    __slots__ = ["session", "text"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    session: str
    text: _events_pb2.SpokenText
    def __init__(self, session: _Optional[str] = ..., text: _Optional[_Union[_events_pb2.SpokenText, _Mapping]] = ...) -> None: ...

class SessionQuery(_message.Message):
    __slots__ = ["first", "most"]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    first: str
    most: int
    def __init__(self, first: _Optional[str] = ..., most: _Optional[int] = ...) -> None: ...

class SessionRecord(_message.Message):
    __slots__ = ["drive", "snapshot"]
    DRIVE_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    drive: bytes
    snapshot: Snapshot
    def __init__(self, snapshot: _Optional[_Union[Snapshot, _Mapping]] = ..., drive: _Optional[bytes] = ...) -> None: ...

class SessionStatus(_message.Message):
    __slots__ = ["fix_age_seconds", "fixes_accepted", "route_id", "sequence", "session", "source", "state", "to_destination"]
    FIXES_ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    FIX_AGE_SECONDS_FIELD_NUMBER: _ClassVar[int]
    ROUTE_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TO_DESTINATION_FIELD_NUMBER: _ClassVar[int]
    fix_age_seconds: float
    fixes_accepted: int
    route_id: str
    sequence: int
    session: str
    source: SourceState
    state: _events_pb2.NavigationState
    to_destination: _events_pb2.Remaining
    def __init__(self, session: _Optional[str] = ..., state: _Optional[_Union[_events_pb2.NavigationState, str]] = ..., route_id: _Optional[str] = ..., sequence: _Optional[int] = ..., fixes_accepted: _Optional[int] = ..., fix_age_seconds: _Optional[float] = ..., to_destination: _Optional[_Union[_events_pb2.Remaining, _Mapping]] = ..., source: _Optional[_Union[SourceState, str]] = ...) -> None: ...

class SettingValue(_message.Message):
    __slots__ = ["boolean", "integer", "list", "number", "text"]
    BOOLEAN_FIELD_NUMBER: _ClassVar[int]
    INTEGER_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    boolean: bool
    integer: int
    list: TextList
    number: float
    text: str
    def __init__(self, boolean: bool = ..., integer: _Optional[int] = ..., number: _Optional[float] = ..., text: _Optional[str] = ..., list: _Optional[_Union[TextList, _Mapping]] = ...) -> None: ...

class SkipStopoverRequest(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class Snapshot(_message.Message):
    __slots__ = ["latest", "process_id", "run", "sequence", "session", "topic_sequences"]
    LATEST_FIELD_NUMBER: _ClassVar[int]
    PROCESS_ID_FIELD_NUMBER: _ClassVar[int]
    RUN_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TOPIC_SEQUENCES_FIELD_NUMBER: _ClassVar[int]
    latest: _containers.RepeatedCompositeFieldContainer[_events_pb2.Envelope]
    process_id: int
    run: int
    sequence: int
    session: str
    topic_sequences: _containers.RepeatedCompositeFieldContainer[TopicSequence]
    def __init__(self, run: _Optional[int] = ..., session: _Optional[str] = ..., sequence: _Optional[int] = ..., topic_sequences: _Optional[_Iterable[_Union[TopicSequence, _Mapping]]] = ..., latest: _Optional[_Iterable[_Union[_events_pb2.Envelope, _Mapping]]] = ..., process_id: _Optional[int] = ...) -> None: ...

class SpeechDurations(_message.Message):
    __slots__ = ["route_id", "steps"]
    ROUTE_ID_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    route_id: str
    steps: _containers.RepeatedCompositeFieldContainer[StepSpeech]
    def __init__(self, route_id: _Optional[str] = ..., steps: _Optional[_Iterable[_Union[StepSpeech, _Mapping]]] = ...) -> None: ...

class SpeechRequest(_message.Message):
    __slots__ = ["durations", "session"]
    DURATIONS_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    durations: SpeechDurations
    session: str
    def __init__(self, session: _Optional[str] = ..., durations: _Optional[_Union[SpeechDurations, _Mapping]] = ...) -> None: ...

class StartRequest(_message.Message):
    __slots__ = ["route", "session"]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    route: _events_pb2.Route
    session: str
    def __init__(self, session: _Optional[str] = ..., route: _Optional[_Union[_events_pb2.Route, _Mapping]] = ...) -> None: ...

class StatusRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class StepSpeech(_message.Message):
    __slots__ = ["lanes_seconds", "now_seconds", "prepare_seconds", "step_number", "then_seconds"]
    LANES_SECONDS_FIELD_NUMBER: _ClassVar[int]
    NOW_SECONDS_FIELD_NUMBER: _ClassVar[int]
    PREPARE_SECONDS_FIELD_NUMBER: _ClassVar[int]
    STEP_NUMBER_FIELD_NUMBER: _ClassVar[int]
    THEN_SECONDS_FIELD_NUMBER: _ClassVar[int]
    lanes_seconds: float
    now_seconds: float
    prepare_seconds: float
    step_number: int
    then_seconds: float
    def __init__(self, step_number: _Optional[int] = ..., now_seconds: _Optional[float] = ..., then_seconds: _Optional[float] = ..., lanes_seconds: _Optional[float] = ..., prepare_seconds: _Optional[float] = ...) -> None: ...

class StopRequest(_message.Message):
    __slots__ = ["session"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class TextList(_message.Message):
    __slots__ = ["items"]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, items: _Optional[_Iterable[str]] = ...) -> None: ...

class TopicList(_message.Message):
    __slots__ = ["topics"]
    TOPICS_FIELD_NUMBER: _ClassVar[int]
    topics: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, topics: _Optional[_Iterable[str]] = ...) -> None: ...

class TopicSequence(_message.Message):
    __slots__ = ["sequence", "topic"]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    topic: str
    def __init__(self, topic: _Optional[str] = ..., sequence: _Optional[int] = ...) -> None: ...

class TurnPageRequest(_message.Message):
    __slots__ = ["session", "turn"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    session: str
    turn: _events_pb2.PageTurn
    def __init__(self, session: _Optional[str] = ..., turn: _Optional[_Union[_events_pb2.PageTurn, _Mapping]] = ...) -> None: ...

class VerbosityRequest(_message.Message):
    __slots__ = ["session", "verbosity"]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    VERBOSITY_FIELD_NUMBER: _ClassVar[int]
    session: str
    verbosity: _events_pb2.Verbosity
    def __init__(self, session: _Optional[str] = ..., verbosity: _Optional[_Union[_events_pb2.Verbosity, str]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ["events_endpoint", "is_listener", "ring_path", "run", "settings", "topics"]
    class SettingsEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: SettingValue
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[SettingValue, _Mapping]] = ...) -> None: ...
    EVENTS_ENDPOINT_FIELD_NUMBER: _ClassVar[int]
    IS_LISTENER_FIELD_NUMBER: _ClassVar[int]
    RING_PATH_FIELD_NUMBER: _ClassVar[int]
    RUN_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    TOPICS_FIELD_NUMBER: _ClassVar[int]
    events_endpoint: str
    is_listener: bool
    ring_path: str
    run: int
    settings: _containers.MessageMap[str, SettingValue]
    topics: TopicList
    def __init__(self, run: _Optional[int] = ..., events_endpoint: _Optional[str] = ..., settings: _Optional[_Mapping[str, SettingValue]] = ..., topics: _Optional[_Union[TopicList, _Mapping]] = ..., is_listener: bool = ..., ring_path: _Optional[str] = ...) -> None: ...

class Gear(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class DescriptionStyle(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Units(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class RequestErrorCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class SourceState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class ControlState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
