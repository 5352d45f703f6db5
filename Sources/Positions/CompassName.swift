/// What the compasses of a source are called, so that each is known again: 1 to 64 bytes of text.
enum CompassName {
    static let mostBytes = 64

    /// - Parameters:
    ///   - kind: of the source, "gpsd" or "nmea".
    ///   - device: its end is kept if it is long, since that is where devices differ.
    ///   - talker: which of those that talk over the device; empty if that is not known.
    static func name(_ kind: String, device: String, talker: Substring = "") -> String {
        let end = talker.isEmpty ? "" : " " + talker.prefix(16)
        var room = mostBytes - kind.utf8.count - end.utf8.count - 1
        // A line break in a name would be one in every log.
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
