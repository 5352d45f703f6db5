public import NavigationEvents

extension HeadingReading {
    /// What is wrong with the name of a compass, as "has 0 bytes; use 1 to 64"; `nil` if it can be used.
    ///
    /// It is kept, and shown by other programs: what would clear a screen, end a line or turn text around is none.
    public static func problem(ofSource source: String) -> String? {
        let bytes = source.utf8.count
        guard (1...64).contains(bytes) else { return "has \(bytes) bytes; use 1 to 64" }
        return source.unicodeScalars.contains(where: isHidden)
            ? "has control characters in it; use letters, digits, spaces and punctuation" : nil
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Marks that show text in another order than it is written; Arabic and Hebrew need none.
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }
}
