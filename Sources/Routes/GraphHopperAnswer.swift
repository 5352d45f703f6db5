import NavigationEvents

/// The parts of an answer in GraphHopper's own format that are read.
struct GraphHopperAnswer {
    var message: String?
    /// The points of the request that a refusal names, counted from 0.
    var refusedPoints: [Int]
    var paths: [Path]

    struct Path {
        var distance: Double
        var milliseconds: Double
        var points: [Coordinate]
        var instructions: [Instruction]
        var snapped: [Coordinate]
        var details: Details
    }

    /// A maneuver and the stretch after it.
    struct Instruction {
        var sign: Int
        var text: String?
        var distance: Double
        var milliseconds: Double
        /// Index of its first point in the line of the path.
        var firstIndex: Int
        var streetName: String?
        var streetRef: String?
        var destination: String?
        var destinationRef: String?
        var junction: String?
        var exitNumber: Int?
        /// Whether the route leaves the roundabout.
        var isExited: Bool
        /// Angle driven around the roundabout, radians, positive clockwise.
        var turnAngle: Double?
    }

    /// The attributes of the road along the line.
    struct Details {
        var roadClass: [Span<String>] = []
        var isLink: [Span<Bool>] = []
        var environment: [Span<String>] = []
        var toll: [Span<String>] = []
        var country: [Span<String>] = []
        var maximumSpeed: [Span<Double>] = []
        var isEstimated: [Span<Bool>] = []
    }

    /// A value for the segments between two points.
    struct Span<Value> {
        var range: Range<Int>
        var value: Value
    }
}
