import NavigationEvents

/// What is read of an answer in GraphHopper's own format.
struct GraphHopperAnswer {
    var message: String?
    /// Places of the request that its refusal is about, counted from 0.
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

    /// A maneuver, and the stretch that follows it.
    struct Instruction {
        var sign: Int
        var text: String?
        var distance: Double
        var milliseconds: Double
        /// Index of its first point in the path's line.
        var firstIndex: Int
        var streetName: String?
        var streetRef: String?
        var destination: String?
        var destinationRef: String?
        var junction: String?
        var exitNumber: Int?
        /// Whether the roundabout is left again on this route.
        var isExited: Bool
        /// Radians driven around a roundabout, positive clockwise.
        var turnAngle: Double?
    }

    /// What is told along the line, from point to point.
    struct Details {
        var roadClass: [Span<String>] = []
        var isLink: [Span<Bool>] = []
        var environment: [Span<String>] = []
        var country: [Span<String>] = []
        var maximumSpeed: [Span<Double>] = []
        var isEstimated: [Span<Bool>] = []
    }

    /// A value that holds for the segments between two points.
    struct Span<Value> {
        var range: Range<Int>
        var value: Value
    }
}
