from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

CUE_PRIORITY_ARRIVAL: CuePriority
CUE_PRIORITY_EVENT: CuePriority
CUE_PRIORITY_FAR: CuePriority
CUE_PRIORITY_FOLLOW: CuePriority
CUE_PRIORITY_NOW: CuePriority
CUE_PRIORITY_PREPARE: CuePriority
CUE_PRIORITY_UNKNOWN: CuePriority
CUE_STAGE_FAR: CueStage
CUE_STAGE_FOLLOW: CueStage
CUE_STAGE_NOW: CueStage
CUE_STAGE_PREPARE: CueStage
CUE_STAGE_UNKNOWN: CueStage
CUE_SUBJECT_DESTINATION: CueSubject
CUE_SUBJECT_FOLLOW_ROAD: CueSubject
CUE_SUBJECT_MANEUVER: CueSubject
CUE_SUBJECT_OFF_ROUTE: CueSubject
CUE_SUBJECT_START: CueSubject
CUE_SUBJECT_STOPOVER: CueSubject
CUE_SUBJECT_UNKNOWN: CueSubject
DESCRIPTOR: _descriptor.FileDescriptor
DRIVING_SIDE_LEFT: DrivingSide
DRIVING_SIDE_NONE: DrivingSide
DRIVING_SIDE_RIGHT: DrivingSide
FERRY_MODE_ENTER: FerryMode
FERRY_MODE_EXIT: FerryMode
FERRY_MODE_NONE: FerryMode
FIX_QUALITY_DEAD_RECKONING: FixQuality
FIX_QUALITY_DIFFERENTIAL: FixQuality
FIX_QUALITY_GPS: FixQuality
FIX_QUALITY_NONE: FixQuality
FIX_QUALITY_UNKNOWN: FixQuality
LANDMARK_KIND_BRIDGE: LandmarkKind
LANDMARK_KIND_CHURCH: LandmarkKind
LANDMARK_KIND_CROSSING: LandmarkKind
LANDMARK_KIND_FUEL: LandmarkKind
LANDMARK_KIND_LEVEL_CROSSING: LandmarkKind
LANDMARK_KIND_MOSQUE: LandmarkKind
LANDMARK_KIND_SIGNAL_CROSSING: LandmarkKind
LANDMARK_KIND_STAIRS_DOWN: LandmarkKind
LANDMARK_KIND_STAIRS_UP: LandmarkKind
LANDMARK_KIND_STATION: LandmarkKind
LANDMARK_KIND_STOP_SIGN: LandmarkKind
LANDMARK_KIND_SYNAGOGUE: LandmarkKind
LANDMARK_KIND_TEMPLE: LandmarkKind
LANDMARK_KIND_TRAFFIC_LIGHT: LandmarkKind
LANDMARK_KIND_UNKNOWN: LandmarkKind
LANDMARK_RELATION_AFTER: LandmarkRelation
LANDMARK_RELATION_AT: LandmarkRelation
LANDMARK_RELATION_BEFORE: LandmarkRelation
LANDMARK_RELATION_OPPOSITE: LandmarkRelation
LANDMARK_RELATION_UNKNOWN: LandmarkRelation
LANDMARK_SIDE_LEFT: LandmarkSide
LANDMARK_SIDE_NONE: LandmarkSide
LANDMARK_SIDE_RIGHT: LandmarkSide
LANE_SHAPE_NORMAL_LEFT: LaneShape
LANE_SHAPE_NORMAL_RIGHT: LaneShape
LANE_SHAPE_SHARP_LEFT: LaneShape
LANE_SHAPE_SHARP_RIGHT: LaneShape
LANE_SHAPE_SLIGHT_LEFT: LaneShape
LANE_SHAPE_SLIGHT_RIGHT: LaneShape
LANE_SHAPE_STRAIGHT: LaneShape
LANE_SHAPE_UNKNOWN: LaneShape
LANE_SHAPE_U_TURN_LEFT: LaneShape
LANE_SHAPE_U_TURN_RIGHT: LaneShape
MANEUVER_DEPART: Maneuver
MANEUVER_DESTINATION: Maneuver
MANEUVER_DESTINATION_LEFT: Maneuver
MANEUVER_DESTINATION_RIGHT: Maneuver
MANEUVER_FERRY_BOAT: Maneuver
MANEUVER_FERRY_TRAIN: Maneuver
MANEUVER_FORK_LEFT: Maneuver
MANEUVER_FORK_RIGHT: Maneuver
MANEUVER_MERGE_LEFT: Maneuver
MANEUVER_MERGE_RIGHT: Maneuver
MANEUVER_MERGE_UNSPECIFIED: Maneuver
MANEUVER_NAME_CHANGE: Maneuver
MANEUVER_OFF_RAMP_KEEP_LEFT: Maneuver
MANEUVER_OFF_RAMP_KEEP_RIGHT: Maneuver
MANEUVER_OFF_RAMP_LEFT: Maneuver
MANEUVER_OFF_RAMP_RIGHT: Maneuver
MANEUVER_OFF_RAMP_SHARP_LEFT: Maneuver
MANEUVER_OFF_RAMP_SHARP_RIGHT: Maneuver
MANEUVER_OFF_RAMP_SLIGHT_LEFT: Maneuver
MANEUVER_OFF_RAMP_SLIGHT_RIGHT: Maneuver
MANEUVER_OFF_RAMP_UNSPECIFIED: Maneuver
MANEUVER_OFF_RAMP_U_TURN_CLOCKWISE: Maneuver
MANEUVER_OFF_RAMP_U_TURN_COUNTERCLOCKWISE: Maneuver
MANEUVER_ON_RAMP_KEEP_LEFT: Maneuver
MANEUVER_ON_RAMP_KEEP_RIGHT: Maneuver
MANEUVER_ON_RAMP_LEFT: Maneuver
MANEUVER_ON_RAMP_RIGHT: Maneuver
MANEUVER_ON_RAMP_SHARP_LEFT: Maneuver
MANEUVER_ON_RAMP_SHARP_RIGHT: Maneuver
MANEUVER_ON_RAMP_SLIGHT_LEFT: Maneuver
MANEUVER_ON_RAMP_SLIGHT_RIGHT: Maneuver
MANEUVER_ON_RAMP_UNSPECIFIED: Maneuver
MANEUVER_ON_RAMP_U_TURN_CLOCKWISE: Maneuver
MANEUVER_ON_RAMP_U_TURN_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_EXIT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_EXIT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_LEFT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_LEFT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_RIGHT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_RIGHT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SHARP_LEFT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SHARP_LEFT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SHARP_RIGHT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SHARP_RIGHT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SLIGHT_LEFT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SLIGHT_LEFT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SLIGHT_RIGHT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_SLIGHT_RIGHT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_STRAIGHT_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_STRAIGHT_COUNTERCLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_U_TURN_CLOCKWISE: Maneuver
MANEUVER_ROUNDABOUT_U_TURN_COUNTERCLOCKWISE: Maneuver
MANEUVER_STRAIGHT: Maneuver
MANEUVER_TURN_KEEP_LEFT: Maneuver
MANEUVER_TURN_KEEP_RIGHT: Maneuver
MANEUVER_TURN_LEFT: Maneuver
MANEUVER_TURN_RIGHT: Maneuver
MANEUVER_TURN_SHARP_LEFT: Maneuver
MANEUVER_TURN_SHARP_RIGHT: Maneuver
MANEUVER_TURN_SLIGHT_LEFT: Maneuver
MANEUVER_TURN_SLIGHT_RIGHT: Maneuver
MANEUVER_TURN_U_TURN_CLOCKWISE: Maneuver
MANEUVER_TURN_U_TURN_COUNTERCLOCKWISE: Maneuver
MANEUVER_UNKNOWN: Maneuver
NAVIGATION_STATE_ENROUTE: NavigationState
NAVIGATION_STATE_REROUTING: NavigationState
NAVIGATION_STATE_STOPPED: NavigationState
NAVIGATION_STATE_UNKNOWN: NavigationState
PASSAGE_BUILDING_ENTER: Passage
PASSAGE_BUILDING_EXIT: Passage
PASSAGE_ESCALATOR: Passage
PASSAGE_LIFT: Passage
PASSAGE_NONE: Passage
PASSAGE_STAIRS: Passage
PLAYBACK_CONTINUE: Playback
PLAYBACK_PAUSE: Playback
PLAYBACK_STOP_AT_WORD: Playback
PLAYBACK_STOP_NOW: Playback
PLAYBACK_UNKNOWN: Playback
POSITION_CAUSE_FERRY: PositionCause
POSITION_CAUSE_INACCURATE: PositionCause
POSITION_CAUSE_JAMMED: PositionCause
POSITION_CAUSE_NO_FIX: PositionCause
POSITION_CAUSE_SPOOFED: PositionCause
POSITION_CAUSE_STATIONARY: PositionCause
POSITION_CAUSE_TUNNEL: PositionCause
POSITION_CAUSE_UNKNOWN: PositionCause
POSITION_STATUS_ESTIMATED: PositionStatus
POSITION_STATUS_RELIABLE: PositionStatus
POSITION_STATUS_UNKNOWN: PositionStatus
POSITION_STATUS_UNRELIABLE: PositionStatus
REPORT_KIND_BEGAN: ReportKind
REPORT_KIND_CANCELLED: ReportKind
REPORT_KIND_CONTINUED: ReportKind
REPORT_KIND_ENDED: ReportKind
REPORT_KIND_FAILED: ReportKind
REPORT_KIND_LEAVING: ReportKind
REPORT_KIND_NOTE: ReportKind
REPORT_KIND_PAUSED: ReportKind
REPORT_KIND_PROGRESSED: ReportKind
REPORT_KIND_READY: ReportKind
REPORT_KIND_UNKNOWN: ReportKind
REPORT_KIND_WARNING: ReportKind
ROAD_CLASS_CHANGE_MOTORROAD_ENTER: RoadClassChange
ROAD_CLASS_CHANGE_MOTORROAD_EXIT: RoadClassChange
ROAD_CLASS_CHANGE_MOTORWAY_ENTER: RoadClassChange
ROAD_CLASS_CHANGE_MOTORWAY_EXIT: RoadClassChange
ROAD_CLASS_CHANGE_NONE: RoadClassChange
ROUTE_REASON_REPLACED: RouteReason
ROUTE_REASON_REQUESTED: RouteReason
ROUTE_REASON_REROUTED: RouteReason
ROUTE_REASON_UNKNOWN: RouteReason
SKIP_REASON_PASSED: SkipReason
SKIP_REASON_REQUESTED: SkipReason
SKIP_REASON_UNKNOWN: SkipReason
STOP_REASON_DESTINATION_REACHED: StopReason
STOP_REASON_ENDED_NEAR_DESTINATION: StopReason
STOP_REASON_REPLACED: StopReason
STOP_REASON_REQUESTED: StopReason
STOP_REASON_UNKNOWN: StopReason
TRAVEL_MODE_BICYCLE: TravelMode
TRAVEL_MODE_CAR: TravelMode
TRAVEL_MODE_FOOT: TravelMode
TRAVEL_MODE_UNKNOWN: TravelMode
TUNNEL_MODE_IMMEDIATELY_AFTER: TunnelMode
TUNNEL_MODE_INSIDE: TunnelMode
TUNNEL_MODE_NONE: TunnelMode
VERBOSITY_ALERTS: Verbosity
VERBOSITY_ALL: Verbosity
VERBOSITY_SILENT: Verbosity
VERBOSITY_UNKNOWN: Verbosity

