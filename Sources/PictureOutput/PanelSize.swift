/// The width and height of a small panel, in pixels.
public struct PanelSize: Sendable, Hashable, CustomStringConvertible {
    /// The allowed range of each side.
    public static let sides = 16...2048

    /// The pixels of a row.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Parses a text such as `240x240`; `nil` if it is not a size, or a side is out of range.
    public init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            let width = Int(parts[0]), let height = Int(parts[1]),
            Self.sides.contains(width), Self.sides.contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    /// The size as text, such as `240x240`.
    public var description: String { "\(width)x\(height)" }
}
