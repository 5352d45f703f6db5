import Pictures

/// A picture as SVG whose colours the page chooses: each path has the class of its ink and is painted in `currentColor`.
///
/// The SVG of ``PictureRenderer`` has the colours of one theme; the page changes between day and night by itself.
struct PictureMarkup {
    /// The markup.
    let text: String

    /// Writes a picture.
    ///
    /// - Parameter isPlateDrawn: Whether the ground is drawn; the page has its own.
    init(_ picture: Picture, isPlateDrawn: Bool = false) {
        let shapes =
            picture.shapes.first?.ink == .plate && !isPlateDrawn ? picture.shapes.dropFirst() : picture.shapes[...]
        text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.number(picture.width)) "
            + "\(Self.number(picture.height))\" aria-hidden=\"true\">" + shapes.map(Self.path).joined() + "</svg>"
    }

    private static func path(_ shape: Shape) -> String {
        let paint =
            switch shape.brush {
            case .fill(let edge) where edge > 0:
                "fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"\(number(edge))\" "
                    + "stroke-linejoin=\"round\""
            case .fill: "fill=\"currentColor\""
            case .line(let width, let isRoundEnded):
                "fill=\"none\" stroke=\"currentColor\" stroke-width=\"\(number(width))\" stroke-linejoin=\"round\""
                    + (isRoundEnded ? " stroke-linecap=\"round\"" : "")
            }
        return "<path class=\"\(name(of: shape.ink))\" \(paint) d=\"\(shape.path.elements.map(element).joined())\"/>"
    }

    private static func name(of ink: Shape.Ink) -> String {
        switch ink {
        case .symbol: "ink-symbol"
        case .faint: "ink-faint"
        case .plate: "ink-plate"
        }
    }

    private static func element(_ element: Path.Element) -> String {
        switch element {
        case .move(let point): "M\(place(point))"
        case .line(let point): "L\(place(point))"
        case .curve(let first, let second, let end): "C\(place(first)) \(place(second)) \(place(end))"
        case .close: "Z"
        }
    }

    private static func place(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

    /// Hundredths of a unit are finer than any screen.
    private static func number(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e6 else { return "0" }
        let hundredths = Int((value * 100).rounded())
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        return "\(Double(hundredths) / 100)"
    }
}

/// Writes each picture once. A drive meets far fewer than this; beyond it the cache starts anew.
struct MarkupCache<Key: Hashable & Sendable>: Sendable {
    private let most = 64
    private var texts: [Key: String] = [:]

    /// The markup of what a key stands for.
    mutating func text(_ key: Key, _ make: (Key) -> Picture?) -> String? {
        if let known = texts[key] { return known }
        guard let text = make(key).map({ PictureMarkup($0).text }) else { return nil }
        if texts.count >= most { texts = [:] }
        texts[key] = text
        return text
    }
}
