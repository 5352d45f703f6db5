import NavigationEvents

/// An enumeration of the contract. Its members are named in protobuf style, with the enumeration's name as a prefix.
protocol WireEnumeration: OpenEnumeration {
    /// The prefix of the members, such as `MANEUVER_` for Maneuver.
    static var wirePrefix: String { get }
}

extension WireEnumeration {
    /// The member's name in the contract and in JSON: `MANEUVER_TURN_LEFT` for `.turnLeft`.
    var wireName: String {
        var name = Self.wirePrefix
        for scalar in String(describing: self).unicodeScalars {
            if scalar.properties.isUppercase { name.unicodeScalars.append("_") }
            name += scalar.properties.uppercaseMapping
        }
        return name
    }
}

extension ControlState: WireEnumeration { static var wirePrefix: String { "CONTROL_STATE_" } }
extension CuePriority: WireEnumeration { static var wirePrefix: String { "CUE_PRIORITY_" } }
extension CueStage: WireEnumeration { static var wirePrefix: String { "CUE_STAGE_" } }
extension CueSubject: WireEnumeration { static var wirePrefix: String { "CUE_SUBJECT_" } }
extension DescriptionStyle: WireEnumeration { static var wirePrefix: String { "DESCRIPTION_STYLE_" } }
extension DrivingSide: WireEnumeration { static var wirePrefix: String { "DRIVING_SIDE_" } }
extension FerryMode: WireEnumeration { static var wirePrefix: String { "FERRY_MODE_" } }
extension FixQuality: WireEnumeration { static var wirePrefix: String { "FIX_QUALITY_" } }
extension Gear: WireEnumeration { static var wirePrefix: String { "GEAR_" } }
extension LandmarkKind: WireEnumeration { static var wirePrefix: String { "LANDMARK_KIND_" } }
extension LandmarkRelation: WireEnumeration { static var wirePrefix: String { "LANDMARK_RELATION_" } }
extension LandmarkSide: WireEnumeration { static var wirePrefix: String { "LANDMARK_SIDE_" } }
extension LaneShape: WireEnumeration { static var wirePrefix: String { "LANE_SHAPE_" } }
extension Maneuver: WireEnumeration { static var wirePrefix: String { "MANEUVER_" } }
extension NavigationState: WireEnumeration { static var wirePrefix: String { "NAVIGATION_STATE_" } }
extension Passage: WireEnumeration { static var wirePrefix: String { "PASSAGE_" } }
extension Playback: WireEnumeration { static var wirePrefix: String { "PLAYBACK_" } }
extension PositionCause: WireEnumeration { static var wirePrefix: String { "POSITION_CAUSE_" } }
extension PositionStatus: WireEnumeration { static var wirePrefix: String { "POSITION_STATUS_" } }
extension ReportKind: WireEnumeration { static var wirePrefix: String { "REPORT_KIND_" } }
extension RequestError.Code: WireEnumeration { static var wirePrefix: String { "REQUEST_ERROR_CODE_" } }
extension RoadClassChange: WireEnumeration { static var wirePrefix: String { "ROAD_CLASS_CHANGE_" } }
extension RouteReason: WireEnumeration { static var wirePrefix: String { "ROUTE_REASON_" } }
extension SkipReason: WireEnumeration { static var wirePrefix: String { "SKIP_REASON_" } }
extension SourceState: WireEnumeration { static var wirePrefix: String { "SOURCE_STATE_" } }
extension StopReason: WireEnumeration { static var wirePrefix: String { "STOP_REASON_" } }
extension TravelMode: WireEnumeration { static var wirePrefix: String { "TRAVEL_MODE_" } }
extension TunnelMode: WireEnumeration { static var wirePrefix: String { "TUNNEL_MODE_" } }
extension Units: WireEnumeration { static var wirePrefix: String { "UNITS_" } }
extension Verbosity: WireEnumeration { static var wirePrefix: String { "VERBOSITY_" } }
