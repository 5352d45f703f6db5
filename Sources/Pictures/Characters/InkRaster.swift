import NavigationEvents

/// The distribution of the inks of a picture, drawn by the renderer of PNG files.
struct InkRaster {
    /// The shares of the inks in an area, 0...1; the rest is outside the picture.
    struct Shares: Hashable {
        var symbol = 0.0
        var faint = 0.0
        var plate = 0.0
    }

    private let width: Int
    private let height: Int
    /// Sums over all pixels above and to the left, so that an area costs four look-ups.
    private var sums: [Shares]

    /// At the heights of terminals, this size gives several pixels for each part of a cell.
    private static let style = PictureStyle(size: .banner, scale: 1, theme: .inks)

    init(_ picture: Picture) throws(PictureError) {
        let pixels = try PictureRenderer(style: Self.style).pixels(picture)
        (width, height) = (pixels.width, pixels.height)
        sums = Array(repeating: Shares(), count: (width + 1) * (height + 1))
        for y in 0..<height {
            var line = Shares()
            for x in 0..<width {
                let pixel = pixels.argb[y * width + x]
                line.plate += Double(pixel & 255) / 255
                line.faint += Double(pixel >> 8 & 255) / 255
                line.symbol += Double(pixel >> 16 & 255) / 255
                let above = sums[y * (width + 1) + x + 1]
                sums[(y + 1) * (width + 1) + x + 1] = Shares(
                    symbol: above.symbol + line.symbol, faint: above.faint + line.faint,
                    plate: above.plate + line.plate)
            }
        }
    }

    /// The shares within a rectangle, in relative coordinates 0...1.
    func shares(left: Double, top: Double, right: Double, bottom: Double) -> Shares {
        let (x0, x1) = Self.span(left, right, of: width)
        let (y0, y1) = Self.span(top, bottom, of: height)
        func sum(_ x: Int, _ y: Int) -> Shares { sums[y * (width + 1) + x] }
        func share(_ ink: KeyPath<Shares, Double>) -> Double {
            let all =
                sum(x1, y1)[keyPath: ink] - sum(x0, y1)[keyPath: ink] - sum(x1, y0)[keyPath: ink]
                + sum(x0, y0)[keyPath: ink]
            return all / Double((x1 - x0) * (y1 - y0))
        }
        return Shares(symbol: share(\.symbol), faint: share(\.faint), plate: share(\.plate))
    }

    /// The pixels of a relative range: at least one, within the picture.
    private static func span(_ from: Double, _ to: Double, of size: Int) -> (Int, Int) {
        let first = min(max(Int(clamping: (from * Double(size)).rounded()), 0), size - 1)
        return (first, min(max(Int(clamping: (to * Double(size)).rounded()), first + 1), size))
    }
}

extension Theme {
    /// A theme that maps each ink to one colour component.
    fileprivate static let inks = Theme(
        name: "inks", plate: Color(0, 0, 255), symbol: Color(255, 0, 0), faint: Color(0, 255, 0))
}
