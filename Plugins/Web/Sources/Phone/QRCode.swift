import CQREncode

/// A QR code.
struct QRCode: Hashable, Sendable {
    /// The margin that readers need, in modules.
    private static let margin = 4

    /// The modules of each row, `true` for a dark one, with the margin.
    let rows: [[Bool]]

    /// Encodes a text; `nil` if it is too long.
    init?(of content: String) {
        // The lowest correction gives the smallest code, which a terminal shows without damage.
        guard let code = QRcode_encodeString8bit(content, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        let whole = width + 2 * Self.margin
        var rows = [[Bool]](repeating: [Bool](repeating: false, count: whole), count: whole)
        for row in 0..<width {
            for column in 0..<width {
                rows[row + Self.margin][column + Self.margin] = code.pointee.data[row * width + column] & 1 == 1
            }
        }
        self.rows = rows
    }

    /// The code as lines of half blocks, two rows of modules each.
    ///
    /// - Parameter isTerminalLight: Whether the text of the terminal is dark on a light background.
    func lines(isTerminalLight: Bool = false) -> [String] {
        stride(from: 0, to: rows.count, by: 2).map { index in
            let below = index + 1 < rows.count ? rows[index + 1] : [Bool](repeating: false, count: rows[index].count)
            return zip(rows[index], below)
                .map { above, below in
                    switch (above == isTerminalLight, below == isTerminalLight) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                }
                .joined()
        }
    }
}
