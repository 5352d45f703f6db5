import Glibc

/// An sRGB colour.
public struct Color: Hashable, Sendable {
    /// The red component, 0...1.
    public var red: Double
    /// The green component, 0...1.
    public var green: Double
    /// The blue component, 0...1.
    public var blue: Double

    /// Creates a colour from its components, 0...255.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = Double(red) / 255
        self.green = Double(green) / 255
        self.blue = Double(blue) / 255
    }

    /// Parses `#rrggbb`, as in CSS; `nil` for any other text.
    public init?(hex: String) {
        let digits = hex.dropFirst()
        guard hex.first == "#", digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
    }

    /// The colour as `#rrggbb`, as in CSS and theme files.
    public var hex: String {
        var text = SVGText()
        text.add(self)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Red, green and blue, eight bits each, red in the highest.
    var rgb: UInt32 {
        [red, green, blue].reduce(0) { $0 << 8 | UInt32(($1 > 0 ? min($1, 1) : 0) * 255 + 0.5) }
    }

    /// The relative luminance of WCAG 2, 0...1.
    public var luminance: Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio of WCAG 2, 1...21.
    public func contrast(to other: Color) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}
