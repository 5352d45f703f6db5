import NavigationEvents
import XML

/// Reads a GPX file. Elements are recognized by their names without prefix.
final class GPXReader {
    private static let maxTextBytes = 200
    private static let maxWaypoints = 10_000

    /// The elements that are read.
    private enum Element: UInt8 {
        case other, gpx, track, route, trackPoint, routePoint, shapePoint, place, name, kind, time, shaping

        static let names: [(name: StaticString, element: Element)] = [
            ("gpx", .gpx), ("trk", .track), ("rte", .route), ("trkpt", .trackPoint), ("rtept", .routePoint),
            ("rpt", .shapePoint), ("wpt", .place), ("name", .name), ("type", .kind), ("time", .time),
            ("ShapingPoint", .shaping),
        ]
    }

    private(set) var lines: [GPXDocument.Line] = []
    private(set) var places: [GPXDocument.Waypoint] = []
    private var line: GPXDocument.Line?
    /// The open point; `shape` has the shape points after it.
    private var point: GPXDocument.Point?
    private var pointName = ""
    private var shape: [GPXDocument.Point] = []
    private var isShaping = false
    private var pointCount = 0
    private var open: [Element] = []
    private var text: [UInt8] = []
    private var problem: RouteError?
    private var reader: XMLReader?

    /// Reads a whole file.
    func read(_ bytes: [UInt8]) throws(RouteError) {
        let reader = XMLReader(self)
        self.reader = reader
        defer { self.reader = nil }
        do throws(XMLReader.Failure) {
            try reader.read(bytes)
        } catch {
            throw problem ?? .notXML(problem: error.reason, line: error.line, column: error.column)
        }
    }
}

extension GPXReader: XMLHandler {
    func start(_ begun: XMLElement) {
        let element = Element.names.first { begun.isNamed($0.name) }?.element ?? .other
        if open.isEmpty, element != .gpx {
            return stop(.unknownProvider(found: "XML of <\(begun.localName.prefix(40))>"))
        }
        open.append(element)
        text.removeAll(keepingCapacity: true)
        switch element {
        case .track, .route: line = GPXDocument.Line(isTrack: element == .track)
        case .trackPoint, .routePoint, .place: startPoint(begun)
        case .shapePoint where point != nil: if let next = newPoint(begun) { shape.append(next) }
        case .shaping: isShaping = true
        default: break
        }
    }

    private func startPoint(_ begun: XMLElement) {
        (pointName, isShaping) = ("", false)
        shape.removeAll(keepingCapacity: true)
        point = newPoint(begun)
    }

    private func newPoint(_ begun: XMLElement) -> GPXDocument.Point? {
        guard let latitude = begun.value(of: "lat").flatMap(Self.number),
            let longitude = begun.value(of: "lon").flatMap(Self.number)
        else {
            stop(.malformed(path: "the point at line \(lineNumber)", problem: "has no lat and lon that are numbers"))
            return nil
        }
        pointCount += 1
        guard pointCount <= RouteDocument.maxPointCount else {
            stop(.tooLarge(what: "points", count: pointCount, limit: RouteDocument.maxPointCount))
            return nil
        }
        let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard position.isValid else {
            stop(
                .badCoordinate(
                    path: "the file, at line \(lineNumber)", index: pointCount - 1, latitudeDegrees: latitude,
                    longitudeDegrees: longitude))
            return nil
        }
        return GPXDocument.Point(position: position)
    }

    func end() {
        guard problem == nil, let element = open.popLast() else { return }
        switch (element, open.last) {
        case (.name, .routePoint), (.name, .place): pointName = trimmedText
        case (.kind, .track), (.kind, .route): line?.kind = trimmedText
        case (.time, .trackPoint), (.time, .routePoint): point?.time = Timestamp(iso8601: trimmedText)
        case (.trackPoint, _): endPoint(stopName: nil)
        case (.routePoint, _): endPoint(stopName: isShaping || pointName.isEmpty ? nil : pointName)
        case (.place, _): endPlace()
        case (.track, _), (.route, _):
            if let line { lines.append(line) }
            line = nil
        default: break
        }
        text.removeAll(keepingCapacity: true)
    }

    private func endPoint(stopName: String?) {
        guard var point else { return }
        point.stopName = stopName
        line?.points.append(point)
        line?.points.append(contentsOf: shape)
        self.point = nil
    }

    private func endPlace() {
        guard let point else { return }
        guard places.count < Self.maxWaypoints else {
            return stop(.tooLarge(what: "waypoints", count: places.count + 1, limit: Self.maxWaypoints))
        }
        places.append(GPXDocument.Waypoint(position: point.position, name: pointName))
        self.point = nil
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        guard text.count < Self.maxTextBytes else { return }
        text.append(contentsOf: bytes.prefix(Self.maxTextBytes - text.count))
    }

    private var trimmedText: String {
        RoadNames.cleaned([String(decoding: text, as: UTF8.self)]).first ?? ""
    }

    private static func number(_ value: String) -> Double? {
        Double(value) ?? RoadNames.cleaned([value]).first.flatMap { Double($0) }
    }

    /// Keeps the first problem and ends the parsing.
    private func stop(_ problem: RouteError) {
        self.problem = self.problem ?? problem
        reader?.stop("")
    }

    private var lineNumber: Int { reader?.line ?? 0 }
}
