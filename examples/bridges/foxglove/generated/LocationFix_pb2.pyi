from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LocationFix(_message.Message):
    __slots__ = ["altitude", "course", "frame_id", "heading", "heading_variance", "latitude", "longitude", "position_covariance", "position_covariance_type", "speed", "timestamp"]
    class PositionCovarianceType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ALTITUDE_FIELD_NUMBER: _ClassVar[int]
    APPROXIMATED: LocationFix.PositionCovarianceType
    COURSE_FIELD_NUMBER: _ClassVar[int]
    DIAGONAL_KNOWN: LocationFix.PositionCovarianceType
    FRAME_ID_FIELD_NUMBER: _ClassVar[int]
    HEADING_FIELD_NUMBER: _ClassVar[int]
    HEADING_VARIANCE_FIELD_NUMBER: _ClassVar[int]
    KNOWN: LocationFix.PositionCovarianceType
    LATITUDE_FIELD_NUMBER: _ClassVar[int]
    LONGITUDE_FIELD_NUMBER: _ClassVar[int]
    POSITION_COVARIANCE_FIELD_NUMBER: _ClassVar[int]
    POSITION_COVARIANCE_TYPE_FIELD_NUMBER: _ClassVar[int]
    SPEED_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN: LocationFix.PositionCovarianceType
    altitude: float
    course: float
    frame_id: str
    heading: float
    heading_variance: float
    latitude: float
    longitude: float
    position_covariance: _containers.RepeatedScalarFieldContainer[float]
    position_covariance_type: LocationFix.PositionCovarianceType
    speed: float
    timestamp: _timestamp_pb2.Timestamp
    def __init__(self, latitude: _Optional[float] = ..., longitude: _Optional[float] = ..., altitude: _Optional[float] = ..., position_covariance: _Optional[_Iterable[float]] = ..., position_covariance_type: _Optional[_Union[LocationFix.PositionCovarianceType, str]] = ..., timestamp: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., frame_id: _Optional[str] = ..., heading: _Optional[float] = ..., heading_variance: _Optional[float] = ..., speed: _Optional[float] = ..., course: _Optional[float] = ...) -> None: ...
