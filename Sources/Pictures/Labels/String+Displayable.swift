extension String {
    /// The text as a display may show it, whatever a map, a person or a control has written: characters that steer a
    /// terminal, end a line or turn the direction of writing are spaces. Letters of every script, emoji and combining
    /// marks stay. As many Unicode scalars as before, so that places in the text stay right.
    public var displayable: String {
        guard unicodeScalars.contains(where: Self.steers) else { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars.lazy.map { Self.steers($0) ? " " : $0 })
        return String(scalars)
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0 and C1: escapes, bells, line ends, tabs.
        case 0...0x1F, 0x7F...0x9F: true
        // Line and paragraph separators; marks, embeddings, overrides and isolates of direction.
        case 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        // Invisible operators, interlinear annotations, the byte order mark.
        case 0x2060...0x2065, 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFEFF: true
        default: false
        }
    }
}
