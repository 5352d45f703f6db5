import CExpat
import Glibc
import NavigationEvents

/// Reads a GPX file with expat.
///
/// Elements are known by their names without prefix. A document type may not be declared: no track needs one, and
/// entities and default attributes make hours of work out of a small file. The depth of elements is bounded, since expat remembers every open one.
final class GPXReader {
    private static let deepest = 100
    private static let longestText = 200
    private static let mostPlaces = 10_000

    /// The elements that matter.
    private enum Element: UInt8 {
        case other, gpx, track, route, trackPoint, routePoint, shapePoint, place, name, kind, time, shaping

        static let names: [(name: StaticString, element: Element)] = [
            ("gpx", .gpx), ("trk", .track), ("rte", .route), ("trkpt", .trackPoint), ("rtept", .routePoint),
            ("rpt", .shapePoint), ("wpt", .place), ("name", .name), ("type", .kind), ("time", .time),
            ("ShapingPoint", .shaping),
        ]
    }

    private(set) var lines: [GPXDocument.Line] = []
    private(set) var places: [GPXDocument.Place] = []
    private var line: GPXDocument.Line?
    /// The point of a route that is open, and the points that shape the way behind it.
    private var point: GPXDocument.Point?
    private var pointName = ""
    private var shape: [GPXDocument.Point] = []
    private var isShaping = false
    private var pointCount = 0
    private var open: [Element] = []
    private var text: [UInt8] = []
    private var problem: RouteError?
    private var parser: XML_Parser?

    /// Reads a whole file at once: pieces would make expat look at a long word again and again.
    func read(_ bytes: [UInt8]) throws(RouteError) {
        guard let parser = XML_ParserCreate(nil) else {
            throw .notXML(problem: "there is no memory for it", line: 1, column: 1)
        }
        self.parser = parser
        defer {
            XML_ParserFree(parser)
            self.parser = nil
        }
        setHandlers(parser)
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
            throw notXML(reason ?? "the XML is broken")
        }
    }

    private func setHandlers(_ parser: XML_Parser) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in GPXReader.of(context)?.start(name, attributes) },
            { context, _ in GPXReader.of(context)?.end() })
        XML_SetCharacterDataHandler(parser) { context, characters, count in
            GPXReader.of(context)?.add(characters, Int(count))
        }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            GPXReader.of(context)?.refuseDocumentType()
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> GPXReader? {
        context.map { Unmanaged<GPXReader>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension GPXReader {
    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard problem == nil, let name else { return }
        let local = strrchr(name, Int32(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) } ?? name
        let element = Element.names.first { Self.isEqual($0.name, local) }?.element ?? .other
        if open.isEmpty, element != .gpx {
            return stop(.unknownProvider(found: "XML of <\(String(cString: local).prefix(40))>"))
        }
        guard open.count < Self.deepest else { return stop(notXML("it nests more than \(Self.deepest) elements")) }
        open.append(element)
        text.removeAll(keepingCapacity: true)
        switch element {
        case .track, .route: line = GPXDocument.Line(isTrack: element == .track)
        case .trackPoint, .routePoint, .place: startPoint(attributes)
        case .shapePoint where point != nil: if let next = newPoint(attributes) { shape.append(next) }
        case .shaping: isShaping = true
        default: break
        }
    }

    private static func isEqual(_ name: StaticString, _ text: UnsafePointer<CChar>) -> Bool {
        name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) { strcmp($0, text) == 0 }
    }

    private func startPoint(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        (pointName, isShaping) = ("", false)
        shape.removeAll(keepingCapacity: true)
        point = newPoint(attributes)
    }

    private func newPoint(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> GPXDocument.Point? {
        var (latitude, longitude): (Double?, Double?)
        var index = 0
        while let attributes, let name = attributes[index], let value = attributes[index + 1] {
            if strcmp(name, "lat") == 0 { latitude = Self.number(value) }
            if strcmp(name, "lon") == 0 { longitude = Self.number(value) }
            index += 2
        }
        guard let latitude, let longitude else {
            stop(.malformed(path: "the point at line \(lineNumber)", problem: "has no lat and lon that are numbers"))
            return nil
        }
        pointCount += 1
        guard pointCount <= RouteDocument.largestPointCount else {
            stop(.tooLarge(what: "points", count: pointCount, limit: RouteDocument.largestPointCount))
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

    private func end() {
        guard problem == nil, let element = open.popLast() else { return }
        switch (element, open.last) {
        case (.name, .routePoint), (.name, .place): pointName = trimmedText
        case (.kind, .track), (.kind, .route): line?.kind = trimmedText
        case (.time, .trackPoint), (.time, .routePoint): point?.seconds = GPXTime.seconds(text)
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
        guard places.count < Self.mostPlaces else {
            return stop(.tooLarge(what: "waypoints", count: places.count + 1, limit: Self.mostPlaces))
        }
        places.append(GPXDocument.Place(position: point.position, name: pointName))
        self.point = nil
    }

    private func add(_ characters: UnsafePointer<CChar>?, _ count: Int) {
        guard let characters, text.count < Self.longestText else { return }
        let bytes = UnsafeRawBufferPointer(start: characters, count: min(count, Self.longestText - text.count))
        text.append(contentsOf: bytes)
    }

    private var trimmedText: String {
        RoadNames.cleaned([String(decoding: text, as: UTF8.self)]).first ?? ""
    }

    private static func number(_ value: UnsafePointer<CChar>) -> Double? {
        Double(String(cString: value)) ?? RoadNames.cleaned([String(cString: value)]).first.flatMap { Double($0) }
    }

    private func refuseDocumentType() {
        stop(notXML("it declares a document type, which no route needs"))
    }

    private func stop(_ problem: RouteError) {
        self.problem = self.problem ?? problem
        if let parser { XML_StopParser(parser, 0) }
    }

    private var lineNumber: Int { parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 0 }

    private func notXML(_ problem: String) -> RouteError {
        let column = parser.map { Int(XML_GetCurrentColumnNumber($0)) + 1 } ?? 1
        return .notXML(problem: problem, line: lineNumber, column: column)
    }
}
