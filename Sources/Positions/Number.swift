import Geodesy

/// Numbers as receivers write them.
enum Number {
    /// A decimal number, with or without sign and fraction; `nil` for anything else, "nan" and "inf" included.
    static func decimal(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 40, text.utf8.allSatisfy(isDecimal) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A whole number without sign.
    static func whole(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy(isDigit) else { return nil }
        return Int(text)
    }

    /// A direction in degrees, as somebody writes it who counts from -180 or lets 360 stand, as 0..<360; `nil` for what is
    /// no direction.
    static func direction(_ text: some StringProtocol) -> Double? {
        guard let degrees = decimal(text), (-360...720).contains(degrees) else { return nil }
        return Angle.normalized(degrees)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isDecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: isDigit(byte)
        }
    }
}
