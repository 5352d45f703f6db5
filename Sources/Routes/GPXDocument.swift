import NavigationEvents

/// What is read of a GPX file.
struct GPXDocument {
    /// Whether bytes begin like XML, in any encoding.
    static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: "<")
    }

    init(_ bytes: [UInt8]) throws(RouteError) {
        throw .unknownProvider(found: "XML")
    }

    func provided(derivesTurns: Bool, travelMode: TravelMode?) throws(RouteError) -> [ProviderRoute] { [] }
}
