import Geodesy
import NavigationEvents

/// A route prepared for matching: built once, then shared by reference and never changed.
final class RouteModel: Sendable {
    /// A stretch of the route with a value; its ends are metres along the route.
    struct Stretch<Value: Sendable>: Sendable {
        var from: Double
        var to: Double
        var value: Value
    }

    /// A stopover or the destination.
    struct Stop: Sendable {
        /// Metres from the start of the route, along it.
        var distanceAlongRouteMeters: Double
        /// Index of the step that ends the leg.
        var stepIndex: Int
    }

    let route: Route
    /// The limits of its mode of travel.
    let limits: ModeLimits
    let vertices: [RouteVertex]
    let segmentIndex: SegmentIndex
    let stepPositions: [StepPosition]
    let stepTemplates: [NavigationInfo]
    let stops: [Stop]
    let tunnels: [Stretch<Void>]
    let ferries: [Stretch<Void>]
    let speedLimits: [Stretch<SpeedLimit>]
    /// Metres from the start to the destination.
    let destinationAlongMeters: Double
    /// The middle of the route's longitudes: longitudes of fixes are unwrapped to within 180° of it.
    private let centerLongitude: Double

    init(_ route: Route) throws(RouteModelError) {
        let outline = try MeasuredRoute(route)
        let vertices = outline.vertices
        self.route = route
        limits = ModeLimits(route.travelMode)
        self.vertices = vertices
        segmentIndex = SegmentIndex(vertices)
        stepPositions = outline.steps.map { StepPosition($0, on: vertices) }
        stepTemplates = StepTemplates.all(of: outline.steps, on: vertices, routeID: route.id)
        stops = outline.stops
        destinationAlongMeters = outline.stops.last?.distanceAlongRouteMeters ?? 0
        let longitudes = vertices.reduce(into: (low: Double.infinity, high: -Double.infinity)) { range, vertex in
            range = (min(range.low, vertex.longitude), max(range.high, vertex.longitude))
        }
        centerLongitude = (longitudes.low + longitudes.high) / 2
        tunnels = Self.stretches(route.tunnels.map { ($0, ()) }, on: vertices)
        ferries = Self.stretches(route.ferries.map { ($0, ()) }, on: vertices)
        let limits = route.speedLimits.filter { Self.isSpeed($0.limit.metersPerSecond ?? 0) }
        speedLimits = Self.stretches(limits.map { ($0.span, $0.limit) }, on: vertices)
    }

    /// A limit that is not a valid speed is ignored.
    private static func isSpeed(_ metersPerSecond: Double) -> Bool { metersPerSecond.isFinite && metersPerSecond >= 0 }

    /// Spans outside the line and empty spans are ignored.
    private static func stretches<Value: Sendable>(
        _ spans: [(GeometrySpan, Value)], on vertices: [RouteVertex]
    ) -> [Stretch<Value>] {
        spans.compactMap { span, value in
            guard span.fromIndex >= 0, span.toIndex < vertices.count, span.fromIndex < span.toIndex else { return nil }
            return Stretch(
                from: vertices[span.fromIndex].distanceAlongRouteMeters,
                to: vertices[span.toIndex].distanceAlongRouteMeters, value: value)
        }
        .sorted { $0.from < $1.from }
    }

    /// The longitude, unwrapped to the side of ±180° on which the route lies.
    func continued(longitude: Double) -> Double {
        centerLongitude + Angle.wrapped180(longitude - centerLongitude)
    }
}
