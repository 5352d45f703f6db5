public import NavigationEvents

extension HeadingReading {
    /// The problem with the name of a compass, such as "has 0 bytes; use 1 to 64"; `nil` if the name is valid.
    ///
    /// The name is stored and shown by other programs: characters that clear a screen, end a line or reorder text are
    /// invalid.
    public static func problem(ofSource source: String) -> String? {
        let bytes = source.utf8.count
        guard (1...64).contains(bytes) else { return "has \(bytes) bytes; use 1 to 64" }
        return source.unicodeScalars.contains(where: isHidden)
            ? "contains control characters; use letters, digits, spaces and punctuation" : nil
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Bidirectional overrides; Arabic and Hebrew do not need them.
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }
}
