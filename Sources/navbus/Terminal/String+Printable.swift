extension String {
    /// The text with its control characters made visible, for what others wrote or named: a street or a control must
    /// not be able to clear the screen. Tabs stay.
    var printable: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { Self.isControl($0) ? Self.picture(of: $0) : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\t" || turnsText(scalar)
    }

    /// Marks that make a terminal show text in another order than it is written; Arabic and Hebrew need none.
    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Unicode has pictures of the first 32 control characters; the others share one.
    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        (scalar.value < 0x20 ? Unicode.Scalar(0x2400 + scalar.value) : nil) ?? "\u{FFFD}"
    }
}
