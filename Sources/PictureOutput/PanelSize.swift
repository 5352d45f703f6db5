/// Width and height of a small panel, in pixels.
public struct PanelSize: Sendable, Hashable, CustomStringConvertible {
    /// What each side may have.
    public static let sides = 16...2048

    /// Pixels of a row.
    public var width: Int
    /// Number of rows.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads `240x240`; `nil` if it is no size, or has a side out of range.
    public init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            let width = Int(parts[0]), let height = Int(parts[1]),
            Self.sides.contains(width), Self.sides.contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    /// As it is read.
    public var description: String { "\(width)x\(height)" }
}
