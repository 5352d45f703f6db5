extension String {
    /// The text without characters that control a terminal, end a line or change the writing direction: spaces replace
    /// them. Letters of every script, emoji and combining marks stay. The number of Unicode scalars is the same, so
    /// that offsets in the text stay valid.
    public var displayable: String {
        guard unicodeScalars.contains(where: Self.steers) else { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars.lazy.map { Self.steers($0) ? " " : $0 })
        return String(scalars)
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0 and C1 controls: escapes, bells, line ends, tabs.
        case 0...0x1F, 0x7F...0x9F: true
        // Line and paragraph separators; directional marks, embeddings, overrides and isolates.
        case 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        // Invisible operators, interlinear annotations, the byte order mark.
        case 0x2060...0x2065, 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFEFF: true
        default: false
        }
    }
}
