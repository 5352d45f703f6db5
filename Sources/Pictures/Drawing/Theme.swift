import Glibc

/// The colours of a sign.
public enum Theme: String, CaseIterable, Sendable {
    /// White on road-sign blue.
    case day
    /// Soft light on nearly black, so that nothing glares.
    case night
    /// Yellow on black, for those who see little.
    case contrast

    /// The ground.
    public var plate: Color {
        switch self {
        case .day: Color(0x0B, 0x3F, 0x86)
        case .night: Color(0x0F, 0x14, 0x19)
        case .contrast: Color(0x00, 0x00, 0x00)
        }
    }

    /// What is to be done.
    public var symbol: Color {
        switch self {
        case .day: Color(0xFF, 0xFF, 0xFF)
        case .night: Color(0xCF, 0xD8, 0xE0)
        case .contrast: Color(0xFF, 0xE1, 0x00)
        }
    }

    /// The surroundings.
    public var faint: Color {
        switch self {
        case .day: Color(0x86, 0xAE, 0xE0)
        case .night: Color(0x6B, 0x77, 0x83)
        case .contrast: Color(0xB4, 0xB4, 0xB4)
        }
    }
}

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
