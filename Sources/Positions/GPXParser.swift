import XML

/// Reads a GPX document in pieces: the points of its tracks, in order.
///
/// Elements are identified by their names without prefix, so that speed and course of any extension are found.
final class GPXParser {
    /// A track point as written in the file.
    struct Point {
        var line: Int
        var latitude: String
        var longitude: String
        /// Texts of the child elements, by name.
        var values: [String: String] = [:]
    }

    /// Maximum length of the text of an element, bytes; the rest is cut off.
    private static let maxTextBytes = 200
    private static let wanted: Set<String> = [
        "time", "ele", "speed", "course", "hdop", "sat", "heading", "accuracy",
    ]

    private var reader: XMLReader?
    private var points: [Point] = []
    private var point: Point?
    /// Names of the open elements.
    private var open: [String] = []
    private var text: [UInt8] = []
    private var hasRoot = false

    init() {
        var limits = XMLReader.Limits()
        limits.maxBytes = 1 << 30
        reader = XMLReader(self, limits: limits)
    }

    /// Parses the next piece.
    ///
    /// Points that were complete before a failure are returned by ``takePoints()``.
    func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(XMLReader.Failure) {
        try reader?.parse(bytes, isLast: isLast)
        if isLast, !hasRoot { throw XMLReader.Failure(line: 1, column: 1, reason: "it is not a GPX document") }
    }

    /// Returns the points parsed since the last call.
    func takePoints() -> [Point] {
        defer { points.removeAll(keepingCapacity: true) }
        return points
    }
}

extension GPXParser: XMLHandler {
    func start(_ element: XMLElement) {
        let name = element.localName
        open.append(name)
        text.removeAll(keepingCapacity: true)
        if name == "gpx" { hasRoot = true }
        if name == "trkpt" {
            point = Point(
                line: reader?.line ?? 0, latitude: element.value(of: "lat") ?? "",
                longitude: element.value(of: "lon") ?? "")
        }
    }

    func end() {
        guard let name = open.popLast() else { return }
        if name == "trkpt", let point {
            points.append(point)
            self.point = nil
        } else if point != nil, Self.wanted.contains(name) {
            point?.values[name] = String(decoding: text, as: UTF8.self)
        }
        text.removeAll(keepingCapacity: true)
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        guard point != nil, text.count < Self.maxTextBytes else { return }
        text.append(contentsOf: bytes.prefix(Self.maxTextBytes - text.count))
    }
}
