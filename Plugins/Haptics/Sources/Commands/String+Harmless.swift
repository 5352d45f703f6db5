extension String {
    /// The text with marks for its control characters: what others named must not clear a screen. Tabulators stay.
    var harmless: String {
        String(String.UnicodeScalarView(unicodeScalars.map { Self.isHarmless($0) ? $0 : "\u{FFFD}" }))
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: scalar == "\t"
        // Marks that show text in another order than it is written.
        default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }
}
