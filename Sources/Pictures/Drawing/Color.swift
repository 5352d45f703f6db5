import Glibc

/// An sRGB colour, components 0...1.
public struct Color: Hashable, Sendable {
    /// 0...1.
    public var red: Double
    /// 0...1.
    public var green: Double
    /// 0...1.
    public var blue: Double

    /// Makes a colour of its components, 0...255.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = Double(red) / 255
        self.green = Double(green) / 255
        self.blue = Double(blue) / 255
    }

    /// Reads `#rrggbb`, as the web writes colours; `nil` if it is none.
    public init?(hex: String) {
        let digits = hex.dropFirst()
        guard hex.first == "#", digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
    }

    /// The colour as `#rrggbb`, as CSS and the themes' files write it.
    public var hex: String {
        var text = SVGText()
        text.add(self)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Red, green and blue, eight bits each, red the highest.
    var rgb: UInt32 {
        [red, green, blue].reduce(0) { $0 << 8 | UInt32(($1 > 0 ? min($1, 1) : 0) * 255 + 0.5) }
    }

    /// Relative luminance as WCAG 2 defines it, 0...1.
    public var luminance: Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Contrast ratio as WCAG 2 defines it, 1...21.
    public func contrast(to other: Color) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}