class Calibrate(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ControlCommand(_message.Message):
    __slots__ = ["calibrate", "focus", "is_muted", "mute", "playback", "repeat_announcement", "say", "set_verbosity", "turn_page", "verbosity"]
    CALIBRATE_FIELD_NUMBER: _ClassVar[int]
    FOCUS_FIELD_NUMBER: _ClassVar[int]
    IS_MUTED_FIELD_NUMBER: _ClassVar[int]
    MUTE_FIELD_NUMBER: _ClassVar[int]
    PLAYBACK_FIELD_NUMBER: _ClassVar[int]
    REPEAT_ANNOUNCEMENT_FIELD_NUMBER: _ClassVar[int]
    SAY_FIELD_NUMBER: _ClassVar[int]
    SET_VERBOSITY_FIELD_NUMBER: _ClassVar[int]
    TURN_PAGE_FIELD_NUMBER: _ClassVar[int]
    VERBOSITY_FIELD_NUMBER: _ClassVar[int]
    calibrate: Calibrate
    focus: MapFocus
    is_muted: bool
    mute: bool
    playback: Playback
    repeat_announcement: RepeatAnnouncement
    say: SpokenText
    set_verbosity: Verbosity
    turn_page: PageTurn
    verbosity: Verbosity
    def __init__(self, is_muted: bool = ..., verbosity: _Optional[_Union[Verbosity, str]] = ..., mute: bool = ..., set_verbosity: _Optional[_Union[Verbosity, str]] = ..., repeat_announcement: _Optional[_Union[RepeatAnnouncement, _Mapping]] = ..., calibrate: _Optional[_Union[Calibrate, _Mapping]] = ..., say: _Optional[_Union[SpokenText, _Mapping]] = ..., playback: _Optional[_Union[Playback, str]] = ..., turn_page: _Optional[_Union[PageTurn, _Mapping]] = ..., focus: _Optional[_Union[MapFocus, _Mapping]] = ...) -> None: ...

class ControlReport(_message.Message):
    __slots__ = ["control", "cue", "effect", "effect_number", "kind", "number", "picture", "process_id", "range", "request_number", "text"]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    CUE_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    EFFECT_NUMBER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    PROCESS_ID_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    control: str
    cue: CueReference
    effect: str
    effect_number: int
    kind: ReportKind
    number: int
    picture: ReportedPicture
    process_id: int
    range: TextRange
    request_number: int
    text: str
    def __init__(self, control: _Optional[str] = ..., kind: _Optional[_Union[ReportKind, str]] = ..., effect: _Optional[str] = ..., cue: _Optional[_Union[CueReference, _Mapping]] = ..., text: _Optional[str] = ..., process_id: _Optional[int] = ..., number: _Optional[int] = ..., range: _Optional[_Union[TextRange, _Mapping]] = ..., effect_number: _Optional[int] = ..., picture: _Optional[_Union[ReportedPicture, _Mapping]] = ..., request_number: _Optional[int] = ...) -> None: ...

class Coordinate(_message.Message):
    __slots__ = ["latitude_degrees", "longitude_degrees"]
    LATITUDE_DEGREES_FIELD_NUMBER: _ClassVar[int]
    LONGITUDE_DEGREES_FIELD_NUMBER: _ClassVar[int]
    latitude_degrees: float
    longitude_degrees: float
    def __init__(self, latitude_degrees: _Optional[float] = ..., longitude_degrees: _Optional[float] = ...) -> None: ...

class Cue(_message.Message):
    __slots__ = ["distance_meters", "due_at_nanoseconds", "identity", "includes_next", "is_next_immediate", "priority", "stage", "step_number", "subject", "valid_for_seconds"]
    DISTANCE_METERS_FIELD_NUMBER: _ClassVar[int]
    DUE_AT_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    INCLUDES_NEXT_FIELD_NUMBER: _ClassVar[int]
    IS_NEXT_IMMEDIATE_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    STEP_NUMBER_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    VALID_FOR_SECONDS_FIELD_NUMBER: _ClassVar[int]
    distance_meters: float
    due_at_nanoseconds: int
    identity: int
    includes_next: bool
    is_next_immediate: bool
    priority: CuePriority
    stage: CueStage
    step_number: int
    subject: CueSubject
    valid_for_seconds: float
    def __init__(self, identity: _Optional[int] = ..., stage: _Optional[_Union[CueStage, str]] = ..., subject: _Optional[_Union[CueSubject, str]] = ..., step_number: _Optional[int] = ..., distance_meters: _Optional[float] = ..., includes_next: bool = ..., is_next_immediate: bool = ..., priority: _Optional[_Union[CuePriority, str]] = ..., due_at_nanoseconds: _Optional[int] = ..., valid_for_seconds: _Optional[float] = ...) -> None: ...

class CueReference(_message.Message):
    __slots__ = ["identity", "stage"]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    identity: int
    stage: CueStage
    def __init__(self, identity: _Optional[int] = ..., stage: _Optional[_Union[CueStage, str]] = ...) -> None: ...

class Envelope(_message.Message):
    __slots__ = ["command", "control", "fix_time_nanoseconds", "gps", "heading", "monotonic_nanoseconds", "navigation", "navigation_started", "navigation_stopped", "published_at_nanoseconds", "run", "sequence", "session", "tick", "topic_sequence"]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    FIX_TIME_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    GPS_FIELD_NUMBER: _ClassVar[int]
    HEADING_FIELD_NUMBER: _ClassVar[int]
    MONOTONIC_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    NAVIGATION_FIELD_NUMBER: _ClassVar[int]
    NAVIGATION_STARTED_FIELD_NUMBER: _ClassVar[int]
    NAVIGATION_STOPPED_FIELD_NUMBER: _ClassVar[int]
    PUBLISHED_AT_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    RUN_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    TICK_FIELD_NUMBER: _ClassVar[int]
    TOPIC_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    command: ControlCommand
    control: ControlReport
    fix_time_nanoseconds: int
    gps: Fix
    heading: Heading
    monotonic_nanoseconds: int
    navigation: NavigationInfo
    navigation_started: Route
    navigation_stopped: NavigationStopped
    published_at_nanoseconds: int
    run: int
    sequence: int
    session: str
    tick: int
    topic_sequence: int
    def __init__(self, run: _Optional[int] = ..., sequence: _Optional[int] = ..., topic_sequence: _Optional[int] = ..., session: _Optional[str] = ..., monotonic_nanoseconds: _Optional[int] = ..., published_at_nanoseconds: _Optional[int] = ..., tick: _Optional[int] = ..., gps: _Optional[_Union[Fix, _Mapping]] = ..., navigation: _Optional[_Union[NavigationInfo, _Mapping]] = ..., navigation_started: _Optional[_Union[Route, _Mapping]] = ..., navigation_stopped: _Optional[_Union[NavigationStopped, _Mapping]] = ..., control: _Optional[_Union[ControlReport, _Mapping]] = ..., command: _Optional[_Union[ControlCommand, _Mapping]] = ..., heading: _Optional[_Union[Heading, _Mapping]] = ..., fix_time_nanoseconds: _Optional[int] = ...) -> None: ...

class Fix(_message.Message):
    __slots__ = ["altitude_meters", "course_degrees", "heading_accuracy_degrees", "heading_degrees", "horizontal_accuracy_meters", "position", "quality", "satellites_in_view", "satellites_used", "smoothed_position", "speed_accuracy_meters_per_second", "speed_meters_per_second", "time_nanoseconds"]
    ALTITUDE_METERS_FIELD_NUMBER: _ClassVar[int]
    COURSE_DEGREES_FIELD_NUMBER: _ClassVar[int]
    HEADING_ACCURACY_DEGREES_FIELD_NUMBER: _ClassVar[int]
    HEADING_DEGREES_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_ACCURACY_METERS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    QUALITY_FIELD_NUMBER: _ClassVar[int]
    SATELLITES_IN_VIEW_FIELD_NUMBER: _ClassVar[int]
    SATELLITES_USED_FIELD_NUMBER: _ClassVar[int]
    SMOOTHED_POSITION_FIELD_NUMBER: _ClassVar[int]
    SPEED_ACCURACY_METERS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    SPEED_METERS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    TIME_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    altitude_meters: float
    course_degrees: float
    heading_accuracy_degrees: float
    heading_degrees: float
    horizontal_accuracy_meters: float
    position: Coordinate
    quality: FixQuality
    satellites_in_view: int
    satellites_used: int
    smoothed_position: Coordinate
    speed_accuracy_meters_per_second: float
    speed_meters_per_second: float
    time_nanoseconds: int
    def __init__(self, time_nanoseconds: _Optional[int] = ..., position: _Optional[_Union[Coordinate, _Mapping]] = ..., smoothed_position: _Optional[_Union[Coordinate, _Mapping]] = ..., altitude_meters: _Optional[float] = ..., horizontal_accuracy_meters: _Optional[float] = ..., speed_meters_per_second: _Optional[float] = ..., speed_accuracy_meters_per_second: _Optional[float] = ..., course_degrees: _Optional[float] = ..., heading_degrees: _Optional[float] = ..., heading_accuracy_degrees: _Optional[float] = ..., satellites_used: _Optional[int] = ..., satellites_in_view: _Optional[int] = ..., quality: _Optional[_Union[FixQuality, str]] = ...) -> None: ...

class FocusOnPosition(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class FocusOnRoute(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class GeometrySpan(_message.Message):
    __slots__ = ["from_index", "to_index"]
    FROM_INDEX_FIELD_NUMBER: _ClassVar[int]
    TO_INDEX_FIELD_NUMBER: _ClassVar[int]
    from_index: int
    to_index: int
    def __init__(self, from_index: _Optional[int] = ..., to_index: _Optional[int] = ...) -> None: ...

class Heading(_message.Message):
    __slots__ = ["accuracy_degrees", "declination_degrees", "heading_degrees", "source", "time_nanoseconds"]
    ACCURACY_DEGREES_FIELD_NUMBER: _ClassVar[int]
    DECLINATION_DEGREES_FIELD_NUMBER: _ClassVar[int]
    HEADING_DEGREES_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TIME_NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    accuracy_degrees: float
    declination_degrees: float
    heading_degrees: float
    source: str
    time_nanoseconds: int
    def __init__(self, time_nanoseconds: _Optional[int] = ..., heading_degrees: _Optional[float] = ..., accuracy_degrees: _Optional[float] = ..., declination_degrees: _Optional[float] = ..., source: _Optional[str] = ...) -> None: ...

class Landmark(_message.Message):
    __slots__ = ["certain_meters", "distance_to_maneuver_meters", "earlier_meters", "kind", "name", "relation", "side", "stair_count"]
    CERTAIN_METERS_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_TO_MANEUVER_METERS_FIELD_NUMBER: _ClassVar[int]
    EARLIER_METERS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RELATION_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    STAIR_COUNT_FIELD_NUMBER: _ClassVar[int]
    certain_meters: float
    distance_to_maneuver_meters: float
    earlier_meters: _containers.RepeatedScalarFieldContainer[float]
    kind: LandmarkKind
    name: str
    relation: LandmarkRelation
    side: LandmarkSide
    stair_count: int
    def __init__(self, kind: _Optional[_Union[LandmarkKind, str]] = ..., name: _Optional[str] = ..., relation: _Optional[_Union[LandmarkRelation, str]] = ..., side: _Optional[_Union[LandmarkSide, str]] = ..., distance_to_maneuver_meters: _Optional[float] = ..., earlier_meters: _Optional[_Iterable[float]] = ..., certain_meters: _Optional[float] = ..., stair_count: _Optional[int] = ...) -> None: ...

class Lane(_message.Message):
    __slots__ = ["directions"]
    DIRECTIONS_FIELD_NUMBER: _ClassVar[int]
    directions: _containers.RepeatedCompositeFieldContainer[LaneDirection]
    def __init__(self, directions: _Optional[_Iterable[_Union[LaneDirection, _Mapping]]] = ...) -> None: ...

class LaneDirection(_message.Message):
    __slots__ = ["is_recommended", "shape"]
    IS_RECOMMENDED_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    is_recommended: bool
    shape: LaneShape
    def __init__(self, shape: _Optional[_Union[LaneShape, str]] = ..., is_recommended: bool = ...) -> None: ...

class Leg(_message.Message):
    __slots__ = ["distance_meters", "duration_seconds", "steps"]
    DISTANCE_METERS_FIELD_NUMBER: _ClassVar[int]
    DURATION_SECONDS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    distance_meters: float
    duration_seconds: float
    steps: _containers.RepeatedCompositeFieldContainer[Step]
    def __init__(self, steps: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., distance_meters: _Optional[float] = ..., duration_seconds: _Optional[float] = ...) -> None: ...

class LookaheadPoint(_message.Message):
    __slots__ = ["bearing_degrees", "distance_meters", "position"]
    BEARING_DEGREES_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_METERS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    bearing_degrees: float
    distance_meters: float
    position: Coordinate
    def __init__(self, position: _Optional[_Union[Coordinate, _Mapping]] = ..., bearing_degrees: _Optional[float] = ..., distance_meters: _Optional[float] = ...) -> None: ...

class MapFocus(_message.Message):
    __slots__ = ["point", "position", "route", "step_number"]
    POINT_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    STEP_NUMBER_FIELD_NUMBER: _ClassVar[int]
    point: Coordinate
    position: FocusOnPosition
    route: FocusOnRoute
    step_number: int
    def __init__(self, position: _Optional[_Union[FocusOnPosition, _Mapping]] = ..., route: _Optional[_Union[FocusOnRoute, _Mapping]] = ..., step_number: _Optional[int] = ..., point: _Optional[_Union[Coordinate, _Mapping]] = ...) -> None: ...

class MatchedPosition(_message.Message):
    __slots__ = ["bearing_degrees", "distance_along_route_meters", "distance_from_route_meters", "position"]
    BEARING_DEGREES_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_ALONG_ROUTE_METERS_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FROM_ROUTE_METERS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    bearing_degrees: float
    distance_along_route_meters: float
    distance_from_route_meters: float
    position: Coordinate
    def __init__(self, position: _Optional[_Union[Coordinate, _Mapping]] = ..., bearing_degrees: _Optional[float] = ..., distance_along_route_meters: _Optional[float] = ..., distance_from_route_meters: _Optional[float] = ...) -> None: ...

class NavigationInfo(_message.Message):
    __slots__ = ["approach", "cue", "current_step", "current_street_name", "fix", "is_destination_reached", "is_in_tunnel", "is_off_route", "is_on_ferry", "is_route_changed", "is_wrong_way", "lookahead", "maneuver_to_next_meters", "matched", "next_step", "position_cause", "position_radius_meters", "position_status", "remaining_steps", "rerouting", "route_id", "skip_reason", "speed_limit", "state", "stopovers_reached", "stopovers_skipped", "suggested_zoom_meters", "to_destination", "to_maneuver", "to_stopover"]
    APPROACH_FIELD_NUMBER: _ClassVar[int]
    CUE_FIELD_NUMBER: _ClassVar[int]
    CURRENT_STEP_FIELD_NUMBER: _ClassVar[int]
    CURRENT_STREET_NAME_FIELD_NUMBER: _ClassVar[int]
    FIX_FIELD_NUMBER: _ClassVar[int]
    IS_DESTINATION_REACHED_FIELD_NUMBER: _ClassVar[int]
    IS_IN_TUNNEL_FIELD_NUMBER: _ClassVar[int]
    IS_OFF_ROUTE_FIELD_NUMBER: _ClassVar[int]
    IS_ON_FERRY_FIELD_NUMBER: _ClassVar[int]
    IS_ROUTE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    IS_WRONG_WAY_FIELD_NUMBER: _ClassVar[int]
    LOOKAHEAD_FIELD_NUMBER: _ClassVar[int]
    MANEUVER_TO_NEXT_METERS_FIELD_NUMBER: _ClassVar[int]
    MATCHED_FIELD_NUMBER: _ClassVar[int]
    NEXT_STEP_FIELD_NUMBER: _ClassVar[int]
    POSITION_CAUSE_FIELD_NUMBER: _ClassVar[int]
    POSITION_RADIUS_METERS_FIELD_NUMBER: _ClassVar[int]
    POSITION_STATUS_FIELD_NUMBER: _ClassVar[int]
    REMAINING_STEPS_FIELD_NUMBER: _ClassVar[int]
    REROUTING_FIELD_NUMBER: _ClassVar[int]
    ROUTE_ID_FIELD_NUMBER: _ClassVar[int]
    SKIP_REASON_FIELD_NUMBER: _ClassVar[int]
    SPEED_LIMIT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    STOPOVERS_REACHED_FIELD_NUMBER: _ClassVar[int]
    STOPOVERS_SKIPPED_FIELD_NUMBER: _ClassVar[int]
    SUGGESTED_ZOOM_METERS_FIELD_NUMBER: _ClassVar[int]
    TO_DESTINATION_FIELD_NUMBER: _ClassVar[int]
    TO_MANEUVER_FIELD_NUMBER: _ClassVar[int]
    TO_STOPOVER_FIELD_NUMBER: _ClassVar[int]
    approach: RouteApproach
    cue: Cue
    current_step: Step
    current_street_name: str
    fix: Fix
    is_destination_reached: bool
    is_in_tunnel: bool
    is_off_route: bool
    is_on_ferry: bool
    is_route_changed: bool
    is_wrong_way: bool
    lookahead: LookaheadPoint
    maneuver_to_next_meters: float
    matched: MatchedPosition
    next_step: Step
    position_cause: PositionCause
    position_radius_meters: float
    position_status: PositionStatus
    remaining_steps: _containers.RepeatedCompositeFieldContainer[Step]
    rerouting: Rerouting
    route_id: str
    skip_reason: SkipReason
    speed_limit: SpeedLimit
    state: NavigationState
    stopovers_reached: int
    stopovers_skipped: int
    suggested_zoom_meters: float
    to_destination: Remaining
    to_maneuver: Remaining
    to_stopover: Remaining
    def __init__(self, state: _Optional[_Union[NavigationState, str]] = ..., route_id: _Optional[str] = ..., fix: _Optional[_Union[Fix, _Mapping]] = ..., position_status: _Optional[_Union[PositionStatus, str]] = ..., matched: _Optional[_Union[MatchedPosition, _Mapping]] = ..., current_step: _Optional[_Union[Step, _Mapping]] = ..., next_step: _Optional[_Union[Step, _Mapping]] = ..., remaining_steps: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., to_maneuver: _Optional[_Union[Remaining, _Mapping]] = ..., to_stopover: _Optional[_Union[Remaining, _Mapping]] = ..., to_destination: _Optional[_Union[Remaining, _Mapping]] = ..., maneuver_to_next_meters: _Optional[float] = ..., speed_limit: _Optional[_Union[SpeedLimit, _Mapping]] = ..., current_street_name: _Optional[str] = ..., cue: _Optional[_Union[Cue, _Mapping]] = ..., lookahead: _Optional[_Union[LookaheadPoint, _Mapping]] = ..., is_route_changed: bool = ..., is_destination_reached: bool = ..., stopovers_reached: _Optional[int] = ..., is_in_tunnel: bool = ..., is_off_route: bool = ..., is_wrong_way: bool = ..., suggested_zoom_meters: _Optional[float] = ..., rerouting: _Optional[_Union[Rerouting, _Mapping]] = ..., position_radius_meters: _Optional[float] = ..., position_cause: _Optional[_Union[PositionCause, str]] = ..., approach: _Optional[_Union[RouteApproach, _Mapping]] = ..., stopovers_skipped: _Optional[int] = ..., skip_reason: _Optional[_Union[SkipReason, str]] = ..., is_on_ferry: bool = ...) -> None: ...

class NavigationStopped(_message.Message):
    __slots__ = ["reason"]
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: StopReason
    def __init__(self, reason: _Optional[_Union[StopReason, str]] = ...) -> None: ...

class NextPage(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class PageTurn(_message.Message):
    __slots__ = ["next", "page", "previous"]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_FIELD_NUMBER: _ClassVar[int]
    next: NextPage
    page: int
    previous: PreviousPage
    def __init__(self, next: _Optional[_Union[NextPage, _Mapping]] = ..., previous: _Optional[_Union[PreviousPage, _Mapping]] = ..., page: _Optional[int] = ...) -> None: ...

class PreviousPage(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class Remaining(_message.Message):
    __slots__ = ["distance_meters", "duration_seconds"]
    DISTANCE_METERS_FIELD_NUMBER: _ClassVar[int]
    DURATION_SECONDS_FIELD_NUMBER: _ClassVar[int]
    distance_meters: float
    duration_seconds: float
    def __init__(self, distance_meters: _Optional[float] = ..., duration_seconds: _Optional[float] = ...) -> None: ...

class RepeatAnnouncement(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ReportedPicture(_message.Message):
    __slots__ = ["data", "height_points", "media_type", "width_points"]
    DATA_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_POINTS_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    WIDTH_POINTS_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    height_points: float
    media_type: str
    width_points: float
    def __init__(self, media_type: _Optional[str] = ..., width_points: _Optional[float] = ..., height_points: _Optional[float] = ..., data: _Optional[bytes] = ...) -> None: ...

class Rerouting(_message.Message):
    __slots__ = ["attempts", "failure", "request"]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    attempts: int
    failure: str
    request: RouteRequest
    def __init__(self, attempts: _Optional[int] = ..., failure: _Optional[str] = ..., request: _Optional[_Union[RouteRequest, _Mapping]] = ...) -> None: ...

class Roundabout(_message.Message):
    __slots__ = ["exit_angle_degrees", "exit_count", "name", "other_arm_angles_degrees"]
    EXIT_ANGLE_DEGREES_FIELD_NUMBER: _ClassVar[int]
    EXIT_COUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OTHER_ARM_ANGLES_DEGREES_FIELD_NUMBER: _ClassVar[int]
    exit_angle_degrees: float
    exit_count: int
    name: str
    other_arm_angles_degrees: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, exit_count: _Optional[int] = ..., exit_angle_degrees: _Optional[float] = ..., other_arm_angles_degrees: _Optional[_Iterable[float]] = ..., name: _Optional[str] = ...) -> None: ...

class Route(_message.Message):
    __slots__ = ["distance_meters", "duration_seconds", "ferries", "id", "latitudes_degrees", "legs", "longitudes_degrees", "provider", "reason", "speed_limits", "stopovers", "travel_mode", "tunnels"]
    DISTANCE_METERS_FIELD_NUMBER: _ClassVar[int]
    DURATION_SECONDS_FIELD_NUMBER: _ClassVar[int]
    FERRIES_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LATITUDES_DEGREES_FIELD_NUMBER: _ClassVar[int]
    LEGS_FIELD_NUMBER: _ClassVar[int]
    LONGITUDES_DEGREES_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SPEED_LIMITS_FIELD_NUMBER: _ClassVar[int]
    STOPOVERS_FIELD_NUMBER: _ClassVar[int]
    TRAVEL_MODE_FIELD_NUMBER: _ClassVar[int]
    TUNNELS_FIELD_NUMBER: _ClassVar[int]
    distance_meters: float
    duration_seconds: float
    ferries: _containers.RepeatedCompositeFieldContainer[GeometrySpan]
    id: str
    latitudes_degrees: _containers.RepeatedScalarFieldContainer[float]
    legs: _containers.RepeatedCompositeFieldContainer[Leg]
    longitudes_degrees: _containers.RepeatedScalarFieldContainer[float]
    provider: str
    reason: RouteReason
    speed_limits: _containers.RepeatedCompositeFieldContainer[SpeedLimitSpan]
    stopovers: _containers.RepeatedCompositeFieldContainer[Stopover]
    travel_mode: TravelMode
    tunnels: _containers.RepeatedCompositeFieldContainer[GeometrySpan]
    def __init__(self, id: _Optional[str] = ..., provider: _Optional[str] = ..., reason: _Optional[_Union[RouteReason, str]] = ..., travel_mode: _Optional[_Union[TravelMode, str]] = ..., latitudes_degrees: _Optional[_Iterable[float]] = ..., longitudes_degrees: _Optional[_Iterable[float]] = ..., legs: _Optional[_Iterable[_Union[Leg, _Mapping]]] = ..., stopovers: _Optional[_Iterable[_Union[Stopover, _Mapping]]] = ..., tunnels: _Optional[_Iterable[_Union[GeometrySpan, _Mapping]]] = ..., speed_limits: _Optional[_Iterable[_Union[SpeedLimitSpan, _Mapping]]] = ..., distance_meters: _Optional[float] = ..., duration_seconds: _Optional[float] = ..., ferries: _Optional[_Iterable[_Union[GeometrySpan, _Mapping]]] = ...) -> None: ...

class RouteApproach(_message.Message):
    __slots__ = ["bearing_degrees", "distance_meters"]
    BEARING_DEGREES_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_METERS_FIELD_NUMBER: _ClassVar[int]
    bearing_degrees: float
    distance_meters: float
    def __init__(self, distance_meters: _Optional[float] = ..., bearing_degrees: _Optional[float] = ...) -> None: ...

class RouteRequest(_message.Message):
    __slots__ = ["course_degrees", "horizontal_accuracy_meters", "is_course_binding", "number", "position", "speed_meters_per_second", "stopovers", "travel_mode"]
    COURSE_DEGREES_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_ACCURACY_METERS_FIELD_NUMBER: _ClassVar[int]
    IS_COURSE_BINDING_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SPEED_METERS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    STOPOVERS_FIELD_NUMBER: _ClassVar[int]
    TRAVEL_MODE_FIELD_NUMBER: _ClassVar[int]
    course_degrees: float
    horizontal_accuracy_meters: float
    is_course_binding: bool
    number: int
    position: Coordinate
    speed_meters_per_second: float
    stopovers: _containers.RepeatedCompositeFieldContainer[Coordinate]
    travel_mode: TravelMode
    def __init__(self, number: _Optional[int] = ..., position: _Optional[_Union[Coordinate, _Mapping]] = ..., horizontal_accuracy_meters: _Optional[float] = ..., course_degrees: _Optional[float] = ..., speed_meters_per_second: _Optional[float] = ..., is_course_binding: bool = ..., stopovers: _Optional[_Iterable[_Union[Coordinate, _Mapping]]] = ..., travel_mode: _Optional[_Union[TravelMode, str]] = ...) -> None: ...

class Signpost(_message.Message):
    __slots__ = ["destinations", "refs"]
    DESTINATIONS_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    destinations: _containers.RepeatedScalarFieldContainer[str]
    refs: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, destinations: _Optional[_Iterable[str]] = ..., refs: _Optional[_Iterable[str]] = ...) -> None: ...

class SpeedLimit(_message.Message):
    __slots__ = ["is_explicit", "meters_per_second"]
    IS_EXPLICIT_FIELD_NUMBER: _ClassVar[int]
    METERS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    is_explicit: bool
    meters_per_second: float
    def __init__(self, meters_per_second: _Optional[float] = ..., is_explicit: bool = ...) -> None: ...

class SpeedLimitSpan(_message.Message):
    __slots__ = ["limit", "span"]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    limit: SpeedLimit
    span: GeometrySpan
    def __init__(self, span: _Optional[_Union[GeometrySpan, _Mapping]] = ..., limit: _Optional[_Union[SpeedLimit, _Mapping]] = ...) -> None: ...

class SpokenText(_message.Message):
    __slots__ = ["is_ssml", "pitch_multiplier", "rate", "request_number", "text", "voice", "volume"]
    IS_SSML_FIELD_NUMBER: _ClassVar[int]
    PITCH_MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VOICE_FIELD_NUMBER: _ClassVar[int]
    VOLUME_FIELD_NUMBER: _ClassVar[int]
    is_ssml: bool
    pitch_multiplier: float
    rate: float
    request_number: int
    text: str
    voice: str
    volume: float
    def __init__(self, text: _Optional[str] = ..., is_ssml: bool = ..., voice: _Optional[str] = ..., rate: _Optional[float] = ..., pitch_multiplier: _Optional[float] = ..., volume: _Optional[float] = ..., request_number: _Optional[int] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ["begins_toll", "border_country_code", "distance_from_previous_meters", "driving_side", "duration_from_previous_seconds", "exit_number", "ferry", "full_road_name", "geometry_index", "instruction", "is_decision", "is_end_of_road", "is_staying_on_road", "landmarks", "lanes", "level_name", "maneuver", "number", "passage", "pronunciation", "road_class_change", "roundabout", "same_side_street_meters", "signpost", "simple_road_name", "tunnel_mode", "turn_angle_degrees"]
    BEGINS_TOLL_FIELD_NUMBER: _ClassVar[int]
    BORDER_COUNTRY_CODE_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FROM_PREVIOUS_METERS_FIELD_NUMBER: _ClassVar[int]
    DRIVING_SIDE_FIELD_NUMBER: _ClassVar[int]
    DURATION_FROM_PREVIOUS_SECONDS_FIELD_NUMBER: _ClassVar[int]
    EXIT_NUMBER_FIELD_NUMBER: _ClassVar[int]
    FERRY_FIELD_NUMBER: _ClassVar[int]
    FULL_ROAD_NAME_FIELD_NUMBER: _ClassVar[int]
    GEOMETRY_INDEX_FIELD_NUMBER: _ClassVar[int]
    INSTRUCTION_FIELD_NUMBER: _ClassVar[int]
    IS_DECISION_FIELD_NUMBER: _ClassVar[int]
    IS_END_OF_ROAD_FIELD_NUMBER: _ClassVar[int]
    IS_STAYING_ON_ROAD_FIELD_NUMBER: _ClassVar[int]
    LANDMARKS_FIELD_NUMBER: _ClassVar[int]
    LANES_FIELD_NUMBER: _ClassVar[int]
    LEVEL_NAME_FIELD_NUMBER: _ClassVar[int]
    MANEUVER_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PASSAGE_FIELD_NUMBER: _ClassVar[int]
    PRONUNCIATION_FIELD_NUMBER: _ClassVar[int]
    ROAD_CLASS_CHANGE_FIELD_NUMBER: _ClassVar[int]
    ROUNDABOUT_FIELD_NUMBER: _ClassVar[int]
    SAME_SIDE_STREET_METERS_FIELD_NUMBER: _ClassVar[int]
    SIGNPOST_FIELD_NUMBER: _ClassVar[int]
    SIMPLE_ROAD_NAME_FIELD_NUMBER: _ClassVar[int]
    TUNNEL_MODE_FIELD_NUMBER: _ClassVar[int]
    TURN_ANGLE_DEGREES_FIELD_NUMBER: _ClassVar[int]
    begins_toll: bool
    border_country_code: str
    distance_from_previous_meters: float
    driving_side: DrivingSide
    duration_from_previous_seconds: float
    exit_number: str
    ferry: FerryMode
    full_road_name: str
    geometry_index: int
    instruction: str
    is_decision: bool
    is_end_of_road: bool
    is_staying_on_road: bool
    landmarks: _containers.RepeatedCompositeFieldContainer[Landmark]
    lanes: _containers.RepeatedCompositeFieldContainer[Lane]
    level_name: str
    maneuver: Maneuver
    number: int
    passage: Passage
    pronunciation: str
    road_class_change: RoadClassChange
    roundabout: Roundabout
    same_side_street_meters: float
    signpost: Signpost
    simple_road_name: str
    tunnel_mode: TunnelMode
    turn_angle_degrees: float
    def __init__(self, number: _Optional[int] = ..., maneuver: _Optional[_Union[Maneuver, str]] = ..., geometry_index: _Optional[int] = ..., full_road_name: _Optional[str] = ..., simple_road_name: _Optional[str] = ..., distance_from_previous_meters: _Optional[float] = ..., duration_from_previous_seconds: _Optional[float] = ..., driving_side: _Optional[_Union[DrivingSide, str]] = ..., lanes: _Optional[_Iterable[_Union[Lane, _Mapping]]] = ..., turn_angle_degrees: _Optional[float] = ..., instruction: _Optional[str] = ..., exit_number: _Optional[str] = ..., roundabout: _Optional[_Union[Roundabout, _Mapping]] = ..., signpost: _Optional[_Union[Signpost, _Mapping]] = ..., tunnel_mode: _Optional[_Union[TunnelMode, str]] = ..., ferry: _Optional[_Union[FerryMode, str]] = ..., border_country_code: _Optional[str] = ..., road_class_change: _Optional[_Union[RoadClassChange, str]] = ..., is_end_of_road: bool = ..., same_side_street_meters: _Optional[float] = ..., passage: _Optional[_Union[Passage, str]] = ..., level_name: _Optional[str] = ..., is_staying_on_road: bool = ..., is_decision: bool = ..., begins_toll: bool = ..., pronunciation: _Optional[str] = ..., landmarks: _Optional[_Iterable[_Union[Landmark, _Mapping]]] = ...) -> None: ...

class Stopover(_message.Message):
    __slots__ = ["geometry_index", "name", "position"]
    GEOMETRY_INDEX_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    geometry_index: int
    name: str
    position: Coordinate
    def __init__(self, position: _Optional[_Union[Coordinate, _Mapping]] = ..., geometry_index: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...

class TextRange(_message.Message):
    __slots__ = ["to"]
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    to: int
    def __init__(self, to: _Optional[int] = ..., **kwargs) -> None: ...

class StopReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class FixQuality(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class SkipReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class NavigationState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class PositionStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class PositionCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class CueStage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class CueSubject(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class CuePriority(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class RouteReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class TravelMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Maneuver(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class DrivingSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class LaneShape(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class TunnelMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class FerryMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Passage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class LandmarkKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class LandmarkRelation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class LandmarkSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class RoadClassChange(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class ReportKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Playback(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Verbosity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
