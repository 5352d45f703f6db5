import CCairo

/// Draws pictures: Cairo draws the pixels of PNG files and panels; ``SVGWriter`` writes the same shapes as SVG.
public struct PictureRenderer: Sendable {
    /// The size and theme.
    public var style: PictureStyle

    /// Creates a renderer with a style.
    public init(style: PictureStyle) { self.style = style }

    /// The pixels of the PNG; without a picture, square and transparent.
    public func pixels(_ picture: Picture?) throws(PictureError) -> Pixels {
        let scale = Double(style.pixels) / Picture.unitsOfSize
        let (width, height) =
            picture.map { ($0.width * scale, $0.height * scale) } ?? (
                Double(style.pixels), Double(style.pixels)
            )
        return try Pixels(width: Self.side(width), height: Self.side(height), what: "a PNG") {
            draw(picture, in: $0, scale: scale)
        }
    }

    /// The number of whole pixels for a length, with a tolerance for rounding errors.
    private static func side(_ length: Double) -> Int {
        let pixels = (length - 1e-6).rounded(.up)
        return pixels.isFinite && pixels.magnitude < 1e9 ? Int(pixels) : 0
    }

    /// An SVG in the points of the style; without a picture, square and empty.
    ///
    /// - Throws: ``PictureError/tooLarge(what:width:height:maxSide:)`` for a board that is too large for a PNG.
    public func svg(_ picture: Picture?) throws(PictureError) -> [UInt8] {
        if let picture {
            let scale = Double(style.size.rawValue) / Picture.unitsOfSize
            let (width, height) = (Self.side(picture.width * scale), Self.side(picture.height * scale))
            try Pixels.check(width: width, height: height, what: "an SVG")
        }
        return SVGWriter(.theme(style.theme, size: style.size)).bytes(picture)
    }

    /// Draws a picture with `scale` units of the context per unit of the board.
    func draw(_ picture: Picture?, in context: OpaquePointer?, scale: Double) {
        cairo_scale(context, scale, scale)
        for shape in picture?.shapes ?? [] { shape.draw(in: context, color: style.theme[shape.ink]) }
    }
}

extension Shape {
    /// Draws the shape at the scale of the context.
    func draw(in context: OpaquePointer?, color: Color) {
        cairo_set_source_rgb(context, color.red, color.green, color.blue)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_new_path(context)
        if case .fill(let edge) = brush, edge > 0, let rounded = path.outset(by: edge / 2) {
            for element in rounded.elements { element.add(to: context) }
            return cairo_fill(context)
        }
        for element in path.elements { element.add(to: context) }
        switch brush {
        case .fill(let edge) where edge > 0:
            cairo_fill_preserve(context)
            cairo_set_line_width(context, edge)
            cairo_stroke(context)
        case .fill: cairo_fill(context)
        case .line(let width, let isRoundEnded):
            cairo_set_line_cap(context, isRoundEnded ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
            cairo_set_line_width(context, width)
            cairo_stroke(context)
        }
    }
}

extension Path.Element {
    /// Adds the element to the path of a context of Cairo.
    package func add(to context: OpaquePointer?) {
        switch self {
        case .move(let point): cairo_move_to(context, point.x, point.y)
        case .line(let point): cairo_line_to(context, point.x, point.y)
        case .curve(let first, let second, let end):
            cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
        case .close: cairo_close_path(context)
        }
    }
}
