/// Names of the compasses of a source, by which each is recognized: 1 to 64 bytes of text.
enum CompassName {
    static let maxBytes = 64

    /// The name of a compass.
    ///
    /// - Parameters:
    ///   - kind: The kind of source, "gpsd" or "nmea".
    ///   - device: The device; the end of a long name is kept, since device names differ there.
    ///   - talker: The talker id on the device; empty if unknown.
    static func name(_ kind: String, device: String, talker: Substring = "") -> String {
        let end = talker.isEmpty ? "" : " " + talker.prefix(16)
        var room = maxBytes - kind.utf8.count - end.utf8.count - 1
        // A line break in a name would break every log.
        let scalars = device.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }
        let kept = scalars.reversed().prefix { scalar in
            room -= UTF8.width(scalar)
            return room >= 0
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: kept.reversed())
        return kind + (text.isEmpty ? "" : " " + String(text)) + end
    }
}
