import CExpat
import NavigationEvents

/// Reads a GPX document piece by piece: the points of its tracks, in order.
///
/// Elements are known by their names without prefix, so that the speed and course of any extension are found. Entities
/// may not be declared at all: no track needs them, and documents that need them are attacks.
final class GPXParser {
    /// A track point as it stands in the file.
    struct Point {
        var line: Int
        var latitude: String
        var longitude: String
        /// Texts of the elements inside, by name.
        var values: [String: String] = [:]
    }

    /// Where and why the XML ends to make sense.
    struct Break: Error {
        var line: Int
        var column: Int
        var reason: String
    }

    /// Longest text that an element of a point may have; more is cut off.
    private static let longestText = 200
    private static let wanted: Set<String> = [
        "time", "ele", "speed", "course", "hdop", "sat", "heading", "accuracy",
    ]

    private let parser: XML_Parser?
    private var points: [Point] = []
    private var point: Point?
    private var element: String?
    private var text = ""
    private var declaresEntity = false
    private var hasRoot = false

    init() {
        parser = XML_ParserCreate(nil)
        guard let parser else { return }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in GPXParser.of(context)?.start(name, attributes) },
            { context, name in GPXParser.of(context)?.end(name) })
        XML_SetCharacterDataHandler(parser) { context, characters, count in
            GPXParser.of(context)?.add(characters, count)
        }
        XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            GPXParser.of(context)?.refuseEntities()
        }
    }

    deinit {
        if let parser { XML_ParserFree(parser) }
    }

    /// The points that a piece completes.
    ///
    /// Whatever was complete before a break comes out of ``takePoints()``.
    func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(Break) {
        guard let parser else { throw Break(line: 0, column: 0, reason: "there is no memory for it") }
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), isLast ? 1 : 0)
        }
        if status != XML_STATUS_OK { throw lastBreak(parser) }
        if isLast, !hasRoot { throw Break(line: 1, column: 1, reason: "it is no GPX document") }
    }

    /// Hands out the points read so far, once.
    func takePoints() -> [Point] {
        defer { points.removeAll(keepingCapacity: true) }
        return points
    }

    private func lastBreak(_ parser: XML_Parser) -> Break {
        let reason =
            if declaresEntity {
                "it declares an entity, which no track needs"
            } else {
                XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "the XML is broken"
            }
        return Break(
            line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1,
            reason: reason)
    }
}

extension GPXParser {
    private static func of(_ context: UnsafeMutableRawPointer?) -> GPXParser? {
        context.map { Unmanaged<GPXParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func localName(_ name: UnsafePointer<CChar>?) -> String {
        let full = name.map { String(cString: $0) } ?? ""
        return full.lastIndex(of: ":").map { String(full[full.index(after: $0)...]) } ?? full
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        let name = Self.localName(name)
        if name == "gpx" { hasRoot = true }
        if name == "trkpt" {
            let values = Self.attributes(attributes)
            let line = parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 0
            point = Point(line: line, latitude: values["lat"] ?? "", longitude: values["lon"] ?? "")
        } else if point != nil, Self.wanted.contains(name) {
            element = name
            text = ""
        }
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        let name = Self.localName(name)
        if name == "trkpt", let point {
            points.append(point)
            self.point = nil
        } else if name == element {
            point?.values[name] = text
            element = nil
        }
    }

    private func add(_ characters: UnsafePointer<CChar>?, _ count: Int32) {
        guard element != nil, let characters, text.utf8.count < Self.longestText else { return }
        let bytes = UnsafeRawBufferPointer(start: characters, count: min(Int(count), Self.longestText))
        text += String(decoding: bytes, as: UTF8.self)
    }

    private func refuseEntities() {
        declaresEntity = true
        if let parser { XML_StopParser(parser, 0) }
    }

    private static func attributes(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String: String] {
        var values: [String: String] = [:]
        var index = 0
        while let list, let name = list[index], let value = list[index + 1] {
            values[String(cString: name)] = String(cString: value)
            index += 2
        }
        return values
    }
}
