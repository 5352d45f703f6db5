package import NavigationEvents

/// A landmark as the map of a region has it: a row of `landmarks.sqlite` with the roads through it.
package struct MapLandmark: Sendable, Hashable {
    /// A road through a landmark.
    package struct Road: Sendable, Hashable {
        /// The direction of the way at the landmark, degrees clockwise from north.
        package var bearingDegrees: Double
        /// The value of `highway`, or of `railway`.
        package var roadClass: String
        /// 1 for a road that is open only in the direction of the way, -1 only against it, 0 in both.
        package var oneway: Int

        /// Makes a road.
        package init(bearingDegrees: Double, roadClass: String, oneway: Int = 0) {
            (self.bearingDegrees, self.roadClass, self.oneway) = (bearingDegrees, roadClass, oneway)
        }
    }

    /// The number of the landmark in its file.
    package var id: Int
    /// The kind and the detail, with the words of the file (docs/regions.md).
    package var kind: String
    package var detail = ""
    /// The name; empty if it has none.
    package var name = ""
    package var position: Coordinate
    /// `forward` or `backward` along its way; empty if the map does not say it.
    package var direction = ""
    package var hasSignals = false
    /// Of stairs: the number of steps; `nil` if it is unknown.
    package var stairCount: Int?
    /// Of a line: its ends in the direction of the way.
    package var start: Coordinate?
    package var end: Coordinate?
    /// Whether the map has its outline, so that it is more than a room in a building.
    package var hasOutline = false
    package var roads: [Road] = []

    /// Makes a landmark at a point.
    package init(id: Int, kind: String, position: Coordinate) {
        (self.id, self.kind, self.position) = (id, kind, position)
    }
}
