/// The name of a region, which is also the name of its folder.
package struct RegionName: Sendable, Hashable, CustomStringConvertible {
    private static let maxCharacters = 40
    package let description: String

    /// Checks a name.
    package init(_ text: String) throws(RegionError) {
        guard Self.isValid(text) else { throw .badName(text) }
        description = text
    }

    /// The name for an extract: `germany-latest.osm.pbf` becomes `germany`.
    package init(extract path: String) throws(RegionError) {
        var name = path.split(separator: "/").last.map(String.init) ?? ""
        for ending in [".pbf", ".osm", "-latest"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        let joined = words.joined(separator: "-").prefix(Self.maxCharacters)
        try self.init(joined.isEmpty ? "region" : String(joined))
    }

    private static func isValid(_ text: String) -> Bool {
        guard (1...maxCharacters).contains(text.utf8.count), let first = text.utf8.first, isWordByte(first) else {
            return false
        }
        return text.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
