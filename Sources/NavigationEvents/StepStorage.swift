/// The memory of a ``Step``, shared by its copies. It never changes: a changed step gets another one.
@usableFromInline
package final class StepStorage: Sendable {
    @usableFromInline package let fields: StepFields

    @usableFromInline package init(_ fields: StepFields) { self.fields = fields }
}

/// The fields of a ``Step``.
@usableFromInline
@frozen
package struct StepFields: Sendable, Hashable {
    @usableFromInline package var number = 0
    @usableFromInline package var maneuver = Maneuver.unknown
    @usableFromInline package var geometryIndex = 0
    @usableFromInline package var fullRoadName = ""
    @usableFromInline package var simpleRoadName = ""
    @usableFromInline package var instruction: String?
    @usableFromInline package var exitNumber: String?
    @usableFromInline package var roundabout: Roundabout?
    @usableFromInline package var turnAngleDegrees: Double?
    @usableFromInline package var drivingSide = DrivingSide.none
    @usableFromInline package var lanes: [Lane] = []
    @usableFromInline package var signpost: Signpost?
    @usableFromInline package var tunnelMode = TunnelMode.none
    @usableFromInline package var ferry = FerryMode.none
    @usableFromInline package var borderCountryCode: String?
    @usableFromInline package var roadClassChange = RoadClassChange.none
    @usableFromInline package var isEndOfRoad = false
    @usableFromInline package var sameSideStreetMeters: Double?
    @usableFromInline package var passage = Passage.none
    @usableFromInline package var levelName: String?
    @usableFromInline package var isStayingOnRoad = false
    @usableFromInline package var isDecision = false
    @usableFromInline package var beginsToll = false
    @usableFromInline package var pronunciation: String?
    @usableFromInline package var landmarks: [Landmark] = []
    @usableFromInline package var distanceFromPreviousMeters = 0.0
    @usableFromInline package var durationFromPreviousSeconds = 0.0

    /// A step without a maneuver.
    @inlinable package init() {}
}

extension Step: Hashable {
    /// Compares the fields.
    public static func == (left: Step, right: Step) -> Bool {
        left.storage === right.storage || left.storage.fields == right.storage.fields
    }

    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.fields) }
}

extension Step: CustomReflectable {
    /// The fields, as of a structure that has them itself.
    public var customMirror: Mirror {
        let fields = Mirror(reflecting: storage.fields)
        return Mirror(self, children: fields.children, displayStyle: .struct)
    }
}
