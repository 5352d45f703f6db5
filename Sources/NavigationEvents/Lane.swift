/// One lane before a maneuver. Lanes are listed from left to right, whatever the driving side.
public struct Lane: Sendable, Hashable {
    /// The directions without the array.
    package var list: LaneDirectionList

    /// Makes a lane from its directions.
    public init(directions: [LaneDirection]) { list = LaneDirectionList(directions) }

    package init(_ list: LaneDirectionList) { self.list = list }

    /// The directions that the lane allows, from left to right; at least one.
    public var directions: [LaneDirection] {
        get { Array(list) }
        set { list = LaneDirectionList(newValue) }
    }

    /// Whether any direction of this lane follows the route.
    public var isRecommended: Bool { list.contains(where: \.isRecommended) }
}

extension Lane: CustomReflectable {
    /// The directions as an array.
    public var customMirror: Mirror { Mirror(self, children: ["directions": directions], displayStyle: .struct) }
}
